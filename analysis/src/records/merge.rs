//! Joins the parts of a run into one folder, which holds what an undivided run would have written. A run that ends by
//! what it shows is looked at here after the same games, in the order of their numbers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::error::RecordError;
use super::folder::{Folder, MANIFEST};
use super::manifest::{Manifest, Part, Progress};
use super::recorder::Recorder;
use crate::course::{Course, Until};
use crate::tally::Tally;

/// Joins the parts in these folders. `command` is the command that joins them; where it was broken off it goes on. Of a
/// run that ends by what it shows the first parts are enough if it ends in them; if not, what is there is not finished,
/// and is gone on with when more parts are named.
///
/// # Errors
/// That they are not all the parts of one run, each once and whole, or what is wrong with one of them.
pub fn merge(parts: &[PathBuf], into: &Path, command: Vec<String>) -> Result<Manifest, RecordError> {
    let mut folders = parts.iter().map(|path| Folder::open(path)).collect::<Result<Vec<_>, _>>()?;
    folders.sort_by_key(|folder| folder.manifest.part.first);
    check(&folders)?;
    let model = &folders[0].manifest;
    let until: Option<Until> = model
        .run
        .until
        .as_deref()
        .map(|until| until.parse().map_err(|why| RecordError::damaged(&folders[0].path, why)))
        .transpose()?;
    let manifest = Manifest {
        command,
        part: Part { first: 0, end: model.run.games },
        progress: Progress::default(),
        files: Vec::new(),
        ..model.clone()
    }
    .with_tables(&model.wanted());
    let games = model.run.games;
    let recorder = Recorder::create_or_go_on(into, manifest)?;
    let mut course = Course::new(Tally::default(), Some(recorder), until);
    for folder in &folders {
        course.take_part(folder)?;
        if course.is_reached() {
            break;
        }
    }
    let is_whole = course.tally().games == games;
    let (_, manifest) = course.finish(is_whole)?;
    Ok(manifest.expect("what is merged is recorded"))
}

/// How often it is looked whether a shard has come.
const LOOK: Duration = Duration::from_millis(20);

/// The shard of this number, from 1, where others put the shards of a run into a folder, one by one and each whole: it
/// is waited for until `stop` is set. Its first game must be the one that is due.
///
/// # Errors
/// That it is no shard of this run, or what is wrong with it.
pub fn next_shard(
    shards: &Path,
    number: u64,
    of: &Manifest,
    due: u64,
    stop: &AtomicBool,
) -> Result<Option<Folder>, RecordError> {
    let path = shards.join(format!("shard-{number:012}"));
    if shards.exists() && !shards.is_dir() {
        let name = shards.display();
        return Err(RecordError::Parts(format!(
            "{name} is no folder; name the one into which the shards come"
        )));
    }
    while !path.join(MANIFEST).exists() {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        thread::sleep(LOOK);
    }
    let folder = Folder::open(&path)?;
    check_sealed(&folder)?;
    check_same(&folder, of, None)?;
    let first = folder.manifest.part.first;
    if first != due {
        let name = path.display();
        return Err(RecordError::Parts(format!(
            "{name} begins with game {first}, and game {due} is due; name a folder that holds one division of the run"
        )));
    }
    check_finished(&folder)?;
    Ok(Some(folder))
}

fn check_sealed(folder: &Folder) -> Result<(), RecordError> {
    if folder.is_sealed() { Ok(()) } else { Err(RecordError::Unsealed { folder: folder.path.clone() }) }
}

/// Checks that a folder holds a part of the run that the other manifest is of, and where that was found.
fn check_same(folder: &Folder, other: &Manifest, found: Option<&Path>) -> Result<(), RecordError> {
    let there = &folder.manifest;
    match there.run.difference(&other.run).or_else(|| there.column_difference(other)) {
        None => Ok(()),
        Some((what, there, here)) => Err(RecordError::AnotherRun {
            folder: folder.path.clone(),
            what,
            there,
            here: found.map_or_else(|| here.clone(), |found| format!("{here}` in `{}", found.display())),
            remedy: "merge parts of one run only",
        }),
    }
}

fn check_finished(folder: &Folder) -> Result<(), RecordError> {
    let Manifest { part, progress, .. } = &folder.manifest;
    if progress.is_finished {
        return Ok(());
    }
    Err(RecordError::Parts(format!(
        "{} is not finished: {} of {} games are in its manifest; continue it with --resume first",
        folder.path.display(),
        progress.games,
        part.end - part.first
    )))
}

/// Whether the folders, in the order of their games, are all the parts of one run.
fn check(folders: &[Folder]) -> Result<(), RecordError> {
    let Some((first, others)) = folders.split_first() else {
        return Err(RecordError::Parts(
            "there is nothing to merge; name the folders of all parts".to_owned(),
        ));
    };
    folders.iter().try_for_each(check_sealed)?;
    for other in others {
        check_same(first, &other.manifest, Some(&other.path))?;
    }
    let mut due = 0;
    let mut before: Option<&Folder> = None;
    for folder in folders {
        let Part { first, end } = folder.manifest.part;
        let name = folder.path.display();
        if first > due {
            return Err(RecordError::Parts(format!(
                "games {due} to {} are missing: no part holds them, and {name} begins with game {first}; name the \
                 folders of all parts",
                first - 1
            )));
        }
        if first < due {
            let before = before.map_or_else(String::new, |before| before.path.display().to_string());
            return Err(RecordError::Parts(format!(
                "{before} and {name} overlap: both hold game {first}; name each part once"
            )));
        }
        check_finished(folder)?;
        due = end;
        before = Some(folder);
    }
    let games = first.manifest.run.games;
    if due < games && first.manifest.run.until.is_none() {
        return Err(RecordError::Parts(format!(
            "games {due} to {} are missing: no part holds them; name the folders of all parts",
            games - 1
        )));
    }
    Ok(())
}
