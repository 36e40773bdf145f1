//! Choices by order: what a player does in certain situations is fixed, and everything else is left to it.

use szala_ai::{Glance, Opinion, Player, View};
use szala_kernel::{ActionList, GameSeed, Notation, Paired, Pictured, Side};

use crate::lent::Anybody;

/// Which action is to be taken where it is legal; where it is not, the player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// The decisions that it is for.
    pub at: Occasion,
    /// The [key](Paired::action_key) of the action.
    pub action: u64,
}

/// Decisions of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Occasion {
    /// All that the other side [does not see](Paired::is_secret) in a stage or turn, as pictures have it.
    Secret(u8),
    /// All in the situation of this [key](Paired::situation_key).
    Situation(u64),
}

/// A player with orders.
#[derive(Clone, Debug)]
pub(crate) struct Bound<P> {
    pub(crate) player: Anybody<P>,
    pub(crate) orders: Vec<Order>,
}

impl<P> Bound<P> {
    fn ordered<R: Pictured + Paired>(&self, rules: &R, state: &R::State) -> Option<u64> {
        let is_now = |order: &&Order| match order.at {
            Occasion::Secret(when) => rules.is_secret(state) && rules.picture(state).stage == when,
            Occasion::Situation(situation) => rules.situation_key(state) == situation,
        };
        self.orders.iter().find(is_now).map(|order| order.action)
    }
}

impl<R: Notation + Pictured + Paired, P: Player<R> + Clone> Player<R> for Bound<P> {
    fn begin(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.player.begin(rules, game, side);
    }

    fn begin_again(&mut self, rules: &R, game: GameSeed, side: Side) {
        self.player.begin_again(rules, game, side);
    }

    fn choose(&mut self, view: &View<'_, R>) -> usize {
        let ordered = self.ordered(view.rules(), view.glance().position());
        let place = |action| view.legal().iter().position(|legal| view.rules().action_key(*legal) == action);
        ordered.and_then(place).unwrap_or_else(|| self.player.choose(view))
    }

    fn decide(&mut self, rules: &R, state: &R::State, list: &mut ActionList<R::Action>) -> Option<R::Action> {
        if self.ordered(rules, state).is_none() {
            return self.player.decide(rules, state, list);
        }
        list.clear();
        rules.actions(state, list);
        (!list.is_empty()).then(|| list[self.choose(&View::new(rules, state, list))])
    }

    fn at_once(&mut self, glance: Glance<'_, R>) -> Option<R::Action> {
        let is_ordered = self.ordered(glance.rules(), glance.position()).is_some();
        if is_ordered { None } else { self.player.at_once(glance) }
    }

    fn opinions(&self, view: &View<'_, R>) -> Vec<Opinion> {
        self.player.opinions(view)
    }

    fn drawn(&self, game: GameSeed, side: Side) -> Option<&str> {
        self.player.drawn(game, side)
    }
}
