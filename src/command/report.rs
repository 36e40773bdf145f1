//! `szala report`: tells what recorded runs show, as often as one likes and without playing a game.

use std::path::Path;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_analysis::aggregate::{Aggregate, Given};
use szala_analysis::records::{Folder, Manifest};
use szala_reports::{RecordedRun, ReportForm, RunReport};

use super::{Problem, points, say};

/// Options of `szala report`.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// The folders of recorded runs, as `szala run --out` makes them
    #[arg(required = true, value_name = "RUN")]
    runs: Vec<String>,
    /// Only of games of which this holds, as in `camp_stage<=3`, `reason=automatic victory`, `camp_stage` where it came
    /// to that, `!camp_stage` where it did not; of several all must hold. docs/SCHEMA.md tells the columns
    #[arg(long, value_name = "CONDITION")]
    given: Vec<Given>,
    /// Give a verdict: fair is a scenario in which no side scores more than half by more than so many points
    #[arg(long, value_name = "POINTS", value_parser = points)]
    margin: Option<f64>,
    /// For whom to tell it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For a reader
    Text,
    /// JSON, one document, for a program
    Json,
    /// Comma-separated values, an estimate a row, for a table
    Csv,
}

impl Report {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let counted: Vec<(Folder, Aggregate)> = self.read()?;
        let recorded = self.runs.iter().zip(&counted).map(|(name, (folder, aggregate))| RecordedRun {
            folder: name,
            manifest: &folder.manifest,
            aggregate,
            given: &self.given,
        });
        let margin = self.margin.map(|points| points / 100.0);
        let report = RunReport { runs: recorded.collect(), margin };
        for (name, (folder, aggregate)) in self.runs.iter().zip(&counted) {
            if !folder.manifest.progress.is_finished {
                eprintln!("note: {}", unfinished(name, &folder.manifest, aggregate.in_folder));
            }
        }
        let mut text = String::new();
        let form = match self.format {
            Format::Text => ReportForm::Text,
            Format::Json => ReportForm::Json,
            Format::Csv => ReportForm::Csv,
        };
        report.write(form, &mut text).expect("writing to a string");
        say(text)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Counts all runs; what is wrong with any of them is told at once.
    fn read(&self) -> Result<Vec<(Folder, Aggregate)>, Problem> {
        let mut wrong = Vec::new();
        let mut counted = Vec::new();
        for name in &self.runs {
            let read = Folder::open(Path::new(name)).map_err(|error| error.to_string()).and_then(|folder| {
                let aggregate = Aggregate::of(&folder, &self.given).map_err(|error| error.to_string())?;
                Ok((folder, aggregate))
            });
            match read {
                Ok(read) => counted.push(read),
                // A condition that makes no sense makes none for any of them.
                Err(error) if wrong.contains(&error) => (),
                Err(error) => wrong.push(error),
            }
        }
        if wrong.is_empty() { Ok(counted) } else { Err(wrong.join("\n").into()) }
    }
}

/// What is said of a run that has not come to its end.
pub(super) fn unfinished(name: &str, manifest: &Manifest, games: u64) -> String {
    let due = manifest.part.end - manifest.part.first;
    format!("{name} is not finished: {games} of {due} games are there, and they are what is told")
}
