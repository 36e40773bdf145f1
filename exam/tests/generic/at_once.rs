//! A player that decides at once decides as with the list of legal actions, in the same game and with the same memory
//! afterwards.

use szala_ai::roster::is_slow;
use szala_ai::{Player, Roster, View};
use szala_insurrection_players as insurrection;
use szala_kernel::{ActionList, Play, Rules, RunSeed, Side};
use szala_verdox_players as verdox;

use crate::common::{load, load_verdox};

const SEED: RunSeed = RunSeed(8);

/// Plays games of every player of a side except search against the random player, which leads it into positions that
/// it would not choose, and against the default player. Two copies are asked at each decision, one of them with the
/// list of legal actions.
fn check<P: Roster>(rules: &P::Rules, games: u64) {
    let seat = |name: &str, side| {
        P::player(rules, name, side, &|path| Err(path.to_owned())).unwrap_or_else(|error| panic!("{error}"))
    };
    let mut list = ActionList::within(rules.limits());
    let mut again = list.clone();
    for side in Side::BOTH {
        let names = P::players(rules, side).into_iter().map(|listed| listed.name);
        for name in names.filter(|name| !is_slow(name)) {
            let (mut told, mut untold) = (seat(&name, side), seat(&name, side));
            let (mut unlisted, mut decisions) = (0, 0);
            for (number, other) in (0..games).flat_map(|number| [(number, "uniform"), (number, P::USUAL)]) {
                let mut other = seat(other, !side);
                let game = SEED.game(number);
                other.begin(rules, game, !side);
                for player in [&mut told, &mut untold] {
                    player.begin(rules, game, side);
                }
                rules.play_game(game, &mut list, |rules, state, legal| {
                    let view = View::new(rules, state, legal);
                    if view.side() != side {
                        return other.choose(&view);
                    }
                    let place = told.choose(&view);
                    again.clear();
                    assert_eq!(untold.decide(rules, state, &mut again), Some(legal[place]), "{name}");
                    unlisted += u32::from(again.is_empty());
                    decisions += 1;
                    place
                });
            }
            assert!(decisions > 100, "{name} was asked {decisions} times");
            // The random player and any that looks one action ahead need the whole list.
            let must_list = ["uniform", "greedy"].contains(&name.as_str());
            assert_eq!(unlisted == 0, must_list, "{name} did without a list {unlisted} times of {decisions}");
        }
    }
}

#[test]
fn who_decides_at_once_decides_as_who_is_told() {
    for name in ["historical", "alternative"] {
        check::<insurrection::Players>(&load(name), 8);
    }
    for name in ["drill", "mirror", "fortress"] {
        check::<verdox::Players>(&load_verdox(name), if name == "drill" { 6 } else { 1 });
    }
}
