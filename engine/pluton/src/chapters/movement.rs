//! Chapter 6, movement, with what 11.4 says of pinned counters and 13.1 of commanders. Fire at movers is in
//! `small_arms`.

use szala_board::{Direction, HexId, Ordinal};
use szala_kernel::{ActionList, Dice, Journal, Rule, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{HiddenMarch, Kind, RunMarker};
use crate::position::ids::{CounterId, Counters, Verdict, of_side, require};
use crate::position::state::{Colour, Level, Mover, State};

/// [6.3] What a counter that does not run has, in halves of points.
pub(crate) const WALK: u8 = 4;

impl Pluton {
    /// [6.3, 6.4, 13.1] Halves of points of a mover: 2 points at a walk; at a run 3 for heavy weapons, 4 for rifles and
    /// commanders. [D-6.4c] A runner that has come under fire has 2 in all; one that is pinned has none.
    fn allowance(&self, state: &State, mover: Mover) -> u8 {
        match (state.level(mover.who), mover.runs) {
            (Level::Pinned, _) => 0,
            (Level::Full, true) => self.run(state, mover.who),
            _ => WALK,
        }
    }

    /// [6.4] What a run is worth.
    pub(crate) fn run(&self, state: &State, who: CounterId) -> u8 {
        match self.kind(state, who) {
            Kind::Guns | Kind::Mortars => 6,
            Kind::Rifles | Kind::Commander => 8,
        }
    }

    /// May this counter of the active side be taken up, at a walk or a run? [D-6.4a] It says so before its first step.
    fn take_up_verdict(&self, state: &State, who: CounterId, runs: bool) -> Verdict {
        // [4.2.2a] Only those of the side whose phase it is; [D-6.1a] nobody moves twice.
        require(who.side() == state.active, rule!("4.2.2a"))?;
        require(!state.moved.contains(who), rule!("D-6.1a"))?;
        // [6.4] A counter that runs is neither pinned nor under fire.
        require(!runs || state.level(who) == Level::Full, rule!("6.4"))
    }

    /// May it move, so that there is a first step?
    fn move_verdict(&self, state: &State, who: CounterId, runs: bool) -> Verdict {
        self.take_up_verdict(state, who, runs)?;
        require(state.place_of(who).is_some(), rule!("6.1"))?;
        // [13.4.2] The uncommanded do not run.
        require(!runs || self.is_commanded(state, who), rule!("13.4.2"))?;
        let stays = self.scenario.switches.hidden_march == HiddenMarch::Stay;
        require(!stays || !state.paper.contains(who), rule!("D-19.1c"))?;
        let mover = Mover { who, spent: 0, runs, is_stopped: false };
        require(self.has_step(state, mover), rule!("D-6.1b"))
    }

    fn has_step(&self, state: &State, mover: Mover) -> bool {
        let Some(from) = state.place_of(mover.who) else { return false };
        self.neighbours(from).any(|to| self.step_verdict(state, mover, to).is_ok())
    }

    /// [6.1] May the mover step there?
    pub(crate) fn step_verdict(&self, state: &State, mover: Mover, to: HexId) -> Verdict {
        let from = state.place_of(mover.who).ok_or(rule!("6.1"))?;
        // [D-6.1c] Nobody leaves the board, whose hexes are all that have neighbours.
        let direction = self.board.direction_to(from, to).ok_or(rule!("6.1"))?;
        // [6.2] A counter that has come upon an enemy counter has stopped.
        require(!mover.is_stopped, rule!("6.2"))?;
        self.arrival_verdict(state, mover.who, to)?;
        if self.is_pinned(state, mover.who) {
            // [D-6.4c] Pinned on its way, it stops.
            require(mover.spent == 0, rule!("D-6.4c"))?;
            return self.pinned_step_verdict(state, mover.who, [from, to]);
        }
        // [D-6.1b] Points must be there.
        let cost = self.costs[from.index()][direction.index()];
        require(mover.spent + cost <= self.allowance(state, mover), rule!("D-6.1b"))
    }

    /// [5.2] Room, and [D-6.2b] a unit of his own for a commander who comes upon enemies.
    fn arrival_verdict(&self, state: &State, who: CounterId, to: HexId) -> Verdict {
        let has_enemies = !state.of_side_at(!who.side(), to).is_empty();
        let has_own = !self.all_units_at(state, who.side(), to).is_empty();
        require(!state.commanders.contains(who) || !has_enemies || has_own, rule!("D-6.2b"))?;
        self.room_verdict(state, who, to)
    }

    /// [11.4, D-11.4a] One hex, whatever it costs, never onto an enemy: farther from the nearest visible enemy unit, or
    /// out from under a barrage.
    fn pinned_step_verdict(&self, state: &State, who: CounterId, [from, to]: [HexId; 2]) -> Verdict {
        require(state.of_side_at(!who.side(), to).is_empty(), rule!("11.4"))?;
        let is_out = state.is_under_barrage(from) && !state.is_under_barrage(to);
        let is_away =
            || self.nearest_enemies(state, who, [from, to]).is_some_and(|[before, after]| after > before);
        require(is_out || is_away(), rule!("11.4"))
    }

    /// [D-18.5a] May a counter that is to come enter on this hex?
    fn enter_verdict(&self, state: &State, who: CounterId, hex: HexId, runs: bool) -> Verdict {
        self.take_up_verdict(state, who, runs)?;
        self.coming_verdict(state, who)?;
        // [18.5.4] Where its group enters.
        require(self.group(state, who).hexes.contains(hex), rule!("18.5.4"))?;
        self.arrival_verdict(state, who, hex)?;
        // [13.4.2, D-13.2b, D-18.5a] Running in is declared for this hex: command is asked after there.
        require(!runs || self.is_commanded_on(state, who, hex), rule!("13.4.2"))?;
        let most = if runs { self.run(state, who) } else { WALK };
        require(self.scenario.tables.cost[self.ground(hex) as usize] <= most, rule!("D-6.1b"))
    }

    pub(crate) fn movement_actions(&self, state: &State, list: &mut ActionList<Action>) {
        let movers: Counters = state.placed() & of_side(state.active);
        for who in &(movers - state.moved) {
            for (runs, action) in [(false, Action::Move(who)), (true, Action::Run(who))] {
                list.push_if(action, self.move_verdict(state, who, runs).is_ok());
            }
        }
        for who in &(state.waiting & of_side(state.active)) {
            if self.coming_verdict(state, who).is_err() {
                continue;
            }
            for hex in &self.group(state, who).hexes {
                for (runs, action) in [(false, Action::Enter(who, hex)), (true, Action::RunIn(who, hex))] {
                    list.push_if(action, self.enter_verdict(state, who, hex, runs).is_ok());
                }
            }
        }
        list.push(Action::MovesDone);
    }

    pub(crate) fn movement_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        let verdict = match action {
            Action::MovesDone => Ok(()),
            Action::Move(who) => self.move_verdict(state, who, false),
            Action::Run(who) => self.move_verdict(state, who, true),
            Action::Enter(who, hex) if self.has(hex) => self.enter_verdict(state, who, hex, false),
            Action::RunIn(who, hex) if self.has(hex) => self.enter_verdict(state, who, hex, true),
            // [D-6.1a] One counter at a time: the one taken up steps.
            _ => Err(rule!("D-6.1a")),
        };
        verdict.err()
    }

    /// Can any counter move?
    pub(crate) fn go_on_with_movement<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        table: &mut Table<D, J>,
    ) -> bool {
        self.look_for_taken(state, &[state.active], table);
        let movers: Counters = (state.placed() & of_side(state.active)) - state.moved;
        let can_move = movers.iter().any(|who| self.move_verdict(state, who, false).is_ok());
        let waiting = state.waiting & of_side(state.active);
        let can_come = || {
            waiting.iter().any(|who| {
                let mut hexes = self.group(state, who).hexes.iter();
                hexes.any(|hex| self.enter_verdict(state, who, hex, false).is_ok())
            })
        };
        // A run needs more than a walk does only where a walk has no step at all.
        let can_run = || movers.iter().any(|who| self.move_verdict(state, who, true).is_ok());
        let can_run_in = || {
            waiting.iter().any(|who| {
                let mut hexes = self.group(state, who).hexes.iter();
                hexes.any(|hex| self.enter_verdict(state, who, hex, true).is_ok())
            })
        };
        if can_move || can_come() || can_run() || can_run_in() {
            return false;
        }
        state.agenda.pop();
        true
    }

    pub(crate) fn take_up<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let (who, hex, runs) = match action {
            Action::Move(who) => (who, None, false),
            Action::Run(who) => (who, None, true),
            Action::Enter(who, hex) => (who, Some(hex), false),
            Action::RunIn(who, hex) => (who, Some(hex), true),
            _ => unreachable!("{action:?} takes up nobody"),
        };
        state.moved.insert(who);
        state.mover = Some(Mover { who, spent: 0, runs, is_stopped: false });
        state.agenda.push(Task::Moving);
        if let Some(hex) = hex {
            state.waiting.remove(who);
            self.arrive(
                state,
                hex,
                self.scenario.tables.cost[self.ground(hex) as usize],
                rule!("18.5"),
                table,
            );
        }
    }

    pub(crate) fn moving_actions(&self, state: &State, list: &mut ActionList<Action>) {
        let Some(mover) = state.mover else { return };
        let Some(from) = state.place_of(mover.who) else { return };
        for to in Direction::ALL.into_iter().filter_map(|direction| self.board.neighbour(from, direction)) {
            list.push_if(Action::Step(to), self.step_verdict(state, mover, to).is_ok());
        }
        list.push_if(Action::Halt, mover.spent > 0);
    }

    pub(crate) fn moving_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        let mover = state.mover?;
        match action {
            Action::Step(to) if self.has(to) => self.step_verdict(state, mover, to).err(),
            // A counter taken up moves: a move of no step would be none.
            Action::Halt => (mover.spent == 0).then_some(rule!("6.1")),
            _ => Some(rule!("D-6.1a")),
        }
    }

    /// Ends the move of a mover that cannot go on; true while something happens by itself.
    pub(crate) fn go_on_moving<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        table: &mut Table<D, J>,
    ) -> bool {
        let mover = state.mover.expect("somebody is under way");
        if self.has_step(state, mover) {
            return false;
        }
        self.halt(state, table);
        true
    }

    pub(crate) fn step<D: Dice, J: Journal>(&self, state: &mut State, to: HexId, table: &mut Table<D, J>) {
        let mover = state.mover.expect("somebody is under way");
        let from = state.place_of(mover.who).expect("on the board");
        let direction = self.board.direction_to(from, to).expect("a step is to a neighbour");
        self.arrive(state, to, self.costs[from.index()][direction.index()], rule!("6.1"), table);
    }

    /// The mover comes into a hex: points, contact, and the questions that follow.
    fn arrive<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        to: HexId,
        cost: u8,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let mover = state.mover.as_mut().expect("somebody is under way");
        let who = mover.who;
        mover.spent += cost;
        // [D-6.4c, 7.5.6] A runner that has come under fire goes on at a walk.
        mover.runs &= !state.under_fire.contains(who);
        // [11.4] A pinned counter has one hex.
        mover.is_stopped = state.pinned.contains(who);
        let from = state.places[who.index()].replace(to);
        // [D-19.1c] The moves of units on paper are not in the journal.
        if !state.paper.contains(who) {
            table.change(rule, words::HEX, who.subject(), words::of_hex(from), words::of_hex(Some(to)));
        }
        if self.come_into_contact(state, who, to, table)
            && let Some(mover) = &mut state.mover
        {
            mover.is_stopped = true;
        }
        self.look_about(state, who, table);
        self.pass(state, to);
        // [D-4.2.2a] The other side is asked after every step, [D-10.1a] lone commanders before it.
        state.agenda.push(Task::React);
        state.agenda.push(Task::StepBack);
    }

    /// [6.2] Upon an enemy counter the move ends, [D-6.4b] a run too; [D-6.2c] in a later phase it may step out again,
    /// as there are no zones of control. [10.2, D-10.2a] The side that was there alone came first.
    pub(crate) fn come_into_contact<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        who: CounterId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) -> bool {
        // [D-6.2a] Units on paper stop it too, and are revealed; one on paper that comes upon enemies is as well.
        self.reveal_at(state, hex, !who.side(), table);
        state.second.remove(who);
        if state.of_side_at(!who.side(), hex).is_empty() {
            return false;
        }
        self.reveal_at(state, hex, who.side(), table);
        let here = state.counters_at(hex);
        if state.units.contains(who) {
            state.met |= here & state.units;
        }
        table.remark(rule!("6.2"), words::STOPS, who.subject());
        let mut own = here & of_side(who.side()) & state.units;
        own.remove(who);
        if own.is_empty() {
            for counter in &here {
                state.second.remove(counter);
            }
            state.second.insert(who);
        } else if !(own & state.second).is_empty() {
            state.second.insert(who);
        }
        true
    }

    /// The move ends. [6.5, D-6.5a] A run leaves a marker of the other colour; [D-6.5b] one that is there stays.
    pub(crate) fn halt<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        let mover = state.mover.take().expect("somebody is under way");
        state.agenda.pop();
        let is_there = state.place_of(mover.who).is_some();
        if mover.runs && is_there && state.level(mover.who) == Level::Full {
            let present = Colour::of(state.stage);
            let colour = match self.scenario.switches.run_marker {
                RunMarker::NextColour => present.other(),
                RunMarker::StageColour => present,
            };
            self.mark(state, mover.who, Level::UnderFire, colour, rule!("6.5"), table);
            state.fresh.insert(mover.who);
        }
    }

    /// [7.9, D-7.9a] A unit that was pinned from within the enemy's hex leaves it; true while it happens by itself.
    pub(crate) fn go_on_withdrawing<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        who: CounterId,
        table: &mut Table<D, J>,
    ) -> bool {
        let mut ways = self.ways_out(state, who);
        match (ways.next(), ways.next()) {
            (Some(_), Some(_)) => return false,
            (Some(only), None) => self.fall_back(state, who, only, rule!("7.9"), table),
            (None, _) => {
                table.remark(rule!("D-7.9a"), words::NOWHERE, who.subject());
                self.eliminate(state, who, rule!("D-7.9a"), table);
            }
        }
        self.end_withdrawal(state);
        true
    }

    /// It is out of the hex; commanders who came with it may be alone there now.
    pub(crate) fn end_withdrawal(&self, state: &mut State) {
        state.agenda.pop();
        state.agenda.push(Task::StepBack);
    }
}
