//! No player carries anything from one game to the next: the threads of a run have played different games before.

use szala_ai::Roster;
use szala_ai::conformance::games_do_not_depend_on_earlier_ones;
use szala_ai::roster::is_slow;
use szala_insurrection_players as insurrection;
use szala_kernel::Side;
use szala_kernel::toy::TwoGates;
use szala_pluton_players as pluton;
use szala_spqr_players as spqr;
use szala_two_gates_players as two_gates;
use szala_verdox_players as verdox;

use crate::common::{load, load_pluton, load_spqr, load_verdox};

/// Every listed player but the slow ones, against every one of the other side.
fn check<P: Roster>(rules: &P::Rules, games: u64) {
    let read = |path: &str| Err(path.to_owned());
    let [first, second] = Side::BOTH.map(|side| {
        let listed = P::players(rules, side).into_iter().map(|listed| listed.name);
        listed.filter(|name| !is_slow(name)).collect::<Vec<_>>()
    });
    for one in &first {
        for other in &second {
            games_do_not_depend_on_earlier_ones::<P>(rules, [one, other], &read, games);
        }
    }
}

#[test]
fn players_of_the_toy_forget() {
    check::<two_gates::Players>(&TwoGates, 50);
    let read = |path: &str| Err(path.to_owned());
    games_do_not_depend_on_earlier_ones::<two_gates::Players>(
        &TwoGates,
        ["search:20", "search:20"],
        &read,
        20,
    );
}

#[test]
fn players_of_niemenczyn_forget() {
    check::<insurrection::Players>(&load("historical"), 3);
    check::<insurrection::Players>(&load("alternative"), 2);
}

#[test]
fn players_of_verdox_forget() {
    check::<verdox::Players>(&load_verdox("drill"), 20);
}

#[test]
fn players_of_pluton_forget() {
    check::<pluton::Players>(&load_pluton("drill", &[]), 4);
}

#[test]
fn players_of_spqr_forget() {
    check::<spqr::Players>(&load_spqr("bagradas-half", &["turns=1"]), 2);
}
