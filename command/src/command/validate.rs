//! `szala validate`: checks scenario files.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use szala_reports::{Body, Findings, Row, row};

use super::{NO, Problem, answered};
use crate::house::{House, Unsound, Wrong};
use crate::options::Printed;
use crate::players::Pairing;
use crate::variant::VariantArgs;

/// Options of `szala validate`.
#[derive(Debug, Args)]
pub(crate) struct Validate {
    /// Scenario files
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    changes: VariantArgs,
    #[command(flatten)]
    printed: Printed,
}

/// Findings about scenario files.
#[derive(Debug, Serialize)]
struct Checked {
    files: Vec<CheckedFile>,
}

#[derive(Debug, Serialize)]
struct CheckedFile {
    file: String,
    is_sound: bool,
    title: Option<String>,
    variant: Option<String>,
    notes: Vec<String>,
    errors: Vec<Wrong>,
}

impl Findings for Checked {
    const COMMAND: &'static str = "validate";

    fn body(&self, body: &mut Body) {
        for CheckedFile { file, title, variant, notes, errors, .. } in &self.files {
            for note in notes {
                body.line(format!("{note} (a note: it can be played)"));
            }
            for Wrong { at, message } in errors {
                body.verbatim(format!("{at}: {message}\n"));
            }
            let changes = variant.as_ref().map(|changes| format!(" [{changes}]")).unwrap_or_default();
            let verdict = title.as_ref().map_or_else(
                || format!("{} error{}", errors.len(), if errors.len() == 1 { "" } else { "s" }),
                |title| format!("sound, {title}{changes}"),
            );
            body.verbatim(format!("{file}: {verdict}\n"));
        }
    }

    fn rows(&self) -> Vec<Row> {
        self.files.iter().flat_map(CheckedFile::rows).collect()
    }
}

impl CheckedFile {
    /// A row for each error, and one for a file without errors.
    fn rows(&self) -> Vec<Row> {
        let line = |at: Option<&str>, message: Option<&str>| {
            row(&serde_json::json!({
                "file": self.file, "is_sound": self.is_sound, "title": self.title, "at": at, "message": message,
            }))
        };
        if self.is_sound {
            return vec![line(None, None)];
        }
        self.errors.iter().map(|Wrong { at, message }| line(Some(at), Some(message))).collect()
    }
}

impl Validate {
    /// Reports all errors of all files.
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let files = house.files();
        let missing = |file: &String| {
            let needs_none =
                house.systems.iter().any(|system| system.name() == file && system.game().is_some());
            if needs_none {
                format!("`{file}` has no files to check; it can be played as it is")
            } else {
                house.no_such_file(file)
            }
        };
        let missing: Vec<String> = self.files.iter().filter(|file| !files.has(file)).map(missing).collect();
        if !missing.is_empty() {
            return Err(missing.join("\n").into());
        }
        let check = |file: &String| {
            let file = file.clone();
            match house.check(&file, &self.changes) {
                Ok(sound) => CheckedFile {
                    notes: sound.notes.into_iter().chain(self.unseated(house, &file)).collect(),
                    file,
                    is_sound: true,
                    title: Some(sound.title.replace(['\n', '\r'], " ")),
                    variant: sound.variant,
                    errors: Vec::new(),
                },
                Err(Unsound { errors }) => CheckedFile {
                    file,
                    is_sound: false,
                    title: None,
                    variant: None,
                    notes: Vec::new(),
                    errors,
                },
            }
        };
        let checked = Checked { files: self.files.iter().map(check).collect() };
        let is_sound = checked.files.iter().all(|file| file.is_sound);
        answered(self.printed.print(&checked), if is_sound { 0 } else { NO })
    }

    /// Why the usual players of a sound scenario cannot play it, if they cannot.
    fn unseated(&self, house: &House, file: &str) -> Option<String> {
        let files = house.files();
        let game = house.open_from(&files, file, &self.changes).ok()?;
        let why = Pairing::or_usual(None, &files, file, &*game).seat_from(&files, &*game).err()?;
        let why = why.to_string();
        // What follows the first line is about naming players.
        let why = why.lines().next().unwrap_or_default();
        Some(format!("{file}: its usual players cannot play it; name others with --players. {why}"))
    }
}
