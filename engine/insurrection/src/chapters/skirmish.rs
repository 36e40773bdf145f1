//! [7.2m] Skirmish order, of Maciejowice 1794: forming and leaving it, how those in it face, and their own answer to
//! infantry that comes near [9.1a]. What else it changes stands where that is decided: points and ways of a step in
//! `movement`, the arc in `sight`, what binds and joins fire in `fire`.

use szala_board::{Facing, HexId};
use szala_kernel::{ActionList, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::fire::Occasion;
use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::{Cause, Task};
use crate::position::ids::{UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::State;

/// [7.2m] What forming it costs, and [D-M7.2b] leaving it.
const CHANGE_POINTS: u8 = 1;

// In the own movement phase.
impl<R: Room> Insurrection<R> {
    /// [7.2m] [D-M7.2a] May the moving stack here form skirmish order? All its infantry, at any moment of its move.
    pub(crate) fn may_form_skirmish_order(&self, state: &State<R>, hex: HexId) -> Verdict {
        // In most games nobody can.
        require(!self.skirmishers.is_empty(), rule!("7.2m"))?;
        self.may_form_it_together(state, self.troops(self.movers_at(state, hex)), hex)
    }

    /// [D-M7.2a] May these troops, all who move together from this hex?
    pub(crate) fn may_form_it_together(&self, state: &State<R>, troops: UnitSet<R>, hex: HexId) -> Verdict {
        let can = !troops.is_empty() && troops.is_subset(self.skirmishers);
        require(can && !troops.intersects(state.marks.skirmish), rule!("7.2m"))?;
        let is_formed = troops.intersects(state.marks.square | state.marks.side_by_side);
        require(!is_formed, rule!("D-M7.2a"))?;
        self.may_change_order(state, hex, troops)?;
        require(self.group_points_left(state, troops) >= CHANGE_POINTS, rule!("D-M7.2a"))
    }

    /// [D-M7.2a] Each company pays for itself. Guns are no part of it.
    pub(crate) fn form_skirmish_order<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        let troops = self.troops(self.movers_at(state, hex));
        self.spend(state, troops, CHANGE_POINTS, rule!("7.2m"), table);
        state.marks.skirmish |= troops;
    }

    /// [D-M7.2b] May the moving stack here leave it?
    pub(crate) fn may_leave_skirmish_order(&self, state: &State<R>, hex: HexId) -> Verdict {
        let troops = self.troops(self.movers_at(state, hex));
        require(troops.intersects(state.marks.skirmish), rule!("7.2m"))?;
        self.may_change_order(state, hex, troops)?;
        require(self.group_points_left(state, troops) >= self.points_to_leave(), rule!("D-M7.2b"))
    }

    /// [D-M7.2b] It gives any facing, as leaving a square does.
    pub(crate) fn leave_skirmish_order<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        facing: Facing,
        table: &mut Table<D, J>,
    ) {
        let troops = self.troops(self.movers_at(state, hex));
        self.spend(state, troops, self.points_to_leave(), rule!("7.2m"), table);
        state.marks.skirmish -= troops;
        self.face_and_tell(state, troops, facing, rule!("7.2m"), table);
    }

    fn points_to_leave(&self) -> u8 {
        if self.scenario.switches.leaving_skirmish_order_is_free { 0 } else { CHANGE_POINTS }
    }

    /// [8.9] Not in double time. [D-M7.2c] A stack changes as a whole, so nobody else stands there.
    fn may_change_order(&self, state: &State<R>, hex: HexId, troops: UnitSet<R>) -> Verdict {
        require(!troops.intersects(state.marks.doubling), rule!("8.9"))?;
        require(troops == self.troops_at(state, self.active_side(state), hex), rule!("D-M7.2c"))
    }

    /// [D-M7.2e] Does a moving stack turn freely? [8.9] [D-M7.2j] In double time nobody turns.
    pub(crate) fn turns_freely(&self, state: &State<R>, group: UnitSet<R>) -> bool {
        group.intersects(state.marks.skirmish) && !group.intersects(state.marks.doubling)
    }

    /// [D-M7.2c] Those who have come to stand together are in skirmish order all of them, or none: with friends in
    /// close order, or in a square, they are as these.
    pub(crate) fn close_up(&self, state: &mut State<R>, side: Side, hex: HexId) {
        if state.marks.skirmish.is_empty() {
            return;
        }
        let troops = self.troops_at(state, side, hex);
        if !troops.is_subset(state.marks.skirmish) || troops.intersects(state.marks.square) {
            state.marks.skirmish -= troops;
        }
    }

    // ---- How they face when their move is over ----

    /// [7.2m] Why this is no facing to declare.
    pub(crate) fn declare_refusal(&self, action: Action) -> Option<Rule> {
        (!matches!(action, Action::Face(_))).then_some(rule!("7.2m"))
    }

    /// [7.2m] All of them at once.
    pub(crate) fn decide_declare<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Face(facing) = action else { unreachable!("refused: {action:?}") };
        state.agenda.pop();
        let troops = self.troops_at(state, self.active_side(state), hex);
        self.face_and_tell(state, troops, facing, rule!("7.2m"), table);
    }
}

