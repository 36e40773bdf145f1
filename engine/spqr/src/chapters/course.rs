//! Chapter 3, the sequence of play, and what happens in it by itself.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Dice, Journal, Side, Subject, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::{Agenda, Task};
use crate::position::ids::{
    DRIVERS, LeaderId, Leaders, MOST_HEXES, MOST_LEADERS, MOST_OF_A_SIDE, MOST_UNITS, UnitId, Units, of_side,
};
use crate::position::state::{Phase, State};

impl Spqr {
    /// The map without anybody, before the first turn.
    #[expect(clippy::too_many_lines, reason = "a line for each field of the state")]
    pub(crate) fn bare_position(&self) -> State {
        State {
            turn: 0,
            active: Side::First,
            agenda: Agenda::of(Task::NextTurn),
            phase: Phase::NONE,
            mover: None,
            places: [None; MOST_UNITS],
            facings: [self.scenario.armies[Side::First].faces; MOST_UNITS],
            hits: [0; MOST_UNITS],
            at: [None; MOST_HEXES],
            under: [None; MOST_UNITS],
            beneath: Units::EMPTY,
            dead: Units::EMPTY,
            away: Units::EMPTY,
            routed: Units::EMPTY,
            depleted: Units::EMPTY,
            low: Units::EMPTY,
            empty: Units::EMPTY,
            screen_low: Units::EMPTY,
            screen_empty: Units::EMPTY,
            wild: None,
            cause: None,
            scattered: Units::EMPTY,
            spared: Units::EMPTY,
            struck: None,
            falling: Units::EMPTY,
            columns: Units::EMPTY,
            headed_left: Units::EMPTY,
            beset: Units::EMPTY,
            twins: [None; MOST_UNITS],
            marched: Units::EMPTY,
            rallied: Units::EMPTY,
            fled_on: Units::EMPTY,
            ordered: Units::EMPTY,
            moved: Units::EMPTY,
            climbed: Units::EMPTY,
            winded: Units::EMPTY,
            turned: Units::EMPTY,
            extended: Units::EMPTY,
            fell: Units::EMPTY,
            parted: Units::EMPTY,
            giving: Units::EMPTY,
            giver: None,
            fell_at: 0,
            asked: Units::EMPTY,
            asked_leaders: Leaders::EMPTY,
            late: Units::EMPTY,
            late_shots: [0; MOST_UNITS],
            must_check: Units::EMPTY,
            no_check: Units::EMPTY,
            fight: [0; MOST_UNITS],
            fights: 0,
            clashed: 0,
            gave: Units::EMPTY,
            ended: Units::EMPTY,
            advanced: Units::EMPTY,
            steady: Units::EMPTY,
            opened: Units::EMPTY,
            broken: Units::EMPTY,
            breaking: Units::EMPTY,
            charged: Units::EMPTY,
            elated: Units::EMPTY,
            trapped: Units::EMPTY,
            pursued: Units::EMPTY,
            hunting: Units::EMPTY,
            hunter: None,
            coming: None,
            fallen: [0; MOST_LEADERS],
            left: [None; MOST_UNITS],
            left_too: [None; MOST_OF_A_SIDE],
            trails: [0; MOST_OF_A_SIDE],
            chased: None,
            chase: 0,
            exits: [None; MOST_UNITS],
            came: [None; MOST_UNITS],
            shot_at: [None; MOST_UNITS],
            answered: [None; MOST_UNITS],
            tried: [0; MOST_UNITS],
            leaders: [None; MOST_LEADERS],
            engaged: [0; MOST_UNITS],
            wounds: [0; MOST_LEADERS],
            phases: [0; MOST_LEADERS],
            running: [None; MOST_LEADERS],
            dead_leaders: Leaders::EMPTY,
            away_leaders: Leaders::EMPTY,
            markable: Leaders::EMPTY,
            prearranged: Leaders::EMPTY,
            shown: Leaders::EMPTY,
            holds_line: [0; MOST_LEADERS],
            bound: 0,
            elite: Leaders::EMPTY,
            promoted: Leaders::EMPTY,
            mounts: [None; 2 * DRIVERS],
            commanded: Units::EMPTY,
            replaced: [0; MOST_LEADERS],
            finished: Leaders::EMPTY,
            acted: Leaders::EMPTY,
            bypassed: Leaders::EMPTY,
            waiting: Leaders::EMPTY,
            led: Leaders::EMPTY,
            lined: Leaders::EMPTY,
            turns_of: [None; 10],
            end: None,
        }
    }

