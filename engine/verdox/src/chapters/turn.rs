//! Chapter 3, the course of a turn: one side acts, unit by unit, until it ends; then its next wave comes in, and it
//! is the other's turn. What a unit does with its action belongs to `movement`, `attack` and `barges`.

use szala_board::SquareId;
use szala_kernel::{ActionList, Dice, Journal, Rule, Side, Subject, Table, rule};

use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::ids::{BargeId, Squares, UnitId, Verdict, require};
use crate::position::kinds::Kind;
use crate::position::state::{Picked, State, Step};

impl Verdox {
    /// A wave is in: what comes next.
    pub(crate) fn end_wave<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        let is_last = state.active != state.leads;
        if state.turn == 0 && !is_last {
            // [D-2.3a] Set up by one side, then by the other.
            state.active = !state.active;
            self.begin_wave(state, self.scenario.waves.first, table);
            return;
        }
        if is_last {
            if self.is_time_up(state, table) {
                return;
            }
            table.change(
                rule!("3.6"),
                words::TURN,
                Subject::NONE,
                state.turn.into(),
                (state.turn + 1).into(),
            );
            state.turn += 1;
        }
        // [3.1] The side that set up first begins; [3.6] the other acts when it has ended.
        state.active = !state.active;
        self.begin_turn(state, table);
    }

    /// [3.2, 3.3] Every unit on the map may act once, in any order.
    fn begin_turn<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.step = Step::Turn;
        state.ready = state.standing[state.active];
        state.barges.iter_mut().for_each(|barge| barge.has_sailed = false);
        self.go_on_with_turn(state, table);
    }

    /// [3.6] The turn ends by itself when no unit is left to act.
    pub(crate) fn go_on_with_turn<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        if state.step == Step::Over || state.picked.is_some() {
            return;
        }
        // Whether a unit could do anything is checked only when it is picked. Checking all of them after every action
        // would cost more than the few lone decisions it would save.
        let is_anybody_left =
            !state.ready.is_empty() || BargeId::all().any(|barge| self.may_still_sail(state, barge));
        if !is_anybody_left {
            self.end_turn(state, table);
        }
    }

    /// [2.4] After the movement of a side its next wave comes in.
    fn end_turn<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.ready = Squares::EMPTY;
        self.begin_wave(state, self.scenario.waves.next, table);
    }

    pub(crate) fn turn_actions(&self, state: &State, list: &mut ActionList<Action>) {
        if let Some(picked) = state.picked {
            return self.unit_actions(state, picked, list);
        }
        list.push(Action::Done);
        // Most of a game's listing is this loop: it goes through the words by hand.
        for (at, word) in state.ready.words().iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                let index = at * u64::BITS as usize + left.trailing_zeros() as usize;
                list.push(Action::Pick(SquareId::from_index(index)));
                left &= left - 1;
            }
        }
        self.sail_actions(state, list);
    }

    fn unit_actions(&self, state: &State, picked: Picked, list: &mut ActionList<Action>) {
        list.push(Action::Hold);
        self.step_actions(state, picked, list);
        // [3.2] A unit that has moved may not attack.
        if !picked.has_moved() {
            self.attack_actions(state, picked.square, list);
        }
    }

    /// Is there anything but to hold for a unit that stands there and has not acted?
    #[inline]
    fn can_act(&self, state: &State, square: SquareId) -> bool {
        self.can_set_out(state, square) || self.can_attack(state, square)
    }

    pub(crate) fn turn_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        let verdict = match (state.picked, action) {
            (None, Action::Done) | (Some(_), Action::Hold) => Ok(()),
            (None, Action::Pick(square)) => self.pick_verdict(state, square),
            (None, Action::Sail { from, to }) => self.sail_verdict(state, from, to),
            (Some(picked), Action::Step(to)) => self.step_verdict(state, picked, to),
            (Some(picked), Action::Attack(_) | Action::Batter(_) | Action::Sink(_)) => {
                // [3.2] Moving and attacking are never done by one unit, not even in part.
                require(!picked.has_moved(), rule!("3.2"))
                    .and_then(|()| self.target_verdict(state, picked.square, action))
            }
            // [3.3, D-3.3a] One unit after the other: an action belongs to the picked unit.
            _ => Err(rule!("3.3")),
        };
        verdict.err()
    }

    fn pick_verdict(&self, state: &State, square: SquareId) -> Verdict {
        let is_own = state.standing[state.active].contains(square);
        // [3.1] Units of the active side; [3.2] each of them once.
        require(is_own, rule!("3.1"))?;
        require(state.ready.contains(square), rule!("3.2"))
    }

    pub(crate) fn decide_turn<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match (state.picked, action) {
            (_, Action::Done) => return self.end_turn(state, table),
            (_, Action::Pick(square)) => {
                state.ready.remove(square);
                // [3.4, D-3.3a] A unit that could only hold is not asked: it has had its turn.
                state.picked = self.can_act(state, square).then_some(Picked { square, spent: 0 });
            }
            // [3.4] A unit may do nothing; [D-3.3a] then it is done.
            (_, Action::Hold) => state.picked = None,
            (_, Action::Sail { from, to }) => self.sail(state, from, to, table),
            (Some(picked), Action::Step(to)) => self.step(state, picked, to, table),
            (Some(picked), target) => {
                state.picked = None;
                self.carry_out_attack(state, picked.square, target, table);
            }
            _ => unreachable!("{action:?} decides nothing here"),
        }
        self.go_on_with_turn(state, table);
    }

    /// The unit on a square, and its kind.
    #[inline]
    pub(crate) fn unit_at(&self, state: &State, square: SquareId) -> (UnitId, Kind) {
        let unit = state.occupant(square).expect("somebody stands there");
        (unit, state.unit(unit).kind)
    }

    /// Takes a counter off the map for good, and sees whether its side has lost all.
    pub(crate) fn lose<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        // [D-2.5a] A lost unit is turned over: both sides see what it was.
        self.reveal(state, unit, rule!("D-2.5a"), table);
        let square = state.unit_mut(unit).place.take().expect("on the map until now");
        if state.occupant(square) == Some(unit) {
            state.clear(square);
            state.ready.remove(square);
        }
        for barge in &mut state.barges {
            if barge.passenger == Some(unit) {
                barge.passenger = None;
            }
        }
        let side = unit.side();
        state.alive[side] -= 1;
        let before = i32::from(state.unhorsed.contains(unit));
        table.change(rule, words::LOSSES, unit.subject(), before, before + 1);
        table.change(rule, words::SQUARE, unit.subject(), words::of_square(square), -1);
        self.see_whether_all_are_lost(state, side, table);
    }

    /// The side whose turn it is, for `to_act`.
    pub(crate) const fn decider(&self, state: &State) -> Side {
        match state.step {
            // [2.1] Lots are nobody's decision: the side named first asks for them.
            Step::Lots | Step::Over => Side::First,
            Step::Muster | Step::Enter | Step::Turn => state.active,
        }
    }
}
