//! Room: how many counters and hexes a game may have. A position is copied all the time, so it has fixed sizes, and
//! small ones for a small game. All rules are generic over the room, so that a large game plays in the same program as
//! a small one, and neither pays for the other.

use core::fmt::Debug;
use core::hash::Hash;
use core::ops::{Index, IndexMut};

use szala_board::Words;

use super::whereabouts::{Links, Sets, Whereabouts};

/// The sizes of a position. Nothing is ever made of it: it is a name for types.
pub trait Room: Copy + Debug + Default + Ord + Hash + Send + Sync + 'static {
    /// The words of a set of hexes.
    type HexWords: Words;
    /// The words of a set of hexsides.
    type SideWords: Words;
    /// The bits of a set of units.
    type Units: Mask;
    /// The bits of a set of commanders.
    type Commanders: Mask;
    /// Who stands where.
    type Whereabouts: Whereabouts<Self>;
    /// Something for each unit.
    type ByUnit<T: Plain>: Row<T>;
    /// Something for each commander.
    type ByCommander<T: Plain>: Row<T>;
    /// Something for each hex.
    type ByHex<T: Plain>: Row<T>;

    /// No scenario may have more counters that fight.
    const MOST_UNITS: usize;
    /// No scenario may have more commanders.
    const MOST_COMMANDERS: usize = <Self::Commanders as Mask>::ROOM;
    /// No map may have more hexes.
    const MOST_HEXES: usize = 64 * <Self::HexWords as Words>::COUNT;
    /// No map may have more hexsides.
    const MOST_SIDES: usize = 64 * <Self::SideWords as Words>::COUNT;
}

/// Room for Niemenczyn, which has 20 units, 4 commanders, 180 hexes and 487 hexsides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Small;

/// Room for ten times Niemenczyn. Maciejowice has 245 units, 11 commanders and 1 280 hexes. No board has more than
/// 2 048 hexes, or more than three hexsides for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Large;

impl Room for Small {
    type HexWords = [u64; 3];
    type SideWords = [u64; 8];
    // One word each: a position holds a score of these sets, and 64-bit words would double its size.
    type Units = u32;
    type Commanders = u8;
    type Whereabouts = Sets<Self>;
    type ByUnit<T: Plain> = [T; 32];
    type ByCommander<T: Plain> = [T; 8];
    type ByHex<T: Plain> = [T; 192];

    const MOST_UNITS: usize = 32;
}

impl Room for Large {
    type HexWords = [u64; 32];
    type SideWords = [u64; 96];
    type Units = [u64; 4];
    type Commanders = u64;
    type Whereabouts = Links<Self>;
    type ByUnit<T: Plain> = [T; 256];
    type ByCommander<T: Plain> = [T; 64];
    type ByHex<T: Plain> = [T; 2048];

    // One less than the bits: a byte of `Links` means nobody.
    const MOST_UNITS: usize = 255;
}

/// What a row may hold: plain data, which is copied and compared.
pub trait Plain: Copy + Eq + Hash + Debug + Send + Sync + 'static {}

impl<T: Copy + Eq + Hash + Debug + Send + Sync + 'static> Plain for T {}

/// One thing for each unit, commander or hex: an array.
pub trait Row<T>: Plain + Index<usize, Output = T> + IndexMut<usize> + AsRef<[T]> + AsMut<[T]> {
    /// The same for all.
    fn of(thing: T) -> Self;
}

impl<T: Plain, const LEN: usize> Row<T> for [T; LEN] {
    fn of(thing: T) -> Self {
        [thing; LEN]
    }
}

/// The bits of a set.
pub trait Mask: Plain + Default + Ord {
    /// How many bits.
    const ROOM: usize;
    /// All of them zero.
    const NONE: Self;

    /// Is this bit one?
    fn contains(self, bit: u8) -> bool;
    /// With this bit one.
    #[must_use]
    fn with(self, bit: u8) -> Self;
    /// How many are one.
    fn len(self) -> usize;
    /// Those that are one here or there.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Those that are one here and there.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Those that are one here and not there.
    #[must_use]
    fn less(self, other: Self) -> Self;
    /// Takes the lowest that is one.
    fn take_lowest(&mut self) -> Option<u8>;
}

macro_rules! word {
    ($word:ident) => {
        impl Mask for $word {
            const ROOM: usize = $word::BITS as usize;
            const NONE: Self = 0;

            fn contains(self, bit: u8) -> bool {
                self >> bit & 1 == 1
            }

            fn with(self, bit: u8) -> Self {
                self | 1 << bit
            }

            fn len(self) -> usize {
                self.count_ones() as usize
            }

            fn or(self, other: Self) -> Self {
                self | other
            }

            fn and(self, other: Self) -> Self {
                self & other
            }

            fn less(self, other: Self) -> Self {
                self & !other
            }

            fn take_lowest(&mut self) -> Option<u8> {
                let lowest = (*self != 0).then(|| self.trailing_zeros())?;
                *self &= *self - 1;
                #[expect(clippy::cast_possible_truncation, reason = "a word has fewer than 256 bits")]
                Some(lowest as u8)
            }
        }
    };
}

word!(u8);
word!(u32);
word!(u64);

impl Mask for [u64; 4] {
    const ROOM: usize = 256;
    const NONE: Self = [0; 4];

    #[inline]
    fn contains(self, bit: u8) -> bool {
        self[usize::from(bit / 64)].contains(bit % 64)
    }

    #[inline]
    fn with(mut self, bit: u8) -> Self {
        self[usize::from(bit / 64)] |= 1 << (bit % 64);
        self
    }

    #[inline]
    fn len(self) -> usize {
        self.into_iter().map(Mask::len).sum()
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        core::array::from_fn(|word| self[word] | other[word])
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        core::array::from_fn(|word| self[word] & other[word])
    }

    #[inline]
    fn less(self, other: Self) -> Self {
        core::array::from_fn(|word| self[word] & !other[word])
    }

    #[inline]
    fn take_lowest(&mut self) -> Option<u8> {
        let mut words = self.iter_mut().zip([0, 64, 128, 192]);
        words.find_map(|(word, first)| Some(first + word.take_lowest()?))
    }
}
