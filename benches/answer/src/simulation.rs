//! The cost of a sequential test of pairs: simulated with the measured differences, weighted so that their mean is
//! the required one.
//!
//! The test is that of `szala whatif --detect`, asked after every pair.

use szala_analysis::statistics::Sample;
use szala_analysis::statistics::change::{Answer, Inquiry};
use szala_kernel::seed::mix;

use super::QUESTION;

/// How often the scores of a pair differ by -1, -1/2, 0, 1/2 and 1.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Differences([f64; 5]);

/// A difference in half points, by its place.
const HALF_POINTS: [f64; 5] = [-2.0, -1.0, 0.0, 1.0, 2.0];

impl Differences {
    /// One more pair, with this difference in half points.
    pub(crate) fn add(&mut self, half_points: i64) {
        let place = usize::try_from(half_points + 2).expect("a score has two half points at most");
        self.0[place] += 1.0;
    }

    /// In points of the score.
    fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().zip(HALF_POINTS).map(|(count, value)| count * value).sum();
        sum / 2.0 / self.0.iter().sum::<f64>()
    }

    /// The same kind of pairs with another mean: each weighted by how far it lies in that direction, with minimal
    /// change (exponential tilting). `None` when no weights work.
    pub(crate) fn with_mean(&self, mean: f64) -> Option<Self> {
        let tilted = |by: f64| {
            let mut counts = self.0;
            counts.iter_mut().zip(HALF_POINTS).for_each(|(count, value)| *count *= (by * value).exp());
            Self(counts)
        };
        let (mut low, mut high) = (-20.0, 20.0);
        if !(tilted(low).mean() < mean && mean < tilted(high).mean()) {
            return None;
        }
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if tilted(middle).mean() < mean { low = middle } else { high = middle }
        }
        Some(tilted(low))
    }

    /// The cumulative chance of each of them.
    fn steps(&self) -> [f64; 5] {
        let (all, mut sum) = (self.0.iter().sum::<f64>(), 0.0);
        self.0.map(|count| {
            sum += count / all;
            sum
        })
    }
}

/// The result of a simulated test.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    /// How many pairs it takes on average.
    pub(crate) games: f64,
    /// The percentage of runs in which it finds a change.
    pub(crate) decided: f64,
}

/// The number of runs: a chance of 90 % is known to 1.3 % then, one of 5 % to 1 %.
const RUNS: u32 = 2000;

/// The longest run.
const MOST_PAIRS: u64 = 10_000_000;

impl Ends {
    /// Simulates it.
    pub(crate) fn of(differences: &Differences) -> Self {
        let steps = differences.steps();
        let mut words = 1794_u64;
        let mut draw = || {
            words = words.wrapping_add(0x9E37_79B9_7F4A_7C15);
            #[expect(clippy::cast_precision_loss, reason = "53 bits are kept")]
            let part = (mix(words) >> 11) as f64 / (1_u64 << 53) as f64;
            steps.iter().position(|step| part < *step).unwrap_or(4)
        };
        let (mut games, mut decided) = (0, 0_u32);
        for _ in 0..RUNS {
            let (pairs, is_found) = run(&mut draw);
            games += pairs;
            decided += u32::from(is_found);
        }
        #[expect(clippy::cast_precision_loss, reason = "few games")]
        let games = games as f64 / f64::from(RUNS);
        Self { games, decided: 100.0 * f64::from(decided) / f64::from(RUNS) }
    }
}

/// One run: after how many pairs the test ended, and whether it found a change.
fn run(draw: &mut impl FnMut() -> usize) -> (u64, bool) {
    let mut inquiry = Inquiry::new(QUESTION);
    let (mut sum, mut squares) = (0_i128, 0_i128);
    for pairs in 1..=MOST_PAIRS {
        let half_points = i128::try_from(draw()).expect("one of five") - 2;
        sum += half_points;
        squares += half_points * half_points;
        let sample = Sample::of_sums(pairs, sum, squares);
        let sample = Sample { mean: sample.mean / 2.0, variance: sample.variance / 4.0, ..sample };
        if let Some(answer) = inquiry.ask(&sample) {
            return (pairs, answer != Answer::Neither);
        }
    }
    (MOST_PAIRS, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: half points -2 and 2, a hundred each, have the mean 0. Weights of 1 to e^(4 t) with a mean of
    /// (e^(4 t) - 1) / (e^(4 t) + 1) = 0.01 points are 99 to 101.
    #[test]
    fn weights_move_the_mean_and_nothing_else() {
        let even = Differences([100.0, 0.0, 0.0, 0.0, 100.0]);
        let tilted = even.with_mean(0.01).expect("such a mean lies between the differences");
        assert!((tilted.0[4] / tilted.0[0] - 101.0 / 99.0).abs() < 1e-9, "{tilted:?}");
        assert!((tilted.mean() - 0.01).abs() < 1e-12);
        assert!(Differences([0.0, 0.0, 9.0, 0.0, 0.0]).with_mean(0.01).is_none(), "nobody differs");
        assert!(Differences([0.0, 0.0, 9.0, 9.0, 0.0]).with_mean(-0.01).is_none(), "nobody is worse");
    }

    /// The error rates are the requested ones, 5 % and 10 %; a run of 2000 varies by 1 and 1.3 points with two
    /// deviations, and the test holds them only approximately.
    #[test]
    fn the_test_errs_as_often_as_it_says() {
        let pairs = Differences([10.0, 5.0, 970.0, 5.0, 10.0]);
        let [found, alarm] = [QUESTION.size, 0.0]
            .map(|mean| Ends::of(&pairs.with_mean(mean).expect("such a mean lies between the differences")));
        assert!((86.0..=95.0).contains(&found.decided), "{found:?}");
        assert!((2.0..=8.0).contains(&alarm.decided), "{alarm:?}");
    }
}
