//! How rule cases describe Breakthrough: `{ to_act = "White", board = "..." }`, where the board is a drawing of rows
//! 8 to 1, separated by blanks or lines, with `b` and `w` for men; a value of the state is a square, `e7`, or
//! `men.Black`.

use szala_files::case::Casebook;
use szala_files::{Complaint, Section, unknown};
use szala_kernel::{BySide, Names, Rules, Side, Subject};

use crate::notation::value_of;
use crate::{Breakthrough, Place, Square, State};

const KEYS: [&str; 2] = ["to_act", "board"];
const VALUES: [&str; 3] = ["e7", "men.Black", "men.White"];

impl State {
    /// The position of a drawing.
    pub(crate) fn drawn(drawing: &str, to_act: Side) -> Result<Self, String> {
        let letters: Vec<char> = drawing.chars().filter(|letter| !letter.is_whitespace()).collect();
        if letters.len() != Square::all().count() {
            return Err(format!("a drawing has 64 squares, and this one has {}", letters.len()));
        }
        let mut state = Self { to_act, ..Breakthrough.opening() };
        for (square, letter) in Square::all().zip(letters) {
            state.board[usize::from(square.0)] = match letter {
                'b' => Place::Black,
                'w' => Place::White,
                '.' => Place::Free,
                _ => return Err(format!("`{letter}` is on no square; draw `b`, `w` and `.`")),
            };
        }
        state.men = BySide::from_fn(|side| {
            u8::try_from(state.men_of(side).count()).expect("no more men than the 64 squares of the board")
        });
        // [3.1] The side that has just got through is not the one to act.
        let is_through = state.men_of(!to_act).any(|square| square.is_in_far_row(!to_act));
        state.is_through = is_through;
        Ok(state)
    }
}

impl Casebook for Breakthrough {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let sides = Side::BOTH.map(|side| (self.side_name(side), side));
        let to_act = position.read("to_act", &mut wrong, |field| field.choice(&sides)).unwrap_or(Side::First);
        let opening = State { to_act, ..self.opening() };
        let drawn = |text: &str| State::drawn(text, to_act);
        let state = position.read("board", &mut wrong, |field| field.parse(drawn)).unwrap_or(opening);
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        let side = path.strip_prefix("men.");
        let side = side.and_then(|name| Side::BOTH.into_iter().find(|side| self.side_name(*side) == name));
        if let Some(side) = side {
            return Ok(state.men[side].to_string());
        }
        let square = Square::parse(path).ok_or_else(|| unknown("value", path, &VALUES))?;
        let value = value_of(state.at(square));
        Ok(szala_kernel::Naming::value(self, "man", value).to_string())
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        let square = Square::parse(text).map(Square::subject);
        square.ok_or_else(|| format!("`{text}` is no square; squares are a1 to h8"))
    }
}
