//! A move under way, and how it ends: what a moving stack may do between its first expenditure and its last. Steps are
//! in `step`.

use core::cmp::Ordering;

use szala_board::{Facing, HexId};
use szala_kernel::{ActionList, Dice, Journal, Rule, Table, rule};

use crate::chapters::fire::Occasion;
use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::movement::step::Mover;
use crate::position::action::Action;
use crate::position::agenda::{LossCause, Task};
use crate::position::ids::{Arm, Hexes, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::State;
use crate::position::whereabouts::Whereabouts as _;

/// [8.7] Points for a turn of this many times 60 degrees: one for the first, two for two. The scenario sets the cost of
/// an about-turn.
const TURN_POINTS: [u8; 3] = [0, 1, 2];

impl<R: Room> Insurrection<R> {
    /// Goes on while any mover can; a mover that can only stop is stopped without asking.
    pub(crate) fn run_moving<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        // [D-4.4c] With its commander gone the step under way is the last. With its unspent points the mover may still
        // fire, when its side's turn comes.
        let commander = state.active.expect("a commander is active in phase 2");
        if state.hex_of_commander(commander).is_none() {
            self.halt_all(state, table);
        }
        for hex in self.mover_hexes(state) {
            if !self.has_choice(state, hex) {
                self.halt(state, hex, table);
            }
        }
        if state.movers.is_empty() {
            // [7.2m] Unless skirmishers have come to a halt, and are to face somewhere first.
            if state.agenda.top() == Task::Moving {
                state.agenda.pop();
            }
            return Next::Run;
        }
        Next::Ask
    }

    /// The hexes where units of the move under way stand.
    pub(crate) fn mover_hexes(&self, state: &State<R>) -> Hexes<R> {
        state.movers.iter().filter_map(|unit| state.hex_of(unit)).collect()
    }

    /// The units of the move under way in a hex: those move together.
    pub(crate) fn movers_at(&self, state: &State<R>, hex: HexId) -> UnitSet<R> {
        state.whereabouts.in_hex(hex) & state.movers
    }

    fn has_choice(&self, state: &State<R>, hex: HexId) -> bool {
        let Ok(mover) = self.mover(state, hex) else { return false };
        // Asked in the order of what is likely. Where a charge is legal, so is the step.
        self.turns(state, &mover).next().is_some()
            || self.ways_of(state, &mover).iter().any(|to| self.may_step(state, &mover, to).is_ok())
            || mover
                .group
                .iter()
                .any(|unit| self.may_promote(state, unit).is_ok() || self.may_unlimber(state, unit).is_ok())
            || self.may_form_square(state, hex).is_ok()
            || self.may_leave_square(state, hex).is_ok()
            || self.may_form_skirmish_order(state, hex).is_ok()
            || (mover.is_loose && self.may_leave_skirmish_order(state, hex).is_ok())
            || self.can_fire(state, self.active_side(state), Occasion::OnTheMove)
    }

    pub(crate) fn moving_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        for from in &self.mover_hexes(state) {
            let mover = self.mover(state, from).expect("movers are there");
            let charges = self.charges(&mover);
            for to in &self.ways_of(state, &mover) {
                if let Ok(step) = self.plan(state, &mover, to) {
                    list.push(Action::Step { from, to });
                    if charges && step.enters_enemy() && self.may_be_charge(state, &mover, step).is_ok() {
                        list.push(Action::Charge { from, to });
                    }
                }
            }
            for facing in self.turns(state, &mover) {
                list.push(Action::Turn { hex: from, facing });
            }
            if mover.group.holds_several() {
                for unit in mover.group.iter().filter(|unit| self.may_promote(state, *unit).is_ok()) {
                    list.push(Action::Promote(unit));
                }
            }
            if self.may_form_square(state, from).is_ok() {
                list.push(Action::FormSquare(from));
            }
            if self.may_leave_square(state, from).is_ok() {
                for facing in Facing::ALL {
                    list.push(Action::LeaveSquare { hex: from, facing });
                }
            }
            if self.may_form_skirmish_order(state, from).is_ok() {
                list.push(Action::FormSkirmishOrder(from));
            }
            if mover.is_loose && self.may_leave_skirmish_order(state, from).is_ok() {
                for facing in Facing::ALL {
                    list.push(Action::LeaveSkirmishOrder { hex: from, facing });
                }
            }
            for gun in (mover.group & self.guns).iter().filter(|unit| self.may_unlimber(state, *unit).is_ok())
            {
                for facing in Facing::ALL {
                    list.push(Action::Unlimber { gun, facing });
                }
            }
            if self.may_halt(state, &mover).is_ok() {
                list.push(Action::Halt(from));
            }
        }
        self.fire_actions(state, self.active_side(state), Occasion::OnTheMove, list);
    }

    pub(crate) fn moving_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        match action {
            Action::Step { from, to } => {
                self.mover(state, from).and_then(|mover| self.may_step(state, &mover, to)).err()
            }
            Action::Charge { from, to } => {
                self.mover(state, from).and_then(|mover| self.may_charge(state, &mover, to)).err()
            }
            Action::Turn { hex, facing } => {
                self.mover(state, hex).and_then(|mover| self.may_turn(state, &mover, facing)).err()
            }
            Action::Promote(unit) => self.may_promote(state, unit).err(),
            Action::FormSquare(hex) => self.may_form_square(state, hex).err(),
            Action::LeaveSquare { hex, .. } => self.may_leave_square(state, hex).err(),
            Action::FormSkirmishOrder(hex) => self.may_form_skirmish_order(state, hex).err(),
            Action::LeaveSkirmishOrder { hex, .. } => self.may_leave_skirmish_order(state, hex).err(),
            Action::Unlimber { gun, .. } => self.may_unlimber(state, gun).err(),
            Action::Halt(hex) => self.mover(state, hex).and_then(|mover| self.may_halt(state, &mover)).err(),
            Action::Fire { .. } | Action::Shell { .. } => {
                self.fire_refusal(state, self.active_side(state), Occasion::OnTheMove, action)
            }
            _ => Some(rule!("8.16")),
        }
    }

    pub(crate) fn decide_moving<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match action {
            Action::Step { to, .. } | Action::Charge { to, .. } => self.declare(state, action, to, table),
            Action::Turn { hex, facing } => self.turn(state, hex, facing, table),
            Action::Promote(unit) => self.promote(state, unit, table),
            Action::FormSquare(hex) => self.form_square(state, hex, table),
            Action::LeaveSquare { hex, facing } => self.leave_square(state, hex, facing, table),
            Action::FormSkirmishOrder(hex) => self.form_skirmish_order(state, hex, table),
            Action::LeaveSkirmishOrder { hex, facing } => {
                self.leave_skirmish_order(state, hex, facing, table);
            }
            Action::Unlimber { gun, facing } => self.unlimber(state, gun, facing, table),
            Action::Halt(hex) => self.halt(state, hex, table),
            _ => {
                // [D-10.4d] Each shot of the active side gives the other side one.
                state.agenda.push(Task::FireTurn);
                self.fire(state, self.active_side(state), Occasion::OnTheMove, action, table);
            }
        }
    }

    /// A step, made at once unless commanders are asked first.
    pub(super) fn declare<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        if !self.waits_for_commanders(state, action, to) {
            self.make_step(state, action, table);
        }
    }

    fn make_step<D: Dice, J: Journal>(&self, state: &mut State<R>, action: Action, table: &mut Table<D, J>) {
        match action {
            Action::Step { from, to } => self.step(state, from, to, false, table),
            Action::Charge { from, to } => self.step(state, from, to, true, table),
            Action::HaulGun { gun, hex, facing } => self.haul(state, gun, hex, facing, table),
            _ => unreachable!("{action:?} is no step"),
        }
    }

    /// [D-M10.11.7a] Whether or not a commander has stepped back.
    pub(crate) fn run_declared<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        self.make_step(state, action, table);
    }

    /// [8.7] Turning. [6.0] Not where others stand that the turn would leave with another facing.
    fn may_turn(&self, state: &State<R>, mover: &Mover<R>, facing: Facing) -> Verdict {
        self.may_turn_at_all(state, mover)?;
        self.can_face(state, mover, facing)
    }

    /// [8.7] Is there such a turn, and can it be paid?
    fn can_face(&self, state: &State<R>, mover: &Mover<R>, facing: Facing) -> Verdict {
        require(state[mover.lead].facing != facing, rule!("8.7"))?;
        require(self.turn_points(state, mover.group, mover.lead, facing) <= mover.left, rule!("8.7"))
    }

    /// The facings to which the moving stack may turn.
    fn turns(&self, state: &State<R>, mover: &Mover<R>) -> impl Iterator<Item = Facing> {
        let all: &[Facing] = if self.may_turn_at_all(state, mover).is_ok() { &Facing::ALL } else { &[] };
        all.iter().copied().filter(move |facing| self.can_face(state, mover, *facing).is_ok())
    }

    fn may_turn_at_all(&self, state: &State<R>, mover: &Mover<R>) -> Verdict {
        let Mover { from: hex, group, .. } = *mover;
        // [8.9] Not in double time; a square has no facing to turn [7.2.2].
        require(!group.intersects(state.marks.doubling), rule!("8.9"))?;
        require(!group.intersects(state.marks.square), rule!("7.2.2"))?;
        // [D-M7.2e] Skirmishers turn as they go, and face as they like where they halt.
        require(!mover.turns_freely, rule!("D-M7.2e"))?;
        // Guns alone turn where they like, whatever stands there with them.
        let others = self.troops_at(state, self.active_side(state), hex) - group;
        require(others.is_empty() || group.is_subset(self.guns), rule!("6.0"))?;
        // [D-8.12b] Free turns are taken one at a time, with a step between.
        require(!group.is_subset(state.marks.wheeled), rule!("8.12"))
    }

    fn turn_points(&self, state: &State<R>, group: UnitSet<R>, lead: UnitId, facing: Facing) -> u8 {
        // [8.12] Limbered guns turn free.
        if group.is_subset(self.guns) {
            0
        } else {
            let steps = usize::from(state[lead].facing.steps_to(facing));
            // [D-M8.7a]
            TURN_POINTS.get(steps).copied().unwrap_or(self.scenario.values.about_turn)
        }
    }

    fn turn<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        facing: Facing,
        table: &mut Table<D, J>,
    ) {
        let group = self.movers_at(state, hex);
        let lead = self.lead(state, group).expect("a turn is made by movers in the hex");
        let points = self.turn_points(state, group, lead, facing);
        self.spend(state, group, points, rule!("8.7"), table);
        self.face_and_tell(state, group, facing, rule!("8.7"), table);
        // [8.14.1] No charge after a turn.
        state.marks.no_charge |= group;
        if group.is_subset(self.guns) {
            state.marks.wheeled |= group;
        }
        state.marks.lifted -= group;
    }

    /// Records that units went from hex to hex.
    pub(crate) fn tell_hex<D: Dice, J: Journal>(
        &self,
        group: UnitSet<R>,
        from: HexId,
        to: HexId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        group.iter().for_each(|unit| self.tell_place(unit, Some(from), Some(to), rule, table));
    }

    /// Gives units a facing, and records it.
    pub(crate) fn face_and_tell<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        facing: Facing,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        for unit in group.iter() {
            let before = i32::try_from(state[unit].facing.index()).expect("one of six");
            let after = i32::try_from(facing.index()).expect("one of six");
            table.change(rule, "facing", self.scenario.unit(unit).subject, before, after);
            state[unit].facing = facing;
        }
    }

    /// [6.0] A new order of the stack costs each of its units one point; so all of them must be moving. [D-6.0d] It is
    /// made by lifting units to the top, each once, and paid with the first of them.
    fn may_promote(&self, state: &State<R>, unit: UnitId) -> Verdict {
        let hex = state.hex_of(unit).ok_or(rule!("6.0"))?;
        let group = self.movers_at(state, hex);
        let stack = self.troops_at(state, self.active_side(state), hex);
        require(group.contains(unit) && self.troops(group) == stack && stack.len() > 1, rule!("6.0"))?;
        require(self.arm(unit) != Arm::Artillery && self.top(state, stack) != Some(unit), rule!("6.0"))?;
        // [8.9] Not in double time; not in square, where nobody is on top [7.2.2].
        require(!group.intersects(state.marks.doubling), rule!("8.9"))?;
        require(!group.intersects(state.marks.square), rule!("7.2.2"))?;
        require(!state.marks.lifted.contains(unit), rule!("D-6.0d"))?;
        let is_paid = stack.intersects(state.marks.lifted);
        require(is_paid || self.group_points_left(state, group) > 0, rule!("6.0"))
    }

    fn promote<D: Dice, J: Journal>(&self, state: &mut State<R>, unit: UnitId, table: &mut Table<D, J>) {
        let hex = state.hex_of(unit).expect("on the map");
        let stack = state.stack(self.active_side(state), hex);
        let depth = state[unit].depth;
        for other in stack.iter() {
            let before = state[other].depth;
            let after = match before.cmp(&depth) {
                Ordering::Less => before + 1,
                Ordering::Equal => 0,
                Ordering::Greater => before,
            };
            state[other].depth = after;
            table.change(
                rule!("6.0"),
                "depth",
                self.scenario.unit(other).subject,
                before.into(),
                after.into(),
            );
        }
        if !stack.intersects(state.marks.lifted) {
            self.spend(state, self.movers_at(state, hex), 1, rule!("6.0"), table);
        }
        state.marks.lifted.insert(unit);
    }

    /// [8.3] A move may end anywhere where the units may stay; in double time, only when nothing is left to do.
    fn may_halt(&self, state: &State<R>, mover: &Mover<R>) -> Verdict {
        let Mover { from: hex, group, .. } = *mover;
        let ways = self.ways_of(state, mover);
        let can_go_on = || ways.iter().any(|to| self.may_step(state, mover, to).is_ok());
        if group.intersects(state.marks.doubling) {
            // [8.9] [D-8.9a] [D-8.9b] All points must be used; entering an enemy hex or joining friends is not asked.
            let side = self.active_side(state);
            let is_empty = |to: HexId| !state.holds(side, to) && !state.holds(!side, to);
            let must = ways.iter().any(|to| is_empty(to) && self.may_step(state, mover, to).is_ok());
            require(!must, rule!("8.9"))?;
        }
        // [6.1] [6.2] Not where they may not stay, unless there is no way on [D-6.3b].
        let stay = self.may_stand_together(state, state.stack(self.active_side(state), hex));
        if stay.is_err() && can_go_on() { stay } else { Ok(()) }
    }

    fn halt_all<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        for hex in &self.mover_hexes(state) {
            self.halt(state, hex, table);
        }
    }

    /// The move of the units here is over: they join the stack they find, and take its facing [6.0].
    pub(crate) fn halt<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        let side = self.active_side(state);
        let group = self.movers_at(state, hex);
        state.movers -= group;
        if state.is_melee_hex(hex) {
            return;
        }
        if let Err(rule) = self.may_stand_together(state, state.stack(side, hex)) {
            // [D-6.3b] Neither on nor stay: as a retreat that cannot be [10.11.6], and worth nothing.
            for unit in group.iter() {
                self.eliminate(state, unit, rule, LossCause::Reaction, table);
            }
            return;
        }
        // [D-6.2.1c] [D-7.2c] Only now have they joined the units there.
        self.join_those_at(state, group, hex);
        let others = self.troops_at(state, side, hex) - group;
        if let Some(facing) = self.top(state, others).map(|unit| state[unit].facing) {
            self.face_and_tell(state, self.troops(group), facing, rule!("6.0"), table);
        } else if self.turns_freely(state, group) {
            state.agenda.push(Task::Declare(hex));
        }
    }
}
