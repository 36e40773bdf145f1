//! The active side's turn and the moves of its units, as the plan has them: whom to move next, by which step. What a
//! unit is after is `aim`'s business; shots are a habit.

use szala_board::{Facing, HexId, Zone};
use szala_insurrection::{Action, UnitId, UnitSet};

use crate::insurrection::habits;
use crate::insurrection::plan::aim::{Aim, Mover};
use crate::insurrection::plan::order::{Manner, Plan};
use crate::insurrection::plan::slip;
use crate::insurrection::plan::ways::{FAR, Gait, TableId};
use crate::insurrection::seen::Seen;

/// What a step among friends counts more: the point that leaving them costs [6.3].
const AMONG_FRIENDS: u16 = 2;
/// [10.9.1] The shots of a stage.
const MOST_SHOTS: u8 = 4;
/// An enemy so near makes it worth while to pay for a marker [10.9.10].
const NEAR: u8 = 4;

impl Plan {
    // ---- The active side's turn [10.4] ----

    /// Guns fire, units move in the order of the orders, those who stand fire; then it is finished.
    pub(super) fn active_turn(&self, seen: &Seen<'_>, legal: &[Action]) -> usize {
        let shell = |action: &Action| matches!(action, Action::Shell { .. });
        if legal.iter().any(shell)
            && let Some(place) = habits::best_shot(seen, legal, |_, _| false)
        {
            return place;
        }
        if let Some(place) = self.next_move(seen, legal) {
            return place;
        }
        if let Some(place) = self.make_ready(seen, legal) {
            return place;
        }
        self.shot(seen, legal, false).unwrap_or_else(|| habits::decline(legal))
    }

    /// Begins the move of the first unit that has one to make.
    fn next_move(&self, seen: &Seen<'_>, legal: &[Action]) -> Option<usize> {
        let mut left = UnitSet::EMPTY;
        for action in legal {
            match action {
                Action::Begin { unit, .. } | Action::Limber(unit) => left.insert(*unit),
                _ => (),
            }
        }
        for order in &self.orders {
            if left.is_empty() {
                return None;
            }
            if !left.intersects(order.who) || !order.when.holds(seen, self.side) {
                continue;
            }
            for unit in order.sequence.iter().copied() {
                if !left.contains(unit) || !order.when.holds_for(seen, unit) {
                    continue;
                }
                let Some(mover) = Mover::of(seen, unit, UnitSet::of(unit)) else { continue };
                let Some(aim) = self.follow(seen, order, &mover) else { continue };
                left.remove(unit);
                if self.wants_to_move(seen, &mover, aim)
                    && let Some(place) = self.begin(seen, legal, &mover, aim)
                {
                    return Some(place);
                }
            }
        }
        None
    }

    /// How the unit begins what it is after.
    fn begin(&self, seen: &Seen<'_>, legal: &[Action], mover: &Mover, aim: Aim) -> Option<usize> {
        let gun = mover.unit;
        let double_time = match aim {
            Aim::Limber => return habits::place_of(legal, Action::Limber(gun)),
            Aim::Face(facing) if mover.gait == Gait::Limbered && !seen.limbered().contains(gun) => {
                return habits::place_of(legal, Action::TurnGun { gun, facing });
            }
            Aim::Go { double_time, .. } | Aim::Enter { double_time, .. } => double_time,
            _ => false,
        };
        let stack = seen.stack(self.side, mover.hex);
        if stack.len() > 1
            && let Some(place) = self.begin_stack(seen, legal, stack, aim, double_time)
        {
            return Some(place);
        }
        let begin = |double_time| {
            habits::place_of(legal, Action::Begin { unit: mover.unit, stack: false, double_time })
        };
        double_time.then(|| begin(true)).flatten().or_else(|| begin(false))
    }

    /// [8.16] Units that stand together and are after the same move as one.
    fn begin_stack(
        &self,
        seen: &Seen<'_>,
        legal: &[Action],
        stack: UnitSet,
        aim: Aim,
        double_time: bool,
    ) -> Option<usize> {
        let is_of_one_mind = |unit: UnitId| {
            Mover::of(seen, unit, UnitSet::of(unit)).is_some_and(|mover| is_like(self.aim(seen, &mover), aim))
        };
        if stack.intersects(seen.guns()) || !stack.iter().all(is_of_one_mind) {
            return None;
        }
        let unit = seen.top(stack)?;
        let begin = |double_time| habits::place_of(legal, Action::Begin { unit, stack: true, double_time });
        double_time.then(|| begin(true)).flatten().or_else(|| begin(false))
    }

