//! Chapter 4, the course of play: stages of six phases, and what happens in them by itself.

use szala_kernel::{Dice, Journal, Side, Subject, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::agenda::{Agenda, Task};
use crate::position::data::{FiredMark, Kind, TurnedCounters};
use crate::position::ids::{CounterId, Counters, MOST_BARRAGES, MOST_COUNTERS, MOST_OF_A_SIDE};
use crate::position::state::{Barrage, State};

/// [4.1] Phases of a stage: fire, movement and reorganisation of player 1, then of player 2.
const PHASES: u8 = 6;

impl Pluton {
    /// The position before anybody is set up.
    pub(crate) fn first_position(&self) -> State {
        let waiting = Side::BOTH.into_iter().flat_map(|side| {
            let cards = self.scenario.cards[side].iter().enumerate();
            let come = cards.filter(|(_, card)| card.group.is_some());
            come.map(move |(slot, _)| CounterId::of_side(side, slot))
        });
        let waiting: Counters = waiting.collect();
        let deals = self.scenario.switches.turned_counters == TurnedCounters::HideTheKind;
        let agenda = Agenda::of(if deals { Task::Deal } else { Task::SetUp });
        let mut state = State { agenda, waiting, ..self.bare_position() };
        state.active = self.next_to_set_up(&state).map_or(self.scenario.leads, CounterId::side);
        state
    }

    /// A position without a counter.
    pub(crate) fn bare_position(&self) -> State {
        let of_kind = |is_commander: bool| {
            let is_such = |counter: &CounterId| {
                let card = &self.scenario.cards[counter.side()][counter.slot()];
                (card.kind == Kind::Commander) == is_commander
            };
            self.all.iter().filter(is_such).collect()
        };
        let slot = |index| u8::try_from(index % MOST_OF_A_SIDE).expect("a side has few counters");
        State {
            stage: 0,
            phase: 0,
            active: self.scenario.leads,
            agenda: Agenda::of(Task::NextPhase),
            mover: None,
            cards: core::array::from_fn(slot),
            units: of_kind(false),
            commanders: of_kind(true),
            known: self.open_counters(),
            spied: Counters::EMPTY,
            paper: Counters::EMPTY,
            places: [None; MOST_COUNTERS],
            losses: [0; MOST_COUNTERS],
            fired: [0; MOST_COUNTERS],
            waiting: Counters::EMPTY,
            dead: Counters::EMPTY,
            under_fire: Counters::EMPTY,
            pinned: Counters::EMPTY,
            odd: Counters::EMPTY,
            fresh: Counters::EMPTY,
            moved: Counters::EMPTY,
            met: Counters::EMPTY,
            second: Counters::EMPTY,
            marked: Counters::EMPTY,
            shot_at: Counters::EMPTY,
            divided: Counters::EMPTY,
            fought: Counters::EMPTY,
            new: Counters::EMPTY,
            barrages: [Barrage::default(); 2 * MOST_BARRAGES],
            called: szala_kernel::BySide::default(),
            opened: szala_kernel::BySide::default(),
            passed: szala_kernel::BySide::default(),
            hidden_stages: 0,
            revealed_before: 0,
            commanders_lost: szala_kernel::BySide::default(),
            end: None,
        }
    }

    /// Does whatever happens by itself, until somebody decides or the game is over.
    pub(crate) fn go_on<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        while self.does_by_itself(state, table) {}
    }

    fn does_by_itself<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) -> bool {
        match state.task() {
            Task::SetUp => self.go_on_with_set_up(state, table),
            Task::NextPhase => {
                self.next_phase(state, table);
                true
            }
            Task::Call => self.go_on_with_calls(state),
            Task::Lay(slot) => self.go_on_laying(state, slot, table),
            Task::Drift => {
                self.drift(state, table);
                true
            }
            Task::Effects(slot) => {
                self.go_on_with_effects(state, slot, table);
                true
            }
            Task::Movement => self.go_on_with_movement(state, table),
            Task::Moving => self.go_on_moving(state, table),
            Task::React => self.go_on_reacting(state),
            Task::Withdraw(who) => self.go_on_withdrawing(state, who, table),
            Task::FinalFire => self.go_on_with_final_fire(state),
            Task::Combats => self.go_on_with_combats(state, table),
            Task::Fight(hex, side) => {
                self.fight(state, (hex, side), table);
                true
            }
            Task::Losses(hex, side, left) => self.go_on_with_losses(state, (hex, side, left), table),
            Task::Officers(hex, side, losses) => {
                state.agenda.pop();
                self.roll_for_commanders(state, side, hex, losses, table);
                true
            }
            Task::Retreats(hex, side, is_driven) => {
                self.go_on_with_retreats(state, (hex, side, is_driven), table)
            }
            Task::Driven(hex, side, company) => {
                self.go_on_driving(state, (hex, side, company), table);
                true
            }
            Task::Appear(hex, side, company) => self.go_on_appearing(state, (hex, side, company), table),
            Task::StepBack => self.go_on_with_steps_back(state, table),
            Task::Deal | Task::Aim(_) | Task::Declare(..) | Task::Over | Task::Idle => false,
        }
    }

    /// [4.1] The next phase, or the next stage, or the end.
    fn next_phase<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        self.end_phase(state, table);
        if state.phase == PHASES || state.stage == 0 {
            if state.stage == self.scenario.stages {
                self.reveal_all(state, table);
                self.look_who_passed(state);
                self.reckon(state, table);
                return;
            }
            let before = state.stage;
            state.stage += 1;
            state.phase = 0;
            table.change(rule!("4.1"), words::STAGE, Subject::NONE, before.into(), state.stage.into());
            self.release(state, table);
            if before == 0 {
                // [16.1] Who sees whom when all have been set up.
                self.look_everywhere(state, table);
            }
        }
        state.phase += 1;
        // [20.3] Player 1 has the first three phases of a stage.
        state.active = if state.phase <= 3 { self.scenario.leads } else { !self.scenario.leads };
        match state.phase {
            // [4.2.1, 4.2.4, D-4.2.1a] Indirect fire: calls, laying, drift, effects.
            1 | 4 => {
                for task in [Task::Effects(0), Task::Drift, Task::Lay(0), Task::Call] {
                    state.agenda.push(task);
                }
            }
            // [4.2.2, 4.2.5] Movement: moves, the final fire, close combats.
            2 | 5 => {
                for set in [
                    &mut state.moved,
                    &mut state.met,
                    &mut state.shot_at,
                    &mut state.divided,
                    &mut state.fought,
                ] {
                    *set = Counters::EMPTY;
                }
                for task in [Task::Combats, Task::FinalFire, Task::Movement] {
                    state.agenda.push(task);
                }
            }
            // [4.2.3, 4.2.6] Reorganisation.
            _ => self.reorganise(state, state.active, table),
        }
    }

    /// What ends with the phase that is over.
    fn end_phase<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        if matches!(state.phase, 2 | 5) {
            self.forget_silent(state, !state.active);
            self.look_for_taken(state, &Side::BOTH, table);
            self.look_who_passed(state);
        }
        if state.phase == PHASES {
            self.count_hidden_stage(state);
            // [D-12.1a, 7.6, D-7.6c] What is said of a stage ends with it.
            state.fresh = Counters::EMPTY;
            state.fired = [0; MOST_COUNTERS];
            state.barrages.iter_mut().for_each(|barrage| barrage.is_laid = false);
            if self.scenario.switches.fired_mark == FiredMark::EndOfStage {
                state.marked = Counters::EMPTY;
            }
        }
    }

    /// Who decides next.
    pub(crate) fn decider(&self, state: &State) -> Side {
        match state.task() {
            // [4.2.2] The other side fires in a movement phase.
            Task::React | Task::FinalFire | Task::Aim(_) => !state.active,
            Task::Declare(_, side)
            | Task::Losses(_, side, _)
            | Task::Retreats(_, side, _)
            | Task::Appear(_, side, _) => side,
            Task::StepBack => self.lone_commander(state).map_or(state.active, CounterId::side),
            _ => state.active,
        }
    }
}
