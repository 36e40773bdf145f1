//! *Bitwa o fortecę Verdox*, the battle for the fortress of Verdox: a tactical board game on squares, two armies of 75
//! counters that lie face down until they act, guns that break walls, barges on a river.
//!
//! The book's rules carry no numbers; the ledger `rules.toml` says how we number them, `docs/VERDOX.md` how we read
//! what is doubtful. The modules are the chapters:
//!
//! - `entry`: chapter 2, lots, waves, hidden counters;
//! - `turn`, `movement`, `attack`, `sight`: chapter 3, with what chapters 6 and 7 say of each;
//! - `ending`: chapter 4, the three ends;
//! - `forces`: chapters 5 and 7, the kinds of units with their values;
//! - `terrain`: chapter 6, the kinds of ground;
//! - `barges`: the special units of chapter 7.
//!
//! What players may ask beyond what is legal is `survey`'s.
//!
//! Maps and scenarios are data ([`scenario`]), or made up by a seed ([`generate`]); `exchange` gives ground and
//! first move to the other side.

mod action;
mod attack;
mod audit;
mod barges;
#[cfg(feature = "cases")]
mod casebook;
mod data;
mod ending;
mod entry;
mod exchange;
mod forces;
mod game;
pub mod generate;
mod ids;
mod movement;
mod notation;
mod pairing;
mod picture;
mod record;
mod rules;
pub mod scenario;
mod sight;
mod state;
mod survey;
mod terrain;
mod told;
mod turn;
mod words;

pub use action::Action;
pub use data::{Canals, CloseCombat, Map, Range, Reserve, Scenario, Switches, Waves};
pub use ending::OPEN_TURNS;
pub use forces::{Card, FACES, Hit, Kind, Kinds, PRINTED, Roll};
pub use game::Verdox;
pub use ids::{
    BargeId, MOST_BARGES, MOST_COLUMNS, MOST_OF_A_SIDE, MOST_ROWS, MOST_SQUARES, MOST_UNITS, Squares, UnitId,
    Units,
};
pub use record::Notes;
pub use state::State;
pub use terrain::Ground;
