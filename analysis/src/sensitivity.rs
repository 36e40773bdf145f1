//! Which values matter: each is set to the ends of its range, and paired with the scenario as it is. All ends are
//! raced: what is clear drops out early, whether it matters or makes no measurable difference. Which values are
//! tried, and how results are shown, is left to others.

mod interactions;
mod spread;

pub use interactions::{Design, Interaction, Interactions, MOST_FACTORS, interactions};
pub use spread::{Lottery, Share, Spread, spread};

use crate::compare::{Axis, Comparison};
use crate::course::ALPHA;
use crate::race::{Race, RaceFailed, Seat};
use crate::statistics::interval::Interval;
use crate::statistics::{float, normal_quantile};

/// Pairs before the first look at an end; the number doubles from look to look.
const FIRST_LOOK: u64 = 500;
/// An effect is known well enough when the half-width of its interval is at most this part of it...
const PART_OF_EFFECT: f64 = 0.5;
/// ...or this part of the margin.
const PART_OF_MARGIN: f64 = 0.5;

/// What the pairs say of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It changes the score, and may change it by the margin or more.
    Matters,
    /// It changes the score by less than the margin.
    Negligible,
    /// Neither is shown.
    Open,
}

/// A value set to an end of its range, beside the scenario as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct End {
    /// Its results; the scenario as it is comes first in each pair.
    pub comparison: Comparison,
    /// What they say, once they say something.
    pub answer: Option<Answer>,
}

/// The ends of a race, and what its intervals hold for.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// In the order in which they were given.
    pub ends: Vec<End>,
    /// How much of a score is negligible.
    pub margin: f64,
    /// No end has more pairs.
    pub most: u64,
}

/// After how many pairs each the ends are looked at.
fn looks(most: u64) -> Vec<u64> {
    let mut looks: Vec<u64> = core::iter::successors(Some(FIRST_LOOK), |look| look.checked_mul(2))
        .take_while(|look| *look < most)
        .collect();
    looks.push(most);
    looks
}

/// Races this many ends for up to `most` pairs each, and looks for changes of the score within the margin. `seat` makes
/// the variant of an end; `tell` is called now and then with the number of games spent. A race stopped from outside has
/// fewer pairs, and its open ends stay open.
///
/// # Errors
/// When the system cannot start this many threads, or an end cannot be played.
pub fn race_ends(
    race: &mut Race<'_>,
    count: usize,
    seat: Seat<'_>,
    margin: f64,
    most: u64,
    mut tell: impl FnMut(u64),
) -> Result<Ends, RaceFailed> {
    let mut raced = Ends { ends: vec![End::default(); count], margin, most };
    let mut from = 0;
    for to in looks(most) {
        let open: Vec<usize> = (0..count).filter(|place| raced.ends[*place].answer.is_none()).collect();
        if open.is_empty() || race.is_stopped() {
            break;
        }
        let take = |place: usize, number, pair| raced.ends[place].comparison.add(number, &[pair]);
        race.play(from..to, &open, seat, take, &mut tell)?;
        for place in open {
            raced.ends[place].answer = raced.look(place);
        }
        from = to;
    }
    Ok(raced)
}

impl Ends {
    /// The level of each look at each end: an equal share, so that the chance of any error is at most 5 %.
    pub fn alpha(&self) -> f64 {
        ALPHA / float(self.ends.len().max(1) as u64 * looks(self.most).len() as u64)
    }

    /// How much more the end in this place has of an axis. All intervals of one axis hold together, at every look.
    pub fn difference(&self, place: usize, axis: Axis) -> Interval {
        self.ends[place].comparison.difference_within(axis, self.alpha())
    }

    /// What an end says by now, if it is clear.
    fn look(&self, place: usize) -> Option<Answer> {
        let Interval { estimate, low, high } = self.difference(place, Axis::Score);
        let half = (high - low) / 2.0;
        if -self.margin < low && high < self.margin {
            return Some(Answer::Negligible);
        }
        let is_known = half <= PART_OF_EFFECT * estimate.abs() || half <= PART_OF_MARGIN * self.margin;
        ((low > 0.0 || high < 0.0) && is_known).then_some(Answer::Matters)
    }

    /// What an end says with all its pairs.
    pub fn answer(&self, place: usize) -> Answer {
        let Interval { low, high, .. } = self.difference(place, Axis::Score);
        let known = self.ends[place].answer.or_else(|| self.look(place));
        known.unwrap_or(if low > 0.0 || high < 0.0 { Answer::Matters } else { Answer::Open })
    }

    /// How many games the race took, those of the scenario as it is included.
    pub fn spent(&self) -> u64 {
        let pairs = || self.ends.iter().map(|end| end.comparison.pairs);
        pairs().sum::<u64>() + pairs().max().unwrap_or(0)
    }

    /// About how many games a plain grid takes for the same answers: as many independent games of each end and of the
    /// scenario as the hardest end needs, looked at once.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rough number of games")]
    pub fn of_a_grid(&self) -> u64 {
        let quantile = normal_quantile(1.0 - ALPHA / float(self.ends.len().max(1) as u64) / 2.0);
        let games = |(place, end): (usize, &End)| {
            let Interval { estimate, low, high } = self.difference(place, Axis::Score);
            let change = estimate.abs();
            let half = match self.answer(place) {
                Answer::Negligible => self.margin - change,
                Answer::Matters => (PART_OF_EFFECT * change).max(change.min(PART_OF_MARGIN * self.margin)),
                Answer::Open => (high - low) / 2.0,
            };
            let pairs = end.comparison.on(Axis::Score);
            // Scores are counted in half points.
            let variance = (pairs.first().deviation().powi(2) + pairs.second().deviation().powi(2)) / 4.0;
            quantile.powi(2) * variance / half.powi(2)
        };
        let hardest = self.ends.iter().enumerate().map(games).fold(0.0, f64::max);
        hardest.ceil() as u64 * (self.ends.len() as u64 + 1)
    }
}

#[cfg(test)]
mod tests;
