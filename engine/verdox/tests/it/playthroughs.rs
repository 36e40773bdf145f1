//! The traces under `scenarios/verdox/playthroughs` are those that the program produces: they were checked against
//! the rules, and any rule change that affects one of them shows up here, line by line.

use std::path::Path;

use crate::common::load;
use crate::told::told;

/// `drill-seed-1-number-15.txt` is game 15 of seed 1 of that scenario.
fn game_of(name: &str) -> Option<(&str, u64, u64)> {
    let (rest, number) = name.strip_suffix(".txt")?.rsplit_once("-number-")?;
    let (scenario, seed) = rest.rsplit_once("-seed-")?;
    Some((scenario, seed.parse().ok()?, number.parse().ok()?))
}

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/verdox/playthroughs");
    let mut games = 0;
    for file in std::fs::read_dir(&folder).expect("a folder of games").flatten() {
        let name = file.file_name().display().to_string();
        let Some((scenario, seed, number)) = game_of(&name) else { continue };
        let told = told(&load(scenario), seed, number);
        let written = std::fs::read_to_string(file.path()).expect("a file of the folder can be read");
        let parted = told.lines().zip(written.lines()).position(|(now, then)| now != then);
        let line = parted.map_or("the end".to_owned(), |line| format!("line {}", line + 1));
        assert!(
            told == written,
            "{name} parts from the rules at {line}; if that is meant, `cargo run -p szala-verdox --example tell -- \
             {scenario} {seed} {number}` tells it anew"
        );
        games += 1;
    }
    assert_eq!(games, 3, "one for each way to end a game");
}
