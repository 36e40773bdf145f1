//! The games of a block of numbers, as columns: filled while games are played, written as a Parquet file and read back.

use core::ops::Range;
use std::borrow::Cow;

use polars::prelude::*;
use szala_kernel::record::ABSENT;
use szala_kernel::rules::Aborted;
use szala_kernel::{Rule, Side};

use super::error::RecordError;
use super::manifest::{Field, FieldKind, Manifest};
use super::sound::Sound;
use crate::tally::{Counted, End, Tally};
use szala_system::Stretch;

/// How many game numbers a file is for: the first is a multiple of this, or the first of the part. Fifteen megabytes
/// of columns, a few megabytes of file, and little enough to hold while a run goes on.
pub const BLOCK: u64 = 32_768;

/// How many columns come before those of the rule system.
pub(crate) const COMMON: usize = 13;

/// Games that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The number of the first.
    pub first: u64,
    /// 0 and 1 for the side that won, absent for none.
    winner: Vec<i32>,
    /// Absent without an end.
    margin: Vec<i32>,
    /// The place of the reason among the reasons.
    reason: Vec<i32>,
    decisions: Vec<i32>,
    dice: Vec<i32>,
    /// What the rule system remembers, column by column.
    own: Vec<Vec<i32>>,
    reasons: Vec<Reason>,
}

/// Why a game ended; without a rule it had no end.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Reason {
    rule: Option<Rule>,
    text: Cow<'static, str>,
}

impl Block {
    /// No games yet; the first will have this number.
    pub fn new(first: u64, own: usize) -> Self {
        Self { first, own: vec![Vec::new(); own], ..Self::default() }
    }

    /// How many games.
    pub fn len(&self) -> usize {
        self.winner.len()
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.winner.is_empty()
    }

    /// The number behind the last.
    pub fn end(&self) -> u64 {
        self.first + self.len() as u64
    }

    /// The number with which the block after this one begins.
    pub(super) fn next_block(&self) -> u64 {
        (self.first / BLOCK + 1) * BLOCK
    }

    /// Forgets all games; the next will have this number.
    pub(super) fn restart(&mut self, first: u64) {
        self.first = first;
        let Self { winner, margin, reason, decisions, dice, own, .. } = self;
        for column in [winner, margin, reason, decisions, dice].into_iter().chain(own) {
            column.clear();
        }
        self.reasons.clear();
    }

    /// Adds some games of a stretch, which follow those that are here.
    pub fn add_stretch(&mut self, stretch: &Stretch, games: Range<usize>) {
        debug_assert_eq!(stretch.first + games.start as u64, self.end(), "games follow each other");
        for played in &stretch.played[games.clone()] {
            let (winner, margin, reason) = match played.end {
                Ok(outcome) => (
                    outcome.winner.map_or(ABSENT, |side| side as i32),
                    outcome.margin,
                    Reason { rule: Some(outcome.rule), text: Cow::Borrowed(outcome.reason) },
                ),
                Err(aborted) => (ABSENT, ABSENT, Reason { rule: None, text: Cow::Borrowed(words(aborted)) }),
            };
            self.winner.push(winner);
            self.margin.push(margin);
            let reason = self.place_of(&reason);
            self.reason.push(reason);
            self.decisions.push(count(played.decisions));
            self.dice.push(count(played.dice));
        }
        let width = self.own.len();
        for (place, column) in self.own.iter_mut().enumerate() {
            column.extend(games.clone().map(|game| stretch.rows[game * width + place]));
        }
    }

    /// Adds some games of another block, which follow those that are here.
    pub(super) fn add_block(&mut self, other: &Self, games: Range<usize>) {
        debug_assert_eq!(other.first + games.start as u64, self.end(), "games follow each other");
        self.winner.extend_from_slice(&other.winner[games.clone()]);
        self.margin.extend_from_slice(&other.margin[games.clone()]);
        for reason in &other.reason[games.clone()] {
            let place = self.place_of(&other.reasons[index(*reason)]);
            self.reason.push(place);
        }
        self.decisions.extend_from_slice(&other.decisions[games.clone()]);
        self.dice.extend_from_slice(&other.dice[games.clone()]);
        for (column, more) in self.own.iter_mut().zip(&other.own) {
            column.extend_from_slice(&more[games.clone()]);
        }
    }

    fn place_of(&mut self, reason: &Reason) -> i32 {
        let known = self.reasons.iter().position(|known| known == reason);
        count(known.unwrap_or_else(|| {
            self.reasons.push(reason.clone());
            self.reasons.len() - 1
        }))
    }

    /// How many of the games had no end, without so many of the first.
    pub(super) fn aborted(&self, without: usize) -> u64 {
        let has_none = |place: &&i32| self.reasons[index(**place)].rule.is_none();
        self.reason[without..].iter().filter(has_none).count() as u64
    }

