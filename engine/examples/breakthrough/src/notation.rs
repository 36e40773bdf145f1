//! The names of squares, steps and sides: `e7e6` is a step from e7 to e6. White sits at row 1, as in chess.

use core::fmt;

use szala_kernel::{Journal, Names, Notation, Rules, Side, Subject, rule};

use crate::{Breakthrough, EDGE, Place, ROW, Square, Step};

/// What is on a square, as the journal keeps it.
pub(crate) fn value_of(place: Place) -> i32 {
    place as i32
}

/// All men of a side as one subject, numbered after the squares.
pub(crate) fn men(side: Side) -> Subject {
    Subject(u16::from(EDGE * ROW) + side as u16)
}

impl Square {
    /// The square as journals know it.
    pub(crate) fn subject(self) -> Subject {
        Subject(self.0.into())
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::all().find(|square| square.to_string() == text)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % ROW - 1), EDGE - self.0 / ROW)
    }
}

impl Names for Breakthrough {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(square) = Square::all().find(|square| square.subject() == subject) {
            return write!(f, "{square}");
        }
        match Side::BOTH.into_iter().find(|side| men(*side) == subject) {
            Some(side) => write!(f, "men of {}", self.side_name(side)),
            None => f.write_str("nothing"),
        }
    }

    fn write_value(&self, _: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Side::BOTH.into_iter().find(|side| value_of(Place::man_of(*side)) == value) {
            Some(side) => f.write_str(self.side_name(side)),
            None => f.write_str("nobody"),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::First => "Black",
            Side::Second => "White",
        }
    }
}

impl Notation for Breakthrough {
    fn write_action(&self, Step { from, to }: Step, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{from}{to}")
    }

    fn parse_action(&self, text: &str) -> Result<Step, String> {
        let (from, to) = text.split_at_checked(2).unwrap_or_default();
        match (Square::parse(from), Square::parse(to)) {
            (Some(from), Some(to)) => Ok(Step { from, to }),
            _ => {
                Err(format!("{text:?} is no step from square to square, such as e7e6; squares are a1 to h8"))
            }
        }
    }

    fn tell_opening<J: Journal>(&self, journal: &mut J) {
        let (opening, nobody) = (self.opening(), value_of(Place::Free));
        for square in Square::all() {
            let there = value_of(opening.at(square));
            journal.change(rule!("1.1"), "man", square.subject(), nobody, there);
        }
    }
}
