//! Players of *Niemenczyn 1794* play in any room: the same scenario gives the same game in a small one and in a large
//! one.

use szala_ai::{Player, Roster, View};
use szala_insurrection::scenario::load_into;
use szala_insurrection::{Insurrection, Large, Room, Small};
use szala_insurrection_players::Players;
use szala_kernel::{ActionList, BySide, Play, Rules, RunSeed, Side};

/// The places of all decisions of a game of these players.
fn decisions<R: Room>(players: [&str; 2], number: u64) -> Vec<usize> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/niemenczyn-1794/historical.toml");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let loaded = load_into::<R>(path, &read).unwrap_or_else(|problems| panic!("{problems}"));
    let rules = Insurrection::new(loaded.scenario);
    let game = RunSeed(1794).game(number);
    let mut seats = BySide::from_fn(|side: Side| {
        let no_file = |path: &str| Err(path.to_owned());
        let mut seat = Players::<R>::player(&rules, players[side as usize], side, &no_file)
            .expect("a player of the roster");
        seat.begin(&rules, game, side);
        seat
    });
    let mut places = Vec::new();
    rules.play_game(game, &mut ActionList::within(rules.limits()), |rules, state, legal| {
        places.push(seats[rules.to_act(state)].choose(&View::new(rules, state, legal)));
        places[places.len() - 1]
    });
    places
}

#[test]
fn players_decide_alike_in_either_room() {
    for players in [["uniform", "greedy"], ["storm", "hold"], ["heuristic", "heuristic"]] {
        for number in 0..3 {
            assert_eq!(
                decisions::<Small>(players, number),
                decisions::<Large>(players, number),
                "{players:?}"
            );
        }
    }
}
