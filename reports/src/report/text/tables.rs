//! The tables of a report: by the values of a column, by what happened, by unit, by what correlates with winning.

use std::collections::BTreeSet;

use szala_analysis::records::{Field, FieldKind};
use szala_analysis::{ALPHA, Intervals, OutcomeEstimate};

use crate::figures::{counted, shown};
use crate::judged::FIRST;
use crate::report::findings::{Correlation, Found, LEAD, RunFindings, Told};
use crate::{Body, Grid};

/// The maximum number of bars that are readable.
const MOST_BARS: i64 = 25;
/// The length of a bar that contains all games.
const WIDEST_BAR: u64 = 100;
/// The maximum number of correlations shown.
const MOST_CORRELATIONS: usize = 12;

impl RunFindings<'_> {
    /// Who won, by the stage in which something happened and by what was chosen.
    pub(super) fn by_value(&self, body: &mut Body) {
        let is_told = |found: &&Found<'_>| match found.field.kind {
            FieldKind::Stage => found.is_general(),
            // The reasons why games ended were reported above.
            FieldKind::Name => !["rule", "reason"].contains(&found.field.name.as_str()),
            FieldKind::Count | FieldKind::Number | FieldKind::Flag => false,
        };
        for found in self.columns.iter().filter(is_told) {
            let mut grid = Grid::with_head(self.head(&["", "games", "share, %"]));
            for worth in &found.values {
                let Some(outcome) = &worth.outcome else { continue };
                let mut row = vec![named(worth.value, found), worth.counts.ended().to_string()];
                row.push(shown(worth.share));
                row.extend(self.rates(outcome));
                grid.push(row);
            }
            if !grid.is_empty() {
                body.heading(format!("{}: {}", found.field.name, found.field.about));
                body.table(grid);
            }
        }
    }

    /// Who won when something happened, and when it did not.
    pub(super) fn conditions(&self, body: &mut Body) {
        let mut grid = Grid::with_head(self.head(&["", "it happened", "games"]));
        let mut never = Vec::new();
        let mut always = Vec::new();
        for found in self.columns.iter().filter(|found| found.is_general()) {
            let Some(happened) = &found.happened else { continue };
            let name = found.field.name.as_str();
            let (games, all) = (happened.games, self.games.ended);
            if games == 0 || games == all {
                (if games == 0 { &mut never } else { &mut always }).push(name);
                continue;
            }
            let yes = [name, "yes", &games.to_string()].map(str::to_owned);
            grid.push([yes.to_vec(), self.rates(&happened.outcome_if)].concat());
            let not = ["", "no", &(all - games).to_string()].map(str::to_owned);
            grid.push([not.to_vec(), self.rates(&happened.outcome_if_not)].concat());
        }
        if !grid.is_empty() {
            body.heading("who won if it happened at all, and if not");
            body.table(grid);
        }
        for (names, when) in [(always, "in every game"), (never, "in no game")] {
            if !names.is_empty() {
                body.note(format!("{when}: {}", names.join(", ")));
            }
        }
    }

    /// The heads of a table of who won.
    fn head(&self, first: &[&str]) -> Vec<String> {
        let [one, other] = self.sides;
        let mut head: Vec<String> = first.iter().map(|text| (*text).to_owned()).collect();
        head.push(format!("{one} win, %"));
        head.extend(self.has_draws().then(|| "draw, %".to_owned()));
        head.push(format!("{other} win, %"));
        head
    }

    /// How often each side won; draws are omitted if the run has none.
    fn rates(&self, outcome: &OutcomeEstimate) -> Vec<String> {
        let draws = self.has_draws().then_some(outcome.draws);
        let rates = [Some(outcome.first_wins), draws, Some(outcome.second_wins)];
        rates.into_iter().flatten().map(shown).collect()
    }

    fn has_draws(&self) -> bool {
        self.games.counts.draws > 0
    }

    /// Numbers of the game and of the sides.
    pub(super) fn numbers(&self, body: &mut Body) {
        let mut grid = Grid::with_head(["", "mean", "deviation", "5 %", "25 %", "50 %", "75 %", "95 %"]);
        for found in self.columns.iter().filter(|found| found.is_general()) {
            let Some(numbers) = &found.numbers else { continue };
            let deviation = numbers.deviation.map_or_else(|| "-".to_owned(), |number| format!("{number:.2}"));
            let mut row = vec![found.field.name.clone(), shown(numbers.mean), deviation];
            let quantile =
                |value: Option<i64>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
            row.extend(numbers.quantiles.iter().map(|at| quantile(at.value)));
            grid.push(row);
        }
        if !grid.is_empty() {
            body.heading("counts and amounts: mean, standard deviation, percentiles");
            body.table(grid);
        }
    }

    /// The fate of each unit and commander.
    pub(super) fn units(&self, body: &mut Body) {
        for side in self.sides {
            let own =
                |found: &&Found<'_>| found.field.unit.is_some() && found.field.side.as_ref() == Some(side);
            let columns: Vec<&Found<'_>> = self.columns.iter().filter(own).collect();
            // A separate list for units with the same columns: units, batteries, commanders.
            for (place, shape) in shapes(&columns).iter().enumerate() {
                if place == 0 {
                    body.heading(format!(
                        "what became of {side}, on average; with % the share of games in which it came to that"
                    ));
                }
                body.table(shape.grid(&columns));
            }
        }
    }

    /// What correlates with winning, the strongest first.
    pub(super) fn correlations(&self, body: &mut Body) {
        let [first, second] = self.side_names();
        let columns = self.columns.iter();
        let tested: Vec<_> = columns.filter_map(|found| Some((found, found.correlation.as_ref()?))).collect();
        if tested.is_empty() {
            return;
        }
        let mut clear: Vec<_> = tested.iter().filter(|(_, found)| found.p_adjusted <= ALPHA).collect();
        let strength = |found: &Correlation| found.coefficient.value.map_or(0.0, f64::abs);
        clear.sort_by(|one, other| strength(other.1).total_cmp(&strength(one.1)));
        let mut grid = Grid::with_head(["", "r", "p, adjusted", ""]);
        for (found, correlation) in clear.iter().take(MOST_CORRELATIONS) {
            let better = if correlation.coefficient.value.unwrap_or(0.0) > 0.0 { first } else { second };
            let p = if correlation.p_adjusted < 0.001 {
                "< 0.001".to_owned()
            } else {
                format!("{:.3}", correlation.p_adjusted)
            };
            let (name, r) = (found.field.name.clone(), shown(correlation.coefficient));
            grid.push([name, r, p, format!("the more, the better for {better}")]);
        }
        body.heading(format!("what correlates with the score of {}", self.sides[FIRST]));
        let shown = clear.len().min(MOST_CORRELATIONS);
        if shown > 0 {
            body.table(grid);
        }
        body.note(format!(
            "{} of {} {} from no correlation (Holm, 5 % for all together); {shown} {} shown.",
            clear.len(),
            counted(tested.len() as u64, "column", "columns"),
            if clear.len() == 1 { "differs" } else { "differ" },
            if shown == 1 { "is" } else { "are" },
        ));
        if shown > 0 {
            body.note(
                "r is 1 or -1 where one number gives the other, 0 where they are unrelated along a line. It is no \
                 cause: what was counted may have brought the result, followed from it, or come with it from \
                 something else.",
            );
        }
    }

    /// The meaning of the columns of the game and the sides, each once.
    pub(super) fn meanings(&self, body: &mut Body) {
        let mut met = BTreeSet::new();
        let mut grid = Grid::with_head(["column", "meaning"]);
        for found in &self.columns {
            let Field { name, what, kind, about, .. } = found.field;
            // A table by values has its own heading.
            let has_table = *kind == FieldKind::Stage && found.is_general() || *kind == FieldKind::Name;
            if name != LEAD && !has_table && met.insert(what) {
                grid.push([name.as_str(), about.as_str()]);
            }
        }
        if !grid.is_empty() {
            body.heading("what is counted, and likewise for other sides and units");
            body.table(grid);
        }
    }
}

