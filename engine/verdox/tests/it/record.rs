//! The row of a game, computed by hand from the map and the rules, column by column.

use szala_files::case::Casebook;
use szala_kernel::dice::{Scripted, ScriptedDice};
use szala_kernel::record::{ABSENT, Recorded, Whose};
use szala_kernel::{ActionList, BySide, Notation, Rule, Rules, Side, Table, rule};
use szala_verdox::{Scenario, Verdox};

use crate::common::load;

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
const OF_GAME: [(&str, i32); 6] =
    [("leads", 0), ("end_turn", 2), ("turns", 2), ("first_loss", 1), ("breaches", 1), ("barges_lost", 1)];
const OF_SIDES: [(&str, [i32; 2]); 16] = [
    ("entered", [4, 5]),
    // Cavalry on 0704, infantry in the swamp.
    ("lost", [0, 2]),
    ("horses", [1, 0]),
    ("sunk", [0, 1]),
    // Infantry and riflemen; mounted rifles.
    ("attacks", [2, 1]),
    // A gate and a barge.
    ("batteries", [2, 0]),
    // Aboard and ashore, without the barge's own move; one of cavalry, none of units that sank.
    ("steps", [2, 1]),
    ("boarded", [1, 0]),
    // Infantry on 0116 never did anything.
    ("hidden", [0, 1]),
    // [7.1.2, 7.2.2, 7.6.2, 7.7.5] 10 + 10 + 20 + 150 + 5; [7.1.2, 7.4.2, 7.5.2] 10 + 40 + 60.
    ("value", [195, 110]),
    // [7.4.4] The cavalry without horses is infantry.
    ("infantry", [2, 1]),
    ("riflemen", [1, 0]),
    ("grenadiers", [0, 0]),
    ("cavalry", [0, 1]),
    ("mounted_rifles", [0, 1]),
    ("artillery", [1, 0]),
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

/// The columns of a game of two turns that is played on the drill ground with these decisions, and with these dice
/// after the lots, which the Hasbergs win.
fn told_of(
    forces: [[u8; 6]; 2],
    waves: [u8; 2],
    game: &str,
    dice: &[(Rule, u16)],
) -> Vec<((&'static str, Whose), i32)> {
    let mut scenario = Scenario { turns: Some(2), ..load("drill").scenario().clone() };
    scenario.waves.columns = 16;
    [scenario.waves.first, scenario.waves.next] = waves;
    scenario.forces = BySide(forces);
    let rules = Verdox::new(scenario);
    let hasbergs = rules.parse_subject("Hasbergs").expect("the name is that of a side");
    let script = [(rule!("2.1"), hasbergs.0)].into_iter().chain(dice.iter().copied());
    let dice = ScriptedDice::new(script.map(|(rule, face)| Scripted { rule: Some(rule), face }));
    let mut table = Table::new(dice, rules.notes());
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    for said in game.split(['\n', ',']).map(str::trim) {
        let action = rules.parse_action(said).unwrap_or_else(|error| panic!("{said}: {error}"));
        list.clear();
        rules.actions(&state, &mut list);
        assert!(list.contains(&action), "{said} is legal");
        rules.note_decision(&mut table.journal, &state, action);
        rules.apply(&mut state, action, &mut table);
    }
    assert!(rules.outcome(&state).is_some(), "two turns are over");
    table.dice.finish().expect("every die was asked for");

    let columns = rules.columns();
    let mut row = vec![0; columns.len()];
    rules.write_row(&mut table.journal, &state, &mut row);
    columns.iter().map(|column| (column.what, column.whose.clone())).zip(row).collect()
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

#[test]
fn a_row_is_what_is_reckoned_by_hand() {
    let forces = [[1, 1, 0, 1, 0, 1], [2, 0, 0, 2, 1, 0]];
    let of_game = OF_GAME.map(|(what, value)| ((what, Whose::Game), value));
    let of_sides = OF_SIDES
        .into_iter()
        .flat_map(|(what, values)| Side::BOTH.map(|side| ((what, Whose::Side(side)), values[side as usize])));
    let reckoned: Vec<_> = of_game.into_iter().chain(of_sides).chain(of_units(STAYS)).collect();
    assert_eq!(told_of(forces, [10, 5], GAME, &DICE), reckoned);
}

/// [2.4] [7.4.4]
#[test]
fn who_comes_in_later_is_told_by_the_turn_and_a_rider_by_what_he_was() {
    let mut told = told_of([[4, 0, 0, 0, 0, 0], [1, 0, 0, 1, 0, 0]], [1, 1], WAVES, &DICE_OF_WAVES);
    told.retain(|((_, whose), _)| matches!(whose, Whose::OneOf(..)));
    assert_eq!(told, of_units(STAYS_OF_WAVES));
}
