//! The games of a block of numbers, as columns: filled while games are played, written as a Parquet file and read back.

use core::ops::Range;
use std::borrow::Cow;

use szala_kernel::record::ABSENT;
use szala_kernel::rules::Aborted;
use szala_kernel::{Rule, Side};

use super::error::RecordError;
use super::frame::{Column, Frame, Values};
use super::manifest::{Field, FieldKind, Manifest};
use super::parquet::Parquet;
use super::sound::Sound;
use crate::tally::{Counted, End, Tally};
use crate::why::Ended;
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
    lead: Vec<i32>,
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
        let Self { winner, lead, reason, decisions, dice, own, .. } = self;
        for column in [winner, lead, reason, decisions, dice].into_iter().chain(own) {
            column.clear();
        }
        self.reasons.clear();
    }

    /// Adds some games of a stretch, which follow those that are here.
    pub fn add_stretch(&mut self, stretch: &Stretch, games: Range<usize>) {
        debug_assert_eq!(stretch.first + games.start as u64, self.end(), "games follow each other");
        for played in &stretch.played[games.clone()] {
            let (winner, lead, reason) = match played.end {
                Ok(outcome) => (
                    outcome.winner.map_or(ABSENT, |side| side as i32),
                    outcome.lead,
                    Reason { rule: Some(outcome.rule), text: Cow::Borrowed(outcome.reason) },
                ),
                Err(aborted) => (ABSENT, ABSENT, Reason { rule: None, text: Cow::Borrowed(words(aborted)) }),
            };
            self.winner.push(winner);
            self.lead.push(lead);
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
        self.lead.extend_from_slice(&other.lead[games.clone()]);
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

    /// How many of these games had no end.
    pub(super) fn aborted(&self, games: Range<usize>) -> u64 {
        let has_none = |place: &&i32| self.reasons[index(**place)].rule.is_none();
        self.reason[games].iter().filter(has_none).count() as u64
    }

    /// Adds the games to a tally.
    pub fn count(&self, tally: &mut Tally) {
        self.count_some(tally, 0..self.len());
    }

    /// Adds the games in these places to a tally.
    pub(crate) fn count_some(&self, tally: &mut Tally, games: Range<usize>) {
        for (place, number) in games.clone().zip(self.first + games.start as u64..) {
            let reason = &self.reasons[index(self.reason[place])].text;
            let end = self.end_of(place).map(|(Ended { winner, lead, .. }, rule)| End {
                winner,
                lead,
                rule,
                reason: reason.clone(),
            });
            tally.count(Counted { number, end, decisions: self.decisions[place].unsigned_abs().into() });
        }
    }

    /// How the game in this place ended, and by which rule; nothing where it had no end.
    pub(crate) fn end_of(&self, place: usize) -> Option<(Ended<'_>, Rule)> {
        let reason = &self.reasons[index(self.reason[place])];
        let winner = Side::BOTH.into_iter().find(|side| *side as i32 == self.winner[place]);
        let ended = Ended { winner, lead: self.lead[place], reason: &reason.text };
        reason.rule.map(|rule| (ended, rule))
    }

    /// What the rule system remembers of the game in this place, in one of its columns.
    pub(crate) fn value(&self, column: usize, place: usize) -> i32 {
        self.own[column][place]
    }

    /// Whether this game is the same in both, as far as both remember it.
    pub fn agrees(&self, other: &Self, number: u64) -> bool {
        let [mine, theirs] = [self, other].map(|block| {
            let place = usize::try_from(number - block.first).expect("a block fits memory");
            let own: Vec<i32> = block.own.iter().map(|column| column[place]).collect();
            let reason = block.reasons[index(block.reason[place])].clone();
            (block.winner[place], block.lead[place], reason, block.decisions[place], block.dice[place], own)
        });
        mine == theirs
    }

    /// The games as a table with the columns of the manifest.
    pub fn frame(&self, manifest: &Manifest) -> Frame {
        let run = &manifest.run;
        let rows = self.len();
        let fields = &manifest.columns;
        assert_eq!(fields.len(), COMMON + self.own.len(), "a column for each field");
        let rules: Vec<Option<String>> =
            self.reasons.iter().map(|reason| reason.rule.map(|rule| rule.to_string())).collect();
        let reason = |place: &i32| &self.reasons[index(*place)];
        let rule = |place: &i32| rules[index(*place)].as_deref();
        let common = [
            Values::Long((self.first..self.end()).collect()),
            Values::Long(vec![run.seed; rows]),
            Values::same_name(Some(&run.title), rows),
            Values::same_name(run.variant.as_deref(), rows),
            Values::same_name(Some(&run.players[0]), rows),
            Values::same_name(Some(&run.players[1]), rows),
            Values::Names(self.winner.clone(), run.sides.to_vec()),
            Values::Numbers(self.lead.clone()),
            Values::texts(self.reason.iter().map(rule)),
            Values::texts(self.reason.iter().map(|place| Some(reason(place).text.as_ref()))),
            Values::Flags(self.reason.iter().map(|place| reason(place).rule.is_none()).collect()),
            Values::Counts(self.decisions.clone()),
            Values::Counts(self.dice.clone()),
        ];
        let own = fields[COMMON..].iter().zip(&self.own).map(|(field, values)| own(field, values));
        let columns = fields.iter().zip(common.into_iter().chain(own));
        let columns = columns.map(|(field, values)| Column::new(field.name.clone(), values));
        Frame::new(rows, columns.collect())
    }

    /// Reads the games of a file; without `with_own` only what all games have in common.
    pub(super) fn read(file: &Sound<'_>, with_own: bool, parquet: Parquet) -> Result<Self, RecordError> {
        let most = if with_own { file.manifest.columns.len() } else { COMMON };
        let names = file.manifest.columns.iter().take(most).map(|field| field.name.as_str());
        let frame = file.frame(&names.collect::<Vec<_>>(), parquet)?;
        Self::from_frame(&frame, file.manifest).map_err(|why| RecordError::damaged(file.path, why))
    }

    fn from_frame(frame: &Frame, manifest: &Manifest) -> Result<Self, String> {
        let first = stretch_of(frame)?.start;
        let columns = frame.columns();
        let mut block = Self::new(first, columns.len() - COMMON);
        let numbers = |name: &str| frame.column(name)?.numbers().map(<[i32]>::to_vec);
        block.winner = places(frame.column("winner")?, &manifest.run.sides)?;
        for (rule, text) in frame.column("rule")?.texts()?.zip(frame.column("reason")?.texts()?) {
            let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is no rule number"));
            let rule: Option<Rule> = rule.map(number).transpose()?;
            let reason = Reason { rule, text: Cow::Owned(text.unwrap_or_default().to_owned()) };
            let place = block.place_of(&reason);
            block.reason.push(place);
        }
        block.lead = numbers("lead")?;
        block.decisions = numbers("decisions")?;
        block.dice = numbers("dice")?;
        let own = columns.iter().zip(&manifest.columns).skip(COMMON);
        for (values, (column, field)) in block.own.iter_mut().zip(own) {
            *values = match &column.values {
                Values::Names(..) => places(column, &field.names)?,
                Values::Flags(flags) => flags.iter().copied().map(i32::from).collect(),
                _ => column.numbers()?.to_vec(),
            };
        }
        Ok(block)
    }
}

/// The numbers of the games in a frame.
///
/// # Errors
/// Why they are none of a block.
pub(super) fn stretch_of(frame: &Frame) -> Result<Range<u64>, String> {
    let games = frame.column("game")?.long()?;
    let Some(first) = games.first() else { return Err("there is no game in it".to_owned()) };
    if !games.iter().copied().eq(*first..first.saturating_add(games.len() as u64)) {
        return Err("its games do not follow each other by number".to_owned());
    }
    Ok(*first..first + games.len() as u64)
}

/// The values of a column of the rule system.
fn own(field: &Field, values: &[i32]) -> Values {
    match field.kind {
        FieldKind::Count | FieldKind::Stage => Values::Counts(values.to_vec()),
        FieldKind::Number => Values::Numbers(values.to_vec()),
        FieldKind::Name => Values::Names(values.to_vec(), field.names.clone()),
        FieldKind::Flag => Values::Flags(values.iter().map(|value| *value != 0).collect()),
    }
}

/// The places of the names of a column among those that it may have.
fn places(column: &Column, known: &[String]) -> Result<Vec<i32>, String> {
    let (places, names) = column.names()?;
    let place = |name: &String| known.iter().position(|known| known == name).map(count);
    let there: Vec<Option<i32>> = names.iter().map(place).collect();
    let of = |place: &i32| {
        let Ok(at) = usize::try_from(*place) else { return Ok(ABSENT) };
        there[at]
            .ok_or_else(|| format!("column `{}` has a value that no game has: {:?}", column.name, names[at]))
    };
    places.iter().map(of).collect()
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