/// The fate of a unit, by one of its columns.
fn told(found: &Found<'_>) -> String {
    match (&found.numbers, &found.happened) {
        (Some(numbers), _) => shown(numbers.mean),
        (None, Some(happened)) => shown(happened.share),
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
    fn grid(&self, columns: &[&Found<'_>]) -> Grid {
        let of = |what: &str, unit: &str| {
            let is_it =
                |found: &&&Found<'_>| found.field.what == what && found.field.unit.as_deref() == Some(unit);
            columns.iter().find(is_it).copied()
        };
        let head = |what: &&str| {
            let is_stage = of(what, self.units[0]).is_some_and(|found| found.field.kind == FieldKind::Stage);
            if is_stage { format!("{what}, %") } else { (*what).to_owned() }
        };
        let mut grid = Grid::with_head([vec![String::new()], self.what.iter().map(head).collect()].concat());
        for unit in &self.units {
            let cell = |what: &&str| of(what, unit).map_or_else(String::new, told);
            grid.push([vec![(*unit).to_owned()], self.what.iter().map(cell).collect()].concat());
        }
        grid
    }
}

/// Units grouped by their columns, both in order of appearance.
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

/// A value as a reader expects it.
fn named(value: Told<'_>, found: &Found<'_>) -> String {
    match (value, found.field.kind) {
        (Told::Absent, FieldKind::Stage) => "never".to_owned(),
        (Told::Absent, _) => "none".to_owned(),
        (Told::Number(stage), FieldKind::Stage) => format!("{stage:2}"),
        (value, _) => value.to_string(),
    }
}

/// A distribution of numbers as bars: one for each number, or for ranges of numbers if there are too many.
pub(super) fn bars(found: &Found<'_>, ended: u64, intervals: Intervals) -> Grid {
    let numbers: Vec<(i64, u64)> = found
        .values
        .iter()
        .filter_map(|worth| match worth.value {
            Told::Number(number) => Some((number, worth.counts.ended())),
            Told::Absent | Told::Name(_) => None,
        })
        .collect();
    let (Some((least, _)), Some((most, _))) = (numbers.first(), numbers.last()) else {
        return Grid::default();
    };
    let mut widths =
        [1, 2, 5].into_iter().cycle().zip(0..).map(|(step, turn): (i64, u32)| step * 10_i64.pow(turn / 3));
    let is_few = |width: &i64| most.div_euclid(*width) - least.div_euclid(*width) < MOST_BARS;
    let width = widths.find(is_few).unwrap_or(i64::MAX);
    let mut grid = Grid::with_head(["", "share, %", "games", ""]);
    for bin in least.div_euclid(width)..=most.div_euclid(width) {
        let is_in = |(number, _): &&(i64, u64)| number.div_euclid(width) == bin;
        let games: u64 = numbers.iter().filter(is_in).map(|(_, games)| games).sum();
        let (low, high) = (bin * width, bin * width + width - 1);
        let label = if low == high { format!("{low:4}") } else { format!("{low:4} to {high:3}") };
        let bar = "#".repeat(usize::try_from((games * WIDEST_BAR).div_ceil(ended.max(1))).unwrap_or(0));
        grid.push([label, shown(intervals.rate(games, ended)), games.to_string(), bar]);
    }
    grid
}

#[cfg(test)]
mod tests {
    use szala_analysis::aggregate::{Counts, Table, Value};
    use szala_analysis::records::Field;

    use super::*;

    fn margins(games: &[(i64, u64)]) -> Table {
        let field = Field {
            name: LEAD.to_owned(),
            what: LEAD.to_owned(),
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
        let grid = bars(&Found::of(&table, ended, Intervals::Fixed), ended, Intervals::Fixed);
        let told = |row: &Vec<String>| (row[0].trim().to_owned(), row[2].clone(), row[3].len());
        grid.rows.iter().skip(1).map(told).collect()
    }

    #[test]
    fn a_bar_is_for_each_number_and_for_those_between_that_nobody_had() {
        let row = |label: &str, games: &str, bar| (label.to_owned(), games.to_owned(), bar);
        // A mark for each started hundredth: 1 of 1000 has one, 699 have 70, 300 have 30, none has none.
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
}