    /// Everybody where the scenario puts him, before the first turn.
    pub(crate) fn first_position(&self) -> State {
        let mut state = self.bare_position();
        let absent: Units = self.all.iter().filter(|unit| self.card(*unit).is_absent).collect();
        (state.dead, state.away) = (absent, absent);
        // [D-4.7a] The elephant of a leader comes with him.
        state.dead |= self.ridden;
        state.away |= self.ridden;
        for unit in self.all - absent - self.ridden {
            self.put(&mut state, unit, self.card(unit).hex, self.scenario.armies[unit.side()].faces);
            // [6.6.6] Of two in a hex the one named first is on top.
            self.join(&mut state, unit);
        }
        let absent: Leaders =
            self.all_leaders.iter().filter(|leader| self.leader(*leader).is_absent).collect();
        (state.dead_leaders, state.away_leaders, state.finished) = (absent, absent, absent);
        for leader in self.all_leaders - absent {
            state.leaders[leader.index()] = Some(self.leader(leader).hex);
        }
        self.settle_ridden(&mut state);
        state
    }

    /// [3.0] The next turn.
    fn next_turn<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        table.change(rule!("3.0"), words::TURN, Subject::NONE, state.turn.into(), i32::from(state.turn) + 1);
        state.turn += 1;
        // [5.11, 3.4] All leaders are inactive, and what was said of the turn is forgotten.
        for set in [
            &mut state.finished,
            &mut state.acted,
            &mut state.bypassed,
            &mut state.lined,
            &mut state.waiting,
            &mut state.elite,
        ] {
            *set = Leaders::EMPTY;
        }
        state.finished = state.dead_leaders;
        state.marched = Units::EMPTY;
        state.rallied = Units::EMPTY;
        state.pursued = Units::EMPTY;
        state.fled_on = Units::EMPTY;
        state.phases = [0; MOST_LEADERS];
        state.tried = [0; MOST_UNITS];
        state.turns_of = [None; 10];
        self.clear_phase(state);
        // [D-3.0d] Orders of 6.59 first, then 5.5.
        for task in
            [Task::Activate(true), Task::Elite(false), Task::Prearrange(true), Task::Prearrange(false)]
        {
            state.agenda.push(task);
        }
        self.forget_orders(state);
    }

    /// Does whatever happens by itself, until somebody decides or the game is over.
    pub(crate) fn go_on<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        while state.end.is_none() && self.does_by_itself(state, table) {}
    }

    fn does_by_itself<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) -> bool {
        self.settle_ridden(state);
        let task = state.task();
        // [D-10.15a, D-10.25a] A rout comes before anything else, and one in a rout before that goes on.
        if !matches!(task, Task::Follow(..) | Task::Charge)
            && let Some(unit) = self.next_to_fall(state)
        {
            self.fall(state, unit, table);
            return true;
        }
        match task {
            Task::NextTurn => self.next_turn(state, table),
            Task::Activate(_) => {
                return self.go_on_activating(state, table)
                    || matches!(state.task(), Task::Activate(_)) && self.take_the_only(state, table);
            }
            Task::Moving | Task::Exit if state.mover.is_none() => state.agenda.pop(),
            Task::Falling(unit, _) if state.dead.contains(unit) || state.routed.contains(unit) => {
                state.agenda.pop();
            }
            Task::Leading(leader, _) | Task::Flight(leader) if state.leader_place(leader).is_none() => {
                state.agenda.pop();
            }
            Task::Follow(leader, unit) if !self.leaders_with(state, unit).any(|with| with == leader) => {
                state.agenda.pop();
            }
            Task::Answer(shooter, target) if !self.can_shoot(state, target, shooter, true) => {
                state.agenda.pop();
            }
            Task::Orders if self.is_leader_gone(state) => {
                state.agenda.pop();
                self.open_late_shots(state);
            }
            // [8.42] Who was shot down as it came in turns no more.
            Task::AfterAdvance(unit) if (state.dead | state.routed).contains(unit) => state.agenda.pop(),
            Task::Rout(unit, left) => {
                if self.go_on_routing(state, (unit, left), table) {
                    return true;
                }
                return self.take_the_only(state, table);
            }
            Task::Combats => {
                let mut count = 0;
                self.offer(state, &mut |_| count += 1);
                if count > 0 {
                    return self.take_the_only(state, table);
                }
                self.start_shock(state);
            }
            Task::Charge => self.charge(state, table),
            Task::Risk => {
                state.agenda.pop();
                self.end_charge(state);
                self.risk_leaders(state, table);
            }
            Task::Break => self.go_on_falling(state),
            Task::Ride(unit, fight) => {
                state.agenda.pop();
                self.ride(state, (unit, fight), table);
            }
            Task::Share(..) | Task::Odd(..) | Task::Regroup | Task::Hold(_) => {
                return self.ask_or_go_on(state, None, table);
            }
            Task::Line => return self.go_on_with_line(state) || self.take_the_only(state, table),
            Task::Elite(false) => self.settle_elite(state, table),
            Task::Open(fight) => return self.go_on_opening(state, fight),
            Task::Through(fight) => {
                let next = (fight < state.fights).then_some(Task::Through(fight + 1));
                return self.ask_or_go_on(state, next, table);
            }
            Task::Shun(elephant) => {
                return self.go_on_shunning(state, elephant, table) || self.take_the_only(state, table);
            }
            Task::Wild(unit, roll) => self.go_wild(state, (unit, roll), table),
            Task::Running(unit, way, left) => self.run_wild(state, (unit, way, left), table),
            Task::Trample(leader) if state.leader_place(leader).is_none() => state.agenda.pop(),
            Task::Routs(fight, of_attackers) | Task::Collapse(fight, of_attackers) => {
                self.go_on_breaking(state, (fight, of_attackers), table);
            }
            Task::Clash(fight) => self.go_on_clashing(state, fight),
            Task::Tests => self.last_tests(state, table),
            Task::Advance(fight) => {
                let next = (fight < state.fights).then_some(Task::Advance(fight + 1));
                return self.ask_or_go_on(state, next, table);
            }
            Task::Pursuit(fight) => {
                let next = (fight < state.fights).then_some(Task::Pursuit(fight + 1));
                return self.ask_or_go_on(state, next, table);
            }
            Task::Hunt => self.go_on_hunting(state),
            Task::Flights(are_alone) => self.ask_leaders(state, are_alone),
            Task::EndPhase if !state.beset.is_empty() => self.leave_columns(state, table),
            Task::EndPhase => self.end_phase(state),
            Task::RoutPhase => self.go_on_with_routs(state, table),
            Task::EndTurn => {
                state.agenda.pop();
                self.end_turn(state, table);
            }
            Task::Orders | Task::Moving | Task::Over | Task::Idle => return false,
            _ => return self.take_the_only(state, table),
        }
        true
    }

    /// Asks if there is anything to decide, or else turns to the next task, or the one below.
    fn ask_or_go_on<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        next: Option<Task>,
        table: &mut Table<D, J>,
    ) -> bool {
        let mut count = 0;
        self.offer(state, &mut |_| count += 1);
        match next {
            _ if count > 0 => return self.take_the_only(state, table),
            Some(next) => state.agenda.turn_to(next),
            None => state.agenda.pop(),
        }
        true
    }

    /// A leader who died in his own phase gives no more orders.
    fn is_leader_gone(&self, state: &State) -> bool {
        state.phase.leader.is_none_or(|leader: LeaderId| state.leader_place(leader).is_none())
    }

    /// A question with one answer is not asked.
    fn take_the_only<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) -> bool {
        let (mut count, mut only) = (0, None);
        self.offer(state, &mut |action: Action| {
            count += 1;
            only = Some(action);
        });
        match only.filter(|_| count == 1) {
            Some(action) => {
                self.carry_out(state, action, table);
                true
            }
            None => false,
        }
    }

    /// [8.33, 8.37] The routs of one fight after the other.
    fn go_on_breaking<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (fight, of_attackers): (u8, bool),
        table: &mut Table<D, J>,
    ) {
        if fight > state.fights {
            state.agenda.pop();
            return;
        }
        let (next, are_attackers) = (fight + u8::from(of_attackers), !of_attackers);
        state.agenda.turn_to(match state.task() {
            Task::Collapse(..) => Task::Collapse(next, are_attackers),
            _ => Task::Routs(next, are_attackers),
        });
        self.break_fight(state, (fight, of_attackers), table);
    }

    /// [D-4.62b, D-4.62d] Leaders next to enemies who are not routed are asked once after a shock; [D-4.62c] those
    /// whom it left alone before anybody enters their hexes.
    fn ask_leaders(&self, state: &mut State, are_alone: bool) {
        state.agenda.pop();
        if !are_alone {
            self.engage(state);
        }
        for leader in self.all_leaders - self.drivers {
            let Some(hex) = state.leader_place(leader) else { continue };
            if are_alone && !self.is_left_alone(state, leader, hex) {
                continue;
            }
            let mut near =
                (self.all - state.dead - state.routed).iter().filter(|unit| unit.side() != leader.side());
            if near.any(|unit| self.far_from(state, unit, hex) == 1) {
                state.agenda.push(Task::Flight(leader));
            }
        }
    }

    /// Has the unit with which a leader was in this hex left it in this shock?
    fn is_left_alone(&self, state: &State, leader: LeaderId, hex: HexId) -> bool {
        let mut own = (self.all & of_side(leader.side())).iter();
        let has_left = |unit: UnitId| {
            let is_other_half = unit.side() != state.active && state.left_too[unit.slot()] == Some(hex);
            is_other_half || state.left[unit.index()] == Some(hex)
        };
        state.unit_at(hex).is_none() && own.any(has_left)
    }

    /// Who decides next.
    pub(crate) fn decider(&self, state: &State) -> Side {
        match state.task() {
            Task::Overtrump(_)
            | Task::Odd(_, _, false)
            | Task::Falls
            | Task::Line
            | Task::Open(_)
            | Task::Turns
            | Task::Exit
            | Task::Entry(_)
            | Task::Late
            | Task::Facing(_)
            | Task::AgainstMomentum
            | Task::Doom => !state.active,
            Task::Prearrange(false) | Task::Drivers(false, _) => Side::First,
            Task::Prearrange(true) | Task::Drivers(true, _) => Side::Second,
            Task::Shun(elephant) => !elephant.side(),
            Task::Scatter(of_friends) => {
                state.wild.map_or(state.active, |wild| if of_friends { wild.side() } else { !wild.side() })
            }
            Task::Flight(leader)
            | Task::Trample(leader)
            | Task::Leading(leader, _)
            | Task::Follow(leader, _) => leader.side(),
            Task::Answer(_, unit)
            | Task::AfterAdvance(unit)
            | Task::Rout(unit, _)
            | Task::Falling(unit, _) => unit.side(),
            _ => state.active,
        }
    }
}
