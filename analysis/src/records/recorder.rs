//! Writes the games of a run into its folder while they are played, and goes on where a run was broken off.

use std::fs::File;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::block::{Block, COMMON};
use super::error::RecordError;
use super::folder::{Folder, GAMES, MANIFEST, games_file};
use super::frame::Frame;
use super::long::{LongTable, Sheaf};
use super::manifest::{GAMES_SCHEMA, GamesFile, Manifest};
use super::parquet::Parquet;
use super::seal::sha256;
use crate::disk::{self, LOCK};
use crate::tally::Tally;
use szala_system::Stretch;

/// A block is written again when so much time has gone by: the most that is lost to a kill.
const LOST_AT_MOST: Duration = Duration::from_secs(10);

/// Writes a run.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    manifest: Manifest,
    block: Block,
    /// The rows of the games under way in each of the long tables.
    sheaves: Vec<Sheaf>,
    /// Files of the long tables that are full and not written yet.
    full: Vec<(PathBuf, Vec<u8>)>,
    /// When the block was written last.
    written: Instant,
    /// What was recorded before and is played again, since a file is missing.
    again: Vec<GamesFile>,
    /// The same of the long tables.
    again_long: Vec<LongTable>,
    /// That file.
    missing: Option<PathBuf>,
    parquet: Parquet,
    /// Open as long as the run is written.
    _lock: File,
}

