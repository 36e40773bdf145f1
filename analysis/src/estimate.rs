//! Every figure that reaches a reader: its value between the bounds of its interval, the games it rests on, and its
//! unit. Statistics compute intervals; what is shown, written or drawn is an estimate.

use serde::{Deserialize, Serialize};

use crate::aggregate::Counts;
use crate::course::ALPHA;
use crate::records::Manifest;
use crate::statistics::interval::{Interval, plus_four, tango, tango_within, wilson};
use crate::statistics::normal_quantile;
use crate::statistics::paired::Pairs;
use crate::statistics::sequence;
use crate::tally::Tally;

/// A value within its interval of 95 %; what is unknown is none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The value.
    pub value: Option<f64>,
    /// The lower bound.
    pub low: Option<f64>,
    /// The upper bound.
    pub high: Option<f64>,
    /// The number of games, or pairs of games, that it rests on.
    pub games: u64,
    /// What the value is measured in.
    pub unit: Unit,
}

/// What a value is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// Parts of one: rates and scores, and differences of these.
    Share,
    /// Victory points.
    Vp,
    /// Decisions a game.
    Decisions,
    /// Whatever a column counts, a game.
    PerGame,
    /// A coefficient of correlation.
    Correlation,
}

impl Estimate {
    /// An interval, with its number of games.
    pub fn new(interval: Interval, games: u64, unit: Unit) -> Self {
        let finite = |number: f64| number.is_finite().then_some(number);
        let Interval { estimate, low, high } = interval;
        // Without games the middle of what is possible is no estimate.
        let value = finite(estimate).filter(|_| games > 0);
        Self { value, low: finite(low), high: finite(high), games, unit }
    }

    /// The mean of scores, one of each seed, or of differences of scores: none is below the least or above one.
    pub fn of_scores(scores: &[f64], least: f64) -> Self {
        Self::new(plus_four(scores, least, 1.0), scores.len() as u64, Unit::Share)
    }

    /// The interval, where all of it is known.
    pub fn interval(self) -> Option<Interval> {
        let Self { value, low, high, .. } = self;
        Some(Interval { estimate: value?, low: low?, high: high? })
    }
}

/// Which intervals figures have. It depends on what decided the number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Intervals {
    /// For a number of games that was chosen before the first: Wilson's, Tango's, Student's.
    Fixed,
    /// Confidence sequences, which hold however often one looks, for a run that ended because of what it showed.
    Anytime,
}

/// Where the confidence sequence of a mean is narrowest: at the size of most runs.
const TUNED_FOR: u64 = 10_000;

impl Intervals {
    /// Those of a recorded run.
    pub fn of(manifest: &Manifest) -> Self {
        if manifest.run.until.is_some() || !manifest.progress.is_finished {
            Self::Anytime
        } else {
            Self::Fixed
        }
    }

    /// The share of hits among some games.
    pub fn rate(self, hits: u64, games: u64) -> Estimate {
        Estimate::new(self.of_rate(hits, games), games, Unit::Share)
    }

    /// The interval of the share of hits among some games.
    pub fn of_rate(self, hits: u64, games: u64) -> Interval {
        match self {
            Self::Fixed => wilson(hits, games),
            Self::Anytime => sequence::rate(hits, games, ALPHA),
        }
    }

    /// The score of the first side.
    pub fn score(self, counts: Counts) -> Estimate {
        Estimate::new(self.of_score(counts), counts.ended(), Unit::Share)
    }

    /// The interval of the score of the first side.
    pub fn of_score(self, counts: Counts) -> Interval {
        let Counts { first, draws, second, .. } = counts;
        match self {
            Self::Fixed => tango(first, draws, second),
            Self::Anytime => sequence::score(first, draws, second, ALPHA),
        }
    }

    /// The score of the first side at another level than 95 %, in games that were chosen among others.
    pub fn score_at(self, counts: Counts, alpha: f64) -> Estimate {
        let Counts { first, draws, second, .. } = counts;
        let interval = match self {
            Self::Fixed => tango_within(normal_quantile(1.0 - alpha / 2.0), first, draws, second),
            Self::Anytime => sequence::score(first, draws, second, alpha),
        };
        Estimate::new(interval, counts.ended(), Unit::Share)
    }

    /// The mean of the first of these numbers, none of which is below the least.
    pub fn mean(self, pairs: &Pairs, least: f64, unit: Unit) -> Estimate {
        let interval = self.of_mean(pairs);
        Estimate::new(Interval { low: interval.low.max(least), ..interval }, pairs.n, unit)
    }

    /// The interval of the mean of the first of these numbers.
    pub fn of_mean(self, pairs: &Pairs) -> Interval {
        self.of_mean_at(pairs, ALPHA)
    }

    /// The same at another level than 95 %, for a mean that was chosen among others.
    pub fn of_mean_at(self, pairs: &Pairs, alpha: f64) -> Interval {
        match (self, i64::try_from(pairs.a), u64::try_from(pairs.aa)) {
            (Self::Anytime, Ok(sum), Ok(squares)) => sequence::mean(pairs.n, sum, squares, alpha, TUNED_FOR),
            (Self::Anytime, ..) => {
                let estimate = pairs.first().mean;
                Interval { estimate, low: f64::NEG_INFINITY, high: f64::INFINITY }
            }
            (Self::Fixed, ..) => pairs.first().mean_interval(alpha),
        }
    }

    /// How often each side won.
    pub fn outcome(self, counts: Counts) -> OutcomeEstimate {
        let rate = |hits| self.rate(hits, counts.ended());
        OutcomeEstimate {
            first_wins: rate(counts.first),
            draws: rate(counts.draws),
            second_wins: rate(counts.second),
            score: self.score(counts),
        }
    }
}

/// How often each side won, of the games that ended; the score is the first side's, a draw counts as half a win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OutcomeEstimate {
    /// The share of games that the first side won.
    pub first_wins: Estimate,
    /// The share of drawn games.
    pub draws: Estimate,
    /// The share of games that the second side won.
    pub second_wins: Estimate,
    /// The mean score of the first side.
    pub score: Estimate,
}

impl OutcomeEstimate {
    /// The four of them by name.
    pub fn named(&self) -> [(&'static str, Estimate); 4] {
        [
            ("first_wins", self.first_wins),
            ("draws", self.draws),
            ("second_wins", self.second_wins),
            ("score", self.score),
        ]
    }
}

impl From<&Tally> for Counts {
    fn from(tally: &Tally) -> Self {
        let &Tally { first, draws, second, aborted, .. } = tally;
        Self { first, draws, second, aborted }
    }
}
