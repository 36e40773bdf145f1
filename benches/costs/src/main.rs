//! The cost of a game as a function of its units and the size of its board:
//! `cargo run --profile bench -p szala-costs` plays generated scenarios of up to ten times Niemenczyn and prints
//! tables in Markdown, with the exponents of growth. benches/README.md has the results. Needs Linux, for processor
//! time and memory, and valgrind, for instructions.
//!
//! `synthetic` writes the scenarios, `measure` plays one of them and prints figures, `curves` runs all of them, each
//! in a process of its own, and prints the tables. `beside` compares a large scenario with Niemenczyn.

mod beside;
mod curves;
mod measure;
mod synthetic;

use std::process::ExitCode;

use szala_insurrection::{Large, Small};

const USAGE: &str = "usage: costs [--csv]                             all tables
       costs beside                             Niemenczyn and a scenario of the size of Maciejowice
       costs one [--small] UNITS COLUMNS ROWS   one scenario in the large room, or the small one: its figures
       costs files UNITS COLUMNS ROWS           one scenario, its files";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments.iter().map(String::as_str).collect::<Vec<_>>()) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[&str]) -> Result<String, String> {
    match arguments {
        [] => curves::all(curves::Form::Markdown),
        ["--csv"] => curves::all(curves::Form::Csv),
        ["beside"] => beside::table(),
        ["one", "--small", size @ ..] => measure::measure::<Small>(read_size(size)?, measure::Amount::Timed),
        ["one", size @ ..] => measure::measure::<Large>(read_size(size)?, measure::Amount::Timed),
        ["counted", size @ ..] => measure::measure::<Large>(read_size(size)?, measure::Amount::Counted),
        ["files", size @ ..] => Ok(synthetic::write(read_size(size)?).to_string()),
        _ => Err(USAGE.to_owned()),
    }
}

fn read_size(words: &[&str]) -> Result<synthetic::Size, String> {
    let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[units, columns, rows]) if units >= 2 && columns >= 2 && rows >= 12 => {
            Ok(synthetic::Size::like_niemenczyn(units, columns, rows))
        }
        _ => Err(USAGE.to_owned()),
    }
}
