//! Tables of a rulebook worked out: the exact chances of every case that a table distinguishes. A rule system makes
//! them with its own rules and [all faces of the dice](crate::dice::EveryDice); laying them out is left to others.

use crate::Rule;
use crate::dice::{Fraction, Odds};

/// A table of the rules with the chances of its results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsTable {
    /// The name by which it is asked for: small letters and hyphens.
    pub name: &'static str,
    /// The rule that prints it, as the book that is played numbers it.
    pub rule: Rule,
    /// Its title.
    pub title: String,
    /// The assumptions of all of it, in a sentence.
    pub about: String,
    /// The keys of its rows: firepower, distance, morale.
    pub keys: Vec<&'static str>,
    /// The possible results, in the rule system's words.
    pub results: Vec<String>,
    /// Its rows.
    pub rows: Vec<OddsRow>,
}

/// A row of such a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsRow {
    /// A value for each of the keys.
    pub keys: Vec<String>,
    /// The chance of each of the results.
    pub chances: Vec<Fraction>,
}

impl OddsRow {
    /// The chances of these results, in the order of the table's.
    pub fn of<T: PartialEq>(keys: Vec<String>, odds: &Odds<T>, results: &[T]) -> Self {
        Self { keys, chances: results.iter().map(|result| odds.of(result)).collect() }
    }
}

impl OddsTable {
    /// A table without keys, results and rows, to be completed.
    pub fn titled(name: &'static str, rule: Rule, title: &str, about: &str) -> Self {
        Self {
            name,
            rule,
            title: title.to_owned(),
            about: about.to_owned(),
            keys: Vec::new(),
            results: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Has every row a value for each key, and chances of all results that add up to one?
    pub fn is_sound(&self) -> bool {
        self.rows.iter().all(|OddsRow { keys, chances }| {
            keys.len() == self.keys.len()
                && chances.len() == self.results.len()
                && chances.iter().fold(Fraction::ZERO, |sum, chance| sum + *chance) == Fraction::ONE
        })
    }
}
