//! Plays any legal action, all equally likely: the baseline that every other player must beat.

use szala_kernel::{GameSeed, Paired, Rules, Side};

use crate::chance::Chance;
use crate::{Player, Prior, View};

/// The random player. In a [keyed](GameSeed::is_keyed) game it takes the action with the highest hash under the key
/// of the decision, so that an added action changes only the decisions that it wins.
#[derive(Clone, Debug, Default)]
pub struct Uniform(Chance);

impl<R: Paired> Player<R> for Uniform {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.0.begin(rules, game, side);
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        self.0.lots(view.glance()).choose(view)
    }
}

/// All actions are alike.
impl<R: Rules> Prior<R> for Uniform {}
