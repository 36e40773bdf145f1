//! The tables of a report: by the values of a column, by what happened, by unit, by what correlates with winning.

use core::fmt::{self, Write};
use std::collections::BTreeSet;

use szala_analysis::records::{Field, FieldKind};

use super::{Mean, Rate, Text, percent};
use crate::Intervals;
use crate::report::findings::{Correlation, FIRST, Found, MARGIN, Told};
use crate::report::measure::Outcome;

/// More bars than these are no picture.
const MOST_BARS: i64 = 25;
/// A bar is as long as this when all games are in it.
const WIDEST_BAR: u64 = 100;
/// Lines of words are no longer.
const WIDEST_LINE: usize = 110;
/// More correlations than these nobody reads.
const MOST_CORRELATIONS: usize = 12;

impl<W: Write> Text<'_, '_, W> {
    /// Who won, by the stage in which something came and by what was chosen.
    pub(super) fn by_value(&mut self) -> fmt::Result {
        let findings = self.findings;
        let is_told = |found: &&Found<'_>| match found.field.kind {
            FieldKind::Stage => found.is_general(),
            // Why games ended is told before.
            FieldKind::Name => !["rule", "reason"].contains(&found.field.name.as_str()),
            FieldKind::Count | FieldKind::Number | FieldKind::Flag => false,
        };
        for found in findings.columns.iter().filter(is_told) {
            let mut rows = vec![self.head(&["", "games"], true)];
            for worth in &found.values {
                let Some(outcome) = &worth.outcome else { continue };
                let mut row = vec![named(worth.value, found), worth.counts.ended().to_string()];
                row.push(Rate(worth.share).to_string());
                row.extend(self.rates(outcome));
                rows.push(row);
            }
            self.table(format_args!("{}: {}", found.field.name, found.field.about), rows)?;
        }
        Ok(())
    }

    /// Who won where something happened, and where it did not.
    pub(super) fn conditions(&mut self) -> fmt::Result {
        let findings = self.findings;
        let mut rows = vec![self.head(&["", "", "games"], true)];
        let mut never = Vec::new();
        let mut always = Vec::new();
        for found in findings.columns.iter().filter(|found| found.is_general()) {
            let Some(happened) = &found.happened else { continue };
            let name = found.field.name.as_str();
            let (games, all) = (happened.games, findings.games.ended);
            if games == 0 || games == all {
                (if games == 0 { &mut never } else { &mut always }).push(name);
                continue;
            }
            let yes = ["if", &games.to_string(), &Rate(happened.share).to_string()].map(str::to_owned);
            rows.push([vec![name.to_owned()], yes.to_vec(), self.rates(&happened.outcome_if)].concat());
            let not = ["if not", &(all - games).to_string(), ""].map(str::to_owned);
            rows.push([vec![String::new()], not.to_vec(), self.rates(&happened.outcome_if_not)].concat());
        }
        self.table("who won if it happened at all, and if not", rows)?;
        for (names, when) in [(always, "in every game"), (never, "in no game")] {
            if !names.is_empty() {
                writeln!(self.to, "  {when}: {}", names.join(", "))?;
            }
        }
        Ok(())
    }

    /// Heads of a table of who won.
    fn head(&self, first: &[&str], with_share: bool) -> Vec<String> {
        let [one, other] = self.findings.sides;
        let mut head: Vec<String> = first.iter().map(|text| (*text).to_owned()).collect();
        head.extend(with_share.then(|| percent("share")));
        head.push(percent(&format!("{one} win")));
        head.extend(self.has_draws().then(|| percent("draw")));
        head.push(percent(&format!("{other} win")));
        head
    }

    /// Who won how often, without draws where there are none in all of the run.
    fn rates(&self, outcome: &Outcome) -> Vec<String> {
        let draws = self.has_draws().then_some(outcome.draws);
        let rates = [Some(outcome.first_wins), draws, Some(outcome.second_wins)];
        rates.into_iter().flatten().map(|rate| Rate(rate).to_string()).collect()
    }

    fn has_draws(&self) -> bool {
        self.findings.games.counts.draws > 0
    }

    /// Numbers of the game and of the sides.
    pub(super) fn numbers(&mut self) -> fmt::Result {
        let mut rows = vec![
            ["", "mean", "deviation", "5 %", "25 %", "50 %", "75 %", "95 %"].map(str::to_owned).to_vec(),
        ];
        for found in self.findings.columns.iter().filter(|found| found.is_general()) {
            let Some(numbers) = &found.numbers else { continue };
            let deviation = numbers.deviation.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"));
            let mut row = vec![found.field.name.clone(), Mean(numbers.mean).to_string(), deviation];
            let quantile =
                |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
            row.extend(numbers.quantiles.iter().map(|at| quantile(at.value)));
            rows.push(row);
        }
        let title = "counts and amounts: mean, standard deviation, percentiles";
        self.table(title, rows)
    }

    /// What became of each unit and commander.
    pub(super) fn units(&mut self) -> fmt::Result {
        let findings = self.findings;
        for side in findings.sides {
            let own =
                |found: &&Found<'_>| found.field.unit.is_some() && found.field.side.as_ref() == Some(side);
            let columns: Vec<&Found<'_>> = findings.columns.iter().filter(own).collect();
            // A list of its own for those who have the same columns: units, batteries, commanders.
            for (place, shape) in shapes(&columns).iter().enumerate() {
                let title = "on average; with % the games in which it came to that";
                let title =
                    if place == 0 { format!("\nwhat became of {side}, {title}") } else { String::new() };
                writeln!(self.to, "{title}")?;
                self.rows(shape.rows(&columns))?;
            }
        }
        Ok(())
    }

    /// What correlates with winning, the strongest first.
    pub(super) fn correlations(&mut self) -> fmt::Result {
        let findings = self.findings;
        let (first, second) = (&findings.sides[FIRST], &findings.sides[1 - FIRST]);
        let columns = findings.columns.iter();
        let tested: Vec<_> = columns.filter_map(|found| Some((found, found.correlation.as_ref()?))).collect();
        let mut clear: Vec<_> =
            tested.iter().filter(|(_, found)| found.p_adjusted <= szala_analysis::ALPHA).collect();
        let strength = |found: &Correlation| found.coefficient.value.map_or(0.0, f64::abs);
        clear.sort_by(|one, other| strength(other.1).total_cmp(&strength(one.1)));
        let mut rows = vec![["", "r", "p, adjusted", ""].map(str::to_owned).to_vec()];
        for (found, correlation) in clear.iter().take(MOST_CORRELATIONS) {
            let better = if correlation.coefficient.value.unwrap_or(0.0) > 0.0 { first } else { second };
            let p = if correlation.p_adjusted < 0.001 {
                "< 0.001".to_owned()
            } else {
                format!("{:.3}", correlation.p_adjusted)
            };
            let r = Mean(correlation.coefficient).to_string();
            rows.push(vec![found.field.name.clone(), r, p, format!("the more, the better for {better}")]);
        }
        self.table(format_args!("what correlates with the score of {first}"), rows)?;
        if tested.is_empty() {
            return Ok(());
        }
        let told = clear.len().min(MOST_CORRELATIONS);
        if clear.is_empty() {
            writeln!(self.to)?;
        }
        writeln!(
            self.to,
            "  {} of {} columns differ from no correlation (Holm, 5 % for all together); {told} are told.",
            clear.len(),
            tested.len()
        )?;
        if told > 0 {
            writeln!(
                self.to,
                "  r is 1 or -1 where one number gives the other, 0 where they do not go together in a line. It is no \
                 cause:\n  what was counted may have brought the result, followed from it, or come with it from \
                 something else."
            )?;
        }
        Ok(())
    }

    /// What the columns of the game and the sides mean, each once.
    pub(super) fn meanings(&mut self) -> fmt::Result {
        let findings = self.findings;
        let mut met = BTreeSet::new();
        let mut told: Vec<&Field> = Vec::new();
        for found in &findings.columns {
            let Field { name, what, kind, .. } = found.field;
            // A table by values says itself what it is of.
            let has_table = *kind == FieldKind::Stage && found.is_general() || *kind == FieldKind::Name;
            if name != MARGIN && !has_table && met.insert(what) {
                told.push(found.field);
            }
        }
        let width = told.iter().map(|field| field.name.chars().count()).max().unwrap_or(0);
        if !told.is_empty() {
            writeln!(self.to, "\nwhat is counted, and for others likewise")?;
        }
        for Field { name, about, .. } in told {
            let mut head = name.as_str();
            for line in lines(about, WIDEST_LINE.saturating_sub(width)) {
                writeln!(self.to, "  {head:width$}  {line}")?;
                head = "";
            }
        }
        Ok(())
    }
}

