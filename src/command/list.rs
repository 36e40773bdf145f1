//! `szala list`: what there is to play.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::{Problem, say};
use crate::game::{TOY, read_scenario};

/// Options of `szala list`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// The folder to look in
    #[arg(default_value = "scenarios")]
    folder: PathBuf,
}

impl List {
    /// Prints the toy, and every scenario file below the folder with its title.
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let mut rows = vec![(
            TOY.to_owned(),
            "Two Gates, the toy game that shows every part of a rule system".to_owned(),
        )];
        for path in scenario_files(&self.folder) {
            let name = path.display().to_string();
            let title = match read_scenario(&name) {
                Ok(loaded) => loaded.scenario.title,
                Err(problems) => {
                    format!("cannot be played: see `szala validate {name}` ({} to mend)", problems.0.len())
                }
            };
            rows.push((name, title));
        }
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, title) in rows {
            say(format_args!("{name:width$}  {title}\n"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The scenario files in the folder and in the folders of it, in order: TOML files that have an activation pool or are
/// based on another. Maps, units and tables are none.
fn scenario_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(scenario_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "toml") && is_scenario(&path) {
            found.push(path);
        }
    }
    found
}

fn is_scenario(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.lines().any(|line| line.starts_with("[pool]") || line.starts_with("based_on ="))
}
