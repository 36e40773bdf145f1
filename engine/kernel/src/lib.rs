//! What all games of Szala share.
//!
//! A rule system implements [`Rules`] and [`Notation`]; everything else follows: playing ([`Play`]), dice of four
//! kinds ([`dice`]), journals ([`journal`]), the conformance suite and rule cases. [`toy`] is a complete example.
//!
//! Nothing here knows a board, a player who thinks, a file, a clock, a thread or a float, and playing a game
//! allocates nothing.

pub mod actions;
#[cfg(feature = "cases")]
pub mod case;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod dice;
pub mod exchange;
pub mod journal;
mod outcome;
pub mod pairing;
pub mod picture;
pub mod record;
mod rule;
pub mod rules;
pub mod seed;
mod side;
mod table;
#[cfg(feature = "text")]
pub mod text;
pub mod toy;

pub use actions::{ActionList, Limits};
pub use dice::{Ask, Dice, Die, Subject};
pub use exchange::{Exchange, MapMaker};
pub use journal::Journal;
pub use outcome::Outcome;
pub use pairing::Paired;
pub use picture::Pictured;
pub use record::Recorded;
pub use rule::{NotARule, Rule};
pub use rules::{Fault, IllegalAction, Names, Naming, Notation, Play, Rules};
pub use seed::{GameSeed, RunSeed, Stream};
pub use side::{BySide, Side};
pub use table::Table;
