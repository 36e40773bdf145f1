//! Intervals for a number of games fixed before: no rate leaves this crate without one. Those that may be looked at
//! while games go on are in `sequence`.

use super::{float, last_that_holds};

/// An estimate between its bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate itself.
    pub estimate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

/// The quantile of the normal distribution for a two-sided interval of 95 %.
const Z_95: f64 = 1.959_963_984_540_054;

/// The Wilson score interval of 95 % for `hits` out of `trials` (E. B. Wilson, 1927). Without trials it is 0 to 1.
pub fn wilson(hits: u64, trials: u64) -> Interval {
    wilson_within(Z_95, hits, trials)
}

/// The same for another quantile of the normal distribution.
pub(crate) fn wilson_within(quantile: f64, hits: u64, trials: u64) -> Interval {
    if trials == 0 {
        return Interval { estimate: 0.5, low: 0.0, high: 1.0 };
    }
    let (is_none, is_all) = (hits == 0, hits == trials);
    let (hits, n) = (float(hits), float(trials));
    let (rate, z2) = (hits / n, quantile * quantile);
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = quantile / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    // By the formula the bound is exactly that of what is possible where nothing or everything was hit; rounding errors
    // would put it a hair off.
    let low = if is_none { 0.0 } else { centre - half };
    let high = if is_all { 1.0 } else { centre + half };
    Interval { estimate: rate, low, high }
}

/// The interval of 95 % for a mean score, where a win scores 1, a draw 1/2 and a loss nothing. Without games it is 0
/// to 1.
///
/// All means are in it that a score test would not reject: that divides the distance from the observed mean by the
/// standard deviation which the likeliest games of that mean would have. It is T. Tango's interval for paired
/// proportions (1998), since win less loss takes the same three values as the difference of a pair; without draws it
/// is Wilson's.
pub fn tango(wins: u64, draws: u64, losses: u64) -> Interval {
    tango_within(Z_95, wins, draws, losses)
}

/// The same for another quantile of the normal distribution.
pub(crate) fn tango_within(quantile: f64, wins: u64, draws: u64, losses: u64) -> Interval {
    let games = wins + draws + losses;
    if games == 0 {
        return Interval { estimate: 0.5, low: 0.0, high: 1.0 };
    }
    let (won, lost, n) = (float(wins), float(losses), float(games));
    let lead = (won - lost) / n;
    let holds = |lead: f64| {
        // The likeliest rate of losses, if wins led by this much.
        let linear = (2.0 * n - won + lost) * lead - won - lost;
        let constant = lost * lead * (1.0 - lead);
        let losing = ((linear * linear + 8.0 * n * constant).max(0.0).sqrt() - linear) / (4.0 * n);
        let variance = n * (2.0 * losing + lead * (1.0 - lead)).max(0.0);
        (won - lost - n * lead).powi(2) <= quantile * quantile * variance
    };
    let part = |lead: f64| f64::midpoint(1.0, lead);
    Interval {
        estimate: part(lead),
        low: part(last_that_holds(lead, -1.0, holds)),
        high: part(last_that_holds(lead, 1.0, holds)),
    }
}

/// The interval of 95 % for the mean of independent values that lie between two bounds: the normal one, after adding
/// two values at each bound, so that values which happen to be all alike do not look certain. For values that are all
/// at the bounds it is the interval of Agresti and Coull (1998) with their four added trials. Without values it is
/// from bound to bound.
pub fn plus_four(values: &[f64], low: f64, high: f64) -> Interval {
    if values.is_empty() {
        return Interval { estimate: f64::midpoint(low, high), low, high };
    }
    let n = float(values.len() as u64);
    let off = |centre: f64| values.iter().map(|value| (value - centre).powi(2)).sum();
    with_four(n, values.iter().sum(), off, [low, high])
}

/// The same for this many equal values.
pub fn plus_four_alike(value: f64, count: u64, low: f64, high: f64) -> Interval {
    if count == 0 {
        return plus_four(&[], low, high);
    }
    let n = float(count);
    with_four(n, n * value, |centre| n * (value - centre).powi(2), [low, high])
}

/// The same for `n` values with this sum, whose squared distances from a centre add up to this.
fn with_four(n: f64, sum: f64, off: impl Fn(f64) -> f64, [low, high]: [f64; 2]) -> Interval {
    let with_four = n + 4.0;
    let centre = (sum + 4.0 * f64::midpoint(low, high)) / with_four;
    let bounds = 2.0 * (low - centre).powi(2) + 2.0 * (high - centre).powi(2);
    let variance = (off(centre) + bounds) / with_four;
    let half = Z_95 * (variance / with_four).sqrt();
    Interval { estimate: sum / n, low: (centre - half).max(low), high: (centre + half).min(high) }
}

