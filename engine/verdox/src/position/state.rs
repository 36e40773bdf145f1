//! A position: where every counter is and what it is, who knows of that, what the ground has become, and whose
//! decision is next. Plain data of fixed size; what may follow from it is for the chapters.

use szala_board::{Ordinal, SquareId};
use szala_kernel::{BySide, Rule, Side};

use crate::position::ids::{BargeId, MOST_BARGES, MOST_SQUARES, MOST_UNITS, Squares, UnitId, Units};
use crate::position::kinds::{Kind, Roll};

/// What is to be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    /// [2.1] Lots are still to be drawn.
    Lots,
    /// [2.3, 2.4] What the next counter of the active side is.
    Muster,
    /// [2.2] Where it comes in.
    Enter,
    /// [3.3] What the active side does.
    Turn,
    /// [4.1, 4.2, 4.3] Nothing any more.
    Over,
}

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Unit {
    /// Where it is; nowhere before it has come in, and when it is lost.
    pub(crate) place: Option<SquareId>,
    /// What it is now. Of a counter that has not come in yet: infantry, whatever it will be.
    pub(crate) kind: Kind,
}

/// The unit that is taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Picked {
    pub(crate) square: SquareId,
    /// What it has spent of its points, in halves: what it has left would tell what it is before it acts [2.5].
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
    /// Where it is; nowhere when it is lost, or not in this scenario.
    pub(crate) place: Option<SquareId>,
    /// Whose it is [7.7.4]; nobody's at first [2.7].
    pub(crate) owner: Option<Side>,
    /// Who is aboard [7.7.1].
    pub(crate) passenger: Option<UnitId>,
    /// Has it moved in this turn [7.7.6]?
    pub(crate) has_sailed: bool,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct End {
    pub(crate) winner: Option<Side>,
    pub(crate) margin: i32,
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
    /// Who set up first, and so begins [2.6, 3.1].
    pub(crate) leads: Side,
    /// How many units of the wave are still to come in.
    pub(crate) due: u8,
    /// What the next one is: its owner's secret [2.5].
    pub(crate) pending: Option<Kind>,
    pub(crate) picked: Option<Picked>,
    pub(crate) units: [Unit; MOST_UNITS],
    /// How many counters of a side have come in.
    pub(crate) entered: BySide<u8>,
    /// Who is still to come in: their owner's secret.
    pub(crate) waiting: BySide<Roll>,
    /// How many counters of a side are on the map, those aboard included.
    pub(crate) alive: BySide<u8>,
    /// Counters that lie face up, or were lost so [3.7, D-2.5a].
    pub(crate) revealed: Units,
    /// Counters that have lost their horses.
    pub(crate) unhorsed: Units,
    /// Who stands on a square, or is aboard of a barge there; not who is under a bridge.
    pub(crate) occupant: [Option<UnitId>; MOST_SQUARES],
    /// The same, by side.
    pub(crate) standing: BySide<Squares>,
    /// Where units of the active side stand who may still act in this turn.
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

    /// Who stands on a square.
    #[inline]
    pub const fn occupant(&self, square: SquareId) -> Option<UnitId> {
        self.occupant[square.index()]
    }

    /// Where units of a side stand, those under a bridge not.
    pub fn standing(&self, side: Side) -> &Squares {
        &self.standing[side]
    }

    /// Where units of the active side stand who may still act.
    pub const fn ready(&self) -> &Squares {
        &self.ready
    }

    /// Where a unit is.
    pub fn place_of(&self, unit: UnitId) -> Option<SquareId> {
        self.unit(unit).place
    }

    /// What a unit is, as far as this side knows [2.5].
    pub fn kind_seen_by(&self, viewer: Side, unit: UnitId) -> Option<Kind> {
        let is_seen = unit.side() == viewer || self.revealed.contains(unit);
        (is_seen && unit.slot() < usize::from(self.entered[unit.side()])).then(|| self.unit(unit).kind)
    }

    /// The unit that is taken up, by its square.
    pub fn picked(&self) -> Option<SquareId> {
        self.picked.map(|picked| picked.square)
    }

    /// Is it to be decided who acts next, or that nobody does [3.3, 3.6]?
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

    /// What a unit was when it came in: riders who have lost their horses were riders [7.4.4, 7.5.4].
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

    /// Stands a unit on a square where it is to be seen.
    pub(crate) fn stand(&mut self, unit: UnitId, square: SquareId) {
        self.occupant[square.index()] = Some(unit);
        self.standing[unit.side()].insert(square);
    }

    /// Takes whoever stands on a square away from there.
    pub(crate) fn clear(&mut self, square: SquareId) {
        if let Some(unit) = self.occupant[square.index()].take() {
            self.standing[unit.side()].remove(square);
        }
    }

    /// Whose a gate is [6.11.2].
    pub(crate) fn owner_of_gate(&self, gate: SquareId) -> Side {
        if self.gates_of_second.contains(gate) { Side::Second } else { Side::First }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square of two bytes and a kind make four for each of 160 counters; a byte for each of 768 squares; a set of
    /// squares takes 96 bytes, and there are six; the rest is less than 200. Searchers copy positions all the time.
    #[test]
    fn a_position_takes_less_than_2240_bytes() {
        assert_eq!(size_of::<Unit>(), 4);
        assert!(size_of::<State>() <= 160 * 4 + 768 + 6 * 96 + 200, "{}", size_of::<State>());
    }
}
