//! The value of a position, for players that look ahead: rout points, hits, who is routed, how near the armies are.

use szala_ai::Evaluate;
use szala_kernel::Side;
use szala_spqr::{Spqr, State};

/// A rout point [11.1].
const POINT: i32 = 1_000;
/// A hit [10.12].
const HIT: i32 = 300;
/// A routed unit loses so much of its points, in hundredths.
const ROUTED: i32 = 60;
/// A hex nearer to the nearest enemy.
const STEP: i32 = 5;

/// Rout points, hits, and how near the armies are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Balance;

impl Evaluate<Spqr> for Balance {
    fn value(&self, rules: &Spqr, state: &State, side: Side) -> i32 {
        let of = |side: Side| {
            let enemies = rules.standing(state, !side);
            let mut value = -POINT * i32::from(rules.rout_points(state, side));
            for unit in &rules.standing(state, side) {
                let quality = i32::from(rules.card(unit).quality);
                value -= HIT * i32::from(state.hits_of(unit)).min(quality);
                if state.is_routed(unit) {
                    value -= POINT * quality * ROUTED / 100;
                    continue;
                }
                let Some(hex) = state.place_of(unit) else { continue };
                let places = enemies.iter().filter_map(|enemy| state.place_of(enemy));
                let near = places.map(|place| rules.distance(hex, place)).min();
                value -= STEP * i32::from(near.unwrap_or(0));
            }
            value
        };
        of(side) - of(!side)
    }
}
