//! Which units are led in an activation, where that is not simply the formation of the commander who was drawn: overall
//! commanders [4.4m], who name another, lead a few units in person, or take over the units of the fallen [4.3]; and the
//! reserve [4.5m]. All of it is Maciejowice's. What the led units may do is for the other chapters.

use szala_board::{HexId, Ordinal};
use szala_kernel::{ActionList, BySide, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{CommanderId, CommanderSet, Hexes, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{Phase, Place, Post, State};

/// [3.3] The phases of an activation, the last first: so the agenda wants them.
const PHASES: [Phase; 4] = [Phase::Melee, Phase::Command, Phase::Movement, Phase::Activation];

// The activation of the commander who was drawn, and of the one he names.
impl<R: Room> Insurrection<R> {
    /// [3.3] The chit of this commander was drawn.
    pub(crate) fn begin_activation(&self, state: &mut State<R>, commander: CommanderId) {
        (state.marks.returned, state.marks.moved) = (UnitSet::EMPTY, UnitSet::EMPTY);
        self.turned_guns_are_ready(state);
        if self.scenario.commander(commander).overall.is_none() {
            return self.carry_out(state, commander, self.led_by(state, commander), &PHASES);
        }
        // [4.4m] First whom he names, then what he does in person. [D-M4.5c] Before both the reserve comes back to him.
        let reserve = self.led_by(state, commander);
        self.carry_out(state, commander, reserve, &[]);
        state.agenda.push(Task::InPerson);
        state.agenda.push(Task::Name);
        if !reserve.is_empty() {
            state.agenda.push(Task::Returns);
        }
    }

    /// [4.1] [4.5m] His own units, and those of the reserve, if he leads it.
    pub(crate) fn led_by(&self, state: &State<R>, commander: CommanderId) -> UnitSet<R> {
        let card = self.scenario.commander(commander);
        // [D-M4.5b] By letter again and again; the switch has a unit obey one leader a stage.
        let once = self.scenario.switches.reserve_is_led_once_a_turn;
        card.units | if once { card.reserve - state.obeyed } else { card.reserve }
    }

    /// He is active, for all that is known of it: an overall commander leads in person.
    pub(crate) fn is_active_already(&self, state: &mut State<R>, commander: CommanderId) {
        state.activate(commander, self.led_by(state, commander));
        if self.leads_in_person(state) > 0 && self.scenario.commander(commander).overall.is_some() {
            (state.led, state.calls) = (self.at_his_call(state), true);
        }
    }

    /// Makes him active, with these units to lead and these phases before him.
    fn carry_out(&self, state: &mut State<R>, commander: CommanderId, led: UnitSet<R>, phases: &[Phase]) {
        let [returned, limbered] = self.resting(state);
        self.forget_the_last_activation(state);
        (state.marks.returned, state.marks.moved) = (returned, limbered);
        state.activate(commander, led);
        for phase in phases {
            let tasks: &[Task<R>] = match phase {
                Phase::Melee => &[Task::Assaults],
                Phase::Command => &[Task::Lead],
                Phase::Movement => &[Task::ActiveTurn, Task::FireTurn],
                _ => &[Task::Returns],
            };
            for task in tasks {
                state.agenda.push(*task);
            }
        }
        state.phase = Phase::Activation;
    }

    /// [8.12] [11.11.3] [D-M4.4f] Units that have come back, and guns that were limbered, since the last chit was
    /// drawn: whichever commander leads then, they do not move before the next.
    fn resting(&self, state: &State<R>) -> [UnitSet<R>; 2] {
        if !self.leads_others {
            return [UnitSet::EMPTY; 2];
        }
        let on_map = state.on_map[Side::First] | state.on_map[Side::Second];
        let has_gone = |gun: &UnitId| state[*gun].steps > 0 || state[*gun].spent > 0;
        let limbered = (self.guns & state.marks.limbered & state.marks.moved) - state.marks.wheeled;
        [state.marks.returned & on_map, limbered.iter().filter(|gun| !has_gone(gun)).collect()]
    }

    /// The overall commander of a side, if he is on the map.
    fn overall_on_map(&self, state: &State<R>, side: Side) -> Option<CommanderId> {
        self.overall[side].filter(|commander| state.hex_of_commander(*commander).is_some())
    }

    /// [4.3] The fallen commanders of a side who have left units that live, on the map or in flight.
    fn fallen_with_units(&self, state: &State<R>, side: Side) -> CommanderSet<R> {
        let lives = |unit| matches!(state[unit].place, Place::Map(_) | Place::Fled(_));
        let commanders = self.scenario.commanders_of(side);
        let fallen = commanders.filter(|commander| state.posts[commander.index()] == Post::Gone);
        fallen.filter(|commander| self.scenario.commander(*commander).units.iter().any(lives)).collect()
    }

    /// [4.4m] Whom the overall commander who is active may name; [4.3] once somebody has fallen, whose units he may
    /// lead: one formation [D-M4.3e].
    fn nameable(&self, state: &State<R>) -> CommanderSet<R> {
        let side = self.active_side(state);
        let fallen = self.fallen_with_units(state, side);
        let switches = self.scenario.switches;
        // [D-M4.3c] As long as there is one; the switch binds him for good.
        if !fallen.is_empty() || (switches.overall_commander_is_bound_for_good && state.bereft[side]) {
            return fallen;
        }
        // [D-M4.4a] On the map and not contused, whether his own chit is in the pool, drawn or held back.
        let on_map: CommanderSet<R> =
            self.scenario.commanders_of(side).filter(|who| state.hex_of_commander(*who).is_some()).collect();
        let drawn =
            if switches.overall_commander_names_undrawn_only { state.drawn } else { CommanderSet::EMPTY };
        let himself = state.active.map_or(CommanderSet::EMPTY, CommanderSet::of);
        on_map - himself - state.contused - drawn
    }

    /// [D-M4.4b] A commander who leads units in person need not name anybody. [D-M4.3c] But he must lead the units of
    /// the fallen.
    fn may_decline_to_name(&self, state: &State<R>) -> bool {
        let is_living = |commander: CommanderId| state.hex_of_commander(commander).is_some();
        self.leads_in_person(state) > 0 && self.nameable(state).iter().all(is_living)
    }

    /// [4.4m] How many units of any formation the side's overall commander leads in person.
    pub(crate) fn leads_in_person(&self, state: &State<R>) -> usize {
        let overall = self.overall[self.active_side(state)];
        overall.and_then(|commander| self.scenario.commander(commander).overall).map_or(0, usize::from)
    }

    pub(crate) fn run_name<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        let nameable = self.nameable(state);
        match nameable.first() {
            None => _ = state.agenda.pop(),
            Some(only) if nameable.len() == 1 && !self.may_decline_to_name(state) => {
                self.name_him(state, only, table);
            }
            Some(_) => return Next::Ask,
        }
        Next::Run
    }

    pub(crate) fn name_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        self.nameable(state).iter().for_each(|commander| list.push(Action::Choose(commander)));
        if self.may_decline_to_name(state) {
            list.push(Action::Pass);
        }
    }

    pub(crate) fn name_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        let nameable = self.nameable(state);
        let is_bound = nameable.iter().any(|who| state.posts[who.index()] == Post::Gone);
        match action {
            Action::Choose(commander) if nameable.contains(commander) => None,
            Action::Pass if self.may_decline_to_name(state) => None,
            _ if is_bound => Some(rule!("4.3")),
            Action::Pass => Some(rule!("D-M4.4b")),
            // Contused, carried out already, fallen or not there yet.
            Action::Choose(commander) if Some(commander) != state.active => Some(rule!("D-M4.4a")),
            _ => Some(rule!("4.4m")),
        }
    }

    pub(crate) fn decide_name<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match action {
            Action::Choose(commander) => self.name_him(state, commander, table),
            _ => _ = state.agenda.pop(),
        }
    }

    fn name_him<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commander: CommanderId,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let card = self.scenario.commander(commander);
        if state.hex_of_commander(commander).is_none() {
            // [D-M4.3a] The overall commander leads them himself, as their own would have.
            table.remark(rule!("D-M4.3a"), "his units are led by the overall commander", card.subject);
            let overall = state.active.expect("the overall commander is active");
            if self.leads_in_person(state) > 0 {
                // [D-M4.3d] He moves once, at the end.
                return self.carry_out(
                    state,
                    overall,
                    card.units,
                    &[Phase::Melee, Phase::Movement, Phase::Activation],
                );
            }
            // That is all he does.
            state.agenda.pop();
            return self.carry_out(state, overall, card.units, &PHASES);
        }
        table.remark(rule!("4.4m"), "named by the overall commander", card.subject);
        if self.scenario.switches.overall_commander_names_undrawn_only {
            // [D-M4.4a] His own chit is not drawn after that.
            state.pool.remove(commander);
            state.secret.remove(commander);
            state.drawn.insert(commander);
        }
        // [D-M4.4c] [D-M4.4d] The activation is his in every respect.
        self.carry_out(state, commander, self.led_by(state, commander), &PHASES);
    }

    // ---- [4.4m] What the overall commander does in person ----

    /// Whom he may lead in person: any of the army; with the switches, none who has acted for the commander named
    /// [D-M4.4f], and of the reserve none who has obeyed another in this stage [D-M4.5b].
    fn at_his_call(&self, state: &State<R>) -> UnitSet<R> {
        let mut units = self.scenario.units_of(self.active_side(state));
        if self.scenario.switches.the_six_must_be_fresh {
            units -= state.acted;
        }
        if self.scenario.switches.reserve_is_led_once_a_turn {
            units -= self.scenario.commander(self.himself(state)).reserve & state.obeyed;
        }
        units
    }

    /// Is anybody near enough for him to lead in person?
    fn has_anybody_to_call(&self, state: &State<R>, commander: CommanderId) -> bool {
        let side = self.active_side(state);
        let Some(from) = state.hex_of_commander(commander) else { return false };
        let called = self.at_his_call(state) & state.on_map[side];
        let is_reached = self.reaches_from(state, side, from);
        self.leads_in_person(state) > 0
            && called.iter().any(|unit| state.hex_of(unit).is_some_and(&is_reached))
    }

    pub(crate) fn run_in_person(&self, state: &mut State<R>) -> Next {
        // [D-4.4c] Who has fallen meanwhile does nothing more.
        let Some(commander) = self.overall_on_map(state, self.active_side(state)) else {
            state.agenda.pop();
            return Next::Run;
        };
        if self.has_anybody_to_call(state, commander) {
            return Next::Ask;
        }
        state.agenda.pop();
        // [D-M4.4c] He moves last.
        self.carry_out(state, commander, UnitSet::EMPTY, &[Phase::Command]);
        Next::Run
    }

    /// [D-M4.4b] To lead units in person, or not.
    pub(crate) fn in_person_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        list.push(Action::Choose(self.himself(state)));
        list.push(Action::Pass);
    }

    pub(crate) fn in_person_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        let is_answer = action == Action::Pass || action == Action::Choose(self.himself(state));
        (!is_answer).then_some(rule!("4.4m"))
    }

    fn himself(&self, state: &State<R>) -> CommanderId {
        self.overall[self.active_side(state)].expect("an overall commander is asked")
    }

    pub(crate) fn decide_in_person<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let (commander, called) = (self.himself(state), self.at_his_call(state));
        if action == Action::Pass {
            return self.carry_out(state, commander, UnitSet::EMPTY, &[Phase::Command]);
        }
        table.remark(rule!("4.4m"), "leads in person", self.scenario.commander(commander).subject);
        // [D-M4.4f] [D-M4.4h] A phase 2 and a phase 4 of their own, in which all begins anew; then he moves.
        self.carry_out(state, commander, called, &[Phase::Command, Phase::Melee, Phase::Movement]);
        state.calls = true;
    }

    /// [D-M4.4e] Would these be too many, with those whom the overall commander leads in person already?
    pub(crate) fn may_act(&self, state: &State<R>, units: UnitSet<R>) -> Verdict {
        let is_room = || (state.acted | units).len() <= self.leads_in_person(state);
        require(!state.calls || is_room(), rule!("D-M4.4e"))
    }

    /// Why a unit is not led. [D-M4.4f] Where any may be called that is fresh, it has acted before.
    pub(crate) fn why_not_led(&self, state: &State<R>) -> Rule {
        match state.calls {
            false => rule!("3.3"),
            true if state.acted.len() >= self.leads_in_person(state) => rule!("D-M4.4e"),
            true => rule!("D-M4.4f"),
        }
    }

    /// These units act because they are led. [D-M4.4e] When an overall commander leads some in person they count from
    /// now on, and with the last of them he leads nobody else.
    pub(crate) fn note_acting(&self, state: &mut State<R>, units: UnitSet<R>) {
        if !self.leads_others {
            return;
        }
        state.acted |= units;
        state.obeyed |= units;
        if state.calls && state.acted.len() >= self.leads_in_person(state) {
            state.led = state.acted;
        }
    }
}

