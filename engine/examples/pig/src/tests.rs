//! Each rule, tested with scripted dice; and the suite that every rule system passes.

use szala_kernel::dice::{Scripted, ScriptedDice};
use szala_kernel::{IllegalAction, Play};

use super::*;

szala_kernel::conformance!(pig, Pig, playing: 1000, recording: 100, pairing: 200, picturing: 100);

#[test]
fn every_rule_case_passes() {
    let text = include_str!("../cases/pig.toml");
    let report = szala_files::case::run_file("pig.toml", text, Some("pig"), |_| Ok(Pig));
    assert!(report.is_passed(), "{report}");
}

/// Carries out actions with these faces, and returns the rule that forbids one of them. All faces must be used.
fn play(state: &mut State, actions: &[Action], faces: &[u16]) -> Result<(), Rule> {
    let script = faces.iter().map(|&face| Scripted { rule: Some(rule!("2.1")), face });
    let mut table = Table::new(ScriptedDice::new(script), ());
    for action in actions {
        Pig.try_apply(state, *action, &mut table).map_err(|IllegalAction { rule, .. }| rule)?;
    }
    assert!(table.dice.finish().is_ok(), "all faces were asked for");
    Ok(())
}

fn position(points: [u8; 2], turn: u8, decisions: u16) -> State {
    let state = State { points: BySide(points), to_act: Side::First, turn, decisions };
    Pig.audit(&state).expect("a position that can be");
    state
}

fn legal(state: &State) -> Vec<Action> {
    let mut list = ActionList::within(Pig.limits());
    Pig.actions(state, &mut list);
    list.to_vec()
}

fn ended(state: &State) -> Option<(Option<Side>, Rule)> {
    Pig.outcome(state).map(|outcome| (outcome.winner, outcome.rule))
}

use Action::{Roll, Stop};

/// [1.1] [1.2]
#[test]
fn the_first_side_begins_without_points_and_rolls_or_stops() {
    let opening = Pig.opening();
    assert_eq!(opening, position([0, 0], 0, 0));
    assert_eq!(legal(&opening), [Roll, Stop]);
}

/// [2.1] [2.3] 2 and 6 are 8.
#[test]
fn what_good_rolls_bring_is_kept_by_stopping() {
    let mut state = Pig.opening();
    play(&mut state, &[Roll, Roll], &[2, 6]).unwrap();
    assert_eq!(state, position([0, 0], 8, 2));
    play(&mut state, &[Stop], &[]).unwrap();
    assert_eq!(state, State { to_act: Side::Second, ..position([8, 0], 0, 3) });
}

/// [2.3] Nothing rolled is nothing kept.
#[test]
fn who_stops_at_once_gives_the_turn_away() {
    let mut state = position([7, 9], 0, 20);
    play(&mut state, &[Stop, Stop], &[]).unwrap();
    assert_eq!(state, position([7, 9], 0, 22));
}

/// [2.2] The points of earlier turns stay.
#[test]
fn a_one_loses_what_the_turn_has_brought_and_the_turn() {
    let mut state = position([30, 40], 0, 50);
    play(&mut state, &[Roll, Roll], &[5, 1]).unwrap();
    assert_eq!(state, State { to_act: Side::Second, ..position([30, 40], 0, 52) });
}

/// [2.4] 94 and 5 are one short; 94 and 6 are enough.
#[test]
fn who_has_enough_to_win_must_stop() {
    assert_eq!(legal(&position([94, 0], 5, 60)), [Roll, Stop]);
    let mut state = position([94, 0], 6, 60);
    assert_eq!(legal(&state), [Stop]);
    assert_eq!(play(&mut state, &[Roll], &[]), Err(rule!("2.4")));
}

/// [3.1] The lead: 102 to 40.
#[test]
fn a_hundred_points_win_once_they_are_kept() {
    let mut state = position([99, 40], 3, 60);
    assert_eq!(ended(&state), None);
    play(&mut state, &[Stop], &[]).unwrap();
    assert_eq!(ended(&state), Some((Some(Side::First), rule!("3.1"))));
    assert_eq!(Pig.outcome(&state).map(|outcome| outcome.lead), Some(62));
    assert_eq!(play(&mut state, &[Stop], &[]), Err(rule!("3.1")), "the game is over");
}

/// [3.2] The die of the thousandth decision is not rolled: the script has none.
#[test]
fn a_thousand_decisions_without_a_winner_are_a_draw() {
    let mut state = position([50, 60], 4, 998);
    play(&mut state, &[Roll], &[3]).unwrap();
    assert_eq!(ended(&state), None);
    play(&mut state, &[Roll], &[]).unwrap();
    assert_eq!(state, position([50, 60], 7, 1000));
    assert_eq!(ended(&state), Some((None, rule!("3.2"))));
}

/// [3.1] [3.2] The thousandth decision may still win.
#[test]
fn the_last_decision_counts() {
    let mut state = position([97, 60], 3, 999);
    play(&mut state, &[Stop], &[]).unwrap();
    assert_eq!(ended(&state), Some((Some(Side::First), rule!("3.1"))));
}

/// Two scores, the turn and whose it is, and a count of decisions in two bytes.
#[test]
fn a_position_is_six_bytes() {
    assert_eq!(size_of::<State>(), 6);
}

/// What the tables of units and events have: 2 and 6 are kept, 8 points [2.3]; the second side gathers 5 and loses them
/// by a one [2.2]; a one at once takes nothing.
#[test]
fn a_tale_is_of_points_kept_and_points_lost() {
    use szala_kernel::tale::{Happening, Teller, What};
    let script = [2, 6, 5, 1, 1].map(|face| Scripted { rule: Some(rule!("2.1")), face });
    let mut teller = Teller::new(&Pig);
    let mut table = Table::new(ScriptedDice::new(script), &mut teller);
    let mut state = Pig.opening();
    for action in [Roll, Roll, Stop, Roll, Roll, Roll] {
        Pig.apply(&mut state, action, &mut table);
    }
    let kept = Happening::new(What::Point, 1, rule!("2.3"), Side::First).by(subject(Side::First)).amount(8);
    let lost = Happening::new(What::Loss, 1, rule!("2.2"), Side::Second).on(subject(Side::Second)).amount(5);
    assert_eq!(teller.tale.rows(), [kept, lost]);
}
