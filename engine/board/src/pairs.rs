//! A table with one entry for each pair of hexes or squares, the same in both directions. Rule systems bake into
//! it what they need of the lines between two hexes, so that in play a line of sight is one look-up.

use crate::ordinal::Ordinal;
use core::marker::PhantomData;

/// One `T` for each unordered pair of cells, a cell with itself included: half the room of a full square.
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
    /// Asks for the entry of each pair once, the lower cell first; for a pair of the same cell too.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HexId;

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
