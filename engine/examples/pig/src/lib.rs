//! *Pig*: a complete game of one die, to read after `szala-breakthrough` before you write a rule system with dice.
//!
//! The side to act rolls or stops [1.2]. A 2 to 6 is added to the turn's total so far [2.1]; a 1 loses that total,
//! and the turn [2.2]. A side that stops keeps it [2.3], and a side with enough to win must stop [2.4]. A hundred
//! points win [3.1]; after a thousand decisions without a winner the game is a draw [3.2].
//!
//! The names of actions are left to `notation`; `pairing`, `picture`, `record` and `casebook` are for players and
//! commands, and `docs/ADDING_A_GAME.md` says why.

mod casebook;
mod notation;
mod pairing;
mod picture;
mod record;

use szala_kernel::{
    ActionList, Ask, BySide, Dice, Die, Fault, Journal, Limits, Outcome, Rule, Rules, Side, Subject, Table,
    rule,
};

/// The rules; there is nothing to set up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pig;

/// [3.1] The number of points that wins.
const WIN: u8 = 100;
/// [3.2] The number of decisions after which the game is over.
const HORIZON: u16 = 1000;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Roll the die.
    Roll,
    /// Keep the turn's total, and end the turn.
    Stop,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    points: BySide<u8>,
    to_act: Side,
    /// The turn's total so far; not yet among the points.
    turn: u8,
    decisions: u16,
}

/// The side's number in dice and journals.
const fn subject(side: Side) -> Subject {
    Subject(side as u16)
}

impl State {
    /// The points that a side has for certain.
    pub fn points(&self, side: Side) -> u8 {
        self.points[side]
    }

    /// The turn's total so far, which a bad roll would lose.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// [2.4] Would the side to act win by stopping?
    fn has_enough(&self) -> bool {
        self.points[self.to_act] + self.turn >= WIN
    }

    fn has_run_out_of_time(&self) -> bool {
        self.decisions >= HORIZON
    }

    fn set_turn<D: Dice, J: Journal>(&mut self, turn: u8, rule: Rule, table: &mut Table<D, J>) {
        table.change(rule, "turn", subject(self.to_act), self.turn.into(), turn.into());
        self.turn = turn;
    }

    fn set_points<D: Dice, J: Journal>(&mut self, points: u8, rule: Rule, table: &mut Table<D, J>) {
        let before = &mut self.points[self.to_act];
        table.change(rule, "points", subject(self.to_act), (*before).into(), points.into());
        *before = points;
    }
}

impl Rules for Pig {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        // [1.1] Nobody has points, and the first side begins.
        State { points: BySide::default(), to_act: Side::First, turn: 0, decisions: 0 }
    }

    fn to_act(&self, state: &State) -> Side {
        state.to_act
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let lead = i32::from(state.points[Side::First]) - i32::from(state.points[Side::Second]);
        // [3.1] A hundred points win.
        let winner = Side::BOTH.into_iter().find(|side| state.points[*side] >= WIN);
        if let Some(winner) = winner {
            return Some(Outcome::win(winner, lead, rule!("3.1"), "a hundred points"));
        }
        state.has_run_out_of_time().then(|| Outcome::draw(lead, rule!("3.2"), "a thousand decisions"))
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        for action in [Action::Roll, Action::Stop] {
            if self.refusal(state, action).is_none() {
                list.push(action);
            }
        }
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        if let Some(ended) = self.outcome(state) {
            return Some(ended.rule);
        }
        match action {
            Action::Roll => state.has_enough().then_some(rule!("2.4")),
            // [1.2] The side to act may always stop, even with nothing.
            Action::Stop => None,
        }
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        state.decisions += 1;
        match action {
            // [3.2] Time is up before the die falls.
            Action::Roll if state.has_run_out_of_time() => (),
            Action::Roll => {
                let ask = Ask::new(rule!("2.1"), 0).by(subject(state.to_act));
                match table.roll(Die::D6, ask) {
                    1 => {
                        state.set_turn(0, rule!("2.2"), table);
                        state.to_act = !state.to_act;
                    }
                    face => state.set_turn(state.turn + face, rule!("2.1"), table),
                }
            }
            Action::Stop => {
                state.set_points(state.points[state.to_act] + state.turn, rule!("2.3"), table);
                state.set_turn(0, rule!("2.3"), table);
                state.to_act = !state.to_act;
            }
        }
    }

    /// Both sides see everything.
    fn imagine<D: Dice>(&self, _: &mut State, _: Side, _: &mut D) {}

    fn audit(&self, state: &State) -> Result<(), Fault> {
        let holds = |holds: bool, rule, invariant, side| {
            if holds { Ok(()) } else { Err(Fault { rule, invariant, whose: subject(side) }) }
        };
        let (last, to_act) = (!state.to_act, state.to_act);
        // [2.4] The last roll was made when the points were not enough yet, and added six at most.
        let most = WIN - 1 + Die::D6.faces();
        holds(state.points[last] <= most, rule!("2.4"), "nobody rolls with enough to win", last)?;
        holds(state.points[to_act] < WIN, rule!("3.1"), "nobody plays on with a hundred points", to_act)?;
        holds(
            state.points[to_act] + state.turn <= most,
            rule!("2.4"),
            "nobody rolls with enough to win",
            to_act,
        )?;
        holds(state.decisions <= HORIZON, rule!("3.2"), "nobody plays on after a thousand decisions", to_act)
    }

    fn limits(&self) -> Limits {
        // Roll or stop; a die for each roll except the one that would be too late.
        Limits { actions: 2, decisions: HORIZON.into(), dice: usize::from(HORIZON) - 1 }
    }
}

#[cfg(test)]
mod tests;
