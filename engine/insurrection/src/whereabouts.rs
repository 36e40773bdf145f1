//! Who stands in a hex? The question is asked twenty times a decision, so it has an index of its own beside the places
//! of the units: a byte a unit, compared eight at a time. What stands where is decided by `stacking`; the audit
//! compares the two.

use szala_board::{HexId, Ordinal};

use crate::ids::{MOST_UNITS, UnitId, UnitSet};

/// The hex of each unit: its index, or [`NOWHERE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Whereabouts([u64; WORDS]);

/// Units in a word: a byte each.
const IN_A_WORD: usize = 8;
const WORDS: usize = MOST_UNITS / IN_A_WORD;
/// Off the map: no hex has this index.
const NOWHERE: u8 = u8::MAX;
const EVERY_BYTE: u64 = 0x0101_0101_0101_0101;
const HIGH_BITS: u64 = 0x80 * EVERY_BYTE;

impl Whereabouts {
    /// Nobody on the map.
    pub(crate) const NOWHERE: Self = Self([u64::MAX; WORDS]);

    /// Puts a unit somewhere, or nowhere.
    pub(crate) fn set(&mut self, unit: UnitId, hex: Option<HexId>) {
        let (word, shift) = byte_of(unit);
        self.0[word] = self.0[word] & !(0xFF << shift) | u64::from(place(hex)) << shift;
    }

    /// Is this where the unit was put?
    pub(crate) fn has(&self, unit: UnitId, hex: Option<HexId>) -> bool {
        let (word, shift) = byte_of(unit);
        (self.0[word] >> shift) & 0xFF == u64::from(place(hex))
    }

    /// Everybody in a hex, of whichever side.
    pub(crate) fn in_hex(&self, hex: HexId) -> UnitSet {
        let wanted = EVERY_BYTE * hex.index() as u64;
        let mut elsewhere = 0;
        for (word, places) in self.0.iter().enumerate() {
            // A byte is zero where the unit is in the hex. Adding 0x7F to its low bits carries into the high bit
            // unless they are all zero; so the high bits that stay clear mark the zero bytes.
            let differs = places ^ wanted;
            let is_other = ((differs & !HIGH_BITS) + !HIGH_BITS) | differs;
            // The marks of each word have a bit of their own in every byte.
            elsewhere |= (is_other & HIGH_BITS) >> (7 - word);
        }
        // Four marks a byte, moved together, two bytes into one, until there are no gaps.
        let fours = !elsewhere & 0x0F0F_0F0F_0F0F_0F0F;
        let eights = (fours | fours >> 4) & 0x00FF_00FF_00FF_00FF;
        let sixteens = (eights | eights >> 8) & 0x0000_FFFF_0000_FFFF;
        let all = (sixteens | sixteens >> 16) & 0xFFFF_FFFF;
        UnitSet::from_bits(u32::try_from(all).expect("a bit for each of 32 units"))
    }
}

fn place(hex: Option<HexId>) -> u8 {
    hex.map_or(NOWHERE, |hex| u8::try_from(hex.index()).expect("a board has fewer hexes than 255"))
}

/// The word of a unit, and where in it its byte begins: units with the next numbers are in the next words, so that
/// the answer comes in their order.
fn byte_of(unit: UnitId) -> (usize, usize) {
    (unit.index() % WORDS, 8 * (unit.index() / WORDS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_is_found_where_he_was_put_and_nowhere_else() {
        let (here, there) = (HexId::from_index(0), HexId::from_index(179));
        let mut whereabouts = Whereabouts::NOWHERE;
        assert!(whereabouts.in_hex(here).is_empty());
        let all = (0..MOST_UNITS).map(UnitId::from_index);
        for unit in all.clone() {
            whereabouts
                .set(unit, [None, Some(here), Some(there)].into_iter().cycle().nth(unit.index()).flatten());
        }
        let every_third = |first: usize| all.clone().skip(first).step_by(3).collect::<UnitSet>();
        assert_eq!(whereabouts.in_hex(here), every_third(1));
        assert_eq!(whereabouts.in_hex(there), every_third(2));
        assert!(whereabouts.in_hex(HexId::from_index(1)).is_empty());
        all.for_each(|unit| whereabouts.set(unit, None));
        assert_eq!(whereabouts, Whereabouts::NOWHERE);
    }
}
