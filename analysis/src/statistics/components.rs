//! How much groups differ among themselves, when each was only sampled: their observed means vary more than the groups
//! do, by the noise of their samples, which is subtracted.

use super::bootstrap::Bootstrap;
use super::interval::Interval;
use super::{Sample, float};

/// Bootstrap resamples for an interval: twice what a 95 % interval needs at least.
const RESAMPLES: u32 = 4_000;

/// A group by its sample: the mean, and how uncertain that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Group {
    /// The mean of its sample.
    pub mean: f64,
    /// The square of the mean's standard error.
    pub noise: f64,
}

impl From<Sample> for Group {
    /// The noise of a sample of fewer than two values is infinite.
    fn from(sample: Sample) -> Self {
        Self { mean: sample.mean, noise: sample.standard_error().powi(2) }
    }
}

/// What the means of groups vary by, in two parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Components {
    /// The sample variance of the observed means.
    pub seen: f64,
    /// How much of it is expected from the samples alone: the mean of the groups' noise.
    pub noise: f64,
}

impl Components {
    /// Of these groups; of fewer than two there is none. It is the estimator of moments, as L. V. Hedges and I. Olkin
    /// (1985) have it for studies of unequal size.
    pub fn of(groups: &[Group]) -> Option<Self> {
        if groups.len() < 2 {
            return None;
        }
        let mean =
            |value: fn(&Group) -> f64| groups.iter().map(value).sum::<f64>() / float(groups.len() as u64);
        let centre = mean(|group| group.mean);
        let squares: f64 = groups.iter().map(|group| (group.mean - centre).powi(2)).sum();
        Some(Self { seen: squares / float(groups.len() as u64 - 1), noise: mean(|group| group.noise) })
    }

    /// The variance of the groups themselves; below zero where less is seen than noise alone would make.
    pub fn between(self) -> f64 {
        self.seen - self.noise
    }

    /// Which part of what is seen is noise; all of it at most, and nothing where nothing varies.
    pub fn noise_share(self) -> f64 {
        if self.seen > 0.0 { (self.noise / self.seen).min(1.0) } else { 0.0 }
    }
}

/// The standard deviation of the groups themselves, with the interval of the bootstrap (`BCa`) over groups for 1 -
/// `alpha`. It is the variance that is drawn anew, which may come out below zero; the deviation is then 0.
///
/// Unknown, from 0 to infinity, for fewer than two groups, and where a group's noise is not known.
pub fn deviation_between(groups: &[Group], alpha: f64) -> Interval {
    let is_known = groups.iter().all(|group| group.noise.is_finite());
    let Some(components) = Components::of(groups).filter(|_| is_known) else {
        return Interval { estimate: 0.0, low: 0.0, high: f64::INFINITY };
    };
    let variance = |groups: &[Group]| Components::of(groups).map_or(0.0, Components::between);
    let drawn = Bootstrap { resamples: RESAMPLES, seed: 0, alpha }.bca(groups, variance);
    let root = |variance: f64| variance.max(0.0).sqrt();
    Interval { estimate: root(components.between()), low: root(drawn.low), high: root(drawn.high) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::{Lots, assert_near};

    fn group(mean: f64, noise: f64) -> Group {
        Group { mean, noise }
    }

    /// By hand: means 1, 3 and 8 have the mean 4 and the squares 9 + 1 + 16 = 26, a half of which is 13. The noise is
    /// (1 + 2 + 6) / 3 = 3: ten are left for the groups, and 3/13 of what is seen is noise.
    #[test]
    fn noise_is_taken_off_what_is_seen() {
        let groups = [group(1.0, 1.0), group(3.0, 2.0), group(8.0, 6.0)];
        let found = Components::of(&groups).expect("three groups have components");
        assert_eq!(found, Components { seen: 13.0, noise: 3.0 });
        assert_near(found.noise_share(), 3.0 / 13.0, 1e-15);
        let deviation = deviation_between(&groups, 0.05);
        assert_near(deviation.estimate, 10f64.sqrt(), 1e-12);
        assert!(deviation.low <= deviation.estimate && deviation.estimate <= deviation.high, "{deviation:?}");
    }

    /// By hand: the values 1 and 3 have the mean 2, the variance 1 and the standard error sqrt(1 / (2 - 1)) = 1.
    #[test]
    fn a_groups_noise_is_the_square_of_its_standard_error() {
        assert_eq!(Group::from(Sample::of_sums(2, 4, 10)), group(2.0, 1.0));
        assert!(Group::from(Sample::of_sums(1, 4, 16)).noise.is_infinite());
    }

    #[test]
    fn what_cannot_be_known_is_said_to_be_unknown() {
        let unknown = Interval { estimate: 0.0, low: 0.0, high: f64::INFINITY };
        for groups in [&[][..], &[group(1.0, 0.1)], &[group(1.0, f64::INFINITY), group(2.0, 0.1)]] {
            assert_eq!(deviation_between(groups, 0.05), unknown, "{groups:?}");
        }
    }

    #[test]
    fn less_than_noise_is_no_deviation_at_all() {
        let groups = [group(1.0, 9.0), group(2.0, 9.0), group(3.0, 9.0)];
        let found = Components::of(&groups).expect("three groups have components");
        assert_eq!((found.between(), found.noise_share()), (-8.0, 1.0));
        assert_near(deviation_between(&groups, 0.05).estimate, 0.0, 1e-15);
        let alike = [group(2.0, 0.0); 5];
        let none = Interval { estimate: 0.0, low: 0.0, high: 0.0 };
        assert_eq!(deviation_between(&alike, 0.05), none);
        assert_near(Components::of(&alike).expect("five groups have components").noise_share(), 0.0, 1e-15);
    }

    /// Forty groups whose means are 0 or 2 with even chances, a deviation of 1, each sampled by eight values that are
    /// 1 more or less than its mean. A bootstrap promises little: of 400 such intervals 92 to 98 in 100 should hold.
    #[test]
    fn the_deviation_of_groups_is_covered_about_as_often_as_it_says() {
        let mut covered = 0;
        for seed in 0..400 {
            let mut lots = Lots::new(seed);
            let groups: Vec<Group> = (0..40)
                .map(|_| {
                    let mean = 2 * i128::from(lots.part() < 0.5);
                    let values: Vec<i128> =
                        (0..8).map(|_| mean + if lots.part() < 0.5 { 1 } else { -1 }).collect();
                    let squares = values.iter().map(|value| value * value).sum();
                    Sample::of_sums(8, values.iter().sum(), squares).into()
                })
                .collect();
            let Interval { low, high, .. } = deviation_between(&groups, 0.05);
            covered += u32::from((low..=high).contains(&1.0));
        }
        assert!((368..=392).contains(&covered), "{covered}");
    }
}
