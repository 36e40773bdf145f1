//! `szala man`: manual pages for the program and for each command.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, CommandFactory};

use super::{Problem, refuse_old, say, write_new};

/// Options of `szala man`.
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The folder to write to: szala.1, szala-run.1 and so on
    folder: PathBuf,
}

impl Man {
    /// Writes them for the command line `C`.
    pub(crate) fn run<C: CommandFactory>(&self) -> Result<ExitCode, Problem> {
        let folder = self.folder.display();
        let cannot = |error: std::io::Error| format!("cannot write into the folder {folder}: {error}");
        let mut program = C::command().propagate_version(true).disable_help_subcommand(true);
        program.build();
        // The page of a command calls it `szala-run`.
        let pages: Vec<(String, clap::Command)> = core::iter::once(&program)
            .chain(program.get_subcommands())
            .map(|command| {
                (command.get_display_name().unwrap_or(command.get_name()).to_owned(), command.clone())
            })
            .collect();
        let files: Vec<PathBuf> =
            pages.iter().map(|(name, _)| self.folder.join(format!("{name}.1"))).collect();
        // None of them, if one exists.
        files.iter().try_for_each(|file| refuse_old(Some(file)))?;
        std::fs::create_dir_all(&self.folder).map_err(cannot)?;
        for ((_, command), file) in pages.into_iter().zip(&files) {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page).map_err(cannot)?;
            write_new(&page, file)?;
        }
        say(format_args!("{} pages in {folder}\n", files.len()))?;
        Ok(ExitCode::SUCCESS)
    }
}
