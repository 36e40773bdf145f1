//! Joins the parts of a run into one folder, which holds what an undivided run would have written. A run that ends by
//! what it shows is looked at here after the same games, in the order of their numbers.

use std::path::{Path, PathBuf};

use super::error::RecordError;
use super::folder::Folder;
use super::manifest::{Manifest, Part, Progress};
use super::recorder::Recorder;
use crate::course::{Until, count_to_end};
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
    let mut recorder = Recorder::create_or_go_on(into, manifest)?;
    let mut tally = Tally::default();
    for folder in &folders {
        let mut end = folder.manifest.part.first;
        let mut rows = folder.long_rows();
        for block in folder.blocks(|_| true) {
            let block = block?;
            let add = |tally: &mut Tally, games| block.count_some(tally, games);
            let (counted, is_reached) = count_to_end(until, &mut tally, block.len(), add);
            end = block.first + counted as u64;
            // The rows of a whole block would not fit memory: they come a few games at a time.
            let mut from = block.first;
            while from < end {
                let (frames, to) = match rows.next() {
                    Some(next) => next?,
                    None => (Vec::new(), end),
                };
                let to = to.min(end);
                recorder.add_block(&block, from..to, &frames)?;
                from = to;
            }
            if is_reached {
                return recorder.close(true);
            }
        }
        if end != folder.manifest.part.end {
            let why = format!("its files end before game {}, where the part ends", folder.manifest.part.end);
            return Err(RecordError::damaged(&folder.path, why));
        }
    }
    recorder.close(tally.games == model.run.games)
}

/// Whether the folders, in the order of their games, are all the parts of one run.
fn check(folders: &[Folder]) -> Result<(), RecordError> {
    let Some((first, others)) = folders.split_first() else {
        return Err(RecordError::Parts(
            "there is nothing to merge; name the folders of all parts".to_owned(),
        ));
    };
    if let Some(folder) = folders.iter().find(|folder| !folder.is_sealed()) {
        return Err(RecordError::Unsealed { folder: folder.path.clone() });
    }
    for other in others {
        let of_columns = || first.manifest.column_difference(&other.manifest);
        if let Some((what, there, here)) =
            first.manifest.run.difference(&other.manifest.run).or_else(of_columns)
        {
            return Err(RecordError::AnotherRun {
                folder: first.path.clone(),
                what,
                there,
                here: format!("{here}` in `{}", other.path.display()),
                remedy: "merge parts of one run only",
            });
        }
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
        if !folder.manifest.progress.is_finished {
            let Progress { games, .. } = folder.manifest.progress;
            return Err(RecordError::Parts(format!(
                "{name} is not finished: {games} of {} games are told of in its manifest; go on with it by --resume \
                 first",
                end - first
            )));
        }
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
