//! The heuristic player of *Niemenczyn 1794*: what it must not use, must not know, and must repeat; and that it is
//! asked for every kind of decision.

use std::collections::BTreeMap;

use szala_ai::roster::is_slow;
use szala_ai::{Player, Roster, View};
use szala_insurrection::{Insurrection, Task};
use szala_insurrection_players::{Players, Seat};
use szala_kernel::{ActionList, BySide, Play, Rules, RunSeed, Side};

use crate::budget::check_opinions;
use crate::common::{load, play};
use crate::secrets::{choices_of_twins, compare_with_other_dice};

const SEED: RunSeed = RunSeed(1794);
const SCENARIOS: [&str; 2] = ["historical", "alternative"];

fn seat(rules: &Insurrection, side: Side, name: &str) -> Seat {
    Players::player(rules, name, side, &|path| Err(path.to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

fn heuristic(rules: &Insurrection, side: Side) -> Seat {
    seat(rules, side, "heuristic")
}

fn every_side(mut look: impl FnMut(&Insurrection, Side)) {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        for side in Side::BOTH {
            look(&rules, side);
        }
    }
}

#[test]
fn a_game_needs_no_heap_once_the_player_is_there() {
    for scenario in SCENARIOS {
        let rules = load(scenario);
        let mut list = ActionList::within(rules.limits());
        // New ones, and copies, as each thread of a run has them.
        let mut players = BySide::from_fn(|side| heuristic(&rules, side));
        let mut copies = players.clone();
        for players in [&mut players, &mut copies] {
            let [poles, russians] = &mut players.0;
            let counted = allocation_counter::measure(|| {
                for number in 0..50 {
                    play(&rules, SEED.game(number), &mut list, BySide([&mut *poles, &mut *russians]));
                }
            });
            assert_eq!(counted.count_total, 0, "{scenario}");
        }
        // Against the random player, which leads it into positions that it would not choose.
        let mut other = seat(&rules, Side::First, "uniform");
        for side in Side::BOTH {
            let player = &mut copies[side];
            let counted = allocation_counter::measure(|| {
                for number in 0..50 {
                    let players: BySide<&mut dyn Player<_>> = match side {
                        Side::First => BySide([&mut *player, &mut other]),
                        Side::Second => BySide([&mut other, &mut *player]),
                    };
                    play(&rules, SEED.game(number), &mut list, players);
                }
            });
            assert_eq!(counted.count_total, 0, "{scenario}, {side:?} against chance");
        }
    }
}

/// [13.1] [13.2] The chit that the other side has put into the pool in secret.
#[test]
fn it_does_not_know_whose_chit_is_in_the_pool() {
    every_side(|rules, side| {
        // In scenario I only the Russians choose in secret.
        if rules.scenario().free_set_up[Side::First].is_none() && side == Side::Second {
            return;
        }
        let mut player = heuristic(rules, side);
        let choices = choices_of_twins(rules, &mut player, side, 30);
        assert!(choices.len() > 6, "the player does choose: {choices:?}");
    });
}

#[test]
fn it_decides_the_same_whatever_the_dice_to_come() {
    every_side(|rules, side| {
        // The first dice fall late: a few games with other dice have long beginnings in common.
        let compared = compare_with_other_dice(rules, &mut heuristic(rules, side), side, 20, 60);
        assert!(compared > 30, "{side:?}: {compared}");
    });
}

#[test]
fn its_opinions_prefer_what_it_chooses_and_change_nothing() {
    every_side(|rules, side| check_opinions(rules, &heuristic(rules, side), side, 10));
}

/// The name of a task, without its details.
fn kind(task: Task) -> String {
    let told = format!("{task:?}");
    told.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[test]
fn every_kind_of_decision_comes_up() {
    let mut asked: BTreeMap<String, u32> = BTreeMap::new();
    every_side(|rules, side| {
        let opponents = Players::players(rules, !side);
        let names = opponents.iter().map(|listed| listed.name.as_str());
        for name in names.filter(|name| !is_slow(name) && !name.starts_with("greedy")) {
            let mut players =
                BySide::from_fn(|of| if of == side { heuristic(rules, of) } else { seat(rules, of, name) });
            let mut list = ActionList::within(rules.limits());
            for number in 0..30 {
                let game = SEED.game(number);
                for side in Side::BOTH {
                    players[side].begin(rules, game, side);
                }
                rules.play_game(game, &mut list, |rules, state, legal| {
                    let view = View::new(rules, state, legal);
                    if view.side() == side && legal.len() > 1 {
                        *asked.entry(kind(state.task())).or_default() += 1;
                    }
                    players[view.side()].choose(&view)
                });
            }
        }
    });
    // `Ready` leaves nothing to choose. `OfferSquare` needs four companies in one hex, charged by cavalry, which is
    // rare; blunder positions ask for it. All the other tasks that wait for a player:
    let kinds = [
        "ActiveTurn",
        "Assaults",
        "FillPool",
        "FireTurn",
        "Lead",
        "Lose",
        "Moving",
        "OfferLava",
        "React",
        "ReactByFire",
        "Retreat",
        "Returns",
        "SetUpCommander",
        "SetUpUnit",
        "StepBack",
        "WinnersFace",
    ];
    for kind in kinds {
        assert!(asked.get(kind).is_some_and(|count| *count > 20), "{kind}: {asked:?}");
    }
    // A kind that is not listed here is one that nobody has considered.
    let known = |kind: &&String| kinds.contains(&kind.as_str()) || *kind == "OfferSquare";
    assert!(asked.keys().all(|kind| known(&kind)), "{asked:?}");
}