// Their own answer to a step [9.1a]: a test of morale, then fire, then stay or fall back.
impl<R: Room> Insurrection<R> {
    /// [9.1a] May the stack of this reactor answer so?
    fn may_skirmish(&self, state: &State<R>, hex: HexId, unit: UnitId) -> Verdict {
        require(state.marks.skirmish.contains(unit), rule!("7.2m"))?;
        self.may_react_moving(state, hex, unit)?;
        // [D-8.15a] Only the counterattack waited.
        require(!state.late.contains(unit), rule!("D-8.15a"))?;
        // [9.1b] Infantry answers cavalry by plain fire alone.
        require(self.movers_at(state, hex).intersects(self.infantry), rule!("9.1b"))?;
        // [D-9.1f] Not where friends of theirs stand already.
        require(!state.holds(self.side_of(unit), hex), rule!("D-9.1f"))
    }

    /// [D-M9.1c] After the plain fires, before the tests for a counterattack.
    pub(crate) fn run_skirmish(&self, state: &mut State<R>, hex: HexId) -> Next {
        let can = |unit| self.may_skirmish(state, hex, unit).is_ok();
        if !self.is_gone(state, hex) && state.reactors.iter().any(can) {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    pub(crate) fn skirmish_actions(&self, state: &State<R>, hex: HexId, list: &mut ActionList<Action>) {
        list.push(Action::Pass);
        for unit in state.reactors.iter().filter(|unit| self.may_skirmish(state, hex, *unit).is_ok()) {
            list.push(Action::Skirmish(state.hex_of(unit).expect("reactors are on the map")));
        }
    }

    pub(crate) fn skirmish_refusal(&self, state: &State<R>, hex: HexId, action: Action) -> Option<Rule> {
        match action {
            Action::Pass => None,
            Action::Skirmish(here) => {
                let unit = self.reactor_at(state, here).ok_or(rule!("9.1"));
                unit.and_then(|unit| self.may_skirmish(state, hex, unit)).err()
            }
            _ => Some(rule!("D-M9.1c")),
        }
    }

    /// [9.1a] [D-M9.1d] The top unit tests for its stack. Who fails goes back as from any failed test of 9.1.
    pub(crate) fn decide_skirmish<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Skirmish(here) = action else {
            state.agenda.pop();
            return;
        };
        let unit = self.reactor_at(state, here).expect("a listed reaction has a reactor in its hex");
        state.reactors.remove(unit);
        if self.passes_to_react(state, hex, unit, rule!("9.1a"), table) {
            // The owner decides after the fire.
            state.agenda.push(Task::FallBack(here));
            state.agenda.push(Task::SkirmishFire { from: here, hex });
        }
    }

    /// [D-M9.1a] The shot, where there is one.
    pub(crate) fn run_skirmish_fire(&self, state: &mut State<R>, from: HexId, hex: HexId) -> Next {
        if self.can_fire(state, !self.active_side(state), Occasion::Skirmish { from, hex }) {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    /// [D-M9.1a] The fire may be left out. [D-M9.1b] So may the retreat, which goes where any retreat may go.
    pub(crate) fn skirmish_fire_refusal(
        &self,
        state: &State<R>,
        occasion: Occasion,
        action: Action,
    ) -> Option<Rule> {
        match action {
            Action::Pass => None,
            Action::Fire { .. } | Action::Shell { .. } => {
                self.fire_refusal(state, !self.active_side(state), occasion, action)
            }
            _ => Some(rule!("D-M9.1a")),
        }
    }

    /// [D-M9.1d] All of them; guns stay [D-9.1n].
    fn who_may_fall_back(&self, state: &State<R>, here: HexId) -> UnitSet<R> {
        self.troops_at(state, !self.active_side(state), here)
    }

    /// [D-M9.1b] Nobody is asked where no way back is open.
    pub(crate) fn run_fall_back(&self, state: &mut State<R>, here: HexId) -> Next {
        let ways = self.ways_back(state, self.who_may_fall_back(state, here), 1);
        if ways.iter().any(Option::is_some) {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    pub(crate) fn fall_back_actions(&self, state: &State<R>, here: HexId, list: &mut ActionList<Action>) {
        list.push(Action::Pass);
        let ways = self.ways_back(state, self.who_may_fall_back(state, here), 1);
        ways.into_iter().flatten().for_each(|hex| list.push(Action::Retreat(hex)));
    }

    pub(crate) fn fall_back_refusal(&self, state: &State<R>, here: HexId, action: Action) -> Option<Rule> {
        match action {
            Action::Pass => None,
            Action::Retreat(hex) => {
                self.may_retreat_into(state, self.who_may_fall_back(state, here), 1, hex).err()
            }
            _ => Some(rule!("9.1a")),
        }
    }

    /// [9.1a] [D-M9.1b] One hex, at the price of any retreat, and worth nothing to the enemy.
    pub(crate) fn decide_fall_back<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        here: HexId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Retreat(to) = action else {
            state.agenda.pop();
            return;
        };
        let group = self.who_may_fall_back(state, here);
        self.retreat_one_hex(state, group, 1, Cause::Reaction, to, table);
    }
}
