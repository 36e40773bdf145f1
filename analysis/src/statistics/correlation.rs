//! Correlation: how far two numbers of a game go together, with its interval. Which numbers is the caller's
//! choice.

use super::interval::Interval;
use super::paired::Pairs;
use super::{float, normal_quantile, student_chance};

/// A correlation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// Pearson's coefficient between its bounds.
    pub coefficient: Interval,
    /// The p-value against no correlation at all, from Student's distribution.
    pub p: f64,
}

/// Pearson's correlation with the interval of Fisher for 1 - `alpha`. `None` where one of the two never
/// varies. With fewer than four pairs the interval is -1 to 1; with two, which always lie on a line, p is 1.
/// Values that lie on a line have an interval without width: Fisher's says nothing of how sure that is.
pub fn pearson(pairs: &Pairs, alpha: f64) -> Option<Correlation> {
    let coefficient = pairs.correlation()?;
    Some(Correlation { coefficient: fisher(coefficient, pairs.n, alpha), p: p_value(coefficient, pairs.n) })
}

fn fisher(coefficient: f64, n: u64, alpha: f64) -> Interval {
    if n < 4 {
        return Interval { estimate: coefficient, low: -1.0, high: 1.0 };
    }
    let half = normal_quantile(1.0 - alpha / 2.0) / (float(n) - 3.0).sqrt();
    let bound = |distance: f64| (coefficient.atanh() + distance).tanh();
    Interval { estimate: coefficient, low: bound(-half), high: bound(half) }
}

fn p_value(coefficient: f64, n: u64) -> f64 {
    if n < 3 {
        return 1.0;
    }
    let spread = (1.0 - coefficient) * (1.0 + coefficient);
    if spread <= 0.0 {
        return 0.0;
    }
    let distance = coefficient.abs() * ((float(n) - 2.0) / spread).sqrt();
    2.0 * student_chance(-distance, n - 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::{Lots, assert_near};

    /// The snapshots of the R package `statsExpressions`, `tests/testthat/_snaps/corr_test.md`: weight and
    /// mileage of 32 cars, brain weight and sleep of 48 mammals (at 90 %). The coefficients are rounded
    /// there.
    #[test]
    fn interval_and_p_value_are_those_of_r() {
        for (coefficient, n, alpha, low, high, p, within) in [
            (-0.868, 32, 0.05, -0.934, -0.744, 1.294e-10, 0.1e-10),
            (-0.221, 48, 0.1, -0.438, 0.0201, 0.131, 0.001),
        ] {
            let found = fisher(coefficient, n, alpha);
            assert_near(found.low, low, 0.001);
            assert_near(found.high, high, 0.001);
            assert_near(p_value(coefficient, n), p, within);
        }
    }

    /// Computed with scipy 1.17.1: `pearsonr(range(20), [i * i % 17 for i in range(20)])`,
    /// `confidence_interval(0.9)`.
    #[test]
    fn a_correlation_from_sums_is_that_of_scipy_from_the_values() {
        let mut pairs = Pairs::default();
        (0..20).for_each(|i| pairs.add(i, i * i % 17));
        let found = pearson(&pairs, 0.1).expect("both values vary");
        assert_near(found.coefficient.estimate, -0.135_615_128_307_380_5, 1e-9);
        assert_near(found.coefficient.low, -0.489_491_519_333_892_57, 1e-9);
        assert_near(found.coefficient.high, 0.256_613_498_207_329_2, 1e-9);
        assert_near(found.p, 0.568_621_934_725_992_5, 1e-9);
    }

    #[test]
    fn values_that_tell_little_or_lie_on_a_line_have_defined_answers() {
        let line = |n: i64| {
            let mut pairs = Pairs::default();
            (0..n).for_each(|i| pairs.add(i, 3 - i));
            pairs
        };
        assert_eq!(pearson(&line(0), 0.05), None);
        assert_eq!(pearson(&line(1), 0.05), None);
        let two = pearson(&line(2), 0.05).expect("both values vary");
        assert_eq!((two.coefficient.low, two.coefficient.high, two.p), (-1.0, 1.0, 1.0));
        let ten = pearson(&line(10), 0.05).expect("both values vary");
        assert_eq!((ten.coefficient.low, ten.coefficient.high, ten.p), (-1.0, -1.0, 0.0));
    }

    /// Two numbers whose difference is luck and whose sum is shared: by their variances of 1 and 1/4 the
    /// correlation is 1 / (1 + 1/4) = 0.8 in part. 2000 samples of 100; 0.95 has a deviation of 0.005.
    #[test]
    fn a_correlation_is_covered_about_as_often_as_it_says() {
        let mut covered = 0;
        for seed in 0..2000 {
            let (mut lots, mut pairs) = (Lots::new(seed), Pairs::default());
            let mut normal = || {
                #[expect(clippy::cast_possible_truncation, reason = "a sum of twelve parts, in thousandths")]
                let sum = ((0..12).map(|_| lots.part()).sum::<f64>() * 1000.0) as i64;
                sum
            };
            for _ in 0..100 {
                let shared = normal();
                pairs.add(2 * shared + normal(), 2 * shared + normal());
            }
            let found = pearson(&pairs, 0.05).expect("both values vary").coefficient;
            covered += u32::from((found.low..=found.high).contains(&0.8));
        }
        assert!((1860..=1940).contains(&covered), "{covered}");
    }
}