    /// Adds the games to a tally.
    pub fn count(&self, tally: &mut Tally) {
        for (place, number) in (self.first..self.end()).enumerate() {
            let reason = &self.reasons[index(self.reason[place])];
            let end = reason.rule.map(|rule| End {
                winner: Side::BOTH.into_iter().find(|side| *side as i32 == self.winner[place]),
                margin: self.margin[place],
                rule,
                reason: reason.text.clone(),
            });
            tally.count(Counted { number, end, decisions: self.decisions[place].unsigned_abs().into() });
        }
    }

    /// Whether this game is the same in both, as far as both remember it.
    pub fn agrees(&self, other: &Self, number: u64) -> bool {
        let [mine, theirs] = [self, other].map(|block| {
            let place = usize::try_from(number - block.first).expect("a block fits memory");
            let own: Vec<i32> = block.own.iter().map(|column| column[place]).collect();
            let reason = block.reasons[index(block.reason[place])].clone();
            (block.winner[place], block.margin[place], reason, block.decisions[place], block.dice[place], own)
        });
        mine == theirs
    }

    /// The games as a table with the columns of the manifest.
    pub fn frame(&self, manifest: &Manifest) -> DataFrame {
        let run = &manifest.run;
        let rows = self.len();
        let fields = &manifest.columns;
        assert_eq!(fields.len(), COMMON + self.own.len(), "a column for each field");
        let constant = |name: &str, value: Scalar| Column::new_scalar(name.into(), value, rows);
        let text = |value: &str| Scalar::from(PlSmallStr::from_str(value));
        let variant = run.variant.as_deref().map_or_else(|| Scalar::null(DataType::String), text);
        let rules: Vec<Option<String>> =
            self.reasons.iter().map(|reason| reason.rule.map(|rule| rule.to_string())).collect();
        let reason = |place: &i32| &self.reasons[index(*place)];
        let mut columns = vec![
            UInt64Chunked::from_vec("game".into(), (self.first..self.end()).collect()).into_column(),
            constant("seed", Scalar::from(run.seed)),
            constant("scenario", text(&run.title)),
            constant("variant", variant),
            constant(&fields[4].name, text(&run.players[0])),
            constant(&fields[5].name, text(&run.players[1])),
            names("winner", &self.winner, &run.sides),
            numbers("margin", &self.margin),
            StringChunked::from_iter_options(
                "rule".into(),
                self.reason.iter().map(|place| rules[index(*place)].as_deref()),
            )
            .into_column(),
            StringChunked::from_iter_values(
                "reason".into(),
                self.reason.iter().map(|place| reason(place).text.as_ref()),
            )
            .into_column(),
            BooleanChunked::from_iter_values(
                "aborted".into(),
                self.reason.iter().map(|place| reason(place).rule.is_none()),
            )
            .into_column(),
            counts("decisions", &self.decisions),
            counts("dice", &self.dice),
        ];
        columns.extend(fields[COMMON..].iter().zip(&self.own).map(|(field, values)| own(field, values)));
        DataFrame::new(rows, columns).expect("columns of one length with names of their own")
    }

    /// The file of the games, made in memory: what can go wrong with the disk is told better without polars.
    pub(super) fn bytes(&self, manifest: &Manifest) -> Vec<u8> {
        let rows = usize::try_from(BLOCK).expect("a block fits memory");
        let mut bytes = Vec::new();
        let writer = ParquetWriter::new(&mut bytes)
            .with_compression(ParquetCompression::Zstd(None))
            .with_row_group_size(Some(rows))
            // The least and the greatest of a file would help to skip it, and nobody skips games.
            .with_statistics(StatisticsOptions::empty())
            // The cores are busy playing.
            .set_parallel(false);
        writer.finish(&mut self.frame(manifest)).expect("columns that Parquet knows, and memory to write to");
        bytes
    }

    /// Reads the games of a file; without `with_own` only what all games have in common.
    pub(super) fn read(file: &Sound<'_>, with_own: bool) -> Result<Self, RecordError> {
        let most = if with_own { file.manifest.columns.len() } else { COMMON };
        let names = file.manifest.columns.iter().take(most).map(|field| field.name.as_str());
        let frame = file.frame(&names.collect::<Vec<_>>())?;
        Self::from_frame(&frame, file.manifest)
            .map_err(|error| RecordError::reading(file.path, &error))?
            .map_err(|why| RecordError::damaged(file.path, why))
    }

