//! Chapter 3: the sequence of play. Turn 2 with its phases, and Turn 3; what they hold is for the other chapters.
//! Turn 1 is in `opening`.

use szala_board::{HexId, HexSet, Ordinal};
use szala_kernel::{ActionList, Ask, Dice, Journal, Rule, Subject, Table, rule};

use crate::chapters::fire::Occasion;
use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::movement::COMMANDERS_POINTS;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{CommanderId, CommanderSet, Hexes, UnitId, UnitSet};
use crate::position::room::{Room, Row};
use crate::position::state::{MeleeKind, Phase, Post, State};

impl<R: Room> Insurrection<R> {
    // ---- Turn 2 ----

    /// [3.3] Draws a chit and puts its five phases on the agenda; without chits it is Turn 3 [D-13.1c].
    pub(crate) fn run_draw<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        (state.active, state.led) = (None, UnitSet::EMPTY);
        if state.pool.is_empty() {
            state.agenda.replace(Task::Reckon);
            return;
        }
        let mut tickets = R::ByCommander::of(Subject::NONE);
        for (ticket, commander) in tickets.as_mut().iter_mut().zip(state.pool.iter()) {
            *ticket = self.scenario.commander(commander).subject;
        }
        // No chit is put back in its stage, and none is added.
        let place = table.deal(Ask::new(rule!("3.3"), state.stage), &tickets.as_ref()[..state.pool.len()]);
        let commander = state.pool.iter().nth(place).expect("one of them");
        state.pool.remove(commander);
        state.secret.remove(commander);
        state.drawn.insert(commander);
        self.begin_activation(state, commander);
        if state.posts[commander.index()] == Post::Arrived {
            self.place_who_has_come(state, commander, table);
        }
    }

    pub(crate) fn forget_the_last_activation(&self, state: &mut State<R>) {
        for unit in self.scenario.all_units().iter() {
            state[unit].spent = 0;
            state[unit].steps = 0;
        }
        let marks = &mut state.marks;
        for passing in [
            &mut marks.moved,
            &mut marks.stopped,
            &mut marks.doubling,
            &mut marks.no_charge,
            &mut marks.toggled,
            &mut marks.countered,
            &mut marks.fought,
            &mut marks.fired,
            &mut marks.returned,
            &mut marks.wheeled,
            &mut marks.lifted,
        ] {
            *passing = UnitSet::EMPTY;
        }
    }

    // ---- Phase 2: the other side's fire [10.4] ----

    pub(crate) fn run_fire_turn(&self, state: &mut State<R>) -> Next {
        state.phase = Phase::Movement;
        if self.can_fire(state, !self.active_side(state), Occasion::Passive) {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    // ---- Phase 3: the commander ----

    /// [3.3] The active commander goes where he likes, if he is there to go.
    pub(crate) fn run_lead(&self, state: &mut State<R>) -> Next {
        state.phase = Phase::Command;
        let commander = state.active.expect("a commander is active in phase 3");
        if self.can_go_anywhere(state, commander) {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    /// Has he anywhere to go but to stay?
    fn can_go_anywhere(&self, state: &State<R>, commander: CommanderId) -> bool {
        let Some(from) = state.hex_of_commander(commander) else { return false };
        let side = self.scenario.commander(commander).side;
        let barred = self.held_by(state, !side) - self.held_by(state, side);
        !state.is_melee_hex(from) && !self.scenario.board.ring(from, 1).is_subset(&barred)
    }

    /// [8.8] [8.2] [6.5] [D-M8.2a] Where the commander can be with a point for each hex: his own hex too.
    /// [D-6.5a] Never in a hex of enemies only; in a melee hex he stays [6.13].
    pub fn destinations(&self, state: &State<R>, commander: CommanderId) -> Hexes<R> {
        let Some(from) = state.hex_of_commander(commander) else { return HexSet::EMPTY };
        let side = self.scenario.commander(commander).side;
        let enemy = self.held_by(state, !side);
        let melee = enemy & self.held_by(state, side);
        // A commander next to whom the enemy has entered is bound [6.13].
        if melee.contains(from) {
            return HexSet::of(from);
        }
        // As far as no enemy is, the way is free; beyond, one hex after the other.
        let board = &self.scenario.board;
        let is_free = |points: &u8| !board.within(from, *points).intersects(&enemy);
        let free = (1..=COMMANDERS_POINTS).take_while(is_free).last().unwrap_or(0);
        let (mut reached, mut edge) = (board.within(from, free), board.ring(from, free));
        for spent in free..COMMANDERS_POINTS {
            // [6.11] A melee hex costs one more, the last point does not pay for it.
            let barred = if spent + 1 == COMMANDERS_POINTS { enemy } else { enemy - melee };
            let new = board.around(edge) - reached - barred;
            reached |= new;
            edge = new - melee;
        }
        reached
    }

    pub(crate) fn lead_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        let commander = state.active.expect("a commander is active in phase 3");
        self.destinations(state, commander).iter().for_each(|hex| list.push(Action::Lead { commander, hex }));
    }

    pub(crate) fn lead_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        match action {
            Action::Lead { commander, hex } if Some(commander) == state.active => {
                (!self.destinations(state, commander).contains(hex)).then_some(rule!("8.8"))
            }
            _ => Some(rule!("3.3")),
        }
    }

    pub(crate) fn decide_lead<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Lead { commander, hex } = action else { unreachable!("refused: {action:?}") };
        state.agenda.pop();
        self.post(state, commander, hex, rule!("8.8"), table);
    }

    // ---- Phase 4: melee [11.2] ----

    /// [11.2] [D-4.2c] The hexes where units that the active commander leads, in command, have not fought yet in this
    /// phase.
    fn assaults(&self, state: &State<R>) -> Hexes<R> {
        self.due_to_attack(state).filter_map(|unit| state.hex_of(unit)).collect()
    }

    fn due_to_attack(&self, state: &State<R>) -> impl Iterator<Item = UnitId> {
        // [D-4.4c] Nobody attacks for a commander who fell in this activation.
        let post = state.post_of_active();
        let side = self.active_side(state);
        let units = if post.is_some() { state.led & state.on_map[side] } else { UnitSet::EMPTY };
        // [8.14.4] [8.15.6b] Only who fought in this phase is through: not who charged or was counterattacked before.
        // [7.2.2] [D-7.2.2d] A square does not attack, not even the enemy in its own hex.
        // [D-11.2b] Guns alone attack nobody.
        let must = units - state.marks.fought - self.guns - state.marks.square;
        let is_due = move |hex: HexId| {
            state.is_melee_hex(hex) && post.is_some_and(|from| self.reaches(state, side, from, hex))
        };
        must.iter().filter(move |unit| state.hex_of(*unit).is_some_and(is_due))
    }

    /// [D-M4.4b] [D-M4.4g] May an overall commander who leads units in person leave the melees that are left unfought?
    /// [11.6] Not those of units that have acted for him.
    fn may_leave_assaults(&self, state: &State<R>) -> bool {
        state.calls && !self.due_to_attack(state).any(|unit| state.acted.contains(unit))
    }

    pub(crate) fn run_assaults<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        state.phase = Phase::Melee;
        let due = self.assaults(state);
        match due.first() {
            // [11.6] The phase lasts until all have fought.
            None => {
                state.agenda.pop();
                self.recapture_guns(state, table);
                Next::Run
            }
            Some(only) if due.len() == 1 && !self.may_leave_assaults(state) => {
                self.assault(state, only, table);
                Next::Run
            }
            // [11.4] The active player orders them.
            Some(_) => Next::Ask,
        }
    }

    pub(crate) fn assaults_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        self.assaults(state).iter().for_each(|hex| list.push(Action::Assault(hex)));
        if self.may_leave_assaults(state) {
            list.push(Action::Pass);
        }
    }

    pub(crate) fn assaults_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        match action {
            Action::Assault(hex) if self.assaults(state).contains(hex) => None,
            Action::Pass if self.may_leave_assaults(state) => None,
            _ => Some(rule!("11.2")),
        }
    }

    pub(crate) fn decide_assault<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        if let Action::Assault(hex) = action {
            return self.assault(state, hex, table);
        }
        state.agenda.pop();
        self.recapture_guns(state, table);
    }

    fn assault<D: Dice, J: Journal>(&self, state: &mut State<R>, hex: HexId, table: &mut Table<D, J>) {
        let side = self.active_side(state);
        if self.leads_others {
            let mut due: UnitSet<R> = self.due_to_attack(state).collect();
            due = due & state.stack(side, hex);
            // [D-M4.4g] Friends fight along and do not count: one of those led in person is enough.
            if state.calls {
                due = if due.intersects(state.acted) {
                    UnitSet::EMPTY
                } else {
                    self.top(state, due).map_or(due, UnitSet::of)
                };
            }
            self.note_acting(state, due);
        }
        self.begin_melee(state, hex, MeleeKind::Assault, side, table);
    }

    // ---- Turn 3 ----

    /// [3.3] [12.4] [3.2] Has a side won? Is it the last stage? Else fire markers are changed and a stage begins.
    pub(crate) fn run_reckon<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        state.agenda.pop();
        state.phase = Phase::Reckoning;
        self.note_holders(state, table);
        let is_decided = self.decided_early(state).is_some();
        if is_decided || state.stage == self.scenario.stages {
            if !is_decided {
                self.score_strongholds(state, table);
            }
            state.phase = Phase::Over;
            return;
        }
        self.change_fire_markers(state, table);
        self.guns_rest(state);
        self.slip_who_were_not_called(state, table);
        (state.drawn, state.contused) = (CommanderSet::EMPTY, CommanderSet::EMPTY);
        state.obeyed = UnitSet::EMPTY;
        table.change(rule!("3.2"), words::STAGE, Subject::NONE, state.stage.into(), (state.stage + 1).into());
        state.stage += 1;
        self.begin_stage(state);
    }

    /// [10.9.10] [D-10.9.10a] Who fired, or still carries the "1", starts the next stage with one shot spent; those in
    /// flight too.
    fn change_fire_markers<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        state.marks.carries = UnitSet::EMPTY;
        for unit in (self.scenario.all_units() - self.guns).iter() {
            let shots = state[unit].shots;
            if shots > 0 {
                state[unit].shots = 1;
                state.marks.carries.insert(unit);
                table.change(
                    rule!("10.9.10"),
                    words::SHOTS,
                    self.scenario.unit(unit).subject,
                    shots.into(),
                    1,
                );
            }
        }
    }
}
