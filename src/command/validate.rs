//! `szala validate`: checks scenario files.

use std::process::ExitCode;

use clap::Args;

use super::{NO, Problem, say};
use crate::game::read_scenario;

/// Options of `szala validate`.
#[derive(Debug, Args)]
pub(crate) struct Validate {
    /// Scenario files
    #[arg(required = true)]
    files: Vec<String>,
}

impl Validate {
    /// Tells everything that is wrong with all the files.
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            match read_scenario(file) {
                Ok(loaded) => {
                    for note in &loaded.notes {
                        say(format_args!("{note} (a note: it can be played)\n"))?;
                    }
                    say(format_args!("{file}: sound, {}\n", loaded.scenario.title))?;
                }
                Err(problems) => {
                    say(format_args!("{problems}\n{file}: {} to mend\n", problems.0.len()))?;
                    code = ExitCode::from(NO);
                }
            }
        }
        Ok(code)
    }
}
