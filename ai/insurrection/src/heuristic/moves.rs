//! Which units to move, and the move under way: what each unit would gain, and the route that it then follows leg by
//! leg. `routes` finds the route.

use szala_board::{HexId, Ordinal};
use szala_insurrection::{Action, Arm, CommanderId, Hexes, Insurrection, Room, Row, State, UnitId, UnitSet};
use szala_kernel::Rules as _;

use super::routes::Route;
use super::{Heuristic, Verdict};
use crate::marches::Leg;
use szala_ai::Glance;

/// The value of an action not to be taken.
pub(super) const NEVER: i32 = -100_000;

/// Alone, with the stack, and both in double time.
const WAYS: usize = 4;

/// How a move begins: with the stack, in double time?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    pub(super) stack: bool,
    pub(super) double_time: bool,
}

impl Manner {
    fn index(self) -> usize {
        usize::from(self.stack) + 2 * usize::from(self.double_time)
    }
}

/// The gain of each unit's best move, computed on first request in an activation.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plans<R: Room> {
    /// The activation.
    of: Option<(u8, CommanderId)>,
    /// The units for which it is known, alone and with their stacks.
    known: [UnitSet<R>; WAYS],
    /// Of these, the ones that would attack.
    attacking: [UnitSet<R>; WAYS],
    /// The best move of each unit for which it is known.
    gains: [R::ByUnit<Gain>; WAYS],
    /// The route of the best of those computed for this very decision.
    pub(super) found: Route<R>,
}

/// The gain of a unit's best move, and its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Gain {
    value: i32,
    why: &'static str,
}

impl<R: Room> Plans<R> {
    pub(super) fn none() -> Self {
        Self {
            of: None,
            known: [UnitSet::EMPTY; WAYS],
            attacking: [UnitSet::EMPTY; WAYS],
            gains: [R::ByUnit::of(Gain { value: 0, why: "" }); WAYS],
            found: Route::NONE,
        }
    }

    /// Is the best move of a unit known?
    fn knows(&self, unit: UnitId, manner: Manner) -> bool {
        self.known[manner.index()].contains(unit)
    }

    fn gain(&self, unit: UnitId, manner: Manner) -> Option<Gain> {
        self.knows(unit, manner).then(|| self.gains[manner.index()][unit.index()])
    }

    /// A route that has just been found.
    fn note(&mut self, unit: UnitId, manner: Manner, route: Route<R>) {
        let Route { value, why, enter, .. } = route;
        let place = manner.index();
        self.known[place].insert(unit);
        match enter {
            Some(_) => self.attacking[place].insert(unit),
            None => self.attacking[place].remove(unit),
        }
        self.gains[place][unit.index()] = Gain { value, why };
        if self.found.group.is_empty() || value > self.found.value {
            self.found = route;
        }
    }

    /// Forgets the plans of units that would attack: their odds have changed.
    fn forget_attacks(&mut self) {
        for (known, attacking) in self.known.iter_mut().zip(self.attacking) {
            *known -= attacking;
        }
    }

    /// Forgets all plans: everything has changed.
    pub(super) fn forget_gains(&mut self) {
        self.known = [UnitSet::EMPTY; WAYS];
    }
}

// ---- Whom to move ----

impl<R: Room> Heuristic<R> {
    /// Forgets what was planned for another activation, and what was found for another decision.
    pub(super) fn begin_to_plan(&mut self) {
        let now = self.state.active().map(|commander| (self.state.stage(), commander));
        if self.plans.of != now {
            self.plans.forget_gains();
            self.plans.of = now;
        }
        self.plans.found = Route::NONE;
    }

    /// Is a move of this unit weighed whose gain is not known?
    pub(super) fn has_to_plan(&self, unit: UnitId, manner: Manner) -> bool {
        (!manner.double_time || self.weights.double_time > 0) && !self.plans.knows(unit, manner)
    }

    /// Computes what each unit that may begin a move would gain, unless it is known already.
    pub(super) fn plan_the_activation(&mut self, game: &Insurrection<R>, legal: &[Action]) {
        for action in legal {
            let Action::Begin { unit, stack, double_time } = *action else { continue };
            let manner = Manner { stack, double_time };
            if self.has_to_plan(unit, manner) {
                let group = self.group_of(game, unit, stack);
                let mut route = self.best_way(game, group, double_time);
                route.value = self.value_as_ordered(group, route.value);
                self.plans.note(unit, manner, route);
            }
        }
    }

