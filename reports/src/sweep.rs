//! A sweep: a row per cell with its intervals, and a grid of scores if two values were varied.

mod page;

use serde::Serialize;
use serde_json::json;
use szala_analysis::compare::{Axis, Comparison};
use szala_analysis::sweep::{Cell, Figures, Sweep};
use szala_analysis::{Estimate, Interval, Intervals, OutcomeEstimate};
use szala_kernel::{BySide, Side};

use crate::chart::data::{Source, SweepCurve, SweepMap};
use crate::chart::{Frame, Picture, forest, forest_of, sweep_curve, sweep_map};
use crate::compare::KEYED;
use crate::figures::{counted, games, value, within};
use crate::judged::{Judged, Outcomes};
use crate::lexicon::Lexicon;
use crate::messages::Language;
use crate::minded::with_concerns;
use crate::play::against;
use crate::{Body, Findings, Grid, Row, row};

/// A sweep with its names.
#[derive(Clone, Copy, Debug)]
pub struct SweepReport<'s> {
    /// The scenario.
    pub title: &'s str,
    /// The names of the sides.
    pub sides: BySide<&'s str>,
    /// The names of the players.
    pub players: BySide<&'s str>,
    /// The seed.
    pub seed: u64,
    /// The margin within which a scenario is fair, if verdicts are requested.
    pub margin: Option<f64>,
    /// The result.
    pub sweep: &'s Sweep,
}

/// The findings of a sweep.
#[derive(Debug, Serialize)]
pub struct SweepFindings<'s> {
    title: &'s str,
    sides: [&'s str; 2],
    players: [&'s str; 2],
    seed: u64,
    games: u64,
    played: u64,
    paths: &'s [String],
    intervals: Intervals,
    margin: Option<f64>,
    hope: Option<f64>,
    as_it_is: CellFindings<'s>,
    cells: Vec<CellFindings<'s>>,
}

/// A cell compared with the unchanged scenario.
#[derive(Debug, Serialize)]
struct CellFindings<'s> {
    values: Vec<&'s str>,
    is_as_it_is: bool,
    is_stopped: bool,
    games: u64,
    differing: u64,
    counts: Outcomes,
    outcome: OutcomeEstimate,
    lead: Estimate,
    decisions: Estimate,
    /// The difference from the unchanged scenario, game by game.
    more: More,
    correlation: Option<f64>,
    worth_games: Option<f64>,
    verdict: Option<Judged<'s>>,
}

#[derive(Debug, Serialize)]
struct More {
    first_wins: Estimate,
    draws: Estimate,
    second_wins: Estimate,
    score: Estimate,
    lead: Estimate,
    decisions: Estimate,
}

/// The score of the first side in a cell.
fn score(figures: &Figures) -> Estimate {
    figures.on(Axis::Score).b
}

