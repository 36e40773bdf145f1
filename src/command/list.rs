//! `szala list`: what there is to play.

use std::process::ExitCode;

/// Prints the games.
pub(crate) fn run() -> ExitCode {
    println!("two-gates  the toy game that shows every part of a rule system");
    ExitCode::SUCCESS
}
