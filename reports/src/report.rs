//! A recorded run reported in full: who won, by how much, when, by what, under which conditions, with which losses, and
//! what goes together with winning; as text, as JSON and as comma-separated values. What the columns of a run mean its
//! manifest says; no game is known here.

mod csv;
mod findings;
pub(crate) mod page;
mod text;

use serde::Serialize;
use szala_analysis::aggregate::{Aggregate, Given};
use szala_analysis::records::Manifest;

use crate::{Body, Findings, Minds, Mixes, Row, Why};
use findings::RunFindings;

/// A run that was counted.
#[derive(Clone, Debug)]
pub struct RecordedRun<'r> {
    /// Its folder, by the name that it was asked for.
    pub folder: &'r str,
    /// Its manifest.
    pub manifest: &'r Manifest,
    /// What was counted.
    pub aggregate: &'r Aggregate,
    /// Of which games.
    pub given: &'r [Given],
    /// The mixes that played, if both sides were played by those of one file.
    pub mixes: Option<&'r Mixes>,
    /// What a designer minds besides fairness; nothing of games that were picked by a condition.
    pub minds: Option<&'r Minds>,
    /// Why the score is what it is; nothing of such games either.
    pub why: Option<&'r Why>,
}

/// What is found in some runs, in the order in which they are reported.
#[derive(Debug, Serialize)]
pub struct RunReport<'r> {
    runs: Vec<RunFindings<'r>>,
}

impl<'r> RunReport<'r> {
    /// With verdicts where a margin is given: within how much of a game a scenario is to be fair.
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
