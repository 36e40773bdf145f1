//! How rule cases describe Night Crossing: `{ hidden = "upper" }`, before the guards watch.

use szala_files::case::Casebook;
use szala_files::{Complaint, Section, unknown};
use szala_kernel::{Names, Side, Subject};

use crate::{Crossing, Ford, State, subject};

const VALUES: [&str; 3] = ["hidden", "watched", "crossed"];

impl Casebook for Crossing {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&["hidden"], &mut wrong);
        let fords = Ford::BOTH.map(|ford| (ford.name(), ford));
        let hidden = position.read("hidden", &mut wrong, |field| field.choice(&fords));
        if wrong.is_empty() { Ok(State { hidden, ..State::default() }) } else { Err(wrong) }
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        let ford = |ford: Option<Ford>| ford.map_or("none", Ford::name).to_owned();
        match path {
            "hidden" => Ok(ford(state.hidden)),
            "watched" => Ok(ford(state.watched)),
            "crossed" => Ok(state.has_crossed.map_or("none".to_owned(), |crossed| crossed.to_string())),
            _ => Err(unknown("value", path, &VALUES)),
        }
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        let names = Side::BOTH.map(|side| self.side_name(side));
        let side = Side::BOTH.into_iter().find(|side| self.side_name(*side) == text);
        side.map(subject).ok_or_else(|| unknown("side", text, &names))
    }
}
