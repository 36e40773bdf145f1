//! Exact odds through the door: against a count by hand, and against dice that are rolled. And players at what only the
//! sister game asks of them.

use szala_ai::{Player, Roster};
use szala_files::case::Casebook;
use szala_insurrection::Task;
use szala_kernel::BySide;
use szala_kernel::dice::{Fraction, SeededDice};
use szala_kernel::record::{Column, Whose};
use szala_kernel::{ActionList, Notation, Play, Rules, RunSeed, Side, Table};
use szala_system::{Change, Stretch, Until, Wanted};

use super::*;
use crate::testing::{historical, position};

/// [11.7] One company against another, front to front, the attacker in command: one more on his die.
const MELEE: &str = r#"phase = "melee"
active = "Grabowski"
commanders = { Grabowski = "0706" }
units = { "1/I/7 pp lit." = { at = "0806 N", entered = "front" }, "Narwa 1" = "0806 S" }
"#;
/// [10.10.1] Guns at six hexes: one more on the die of a company of morale 6.
const SHELL: &str = r#"active = "Grabowski"
commanders = { Grabowski = "0101" }
units = { "Polish guns" = "0103 N", "Narwa 1" = "0703 S" }
"#;

fn of_case(position: &str, actions: &str, until: Until) -> CaseWorked {
    let head = "game = 'insurrection'\nscenario = 'historical'\n[[case]]\nname = 'it'\nrules = ['11.7']\nwhy = 'it'\n";
    let text = format!("{head}actions = [{actions}]\n[case.position]\n{position}");
    let asked = CaseAsked {
        file: "it.toml",
        text: &text,
        case: None,
        players: Some(szala_kernel::BySide(["heuristic"; 2])),
        game: RunSeed(1).game(0),
        wanted: Wanted { action: None, until, passes: 100_000 },
    };
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let find =
        |name: &str, folder: &str| format!("{}/../../{folder}/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    SYSTEM.case_odds(&asked, &read, &find).expect("the case is sound")
}

/// The chance that a value ends so.
fn chance(worked: &CaseWorked, what: &str, whose: &str, to: &str) -> Fraction {
    let names = worked.game.faces();
    let is_so = |change: &szala_system::Changed| {
        change.what == what
            && szala_kernel::Naming::name(names, change.whose).to_string() == whose
            && szala_kernel::Naming::value(names, change.what, change.to).to_string() == to
    };
    let branches = worked.worked.branches.iter().filter(|branch| branch.changes.iter().any(is_so));
    branches.fold(Fraction::ZERO, |sum, branch| sum + branch.chance)
}

#[test]
fn r11_7_a_melee_has_the_odds_of_its_hundred_pairs() {
    let worked = of_case(MELEE, "'start'", Until::Settled);
    // The attacker wins with one more and a tie: his die is at least the other's less one, in all but the 36 pairs
    // where it is two and more below: 8 + 7 + ... + 1. [11.8] The losers take two losses.
    assert_eq!(chance(&worked, "losses", "1/I/7 pp lit.", "2"), Fraction::new(36, 100));
    assert_eq!(chance(&worked, "losses", "Narwa 1", "2"), Fraction::new(64, 100));
    // By six and more he takes none: his die is five and more above the other, 5 + 4 + 3 + 2 + 1 pairs.
    assert_eq!(chance(&worked, "losses", "1/I/7 pp lit.", "1"), Fraction::new(64 - 15, 100));
    // The defender wins by six and more where his die is seven and more above: 3 + 2 + 1 pairs.
    assert_eq!(chance(&worked, "losses", "Narwa 1", "1"), Fraction::new(36 - 6, 100));
}

#[test]
fn r10_11_a_retreat_follows_a_shell_and_ends_where_its_owner_likes() {
    let worked = of_case(SHELL, "'start', 'shell 0703: Polish guns'", Until::Settled);
    // 6 and 7 come to 7 and 8, a retreat; 8 and 9 are a loss and a retreat. Behind it lie 0802 and 0803.
    let retreats = ["0802", "0803"].map(|to| chance(&worked, "hex", "Narwa 1", to));
    assert_eq!(retreats[0] + retreats[1], Fraction::new(4, 10));
    assert_eq!(chance(&worked, "losses", "Narwa 1", "1"), Fraction::new(2, 10));
    let times = worked.worked.choices.iter().filter(|choice| choice.action.starts_with("retreat "));
    assert_eq!(times.fold(Fraction::ZERO, |sum, choice| sum + choice.times), Fraction::new(4, 10));
    // Up to the decision it has gone nowhere.
    let stopped = of_case(SHELL, "'start', 'shell 0703: Polish guns'", Until::Decisions(0));
    assert_eq!(chance(&stopped, "hex", "Narwa 1", "0802"), Fraction::ZERO);
    assert!(stopped.worked.choices.is_empty());
}

/// The same melee rolled and played on by the same players, many times.
#[test]
fn the_odds_of_a_melee_are_what_many_rolled_ones_come_to() {
    const GAMES: u32 = 20_000;
    let rules = historical();
    let opening = position(&rules, MELEE);
    let start = rules.parse_action("start").expect("the position waits for it");
    let read = |_: &str| Err("no file is read".to_owned());
    let seat = |side| Players::<Small>::player(&rules, "heuristic", side, &read).expect("a listed player");
    let mut players = Side::BOTH.map(seat);
    let mut list = ActionList::within(rules.limits());
    let mut fled = 0;
    for number in 0..GAMES {
        let mut state = opening;
        let mut table = Table::new(SeededDice::new(RunSeed(3).game(number.into())), ());
        rules.try_apply(&mut state, start, &mut table).expect("the position waits for it");
        while rules.outcome(&state).is_none() && !rules.is_settled(&state) {
            let side = rules.to_act(&state);
            let player = &mut players[side as usize];
            player.begin(&rules, RunSeed(1).game(0), side);
            let action = player.decide(&rules, &state, &mut list).expect("somebody is to decide");
            rules.apply(&mut state, action, &mut table);
        }
        fled += u32::from(rules.probe(&state, "Narwa 1.losses").as_deref() == Ok("2"));
    }
    // 64 of 100, deviation sqrt(20 000 * 0.64 * 0.36) = 68.
    assert!(fled.abs_diff(GAMES * 64 / 100) < 5 * 68, "{fled}");
}

/// Overall commanders name others and lead units in person, and the reserve may be kept off: no player knows that, and
/// those that need no thousand simulations play on.
#[test]
fn r4_4_and_r4_5_players_play_under_overall_commanders() {
    let rules = crate::testing::load_from("maciejowice-1794", "drill-command");
    let read = |_: &str| Err("no file is read".to_owned());
    let mut list = ActionList::within(rules.limits());
    let quick = [("uniform", 2000), ("greedy", 400), ("heuristic", 2000)];
    for (name, most) in quick.into_iter().chain([("search:8", 60)]) {
        let seat = |side| Players::<Small>::player(&rules, name, side, &read).expect("a listed player");
        let mut players = Side::BOTH.map(seat);
        let game = RunSeed(1794).game(0);
        for side in Side::BOTH {
            players[side as usize].begin(&rules, game, side);
        }
        // Both overall commanders are in the pool, and nobody else.
        let drawn = "phase = 'draw'\nfrom_scenario = true\npool = ['Kościuszko', 'Fersen']\n";
        let (mut state, mut table) = (position(&rules, drawn), Table::new(SeededDice::new(game), ()));
        let (mut decisions, mut named) = (0, 0);
        while rules.outcome(&state).is_none() && decisions < most {
            named += usize::from(matches!(state.task(), Task::Name | Task::InPerson));
            let player = &mut players[rules.to_act(&state) as usize];
            let action = player.decide(&rules, &state, &mut list).expect("somebody is to decide");
            rules.try_apply(&mut state, action, &mut table).unwrap_or_else(|why| panic!("{name}: {why:?}"));
            decisions += 1;
        }
        assert!(named > 0, "{name} has named nobody in {decisions} decisions");
    }
}

/// A column of this many games of scenario I with this change.
fn column(set: Option<&str>, what: &str, side: Option<Side>, games: u64) -> Vec<i32> {
    let path = format!("{}/../../scenarios/niemenczyn-1794/historical.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let changes = Changes(set.iter().map(|set| Change::Set((*set).to_owned())).collect());
    let game = SYSTEM.open(&path, &read, &changes).unwrap_or_else(|wrong| panic!("{wrong}")).game;
    let contest = game.seat(BySide(["heuristic"; 2]), &read).unwrap_or_else(|wrong| panic!("{}", wrong.why));
    let columns = game.columns();
    let is_it =
        |column: &Column| column.what == what && column.whose == side.map_or(Whose::Game, Whose::Side);
    let place = columns.iter().position(is_it).unwrap_or_else(|| panic!("no column {what} of {side:?}"));
    let mut stretch = Stretch::default();
    contest.worker().record_keyed(RunSeed(4), 0..games, &mut stretch);
    stretch.rows.chunks(columns.len()).map(|row| row[place]).collect()
}

/// [8.14] [8.15] [10.10.9] [4.4] But for the camp, which is still reached: it only makes no draw [13.1].
#[test]
fn an_event_that_is_switched_off_never_happens_though_it_does_else() {
    let game = Opened::<Players<Small>>::new(historical());
    let events: Vec<_> = game
        .switches()
        .into_iter()
        .filter_map(|switch| match switch.off {
            Off::Event(what, Some(side)) => Some((what, side, switch.set)),
            Off::Event(..) | Off::Ending(_) => None,
        })
        .collect();
    assert_eq!(events.len(), 8, "four things of either side");
    for (what, side, set) in events {
        let total = |set, games| column(set, what, Some(side), games).iter().sum::<i32>();
        // Russians charge about once in a hundred games.
        assert!(total(None, 600) > 0, "{what} of {side:?} happens in no game");
        assert_eq!(total(Some(&set), 100), 0, "{set}");
    }
}

#[test]
fn what_one_side_is_kept_from_stays_so_when_the_other_is_too() {
    let mut scenario = historical().scenario().clone();
    scenario.values.barred.charges[Side::First] = true;
    let game = Opened::<Players<Small>>::new(szala_insurrection::Insurrection::new(scenario));
    let sets: Vec<String> = game.switches().into_iter().map(|switch| switch.set).collect();
    assert!(sets.contains(&"barred.charges=Poles, Russians".to_owned()), "{sets:?}");
    assert!(!sets.contains(&"barred.charges=Poles".to_owned()), "{sets:?}");
}

#[test]
fn a_case_is_run_in_the_room_that_its_scenario_needs() {
    // Oronne has 60 counters, and the small room 32. [D-M12.3a] A company alone in a hex of the village takes it.
    let case = |holder: &str| {
        format!(
            "game = 'insurrection'\nbook = 'maciejowice-1794'\nscenario = 'scenarios/maciejowice-1794/oronne.toml'\n\
             [[case]]\nname = 'it'\nrules = ['12.3a']\nwhy = 'it'\nactions = ['start']\n\
             state = {{ \"1830.holder\" = '{holder}' }}\n[case.position]\nphase = 'reckoning'\n\
             units = {{ \"1/I/Uglicki\" = '1830 N' }}\n"
        )
    };
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let find = |name: &str, _: &str| format!("{}/../../{name}", env!("CARGO_MANIFEST_DIR"));
    let is_passed = |holder| {
        let report = SYSTEM.run_cases("it.toml", &case(holder), &read, &find);
        assert!(report.findings.is_empty(), "{report}");
        report.is_passed()
    };
    assert!(is_passed("Russians") && !is_passed("Poles"));
}
