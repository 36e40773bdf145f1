//! The active side's turn and the moves of its units, by the plan: which unit moves next, by which step. `aim` has
//! the intentions of units; shots are a habit.

use szala_board::{Facing, HexId, Zone};
use szala_insurrection::{Action, Room, UnitId, UnitSet};
use szala_kernel::ActionList;

use crate::habits;
use crate::plan::aim::{Aim, Mover};
use crate::plan::candidates::Candidates;
use crate::plan::order::{Manner, Plan};
use crate::plan::slip;
use crate::plan::ways::{FAR, Gait, TableId};
use crate::seen::Seen;

/// The extra cost of a step among friends: the point that leaving them costs [6.3].
const AMONG_FRIENDS: u16 = 2;
/// [10.9.1] The shots of a stage.
const MOST_SHOTS: u8 = 4;
/// An enemy within this distance makes it worth while to pay for a marker [10.9.10].
const NEAR: u8 = 4;

impl<R: Room> Plan<R> {
    // ---- The active side's turn [10.4] ----

    /// Guns fire, units move in the sequence of the orders, standing units fire; then the side is finished.
    pub(super) fn active_turn(&self, seen: &Seen<'_, R>, shots: &mut ActionList<Action>) -> Action {
        if seen.has_a_shot_of_guns() {
            seen.shots_into(shots);
            if let Some(place) = habits::best_shot(seen, shots, |_, _| false) {
                return shots[place];
            }
        }
        let move_or_get_ready = self.next_move(seen).or_else(|| self.make_ready(seen));
        move_or_get_ready.or_else(|| self.shot(seen, shots, false)).unwrap_or(Action::Finish)
    }

