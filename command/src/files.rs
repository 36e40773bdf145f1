//! The files that a command reads, kept as they were read: a recorded run holds their texts, and opening it again
//! reads these and not what stands on the disk by then.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use szala_analysis::disk::{self, MOST_TEXT};
use szala_files::nearest;

/// Files by their paths as they were given: those on the disk, or those of a record.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The texts of a record; nothing where the disk is read.
    recorded: Option<BTreeMap<String, String>>,
    /// Where else a file of the disk is looked for when it is not found from the working folder.
    folders: Vec<PathBuf>,
    read: RefCell<BTreeMap<String, String>>,
}

impl Files {
    /// The texts of a record.
    pub(crate) fn recorded(texts: BTreeMap<String, String>) -> Self {
        Self { recorded: Some(texts), ..Self::default() }
    }

    /// The disk, for paths that somebody wrote into a file: what is not found from the working folder is looked for
    /// from the folder of that file, and from those above it.
    pub(crate) fn named_in(file: &Path) -> Self {
        let whole = file.canonicalize().or_else(|_| std::path::absolute(file)).unwrap_or_default();
        Self { folders: whole.ancestors().skip(1).map(Path::to_owned).collect(), ..Self::default() }
    }

    /// Where a file of the disk is.
    pub(crate) fn place_of(&self, path: &str) -> PathBuf {
        let elsewhere = || self.folders.iter().map(|folder| folder.join(path)).find(|place| place.exists());
        let path = Path::new(path);
        if path.exists() { path.to_owned() } else { elsewhere().unwrap_or_else(|| path.to_owned()) }
    }

    /// Is there a file at this path?
    pub(crate) fn has(&self, path: &str) -> bool {
        match &self.recorded {
            Some(texts) => texts.contains_key(path),
            None => self.place_of(path).exists(),
        }
    }

    /// The text of a file of the scenario.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub(crate) fn read(&self, path: &str) -> Result<String, String> {
        self.text(path).map_err(|error| match error {
            Missing::Disk(error) => unread(path, &error),
            Missing::Record => "the record of the run does not hold it".to_owned(),
        })
    }

    /// The text of a file that the name of a player mentions.
    ///
    /// # Errors
    /// The file, the reason why it cannot be read, and what to do.
    pub(crate) fn read_for_player(&self, path: &str) -> Result<String, String> {
        self.text(path).map_err(|error| match error {
            Missing::Record => format!("the record of the run does not hold {path}"),
            Missing::Disk(error) => {
                let remedy = match error.kind() {
                    ErrorKind::NotFound => "check the path; it is relative to the folder you are in",
                    _ => "name a text file that you may read",
                };
                format!("cannot read {path}: {}; {remedy}", unread(path, &error))
            }
        })
    }

    fn text(&self, path: &str) -> Result<String, Missing> {
        let text = match &self.recorded {
            Some(texts) => texts.get(path).cloned().ok_or(Missing::Record)?,
            None => disk::read_text(&self.place_of(path), MOST_TEXT).map_err(Missing::Disk)?,
        };
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// Reads the words of a scenario in other languages, where a file beside it has them.
    pub(crate) fn read_words(&self, scenario: &str) {
        let path = words_beside(scenario);
        if self.has(&path) {
            // A file that cannot be read is complained of where its words are wanted.
            let _ = self.read(&path);
        }
    }

    /// All texts that were read, by their paths.
    pub(crate) fn texts(&self) -> BTreeMap<String, String> {
        self.read.borrow().clone()
    }
}

/// The name of the file with the words of the scenarios of a folder in Polish.
const WORDS: &str = "polish.toml";

/// Where the words of a scenario in other languages would be.
pub(crate) fn words_beside(scenario: &str) -> String {
    std::path::Path::new(scenario).with_file_name(WORDS).display().to_string()
}

/// Does the file hold words in another language? No game depends on them.
pub(crate) fn is_words(path: &str) -> bool {
    std::path::Path::new(path).file_name().is_some_and(|name| name == WORDS)
}

/// Why a file of the disk cannot be read, and the one that may be meant.
pub(crate) fn unread(path: &str, error: &std::io::Error) -> String {
    let near = if error.kind() == ErrorKind::NotFound { near(path) } else { None };
    near.map_or_else(|| error.to_string(), |near| format!("{error}; did you mean `{near}`?"))
}

/// A path that is there, if one is much like this one, which is not: part by part, from the left.
pub(crate) fn near(path: &str) -> Option<String> {
    let mut found = PathBuf::new();
    for part in Path::new(path) {
        let next = found.join(part);
        if next.exists() {
            found = next;
            continue;
        }
        let here = if found == Path::new("") { Path::new(".") } else { &found };
        let names = std::fs::read_dir(here).ok()?.flatten().take(MOST_NAMES);
        let mut names: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let part = part.to_str()?;
        // An ending that was left out says nothing of the name, nor does one that many files have.
        let with_ending = format!("{part}.toml");
        let name = names.iter().find(|name| **name == with_ending).copied();
        let is_near = |name: &&str| {
            let stem = |name: &str| name.trim_end_matches(".toml").to_owned();
            nearest(&stem(part), &[&stem(name)]).is_some()
        };
        found.push(name.or_else(|| nearest(part, &names).filter(is_near))?);
    }
    Some(found.display().to_string())
}

/// Of a folder with more files than these nobody looks for a name.
const MOST_NAMES: usize = 10_000;

/// Why a text is not there.
enum Missing {
    Disk(std::io::Error),
    Record,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_is_not_there_is_near_one_that_is() {
        // Tests run in the folder of the package.
        assert_eq!(near("Cargo").as_deref(), Some("Cargo.toml"));
        assert_eq!(near("srcs/fils.rs").as_deref(), Some("src/files.rs"));
        assert_eq!(near("src/command/swep.rs").as_deref(), Some("src/command/sweep.rs"));
        assert_eq!(near("nothing-of-the-kind.toml"), None);
    }

    #[test]
    fn a_record_is_read_and_not_the_disk() {
        let files = Files::recorded([("a.toml".to_owned(), "x = 1".to_owned())].into());
        assert!(files.has("a.toml") && !files.has("Cargo.toml"));
        assert_eq!(files.read("a.toml").as_deref(), Ok("x = 1"));
        assert!(files.read("Cargo.toml").expect_err("it is on the disk only").contains("record"));
        assert_eq!(files.texts().len(), 1);
    }
}
