//! The traces under `scenarios/verdox/playthroughs` are those that the program produces: they were checked against
//! the rules, and any rule change that affects one of them shows up here, line by line.

use szala_files::conformance::games_are_told_again;

use crate::common::{files_in, load};
use crate::told::told;

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    let files = files_in("../../scenarios/verdox/playthroughs");
    let games = games_are_told_again(files, |name, seed, number| told(&load(name), seed, number));
    assert_eq!(games, 3, "one for each way to end a game");
}