    /// The best route of these units, in double time or not.
    pub(super) fn best_way(&mut self, game: &Insurrection<R>, group: UnitSet<R>, doubles: bool) -> Route<R> {
        if !doubles {
            return self.best_route(game, group);
        }
        let mut route = self.best_double(game, group, None);
        route.value -= self.weights.double_time;
        route
    }

    /// [8.16] The unit alone, or with the units of its stack that may move.
    pub(super) fn group_of(&self, game: &Insurrection<R>, unit: UnitId, stack: bool) -> UnitSet<R> {
        let state = &self.state;
        let Some(hex) = state.hex_of(unit).filter(|_| stack) else { return UnitSet::of(unit) };
        let foot_guns = game.all_guns() - state.limbered();
        (game.movable(state) & state.stack(self.scene.side, hex)) - foot_guns
    }

    pub(super) fn value_of_turn(&mut self, game: &Insurrection<R>, action: Action) -> Verdict {
        match action {
            Action::Fire { .. } | Action::Shell { .. } => {
                let shot = self.value_of_shot(game, action);
                Verdict::new(self.shot_as_ordered(shot.value), shot.why)
            }
            Action::Limber(gun) => self.value_of_limbering(game, gun),
            Action::TurnGun { gun, facing } => self.value_of_turning_gun(game, gun, facing),
            Action::HaulGun { gun, hex, facing } => self.value_of_hauling(game, gun, hex, facing),
            Action::Begin { unit, stack, double_time } => {
                match self.plans.gain(unit, Manner { stack, double_time }) {
                    Some(gain) => Verdict::new(gain.value - self.weights.stir, gain.why),
                    None => Verdict::new(NEVER, "no plan"),
                }
            }
            Action::ClearMarker(unit) => self.value_of_clearing(game, unit),
            Action::BeginLine { from, to } => self.value_of_line(game, from, to),
            Action::SideBySide(hex) => self.value_of_side_by_side(hex),
            Action::Finish => Verdict::new(0, "nothing better to do"),
            _ => Verdict::new(NEVER, "not tried"),
        }
    }

    /// [10.9.10] Worth its point to a unit that will fire and does not march.
    fn value_of_clearing(&self, game: &Insurrection<R>, unit: UnitId) -> Verdict {
        let hex = self.state.hex_of(unit).expect("on the map");
        let field = game.field_of_fire(hex, self.state[unit].facing, game.arm(unit));
        let stays = self
            .plans
            .gain(unit, Manner { stack: false, double_time: false })
            .is_none_or(|gain| gain.value <= self.weights.stir);
        if stays && field.intersects(&self.scene.theirs) {
            Verdict::new(self.weights.first_shot / 2 + 1, "the next shot is a first one again")
        } else {
            Verdict::new(NEVER, "the point is needed")
        }
    }

    /// [8.10] What its stacks gain by their own moves, if two or more do.
    fn value_of_line(&self, game: &Insurrection<R>, from: HexId, to: HexId) -> Verdict {
        let state = &self.state;
        let line = game.line_between(state, from, to).filter(|_| self.weights.line > 0);
        let Some(line) = line else { return Verdict::new(NEVER, "no line") };
        let hexes: Hexes<R> = line.iter().filter_map(|unit| state.hex_of(unit)).collect();
        let gains = hexes.iter().filter_map(|hex| {
            let group = line & state.stack(self.scene.side, hex);
            let manner = Manner { stack: group.len() > 1, double_time: false };
            self.plans.gain(game.top(state, group)?, manner).filter(|gain| gain.value > self.weights.stir)
        });
        let (who, sum) = gains.fold((0, 0), |(who, sum), gain| (who + 1, sum + gain.value));
        if who < 2 {
            return Verdict::new(NEVER, "no line");
        }
        Verdict::new(sum - self.weights.stir - self.weights.line, "a line")
    }

