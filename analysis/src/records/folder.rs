//! The folder of a run, to be read: its manifest, its files, the games in them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::block::Block;
use super::error::RecordError;
use super::frame::Frame;
use super::long::{LONG_BLOCK, LongTable, Sheaf};
use super::manifest::{DOTTED, FORMAT, GamesFile, Manifest, UNSEALED};
use super::parquet::Parquet;
use super::seal;
use super::sound::Sound;
use crate::disk;

/// The name of the manifest.
/// The file that makes a folder a recorded run.
pub const MANIFEST: &str = "manifest.json";
/// What the table of games is called. The name of a file is that of its table and the number of its first game.
pub(super) const GAMES: &str = "games";
/// How often a run that is being written while it is read is looked at again.
const LOOKS: u32 = 100;

/// A run that was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Its manifest.
    pub manifest: Manifest,
    /// The files of games, by the number of their first.
    files: Vec<Games>,
    parquet: Parquet,
}

/// A file of games.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Games {
    first: u64,
    path: PathBuf,
    /// What the manifest says of it; nothing in records without seals.
    told: Option<GamesFile>,
    held: Option<Held>,
}

/// The last file, which may be written again while it is read.
#[derive(Clone, PartialEq, Eq)]
struct Held {
    bytes: Arc<[u8]>,
    /// The name under which it was found, where the program was killed before it could rename it.
    other: Option<PathBuf>,
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes.len())
    }
}

impl Folder {
    /// Opens the folder of a run.
    ///
    /// # Errors
    /// That there is none, or what is wrong with it.
    pub fn open(path: &Path) -> Result<Self, RecordError> {
        let mut text = read_manifest(path)?;
        for _ in 0..LOOKS {
            let opened = Self::of_manifest(path, &text).and_then(|folder| {
                folder.check_there()?;
                folder.holding()
            });
            if opened.is_ok() {
                return opened;
            }
            // What does not fit may have been written since.
            let now = read_manifest(path)?;
            if now == text {
                return opened;
            }
            text = now;
        }
        Err(RecordError::Busy { folder: path.to_owned() })
    }

    /// Opens a run to go on with it: up to the first file that is not there. With it goes the name of that file.
    pub(super) fn open_to_resume(path: &Path) -> Result<(Self, Option<PathBuf>), RecordError> {
        let mut folder = Self::of_manifest(path, &read_manifest(path)?)?;
        if !folder.is_sealed() {
            return Err(RecordError::Unsealed { folder: path.to_owned() });
        }
        let last = folder.files.len().saturating_sub(1);
        let is_missing = |(place, file): (usize, &Games)| {
            !(is_there(&file.path) || place == last && is_there(&disk::unfinished(&file.path, "")))
        };
        let missing = folder.files.iter().enumerate().position(|(place, file)| is_missing((place, file)));
        let of_games = missing.map(|place| (place, folder.files[place].path.clone()));
        // Where the rows of a game are missing, it is played again, with all games of its block.
        let of_rows = folder.missing_rows().map(|(first, path)| {
            (folder.files.iter().rposition(|file| file.first <= first).unwrap_or_default(), path)
        });
        let missing = of_games.into_iter().chain(of_rows).min_by_key(|(place, _)| *place);
        let missing = missing.map(|(place, path)| {
            folder.files.truncate(place);
            path
        });
        Ok((folder.holding()?, missing))
    }

    /// The first file of a long table that is not there, and its first game.
    fn missing_rows(&self) -> Option<(u64, PathBuf)> {
        let files = self.manifest.tables.iter().flat_map(|table| {
            table.files.iter().map(|file| (file.first, self.path.join(file_of(&table.name, file.first))))
        });
        let is_missing = |path: &Path| !is_there(path) && !is_there(&disk::unfinished(path, ""));
        files.filter(|(_, path)| is_missing(path)).min()
    }

