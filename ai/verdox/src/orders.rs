//! The heuristic under a command that looks at the whole army: a player that plans by simulations gives it orders, or a
//! net gives each group one. Both do so once a turn, before the first unit is taken up.

use szala_ai::drilled::{Drilling, Options};
use szala_ai::{Glance, Planning, Player, View};
use szala_verdox::{State, Verdox};

use super::heuristic::Heuristic;
use super::posture::{Group, Order, Posture};
use super::seen::Seen;

/// The order for one group; without one it does what it would do by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    group: Group,
    posture: Option<Posture>,
}

impl Planning<Verdox> for Heuristic {
    type Order = Order;

    fn activation(glance: Glance<'_, Verdox>) -> Option<u64> {
        let seen = Seen::of(glance);
        seen.is_turn_new().then(|| seen.turn().into())
    }

    fn errands(
        &mut self,
        view: &View<'_, Verdox>,
        _: &mut dyn FnMut(usize) -> usize,
        orders: &mut Vec<Order>,
    ) {
        let survey = self.survey(Seen::of(view.glance()));
        orders.extend(Posture::ALL.map(Order::to_all));
        for group in Group::all().filter(|group| survey.has(*group)) {
            orders.extend(group.postures().iter().map(|posture| Order::to(group, *posture)));
        }
    }

    fn exclude(one: &Order, other: &Order) -> bool {
        one.is_instead_of(*other)
    }

    fn follow(&mut self, _: &Verdox, state: &State, orders: &[Order]) {
        self.forget_orders(state.turn());
        for order in orders {
            self.give(*order);
        }
    }
}

impl Drilling<Verdox> for Heuristic {
    type Choice = Choice;

    /// A choice is one of two hundred in a game.
    const MARGIN: i32 = 15;

    fn weighs(glance: Glance<'_, Verdox>) -> bool {
        Seen::of(glance).is_turn_new()
    }

    fn options(&mut self, view: &View<'_, Verdox>, options: &mut Options<Choice>) {
        let (group, survey, postures) = self.asks(Seen::of(view.glance()));
        survey.tell(group, &postures, &mut options.common);
        let own = postures.of(group);
        let others = group.postures().iter().copied().map(Some);
        // The net does not change an order that a plan has given.
        for posture in [own].into_iter().chain(others.filter(|_| own.is_none())) {
            survey.tell_option(group, posture, |input| options.on(input));
            options.add(Choice { group, posture }, posture.map_or(0, |posture| 1 + posture as u16));
        }
    }

    fn take(&mut self, view: &View<'_, Verdox>, _: Choice, choice: Choice) -> Option<usize> {
        if let Some(posture) = choice.posture {
            self.give(Order::to(choice.group, posture));
        }
        if self.asks_on(choice.group) { None } else { Some(self.choose(view)) }
    }
}

#[cfg(test)]
mod tests;
