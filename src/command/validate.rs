//! `szala validate`: checks scenario files.

use std::process::ExitCode;

use clap::Args;

use super::{NO, Problem, say};
use crate::game::{Unsound, check};
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
            match check(file, &self.changes) {
                Ok(sound) => {
                    for note in &sound.notes {
                        say(format_args!("{note} (a note: it can be played)\n"))?;
                    }
                    let changes = sound.variant.map(|changes| format!(" [{changes}]")).unwrap_or_default();
                    say(format_args!("{file}: sound, {}{changes}\n", sound.title))?;
                }
                Err(Unsound { told, count }) => {
                    say(format_args!("{told}\n{file}: {count} to mend\n"))?;
                    code = ExitCode::from(NO);
                }
            }
        }
        Ok(code)
    }
}