impl Recorder {
    /// Begins a run in a new or an empty folder.
    ///
    /// # Errors
    /// That the folder holds something, or why nothing can be written there.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self, RecordError> {
        let parquet = Parquet::get()?;
        let lock = lock(path)?;
        let is_clear = || disk::is_clear(path).map_err(|error| RecordError::system("list", path, &error));
        match Folder::open(path) {
            Ok(folder) => {
                // Who wrote it may have been killed before the last files had their names.
                folder.settle()?;
                let games = folder.manifest.progress.games;
                return Err(RecordError::Taken { folder: path.to_owned(), games });
            }
            Err(RecordError::NoRun { .. }) if is_clear()? => (),
            Err(RecordError::NoRun { .. }) => {
                return Err(RecordError::NotEmpty { folder: path.to_owned() });
            }
            Err(other) => return Err(other),
        }
        let own = manifest.columns.len() - COMMON;
        let block = Block::new(manifest.part.first, own);
        let sheaves = sheaves(&manifest, manifest.part.first);
        let mut recorder = Self {
            path: path.to_owned(),
            manifest,
            block,
            sheaves,
            full: Vec::new(),
            written: Instant::now(),
            again: Vec::new(),
            again_long: Vec::new(),
            missing: None,
            parquet,
            _lock: lock,
        };
        recorder.write_manifest()?;
        Ok(recorder)
    }

    /// Goes on with a run, or begins it where nothing of it was written yet; the games that are there are added to the
    /// tally. `play` plays the game of a number: two of the last that are there are played again, so that a run does
    /// not go on with other rules or players than it was begun with, whatever the manifest says.
    ///
    /// # Errors
    /// That the folder holds another run, or what is wrong with it.
    pub fn resume(
        path: &Path,
        manifest: Manifest,
        tally: &mut Tally,
        play: impl Fn(u64) -> Block,
    ) -> Result<Self, RecordError> {
        Self::reopen(path, manifest, tally, |block| {
            if block.is_empty() {
                return Ok(());
            }
            let otherwise = |number: &u64| !block.agrees(&play(*number), *number);
            match [block.first, block.end() - 1].into_iter().find(otherwise) {
                Some(number) => Err(RecordError::PlayedOtherwise { folder: path.to_owned(), number }),
                None => Ok(()),
            }
        })
    }

    /// Begins a merged run, or goes on with one that was broken off: its games are those of the parts already.
    pub(super) fn create_or_go_on(path: &Path, manifest: Manifest) -> Result<Self, RecordError> {
        match Folder::open_to_resume(path) {
            Ok((folder, _))
                if !folder.manifest.progress.is_finished && is_the_same(&folder, &manifest).is_ok() =>
            {
                let command = manifest.command.clone();
                let mut recorder = Self::reopen(path, manifest, &mut Tally::default(), |_| Ok(()))?;
                recorder.manifest.command = command;
                Ok(recorder)
            }
            _ => Self::create(path, manifest),
        }
    }

    /// Goes on with a run, or begins it; `check` looks at the last games that are there.
    fn reopen(
        path: &Path,
        manifest: Manifest,
        tally: &mut Tally,
        check: impl FnOnce(&Block) -> Result<(), RecordError>,
    ) -> Result<Self, RecordError> {
        let parquet = Parquet::get()?;
        // Before anything is read: what another process is writing is nothing to go on from.
        let lock = lock(path)?;
        let (folder, missing) = match Folder::open_to_resume(path) {
            Err(RecordError::NoRun { .. }) => {
                drop(lock);
                return Self::create(path, manifest);
            }
            other => other?,
        };
        is_the_same(&folder, &manifest)?;
        folder.settle()?;
        let last = folder.files().saturating_sub(1);
        let mut block = Block::new(manifest.part.first, manifest.columns.len() - COMMON);
        for read in folder.blocks(|file| file == last) {
            block = read?;
            block.count(tally);
        }
        check(&block)?;
        let files = folder.told();
        let (told, sheaves) = folder.long_to_resume(block.end())?;
        // Neither the manifest nor the games show how often the run was interrupted.
        let manifest = Manifest { command: folder.manifest.command, ..manifest };
        let again = folder.manifest.files.into_iter().skip(files.len()).collect();
        let mut recorder = Self {
            path: path.to_owned(),
            manifest,
            block,
            sheaves,
            full: Vec::new(),
            written: Instant::now(),
            again,
            again_long: folder.manifest.tables,
            missing,
            parquet,
            _lock: lock,
        };
        recorder.manifest.files = files;
        recorder.manifest.tables = told;
        recorder.manifest.progress.games = tally.games;
        recorder.manifest.progress.aborted = tally.aborted;
        recorder.next_block_if_full()?;
        Ok(recorder)
    }

    /// The first file of games that was missing when the run was gone on with: its games and those behind it are played
    /// again.
    pub fn missing(&self) -> Option<&Path> {
        self.missing.as_deref()
    }

    /// The number of the next game to be recorded.
    pub fn due(&self) -> u64 {
        self.block.end()
    }

    /// What the folder says of the run so far.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Records the first games of a stretch, this many of them.
    ///
    /// # Errors
    /// When they cannot be written; what was written before is kept.
    pub fn add_stretch(&mut self, stretch: &Stretch, games: usize) -> Result<(), RecordError> {
        let aborted = stretch.played[..games].iter().filter(|played| played.end.is_err()).count();
        self.manifest.progress.aborted += aborted as u64;
        self.add(games, |block, sheaves, games| {
            block.add_stretch(stretch, games.clone());
            for sheaf in sheaves {
                let sheet = stretch.sheets.0.iter().find(|(long, _)| *long == sheaf.long);
                let (_, sheet) = sheet.expect("whoever records tables plays games with them");
                sheaf.add_sheet(sheet, stretch.first, games.clone());
            }
            Ok(())
        })
    }

    /// Records these games of a block, but for those that are recorded already, with their rows in each of the long
    /// tables.
    ///
    /// # Errors
    /// When they cannot be written; what was written before is kept.
    pub(crate) fn add_block(
        &mut self,
        other: &Block,
        numbers: Range<u64>,
        frames: &[Frame],
    ) -> Result<(), RecordError> {
        let first = numbers.start.max(self.due()).min(numbers.end);
        let place = |number: u64| usize::try_from(number - other.first).expect("a block fits memory");
        let known = place(first);
        self.manifest.progress.aborted += other.aborted(known..place(numbers.end));
        let path = self.path.clone();
        self.add(place(numbers.end) - known, |block, sheaves, games| {
            block.add_block(other, games.start + known..games.end + known);
            for (sheaf, frame) in sheaves.iter_mut().zip(frames) {
                let added = sheaf.add_frame(frame, first + games.start as u64..first + games.end as u64);
                added.map_err(|why| RecordError::damaged(&path, why))?;
            }
            Ok(())
        })
    }

    fn add(
        &mut self,
        games: usize,
        mut add: impl FnMut(&mut Block, &mut [Sheaf], Range<usize>) -> Result<(), RecordError>,
    ) -> Result<(), RecordError> {
        let mut from = 0;
        while from < games {
            let next = self.sheaves.first().map_or(self.block.next_block(), Sheaf::next_block);
            let room = usize::try_from(next - self.block.end()).expect("a block fits memory");
            let to = games.min(from + room);
            add(&mut self.block, &mut self.sheaves, from..to)?;
            self.manifest.progress.games += (to - from) as u64;
            from = to;
            if self.block.end() == self.block.next_block() {
                self.write()?;
            }
            self.next_block_if_full()?;
        }
        if self.written.elapsed() >= LOST_AT_MOST {
            self.write()?;
        }
        Ok(())
    }

    /// Goes on with the next block where one is full; what is full of the long tables is kept until the next writing.
    fn next_block_if_full(&mut self) -> Result<(), RecordError> {
        let is_new_block = self.block.end() == self.block.next_block();
        if self.sheaves.first().is_some_and(|sheaf| sheaf.end == sheaf.next_block()) {
            if !is_new_block {
                let full = self.packed()?;
                self.full.extend(full);
            }
            self.sheaves.iter_mut().for_each(Sheaf::restart);
        }
        if is_new_block {
            self.block.restart(self.block.end());
        }
        Ok(())
    }

    /// Writes what has not been written yet. `is_finished` says that nothing is left to play.
    ///
    /// # Errors
    /// When it cannot be written; what was written before is kept.
    pub fn close(mut self, is_finished: bool) -> Result<Manifest, RecordError> {
        // A run is finished only if its games are there, whatever the manifest says.
        let is_whole = self.manifest.run.until.is_some() || self.due() == self.manifest.part.end;
        self.manifest.progress.is_finished = is_finished && is_whole;
        self.write()?;
        let synced = disk::sync_folder_of(&self.path.join(MANIFEST));
        synced.map_err(|error| RecordError::system("write", &self.path, &error))?;
        Ok(self.manifest)
    }

    /// Writes the block under way and the manifest: the block under another name, the manifest with the hash of it, and
    /// then its name. The same with what is new of the long tables.
    fn write(&mut self) -> Result<(), RecordError> {
        self.written = Instant::now();
        if self.block.is_empty() {
            return self.write_manifest();
        }
        let about = self.manifest.told_in_files(GAMES, GAMES_SCHEMA);
        let bytes = self.parquet.write(&self.block.frame(&self.manifest), GAMES, Some(about));
        let (first, games) = (self.block.first, self.block.len() as u64);
        self.tell_of(None, first, games, &bytes)?;
        let mut files = vec![(self.path.join(games_file(first)), bytes)];
        files.append(&mut self.full);
        files.extend(self.packed()?);
        let refused = |file: &Path, error| RecordError::system("write", file, &error);
        let unfinished = |file: &Path| disk::unfinished(file, "");
        for (file, bytes) in &files {
            disk::write_unfinished(&unfinished(file), bytes).map_err(|error| refused(file, error))?;
        }
        self.write_manifest().inspect_err(|_| {
            // Room may be what is missing.
            for (file, _) in &files {
                let _ = std::fs::remove_file(unfinished(file));
            }
        })?;
        // Should the power fail before this is on the disk, the files are found under their other names.
        for (file, _) in &files {
            std::fs::rename(unfinished(file), file).map_err(|error| refused(file, error))?;
        }
        Ok(())
    }

    /// The files of the rows under way in each of the long tables.
    fn packed(&mut self) -> Result<Vec<(PathBuf, Vec<u8>)>, RecordError> {
        let mut files = Vec::new();
        for place in 0..self.sheaves.len() {
            let (sheaf, table) = (&self.sheaves[place], &self.manifest.tables[place]);
            if sheaf.end == sheaf.first {
                continue;
            }
            let about = self.manifest.told_in_files(&table.name, table.schema);
            let bytes = self.parquet.write(&sheaf.frame(), &table.name, Some(about));
            let (first, games) = (sheaf.first, sheaf.end - sheaf.first);
            let file = self.path.join(table.file(first));
            self.tell_of(Some(place), first, games, &bytes)?;
            files.push((file, bytes));
        }
        Ok(files)
    }

    /// Puts the block under way into the manifest: of the games, or of the long table at this place.
    fn tell_of(
        &mut self,
        long: Option<usize>,
        first: u64,
        games: u64,
        bytes: &[u8],
    ) -> Result<(), RecordError> {
        let told = GamesFile { first, games, sha256: sha256(bytes) };
        let (files, again) = match long {
            None => (&mut self.manifest.files, &self.again[..]),
            Some(place) => {
                let again = self.again_long.get(place).map_or(&[][..], |table| &table.files);
                (&mut self.manifest.tables[place].files, again)
            }
        };
        // What is played again must be what it was.
        let otherwise =
            |was: &GamesFile| (was.first, was.games) == (first, games) && was.sha256 != told.sha256;
        if again.iter().any(otherwise) {
            return Err(RecordError::PlayedOtherwise { folder: self.path.clone(), number: first });
        }
        match files.last_mut().filter(|last| last.first == first) {
            Some(last) => *last = told,
            None => files.push(told),
        }
        Ok(())
    }

    fn write_manifest(&mut self) -> Result<(), RecordError> {
        let manifest = self.manifest.clone().sealed();
        let text = serde_json::to_string_pretty(&manifest).expect("a manifest is plain text and numbers");
        self.manifest = manifest;
        let file = self.path.join(MANIFEST);
        let unfinished = disk::unfinished(&file, "");
        let written = disk::write_unfinished(&unfinished, format!("{text}\n").as_bytes())
            .and_then(|()| std::fs::rename(&unfinished, &file))
            .and_then(|()| disk::sync_folder_of(&file));
        written.map_err(|error| RecordError::system("write", &file, &error))
    }
}

