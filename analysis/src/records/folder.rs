//! The folder of a run, to be read: its manifest, its files, the games in them.

use core::ops::Range;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use polars::frame::DataFrame;

use super::block::{Block, numbers_of, read_columns, read_frame};
use super::error::RecordError;
use super::manifest::{FORMAT, Manifest};

/// The name of the manifest.
pub(super) const MANIFEST: &str = "manifest.json";
/// How the names of the files of games begin and end; between is the number of the first game.
const GAMES: [&str; 2] = ["games-", ".parquet"];
/// What is added to the name of a file that is being written.
pub(super) const UNFINISHED: &str = "tmp";

/// A run that was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    /// The files of games, by the number of their first.
    files: Vec<(u64, PathBuf)>,
}

impl Folder {
    /// Opens the folder of a run.
    ///
    /// # Errors
    /// That there is none, or what is wrong with it.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let file = path.join(MANIFEST);
        let text = std::fs::read_to_string(&file).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => {
                RecordError::NoRun { folder: path.to_owned(), manifest: MANIFEST }
            }
            _ => RecordError::system("read", &file, &error),
        })?;
        let manifest = read_manifest(&file, &text)?;
        let mut files = Vec::new();
        let system = |error| RecordError::system("list", path, &error);
        for entry in std::fs::read_dir(path).map_err(system)? {
            let entry = entry.map_err(system)?.path();
            if let Some(first) = first_of(&entry) {
                files.push((first, entry));
            }
        }
        files.sort();
        Ok(Self { path: path.to_owned(), manifest, files })
    }

    /// How many files of games there are.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// The games of a file with the columns of the manifest.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn frame(&self, file: usize) -> Result<DataFrame, RecordError> {
        read_frame(&self.files[file].1, &self.manifest, None)
    }

    /// The blocks of games, one after the other; `with_own` tells of each file whether what the rule system remembers
    /// is wanted too. Each begins where the one before it ended, or there is an error.
    pub fn blocks(
        &self,
        with_own: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Result<Block, RecordError>> {
        let mut due = self.manifest.part.first;
        self.files.iter().enumerate().map(move |(at, (first, path))| {
            let block = Block::read(path, &self.manifest, with_own(at))?;
            due = self.check_numbers((*first, path), block.first..block.end(), due)?;
            Ok(block)
        })
    }

    /// Some columns of all games, file by file, with the file; no more than one file is in memory. Each begins where
    /// the one before it ended, or there is an error.
    pub fn frames<'f>(
        &'f self,
        columns: &'f [&str],
    ) -> impl Iterator<Item = Result<(&'f Path, DataFrame), RecordError>> {
        let mut due = self.manifest.part.first;
        self.files.iter().map(move |(first, path)| {
            let frame = read_columns(path, columns)?;
            due = self.check_numbers((*first, path), numbers_of(&frame, path)?, due)?;
            Ok((path.as_path(), frame))
        })
    }

    /// Checks that a file holds the games that are due and that its name tells of; says which is due after it.
    fn check_numbers(
        &self,
        (named, path): (u64, &Path),
        games: Range<u64>,
        due: u64,
    ) -> Result<u64, RecordError> {
        if games.start != named {
            let why = format!("its first game is {}, which its name does not say", games.start);
            return Err(RecordError::damaged(path, why));
        }
        if named != due {
            let why =
                format!("it begins with game {named}, and game {due} is due: a file is missing before it");
            return Err(RecordError::damaged(path, why));
        }
        if games.end > self.manifest.part.end {
            let why = format!("it has games beyond {}, where the run ends", self.manifest.part.end);
            return Err(RecordError::damaged(path, why));
        }
        Ok(games.end)
    }

    /// Checks that so many games are no fewer than the manifest tells of.
    ///
    /// # Errors
    /// That some are missing.
    pub(crate) fn check_games(&self, games: u64) -> Result<(), RecordError> {
        let told = self.manifest.progress.games;
        if games < told {
            let why = format!("the manifest tells of {told} games and the files hold {games}");
            return Err(RecordError::damaged(&self.path, why));
        }
        Ok(())
    }
}

/// The name of the file whose first game has this number.
pub(super) fn games_file(first: u64) -> String {
    format!("{}{first:012}{}", GAMES[0], GAMES[1])
}

/// The number of the first game in a file of games.
fn first_of(path: &Path) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let digits = name.strip_prefix(GAMES[0])?.strip_suffix(GAMES[1])?;
    digits.bytes().all(|digit| digit.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn read_manifest(file: &Path, text: &str) -> Result<Manifest, RecordError> {
    let wrong = |why: String, remedy| RecordError::Manifest { file: file.to_owned(), why, remedy };
    let damaged = "put back a copy of it, or play the run anew in another folder";
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| wrong(error.to_string(), damaged))?;
    // Asked first: another form may have any fields.
    match value.get("format").and_then(serde_json::Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => (),
        Some(format) => {
            let why = format!("its format is {format} and not {FORMAT}");
            return Err(wrong(why, "read it with the version of szala that wrote it"));
        }
        None => return Err(wrong("it has no `format`".to_owned(), damaged)),
    }
    let manifest: Manifest = serde_json::from_str(text).map_err(|error| wrong(error.to_string(), damaged))?;
    if manifest.part.first >= manifest.part.end {
        return Err(wrong("its part has no games".to_owned(), damaged));
    }
    Ok(manifest)
}
