//! Games counted for the question why: by how they ended, when and by how much, and each recorded part of them beside
//! the score. Sums are integers, so that games may come in any order, from a run under way or from a record.

use core::iter;
use core::ops::Range;
use std::collections::BTreeMap;

use szala_kernel::record::{ABSENT, Column, GAINED, POINTS};
use szala_kernel::{Outcome, Side};
use szala_system::Stretch;

use super::parts::Told;
use crate::aggregate::{AggregateError, Counts};
use crate::records::{Block, COMMON, Field, FieldKind, Folder, Frame, RecordError, Values};
use crate::records::{end_column, entered_column, fields, name_at};
use crate::statistics::paired::Pairs;

/// When a game ended, and the lead of the first side: 0 where the record does not say when.
pub type Shape = (u32, i32);

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended<'e> {
    /// The side that won; none is a draw.
    pub winner: Option<Side>,
    /// Victory points of the first side less those of the second.
    pub lead: i32,
    /// Why, in words.
    pub reason: &'e str,
}

impl Ended<'_> {
    /// What it was worth to the first side beyond a draw, in half points: 1, 0 or -1.
    pub fn sign(self) -> i64 {
        match self.winner {
            Some(Side::First) => 1,
            None => 0,
            Some(Side::Second) => -1,
        }
    }

    fn counts(self) -> Counts {
        let one = Counts::default();
        match self.winner {
            Some(Side::First) => Counts { first: 1, ..one },
            None => Counts { draws: 1, ..one },
            Some(Side::Second) => Counts { second: 1, ..one },
        }
    }
}

/// The games that ended in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Why, in words.
    pub reason: String,
    /// The rule, as it is cited.
    pub rule: Option<String>,
    /// Who won them.
    pub counts: Counts,
}

/// A number that games have, beside what they were worth: both are summed over all games that ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moments {
    /// What it is.
    pub field: Field,
    /// The number, and the half points of the game.
    pub pairs: Pairs,
}

/// Something that happens in a game, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What it is.
    pub field: Field,
    /// The games in which it happens.
    pub counts: Counts,
}

/// Where the columns of a row of a game are that an account asks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slice {
    /// All columns of the rule system.
    pub fields: Vec<Field>,
    end: Option<usize>,
    /// Those that make the lead, stage by stage.
    pub stages: Vec<usize>,
    /// Those that make the lead, unit by unit.
    pub units: Vec<usize>,
    /// Those of something that may happen.
    pub events: Vec<usize>,
}

impl Slice {
    /// Of the columns of a rule system; `time` is the game's unit of time.
    pub fn new(columns: &[Column], sides: &[String; 2], time: &str) -> Self {
        Self::of(fields(columns, sides).split_off(COMMON), time)
    }

    /// Of the columns that a record has behind those of all games.
    pub(super) fn of(fields: Vec<Field>, time: &str) -> Self {
        let all = |holds: &dyn Fn(&Field) -> bool| -> Vec<usize> {
            let places = fields.iter().enumerate().filter(|(_, field)| holds(field));
            places.map(|(place, _)| place).collect()
        };
        let (end, entered) = (end_column(time), entered_column(time));
        let is_part = |field: &Field, what: &str| field.kind == FieldKind::Number && field.what == what;
        let happens = |field: &Field| {
            let may = matches!(field.kind, FieldKind::Stage | FieldKind::Count) && field.group.is_none();
            // Points are what is to be explained, and every game ends.
            may && ![POINTS, &end, &entered].contains(&field.what.as_str())
        };
        Self {
            end: fields.iter().position(|field| field.name == end),
            stages: all(&|field| is_part(field, GAINED) && field.stage.is_some()),
            units: all(&|field| is_part(field, POINTS) && field.unit.is_some() && field.side.is_some()),
            events: all(&happens),
            fields,
        }
    }

    /// The columns of a record that are read for it.
    pub(super) fn column_names(&self) -> Vec<String> {
        let Self { fields, end, stages, units, events } = self;
        let own = end.iter().chain(stages).chain(units).chain(events);
        let common = ["winner", "lead", "rule", "reason", "aborted"].map(str::to_owned);
        common.into_iter().chain(own.map(|place| fields[*place].name.clone())).collect()
    }

    /// Does a row say when its game ended?
    pub(super) fn knows_times(&self) -> bool {
        self.end.is_some()
    }

    /// When a game ended, 0 where the row does not say.
    pub fn time(&self, value: impl Fn(usize) -> i32) -> u32 {
        let time = self.end.map(value).filter(|time| *time != ABSENT);
        time.and_then(|time| u32::try_from(time).ok()).unwrap_or_default()
    }

    /// Is it the first side's?
    pub fn is_first(&self, place: usize, sides: &[String; 2]) -> bool {
        self.fields[place].side.as_ref() == Some(&sides[0])
    }
}

