//! The second game of the family: its drill played by chance, and what its tables of ground take.

use szala_board::HexId;
use szala_files::variant;
use szala_insurrection::scenario::{Variant, load_variant};
use szala_insurrection::{Action, HexKind, Insurrection, State, Task};
use szala_kernel::conformance::{ByChance, Trial};
use szala_kernel::dice::SeededDice;
use szala_kernel::seed::mix;
use szala_kernel::{ActionList, Rules, RunSeed, Side, Table};

use crate::common::{choose_boldly, load};

const DRILL: &str = "scenarios/maciejowice-1794/drill.toml";

/// The drill with these changes, or what is wrong with them.
fn changed(words: &[&str]) -> Result<Insurrection, String> {
    let mut changes: Variant = variant::Variant::default();
    for word in words {
        changes.set(word).expect("a path and a value");
    }
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded = load_variant(&format!("{root}{DRILL}"), &read, &changes);
    loaded.map(|loaded| Insurrection::new(loaded.scenario)).map_err(|problems| problems.to_string())
}

/// May a company that stands in 0608 march into the marsh in double time?
fn enters_marsh_in_double_time(words: &[&str]) -> bool {
    let words =
        [&["set_up.1/I/10 pp=0608 NE", "set_up.2/I/10 pp=0807 S", "pool.1-24=Kniaziewicz"], words].concat();
    let rules = changed(&words).unwrap_or_else(|problems| panic!("{problems}"));
    let [from, to] = ["0608", "0609"].map(|label| hex(&rules, label));
    let unit = rules.scenario().all_units().first().expect("the drill has units");
    let (mut state, mut table) = (rules.opening(), Table::new(SeededDice::new(RunSeed(1).game(0)), ()));
    rules.apply(&mut state, Action::Start, &mut table);
    // The guns of the other side could fire.
    rules.apply(&mut state, Action::Pass, &mut table);
    rules.apply(&mut state, Action::Begin { unit, stack: false, double_time: true }, &mut table);
    rules.refusal(&state, Action::Step { from, to }).is_none()
}

fn hex(rules: &Insurrection, label: &str) -> HexId {
    rules.scenario().board.parse_label(label).expect("a hex of the drill")
}

#[test]
fn d_m8_9a_a_designer_may_bar_the_marsh_to_double_time() {
    // [D-M8.9a] By the letter it is open.
    assert!(enters_marsh_in_double_time(&[]));
    assert!(!enters_marsh_in_double_time(&["terrain.marsh.double_time=false"]));
}

#[test]
fn ground_is_what_its_table_says() {
    // [8.2t] The points of a marsh, as written and as changed.
    let rules = load(DRILL);
    let marsh = rules.scenario().ground.of_hex(HexKind::Marsh).expect("the table has marsh");
    assert_eq!((marsh.foot, marsh.horse, marsh.retreat_loss), (2, Some(4), true));
    let rules = changed(&["terrain.marsh.horse=6", "border.river.attack=2"]).expect("values of the drill");
    let ground = rules.scenario().ground;
    assert_eq!(ground.of_hex(HexKind::Marsh).map(|marsh| marsh.horse), Some(Some(6)));
    assert_eq!(ground.of_side(szala_insurrection::SideKind::River).map(|river| river.attack), Some(2));
}