    /// The long tables as far as they go with the games before this one, and the rows of the last games where their
    /// files are not full. All have their names, by [`settle`](Self::settle).
    pub(super) fn long_to_resume(&self, due: u64) -> Result<(Vec<LongTable>, Vec<Sheaf>), RecordError> {
        let (mut tables, mut sheaves) = (self.manifest.tables.clone(), Vec::new());
        for table in &mut tables {
            table.files.retain(|file| file.end() <= due);
            let mut sheaf = Sheaf::new(table, due);
            for file in &table.files {
                let path = self.path.join(file_of(&table.name, file.first));
                let (sound, _) = Sound::read(&path, &self.manifest, file, None)?;
                if file.end() == due && !due.is_multiple_of(LONG_BLOCK) {
                    sheaf = Sheaf::new(table, file.first);
                    let frame = sound.rows(table, file, self.parquet)?;
                    let added = sheaf.add_frame(&frame, file.first..due);
                    added.map_err(|why| RecordError::damaged(&path, why))?;
                }
            }
            sheaves.push(sheaf);
        }
        Ok((tables, sheaves))
    }

    /// The rows of the long tables, a few games at a time, in order, with the number of the next game after them;
    /// nothing where there are no such tables.
    pub(crate) fn long_rows(&self) -> impl Iterator<Item = Result<(Vec<Frame>, u64), RecordError>> {
        let files = self.manifest.tables.first().map_or(&[][..], |table| &table.files);
        files.iter().enumerate().map(|(place, file)| {
            let rows = |table: &LongTable| self.long_frame(table, place);
            Ok((self.manifest.tables.iter().map(rows).collect::<Result<_, _>>()?, file.end()))
        })
    }

