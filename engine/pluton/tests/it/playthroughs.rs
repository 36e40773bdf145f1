//! The full games beside the scenarios are what the rules play: they were checked against the rulebook line by line,
//! and any change of a rule that touches one of them shows here.

use szala_files::conformance::games_are_told_again;

use crate::common::{files_in, load};
use crate::told::told;

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    let files = files_in("../../scenarios/pluton/playthroughs");
    let games = games_are_told_again(files, |name, seed, number| told(&load(name), seed, number));
    assert_eq!(games, 3, "the drill ground, units on paper there, and scenario 1");
}
