//! Szala, a Monte Carlo balance-analysis toolkit for board wargames: the command with the games that are shipped, and
//! the same command for games of your own.
//!
//! A game is a [`System`]. [`main_with`] takes a list of them and is a whole program, with every command for each:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! fn main() -> ExitCode {
//!     // Two Gates, the toy, stands here for a game of yours.
//!     szala::main_with(&[TOY])
//! }
//!
//! const TOY: &dyn szala::System = &szala_system::Fixed::<szala_two_gates_players::Players>::new();
//! ```
//!
//! `examples/your-game` is such a program outside this workspace, and `docs/ADDING_A_GAME.md` leads through it.
//!
//! Two features are on by default. `games` brings the games that are shipped, [`SHIPPED`], with their scenarios; a
//! program with games of its own turns it off. `records` brings recorded games, as Parquet files; without it the first
//! build is shorter, and what needs records (`run --out`, `report`, `chart`, `merge`, `sweep --out`) answers with an
//! error that names the feature.

use std::process::ExitCode;

use szala_command::{House, Shelf};
pub use szala_system::System;

/// The rule systems that are shipped: the one list of them.
#[cfg(feature = "games")]
pub static SHIPPED: [&dyn System; 8] = [
    szala_two_gates_players::SYSTEM,
    szala_breakthrough_players::SYSTEM,
    szala_pig_players::SYSTEM,
    szala_insurrection_players::SYSTEM,
    szala_verdox_players::SYSTEM,
    szala_pluton_players::SYSTEM,
    szala_spqr_players::SYSTEM,
    szala_crossing_players::SYSTEM,
];

/// The scenarios of the shipped systems, and all files that they name, in order of their paths.
#[cfg(feature = "games")]
const SHELF: Shelf = Shelf(&include!(concat!(env!("OUT_DIR"), "/shelf.rs")));
#[cfg(not(feature = "games"))]
const SHELF: Shelf = Shelf(&[]);

/// The `szala` command for these rule systems: reads the command line, does what it asks, and gives the exit code.
pub fn main_with(systems: &'static [&'static dyn System]) -> ExitCode {
    szala_command::main_with(&house(systems))
}

/// The program with these rule systems, for callers that run its commands in another way, as `szala_command::ask` does.
pub fn house(systems: &'static [&'static dyn System]) -> House {
    House { systems, shelf: SHELF, version: env!("CARGO_PKG_VERSION"), commit: env!("SZALA_COMMIT") }
}
