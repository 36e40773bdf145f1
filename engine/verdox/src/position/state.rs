//! A position: the place and kind of every counter, who knows of it, the present ground, and the next decision. Plain
//! data of fixed size; the chapters draw conclusions from it.

use szala_board::{Ordinal, SquareId};
use szala_kernel::{BySide, Rule, Side};

use crate::position::ids::{BargeId, MOST_BARGES, MOST_SQUARES, MOST_UNITS, Squares, UnitId, Units};
use crate::position::kinds::{Kind, Roll};

/// The next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// [2.1] Lots are still to be drawn.
    Lots,
    /// [2.3, 2.4] The kind of the next counter of the active side.
    Muster,
    /// [2.2] Its square.
    Enter,
    /// [3.3] The action of the active side.
    Turn,
    /// [4.1, 4.2, 4.3] No more decisions.
    Over,
}

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Unit {
    /// Its place; nowhere before it has come in, and when it is lost.
    pub(crate) place: Option<SquareId>,
    /// Its present kind. For a counter that has not come in yet: infantry, whatever it will be.
    pub(crate) kind: Kind,
}

/// The picked unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Picked {
    pub(crate) square: SquareId,
    /// The points it has spent, in halves: its remaining points would reveal its kind before it acts [2.5].
    pub(crate) spent: u8,
}

impl Picked {
    /// Has it moved? Then it may not attack [3.2].
    pub(crate) const fn has_moved(self) -> bool {
        self.spent > 0
    }
}

/// A barge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Barge {
    /// Its place; nowhere when it is lost, or not in this scenario.
    pub(crate) place: Option<SquareId>,
    /// Its owner [7.7.4]; nobody at first [2.7].
    pub(crate) owner: Option<Side>,
    /// The unit aboard [7.7.1].
    pub(crate) passenger: Option<UnitId>,
    /// Has it moved in this turn [7.7.6]?
    pub(crate) has_sailed: bool,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct End {
    pub(crate) winner: Option<Side>,
    pub(crate) lead: i32,
    pub(crate) rule: Rule,
    pub(crate) reason: &'static str,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) step: Step,
    /// Turns of both sides, from 1; 0 while they set up.
    pub(crate) turn: u8,
    /// Whose turn it is, or whose wave.
    pub(crate) active: Side,
    /// The side that set up first, and so begins [2.6, 3.1].
    pub(crate) leads: Side,
    /// How many units of the wave are still to come in.
    pub(crate) due: u8,
    /// The kind of the next one: its owner's secret [2.5].
    pub(crate) pending: Option<Kind>,
    pub(crate) picked: Option<Picked>,
    pub(crate) units: [Unit; MOST_UNITS],
    /// How many counters of a side have come in.
    pub(crate) entered: BySide<u8>,
    /// The units still to come in: their owner's secret.
    pub(crate) waiting: BySide<Roll>,
    /// The number of counters of a side on the map, including those aboard.
    pub(crate) alive: BySide<u8>,
    /// Counters that lie face up, or were lost face up [3.7, D-2.5a].
    pub(crate) revealed: Units,
    /// Counters that have lost their horses.
    pub(crate) unhorsed: Units,
    /// The unit on a square, or aboard a barge there; not one under a bridge.
    pub(crate) occupant: [Option<UnitId>; MOST_SQUARES],
    /// The same, by side.
    pub(crate) standing: BySide<Squares>,
    /// The squares of units of the active side that may still act in this turn.
    pub(crate) ready: Squares,
    /// Fortifications brought down [6.10.8].
    pub(crate) breached: Squares,
    /// The second side's gates [6.11.2].
    pub(crate) gates_of_second: Squares,
    pub(crate) barges: [Barge; MOST_BARGES],
    /// Where barges are.
    pub(crate) afloat: Squares,
    pub(crate) end: Option<End>,
}

impl State {
    /// The turn, from 1; 0 while the sides set up.
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// Whose turn it is, or whose wave.
    pub const fn active(&self) -> Side {
        self.active
    }