    /// Begins the move of the first unit that has one to make.
    fn next_move(&self, seen: &Seen<'_, R>) -> Option<Action> {
        let mut left = self.beginners(seen);
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
                    && let Some(begin) = self.begin(seen, &mover, aim)
                {
                    return Some(begin);
                }
            }
        }
        None
    }

    /// Units that may begin a move, alone or for their stack.
    fn beginners(&self, seen: &Seen<'_, R>) -> UnitSet<R> {
        let movable = seen.movable();
        // [7.2.2] A square moves as a whole, if its top unit begins.
        let squares = movable & seen.squares();
        let begins = |unit, stack| seen.allows(Action::Begin { unit, stack, double_time: false });
        let of_squares = squares.iter().filter(|unit| begins(*unit, false) || begins(*unit, true));
        (movable - squares) | of_squares.collect()
    }

    /// How the unit begins what it intends.
    fn begin(&self, seen: &Seen<'_, R>, mover: &Mover<R>, aim: Aim<R>) -> Option<Action> {
        let gun = mover.unit;
        let double_time = match aim {
            Aim::Limber => return seen.if_legal(Action::Limber(gun)),
            Aim::Face(facing) if mover.gait == Gait::Limbered && !seen.limbered().contains(gun) => {
                return seen.if_legal(Action::TurnGun { gun, facing });
            }
            Aim::Go { double_time, .. } | Aim::Enter { double_time, .. } => double_time,
            _ => false,
        };
        let stack = seen.stack(self.side, mover.hex);
        let with_all = if stack.len() > 1 { self.begin_stack(seen, stack, aim, double_time) } else { None };
        with_all.or_else(|| begin(seen, mover.unit, false, double_time))
    }

    /// [8.16] Units that stand together and have the same intention move as one.
    fn begin_stack(
        &self,
        seen: &Seen<'_, R>,
        stack: UnitSet<R>,
        aim: Aim<R>,
        double_time: bool,
    ) -> Option<Action> {
        let is_of_one_mind = |unit: UnitId| {
            Mover::of(seen, unit, UnitSet::of(unit)).is_some_and(|mover| is_like(self.aim(seen, &mover), aim))
        };
        if stack.intersects(seen.guns()) || !stack.iter().all(is_of_one_mind) {
            return None;
        }
        begin(seen, seen.top(stack)?, true, double_time)
    }

    /// Actions that cost standing units little and help them fire: paying for a marker [10.9.10], standing side by
    /// side [6.2.1].
    fn make_ready(&self, seen: &Seen<'_, R>) -> Option<Action> {
        let is_near = |hex: HexId| {
            let enemy = seen.nearest_held(!self.side, hex);
            enemy.is_some_and(|enemy| seen.board().distance(hex, enemy) <= NEAR)
        };
        let will_fire = |unit: &UnitId| {
            seen.firepower(*unit) > 0
                && seen.hex_of(*unit).is_some_and(is_near)
                && self.manner(seen, *unit).fire_within > 0
        };
        let carriers = seen.carriers() & seen.on_map(self.side);
        let clear = carriers.iter().filter(will_fire).map(Action::ClearMarker);
        let apart = |hex: &HexId| !seen.troops_at(self.side, *hex).intersects(seen.side_by_side());
        let line_up = || seen.shared_hexes(self.side).iter().filter(apart).map(Action::SideBySide);
        clear
            .into_iter()
            .find(|action| seen.allows(*action))
            .or_else(|| line_up().find(|action| seen.allows(*action)))
    }

    // ---- Fire ----

    /// The best shot that the manner of the units allows; in reaction they keep none in reserve.
    pub(super) fn shot(
        &self,
        seen: &Seen<'_, R>,
        shots: &mut ActionList<Action>,
        is_reaction: bool,
    ) -> Option<Action> {
        seen.shots_into(shots);
        // Most shots of a list are from the hex of the one before.
        let mut last: Option<(HexId, u8)> = None;
        let best = habits::best_shot(seen, shots, |from, target| {
            let within = match last {
                Some((hex, within)) if hex == from => within,
                _ => self.fires_within(seen, from, is_reaction),
            };
            last = Some((from, within));
            seen.board().distance(from, target) <= within
        });
        best.map(|place| shots[place])
    }

    /// How far the units in a hex fire at present.
    fn fires_within(&self, seen: &Seen<'_, R>, from: HexId, is_reaction: bool) -> u8 {
        let Some(unit) = seen.top(seen.troops_at(self.side, from)) else { return 0 };
        let Manner { fire_within, keep_shots, .. } = self.manner(seen, unit);
        let kept = if is_reaction { 0 } else { keep_shots };
        if seen.shots(unit) + kept < MOST_SHOTS { fire_within } else { 0 }
    }

    // ---- A move under way ----

    /// The next step of the moving stack, or its end; `None` when it must go on although it does not want to.
    pub(super) fn moving(&self, seen: &Seen<'_, R>) -> Option<Action> {
        let mover = lead(seen)?;
        let halt = || seen.if_legal(Action::Halt(mover.hex));
        if mover.group.intersects(seen.squares()) {
            return leave_square(seen, &mover).or_else(halt);
        }
        let wanted = match self.aim(seen, &mover) {
            Aim::Stay | Aim::Limber => None,
            Aim::Face(facing) => seen.if_legal(Action::Turn { hex: mover.hex, facing }),
            Aim::Go { table, .. } => self.step(seen, &mover, table, None),
            Aim::Slip(ways) => slip::step(seen, &mover, ways),
            Aim::Enter { table, target, odds, .. } => {
                let is_ready = odds == 0 || self.is_worth_entering(seen, &mover, target, odds);
                self.step(seen, &mover, table, is_ready.then_some(target))
            }
            Aim::Charge { toward, target } if toward == target => {
                seen.if_legal(Action::Charge { from: mover.hex, to: toward })
            }
            Aim::Charge { toward, .. } => seen.if_legal(Action::Step { from: mover.hex, to: toward }),
            Aim::Unlimber(facing) => seen.if_legal(Action::Unlimber { gun: mover.unit, facing }),
        };
        wanted.or_else(halt)
    }

    /// Is the melee of the adjacent hex, with all units there already, good enough?
    fn is_worth_entering(&self, seen: &Seen<'_, R>, mover: &Mover<R>, target: HexId, odds: u8) -> bool {
        seen.board().distance(mover.hex, target) != 1
            || habits::odds_of_entering(seen, mover.group, mover.hex, target, false) >= odds
    }

    /// The step or turn that leaves the shortest way, including its own cost; only one that makes progress.
    fn step(
        &self,
        seen: &Seen<'_, R>,
        mover: &Mover<R>,
        table: TableId,
        enter: Option<HexId>,
    ) -> Option<Action> {
        let (from, here) = (mover.hex, self.ways.left(table, mover.hex, mover.facing));
        if here == 0 {
            return None;
        }
        if let Some(charge) = enter.and_then(|to| seen.if_legal(Action::Charge { from, to })) {
            return Some(charge);
        }
        let leads_on = |left: &u8| *left < here && *left < FAR;
        let mut ways = Candidates::NONE;
        for to in seen.board().ring(from, 1) {
            let left = Some(self.ways.left(table, to, mover.facing)).filter(leads_on);
            if let Some(left) = left.filter(|_| !seen.holds(!self.side, to) || Some(to) == enter) {
                let among_friends = left > 0 && seen.holds(self.side, to);
                let extra = if among_friends { AMONG_FRIENDS } else { 0 };
                ways.offer(
                    u16::from(left) + u16::from(step_cost(seen, mover, to)) + extra,
                    Action::Step { from, to },
                );
            }
        }
        for facing in Facing::ALL {
            if let Some(left) = Some(self.ways.left(table, from, facing)).filter(leads_on) {
                let about_turn = seen.scenario().values.about_turn;
                let cost = mover.gait.turn(mover.facing.steps_to(facing), about_turn);
                ways.offer(u16::from(left) + u16::from(cost), Action::Turn { hex: from, facing });
            }
        }
        ways.first_legal(seen)
    }

    /// A step that is unwanted but compulsory, in double time [8.9] or out of a stack of friends in which it may not
    /// stay: the one that leaves the shortest way.
    pub(super) fn any_step(&self, seen: &Seen<'_, R>, legal: &[Action]) -> usize {
        let Some(mover) = lead(seen) else { return 0 };
        let left = |to: HexId| match self.aim(seen, &mover) {
            Aim::Go { table, .. } | Aim::Enter { table, .. } => self.ways.left(table, to, mover.facing),
            _ => 0,
        };
        let steps = legal.iter().enumerate().filter_map(|(place, action)| match action {
            Action::Step { to, .. } => Some((seen.holds(!self.side, *to), left(*to), place)),
            _ => None,
        });
        steps.min().map_or(0, |(.., place)| place)
    }

    /// How far a unit in a hex would be from where its orders lead it, in half points, for returns from flight.
    pub(super) fn left_from(&self, seen: &Seen<'_, R>, unit: UnitId, hex: HexId, facing: Facing) -> u8 {
        let gait = Gait::of(seen.arm(unit));
        let mover = Mover { unit, group: UnitSet::of(unit), hex, facing, gait, is_moving: false };
        match self.aim(seen, &mover) {
            Aim::Go { table, .. } | Aim::Enter { table, .. } => self.ways.left(table, hex, facing),
            _ => 0,
        }
    }
}

