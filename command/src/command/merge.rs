//! `szala merge`: joins the shards of a run, and applies its stopping rule.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use szala_analysis::records;
use szala_reports::{Body, Findings, Row, row};

use super::{NO, Problem, answered};
use crate::identity;
use crate::options::Printed;

/// Options of `szala merge`.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The folders of all shards, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// The folder for the joined run, new or empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    printed: Printed,
}

/// The joined run.
#[derive(Debug, Serialize)]
struct Merged {
    folder: String,
    games: u64,
    parts: usize,
    /// Nothing is left to play.
    is_finished: bool,
}

impl Findings for Merged {
    const COMMAND: &'static str = "merge";

    fn body(&self, body: &mut Body) {
        let [games, are] = if self.games == 1 { ["game", "is"] } else { ["games", "are"] };
        let s = if self.parts == 1 { "" } else { "s" };
        body.line(format!("{} {games} of {} part{s} {are} in {}", self.games, self.parts, self.folder));
        if !self.is_finished {
            body.line("The run does not end with them: play more parts, and merge them with these.");
        }
    }

    fn rows(&self) -> Vec<Row> {
        vec![row(self)]
    }
}

impl Merge {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let merged = records::merge(&self.parts, &self.out, identity::command())?;
        let is_finished = merged.progress.is_finished;
        let printed = self.printed.print(&Merged {
            folder: self.out.display().to_string(),
            games: merged.progress.games,
            parts: self.parts.len(),
            is_finished,
        });
        answered(printed, if is_finished { 0 } else { NO })
    }
}
