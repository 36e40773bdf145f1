//! What can go wrong with the folder of a run, each error with its remedy.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// What is wrong with the folder of a run, and what to do about it.
#[derive(Debug, Error)]
pub enum RecordError {
    /// There is nothing here that writes or reads Parquet.
    #[error(
        "this szala was built without the feature `records`, which Parquet files need; build it without \
         `--no-default-features`, or name the feature where your Cargo.toml names szala"
    )]
    NotBuilt,
    /// Another run would be lost.
    #[error(
        "there is a run in {folder} already, with {games} games; go on with it by --resume, or name another folder \
         with --out"
    )]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// How many games its manifest states.
        games: u64,
    },
    /// Somebody keeps other things there.
    #[error("{folder} is not empty and holds no run; name a new or an empty folder with --out")]
    NotEmpty {
        /// The folder.
        folder: PathBuf,
    },
    /// There is nothing to read.
    #[error(
        "{folder} holds no run: there is no {manifest} in it; name a folder that `szala run --out` has made"
    )]
    NoRun {
        /// The folder.
        folder: PathBuf,
        /// The name of the manifest.
        manifest: &'static str,
    },
    /// Another process writes there.
    #[error("another szala is writing to {folder}; wait for it, or stop it")]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The manifest cannot be understood.
    #[error("{file} is not a manifest that this szala can read: {why}; {remedy}")]
    Manifest {
        /// The manifest.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
        /// What to do.
        remedy: &'static str,
    },
    /// The folder holds another run.
    #[error("the run in {folder} is another one: {what} is `{there}` there and `{here}` here; {remedy}")]
    AnotherRun {
        /// The folder.
        folder: PathBuf,
        /// What differs.
        what: &'static str,
        /// How it is in the folder.
        there: String,
        /// How it is in the requested run.
        here: String,
        /// What to do.
        remedy: &'static str,
    },
    /// A file of games is damaged or missing.
    #[error("{file}: {why}; {remedy}")]
    Games {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
        /// What to do.
        remedy: String,
    },
    /// A file of games that is none of the run.
    #[error(
        "{file} is none of the files of this run, though it has the name of one; move it to another folder"
    )]
    Stray {
        /// The file.
        file: PathBuf,
    },
    /// Nobody can say whether the record is as it was written.
    #[error(
        "the run in {folder} was recorded without hashes, so it cannot be checked: \
         `szala report` reads it, but it is neither resumed nor merged; use the szala that its manifest names"
    )]
    Unsealed {
        /// The folder.
        folder: PathBuf,
    },
    /// Recorded games are not what is played now.
    #[error(
        "game {number} of {folder} was recorded otherwise than it is played now: this szala does not play the games \
         that the run was begun with; go on with the szala that began it, or begin anew in another folder"
    )]
    PlayedOtherwise {
        /// The folder.
        folder: PathBuf,
        /// The first game that differs.
        number: u64,
    },
    /// A part is not what can be merged.
    #[error("{0}")]
    Parts(String),
    /// The system refuses.
    #[error("cannot {doing} {file}: {why}; {remedy}")]
    System {
        /// What was being done.
        doing: &'static str,
        /// With which file.
        file: PathBuf,
        /// What the system says.
        why: String,
        /// What to do.
        remedy: String,
    },
}

impl RecordError {
    /// The system refuses to do something with a file.
    pub(super) fn system(doing: &'static str, file: &Path, error: &io::Error) -> Self {
        let remedy = match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
                "what was written before is kept: make room and go on with --resume"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                "name a folder where you may read and write"
            }
            io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => "name a folder, not a file",
            _ => "check that it is there and may be read and written",
        };
        Self::System { doing, file: file.to_owned(), why: error.to_string(), remedy: remedy.to_owned() }
    }

    /// A file of games cannot be read.
    pub(crate) fn reading(file: &Path, why: &str) -> Self {
        Self::damaged(file, format!("the file is damaged or not a Parquet file ({why})"))
    }

    /// A file of games is not as it was written.
    pub(crate) fn damaged(file: &Path, why: impl Into<String>) -> Self {
        Self::Games {
            file: file.to_owned(),
            why: why.into(),
            remedy:
                "put back a copy of it, or remove it and repeat `szala run` with --resume: its games and all \
                     behind them are played again"
                    .to_owned(),
        }
    }
}
