//! Equivalence: two one-sided tests (TOST) of whether a difference is smaller than a margin, and how many
//! games they need. What is compared, and which margin matters, is the caller's choice.

use super::interval::Interval;
use super::{Sample, normal_chance, normal_quantile, student_chance};

/// Two one-sided tests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Equivalence {
    /// The difference with its interval for 1 - 2 `alpha`: equivalent are those whose interval lies inside
    /// the margin.
    pub difference: Interval,
    /// The p-value against a difference of -margin or less.
    pub against_less: f64,
    /// The p-value against a difference of the margin or more.
    pub against_more: f64,
}

impl Equivalence {
    /// The p-value of both: the larger.
    pub fn p(&self) -> f64 {
        self.against_less.max(self.against_more)
    }
}

/// Tests whether the mean of a sample lies between -`margin` and `margin`. It is Student's distribution that
/// is asked; for large samples that is the normal one. With fewer than two values nothing is refuted; values
/// that are all alike refute what they are not.
pub fn tost(differences: &Sample, margin: f64, alpha: f64) -> Equivalence {
    let error = differences.standard_error();
    let against = |distance: f64| {
        if error.is_infinite() {
            1.0
        } else if error > 0.0 {
            student_chance(-distance / error, differences.n - 1)
        } else {
            f64::from(u8::from(distance <= 0.0))
        }
    };
    Equivalence {
        difference: differences.mean_interval(2.0 * alpha),
        against_less: against(differences.mean + margin),
        against_more: against(margin - differences.mean),
    }
}

/// How many games, or pairs, it takes to show equivalence with this power if there is no difference.
/// `variance` is that of one game against a known baseline, twice that for as many games of each of two
/// variants, and that of the difference for pairs.
pub fn games_needed(variance: f64, margin: f64, alpha: f64, power: f64) -> u64 {
    let quantiles = normal_quantile(1.0 - alpha) + normal_quantile(f64::midpoint(1.0, power));
    let games = (quantiles * quantiles * variance / (margin * margin)).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is too large becomes the largest"
    )]
    let games = games as u64;
    games
}

/// The chance to show equivalence with this many games, if this is the true difference. `variance` as for
/// [`games_needed`].
pub fn power(games: f64, variance: f64, difference: f64, margin: f64, alpha: f64) -> f64 {
    let error = (variance / games).sqrt();
    let quantile = normal_quantile(1.0 - alpha);
    let beyond = |distance: f64| normal_chance(distance / error - quantile);
    (beyond(margin - difference) + beyond(margin + difference) - 1.0).max(0.0)
}

/// The smallest difference that is detected with this power: the interval for 1 - 2 `alpha` lies wholly on its
/// side of zero. `variance` as for [`games_needed`].
pub fn shown_with(games: f64, variance: f64, alpha: f64, power: f64) -> f64 {
    (normal_quantile(1.0 - alpha) + normal_quantile(power)) * (variance / games).sqrt()
}

