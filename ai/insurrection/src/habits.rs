//! What any officer would do without orders: which shot, who takes a loss, where to retreat, how to face. Every habit
//! returns the place of an action among the legal ones. A plan's orders take precedence; anything beyond a habit is
//! left to players that look ahead.

use core::cmp::Reverse;

use szala_board::{Facing, HexId, Zone};
use szala_insurrection::{Action, Hexes, MeleeOdds, Prospect, Room, Task, UnitId, UnitSet};

use crate::seen::Seen;

/// The value of a shot, in hundredths of a victory point, so that shots can be compared.
mod worth {
    /// A unit driven back, for each face of the die in ten.
    pub(super) const DRIVEN: i32 = 2;
    /// A loss, in the same way.
    pub(super) const HIT: i32 = 3;
    /// An elimination, in the same way: a victory point [12.1].
    pub(super) const ELIMINATED: i32 = 10;
    /// A commander who may be hit [4.4.1].
    pub(super) const COMMANDER: i32 = 15;
    /// Guns captured, for each chance in a hundred: two victory points [12.1].
    pub(super) const CAPTURED: i32 = 2;
}

/// The place of an action.
pub fn place_of(legal: &[Action], wanted: Action) -> Option<usize> {
    legal.iter().position(|action| *action == wanted)
}

/// The place of an action that declines or passes: the last resort of every choice.
pub fn decline(legal: &[Action]) -> usize {
    let is_modest = |action: &Action| matches!(action, Action::Pass | Action::Finish | Action::Halt(_));
    legal.iter().position(is_modest).unwrap_or(0)
}

/// The place of the most valuable action; the first of several.
#[expect(clippy::inline_always, reason = "a choice of a shot asks this of every action")]
#[inline(always)]
fn best(legal: &[Action], mut worth: impl FnMut(Action) -> Option<i32>) -> Option<usize> {
    let mut best: Option<(i32, usize)> = None;
    for (place, action) in legal.iter().enumerate() {
        if let Some(value) = worth(*action)
            && best.is_none_or(|(most, _)| value > most)
        {
            best = Some((value, place));
        }
    }
    best.map(|(_, place)| place)
}

// ---- Fire ----

/// The value of a legal shot, in hundredths of a victory point.
pub fn worth_of_shot<R: Room>(seen: &Seen<'_, R>, action: Action) -> i32 {
    let mut sum = 0;
    seen.prospects(action, |prospect| sum += worth_of_prospect(seen, prospect));
    sum
}

fn worth_of_prospect<R: Room>(seen: &Seen<'_, R>, prospect: Prospect) -> i32 {
    match prospect {
        Prospect::Nothing => 0,
        Prospect::Test { unit, driven, hit, commanders } => {
            let eliminated = if seen.size(unit) == 1 { worth::ELIMINATED } else { 0 };
            let is_led = || commander_is_at(seen, !seen.side, seen.hex_of(unit));
            let commander = if commanders && is_led() { worth::COMMANDER } else { 0 };
            i32::from(driven) * worth::DRIVEN + i32::from(hit) * (worth::HIT + eliminated) + commander
        }
        Prospect::Capture { hundredths, .. } => i32::from(hundredths) * worth::CAPTURED,
    }
}

fn commander_is_at<R: Room>(seen: &Seen<'_, R>, side: szala_kernel::Side, hex: Option<HexId>) -> bool {
    hex.is_some()
        && seen.scenario().commanders_of(side).any(|commander| seen.hex_of_commander(commander) == hex)
}

/// The place of the most valuable shot, of those that are allowed and have any value. Joint fire takes a shot from
/// each participant, so it is used only when no single shot has any value.
pub fn best_shot<R: Room>(
    seen: &Seen<'_, R>,
    legal: &[Action],
    mut allowed: impl FnMut(HexId, HexId) -> bool,
) -> Option<usize> {
    let mut best_of = |is_joint: bool| {
        best(legal, |action| {
            let may_fire = match action {
                Action::Fire { from, to, target } if (from != to) == is_joint => {
                    allowed(from, target) && (!is_joint || allowed(to, target))
                }
                Action::Shell { .. } => !is_joint,
                _ => false,
            };
            let worth = if may_fire { worth_of_shot(seen, action) } else { 0 };
            (worth > 0).then_some(worth)
        })
    };
    best_of(false).or_else(|| best_of(true))
}

// ---- Losses and retreats ----

