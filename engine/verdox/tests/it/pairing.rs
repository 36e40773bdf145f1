//! Games of variants compared in pairs: stable names, and games that are the same until the variants diverge.

use std::collections::BTreeSet;

use szala_kernel::conformance::pairing::play_by_keys;
use szala_kernel::dice::KeyedDice;
use szala_kernel::{ActionList, Limits, Paired, Rules, RunSeed, Side, Table};
use szala_verdox::{Action, Reserve, Scenario, Verdox};

use crate::common::load;

/// The names of the actions of a keyed game, in order, with the turn of each. The limits are an argument, so that
/// tables of two variants have the same capacity.
fn course(rules: &Verdox, number: u64, limits: Limits) -> Vec<(u8, u64)> {
    let mut course = Vec::new();
    play_by_keys(rules, RunSeed(1809).game(number).keyed(), limits, |state, action| {
        course.push((state.turn(), rules.action_key(action)));
    });
    course
}

/// [4.3] An added turn is only that: the eight before it are the same games, die by die and choice by choice.
#[test]
fn a_longer_game_begins_as_the_shorter_one() {
    let short = load("drill");
    let long = Verdox::new(Scenario { turns: Some(9), ..short.scenario().clone() });
    for number in 0..20 {
        let (short, long) = (course(&short, number, long.limits()), course(&long, number, long.limits()));
        assert!(long.len() > short.len(), "game {number}");
        assert_eq!(long[..short.len()], short, "game {number}");
        assert!(long[short.len()..].iter().all(|(turn, _)| *turn == 9), "game {number}");
    }
}

/// [D-4.2a] A reading that never comes up changes no game.
#[test]
fn a_switch_that_does_not_come_up_changes_nothing() {
    let ours = load("drill");
    let mut scenario = ours.scenario().clone();
    scenario.switches.reserve = Reserve::IsNoHelp;
    let other = Verdox::new(scenario);
    for number in 0..20 {
        assert_eq!(
            course(&ours, number, ours.limits()),
            course(&other, number, ours.limits()),
            "game {number}"
        );
    }
}

/// [5.1] With one more infantry, units still have their names: the other side's choices for its first wave, and where
/// it comes in, stay the same.
#[test]
fn a_unit_more_leaves_the_other_sides_first_wave_alone() {
    let ours = load("drill");
    let mut scenario = ours.scenario().clone();
    scenario.forces[Side::First][0] += 1;
    let more = Verdox::new(scenario);
    let limits = more.limits();
    for number in 0..20 {
        let of_second = |rules: &Verdox| {
            let mut chosen = Vec::new();
            play_by_keys(rules, RunSeed(1809).game(number).keyed(), limits, |state, action| {
                if rules.to_act(state) == Side::Second && state.turn() == 0 {
                    chosen.push(rules.action_key(action));
                }
            });
            chosen
        };
        let chosen = of_second(&ours);
        assert_eq!(chosen, of_second(&more), "game {number}");
        // Ten kinds and ten squares.
        assert_eq!(chosen.len(), 20, "game {number}");
    }
}

/// A unit's decision has the name of its square: two units of one turn have two names, each unaffected by what the
/// other did before.
#[test]
fn a_decision_is_named_after_the_square_of_its_unit() {
    let rules = load("drill");
    let mut table = Table::new(KeyedDice::new(rules.limits(), RunSeed(1).game(0).keyed()), ());
    let mut list = ActionList::within(rules.limits());
    let mut state = rules.opening();
    while state.turn() == 0 {
        list.clear();
        rules.actions(&state, &mut list);
        rules.apply(&mut state, list[0], &mut table);
    }
    list.clear();
    rules.actions(&state, &mut list);
    let picks: Vec<Action> =
        list.iter().copied().filter(|action| matches!(action, Action::Pick(_))).collect();
    // [2.3] Ten units wait for orders.
    assert_eq!(picks.len(), 10);
    let mut name_of = |before: &[Action], pick: Action| {
        let mut state = state.clone();
        for action in before.iter().copied().chain([pick]) {
            rules.apply(&mut state, action, &mut table);
        }
        rules.situation_key(&state)
    };
    let names: BTreeSet<u64> = picks.iter().map(|pick| name_of(&[], *pick)).collect();
    assert_eq!(names.len(), 10, "one for each square");
    assert_eq!(name_of(&[picks[1], Action::Hold], picks[0]), name_of(&[], picks[0]));
}
