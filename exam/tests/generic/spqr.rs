//! The players of *SPQR*: what they must not use, and must repeat. Nothing of the game is hidden.

use szala_ai::Roster;
use szala_kernel::{ActionList, BySide, Rules, RunSeed, Side};
use szala_spqr::Spqr;
use szala_spqr_players::{Players, Seat};

use crate::budget::check_opinions;
use crate::common::{load_spqr, play};
use crate::secrets::compare_with_other_dice;

const SEED: RunSeed = RunSeed(255);

fn load() -> Spqr {
    load_spqr("bagradas-half", &["turns=1"])
}

fn seat(rules: &Spqr, side: Side, name: &str) -> Seat {
    Players::player(rules, name, side, &|path| Err(path.to_owned())).unwrap_or_else(|error| panic!("{error}"))
}

/// Copies of players, as each thread of a run has them.
#[test]
fn a_game_needs_no_heap_once_the_players_are_there() {
    let rules = load();
    let mut list = ActionList::within(rules.limits());
    for [first, second] in [["heuristic", "uniform"], ["greedy:1", "heuristic"]] {
        let players = BySide([seat(&rules, Side::First, first), seat(&rules, Side::Second, second)]);
        let [mut one, mut other] = players.clone().0;
        let counted = allocation_counter::measure(|| {
            for number in 0..2 {
                play(&rules, SEED.game(number), &mut list, BySide([&mut one, &mut other]));
            }
        });
        assert_eq!(counted.count_total, 0, "{first} against {second}");
    }
}

#[test]
fn decisions_are_the_same_whatever_the_dice_to_come() {
    let rules = load();
    for side in Side::BOTH {
        let compared = compare_with_other_dice(&rules, &mut seat(&rules, side, "heuristic"), side, 60, 30);
        assert!(compared > 10, "{side:?}: {compared}");
    }
}

#[test]
fn opinions_prefer_what_is_chosen_and_change_nothing() {
    let rules = load();
    for side in Side::BOTH {
        check_opinions(&rules, &seat(&rules, side, "heuristic"), side, 1);
    }
}

#[test]
fn every_listed_player_can_be_had_and_others_are_answered_with_words() {
    let rules = load();
    let ask = |name: &str| Players::player(&rules, name, Side::Second, &|path| Err(path.to_owned()));
    for listed in Players::players(&rules, Side::Second) {
        assert!(ask(&listed.name).is_ok(), "{}", listed.name);
    }
    for (wrong, told) in
        [("heuristics", "heuristic"), ("greedy:many", "greedy:4"), ("search:1", "search:200")]
    {
        let answer = ask(wrong).expect_err("no such player");
        assert!(answer.contains(told), "{answer}");
    }
}
