//! Trainers of responses: each finds weights that do well against a mix, by a way of its own. They hand on candidates
//! and choose nothing: what was measured while climbing is too good by luck, so candidates are played again on games
//! that no trainer saw.

mod climb;
mod evolve;
mod single;

use serde::{Deserialize, Serialize};

use super::hill::Hill;
use crate::statistics::float;

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

/// Where players can be drilled, three of four turns are drills: against drilled players weights alone gain next to
/// nothing.
const TURNS: usize = 4;

/// Does the drill of a turn go on from the best player of the mix? The first two of three do, since they gain more with
/// as many games. The others find what such a player has learned not to look for.
pub(super) fn goes_on(turn: usize) -> bool {
    turn % TURNS != 2
}

/// The games of a turn of weights, as a part of those of a drill, which learns from many.
const OF_WEIGHTS: f64 = 1.0 / 6.0;

/// The share of a turn with this trainer, if a side's `turns` turns have `all` together.
pub(super) fn share_of_turn(all: f64, turns: f64, can_drill: bool, trainer: Trainer) -> f64 {
    if !can_drill {
        return all / turns;
    }
    let of_weights = (turns / float(TURNS as u64)).floor();
    let of_drill = all / (turns - of_weights + OF_WEIGHTS * of_weights);
    if trainer == Trainer::Drill { of_drill } else { OF_WEIGHTS * of_drill }
}

impl Trainer {
    /// Those that train weights, in the order in which they take turns.
    pub const OF_WEIGHTS: [Self; 3] = [Self::Spsa, Self::Single, Self::Evolution];

    /// Whose turn it is: a trainer of weights or, where players can be drilled, mostly a drill.
    pub(super) fn of_turn(turn: usize, can_drill: bool) -> Self {
        match can_drill {
            true if turn % TURNS < TURNS - 1 => Self::Drill,
            true => Self::OF_WEIGHTS[turn / TURNS % 3],
            false => Self::OF_WEIGHTS[turn % 3],
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

    /// Weights that may do well, found from these starts with at most this many games.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_four_turns_are_drills_each_third_begins_elsewhere_and_all_shares_are_used() {
        let turns: Vec<Trainer> = (0..8).map(|turn| Trainer::of_turn(turn, true)).collect();
        let [drill, spsa, single] = [Trainer::Drill, Trainer::Spsa, Trainer::Single];
        assert_eq!(turns, [drill, drill, drill, spsa, drill, drill, drill, single]);
        let going_on: Vec<usize> = (0..8).filter(|turn| turns[*turn] == drill && goes_on(*turn)).collect();
        assert_eq!(going_on, [0, 1, 4, 5], "2 and 6 begin elsewhere");
        for (count, can_drill) in [(3, true), (4, true), (8, true), (5, false)] {
            let share = |turn| share_of_turn(0.5, float(count), can_drill, Trainer::of_turn(turn, can_drill));
            let all: f64 = (0..usize::try_from(count).expect("few")).map(share).sum();
            assert!((all - 0.5).abs() < 1e-9, "{count} turns: {all}");
        }
    }
}
