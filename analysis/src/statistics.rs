//! The statistics: pure functions from counts and sums to estimates with their uncertainty. What is counted
//! and what is decided on it is left to others; which method is used where, and why, is described in
//! `docs/METHOD.md`.

pub mod bootstrap;
mod brownian;
pub mod change;
pub mod components;
pub mod correlation;
pub mod equivalence;
pub mod interval;
pub mod multiple;
pub mod paired;
pub mod sequence;
pub mod sprt;
pub mod survival;

use interval::Interval;
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// What a number of values say of their mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How many values.
    pub n: u64,
    /// Their mean; 0 if there are none.
    pub mean: f64,
    /// The mean of the squares of their distances from it.
    pub variance: f64,
}

impl Sample {
    /// From the sum of whole numbers and the sum of their squares.
    pub fn of_sums(n: u64, sum: i128, sum_of_squares: i128) -> Self {
        if n == 0 {
            return Self { n, mean: 0.0, variance: 0.0 };
        }
        // In whole numbers, since two large ones that differ by little are subtracted.
        let squares = i128::from(n) * sum_of_squares - sum * sum;
        assert!(squares >= 0, "the sums are not those of {n} values");
        #[expect(clippy::cast_precision_loss, reason = "what is lost is nothing to what is kept")]
        let (sum, squares) = (sum as f64, squares as f64);
        Self { n, mean: sum / float(n), variance: squares / float(n) / float(n) }
    }

    /// From the values themselves. Where they are whole numbers [`of_sums`](Self::of_sums) loses nothing.
    pub fn of_values(values: &[f64]) -> Self {
        let n = values.len() as u64;
        if n == 0 {
            return Self { n, mean: 0.0, variance: 0.0 };
        }
        let mean = values.iter().sum::<f64>() / float(n);
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / float(n);
        Self { n, mean, variance }
    }

    /// The scores of games: a win scores 1, a draw 1/2 and a loss nothing.
    pub fn of_scores(wins: u64, draws: u64, losses: u64) -> Self {
        let games = wins + draws + losses;
        let (wins, draws) = (i128::from(wins), i128::from(draws));
        let half_points = Self::of_sums(games, 2 * wins + draws, 4 * wins + draws);
        Self { mean: half_points.mean / 2.0, variance: half_points.variance / 4.0, ..half_points }
    }

    /// The standard deviation of what the values are a sample of, with one taken off their number; infinite for
    /// fewer than two values.
    pub fn deviation(&self) -> f64 {
        self.standard_error() * float(self.n).sqrt()
    }

    /// The standard error of the mean; infinite for fewer than two values.
    pub fn standard_error(&self) -> f64 {
        if self.n < 2 { f64::INFINITY } else { (self.variance / (float(self.n) - 1.0)).sqrt() }
    }

    /// The mean with the interval of Student for 1 - `alpha`; unbounded for fewer than two values.
    pub fn mean_interval(&self, alpha: f64) -> Interval {
        let half = if self.n < 2 {
            f64::INFINITY
        } else {
            student_quantile(1.0 - alpha / 2.0, self.n - 1) * self.standard_error()
        };
        Interval { estimate: self.mean, low: self.mean - half, high: self.mean + half }
    }

    /// The mean of values between two bounds with the normal interval for 1 - `alpha`, after adding values at both
    /// bounds: as many as the square of the quantile, so that values which happen to be alike do not look certain. It
    /// is the interval of Agresti and Coull (1998) for any level; at 95 % it adds the four values of `plus_four`.
    /// Without values it is from bound to bound.
    pub fn bounded_interval(&self, [low, high]: [f64; 2], alpha: f64) -> Interval {
        if self.n == 0 {
            return Interval { estimate: f64::midpoint(low, high), low, high };
        }
        let quantile = normal_quantile(1.0 - alpha / 2.0);
        let (n, added) = (float(self.n), quantile * quantile);
        let centre = (n * self.mean + added * f64::midpoint(low, high)) / (n + added);
        let own = n * (self.variance + (self.mean - centre).powi(2));
        let bounds = added / 2.0 * ((low - centre).powi(2) + (high - centre).powi(2));
        let half = quantile * ((own + bounds) / (n + added) / (n + added)).sqrt();
        Interval { estimate: self.mean, low: (centre - half).max(low), high: (centre + half).min(high) }
    }
}

