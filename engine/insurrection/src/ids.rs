//! Who is who: indices of units and commanders, sets of them, arms.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign};

use szala_board::{HexBoard, HexSet, Line, Ordinal, SideSet};
use szala_kernel::{Rule, Subject};

#[cfg(feature = "roomy")]
mod roomy;

#[cfg(feature = "roomy")]
pub use roomy::{MOST_COMMANDERS, MOST_UNITS, UnitSet};

/// No scenario of the family has more counters that fight; Niemenczyn's second has 20.
#[cfg(not(feature = "roomy"))]
pub const MOST_UNITS: usize = 32;
/// No scenario of the family has more commanders.
#[cfg(not(feature = "roomy"))]
pub const MOST_COMMANDERS: usize = 8;

/// Words of a set of hexes and of one of hexsides. Niemenczyn has 180 hexes and 487 hexsides: room for 192 and 512.
#[cfg(not(feature = "roomy"))]
const WORDS: [usize; 2] = [3, 8];
#[cfg(feature = "roomy")]
const WORDS: [usize; 2] = roomy::WORDS;

/// The board.
pub type Board = HexBoard<{ WORDS[0] }, { WORDS[1] }>;
/// A set of hexes.
pub type Hexes = HexSet<{ WORDS[0] }>;
/// A set of hexsides.
pub type Hexsides = SideSet<{ WORDS[1] }>;
/// A line of sight.
pub(crate) type SightLine = Line<{ WORDS[0] }, { WORDS[1] }>;

macro_rules! index {
    ($(#[$attribute:meta])* $name:ident, $most:expr) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u8);

        impl Ordinal for $name {
            fn from_index(index: usize) -> Self {
                assert!(index < $most, "an index beyond every scenario");
                Self(u8::try_from(index).expect("fewer than 256"))
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
    UnitId, MOST_UNITS
}

index! {
    /// A commander, in the order of the scenario.
    CommanderId, MOST_COMMANDERS
}

// Sets of a word each: a position holds a score of them, and 64-bit words would double its size.
macro_rules! set {
    ($(#[$attribute:meta])* $name:ident, $of:ident, $word:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name($word);

        impl $name {
            /// Nobody.
            pub const EMPTY: Self = Self(0);

            /// The first so many.
            pub fn all_below(count: usize) -> Self {
                (0..count).map($of::from_index).collect()
            }

            /// This one alone.
            pub const fn of(one: $of) -> Self {
                Self(1 << one.0)
            }

            /// Is this one in it?
            pub const fn contains(self, one: $of) -> bool {
                self.0 >> one.0 & 1 == 1
            }

            /// Puts this one in.
            pub const fn insert(&mut self, one: $of) {
                self.0 |= 1 << one.0;
            }

            /// Takes this one out.
            pub const fn remove(&mut self, one: $of) {
                self.0 &= !(1 << one.0);
            }

            /// How many.
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Nobody?
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Has it any in common with the other?
            pub const fn intersects(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Are all of it in the other?
            pub const fn is_subset(self, other: Self) -> bool {
                self.0 & !other.0 == 0
            }

            /// The one with the lowest index.
            pub fn first(self) -> Option<$of> {
                self.iter().next()
            }

            /// Each of them, in the order of their indices.
            pub fn iter(self) -> impl Iterator<Item = $of> {
                let mut left = self.0;
                core::iter::from_fn(move || {
                    let lowest = (left != 0).then(|| left.trailing_zeros())?;
                    left &= left - 1;
                    #[expect(clippy::cast_possible_truncation, reason = "a word has fewer than 256 bits")]
                    Some($of(lowest as u8))
                })
            }
        }

        impl FromIterator<$of> for $name {
            fn from_iter<I: IntoIterator<Item = $of>>(iter: I) -> Self {
                let mut set = Self::EMPTY;
                iter.into_iter().for_each(|one| set.insert(one));
                set
            }
        }

        impl BitOr for $name {
            type Output = Self;

            fn bitor(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        impl BitAnd for $name {
            type Output = Self;

            fn bitand(self, other: Self) -> Self {
                Self(self.0 & other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;

            fn sub(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }
        }

        impl BitOrAssign for $name {
            fn bitor_assign(&mut self, other: Self) {
                self.0 |= other.0;
            }
        }

        impl SubAssign for $name {
            fn sub_assign(&mut self, other: Self) {
                self.0 &= !other.0;
            }
        }
    };
}

#[cfg(not(feature = "roomy"))]
set! {
    /// A set of units.
    UnitSet, UnitId, u32
}

#[cfg(not(feature = "roomy"))]
set! {
    /// A set of commanders.
    CommanderSet, CommanderId, u8
}

#[cfg(feature = "roomy")]
set! {
    /// A set of commanders.
    CommanderSet, CommanderId, u64
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

    /// A number for a name: FNV-1a, folded below the hexes. The scenario checks that no two names share one.
    pub(crate) fn of_name(name: &str) -> Subject {
        let hash = name
            .bytes()
            .fold(0x811C_9DC5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        Subject(u16::try_from(hash % u32::from(HEXES)).expect("below the hexes"))
    }
}

/// What a check answers: nothing, or the rule that forbids it.
pub(crate) type Verdict = Result<(), Rule>;

/// Forbids by `rule` unless `holds`.
pub(crate) fn require(holds: bool, rule: Rule) -> Verdict {
    if holds { Ok(()) } else { Err(rule) }
}
