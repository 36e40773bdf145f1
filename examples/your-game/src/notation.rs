//! The names of things: `R1 to 32` is a move, `W2 at R1` an attack.

use core::fmt;

use szala_board::HexId;
use szala_files::unknown;
use szala_kernel::{Journal, Names, Notation, Rules, Side, Subject, rule};

use crate::position::{Action, Ford, Place, UNITS, UnitId};

/// The values that journals report.
pub const HEX: &str = "hex";
pub const LOSSES: &str = "losses";
pub const TURN: &str = "turn";

/// Hexes as numbered in dice and journals: after the units.
const FIRST_HEX: u16 = 100;
/// What journals write for a unit that is through; hexes count from 1, and 0 is nowhere.
const THROUGH: i32 = -1;

/// A place as recorded in journals.
pub fn value_of(place: Place) -> i32 {
    match place {
        Place::On(hex) => i32::from(subject_of(hex).0 - FIRST_HEX) + 1,
        Place::Through => THROUGH,
        Place::Lost => 0,
    }
}

/// A hex as numbered in journals.
pub fn subject_of(hex: HexId) -> Subject {
    Subject(FIRST_HEX + u16::try_from(hex.index()).expect("the map has 35 hexes"))
}

impl UnitId {
    /// Its name: `R1` to `R4`, `W1` to `W4`.
    pub fn name(self) -> String {
        let letter = match self.side() {
            Side::First => 'R',
            Side::Second => 'W',
        };
        format!("{letter}{}", self.index() % UNITS + 1)
    }

    /// The unit of this name.
    pub fn parse(text: &str) -> Result<Self, String> {
        let names: Vec<String> = Self::all().map(Self::name).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Self::all().find(|unit| unit.name() == text).ok_or_else(|| unknown("unit", text, &names))
    }
}

impl Ford {
    /// The hex that a journal's subject names.
    pub fn hex_named(&self, subject: Subject) -> Option<HexId> {
        self.board.hexes().iter().find(|hex| subject_of(*hex) == subject)
    }

    /// The hex in which a journal's value places a unit.
    pub fn hex_valued(&self, value: i32) -> Option<HexId> {
        self.board.hexes().iter().find(|hex| value_of(Place::On(*hex)) == value)
    }

    /// The hex with this number.
    pub fn parse_hex(&self, text: &str) -> Result<HexId, String> {
        self.board.parse_label(text).map_err(|error| error.to_string())
    }
}

impl Names for Ford {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(unit) = UnitId::all().find(|unit| unit.subject() == subject) {
            return f.write_str(&unit.name());
        }
        match self.hex_named(subject) {
            Some(hex) => write!(f, "{}", self.board.label(hex)),
            None => f.write_str("nothing"),
        }
    }

    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (what, self.hex_valued(value)) {
            (HEX, Some(hex)) => write!(f, "{}", self.board.label(hex)),
            (HEX, None) if value == THROUGH => f.write_str("through"),
            (HEX, None) => f.write_str("off the map"),
            _ => write!(f, "{value}"),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::First => "Raiders",
            Side::Second => "Wardens",
        }
    }

    fn time(&self) -> &'static str {
        "turn"
    }
}

impl Notation for Ford {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match action {
            Action::Move(unit, hex) => write!(f, "{} to {}", unit.name(), self.board.label(hex)),
            Action::Attack(unit, target) => write!(f, "{} at {}", unit.name(), target.name()),
            Action::Done => f.write_str("done"),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        if text == "done" {
            Ok(Action::Done)
        } else if let Some((unit, hex)) = text.split_once(" to ") {
            Ok(Action::Move(UnitId::parse(unit)?, self.parse_hex(hex)?))
        } else if let Some((unit, target)) = text.split_once(" at ") {
            Ok(Action::Attack(UnitId::parse(unit)?, UnitId::parse(target)?))
        } else {
            Err(format!("{text:?} is no action; write `R1 to 21`, `R1 at W2` or `done`"))
        }
    }

    fn tell_opening<J: Journal>(&self, journal: &mut J) {
        let opening = self.opening();
        for unit in UnitId::all() {
            let there = value_of(opening.unit(unit).place);
            journal.change(rule!("1.2"), HEX, unit.subject(), 0, there);
        }
    }
}
