//! Chances and outcomes drawn by lot. What they are drawn for is left to the forecast.

use core::f64::consts::TAU;

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use szala_kernel::seed::mix;

use super::whole;
use crate::statistics::float;

/// The weight of the prior, in games: one game, shared among all kinds (W. Perks, 1947).
const PRIOR: f64 = 1.0;
/// From this variance on, a number of hits is drawn from its normal approximation.
const MANY: f64 = 25.0;

/// Draws by lot, the same for the same seed.
pub(super) struct Draws(Xoshiro256PlusPlus);

impl Draws {
    pub(super) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(mix(seed)))
    }

    /// Between 0 and 1, never 0.
    fn part(&mut self) -> f64 {
        (float(self.0.next_u64() >> 12) + 0.5) / 2f64.powi(52)
    }

    /// One of this many places.
    pub(super) fn place(&mut self, places: usize) -> usize {
        let place = (u128::from(self.0.next_u64()) * places as u128) >> 64;
        usize::try_from(place).expect("a place in a list")
    }

    /// A standard normal variable (G. Box and M. Muller, 1958).
    fn normal(&mut self) -> f64 {
        let (distance, angle) = (-2.0 * self.part().ln(), TAU * self.part());
        distance.sqrt() * angle.cos()
    }

    /// A gamma variable of this shape (G. Marsaglia and W. Tsang, 2000).
    fn gamma(&mut self, shape: f64) -> f64 {
        if shape < 1.0 {
            let part = self.part();
            return self.gamma(shape + 1.0) * part.powf(1.0 / shape);
        }
        let least = shape - 1.0 / 3.0;
        let slope = 1.0 / (9.0 * least).sqrt();
        loop {
            let normal = self.normal();
            let cube = (1.0 + slope * normal).powi(3);
            if cube > 0.0 && self.part().ln() < normal * normal / 2.0 + least * (1.0 - cube + cube.ln()) {
                return least * cube;
            }
        }
    }

    /// Chances of the kinds of outcomes that fit these counts: Dirichlet's distribution.
    pub(super) fn chances(&mut self, counts: &[u64]) -> Vec<f64> {
        let prior = PRIOR / float(counts.len() as u64);
        let parts: Vec<f64> = counts.iter().map(|count| self.gamma(float(*count) + prior)).collect();
        let sum: f64 = parts.iter().sum();
        parts.iter().map(|part| part / sum).collect()
    }

    /// Adds this many outcomes with these chances to the counts of the kinds.
    pub(super) fn outcomes(&mut self, number: u64, chances: &[f64], counts: &mut [u64]) {
        let (mut left, mut part) = (number, 1.0);
        for (chance, count) in chances.iter().zip(&mut *counts) {
            let hits = self.hits(left, (chance / part).clamp(0.0, 1.0));
            *count += hits;
            left -= hits;
            part = (part - chance).max(f64::MIN_POSITIVE);
        }
        // What rounding leaves of the last chance.
        counts[chances.len() - 1] += left;
    }

    /// How many of these trials hit.
    fn hits(&mut self, trials: u64, chance: f64) -> u64 {
        if chance > 0.5 {
            return trials - self.hits(trials, 1.0 - chance);
        }
        let mean = float(trials) * chance;
        let variance = mean * (1.0 - chance);
        if variance >= MANY {
            let hits = mean + variance.sqrt() * self.normal();
            return whole(hits.max(0.0)).min(trials);
        }
        if chance <= 0.0 {
            return 0;
        }
        // From hit to hit: the waits between them are geometric.
        let miss = (-chance).ln_1p();
        let (mut place, mut hits) = (0.0, 0);
        loop {
            place += (self.part().ln() / miss).floor() + 1.0;
            if place > float(trials) {
                return hits;
            }
            hits += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Sample;

    /// By hand: n p hits with the variance n p (1 - p); 20 000 draws know the mean to five standard errors.
    #[test]
    fn hits_have_the_mean_and_variance_of_the_binomial_distribution() {
        for (trials, chance) in [(3, 0.5), (100, 0.05), (100, 0.95), (400, 0.5), (1_000_000, 0.3), (50, 0.0)]
        {
            let mut draws = Draws::new(7);
            let hits: Vec<f64> = (0..20_000).map(|_| float(draws.hits(trials, chance))).collect();
            let found = Sample::of_values(&hits);
            let (mean, variance) = (float(trials) * chance, float(trials) * chance * (1.0 - chance));
            assert!(
                (found.mean - mean).abs() <= 5.0 * (variance / 20_000.0).sqrt() + 1e-9,
                "{trials} {chance}"
            );
            assert!(
                (found.variance - variance).abs() <= 0.06 * variance,
                "{trials} {chance}: {}",
                found.variance
            );
        }
    }

    /// By hand: with a third of a game more for each of three kinds, the chance of the first is (30 + 1/3) / 101 on
    /// average, and its variance that times one less it, by 102.
    #[test]
    fn chances_have_the_mean_and_variance_of_dirichlets_distribution() {
        let mut draws = Draws::new(1);
        let first: Vec<f64> = (0..20_000).map(|_| draws.chances(&[30, 70, 0])[0]).collect();
        let found = Sample::of_values(&first);
        let mean = (30.0 + 1.0 / 3.0) / 101.0;
        let variance = mean * (1.0 - mean) / 102.0;
        assert!((found.mean - mean).abs() < 5.0 * (variance / 20_000.0).sqrt(), "{}", found.mean);
        assert!((found.variance - variance).abs() < 0.06 * variance, "{}", found.variance);
    }

    #[test]
    fn outcomes_are_as_many_as_were_asked_for() {
        let mut draws = Draws::new(3);
        for chances in [[0.2, 0.3, 0.5], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.5, 0.5, 0.0]] {
            let mut counts = [0; 5];
            draws.outcomes(12_345, &chances, &mut counts);
            assert_eq!(counts.iter().sum::<u64>(), 12_345, "{chances:?}");
            let absent = chances.iter().zip(counts).filter(|(chance, _)| **chance <= 0.0);
            assert!(absent.map(|(_, count)| count).sum::<u64>() == 0, "{chances:?}: {counts:?}");
        }
    }
}
