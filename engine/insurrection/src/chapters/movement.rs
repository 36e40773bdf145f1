//! Chapter 8: movement. Who may move, with how many points, and how a move begins; how it goes on is in `under_way`.

pub(crate) mod ground;
mod gun;
mod line;
mod step;
mod under_way;

use szala_board::HexId;
use szala_kernel::{ActionList, Dice, Journal, Rule, Table, rule};

use crate::chapters::fire::Occasion;
use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{Arm, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::State;

/// [8.8] Movement points of a phase.
mod allowance {
    pub(super) const INFANTRY: u8 = 4;
    pub(super) const CAVALRY: u8 = 8;
    pub(super) const COSSACKS: u8 = 9;
    /// [8.12] Limbered guns.
    pub(super) const LIMBERED: u8 = 3;
    /// [8.9] More in double time.
    pub(super) const DOUBLE_TIME: u8 = 2;
}

/// [8.8] Movement points of a commander, one for each hex [8.2].
pub(crate) const COMMANDERS_POINTS: u8 = 9;

impl<R: Room> Insurrection<R> {
    /// [8.8] The movement points that a unit has in a phase.
    pub fn allowance(&self, state: &State<R>, unit: UnitId) -> u8 {
        let card = self.scenario.unit(unit);
        let points = match card.arm {
            Arm::Infantry => allowance::INFANTRY,
            Arm::Cavalry if card.cossack => allowance::COSSACKS,
            Arm::Cavalry => allowance::CAVALRY,
            Arm::Artillery => allowance::LIMBERED,
        };
        points + if state.marks.doubling.contains(unit) { allowance::DOUBLE_TIME } else { 0 }
    }

    /// [8.3] [8.4] What is left of them; what is not used is lost.
    pub fn points_left(&self, state: &State<R>, unit: UnitId) -> u8 {
        self.allowance(state, unit).saturating_sub(state[unit].spent)
    }

    /// [8.9] What a unit that begins a march in double time has, or what is left of it.
    pub fn points_left_in_double_time(&self, state: &State<R>, unit: UnitId) -> u8 {
        let more = if state.marks.doubling.contains(unit) { 0 } else { allowance::DOUBLE_TIME };
        self.points_left(state, unit) + more
    }

    /// [D-8.16a] A moving stack has the lowest allowance of its units.
    pub(crate) fn group_points_left(&self, state: &State<R>, group: UnitSet<R>) -> u8 {
        group.iter().map(|unit| self.points_left(state, unit)).min().unwrap_or(0)
    }

    /// Takes points from units that move together, and records it.
    pub(crate) fn spend<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        points: u8,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        for unit in group.iter() {
            let before = state[unit].spent;
            state[unit].spent = before.saturating_add(points);
            table.change(
                rule,
                "spent",
                self.scenario.unit(unit).subject,
                before.into(),
                state[unit].spent.into(),
            );
        }
    }

    /// [8.5] Nothing is left of the points of these units.
    pub(crate) fn exhaust<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        for unit in group.iter() {
            let left = self.points_left(state, unit);
            self.spend(state, UnitSet::of(unit), left, rule, table);
        }
    }

    /// May the unit begin a move now?
    pub(crate) fn may_move(&self, state: &State<R>, unit: UnitId) -> Verdict {
        let hex = state.hex_of(unit).ok_or(rule!("8.1"))?;
        // [3.3] Only units that the active commander leads move; [D-8.16a] each at most once a phase.
        if !state.led.contains(unit) {
            return Err(self.why_not_led(state));
        }
        require(!state.marks.moved.contains(unit), rule!("D-8.16a"))?;
        // [10.7] Stopped for the phase. [11.11.3] Just back from flight.
        require(!state.marks.stopped.contains(unit), rule!("10.7"))?;
        require(!state.marks.returned.contains(unit), rule!("11.11.3"))?;
        // [6.13] A melee hex is left by melee alone.
        require(!state.is_melee_hex(hex), rule!("6.13"))?;
        // [4.2] [4.3] [D-4.2a] In command, measured as the move begins. [D-4.2b] Else it does not move.
        self.must_be_in_command(state, unit)
    }

    /// May the unit begin a move now, if only on its trail?
    pub fn is_movable(&self, state: &State<R>, unit: UnitId) -> bool {
        self.may_move(state, unit).is_ok()
    }

    /// The units led by the active commander that may begin a move, guns on their trails among them.
    /// All at once what `may_move` answers one by one.
    pub fn movable(&self, state: &State<R>) -> UnitSet<R> {
        self.units_that_may_move(state).collect()
    }

    fn units_that_may_move(&self, state: &State<R>) -> impl Iterator<Item = UnitId> {
        let (side, marks) = (self.active_side(state), &state.marks);
        let free = (state.led & state.on_map[side]) - marks.moved - marks.stopped - marks.returned;
        let is_led = state.post_of_active().map(|from| self.reaches_from(state, side, from));
        free.iter().filter(move |unit| {
            let can = |hex| !state.holds(!side, hex) && is_led.as_ref().is_some_and(|is_led| is_led(hex));
            state.hex_of(*unit).is_some_and(can)
        })
    }

    /// [8.16] [D-8.16b] Those of the movable units that would move together as a stack from this hex; foot guns do not.
    fn stack_that_moves(&self, state: &State<R>, movable: UnitSet<R>, hex: HexId) -> UnitSet<R> {
        let foot_guns = self.guns - state.marks.limbered;
        state.stack(self.active_side(state), hex) & (movable - foot_guns)
    }

    // ---- The active side's turn in the alternation [10.4] ----

    /// Nothing to choose but to finish: that is done without asking. [D-4.4c] When the commander has fallen, fire is
    /// what is left to choose.
    pub(crate) fn run_active_turn<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        if self.can_do_anything(state) {
            return Next::Ask;
        }
        self.finish_movement(state, table);
        Next::Run
    }

    /// Is anything legal but to finish? Asked in the order of what is likely.
    fn can_do_anything(&self, state: &State<R>) -> bool {
        let side = self.active_side(state);
        let led = state.led & state.on_map[side];
        self.units_that_may_move(state).next().is_some()
            || (led & state.marks.carries).iter().any(|unit| self.may_clear_marker(state, unit).is_ok())
            || self.can_fire(state, side, Occasion::Active)
            || self
                .shared_hexes(state, side)
                .iter()
                .any(|hex| self.may_toggle_side_by_side(state, hex).is_ok())
    }

    pub(crate) fn active_turn_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        let side = self.active_side(state);
        let led = state.led & state.on_map[side];
        let movable = self.movable(state);
        for unit in movable.iter() {
            // A unit that stands alone is no stack; only infantry goes in double time [8.9].
            let hex = state.hex_of(unit).expect("may move, so on the map");
            let is_alone = state.stack(side, hex) == UnitSet::of(unit);
            let may_hurry = self.infantry.contains(unit);
            for stack in [false, true].into_iter().filter(|stack| !(*stack && is_alone)) {
                if self.may_begin(state, movable, unit, stack, false).is_err() {
                    continue;
                }
                list.push(Action::Begin { unit, stack, double_time: false });
                if may_hurry && self.may_begin(state, movable, unit, stack, true).is_ok() {
                    list.push(Action::Begin { unit, stack, double_time: true });
                }
            }
        }
        self.line_actions(state, movable, list);
        // [8.11] On their trails: limbered they move like others.
        for gun in ((movable & self.guns) - state.marks.limbered).iter() {
            self.foot_gun_actions(state, gun, list);
        }
        for unit in
            (led & state.marks.carries).iter().filter(|unit| self.may_clear_marker(state, *unit).is_ok())
        {
            list.push(Action::ClearMarker(unit));
        }
        for hex in &self.shared_hexes(state, side) {
            if self.may_toggle_side_by_side(state, hex).is_ok() {
                list.push(Action::SideBySide(hex));
            }
        }
        self.fire_actions(state, side, Occasion::Active, list);
        list.push(Action::Finish);
    }

    pub(crate) fn active_turn_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        match action {
            Action::Begin { unit, stack, double_time } => {
                self.may_begin(state, self.movable(state), unit, stack, double_time).err()
            }
            Action::BeginLine { from, to } => {
                self.line_that_moves(state, self.movable(state), from, to).err()
            }
            Action::ClearMarker(unit) => self.may_clear_marker(state, unit).err(),
            Action::SideBySide(hex) => self.may_toggle_side_by_side(state, hex).err(),
            Action::Fire { .. } | Action::Shell { .. } => {
                self.fire_refusal(state, self.active_side(state), Occasion::Active, action)
            }
            Action::TurnGun { .. } | Action::HaulGun { .. } | Action::Limber(_) => {
                self.foot_gun_refusal(state, action)
            }
            Action::Finish => None,
            _ => Some(rule!("10.4")),
        }
    }

    pub(crate) fn decide_active_turn<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match action {
            Action::Finish => return self.finish_movement(state, table),
            // These cost no turn of the alternation.
            Action::ClearMarker(unit) => return self.clear_marker(state, unit, table),
            Action::SideBySide(hex) => return self.toggle_side_by_side(state, hex),
            _ => (),
        }
        // [10.4] [D-10.4a] When this is over, the other side may fire.
        state.agenda.push(Task::FireTurn);
        match action {
            Action::Begin { unit, stack, double_time } => {
                let hex = state.hex_of(unit).expect("on the map");
                let group = if stack {
                    self.stack_that_moves(state, self.movable(state), hex)
                } else {
                    UnitSet::of(unit)
                };
                if double_time {
                    state.marks.doubling |= group;
                    table.remark(rule!("8.9"), "double time", self.scenario.unit(unit).subject);
                }
                self.begin_move(state, group);
            }
            Action::BeginLine { from, to } => {
                let movable = self.movable(state);
                let group = self.line_that_moves(state, movable, from, to).expect("the line was listed");
                self.begin_move(state, group);
            }
            Action::Fire { .. } | Action::Shell { .. } => {
                self.fire(state, self.active_side(state), Occasion::Active, action, table);
            }
            _ => self.decide_foot_gun(state, action, table),
        }
    }

    fn begin_move(&self, state: &mut State<R>, group: UnitSet<R>) {
        self.note_acting(state, group);
        state.movers = group;
        (state.waiting, state.waited_at) = (UnitSet::EMPTY, None);
        state.marks.moved |= group;
        state.marks.no_charge -= group;
        state.marks.wheeled -= group;
        state.marks.lifted -= group;
        for unit in group.iter() {
            state[unit].steps = 0;
            state[unit].charges = 0;
        }
        state.agenda.push(Task::Moving);
    }

    /// The movement phase is over: guns are ready again [10.10.5], and phase 3 follows.
    fn finish_movement<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        state.agenda.pop();
        self.markers_are_settled(state);
        self.guns_are_ready(state);
        self.recapture_guns(state, table);
    }

    /// [8.16] [8.9] May this unit, or its stack as one, begin a move?
    fn may_begin(
        &self,
        state: &State<R>,
        movable: UnitSet<R>,
        unit: UnitId,
        stack: bool,
        double_time: bool,
    ) -> Verdict {
        if !movable.contains(unit) {
            return self.may_move(state, unit);
        }
        // [8.11] Foot guns do not move so.
        require(self.arm(unit) != Arm::Artillery || state.marks.limbered.contains(unit), rule!("8.11"))?;
        let hex = state.hex_of(unit).expect("may move, so on the map");
        let group = if stack {
            let group = self.stack_that_moves(state, movable, hex);
            // A stack is named by its top unit, so that it has one name.
            require(group.len() > 1 && self.top(state, group) == Some(unit), rule!("8.16"))?;
            group
        } else {
            UnitSet::of(unit)
        };
        self.may_act(state, group)?;
        // A square moves whole or not at all [7.2.2].
        let square = self.square_at(state, self.active_side(state), hex);
        require(!group.intersects(square) || square.is_subset(group), rule!("7.2.2"))?;
        if double_time {
            // [8.9] [D-8.9b] Infantry that has spent nothing, not in square.
            let fresh = group.iter().all(|unit| state[unit].spent == 0);
            require(group.is_subset(self.infantry) && fresh && square.is_empty(), rule!("8.9"))?;
        }
        Ok(())
    }

    // ---- [10.9.10] The carried marker ----

    /// [10.9.10] [D-10.9.10a] Pay one point, in the phase of one's commander, before the stage's first shot.
    fn may_clear_marker(&self, state: &State<R>, unit: UnitId) -> Verdict {
        let due = rule!("10.9.10");
        require(state.marks.carries.contains(unit) && state.hex_of(unit).is_some(), due)?;
        // [D-M4.4d] A commander who leads units of others in person is not theirs.
        require(state.led.contains(unit) && !state.calls, due)?;
        self.must_be_in_command(state, unit)?;
        require(!state.marks.doubling.contains(unit) && self.points_left(state, unit) > 0, due)?;
        // [D-11.11.3b] A unit that has just come back has no points to pay with.
        require(!state.marks.returned.contains(unit), rule!("11.11.3"))?;
        require(!state.is_melee_hex(state.hex_of(unit).expect("on the map")), due)
    }

    fn clear_marker<D: Dice, J: Journal>(&self, state: &mut State<R>, unit: UnitId, table: &mut Table<D, J>) {
        let shots = state[unit].shots;
        self.note_acting(state, UnitSet::of(unit));
        state.marks.carries.remove(unit);
        state[unit].shots -= 1;
        table.change(
            rule!("10.9.10"),
            words::SHOTS,
            self.scenario.unit(unit).subject,
            shots.into(),
            (shots - 1).into(),
        );
        self.spend(state, UnitSet::of(unit), 1, rule!("10.9.10"), table);
    }
}
