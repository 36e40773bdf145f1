//! How rule cases describe Pig: `{ points = { First = 94 }, turn = 5, to_act = "First", decisions = 60 }`.

use szala_files::case::Casebook;
use szala_files::{Complaint, Field, Section, unknown};
use szala_kernel::{BySide, Die, Names, Rules, Side, Subject};

use crate::{HORIZON, Pig, State, WIN, subject};

const KEYS: [&str; 4] = ["points", "turn", "to_act", "decisions"];
const VALUES: [&str; 4] = ["points.First", "points.Second", "turn", "decisions"];
/// [2.4] The last roll was made when the points were not enough yet.
const MOST: u8 = WIN - 1 + Die::D6.faces();

impl Casebook for Pig {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let sides = Side::BOTH.map(|side| (self.side_name(side), side));
        let mut points = BySide::default();
        if let Some(section) = position.read("points", &mut wrong, Field::section) {
            section.refuse_unknown(&sides.map(|(name, _)| name), &mut wrong);
            let of_side =
                |(name, _)| section.read(name, &mut wrong, |field| field.number(0..=MOST)).unwrap_or(0);
            points = BySide(sides.map(of_side));
        }
        let state = State {
            points,
            turn: position.read("turn", &mut wrong, |field| field.number(0..=MOST)).unwrap_or(0),
            to_act: position.read("to_act", &mut wrong, |field| field.choice(&sides)).unwrap_or(Side::First),
            decisions: position
                .read("decisions", &mut wrong, |field| field.number(0..=HORIZON))
                .unwrap_or(self.opening().decisions),
        };
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        match path {
            "points.First" => Ok(state.points[Side::First].to_string()),
            "points.Second" => Ok(state.points[Side::Second].to_string()),
            "turn" => Ok(state.turn.to_string()),
            "decisions" => Ok(state.decisions.to_string()),
            _ => Err(unknown("value", path, &VALUES)),
        }
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        let names = Side::BOTH.map(|side| self.side_name(side));
        let side = Side::BOTH.into_iter().find(|side| self.side_name(*side) == text);
        side.map(subject).ok_or_else(|| unknown("side", text, &names))
    }
}
