//! Tables with one entry for each pair of hexes or squares, the same in both directions. Rule systems precompute in
//! them what they need of the lines between two hexes, so that in play a line of sight is one look-up.

use crate::ordinal::Ordinal;
use core::marker::PhantomData;

/// One `T` for each unordered pair of cells, including a cell with itself: half the size of a full square.
///
/// ```
/// use szala_board::{HexId, PairTable};
/// let sums = PairTable::new(180, |one: HexId, other| one.index() + other.index());
/// let [one, other] = [7, 30].map(HexId::from_index);
/// assert_eq!((sums.at(one, other), sums.at(other, one)), (&37, &37));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairTable<C, T> {
    entries: Box<[T]>,
    of: PhantomData<fn() -> C>,
}

impl<C: Ordinal, T> PairTable<C, T> {
    /// Requests the entry of each pair once, the lower cell first, including pairs of the same cell.
    pub fn new(cells: usize, mut entry: impl FnMut(C, C) -> T) -> Self {
        let mut entries = Vec::with_capacity(Self::place(cells, 0));
        for higher in 0..cells {
            entries.extend((0..=higher).map(|lower| entry(C::from_index(lower), C::from_index(higher))));
        }
        Self { entries: entries.into(), of: PhantomData }
    }

    /// The entry of a pair, in either order.
    pub fn at(&self, one: C, other: C) -> &T {
        let (lower, higher) = if one < other { (one, other) } else { (other, one) };
        &self.entries[Self::place(higher.index(), lower.index())]
    }

    const fn place(higher: usize, lower: usize) -> usize {
        higher * (higher + 1) / 2 + lower
    }
}

/// The same where only some pairs have an entry of their own, for instance those that are near each other: all others
/// share one. On a large board a table of sets for all pairs grows with the third power of its cells: half a gigabyte
/// for two thousand hexes.
///
/// ```
/// use szala_board::{HexId, SparsePairTable};
/// let sums = SparsePairTable::new(180, 0, |one: HexId, other| {
///     let is_near = one.index().abs_diff(other.index()) <= 30;
///     is_near.then(|| one.index() + other.index())
/// });
/// let [one, near, far] = [7, 30, 170].map(HexId::from_index);
/// assert_eq!((sums.at(one, near), sums.at(near, one), sums.at(one, far)), (&37, &37, &0));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparsePairTable<C, T> {
    /// Where the entry of each pair is.
    places: PairTable<C, u32>,
    /// The shared entry first.
    entries: Box<[T]>,
}

impl<C: Ordinal, T> SparsePairTable<C, T> {
    /// Requests the entry of each pair once, the lower cell first, including pairs of the same cell. A pair without
    /// an entry of its own has `nothing`.
    pub fn new(cells: usize, nothing: T, mut entry: impl FnMut(C, C) -> Option<T>) -> Self {
        let mut entries = vec![nothing];
        let places = PairTable::new(cells, |one, other| match entry(one, other) {
            None => 0,
            Some(entry) => {
                let place = u32::try_from(entries.len())
                    .expect("a board of at most MAX_CELLS cells has fewer than 2^32 pairs");
                entries.push(entry);
                place
            }
        });
        Self { places, entries: entries.into() }
    }

    /// The entry of a pair, in either order.
    pub fn at(&self, one: C, other: C) -> &T {
        &self.entries[*self.places.at(one, other) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HexId;

    #[test]
    fn pairs_without_an_entry_share_one_and_the_others_have_their_own() {
        let is_near = |one: HexId, other: HexId| one.index().abs_diff(other.index()) == 1;
        let table =
            SparsePairTable::new(40, None, |one, other| is_near(one, other).then_some(Some([one, other])));
        for one in (0..40).map(HexId::from_index) {
            for other in (0..40).map(HexId::from_index) {
                let expected = is_near(one, other).then(|| [one.min(other), one.max(other)]);
                assert_eq!(*table.at(one, other), expected);
            }
        }
        // 39 pairs of neighbours in a row of 40, and the entry for all others.
        assert_eq!(table.entries.len(), 40);
    }

    #[test]
    fn every_pair_has_its_own_entry_whichever_comes_first() {
        let table = PairTable::new(40, |one: HexId, other: HexId| [one, other]);
        for one in (0..40).map(HexId::from_index) {
            for other in (0..40).map(HexId::from_index) {
                assert_eq!(*table.at(one, other), [one.min(other), one.max(other)]);
            }
        }
        // 40 cells: 40 * 39 / 2 pairs of different cells and 40 of the same.
        assert_eq!(table.entries.len(), 820);
    }
}