    /// [6.2.1] Firepowers add up and losses fall on the top unit: it is free, and nobody goes back on it.
    fn value_of_side_by_side(&self, hex: HexId) -> Verdict {
        let is_declared = self.state.stack(self.scene.side, hex).intersects(self.state.side_by_side());
        if self.weights.side_by_side == 0 || is_declared {
            return Verdict::new(NEVER, "not side by side");
        }
        Verdict::new(self.weights.side_by_side, "side by side")
    }

    /// Drops the plans and the route that a decision changes.
    pub(super) fn remember(&mut self, action: Action) {
        match action {
            Action::Begin { .. } | Action::BeginLine { .. } => {
                self.route = Route::NONE;
                if self.weights.anew > 0 {
                    self.plans.forget_gains();
                } else {
                    self.plans.forget_attacks();
                }
            }
            // [4.4m] The commander named may have acted in this stage before.
            // [6.2.1] Units side by side fire with more.
            Action::Fire { .. } | Action::Shell { .. } | Action::Choose(_) | Action::SideBySide(_) => {
                self.plans.forget_gains();
            }
            Action::Step { .. } | Action::Turn { .. } => self.route.left = self.route.left.saturating_sub(1),
            // The next stack of a line has a route of its own.
            Action::Charge { .. } | Action::Halt(_) => self.route = Route::NONE,
            Action::FormSkirmishOrder(_) => self.route.forms = false,
            _ => (),
        }
    }
}

// ---- The move under way ----

impl<R: Room> Heuristic<R> {
    /// The units that go now: of the stacks of a line [8.10] the one whose route is followed, or else the first.
    fn marching(&self, state: &State<R>) -> UnitSet<R> {
        let (movers, followed) = (state.movers(), self.route.group);
        if followed == movers {
            return movers;
        }
        let Some(hex) = movers.first().and_then(|unit| state.hex_of(unit)) else { return movers };
        let others = |unit: UnitId| state.hex_of(unit) != Some(hex);
        if !movers.iter().any(others) {
            movers
        } else if !followed.is_empty() && followed.is_subset(movers) {
            followed
        } else {
            movers.iter().filter(|unit| !others(*unit)).collect()
        }
    }

    /// The next leg of the route of the moving units, if it is open and there is nothing else to weigh.
    pub(super) fn leg_at_once(&mut self, game: &Insurrection<R>, state: &State<R>) -> Option<Action> {
        let movers = self.marching(state);
        let is_followed = self.route.group == movers;
        let are_guns = movers.intersects(game.all_guns());
        // Guns may unlimber instead, when their move has just begun.
        let is_found = || self.has_found(state) && !are_guns;
        if !is_followed && !is_found() {
            return None;
        }
        let route = if is_followed { &self.route } else { &self.plans.found };
        if (are_guns || can_spare_a_shot(game, state, route)) && game.can_fire_on_the_move(state) {
            return None;
        }
        let leg = open_leg(game, state, route)?;
        if !is_followed {
            (self.route, self.plans.found) = (self.plans.found, Route::NONE);
        }
        self.remember(leg);
        Some(leg)
    }

    /// The first leg of the best route of moving units without one, if there is nothing else to weigh.
    pub(super) fn new_leg_at_once(&mut self, glance: Glance<'_, Insurrection<R>>) -> Option<Action> {
        let (game, state) = (glance.rules(), glance.position());
        let movers = self.marching(state);
        if self.has_found(state) || movers.intersects(game.all_guns()) || game.can_fire_on_the_move(state) {
            return None;
        }
        self.look_round(glance);
        let best = self.best_way(game, movers, movers.intersects(state.doubling()));
        let open = |route: Route<R>| Some((route, open_leg(game, &self.state, &route)?));
        // The route that looked open is not: stay here.
        let (route, leg) = open(best).or_else(|| open(best.given_up(movers)))?;
        self.route = route;
        self.remember(leg);
        Some(leg)
    }

    /// Do the moving units follow a route whose next leg is open?
    pub(super) fn is_under_way(&self, legal: &[Action]) -> bool {
        self.route.group == self.marching(&self.state) && legal.iter().any(|action| self.is_next(*action))
    }

    /// Is the last route that was found that of the moving units, as they move?
    fn has_found(&self, state: &State<R>) -> bool {
        let (movers, found) = (self.marching(state), &self.plans.found);
        found.group == movers && found.doubles == movers.intersects(state.doubling())
    }

