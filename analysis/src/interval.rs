//! Intervals: no rate leaves this crate without one.

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
    if trials == 0 {
        return Interval { estimate: 0.5, low: 0.0, high: 1.0 };
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
    let (hits, n) = (hits as f64, trials as f64);
    let (rate, z2) = (hits / n, Z_95 * Z_95);
    let centre = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = Z_95 / (1.0 + z2 / n) * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt();
    Interval { estimate: rate, low: (centre - half).max(0.0), high: (centre + half).min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} is not {expected} within {tolerance}");
    }

    /// Newcombe, Statistics in Medicine 17 (1998), Table I, method 3 (Wilson score, no continuity correction).
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
}
