//! The command line: every subcommand with its options. What an option means is the same everywhere.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::command;

/// Is this wargame scenario fair, why, and what would make it so?
#[derive(Debug, Parser)]
#[command(name = "szala", version, about, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play a scenario against itself many times and tell who wins how often
    Run(command::run::Run),
    /// List what there is to play
    List,
}

impl Cli {
    /// Does what was asked.
    pub(crate) fn run(self) -> Result<ExitCode, command::Problem> {
        match self.command {
            Command::Run(run) => run.run(),
            Command::List => Ok(command::list::run()),
        }
    }
}