/// What was counted of some games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    slice: Slice,
    /// The names of the sides.
    pub sides: [String; 2],
    /// All games.
    pub counts: Counts,
    /// The lead at the end, and the half points of the game.
    pub lead: Pairs,
    endings: Vec<Ending>,
    shapes: BTreeMap<Shape, Counts>,
    stages: Vec<Pairs>,
    units: Vec<Pairs>,
    events: Vec<Counts>,
}

impl Account {
    /// Nothing counted yet, of games with these columns.
    pub fn new(slice: Slice, sides: [String; 2]) -> Self {
        let (stages, units) =
            (vec![Pairs::default(); slice.stages.len()], vec![Pairs::default(); slice.units.len()]);
        let events = vec![Counts::default(); slice.events.len()];
        Self {
            slice,
            sides,
            counts: Counts::default(),
            lead: Pairs::default(),
            endings: Vec::new(),
            shapes: BTreeMap::new(),
            stages,
            units,
            events,
        }
    }

    /// All games of a record.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn of_folder(folder: &Folder) -> Result<Self, AggregateError> {
        let manifest = &folder.manifest;
        let slice = Slice::of(manifest.columns[COMMON..].to_vec(), &manifest.time);
        let mut account = Self::new(slice, manifest.run.sides.clone());
        let names = account.column_names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        for read in folder.frames(&names) {
            let (file, frame) = read?;
            account.add_frame(&frame).map_err(|why| RecordError::reading(file, &why))?;
        }
        Ok(account)
    }

    /// The columns of a record that are read.
    fn column_names(&self) -> Vec<String> {
        self.slice.column_names()
    }

    fn add_frame(&mut self, frame: &Frame) -> Result<(), String> {
        let rows = Rows::of(&self.slice, frame)?;
        for row in 0..frame.rows() {
            let value = |place: usize| rows.own[place].map_or(ABSENT, |values| values[row]);
            match rows.end(row, &self.sides)? {
                None => self.add_end(None, || None, value),
                Some((end, rule)) => self.add_end(Some(end), || rule.map(str::to_owned), value),
            }
        }
        Ok(())
    }

    /// Adds the first games of a stretch, as many as these.
    pub fn add_stretch(&mut self, stretch: &Stretch, games: usize) {
        let width = self.slice.fields.len();
        for (place, played) in stretch.played[..games].iter().enumerate() {
            let row = &stretch.rows[place * width..][..width];
            let value = |place: usize| row[place];
            match played.end {
                Err(_) => self.add_end(None, || None, value),
                Ok(Outcome { winner, lead, rule, reason }) => {
                    self.add_end(Some(Ended { winner, lead, reason }), || Some(rule.to_string()), value);
                }
            }
        }
    }

    /// Adds the games in these places of a block, which has the columns of the rule system.
    pub(crate) fn add_block(&mut self, block: &Block, games: Range<usize>) {
        for place in games {
            let value = |column: usize| block.value(column, place);
            match block.end_of(place) {
                None => self.add_end(None, || None, value),
                Some((end, rule)) => self.add_end(Some(end), || Some(rule.to_string()), value),
            }
        }
    }

    /// Adds a game whose end has the rule of its reason, if any game had; a row has a value for each column.
    pub fn add(&mut self, end: Option<Ended<'_>>, row: &[i32]) {
        self.add_end(end, || None, |place| row[place]);
    }

    fn add_end(
        &mut self,
        end: Option<Ended<'_>>,
        rule: impl FnOnce() -> Option<String>,
        value: impl Fn(usize) -> i32,
    ) {
        let Some(end) = end else {
            self.counts.aborted += 1;
            return;
        };
        let (one, halves) = (end.counts(), end.sign() + 1);
        self.counts += one;
        self.lead.add(end.lead.into(), halves);
        match self.endings.iter_mut().find(|ending| ending.reason == end.reason) {
            Some(ending) => ending.counts += one,
            None => {
                self.endings.push(Ending { reason: end.reason.to_owned(), rule: rule(), counts: one });
            }
        }
        *self.shapes.entry((self.slice.time(&value), end.lead)).or_default() += one;
        let parts = [(&self.slice.stages, &mut self.stages), (&self.slice.units, &mut self.units)];
        for (places, sums) in parts {
            for (place, sum) in places.iter().zip(sums) {
                sum.add(value(*place).into(), halves);
            }
        }
        for (place, counts) in self.slice.events.iter().zip(&mut self.events) {
            if !matches!(value(*place), ABSENT | 0) {
                *counts += one;
            }
        }
    }

    /// How the games ended, the most frequent way first, equal ones by their words.
    pub fn endings(&self) -> Vec<&Ending> {
        let mut endings: Vec<&Ending> = self.endings.iter().collect();
        endings.sort_by(|one, other| {
            let games = |ending: &Ending| core::cmp::Reverse(ending.counts.ended());
            (games(one), &one.reason).cmp(&(games(other), &other.reason))
        });
        endings
    }

    /// When games ended and by what lead, with who won them.
    pub fn shapes(&self) -> impl Iterator<Item = (&Shape, Counts)> {
        self.shapes.iter().map(|(shape, counts)| (shape, *counts))
    }

    /// Do the rows say when games end?
    pub fn knows_times(&self) -> bool {
        self.slice.knows_times()
    }

    /// The lead that is made in each stage, in order; empty where rows do not say.
    pub fn stages(&self) -> Vec<Moments> {
        self.moments(&self.slice.stages, &self.stages)
    }

    /// What each unit wins its side less what it costs it, in victory points; empty where rows do not say.
    pub fn units(&self) -> Vec<Moments> {
        self.moments(&self.slice.units, &self.units)
    }

    fn moments(&self, places: &[usize], sums: &[Pairs]) -> Vec<Moments> {
        let fields = places.iter().map(|place| self.slice.fields[*place].clone());
        iter::zip(fields, sums).map(|(field, pairs)| Moments { field, pairs: *pairs }).collect()
    }

    /// What may happen in a game, and in which games it does.
    pub fn events(&self) -> Vec<Event> {
        let fields = self.slice.events.iter().map(|place| self.slice.fields[*place].clone());
        iter::zip(fields, &self.events).map(|(field, counts)| Event { field, counts: *counts }).collect()
    }
}

