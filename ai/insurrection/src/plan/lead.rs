//! Where a commander goes [3.3]: to the units he is to lead, near enough to command them [4.2], away from the enemy.
//! Stepping back from the enemy is a habit.

use core::cmp::Reverse;

use szala_board::HexId;
use szala_insurrection::{Action, Hexes, REACH, Room, UnitId};

use crate::plan::order::{Lead, Plan};
use crate::seen::Seen;

/// How a commander leads if the plan does not mention him.
const WITHIN: u8 = 2;
const KEEP_OFF: u8 = 2;

impl<R: Room> Plan<R> {
    /// Where the active commander goes; he always has a place to go to, at least his own.
    pub(super) fn lead(&self, seen: &Seen<'_, R>) -> Option<Action> {
        let commander = seen.active()?;
        let order = self.leads.iter().find(|lead| lead.who == commander && lead.when.holds(seen, self.side));
        let open = seen.destinations(commander);
        let found = match order {
            Some(Lead { to: Some(hex), within, keep_off, .. }) => {
                go(seen, &open, *hex, seen.board().within(*hex, *within), *keep_off)
            }
            Some(lead) => follow(seen, &open, lead.whom.iter().copied(), lead.within, lead.keep_off),
            None => {
                let units = seen.scenario().commander(commander).units;
                follow(seen, &open, units.iter(), WITHIN, KEEP_OFF)
            }
        };
        let stay = || seen.hex_of_commander(commander).filter(|here| open.contains(*here));
        let hex = found.or_else(stay).or_else(|| open.first())?;
        Some(Action::Lead { commander, hex })
    }
}

/// To the first of these units that is on the map, and where he commands as many of the next ones as possible.
fn follow<R: Room>(
    seen: &Seen<'_, R>,
    open: &Hexes<R>,
    mut units: impl Iterator<Item = UnitId>,
    within: u8,
    keep_off: u8,
) -> Option<HexId> {
    let first = units.by_ref().find_map(|unit| seen.hex_of(unit))?;
    let mut places = seen.board().within(first, REACH);
    for hex in units.filter_map(|unit| seen.hex_of(unit)) {
        let both = places & seen.board().within(hex, REACH);
        places = if both.is_empty() { places } else { both };
    }
    let near = places & seen.board().within(first, within);
    go(seen, open, first, if near.is_empty() { places } else { near }, keep_off)
}

/// To the best of these places that are open: first of all far enough from the enemy, then near the goal, and then
/// away from units that draw fire [4.4.1]. If none of them is possible, to the place nearest to the goal.
fn go<R: Room>(
    seen: &Seen<'_, R>,
    open: &Hexes<R>,
    goal: HexId,
    places: Hexes<R>,
    keep_off: u8,
) -> Option<HexId> {
    let mut enemies = seen.held(!seen.side);
    for _ in 0..keep_off.saturating_sub(1) {
        enemies |= seen.board().around(enemies);
    }
    let friends = seen.held(seen.side);
    for safe in [places - enemies - friends, places - enemies] {
        let safe = safe & *open;
        if safe.is_empty() {
            continue;
        }
        for ring in 0..=2 * REACH {
            // Of those equally near the goal, the farthest from the enemy.
            let hexes = (seen.board().ring(goal, ring) & safe).iter();
            if let Some(hex) = hexes.max_by_key(|hex| (far(seen, *hex), Reverse(*hex))) {
                return Some(hex);
            }
        }
    }
    // None that near: as near as he can get.
    (*open - enemies).iter().min_by_key(|hex| (seen.board().distance(*hex, goal), *hex))
}

/// The distance to the nearest enemy.
fn far<R: Room>(seen: &Seen<'_, R>, hex: HexId) -> u8 {
    let enemy = seen.nearest_held(!seen.side, hex);
    enemy.map_or(u8::MAX, |enemy| seen.board().distance(hex, enemy))
}
