//! *Bitwa o fortecę Verdox*, the battle for the fortress of Verdox: a tactical board game on squares, two armies of 75
//! counters that lie face down until they act, guns that break walls, barges on a river.
//!
//! The book's rules have no numbers; the ledger `rules.toml` says how we number them, `docs/VERDOX.md` how we read
//! doubtful ones. The crate has four rooms. `chapters` know neither `faces` nor `files`, and `position` knows none of
//! the three; `cargo xtask tidy` checks this.
//!
//! | room | module | chapter |
//! |---|---|---|
//! | `position` | `data`, `kinds`, `ground` | what a scenario says, kinds of units and of ground |
//! | | `ids`, `state`, `action` | who is who, a position, a decision |
//! | `chapters` | `game`, `rules` | the rules as a whole, with one scenario loaded |
//! | | `entry` | 2 lots, waves, hidden counters |
//! | | `turn`, `movement`, `attack`, `sight` | 3 movement and fighting, with what 6 and 7 say of each |
//! | | `ending` | 4 the three ends |
//! | | `forces` | 5 and 7 the kinds of units with their values |
//! | | `terrain` | 6 what ground costs and how high it lies |
//! | | `barges` | 7.7 the special units |
//! | | `audit` | what must hold of every position |
//! | | `words` | words of the journal that are listened for |
//! | `faces` | `notation` | decisions as text |
//! | | `pairing` | names of decisions, for games that are compared in pairs |
//! | | `record` | what is remembered of a game when millions are played |
//! | | `picture`, `told` | how it is drawn, its forces in words |
//! | | `survey` | what a player may ask beyond what is legal |
//! | | `exchange` | the same rules with ground or first move given to the other side |
//! | | `casebook` | cases that hold the rules to their book |
//! | `files` | [`scenario`], [`generate`] | reading scenarios and variants, maps made by a seed |

mod chapters;
mod faces;
mod files;
mod position;

pub use chapters::ending::OPEN_TURNS;
pub use chapters::forces::PRINTED;
pub use chapters::game::Verdox;
pub use faces::record::Notes;
pub use files::{generate, scenario};
pub use position::action::Action;
pub use position::data::{Bar, Barred, Canals, CloseCombat, Map, Range, Reserve, Scenario, Switches, Waves};
pub use position::ground::Ground;
pub use position::ids::{
    BargeId, MOST_BARGES, MOST_COLUMNS, MOST_OF_A_SIDE, MOST_ROWS, MOST_SQUARES, MOST_UNITS, Squares, UnitId,
    Units,
};
pub use position::kinds::{Card, FACES, Hit, Kind, Kinds, Roll};
pub use position::state::State;
