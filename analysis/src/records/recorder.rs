//! Writes the games of a run into its folder while they are played, and goes on where a run was broken off.

use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::block::{Block, COMMON};
use super::error::RecordError;
use super::folder::{Folder, MANIFEST, UNFINISHED, games_file};
use super::manifest::Manifest;
use crate::tally::Tally;
use szala_system::Stretch;

/// Whoever holds the lock on this file writes to the folder; the system takes it from who is killed.
const LOCK: &str = "lock";
/// A block is written again when so much time has gone by: the most that is lost to a kill.
const LOST_AT_MOST: Duration = Duration::from_secs(10);

/// Writes a run.
#[derive(Debug)]
pub struct Recorder {
    path: PathBuf,
    manifest: Manifest,
    block: Block,
    /// When the block was written last.
    written: Instant,
    /// Open as long as the run is written.
    _lock: File,
}

impl Recorder {
    /// Begins a run in a new or an empty folder.
    ///
    /// # Errors
    /// That the folder holds something, or why nothing can be written there.
    pub fn create(path: &Path, manifest: Manifest) -> Result<Self, RecordError> {
        let lock = lock(path)?;
        match Folder::open(path) {
            Ok(folder) => {
                let games = folder.manifest.progress.games;
                return Err(RecordError::Taken { folder: path.to_owned(), games });
            }
            Err(RecordError::NoRun { .. }) if is_clear(path)? => (),
            Err(RecordError::NoRun { .. }) => {
                return Err(RecordError::NotEmpty { folder: path.to_owned() });
            }
            Err(other) => return Err(other),
        }
        let own = manifest.columns.len() - COMMON;
        let block = Block::new(manifest.part.first, own);
        let recorder = Self { path: path.to_owned(), manifest, block, written: Instant::now(), _lock: lock };
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
        // Before anything is read: what another process is writing is nothing to go on from.
        let lock = lock(path)?;
        let folder = match Folder::open(path) {
            Err(RecordError::NoRun { .. }) => {
                drop(lock);
                return Self::create(path, manifest);
            }
            other => other?,
        };
        let is_same_program = folder.manifest.run.is_of_the_same_program(&manifest.run)
            && folder.manifest.column_difference(&manifest).is_none();
        let another = |what, there, here| RecordError::AnotherRun {
            folder: path.to_owned(),
            what,
            there,
            here,
            remedy: if is_same_program {
                "say the same as the command that began it, which is in its manifest, or name another folder"
            } else {
                "go on with the szala that began it, or begin anew in another folder"
            },
        };
        if let Some((what, there, here)) = folder.manifest.run.difference(&manifest.run) {
            return Err(another(what, there, here));
        }
        let [there, here] = [folder.manifest.part, manifest.part].map(|part| format!("{part}"));
        if there != here {
            return Err(another("the part, by its games,", there, here));
        }
        if let Some((there, here)) = folder.manifest.column_difference(&manifest) {
            return Err(another("the first of the columns that differ", there, here));
        }
        let last = folder.files().saturating_sub(1);
        let mut block = Block::new(manifest.part.first, manifest.columns.len() - COMMON);
        for read in folder.blocks(|file| file == last) {
            block = read?;
            block.count(tally);
        }
        if !block.is_empty() {
            let otherwise = |number: &u64| !block.agrees(&play(*number), *number);
            if let Some(number) = [block.first, block.end() - 1].into_iter().find(otherwise) {
                return Err(RecordError::PlayedOtherwise { folder: path.to_owned(), number });
            }
        }
        // The manifest tells how often the run was broken off as little as the games do.
        let manifest = Manifest { command: folder.manifest.command, ..manifest };
        let mut recorder =
            Self { path: path.to_owned(), manifest, block, written: Instant::now(), _lock: lock };
        recorder.manifest.progress.games = tally.games;
        recorder.manifest.progress.aborted = tally.aborted;
        recorder.manifest.progress.is_finished = folder.manifest.progress.is_finished;
        recorder.next_block_if_full();
        Ok(recorder)
    }

    /// The number of the next game to be recorded.
    pub fn due(&self) -> u64 {
        self.block.end()
    }

