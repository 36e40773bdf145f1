//! Odds of the toy, counted by hand.

use std::sync::Arc;

use szala_ai::{Uniform, View};
use szala_kernel::RunSeed;
use szala_kernel::dice::SeededDice;
use szala_kernel::toy::{Action, Gate, State, Step as ToyStep, TwoGates};

use super::*;
use crate::{Contest, KeyedContest, Seated};

/// Takes the first legal action.
#[derive(Clone, Debug)]
struct FirstAction;

impl<R: Rules> Player<R> for FirstAction {
    fn begin(&mut self, _: &R, _: GameSeed, _: Side) {}

    fn choose(&mut self, _: &View<'_, R>) -> usize {
        0
    }
}

/// Red raids the left gate, and Blue guards it.
fn at_the_guarded_gate() -> State {
    State {
        step: ToyStep::React,
        raider: Side::First,
        aim: Some(Gate::Left),
        guard: Some(Gate::Left),
        ..TwoGates.opening()
    }
}

fn worked(state: &State, actions: &[Action], until: Until, passes: u64) -> Result<Worked, String> {
    let script: Vec<_> = actions.iter().map(|action| (None, *action)).collect();
    let mut players = BySide([FirstAction, FirstAction]);
    let game = RunSeed(1).game(0);
    let mut asked = Asked { rules: &TwoGates, state, script: &script, players: &mut players, game };
    asked.work_out(until, passes)
}

/// The chance that a side has scored.
fn chance_of_a_point(worked: &Worked) -> Fraction {
    let scores =
        |branch: &&Branch| branch.changes.iter().any(|change| change.what == "points" && change.to > 0);
    worked.branches.iter().filter(scores).fold(Fraction::ZERO, |sum, branch| sum + branch.chance)
}

#[test]
fn a_shot_has_the_odds_of_its_faces() {
    // [2.3] A first shot has one taken off: the faces 0 to 5 come to 4 or less and drive the raider off.
    let worked =
        worked(&at_the_guarded_gate(), &[Action::Shoot], Until::Settled, 100).expect("a shot has ten faces");
    assert_eq!(worked.passes, 10);
    assert_eq!(chance_of_a_point(&worked), Fraction::new(4, 10));
    assert_eq!(worked.actions, [(Side::Second, "shoot".to_owned())]);
    assert!(worked.choices.is_empty());
    let all = worked.branches.iter().fold(Fraction::ZERO, |sum, branch| sum + branch.chance);
    assert_eq!(all, Fraction::ONE);
    assert!(worked.branches.is_sorted_by(|one, next| one.chance >= next.chance));
}

#[test]
fn a_chain_is_followed_with_the_choices_of_the_players() {
    // Lots; then the first legal actions: aim left, guard left, shoot. A point in 4 of 10, whichever side raids.
    let chain = worked(&TwoGates.opening(), &[Action::DrawLots], Until::Decisions(3), 1_000)
        .expect("two lots and ten faces");
    assert_eq!(chance_of_a_point(&chain), Fraction::new(4, 10));
    let shots = |side| {
        let shot = chain.choices.iter().find(|choice| choice.side == side && choice.action == "shoot");
        shot.expect("either side may be the guard").times
    };
    assert_eq!(Side::BOTH.map(shots), [Fraction::new(1, 2); 2]);
    // Two tickets, and two times ten faces; the three decisions between roll nothing, a pass for each of two lots.
    assert_eq!(chain.passes, 2 + 2 + 2 + 20);
}

#[test]
fn actions_in_a_row_are_taken_where_they_are_legal() {
    let opening = TwoGates.opening();
    let row = [Action::DrawLots, Action::Aim(Gate::Left), Action::Guard(Gate::Right)];
    let all =
        worked(&opening, &row, Until::Settled, 1_000).expect("a draw of two lots and a die are few cases");
    // [2.1] The gate is open: a point for the raider.
    assert_eq!((all.actions.len(), chance_of_a_point(&all)), (3, Fraction::ONE));
    // Nobody can guard before the raid: the line ends where the second action is not legal.
    let broken = worked(&opening, &[Action::DrawLots, Action::Shoot], Until::Settled, 1_000)
        .expect("a draw of two lots and a die are few cases");
    assert_eq!((broken.actions.len(), chance_of_a_point(&broken)), (1, Fraction::ZERO));
}

#[test]
fn a_value_that_is_back_where_it_was_has_not_changed() {
    let change = |from, to| Changed { what: "points", whose: Subject(1), from, to };
    let mut facts = Facts::default();
    for (from, to) in [(0, 1), (1, 2), (2, 0)] {
        facts.note_change(change(from, to));
    }
    assert_eq!(facts, Facts::default());
    facts.note_change(change(3, 4));
    facts.note_change(change(4, 5));
    assert_eq!(facts.changes, [change(3, 5)]);
}

#[test]
fn too_many_sequences_are_refused_with_the_way_out() {
    let told =
        worked(&at_the_guarded_gate(), &[Action::Shoot], Until::Settled, 9).expect_err("it has ten faces");
    assert!(told.contains("more than 9 sequences of faces") && told.contains("`--passes`"), "{told}");
}

fn seated() -> Seated<TwoGates, Uniform> {
    Seated { rules: Arc::new(TwoGates), players: BySide::from_fn(|_| Uniform::default()) }
}

#[test]
fn a_decision_of_a_game_is_found_and_another_action_can_stand_in_its_place() {
    let contest = seated();
    let wanted = Wanted { action: None, until: Until::Settled, passes: 1_000 };
    let game = RunSeed(1).game(0);
    let mut worker = contest.worker();
    let first = worker.odds(game, 1, &wanted).expect("every game begins with lots");
    assert_eq!(first.actions, [(Side::First, "draw lots".to_owned())]);
    assert_eq!(first.branches.len(), 2);
    let told = worker.odds(game, 1_000, &wanted).expect_err("no game is as long");
    assert!(told.starts_with("there is no decision 1000: the game ends after "), "{told}");
    let told =
        worker.odds(game, 1, &Wanted { action: Some("shot"), ..wanted }).expect_err("nobody shoots here");
    assert!(told.contains("legal are: draw lots"), "{told}");
    assert_eq!(worker.odds(game, 1, &Wanted { action: Some("Red: draw lots"), ..wanted }), Ok(first.clone()));
    // A keyed game has the same opening, and so the same odds of it.
    let keyed = KeyedContest(Box::new(seated()));
    assert_eq!(keyed.worker().odds(game, 1, &wanted), Ok(first));
}

/// Two ways to the same odds: all faces, and many games.
#[test]
fn the_odds_are_what_many_seeded_dice_come_to() {
    let exact = worked(&at_the_guarded_gate(), &[Action::Shoot], Until::Settled, 100)
        .expect("a die of ten faces is few cases");
    let games = 20_000;
    let scored = (0..games).filter(|number| {
        let mut state = at_the_guarded_gate();
        let mut table = Table::new(SeededDice::new(RunSeed(7).game(*number)), ());
        TwoGates.apply(&mut state, Action::Shoot, &mut table);
        state.points[Side::First] > 0
    });
    // 8000 expected, deviation sqrt(20 000 * 0.4 * 0.6) = 69.
    assert_eq!(chance_of_a_point(&exact), Fraction::new(2, 5));
    assert!(scored.count().abs_diff(8_000) < 5 * 69);
}