    /// What costs those who stay little and helps them fire: paying for a marker [10.9.10], standing side by side
    /// [6.2.1].
    fn make_ready(&self, seen: &Seen<'_>, legal: &[Action]) -> Option<usize> {
        legal.iter().position(|action| match action {
            Action::ClearMarker(unit) => {
                let manner = || self.manner(seen, *unit);
                let is_near = |hex: HexId| {
                    let enemy = seen.nearest_held(!self.side, hex);
                    enemy.is_some_and(|enemy| seen.board().distance(hex, enemy) <= NEAR)
                };
                seen.firepower(*unit) > 0
                    && seen.hex_of(*unit).is_some_and(is_near)
                    && manner().fire_within > 0
            }
            Action::SideBySide(hex) => !seen.troops_at(self.side, *hex).intersects(seen.side_by_side()),
            _ => false,
        })
    }

    // ---- Fire ----

    /// The best shot that the manner of the units allows; in reaction they keep none back.
    pub(super) fn shot(&self, seen: &Seen<'_>, legal: &[Action], is_reaction: bool) -> Option<usize> {
        let is_shot = |action: &Action| matches!(action, Action::Fire { .. } | Action::Shell { .. });
        if !legal.iter().any(is_shot) {
            return None;
        }
        // Most shots of a list are from the hex of the one before.
        let mut last: Option<(HexId, u8)> = None;
        habits::best_shot(seen, legal, |from, target| {
            let within = match last {
                Some((hex, within)) if hex == from => within,
                _ => self.fires_within(seen, from, is_reaction),
            };
            last = Some((from, within));
            seen.board().distance(from, target) <= within
        })
    }

    /// How far those in a hex fire now.
    fn fires_within(&self, seen: &Seen<'_>, from: HexId, is_reaction: bool) -> u8 {
        let Some(unit) = seen.top(seen.troops_at(self.side, from)) else { return 0 };
        let Manner { fire_within, keep_shots, .. } = self.manner(seen, unit);
        let kept = if is_reaction { 0 } else { keep_shots };
        if seen.shots(unit) + kept < MOST_SHOTS { fire_within } else { 0 }
    }

    // ---- A move under way ----

    /// The next step of the moving stack, or its end.
    pub(super) fn moving(&self, seen: &Seen<'_>, legal: &[Action]) -> usize {
        let group = seen.movers();
        let lead = seen.top(group - seen.guns()).or_else(|| seen.top(group));
        let Some(mover) = lead.and_then(|lead| Mover::of(seen, lead, group)) else { return 0 };
        if group.intersects(seen.squares()) {
            return self.leave_square(seen, legal, &mover);
        }
        let wanted = match self.aim(seen, &mover) {
            Aim::Stay | Aim::Limber => None,
            Aim::Face(facing) => habits::place_of(legal, Action::Turn { hex: mover.hex, facing }),
            Aim::Go { table, .. } => self.step(seen, legal, &mover, table, None),
            Aim::Slip(ways) => slip::step(seen, legal, &mover, ways),
            Aim::Enter { table, target, odds, .. } => {
                let is_ready = odds == 0 || self.is_worth_entering(seen, &mover, target, odds);
                self.step(seen, legal, &mover, table, is_ready.then_some(target))
            }
            Aim::Charge { toward, target } => {
                let way = if toward == target {
                    Action::Charge { from: mover.hex, to: toward }
                } else {
                    Action::Step { from: mover.hex, to: toward }
                };
                habits::place_of(legal, way)
            }
            Aim::Unlimber(facing) => habits::place_of(legal, Action::Unlimber { gun: mover.unit, facing }),
        };
        wanted.or_else(|| habits::place_of(legal, Action::Halt(mover.hex))).unwrap_or_else(|| {
            // It must go on: in double time [8.9], or from among friends with whom it may not stay.
            self.any_step(seen, legal, &mover)
        })
    }

    /// Is the melee of the hex next to it, with all who are there already, good enough?
    fn is_worth_entering(&self, seen: &Seen<'_>, mover: &Mover, target: HexId, odds: u8) -> bool {
        seen.board().distance(mover.hex, target) != 1
            || habits::odds_of_entering(seen, mover.group, mover.hex, target, false) >= odds
    }

