//! Who is who: indices of units and commanders, sets of them, arms.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use szala_board::{HexBoard, HexSet, Line, Ordinal, SideSet};
use szala_kernel::{Rule, Subject};

use super::room::{Mask, Room, Small};

/// The board.
pub type Board<R = Small> = HexBoard<<R as Room>::HexWords, <R as Room>::SideWords>;
/// A set of hexes.
pub type Hexes<R = Small> = HexSet<<R as Room>::HexWords>;
/// A set of hexsides.
pub type Hexsides<R = Small> = SideSet<<R as Room>::SideWords>;
/// A line of sight.
pub(crate) type SightLine<R> = Line<<R as Room>::HexWords, <R as Room>::SideWords>;

macro_rules! index {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl Ordinal for $name {
            fn from_index(index: usize) -> Self {
                Self(u8::try_from(index).expect("no room is larger than a byte counts"))
            }

            fn index(self) -> usize {
                self.0.into()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}

index! {
    /// A counter that fights, in the order of the scenario.
    UnitId
}

index! {
    /// A commander, in the order of the scenario.
    CommanderId
}

macro_rules! set {
    ($(#[$attribute:meta])* $name:ident, $of:ident, $bits:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name<R: Room = Small>(R::$bits);

        impl<R: Room> $name<R> {
            /// Nobody.
            pub const EMPTY: Self = Self(R::$bits::NONE);

            /// The first `count`.
            pub fn all_below(count: usize) -> Self {
                (0..count).map($of::from_index).collect()
            }

            /// This one alone.
            pub fn of(one: $of) -> Self {
                Self(R::$bits::NONE.with(one.0))
            }

            /// Is this one in it?
            pub fn contains(self, one: $of) -> bool {
                self.0.contains(one.0)
            }

            /// Puts this one in.
            pub fn insert(&mut self, one: $of) {
                self.0 = self.0.with(one.0);
            }

            /// Takes this one out.
            pub fn remove(&mut self, one: $of) {
                *self -= Self::of(one);
            }

            /// How many.
            pub fn len(self) -> usize {
                self.0.len()
            }

            /// Nobody?
            pub fn is_empty(self) -> bool {
                self.0 == R::$bits::NONE
            }

            /// Are there two or more?
            pub fn holds_several(self) -> bool {
                let mut left = self.0;
                left.take_lowest();
                left != R::$bits::NONE
            }

            /// Has it any in common with the other?
            pub fn intersects(self, other: Self) -> bool {
                !(self & other).is_empty()
            }

            /// Are all of it in the other?
            pub fn is_subset(self, other: Self) -> bool {
                (self - other).is_empty()
            }

            /// The one with the lowest index.
            pub fn first(self) -> Option<$of> {
                self.iter().next()
            }

            /// Each of them, in the order of their indices.
            pub fn iter(self) -> impl Iterator<Item = $of> {
                let mut left = self.0;
                core::iter::from_fn(move || left.take_lowest().map($of))
            }
        }

        impl<R: Room> FromIterator<$of> for $name<R> {
            fn from_iter<I: IntoIterator<Item = $of>>(iter: I) -> Self {
                let mut set = Self::EMPTY;
                iter.into_iter().for_each(|one| set.insert(one));
                set
            }
        }

        impl<R: Room> BitOr for $name<R> {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0.or(other.0))
            }
        }

        impl<R: Room> BitAnd for $name<R> {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0.and(other.0))
            }
        }

        impl<R: Room> Sub for $name<R> {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                Self(self.0.less(other.0))
            }
        }

        impl<R: Room> BitOrAssign for $name<R> {
            fn bitor_assign(&mut self, other: Self) {
                *self = *self | other;
            }
        }

        impl<R: Room> SubAssign for $name<R> {
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }
    };
}

set! {
    /// A set of units.
    UnitSet, UnitId, Units
}

set! {
    /// A set of commanders.
    CommanderSet, CommanderId, Commanders
}

/// What a unit fights as [2.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arm {
    /// On foot, a company.
    Infantry,
    /// Mounted, a squadron.
    Cavalry,
    /// Guns, two to eight.
    Artillery,
}

/// What dice and journal concern, by the numbers of this family: units, then commanders, then hexes.
///
/// The number of a unit or commander comes from its name, not from its place in the file, so that a unit added to a
/// scenario leaves the dice of all others alone.
pub(crate) mod subject {
    use std::collections::BTreeSet;

    use super::Subject;

    /// The first number of a hex; names of counters hash below it.
    const HEXES: u16 = 0xF000;

    /// The number of the hex with this index.
    pub(crate) fn of_hex(index: usize) -> Subject {
        Subject(HEXES + u16::try_from(index).expect("fewer than 4096 hexes"))
    }

    /// The index of the hex with this number, if it is one.
    pub(crate) fn hex_index(subject: Subject) -> Option<usize> {
        (subject != Subject::NONE).then_some(())?;
        subject.0.checked_sub(HEXES).map(usize::from)
    }

    /// A number for a name: FNV-1a, folded below the hexes.
    pub(crate) fn of_name(name: &str) -> Subject {
        let hash = name
            .bytes()
            .fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        Subject(u16::try_from(hash % u32::from(HEXES)).expect("below the hexes"))
    }

    /// The number of a name that comes after others: its own, or the next that nobody has. Of 242 names two share one
    /// in 38 of a hundred scenarios.
    pub(crate) fn of_name_after(name: &str, taken: &BTreeSet<Subject>) -> Subject {
        let Subject(own) = of_name(name);
        let mut numbers = (own..HEXES).chain(0..own).map(Subject);
        numbers.find(|number| !taken.contains(number)).expect("no room is as large as all numbers together")
    }
}

/// What a check answers: nothing, or the rule that forbids it.
pub(crate) type Verdict = Result<(), Rule>;

/// Forbids by `rule` unless `holds`.
pub(crate) fn require(holds: bool, rule: Rule) -> Verdict {
    if holds { Ok(()) } else { Err(rule) }
}
