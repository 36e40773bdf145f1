//! The row of a game, computed by hand from the map and the rules, column by column.

use std::collections::BTreeMap;

use szala_files::case::Casebook;
use szala_kernel::conformance::ByChance;
use szala_kernel::dice::{Scripted, ScriptedDice, SeededDice};
use szala_kernel::record::{ABSENT, GAINED, POINTS, Recorded, Whose};
use szala_kernel::tale::{Happening, Tale, Teller};
use szala_kernel::{
    ActionList, BySide, Names, Naming, Notation, Outcome, Rule, Rules, RunSeed, Side, Subject, Table, rule,
};
use szala_verdox::{Action, Bar, Scenario, State, Verdox};

use crate::common::{choose_boldly, load, load_with};

/// Both sides come in where they like on the drill ground, and play two turns.
///
/// Turn 1, the Hasbergs: their cavalry takes barge 1 and goes ashore behind it; their guns bring the gate down; their
/// infantry kills cavalry on 0704; their riflemen miss the cavalry on 0606; the barge sails. The Askans: infantry sinks
/// in the swamp; the cavalry makes one step; the mounted rifles shoot the horses of the Hasbergs' cavalry. Turn 2: the
/// guns sink barge 2.
const GAME: &str = "draw lots
    muster infantry, enter 0703, muster cavalry, enter 0707, muster riflemen, enter 0603, muster artillery, enter 0505
    muster cavalry, enter 0704, muster cavalry, enter 0606, muster mounted rifles, enter 0711
    muster infantry, enter 0210, muster infantry, enter 0116
    pick 0707, step 0708, step 0709
    pick 0505, batter 0512
    pick 0703, attack 0704
    pick 0603, attack 0606
    sail 0708-0808
    pick 0210, step 0211
    pick 0606, step 0605, hold
    pick 0711, attack 0709
    done
    pick 0505, sink 0208
    done
    done";

/// After the lots, which the Hasbergs win [2.1].
const DICE: [(Rule, u16); 6] = [
    (rule!("6.10.8"), 1),
    (rule!("3.11"), 1),
    (rule!("3.11"), 4),
    (rule!("6.9.5"), 1),
    (rule!("3.11"), 2),
    (rule!("7.7.7"), 2),
];

/// The row of a game as a whole, and for the Hasbergs and the Askans.
const OF_GAME: [(&str, i32); 4] = [("leads", 0), ("end_turn", 2), ("turns", 2), ("first_loss", 1)];
const OF_SIDES: [(&str, [i32; 2]); 20] = [
    ("entered", [4, 5]),
    // Cavalry on 0704, infantry in the swamp.
    ("units_lost", [0, 2]),
    ("horses_lost", [1, 0]),
    ("units_sunk", [0, 1]),
    // Infantry.
    ("assaults", [1, 0]),
    // Riflemen; mounted rifles.
    ("shots", [1, 1]),
    // A gate, and a barge.
    ("shots_at_walls", [1, 0]),
    ("breaches", [1, 0]),
    ("shots_at_barges", [1, 0]),
    ("barges_sunk", [1, 0]),
    ("barges_taken", [1, 0]),
    // Aboard and ashore, without the barge's own move; one of cavalry, none of units that sank.
    ("steps", [2, 1]),
    // Infantry on 0116 never did anything.
    ("hidden", [0, 1]),
    // [7.1.2, 7.2.2, 7.6.2, 7.7.5] 10 + 10 + 20 + 150 + 5; [7.1.2, 7.4.2, 7.5.2] 10 + 40 + 60.
    ("value", [195, 110]),
    // [7.4.4] The cavalry without horses is infantry.
    ("infantry_left", [2, 1]),
    ("riflemen_left", [1, 0]),
    ("grenadiers_left", [0, 0]),
    ("cavalry_left", [0, 1]),
    ("mounted_rifles_left", [0, 1]),
    ("artillery_left", [1, 0]),
];

