//! The full report on a recorded run: who won, by how much, when, how, under which conditions, with which losses, and
//! what correlates with winning; as text, as JSON and as comma-separated values. The manifest of a run describes its
//! columns; no game is known here.

mod csv;
mod findings;
pub(crate) mod page;
mod text;

use serde::Serialize;
use szala_analysis::aggregate::{Aggregate, Given};
use szala_analysis::records::Manifest;

use crate::{Body, Findings, Minds, Mixes, Row, Why};
use findings::RunFindings;

/// A run with its counts.
#[derive(Clone, Debug)]
pub struct RecordedRun<'r> {
    /// Its folder, by the name it was requested by.
    pub folder: &'r str,
    /// Its manifest.
    pub manifest: &'r Manifest,
    /// The counts.
    pub aggregate: &'r Aggregate,
    /// The conditions that select the games.
    pub given: &'r [Given],
    /// The mixes that played, if both sides were played by the mixes of one file.
    pub mixes: Option<&'r Mixes>,
    /// What a designer cares about besides fairness; `None` for games selected by a condition.
    pub minds: Option<&'r Minds>,
    /// Why the score is as it is; `None` for such games too.
    pub why: Option<&'r Why>,
}

/// The findings about some runs, in the order in which they are reported.
#[derive(Debug, Serialize)]
pub struct RunReport<'r> {
    runs: Vec<RunFindings<'r>>,
}

impl<'r> RunReport<'r> {
    /// With verdicts if a margin is given: within this part of a game a scenario is fair.
    pub fn of(runs: &'r [RecordedRun<'r>], margin: Option<f64>) -> Self {
        Self { runs: runs.iter().map(|run| RunFindings::of(run, margin)).collect() }
    }
}

impl Findings for RunReport<'_> {
    const COMMAND: &'static str = "report";

    fn body(&self, body: &mut Body) {
        for findings in &self.runs {
            findings.body(self.runs.len() > 1, body);
        }
    }

    fn rows(&self) -> Vec<Row> {
        self.runs.iter().flat_map(csv::rows).collect()
    }
}

#[cfg(test)]
mod tests;
