//! The same indices and sets with room for ten times Niemenczyn: for measuring what games of larger systems will cost,
//! never for playing what is shipped, whose positions would be thirty times as large.

use core::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use szala_board::Bits;

use super::UnitId;

/// Ten times Niemenczyn's twenty, and some more.
pub const MOST_UNITS: usize = 256;
/// Ten times Niemenczyn's four, and some more.
pub const MOST_COMMANDERS: usize = 64;

/// Words of a set of hexes and of one of hexsides: room for 2 048 hexes, the most of any board, and 6 144 hexsides,
/// three for each.
pub(super) const WORDS: [usize; 2] = [32, 96];

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitSet(Bits<UnitId, 4>);

impl UnitSet {
    /// Nobody.
    pub const EMPTY: Self = Self(Bits::EMPTY);

    /// The first so many.
    pub fn all_below(count: usize) -> Self {
        Self(Bits::all_below(count))
    }

    /// This one alone.
    pub fn of(one: UnitId) -> Self {
        Self(Bits::of(one))
    }

    /// Is this one in it?
    pub fn contains(self, one: UnitId) -> bool {
        self.0.contains(one)
    }

    /// Puts this one in.
    pub fn insert(&mut self, one: UnitId) {
        self.0.insert(one);
    }

    /// Takes this one out.
    pub fn remove(&mut self, one: UnitId) {
        self.0.remove(one);
    }

    /// How many.
    pub const fn len(self) -> usize {
        self.0.len()
    }

    /// Nobody?
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Has it any in common with the other?
    pub const fn intersects(self, other: Self) -> bool {
        self.0.intersects(&other.0)
    }

    /// Are all of it in the other?
    pub const fn is_subset(self, other: Self) -> bool {
        self.0.is_subset(&other.0)
    }

    /// The one with the lowest index.
    pub fn first(self) -> Option<UnitId> {
        self.0.first()
    }

    /// Each of them, in the order of their indices.
    pub fn iter(self) -> impl Iterator<Item = UnitId> {
        self.0.iter()
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(iter: I) -> Self {
        Self(iter.into_iter().collect())
    }
}

impl BitOr for UnitSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for UnitSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for UnitSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl BitOrAssign for UnitSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl SubAssign for UnitSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}
