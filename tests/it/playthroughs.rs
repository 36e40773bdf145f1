//! The full games beside the scenarios are what the rules play: any change of a rule that touches one of them shows
//! here, line by line.

use std::path::Path;
use std::process::Command;

/// `historical-seed-1-number-48.txt` is game 48 of seed 1 of that scenario, with random players: they meet more rules
/// than good ones, and do not change.
fn arguments_of(book: &str, name: &str) -> Option<[String; 8]> {
    let (rest, number) = name.strip_suffix(".txt")?.rsplit_once("-number-")?;
    let (scenario, seed) = rest.rsplit_once("-seed-")?;
    let path = format!("scenarios/{book}/{scenario}.toml");
    let arguments = ["replay", &path, "--players", "uniform", "--seed", seed, "--number", number];
    Some(arguments.map(str::to_owned))
}

/// Replays all games beside the scenarios of a book, and counts them.
fn told_again(book: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(book).join("playthroughs");
    let mut games = 0;
    for file in std::fs::read_dir(&folder).expect("a folder of games").flatten() {
        let name = file.file_name().display().to_string();
        let Some(arguments) = arguments_of(book, &name) else { continue };
        let szala = Command::new(crate::program())
            .args(&arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("the binary under test starts");
        assert!(szala.status.success());
        let told = String::from_utf8(szala.stdout).expect("the output is UTF-8");
        let written = std::fs::read_to_string(file.path()).expect("a playthrough can be read");
        let parted = told.lines().zip(written.lines()).position(|(now, then)| now != then);
        let line = parted.map_or("the end".to_owned(), |line| format!("line {}", line + 1));
        let command = arguments.join(" ");
        assert!(
            told == written,
            "{name} parts from the rules at {line}; if that is meant, `szala {command}` tells it anew"
        );
        games += 1;
    }
    games
}

#[test]
fn every_game_told_is_told_again_to_the_letter() {
    assert_eq!(
        told_again("niemenczyn-1794"),
        6,
        "each scenario with two seeds, and two games of rare events"
    );
}

#[test]
fn both_games_of_maciejowice_are_told_again_to_the_letter() {
    assert_eq!(told_again("maciejowice-1794"), 2, "the small scenario and the battle");
}
