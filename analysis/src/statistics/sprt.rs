//! The sequential test of two mean scores: it stops as soon as the games say which of the two it is. What is
//! compared, and what follows from the answer, is the caller's business.
//!
//! It is the generalized sequential probability ratio test in its normal approximation, as chess engines are
//! tested with: the logarithm of the likelihood ratio moves about like a Brownian motion between two levels.

use super::brownian::Brownian;
use super::interval::Interval;
use super::{Sample, float, last_that_holds};

/// A test of one mean against another, higher one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The lower mean.
    pub low: f64,
    /// The higher mean.
    pub high: f64,
    /// The chance to decide for the higher mean where the lower one is true.
    pub alpha: f64,
    /// The chance to decide for the lower mean where the higher one is true.
    pub beta: f64,
}

/// Before the squares of the values' distances from their mean sum up to this, their variance is no measure: seven wins
/// and a draw vary so little that they would decide, and so would a hundred pairs of which two differ. Fifty games
/// between equals have so much, one quarter each.
const LEAST_SQUARES: f64 = 50.0 / 4.0;

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The lower mean fits.
    Low,
    /// The higher mean fits.
    High,
    /// Play on.
    Open,
}

impl Sprt {
    /// The levels of the logarithm of the likelihood ratio at which it stops (A. Wald, 1945).
    pub fn levels(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// The logarithm of the likelihood ratio of the two means. Values that were all alike say nothing yet.
    pub fn log_ratio(&self, sample: &Sample) -> f64 {
        if sample.variance <= 0.0 {
            return 0.0;
        }
        let distance = 2.0 * sample.mean - self.low - self.high;
        float(sample.n) * (self.high - self.low) * distance / (2.0 * sample.variance)
    }

    /// What it says to games ([`Sample::of_scores`]) or to pairs ([`super::paired::Pairs::difference`]).
    pub fn decide(&self, sample: &Sample) -> Decision {
        let ([low, high], ratio) = (self.levels(), self.log_ratio(sample));
        if float(sample.n) * sample.variance < LEAST_SQUARES {
            Decision::Open
        } else if ratio >= high {
            Decision::High
        } else if ratio <= low {
            Decision::Low
        } else {
            Decision::Open
        }
    }

    /// The logarithm of the ratio, game by game, if this is the true mean.
    fn motion(&self, mean: f64, variance: f64) -> Brownian {
        let ([low, high], apart) = (self.levels(), self.high - self.low);
        let drift = (mean - f64::midpoint(self.low, self.high)) * apart / variance;
        Brownian { low, high, drift, variance: apart * apart / variance }
    }

    /// The chance that it decides for the higher mean, if this is the true one.
    pub fn chance_of_high(&self, mean: f64, variance: f64) -> f64 {
        self.motion(mean, variance).chance_of_high()
    }

    /// How many games it takes on average, if this is the true mean.
    pub fn expected_games(&self, mean: f64, variance: f64) -> f64 {
        self.motion(mean, variance).expected_time()
    }

    /// The mean after the test has stopped, or was broken off, with its interval for 1 - `alpha`. The mean of
    /// the games themselves is further out than the truth, since it is luck that stops a test early; this one
    /// is too high as often as too low.
    ///
    /// Outcomes are ordered: the sooner the higher mean was decided for the better, then come those still
    /// open by their ratio, then the lower mean, the later the better. The estimate is the mean for which
    /// half of all outcomes are worse than this one, the bounds those for which `alpha` / 2 and 1 - `alpha` /
    /// 2 are. A mean that is not the observed one takes the variance about itself, as in fishtest, and none
    /// is thought of that is more than about one deviation of a single value off: a test that stopped so soon
    /// says little. Without variance the interval is unbounded.
    pub fn estimate(&self, sample: &Sample, alpha: f64) -> Interval {
        if sample.variance <= 0.0 {
            return Interval { estimate: sample.mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        let ([low, high], ratio) = (self.levels(), self.log_ratio(sample));
        let place = ratio.clamp(low, high);
        // What went beyond a level reached it before its last game.
        let part = if (low..=high).contains(&ratio) { 1.0 } else { place / ratio };
        let time = float(sample.n) * part;
        let worse = |mean: f64| {
            let variance = sample.variance + (mean - sample.mean).powi(2);
            self.motion(mean, variance).chance_of_worse(time, place)
        };
        let (deviation, error) = (sample.variance.sqrt(), (sample.variance / time).sqrt());
        let mean_where_worse_is = |chance: f64| {
            // Outwards from the observed mean in steps, since far out the variance grows faster than the
            // distance.
            let is_higher = worse(sample.mean) > chance;
            let step = if is_higher { error } else { -error };
            let (mut near, mut far) = (sample.mean, sample.mean + step);
            while (worse(far) > chance) == is_higher && (far - sample.mean).abs() < deviation {
                (near, far) = (far, far + step);
            }
            last_that_holds(near, far, |mean| (worse(mean) > chance) == is_higher)
        };
        Interval {
            estimate: mean_where_worse_is(0.5),
            low: mean_where_worse_is(1.0 - alpha / 2.0),
            high: mean_where_worse_is(alpha / 2.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::{Lots, assert_near};

    const TEST: Sprt = Sprt { low: 0.5, high: 0.55, alpha: 0.05, beta: 0.05 };

    /// By hand: 60 wins and 40 losses have the variance 0.24; 100 * 0.05 * (1.2 - 1.05) / 0.48 = 1.5625. The
    /// levels are ln(1/19) and ln(19).
    #[test]
    fn the_ratio_of_games_follows_from_their_mean_and_variance() {
        assert_near(TEST.log_ratio(&Sample::of_scores(60, 0, 40)), 1.5625, 1e-12);
        assert_near(TEST.levels()[0], -19_f64.ln(), 1e-12);
        assert_near(TEST.levels()[1], 19_f64.ln(), 1e-12);
        assert_eq!(TEST.decide(&Sample::of_scores(60, 0, 40)), Decision::Open);
        assert_eq!(TEST.decide(&Sample::of_scores(120, 0, 80)), Decision::High);
        assert_eq!(TEST.decide(&Sample::of_scores(100, 0, 100)), Decision::Open);
        assert_eq!(TEST.decide(&Sample::of_scores(90, 0, 110)), Decision::Low);
        let few = Sample::of_scores(7, 1, 0);
        assert!(TEST.log_ratio(&few) > TEST.levels()[1]);
        assert_eq!(TEST.decide(&few), Decision::Open, "too few to know their variance");
        // Two pairs of a hundred differ, by one each: the squares sum up to 2 - 4/100, and the ratio is 100 * 0.01 *
        // (0.04 - 0.01) / (2 * 0.0196) = 0.765. At a thousand with twenty it is ten times that, and 19.6 is enough.
        let pairs = Sprt { low: 0.0, high: 0.01, ..TEST };
        let [rare, more] =
            [1, 10].map(|times| Sample::of_sums(100 * times, 2 * i128::from(times), 2 * i128::from(times)));
        assert_near(pairs.log_ratio(&rare), 0.03 / 0.0392, 1e-12);
        assert_eq!(Sprt { alpha: 0.5, beta: 0.5, ..pairs }.decide(&rare), Decision::Open, "its levels are 0");
        assert_eq!(pairs.decide(&more), Decision::High);
        for alike in [Sample::of_scores(0, 0, 0), Sample::of_scores(0, 70, 0), Sample::of_scores(90, 0, 0)] {
            assert_eq!(TEST.decide(&alike), Decision::Open);
            assert!(TEST.estimate(&alike, 0.05).high.is_infinite());
        }
    }

    /// With equal levels of l = ln(19), by Wald's equations: at a mean tested (0.95 - 0.05) l / (d^2 / (2
    /// variance)) = 5.30 variance / d^2, between the two l^2 variance / d^2 = 8.67 variance / d^2. For a
    /// point of difference and a variance of 1/4 that is 13 250 and 21 674.
    #[test]
    fn the_expected_number_of_games_is_walds() {
        let test = Sprt { low: 0.5, high: 0.51, ..TEST };
        assert_near(test.expected_games(0.5, 0.25), 13_250.0, 0.5);
        assert_near(test.expected_games(0.51, 0.25), 13_250.0, 0.5);
        assert_near(test.expected_games(0.505, 0.25), 21_674.3, 0.5);
        assert_near(test.chance_of_high(0.51, 0.25), 0.95, 1e-12);
        assert_near(test.chance_of_high(0.5, 0.25), 0.05, 1e-12);
        assert_near(test.chance_of_high(0.505, 0.25), 0.5, 1e-12);
    }

    /// official-stockfish/fishtest, `server/tests/test_stats_sprt.py`: pairs of games by score, 0 to 1 in
    /// quarters, tested for 0 against 2 normalized Elo, and the median-unbiased Elo with its bounds. A
    /// normalized Elo is ln(10) / 800 deviations of one game, and the variance of one game is twice that of a
    /// pair.
    #[test]
    fn the_estimate_after_stopping_is_fishtests() {
        for (counts, elo) in [
            ([1, 60, 500, 1200, 600], [188.3595, 170.7252, 214.8484]),
            ([1, 20, 300, 900, 779], [245.4729, 223.6370, 289.7981]),
        ] {
            let sum = |power: u32| -> i128 {
                (0_i128..).zip(counts).map(|(quarters, count)| count * quarters.pow(power)).sum()
            };
            let pairs = u64::try_from(sum(0)).expect("the value is a count");
            let quarters = Sample::of_sums(pairs, sum(1), sum(2));
            let sample = Sample { mean: quarters.mean / 4.0, variance: quarters.variance / 16.0, ..quarters };
            let high = 0.5 + 2.0 * 10_f64.ln() / 800.0 * (2.0 * sample.variance).sqrt();
            let found = Sprt { low: 0.5, high, ..TEST }.estimate(&sample, 0.05);
            let elo_of = |score: f64| -400.0 * (1.0 / score - 1.0).log10();
            for (found, expected) in [found.estimate, found.low, found.high].map(elo_of).iter().zip(elo) {
                assert_near(*found, expected, 1e-3);
            }
        }
    }

    struct Stopped {
        decision: Decision,
        games: u64,
        estimate: Interval,
        plain: f64,
    }

    /// Plays until it stops, with a fifth of the games drawn.
    fn play(test: &Sprt, mean: f64, seed: u64) -> Stopped {
        let (mut lots, mut counts) = (Lots::new(seed), [0; 3]);
        loop {
            counts[lots.one_of(&[mean - 0.1, 0.2])] += 1;
            let sample = Sample::of_scores(counts[0], counts[1], counts[2]);
            let decision = test.decide(&sample);
            if decision != Decision::Open {
                let estimate = test.estimate(&sample, 0.1);
                return Stopped { decision, games: sample.n, estimate, plain: sample.mean };
            }
        }
    }

    /// 1000 runs. An error rate of 0.05 has a deviation of 0.007, a coverage of 0.9 one of 0.0095, a half one
    /// of 0.016; expected are 5.30 * 0.2 / 0.05^2 = 424 games, and somewhat more since no game stops just at
    /// the level.
    #[test]
    fn it_errs_as_seldom_stops_as_soon_and_is_too_high_as_often_as_it_says() {
        const RUNS: u64 = 1000;
        let share = |count: usize| float(count as u64) / float(RUNS);
        for (mean, wrong) in [(0.5, Decision::High), (0.55, Decision::Low), (0.525, Decision::Open)] {
            let runs: Vec<Stopped> = (0..RUNS).map(|seed| play(&TEST, mean, seed)).collect();
            let errors = share(runs.iter().filter(|run| run.decision == wrong).count());
            let games = float(runs.iter().map(|run| run.games).sum()) / float(RUNS);
            let too_high = share(runs.iter().filter(|run| run.estimate.estimate > mean).count());
            let covered = |run: &&Stopped| (run.estimate.low..=run.estimate.high).contains(&mean);
            let covered = share(runs.iter().filter(covered).count());
            let expected = TEST.expected_games(mean, 0.2 - (mean - 0.5).powi(2));
            assert!(errors <= 0.07, "{mean}: {errors}");
            assert!((0.95..1.1).contains(&(games / expected)), "{mean}: {games} and not {expected}");
            assert!((0.45..=0.55).contains(&too_high), "{mean}: {too_high}");
            assert!((0.87..=0.93).contains(&covered), "{mean}: {covered}");
            // What the games themselves say is too far out: where the higher mean is true, mostly too high.
            let plain = share(runs.iter().filter(|run| run.plain > mean).count());
            assert!(mean < 0.55 || plain > 0.6, "{mean}: {plain}");
        }
    }
}
