//! Watching a game: seeing positions, hearing events or reading decisions, without knowing the game. It costs a call
//! through a pointer for each of them, so runs of many games do not use it.

use core::fmt::Display;

use szala_kernel::Side;
use szala_kernel::journal::{Event, Journal};
use szala_kernel::picture::Position;

/// What a watcher wants to receive besides events.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "any of them may be wanted without the others")]
pub struct Wants {
    /// The values of the opening, as changes from nothing.
    pub opening: bool,
    /// The position before each decision, and the last one.
    pub positions: bool,
    /// Each decision in its notation.
    pub decisions: bool,
    /// The players' opinions of the legal actions, best first, after each decision.
    pub opinions: bool,
}

/// Watches a game.
pub trait Watcher {
    /// What it wants besides events.
    fn wants(&self) -> Wants {
        Wants::default()
    }

    /// A position was reached: `draw` draws it over another.
    fn see(&mut self, _draw: &dyn Fn(&mut Position)) {}

    /// Something happened.
    fn event(&mut self, event: Event);

    /// A side decided.
    fn decision(&mut self, _side: Side, _action: &dyn Display) {}

    /// The opinion that the player who just decided has of an action.
    fn opinion(&mut self, _action: &dyn Display, _value: i64, _why: &str) {}
}

/// The journal of a game with a watcher.
pub(crate) struct Watched<'w>(pub(crate) &'w mut dyn Watcher);

impl Journal for Watched<'_> {
    fn event(&mut self, event: Event) {
        self.0.event(event);
    }

    fn decision(&mut self, side: Side, action: &dyn Display) {
        self.0.decision(side, action);
    }

    fn opinion(&mut self, action: &dyn Display, value: i64, why: &str) {
        self.0.opinion(action, value, why);
    }
}