impl<'s> SweepReport<'s> {
    /// The findings.
    pub fn findings(&self) -> SweepFindings<'s> {
        let sweep = self.sweep;
        let of = |cell: &'s Cell| {
            let values = cell.values.iter().map(String::as_str).collect();
            self.cell(values, &cell.comparison, Some(cell))
        };
        SweepFindings {
            title: self.title,
            sides: self.sides.0,
            players: self.players.0,
            seed: self.seed,
            games: sweep.games,
            played: sweep.played(),
            paths: &sweep.paths,
            intervals: sweep.intervals(),
            margin: self.margin,
            hope: sweep.hope,
            as_it_is: self.cell(Vec::new(), &sweep.reference, None),
            cells: sweep.cells.iter().map(of).collect(),
        }
    }

    fn cell(&self, values: Vec<&'s str>, comparison: &Comparison, cell: Option<&Cell>) -> CellFindings<'s> {
        let figures = cell.map_or_else(|| self.sweep.reference_figures(), |cell| self.sweep.figures(cell));
        let is = |axis| figures.on(axis).b;
        let more = |axis| figures.on(axis).difference;
        let of_score = figures.on(Axis::Score);
        // The chance that any verdict of the sweep is wrong is that of a single one: each gets its share of it.
        let level = self.sweep.alpha();
        let judged = |margin| Judged::at_level(figures.counts, self.sides.0, margin, level);
        CellFindings {
            values,
            is_as_it_is: cell.is_none_or(|cell| cell.is_reference),
            is_stopped: cell.is_some_and(|cell| cell.is_stopped),
            games: comparison.pairs,
            differing: comparison.differing,
            counts: figures.counts.into(),
            outcome: OutcomeEstimate {
                first_wins: is(Axis::Win),
                draws: is(Axis::Draw),
                second_wins: is(Axis::Loss),
                score: is(Axis::Score),
            },
            lead: is(Axis::Lead),
            decisions: is(Axis::Length),
            more: More {
                first_wins: more(Axis::Win),
                draws: more(Axis::Draw),
                second_wins: more(Axis::Loss),
                score: more(Axis::Score),
                lead: more(Axis::Lead),
                decisions: more(Axis::Length),
            },
            correlation: of_score.correlation,
            worth_games: of_score.worth_games,
            verdict: self.margin.map(judged),
        }
    }

    /// Draws it: a curve over a number, a map of two values, and for anything else how far each shifts the score.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        let Sweep { paths, cells, .. } = self.sweep;
        let side = lexicon.called(self.sides[Side::First]);
        let figures: Vec<Figures> = cells.iter().map(|cell| self.sweep.figures(cell)).collect();
        let source = Source {
            label: String::new(),
            title: lexicon.tell(self.title).into_owned(),
            players: self.players.0.map(str::to_owned),
            games: self.sweep.played(),
            aborted: figures.iter().map(|figures| figures.counts.aborted).sum(),
            is_anytime: self.sweep.is_anytime(),
        };
        let path = |place: usize| short(&paths[place]).to_owned();
        if paths.len() == 2 {
            let (down, across) = (self.values(0), self.values(1));
            let scores: Vec<Option<Interval>> =
                figures.iter().map(|figures| score(figures).interval()).collect();
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
            let of = |(number, figures): (f64, &Figures)| Some((number, score(figures).interval()?));
            let mut points: Vec<(f64, Interval)> = numbers.into_iter().zip(&figures).filter_map(of).collect();
            points.sort_by(|one, other| one.0.total_cmp(&other.0));
            return sweep_curve(&SweepCurve { side, parameter: path(0), source, points, reference }, frame);
        }
        let more = |(cell, figures): (&'s Cell, &Figures)| {
            Some((stem(&cell.values[0]), figures.on(Axis::Score).difference.interval()?))
        };
        let differences = cells.iter().zip(&figures).filter_map(more);
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
}

impl CellFindings<'_> {
    /// The cells of its row in the table for readers.
    fn line(&self, name: String, is_scenario: bool) -> Vec<String> {
        let mut remarks = Vec::new();
        if let Some(judged) = &self.verdict {
            let whom = judged.favours.map(|side| format!(" {side}")).unwrap_or_default();
            let verdict = format!("{}{whom}", judged.verdict);
            let is_fair = judged.verdict == "fair";
            let drawish = judged.concerns.iter().filter(|one| one.standing == "beyond").copied();
            remarks.push(with_concerns(&verdict, is_fair, &drawish.collect::<Vec<_>>(), Language::English));
        }
        if self.is_stopped {
            remarks.push("stopped".to_owned());
        }
        if self.counts.aborted > 0 {
            remarks.push(format!("{} without an end", games(self.counts.aborted)));
        }
        let OutcomeEstimate { first_wins, draws, second_wins, score } = self.outcome;
        let rho = self.correlation.map_or_else(|| "-".to_owned(), |rho| format!("{rho:.2}"));
        let unless_scenario = |text: String| if is_scenario { String::new() } else { text };
        vec![
            if self.is_as_it_is && !is_scenario { format!("{name} *") } else { name },
            self.games.to_string(),
            value(first_wins),
            value(draws),
            value(second_wins),
            within(score, false),
            within(self.lead, false),
            unless_scenario(within(self.more.score, true)),
            unless_scenario(within(self.more.lead, true)),
            unless_scenario(rho),
            remarks.join(", "),
        ]
    }
}

