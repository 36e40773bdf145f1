//! `szala schema`: JSON schemas of scenario files, for editors that complete and check TOML.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use szala_files::unknown;
use szala_system::System;

use super::{Problem, refuse_old, say, write_new};
use crate::house::House;

/// Options of `szala schema`.
#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// The rule system, as scenario files name it: `game = "verdox"`
    #[arg(value_name = "SYSTEM")]
    system: String,
    /// The kind of file [default: the first, the scenario's own]; an unknown kind lists the valid ones
    kind: Option<String>,
    /// Write the schemas of all kinds into this folder, KIND.schema.json each
    #[arg(long, value_name = "FOLDER", conflicts_with = "kind")]
    out: Option<PathBuf>,
}

impl Schema {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let system = self.system(house)?;
        let kinds: Vec<&str> = system.kinds_of_files().into_iter().map(|(kind, _)| kind).collect();
        match &self.out {
            None => {
                let kind = self.kind.as_deref().unwrap_or(kinds[0]);
                let schema = system.schema(kind).ok_or_else(|| unknown("kind of file", kind, &kinds))?;
                say(format_args!("{schema}\n"))?;
            }
            Some(folder) => {
                let files: Vec<(PathBuf, String)> = kinds
                    .iter()
                    .filter_map(|kind| {
                        Some((folder.join(format!("{kind}.schema.json")), system.schema(kind)?))
                    })
                    .collect();
                // None of them, if one exists.
                files.iter().try_for_each(|(path, _)| refuse_old(Some(path)))?;
                std::fs::create_dir_all(folder).map_err(|error| {
                    let folder = folder.display();
                    format!(
                        "cannot make the folder {folder}: {error}; name one in a folder where you may write"
                    )
                })?;
                for (path, schema) in &files {
                    write_new(format!("{schema}\n").as_bytes(), path)?;
                    say(format_args!("{}\n", path.display()))?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The requested rule system.
    fn system(&self, house: &House) -> Result<&'static dyn System, Problem> {
        let with_files =
            || house.systems.iter().copied().filter(|system| !system.kinds_of_files().is_empty());
        with_files().find(|system| system.name() == self.system).ok_or_else(|| {
            let names: Vec<&str> = with_files().map(System::name).collect();
            unknown("rule system", &self.system, &names).into()
        })
    }
}
