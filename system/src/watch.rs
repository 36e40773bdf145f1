//! Watching a game: seeing positions, hearing events or reading decisions, without knowing the game. It costs a call
//! through a pointer for each of them, so runs of many games do not use it.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::picture::Position;
use szala_kernel::{Names, Pictured, Recorded, Side};

use crate::told::Scribe;

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

/// The journal of a game that somebody listens to: a watcher, or a scribe who writes its tale. It is one type, since
/// the rules of a game are compiled for every journal.
pub(crate) enum Heard<'w, 'r, R: Recorded> {
    Watcher(&'w mut dyn Watcher),
    Scribe(&'w mut Scribe<'r, R>),
}

impl<R: Recorded + Pictured + Names> Heard<'_, '_, R> {
    /// A position was reached.
    pub(crate) fn see(&mut self, draw: &dyn Fn(&mut Position)) {
        if let Self::Watcher(watcher) = self {
            watcher.see(draw);
        }
    }

    /// Somebody decides.
    pub(crate) fn decided(&mut self, state: &R::State, action: R::Action) {
        if let Self::Scribe(scribe) = self {
            scribe.decided(state, action);
        }
    }
}

impl<R: Recorded + Pictured + Names> Journal for Heard<'_, '_, R> {
    fn event(&mut self, event: Event) {
        match self {
            Self::Watcher(watcher) => watcher.event(event),
            Self::Scribe(scribe) => scribe.hear(event),
        }
    }

    fn decision(&mut self, side: Side, action: &dyn Display) {
        if let Self::Watcher(watcher) = self {
            watcher.decision(side, action);
        }
    }

    fn opinion(&mut self, action: &dyn Display, value: i64, why: &str) {
        if let Self::Watcher(watcher) = self {
            watcher.opinion(action, value, why);
        }
    }
}
