//! The names of actions and sides.

use core::fmt;

use szala_kernel::{Journal, Names, Notation, Side, Subject};

use crate::{Action, Pig};

impl Names for Pig {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match Side::BOTH.get(usize::from(subject.0)) {
            Some(side) => f.write_str(self.side_name(*side)),
            None => f.write_str("nobody"),
        }
    }

    fn write_value(&self, _: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{value}")
    }

    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::First => "First",
            Side::Second => "Second",
        }
    }
}

impl Notation for Pig {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match action {
            Action::Roll => "roll",
            Action::Stop => "stop",
        })
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        match text {
            "roll" => Ok(Action::Roll),
            "stop" => Ok(Action::Stop),
            _ => Err(format!("no action is called {text:?}; the actions are roll, stop")),
        }
    }

    /// All points are zero, and so is everything else.
    fn tell_opening<J: Journal>(&self, _: &mut J) {}
}
