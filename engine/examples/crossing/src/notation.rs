//! The names of actions and sides: `hide at the upper ford`.

use core::fmt;

use szala_kernel::{Journal, Names, Notation, Side, Subject};

use crate::{Action, Crossing, Ford};

/// All actions and their names.
const NAMES: [(&str, Action); 4] = [
    ("hide at the upper ford", Action::Hide(Ford::Upper)),
    ("hide at the lower ford", Action::Hide(Ford::Lower)),
    ("watch the upper ford", Action::Watch(Ford::Upper)),
    ("watch the lower ford", Action::Watch(Ford::Lower)),
];

impl Ford {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Upper => "upper",
            Self::Lower => "lower",
        }
    }
}

impl Names for Crossing {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = Side::BOTH.get(usize::from(subject.0));
        f.write_str(side.map_or("nobody", |side| self.side_name(*side)))
    }

    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (what, value) {
            ("crossed", 0) => f.write_str("no"),
            ("crossed", _) => f.write_str("yes"),
            _ => write!(f, "{value}"),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        match side {
            Side::First => "Smugglers",
            Side::Second => "Guards",
        }
    }
}

impl Notation for Crossing {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.iter().find(|(_, known)| *known == action).map(|(name, _)| *name);
        f.write_str(name.expect("every action has a name"))
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        let action = NAMES.iter().find(|(name, _)| *name == text).map(|(_, action)| *action);
        action.ok_or_else(|| szala_files::unknown("action", text, &NAMES.map(|(name, _)| name)))
    }

    /// Nobody hides or watches yet.
    fn tell_opening<J: Journal>(&self, _: &mut J) {}
}