impl SweepFindings<'_> {
    /// The scores of two values that were varied, the first downwards.
    fn grid(&self) -> Grid {
        let across = self.cells.iter().take_while(|cell| cell.values[0] == self.cells[0].values[0]);
        let across: Vec<&str> = across.map(|cell| cell.values[1]).collect();
        let mut grid = Grid::with_head(core::iter::once("").chain(across.iter().copied()));
        for row in self.cells.chunks(across.len()) {
            let cell = |cell: &CellFindings<'_>| {
                let mark = if cell.is_as_it_is { "*" } else { "" };
                format!("{}{mark}", value(cell.outcome.score))
            };
            grid.push(core::iter::once(row[0].values[0].to_owned()).chain(row.iter().map(cell)));
        }
        grid
    }

    fn names(&self) -> Vec<&str> {
        self.paths.iter().map(|path| short(path)).collect()
    }
}

impl Findings for SweepFindings<'_> {
    const COMMAND: &'static str = "sweep";

    fn body(&self, body: &mut Body) {
        let Self { title, players, sides: [home, guest], seed, cells, .. } = self;
        let count = counted(cells.len() as u64, "cell", "cells");
        body.title(*title);
        body.line(format!(
            "{count} of {}, {}, seed {seed}, the same dice in all",
            games(self.games),
            against(*players, None)
        ));
        body.line(KEYED);
        if players[0].starts_with("mix:") {
            body.line(
                "No play interval applies to changed values: the figures are about these players only.",
            );
        }
        let names = self.names();
        if let [down, across] = names[..] {
            body.heading(format!("score of {home}, %; down {down}, across {across}"));
            body.table(self.grid());
        }
        let mut grid = Grid::with_head([
            names.join(", "),
            "games".to_owned(),
            format!("{home}, %"),
            "draw, %".to_owned(),
            format!("{guest}, %"),
            format!("score of {home}, %"),
            "lead, VP".to_owned(),
            "score more".to_owned(),
            "lead more".to_owned(),
            "rho".to_owned(),
            String::new(),
        ]);
        grid.push(self.as_it_is.line("as it is".to_owned(), true));
        for cell in cells {
            grid.push(cell.line(cell.values.join(", "), false));
        }
        body.table(grid);
        let intervals = match (self.hope, self.intervals) {
            (Some(_), _) => "hold at any time, since cells are stopped by them",
            (None, Intervals::Anytime) => "hold at any time, since the sweep was interrupted",
            (None, Intervals::Fixed) => "are of 95 %",
        };
        body.line(format!(
            "Intervals {intervals}. * is what the scenario has. `More` is how much more than in the scenario as it is, \
             game by game; rho is the correlation of the score with it."
        ));
        if let Some(hope) = self.hope.filter(|_| cells.iter().any(|cell| cell.is_stopped)) {
            body.line(format!(
                "Stopped cells cannot be fair within {} points; the chance that any of them was stopped wrongly is at \
                 most 5 %.",
                hope * 100.0
            ));
        }
    }

    fn rows(&self) -> Vec<Row> {
        let cell = |cell: &CellFindings<'_>| {
            let mut cells = Row::new();
            for (place, path) in self.paths.iter().enumerate() {
                cells.insert(path.clone(), json!(cell.values.get(place)));
            }
            let OutcomeEstimate { first_wins, draws, second_wins, score } = cell.outcome;
            let more = &cell.more;
            cells.extend(row(&json!({
                "is_as_it_is": cell.is_as_it_is, "is_stopped": cell.is_stopped, "games": cell.games,
                "aborted": cell.counts.aborted, "differing": cell.differing, "first_wins": first_wins, "draws": draws,
                "second_wins": second_wins, "score": score, "lead": cell.lead, "decisions": cell.decisions,
                "first_wins_more": more.first_wins, "draws_more": more.draws, "second_wins_more": more.second_wins,
                "score_more": more.score, "lead_more": more.lead, "decisions_more": more.decisions,
                "correlation": cell.correlation, "worth_games": cell.worth_games,
                "verdict": cell.verdict.as_ref().map(|judged| judged.verdict),
                "favours": cell.verdict.as_ref().and_then(|judged| judged.favours),
            })));
            cells
        };
        core::iter::once(&self.as_it_is).chain(&self.cells).map(cell).collect()
    }
}

