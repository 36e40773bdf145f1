//! *Breakthrough* (Dan Troyka, 2000): a complete game on a few pages, the first to read before you write a rule
//! system.
//!
//! Two rows of men face each other on eight by eight squares [1.1]; Black begins [1.2]. A man steps forward onto an
//! empty square, straight or diagonally [2.1]; diagonally he may also take an enemy [2.2]. The side that reaches the
//! far row wins [3.1], and so does the side that takes the last enemy [3.2]. There are no dice, nothing is hidden,
//! and no game is a draw.
//!
//! The board is a plain array; `men_of` and `is_open` are written for speed, and say so. The names of squares and
//! steps are left to `notation`; `pairing`, `picture`, `record` and `casebook` are for players and commands, and
//! `docs/ADDING_A_GAME.md` says why.

mod casebook;
mod notation;
mod pairing;
mod picture;
mod record;

use szala_kernel::{
    ActionList, BySide, Dice, Fault, Journal, Limits, Outcome, Rule, Rules, Side, Subject, Table, rule,
};

/// The rules; there is one set-up and it needs no data.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breakthrough;

/// The number of rows and columns of squares.
const EDGE: u8 = 8;
/// The number of places in a row: its squares, with a wall at either end.
const ROW: u8 = EDGE + 2;
/// The number of men of each side at the start.
const MEN: u8 = 2 * EDGE;

/// What is on a place of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Nobody.
    Free,
    /// A man of the first side.
    Black,
    /// A man of the second side.
    White,
    /// The edge of the board.
    Wall,
}

impl Place {
    /// A man of this side.
    const fn man_of(side: Side) -> Self {
        match side {
            Side::First => Self::Black,
            Side::Second => Self::White,
        }
    }
}

/// A square, by its place on the board: rows follow each other from Black's edge down, each from wall to wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square(u8);

/// A decision: the man on one square steps onto another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: Square,
    to: Square,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Between walls, so that no step has to be checked for leaving the board.
    board: [Place; (EDGE * ROW) as usize],
    men: BySide<u8>,
    to_act: Side,
    /// Has the last step reached the far row?
    is_through: bool,
}

impl Square {
    /// All of them, row by row.
    fn all() -> impl Iterator<Item = Self> {
        (0..EDGE).flat_map(|row| (1..=EDGE).map(move |column| Self(row * ROW + column)))
    }

    /// The square straight ahead. A man in the far row has none, and the game is over.
    fn ahead(self, side: Side) -> Self {
        match side {
            Side::First => Self(self.0 + ROW),
            Side::Second => Self(self.0 - ROW),
        }
    }

    /// The places one step forward: diagonally left, straight, diagonally right.
    fn steps(self, side: Side) -> [Self; 3] {
        let Self(ahead) = self.ahead(side);
        [ahead - 1, ahead, ahead + 1].map(Self)
    }

    /// The number of rows between it and the edge from which a side begins.
    pub const fn rows_ahead_of_edge(self, side: Side) -> u8 {
        let row = self.0 / ROW;
        match side {
            Side::First => row,
            Side::Second => EDGE - 1 - row,
        }
    }

    /// Does this square lie in the row that wins the game for a side?
    fn is_in_far_row(self, side: Side) -> bool {
        match side {
            Side::First => self.0 >= (EDGE - 1) * ROW,
            Side::Second => self.0 < ROW,
        }
    }
}

impl State {
    /// What is on a square.
    pub fn at(&self, square: Square) -> Place {
        self.board[usize::from(square.0)]
    }

    /// Where the men of a side stand. Each square is written down, and the next one overwrites it unless one of their
    /// men is there: more work than to check first, but a processor that predicts the check often predicts wrong.
    pub fn men_of(&self, side: Side) -> impl Iterator<Item = Square> {
        let mut men = [Square(0); MEN as usize + 1];
        let mut count = 0;
        for row in 0..EDGE {
            for column in 1..=EDGE {
                let square = Square(row * ROW + column);
                men[count] = square;
                count += usize::from(self.at(square) == Place::man_of(side));
            }
        }
        men.into_iter().take(count)
    }

    /// May the side to act take a step to the place one ahead? With `&` and `|` there is no branch to predict here
    /// either.
    fn is_open(&self, Step { from, to }: Step) -> bool {
        let (there, is_aslant) = (self.at(to), to != from.ahead(self.to_act));
        // [2.1] Onto a free square.
        let is_free = there == Place::Free;
        // [2.2] Diagonally onto an enemy, too.
        let is_taking = (there == Place::man_of(!self.to_act)) & is_aslant;
        is_free | is_taking
    }

