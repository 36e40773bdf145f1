//! The row of a game, reckoned by hand from the map and the rules, column by column.

use szala_kernel::case::Casebook;
use szala_kernel::dice::{Scripted, ScriptedDice};
use szala_kernel::record::{Recorded, Whose};
use szala_kernel::{ActionList, BySide, Notation, Rule, Rules, Side, Table, rule};
use szala_verdox::{Scenario, Verdox};

use crate::common::load;

/// Both sides come in where they like on the drill ground, and have two turns.
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

/// Behind the lots, which the Hasbergs win [2.1].
const DICE: [(Rule, u16); 6] = [
    (rule!("6.10.8"), 1),
    (rule!("3.11"), 1),
    (rule!("3.11"), 4),
    (rule!("6.9.5"), 1),
    (rule!("3.11"), 2),
    (rule!("7.7.7"), 2),
];

/// What stands in the row of a game as a whole, and for the Hasbergs and the Askans.
const OF_GAME: [(&str, i32); 5] =
    [("leads", 0), ("turns", 2), ("first_loss", 1), ("breaches", 1), ("barges_lost", 1)];
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
    // Aboard and ashore, not the barge's own move; one of cavalry, none of who sank.
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

#[test]
fn a_row_is_what_is_reckoned_by_hand() {
    let mut scenario = Scenario { turns: Some(2), ..load("drill").scenario().clone() };
    scenario.waves.columns = 16;
    scenario.forces = BySide([[1, 1, 0, 1, 0, 1], [2, 0, 0, 2, 1, 0]]);
    let rules = Verdox::new(scenario);
    let hasbergs = rules.parse_subject("Hasbergs").expect("a side");
    let script = [(rule!("2.1"), hasbergs.0)].into_iter().chain(DICE);
    let dice = ScriptedDice::new(script.map(|(rule, face)| Scripted { rule: Some(rule), face }));
    let mut table = Table::new(dice, rules.notes());
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    for said in GAME.split(['\n', ',']).map(str::trim) {
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
    let written: Vec<_> = columns.iter().map(|column| (column.what, column.whose.clone())).zip(row).collect();
    let of_game = OF_GAME.map(|(what, value)| ((what, Whose::Game), value));
    let of_sides = OF_SIDES
        .into_iter()
        .flat_map(|(what, values)| Side::BOTH.map(|side| ((what, Whose::Side(side)), values[side as usize])));
    let reckoned: Vec<_> = of_game.into_iter().chain(of_sides).collect();
    assert_eq!(written, reckoned);
}
