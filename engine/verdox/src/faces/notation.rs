//! How actions, counters, squares and values are written and read: in traces, replays, rule cases and errors.

use core::fmt;

use szala_board::{Ordinal, SquareId};
use szala_kernel::{Journal, Names, Notation, Side, Subject, rule};

use crate::chapters::game::Verdox;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::SIDES;
use crate::position::ground::Ground;
use crate::position::ids::subject::{Named, named};
use crate::position::ids::{BargeId, UnitId};
use crate::position::kinds::Kind;

/// All forms of an action, for the error that names them.
const FORMS: &str = "draw lots; muster KIND; enter SQUARE; pick SQUARE; step SQUARE; attack SQUARE; batter SQUARE; \
                     sink SQUARE; hold; sail SQUARE-SQUARE; done";

impl Verdox {
    pub(crate) fn label(&self, square: SquareId) -> szala_board::Label {
        self.scenario.map.grid.label(square)
    }

    pub(crate) fn parse_square(&self, text: &str) -> Result<SquareId, String> {
        self.scenario.map.grid.parse_label(text).map_err(|error| error.to_string())
    }
}

/// The kind of this name.
pub(crate) fn parse_kind(text: &str) -> Result<Kind, String> {
    let found = Kind::ALL.into_iter().find(|kind| kind.name() == text);
    let names = Kind::ALL.map(Kind::name);
    found.ok_or_else(|| szala_files::unknown("kind of unit", text, &names))
}

impl Names for Verdox {
    fn write_subject(&self, subject: Subject, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match named(subject) {
            Some(Named::Unit(index)) => {
                let unit = UnitId::from_index(index);
                write!(f, "{} {}", SIDES[unit.side() as usize], unit.slot() + 1)
            }
            Some(Named::Barge(index)) => write!(f, "barge {}", index + 1),
            Some(Named::Side(side)) => f.write_str(SIDES[side as usize]),
            Some(Named::Square(index)) if index < self.scenario.map.ground.len() => {
                write!(f, "{}", self.label(SquareId::from_index(index)))
            }
            _ => f.write_str("nobody"),
        }
    }

    fn write_value(&self, what: &'static str, value: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let index = usize::try_from(value).ok();
        match what {
            words::SQUARE => match index.filter(|index| *index < self.scenario.map.ground.len()) {
                Some(index) => write!(f, "{}", self.label(SquareId::from_index(index))),
                None => f.write_str("off the map"),
            },
            words::KIND => {
                f.write_str(index.and_then(|index| Kind::ALL.get(index)).map_or("hidden", |kind| kind.name()))
            }
            words::OWNER | words::LEADS => {
                f.write_str(index.and_then(|index| SIDES.get(index)).copied().unwrap_or("nobody"))
            }
            words::GROUND => f.write_str(
                index.and_then(|index| Ground::ALL.get(index)).map_or("none", |ground| ground.name()),
            ),
            "vp" => match value {
                0 => f.write_str("even"),
                1.. => write!(f, "{} {value}", SIDES[0]),
                _ => write!(f, "{} {}", SIDES[1], -value),
            },
            _ => write!(f, "{value}"),
        }
    }

    fn side_name(&self, side: Side) -> &str {
        SIDES[side as usize]
    }

    fn time(&self) -> &'static str {
        words::TURN
    }
}

impl Notation for Verdox {
    fn write_action(&self, action: Action, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match action {
            Action::DrawLots => f.write_str("draw lots"),
            Action::Muster(kind) => write!(f, "muster {}", kind.name()),
            Action::Enter(square) => write!(f, "enter {}", self.label(square)),
            Action::Pick(square) => write!(f, "pick {}", self.label(square)),
            Action::Step(square) => write!(f, "step {}", self.label(square)),
            Action::Attack(square) => write!(f, "attack {}", self.label(square)),
            Action::Batter(square) => write!(f, "batter {}", self.label(square)),
            Action::Sink(square) => write!(f, "sink {}", self.label(square)),
            Action::Hold => f.write_str("hold"),
            Action::Sail { from, to } => write!(f, "sail {}-{}", self.label(from), self.label(to)),
            Action::Done => f.write_str("done"),
        }
    }

    fn parse_action(&self, text: &str) -> Result<Action, String> {
        let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
        let square = || self.parse_square(rest);
        match (verb, rest) {
            ("draw", "lots") => Ok(Action::DrawLots),
            ("hold", "") if text == "hold" => Ok(Action::Hold),
            ("done", "") if text == "done" => Ok(Action::Done),
            ("muster", _) => parse_kind(rest).map(Action::Muster),
            ("enter", _) => square().map(Action::Enter),
            ("pick", _) => square().map(Action::Pick),
            ("step", _) => square().map(Action::Step),
            ("attack", _) => square().map(Action::Attack),
            ("batter", _) => square().map(Action::Batter),
            ("sink", _) => square().map(Action::Sink),
            ("sail", _) => {
                let two = || format!("`{rest}` should be two squares: 0708-0808");
                let (from, to) = rest.split_once('-').ok_or_else(two)?;
                Ok(Action::Sail { from: self.parse_square(from)?, to: self.parse_square(to)? })
            }
            _ => Err(format!("no action is written `{text}`; there are: {FORMS}")),
        }
    }

    /// [2.7] Only barges are on the map; [6.11.2] and the second side has its gates; [D-2.1a] if a leader was agreed
    /// on, no lots report it.
    fn tell_opening<J: Journal>(&self, journal: &mut J) {
        if let Some(side) = self.scenario.leads {
            journal.change(rule!("D-2.1a"), words::LEADS, Subject::NONE, -1, words::of_owner(Some(side)));
        }
        for (at, square) in self.scenario.map.barges.iter().enumerate() {
            let barge = BargeId::from_index(at).subject();
            journal.change(rule!("2.7"), words::SQUARE, barge, -1, words::of_square(*square));
        }
        let gates = self.scenario.map.squares_of(|ground| ground == Ground::Gate);
        for gate in &gates {
            let is_second = self.scenario.map.gates_of_second.contains(gate);
            let owner = if is_second { Side::Second } else { Side::First };
            let gate = crate::position::ids::subject::of_square(gate);
            journal.change(rule!("6.11.2"), words::OWNER, gate, -1, words::of_owner(Some(owner)));
        }
    }
}
