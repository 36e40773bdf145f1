//! The indices of the game: counters, barrages, sets of counters and of hexes; and the numbers that dice and journals
//! use for everything they can concern.

use core::fmt;
use core::num::NonZeroU8;

use szala_board::{Bits, HexId, HexSet, Ordinal, words_for};
use szala_kernel::{Rule, Side, Subject};

/// No map is wider or higher: G1 has 43 columns and 27 rows.
pub(crate) const MOST_COLUMNS: u8 = 48;
/// No map is higher.
pub(crate) const MOST_ROWS: u8 = 32;
/// No map has more hexes: those of G1, and a few for experiments.
pub const MOST_HEXES: usize = 1280;
/// No map has more hexes of buildings: that of G1 has 32, and may have had 50.
pub(crate) const MOST_BUILT: usize = 64;
/// The most hexsides of such a map: fewer than three for each hex.
pub(crate) const MOST_HEXSIDES: usize = 3 * MOST_HEXES;
/// The most counters of a side: the 48 units and 9 commanders of the Germans [18.1], and a few for experiments.
pub const MOST_OF_A_SIDE: usize = 64;
/// The most counters of both.
pub const MOST_COUNTERS: usize = 2 * MOST_OF_A_SIDE;
/// The most barrages of a side: the 15 of the Germans [18.3], and one more.
pub(crate) const MOST_BARRAGES: usize = 16;
/// The most groups of guns of a side: the three of the Germans [18.3], and a few more.
pub(crate) const MOST_BATTALIONS: usize = 8;
/// The most groups of counters of a side: the six of the Polish set-up [18.2], and more.
pub(crate) const MOST_GROUPS: usize = 16;

/// A set of hexes.
pub type Hexes = HexSet<[u64; words_for(MOST_HEXES)]>;
/// The words of a set of hexsides.
pub(crate) type Hexsides = [u64; words_for(MOST_HEXSIDES)];
/// A set of counters: those of the first side in the first word.
pub type Counters = Bits<CounterId, [u64; 2]>;

/// A counter of a side, by its public number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CounterId(NonZeroU8);

impl CounterId {
    /// The counter of a side with this index.
    pub(crate) fn of_side(side: Side, slot: usize) -> Self {
        assert!(slot < MOST_OF_A_SIDE, "a side has no more counters");
        Self::from_index(side as usize * MOST_OF_A_SIDE + slot)
    }

    /// Its owner.
    pub const fn side(self) -> Side {
        if (self.0.get() as usize) <= MOST_OF_A_SIDE { Side::First } else { Side::Second }
    }

    /// How many of its side have lower numbers.
    pub const fn slot(self) -> usize {
        (self.0.get() as usize - 1) % MOST_OF_A_SIDE
    }

    /// Its number in dice and journals.
    #[expect(clippy::cast_possible_truncation, reason = "an index of 128")]
    pub(crate) fn subject(self) -> Subject {
        Subject(self.index() as u16)
    }
}

impl Ordinal for CounterId {
    fn from_index(index: usize) -> Self {
        assert!(index < MOST_COUNTERS, "an index beyond every counter");
        #[expect(clippy::cast_possible_truncation, reason = "asserted above")]
        Self(NonZeroU8::MIN.saturating_add(index as u8))
    }

    fn index(self) -> usize {
        usize::from(self.0.get()) - 1
    }
}

impl fmt::Debug for CounterId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CounterId({:?} {})", self.side(), self.slot() + 1)
    }
}

/// The counters of a side.
pub(crate) fn of_side(side: Side) -> Counters {
    match side {
        Side::First => Counters::from_words([u64::MAX, 0]),
        Side::Second => Counters::from_words([0, u64::MAX]),
    }
}

/// A barrage of a side, by its number on the marker less one [18.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BarrageId {
    pub(crate) side: Side,
    pub(crate) slot: u8,
}

impl BarrageId {
    /// Its place in the position.
    pub(crate) const fn index(self) -> usize {
        self.side as usize * MOST_BARRAGES + self.slot as usize
    }

    /// Its number in dice and journals.
    #[expect(clippy::cast_possible_truncation, reason = "one of 32")]
    pub(crate) const fn subject(self) -> Subject {
        Subject(subject::BARRAGES + self.index() as u16)
    }
}

/// The things that dice and journals concern: counters of both sides, then barrages, battalions of guns, the sides
/// themselves, and hexes.
pub(crate) mod subject {
    use super::{
        HexId, MOST_BARRAGES, MOST_BATTALIONS, MOST_COUNTERS, MOST_GROUPS, MOST_HEXES, Side, Subject,
    };

