//! Orders for one activation: a player that plans it as a whole gives them to the heuristic for some units. They are
//! carried out from the position as it is when their turn comes. An order that makes no sense any more lapses, and
//! units without orders do what the heuristic thinks best.

use szala_board::HexId;
use szala_insurrection::{CommanderId, Room, State, UnitSet};

/// The most orders of an activation.
pub(super) const MOST_ORDERS: usize = 12;

/// What some units are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<R: Room> {
    /// The units; none in an order that concerns all.
    pub(super) who: UnitSet<R>,
    /// What.
    pub(super) errand: Errand,
}

/// What an order says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errand {
    /// Do not move.
    Stay,
    /// End the move in this hex, and attack nobody.
    Go(HexId),
    /// Enter this enemy hex.
    Enter(HexId),
    /// Shoot before anybody moves.
    Shoot,
    /// Decide by other weights: those of this number.
    Style(u8),
}

/// The orders of one activation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Orders<R: Room> {
    /// The activation, by stage and commander.
    of: Option<(u8, CommanderId)>,
    given: [Order<R>; MOST_ORDERS],
    count: usize,
}

impl<R: Room> Orders<R> {
    pub(super) const NONE: Self = Self {
        of: None,
        given: [Order { who: UnitSet::EMPTY, errand: Errand::Stay }; MOST_ORDERS],
        count: 0,
    };

    /// Orders for the activation under way; those beyond the most are dropped.
    pub(super) fn given(state: &State<R>, orders: &[Order<R>]) -> Self {
        let mut given = Self { of: activation(state), count: orders.len().min(MOST_ORDERS), ..Self::NONE };
        given.given[..given.count].copy_from_slice(&orders[..given.count]);
        given
    }

    /// Do they belong to the activation under way?
    pub(super) fn are_due(&self, state: &State<R>) -> bool {
        self.of.is_some() && self.of == activation(state)
    }

    /// All of them, the first one first.
    pub(super) fn all(&self) -> &[Order<R>] {
        &self.given[..self.count]
    }

    /// The order to just these units, and its number.
    pub(super) fn to(&self, who: UnitSet<R>) -> Option<(i32, Errand)> {
        let numbered = (0..).zip(self.all());
        numbered.filter(|(_, order)| order.who == who).map(|(number, order)| (number, order.errand)).next()
    }
}

/// The activation under way.
pub(super) fn activation<R: Room>(state: &State<R>) -> Option<(u8, CommanderId)> {
    state.active().map(|commander| (state.stage(), commander))
}
