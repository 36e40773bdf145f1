//! The way of raiders, past the enemy's present positions: outside its fields of fire where that is not much longer,
//! otherwise outside its front zones, otherwise at least round its units. Unlike all other ways it cannot be
//! precomputed; it is found by flood fill from the goal, ring by ring, over sets of hexes, a few words at a time.
//! Movement costs are ignored, but mounted units avoid forest.

use szala_board::HexSet;
use szala_board::{Facing, HexId};
use szala_insurrection::{Action, Hexes, Room};

use crate::plan::aim::{Aim, Mover};
use crate::plan::candidates::Candidates;
use crate::plan::ways::Gait;
use crate::seen::Seen;

/// How much longer a way may be to avoid fire.
const WORTH_A_DETOUR: usize = 4;
/// No way is longer.
const LONGEST: usize = 32;

/// What a unit does to slip past the enemy to one of these hexes.
pub(super) fn past<R: Room>(seen: &Seen<'_, R>, mover: &Mover<R>, goals: &Hexes<R>) -> Aim<R> {
    if goals.contains(mover.hex) {
        return Aim::Stay;
    }
    let enemies = seen.held(!seen.side);
    // Friends may not make room [6.2].
    let units = enemies | seen.held(seen.side);
    let woods = if mover.gait == Gait::Foot { HexSet::EMPTY } else { seen.scenario().terrain.forest };
    let watched = seen.watched_by(!seen.side);
    let out_of_fire = spread(seen, mover.hex, *goals, units | woods | watched | fields_of_fire(seen));
    let most = LONGEST - WORTH_A_DETOUR;
    let unseen = || spread(seen, mover.hex, *goals, units | woods | watched);
    let way = match out_of_fire {
        Some(way)
            if way.length <= most
                && unseen().is_none_or(|other| way.length <= other.length + WORTH_A_DETOUR) =>
        {
            Some(way)
        }
        _ => unseen(),
    };
    let way = way
        .or_else(|| spread(seen, mover.hex, *goals, units | woods))
        .or_else(|| spread(seen, mover.hex, *goals, units))
        .or_else(|| spread(seen, mover.hex, *goals, enemies));
    way.map_or(Aim::Stay, |way| Aim::Slip(way.next))
}

/// A way that was found.
#[derive(Clone, Copy)]
struct Way<R: Room> {
    /// Its length in hexes.
    length: usize,
    /// The neighbouring hexes by which it may begin.
    next: Hexes<R>,
}

/// Spreads from the goals until a hex is reached, round what is barred; the goals themselves never are.
fn spread<R: Room>(seen: &Seen<'_, R>, to: HexId, goals: Hexes<R>, barred: Hexes<R>) -> Option<Way<R>> {
    let board = seen.board();
    let (mut reached, mut edge) = (goals, goals);
    let near = board.ring(to, 1);
    for length in 1..LONGEST {
        if edge.is_empty() {
            return None;
        }
        let next = edge & near;
        if !next.is_empty() {
            return Some(Way { length, next });
        }
        edge = board.around(edge) - reached - barred;
        reached |= edge;
    }
    None
}

/// The hexes at which infantry and cavalry of the enemy could fire now, ignoring units in between.
fn fields_of_fire<R: Room>(seen: &Seen<'_, R>) -> Hexes<R> {
    let mut all = HexSet::EMPTY;
    for unit in (seen.on_map(!seen.side) - seen.guns()).iter() {
        if let Some(hex) = seen.hex_of(unit).filter(|_| seen.firepower(unit) > 0) {
            all |= *seen.field_of_fire(hex, seen.facing(unit), seen.arm(unit));
        }
    }
    all
}

/// The step into one of these neighbouring hexes, or the smallest turn towards one.
pub(super) fn step<R: Room>(seen: &Seen<'_, R>, mover: &Mover<R>, ways: Hexes<R>) -> Option<Action> {
    let mut steps = ways.iter().map(|to| Action::Step { from: mover.hex, to });
    if let Some(step) = steps.find(|step| seen.allows(*step)) {
        return Some(step);
    }
    let leads_there = |facing: &Facing| {
        let mut front = facing.front().into_iter().filter_map(|way| seen.board().neighbour(mover.hex, way));
        front.any(|hex| ways.contains(hex))
    };
    if leads_there(&mover.facing) {
        // It already faces that way, and cannot go there.
        return None;
    }
    let mut turns = Candidates::NONE;
    for facing in Facing::ALL.into_iter().filter(leads_there) {
        turns.offer(mover.facing.steps_to(facing).into(), Action::Turn { hex: mover.hex, facing });
    }
    turns.first_legal(seen)
}
