//! Asks one player about every blunder position, or one for each side, whichever players the files name, and reports
//! where it goes wrong: `cargo run --release -p szala-benches --example blunders -- search:200`, or
//! `-- drilled:poles.toml,drilled:russians.toml`. Eight games each, as in the tests; a player fails a position with one
//! wrong answer more than the position allows. A game without this player on both sides is skipped.

use std::process::ExitCode;

use szala_ai::Roster;
use szala_ai::blunder::{Examination, Whom, run_file};
use szala_files::case::Casebook;
use szala_insurrection::Insurrection;
use szala_insurrection_players as insurrection;
use szala_kernel::{BySide, RunSeed, Side};
use szala_verdox::Verdox;
use szala_verdox_players as verdox;

fn read(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read {path}: {error}"))
}

fn main() -> ExitCode {
    let Some(players) = std::env::args().nth(1) else {
        eprintln!("name a player, or one for each side: blunders search:200");
        return ExitCode::from(2);
    };
    let (first, second) = players.split_once(',').unwrap_or((&players, &players));
    let asked = BySide([first, second]);
    let told = [
        tell(
            &players,
            NIEMENCZYN.folder,
            examine::<insurrection::Players>(asked, &NIEMENCZYN, load_niemenczyn),
        ),
        tell(&players, VERDOX.folder, examine::<verdox::Players>(asked, &VERDOX, load_verdox)),
    ];
    let is_well = !told.contains(&None) && told.contains(&Some(true));
    if is_well { ExitCode::SUCCESS } else { ExitCode::from(2) }
}

/// Reports the result of a game, and whether the player was asked; `None` on an error.
fn tell(player: &str, folder: &str, found: Result<(usize, usize), Unasked>) -> Option<bool> {
    match found {
        Ok((wrong, positions)) => {
            println!("{folder}: {player} goes wrong in {wrong} of {positions} positions");
            Some(true)
        }
        Err(Unasked::Nobody(why)) => {
            eprintln!("{folder} is passed over: {why}");
            Some(false)
        }
        Err(Unasked::Failed(why)) => {
            eprintln!("error: {why}");
            None
        }
    }
}

/// Why nobody was asked.
enum Unasked {
    /// The game has no such player.
    Nobody(String),
    /// A file cannot be read, or is wrong.
    Failed(String),
}

/// The positions of a game.
struct Book {
    /// Their folder among the blunders.
    folder: &'static str,
    /// The name of the game in files.
    game: &'static str,
    /// A scenario whose list of players is checked.
    usual: &'static str,
}

const NIEMENCZYN: Book = Book { folder: "niemenczyn-1794", game: "insurrection", usual: "historical" };
const VERDOX: Book = Book { folder: "verdox", game: "verdox", usual: "drill" };

fn path_of(folder: &str, scenario: &str) -> String {
    format!("{}/../scenarios/{folder}/{scenario}.toml", env!("CARGO_MANIFEST_DIR"))
}

fn load_niemenczyn(scenario: &str) -> Result<Insurrection, String> {
    let loaded = szala_insurrection::scenario::load(&path_of("niemenczyn-1794", scenario), &read);
    loaded.map(|loaded| Insurrection::new(loaded.scenario)).map_err(|wrong| wrong.to_string())
}

fn load_verdox(scenario: &str) -> Result<Verdox, String> {
    let loaded = szala_verdox::scenario::load(&path_of("verdox", scenario), &read);
    loaded.map(Verdox::new).map_err(|wrong| wrong.to_string())
}

/// The number of positions of a game that the player fails, and the number of all; each failed one is printed.
fn examine<P: Roster<Rules: Casebook>>(
    players: BySide<&str>,
    book: &Book,
    load: fn(&str) -> Result<P::Rules, String>,
) -> Result<(usize, usize), Unasked> {
    let rules = load(book.usual).map_err(Unasked::Failed)?;
    for side in Side::BOTH {
        P::player(&rules, players[side], side, &read).map_err(Unasked::Nobody)?;
    }
    let folder = format!("{}/../ai/blunders/{}", env!("CARGO_MANIFEST_DIR"), book.folder);
    let entries = std::fs::read_dir(&folder)
        .map_err(|error| Unasked::Failed(format!("cannot read {folder}: {error}")))?;
    let mut files: Vec<_> = entries.flatten().map(|entry| entry.path().display().to_string()).collect();
    files.sort();
    let (mut wrong, mut positions) = (0, 0);
    for file in files {
        let asked = Examination {
            game: Some(book.game),
            whom: Whom::Only(players),
            called: &|_, _, _| Vec::new(),
            to_come: &[],
            seed: RunSeed(1794),
            games: 8,
            read: &read,
        };
        let text = read(&file).map_err(Unasked::Failed)?;
        let report = run_file::<P>(&file, &text, &asked, |scenario| {
            load(scenario.ok_or_else(|| "the file names no scenario".to_owned())?)
        });
        if !report.is_sound() {
            return Err(Unasked::Failed(report.to_string()));
        }
        positions += report.positions.len();
        for position in report.positions.iter().filter(|position| !position.is_passed()) {
            println!("  {}", position.name);
            wrong += 1;
        }
    }
    Ok((wrong, positions))
}
