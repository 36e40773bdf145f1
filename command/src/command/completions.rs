//! `szala completions`: shell completions for commands and options. `szala list --paths` lists the paths of a scenario.

use std::process::ExitCode;

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::{Problem, say};

/// Options of `szala completions`.
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints them for the command line `C`.
    pub(crate) fn run<C: CommandFactory>(&self) -> Result<ExitCode, Problem> {
        let mut script = Vec::new();
        generate(self.shell, &mut C::command(), "szala", &mut script);
        say(String::from_utf8_lossy(&script))?;
        Ok(ExitCode::SUCCESS)
    }
}
