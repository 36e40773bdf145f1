//! Trainers of responses: each finds weights that do well against a mix, by a way of its own. They hand on candidates
//! and choose nothing: what was measured while climbing is too good by luck, so candidates are played again on games
//! that no trainer saw.

mod climb;
mod evolve;
mod single;

use serde::{Deserialize, Serialize};

use super::hill::Hill;

/// A way to train.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trainer {
    /// All weights at once, by simultaneous perturbation.
    Spsa,
    /// One weight at a time.
    Single,
    /// Mutations of one or two weights, raced.
    Evolution,
}

impl Trainer {
    /// All of them, in the order in which they take turns.
    pub const ALL: [Self; 3] = [Self::Spsa, Self::Single, Self::Evolution];

    /// What it is called in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spsa => "SPSA",
            Self::Single => "one weight at a time",
            Self::Evolution => "evolution",
        }
    }

    /// Weights that may do well, found from these starts with at most so many games.
    pub(super) fn train(self, hill: &Hill<'_>, starts: &[Vec<i32>], games: u64) -> Vec<Vec<i32>> {
        match self {
            Self::Spsa => climb::train(hill, starts, games),
            Self::Single => single::train(hill, starts, games),
            Self::Evolution => evolve::train(hill, starts, games),
        }
    }
}
