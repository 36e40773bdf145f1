//! The traces under `scenarios/verdox/playthroughs` are those that the program produces: they were checked against
//! the rules, and any rule change that affects one of them shows up here, line by line.

use szala_files::conformance::games_are_told_again;

use crate::common::load;
use crate::told::told;

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/verdox/playthroughs");
    let files = std::fs::read_dir(folder).expect("a folder of games").flatten().map(|file| {
        let text = std::fs::read_to_string(file.path()).expect("a file of the folder can be read");
        (file.file_name().display().to_string(), text)
    });
    let games = games_are_told_again(files, |name, seed, number| told(&load(name), seed, number));
    assert_eq!(games, 3, "one for each way to end a game");
}
