//! `szala merge`: joins the parts of a run that was played in shards.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use szala_analysis::records;
use szala_reports::{Body, Findings, Row, row};

use super::Problem;
use crate::identity;
use crate::options::Printed;

/// Options of `szala merge`.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The folders of all parts, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// The folder to join them in, new or empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    printed: Printed,
}

/// What was joined.
#[derive(Debug, Serialize)]
struct Merged {
    folder: String,
    games: u64,
    parts: usize,
}

impl Findings for Merged {
    const COMMAND: &'static str = "merge";

    fn body(&self, body: &mut Body) {
        let [games, are] = if self.games == 1 { ["game", "is"] } else { ["games", "are"] };
        let s = if self.parts == 1 { "" } else { "s" };
        body.line(format!("{} {games} of {} part{s} {are} in {}", self.games, self.parts, self.folder));
    }

    fn rows(&self) -> Vec<Row> {
        vec![row(self)]
    }
}

impl Merge {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let merged = records::merge(&self.parts, &self.out, identity::command())?;
        let folder = self.out.display().to_string();
        self.printed.print(&Merged { folder, games: merged.progress.games, parts: self.parts.len() })?;
        Ok(ExitCode::SUCCESS)
    }
}
