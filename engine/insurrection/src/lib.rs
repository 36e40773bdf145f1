//! The rule family of *Niemenczyn 1794*: its rules, one module a chapter.
//!
//! The crate has four rooms. `chapters` know neither `faces` nor `files`, and `position` knows none of the three;
//! `cargo xtask tidy` watches this.
//!
//! | room | module | chapter |
//! |---|---|---|
//! | `position` | [`data`] | what a scenario says |
//! | | `ground` | the kinds of ground and what each does |
//! | | `room` | how many of all there may be: [`Small`] and [`Large`] |
//! | | `ids`, `whereabouts`, `state` | who is who, who stands where, a position |
//! | | `agenda`, `action` | what is next, a decision |
//! | `chapters` | `game`, `rules`, `flow` | the rules as a whole, and how tasks are worked off |
//! | | `opening`, `sequence` | 13 set-up and pool, 3 sequence of play |
//! | | `losses`, `sharing`, `command` | 3.4 values and losses, who takes them, 4 commanders |
//! | | `stacking` | 5 facing, 6 stacks |
//! | | `formation`, `skirmish` | 7 squares, side by side, skirmish order |
//! | | `movement` | 8 movement, charges, guns on the move |
//! | | `reaction` | 9 reactions, 8.15 counterattacks |
//! | | `sight`, `fire`, `guns`, `retreat` | 10 fire |
//! | | `melee`, `flight` | 11 melee, flight, morale crisis |
//! | | `victory` | 12 victory points |
//! | | `audit` | what must hold of every position |
//! | | `words` | words of the journal that are listened for |
//! | `faces` | `notation` | decisions as text |
//! | | `pairing` | names of decisions, for games that are compared in pairs |
//! | | `record` | what is remembered of a game when millions are played |
//! | | `picture`, `tables`, `told` | how it is drawn, the tables that players consult, its units in words |
//! | | `survey` | what a player looks up: who is where, what a shot or a melee would bring |
//! | | `casebook` | cases that hold the rules to their book |
//! | `files` | [`scenario`] | how a scenario and its variants are read from files |

mod chapters;
mod faces;
mod files;
mod position;

pub use chapters::command::REACH;
pub use chapters::fire::Prospect;
pub use chapters::game::Insurrection;
pub use chapters::victory::PartOfStronghold;
pub use faces::record::Notes;
pub use faces::survey::MeleeOdds;
pub use files::scenario;
pub use position::action::Action;
pub use position::agenda::{Barrage, Cause, LossCause, Task};
pub use position::data::{self, Scenario};
pub use position::ground::{GroundTable, HexGround, HexKind, SideGround, SideKind};
pub use position::ids::{Arm, Board, CommanderId, CommanderSet, Hexes, Hexsides, UnitId, UnitSet};
pub use position::room::{Large, Plain, Room, Row, Small};
pub use position::state::{Entry, Obstacles, Place, State, Unit};

#[cfg(test)]
mod testing;
