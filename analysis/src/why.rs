//! Why a scenario scores as it does: games counted by how they ended, when, through which units and after which events,
//! and what follows from the counts. How it is said is left to `reports`, and which change switches what off to the
//! rule systems.

mod account;
mod findings;
mod parts;

pub use account::{Account, Ended, Ending, Event, Moments, Shape, Slice};
pub use findings::{Finding, Tried, TriedOf, UnitWorth, Without, findings, most_telling};
pub use parts::{Breakdown, Of, Part, breakdown_of};

#[cfg(test)]
pub(crate) mod testing;
