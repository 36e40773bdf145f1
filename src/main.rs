//! The `szala` command. Thin: it reads the command line, calls the libraries and prints; they do the work.

mod again;
mod cli;
mod command;
mod game;
mod identity;
mod interrupt;
mod players;
mod progress;
mod variant;

use std::process::ExitCode;

use clap::Parser;
use command::Problem;

fn main() -> ExitCode {
    match cli::Cli::parse().run() {
        Ok(code) => code,
        Err(Problem::NobodyReads) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(command::WRONG_USE)
        }
    }
}