// Command beyond a unit's own commander.
impl<R: Room> Insurrection<R> {
    /// [4.3] [4.5m] Is a unit in command of somebody else than its own commander: [D-M4.3b] of the overall commander,
    /// when its own has fallen; [D-M4.5a] of any who leads the reserve; of him who leads it in person [D-M4.4i]?
    #[cold]
    pub(super) fn is_commanded_by_others(
        &self,
        state: &State<R>,
        held: &BySide<Hexes<R>>,
        unit: UnitId,
        hex: HexId,
    ) -> bool {
        let is_led_in_person = state.calls && state.acted.contains(unit);
        self.others_over(state, unit)
            .chain(state.active.filter(|_| is_led_in_person))
            .filter_map(|commander| state.hex_of_commander(commander))
            .any(|from| self.reaches_past(held, self.side_of(unit), from, hex))
    }

    /// Who commands a unit besides its own commander, wherever he is.
    fn others_over(&self, state: &State<R>, unit: UnitId) -> impl Iterator<Item = CommanderId> {
        let card = self.scenario.unit(unit);
        let is_orphan = card.commander.is_some_and(|own| state.posts[own.index()] == Post::Gone);
        let is_over = move |commander: &CommanderId| {
            let is_overall = is_orphan && self.overall[card.side] == Some(*commander);
            is_overall || self.scenario.commander(*commander).reserve.contains(unit)
        };
        self.scenario.commanders_of(card.side).filter(is_over)
    }

