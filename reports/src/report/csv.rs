//! A report as rows of a table: one estimate per row, so that any program can select and join them.

use core::fmt::{self, Display};

use serde::Serialize;
use serde_json::{Value, json};
use szala_analysis::{Estimate, OutcomeEstimate};

use super::findings::{Found, RunFindings, Told};
use crate::{Row, row};

/// The rows of a run.
pub(super) fn rows(findings: &RunFindings<'_>) -> Vec<Row> {
    let mut rows = Rows { run: findings.run, rows: Vec::new() };
    rows.run(findings);
    rows.rows
}

struct Rows<'r> {
    run: &'r str,
    rows: Vec<Row>,
}

/// A row, by the names of its columns.
#[derive(Serialize)]
struct Line<'r> {
    run: &'r str,
    table: &'r str,
    key: &'r str,
    value: &'r str,
    games: Option<u64>,
    estimate: Value,
    low: Option<f64>,
    high: Option<f64>,
}

impl Rows<'_> {
    fn run(&mut self, findings: &RunFindings<'_>) {
        let games = &findings.games;
        for (key, count) in [
            ("in_folder", games.in_folder),
            ("counted", games.counted),
            ("ended", games.ended),
            ("aborted", games.aborted),
        ] {
            self.row(["games", key, ""], Some(count), [None; 3]);
        }
        if let Some(number) = games.first_aborted {
            self.row(["games", "first_aborted", &number.to_string()], None, [None; 3]);
        }
        let kind = match findings.intervals {
            szala_analysis::Intervals::Fixed => "fixed",
            szala_analysis::Intervals::Anytime => "anytime",
        };
        self.row(["intervals", kind, ""], None, [None; 3]);
        for given in &findings.given {
            self.row(["given", given, ""], None, [None; 3]);
        }
        for (name, estimate) in findings.outcome.named() {
            self.estimate(["outcome", name, ""], estimate);
        }
        if let Some(judged) = &findings.verdict {
            self.estimate(["verdict", judged.verdict, judged.favours.unwrap_or_default()], judged.score);
        }
        if let Some(interval) = findings.play_interval {
            self.estimate(["play_interval", "score", ""], interval);
        }
        for reason in &findings.reasons {
            self.estimate(["reason", reason.rule.as_deref().unwrap_or_default(), reason.words], reason.share);
        }
        for found in &findings.columns {
            self.column(found);
        }
    }

    fn column(&mut self, found: &Found<'_>) {
        let name = found.field.name.as_str();
        for worth in &found.values {
            let value = worth.value.to_string();
            self.estimate(["distribution", name, &value], worth.share);
            if let Some(outcome) = &worth.outcome {
                self.outcome("by", [name, &value], outcome);
            }
        }
        if let Some(numbers) = &found.numbers {
            self.estimate(["mean", name, ""], numbers.mean);
            let games = Some(numbers.mean.games);
            self.row(["deviation", name, ""], games, [numbers.deviation, None, None]);
            for quantile in &numbers.quantiles {
                let percent = quantile.percent.to_string();
                self.line(["quantile", name, &percent], games, json!(quantile.value), [None; 2]);
            }
        }
        if let Some(happened) = &found.happened {
            self.estimate(["happened", name, ""], happened.share);
            self.outcome("if", [name, "happened"], &happened.outcome_if);
            self.outcome("if", [name, "not"], &happened.outcome_if_not);
        }
        if let Some(correlation) = &found.correlation {
            self.estimate(["correlation", name, ""], correlation.coefficient);
            let games = Some(correlation.coefficient.games);
            self.row(["correlation_p", name, ""], games, [Some(correlation.p), None, None]);
            self.row(["correlation_p_adjusted", name, ""], games, [Some(correlation.p_adjusted), None, None]);
        }
    }

    /// How often each side won: a row for each of the four shares.
    fn outcome(&mut self, how: &str, [key, value]: [&str; 2], outcome: &OutcomeEstimate) {
        for (name, estimate) in outcome.named() {
            self.estimate([&format!("{name}_{how}"), key, value], estimate);
        }
    }

    fn estimate(&mut self, place: [&str; 3], estimate: Estimate) {
        let Estimate { value, low, high, games, .. } = estimate;
        self.row(place, Some(games), [value, low, high]);
    }

    fn row(&mut self, [table, key, value]: [&str; 3], games: Option<u64>, numbers: [Option<f64>; 3]) {
        let [estimate, low, high] = numbers;
        self.line([table, key, value], games, json!(estimate), [low, high]);
    }

    fn line(
        &mut self,
        [table, key, value]: [&str; 3],
        games: Option<u64>,
        estimate: Value,
        [low, high]: [Option<f64>; 2],
    ) {
        self.rows.push(row(&Line { run: self.run, table, key, value, games, estimate, low, high }));
    }
}

/// As written in a cell: absent values are empty.
impl Display for Told<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Absent => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}
