//! Exact chances: the possible results of each value, and of a table of the rulebook. There are no whiskers, since
//! nothing is an estimate; beside each bar is its fraction.

use szala_analysis::Interval;

use super::picture::Picture;
use super::rows::{Axis, Group, Row, bars};
use super::sheet::{Fill, Frame, Sheet, Swatch};
use crate::messages::{Language, Message};
use crate::odds::Exact;

/// The maximum number of bars in a chart.
const MOST_BARS: usize = 60;

/// A bar: one possible result.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactBar {
    /// The result.
    pub label: String,
    /// Its chance.
    pub chance: Exact,
}

/// The bars of one value; their chances add up to one.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactGroup {
    /// Which value, and whose.
    pub heading: String,
    /// Its possible results.
    pub bars: Vec<ExactBar>,
}

/// A table of the rulebook with its chances.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactTable {
    /// Its title.
    pub title: String,
    /// What its rows are distinguished by.
    pub keys: String,
    /// Its possible results.
    pub results: Vec<String>,
    /// Its rows: a label, and the chance of each result.
    pub rows: Vec<(String, Vec<Exact>)>,
}

impl ExactTable {
    /// Does a chart have room and colours for it?
    pub fn is_drawable(&self) -> bool {
        self.results.len() <= FILLS.len()
    }
}

/// The colours of results, in their order.
const FILLS: [Fill; 4] = [Fill::Draw, Fill::First, Fill::Second, Fill::Plain];

fn axis(language: Language) -> Axis {
    Axis { title: Message::OddsAxis.say(language, &[]), factor: 100.0, most: 1.0 }
}

/// An exact value in place of an interval.
fn at(value: f64) -> Interval {
    Interval { estimate: value, low: value, high: value }
}

/// With at most two decimals, and no more than needed.
fn percent(chance: &Exact, language: Language) -> String {
    let percent = chance.value * 100.0;
    let is_written = |places: &usize| {
        let shifted = percent * [1.0, 10.0, 100.0][*places];
        (shifted - shifted.round()).abs() < 1e-9
    };
    let places = (0..2).find(is_written).unwrap_or(2);
    format!("{}\u{a0}%", language.decimal(percent, places))
}

/// Draws the possible results of each value; `action` is the action taken, `likeliest` the single most likely result,
/// with its chance.
pub fn odds(
    groups: &[ExactGroup],
    action: &str,
    likeliest: Option<(String, &Exact)>,
    frame: Frame,
) -> Picture {
    let language = frame.language;
    let about = Message::OddsAbout.say(language, &[("action", action)]);
    let (Some((result, chance)), false) = (likeliest, groups.is_empty()) else {
        return Sheet::empty(frame, Message::NothingToShow, &[about]);
    };
    let title =
        Message::OddsLikely.say(language, &[("chance", &percent(chance, language)), ("result", &result)]);
    let mut sheet = Sheet::new(frame, title, &about, &[]);
    let mut left = MOST_BARS;
    let group = |group: &ExactGroup| {
        let rows: Vec<Row> = group.bars.iter().take(left).map(|bar| row(bar, language)).collect();
        left -= rows.len();
        Group { heading: Some(group.heading.clone()), rows }
    };
    let groups: Vec<Group> = groups.iter().map(group).filter(|group| !group.rows.is_empty()).collect();
    bars(&mut sheet, &groups, &axis(language));
    sheet.close()
}

fn row(ExactBar { label, chance }: &ExactBar, language: Language) -> Row {
    let value = format!("{} = {}", chance.fraction, percent(chance, language));
    Row { label: label.clone(), parts: vec![(chance.value, Fill::Plain)], interval: at(chance.value), value }
}

/// Draws a table: a bar for each row, divided by result.
pub fn odds_table(table: &ExactTable, frame: Frame) -> Picture {
    let language = frame.language;
    let about = Message::OddsTableAbout.say(language, &[("keys", &table.keys)]);
    let last = table.rows.iter().filter_map(|(_, chances)| chances.last());
    let by_value = |one: &&Exact, other: &&Exact| one.value.total_cmp(&other.value);
    let (Some(low), Some(high), Some(result)) =
        (last.clone().min_by(by_value), last.max_by(by_value), table.results.last())
    else {
        return Sheet::empty(frame, Message::NothingToShow, &[about]);
    };
    let [low, high] = [low, high].map(|chance| percent(chance, language));
    let places = [("title", table.title.as_str()), ("result", result), ("low", &low), ("high", &high)];
    let mut sheet = Sheet::new(frame, Message::OddsTable.say(language, &places), &about, &[]);
    let key: Vec<_> = FILLS.map(Swatch::Bar).into_iter().zip(table.results.iter().cloned()).collect();
    sheet.key(&key);
    let row = |(label, chances): &(String, Vec<Exact>)| Row {
        label: label.clone(),
        parts: chances.iter().map(|chance| chance.value).zip(FILLS).collect(),
        interval: at(1.0),
        value: chances.iter().map(|chance| chance.fraction.as_str()).collect::<Vec<_>>().join(", "),
    };
    let rows = table.rows.iter().map(row).collect();
    bars(&mut sheet, &[Group { heading: None, rows }], &axis(language));
    sheet.close()
}
