//! Positions and values as rule cases write them. A case begins with the opening, and its `position` changes it:
//! `{ turn = 3, to_act = "Wardens", units = { R1 = "42", W2 = "lost" }, losses = { R1 = 1 }, acted = ["R2"] }`.

use szala_files::case::Casebook;
use szala_files::{Complaint, Field, Section, unknown};
use szala_kernel::{Names, Rules, Side, Subject};

use crate::position::{Ford, Place, State, UnitId};

const KEYS: [&str; 5] = ["turn", "to_act", "units", "losses", "acted"];
const PATHS: [&str; 5] = ["turn", "through", "hex.R1", "losses.R1", "acted.R1"];

impl Ford {
    fn place(&self, text: &str) -> Result<Place, String> {
        match text {
            "through" => Ok(Place::Through),
            "lost" => Ok(Place::Lost),
            _ => self.parse_hex(text).map(Place::On),
        }
    }
}

impl Casebook for Ford {
    fn set_up(&self, position: &Section<'_>) -> Result<State, Vec<Complaint>> {
        let mut wrong = Vec::new();
        position.refuse_unknown(&KEYS, &mut wrong);
        let mut state = self.opening();
        let turns = 1..=self.scenario.turns + 1;
        if let Some(turn) = position.read("turn", &mut wrong, |field| field.number(turns)) {
            state.turn = turn;
        }
        let sides = Side::BOTH.map(|side| (self.side_name(side), side));
        if let Some(side) = position.read("to_act", &mut wrong, |field| field.choice(&sides)) {
            state.to_act = side;
        }
        let mut of_units =
            |key, mut read: Box<dyn FnMut(UnitId, &Field<'_>) -> Result<(), Complaint> + '_>| {
                let Some(section) = position.read(key, &mut wrong, Field::section) else { return };
                for field in section.fields() {
                    let unit = UnitId::parse(field.name())
                        .map_err(|message| Complaint::new(field.name_span(), message));
                    wrong.extend(unit.and_then(|unit| read(unit, &field)).err());
                }
            };
        let units = &mut state.units;
        of_units(
            "units",
            Box::new(|unit, field| {
                units[unit.index()].place = field.parse(|text| self.place(text))?;
                // A unit that is lost has taken as many losses as it can.
                if units[unit.index()].place == Place::Lost {
                    units[unit.index()].losses = self.scenario.steps;
                }
                Ok(())
            }),
        );
        of_units(
            "losses",
            Box::new(|unit, field| {
                units[unit.index()].losses = field.number(0..=self.scenario.steps)?;
                Ok(())
            }),
        );
        for unit in position.read_each("acted", &mut wrong, |field| field.parse(UnitId::parse)) {
            state.units[unit.index()].has_acted = true;
        }
        if wrong.is_empty() { Ok(state) } else { Err(wrong) }
    }

    fn probe(&self, state: &State, path: &str) -> Result<String, String> {
        match path {
            "turn" => return Ok(state.turn.to_string()),
            "through" => return Ok(state.through().to_string()),
            _ => (),
        }
        let (value, unit) = path.split_once('.').ok_or_else(|| unknown("value", path, &PATHS))?;
        let unit = state.unit(UnitId::parse(unit)?);
        Ok(match (value, unit.place) {
            ("hex", Place::On(hex)) => self.board.label(hex).to_string(),
            ("hex", Place::Through) => "through".to_owned(),
            ("hex", Place::Lost) => "lost".to_owned(),
            ("losses", _) => unit.losses.to_string(),
            ("acted", _) => unit.has_acted.to_string(),
            _ => return Err(unknown("value", path, &PATHS)),
        })
    }

    fn parse_subject(&self, text: &str) -> Result<Subject, String> {
        UnitId::parse(text).map(UnitId::subject)
    }
}
