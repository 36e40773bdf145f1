//! What remains of games that were played: their results, their rows, and hashes that identify them.

use szala_kernel::Outcome;
use szala_kernel::rules::Aborted;

use crate::told::Sheets;

/// A game that was played, or broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// How it ended, or why it has no end.
    pub end: Result<Outcome, Aborted>,
    /// Decisions taken.
    pub decisions: usize,
    /// Dice rolled and lots drawn.
    pub dice: usize,
}

/// Consecutive games, with what is recorded of them.
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    /// The number of the first.
    pub first: u64,
    /// The games.
    pub played: Vec<Played>,
    /// Their rows, one after the other, with a value for each of the rule system's columns.
    pub rows: Vec<i32>,
    /// Their rows in the long tables that are wanted.
    pub sheets: Sheets,
}

/// A keyed game: one of a pair, or of a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Half {
    /// How it ended, or why it has no end.
    pub end: Result<Outcome, Aborted>,
    /// Decisions taken.
    pub decisions: usize,
    /// A hash of all decisions and of the end: two games with the same hash are the same game.
    pub course: u64,
}
