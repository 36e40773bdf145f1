//! The sums of a run, all of them integers: adding in any order gives the same.

use std::collections::BTreeMap;

use szala_kernel::rules::Finished;
use szala_kernel::seed::mix;
use szala_kernel::{Rule, Side};

/// What came of a number of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games that the first side won.
    pub first: u64,
    /// Games that the second side won.
    pub second: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// The sum of the margins, in victory points of the first side.
    pub margin: i64,
    /// The sum of their squares.
    pub margin_squared: u64,
    /// Decisions taken in all games.
    pub decisions: u64,
    /// How often each reason ended a game.
    pub reasons: BTreeMap<(Rule, &'static str), u64>,
    /// A sum over all games of a hash of number and result: two runs of the same games agree in it, others do not.
    pub fingerprint: u64,
}

impl Tally {
    /// Adds one game.
    pub fn count(&mut self, number: u64, finished: &Finished) {
        let outcome = finished.outcome;
        self.games += 1;
        let kind = match outcome.winner {
            Some(Side::First) => &mut self.first,
            Some(Side::Second) => &mut self.second,
            None => &mut self.draws,
        };
        *kind += 1;
        self.margin += i64::from(outcome.margin);
        self.margin_squared += u64::from(outcome.margin.unsigned_abs()).pow(2);
        self.decisions += finished.decisions as u64;
        *self.reasons.entry((outcome.rule, outcome.reason)).or_default() += 1;
        let winner = outcome.winner.map_or(2, |side| side as u64);
        let parts = [
            u64::from(outcome.margin.cast_unsigned()),
            winner,
            outcome.rule.code().into(),
            finished.decisions as u64,
        ];
        let hash = parts.into_iter().fold(mix(number), |hash, part| mix(hash ^ part));
        self.fingerprint = self.fingerprint.wrapping_add(hash);
    }

    /// Both together.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        self.games += other.games;
        self.first += other.first;
        self.second += other.second;
        self.draws += other.draws;
        self.margin += other.margin;
        self.margin_squared += other.margin_squared;
        self.decisions += other.decisions;
        for (reason, count) in other.reasons {
            *self.reasons.entry(reason).or_default() += count;
        }
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self
    }
}
