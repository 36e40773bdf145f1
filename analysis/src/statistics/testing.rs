//! What the tests of the statistics share: comparing floats, and numbers drawn by lot from a seed.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use szala_kernel::seed::mix;

pub(crate) fn assert_near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} is not {expected} within {tolerance}");
}

/// Draws by lot.
pub(crate) struct Lots(Xoshiro256PlusPlus);

impl Lots {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(mix(seed)))
    }

    /// A number of 32 bits, all alike.
    pub(crate) fn number(&mut self) -> u32 {
        u32::try_from(self.0.next_u64() >> 32).expect("32 bits are left")
    }

    /// Between 0 and 1, all alike.
    pub(crate) fn part(&mut self) -> f64 {
        f64::from(self.number()) / 2f64.powi(32)
    }

    /// Which of the outcomes with these chances; the last has what is left.
    pub(crate) fn one_of(&mut self, chances: &[f64]) -> usize {
        let mut part = self.part();
        chances
            .iter()
            .position(|chance| {
                part -= chance;
                part < 0.0
            })
            .unwrap_or(chances.len())
    }
}
