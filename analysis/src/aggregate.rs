//! The games of a recorded run, counted: for each column, how many games had each value and who won them.
//!
//! Files are read one after the other and sums are integers, so that a million games take no more memory than a file of
//! them, and a run that was merged, or broken off and gone on with, gives the same as one that was not. What the
//! columns mean is in the manifest; no game is known here. How it is shown is left to `reports`.

mod error;
mod given;
mod lives;
mod looks;
mod pairs;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use szala_kernel::record::ABSENT;

use crate::records::{COMMON, Column, Folder, Frame, Manifest, RecordError, Values, name_at};

pub use error::AggregateError;
pub use given::Given;
pub use lives::{Life, lives};
pub use looks::{first_games, looks};
pub use pairs::{add_pairs, are_pairs, pairs};
pub use table::{Counts, Table, Value};

use given::Conditions;

/// What was counted of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// Games in the folder, whether or not they are counted.
    pub in_folder: u64,
    /// The games that were counted: all of them, or those that meet the conditions.
    pub counts: Counts,
    /// The number of the first of them that had no end.
    pub aborted: Option<u64>,
    /// How often each reason ended a game.
    pub reasons: BTreeMap<Reason, Counts>,
    /// The columns that may differ from game to game, in the order of the manifest, without those of one of several
    /// units that are alike. Who won is in all of them, and has none.
    pub tables: Vec<Table>,
}

/// Why a game ended, in words, and the number of the rule; none where there was no end.
pub type Reason = (String, Option<String>);

/// Columns that all games have, besides those that identify the game and name its winner.
const COUNTED: [&str; 5] = ["lead", "rule", "reason", "decisions", "dice"];

impl Aggregate {
    /// Counts the games of a folder for which all the conditions hold.
    ///
    /// # Errors
    /// What is wrong with the folder or with the conditions, or that there is no such game.
    pub fn of(folder: &Folder, given: &[Given]) -> Result<Self, AggregateError> {
        let manifest = &folder.manifest;
        let mut conditions = Conditions::new(given, manifest)?;
        let mut aggregate = Self::empty(manifest);
        let mut columns = vec!["game", "winner", "aborted"];
        columns.extend(aggregate.tables.iter().map(|table| table.field.name.as_str()));
        let columns: Vec<String> = columns.into_iter().map(str::to_owned).collect();
        let columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        for read in folder.frames(&columns) {
            let (file, frame) = read?;
            aggregate.in_folder += frame.rows() as u64;
            let added = conditions.filter(frame).and_then(|frame| aggregate.add(&frame, manifest));
            added.map_err(|why| RecordError::reading(file, &why))?;
        }
        folder.check_games(aggregate.in_folder)?;
        if aggregate.in_folder == 0 {
            return Err(AggregateError::NoGames { folder: folder.path.clone() });
        }
        conditions.check_names()?;
        aggregate.check_any(&folder.path, given)?;
        Ok(aggregate)
    }

    /// Nothing counted yet.
    fn empty(manifest: &Manifest) -> Self {
        let fields = manifest.columns.iter().enumerate();
        // It matters little which of several equal units it was: `lives` counts them together.
        let counted = fields.filter(|(place, field)| {
            (*place >= COMMON && field.group.is_none()) || COUNTED.contains(&field.what.as_str())
        });
        Self {
            in_folder: 0,
            counts: Counts::default(),
            aborted: None,
            reasons: BTreeMap::new(),
            tables: counted.map(|(_, field)| Table::new(field.clone())).collect(),
        }
    }

    fn check_any(&self, folder: &Path, given: &[Given]) -> Result<(), AggregateError> {
        if self.games() > 0 {
            return Ok(());
        }
        let given: Vec<String> = given.iter().map(|given| format!("`{given}`")).collect();
        let (folder, games) = (folder.to_owned(), self.in_folder);
        Err(AggregateError::NoneFits { folder, games, given: given.join(" and ") })
    }

    /// How many games were counted.
    pub fn games(&self) -> u64 {
        self.counts.games()
    }

    /// The table of a column.
    pub fn table(&self, column: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.field.name == column)
    }

    /// Adds the games of a frame.
    fn add(&mut self, frame: &Frame, manifest: &Manifest) -> Result<(), String> {
        let won = sides_won(frame, manifest)?;
        for (number, one) in frame.column("game")?.long()?.iter().zip(&won) {
            self.counts += *one;
            if one.aborted > 0 {
                self.aborted = Some(self.aborted.map_or(*number, |first| first.min(*number)));
            }
        }
        for table in &mut self.tables {
            for (value, counts) in counted(frame.column(&table.field.name)?, &won)? {
                *table.values.entry(value).or_default() += counts;
            }
        }
        let reasons = frame.column("reason")?.texts()?.zip(frame.column("rule")?.texts()?);
        let mut found: BTreeMap<(Option<&str>, Option<&str>), Counts> = BTreeMap::new();
        for (reason, one) in reasons.zip(&won) {
            *found.entry(reason).or_default() += *one;
        }
        for ((reason, rule), counts) in found {
            let reason = (reason.unwrap_or_default().to_owned(), rule.map(str::to_owned));
            *self.reasons.entry(reason).or_default() += counts;
        }
        Ok(())
    }
}

/// How each game of a frame ended, in order, as the counts of one game.
fn sides_won(frame: &Frame, manifest: &Manifest) -> Result<Vec<Counts>, String> {
    let winners = frame.column("winner")?.texts()?;
    let aborted = frame.column("aborted")?.flags()?;
    let sides = &manifest.run.sides;
    let one = Counts::default();
    let counts = |(winner, aborted): (Option<&str>, &bool)| match (winner, aborted) {
        (None, true) => Ok(Counts { aborted: 1, ..one }),
        (None, false) => Ok(Counts { draws: 1, ..one }),
        (Some(side), false) if side == sides[0] => Ok(Counts { first: 1, ..one }),
        (Some(side), false) if side == sides[1] => Ok(Counts { second: 1, ..one }),
        _ => Err("not every game has exactly one row that says who won".to_owned()),
    };
    winners.zip(aborted).map(counts).collect()
}

/// How the games with each value of a column ended.
fn counted(column: &Column, won: &[Counts]) -> Result<Vec<(Value, Counts)>, String> {
    let (values, names) = match &column.values {
        Values::Names(places, names) => (&places[..], Some(names)),
        _ => (column.numbers()?, None),
    };
    let mut found: BTreeMap<i32, Counts> = BTreeMap::new();
    for (value, one) in values.iter().zip(won) {
        *found.entry(*value).or_default() += *one;
    }
    let value = |value: i32| match names {
        _ if value == ABSENT => Value::Absent,
        Some(names) => name_at(names, value).map_or(Value::Absent, |name| Value::Name(name.to_owned())),
        None => Value::Number(value.into()),
    };
    Ok(found.into_iter().map(|(found, counts)| (value(found), counts)).collect())
}

#[cfg(test)]
mod tests;