    /// The unit on a square.
    #[inline]
    pub const fn occupant(&self, square: SquareId) -> Option<UnitId> {
        self.occupant[square.index()]
    }

    /// The squares of units of a side, without those under a bridge.
    pub fn standing(&self, side: Side) -> &Squares {
        &self.standing[side]
    }

    /// The squares of units of the active side that may still act.
    pub const fn ready(&self) -> &Squares {
        &self.ready
    }

    /// Where a unit is.
    pub fn place_of(&self, unit: UnitId) -> Option<SquareId> {
        self.unit(unit).place
    }

    /// The kind of a unit, as far as this side knows [2.5].
    pub fn kind_seen_by(&self, viewer: Side, unit: UnitId) -> Option<Kind> {
        let is_seen = unit.side() == viewer || self.revealed.contains(unit);
        (is_seen && unit.slot() < usize::from(self.entered[unit.side()])).then(|| self.unit(unit).kind)
    }

    /// The picked unit, by its square.
    pub fn picked(&self) -> Option<SquareId> {
        self.picked.map(|picked| picked.square)
    }

    /// Is the next decision who acts next, or that nobody does [3.3, 3.6]?
    pub fn is_between_units(&self) -> bool {
        self.step == Step::Turn && self.picked.is_none()
    }

    /// Where barges are.
    pub const fn afloat(&self) -> &Squares {
        &self.afloat
    }

    /// Fortifications brought down.
    pub const fn breached(&self) -> &Squares {
        &self.breached
    }

    #[inline]
    pub(crate) fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    #[inline]
    pub(crate) fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }

    /// The barge on a square.
    #[inline]
    pub(crate) fn barge_at(&self, square: SquareId) -> Option<BargeId> {
        if !self.afloat.contains(square) {
            return None;
        }
        BargeId::all().find(|barge| self.barges[barge.index()].place == Some(square))
    }

    /// The kind of a unit when it came in: riders that have lost their horses were riders [7.4.4, 7.5.4].
    pub(crate) fn came_in_as(&self, unit: UnitId) -> Kind {
        let kind = self.unit(unit).kind;
        let rider = Kind::ALL.into_iter().find(|rider| rider.on_foot() == Some(kind));
        rider.filter(|_| self.unhorsed.contains(unit)).unwrap_or(kind)
    }

    /// The counters of a side that have come in.
    pub(crate) fn counters(&self, side: Side) -> impl Iterator<Item = UnitId> + use<> {
        (0..usize::from(self.entered[side])).map(move |slot| UnitId::of_side(side, slot))
    }

    /// How many of a side are still to come in.
    pub(crate) fn in_reserve(&self, side: Side) -> usize {
        crate::position::kinds::size(self.waiting[side])
    }

    /// Does a unit lie face down on the map?
    pub(crate) fn is_hidden(&self, unit: UnitId) -> bool {
        self.unit(unit).place.is_some() && !self.revealed.contains(unit)
    }

    /// Puts a unit on a square where it is visible.
    pub(crate) fn stand(&mut self, unit: UnitId, square: SquareId) {
        self.occupant[square.index()] = Some(unit);
        self.standing[unit.side()].insert(square);
    }

    /// Removes the unit on a square from there.
    pub(crate) fn clear(&mut self, square: SquareId) {
        if let Some(unit) = self.occupant[square.index()].take() {
            self.standing[unit.side()].remove(square);
        }
    }

    /// The owner of a gate [6.11.2].
    pub(crate) fn owner_of_gate(&self, gate: SquareId) -> Side {
        if self.gates_of_second.contains(gate) { Side::Second } else { Side::First }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of two bytes and a kind make four for each of 160 counters; a byte for each of 768 squares; a set of
    /// squares takes 96 bytes, and there are six; the rest is less than 200. Search players copy positions all the
    /// time.
    #[test]
    fn a_position_takes_less_than_2240_bytes() {
        assert_eq!(size_of::<Unit>(), 4);
        assert!(size_of::<State>() <= 160 * 4 + 768 + 6 * 96 + 200, "{}", size_of::<State>());
    }
}
