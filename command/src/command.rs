//! The subcommands, one module each, and what they share: exit codes, printing, errors, points.

pub(crate) mod advantage;
pub(crate) mod balance;
pub(crate) mod case;
pub(crate) mod challenge;
pub(crate) mod chart;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod drill;
pub(crate) mod gate;
pub(crate) mod generate;
pub(crate) mod league;
pub(crate) mod list;
pub(crate) mod luck;
pub(crate) mod man;
pub(crate) mod merge;
pub(crate) mod new;
pub(crate) mod odds;
pub(crate) mod plan;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod robust;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod secrets;
pub(crate) mod sensitivity;
pub(crate) mod shards;
pub(crate) mod show;
pub(crate) mod sweep;
pub(crate) mod tune;
pub(crate) mod validate;

use std::fmt::{self, Display, Write as _};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use szala_analysis::ThreadPoolBuildError;
use szala_analysis::disk;
use szala_analysis::records::RecordError;

use crate::guest;

/// Exit code of a check that fails; 0 is success.
pub(crate) const NO: u8 = 1;
/// Exit code of a check that cannot decide.
pub(crate) const UNJUDGED: u8 = 3;
/// Exit code of wrong usage and of invalid input.
pub(crate) const WRONG_USE: u8 = 2;
/// Exit code of an interrupted run, as shells set it for Ctrl-C.
pub(crate) const INTERRUPTED: u8 = 130;

/// Why a command ends early.
#[derive(Debug)]
pub(crate) enum Problem {
    /// An error the user can fix: what is wrong, where, and what would be right.
    Told(String),
    /// The reader of the output has gone, as behind `| head`: not a problem.
    NobodyReads,
    /// It ends early with this exit code, and may be run again.
    Ends(u8, String),
}

impl From<String> for Problem {
    fn from(told: String) -> Self {
        Self::Told(told)
    }
}

impl From<RecordError> for Problem {
    fn from(error: RecordError) -> Self {
        Self::Told(error.to_string())
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Told(told) | Self::Ends(_, told) => f.write_str(told),
            Self::NobodyReads => f.write_str("nobody reads the output"),
        }
    }
}

/// Prints to standard output, which carries data and nothing else.
pub(crate) fn say(text: impl Display) -> Result<(), Problem> {
    let text = harmless(&text.to_string());
    if guest::kept(&text) {
        return Ok(());
    }
    std::io::stdout().lock().write_all(text.as_bytes()).map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Problem::NobodyReads,
        _ => Problem::Told(format!("cannot write the output: {error}")),
    })
}

/// A text that is safe to print to a terminal: control characters in names of scenarios and units, which could move the
/// cursor or colour or hide what follows, are shown as JSON writes them.
pub(crate) fn harmless(text: &str) -> String {
    let is_plain = |letter: char| !letter.is_control() || letter == '\n' || letter == '\t';
    let mut told = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_plain(letter) {
            told.push(letter);
        } else {
            let _ = write!(told, "\\u{:04x}", u32::from(letter));
        }
    }
    told
}

/// The exit code of a check whose findings were printed. A reader that has gone away does not turn a failure into a
/// success.
pub(crate) fn answered(printed: Result<(), Problem>, code: u8) -> Result<ExitCode, Problem> {
    match printed {
        Ok(()) | Err(Problem::NobodyReads) => Ok(ExitCode::from(code)),
        Err(problem) => Err(problem),
    }
}

/// Prints, or writes to a new file.
pub(crate) fn deliver(text: &str, file: Option<&Path>) -> Result<(), Problem> {
    file.map_or_else(|| say(text), |file| write_new(harmless(text).as_bytes(), file))
}

/// Writes a new file, whole or not at all; never overwrites one.
pub(crate) fn write_new(bytes: &[u8], path: &Path) -> Result<(), Problem> {
    refuse_old(Some(path))?;
    disk::write_new(path, bytes).map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Problem {
    let name = path.display();
    Problem::Told(match error.kind() {
        ErrorKind::NotFound => format!("cannot write {name}: there is no such folder; make it first"),
        _ => format!("cannot write {name}: {error}; name a file in a folder where you may write"),
    })
}

/// Refuses a file that exists: checked before long work begins.
pub(crate) fn refuse_old(file: Option<&Path>) -> Result<(), Problem> {
    match file {
        Some(file) if file.exists() => {
            let name = file.display();
            Err(format!("{name} is there already, and is left as it is; name another file, or remove it")
                .into())
        }
        _ => Ok(()),
    }
}

/// Refuses a file that exists or cannot be written, before the long work of which it is to hold the results.
pub(crate) fn refuse_unwritable(file: Option<&Path>) -> Result<(), Problem> {
    refuse_old(file)?;
    file.map_or(Ok(()), |file| disk::check_room(file).map_err(|error| unwritable(file, &error)))
}

/// Refuses options that name the same new file.
pub(crate) fn refuse_same(files: &[Option<&Path>]) -> Result<(), Problem> {
    let named: Vec<&Path> = files.iter().flatten().copied().collect();
    let twice = named.iter().enumerate().find(|(at, file)| named[..*at].contains(file));
    match twice {
        Some((_, file)) => {
            Err(format!("two options name {}; give each a file of its own", file.display()).into())
        }
        None => Ok(()),
    }
}

/// The system refused to start that many threads.
pub(crate) fn threads_refused(threads: impl Display, error: &ThreadPoolBuildError) -> Problem {
    format!("cannot start {threads} threads ({error}); try fewer with --threads").into()
}

/// Reads points: hundredths of a game.
pub(crate) fn points(text: &str) -> Result<f64, String> {
    let points: Option<f64> = text.parse().ok().filter(|points| (0.01..50.0).contains(points));
    points.ok_or_else(|| "say how many points in a hundred games, from 0.01 to less than 50".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        let text = "a\tb\n\u{1b}[31mred\u{1b}[0m \u{9b}2J \u{7}\r";
        assert_eq!(harmless(text), "a\tb\n\\u001b[31mred\\u001b[0m \\u009b2J \\u0007\\u000d");
    }
}
