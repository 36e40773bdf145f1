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
    /// Mutations of plans.
    Mutation,
}

/// The games of a turn of weights or plans, as a part of those of a drill, which learns from many.
const OF_OTHERS: f64 = 1.0 / 6.0;

/// In which order a side's trainers take turns. Where players can be drilled, three turns of each round are drills:
/// against drilled players weights alone gain next to nothing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    pub(super) can_drill: bool,
    /// Does the side have plans to vary?
    pub(super) can_breed: bool,
}

impl Course {
    /// The turns of a round.
    pub(super) fn round(self) -> usize {
        let others = usize::from(self.can_breed);
        if self.can_drill { 4 + others } else { Trainer::OF_WEIGHTS.len() + others }
    }

    /// Whose turn it is. In a round with drills plans come second, and one of the trainers of weights last.
    pub(super) fn trainer(self, turn: usize) -> Trainer {
        let (round, place) = (turn / self.round(), turn % self.round());
        let is_last = place + 1 == self.round();
        let breeds = if self.can_drill { place == 1 } else { is_last };
        if self.can_breed && breeds {
            Trainer::Mutation
        } else if !self.can_drill {
            Trainer::OF_WEIGHTS[place]
        } else if is_last {
            Trainer::OF_WEIGHTS[round % Trainer::OF_WEIGHTS.len()]
        } else {
            Trainer::Drill
        }
    }

    /// Does the drill of a turn go on from the best player of the mix? The first two of three do, since they gain more
    /// with as many games. The others find what such a player has learned not to look for.
    pub(super) fn goes_on(self, turn: usize) -> bool {
        turn % self.round() + 2 != self.round()
    }

    /// Does the drill of a turn refine a net in any case? The second of two that go on does: where the first learns no
    /// better what options are worth, the choice between two that are worth about the same can still become better.
    pub(super) fn refines(self, turn: usize) -> bool {
        turn % self.round() + 3 == self.round()
    }

    /// The share of a turn with this trainer, if a side's `turns` turns have `all` together.
    pub(super) fn share(self, all: f64, turns: usize, trainer: Trainer) -> f64 {
        let weight = |trainer| if trainer == Trainer::Drill || !self.can_drill { 1.0 } else { OF_OTHERS };
        all * weight(trainer) / (0..turns).map(|turn| weight(self.trainer(turn))).sum::<f64>()
    }
}

impl Trainer {
    /// Those that train weights, in the order in which they take turns.
    pub const OF_WEIGHTS: [Self; 3] = [Self::Spsa, Self::Single, Self::Evolution];

    /// What it is called in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Spsa => "SPSA",
            Self::Single => "one weight at a time",
            Self::Evolution => "evolution",
            Self::Drill => "drill",
            Self::Mutation => "mutation of plans",
        }
    }

    /// Weights that may do well, found from these starts with at most this many games.
    pub(super) fn train(self, hill: &Hill<'_>, starts: &[Vec<i32>], games: u64) -> Vec<Vec<i32>> {
        match self {
            Self::Spsa => climb::train(hill, starts, games),
            Self::Single => single::train(hill, starts, games),
            Self::Evolution => evolve::train(hill, starts, games),
            // They train no weights: see `hunt`.
            Self::Drill | Self::Mutation => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_of_five_turns_are_drills_each_third_begins_elsewhere_and_all_shares_are_used() {
        let course = Course { can_drill: true, can_breed: true };
        let [drill, plans, spsa, single] =
            [Trainer::Drill, Trainer::Mutation, Trainer::Spsa, Trainer::Single];
        let turns: Vec<Trainer> = (0..10).map(|turn| course.trainer(turn)).collect();
        assert_eq!(turns, [drill, plans, drill, drill, spsa, drill, plans, drill, drill, single]);
        let going_on: Vec<usize> =
            (0..10).filter(|turn| turns[*turn] == drill && course.goes_on(*turn)).collect();
        assert_eq!(going_on, [0, 2, 5, 7], "3 and 8 begin elsewhere");
        assert_eq!((0..10).filter(|turn| course.refines(*turn)).collect::<Vec<_>>(), [2, 7]);
        let without = Course { can_breed: false, ..course };
        let turns: Vec<Trainer> = (0..8).map(|turn| without.trainer(turn)).collect();
        assert_eq!(turns, [drill, drill, drill, spsa, drill, drill, drill, single]);
        assert!(without.goes_on(1) && !without.goes_on(2));
        assert!(without.refines(1) && !without.refines(0) && !without.refines(2));
        let undrilled = Course { can_drill: false, ..course };
        assert_eq!([2, 3].map(|turn| undrilled.trainer(turn)), [Trainer::Evolution, plans]);
        for (count, course) in [(3, course), (4, without), (8, course), (5, undrilled)] {
            let share = |turn| course.share(0.5, count, course.trainer(turn));
            let all: f64 = (0..count).map(share).sum();
            assert!((all - 0.5).abs() < 1e-9, "{count} turns: {all}");
        }
    }
}