/// The largest unit takes the loss, so that it survives; the top one last, since it fires and tests.
pub fn lose<R: Room>(seen: &Seen<'_, R>, legal: &[Action]) -> usize {
    let who = |action: &Action| match action {
        Action::Lose(unit) => Some(*unit),
        _ => None,
    };
    let top = seen.top(legal.iter().filter_map(who).collect());
    best(legal, |action| {
        let unit = who(&action)?;
        Some(2 * i32::from(seen.size(unit)) + i32::from(top != Some(unit)))
    })
    .unwrap_or(0)
}

/// Back to a hex where neither an enemy front zone nor the ground costs a loss [10.11.3, 10.11.4], and farthest from
/// the enemy.
pub fn retreat<R: Room>(seen: &Seen<'_, R>, legal: &[Action]) -> usize {
    let Task::Retreat { group, .. } = seen.task() else { return 0 };
    let Some(from) = group.first().and_then(|unit| seen.hex_of(unit)) else { return 0 };
    if legal.len() == 1 {
        return 0;
    }
    let watched = seen.watched_by(!seen.side);
    best(legal, |action| {
        let Action::Retreat(to) = action else { return None };
        let losses = i32::from(watched.contains(to)) + i32::from(seen.retreat_costs_a_loss(from, to));
        Some(i32::from(far_from_enemies(seen, to)) - 10 * losses)
    })
    .unwrap_or(0)
}

/// The distance to the nearest enemy, up to 6 hexes.
fn far_from_enemies<R: Room>(seen: &Seen<'_, R>, hex: HexId) -> u8 {
    let nearest = seen.nearest_held(!seen.side, hex);
    nearest.map_or(6, |enemy| seen.board().distance(hex, enemy).min(6))
}

// ---- Facing ----

/// How far a facing in a hex is from looking straight at another: the distance of its two front hexes from there.
fn askew<R: Room>(seen: &Seen<'_, R>, from: HexId, to: HexId, facing: Facing) -> i32 {
    let board = seen.board();
    let far = |direction| board.neighbour(from, direction).map_or(99, |hex| board.distance(hex, to));
    let [right, left] = facing.front();
    i32::from(far(right)) + i32::from(far(left))
}

/// The facing that looks most directly from a hex at another; of two equal ones the one that needs less turning.
pub fn facing_towards<R: Room>(seen: &Seen<'_, R>, from: HexId, to: HexId, now: Facing) -> Facing {
    let key = |facing: &Facing| (askew(seen, from, to, *facing), now.steps_to(*facing));
    Facing::ALL.into_iter().min_by_key(key).unwrap_or(now)
}

/// How well a facing meets the adjacent enemies: in front and not behind.
fn meets<R: Room>(seen: &Seen<'_, R>, hex: HexId, near: &Hexes<R>, facing: Facing) -> i32 {
    let ways = near.iter().filter_map(|enemy| seen.board().direction_to(hex, enemy));
    let worth = |way| match facing.zone_of(way) {
        Zone::Front => 4,
        Zone::Flank => -1,
        Zone::Rear => -3,
    };
    ways.map(worth).sum()
}

/// The hexes of the enemy next to a hex.
fn enemies_next_to<R: Room>(seen: &Seen<'_, R>, hex: HexId) -> Hexes<R> {
    seen.board().ring(hex, 1) & seen.held(!seen.side)
}

/// How a unit in a hex should face: its adjacent enemies in front and not behind, otherwise towards the nearest one.
pub fn facing_to_enemies<R: Room>(seen: &Seen<'_, R>, hex: HexId, now: Facing) -> Facing {
    let near = enemies_next_to(seen, hex);
    if near.is_empty() {
        return seen.nearest_held(!seen.side, hex).map_or(now, |enemy| facing_towards(seen, hex, enemy, now));
    }
    let value = |facing: &Facing| (meets(seen, hex, &near, *facing), *facing == now);
    Facing::ALL.into_iter().max_by_key(value).unwrap_or(now)
}

/// The value of each facing in a hex, by the same measures, before the cost of turning.
fn worth_of_facings<R: Room>(seen: &Seen<'_, R>, hex: HexId) -> [i32; 6] {
    let near = enemies_next_to(seen, hex);
    if !near.is_empty() {
        return Facing::ALL.map(|facing| meets(seen, hex, &near, facing));
    }
    let nearest = seen.nearest_held(!seen.side, hex);
    nearest.map_or([0; 6], |enemy| Facing::ALL.map(|facing| -askew(seen, hex, enemy, facing)))
}

/// [11.8] The winners face the enemy.
pub fn winners_face<R: Room>(seen: &Seen<'_, R>, legal: &[Action]) -> usize {
    let Some(hex) = seen.melee_hex() else { return 0 };
    let now = seen.top(seen.troops_at(seen.side, hex)).map_or(Facing::ALL[0], |unit| seen.facing(unit));
    place_of(legal, Action::Face(facing_to_enemies(seen, hex, now))).unwrap_or(0)
}