    /// The step or turn by which the way that is left, with what it costs itself, is shortest; only one that leads on.
    fn step(
        &self,
        seen: &Seen<'_>,
        legal: &[Action],
        mover: &Mover,
        table: TableId,
        enter: Option<HexId>,
    ) -> Option<usize> {
        let here = self.ways.left(table, mover.hex, mover.facing);
        if here == 0 {
            return None;
        }
        let leads_on = |left: u8| left < here && left < FAR;
        let mut best: Option<(u16, usize)> = None;
        for (place, action) in legal.iter().enumerate() {
            let (left, cost) = match action {
                Action::Charge { to, .. } if Some(*to) == enter => return Some(place),
                Action::Step { to, .. } => {
                    let left = self.ways.left(table, *to, mover.facing);
                    if !leads_on(left) || seen.holds(!self.side, *to) && Some(*to) != enter {
                        continue;
                    }
                    let among_friends = left > 0 && seen.holds(self.side, *to);
                    let extra = if among_friends { AMONG_FRIENDS } else { 0 };
                    (left, u16::from(step_cost(seen, mover, *to)) + extra)
                }
                Action::Turn { facing, .. } => {
                    let left = self.ways.left(table, mover.hex, *facing);
                    if !leads_on(left) {
                        continue;
                    }
                    (left, u16::from(mover.gait.turn(mover.facing.steps_to(*facing))))
                }
                _ => continue,
            };
            let sum = u16::from(left) + cost;
            if best.is_none_or(|(least, _)| sum < least) {
                best = Some((sum, place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// A step that is not wanted but must be taken: the one after which least is left to go.
    fn any_step(&self, seen: &Seen<'_>, legal: &[Action], mover: &Mover) -> usize {
        let left = |to: HexId| match self.aim(seen, mover) {
            Aim::Go { table, .. } | Aim::Enter { table, .. } => self.ways.left(table, to, mover.facing),
            _ => 0,
        };
        let steps = legal.iter().enumerate().filter_map(|(place, action)| match action {
            Action::Step { to, .. } => Some((seen.holds(!self.side, *to), left(*to), place)),
            _ => None,
        });
        steps.min().map_or(0, |(.., place)| place)
    }

    /// [7.2] Out of a square when its cavalry has gone, to face the enemy; else it stays.
    fn leave_square(&self, seen: &Seen<'_>, legal: &[Action], mover: &Mover) -> usize {
        let facing = habits::facing_to_enemies(seen, mover.hex, mover.facing);
        habits::place_of(legal, Action::LeaveSquare { hex: mover.hex, facing })
            .or_else(|| habits::place_of(legal, Action::Halt(mover.hex)))
            .unwrap_or(0)
    }

    /// How far a unit in a hex would be from where its orders lead it, in half points, for returns from flight.
    pub(super) fn left_from(&self, seen: &Seen<'_>, unit: UnitId, hex: HexId, facing: Facing) -> u8 {
        let gait = Gait::of(seen.arm(unit));
        let mover = Mover { unit, group: UnitSet::of(unit), hex, facing, gait, is_moving: false };
        match self.aim(seen, &mover) {
            Aim::Go { table, .. } | Aim::Enter { table, .. } => self.ways.left(table, hex, facing),
            _ => 0,
        }
    }
}

/// Do two units that stand together go the same way?
fn is_like(one: Aim, other: Aim) -> bool {
    match (one, other) {
        (Aim::Go { table: one, .. }, Aim::Go { table: other, .. }) => one == other,
        (Aim::Enter { target: one, .. }, Aim::Enter { target: other, .. })
        | (Aim::Charge { target: one, .. }, Aim::Charge { target: other, .. }) => one == other,
        (one, other) => one == other,
    }
}

/// The half points of a step, by the ground and backwards [8.2, 8.6].
fn step_cost(seen: &Seen<'_>, mover: &Mover, to: HexId) -> u8 {
    let Some(direction) = seen.board().direction_to(mover.hex, to) else { return 0 };
    let ground = seen.ground_points_towards(mover.hex, direction, seen.arm(mover.unit));
    2 * (ground + u8::from(mover.facing.zone_of(direction) == Zone::Rear))
}
