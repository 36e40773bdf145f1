//! The games told in full beside the scenarios are what the rules play: they were checked against the rulebook line by
//! line, and any change of a rule that touches one of them shows here.

use std::path::Path;

use crate::common::load;
use crate::told::told;

/// `drill-seed-1939-number-0.txt` is game 0 of that seed and scenario.
fn game_of(name: &str) -> Option<(&str, u64, u64)> {
    let (rest, number) = name.strip_suffix(".txt")?.rsplit_once("-number-")?;
    let (scenario, seed) = rest.rsplit_once("-seed-")?;
    Some((scenario, seed.parse().ok()?, number.parse().ok()?))
}

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/pluton/playthroughs");
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
            "{name} parts from the rules at {line}; if that is meant, `cargo run -p szala-pluton --example \
             pluton-tell -- {scenario} {seed} {number}` tells it anew"
        );
        games += 1;
    }
    assert_eq!(games, 3, "the drill ground, units on paper there, and scenario 1");
}