/// The columns of a frame that are read, row by row.
struct Rows<'f> {
    winners: Vec<Option<&'f str>>,
    rules: Vec<Option<&'f str>>,
    reasons: Vec<Option<&'f str>>,
    leads: &'f [i32],
    aborted: &'f [bool],
    /// By their places among the columns of the rule system.
    own: Vec<Option<&'f [i32]>>,
}

impl<'f> Rows<'f> {
    fn of(slice: &Slice, frame: &'f Frame) -> Result<Self, String> {
        let texts = |name: &str| -> Result<Vec<Option<&'f str>>, String> {
            let (places, names) = frame.column(name)?.names()?;
            Ok(places.iter().map(|place| name_at(names, *place)).collect())
        };
        let mut own = vec![None; slice.fields.len()];
        for (place, field) in slice.fields.iter().enumerate() {
            if let Ok(column) = frame.column(&field.name)
                && let Values::Counts(values) | Values::Numbers(values) = &column.values
            {
                own[place] = Some(&values[..]);
            }
        }
        Ok(Self {
            winners: texts("winner")?,
            rules: texts("rule")?,
            reasons: texts("reason")?,
            leads: frame.column("lead")?.numbers()?,
            aborted: frame.column("aborted")?.flags()?,
            own,
        })
    }

    /// The end of a game with its rule; nothing where it had none.
    fn end(&self, row: usize, sides: &[String; 2]) -> Result<Option<(Ended<'f>, Option<&'f str>)>, String> {
        if self.aborted[row] {
            return Ok(None);
        }
        let winner = match self.winners[row] {
            None => None,
            Some(side) if side == sides[0] => Some(Side::First),
            Some(side) if side == sides[1] => Some(Side::Second),
            Some(_) => return Err("not every game has exactly one row that says who won".to_owned()),
        };
        let reason = self.reasons[row].unwrap_or_default();
        Ok(Some((Ended { winner, lead: self.leads[row], reason }, self.rules[row])))
    }
}

/// A recorded game, kept.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    end: Option<(Option<Side>, i32, String)>,
    rule: Option<String>,
    row: Vec<i32>,
}

impl Kept {
    pub(super) fn told(&self) -> Told<'_> {
        let end = self.end.as_ref();
        Told {
            end: end.map(|(winner, lead, reason)| Ended { winner: *winner, lead: *lead, reason }),
            rule: self.rule.as_deref(),
            row: &self.row,
        }
    }
}

/// The games of a frame.
pub(super) fn kept(slice: &Slice, frame: &Frame, sides: &[String; 2]) -> Result<Vec<Kept>, String> {
    let rows = Rows::of(slice, frame)?;
    let game = |row: usize| {
        let end = rows.end(row, sides)?;
        let rule = end.and_then(|(_, rule)| rule).map(str::to_owned);
        let end = end.map(|(Ended { winner, lead, reason }, _)| (winner, lead, reason.to_owned()));
        let own = rows.own.iter().map(|values| values.map_or(ABSENT, |values| values[row])).collect();
        Ok(Kept { end, rule, row: own })
    };
    (0..frame.rows()).map(game).collect()
}