#[test]
fn what_no_table_prices_is_refused() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/maciejowice-1794/");
    let read = |path: &str| {
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        let text = text
            .replace("[terrain.village]\nfoot = { value = 2,", "[terrain.village]\n# foot = { value = 2,");
        Ok(text.replace("[terrain.castle]", "[terrain.forest]").replace("[border.river]", "[border.trench]"))
    };
    let told = szala_insurrection::scenario::load(&format!("{root}drill.toml"), &read).expect_err("broken");
    let told = told.to_string();
    for expected in [
        "`village` has no `foot`",
        "only a river hampers those who attack across it: `trench` has no `attack`",
    ] {
        assert!(told.contains(expected), "{expected}: {told}");
    }
    let unpriced = |from: &str| {
        let read = |path: &str| {
            std::fs::read_to_string(path).map_err(|error| error.to_string()).map(|text| {
                match text.split_once(from) {
                    Some((before, _)) => before.to_owned(),
                    None => text,
                }
            })
        };
        let told = szala_insurrection::scenario::load(&format!("{root}drill.toml"), &read);
        told.expect_err("unpriced").to_string()
    };
    let river = unpriced("# These points are added");
    assert!(
        river.contains("the map has river, and no table says what it costs: add [border.river]"),
        "{river}"
    );
    let castle = unpriced("# Neither cavalry nor guns enter it");
    assert!(
        castle.contains("the map has castle, and no table says what it costs: add [terrain.castle]"),
        "{castle}"
    );
}

#[test]
fn the_drills_are_played_by_chance_with_every_position_audited() {
    for name in ["drill", "drill-otherwise", "drill-command", "drill-command-otherwise"] {
        let name = &format!("scenarios/maciejowice-1794/{name}.toml");
        let rules = load(name);
        let mut list = ActionList::within(rules.limits());
        for number in 0..6 {
            let (mut state, mut moves) = (rules.opening(), 0_u64);
            let mut table = Table::new(SeededDice::new(RunSeed(1794).game(number)), ());
            while rules.outcome(&state).is_none() {
                list.clear();
                rules.actions(&state, &mut list);
                let chosen = usize::try_from(mix(number << 32 | moves) >> 1).expect("63 bits") % list.len();
                rules.apply(&mut state, list[chosen], &mut table);
                assert_eq!(rules.audit(&state), Ok(()), "game {number} of {name}");
                moves += 1;
            }
        }
    }
}

/// A bold player who forms skirmish order wherever he can, and holds his plain fire, which comes first and is an answer
/// of its own, for that of skirmishers.
fn choose_loosely(rules: &Insurrection, state: &State, legal: &[Action], players: &mut ByChance) -> usize {
    let place = |wanted: fn(&Action) -> bool| legal.iter().position(wanted);
    let answer = match state.task() {
        Task::ReactByFire(_) => place(|action| *action == Action::Pass),
        Task::Skirmish(_) => place(|action| matches!(action, Action::Skirmish(_))),
        Task::Moving => place(|action| matches!(action, Action::FormSkirmishOrder(_))),
        _ => None,
    };
    answer.unwrap_or_else(|| choose_boldly(rules, state, legal, players))
}

/// [7.2m] [9.1a] What holds of skirmish order with any player: the audit checks who may be in it, and with whom; here,
/// that nobody leaves the map in it, and that the games come upon all of it.
#[test]
fn bold_play_of_the_drill_comes_upon_skirmish_order_and_its_answer() {
    let trial = Trial::new(load(DRILL), 60, choose_loosely);
    let (mut formed, mut left, mut answered, mut fell_back) = (0, 0, 0, 0);
    trial.each_step(|before, action, after, _| {
        let (then, now) = (before.in_skirmish_order(), after.in_skirmish_order());
        let on_map = after.on_map(Side::First) | after.on_map(Side::Second);
        assert!(now.is_subset(on_map), "who is gone is in no order");
        formed += usize::from(!now.is_subset(then));
        left += usize::from(!then.is_subset(now));
        answered += usize::from(matches!(action, Action::Skirmish(_)));
        let falls_back = matches!(action, Action::Retreat(_)) && matches!(before.task(), Task::FallBack(_));
        fell_back += usize::from(falls_back);
        assert_eq!(trial.rules.audit(after), Ok(()));
    });
    for (count, what) in
        [(formed, "formed"), (left, "left"), (answered, "answered"), (fell_back, "fell back")]
    {
        assert!(count > 0, "no game comes upon it: {what}");
    }
}