    /// What the folder tells of the run so far.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// Records the first so many games of a stretch.
    ///
    /// # Errors
    /// When they cannot be written; what was written before is kept.
    pub fn add_stretch(&mut self, stretch: &Stretch, games: usize) -> Result<(), RecordError> {
        let aborted = stretch.played[..games].iter().filter(|played| played.end.is_err()).count();
        self.manifest.progress.aborted += aborted as u64;
        self.add(games, |block, games| block.add_stretch(stretch, games))
    }

    /// Records the games of a block.
    ///
    /// # Errors
    /// When they cannot be written; what was written before is kept.
    pub(super) fn add_block(&mut self, other: &Block) -> Result<(), RecordError> {
        self.manifest.progress.aborted += other.aborted();
        self.add(other.len(), |block, games| block.add_block(other, games))
    }

    fn add(
        &mut self,
        games: usize,
        mut add: impl FnMut(&mut Block, Range<usize>),
    ) -> Result<(), RecordError> {
        let mut from = 0;
        while from < games {
            let room =
                usize::try_from(self.block.next_block() - self.block.end()).expect("a block fits memory");
            let to = games.min(from + room);
            add(&mut self.block, from..to);
            self.manifest.progress.games += (to - from) as u64;
            from = to;
            if self.block.end() == self.block.next_block() {
                self.write()?;
                self.next_block_if_full();
            }
        }
        if self.written.elapsed() >= LOST_AT_MOST {
            self.write()?;
        }
        Ok(())
    }

    fn next_block_if_full(&mut self) {
        if self.block.end() == self.block.next_block() {
            self.block.restart(self.block.end());
        }
    }

    /// Whether nothing was left to play when the folder was opened.
    pub fn is_finished(&self) -> bool {
        self.manifest.progress.is_finished
    }

    /// Writes what has not been written yet. `is_finished` says that nothing is left to play.
    ///
    /// # Errors
    /// When it cannot be written; what was written before is kept.
    pub fn close(mut self, is_finished: bool) -> Result<Manifest, RecordError> {
        self.manifest.progress.is_finished = is_finished;
        self.write()?;
        Ok(self.manifest)
    }

    /// Writes the block under way and the manifest.
    fn write(&mut self) -> Result<(), RecordError> {
        if !self.block.is_empty() {
            let file = self.path.join(games_file(self.block.first));
            write_whole(&file, &self.block.bytes(&self.manifest))?;
        }
        self.written = Instant::now();
        self.write_manifest()
    }

    fn write_manifest(&self) -> Result<(), RecordError> {
        let text =
            serde_json::to_string_pretty(&self.manifest).expect("a manifest is plain text and numbers");
        write_whole(&self.path.join(MANIFEST), format!("{text}\n").as_bytes())
    }
}

/// Makes the folder where it is missing, and locks it.
fn lock(path: &Path) -> Result<File, RecordError> {
    std::fs::create_dir_all(path).map_err(|error| RecordError::system("make the folder", path, &error))?;
    let file = path.join(LOCK);
    let open = File::options().create(true).truncate(false).write(true).open(&file);
    let lock = open.map_err(|error| RecordError::system("write", &file, &error))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(RecordError::Busy { folder: path.to_owned() }),
        // A file system without locks: then nobody can be kept out.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(lock),
        Err(TryLockError::Error(error)) => Err(RecordError::system("lock", &file, &error)),
    }
}

/// Whether there is nothing in the folder but what is left of a run that was killed as it began.
fn is_clear(path: &Path) -> Result<bool, RecordError> {
    let system = |error| RecordError::system("list", path, &error);
    for entry in std::fs::read_dir(path).map_err(system)? {
        let entry = entry.map_err(system)?;
        let is_left =
            entry.file_name() == LOCK || entry.path().extension().is_some_and(|end| end == UNFINISHED);
        if !is_left {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Writes a file under another name first, so that under its own it is whole at any moment.
fn write_whole(file: &Path, bytes: &[u8]) -> Result<(), RecordError> {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(UNFINISHED);
    let unfinished = PathBuf::from(name);
    let write = || {
        let mut open = File::create(&unfinished)?;
        open.write_all(bytes)?;
        open.sync_all()?;
        std::fs::rename(&unfinished, file)
    };
    write().map_err(|error| {
        // Half a file is of no use, and room may be what is missing.
        let _ = std::fs::remove_file(&unfinished);
        RecordError::system("write", file, &error)
    })
}
