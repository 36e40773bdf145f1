//! The gates of the house, as a library so that the tests can run them on small artificial trees: the rule ledger
//! ([`ledger`]), the house rules a program can check ([`tidy`]) and the performance gate ([`counts`]); a mutation test
//! of `szala gate` ([`mutants`]); and what is handed out ([`dist`]). `main.rs` does the printing and the exit codes.

mod finding;
mod lexer;
mod tree;

pub mod counts;
pub mod dist;
pub mod ledger;
pub mod mutants;
pub mod tidy;

pub use finding::{Answer, Finding};
pub use tree::{Source, Tree};
