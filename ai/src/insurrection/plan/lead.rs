//! Where a commander goes [3.3]: to those whom he is told to lead, near enough to command them [4.2], off the enemy.
//! Stepping back from the enemy is a habit.

use core::cmp::Reverse;

use szala_board::HexId;
use szala_insurrection::{Action, CommanderId, Hexes, REACH, UnitId};

use crate::insurrection::habits;
use crate::insurrection::plan::order::{Lead, Plan};
use crate::insurrection::seen::Seen;

/// How a commander leads of whom the plan says nothing.
const WITHIN: u8 = 2;
const KEEP_OFF: u8 = 2;

impl Plan {
    /// Where the active commander goes.
    pub(super) fn lead(&self, seen: &Seen<'_>, legal: &[Action]) -> usize {
        let Some(Action::Lead { commander, .. }) = legal.first().copied() else {
            return habits::decline(legal);
        };
        let order = self.leads.iter().find(|lead| lead.who == commander && lead.when.holds(seen, self.side));
        let place = match order {
            Some(Lead { to: Some(hex), within, keep_off, .. }) => {
                go(seen, legal, commander, *hex, seen.board().within(*hex, *within), *keep_off)
            }
            Some(lead) => {
                follow(seen, legal, commander, lead.whom.iter().copied(), lead.within, lead.keep_off)
            }
            None => {
                let units = seen.scenario().commander(commander).units;
                follow(seen, legal, commander, units.iter(), WITHIN, KEEP_OFF)
            }
        };
        let stay = || {
            let here = seen.hex_of_commander(commander)?;
            place_of_lead(legal, commander, here)
        };
        place.or_else(stay).unwrap_or(0)
    }
}

/// To the first of these units that is on the map, and where he commands as many of the next ones as can be.
fn follow(
    seen: &Seen<'_>,
    legal: &[Action],
    commander: CommanderId,
    mut units: impl Iterator<Item = UnitId>,
    within: u8,
    keep_off: u8,
) -> Option<usize> {
    let first = units.by_ref().find_map(|unit| seen.hex_of(unit))?;
    let mut places = seen.board().within(first, REACH);
    for hex in units.filter_map(|unit| seen.hex_of(unit)) {
        let both = places & seen.board().within(hex, REACH);
        places = if both.is_empty() { places } else { both };
    }
    let near = places & seen.board().within(first, within);
    go(seen, legal, commander, first, if near.is_empty() { places } else { near }, keep_off)
}

/// To the best of these places: far enough from the enemy before all, then near the goal, and then apart from those
/// who draw fire [4.4.1]. When none of them can be had, to the place nearest to the goal.
fn go(
    seen: &Seen<'_>,
    legal: &[Action],
    commander: CommanderId,
    goal: HexId,
    places: Hexes,
    keep_off: u8,
) -> Option<usize> {
    let mut enemies = seen.held(!seen.side);
    for _ in 0..keep_off.saturating_sub(1) {
        enemies |= seen.board().around(enemies);
    }
    let friends = seen.held(seen.side);
    for safe in [places - enemies - friends, places - enemies] {
        if safe.is_empty() {
            continue;
        }
        for ring in 0..=2 * REACH {
            // Of those as near the goal, the farthest from the enemy.
            let hexes = (seen.board().ring(goal, ring) & safe).iter();
            let places =
                hexes.filter_map(|hex| Some((far(seen, hex), place_of_lead(legal, commander, hex)?)));
            if let Some((_, place)) = places.max_by_key(|(far, place)| (*far, Reverse(*place))) {
                return Some(place);
            }
        }
    }
    // Nothing so near: as near as he can come.
    let near = |action: &Action| match action {
        Action::Lead { hex, .. } if !enemies.contains(*hex) => Some(seen.board().distance(*hex, goal)),
        _ => None,
    };
    let ways = legal.iter().enumerate().filter_map(|(place, action)| Some((near(action)?, place)));
    ways.min().map(|(_, place)| place)
}

/// How far the nearest enemy is.
fn far(seen: &Seen<'_>, hex: HexId) -> u8 {
    let enemy = seen.nearest_held(!seen.side, hex);
    enemy.map_or(u8::MAX, |enemy| seen.board().distance(hex, enemy))
}

/// The place of a commander's way to a hex: they are listed by hex.
fn place_of_lead(legal: &[Action], commander: CommanderId, hex: HexId) -> Option<usize> {
    let key = |action: &Action| match action {
        Action::Lead { hex, .. } => Some(*hex),
        _ => None,
    };
    let place = legal.binary_search_by_key(&Some(hex), key).ok()?;
    (legal[place] == Action::Lead { commander, hex }).then_some(place)
}