/// The start of a move, in double time if that is wanted and possible.
fn begin<R: Room>(seen: &Seen<'_, R>, unit: UnitId, stack: bool, double_time: bool) -> Option<Action> {
    let begin = |double_time| seen.if_legal(Action::Begin { unit, stack, double_time });
    double_time.then(|| begin(true)).flatten().or_else(|| begin(false))
}

/// The units whose move is under way, by their leader.
fn lead<R: Room>(seen: &Seen<'_, R>) -> Option<Mover<R>> {
    let group = seen.movers();
    let lead = seen.top(group - seen.guns()).or_else(|| seen.top(group))?;
    Mover::of(seen, lead, group)
}

/// [7.2] Out of a square when the enemy cavalry has gone, to face the enemy.
fn leave_square<R: Room>(seen: &Seen<'_, R>, mover: &Mover<R>) -> Option<Action> {
    let facing = habits::facing_to_enemies(seen, mover.hex, mover.facing);
    seen.if_legal(Action::LeaveSquare { hex: mover.hex, facing })
}

/// Do two units that stand together go the same way?
fn is_like<R: Room>(one: Aim<R>, other: Aim<R>) -> bool {
    match (one, other) {
        (Aim::Go { table: one, .. }, Aim::Go { table: other, .. }) => one == other,
        (Aim::Enter { target: one, .. }, Aim::Enter { target: other, .. })
        | (Aim::Charge { target: one, .. }, Aim::Charge { target: other, .. }) => one == other,
        (one, other) => one == other,
    }
}

/// The half points of a step, by the ground and for going backwards [8.2, 8.6].
fn step_cost<R: Room>(seen: &Seen<'_, R>, mover: &Mover<R>, to: HexId) -> u8 {
    let Some(direction) = seen.board().direction_to(mover.hex, to) else { return 0 };
    let ground = seen.ground_points_towards(mover.hex, direction, seen.arm(mover.unit));
    2 * (ground + u8::from(mover.facing.zone_of(direction) == Zone::Rear))
}
