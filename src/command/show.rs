//! `szala show`: what a scenario says, drawn for the terminal.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_reports::{write_map, write_units};

use super::{Problem, say};
use crate::game::open_varied;
use crate::variant::VariantArgs;

/// Options of `szala show`.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// What to show
    what: What,
    /// A scenario file
    scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// The map with the set-up
    Map,
    /// The units with their values
    Units,
}

impl Show {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let scenario = open_varied(&self.scenario, &self.changes)?;
        let mut text = String::new();
        let written = match self.what {
            What::Map => write_map(&scenario, &mut text).and_then(|()| write_units(&scenario, &mut text)),
            What::Units => write_units(&scenario, &mut text),
        };
        written.expect("writing to a string");
        say(text)?;
        Ok(ExitCode::SUCCESS)
    }
}
