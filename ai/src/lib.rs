//! Players: what decides for a side. Here the generic ones, which need to know nothing of a game.
//!
//! A player sees a [`View`], never the position itself: what its side cannot know is replaced by something that it
//! might imagine, so that no player peeks at a secret choice or at dice to come.

mod uniform;

pub use uniform::Uniform;

use szala_kernel::{Dice, GameSeed, Rules, Side};

/// What a player sees when it is to decide.
#[derive(Debug)]
pub struct View<'v, R: Rules> {
    rules: &'v R,
    state: &'v R::State,
    legal: &'v [R::Action],
}

impl<'v, R: Rules> View<'v, R> {
    /// The view of the side to act.
    pub const fn new(rules: &'v R, state: &'v R::State, legal: &'v [R::Action]) -> Self {
        Self { rules, state, legal }
    }

    /// The rules of the game.
    pub const fn rules(&self) -> &'v R {
        self.rules
    }

    /// What is legal, in the order of the rules; never empty.
    pub const fn legal(&self) -> &'v [R::Action] {
        self.legal
    }

    /// The side that is to act.
    pub fn side(&self) -> Side {
        self.rules.to_act(self.state)
    }

    /// The position, with what the player cannot know imagined by `dice`.
    pub fn imagine<D: Dice>(&self, dice: &mut D) -> R::State {
        let mut state = self.state.clone();
        self.rules.imagine(&mut state, self.side(), dice);
        state
    }
}

/// Decides for one side.
pub trait Player<R: Rules> {
    /// Sits down to a new game; all that a player draws by chance comes from the game's seed and its side.
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side);

    /// The place of its choice among [`View::legal`].
    fn choose(&mut self, view: &View<'_, R>) -> usize;
}