    /// The rows of a file of a long table.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn long_frame(&self, table: &LongTable, file: usize) -> Result<Frame, RecordError> {
        let file = &table.files[file];
        let path = self.path.join(file_of(&table.name, file.first));
        let other = disk::unfinished(&path, "");
        let (sound, _) = Sound::read(&path, &self.manifest, file, Some(other))?;
        sound.rows(table, file, self.parquet)
    }

    fn of_manifest(path: &Path, text: &str) -> Result<Self, RecordError> {
        let parquet = Parquet::get()?;
        let manifest = understood(&path.join(MANIFEST), text)?;
        let told = |file: &GamesFile| Games {
            first: file.first,
            path: path.join(games_file(file.first)),
            told: Some(file.clone()),
            held: None,
        };
        let files = if manifest.seal.is_some() {
            manifest.files.iter().map(told).collect()
        } else {
            let found = files_in(path, GAMES)?.into_iter();
            found.map(|(first, path)| Games { first, path, told: None, held: None }).collect()
        };
        Ok(Self { path: path.to_owned(), manifest, files, parquet })
    }

    /// Whether it can be said that the record is as it was written; records made before 2026-12 have no seals.
    pub fn is_sealed(&self) -> bool {
        self.manifest.seal.is_some()
    }

    /// Checks that all files of games are there, and in a finished run no others.
    fn check_there(&self) -> Result<(), RecordError> {
        if !self.is_sealed() {
            return Ok(());
        }
        self.check_long_there()?;
        let found: BTreeMap<u64, PathBuf> = files_in(&self.path, GAMES)?.into_iter().collect();
        let told: BTreeSet<u64> = self.files.iter().map(|file| file.first).collect();
        let before_last = &self.files[..self.files.len().saturating_sub(1)];
        if let Some(file) = before_last.iter().find(|file| !found.contains_key(&file.first)) {
            return Err(RecordError::damaged(&file.path, "it is missing"));
        }
        // Behind the end of a run that is not finished there may be files that are written anew when it goes on.
        match found.into_iter().find(|(first, _)| !told.contains(first)) {
            Some((_, file)) if self.manifest.progress.is_finished => Err(RecordError::Stray { file }),
            _ => Ok(()),
        }
    }

    /// The same of the files of the long tables; the last of each may be under its other name.
    fn check_long_there(&self) -> Result<(), RecordError> {
        for table in &self.manifest.tables {
            let found = files_in(&self.path, &table.name)?;
            for file in &table.files {
                let path = self.path.join(file_of(&table.name, file.first));
                if !is_there(&path) && !is_there(&disk::unfinished(&path, "")) {
                    return Err(RecordError::damaged(&path, "it is missing"));
                }
            }
            let is_told = |first: u64| table.files.iter().any(|file| file.first == first);
            match found.into_iter().find(|(first, _)| !is_told(*first)) {
                Some((_, file)) if self.manifest.progress.is_finished => {
                    return Err(RecordError::Stray { file });
                }
                _ => (),
            }
        }
        Ok(())
    }

    /// The same with its last file read.
    fn holding(mut self) -> Result<Self, RecordError> {
        let Some((last, told)) = self.files.last().and_then(|last| Some((last, last.told.as_ref()?))) else {
            return Ok(self);
        };
        let (sound, other) =
            Sound::read(&last.path, &self.manifest, told, Some(disk::unfinished(&last.path, "")))?;
        let held = Some(Held { bytes: sound.bytes(), other });
        if let Some(last) = self.files.last_mut() {
            last.held = held;
        }
        Ok(self)
    }

    /// Gives the last files, of games and of long tables, their names, if the program was killed before it could.
    pub(super) fn settle(&self) -> Result<(), RecordError> {
        let named = |other: &Path, path: &Path| {
            let settled = std::fs::rename(other, path).and_then(|()| disk::sync_folder_of(path));
            settled.map_err(|error| RecordError::system("write", path, &error))
        };
        for table in &self.manifest.tables {
            for file in &table.files {
                let path = self.path.join(file_of(&table.name, file.first));
                let other = disk::unfinished(&path, "");
                if !is_there(&path) && is_there(&other) {
                    Sound::read(&path, &self.manifest, file, Some(other.clone()))?;
                    named(&other, &path)?;
                }
            }
        }
        match self.files.last() {
            Some(Games { path, held: Some(Held { other: Some(other), .. }), .. }) => named(other, path),
            _ => Ok(()),
        }
    }

    /// How many files of games there are.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// What the manifest says of the files that are there.
    pub(super) fn told(&self) -> Vec<GamesFile> {
        self.files.iter().filter_map(|file| file.told.clone()).collect()
    }

    fn sound<'f>(&'f self, file: &'f Games) -> Result<Sound<'f>, RecordError> {
        let manifest = &self.manifest;
        match (&file.told, &file.held) {
            (Some(told), Some(held)) => Ok(Sound::held(&file.path, manifest, told, Arc::clone(&held.bytes))),
            (Some(told), None) => Sound::read(&file.path, manifest, told, None).map(|(sound, _)| sound),
            (None, _) => Sound::read_unsealed(&file.path, manifest, file.first),
        }
    }

    /// The games of a file with the columns of the manifest.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn frame(&self, file: usize) -> Result<Frame, RecordError> {
        let names = self.manifest.columns.iter().map(|field| field.name.as_str());
        self.sound(&self.files[file])?.frame(&names.collect::<Vec<_>>(), self.parquet)
    }

    /// The blocks of games, one after the other; `with_own` says of each file whether to read the columns of the
    /// rule system too. Each begins where the one before it ended, or there is an error.
    pub fn blocks(
        &self,
        with_own: impl Fn(usize) -> bool,
    ) -> impl Iterator<Item = Result<Block, RecordError>> {
        let mut due = self.manifest.part.first;
        self.files.iter().enumerate().map(move |(at, file)| {
            let block = Block::read(&self.sound(file)?, with_own(at), self.parquet)?;
            due = check_due(file, due, block.len())?;
            Ok(block)
        })
    }

    /// Some columns of all games, file by file, with the file; no more than one file is in memory. Each begins where
    /// the one before it ended, or there is an error.
    pub fn frames<'f>(
        &'f self,
        columns: &'f [&str],
    ) -> impl Iterator<Item = Result<(&'f Path, Frame), RecordError>> {
        let mut due = self.manifest.part.first;
        self.files.iter().map(move |file| {
            let frame = self.sound(file)?.frame(columns, self.parquet)?;
            due = check_due(file, due, frame.rows())?;
            Ok((file.path.as_path(), frame))
        })
    }

    /// Checks that this is the number of games that the manifest states. Where nothing is sealed, the games of a run
    /// under way may be ahead of it.
    ///
    /// # Errors
    /// That some are missing, or too many.
    pub(crate) fn check_games(&self, games: u64) -> Result<(), RecordError> {
        let told = self.manifest.progress.games;
        let may_be_more = !self.is_sealed() && !self.manifest.progress.is_finished;
        if games < told || (games > told && !may_be_more) {
            let why = format!("the manifest lists {told} games and the files hold {games}");
            return Err(RecordError::damaged(&self.path, why));
        }
        Ok(())
    }
}

fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Checks that the games of a file are due; says which is due after it.
fn check_due(file: &Games, due: u64, games: usize) -> Result<u64, RecordError> {
    if file.first != due {
        let why =
            format!("it begins with game {}, and game {due} is due: a file is missing before it", file.first);
        return Err(RecordError::damaged(&file.path, why));
    }
    Ok(due + games as u64)
}

/// The files of a table that are in a folder, by the number of their first game.
fn files_in(folder: &Path, table: &str) -> Result<Vec<(u64, PathBuf)>, RecordError> {
    let system = |error| RecordError::system("list", folder, &error);
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(system)? {
        let entry = entry.map_err(system)?.path();
        if let Some(first) = first_of(&entry, table) {
            files.push((first, entry));
        }
    }
    files.sort();
    Ok(files)
}

/// The text of a manifest.
fn read_manifest(path: &Path) -> Result<String, RecordError> {
    let file = path.join(MANIFEST);
    disk::read_text(&file, disk::MOST_WRITTEN).map_err(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => {
            RecordError::NoRun { folder: path.to_owned(), manifest: MANIFEST }
        }
        _ => RecordError::system("read", &file, &error),
    })
}

/// The name of the file whose first game has this number.
pub(super) fn games_file(first: u64) -> String {
    file_of(GAMES, first)
}

/// The same of any table.
pub(super) fn file_of(table: &str, first: u64) -> String {
    format!("{table}-{first:012}.parquet")
}

/// The number of the first game in a file of a table.
fn first_of(path: &Path, table: &str) -> Option<u64> {
    let name = path.file_name()?.to_str()?;
    let first = name.strip_prefix(table)?.strip_prefix('-')?.strip_suffix(".parquet")?.parse().ok()?;
    (file_of(table, first) == name).then_some(first)
}

/// What a manifest says.
fn understood(file: &Path, text: &str) -> Result<Manifest, RecordError> {
    let wrong = |why: String, remedy| RecordError::Manifest { file: file.to_owned(), why, remedy };
    let damaged = "put back a copy of it, or play the run anew in another folder";
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|error| wrong(error.to_string(), damaged))?;
    // Asked first: another form may have any fields.
    match value.get("format").and_then(serde_json::Value::as_u64) {
        Some(format) if [FORMAT, DOTTED, UNSEALED].map(u64::from).contains(&format) => (),
        Some(format) => {
            let why = format!("its format is {format} and not {FORMAT}");
            return Err(wrong(why, "read it with the version of szala that wrote it"));
        }
        None => return Err(wrong("it has no `format`".to_owned(), damaged)),
    }
    let manifest: Manifest = serde_json::from_str(text).map_err(|error| wrong(error.to_string(), damaged))?;
    seal::check(&manifest).map_err(|why| wrong(why, damaged))?;
    Ok(manifest.renamed())
}