    /// [4.3] Has this commander fallen?
    pub fn has_fallen(&self, state: &State<R>, commander: CommanderId) -> bool {
        state.posts[commander.index()] == Post::Gone
    }

    /// [4.3] Will nobody ever command the unit again?
    pub fn has_lost_its_commander(&self, state: &State<R>, unit: UnitId) -> bool {
        let is_gone = |commander: CommanderId| state.posts[commander.index()] == Post::Gone;
        self.scenario.unit(unit).commander.is_none_or(is_gone) && self.others_over(state, unit).all(is_gone)
    }

    /// [11.11.4] [D-11.11.4a] Is nobody on the map to whom the unit could come back? [4.3] The overall commander is
    /// for those of a fallen one; [4.5m] any leader of the reserve is for its units.
    pub(crate) fn comes_back_to_nobody(&self, state: &State<R>, unit: UnitId) -> bool {
        let is_away = |commander: CommanderId| state.hex_of_commander(commander).is_none();
        self.scenario.unit(unit).commander.is_none_or(is_away)
            && (!self.leads_others || self.others_over(state, unit).all(is_away))
    }

    /// [D-M4.4d] [D-M4.5d] The movement phase is over, and with it the first in which a marker could be paid off: that
    /// of the unit's own commander, or of a leader of the reserve who moved it or could have.
    pub(crate) fn markers_are_settled(&self, state: &mut State<R>) {
        if !self.leads_others || state.calls {
            return;
        }
        let due = state.led & state.marks.carries & self.scenario.units_of(self.active_side(state));
        for unit in due.iter() {
            let has_moved = self.scenario.unit(unit).commander.is_some() || state.acted.contains(unit);
            let is_bound = || {
                let is_fighting = state.hex_of(unit).is_some_and(|hex| state.is_melee_hex(hex));
                is_fighting || state.marks.returned.contains(unit)
            };
            if has_moved || (!is_bound() && self.must_be_in_command(state, unit).is_ok()) {
                state.marks.carries.remove(unit);
            }
        }
    }
}
