//! Chapter 5, 5.1 and 5.3 to 5.4: who is activated, momentum and trumping.

use szala_board::Ordinal;
use szala_kernel::{Dice, Die, Journal, Side, Subject, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{
    LeaderId, Leaders, MOST_LEADERS, MOST_OF_A_SIDE, MOST_UNITS, Units, subject_of_side,
};
use crate::position::state::{Mode, Phase, State};

/// [5.14] Phases of a leader in a turn.
pub(crate) const MOST_PHASES: u8 = 3;

/// What a roll for momentum is [5.32].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Momentum {
    /// He has another phase, if nobody trumps it.
    Gained,
    /// He is finished.
    Failed,
    /// He is, and rolls again.
    Doom,
}

/// What a roll of doom is [5.33].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doom {
    /// The enemy may activate any leader.
    EnemyAgain,
    /// Nothing more.
    Nothing,
    /// Nobody else is activated in this turn.
    NobodyElse,
}

impl Spqr {
    /// [5.11] Leaders who have still to be activated in this turn.
    pub fn inactive(&self, state: &State) -> Leaders {
        let freed: Leaders =
            state.waiting.iter().filter(|leader| !self.is_leader_in_zone(state, *leader)).collect();
        self.all_leaders - state.dead_leaders - state.finished - (state.acted - freed)
    }

    /// [5.11] The lowest Initiative among them.
    fn lowest(&self, state: &State) -> Option<u8> {
        self.inactive(state).iter().map(|leader| self.initiative(state, leader)).min()
    }

    fn has_of(&self, state: &State, side: Side, initiative: u8) -> bool {
        let is_one = |one: &LeaderId| one.side() == side && self.initiative(state, *one) == initiative;
        self.inactive(state).iter().any(|leader| is_one(&leader))
    }

    /// [5.12, 5.13] Whose leader is next; nothing while equal leaders of both sides have still to roll.
    pub(crate) fn next_side(&self, state: &State) -> Option<Side> {
        let lowest = self.lowest(state)?;
        match Side::BOTH.map(|side| self.has_of(state, side, lowest)) {
            [true, true] => state.turns_of[usize::from(lowest)],
            [true, false] => Some(Side::First),
            _ => Some(Side::Second),
        }
    }

