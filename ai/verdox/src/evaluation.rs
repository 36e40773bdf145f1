//! The value of a position, for players that look ahead: the remaining forces of both sides, how far their best units
//! have come, and which can still act.

use szala_kernel::Side;
use szala_verdox::{State, Verdox};

use super::ways::{Gait, Ways};
use szala_ai::Evaluate;

/// A point of the remaining forces [4.3].
const POINT: i32 = 100;
/// A turn's march towards the other side's headquarters.
const MARCH: i32 = 20;
/// A unit that can still act: less than any march, more than nothing.
const TEMPO: i32 = 1;

/// The remaining forces, and how far they have come.
#[derive(Clone, Debug)]
pub struct Balance([Ways; 2]);

impl Balance {
    /// For these maps.
    pub fn new(rules: &Verdox) -> Self {
        Self(Side::BOTH.map(|side| Ways::new(rules, side)))
    }
}

impl Evaluate<Verdox> for Balance {
    fn value(&self, rules: &Verdox, state: &State, side: Side) -> i32 {
        let advance = |side: Side| -> i32 {
            let ways = &self.0[side as usize];
            let left = |square| i32::from(ways.to(!side, Gait::OnFoot, square).min(10_000));
            state.standing(side).iter().map(|square| 10_000 - left(square)).sum()
        };
        let marched = (advance(Side::First) - advance(Side::Second)) * MARCH / 100;
        let still = i32::try_from(state.ready().len()).expect("a side has at most 80 units")
            + i32::from(state.picked().is_some());
        let first = rules.lead_of(state) * POINT + marched + state.active().sign() * still * TEMPO;
        side.sign() * first
    }
}