/// A text in lines of at most so many letters, except for longer words.
fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("one at least");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= most {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// What became of a unit, by one of its columns.
fn told(found: &Found<'_>) -> String {
    match (&found.numbers, &found.happened) {
        (Some(numbers), _) => Mean(numbers.mean).to_string(),
        (None, Some(happened)) => Rate(happened.share).to_string(),
        (None, None) => String::new(),
    }
}

/// Units that have the same columns.
struct Shape<'f> {
    what: Vec<&'f str>,
    units: Vec<&'f str>,
}

impl Shape<'_> {
    /// A row for each of the units, below the heads.
    fn rows(&self, columns: &[&Found<'_>]) -> Vec<Vec<String>> {
        let of = |what: &str, unit: &str| {
            let is_it =
                |found: &&&Found<'_>| found.field.what == what && found.field.unit.as_deref() == Some(unit);
            columns.iter().find(is_it).copied()
        };
        let head = |what: &&str| {
            let is_stage = of(what, self.units[0]).is_some_and(|found| found.field.kind == FieldKind::Stage);
            if is_stage { percent(what) } else { (*what).to_owned() }
        };
        let mut rows = vec![[vec![String::new()], self.what.iter().map(head).collect()].concat()];
        for unit in &self.units {
            let cell = |what: &&str| of(what, unit).map_or_else(String::new, told);
            rows.push([vec![(*unit).to_owned()], self.what.iter().map(cell).collect()].concat());
        }
        rows
    }
}

