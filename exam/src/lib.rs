//! Tests that all players must pass: secrets they must not know, memory they must not use, blunders they must not
//! make. The tests are in `tests`; the positions for the questions are in `ai/blunders`.
//!
//! ```
//! use szala_ai::blunder::{self, Examination, Whom};
//! use szala_kernel::{BySide, RunSeed, toy::TwoGates};
//! use szala_two_gates_players::Players;
//! let text = r#"
//!     [[blunder]]
//!     name = "does not let a raider through an open gate unseen"
//!     rules = ["2.2"]
//!     why = "a shot costs nothing, and drives off at 4 or less"
//!     position = { step = "react", raider = "Red", aim = "left", guard = "left" }
//!     acceptable = ["shoot"]
//! "#;
//! let asked = Examination {
//!     game: Some("two-gates"),
//!     whom: Whom::Only(BySide(["uniform"; 2])),
//!     called: &|_, _, _| Vec::new(),
//!     to_come: &[],
//!     seed: RunSeed(1),
//!     games: 50,
//!     read: &|_| Err("there are no files here".to_owned()),
//! };
//! let report = blunder::run_file::<Players>("gates.toml", text, &asked, |_| Ok(TwoGates));
//! assert!(report.is_sound() && !report.is_passed());
//! assert!(report.to_string().contains("uniform (Blue) took `let pass` in"));
//! ```