/// The long tables of a run from this game on, without rows.
fn sheaves(manifest: &Manifest, first: u64) -> Vec<Sheaf> {
    manifest.tables.iter().map(|table| Sheaf::new(table, first)).collect()
}

/// Whether a folder holds the run of this manifest, or else in what they differ.
fn is_the_same(folder: &Folder, manifest: &Manifest) -> Result<(), RecordError> {
    let there = &folder.manifest;
    let columns = there.column_difference(manifest);
    let is_same_program = there.run.is_of_the_same_program(&manifest.run) && columns.is_none();
    let parts = || {
        let [there, here] = [there.part, manifest.part].map(|part| format!("{part}"));
        (there != here).then_some(("the part, by its games,", there, here))
    };
    match there.run.difference(&manifest.run).or_else(parts).or(columns) {
        None => Ok(()),
        Some((what, there, here)) => Err(RecordError::AnotherRun {
            folder: folder.path.clone(),
            what,
            there,
            here,
            remedy: if is_same_program {
                "say the same as the command that began it, which is in its manifest, or name another folder"
            } else {
                "go on with the szala that began it, or begin anew in another folder"
            },
        }),
    }
}

/// Makes the folder where it is missing, and locks it.
fn lock(path: &Path) -> Result<File, RecordError> {
    std::fs::create_dir_all(path).map_err(|error| RecordError::system("make the folder", path, &error))?;
    let file = path.join(LOCK);
    disk::lock(&file).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => RecordError::Busy { folder: path.to_owned() },
        ErrorKind::AlreadyExists => RecordError::NotEmpty { folder: path.to_owned() },
        _ => RecordError::system("write", &file, &error),
    })
}
