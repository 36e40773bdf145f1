//! `szala merge`: joins the parts of a run that was played in shards.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use szala_analysis::records;

use super::{Problem, say};
use crate::identity;

/// Options of `szala merge`.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The folders of all parts, in any order
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// The folder to join them in, new or empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

impl Merge {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let merged = records::merge(&self.parts, &self.out, identity::command())?;
        let out = self.out.display();
        say(format_args!("{} games of {} parts are in {out}\n", merged.progress.games, self.parts.len()))?;
        Ok(ExitCode::SUCCESS)
    }
}