/// The units of each kind and side in the order in which they came in: the turn in which they came in, and in which
/// they were lost.
type Stays = [(&'static str, Side, [i32; 2])];
/// All were set up. Infantry of the Askans sank and cavalry of theirs was killed, both in turn 1; the cavalry of the
/// Hasbergs lost its horse, and is there still.
const STAYS: &Stays = &[
    ("infantry 1", Side::First, [1, ABSENT]),
    ("infantry 1", Side::Second, [1, 1]),
    ("infantry 2", Side::Second, [1, ABSENT]),
    ("riflemen 1", Side::First, [1, ABSENT]),
    ("cavalry 1", Side::First, [1, ABSENT]),
    ("cavalry 1", Side::Second, [1, 1]),
    ("cavalry 2", Side::Second, [1, ABSENT]),
    ("mounted rifles 1", Side::Second, [1, ABSENT]),
    ("artillery 1", Side::First, [1, ABSENT]),
];

/// What the kinds won, and what the turns made of the lead: 195 - 110 = 85.
type Parts = (&'static [(&'static str, Side, i32)], [i32; 2]);
const PARTS: Parts = (
    &[
        // Cavalry killed: 40.
        ("infantry", Side::First, 40),
        // One more than the Hasbergs have, 10; one sank.
        ("infantry", Side::Second, 0),
        // The Askans have none.
        ("riflemen", Side::First, 20),
        // A barge.
        ("cavalry", Side::First, 5),
        // One more.
        ("cavalry", Side::Second, 40),
        // The Hasbergs have none, 60; horses, by which cavalry is worth 40 - 10 more.
        ("mounted rifles", Side::Second, 90),
        // The Askans have none; the barge that it sank was nobody's.
        ("artillery", Side::First, 150),
    ],
    // 180 - 120 at the start, the barge, the cavalry, what sank, the horses: 60 + 5 + 40 + 10 - 30.
    [85, 0],
);

/// One unit a side is set up, and one comes in a turn.
///
/// Turn 1: infantry of the Hasbergs shoots the horse of the only cavalry; that kills it on foot. Turn 2: the second
/// infantry of the Hasbergs, which came in in turn 1, kills the former cavalry; the third comes in. The fourth never
/// does.
const WAVES: &str = "draw lots
    muster infantry, enter 0703
    muster cavalry, enter 0704
    pick 0703, attack 0704
    muster infantry, enter 0604
    pick 0704, attack 0703
    muster infantry, enter 0110
    pick 0604, attack 0704
    muster infantry, enter 0703
    done";
const DICE_OF_WAVES: [(Rule, u16); 3] = [(rule!("3.11"), 2), (rule!("3.11"), 1), (rule!("3.11"), 1)];
const STAYS_OF_WAVES: &Stays = &[
    ("infantry 1", Side::First, [1, 1]),
    ("infantry 2", Side::First, [1, ABSENT]),
    ("infantry 3", Side::First, [2, ABSENT]),
    ("infantry 4", Side::First, [ABSENT, ABSENT]),
    ("infantry 1", Side::Second, [1, ABSENT]),
    ("cavalry 1", Side::Second, [1, 2]),
];

/// 20 - 10 = 10 on the map at the end.
const PARTS_OF_WAVES: Parts = (
    &[
        // Three more than the Askans have, 30; the horses, 30; the riders on foot, 10; the fourth waits, 10.
        ("infantry", Side::First, 60),
        ("infantry", Side::Second, 0),
        // The Hasbergs have none, 40; on foot it killed infantry, and counts as cavalry.
        ("cavalry", Side::Second, 50),
    ],
    // 40 - 50 at the start, the horses, the first infantry: -10 + 30 - 10; then the riders, and who waits.
    [10, 0],
);

