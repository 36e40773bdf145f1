//! `szala validate`: checks scenario files.

use std::process::ExitCode;

use clap::Args;

use super::{NO, Problem, say};
use crate::game::read_varied;
use crate::variant::VariantArgs;

/// Options of `szala validate`.
#[derive(Debug, Args)]
pub(crate) struct Validate {
    /// Scenario files
    #[arg(required = true)]
    files: Vec<String>,
    #[command(flatten)]
    changes: VariantArgs,
}

impl Validate {
    /// Tells everything that is wrong with all the files.
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            match read_varied(file, &self.changes) {
                Ok(loaded) => {
                    for note in &loaded.notes {
                        say(format_args!("{note} (a note: it can be played)\n"))?;
                    }
                    let scenario = loaded.scenario;
                    let changes = scenario.variant.map(|changes| format!(" [{changes}]")).unwrap_or_default();
                    say(format_args!("{file}: sound, {}{changes}\n", scenario.title))?;
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
