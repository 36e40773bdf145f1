//! What a unit does about its orders at present: which of them holds, and what it is after. `moves` takes the steps.
//! Everything is derived from the position anew at each decision, so that a plan can continue from any position.

use szala_board::{Facing, HexId, Ordinal};
use szala_insurrection::{Arm, Hexes, Room, UnitId, UnitSet};

use crate::habits;
use crate::plan::order::{Duty, Everywhere, Manner, Order, Plan, Targets};
use crate::plan::slip;
use crate::plan::ways::{FAR, Gait, TableId};
use crate::seen::Seen;

/// The intention of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim<R: Room> {
    /// To stay.
    Stay,
    /// To take a facing where it stands.
    Face(Facing),
    /// To approach a goal, entering no enemy hex.
    Go {
        /// The way.
        table: TableId,
        /// In double time?
        double_time: bool,
    },
    /// To slip past the enemy, through one of these neighbouring hexes.
    Slip(Hexes<R>),
    /// To enter an enemy hex.
    Enter {
        /// The way.
        table: TableId,
        /// The hex.
        target: HexId,
        /// How good the odds must be.
        odds: u8,
        /// In double time?
        double_time: bool,
    },
    /// To charge.
    Charge {
        /// The next hex.
        toward: HexId,
        /// The hex to be charged.
        target: HexId,
    },
    /// To unlimber, facing so.
    Unlimber(Facing),
    /// To limber, for the next move.
    Limber,
}

/// [8.9] In double time while the way is at least this many half points long: then all of them can be used.
const LONG: u8 = 12;
/// [8.14.1] The number of hexes that makes a charge.
const RUN_UP: u8 = 3;
/// No cavalry charges from farther than this: its points are nine at most [8.8].
const LONGEST_CHARGE: u8 = 9;
/// The width in hexes of the end of the cone in which a charge is possible.
const MOST_LANES: usize = LONGEST_CHARGE as usize + 1;

/// Where a unit is, and which units move with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover<R: Room> {
    pub(super) unit: UnitId,
    pub(super) group: UnitSet<R>,
    pub(super) hex: HexId,
    pub(super) facing: Facing,
    pub(super) gait: Gait,
    /// Is its move under way?
    pub(super) is_moving: bool,
}

impl<R: Room> Mover<R> {
    pub(super) fn of(seen: &Seen<'_, R>, unit: UnitId, group: UnitSet<R>) -> Option<Self> {
        let hex = seen.hex_of(unit)?;
        let gait = Gait::of(seen.arm(unit));
        let is_moving = seen.movers().contains(unit);
        Some(Self { unit, group, hex, facing: seen.facing(unit), gait, is_moving })
    }
}

impl<R: Room> Plan<R> {
    /// How a unit fires and reacts now.
    pub(super) fn manner(&self, seen: &Seen<'_, R>, unit: UnitId) -> Manner {
        let orders = self.of_unit[unit.index()].iter().map(|place| &self.orders[usize::from(*place)]);
        let mut holding = orders.filter(|order| self.holds(seen, order, unit));
        holding.next().map_or(self.manner, |order| order.manner)
    }

    /// The order that a unit follows at present, by its name in the file.
    pub(super) fn order_of(&self, seen: &Seen<'_, R>, unit: UnitId) -> Option<&str> {
        let mover = Mover::of(seen, unit, UnitSet::of(unit))?;
        let mut orders = self.of_unit[unit.index()].iter().map(|place| &self.orders[usize::from(*place)]);
        let is_followed =
            |order: &&Order<R>| self.holds(seen, order, unit) && self.follow(seen, order, &mover).is_some();
        orders.find(is_followed).map(|order| order.title.as_str())
    }

    pub(super) fn holds(&self, seen: &Seen<'_, R>, order: &Order<R>, unit: UnitId) -> bool {
        order.when.holds(seen, self.side) && order.when.holds_for(seen, unit)
    }

    /// The intention of a unit: from the first of its orders that holds and can be followed.
    pub(super) fn aim(&self, seen: &Seen<'_, R>, mover: &Mover<R>) -> Aim<R> {
        for place in &self.of_unit[mover.unit.index()] {
            let order = &self.orders[usize::from(*place)];
            if self.holds(seen, order, mover.unit)
                && let Some(aim) = self.follow(seen, order, mover)
            {
                return aim;
            }
        }
        Aim::Stay
    }

