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
    /// A net that learns to weigh the options of a policy ([`drill`](crate::drill)).
    Drill,
}

/// Does a drill go on from the best drilled player? Every second one does. The others begin from nothing: they find
/// what a drilled player has learned not to look for.
pub(super) fn goes_on(turn: usize) -> bool {
    !(turn / 2).is_multiple_of(2)
}

impl Trainer {
    /// Those that train weights, in the order in which they take turns.
    pub const OF_WEIGHTS: [Self; 3] = [Self::Spsa, Self::Single, Self::Evolution];

    /// Whose turn it is: of weights, and, where players can be drilled, a drill each second time.
    pub(super) fn of_turn(turn: usize, can_drill: bool) -> Self {
        match (can_drill, turn % 2) {
            (true, 0) => Self::Drill,
            (true, _) => Self::OF_WEIGHTS[turn / 2 % 3],
            (false, _) => Self::OF_WEIGHTS[turn % 3],
        }
    }

    /// What it is called in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spsa => "SPSA",
            Self::Single => "one weight at a time",
            Self::Evolution => "evolution",
            Self::Drill => "drill",
        }
    }

    /// Weights that may do well, found from these starts with at most so many games.
    pub(super) fn train(self, hill: &Hill<'_>, starts: &[Vec<i32>], games: u64) -> Vec<Vec<i32>> {
        match self {
            Self::Spsa => climb::train(hill, starts, games),
            Self::Single => single::train(hill, starts, games),
            Self::Evolution => evolve::train(hill, starts, games),
            // It trains no weights: see `hunt`.
            Self::Drill => Vec::new(),
        }
    }
}
