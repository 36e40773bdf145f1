//! The value of a position, for players that look ahead: what the sides count as things stand, and what they might
//! still do.

use szala_ai::Evaluate;
use szala_kernel::Side;
use szala_pluton::{Pluton, State};

/// Half a point [18.6].
const HALF_POINT: i32 = 1_000;
/// A step towards the nearest building of the enemy.
const STEP: i32 = 10;
/// A level of a counter [11.1].
const LEVEL: i32 = 150;
/// A counter that may still move: less than a step, more than nothing.
const TEMPO: i32 = 1;

/// Points, levels, and how far the leading side has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Balance;

impl Evaluate<Pluton> for Balance {
    fn value(&self, rules: &Pluton, state: &State, side: Side) -> i32 {
        let of = |side: Side| {
            let own = rules.own(state, side);
            let mut value = HALF_POINT * rules.half_points(state, side);
            for counter in &own {
                value -= LEVEL * i32::from(state.level(counter) as u8);
                let Some(hex) = state.place_of(counter) else { continue };
                if side == rules.scenario().leads {
                    let near = rules.buildings().iter().map(|built| rules.distance(hex, built)).min();
                    value -= STEP * i32::from(near.unwrap_or(0));
                }
            }
            if side == state.active() {
                let still = own.iter().filter(|counter| !rules.has_moved(state, *counter)).count();
                value += TEMPO * i32::try_from(still).expect("a side has few counters");
            }
            value
        };
        of(side) - of(!side)
    }
}
