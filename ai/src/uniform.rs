//! Plays any legal action, each as likely as any other: the floor that every other player must beat.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use szala_kernel::dice::fair_choice;
use szala_kernel::{GameSeed, Rules, Side};

use crate::player::chance_of;
use crate::{Player, Prior, View};

/// The player who plays by chance.
#[derive(Clone, Debug)]
pub struct Uniform(Xoshiro256PlusPlus);

impl Default for Uniform {
    fn default() -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(0))
    }
}

impl<R: Rules> Player<R> for Uniform {
    fn begin(&mut self, _: &R, game: GameSeed, side: Side) {
        self.0 = chance_of(game, side);
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        fair_choice(view.legal().len(), || self.0.next_u32())
    }
}

/// All actions are alike.
impl<R: Rules> Prior<R> for Uniform {}
