//! The rule family of *Niemenczyn 1794*: its rules, one module a chapter.
//!
//! | module | chapter |
//! |---|---|
//! | [`data`], [`scenario`] | what a scenario says, and how it is read from files |
//! | `game`, `state`, `agenda`, `action`, `notation` | the rules as a whole, a position, what is next, a decision |
//! | `opening`, `sequence` | 13 set-up and pool, 3 sequence of play |
//! | `losses`, `sharing`, `command` | 3.4 values and losses, who takes them, 4 commanders |
//! | `stacking` | 5 facing, 6 stacks |
//! | `formation` | 7 squares, side by side |
//! | `movement` | 8 movement, charges, guns on the move |
//! | `reaction` | 9 reactions, 8.15 counterattacks |
//! | `sight`, `fire`, `guns`, `retreat` | 10 fire |
//! | `melee`, `flight` | 11 melee, flight, morale crisis |
//! | `victory` | 12 victory points |
//! | `audit` | what must hold of every position |
//! | `pairing` | names of decisions, for games that are compared in pairs |
//! | `record`, `words` | what is remembered of a game when millions are played; words that are told and heard |
//! | `picture`, `tables` | how it is drawn, and the tables that players look into |
//! | `survey` | what a player looks up: who is where, what a shot or a melee would bring |

#![cfg_attr(
    feature = "roomy",
    expect(clippy::large_stack_arrays, reason = "positions of larger games are measured so")
)]

mod action;
mod agenda;
mod audit;
#[cfg(feature = "cases")]
mod casebook;
mod command;
pub mod data;
mod fire;
mod flight;
mod flow;
mod formation;
mod game;
mod guns;
mod ids;
mod losses;
mod melee;
mod movement;
mod notation;
mod opening;
mod pairing;
mod picture;
mod reaction;
mod record;
mod retreat;
mod rules;
pub mod scenario;
mod sequence;
mod sharing;
mod sight;
mod stacking;
mod state;
mod survey;
mod tables;
mod told;
mod victory;
mod whereabouts;
mod words;

pub use action::Action;
pub use agenda::{Barrage, Cause, LossCause, Task};
pub use command::REACH;
pub use data::Scenario;
pub use game::Insurrection;
pub use ids::{
    Arm, Board, CommanderId, CommanderSet, Hexes, Hexsides, MOST_COMMANDERS, MOST_UNITS, UnitId, UnitSet,
};
pub use record::Notes;
pub use state::{Entry, Place, State, Unit};
pub use survey::{MeleeOdds, Prospect};

#[cfg(test)]
mod testing;