    /// What the order requires of the unit; `None` when it has no target, so that the next order counts.
    pub(super) fn follow(&self, seen: &Seen<'_, R>, order: &Order<R>, mover: &Mover<R>) -> Option<Aim<R>> {
        match &order.duty {
            Duty::Hold(watch) => Some(watch_for_enemies(seen, mover, *watch)),
            Duty::Raid(goals) => Some(slip::past(seen, mover, goals)),
            Duty::Go { tables, double_time } => {
                let table = tables[mover.unit.index()];
                let far = self.ways.left(table, mover.hex, mover.facing);
                Some(Aim::Go { table, double_time: *double_time && far >= LONG })
            }
            Duty::Assault { targets, odds, within, double_time } => {
                let (target, table) = self.target(seen, targets, mover)?;
                let far = self.ways.left(table, mover.hex, mover.facing);
                let double_time = *double_time && far >= LONG;
                (far <= *within).then_some(Aim::Enter { table, target, odds: *odds, double_time })
            }
            Duty::Charge { hexes, prey, odds } => charge(seen, mover, hexes, *prey, *odds),
            Duty::Shoot { everywhere, prey, within } => {
                let (target, table) = self.nearest(seen, everywhere, *prey, mover)?;
                let is_near = seen.board().distance(mover.hex, target) <= *within;
                let arm = seen.arm(mover.unit);
                if !is_near {
                    return Some(Aim::Go { table, double_time: false });
                }
                let field = seen.field_of_fire(mover.hex, mover.facing, arm);
                let facing = habits::facing_towards(seen, mover.hex, target, mover.facing);
                Some(if field.contains(target) { Aim::Stay } else { Aim::Face(facing) })
            }
            Duty::Deploy { tables, facing } => {
                let table = tables[mover.unit.index()];
                Some(self.deploy(seen, mover, table, *facing))
            }
        }
    }

    /// The hex to be attacked, and the way there.
    fn target(&self, seen: &Seen<'_, R>, targets: &Targets<R>, mover: &Mover<R>) -> Option<(HexId, TableId)> {
        match targets {
            Targets::Listed(hexes) => {
                let held = seen.held(!self.side);
                let (hex, tables) = hexes.iter().find(|(hex, _)| held.contains(*hex))?;
                Some((*hex, tables[mover.gait as usize]))
            }
            Targets::Nearest(everywhere, prey) => self.nearest(seen, everywhere, *prey, mover),
        }
    }

    /// The nearest hex with one of these units, by the distance that the unit has to go.
    fn nearest(
        &self,
        seen: &Seen<'_, R>,
        everywhere: &Everywhere,
        prey: UnitSet<R>,
        mover: &Mover<R>,
    ) -> Option<(HexId, TableId)> {
        let tables = &everywhere.0[mover.gait as usize];
        let hexes = (seen.on_map(!self.side) & prey).iter().filter_map(|unit| seen.hex_of(unit));
        let ways = hexes.map(|hex| {
            let table = tables[hex.index()];
            (self.ways.left(table, mover.hex, mover.facing), hex, table)
        });
        let (far, hex, table) = ways.min_by_key(|(far, ..)| *far)?;
        (far < FAR).then_some((hex, table))
    }

    /// Guns on their way, or in their place.
    fn deploy(&self, seen: &Seen<'_, R>, mover: &Mover<R>, table: TableId, facing: Facing) -> Aim<R> {
        let is_there = self.ways.left_any(table, mover.hex) == 0;
        if seen.limbered().contains(mover.unit) {
            let go = Aim::Go { table, double_time: false };
            return if is_there { Aim::Unlimber(facing) } else { go };
        }
        let reach = seen.field_of_fire(mover.hex, mover.facing, Arm::Artillery);
        if reach.intersects(&seen.held(!self.side)) {
            return Aim::Stay;
        }
        if is_there {
            return watch_for_enemies(seen, mover, u8::MAX);
        }
        Aim::Limber
    }

    /// Is there anything for the unit to do that takes a move?
    pub(super) fn wants_to_move(&self, seen: &Seen<'_, R>, mover: &Mover<R>, aim: Aim<R>) -> bool {
        match aim {
            Aim::Stay => false,
            Aim::Face(facing) => facing != mover.facing,
            Aim::Go { table, .. } => self.can_come_nearer(seen, mover, table, None),
            Aim::Enter { table, target, .. } => self.can_come_nearer(seen, mover, table, Some(target)),
            Aim::Slip(ways) => !ways.is_empty(),
            Aim::Charge { .. } | Aim::Unlimber(_) | Aim::Limber => true,
        }
    }