    /// Fills or empties a square, and reports to the journal by which rule.
    fn put<D: Dice, J: Journal>(
        &mut self,
        square: Square,
        there: Place,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let before = self.at(square);
        table.change(rule, "man", square.subject(), notation::value_of(before), notation::value_of(there));
        self.board[usize::from(square.0)] = there;
    }
}

impl Rules for Breakthrough {
    type State = State;
    type Action = Step;

    fn opening(&self) -> State {
        let mut board = [Place::Wall; (EDGE * ROW) as usize];
        for square in Square::all() {
            // [1.1] Two full rows at either edge.
            board[usize::from(square.0)] = match square.0 / ROW {
                0 | 1 => Place::Black,
                6 | 7 => Place::White,
                _ => Place::Free,
            };
        }
        // [1.2] Black begins.
        State { board, men: BySide([MEN; 2]), to_act: Side::First, is_through: false }
    }

    fn to_act(&self, state: &State) -> Side {
        state.to_act
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let last = !state.to_act;
        if state.is_through {
            Some(Outcome::win(last, last.sign(), rule!("3.1"), "the far row was reached"))
        } else if state.men[state.to_act] == 0 {
            Some(Outcome::win(last, last.sign(), rule!("3.2"), "all men were taken"))
        } else {
            None
        }
    }

    fn actions(&self, state: &State, list: &mut ActionList<Step>) {
        for from in state.men_of(state.to_act) {
            for to in from.steps(state.to_act) {
                let step = Step { from, to };
                list.push_if(step, state.is_open(step));
            }
        }
    }

    fn refusal(&self, state: &State, step: Step) -> Option<Rule> {
        let Step { from, to } = step;
        if let Some(ended) = self.outcome(state) {
            Some(ended.rule)
        } else if state.at(from) != Place::man_of(state.to_act) {
            // [1.2] In turns, each side with its own men.
            Some(rule!("1.2"))
        } else if !from.steps(state.to_act).contains(&to) {
            // [2.1] One step, and forward.
            Some(rule!("2.1"))
        } else if state.is_open(step) {
            None
        } else if state.at(to) == Place::man_of(!state.to_act) {
            // [2.2] Not straight ahead.
            Some(rule!("2.2"))
        } else {
            // [2.1] Not onto a man of the same side, nor off the board.
            Some(rule!("2.1"))
        }
    }

    fn apply<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        Step { from, to }: Step,
        table: &mut Table<D, J>,
    ) {
        let (side, enemy) = (state.to_act, !state.to_act);
        let is_taking = state.at(to) != Place::Free;
        let rule = if is_taking { rule!("2.2") } else { rule!("2.1") };
        state.men[enemy] -= u8::from(is_taking);
        state.put(from, Place::Free, rule, table);
        state.put(to, Place::man_of(side), rule, table);
        // [3.1] The far row wins.
        state.is_through = to.is_in_far_row(side);
        // [1.2] In turns.
        state.to_act = enemy;
    }

    /// Both sides see everything.
    fn imagine<D: Dice>(&self, _: &mut State, _: Side, _: &mut D) {}

    fn audit(&self, state: &State) -> Result<(), Fault> {
        let holds = |holds: bool, rule, invariant| {
            if holds { Ok(()) } else { Err(Fault { rule, invariant, whose: Subject::NONE }) }
        };
        for side in Side::BOTH {
            let standing = state.men_of(side).count();
            holds(
                standing == usize::from(state.men[side]),
                rule!("2.2"),
                "the men counted are on the board",
            )?;
            let is_through = state.men_of(side).any(|square| square.is_in_far_row(side));
            let should_be = state.is_through && side != state.to_act;
            holds(is_through == should_be, rule!("3.1"), "nobody plays on who has got through")?;
        }
        Ok(())
    }

    fn limits(&self) -> Limits {
        // Sixteen men have three steps each.
        let actions = 3 * usize::from(MEN);
        // Every step brings a man one row forward. Six rows lie before the men in front and seven before those
        // behind; all men can take all of these but the last, and the next step wins.
        let steps_of_a_side = usize::from(EDGE) * (5 + 6);
        Limits { actions, decisions: 2 * steps_of_a_side + 1, dice: 0 }
    }
}

#[cfg(test)]
mod tests;