/// From here on Student's distribution and the normal one differ by less than one in 10 000.
const LARGE: u64 = 100_000;

/// The chance that a variable of Student's distribution is below this.
fn student_chance(value: f64, freedom: u64) -> f64 {
    if freedom >= LARGE {
        return normal_chance(value);
    }
    StudentsT::new(0.0, 1.0, float(freedom)).expect("the degrees of freedom are positive").cdf(value)
}

/// Which value a variable of Student's distribution stays below with this chance.
fn student_quantile(chance: f64, freedom: u64) -> f64 {
    if freedom >= LARGE {
        return normal_quantile(chance);
    }
    StudentsT::new(0.0, 1.0, float(freedom)).expect("the degrees of freedom are positive").inverse_cdf(chance)
}

/// The chance that a standard normal variable is below this.
fn normal_chance(value: f64) -> f64 {
    Normal::standard().cdf(value)
}

/// Which value a standard normal variable stays below with this chance.
pub(crate) fn normal_quantile(chance: f64) -> f64 {
    Normal::standard().inverse_cdf(chance)
}

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// Going from where it holds towards the end: the last place where it still does, by bisection.
pub(crate) fn last_that_holds(mut inside: f64, mut outside: f64, holds: impl Fn(f64) -> bool) -> f64 {
    // Halving a distance of 2 sixty times leaves less than a float can resolve.
    for _ in 0..60 {
        let middle = f64::midpoint(inside, outside);
        *(if holds(middle) { &mut inside } else { &mut outside }) = middle;
    }
    inside
}

/// The least number up to `most` for which it holds, if it holds for all above one for which it does.
pub(crate) fn least_that_holds(most: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut below, mut reached) = (0, 1);
    while !holds(reached) {
        if reached == most {
            return None;
        }
        below = reached;
        reached = (2 * reached).min(most);
    }
    while reached - below > 1 {
        let middle = u64::midpoint(below, reached);
        *(if holds(middle) { &mut reached } else { &mut below }) = middle;
    }
    Some(reached)
}

#[cfg(test)]
mod tests {
    use super::testing::assert_near;
    use super::*;

    /// Computed with scipy 1.17.1: `t.ppf(chance, freedom)`, `t.cdf(-2.5, 14)` and `t.cdf(-4, 99999)`.
    #[test]
    fn students_distribution_is_that_of_scipy() {
        for (chance, freedom, expected) in [
            (0.975, 1, 12.706_204_736_174_694),
            (0.975, 2, 4.302_652_729_749_462),
            (0.975, 14, 2.144_786_687_917_804),
            (0.95, 14, 1.761_310_135_774_891),
            (0.975, 99, 1.984_216_951_586_417_4),
            (0.975, 10_000, 1.960_201_239_890_626),
            (0.995, 50, 2.677_793_270_940_844),
        ] {
            assert_near(student_quantile(chance, freedom), expected, 1e-8);
        }
        assert_near(student_quantile(0.975, 200_000), 1.959_975_845_966_768, 2e-5);
        assert_near(student_chance(-2.5, 14), 0.012_733_332_307_031_081, 1e-10);
        assert_near(student_chance(-4.0, 99_999), 3.169_399_900_622_747e-5, 1e-10);
    }

    /// By hand: two wins, a draw and a loss have the mean 5/8 and the squares 2 * 9/64 + 1/64 + 25/64 =
    /// 44/64, a fourth of which is 11/64.
    #[test]
    fn scores_have_the_mean_and_variance_of_their_values() {
        let found = Sample::of_scores(2, 1, 1);
        assert_eq!(found, Sample { n: 4, mean: 0.625, variance: 11.0 / 64.0 });
        assert_near(found.standard_error(), (11.0_f64 / 64.0 / 3.0).sqrt(), 1e-15);
        assert_eq!(Sample::of_scores(0, 0, 0), Sample { n: 0, mean: 0.0, variance: 0.0 });
        assert_eq!(Sample::of_values(&[1.0, 0.0, 0.5, 1.0]), found);
        assert_eq!(Sample::of_values(&[]), Sample { n: 0, mean: 0.0, variance: 0.0 });
    }
}

#[cfg(test)]
pub(crate) mod testing;
