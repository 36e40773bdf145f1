//! Chronicles of Two Gates: what they keep, and games taken up in the middle.

use std::sync::Arc;

use szala_ai::Uniform;
use szala_kernel::toy::TwoGates;

use super::*;
use crate::Contest;

fn by_chance() -> Seated<TwoGates, Uniform> {
    Seated { rules: Arc::new(TwoGates), players: BySide::from_fn(|_| Uniform::default()) }
}

/// The game of this number, and the result that a run has of it.
fn chronicle(number: u64) -> (Chronicle, szala_kernel::Outcome) {
    let contest = by_chance();
    let seed = RunSeed(7);
    let mut ends = Vec::new();
    contest.worker().end(seed, number..number + 1, &mut ends);
    (contest.chronicle(seed.game(number), false), ends[0])
}

fn half_points(outcome: szala_kernel::Outcome) -> u8 {
    match outcome.winner {
        Some(Side::First) => 2,
        None => 1,
        Some(Side::Second) => 0,
    }
}

#[test]
fn a_chronicle_is_the_game_of_the_run_with_every_die() {
    for number in 0..50 {
        let (chronicle, outcome) = chronicle(number);
        assert_eq!(chronicle.end.expect("the toy ends").outcome, outcome);
        let lots = chronicle.moves.iter().filter(|one| one.action == "draw lots");
        // [1.1] Each of the three raids begins with a lot among two, [2.3] and only a shot rolls a die of ten faces.
        assert_eq!(lots.clone().count(), 3);
        assert!(lots.into_iter().all(|one| one.rolls.len() == 1 && one.rolls[0].of == 2));
        for one in &chronicle.moves {
            let expected: &[u16] = match one.action.as_str() {
                "draw lots" => &[2],
                "shoot" => &[10],
                _ => &[],
            };
            assert_eq!(one.rolls.iter().map(|roll| roll.of).collect::<Vec<_>>(), expected, "{}", one.action);
        }
    }
}

#[test]
fn a_game_taken_up_with_all_its_answers_at_the_last_decision_ends_as_it_did() {
    let contest = by_chance();
    for number in 0..50 {
        let (chronicle, outcome) = chronicle(number);
        let at = chronicle.moves.len() - 1;
        let script: Vec<u16> = chronicle.moves[at].rolls.iter().map(|roll| roll.shown).collect();
        let mut worth = Vec::new();
        let from = From { at, choice: Choice::Played, script: &script };
        contest.analyst(&chronicle).play(from, RunSeed(1), 0..3, &mut worth);
        assert_eq!(worth, [half_points(outcome); 3]);
    }
}

#[test]
fn the_leaves_of_a_shot_are_its_ten_faces_and_lead_to_two_positions() {
    let contest = by_chance();
    let mut shots = 0;
    for number in 0..20 {
        let (chronicle, _) = chronicle(number);
        let mut analyst = contest.analyst(&chronicle);
        for (at, one) in chronicle.moves.iter().enumerate() {
            let leaves = analyst.leaves(at, &[], 100).expect("fewer than a hundred");
            match one.action.as_str() {
                "shoot" => {
                    shots += 1;
                    let answers: Vec<_> = leaves.iter().map(|leaf| leaf.answers.clone()).collect();
                    assert_eq!(answers, (0..10).map(|face| vec![(face, 10)]).collect::<Vec<_>>());
                    // [2.3] The low faces drive the raider off, the others let him score.
                    let driven_off = leaves.iter().filter(|leaf| leaf.position == 0).count();
                    assert!([5, 6].contains(&driven_off) && leaves[9].position == 1, "{leaves:?}");
                    let face = analyst.leaves(at, &[3], 1).expect("the face is given");
                    assert_eq!(face, [Leaf { answers: vec![(3, 10)], position: 0 }]);
                    assert_eq!(analyst.leaves(at, &[], 9), None, "ten are more than nine");
                }
                "draw lots" => assert_eq!(leaves.len(), 2),
                _ => assert_eq!(leaves, [Leaf { answers: Vec::new(), position: 0 }]),
            }
        }
    }
    assert!(shots > 5, "games without shots test nothing");
}

#[test]
fn other_actions_are_those_of_the_list() {
    let contest = by_chance();
    let (chronicle, _) = chronicle(0);
    let mut analyst = contest.analyst(&chronicle);
    // [1.2] After the lots a gate is chosen.
    assert_eq!([analyst.action(1, 0), analyst.action(1, 1)], ["raid left", "raid right"]);
    assert_eq!(analyst.action(1, chronicle.moves[1].place), chronicle.moves[1].action);
}

#[test]
fn only_decisions_without_a_choice_are_settled_for_a_player_by_chance() {
    let contest = by_chance();
    let (chronicle, _) = chronicle(0);
    let mut analyst = contest.analyst(&chronicle);
    for (at, one) in chronicle.moves.iter().enumerate() {
        // Twenty choices of two fall alike once in 2^19 games.
        assert_eq!(analyst.is_settled(at, RunSeed(1), 0..20), one.legal == 1, "{}", one.action);
    }
}
