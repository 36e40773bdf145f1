//! A recorded run told in full: who won, by how much, when, by what, under which conditions, with which losses, and
//! what goes together with winning; as text, as JSON and as comma-separated values. What the columns of a run mean its
//! manifest says; no game is known here.

mod csv;
mod findings;
mod markdown;
mod measure;
pub(crate) mod page;
mod text;

use core::fmt::{self, Write};

use serde::Serialize;
use szala_analysis::aggregate::{Aggregate, Given};
use szala_analysis::records::Manifest;

use findings::Findings;

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
}

/// Some runs, ready to be told.
#[derive(Clone, Debug)]
pub struct RunReport<'r> {
    /// The runs, in the order in which they are told.
    pub runs: Vec<RecordedRun<'r>>,
    /// Within how much of a game a scenario is to be fair, if a verdict is asked for.
    pub margin: Option<f64>,
}

/// The form in which a run is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// For the terminal.
    Text,
    /// One document, for a program.
    Json,
    /// Rows of one estimate each, for a table.
    Csv,
    /// For the summary of a CI.
    Markdown,
}

/// The form of the JSON; another number is another form.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Document<'r> {
    format: u32,
    runs: &'r [Findings<'r>],
}

impl RunReport<'_> {
    /// Writes it in one of its forms.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write(&self, form: ReportForm, to: &mut impl Write) -> fmt::Result {
        let runs: Vec<Findings<'_>> = self.runs.iter().map(|run| Findings::of(run, self.margin)).collect();
        match form {
            ReportForm::Text => text::write(&runs, to),
            ReportForm::Csv => csv::write(&runs, to),
            ReportForm::Markdown => markdown::write(&runs, to),
            ReportForm::Json => {
                let document = Document { format: FORMAT, runs: &runs };
                let text = serde_json::to_string_pretty(&document).map_err(|_| fmt::Error)?;
                writeln!(to, "{text}")
            }
        }
    }
}

#[cfg(test)]
mod tests;
