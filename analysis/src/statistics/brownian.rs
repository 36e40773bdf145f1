//! Brownian motion between two levels at which it ends: the sum of small independent steps, as a sequential
//! test sees it. What the steps are is left to the test.

use std::f64::consts::TAU;

use super::normal_chance;

/// A motion that begins at 0 and ends when it reaches one of two levels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brownian {
    /// The level below 0.
    pub(super) low: f64,
    /// The level above 0.
    pub(super) high: f64,
    /// How far it goes on average in one unit of time.
    pub(super) drift: f64,
    /// The variance of how far it goes in one unit of time.
    pub(super) variance: f64,
}

/// More images than this are never needed: each pair stands two widths further off, and what is further off
/// than nine deviations does not count.
const IMAGES: u32 = 10_000;

impl Brownian {
    /// The chance of a worse end than to be at `place` at `time`, if the worst is to reach the low level
    /// soon, then to reach it late, then to be still on the way, the better the higher, then to reach the
    /// high level late, and the best to reach it soon.
    pub(super) fn chance_of_worse(&self, time: f64, place: f64) -> f64 {
        let chance = if place >= self.high {
            1.0 - self.reaches_high(time)
        } else if place <= self.low {
            self.mirrored().reaches_high(time)
        } else {
            self.mirrored().reaches_high(time) + self.is_between_low_and(place, time)
        };
        chance.clamp(0.0, 1.0)
    }

    /// The chance to reach the high level before the low one, whenever that is.
    pub(super) fn chance_of_high(&self) -> f64 {
        // A stronger drift leaves a chance too small for a float, and would overflow.
        let most = 350.0 / (self.high - self.low);
        let slope = (self.drift / self.variance).clamp(-most, most);
        if slope.abs() < 1e-12 {
            return -self.low / (self.high - self.low);
        }
        let [to_low, to_high] = [self.low, self.high].map(|level| (-2.0 * slope * level).exp_m1());
        to_low / (to_low - to_high)
    }

    /// When it ends, on average.
    pub(super) fn expected_time(&self) -> f64 {
        let high = self.chance_of_high();
        let time = (high * self.high + (1.0 - high) * self.low) / self.drift;
        // Wald's equation; without drift his second one.
        if (self.drift / self.variance).abs() < 1e-9 { -self.low * self.high / self.variance } else { time }
    }

    fn mirrored(&self) -> Self {
        Self { low: -self.high, high: -self.low, drift: -self.drift, ..*self }
    }

    /// The chance to have reached the high level at that time, without the low one before: a sum over the
    /// images of the level in mirrors at both, of the chance that the motion would reach each if nothing
    /// stopped it.
    fn reaches_high(&self, time: f64) -> f64 {
        let (width, slope) = (self.high - self.low, self.drift / self.variance);
        let (way, deviation) = (self.drift * time, (self.variance * time).sqrt());
        let image = |distance: f64| {
            let along = slope * (self.high - distance) + log_chance((way - distance) / deviation);
            let against = slope * (self.high + distance) + log_chance((-way - distance) / deviation);
            along.exp() + against.exp()
        };
        let mut sum = 0.0;
        for pair in 0..IMAGES {
            let offset = 2.0 * f64::from(pair) * width;
            let (added, taken) = (image(self.high + offset), image(2.0 * width - self.high + offset));
            sum += added - taken;
            if added < 1e-17 {
                break;
            }
        }
        sum
    }

    /// The chance to be on the way at that time, below this place: the same with images of the start.
    fn is_between_low_and(&self, place: f64, time: f64) -> f64 {
        let (width, slope) = (self.high - self.low, self.drift / self.variance);
        let (way, deviation) = (self.drift * time, (self.variance * time).sqrt());
        let image = |start: f64| {
            let [low, high] = [self.low, place].map(|end| (end - start - way) / deviation);
            // Of the two tails the one that is small: the other would swallow the difference.
            let [less, more] = if low > 0.0 { [-high, -low] } else { [low, high] };
            (slope * start + log_chance(more)).exp() - (slope * start + log_chance(less)).exp()
        };
        let pair = |offset: f64| image(offset) - image(2.0 * self.high + offset);
        let mut sum = pair(0.0);
        for number in 1..IMAGES {
            let offset = 2.0 * f64::from(number) * width;
            let added = pair(offset) + pair(-offset);
            sum += added;
            if added.abs() < 1e-17 {
                break;
            }
        }
        sum
    }
}

/// The logarithm of the chance that a standard normal variable is below this.
fn log_chance(value: f64) -> f64 {
    if value > -30.0 {
        return normal_chance(value).ln();
    }
    // The chance itself would soon be no float: its asymptotic series.
    let square = value * value;
    -square / 2.0 - (-value).ln() - TAU.ln() / 2.0 + (-1.0 / square + 3.0 / (square * square)).ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::assert_near;

    /// Computed by the series in sines of official-stockfish/fishtest, `server/fishtest/stats/brownian.py`
    /// (`outcome_cdf_alt1`, summed down to 1e-13), which shares no formula with ours: (low, high, drift,
    /// deviation, time, place).
    #[test]
    fn the_chance_of_a_worse_end_is_that_of_fishtests_series() {
        let level = 19_f64.ln();
        for (low, high, drift, deviation, time, place, expected) in [
            (-level, level, 0.0, 0.03, 2000.0, level, 0.971_811_662_1),
            (-level, level, 0.0, 0.03, 20_000.0, -level, 0.450_855_049_9),
            (-level, level, 0.0004, 0.03, 9000.0, level, 0.265_388_756_2),
            (-level, level, -0.0004, 0.03, 9000.0, -level, 0.734_611_243_8),
            (-level, level, 0.0004, 0.03, 9000.0, 1.0, 0.169_991_589_2),
            (-2.0, 4.0, -0.001, 0.05, 3000.0, -0.5, 0.862_071_894_4),
            (-level, level, 0.002, 0.03, 3000.0, level, 0.018_868_627_7),
        ] {
            let motion = Brownian { low, high, drift, variance: deviation * deviation };
            assert_near(motion.chance_of_worse(time, place), expected, 1e-9);
        }
    }

    #[test]
    fn no_drift_is_too_strong_and_more_drift_is_never_worse() {
        for place in [-3.0, -1.0, 0.0, 2.0, 4.0] {
            let mut last = 1.0;
            for step in -200..=200 {
                let drift = f64::from(step) / 4.0;
                let motion = Brownian { low: -3.0, high: 4.0, drift, variance: 0.5 };
                let chance = motion.chance_of_worse(2.0, place);
                assert!(chance <= last + 1e-12, "{place} {drift}: {chance} after {last}");
                assert!((0.0..=1.0).contains(&motion.chance_of_high()), "{drift}");
                assert!(motion.expected_time() > 0.0, "{drift}");
                last = chance;
            }
            assert!(last < 1e-9, "{last}");
        }
    }

    #[test]
    fn what_ends_it_sooner_or_later_is_what_ends_it_ever() {
        for drift in [-0.3, -0.01, 0.0, 0.2] {
            let motion = Brownian { low: -1.0, high: 2.0, drift, variance: 0.1 };
            assert_near(1.0 - motion.chance_of_worse(1e4, 2.0), motion.chance_of_high(), 1e-9);
        }
    }

    #[test]
    fn the_logarithm_of_a_chance_goes_on_where_the_chance_is_no_float() {
        assert_near(log_chance(-30.0 + 1e-9), log_chance(-30.0 - 1e-9), 1e-6);
        assert!(log_chance(-1e6).is_finite());
    }
}
