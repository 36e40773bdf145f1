//! The indices of the game: units, barges, sets of them and of squares; and the numbers that dice and journals use
//! for everything they can concern.

use core::fmt;
use core::num::NonZeroU8;

use szala_board::{Bits, Ordinal, SquareId, SquareSet, words_for};
use szala_kernel::{Rule, Side, Subject};

/// No map is wider: sets of squares and the table of units by square are part of every position.
pub const MOST_COLUMNS: u8 = 32;
/// No map is higher.
pub const MOST_ROWS: u8 = 24;
/// No map has more squares. The lost map was a sheet of paper with 75 counters a side: about 400 squares.
pub const MOST_SQUARES: usize = MOST_COLUMNS as usize * MOST_ROWS as usize;
/// The most fighting units of a side: the 75 of the rulebook [5.1] and a few for experiments.
pub const MOST_OF_A_SIDE: usize = 80;
/// The most fighting units of both.
pub const MOST_UNITS: usize = 2 * MOST_OF_A_SIDE;
/// The most barges: the two of the rulebook [5.2] and two for experiments.
pub const MOST_BARGES: usize = 4;

/// A set of squares.
pub type Squares = SquareSet<[u64; words_for(MOST_SQUARES)]>;
/// A set of units.
pub type Units = Bits<UnitId, [u64; words_for(MOST_UNITS)]>;

/// A counter of a side, by the order in which it came onto the map [2.5]: its number says nothing about its kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnitId(NonZeroU8);

impl UnitId {
    /// The counter of a side with this index in the order of entry.
    pub(crate) fn of_side(side: Side, slot: usize) -> Self {
        debug_assert!(slot < MOST_OF_A_SIDE, "a side has no more counters");
        Self::from_index(side as usize * MOST_OF_A_SIDE + slot)
    }

    /// Its owner.
    pub const fn side(self) -> Side {
        if (self.0.get() as usize) <= MOST_OF_A_SIDE { Side::First } else { Side::Second }
    }

    /// How many of its side came before it.
    pub const fn slot(self) -> usize {
        (self.0.get() as usize - 1) % MOST_OF_A_SIDE
    }

    /// Its number in dice and journals.
    #[expect(clippy::cast_possible_truncation, reason = "an index of 160")]
    pub(crate) fn subject(self) -> Subject {
        Subject(self.index() as u16)
    }
}

impl Ordinal for UnitId {
    fn from_index(index: usize) -> Self {
        assert!(index < MOST_UNITS, "an index beyond every counter");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        Self(NonZeroU8::MIN.saturating_add(index as u8))
    }

    fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UnitId({:?} {})", self.side(), self.slot() + 1)
    }
}

/// A barge, by its place in the map's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BargeId(pub(crate) u8);

impl BargeId {
    /// All that a position has room for.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        (0..MOST_BARGES).map(Self::from_index)
    }

    /// The barge at this place of the list.
    #[expect(clippy::cast_possible_truncation, reason = "one of four")]
    pub(crate) const fn from_index(index: usize) -> Self {
        assert!(index < MOST_BARGES, "an index beyond every barge");
        Self(index as u8)
    }

    /// Its place in the list.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its number in dice and journals.
    #[expect(clippy::cast_possible_truncation, reason = "one of four")]
    pub(crate) const fn subject(self) -> Subject {
        Subject(subject::BARGES + self.index() as u16)
    }
}

/// The things that dice and journals concern: counters of both sides, then barges, the sides themselves, and squares.
pub(crate) mod subject {
    use super::{MOST_BARGES, MOST_UNITS, Side, SquareId, Subject};

    pub(super) const BARGES: u16 = 200;
    const SIDES: u16 = 210;
    const SQUARES: u16 = 1000;

    /// The number of a side.
    pub(crate) const fn of_side(side: Side) -> Subject {
        Subject(SIDES + side as u16)
    }

    /// The number of a square.
    #[expect(clippy::cast_possible_truncation, reason = "fewer than a thousand squares")]
    pub(crate) const fn of_square(square: SquareId) -> Subject {
        Subject(SQUARES + square.index() as u16)
    }

    /// The thing that a number stands for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Named {
        /// The counter with this index.
        Unit(usize),
        /// The barge with this index.
        Barge(usize),
        /// A side.
        Side(Side),
        /// The square with this index, if the map has it.
        Square(usize),
    }

    /// The meaning of a number.
    pub(crate) fn named(subject: Subject) -> Option<Named> {
        let number = usize::from(subject.0);
        let within = |first: u16, count: usize| number.checked_sub(first.into()).filter(|at| *at < count);
        within(0, MOST_UNITS)
            .map(Named::Unit)
            .or(within(BARGES, MOST_BARGES).map(Named::Barge))
            .or(within(SIDES, 2).map(|at| Named::Side(Side::BOTH[at])))
            .or(within(SQUARES, super::MOST_SQUARES).map(Named::Square))
    }
}

/// The answer of a check: nothing, or the rule that forbids it.
pub(crate) type Verdict = Result<(), Rule>;

/// Forbids by `rule` unless `holds`.
#[inline]
pub(crate) const fn require(holds: bool, rule: Rule) -> Verdict {
    if holds { Ok(()) } else { Err(rule) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use subject::{Named, named};

    #[test]
    fn counters_of_both_sides_fill_the_row_and_know_their_side() {
        let all: Vec<UnitId> = (0..MOST_UNITS).map(UnitId::from_index).collect();
        assert!(all.iter().enumerate().all(|(index, unit)| unit.index() == index));
        assert_eq!(UnitId::of_side(Side::First, 79), all[79]);
        assert_eq!((all[79].side(), all[80].side()), (Side::First, Side::Second));
        assert_eq!((all[79].slot(), all[80].slot()), (79, 0));
        assert_eq!(size_of::<Option<UnitId>>(), 1, "who stands on a square takes a byte");
    }

    #[test]
    fn every_number_stands_for_one_thing() {
        let square = SquareId::from_index(MOST_SQUARES - 1);
        assert_eq!(named(UnitId::from_index(159).subject()), Some(Named::Unit(159)));
        assert_eq!(named(BargeId::from_index(3).subject()), Some(Named::Barge(3)));
        assert_eq!(named(subject::of_side(Side::Second)), Some(Named::Side(Side::Second)));
        assert_eq!(named(subject::of_square(square)), Some(Named::Square(MOST_SQUARES - 1)));
        for nobody in [Subject::NONE, Subject(160), Subject(204), Subject(212), Subject(1768)] {
            assert_eq!(named(nobody), None);
        }
    }
}
