//! A sweep told: a row a cell with its intervals, and a grid of scores where two values were varied; as text, as JSON,
//! as comma-separated values.

use core::fmt::{self, Write};

use serde::Serialize;
use szala_analysis::compare::Comparison;
use szala_analysis::sweep::{Cell, Figures, Sweep};
use szala_analysis::{Interval, Verdict, verdict};
use szala_kernel::{BySide, Side};

use crate::chart::data::{Source, SweepCurve, SweepMap};
use crate::chart::{Frame, Picture, forest, forest_of, sweep_curve, sweep_map};

/// A sweep with its names, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct SweepReport<'s> {
    /// What was varied.
    pub title: &'s str,
    /// The names of the sides.
    pub sides: BySide<&'s str>,
    /// The names of those who played them.
    pub players: BySide<&'s str>,
    /// The seed.
    pub seed: u64,
    /// Within how much of one half a scenario is fair, if verdicts are asked for.
    pub margin: Option<f64>,
    /// What came of it.
    pub sweep: &'s Sweep,
}

/// For whom a sweep is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepForm {
    /// For a reader.
    Text,
    /// One JSON document.
    Json,
    /// Rows for a table.
    Csv,
}

/// An estimate with its interval of 95 %; a bound that there is not is none.
#[derive(Clone, Copy, Debug, Serialize)]
struct Ranged {
    estimate: f64,
    low: Option<f64>,
    high: Option<f64>,
}

impl From<Interval> for Ranged {
    fn from(Interval { estimate, low, high }: Interval) -> Self {
        let told = |bound: f64| bound.is_finite().then_some(bound);
        Self { estimate, low: told(low), high: told(high) }
    }
}

/// A cell in numbers: rates and scores in parts of one.
#[derive(Clone, Debug, Serialize)]
struct Row<'s> {
    values: Vec<&'s str>,
    is_as_it_is: bool,
    is_stopped: bool,
    games: u64,
    aborted: u64,
    differing: u64,
    counts: [u64; 3],
    first_wins: Ranged,
    draws: Ranged,
    second_wins: Ranged,
    score: Ranged,
    margin: Ranged,
    decisions: Ranged,
    first_wins_more: Ranged,
    draws_more: Ranged,
    second_wins_more: Ranged,
    score_more: Ranged,
    margin_more: Ranged,
    decisions_more: Ranged,
    rho: Option<f64>,
    worth_games: Option<f64>,
    verdict: Option<String>,
}

