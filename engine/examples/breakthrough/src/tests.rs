//! Each rule, tested on small positions; and the suite that every rule system passes.

use szala_kernel::dice::SeededDice;
use szala_kernel::{IllegalAction, Notation, Play, RunSeed};

use super::*;

szala_kernel::conformance!(breakthrough, Breakthrough, playing: 200, recording: 50, pairing: 50, picturing: 20);

#[test]
fn every_rule_case_passes() {
    let text = include_str!("../cases/breakthrough.toml");
    let report =
        szala_files::case::run_file("breakthrough.toml", text, Some("breakthrough"), |_| Ok(Breakthrough));
    assert!(report.is_passed(), "{report}");
}

/// A position from a drawing: rows 8 to 1, separated by blanks, `b` and `w` for men.
fn position(to_act: Side, drawing: &str) -> State {
    let state = State::drawn(drawing, to_act).expect("a drawing of 64 squares");
    Breakthrough.audit(&state).expect("a position that can be");
    state
}

/// The legal steps as they are written.
fn legal(state: &State) -> Vec<String> {
    let mut list = ActionList::within(Breakthrough.limits());
    Breakthrough.actions(state, &mut list);
    list.iter().map(|step| Breakthrough.say(*step).to_string()).collect()
}

/// Takes a step, or returns the rule that forbids it.
fn step(state: &mut State, text: &str) -> Result<(), Rule> {
    let step = Breakthrough.parse_action(text).expect("the test writes a valid step");
    let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
    Breakthrough.try_apply(state, step, &mut table).map_err(|IllegalAction { rule, .. }| rule)
}

fn ended(state: &State) -> Option<(Option<Side>, Rule)> {
    Breakthrough.outcome(state).map(|outcome| (outcome.winner, outcome.rule))
}

/// The number of ways to play this many steps from a position.
fn lines(state: &State, steps: u32) -> u64 {
    let mut list = ActionList::within(Breakthrough.limits());
    Breakthrough.actions(state, &mut list);
    if steps == 1 {
        return list.len() as u64;
    }
    let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
    let after = |step| {
        let mut state = state.clone();
        Breakthrough.apply(&mut state, step, &mut table);
        lines(&state, steps - 1)
    };
    list.iter().copied().map(after).sum()
}

/// [1.1] [2.1] Of the men in front, six have three steps and the two at the edges two; nobody behind can step, and no
/// two men can meet in the first two turns: 6 * 3 + 2 * 2 = 22, and 22 * 22 = 484.
#[test]
fn the_front_rows_step_first() {
    let opening = Breakthrough.opening();
    assert_eq!((lines(&opening, 1), lines(&opening, 2)), (22, 484));
    assert_eq!(legal(&opening)[..3], ["a7a6", "a7b6", "b7a6"]);
}

/// [1.2]
#[test]
fn the_sides_step_in_turns_with_men_of_their_own() {
    let mut state = Breakthrough.opening();
    assert_eq!(step(&mut state, "e2e3"), Err(rule!("1.2")));
    assert_eq!(step(&mut state, "e5e4"), Err(rule!("1.2")));
    assert_eq!(step(&mut state, "e7e6"), Ok(()));
    assert_eq!(step(&mut state, "d7d6"), Err(rule!("1.2")));
    assert_eq!(step(&mut state, "e2e3"), Ok(()));
}

/// [2.1]
#[test]
fn a_man_steps_forward_one_square_onto_no_man_of_his_own() {
    let drawing = "........ ........ ........ ...bb... ...b.... ........ ........ w.......";
    let mut state = position(Side::First, drawing);
    assert_eq!(legal(&state), ["d5c4", "d5e4", "e5e4", "e5f4", "d4c3", "d4d3", "d4e3"]);
    for backward_aside_far_or_occupied in ["d4d5", "d4e4", "d4d2", "d4b3", "d5d4", "e5d4"] {
        assert_eq!(step(&mut state, backward_aside_far_or_occupied), Err(rule!("2.1")));
    }
}

/// [2.1] The board ends at its edges, and does not wrap around.
#[test]
fn a_man_at_an_edge_has_two_ways() {
    let drawing = "........ ........ ........ b......w ........ ........ ........ ........";
    assert_eq!(legal(&position(Side::First, drawing)), ["a5a4", "a5b4"]);
    assert_eq!(legal(&position(Side::Second, drawing)), ["h5g6", "h5h6"]);
}

/// [2.2]
#[test]
fn an_enemy_is_taken_aslant_and_not_straight_ahead() {
    let drawing = "........ ........ ........ ........ ..bbb... ...w.... ........ ........";
    let mut state = position(Side::Second, drawing);
    assert_eq!(legal(&state), ["d3c4", "d3e4"]);
    assert_eq!(step(&mut state, "d3d4"), Err(rule!("2.2")));
    assert_eq!(step(&mut state, "d3b4"), Err(rule!("2.1")), "too far aside");
    assert_eq!(step(&mut state, "d3c4"), Ok(()));
    assert_eq!(
        state,
        position(Side::First, "........ ........ ........ ........ ..wbb... ........ ........ ........")
    );
}

/// [3.1]
#[test]
fn a_man_in_the_far_row_wins_for_his_side() {
    let drawing = "........ .....w.. ........ ........ ........ ........ ..b..... ........";
    for (side, last) in [(Side::First, "c2b1"), (Side::Second, "f7g8")] {
        let mut state = position(side, drawing);
        assert_eq!(ended(&state), None, "one row is left");
        assert_eq!(step(&mut state, last), Ok(()));
        assert_eq!(ended(&state), Some((Some(side), rule!("3.1"))));
        let answer = if side == Side::First { "f7f8" } else { "c2c1" };
        assert_eq!(step(&mut state, answer), Err(rule!("3.1")), "the game is over");
    }
}

/// [3.2]
#[test]
fn the_last_man_taken_loses_the_game() {
    let drawing = "........ ........ ........ ..b..... .w.w.... ........ ........ ........";
    let mut state = position(Side::First, drawing);
    assert_eq!(step(&mut state, "c5b4"), Ok(()));
    assert_eq!(ended(&state), None, "one man is left");
    assert_eq!(step(&mut state, "d4d5"), Ok(()));
    let mut state =
        position(Side::Second, "........ ........ ........ ..b..... ...w.... ........ ........ ........");
    assert_eq!(step(&mut state, "d4c5"), Ok(()));
    assert_eq!(ended(&state), Some((Some(Side::Second), rule!("3.2"))));
}

/// The board with its walls, a count for each side, whose turn it is and whether a man is through: a position is
/// copied whenever it is kept.
#[test]
fn a_position_is_a_byte_for_each_place_and_four_more() {
    assert_eq!(size_of::<State>(), 8 * (8 + 2) + 2 + 1 + 1);
}

/// [2.2] What the tables of units and events have: White takes a man on c4, and a step onto a free square is no event.
#[test]
fn a_tale_is_of_men_taken() {
    use szala_kernel::tale::{Happening, Teller, What};
    let mut state =
        position(Side::Second, "........ ........ ........ ........ ..bbb... ...w.... ........ ........");
    let mut teller = Teller::new(&Breakthrough);
    let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), &mut teller);
    for text in ["d3c4", "e4e3"] {
        let step = Breakthrough.parse_action(text).expect("a step");
        Breakthrough.apply(&mut state, step, &mut table);
    }
    let taken = Happening::new(What::Loss, 1, rule!("2.2"), Side::First)
        .by(notation::men(Side::Second))
        .on(notation::men(Side::First))
        .at(Square::parse("c4").expect("a square").subject());
    assert_eq!(teller.tale.rows(), [taken]);
}
