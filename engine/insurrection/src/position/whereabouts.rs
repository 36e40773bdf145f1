//! Who stands in a hex? The question is asked fifteen times a decision, so it has an answer of its own beside the
//! places of the units. A small room keeps the units of each hex, and the answer is one look: links would make a game
//! four to six per cent dearer. A large one keeps the first unit of each hex, and for each unit the next: a byte each,
//! where sets of units would take 64 KiB. What stands where is decided by `stacking`; the audit compares the two.

use szala_board::{HexId, Ordinal};

use super::ids::{UnitId, UnitSet};
use super::room::{Plain, Room, Row};

/// The units in each hex.
pub trait Whereabouts<R: Room>: Plain {
    /// Nobody on the map.
    fn nowhere() -> Self;
    /// A unit has come into a hex.
    fn put(&mut self, unit: UnitId, hex: HexId);
    /// A unit has left a hex.
    fn take(&mut self, unit: UnitId, hex: HexId);
    /// Everybody in a hex, of whichever side.
    fn in_hex(&self, hex: HexId) -> UnitSet<R>;

    /// In how many hexes anybody stands.
    fn occupied(&self) -> usize;
}

/// The set of each hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sets<R: Room>(R::ByHex<UnitSet<R>>);

impl<R: Room> Whereabouts<R> for Sets<R> {
    fn nowhere() -> Self {
        Self(R::ByHex::of(UnitSet::EMPTY))
    }

    fn put(&mut self, unit: UnitId, hex: HexId) {
        self.0[hex.index()].insert(unit);
    }

    fn take(&mut self, unit: UnitId, hex: HexId) {
        self.0[hex.index()].remove(unit);
    }

    fn in_hex(&self, hex: HexId) -> UnitSet<R> {
        self.0[hex.index()]
    }

    fn occupied(&self) -> usize {
        self.0.as_ref().iter().filter(|units| !units.is_empty()).count()
    }
}

/// The first of each hex, and the next of each unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Links<R: Room> {
    first: R::ByHex<Link>,
    /// Of a unit's own hex, in ascending order, so that the same units in the same hexes are the same links.
    next: R::ByUnit<Link>,
}

/// The number of a unit counted from 1, or [`NOBODY`].
type Link = u8;

const NOBODY: Link = 0;

impl<R: Room> Whereabouts<R> for Links<R> {
    fn nowhere() -> Self {
        Self { first: R::ByHex::of(NOBODY), next: R::ByUnit::of(NOBODY) }
    }

    fn put(&mut self, unit: UnitId, hex: HexId) {
        let place = self.place_of(unit, hex);
        self.next[unit.index()] = core::mem::replace(self.link(place, hex), link_to(unit));
    }

    fn take(&mut self, unit: UnitId, hex: HexId) {
        let after = core::mem::replace(&mut self.next[unit.index()], NOBODY);
        let place = self.place_of(unit, hex);
        *self.link(place, hex) = after;
    }

    fn in_hex(&self, hex: HexId) -> UnitSet<R> {
        self.walk(hex).collect()
    }

    fn occupied(&self) -> usize {
        self.first.as_ref().iter().filter(|link| **link != NOBODY).count()
    }
}

impl<R: Room> Links<R> {
    fn walk(&self, hex: HexId) -> impl Iterator<Item = UnitId> {
        let mut link = self.first[hex.index()];
        core::iter::from_fn(move || {
            let unit = unit_of(link)?;
            link = self.next[unit.index()];
            Some(unit)
        })
    }

    /// The last unit of the hex with a lower number: the link to the unit is behind it, or the hex's own.
    fn place_of(&self, unit: UnitId, hex: HexId) -> Option<UnitId> {
        self.walk(hex).take_while(|other| *other < unit).last()
    }

    fn link(&mut self, place: Option<UnitId>, hex: HexId) -> &mut Link {
        match place {
            None => &mut self.first[hex.index()],
            Some(before) => &mut self.next[before.index()],
        }
    }
}

fn link_to(unit: UnitId) -> Link {
    Link::try_from(unit.index() + 1).expect("no room has as many units as a byte has values")
}

fn unit_of(link: Link) -> Option<UnitId> {
    (link != NOBODY).then(|| UnitId::from_index(usize::from(link) - 1))
}

#[cfg(test)]
mod tests {
    use super::super::room::{Large, Small};
    use super::*;

    #[test]
    fn everybody_is_found_where_he_was_put_and_nowhere_else_either_way_and_in_either_room() {
        is_kept::<Small, Sets<_>>(32, 179);
        is_kept::<Small, Links<_>>(32, 179);
        is_kept::<Large, Links<_>>(255, 2047);
    }

    fn is_kept<R: Room, W: Whereabouts<R>>(units: usize, last_hex: usize) {
        let (here, there) = (HexId::from_index(0), HexId::from_index(last_hex));
        let mut whereabouts = W::nowhere();
        assert!(whereabouts.in_hex(here).is_empty());
        let every_third = |first: usize| (first..units).step_by(3).map(UnitId::from_index);
        every_third(1).for_each(|unit| whereabouts.put(unit, here));
        every_third(2).for_each(|unit| whereabouts.put(unit, there));
        assert_eq!(whereabouts.in_hex(here), every_third(1).collect());
        assert_eq!(whereabouts.in_hex(there), every_third(2).collect());
        assert!(whereabouts.in_hex(HexId::from_index(1)).is_empty());
        assert_eq!(whereabouts.occupied(), 2);
        every_third(1).for_each(|unit| whereabouts.take(unit, here));
        every_third(2).for_each(|unit| whereabouts.take(unit, there));
        assert_eq!(whereabouts, W::nowhere());
    }

    #[test]
    fn in_whatever_order_units_came_and_left_the_links_are_the_same() {
        let hex = HexId::from_index(7);
        let [one, two, three] = [1, 2, 3].map(UnitId::from_index);
        let mut came = Links::<Small>::nowhere();
        for unit in [three, one, two] {
            came.put(unit, hex);
        }
        came.take(two, hex);
        let mut others = Links::nowhere();
        for unit in [one, three] {
            others.put(unit, hex);
        }
        assert_eq!(came, others);
    }
}