    /// Is there a neighbouring hex, or a turn, nearer to the goal, and not held by an enemy other than the target?
    fn can_come_nearer(
        &self,
        seen: &Seen<'_, R>,
        mover: &Mover<R>,
        table: TableId,
        target: Option<HexId>,
    ) -> bool {
        let here = self.ways.left(table, mover.hex, mover.facing);
        if here == 0 {
            return false;
        }
        let enemies = seen.held(!self.side);
        let is_nearer = |facing: Facing| {
            facing.front().into_iter().chain(facing.rear()).any(|direction| {
                seen.board().neighbour(mover.hex, direction).is_some_and(|to| {
                    self.ways.left(table, to, facing) < here && (!enemies.contains(to) || Some(to) == target)
                })
            })
        };
        is_nearer(mover.facing)
            || Facing::ALL.into_iter().any(|facing| {
                self.ways.left(table, mover.hex, facing) < here
                    && (facing != mover.facing && is_nearer(facing))
                    || self.ways.left(table, mover.hex, facing) == 0
            })
    }
}

/// To turn to an enemy within this distance that is not in front.
fn watch_for_enemies<R: Room>(seen: &Seen<'_, R>, mover: &Mover<R>, within: u8) -> Aim<R> {
    let Some(nearest) = (within > 0).then(|| seen.nearest_held(!seen.side, mover.hex)).flatten() else {
        return Aim::Stay;
    };
    let is_near = seen.board().distance(mover.hex, nearest) <= within;
    if !is_near || seen.board().sector(mover.hex, mover.facing).contains(nearest) {
        return Aim::Stay;
    }
    Aim::Face(habits::facing_to_enemies(seen, mover.hex, mover.facing))
}

/// A hex that a charge may reach.
#[derive(Clone, Copy)]
struct Lane {
    hex: HexId,
    /// The points spent on the way.
    points: u8,
    /// The first hex of the way.
    toward: HexId,
}

/// The best charge that is open to the unit, if there is one with at least these odds: straight ahead, at least three
/// hexes including those already gone, past no unit and over open ground [8.14.1].
fn charge<R: Room>(
    seen: &Seen<'_, R>,
    mover: &Mover<R>,
    hexes: &Hexes<R>,
    prey: UnitSet<R>,
    odds: u8,
) -> Option<Aim<R>> {
    if mover.gait != Gait::Mounted || mover.is_moving && mover.group.intersects(seen.barred_from_charging()) {
        return None;
    }
    // Nor where it is not yet: about to return from flight.
    if seen.hex_of(mover.unit) != Some(mover.hex) {
        return None;
    }
    let enemies = seen.held(!seen.side);
    let ahead = seen.board().sector(mover.hex, mover.facing) & enemies & *hexes;
    if ahead.is_empty() {
        return None;
    }
    let friends = seen.held(seen.side);
    let steps = if mover.is_moving { seen.steps(mover.unit) } else { 0 };
    let points = mover.group.iter().map(|unit| seen.points_left(unit)).min().unwrap_or(0);
    // Straight ahead each hex is one farther away, and takes at least a point.
    let may_be_charged = |hex: &HexId| {
        let far = seen.board().distance(mover.hex, *hex);
        let is_prey = seen.stack(!seen.side, *hex).intersects(prey);
        is_prey && far < points && steps + far >= RUN_UP
    };
    let targets: Hexes<R> = ahead.iter().filter(may_be_charged).collect();
    let [right, left] = mover.facing.front();
    let mut best: Option<(u8, Aim<R>)> = None;
    let mut row = [None; MOST_LANES];
    row[0] = Some(Lane { hex: mover.hex, points: 0, toward: mover.hex });
    for ahead in 1..=LONGEST_CHARGE {
        let mut next: [Option<Lane>; MOST_LANES] = [None; _];
        let mut is_open = false;
        for (at, lane) in row.iter().enumerate().take(ahead.into()) {
            let Some(lane) = lane else { continue };
            if !seen.board().sector(lane.hex, mover.facing).intersects(&targets) {
                continue;
            }
            for (place, direction) in [(at, left), (at + 1, right)] {
                let Some(to) = seen.board().neighbour(lane.hex, direction) else { continue };
                if friends.contains(to) || !seen.is_open_to_charges(lane.hex, direction) {
                    continue;
                }
                let ground = seen.ground_points_towards(lane.hex, direction, Arm::Cavalry);
                // [6.11] One more into an enemy hex.
                let spent = lane.points.saturating_add(ground);
                let toward = if ahead == 1 { to } else { lane.toward };
                if enemies.contains(to) {
                    if spent < points && targets.contains(to) {
                        let won = habits::odds_of_entering(seen, mover.group, lane.hex, to, true);
                        if won >= odds && best.is_none_or(|(most, _)| won > most) {
                            best = Some((won, Aim::Charge { toward, target: to }));
                        }
                    }
                } else if spent < points && next[place].is_none_or(|other: Lane| spent < other.points) {
                    next[place] = Some(Lane { hex: to, points: spent, toward });
                    is_open = true;
                }
            }
        }
        if !is_open {
            break;
        }
        row = next;
    }
    best.map(|(_, aim)| aim)
}
