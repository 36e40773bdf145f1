//! The games told in full beside the scenarios are what the rules play: they were checked against the rulebook line by
//! line, and any change of a rule that touches one of them shows here.

use szala_files::conformance::games_are_told_again;

use crate::common::load;
use crate::told::told;

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/pluton/playthroughs");
    let files = std::fs::read_dir(folder).expect("a folder of games").flatten().map(|file| {
        let text = std::fs::read_to_string(file.path()).expect("a file of the folder can be read");
        (file.file_name().display().to_string(), text)
    });
    let games = games_are_told_again(files, |name, seed, number| told(&load(name), seed, number));
    assert_eq!(games, 3, "the drill ground, units on paper there, and scenario 1");
}