/// The columns of a game of two turns that is played on the drill ground with these decisions, and with these dice
/// after the lots, which the Hasbergs win.
fn told_of(
    forces: [[u8; 6]; 2],
    waves: [u8; 2],
    game: &str,
    dice: &[(Rule, u16)],
) -> Vec<((&'static str, Whose), i32)> {
    let (rules, (_, mut notes), state) = played_out(forces, waves, game, dice);
    let columns = rules.columns();
    let mut row = vec![0; columns.len()];
    rules.write_row(&mut notes, &state, &mut row);
    columns.iter().map(|column| (column.what, column.whose.clone())).zip(row).collect()
}

/// The game itself: its rules, its tale, its notes and its last position.
fn played_out(
    forces: [[u8; 6]; 2],
    waves: [u8; 2],
    game: &str,
    dice: &[(Rule, u16)],
) -> (Verdox, (Tale, <Verdox as Recorded>::Notes), State) {
    let mut scenario = Scenario { turns: Some(2), ..load("drill").scenario().clone() };
    scenario.waves.columns = 16;
    [scenario.waves.first, scenario.waves.next] = waves;
    scenario.forces = BySide(forces);
    let rules = Verdox::new(scenario);
    let hasbergs = rules.parse_subject("Hasbergs").expect("the name is that of a side");
    let script = [(rule!("2.1"), hasbergs.0)].into_iter().chain(dice.iter().copied());
    let dice = ScriptedDice::new(script.map(|(rule, face)| Scripted { rule: Some(rule), face }));
    let mut table = Table::new(dice, Teller::new(&rules));
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    for said in game.split(['\n', ',']).map(str::trim) {
        let action = rules.parse_action(said).unwrap_or_else(|error| panic!("{said}: {error}"));
        list.clear();
        rules.actions(&state, &mut list);
        assert!(list.contains(&action), "{said} is legal");
        table.journal.decided(&state, action);
        rules.apply(&mut state, action, &mut table);
    }
    assert!(rules.outcome(&state).is_some(), "two turns are over");
    table.dice.finish().expect("every die was asked for");
    let told = (table.journal.tale, table.journal.notes);
    (rules, told, state)
}

/// The tale of [`GAME`]: by whom and to whom, in the words of the text above; counters are numbered by entry. Set-up
/// counts for turn 1.
const TALE: [&str; 22] = [
    "1 entry, Hasbergs: - on Hasbergs 1 at 0703 [2.2] 1",
    "1 entry, Hasbergs: - on Hasbergs 2 at 0707 [2.2] 1",
    "1 entry, Hasbergs: - on Hasbergs 3 at 0603 [2.2] 1",
    "1 entry, Hasbergs: - on Hasbergs 4 at 0505 [2.2] 1",
    "1 entry, Askans: - on Askans 1 at 0704 [2.2] 1",
    "1 entry, Askans: - on Askans 2 at 0606 [2.2] 1",
    "1 entry, Askans: - on Askans 3 at 0711 [2.2] 1",
    "1 entry, Askans: - on Askans 4 at 0210 [2.2] 1",
    "1 entry, Askans: - on Askans 5 at 0116 [2.2] 1",
    // [7.7.5] A barge is worth 5.
    "1 point, Hasbergs: Hasbergs 2 on barge 1 at - [7.7.4] 5",
    "1 shot at a wall, Hasbergs: Hasbergs 4 on 0512 at - [6.10.8] 1",
    // [7.1.1] Infantry fights hand to hand; [7.4.4] cavalry is lost on a 1, and is worth 40.
    "1 melee, Hasbergs: Hasbergs 1 on Askans 1 at - [7.1.1] 1",
    "1 loss unit, Askans: Hasbergs 1 on Askans 1 at - [7.4.4] 1",
    "1 end lost, Askans: - on Askans 1 at - [7.4.4] 1",
    "1 point, Hasbergs: Hasbergs 1 on Askans 1 at - [7.4.4] 40",
    "1 shot at a unit, Hasbergs: Hasbergs 3 on Askans 2 at - [3.11] 1",
    // [6.9.5] Infantry sinks by its own step, and costs its side 10.
    "1 loss unit, Askans: Askans 4 on Askans 4 at - [6.9.5] 1",
    "1 end lost, Askans: - on Askans 4 at - [6.9.5] 1",
    "1 point, Hasbergs: Askans 4 on Askans 4 at - [6.9.5] 10",
    "1 shot at a unit, Askans: Askans 3 on Hasbergs 2 at - [3.11] 1",
    // [7.4.4] On a 2 only the horse, and the rider is worth 10 on foot.
    "1 loss horse, Hasbergs: Askans 3 on Hasbergs 2 at - [7.4.4] 1",
    "1 point, Askans: Askans 3 on Hasbergs 2 at - [7.4.4] 30",
];
/// In turn 2 a barge is sunk that was nobody's.
const END_OF_TALE: [&str; 2] = [
    "2 shot at a barge, Hasbergs: Hasbergs 4 on barge 2 at - [7.7.7] 1",
    "2 loss barge, nobody: Hasbergs 4 on barge 2 at - [7.7.7] 1",
];

#[test]
fn a_tale_is_what_the_game_was() {
    let forces = [[1, 1, 0, 1, 0, 1], [2, 0, 0, 2, 1, 0]];
    let (rules, (tale, _), state) = played_out(forces, [10, 5], GAME, &DICE);
    let line = |row: &Happening| {
        let name = |subject| {
            if subject == Subject::NONE { "-".to_owned() } else { rules.name(subject).to_string() }
        };
        let how = if row.how.is_empty() { String::new() } else { format!(" {}", row.how) };
        let side = row.side.map_or("nobody", |side| rules.side_name(side));
        let rule = row.rule.expect("everything has its rule");
        let [by, on, at] = [row.by, row.on, row.at].map(name);
        format!(
            "{} {}{how}, {side}: {by} on {on} at {at} [{rule}] {}",
            row.stage,
            row.what.name(),
            row.amount
        )
    };
    let lines: Vec<String> = tale.rows().iter().map(line).collect();
    assert_eq!(lines, [&TALE[..], &END_OF_TALE].concat());

    // Units of a kind are numbered in the order in which they came in; [7.4.4] a rider on foot is still cavalry.
    let named = rules.members().into_iter().zip(rules.cast(&state));
    let named: Vec<_> = named.map(|(member, one)| format!("{}: {}", member.name, rules.name(one))).collect();
    let expected = [
        "Hasbergs infantry 1: Hasbergs 1",
        "Askans infantry 1: Askans 4",
        "Askans infantry 2: Askans 5",
        "Hasbergs riflemen 1: Hasbergs 3",
        "Hasbergs cavalry 1: Hasbergs 2",
        "Askans cavalry 1: Askans 1",
        "Askans cavalry 2: Askans 2",
        "Askans mounted rifles 1: Askans 3",
        "Hasbergs artillery 1: Hasbergs 4",
    ];
    assert_eq!(named, expected);
}

/// The columns of units, as computed by hand.
fn of_units(stays: &Stays) -> Vec<((&'static str, Whose), i32)> {
    let columns = stays.iter().flat_map(|&(name, side, turns)| {
        let (group, number) = name.rsplit_once(' ').expect("a kind and a number");
        let whose = Whose::OneOf(side, group.to_owned(), number.parse().expect("the text is a number"));
        ["entered_turn", "lost_turn"]
            .into_iter()
            .zip(turns)
            .map(move |(what, turn)| ((what, whose.clone()), turn))
    });
    columns.collect()
}

/// The columns of what makes the lead, as computed by hand.
fn of_parts((kinds, turns): Parts) -> Vec<((&'static str, Whose), i32)> {
    let kinds =
        kinds.iter().map(|(kind, side, won)| ((POINTS, Whose::AllOf(*side, (*kind).to_owned())), *won));
    let turns = (1..).zip(turns).map(|(turn, gained)| ((GAINED, Whose::Stage(turn)), gained));
    kinds.chain(turns).collect()
}

#[test]
fn a_row_is_what_is_reckoned_by_hand() {
    let forces = [[1, 1, 0, 1, 0, 1], [2, 0, 0, 2, 1, 0]];
    let of_game = OF_GAME.map(|(what, value)| ((what, Whose::Game), value));
    let of_sides = OF_SIDES
        .into_iter()
        .flat_map(|(what, values)| Side::BOTH.map(|side| ((what, Whose::Side(side)), values[side as usize])));
    let parts = of_parts(PARTS);
    let reckoned: Vec<_> = of_game.into_iter().chain(of_sides).chain(of_units(STAYS)).chain(parts).collect();
    assert_eq!(told_of(forces, [10, 5], GAME, &DICE), reckoned);
}

/// [2.4] [7.4.4]
#[test]
fn who_comes_in_later_is_told_by_the_turn_and_a_rider_by_what_he_was() {
    let mut told = told_of([[4, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0]], [1, 1], WAVES, &DICE_OF_WAVES);
    told.retain(|((_, whose), _)| !matches!(whose, Whose::Game | Whose::Side(_)));
    assert_eq!(told, [of_units(STAYS_OF_WAVES), of_parts(PARTS_OF_WAVES)].concat());
}

/// What was recorded of a game between two bold players, and its end.
fn recorded(rules: &Verdox, number: u64, list: &mut ActionList<Action>) -> (Vec<i32>, Outcome) {
    let game = RunSeed(1809).game(number);
    let mut table = Table::new(SeededDice::new(game), rules.notes());
    let mut players = ByChance::new(game);
    let mut state = rules.opening();
    while rules.outcome(&state).is_none() {
        list.clear();
        rules.actions(&state, list);
        let action = list[choose_boldly(rules, &state, list, &mut players)];
        rules.note_decision(&mut table.journal, &state, action);
        rules.apply(&mut state, action, &mut table);
    }
    let mut row = vec![0; rules.columns().len()];
    rules.write_row(&mut table.journal, &state, &mut row);
    (row, rules.outcome(&state).expect("the game is over"))
}

/// [4.3] [D-4.3c] However a game ends, and whatever the sides have: what the units won, and what was gained in the
/// turns, is the lead.
#[test]
fn what_units_won_and_what_turns_gained_makes_the_lead_of_every_game() {
    const SCENARIOS: [(&str, &[&str], u64); 7] = [
        ("drill", &[], 400),
        ("drill-otherwise", &[], 12),
        ("drill-diagonal", &[], 60),
        // The sides have other forces, riders are worth less than on foot, most units wait at the end.
        (
            "drill",
            &["forces.Askans.artillery=0", "forces.Hasbergs.infantry=40", "kinds.cavalry.value=5", "turns=6"],
            100,
        ),
        ("drill", &["barred.headquarters_taken=Hasbergs, Askans", "turns=60", "kinds.barge.value=90"], 60),
        // A side that has lost all on the map has lost, whatever waits.
        ("drill", &["switches.reserve=is no help", "waves.first=2", "waves.next=0", "turns=90"], 60),
        ("fortress", &[], 12),
    ];
    let mut ends = BTreeMap::new();
    for (scenario, sets, games) in SCENARIOS {
        let rules = load_with(scenario, sets).unwrap_or_else(|problems| panic!("{problems}"));
        let mut list = ActionList::within(rules.limits());
        let columns = rules.columns();
        for number in 0..games {
            let (row, Outcome { lead, rule, .. }) = recorded(&rules, number, &mut list);
            let (mut of_units, mut of_turns) = (0, 0);
            for (column, value) in columns.iter().zip(row) {
                match (column.what, &column.whose) {
                    (POINTS, Whose::AllOf(side, _)) => of_units += side.sign() * value,
                    (GAINED, Whose::Stage(_)) => of_turns += value,
                    _ => (),
                }
            }
            assert_eq!((of_units, of_turns), (lead, lead), "game {number} of {scenario} {sets:?} by {rule}");
            *ends.entry(rule.to_string()).or_insert(0) += u32::from(lead != 0);
        }
    }
    assert!(["4.1", "4.2", "4.3"].iter().all(|rule| ends[*rule] > 5), "{ends:?}");
}

/// [D-3.10d] [D-3.10e] [D-3.11a] [D-3.11b] [D-6.9b] [D-6.10g] [D-7.7i] [D-7.7j]
/// What a side is kept from is nothing in its column, where it is something otherwise; and something in the other
/// side's.
#[test]
fn what_a_side_is_kept_from_never_happens_to_it() {
    let of_column = |rules: &Verdox, what: &str| -> [i32; 2] {
        let mut list = ActionList::within(rules.limits());
        let columns = rules.columns();
        let place = |side| columns.iter().position(|one| one.what == what && one.whose == Whose::Side(side));
        let places = Side::BOTH.map(|side| place(side).expect("each side has the column"));
        let mut sums = [0; 2];
        for number in 0..60 {
            let (row, _) = recorded(rules, number, &mut list);
            for (sum, place) in sums.iter_mut().zip(places) {
                *sum += row[place];
            }
        }
        sums
    };
    for bar in Bar::ALL.into_iter().filter(|bar| *bar != Bar::HeadquartersTaken) {
        let name = bar.name();
        let set = format!("barred.{name}=Askans");
        let [as_it_is, kept] = [&[][..], &[&*set]].map(|sets| {
            let wide = [&["kinds.artillery.range=12", "turns=40"], sets].concat();
            load_with("drill", &wide).unwrap_or_else(|problems| panic!("{problems}"))
        });
        let before = of_column(&as_it_is, name);
        let after = of_column(&kept, name);
        assert!(before.iter().all(|sum| *sum > 0), "{name}: {before:?}");
        assert!(after[0] > 0 && after[1] == 0, "{name}: {after:?}");
    }
}
