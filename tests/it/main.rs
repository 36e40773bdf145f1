//! Tests of the command from outside, in one program: linking once is faster than linking thirty times, and a long test
//! does not keep the others waiting.

mod balance;
mod browser;
#[cfg(unix)]
mod campaign;
mod challenge;
mod chart;
mod clauses;
mod drill;
mod explain;
mod formats;
mod gate;
#[cfg(unix)]
mod interrupted;
mod keyed;
mod known;
mod odds;
mod own_scenario;
mod pages;
mod pictures;
mod playthroughs;
mod polish;
mod readme;
mod report;
mod robust;
mod schema;
mod searched;
mod secrets;
mod shelf;
mod strength;
mod tables;
mod trace;
mod tune;
mod unread;
mod verdict;
mod why;

/// The program under test: the one built with the tests, or another one, for example a faster build, whose absolute
/// path is in `SZALA_PROGRAM`.
fn program() -> &'static str {
    static PROGRAM: std::sync::LazyLock<String> = std::sync::LazyLock::new(|| {
        std::env::var("SZALA_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_szala").to_owned())
    });
    &PROGRAM
}
