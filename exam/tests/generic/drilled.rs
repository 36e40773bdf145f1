//! A heuristic whose options a net weighs: what it must not use, must not know, and must repeat, whatever the net. The
//! nets here are drawn by lot, so that all kinds of options are taken.

use std::sync::Arc;

use szala_ai::{Player, Roster, View};
use szala_insurrection::Insurrection;
use szala_insurrection_players::{Players, Seat};
use szala_kernel::{ActionList, BySide, Play, Rules, RunSeed, Side};

use crate::common::{load, net_by_lot, play};
use crate::secrets::{choices_of_twins, compare_with_other_dice};

const SEED: RunSeed = RunSeed(1794);

/// The heuristic with a net by lot.
fn drilled(rules: &Insurrection, side: Side, lots: u64) -> Seat {
    let recruit = Players::drillable(rules, "heuristic", side, &|path| Err(path.to_owned()))
        .unwrap_or_else(|error| panic!("{error}"));
    recruit.with(Some(Arc::new(net_by_lot(recruit.inputs(), lots))), None)
}

fn seat(rules: &Insurrection, side: Side, name: &str) -> Seat {
    Players::player(rules, name, side, &|path| Err(path.to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_game_needs_no_heap_once_the_player_is_there() {
    for scenario in ["historical", "alternative"] {
        let rules = load(scenario);
        let mut list = ActionList::within(rules.limits());
        for other in ["uniform", "heuristic"] {
            for side in Side::BOTH {
                let (mut player, mut other) = (drilled(&rules, side, 3), seat(&rules, !side, other));
                let counted = allocation_counter::measure(|| {
                    for number in 0..20 {
                        let players: BySide<&mut dyn Player<_>> = match side {
                            Side::First => BySide([&mut player, &mut other]),
                            Side::Second => BySide([&mut other, &mut player]),
                        };
                        play(&rules, SEED.game(number), &mut list, players);
                    }
                });
                assert_eq!(counted.count_total, 0, "{scenario}, {side:?}");
            }
        }
    }
}

/// [13.1] [13.2] The chit that the other side has put into the pool in secret.
#[test]
fn it_does_not_know_whose_chit_is_in_the_pool_nor_the_dice_to_come() {
    let rules = load("historical");
    let mut player = drilled(&rules, Side::First, 5);
    let choices = choices_of_twins(&rules, &mut player, Side::First, 30);
    assert!(choices.len() > 10, "the player does choose: {choices:?}");
    let compared = compare_with_other_dice(&rules, &mut player, Side::First, 4, 24);
    assert!(compared > 6, "{compared}");
}

/// Two copies are asked at each decision, one of them with the list of legal actions; what both say of it has the
/// choice on top.
#[test]
fn it_decides_at_once_as_with_the_list_and_its_opinion_is_its_choice() {
    let rules = load("alternative");
    let mut list = ActionList::within(rules.limits());
    let mut again = list.clone();
    for side in Side::BOTH {
        let (mut told, mut untold) = (drilled(&rules, side, 7), drilled(&rules, side, 7));
        let mut other = seat(&rules, !side, "heuristic");
        let (mut decisions, mut unlisted) = (0, 0);
        for number in 0..6 {
            let game = SEED.game(number);
            other.begin(&rules, game, !side);
            for player in [&mut told, &mut untold] {
                player.begin(&rules, game, side);
            }
            rules.play_game(game, &mut list, |rules, state, legal| {
                let view = View::new(rules, state, legal);
                if view.side() != side {
                    return other.choose(&view);
                }
                let opinions = told.opinions(&view);
                let place = told.choose(&view);
                if legal.len() > 1 {
                    let best = opinions.iter().max_by_key(|opinion| opinion.value).expect("it has opinions");
                    let most: Vec<usize> = opinions
                        .iter()
                        .filter(|opinion| opinion.value == best.value)
                        .map(|opinion| opinion.place)
                        .collect();
                    assert!(most.contains(&place), "{:?}", legal[place]);
                }
                again.clear();
                assert_eq!(untold.decide(rules, state, &mut again), Some(legal[place]));
                unlisted += u32::from(again.is_empty());
                decisions += 1;
                place
            });
        }
        assert!(decisions > 100 && unlisted > 0, "{decisions} decisions, {unlisted} without a list");
    }
}

#[test]
fn without_a_net_it_is_its_policy() {
    let rules = load("historical");
    for side in Side::BOTH {
        let recruit = Players::drillable(&rules, "heuristic", side, &|path| Err(path.to_owned()))
            .unwrap_or_else(|error| panic!("{error}"));
        let mut list = ActionList::within(rules.limits());
        for number in 0..10 {
            let mut ends = Vec::new();
            for mut player in [recruit.with(None, None), seat(&rules, side, "heuristic")] {
                let mut other = seat(&rules, !side, "heuristic");
                let players: BySide<&mut dyn Player<_>> = match side {
                    Side::First => BySide([&mut player, &mut other]),
                    Side::Second => BySide([&mut other, &mut player]),
                };
                let finished = play(&rules, SEED.game(number), &mut list, players);
                ends.push((finished.outcome, finished.decisions));
            }
            assert_eq!(ends[0], ends[1]);
        }
    }
}
