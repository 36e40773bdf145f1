//! The command line: reads arguments and files, calls the libraries and prints. It holds whatever rule systems it is
//! given, and knows none.

mod again;
mod cli;
mod command;
mod files;
mod house;
mod identity;
mod interrupt;
mod options;
mod players;
mod progress;
mod variant;

use std::process::ExitCode;

use clap::Parser;
use command::Problem;

pub use house::House;

/// Reads the command line, does what it asks, and says how it went.
pub fn main_with(house: &House) -> ExitCode {
    match cli::Cli::parse().run(house) {
        Ok(code) => code,
        Err(Problem::NobodyReads) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {}", command::harmless(&problem.to_string()));
            ExitCode::from(command::WRONG_USE)
        }
    }
}