    /// Uses the route of the moving units if it was found when their move was chosen.
    pub(super) fn take_up_the_route(&mut self) {
        if self.has_found(&self.state) {
            (self.route, self.plans.found) = (self.plans.found, Route::NONE);
        }
    }

    /// Finds the route of the moving units, unless their present one is still open.
    pub(super) fn plan_the_next_leg(&mut self, game: &Insurrection<R>, legal: &[Action]) {
        if self.is_under_way(legal) {
            return;
        }
        let movers = self.marching(&self.state);
        self.route = self.best_way(game, movers, movers.intersects(self.state.doubling()));
        if !self.is_under_way(legal) {
            // The route that looked open is not: stay here.
            self.route = self.route.given_up(movers);
        }
    }

    /// Is this the next leg of the route?
    fn is_next(&self, action: Action) -> bool {
        let from = self.route.group.first().and_then(|unit| self.state.hex_of(unit));
        let (Action::Step { from: here, .. }
        | Action::Charge { from: here, .. }
        | Action::Turn { hex: here, .. }
        | Action::FormSkirmishOrder(here)
        | Action::Halt(here)) = action
        else {
            return false;
        };
        if from != Some(here) {
            return false;
        }
        if self.route.forms {
            return matches!(action, Action::FormSkirmishOrder(_));
        }
        match (self.route.next(), self.route.enter) {
            (Some(Leg::Go(hex)), _) => matches!(action, Action::Step { to, .. } if to == hex),
            (Some(Leg::Face(due)), _) => matches!(action, Action::Turn { facing, .. } if facing == due),
            (None, Some((hex, true))) => matches!(action, Action::Charge { to, .. } if to == hex),
            (None, Some((hex, false))) => matches!(action, Action::Step { to, .. } if to == hex),
            (None, None) => matches!(action, Action::Halt(_)),
        }
    }

    pub(super) fn value_of_leg(&self, action: Action) -> Verdict {
        if self.is_next(action) {
            // Guns that have arrived unlimber if that has any value.
            let have_arrived = matches!(action, Action::Halt(_)) && self.route.are_guns;
            let value = if have_arrived { 0 } else { self.route.value.max(1) };
            return Verdict::new(value, self.route.why);
        }
        match action {
            Action::Halt(_) => Verdict::new(-1, "halt"),
            _ => Verdict::new(NEVER, "off the route"),
        }
    }

    pub(super) fn value_of_route(&self) -> i32 {
        self.route.value.max(1)
    }
}

/// The next leg of a route, if it is open.
fn open_leg<R: Room>(game: &Insurrection<R>, state: &State<R>, route: &Route<R>) -> Option<Action> {
    let movers = route.group;
    let from = state.hex_of(movers.first()?)?;
    if !movers.is_subset(state.movers()) || !movers.is_subset(state.stack(game.side_on_move(state), from)) {
        return None;
    }
    let leg = match (route.next(), route.enter) {
        _ if route.forms => Action::FormSkirmishOrder(from),
        (Some(Leg::Go(to)), _) | (None, Some((to, false))) => Action::Step { from, to },
        (Some(Leg::Face(facing)), _) => Action::Turn { hex: from, facing },
        (None, Some((to, true))) => Action::Charge { from, to },
        (None, None) => Action::Halt(from),
    };
    game.refusal(state, leg).is_none().then_some(leg)
}

/// [10.9.2] A shot costs a point: only where the march is over, or the last step can still be paid for; and never
/// before a charge [8.14.1].
pub(super) fn can_spare_a_shot<R: Room>(game: &Insurrection<R>, state: &State<R>, route: &Route<R>) -> bool {
    match (route.next(), route.enter) {
        (None, None) => true,
        (None, Some((hex, false))) => {
            let movers = route.group;
            let left = movers.iter().map(|unit| game.points_left(state, unit)).min().unwrap_or(0);
            let from = movers.first().and_then(|unit| state.hex_of(unit));
            let arm = movers.first().map_or(Arm::Infantry, |unit| game.arm(unit));
            let points = from.and_then(|from| game.ground_points(from, hex, arm));
            points.is_some_and(|points| left > points + 1)
        }
        _ => false,
    }
}
