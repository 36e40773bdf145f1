//! The rules as the kernel knows them: every question goes to the chapter of the task on top of the agenda.

use szala_board::Ordinal;
use szala_kernel::rules::Fault;
use szala_kernel::{ActionList, Dice, Journal, Limits, Outcome, Rule, Rules, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{MOST_UNITS, UnitId, Units};
use crate::position::state::State;

impl Rules for Spqr {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        let mut state = self.first_position();
        // The contest of equal leaders takes dice, which an opening has not: the first decision begins the game.
        state.agenda.push(Task::Idle);
        state
    }

    fn to_act(&self, state: &State) -> Side {
        self.decider(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.end
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        self.offer(state, &mut |action| list.push(action));
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        let mut is_one = false;
        self.offer(state, &mut |other| is_one |= other == action);
        (!is_one).then(|| self.forbidding(state, action))
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        debug_assert_eq!(self.refusal(state, action), None, "{action:?} is illegal here");
        self.carry_out(state, action, table);
        self.go_on(state, table);
    }

    /// [6.59] All that is hidden is which leaders have an order to withdraw.
    fn imagine<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        self.imagine_orders(state, viewer, dice);
    }

    fn audit(&self, state: &State) -> Result<(), Fault> {
        self.audit_position(state)
    }

    /// The most actions at once: an order to each unit alone, with each leader in its hex, its recovery, and a command
    /// and a volley of each of two lines from each unit [4.5]; a replacement of each of 16 leaders by each unit;
    /// or a withdrawal of each unit to six hexes. Decisions and dice are bounded
    /// by a generous figure a turn: in games of players who seek the fight no game of the whole battle had more than
    /// 2 682 decisions in all.
    fn limits(&self) -> Limits {
        let units = self.all.len();
        let leaders = self.all_leaders.len();
        let actions = (11 * units + leaders + leaders * units + 2).max(8 * units + 40);
        let turns = usize::from(self.scenario.switches.turns);
        Limits { actions, decisions: turns * 10_000, dice: turns * 10_000 }
    }

    fn is_settled(&self, state: &State) -> bool {
        // Where a turn has ended meanwhile, what comes before the next leader is no part of what was begun.
        let is_new = matches!(state.task(), Task::Prearrange(_) | Task::Elite(_));
        is_new
            || matches!(
                state.task(),
                Task::Idle | Task::Activate(_) | Task::Orders | Task::Momentum | Task::Over
            )
    }
}

impl Spqr {
    /// Everything that may be decided now.
    pub(crate) fn offer(&self, state: &State, put: &mut dyn FnMut(Action)) {
        match state.task() {
            Task::Idle => put(Action::Enough),
            Task::Activate(is_free) => self.offer_activation(state, is_free, put),
            Task::Overtrump(leader) => self.offer_trumps(state, leader, put),
            Task::AgainstMomentum => {
                if let Some(leader) = state.phase.leader {
                    self.offer_trumps(state, leader, put);
                }
            }
            Task::Doom => self.offer_doom(state, put),
            Task::Momentum => [Action::Momentum, Action::Finish].into_iter().for_each(put),
            Task::Orders => self.offer_orders(state, put),
            Task::Moving => self.offer_steps(state, put),
            Task::Leading(leader, left) => self.offer_ride(state, (leader, left), put),
            Task::Flight(leader) | Task::Trample(leader) => self.offer_flight(state, leader, put),
            Task::Falls => self.offer_falls(state, put),
            Task::Scatter(of_friends) => self.offer_scatter(state, of_friends, put),
            Task::Line => self.offer_line_steps(state, put),
            Task::Prearrange(is_second) => self.offer_markers(state, is_second, put),
            Task::Hold(leader) => self.offer_lines_to_hold(state, leader, put),
            Task::TakeOver(_) => [Action::TakeOver, Action::Enough].into_iter().for_each(put),
            Task::Elite(true) => self.offer_elite(state, put),
            Task::Falling(unit, left) => self.offer_falling(state, (unit, left), put),
            Task::Turns => self.offer_turns(state, put),
            Task::Exit => self.offer_exit_shots(state, put),
            Task::Entry(unit) => self.offer_entry_shots(state, unit, put),
            Task::Late => self.offer_late_shots(state, put),
            Task::Answer(..) => [Action::Answer, Action::Enough].into_iter().for_each(put),
            Task::Designate => self.offer_designation(state, put),
            Task::Combats => self.offer_fights(state, put),
            Task::Shun(elephant) => self.offer_shunning(state, elephant, put),
            Task::Open(_) => [Action::LetThrough, Action::Enough].into_iter().for_each(put),
            Task::Through(fight) => self.offer_exits(state, fight, put),
            Task::Share(fight, _) => self.offer_share(state, fight, put),
            Task::Odd(fight, _, of_attackers) => self.offer_odd(state, (fight, of_attackers), put),
            Task::Regroup => self.offer_return(state, put),
            Task::Pursuit(fight) => self.offer_pursuers(state, fight, put),
            Task::Facing(fight) => self.offer_facing(state, fight, put),
            Task::Leader(fight, target) => self.offer_leading(state, (fight, target), put),
            Task::Advance(fight) => self.offer_advances(state, fight, put),
            Task::AfterAdvance(unit) => self.offer_turn_after(state, unit, put),
            Task::Rout(unit, _) => self.offer_rout(state, unit, put),
            Task::Follow(..) => [Action::RunToo, Action::Stay].into_iter().for_each(put),
            Task::Drivers(is_second, has_put) => {
                let side = if is_second { Side::Second } else { Side::First };
                self.offer_drivers(state, (side, has_put), put);
            }
            _ => (),
        }
    }

