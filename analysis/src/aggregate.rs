//! The games of a recorded run, counted: for each column, how many games had each value and who won them.
//!
//! Files are read one after the other and sums are integers, so that a million games take no more memory than a file of
//! them, and a run that was merged, or broken off and gone on with, gives the same as one that was not. What the
//! columns tell is in the manifest; no game is known here. How it is told is left to `reports`.

mod error;
mod given;
mod lives;
mod looks;
mod pairs;
mod table;

use std::collections::BTreeMap;
use std::path::Path;

use polars::prelude::*;

use crate::records::{COMMON, Folder, Manifest, RecordError};

pub use error::AggregateError;
pub use given::Given;
pub use lives::{Life, lives};
pub use looks::{first_games, looks};
pub use pairs::{are_pairs, pairs};
pub use table::{Counts, Table, Value};

use given::Conditions;

/// What was counted of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aggregate {
    /// Games in the folder, whether or not they are counted.
    pub in_folder: u64,
    /// The games that were counted: all of them, or those that are as was asked for.
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

/// Columns that all games of a run have and that tell of more than which game it is and who won it.
const COUNTED: [&str; 5] = ["margin", "rule", "reason", "decisions", "dice"];

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
            aggregate.in_folder += frame.height() as u64;
            let added = conditions.filter(frame).and_then(|frame| aggregate.add(&frame, manifest));
            added.map_err(|error| RecordError::reading(file, &error))?;
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
        // Which of several that are alike it was tells little: they are counted together, by `lives`.
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
    fn add(&mut self, frame: &DataFrame, manifest: &Manifest) -> PolarsResult<()> {
        for (part, one) in parts(frame, manifest)? {
            let times = |count: u32| {
                let count = u64::from(count);
                let Counts { first, draws, second, aborted } = one;
                Counts {
                    first: first * count,
                    draws: draws * count,
                    second: second * count,
                    aborted: aborted * count,
                }
            };
            self.counts += times(u32::try_from(part.height()).expect("a file has few games"));
            if one.aborted > 0 {
                let first = part.column("game")?.u64()?.min();
                self.aborted = self.aborted.into_iter().chain(first).min();
            }
            for table in &mut self.tables {
                let series = part.column(&table.field.name)?.as_materialized_series();
                for (value, count) in counted(series)? {
                    *table.values.entry(value).or_default() += times(count);
                }
            }
            for (reason, count) in reasons(&part)? {
                *self.reasons.entry(reason).or_default() += times(count);
            }
        }
        Ok(())
    }
}

/// The games of a frame, apart by how they ended, each part with the counts of one game in it. Counting each part gives
/// all columns crossed with who won, and each game is looked at once.
fn parts(frame: &DataFrame, manifest: &Manifest) -> PolarsResult<Vec<(DataFrame, Counts)>> {
    let winner = frame.column("winner")?.str()?;
    let aborted = frame.column("aborted")?.bool()?;
    let ended = !aborted;
    let [first, second] = manifest.run.sides.each_ref().map(|side| &winner.equal(side.as_str()) & &ended);
    let one = Counts::default();
    let masks = [
        (first, Counts { first: 1, ..one }),
        (&winner.is_null() & &ended, Counts { draws: 1, ..one }),
        (second, Counts { second: 1, ..one }),
        (aborted.clone(), Counts { aborted: 1, ..one }),
    ];
    let mut parts = Vec::new();
    for (mask, one) in masks {
        let part = frame.filter(&mask)?;
        if part.height() > 0 {
            parts.push((part, one));
        }
    }
    let games: usize = parts.iter().map(|(part, _)| part.height()).sum();
    polars_ensure!(games == frame.height(), ComputeError: "who won is not told of every game, once");
    Ok(parts)
}

/// How each game of a frame ended, in order, as the counts of one game.
fn sides_won(frame: &DataFrame, manifest: &Manifest) -> PolarsResult<Vec<Counts>> {
    let winner = frame.column("winner")?.str()?;
    let aborted = frame.column("aborted")?.bool()?;
    let sides = &manifest.run.sides;
    let one = Counts::default();
    let counts = |(winner, aborted): (Option<&str>, Option<bool>)| match (winner, aborted) {
        (None, Some(true)) => Ok(Counts { aborted: 1, ..one }),
        (None, Some(false)) => Ok(Counts { draws: 1, ..one }),
        (Some(side), Some(false)) if side == sides[0] => Ok(Counts { first: 1, ..one }),
        (Some(side), Some(false)) if side == sides[1] => Ok(Counts { second: 1, ..one }),
        _ => Err(polars_err!(ComputeError: "who won is not told of every game, once")),
    };
    winner.iter().zip(aborted.iter()).map(counts).collect()
}

/// How often each value is in a column.
fn counted(series: &Series) -> PolarsResult<Vec<(Value, u32)>> {
    let series = series.clone().with_name("value".into());
    let counted = series.value_counts(false, false, "count".into(), false)?;
    let (values, counts) = (counted.column("value")?, counted.column("count")?.u32()?);
    let counts = counts.iter().flatten();
    if let Ok(names) = values.str() {
        let value = |name: Option<&str>| name.map_or(Value::Absent, |name| Value::Name(name.to_owned()));
        return Ok(names.iter().map(value).zip(counts).collect());
    }
    let numbers = values.strict_cast(&DataType::Int64)?;
    let value = |number: Option<i64>| number.map_or(Value::Absent, Value::Number);
    Ok(numbers.i64()?.iter().map(value).zip(counts).collect())
}

/// How often each reason is in a frame together with its rule.
fn reasons(frame: &DataFrame) -> PolarsResult<Vec<(Reason, u32)>> {
    let grouped = frame.group_by(["reason", "rule"])?;
    let keys = grouped.keys();
    let sizes = grouped.get_groups().group_count();
    let text = |text: Option<&str>| text.map(str::to_owned);
    let reasons = keys[0].str()?.iter().map(|reason| text(reason).unwrap_or_default());
    let rules = keys[1].str()?.iter().map(text);
    Ok(reasons.zip(rules).zip(sizes.iter().flatten()).collect())
}

#[cfg(test)]
mod tests;