/// A path without the word that most paths start with.
pub(crate) fn short(path: &str) -> &str {
    path.strip_prefix("units.").or_else(|| path.strip_prefix("values.")).unwrap_or(path)
}

/// A file by its name alone; anything else unchanged.
fn stem(value: &str) -> &str {
    value.strip_suffix(".toml").map_or(value, |path| path.rsplit('/').next().unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use szala_analysis::Half;
    use szala_analysis::compare::Pair;
    use szala_kernel::{Outcome, rule};

    use super::*;
    use crate::{Form, written};

    fn half(winner: Option<Side>, lead: i32) -> Half {
        let outcome = Outcome { winner, lead, rule: rule!("3.1"), reason: "" };
        Half { end: Ok(outcome), decisions: 10, course: u64::from(lead.unsigned_abs()) }
    }

    fn comparison(pairs: &[Pair]) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.add(0, pairs);
        comparison
    }

    /// Four games, of which Red wins one in the unchanged scenario; with one value it wins three, with the other one.
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
        let all = cells.len();
        Sweep { paths, games: 4, hope: None, reference: beside(&as_it_is), cells, all }
    }

    fn told(sweep: &Sweep, form: Form) -> String {
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        let report = SweepReport { title: "Duel", sides, players, seed: 7, margin: Some(0.03), sweep };
        written(&report.findings(), form)
    }

    #[test]
    fn each_cell_has_a_row_and_the_value_that_the_scenario_has_is_marked() {
        let text = told(&sweep(&["units.Guard.morale"]), Form::Text);
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
        assert!(row("Guard.morale").contains("score of"), "{text}");
        assert!(row("as it is").contains("  25.00     0.00    75.00  "), "{text}");
        assert!(row("7 *").contains("+0.00 ±0.00"), "{text}");
        // Two games of four are won instead of lost: 50 points and 4 / 2 points of victory more.
        assert!(
            row("8, or so").contains("  75.00     0.00    25.00  ") && row("8, or so").contains("+50.00 ±"),
            "{text}"
        );
        assert!(row("8, or so").contains("+2.00 ±") && row("8, or so").ends_with("undecided"), "{text}");
    }

    #[test]
    fn two_values_make_a_grid_of_scores() {
        let text = told(&sweep(&["units.Guard.morale", "weather"]), Form::Text);
        assert!(text.contains("score of Red, %; down Guard.morale, across weather\n"), "{text}");
        let grid: Vec<&str> =
            text.lines().skip_while(|line| !line.starts_with("score of Red")).skip(1).take(3).collect();
        let words: Vec<Vec<&str>> = grid.iter().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(words, [vec!["a", "b"], vec!["7", "25.00*", "75.00"], vec!["8", "25.00", "75.00"]]);
    }

    #[test]
    fn a_sweep_is_drawn_as_what_was_varied_asks_for() {
        let frame = Frame { width: 800, height: None, language: crate::Language::English };
        let drawn = |sweep: &Sweep| {
            let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
            let report = SweepReport { title: "Duel", sides, players, seed: 7, margin: None, sweep };
            report.picture(frame, &Lexicon::new(Language::English, [])).svg()
        };
        let mut one = sweep(&["units.Guard.morale"]);
        // `8, or so` is not a number: how far each shifts the score. A variant is shown by its file name.
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
            serde_json::from_str(&told(&sweep, Form::Json)).expect("what is written is JSON");
        assert_eq!(value["paths"][0], "units.Guard.morale");
        assert_eq!(value["cells"][1]["more"]["score"]["value"], 0.5);
        assert_eq!(value["cells"][0]["is_as_it_is"], true);
        assert_eq!(value["as_it_is"]["counts"]["second_wins"], 3);
        let csv = told(&sweep, Form::Csv);
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows.len(), 4);
        assert!(rows[0].starts_with("units.Guard.morale,is_as_it_is,is_stopped,games"), "{csv}");
        assert!(rows[3].starts_with("\"8, or so\",false,false,4,0,2,0.75,"), "{csv}");
    }
}