/// How many games, or pairs, it takes to detect a difference with this power: the other way round than
/// [`shown_with`].
pub fn games_to_show(difference: f64, variance: f64, alpha: f64, power: f64) -> f64 {
    let quantiles = normal_quantile(1.0 - alpha) + normal_quantile(power);
    quantiles * quantiles * variance / (difference * difference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::float;
    use crate::statistics::testing::{Lots, assert_near};

    /// R's `tost` (package equivalence) on pairs, as quoted in statsmodels/statsmodels,
    /// `statsmodels/stats/tests/test_tost.py`: `tost_clinic_paired`, `tost_clinic_paired_1`,
    /// `tost_clinic_1_paired`, `tost_s_paired`.
    #[test]
    fn two_one_sided_tests_agree_with_r() {
        for (mean, error, freedom, margin, p, low, high) in [
            (
                0.562_666_666_666_666_5,
                0.247_827_641_078_511_8,
                14_u8,
                0.6,
                0.441_203_404_601_758_8,
                0.126_165_330_509_901_8,
                0.999_168_002_823_431,
            ),
            (
                0.164_666_666_666_666_7,
                0.135_751_406_786_244_5,
                14,
                0.6,
                0.003_166_881_489_265_175,
                -0.074_433_662_051_646_2,
                0.403_766_995_384_979_7,
            ),
            (
                0.043_122_331_822_523_5,
                0.038_195_763_284_214_37,
                14,
                0.223_143_551_314_209_8,
                0.000_166_415_792_897_646_8,
                -0.024_152_253_193_621_76,
                0.110_396_916_838_668_7,
            ),
            (
                0.060_600_766_677_713_16,
                0.048_058_260_053_667_52,
                11,
                0.223_143_551_314_209_8,
                0.003_059_338_540_563_293,
                -0.025_706_332_965_999_3,
                0.146_907_866_321_425_6,
            ),
        ] {
            let n = freedom + 1;
            let variance = error * error * f64::from(freedom);
            let found = tost(&Sample { n: n.into(), mean, variance }, margin, 0.05);
            assert_near(found.p(), p, 1e-9);
            assert_near(found.difference.low, low, 1e-9);
            assert_near(found.difference.high, high, 1e-9);
        }
    }

    #[test]
    fn samples_that_tell_nothing_show_nothing_and_samples_all_alike_what_they_are() {
        for n in [0, 1] {
            let found = tost(&Sample { n, mean: 0.0, variance: 0.0 }, 0.1, 0.05);
            assert_eq!((found.p(), found.difference.high), (1.0, f64::INFINITY));
        }
        for (mean, p) in [(0.0, 0.0), (0.05, 0.0), (0.1, 1.0), (-0.2, 1.0)] {
            assert_near(tost(&Sample { n: 9, mean, variance: 0.0 }, 0.1, 0.05).p(), p, 0.0);
        }
    }

    #[test]
    fn equivalent_are_those_whose_interval_lies_inside_the_margin() {
        let mut lots = Lots::new(3);
        for _ in 0..1000 {
            let sample = Sample { n: 30, mean: lots.part() - 0.5, variance: lots.part() };
            let found = tost(&sample, 0.3, 0.05);
            let is_inside = -0.3 < found.difference.low && found.difference.high < 0.3;
            assert_eq!(found.p() < 0.05, is_inside, "{found:?}");
        }
    }

    /// Lakens/TOSTER asks in examples for the number that a power needs and goes on with that number: 121 for
    /// a power of 0.9 and a margin of 0.3 deviations (R/powerTOSTone.R), 96 pairs for 0.8, a margin of 3 and
    /// a deviation of 10 (documentation of `powerTOSTpaired.raw`), 53 in each group for 0.8, 200 and 350
    /// (`powerTOSTtwo.raw`), 542 for 0.9 and 0.1 at rates of one half (tests/testthat/test-powerraw.R). Its
    /// tests/testthat/test-power_consistent.R has a power of 0.3664239 for 50 and 0.3 deviations, to which
    /// R/powerTOSTone.R adds twice the chance of a mean beyond the other margin: that chance is no success,
    /// so it is taken off here.
    #[test]
    fn games_needed_and_power_are_those_of_the_package_toster() {
        assert_eq!(games_needed(100.0, 3.0, 0.05, 0.8), 96);
        assert_eq!(games_needed(2.0 * 350.0 * 350.0, 200.0, 0.05, 0.8), 53);
        assert_eq!(games_needed(2.0 * 0.25, 0.1, 0.05, 0.9), 542);
        assert_eq!(games_needed(1.0, 0.3, 0.05, 0.9), 121);
        let beyond = normal_chance(-0.3 * 50_f64.sqrt() - normal_quantile(0.95));
        assert_near(power(50.0, 1.0, 0.0, 0.3, 0.05), 0.366_423_9 - 2.0 * beyond, 1e-7);
        let needed = float(games_needed(0.2, 0.03, 0.05, 0.95));
        let power = |games| power(games, 0.2, 0.0, 0.03, 0.05);
        assert!(power(needed) >= 0.95 && power(needed - 1.0) < 0.95, "{needed}");
    }

    /// By hand: at a level of 2.5 % to each side and a power of 90 % the quantiles are 1.959964 and 1.281552, and the
    /// square of their sum is 10.507420; a game between equals has the variance 1/4, so a point of a hundred takes
    /// 10.507420 * 0.25 / 0.0001 games against a known baseline. At 5 % and 95 % it is 3.289707 squared, 10.822173.
    #[test]
    fn a_difference_takes_the_games_that_show_it() {
        assert_near(games_to_show(0.01, 0.25, 0.025, 0.9), 26_268.55, 0.01);
        assert_near(games_to_show(0.01, 0.25, 0.05, 0.95), 27_055.43, 0.01);
        let games = games_to_show(0.03, 0.2, 0.025, 0.8);
        assert_near(shown_with(games, 0.2, 0.025, 0.8), 0.03, 1e-12);
    }

    /// 4000 samples each; at 0.05 the deviation is 0.0034, at a power of 0.9 it is 0.0047.
    #[test]
    fn at_the_margin_it_errs_as_seldom_and_without_a_difference_it_succeeds_as_often_as_it_says() {
        let shown = |rate: f64, n: u64| {
            let mut lots = Lots::new(n);
            let shown = (0..4000).filter(|_| {
                let wins = (0..n).filter(|_| lots.part() < rate).count() as i128;
                let mut found = Sample::of_sums(n, wins, wins);
                found.mean -= 0.5;
                tost(&found, 0.1, 0.05).p() <= 0.05
            });
            f64::from(u32::try_from(shown.count()).expect("the number is small")) / 4000.0
        };
        assert_eq!(games_needed(0.25, 0.1, 0.05, 0.9), 271);
        let (error, power) = (shown(0.6, 271), shown(0.5, 271));
        assert!((0.03..=0.065).contains(&error), "{error}");
        assert!((0.87..=0.93).contains(&power), "{power}");
    }
}