    fn from_frame(frame: &DataFrame, manifest: &Manifest) -> PolarsResult<Result<Self, String>> {
        let first = match stretch_of(frame)? {
            Ok(numbers) => numbers.start,
            Err(why) => return Ok(Err(why)),
        };
        let mut block = Self::new(first, frame.width() - COMMON);
        let texts = |name: &str| -> PolarsResult<Vec<Option<String>>> {
            Ok(frame.column(name)?.str()?.iter().map(|text| text.map(str::to_owned)).collect())
        };
        for winner in frame.column("winner")?.str()?.iter() {
            let side = winner.map(|name| manifest.run.sides.iter().position(|side| side == name));
            match side {
                None => block.winner.push(ABSENT),
                Some(Some(side)) => block.winner.push(count(side)),
                Some(None) => return Ok(Err(format!("no side is called {winner:?}"))),
            }
        }
        let (rules, reasons) = (texts("rule")?, texts("reason")?);
        for (rule, text) in rules.into_iter().zip(reasons) {
            let rule = match rule.map(|rule| (rule.parse::<Rule>(), rule)) {
                None => None,
                Some((Ok(rule), _)) => Some(rule),
                Some((Err(_), text)) => return Ok(Err(format!("{text:?} is no rule number"))),
            };
            let reason = Reason { rule, text: Cow::Owned(text.unwrap_or_default()) };
            let place = block.place_of(&reason);
            block.reason.push(place);
        }
        block.margin = values(frame.column("margin")?, &[])?;
        block.decisions = values(frame.column("decisions")?, &[])?;
        block.dice = values(frame.column("dice")?, &[])?;
        for (column, field) in block.own.iter_mut().zip(&manifest.columns[COMMON..]) {
            *column = values(frame.column(&field.name)?, &field.names)?;
        }
        Ok(Ok(block))
    }
}

/// The numbers of the games in a frame, or why they are none of a block.
pub(super) fn stretch_of(frame: &DataFrame) -> PolarsResult<Result<Range<u64>, String>> {
    let games = frame.column("game")?.u64()?;
    let Some(first) = games.first() else { return Ok(Err("there is no game in it".to_owned())) };
    let follow = games.iter().zip(first..).all(|(game, due)| game == Some(due));
    if !follow {
        return Ok(Err("its games do not follow each other by number".to_owned()));
    }
    Ok(Ok(first..first + games.len() as u64))
}

/// A column of the rule system.
fn own(field: &Field, values: &[i32]) -> Column {
    match field.kind {
        FieldKind::Count => counts(&field.name, values),
        FieldKind::Number => numbers(&field.name, values),
        FieldKind::Stage => stages(&field.name, values),
        FieldKind::Name => names(&field.name, values, &field.names),
        FieldKind::Flag => BooleanChunked::from_iter_values(
            field.name.as_str().into(),
            values.iter().map(|value| *value != 0),
        )
        .into_column(),
    }
}

fn counts(name: &str, values: &[i32]) -> Column {
    UInt32Chunked::from_vec(name.into(), values.iter().map(|value| value.unsigned_abs()).collect())
        .into_column()
}

fn numbers(name: &str, values: &[i32]) -> Column {
    Int32Chunked::from_iter_options(name.into(), values.iter().copied().map(present)).into_column()
}

fn stages(name: &str, values: &[i32]) -> Column {
    let stages = values.iter().copied().map(|value| present(value).map(i32::unsigned_abs));
    UInt32Chunked::from_iter_options(name.into(), stages).into_column()
}

fn names(name: &str, values: &[i32], names: &[String]) -> Column {
    let called = values.iter().map(|value| present(*value).map(|place| names[index(place)].as_str()));
    StringChunked::from_iter_options(name.into(), called).into_column()
}

/// The values of a column as they were before they were written.
fn values(column: &Column, names: &[String]) -> PolarsResult<Vec<i32>> {
    let strange = || polars_err!(ComputeError: "column {} has a value that no game has", column.name());
    // What is written as a number of this kind is never the one that stands for nothing.
    let known = |value: Option<i32>| value.filter(|value| *value != ABSENT).ok_or_else(strange);
    match column.dtype() {
        DataType::String => {
            let place = |name: &str| known(names.iter().position(|known| known == name).map(count));
            column.str()?.iter().map(|name| name.map_or(Ok(ABSENT), place)).collect()
        }
        DataType::UInt32 => {
            let value = |value: u32| known(i32::try_from(value).ok());
            column.u32()?.iter().map(|number| number.map_or(Ok(ABSENT), value)).collect()
        }
        DataType::Boolean => {
            column.bool()?.iter().map(|flag| flag.map(i32::from).ok_or_else(strange)).collect()
        }
        _ => {
            let value = |value: i32| known(Some(value));
            column.i32()?.iter().map(|number| number.map_or(Ok(ABSENT), value)).collect()
        }
    }
}

fn present(value: i32) -> Option<i32> {
    (value != ABSENT).then_some(value)
}

fn count(number: usize) -> i32 {
    i32::try_from(number).expect("counts of one game are small")
}

fn index(place: i32) -> usize {
    usize::try_from(place).expect("a place in a list")
}

/// Why a game was broken off, in words that are the same for all such games.
fn words(aborted: Aborted) -> &'static str {
    match aborted {
        Aborted::TooLong { .. } => "no end within the limit of decisions",
        Aborted::DeadEnd { .. } => "nothing was legal and the game was not over",
    }
}