/// How much more one mean or rate is than another, from their intervals: that of G. Y. Zou and A. Donner (2008),
/// which for
/// rates with Wilson's intervals is R. G. Newcombe's method 10 (1998). The two must have nothing in common; where they
/// go together the interval is too wide rather than too narrow.
pub fn more_of_independent(than: Interval, one: Interval) -> Interval {
    let estimate = one.estimate - than.estimate;
    let below = (one.estimate - one.low).hypot(than.high - than.estimate);
    let above = (one.high - one.estimate).hypot(than.estimate - than.low);
    Interval { estimate, low: estimate - below, high: estimate + above }
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal};
    use szala_kernel::seed::mix;

    use super::*;
    use crate::statistics::testing::assert_near;

    /// Newcombe, Statistics in Medicine 17 (1998), Table I, method 3 (Wilson score, no continuity correction), as
    /// quoted by the tests of other packages: the last three in petelaud/ratesci, tests/testthat/test3.R, all four in
    /// Refefer/propagon, `clients/python/tests/test_reference_vectors.py`.
    #[test]
    fn wilson_gives_newcombes_worked_examples() {
        for (hits, trials, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson(hits, trials);
            assert_near(found.low, low, 0.000_05);
            assert_near(found.high, high, 0.000_05);
        }
    }

    /// Newcombe, Statistics in Medicine 17 (1998) 873, as quoted by the tests of m-Py/propint ("Two independent
    /// proportions
    /// CI"): 56/70 less 48/80, and 9/10 less 3/10.
    #[test]
    fn the_difference_of_two_rates_has_newcombes_interval() {
        for ([a, m, b, n], low, high) in
            [([56, 70, 48, 80], 0.0524, 0.3339), ([9, 10, 3, 10], 0.1705, 0.8090)]
        {
            let found = more_of_independent(wilson(b, n), wilson(a, m));
            assert_near(found.low, low, 0.000_1);
            assert_near(found.high, high, 0.000_1);
        }
    }

    #[test]
    fn no_trials_tell_nothing() {
        assert_eq!(wilson(0, 0), Interval { estimate: 0.5, low: 0.0, high: 1.0 });
    }

    /// Coverage summed exactly over the binomial distribution: at 200 trials and rates from 0.1 to 0.9 the interval
    /// must hold the true rate between 93.5 and 96.5 times in a hundred.
    #[test]
    fn wilson_covers_about_as_often_as_it_says() {
        const TRIALS: u32 = 200;
        for tenth in 1..=9 {
            let rate = f64::from(tenth) / 10.0;
            let mut chance = (1.0 - rate).powi(TRIALS.cast_signed());
            let mut covered = 0.0;
            for hits in 0..=TRIALS {
                let Interval { low, high, .. } = wilson(hits.into(), TRIALS.into());
                if (low..=high).contains(&rate) {
                    covered += chance;
                }
                chance *= f64::from(TRIALS - hits) / f64::from(hits + 1) * rate / (1.0 - rate);
            }
            assert!((0.935..=0.965).contains(&covered), "{rate}: {covered}");
        }
    }

    /// Published examples, as they stand in petelaud/ratesci, tests/testthat/test3.R ("match published examples", risk
    /// difference, `skew = FALSE, bcf = FALSE`): from Tango, Agresti and Min 2005, Fagerland et al. 2014, Tang 2010 and
    /// Chang 2024. Pairs (a, b, c, d) are b wins, a + d draws and c losses, and the difference of the rates is twice
    /// the score less 1.
    #[test]
    fn tango_gives_the_published_examples_of_paired_proportions() {
        for ([a, b, c, d], low, high, digits) in [
            ([4, 9, 3, 16], -0.027, 0.390, 3),
            ([53, 16, 8, 9], -0.020, 0.207, 3),
            ([1, 1, 7, 12], -0.517, -0.026, 3),
            ([8, 3, 1, 2], -0.1670, 0.4327, 4),
            ([7, 25, 2, 68], 0.139, 0.321, 3),
        ] {
            let (found, rounding) = (tango(b, a + d, c), 0.501 * 0.1_f64.powi(digits));
            assert_near(2.0 * found.low - 1.0, low, rounding);
            assert_near(2.0 * found.high - 1.0, high, rounding);
        }
    }

    #[test]
    fn the_constant_is_the_quantile_of_the_normal_distribution() {
        assert_near(Z_95, Normal::standard().inverse_cdf(0.975), 1e-14);
    }

    /// A bound is a mean at which the score test just rejects. Here the test is made without the formula: the rate of
    /// losses that makes the games likeliest at that mean is found by closing in on it; the likelihood has one top.
    #[test]
    fn the_bounds_of_a_score_are_where_the_test_just_rejects() {
        for (won, drawn, lost) in [(1_u8, 13_u8, 7_u8), (20, 30, 10), (3, 40, 2), (60, 5, 35)] {
            let found = tango(won.into(), drawn.into(), lost.into());
            let [won, drawn, lost] = [won, drawn, lost].map(f64::from);
            let games = won + drawn + lost;
            for bound in [found.low, found.high] {
                let lead = 2.0 * bound - 1.0;
                let likelihood = |losing: f64| {
                    won * (losing + lead).ln() + drawn * (1.0 - 2.0 * losing - lead).ln() + lost * losing.ln()
                };
                let (mut least, mut most) = ((-lead).max(0.0), (1.0 - lead) / 2.0);
                for _ in 0..200 {
                    let third = (most - least) / 3.0;
                    if likelihood(least + third) < likelihood(most - third) {
                        least += third;
                    } else {
                        most -= third;
                    }
                }
                let variance = (2.0 * least + lead - lead * lead) / games;
                let score = ((won - lost) / games - lead).abs() / variance.sqrt();
                assert_near(score, Z_95, 1e-4);
            }
        }
    }

    #[test]
    fn a_score_without_draws_has_wilsons_interval_and_draws_make_it_narrower() {
        for (wins, losses) in [(81, 182), (15, 133), (0, 20), (29, 0), (5, 5)] {
            let (found, expected) = (tango(wins, 0, losses), wilson(wins, wins + losses));
            assert_near(found.estimate, expected.estimate, 1e-12);
            assert_near(found.low, expected.low, 1e-9);
            assert_near(found.high, expected.high, 1e-9);
        }
        let (decided, drawn) = (tango(50, 0, 50), tango(5, 90, 5));
        assert!(decided.low < drawn.low && drawn.high < decided.high, "{decided:?} {drawn:?}");
        // All draws are no certainty that the next game is one.
        assert!(tango(0, 100, 0).low < 0.5);
        assert_eq!(tango(0, 0, 0), Interval { estimate: 0.5, low: 0.0, high: 1.0 });
    }

    /// Coverage summed exactly over the trinomial distribution of 100 games, whose logarithms of factorials are sums.
    #[test]
    fn a_score_is_covered_about_as_often_as_it_says() {
        const GAMES: u8 = 100;
        let mut log_factorials = vec![0.0];
        for n in 1..=GAMES {
            log_factorials.push(log_factorials[usize::from(n) - 1] + f64::from(n).ln());
        }
        let factorial = |n: u8| log_factorials[usize::from(n)];
        for (win, draw) in [(0.2_f64, 0.005_f64), (0.4, 0.2), (0.1, 0.8), (0.75, 0.1), (0.05, 0.05)] {
            let lose = 1.0 - win - draw;
            let mut covered = 0.0;
            for wins in 0..=GAMES {
                for draws in 0..=GAMES - wins {
                    let losses = GAMES - wins - draws;
                    let Interval { low, high, .. } = tango(wins.into(), draws.into(), losses.into());
                    if (low..=high).contains(&(win + draw / 2.0)) {
                        let ways = factorial(GAMES) - factorial(wins) - factorial(draws) - factorial(losses);
                        let [wins, draws, losses] = [wins, draws, losses].map(f64::from);
                        covered += (ways + wins * win.ln() + draws * draw.ln() + losses * lose.ln()).exp();
                    }
                }
            }
            assert!((0.93..=0.975).contains(&covered), "{win} {draw}: {covered}");
        }
    }

    /// None of 20: the centre is 2/24, its deviation sqrt(2/24 * 22/24 / 24) = 0.05642, 1.96 of them 0.11058.
    /// And three values by hand: -1, 0, 1/2 with two of -1 and two of 1 have the mean -1/14 and the squares
    /// 3 * 0.86224 + 0.00510 + 0.32653 + 2 * 1.14796 = 5.21429, over 7 and again over 7 the square of 0.32621.
    #[test]
    fn a_mean_is_the_normal_interval_with_four_values_added() {
        let found = plus_four(&[0.0; 20], 0.0, 1.0);
        assert_eq!((found.estimate, found.low), (0.0, 0.0));
        assert_near(found.high, 0.083_33 + 0.110_58, 0.000_02);
        let found = plus_four(&[-1.0, 0.0, 0.5], -1.0, 1.0);
        assert_near(found.estimate, -1.0 / 6.0, 1e-12);
        assert_near(found.low, -0.071_43 - 1.959_96 * 0.326_21, 0.000_02);
        assert_near(found.high, -0.071_43 + 1.959_96 * 0.326_21, 0.000_02);
        assert_eq!(plus_four(&[], 0.0, 1.0), Interval { estimate: 0.5, low: 0.0, high: 1.0 });
    }

    /// Coverage by simulation: 4000 samples of 100 means of three games each, which are won by one in two, one in five
    /// and one in ten, so that 4/15 are won. 0.95 of 4000 has a standard deviation of 0.0034.
    #[test]
    fn a_mean_is_covered_about_as_often_as_it_says() {
        const SAMPLES: u32 = 4000;
        let mut words = 0;
        let mut one_in = |n: u64| {
            words += 1;
            if mix(words).is_multiple_of(n) { 1.0 } else { 0.0 }
        };
        let mut covered = 0;
        for _ in 0..SAMPLES {
            let values: Vec<f64> = (0..100).map(|_| (one_in(2) + one_in(5) + one_in(10)) / 3.0).collect();
            let Interval { low, high, .. } = plus_four(&values, 0.0, 1.0);
            covered += u32::from((low..=high).contains(&(4.0 / 15.0)));
        }
        let share = f64::from(covered) / f64::from(SAMPLES);
        assert!((0.938..=0.97).contains(&share), "{share}");
    }
}