impl SweepReport<'_> {
    /// Writes it.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write(&self, form: SweepForm, to: &mut impl Write) -> fmt::Result {
        match form {
            SweepForm::Text => self.write_text(to),
            SweepForm::Json => self.write_json(to),
            SweepForm::Csv => self.write_csv(to),
        }
    }

    /// Draws it: a curve over a number, a map of two values, and of anything else how far each shifts the score.
    pub fn picture(&self, frame: Frame) -> Picture {
        let Sweep { paths, cells, .. } = self.sweep;
        let side = self.sides[Side::First].to_owned();
        let figures: Vec<Figures> = cells.iter().map(|cell| self.sweep.figures(cell)).collect();
        let source = Source {
            label: String::new(),
            title: self.title.to_owned(),
            players: self.players.0.map(str::to_owned),
            games: self.sweep.played(),
            aborted: figures.iter().map(|figures| figures.aborted).sum(),
            is_anytime: self.sweep.is_anytime(),
        };
        let path = |place: usize| short(&paths[place]).to_owned();
        if paths.len() == 2 {
            let (down, across) = (self.values(0), self.values(1));
            let scores: Vec<Option<Interval>> = figures.iter().map(|figures| Some(figures.score)).collect();
            let at = cells.iter().position(|cell| cell.is_reference);
            let map = SweepMap {
                side,
                parameters: [path(1), path(0)],
                source,
                scores: scores.chunks(across.len().max(1)).map(<[_]>::to_vec).collect(),
                reference: at.map(|at| [at % across.len(), at / across.len()]),
                values: [across, down],
            };
            return sweep_map(&map, frame);
        }
        let numbers: Option<Vec<f64>> = cells.iter().map(|cell| cell.values[0].parse().ok()).collect();
        if let Some(numbers) = numbers {
            let at = cells.iter().position(|cell| cell.is_reference);
            let reference = at.map(|at| numbers[at]);
            let mut points: Vec<(f64, Interval)> =
                numbers.into_iter().zip(figures.iter().map(|figures| figures.score)).collect();
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
            return sweep_curve(&SweepCurve { side, parameter: path(0), source, points, reference }, frame);
        }
        let differences =
            cells.iter().zip(&figures).map(|(cell, figures)| (stem(&cell.values[0]), figures.differences[3]));
        forest(&forest_of(&side, source, differences, frame.language), frame)
    }

    /// The values of a path, each once, in order.
    fn values(&self, place: usize) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for cell in &self.sweep.cells {
            if !values.contains(&cell.values[place]) {
                values.push(cell.values[place].clone());
            }
        }
        values
    }

    fn row<'r>(&self, values: Vec<&'r str>, comparison: &Comparison, cell: Option<&Cell>) -> Row<'r> {
        let figures = cell.map_or_else(|| self.sweep.reference_figures(), |cell| self.sweep.figures(cell));
        let Figures { rates, differences, .. } = figures;
        Row {
            values,
            is_as_it_is: cell.is_none_or(|cell| cell.is_reference),
            is_stopped: cell.is_some_and(|cell| cell.is_stopped),
            games: comparison.pairs,
            aborted: figures.aborted,
            differing: comparison.differing,
            counts: figures.counts,
            first_wins: rates[0].into(),
            draws: rates[1].into(),
            second_wins: rates[2].into(),
            score: figures.score.into(),
            margin: figures.margin.into(),
            decisions: figures.length.into(),
            first_wins_more: differences[0].into(),
            draws_more: differences[1].into(),
            second_wins_more: differences[2].into(),
            score_more: differences[3].into(),
            margin_more: differences[4].into(),
            decisions_more: differences[5].into(),
            rho: figures.correlation,
            worth_games: Some(figures.worth).filter(|worth| worth.is_finite()),
            verdict: self.verdict(&figures),
        }
    }

    fn verdict(&self, figures: &Figures) -> Option<String> {
        let [first, draws, second] = figures.counts;
        // The chance that any verdict of the sweep is wrong is that of one: each has its share of it.
        let (found, _) = verdict(first, draws, second, self.margin?, self.sweep.alpha());
        Some(match found {
            Verdict::Fair => "fair".to_owned(),
            Verdict::Favours(side) => format!("favours {}", self.sides[side]),
            Verdict::Undecided { .. } => "undecided".to_owned(),
        })
    }

    /// The scenario as it is, and every cell.
    fn rows(&self) -> (Row<'_>, Vec<Row<'_>>) {
        let mut rows = Vec::new();
        for cell in &self.sweep.cells {
            let values = cell.values.iter().map(String::as_str).collect();
            rows.push(self.row(values, &cell.comparison, Some(cell)));
        }
        (self.row(Vec::new(), &self.sweep.reference, None), rows)
    }

    fn write_text(&self, to: &mut impl Write) -> fmt::Result {
        let BySide([first, second]) = self.players;
        let Sweep { paths, games, hope, cells, .. } = self.sweep;
        let (as_it_is, rows) = self.rows();
        writeln!(to, "{}", self.title)?;
        writeln!(
            to,
            "{} cells of {games} games, {first} against {second}, seed {}, the same dice in all",
            cells.len(),
            self.seed
        )?;
        if paths.len() == 2 {
            self.write_grid(to)?;
        }
        let [home, guest] = Side::BOTH.map(|side| self.sides[side]);
        let head = [
            paths.iter().map(|path| short(path)).collect::<Vec<_>>().join(", "),
            "games".to_owned(),
            format!("{home}, %"),
            "draw, %".to_owned(),
            format!("{guest}, %"),
            format!("score of {home}, %"),
            "VP".to_owned(),
            "score more".to_owned(),
            "VP more".to_owned(),
            "rho".to_owned(),
            String::new(),
        ];
        let mut lines = vec![head.to_vec()];
        lines.push(self.line("as it is".to_owned(), &as_it_is));
        lines.extend(rows.iter().map(|row| self.line(row.values.join(", "), row)));
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        writeln!(to)?;
        for line in &lines {
            let mut text = format!("  {:<1$}", line[0], widths[0]);
            for (cell, width) in line.iter().zip(&widths).skip(1).take(9) {
                write!(text, "  {cell:>width$}")?;
            }
            write!(text, "  {}", line[10])?;
            writeln!(to, "{}", text.trim_end())?;
        }
        let intervals = match (hope, self.sweep.is_anytime()) {
            (Some(_), _) => "hold at any time, since cells are stopped by them",
            (None, true) => "hold at any time, since the sweep was broken off",
            (None, false) => "are of 95 %",
        };
        writeln!(
            to,
            "\nIntervals {intervals}. * is what the scenario has.\n`More` is how much more than in the scenario as it \
             is, game by game; rho is the correlation of the score with it."
        )?;
        if rows.iter().any(|row| row.is_stopped) {
            writeln!(
                to,
                "Stopped are cells of which it is sure that they cannot be fair within {} points; the chance that \
                 any of them is\nstopped wrongly is at most 5 %.",
                hope.unwrap_or_default() * 100.0
            )?;
        }
        Ok(())
    }

    fn line(&self, name: String, row: &Row<'_>) -> Vec<String> {
        let rate = |rate: Ranged| format!("{:.1}", rate.estimate * 100.0);
        let half = |one: Ranged, scale: f64| {
            let half = one.low.zip(one.high).map(|(low, high)| (high - low) / 2.0 * scale);
            half.map_or_else(|| "?".to_owned(), |half| format!("{half:.2}"))
        };
        let plain = |one: Ranged, scale: f64| format!("{:.2} ±{}", one.estimate * scale, half(one, scale));
        let signed = |one: Ranged, scale: f64| format!("{:+.2} ±{}", one.estimate * scale, half(one, scale));
        let is_itself = row.values.is_empty();
        let unless_itself = |text: String| if is_itself { String::new() } else { text };
        let mut remarks = Vec::new();
        remarks.extend(row.verdict.clone());
        if row.is_stopped {
            remarks.push("stopped".to_owned());
        }
        if row.aborted > 0 {
            remarks.push(format!("{} games without an end", row.aborted));
        }
        vec![
            if row.is_as_it_is && !is_itself { format!("{name} *") } else { name },
            row.games.to_string(),
            rate(row.first_wins),
            rate(row.draws),
            rate(row.second_wins),
            plain(row.score, 100.0),
            plain(row.margin, 1.0),
            unless_itself(signed(row.score_more, 100.0)),
            unless_itself(signed(row.margin_more, 1.0)),
            unless_itself(row.rho.map_or_else(|| "-".to_owned(), |rho| format!("{rho:.2}"))),
            remarks.join(", "),
        ]
    }

    /// The scores of two values that were varied, the first downwards.
    fn write_grid(&self, to: &mut impl Write) -> fmt::Result {
        let Sweep { paths, cells, .. } = self.sweep;
        let (down, across) = (self.values(0), self.values(1));
        let score = |cell: &Cell| {
            let mark = if cell.is_reference { "*" } else { "" };
            format!("{mark}{:.1}", self.sweep.figures(cell).score.estimate * 100.0)
        };
        let scores: Vec<String> = cells.iter().map(score).collect();
        let width = scores.iter().chain(&across);
        let width = width.map(|text| text.chars().count()).max().unwrap_or(0).max(5);
        let side = down.iter().map(|value| value.chars().count()).max().unwrap_or(0);
        writeln!(
            to,
            "\nscore of {}, %; down {}, across {}",
            self.sides[Side::First],
            short(&paths[0]),
            short(&paths[1])
        )?;
        write!(to, "  {:side$}", "")?;
        for value in &across {
            write!(to, "  {value:>width$}")?;
        }
        writeln!(to)?;
        for (value, row) in down.iter().zip(scores.chunks(across.len().max(1))) {
            write!(to, "  {value:<side$}")?;
            for score in row {
                write!(to, "  {score:>width$}")?;
            }
            writeln!(to)?;
        }
        Ok(())
    }

    fn write_json(&self, to: &mut impl Write) -> fmt::Result {
        #[derive(Serialize)]
        struct Document<'d> {
            title: &'d str,
            sides: [&'d str; 2],
            players: [&'d str; 2],
            seed: u64,
            games: u64,
            paths: &'d [String],
            intervals: &'static str,
            fair_within: Option<f64>,
            as_it_is: Row<'d>,
            cells: Vec<Row<'d>>,
        }
        let (as_it_is, cells) = self.rows();
        let document = Document {
            title: self.title,
            sides: self.sides.0,
            players: self.players.0,
            seed: self.seed,
            games: self.sweep.games,
            paths: &self.sweep.paths,
            intervals: if self.sweep.is_anytime() { "anytime" } else { "fixed" },
            fair_within: self.margin,
            as_it_is,
            cells,
        };
        writeln!(to, "{}", serde_json::to_string_pretty(&document).map_err(|_| fmt::Error)?)
    }

    fn write_csv(&self, to: &mut impl Write) -> fmt::Result {
        let (as_it_is, cells) = self.rows();
        let paths = &self.sweep.paths;
        let mut head: Vec<String> = paths.iter().map(|path| quoted(path)).collect();
        head.extend(
            ["is_as_it_is", "is_stopped", "games", "aborted", "differing", "wins", "draws", "losses"]
                .map(str::to_owned),
        );
        for name in ["score", "margin", "decisions", "score_more", "margin_more", "decisions_more"] {
            head.extend([name.to_owned(), format!("{name}_low"), format!("{name}_high")]);
        }
        head.extend(["rho", "worth_games", "verdict"].map(str::to_owned));
        writeln!(to, "{}", head.join(","))?;
        for row in core::iter::once(&as_it_is).chain(&cells) {
            let mut cells: Vec<String> = if row.values.is_empty() {
                vec![String::new(); paths.len()]
            } else {
                row.values.iter().map(|value| quoted(value)).collect()
            };
            cells.extend([row.is_as_it_is, row.is_stopped].map(|flag| flag.to_string()));
            let [wins, draws, losses] = row.counts;
            cells.extend(
                [row.games, row.aborted, row.differing, wins, draws, losses].map(|count| count.to_string()),
            );
            let number = |number: Option<f64>| number.map(|number| number.to_string()).unwrap_or_default();
            for one in
                [row.score, row.margin, row.decisions, row.score_more, row.margin_more, row.decisions_more]
            {
                cells.extend([number(Some(one.estimate)), number(one.low), number(one.high)]);
            }
            cells.extend([number(row.rho), number(row.worth_games), row.verdict.clone().unwrap_or_default()]);
            writeln!(to, "{}", cells.join(","))?;
        }
        Ok(())
    }
}

