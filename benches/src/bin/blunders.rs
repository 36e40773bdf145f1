//! Asks one player about every blunder position, whomever the files name, and tells where he goes wrong:
//! `cargo run --release -p szala-benches --bin blunders -- search:200`. Eight games each, as in the tests; one wrong
//! answer more than a position allows counts.

use std::process::ExitCode;

use szala_ai::blunder::{Examination, Whom, run_file};
use szala_benches::load;
use szala_kernel::RunSeed;

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))
}

fn main() -> ExitCode {
    let Some(player) = std::env::args().nth(1) else {
        eprintln!("name a player: blunders search:200");
        return ExitCode::from(2);
    };
    match examine(&player) {
        Ok((wrong, positions)) => {
            println!("{player} goes wrong in {wrong} of {positions} positions");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// In how many positions the player goes wrong, and of how many; each is named.
fn examine(player: &str) -> Result<(usize, usize), String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../ai/blunders");
    let entries = std::fs::read_dir(folder).map_err(|error| format!("cannot read {folder}: {error}"))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path().display().to_string()).collect();
    files.sort();
    let (mut wrong, mut positions) = (0, 0);
    for file in files {
        let asked = Examination {
            game: Some("insurrection"),
            whom: Whom::Only(player),
            called: &[],
            to_come: &[],
            seed: RunSeed(1794),
            games: 8,
            read: &read,
        };
        let report = run_file(&file, &read(&file)?, &asked, |scenario| {
            scenario.map(load).ok_or_else(|| "the file names no scenario".to_owned())
        });
        if !report.is_sound() {
            return Err(report.to_string());
        }
        positions += report.positions.len();
        for position in report.positions.iter().filter(|position| !position.is_passed()) {
            println!("  {}", position.name);
            wrong += 1;
        }
    }
    Ok((wrong, positions))
}