// ---- Melee ----

/// The percentage of melees won by a group that enters a hex.
pub fn odds_of_entering<R: Room>(
    seen: &Seen<'_, R>,
    group: UnitSet<R>,
    from: HexId,
    to: HexId,
    is_charge: bool,
) -> u8 {
    MeleeOdds::of(seen.margin_of_entering(group, from, to, is_charge)).won
}

/// [11.4] The melee with the best odds first: its winner may help in the next.
pub fn assaults<R: Room>(seen: &Seen<'_, R>, legal: &[Action]) -> usize {
    best(legal, |action| match action {
        Action::Assault(hex) => Some(seen.melee_margin(hex, seen.side, false)),
        _ => None,
    })
    .unwrap_or(0)
}

/// [7.2.1] Form square against cavalry when the test is more likely passed than failed.
pub fn against_cavalry<R: Room>(seen: &Seen<'_, R>, legal: &[Action]) -> usize {
    let Task::OfferSquare(hex) = seen.task() else { return 0 };
    let top = seen.top(seen.troops_at(seen.side, hex));
    // [3.4b] Passed at its morale or less: five faces of ten at 4.
    let is_steady = top.is_some_and(|top| seen.morale(top) >= 5);
    place_of(legal, if is_steady { Action::AgainstCavalry } else { Action::Pass }).unwrap_or(0)
}

/// [7.3] A failed lava costs nothing: try it.
pub fn lava(legal: &[Action]) -> usize {
    place_of(legal, Action::Outflank).unwrap_or(0)
}

// ---- Commanders and returns ----

/// [10.11.7] A commander steps out of the enemy's reach, to his own troops rather than alone; if the enemy is equally
/// near everywhere, he stays with his troops.
pub fn step_back<R: Room>(seen: &Seen<'_, R>, legal: &[Action]) -> usize {
    let Task::StepBack(commander) = seen.task() else { return 0 };
    let here = seen.hex_of_commander(commander);
    let side = seen.scenario().commander(commander).side;
    let worth = |hex: HexId| {
        let far = i32::from(far_from_enemies(seen, hex).min(3));
        4 * far + i32::from(seen.holds(side, hex))
    };
    best(legal, |action| match action {
        Action::Lead { hex, .. } => Some(worth(hex)),
        Action::Pass => here.map(|hex| worth(hex) + 1),
        _ => None,
    })
    .unwrap_or(0)
}

/// [11.11.4] Back on the map where no enemy waits in front of the hex, and facing the enemy; of several places the
/// one that `best_at` rates highest.
pub fn returns<R: Room>(
    seen: &Seen<'_, R>,
    legal: &[Action],
    best_at: impl Fn(UnitId, HexId, Facing) -> i32,
) -> usize {
    let watched = seen.watched_by(!seen.side);
    // They are listed hex by hex, each with all its facings.
    let mut last: Option<(HexId, [i32; 6], i32)> = None;
    best(legal, |action| match action {
        Action::Place { unit, hex, facing } => {
            let (_, facings, danger) = last.filter(|(known, ..)| *known == hex).unwrap_or_else(|| {
                let is_next_to_enemies = !enemies_next_to(seen, hex).is_empty();
                let danger = i32::from(watched.contains(hex)) * 50 + i32::from(is_next_to_enemies) * 10;
                (hex, worth_of_facings(seen, hex), danger)
            });
            last = Some((hex, facings, danger));
            let faces = facings.iter().all(|other| *other <= facings[facing.index()]);
            Some(best_at(unit, hex, facing) + i32::from(faces) * 5 - danger)
        }
        _ => None,
    })
    .unwrap_or(0)
}

/// The legal set-up hex and facing nearest to the wanted one [13.2].
pub fn set_up<R: Room>(seen: &Seen<'_, R>, legal: &[Action], wanted: Option<(HexId, Facing)>) -> usize {
    let Some((hex, facing)) = wanted else { return 0 };
    let board = seen.board();
    let near = |at: HexId, how: Option<Facing>| {
        Reverse((board.distance(at, hex), how.is_some_and(|it| it != facing)))
    };
    let key = |action: &Action| match action {
        Action::Place { hex: at, facing: how, .. } => Some(near(*at, Some(*how))),
        Action::Post { hex: at, .. } => Some(near(*at, None)),
        _ => None,
    };
    (0..legal.len()).max_by_key(|place| (key(&legal[*place]), Reverse(*place))).unwrap_or(0)
}
