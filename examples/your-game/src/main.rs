//! The `szala` command for The Ford.

use std::process::ExitCode;

fn main() -> ExitCode {
    szala::main_with(&[your_game::SYSTEM])
}
