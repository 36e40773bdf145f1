//! The indices of the game: units and leaders, sets of them and of hexes; and the numbers that dice and journals use
//! for everything they can concern.

use core::fmt;
use core::num::NonZeroU8;

use szala_board::{Bits, HexId, HexSet, Ordinal, words_for};
use szala_kernel::{Side, Subject};

/// No map has more hexes: that of the Bagradas has 1224.
pub const MOST_HEXES: usize = 1280;
/// The most hexsides of such a map: fewer than three for each hex.
const MOST_HEXSIDES: usize = 3 * MOST_HEXES;
/// The most units of a side: the 56 of Rome at the Bagradas, and a few for experiments.
pub const MOST_OF_A_SIDE: usize = 64;
/// The most units of both sides.
pub const MOST_UNITS: usize = 2 * MOST_OF_A_SIDE;
/// The most leaders of a side: the seven of Rome at the Bagradas, and a few more.
pub const MOST_LEADERS_OF_A_SIDE: usize = 16;
/// [4.8] How many drivers of elephants a side has.
pub(crate) const DRIVERS: usize = 2;
/// The most leaders of both sides.
pub const MOST_LEADERS: usize = 2 * MOST_LEADERS_OF_A_SIDE;

/// A set of hexes.
pub type Hexes = HexSet<[u64; words_for(MOST_HEXES)]>;
/// The words of a set of hexsides.
pub(crate) type Hexsides = [u64; words_for(MOST_HEXSIDES)];
/// A set of units: those of the first side in the first word.
pub type Units = Bits<UnitId, [u64; 2]>;
/// A set of leaders: those of the first side in the lower half of the word.
pub type Leaders = Bits<LeaderId, [u64; 1]>;

macro_rules! of_sides {
    ($(#[$attribute:meta])* $name:ident, $each:expr) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(NonZeroU8);

        impl $name {
            /// The one of a side with this place in the scenario's list.
            pub fn of_side(side: Side, slot: usize) -> Self {
                assert!(slot < $each, "a side has no more of them");
                Self::from_index(side as usize * $each + slot)
            }

            /// Its owner.
            #[inline]
            pub const fn side(self) -> Side {
                if (self.0.get() as usize) <= $each { Side::First } else { Side::Second }
            }

            /// Its place in the scenario's list of its side.
            pub const fn slot(self) -> usize {
                (self.0.get() as usize - 1) % $each
            }
        }

        impl Ordinal for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                assert!(index < 2 * $each, "an index beyond all of them");
                #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
                Self(NonZeroU8::MIN.saturating_add(index as u8))
            }

            #[inline]
            fn index(self) -> usize {
                usize::from(self.0.get()) - 1
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({:?} {})"), self.side(), self.slot())
            }
        }
    };
}

of_sides! {
    /// A unit.
    UnitId, MOST_OF_A_SIDE
}

of_sides! {
    /// A leader.
    LeaderId, MOST_LEADERS_OF_A_SIDE
}

const LEADERS: u16 = 200;
const SIDES: u16 = 260;
const HEXES: u16 = 1000;

#[expect(clippy::cast_possible_truncation, reason = "every index is below two thousand")]
impl UnitId {
    /// Its number in dice and journals.
    pub(crate) fn subject(self) -> Subject {
        Subject(self.index() as u16)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "every index is below two thousand")]
impl LeaderId {
    /// His number in dice and journals.
    pub(crate) fn subject(self) -> Subject {
        Subject(LEADERS + self.index() as u16)
    }
}

/// The number of a side in dice and journals.
pub(crate) const fn subject_of_side(side: Side) -> Subject {
    Subject(SIDES + side as u16)
}

/// The number of a hex in dice and journals.
#[expect(clippy::cast_possible_truncation, reason = "every index is below two thousand")]
pub(crate) const fn subject_of_hex(hex: HexId) -> Subject {
    Subject(HEXES + hex.index() as u16)
}

/// The thing that a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    Unit(UnitId),
    Leader(LeaderId),
    Side(Side),
    Hex(usize),
}

/// The meaning of a number.
pub(crate) fn named(subject: Subject) -> Option<Named> {
    let within =
        |first: u16, count: usize| usize::from(subject.0).checked_sub(first.into()).filter(|at| *at < count);
    within(0, MOST_UNITS)
        .map(|at| Named::Unit(UnitId::from_index(at)))
        .or(within(LEADERS, MOST_LEADERS).map(|at| Named::Leader(LeaderId::from_index(at))))
        .or(within(SIDES, 2).map(|at| Named::Side(Side::BOTH[at])))
        .or(within(HEXES, MOST_HEXES).map(Named::Hex))
}

/// The units of a side.
#[inline]
pub(crate) fn of_side(side: Side) -> Units {
    match side {
        Side::First => Units::from_words([u64::MAX, 0]),
        Side::Second => Units::from_words([0, u64::MAX]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_for_one_thing() {
        let unit = UnitId::of_side(Side::Second, 63);
        let leader = LeaderId::of_side(Side::Second, 15);
        assert_eq!(named(unit.subject()), Some(Named::Unit(unit)));
        assert_eq!(named(leader.subject()), Some(Named::Leader(leader)));
        assert_eq!(named(subject_of_side(Side::First)), Some(Named::Side(Side::First)));
        assert_eq!(named(subject_of_hex(HexId::from_index(1279))), Some(Named::Hex(1279)));
        for nobody in [Subject(128), Subject(232), Subject(262), Subject(2280), Subject::NONE] {
            assert_eq!(named(nobody), None);
        }
    }

    #[test]
    fn units_of_both_sides_fill_the_row_and_know_their_side() {
        let [last, first] = [UnitId::from_index(63), UnitId::from_index(64)];
        assert_eq!((last.side(), last.slot()), (Side::First, 63));
        assert_eq!((first.side(), first.slot()), (Side::Second, 0));
        assert!(of_side(Side::First).contains(last) && !of_side(Side::First).contains(first));
    }
}
