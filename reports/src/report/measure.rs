//! Counts made estimates: each with its bounds, and with the number of games that it is of.

use serde::Serialize;
use szala_analysis::aggregate::Counts;
use szala_analysis::records::Manifest;
use szala_analysis::statistics::paired::Pairs;
use szala_analysis::statistics::sequence;
use szala_analysis::{ALPHA, Interval, tango, wilson};

use crate::Intervals;

/// An estimate between the bounds of its interval of 95 %; what is missing cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Estimate {
    #[serde(rename = "estimate")]
    pub(super) value: Option<f64>,
    pub(super) low: Option<f64>,
    pub(super) high: Option<f64>,
    /// The games that it is of.
    pub(super) games: u64,
}

impl Estimate {
    pub(super) fn new(interval: Interval, games: u64) -> Self {
        let finite = |number: f64| number.is_finite().then_some(number);
        let Interval { estimate, low, high } = interval;
        // Of no games the middle of what is possible is no estimate.
        let value = finite(estimate).filter(|_| games > 0);
        Self { value, low: finite(low), high: finite(high), games }
    }
}

impl Estimate {
    /// The interval, where all of it is known.
    pub(super) fn interval(self) -> Option<Interval> {
        let Self { value, low, high, .. } = self;
        Some(Interval { estimate: value?, low: low?, high: high? })
    }
}

/// Where the confidence sequence of a mean is narrowest: at what most runs have.
const TUNED_FOR: u64 = 10_000;

impl Intervals {
    /// Those of a run.
    pub(crate) fn of(manifest: &Manifest) -> Self {
        if manifest.run.until.is_some() || !manifest.progress.is_finished {
            Self::Anytime
        } else {
            Self::Fixed
        }
    }

    /// So many of so many.
    pub(super) fn rate(self, hits: u64, games: u64) -> Estimate {
        Estimate::new(self.of_rate(hits, games), games)
    }

    /// The interval of so many of so many.
    pub(crate) fn of_rate(self, hits: u64, games: u64) -> Interval {
        match self {
            Self::Fixed => wilson(hits, games),
            Self::Anytime => sequence::rate(hits, games, ALPHA),
        }
    }

    /// The score of the first side.
    fn score(self, counts: Counts) -> Estimate {
        Estimate::new(self.of_score(counts), counts.ended())
    }

    /// The interval of the score of the first side.
    pub(crate) fn of_score(self, counts: Counts) -> Interval {
        let Counts { first, draws, second, .. } = counts;
        match self {
            Self::Fixed => tango(first, draws, second),
            Self::Anytime => sequence::score(first, draws, second, ALPHA),
        }
    }

    /// The mean of the numbers, none of which is below the least.
    pub(super) fn mean(self, pairs: &Pairs, least: f64) -> Estimate {
        let interval = self.of_mean(pairs);
        Estimate::new(Interval { low: interval.low.max(least), ..interval }, pairs.n)
    }

    /// The interval of the mean of the numbers.
    pub(crate) fn of_mean(self, pairs: &Pairs) -> Interval {
        match (self, i64::try_from(pairs.a), u64::try_from(pairs.aa)) {
            (Self::Anytime, Ok(sum), Ok(squares)) => sequence::mean(pairs.n, sum, squares, ALPHA, TUNED_FOR),
            (Self::Anytime, ..) => {
                let estimate = pairs.first().mean;
                Interval { estimate, low: f64::NEG_INFINITY, high: f64::INFINITY }
            }
            (Self::Fixed, ..) => pairs.first().mean_interval(ALPHA),
        }
    }

    /// Who won how often.
    pub(super) fn outcome(self, counts: Counts) -> Outcome {
        let rate = |hits| self.rate(hits, counts.ended());
        Outcome {
            first_wins: rate(counts.first),
            draws: rate(counts.draws),
            second_wins: rate(counts.second),
            score: self.score(counts),
        }
    }
}

/// Who won how often, of games that came to an end; the score is the first side's, a draw counts as half a win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Outcome {
    pub(super) first_wins: Estimate,
    pub(super) draws: Estimate,
    pub(super) second_wins: Estimate,
    pub(super) score: Estimate,
}

impl Outcome {
    /// The four of them by name.
    pub(super) fn named(&self) -> [(&'static str, Estimate); 4] {
        [
            ("first_wins", self.first_wins),
            ("draws", self.draws),
            ("second_wins", self.second_wins),
            ("score", self.score),
        ]
    }
}
