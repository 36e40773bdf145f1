//! `szala validate`: checks scenario files.

use std::process::ExitCode;

use clap::Args;

use super::{NO, Problem, say};
use crate::house::{House, Unsound};
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
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            match house.check(file, &self.changes) {
                Ok(sound) => {
                    for note in &sound.notes {
                        say(format_args!("{note} (a note: it can be played)\n"))?;
                    }
                    let changes = sound.variant.map(|changes| format!(" [{changes}]")).unwrap_or_default();
                    say(format_args!("{file}: sound, {}{changes}\n", sound.title))?;
                }
                Err(Unsound { errors, count }) => {
                    let plural = if count == 1 { "" } else { "s" };
                    say(format_args!("{errors}\n{file}: {count} error{plural}\n"))?;
                    code = ExitCode::from(NO);
                }
            }
        }
        Ok(code)
    }
}
