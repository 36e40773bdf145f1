//! The command line: reads arguments and files, calls the libraries and prints. It works with the rule systems it is
//! given, and knows none itself.
#![deny(clippy::print_stderr)]

#[macro_use]
mod aside;

mod again;
mod cli;
mod command;
mod files;
mod guest;
mod house;
mod identity;
mod interrupt;
mod known;
mod mixes;
mod options;
mod pages;
mod palette;
mod parts;
mod players;
mod progress;
mod today;
mod values;
mod variant;
mod why;

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use command::Problem;

pub use files::Shelf;
pub use guest::{Answer, News, Stop, Watch, ask};
pub use house::House;

/// Reads the command line, runs the command, and returns its exit code.
pub fn main_with(house: &House) -> ExitCode {
    main_of(house, std::env::args_os().collect())
}

/// The same for words that another program was started with; the first is the name of the program.
pub fn main_with_words(house: &House, words: &[OsString]) -> ExitCode {
    let told: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let code = guest::with_words(&told, || main_of(house, words.to_vec()));
    // Another program may exit without flushing what was written.
    let _ = std::io::stdout().flush();
    code
}

fn main_of(house: &House, words: Vec<OsString>) -> ExitCode {
    let cli = match cli::Cli::read(words) {
        Ok(cli) => cli,
        // Help and version come here too, and fail if they cannot be written.
        Err(told) => {
            let is_told = match told.print() {
                Ok(()) => true,
                Err(error) => error.kind() == std::io::ErrorKind::BrokenPipe,
            };
            let is_wanted = told.exit_code() == 0;
            return ExitCode::from(if is_told && is_wanted { 0 } else { command::WRONG_USE });
        }
    };
    match cli.run(house) {
        Ok(code) => code,
        Err(Problem::NobodyReads) => ExitCode::SUCCESS,
        Err(Problem::Ends(code, told)) => {
            aside!("{}", command::harmless(&told));
            ExitCode::from(code)
        }
        Err(problem) => {
            aside!("error: {}", command::harmless(&problem.to_string()));
            ExitCode::from(command::WRONG_USE)
        }
    }
}
