//! Dense indices of the parts of a board, and the bounds of a board. An index is a place in tables and sets;
//! the grids know its position on the board and its label.

use core::{fmt, num::NonZeroU16};

/// No board has more hexes or squares than this. The largest printed campaign maps have some two thousand; a table of
/// all pairs then takes four megabytes a byte of entry, and the sets behind
/// [`HexBoard::within`](crate::HexBoard::within), the largest table, some seventy on the most oblong board.
pub const MAX_CELLS: usize = 2048;

/// No board is wider or higher than this, so that every distance, at most 127 + 127, fits a byte.
pub const MAX_EDGE: u8 = 128;

// The most sides a board can have: fewer than three for each hex. They and the cells must fit sixteen bits less one.
const MOST_SIDES: usize = 3 * MAX_CELLS;
const _: () = assert!(MOST_SIDES < u16::MAX as usize && 2 * (MAX_EDGE as usize - 1) <= u8::MAX as usize);

/// How many words of 64 bits a set of this many things needs: the width to give to [`Bits`](crate::Bits).
pub const fn words_for(things: usize) -> usize {
    things.div_ceil(u64::BITS as usize)
}

/// A part of a board that is numbered without gaps, like the hexes: part and index determine each other.
pub trait Ordinal: Copy + Ord + fmt::Debug {
    /// The thing with this index.
    fn from_index(index: usize) -> Self;

    /// Its place in tables and sets, from 0.
    fn index(self) -> usize;
}

// The number kept is the index plus one, so that an `Option` of it takes no more space: states are full of them.
macro_rules! ordinal {
    ($(#[$attribute:meta])* $name:ident) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU16);

        impl $name {
            /// The one with this index. Whether the board in question has it is not known here.
            #[inline]
            pub const fn from_index(index: usize) -> Self {
                assert!(index < u16::MAX as usize, "an index beyond every board");
                #[expect(clippy::cast_possible_truncation, reason = "asserted above; try_from is not const")]
                Self(NonZeroU16::MIN.saturating_add(index as u16))
            }

            /// Its place in tables and sets, from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0.get() as usize - 1
            }
        }

        impl Ordinal for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                Self::from_index(index)
            }

            #[inline]
            fn index(self) -> usize {
                self.index()
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.index())
            }
        }
    };
}

ordinal! {
    /// A hex of a board, counted row by row from the south-west corner: eastward, then northward.
    HexId
}

ordinal! {
    /// A square of a board, counted row by row from the south-west corner: eastward, then northward.
    SquareId
}

ordinal! {
    /// A side between two hexes, or two squares, of a board. The outer edge of the board has none.
    SideId
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_index_comes_back_as_it_went_in() {
        for index in [0, 1, 179, 2047, 65_534] {
            assert_eq!(HexId::from_index(index).index(), index);
        }
        assert!(HexId::from_index(7) < HexId::from_index(8));
    }

    #[test]
    fn an_index_takes_two_bytes_and_none_is_free() {
        assert_eq!(size_of::<HexId>(), 2);
        assert_eq!(size_of::<Option<HexId>>(), 2);
        assert_eq!(size_of::<Option<SideId>>(), 2);
    }

    #[test]
    fn sixty_four_things_take_one_word_and_one_more_takes_two() {
        assert_eq!([0, 1, 64, 65, 180].map(words_for), [0, 1, 1, 2, 3]);
    }
}
