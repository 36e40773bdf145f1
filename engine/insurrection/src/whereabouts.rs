//! Who stands in a hex? The question is asked fifteen times a decision, so it has a table of its own beside the places
//! of the units: for each hex the units there, and the answer is one look. What stands where is decided by `stacking`;
//! the audit compares the two.

use szala_board::HexId;

use crate::ids::{Hexes, UnitId, UnitSet};

/// The units in each hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Whereabouts([UnitSet; Hexes::ROOM]);

impl Whereabouts {
    /// Nobody on the map.
    pub(crate) const NOWHERE: Self = Self([UnitSet::EMPTY; Hexes::ROOM]);

    /// A unit has come into a hex.
    pub(crate) fn put(&mut self, unit: UnitId, hex: HexId) {
        self.0[hex.index()].insert(unit);
    }

    /// A unit has left a hex.
    pub(crate) fn take(&mut self, unit: UnitId, hex: HexId) {
        self.0[hex.index()].remove(unit);
    }

    /// Everybody in a hex, of whichever side.
    pub(crate) const fn in_hex(&self, hex: HexId) -> UnitSet {
        self.0[hex.index()]
    }

    /// How many units stand in all hexes together.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|units| units.len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use szala_board::Ordinal;

    use super::*;

    #[test]
    fn everybody_is_found_where_he_was_put_and_nowhere_else() {
        let (here, there) = (HexId::from_index(0), HexId::from_index(179));
        let mut whereabouts = Whereabouts::NOWHERE;
        assert!(whereabouts.in_hex(here).is_empty());
        let every_third = |first: usize| (first..32).step_by(3).map(UnitId::from_index);
        every_third(1).for_each(|unit| whereabouts.put(unit, here));
        every_third(2).for_each(|unit| whereabouts.put(unit, there));
        assert_eq!(whereabouts.in_hex(here), every_third(1).collect());
        assert_eq!(whereabouts.in_hex(there), every_third(2).collect());
        assert!(whereabouts.in_hex(HexId::from_index(1)).is_empty());
        // Of 32 units 11 have the numbers 1, 4 and so on to 31, and 10 the numbers 2, 5 and so on to 29.
        assert_eq!(whereabouts.count(), 21);
        every_third(1).for_each(|unit| whereabouts.take(unit, here));
        every_third(2).for_each(|unit| whereabouts.take(unit, there));
        assert_eq!(whereabouts, Whereabouts::NOWHERE);
    }
}
