//! Pairs: two variants played with the same seed, as sums of whole numbers. Which games are paired, and in
//! which unit their results are counted, is the caller's choice.

use super::interval::{Interval, tango_within};
use super::{Sample, float, normal_quantile};

/// The sums of a number of pairs, in half points or victory points: adding and merging in any order gives the
/// same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// How many pairs.
    pub n: u64,
    /// The sum of the first values.
    pub a: i128,
    /// The sum of the second values.
    pub b: i128,
    /// The sum of the squares of the first values.
    pub aa: i128,
    /// The sum of the squares of the second values.
    pub bb: i128,
    /// The sum of the products.
    pub ab: i128,
}

impl Pairs {
    /// Adds one pair.
    pub fn add(&mut self, a: i64, b: i64) {
        let (a, b) = (i128::from(a), i128::from(b));
        self.merge(&Self { n: 1, a, b, aa: a * a, bb: b * b, ab: a * b });
    }

    /// Adds the pairs of others.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.a += other.a;
        self.b += other.b;
        self.aa += other.aa;
        self.bb += other.bb;
        self.ab += other.ab;
    }

    /// The first values.
    pub fn first(&self) -> Sample {
        Sample::of_sums(self.n, self.a, self.aa)
    }

    /// The second values.
    pub fn second(&self) -> Sample {
        Sample::of_sums(self.n, self.b, self.bb)
    }

    /// The differences, the second value less the first.
    pub fn difference(&self) -> Sample {
        Sample::of_sums(self.n, self.b - self.a, self.aa + self.bb - 2 * self.ab)
    }

    /// The mean of the differences, the second value less the first, with the interval of Student for 1 -
    /// `alpha`. With fewer than two pairs it is unbounded. Pairs that all differ alike give an interval
    /// without width: they say that no other difference was seen, not that there is none.
    pub fn mean_difference(&self, alpha: f64) -> Interval {
        self.difference().mean_interval(alpha)
    }

    /// The difference of two rates, the second less the first, with Tango's interval for 1 - `alpha`: the values of
    /// each pair are 0 or 1. Unlike Student's it has a width where no pair differs, since one that does may only not
    /// have come yet. Without pairs it is -1 to 1.
    ///
    /// # Panics
    /// When a value was neither 0 nor 1.
    pub fn rate_difference(&self, alpha: f64) -> Interval {
        let count = |sum: i128| u64::try_from(sum).expect("a count of pairs");
        assert!(self.aa == self.a && self.bb == self.b, "a rate is that of values which are 0 or 1");
        let (gained, lost) = (count(self.b - self.ab), count(self.a - self.ab));
        let quantile = normal_quantile(1.0 - alpha / 2.0);
        // A gain is worth 1, a loss 0 and what stays the same 1/2: half the difference, and a half.
        let Interval { estimate, low, high } = tango_within(quantile, gained, self.n - gained - lost, lost);
        let difference = |part: f64| 2.0 * part - 1.0;
        Interval { estimate: difference(estimate), low: difference(low), high: difference(high) }
    }

    /// n times the sum of squares, or of products, less the product of the sums: n^2 times the second
    /// moments.
    fn moments(&self) -> [i128; 3] {
        let n = i128::from(self.n);
        [n * self.aa - self.a * self.a, n * self.bb - self.b * self.b, n * self.ab - self.a * self.b]
    }

    /// The correlation of the two values of a pair, rho. `None` where one of them never varies.
    pub fn correlation(&self) -> Option<f64> {
        let [aa, bb, ab] = self.moments().map(of_large);
        let scale = aa.sqrt() * bb.sqrt();
        (scale > 0.0).then(|| (ab / scale).clamp(-1.0, 1.0))
    }

    /// How many independent games of each variant would say as much of the difference as one pair does: the
    /// variance of the difference, if the two values had been independent, by what it is. With equal
    /// variances that is 1 / (1 - rho). It is infinite where all pairs differ alike though the values vary,
    /// and 1 where nothing varies.
    pub fn worth(&self) -> f64 {
        let [aa, bb, ab] = self.moments();
        if aa + bb == 0 { 1.0 } else { of_large(aa + bb) / of_large(aa + bb - 2 * ab) }
    }

    /// How many independent games of each variant the pairs were worth.
    pub fn equivalent_games(&self) -> f64 {
        float(self.n) * self.worth()
    }
}