/// Units by the columns that they have, both in the order in which they come.
fn shapes<'f>(columns: &[&'f Found<'_>]) -> Vec<Shape<'f>> {
    let mut shapes: Vec<Shape<'f>> = Vec::new();
    let mut units: Vec<&str> = Vec::new();
    for unit in columns.iter().filter_map(|found| found.field.unit.as_deref()) {
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    for unit in units {
        let own = columns.iter().filter(|found| found.field.unit.as_deref() == Some(unit));
        let what: Vec<&str> = own.map(|found| found.field.what.as_str()).collect();
        match shapes.iter_mut().find(|shape| shape.what == what) {
            Some(shape) => shape.units.push(unit),
            None => shapes.push(Shape { what, units: vec![unit] }),
        }
    }
    shapes
}

/// A value as a reader wants it.
fn named(value: Told<'_>, found: &Found<'_>) -> String {
    match (value, found.field.kind) {
        (Told::Absent, FieldKind::Stage) => "never".to_owned(),
        (Told::Absent, _) => "none".to_owned(),
        (Told::Number(stage), FieldKind::Stage) => format!("{stage:2}"),
        (value, _) => value.to_string(),
    }
}

/// A distribution of numbers as bars: of each number, or of stretches of numbers where there are too many.
pub(super) fn bars(found: &Found<'_>, ended: u64, intervals: Intervals) -> Vec<Vec<String>> {
    let numbers: Vec<(i64, u64)> = found
        .values
        .iter()
        .filter_map(|worth| match worth.value {
            Told::Number(number) => Some((number, worth.counts.ended())),
            Told::Absent | Told::Name(_) => None,
        })
        .collect();
    let (Some((least, _)), Some((most, _))) = (numbers.first(), numbers.last()) else { return Vec::new() };
    let mut widths =
        [1, 2, 5].into_iter().cycle().zip(0..).map(|(step, turn): (i64, u32)| step * 10_i64.pow(turn / 3));
    let is_few = |width: &i64| most.div_euclid(*width) - least.div_euclid(*width) < MOST_BARS;
    let width = widths.find(is_few).unwrap_or(i64::MAX);
    let mut rows = vec![["", &percent("share"), "games", ""].map(str::to_owned).to_vec()];
    for bin in least.div_euclid(width)..=most.div_euclid(width) {
        let is_in = |(number, _): &&(i64, u64)| number.div_euclid(width) == bin;
        let games: u64 = numbers.iter().filter(is_in).map(|(_, games)| games).sum();
        let (low, high) = (bin * width, bin * width + width - 1);
        let label = if low == high { format!("{low:4}") } else { format!("{low:4} to {high:3}") };
        let bar = "#".repeat(usize::try_from((games * WIDEST_BAR).div_ceil(ended.max(1))).unwrap_or(0));
        rows.push(vec![label, Rate(intervals.rate(games, ended)).to_string(), games.to_string(), bar]);
    }
    rows
}

#[cfg(test)]
mod tests {
    use szala_analysis::aggregate::{Counts, Table, Value};
    use szala_analysis::records::Field;

    use super::*;

    fn margins(games: &[(i64, u64)]) -> Table {
        let field = Field {
            name: MARGIN.to_owned(),
            what: MARGIN.to_owned(),
            side: None,
            unit: None,
            group: None,
            stage: None,
            kind: FieldKind::Number,
            names: Vec::new(),
            about: String::new(),
        };
        let counts = |first| Counts { first, ..Counts::default() };
        let values = games.iter().map(|(number, games)| (Value::Number(*number), counts(*games)));
        Table { field, values: values.collect() }
    }

    /// The labels, games and bars of the rows below the heads.
    fn told(games: &[(i64, u64)]) -> Vec<(String, String, usize)> {
        let ended = games.iter().map(|(_, games)| games).sum();
        let table = margins(games);
        let rows = bars(&Found::of(&table, ended, Intervals::Fixed), ended, Intervals::Fixed);
        let told = |row: &Vec<String>| (row[0].trim().to_owned(), row[2].clone(), row[3].len());
        rows.iter().skip(1).map(told).collect()
    }

    #[test]
    fn a_bar_is_for_each_number_and_for_those_between_that_nobody_had() {
        let row = |label: &str, games: &str, bar| (label.to_owned(), games.to_owned(), bar);
        // A mark for each begun hundredth: 1 of 1000 has one, 699 have 70, 300 have 30, none has none.
        let expected = [row("-2", "1", 1), row("-1", "0", 0), row("0", "699", 70), row("1", "300", 30)];
        assert_eq!(told(&[(-2, 1), (0, 699), (1, 300)]), expected);
        assert!(told(&[]).is_empty());
    }

    #[test]
    fn numbers_share_bars_where_there_are_too_many_of_them() {
        // -30 to 30 are 61 numbers: by twos 31 bars, by fives 13.
        let found = told(&[(-30, 1), (-26, 1), (-1, 1), (0, 2), (4, 1), (30, 1)]);
        assert_eq!(found.len(), 13);
        assert_eq!((found[0].0.as_str(), found[0].1.as_str()), ("-30 to -26", "2"));
        assert_eq!((found[5].0.as_str(), found[5].1.as_str()), ("-5 to  -1", "1"));
        assert_eq!((found[6].0.as_str(), found[6].1.as_str()), ("0 to   4", "3"));
    }

    #[test]
    fn a_text_is_broken_between_words() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(lines("one two three", 2), ["one", "two", "three"]);
    }
}
