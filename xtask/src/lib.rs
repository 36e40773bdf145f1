//! The gates of the house, as a library so that the tests can run them on made-up trees: the rule ledger
//! ([`ledger`]), the house rules a program can check ([`tidy`]) and the guard on speed ([`counts`]); and a test of the
//! gate that szala is for others ([`mutants`]). Printing and exit codes are `main.rs`'s.

mod finding;
mod lexer;
mod tree;

pub mod counts;
pub mod ledger;
pub mod mutants;
pub mod tidy;

pub use finding::{Answer, Finding};
pub use tree::{Source, Tree};