/// A path in few letters: what of it is not the same everywhere.
fn short(path: &str) -> &str {
    path.strip_prefix("units.").or_else(|| path.strip_prefix("values.")).unwrap_or(path)
}

/// A file by its name alone; anything else as it is.
fn stem(value: &str) -> &str {
    value.strip_suffix(".toml").map_or(value, |path| path.rsplit('/').next().unwrap_or(path))
}

/// A text as RFC 4180 has it.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::Half;
    use szala_analysis::compare::Pair;
    use szala_kernel::{Outcome, rule};

    use super::*;

    fn half(winner: Option<Side>, margin: i32) -> Half {
        let outcome = Outcome { winner, margin, rule: rule!("3.1"), reason: "" };
        Half { end: Ok(outcome), decisions: 10, course: u64::from(margin.unsigned_abs()) }
    }

    fn comparison(pairs: &[Pair]) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.add(0, pairs);
        comparison
    }

    /// Four games, of which Red wins one as it is; with one value it wins three, with the other one.
    fn sweep(paths: &[&str]) -> Sweep {
        let [won, lost] = [half(Some(Side::First), 2), half(Some(Side::Second), -2)];
        let as_it_is = [won, lost, lost, lost];
        let better = [won, won, won, lost];
        let beside = |now: &[Half; 4]| {
            let pairs: Vec<Pair> = as_it_is.into_iter().zip(*now).map(|(one, other)| [one, other]).collect();
            comparison(&pairs)
        };
        let cell = |values: &[&str], now: &[Half; 4], is_reference| Cell {
            values: values.iter().map(|value| (*value).to_owned()).collect(),
            is_reference,
            comparison: beside(now),
            is_stopped: false,
        };
        let cells = if paths.len() == 1 {
            vec![cell(&["7"], &as_it_is, true), cell(&["8, or so"], &better, false)]
        } else {
            vec![
                cell(&["7", "a"], &as_it_is, true),
                cell(&["7", "b"], &better, false),
                cell(&["8", "a"], &as_it_is, false),
                cell(&["8", "b"], &better, false),
            ]
        };
        let paths = paths.iter().map(|path| (*path).to_owned()).collect();
        Sweep { paths, games: 4, hope: None, reference: beside(&as_it_is), cells }
    }

    fn told(sweep: &Sweep, form: SweepForm) -> String {
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        let report = SweepReport { title: "Duel", sides, players, seed: 7, margin: Some(0.03), sweep };
        let mut text = String::new();
        report.write(form, &mut text).expect("writing to a string never fails");
        text
    }

    #[test]
    fn each_cell_has_a_row_and_the_value_that_the_scenario_has_is_marked() {
        let text = told(&sweep(&["units.Guard.morale"]), SweepForm::Text);
        assert!(
            text.contains("2 cells of 4 games, bold against timid, seed 7, the same dice in all"),
            "{text}"
        );
        let row = |name: &str| {
            text.lines()
                .find(|line| line.trim_start().starts_with(name))
                .expect("the table has this row")
                .to_owned()
        };
        assert!(row("Guard.morale").contains("score of Red, %"), "{text}");
        assert!(row("as it is").contains("25.0      0.0     75.0"), "{text}");
        assert!(row("7 *").contains("+0.00 ±0.00"), "{text}");
        // Two games of four are won that were lost: 50 points and 4 / 2 points of victory more.
        assert!(
            row("8, or so").contains("75.0      0.0     25.0") && row("8, or so").contains("+50.00 ±"),
            "{text}"
        );
        assert!(row("8, or so").contains("+2.00 ±") && row("8, or so").ends_with("undecided"), "{text}");
    }

    #[test]
    fn two_values_make_a_grid_of_scores() {
        let text = told(&sweep(&["units.Guard.morale", "weather"]), SweepForm::Text);
        assert!(text.contains("score of Red, %; down Guard.morale, across weather\n"), "{text}");
        let grid: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with("score of Red")).skip(1).take(3).collect();
        let words: Vec<Vec<&str>> = grid.iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words, [vec!["a", "b"], vec!["7", "*25.0", "75.0"], vec!["8", "25.0", "75.0"]]);
    }

    #[test]
    fn a_sweep_is_drawn_as_what_was_varied_asks_for() {
        let frame = Frame { width: 800, height: None, language: crate::Language::English };
        let drawn = |sweep: &Sweep| {
            let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
            let report = SweepReport { title: "Duel", sides, players, seed: 7, margin: None, sweep };
            report.picture(frame).svg()
        };
        let mut one = sweep(&["units.Guard.morale"]);
        // `8, or so` is no number: how far each shifts the score. A variant's file goes by its name.
        one.cells[1].values[0] = "variants/better.toml".to_owned();
        let forest = drawn(&one);
        assert!(forest.contains(">better<") && !forest.contains("variants/"), "{forest}");
        one.cells[1].values[0] = "8".to_owned();
        assert!(drawn(&one).contains("Guard.morale"), "a curve names its parameter");
        assert!(drawn(&sweep(&["units.Guard.morale", "weather"])).contains("weather"), "a map names both");
    }

    #[test]
    fn programs_read_the_same() {
        let sweep = sweep(&["units.Guard.morale"]);
        let value: serde_json::Value =
            serde_json::from_str(&told(&sweep, SweepForm::Json)).expect("the output is valid JSON");
        assert_eq!(value["paths"][0], "units.Guard.morale");
        assert_eq!(value["cells"][1]["score_more"]["estimate"], 0.5);
        assert_eq!(value["cells"][0]["is_as_it_is"], true);
        assert_eq!(value["as_it_is"]["counts"][2], 3);
        let csv = told(&sweep, SweepForm::Csv);
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows.len(), 4);
        assert!(rows[0].starts_with("units.Guard.morale,is_as_it_is,is_stopped,games"), "{csv}");
        assert!(rows[3].starts_with("\"8, or so\",false,false,4,0,2,3,0,1,0.75,"), "{csv}");
    }
}
