//! All paths of a scenario with what stands there: for people, for the completion of a command line, for whoever varies
//! one value after the other.

use core::fmt;

use super::super::units::{KEYS as OF_UNITS, OF_TROOPS};
use super::super::{FAMILY, SWITCHES, VALUES};
use super::book::Book;
use super::target::{HEXSIDES, KEYS, OF_CAMP, Target};

/// A value that a variant can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its path: `units.Narwa 1.morale`.
    pub path: String,
    /// What stands there, as it would be typed.
    pub value: String,
    /// What can stand there by the rules.
    pub takes: Takes,
    /// The least and the most that the printed value may well be, where the files say so.
    pub likely: Option<[String; 2]>,
}

/// What can stand at a path. A reader of the files has the last word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A whole number.
    Number {
        /// Not less than this.
        least: u8,
        /// Not more than this.
        most: u8,
    },
    /// `true` or `false`.
    Flag,
    /// One of these.
    OneOf(Vec<String>),
    /// Any of these, with commas between them.
    AnyOf(Vec<String>),
    /// A text in the form of this one.
    Text(&'static str),
    /// Texts in the form of these, with commas between them.
    List(&'static str),
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number { least, most } => write!(f, "a number from {least} to {most}"),
            Self::Flag => f.write_str("true or false"),
            Self::OneOf(names) => write!(f, "one of {}", names.join(", ")),
            Self::AnyOf(names) => write!(f, "any of {}", names.join(", ")),
            Self::Text(form) | Self::List(form) => write!(f, "as {form}"),
        }
    }
}

impl Book {
    /// Every value that can be set, group by group.
    pub(super) fn known(&self) -> Vec<Known> {
        let board = &self.scenario.board;
        let sides = || self.scenario.sides.0.iter().cloned();
        let row = |table: &'static str| move |name: &str| Target::Row(table, name.to_owned());
        let mut targets: Vec<Target> = KEYS.into_iter().map(Target::Key).collect();
        targets.extend((1..=self.stages()).map(|stage| Target::Pool(stage, stage)));
        for name in self.unit_names() {
            let is_its = |key: &&str| *key != "name" && !(self.is_gun(&name) && OF_TROOPS.contains(key));
            let keys = OF_UNITS.into_iter().filter(is_its);
            targets.extend(keys.map(|key| Target::Unit(name.clone(), key)));
        }
        targets.extend(self.names().iter().map(|name| row("set_up")(name)));
        targets.extend(sides().map(|side| row("free_set_up")(&side)));
        targets.extend(SWITCHES.iter().map(|(name, _)| row("switches")(name)));
        targets.extend(FAMILY.iter().map(|name| row("family")(name)));
        targets.extend(VALUES.iter().map(|(name, _)| row("values")(name)));
        targets.extend(self.bands().into_iter().map(Target::Band));
        targets.extend(self.roads().into_iter().map(Target::Road));
        targets.extend(sides().map(Target::Rally));
        targets.extend(self.scenario.camp.iter().flat_map(|_| OF_CAMP).map(Target::Camp));
        let mut hexes: Vec<_> = board.hexes().iter().collect();
        hexes.sort_by_key(|hex| board.label(*hex).to_string());
        targets.extend(hexes.into_iter().map(Target::Hex));
        for kind in HEXSIDES {
            targets.extend(board.sides().iter().map(|side| Target::Hexside(kind, side)));
        }
        targets.iter().map(|target| self.know(target)).collect()
    }

    /// What there is to know of a value.
    pub(super) fn know(&self, target: &Target) -> Known {
        Known {
            path: target.path(self),
            value: self.value(target),
            takes: target.takes(self),
            likely: self.likely(target),
        }
    }
}