    /// [3.1] Goes on activating, or ends the turn.
    pub(crate) fn go_on_activating<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        table: &mut Table<D, J>,
    ) -> bool {
        let Some(lowest) = self.lowest(state) else {
            state.agenda.turn_to(Task::RoutPhase);
            return true;
        };
        while self.next_side(state).is_none() {
            // [5.12, D-5.12a] Equal leaders: a die each, again while equal.
            let [first, second] = Side::BOTH
                .map(|side| table.roll(Die::D10, self.ask(state, rule!("5.12")).by(subject_of_side(side))));
            if first != second {
                let side = if first > second { Side::First } else { Side::Second };
                state.turns_of[usize::from(lowest)] = Some(side);
            }
        }
        if let Some(side) = self.next_side(state) {
            state.active = side;
        }
        false
    }

    /// [3.1, 5.41] What becomes of the lowest leader.
    pub(crate) fn offer_activation(&self, state: &State, is_free: bool, put: &mut dyn FnMut(Action)) {
        let (Some(lowest), side) = (self.lowest(state), state.active) else { return };
        for leader in self.inactive(state).iter().filter(|leader| leader.side() == side) {
            let initiative = self.initiative(state, leader);
            if initiative == lowest {
                put(Action::Activate(leader));
                if is_free {
                    put(Action::Pass(leader));
                }
            } else if is_free && initiative > lowest && self.could_act(state, leader) {
                put(Action::Trump(leader));
            }
        }
    }

    /// [D-5.46a] Could this leader get anybody to act?
    fn could_act(&self, state: &State, leader: LeaderId) -> bool {
        // [4.8] A driver does nothing but to command his line.
        if self.drivers.contains(leader) {
            return false;
        }
        let near = self.units_in(state, self.command_area(state, leader), leader.side())
            - state.routed
            - self.ridden;
        // [5.47] From an enemy zone he can only have somebody attack.
        let is_silent = self.is_leader_in_zone(state, leader) && !self.is_overall(state, leader);
        near.iter()
            .any(|unit| self.group_of(leader, unit) != 0 && (!is_silent || self.can_attack(state, unit)))
    }

    /// [5.42.1, 5.42.2, D-5.42b] The leaders who may interfere with this one.
    pub(crate) fn offer_trumps(&self, state: &State, against: LeaderId, put: &mut dyn FnMut(Action)) {
        put(Action::LetHim);
        let least = self.initiative(state, against);
        for leader in self.inactive(state).iter().filter(|leader| leader.side() != against.side()) {
            if self.initiative(state, leader) >= least && self.could_act(state, leader) {
                put(Action::Trump(leader));
            }
        }
    }

    /// [5.33, D-5.33a, D-5.33b] The leaders whom the enemy may activate after a roll of doom.
    pub(crate) fn offer_doom(&self, state: &State, put: &mut dyn FnMut(Action)) {
        put(Action::Nobody);
        let living = self.all_leaders - self.drivers - state.dead_leaders;
        living.iter().filter(|one| one.side() != state.active).for_each(|one| put(Action::Reactivate(one)));
    }

    /// [3.1] Activates the lowest leader.
    pub(crate) fn activate<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        let initiative = usize::from(self.initiative(state, leader));
        state.turns_of[initiative] = state.turns_of[initiative].map(|_| !leader.side());
        state.agenda.turn_to(Task::Activate(true));
        self.begin_phase(state, leader, (false, false), table);
    }

    /// [5.15] Passes a leader.
    pub(crate) fn pass(&self, state: &mut State, leader: LeaderId) {
        let initiative = usize::from(self.initiative(state, leader));
        state.turns_of[initiative] = state.turns_of[initiative].map(|_| !leader.side());
        state.finished.insert(leader);
    }

    /// [5.41] Rolls for a trump; a leader who fails is finished.
    fn trumps<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) -> bool {
        let initiative = self.initiative(state, leader);
        let roll = table.roll(Die::D10, self.ask(state, rule).by(leader.subject()));
        table.total(rule, roll.into(), initiative.into(), leader.subject());
        if roll > initiative {
            state.finished.insert(leader);
        }
        roll <= initiative
    }

    /// [5.44] A leader not activated yet and no better than a successful trumper gets no momentum.
    fn bypass(&self, state: &mut State, by: LeaderId) {
        let initiative = self.initiative(state, by);
        for leader in self.inactive(state) {
            if leader != by && self.initiative(state, leader) <= initiative {
                state.bypassed.insert(leader);
            }
        }
    }

    /// [5.41] The active side tries to trump its own lowest leader.
    pub(crate) fn trump<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        if self.trumps(state, leader, rule!("5.41"), table) {
            state.agenda.turn_to(Task::Activate(true));
            state.agenda.push(Task::Overtrump(leader));
        } else {
            // [D-5.41a] The lowest is activated, and not passed.
            state.agenda.turn_to(Task::Activate(false));
        }
    }

    /// [5.42.1] Nobody, or nobody with luck, overtrumps.
    pub(crate) fn let_trump<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        self.bypass(state, leader);
        self.begin_phase(state, leader, (true, false), table);
    }

    /// [5.42.1] An enemy tries to overtrump.
    pub(crate) fn overtrump<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [leader, by]: [LeaderId; 2],
        table: &mut Table<D, J>,
    ) {
        if self.trumps(state, by, rule!("5.42.1"), table) {
            // [D-5.42a] The overtrumped one is bypassed with the others.
            self.let_trump(state, by, table);
        } else {
            self.let_trump(state, leader, table);
        }
    }

    /// An orders phase begins; was it won by a trump, and is it sure to be the last?
    pub(crate) fn begin_phase<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        (must_act, is_last): (bool, bool),
        table: &mut Table<D, J>,
    ) {
        let before = state.phases[leader.index()];
        state.active = leader.side();
        state.acted.insert(leader);
        let waited = state.waiting.contains(leader);
        state.waiting.remove(leader);
        state.phases[leader.index()] += 1;
        table.change(rule!("5.14"), words::PHASE, leader.subject(), before.into(), i32::from(before) + 1);
        self.clear_phase(state);
        let in_zone = self.is_leader_in_zone(state, leader);
        state.phase = Phase {
            leader: Some(leader),
            orders: if self.drivers.contains(leader) { 0 } else { self.initiative(state, leader) },
            lines: self.ratings(state, leader).lines,
            mode: Mode::Open,
            must_act,
            is_last: is_last || waited || state.bypassed.contains(leader),
            was_in_zone: in_zone,
            ..Phase::NONE
        };
        for task in [Task::EndPhase, Task::Designate] {
            state.agenda.push(task);
        }
        // [4.26, 5.27a] Others than the overall commander give no orders from an enemy zone.
        if !in_zone || self.is_overall(state, leader) {
            state.agenda.push(Task::Orders);
        }
        self.show_when_activated(state, leader, table);
        if self.may_take_over(state, leader) {
            state.agenda.push(Task::TakeOver(leader));
        }
    }

    /// [5.5, 5.52] A phase before all others, without momentum; the leader is inactive again after it.
    pub(crate) fn begin_elite_phase<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        state.elite.insert(leader);
        self.begin_phase(state, leader, (false, true), table);
        state.phase.is_elite = true;
    }

    /// What is said of a phase is forgotten with it.
    pub(crate) fn clear_phase(&self, state: &mut State) {
        for set in [
            &mut state.ordered,
            &mut state.moved,
            &mut state.climbed,
            &mut state.winded,
            &mut state.turned,
            &mut state.extended,
            &mut state.fell,
            &mut state.parted,
            &mut state.asked,
            &mut state.late,
            &mut state.must_check,
            &mut state.no_check,
        ] {
            *set = Units::EMPTY;
        }
        state.hunter = None;
        for set in [&mut state.charged, &mut state.elated, &mut state.trapped, &mut state.hunting] {
            *set = Units::EMPTY;
        }
        self.clear_fights(state);
        state.asked_leaders = Leaders::EMPTY;
        state.led = Leaders::EMPTY;
        state.coming = None;
        state.answered = [None; MOST_UNITS];
        state.shot_at = [None; MOST_UNITS];
        state.twins = [None; MOST_UNITS];
        state.phase = Phase::NONE;
    }

    /// What is said of fights is forgotten, after a phase and before each second combat.
    pub(crate) fn clear_fights(&self, state: &mut State) {
        for set in [
            &mut state.gave,
            &mut state.ended,
            &mut state.advanced,
            &mut state.steady,
            &mut state.opened,
            &mut state.broken,
            &mut state.spared,
        ] {
            *set = Units::EMPTY;
        }
        state.clashed = 0;
        state.fallen = [0; MOST_LEADERS];
        state.fight = [0; MOST_UNITS];
        state.fights = 0;
        (state.left, state.left_too) = ([None; MOST_UNITS], [None; MOST_OF_A_SIDE]);
        self.forget_trails(state);
    }

    /// [5.15, 5.31, D-5.31a, D-5.31b] The phase is over: momentum may be tried, or the leader is finished.
    pub(crate) fn end_phase(&self, state: &mut State) {
        state.agenda.pop();
        state.marched |= state.moved;
        let Some(leader) = state.phase.leader else { return };
        let has_line = state.phase.has_line;
        if state.phase.is_elite && !state.finished.contains(leader) {
            state.acted.remove(leader);
            return self.clear_phase(state);
        }
        if has_line && self.is_first_phase(state, leader) {
            state.lined.insert(leader);
        }
        // [5.27a] A leader who could give no orders and had no unit attack may be activated once he is out of the zone.
        let is_idle = state.phase.was_in_zone
            && !self.is_overall(state, leader)
            && !state.phase.is_last
            && state.fights == 0
            && state.no_check.is_empty();
        // [6.58] Two phases for a leader who has ordered a line to withdraw.
        let most = if self.is_bound(state, leader) { MOST_PHASES - 1 } else { MOST_PHASES };
        let is_open = !(state.phase.is_last || state.phase.was_in_zone);
        if is_open && (most..MOST_PHASES).contains(&state.phases[leader.index()]) {
            state.bound |= 1 << (leader.side() as u8);
        }
        let cannot = state.phase.is_last
            || self.drivers.contains(leader)
            || state.phase.was_in_zone
            || state.finished.contains(leader)
            || self.is_leader_in_zone(state, leader)
            || state.phases[leader.index()] >= most;
        self.clear_phase(state);
        if is_idle && !state.finished.contains(leader) {
            state.waiting.insert(leader);
        } else if cannot {
            state.finished.insert(leader);
        } else {
            state.phase.leader = Some(leader);
            state.agenda.push(Task::Momentum);
        }
    }

    /// [5.32] Rolls for momentum.
    pub(crate) fn try_momentum<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.agenda.pop();
        let Some(leader) = state.phase.leader else { return };
        let initiative = self.initiative(state, leader);
        let roll = table.roll(Die::D10, self.ask(state, rule!("5.32")).by(leader.subject()));
        table.total(rule!("5.32"), roll.into(), initiative.into(), leader.subject());
        match Self::momentum(roll, initiative) {
            Momentum::Gained => return state.agenda.push(Task::AgainstMomentum),
            Momentum::Doom => {
                match Self::doom(table.roll(Die::D10, self.ask(state, rule!("5.33")).by(leader.subject()))) {
                    Doom::EnemyAgain => state.agenda.push(Task::Doom),
                    Doom::NobodyElse => {
                        table.remark(rule!("5.33"), "nobody else is activated in this turn", Subject::NONE);
                        state.finished |= self.all_leaders;
                    }
                    Doom::Nothing => (),
                }
            }
            Momentum::Failed => (),
        }
        state.finished.insert(leader);
    }

    /// [5.32] What a roll for momentum is.
    pub(crate) fn momentum(face: u8, initiative: u8) -> Momentum {
        match face {
            9 => Momentum::Doom,
            _ if face <= initiative => Momentum::Gained,
            _ => Momentum::Failed,
        }
    }

    /// [5.33] What a roll of doom is.
    pub(crate) fn doom(face: u8) -> Doom {
        match face {
            0 | 1 => Doom::EnemyAgain,
            9 => Doom::NobodyElse,
            _ => Doom::Nothing,
        }
    }

    /// [5.42.2] An enemy tries to take the phase.
    pub(crate) fn trump_momentum<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        by: LeaderId,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let Some(leader) = state.phase.leader else { return };
        if self.trumps(state, by, rule!("5.42.2"), table) {
            state.finished.insert(leader);
            self.bypass(state, by);
            self.begin_phase(state, by, (true, false), table);
        } else {
            self.begin_phase(state, leader, (false, false), table);
        }
    }
}
