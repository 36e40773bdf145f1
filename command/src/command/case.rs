//! `szala case`: runs rule cases, the user's own too.

use std::process::ExitCode;

use clap::Args;

use super::{NO, Problem, say};
use crate::house::House;

/// Options of `szala case`.
#[derive(Debug, Args)]
pub(crate) struct Case {
    /// Case files
    #[arg(required = true)]
    files: Vec<String>,
    /// The folder of the scenarios that cases name without a path [default: that of the game they test]
    #[arg(long)]
    scenarios: Option<String>,
    /// Name the cases that passed, too
    #[arg(long)]
    all: bool,
}

impl Case {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let mut code = ExitCode::SUCCESS;
        for file in &self.files {
            let report = house.run_cases(file, self.scenarios.as_deref())?;
            if self.all {
                say(format_args!("{report:#}\n"))?;
            } else {
                say(format_args!("{report}\n"))?;
            }
            if !report.is_passed() {
                code = ExitCode::from(NO);
            }
        }
        Ok(code)
    }
}
