//! The values of a scenario that a variant can set: their paths, what stands there, what could. For people, for
//! command-line completion, and for code that varies one value after the other.

use core::fmt;

use crate::source::Origin;
use crate::tree::Node;

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
        least: u16,
        /// Not more than this.
        most: u16,
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

impl Takes {
    /// One of these names.
    pub fn one_of(names: &[&str]) -> Self {
        Self::OneOf(names.iter().map(|name| (*name).to_owned()).collect())
    }

    /// What is written into a file for a text that was typed. A text that is none of what is taken is written as it is,
    /// for the reader of the file to refuse.
    pub fn node(&self, text: &str, origin: &Origin) -> Node {
        let number = || text.parse::<i64>().ok().map(|number| number.to_string());
        let flag = || text.parse::<bool>().ok().map(|flag| flag.to_string());
        match self {
            Self::Number { .. } if let Some(number) = number() => Node::bare(&number, origin),
            Self::Flag if let Some(flag) = flag() => Node::bare(&flag, origin),
            Self::AnyOf(known) => {
                let mut words: Vec<&str> = words(text).collect();
                words.sort_by_key(|word| known.iter().position(|known| known == word));
                Node::texts(words.into_iter(), origin)
            }
            Self::List(_) => Node::texts(words(text), origin),
            _ => Node::text(text, origin),
        }
    }
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

/// The words between the commas.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}