#[expect(clippy::cast_precision_loss, reason = "differences are taken before, in whole numbers")]
fn of_large(sum: i128) -> f64 {
    sum as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::{Lots, assert_near};

    fn pairs(values: &[(i64, i64)]) -> Pairs {
        let mut pairs = Pairs::default();
        for (a, b) in values {
            pairs.add(*a, *b);
        }
        pairs
    }

    /// The column `var1` of the data `clinic`, in hundredths, 16 to 30 beside 1 to 15: R's paired `t.test` as
    /// quoted in statsmodels/statsmodels, `statsmodels/stats/tests/test_tost.py` (`ttest_clinic_paired_1`,
    /// and `tost_clinic_paired_1.se_diff`).
    #[test]
    fn the_mean_difference_has_the_interval_of_rs_paired_t_test() {
        let one = [284, 251, 241, 295, 314, 379, 414, 385, 302, 345, 537, 381, 419, 316, 384];
        let other = [260, 282, 218, 346, 401, 304, 347, 406, 291, 359, 451, 316, 386, 331, 302];
        let found = pairs(&other.into_iter().zip(one).collect::<Vec<_>>());
        assert_near(found.difference().standard_error(), 13.575_140_678_624_45, 1e-10);
        let interval = found.mean_difference(0.05);
        assert_near(interval.estimate, 16.466_666_666_666_67, 1e-10);
        assert_near(interval.low, -12.649_114_347_458_51, 1e-8);
        assert_near(interval.high, 45.582_447_680_791_86, 1e-8);
    }

    /// By hand: the values 0, 1, 2, 1 and 1, 1, 2, 2. Their sums are 4 and 6, of squares 6 and 10, of
    /// products 7. So n^2 times the moments are 4 * 6 - 16 = 8, 4 * 10 - 36 = 4 and 4 * 7 - 24 = 4; rho is 4
    /// / sqrt(32), and the difference has 8 + 4 - 2 * 4 = 4 where independent values had 12: a pair is worth
    /// three games.
    #[test]
    fn correlation_and_worth_follow_from_the_sums() {
        let found = pairs(&[(0, 1), (1, 1), (2, 2), (1, 2)]);
        assert_near(found.correlation().expect("both values vary"), 0.5_f64.sqrt(), 1e-15);
        assert_near(found.worth(), 3.0, 1e-15);
        assert_near(found.equivalent_games(), 12.0, 1e-15);
        assert_near(found.difference().mean, 0.5, 1e-15);
        assert_near(found.difference().variance, 4.0 / 16.0, 1e-15);
    }

    #[test]
    fn pairs_that_tell_nothing_are_no_numbers_that_are_none() {
        let nothing = Pairs::default();
        let one = pairs(&[(2, 0)]);
        let alike = pairs(&[(1, 1), (1, 1), (1, 1)]);
        let identical = pairs(&[(0, 0), (2, 2), (1, 1)]);
        for found in [nothing, one, alike] {
            assert_eq!((found.correlation(), found.worth()), (None, 1.0));
        }
        for found in [nothing, one] {
            let interval = found.mean_difference(0.05);
            assert_eq!((interval.low, interval.high), (f64::NEG_INFINITY, f64::INFINITY));
            assert!(interval.estimate.is_finite());
        }
        assert_eq!((identical.correlation(), identical.worth()), (Some(1.0), f64::INFINITY));
        let interval = identical.mean_difference(0.05);
        assert_eq!(interval, Interval { estimate: 0.0, low: 0.0, high: 0.0 });
        assert_eq!(pairs(&[(0, 1), (2, 1)]).correlation(), None, "one never varies");
    }

    #[test]
    fn shards_merge_in_any_order_to_the_same_sums() {
        let mut lots = Lots::new(1);
        let mut value = || i64::try_from(lots.one_of(&[0.3, 0.3])).expect("the number is small");
        let values: Vec<(i64, i64)> = (0..100).map(|_| (value(), value())).collect();
        let whole = pairs(&values);
        let (mut front, back) = (pairs(&values[60..]), pairs(&values[..60]));
        front.merge(&back);
        assert_eq!(front, whole);
    }

    /// The first published example of petelaud/ratesci, tests/testthat/test3.R ("match published examples", `skew =
    /// FALSE, bcf = FALSE`): 32 pairs, of which 9 changed one way and 3 the other. And by hand: where none of n pairs
    /// differs, no difference d is refuted for which (n d)^2 <= z^2 n d (1 - d), so the bound is z^2 / (n + z^2).
    #[test]
    fn a_difference_of_rates_has_tangos_interval_even_where_nothing_differs() {
        let counted = |both, first_only, second_only, neither| {
            let mut pairs = Pairs::default();
            for (times, a, b) in [(both, 1, 1), (first_only, 1, 0), (second_only, 0, 1), (neither, 0, 0)] {
                (0..times).for_each(|_| pairs.add(a, b));
            }
            pairs
        };
        let found = counted(4, 3, 9, 16).rate_difference(0.05);
        assert_near(found.estimate, 6.0 / 32.0, 1e-12);
        assert_near(found.low, -0.027, 0.0005);
        assert_near(found.high, 0.390, 0.0005);
        let same = counted(120, 0, 0, 180).rate_difference(0.05);
        assert_near(same.estimate, 0.0, 1e-15);
        assert_near(same.high, 3.841_459 / (300.0 + 3.841_459), 1e-6);
        assert_near(same.low, -same.high, 1e-12);
        let nothing = Pairs::default().rate_difference(0.05);
        assert_eq!((nothing.low, nothing.high), (-1.0, 1.0));
    }

    /// 2000 samples of 50 pairs that share half of their luck; 0.95 of 2000 has a deviation of 0.005.
    #[test]
    fn a_mean_difference_is_covered_about_as_often_as_it_says() {
        let mut covered = 0;
        for seed in 0..2000 {
            let mut lots = Lots::new(seed);
            let mut found = Pairs::default();
            for _ in 0..50 {
                let shared = i64::from(lots.part() < 0.5);
                let [a, b] = [0.3, 0.5].map(|chance| i64::from(lots.part() < chance));
                found.add(shared + a, shared + b);
            }
            let Interval { low, high, .. } = found.mean_difference(0.05);
            covered += u32::from((low..=high).contains(&0.2));
        }
        assert!((1860..=1940).contains(&covered), "{covered}");
    }
}
