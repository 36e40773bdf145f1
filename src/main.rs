//! The `szala` command with the games that are shipped.

use std::process::ExitCode;

fn main() -> ExitCode {
    szala::main_with(&szala::SHIPPED)
}