    pub(super) const BARRAGES: u16 = 200;
    const BATTALIONS: u16 = 240;
    const SIDES: u16 = 260;
    const GROUPS: u16 = 300;
    const HEXES: u16 = 1000;

    /// The number of a side.
    pub(crate) const fn of_side(side: Side) -> Subject {
        Subject(SIDES + side as u16)
    }

    /// The number of a group of counters that come together.
    #[expect(clippy::cast_possible_truncation, reason = "one of sixteen")]
    pub(crate) const fn of_group(side: Side, slot: usize) -> Subject {
        Subject(GROUPS + (side as usize * MOST_GROUPS + slot) as u16)
    }

    /// The number of a hex.
    #[expect(clippy::cast_possible_truncation, reason = "fewer than two thousand hexes")]
    pub(crate) const fn of_hex(hex: HexId) -> Subject {
        Subject(HEXES + hex.index() as u16)
    }

    /// The number of a battalion of guns of a side.
    #[expect(clippy::cast_possible_truncation, reason = "one of sixteen")]
    pub(crate) const fn of_battalion(side: Side, slot: usize) -> Subject {
        Subject(BATTALIONS + (side as usize * MOST_BATTALIONS + slot) as u16)
    }

    /// The thing that a number stands for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Named {
        /// The counter with this index.
        Counter(usize),
        /// The barrage of a side with this index.
        Barrage(Side, usize),
        /// The battalion of guns of a side with this index.
        Battalion(Side, usize),
        /// The group of a side with this index.
        Group(Side, usize),
        /// A side.
        Side(Side),
        /// The hex with this index, if the map has it.
        Hex(usize),
    }

    /// The meaning of a number.
    pub(crate) fn named(subject: Subject) -> Option<Named> {
        let number = usize::from(subject.0);
        let within = |first: u16, count: usize| number.checked_sub(first.into()).filter(|at| *at < count);
        let of_sides = |at: usize, each: usize| (Side::BOTH[at / each], at % each);
        within(0, MOST_COUNTERS)
            .map(Named::Counter)
            .or(within(BARRAGES, 2 * MOST_BARRAGES).map(|at| {
                let (side, slot) = of_sides(at, MOST_BARRAGES);
                Named::Barrage(side, slot)
            }))
            .or(within(BATTALIONS, 2 * MOST_BATTALIONS).map(|at| {
                let (side, slot) = of_sides(at, MOST_BATTALIONS);
                Named::Battalion(side, slot)
            }))
            .or(within(SIDES, 2).map(|at| Named::Side(Side::BOTH[at])))
            .or(within(GROUPS, 2 * MOST_GROUPS).map(|at| {
                let (side, slot) = of_sides(at, MOST_GROUPS);
                Named::Group(side, slot)
            }))
            .or(within(HEXES, MOST_HEXES).map(Named::Hex))
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
        let all: Vec<CounterId> = (0..MOST_COUNTERS).map(CounterId::from_index).collect();
        assert_eq!(CounterId::of_side(Side::Second, 0), all[64]);
        assert_eq!((all[63].side(), all[64].side()), (Side::First, Side::Second));
        assert_eq!((all[63].slot(), all[64].slot()), (63, 0));
        assert!(of_side(Side::First).contains(all[63]) && !of_side(Side::First).contains(all[64]));
    }

    #[test]
    fn every_number_stands_for_one_thing() {
        let hex = HexId::from_index(MOST_HEXES - 1);
        let barrage = BarrageId { side: Side::Second, slot: 15 };
        assert_eq!(named(CounterId::from_index(127).subject()), Some(Named::Counter(127)));
        assert_eq!(named(barrage.subject()), Some(Named::Barrage(Side::Second, 15)));
        let battalion = subject::of_battalion(Side::Second, 7);
        assert_eq!(named(battalion), Some(Named::Battalion(Side::Second, 7)));
        assert_eq!(named(subject::of_side(Side::Second)), Some(Named::Side(Side::Second)));
        let group = subject::of_group(Side::Second, 15);
        assert_eq!(named(group), Some(Named::Group(Side::Second, 15)));
        assert_eq!(named(subject::of_hex(hex)), Some(Named::Hex(MOST_HEXES - 1)));
        for nobody in [Subject::NONE, Subject(128), Subject(232), Subject(256), Subject(262), Subject(2280)] {
            assert_eq!(named(nobody), None);
        }
    }
}