    /// [8.42, 10.28] After an advance a vertex to either side, after a rally any facing; a unit of two hexes keeps them
    /// only facing about.
    fn offer_turn_after(&self, state: &State, unit: UnitId, put: &mut dyn FnMut(Action)) {
        put(Action::Stop);
        let has_rallied = state.rallied.contains(unit);
        if state.place_of(unit).is_some() {
            let facing = state.facings[unit.index()];
            if self.card(unit).is_long() {
                if has_rallied {
                    put(Action::Turn(facing.opposite()));
                }
                return;
            }
            let widest = if has_rallied { 3 } else { 1 };
            szala_board::Facing::ALL
                .into_iter()
                .filter(|to| (1..=widest).contains(&facing.steps_to(*to)))
                .for_each(|to| put(Action::Turn(to)));
        }
    }

    /// Turns, or not.
    fn turn_after<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, action): (UnitId, Action),
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let Action::Turn(to) = action else { return };
        let rule = if state.rallied.contains(unit) { rule!("10.28") } else { rule!("8.42") };
        if self.card(unit).is_long() {
            self.face_about(state, unit, rule, table);
        } else {
            self.face(state, unit, to, rule, table);
        }
    }

    /// What an action does by itself, before what follows from it.
    pub(crate) fn carry_out<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let task = state.task();
        if task.is_of_turn() {
            return self.carry_out_of_turn(state, action, table);
        }
        match (task, action) {
            (Task::Orders, action) => self.order(state, action, table),
            (Task::Moving, Action::Step(to)) => self.step(state, to, table),
            (Task::Moving, Action::March(way)) => self.march(state, way, table),
            (Task::Moving, Action::Turn(to)) => self.turn(state, to, table),
            (Task::Moving, Action::Shoot(target)) => self.shoot_on_the_way(state, (target, false), table),
            (Task::Moving, Action::ShootAndGo(target)) => self.shoot_on_the_way(state, (target, true), table),
            (Task::Moving, Action::Form(way)) => self.form(state, way, table),
            (Task::Moving, Action::Double) => self.double(state, table),
            (Task::Moving, Action::Deploy(to)) => self.deploy(state, to, table),
            (Task::Moving, Action::ShootAt(leader)) => self.shoot_at_leader(state, leader, table),
            (Task::Moving, Action::Harass(target, from)) => self.harass(state, (target, from), table),
            (Task::Moving, Action::Extend(unit, to)) => self.extend_after_move(state, (unit, to), table),
            (Task::Moving, action) => self.stop(state, action == Action::StopAndAttack, table),
            (Task::Leading(leader, left), Action::Step(to)) => {
                self.leader_step(state, (leader, left), to, table);
            }
            (Task::Leading(leader, _), Action::Turn(to)) => self.turn_ridden(state, (leader, to), table),
            (Task::Flight(leader) | Task::Trample(leader), Action::Flee(to)) => {
                state.agenda.pop();
                state.running[leader.index()] = None;
                self.lead_to(state, leader, Some(to), rule!("4.62"), table);
            }
            (Task::Flight(leader), _) => self.stay(state, leader, table),
            (Task::Trample(leader), _) => {
                state.agenda.pop();
                self.lose_leader(state, leader, rule!("9.14"), table);
            }
            (
                Task::Falls | Task::Falling(..) | Task::Shun(_) | Task::Scatter(_) | Task::Line,
                Action::Withdraw(unit, to),
            ) => {
                self.withdraw(state, (unit, to), table);
            }
            (Task::Falling(unit, _), Action::Turn(to)) => self.turn_after_fall(state, (unit, to), table),
            (Task::Falling(unit, _), _) => self.end_fall(state, unit, table),
            (Task::Falls, Action::ReactAt(unit, mover)) => self.shoot_and_fall(state, [unit, mover], table),
            (Task::Falls, Action::FallBack(line, unit)) => self.fall_back(state, (line, unit)),
            (Task::Falls, Action::GiveWay(leader, line, unit)) => {
                self.give_way(state, (leader, line, unit), table);
            }
            (Task::Falls, Action::Extend(unit, to)) => self.extend(state, (unit, to), table),
            (Task::Turns, Action::React(unit, to)) => self.turn_in_reaction(state, unit, to, table),
            (Task::Turns | Task::Falls, Action::Enough) => {
                state.agenda.pop();
                state.asked = szala_board::Bits::EMPTY;
            }
            (Task::Exit, Action::ReactAt(unit, target)) => self.exit_shot(state, [unit, target], table),
            (Task::Exit, _) => {
                state.agenda.pop();
                self.go_out(state, table);
            }
            (Task::Entry(_), Action::ReactAt(unit, target)) => self.entry_shot(state, [unit, target], table),
            (Task::Late, Action::ReactAt(unit, target)) => self.late_shot(state, [unit, target], table),
            (Task::Late, _) => {
                state.agenda.pop();
                state.late = Units::EMPTY;
                state.late_shots = [0; MOST_UNITS];
            }
            (Task::Answer(shooter, target), Action::Answer) => self.answer(state, [shooter, target], table),
            (Task::Designate, Action::Designate(unit)) => state.no_check.insert(unit),
            (Task::Designate, Action::Withdraw(unit, to)) => self.step_back(state, (unit, to), table),
            (Task::Designate, _) => {
                self.mark_engaged(state);
                self.mark_stacks(state);
                state.asked = szala_board::Bits::EMPTY;
                state.agenda.turn_to(Task::Combats);
            }
            (Task::Combats, Action::Attack(unit, enemy)) => self.set_against(state, [unit, enemy]),
            (Task::Facing(fight), Action::Name(unit)) => state.agenda.turn_to(Task::Leader(fight, unit)),
            (Task::Leader(fight, target), Action::Name(unit)) => {
                state.agenda.pop();
                self.clash(state, fight, [unit, target], table);
            }
            (Task::Open(fight), action) => self.open(state, fight, action == Action::LetThrough),
            (Task::Through(fight), Action::Advance(_, to)) => {
                state.agenda.turn_to(Task::Through(fight + 1));
                self.come_out(state, (fight, to), table);
            }
            (Task::Share(..) | Task::Odd(..), Action::Take(unit)) => self.take(state, unit, table),
            (Task::Regroup, Action::Return(unit, to)) => self.come_back(state, (unit, to), table),
            (Task::Pursuit(fight), Action::Pursue(unit)) => self.pursue(state, (fight, unit), table),
            (Task::Advance(_), Action::Advance(unit, to)) => self.advance(state, (unit, to), table),
            (Task::Advance(_), Action::AdvanceBy(unit, way)) => self.advance_by(state, (unit, way), table),
            (Task::AfterAdvance(unit), action) => self.turn_after(state, (unit, action), table),
            (Task::Rout(..), Action::Rout(to)) => self.rout_step(state, to, table),
            (Task::Rout(..), Action::March(way)) => self.rout_march(state, way, table),
            (Task::Follow(_, unit), Action::RunToo) => self.run_too(state, unit),
            (Task::Drivers(..), action) => self.set_drivers(state, self.decider(state), action),
            _ => state.agenda.pop(),
        }
    }

    /// The same of what decides whose phase it is.
    fn carry_out_of_turn<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match (state.task(), action) {
            (Task::Activate(_), Action::Activate(leader)) => self.activate(state, leader, table),
            (Task::Activate(_), Action::Pass(leader)) => self.pass(state, leader),
            (Task::Activate(_), Action::Trump(leader)) => self.trump(state, leader, table),
            (Task::Overtrump(leader), Action::LetHim) => self.let_trump(state, leader, table),
            (Task::Overtrump(leader), Action::Trump(by)) => self.overtrump(state, [leader, by], table),
            (Task::AgainstMomentum, Action::LetHim) => {
                state.agenda.pop();
                if let Some(leader) = state.phase.leader {
                    self.begin_phase(state, leader, (false, false), table);
                }
            }
            (Task::AgainstMomentum, Action::Trump(by)) => self.trump_momentum(state, by, table),
            (Task::Doom, Action::Reactivate(leader)) => {
                state.agenda.pop();
                self.begin_phase(state, leader, (false, true), table);
            }
            (Task::Momentum, Action::Momentum) => self.try_momentum(state, table),
            (Task::Momentum, _) => {
                state.agenda.pop();
                state.finished |= state.phase.leader.into_iter().collect();
            }
            (Task::Prearrange(_), Action::Prearrange(leader)) => state.prearranged.insert(leader),
            (Task::Hold(leader), Action::Hold(line)) => {
                state.agenda.pop();
                self.hold_line(state, leader, line);
            }
            (Task::TakeOver(leader), Action::TakeOver) => {
                state.agenda.pop();
                state.promoted.insert(leader);
            }
            (Task::Elite(_), Action::Activate(leader)) => self.begin_elite_phase(state, leader, table),
            _ => state.agenda.pop(),
        }
    }
}
