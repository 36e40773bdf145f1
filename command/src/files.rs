//! The files that a command reads, kept as they were read: a recorded run holds their texts, and opening it again uses
//! these, not the files on disk. Files that are not on disk may be shipped with the program.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use szala_analysis::disk::{self, MOST_TEXT};
use szala_files::nearest;

/// Files by their paths as given: on disk, or in a record.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The texts of a record; nothing if files are read from disk.
    recorded: Option<BTreeMap<String, String>>,
    /// The files shipped with the program.
    shelf: Shelf,
    /// Folders to search besides the working folder.
    folders: Vec<PathBuf>,
    read: RefCell<BTreeMap<String, String>>,
}

impl Files {
    /// The texts of a record.
    pub(crate) fn recorded(texts: BTreeMap<String, String>) -> Self {
        Self { recorded: Some(texts), ..Self::default() }
    }

    /// The disk, and the files shipped with the program.
    pub(crate) fn with(shelf: Shelf) -> Self {
        Self { shelf, ..Self::default() }
    }

    /// The same for paths written in a file: what is not found from the working folder is looked for in the folder of
    /// that file, and in those above it.
    pub(crate) fn named_in(shelf: Shelf, file: &Path) -> Self {
        let whole = file.canonicalize().or_else(|_| std::path::absolute(file)).unwrap_or_default();
        Self { folders: whole.ancestors().skip(1).map(Path::to_owned).collect(), ..Self::with(shelf) }
    }

    /// The location of a file on disk.
    pub(crate) fn place_of(&self, path: &str) -> PathBuf {
        let elsewhere = || self.folders.iter().map(|folder| folder.join(path)).find(|place| place.exists());
        let path = Path::new(path);
        if path.exists() { path.to_owned() } else { elsewhere().unwrap_or_else(|| path.to_owned()) }
    }

    /// Is there a file at this path?
    pub(crate) fn has(&self, path: &str) -> bool {
        match &self.recorded {
            Some(texts) => texts.contains_key(path),
            // What cannot be looked at may be there: reading it says why not.
            None => self.place_of(path).try_exists().unwrap_or(true) || self.shipped(path).is_some(),
        }
    }

    /// Is the file shipped with the program, and not on disk?
    pub(crate) fn is_shipped(&self, path: &str) -> bool {
        !self.place_of(path).exists() && self.shipped(path).is_some()
    }

    /// The text of a shipped file. A folder on disk hides the shipped one of its name, so that no scenario mixes files
    /// of both.
    fn shipped(&self, path: &str) -> Option<&'static str> {
        let path = slashed(&plain(Path::new(path)));
        let text = self.shelf.text(&path)?;
        let is_hidden = self.place_of(Shelf::folder_of(&path)).exists();
        (!is_hidden).then_some(text)
    }

    /// The paths of a folder's entries, in order; empty if there is no such folder.
    pub(crate) fn entries(&self, folder: &Path) -> Vec<PathBuf> {
        let here = if folder == Path::new("") { Path::new(".") } else { folder };
        let on_disk = std::fs::read_dir(here).into_iter().flatten().flatten();
        let mut entries: BTreeSet<PathBuf> = on_disk.map(|entry| folder.join(entry.file_name())).collect();
        let mut within = slashed(&plain(folder));
        if !within.is_empty() {
            within.push('/');
        }
        for (path, _) in self.shelf.0.iter().filter(|(path, _)| self.shipped(path).is_some()) {
            let first = path.strip_prefix(&within).and_then(|rest| rest.split('/').next());
            entries.extend(first.map(|name| folder.join(name)));
        }
        entries.into_iter().collect()
    }

    /// Is there a folder at this path?
    pub(crate) fn is_folder(&self, path: &Path) -> bool {
        path.is_dir() || !path.exists() && !self.entries(path).is_empty()
    }

    /// The text of a file of the scenario.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub(crate) fn read(&self, path: &str) -> Result<String, String> {
        self.text(path).map_err(|error| match error {
            Missing::Disk(error) => self.unread(path, &error),
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
                    ErrorKind::NotFound => {
                        "check the path; it starts in the folder you are in, and in a mix in that of the mix"
                    }
                    _ => "name a text file that you may read",
                };
                format!("cannot read {path}: {}; {remedy}", self.unread(path, &error))
            }
        })
    }

    fn text(&self, path: &str) -> Result<String, Missing> {
        let text = match &self.recorded {
            Some(texts) => texts.get(path).cloned().ok_or(Missing::Record)?,
            None => match disk::read_text(&self.place_of(path), MOST_TEXT) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    self.shipped(path).ok_or(Missing::Disk(error))?.to_owned()
                }
                read => read.map_err(Missing::Disk)?,
            },
        };
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// Why a file cannot be read, and a similar path that exists.
    fn unread(&self, path: &str, error: &std::io::Error) -> String {
        let near = if error.kind() == ErrorKind::NotFound { self.near(path) } else { None };
        near.map_or_else(|| error.to_string(), |near| format!("{error}; did you mean `{near}`?"))
    }

    /// An existing path similar to this missing one: matched part by part, from the left.
    pub(crate) fn near(&self, path: &str) -> Option<String> {
        let mut found = PathBuf::new();
        for part in Path::new(path) {
            let next = found.join(part);
            if next.exists() || self.is_folder(&next) || self.shipped(&slashed(&next)).is_some() {
                found = next;
                continue;
            }
            let names = self.entries(&found).into_iter().take(MOST_NAMES);
            let names: Vec<String> =
                names.filter_map(|entry| entry.file_name()?.to_str().map(str::to_owned)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let part = part.to_str()?;
            // A missing ending says nothing about the name, and neither does one that many files share.
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

    /// Reads the translations of a scenario, if a file beside it has them.
    pub(crate) fn read_words(&self, scenario: &str) {
        let path = words_beside(scenario);
        if self.has(&path) {
            // A file that cannot be read is reported where its words are needed.
            let _ = self.read(&path);
        }
    }

    /// All texts that were read, by their paths.
    pub(crate) fn texts(&self) -> BTreeMap<String, String> {
        self.read.borrow().clone()
    }
}

/// The name of the file with the Polish words of the scenarios of a folder.
const WORDS: &str = "polish.toml";

/// The path of a scenario's file of translations.
pub(crate) fn words_beside(scenario: &str) -> String {
    std::path::Path::new(scenario).with_file_name(WORDS).display().to_string()
}

/// Is this a file of translations? Games do not depend on it.
pub(crate) fn is_words(path: &str) -> bool {
    std::path::Path::new(path).file_name().is_some_and(|name| name == WORDS)
}

/// A path without `.` and, where possible, `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => (),
            Component::ParentDir if plain.file_name().is_some() => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// A path with `/`, as the program names its own files on every system.
fn slashed(path: &Path) -> String {
    path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// In a folder with more files than this, only these are compared with a misspelled name.
const MOST_NAMES: usize = 10_000;

/// The files shipped with a program, by path, in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shelf(pub &'static [(&'static str, &'static str)]);

impl Shelf {
    /// The folder of the scenarios of all games.
    pub(crate) const ROOM: &'static str = "scenarios";

    fn text(self, path: &str) -> Option<&'static str> {
        let place = self.0.binary_search_by_key(&path, |(path, _)| path).ok()?;
        Some(self.0[place].1)
    }

    /// The folder of a game, with all of its files.
    fn folder_of(path: &str) -> &str {
        let end = path.match_indices('/').nth(1).map_or(path.len(), |(end, _)| end);
        &path[..end]
    }

    /// The short name of a file: `verdox/mirror` of `scenarios/verdox/mirror.toml`.
    pub(crate) fn name_of(path: &str) -> &str {
        let path = path.strip_prefix(Self::ROOM).and_then(|path| path.strip_prefix('/')).unwrap_or(path);
        path.strip_suffix(".toml").unwrap_or(path)
    }

    /// The path of the file with this name, with or without its folder and its extension.
    pub(crate) fn path_of(self, name: &str) -> Option<&'static str> {
        let name = Self::name_of(name);
        let path = format!("{}/{name}.toml", Self::ROOM);
        let place = self.0.binary_search_by_key(&path.as_str(), |(path, _)| path).ok()?;
        Some(self.0[place].0)
    }
}

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
        let near = |path: &str| Files::default().near(path);
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

    /// A game whose folder is on disk, where tests run, and one whose folder is not.
    const SHELF: Shelf = Shelf(&[
        ("scenarios/moon/base.toml", "game = 'moon'"),
        ("scenarios/moon/plans/dig.toml", "dig"),
        ("src/command/of-the-shelf.toml", "hidden"),
    ]);

    #[test]
    fn what_is_not_on_the_disk_comes_from_the_shelf_unless_the_disk_has_its_folder() {
        let files = Files::with(SHELF);
        assert_eq!(files.read("scenarios/moon/base.toml").as_deref(), Ok("game = 'moon'"));
        assert_eq!(files.read("scenarios/moon/./plans/../base.toml").as_deref(), Ok("game = 'moon'"));
        assert!(files.has("scenarios/moon/plans/dig.toml") && !files.has("scenarios/moon/plans/dug.toml"));
        assert!(!files.has("src/command/of-the-shelf.toml"));
        assert_eq!(files.texts().len(), 2);
        assert!(!Files::default().has("scenarios/moon/base.toml"));
    }

    #[test]
    fn the_folders_of_the_shelf_are_listed_and_searched_like_those_of_the_disk() {
        let files = Files::with(SHELF);
        assert!(files.entries(Path::new("")).contains(&PathBuf::from("scenarios")));
        let inside = |folder: &str| {
            let entries = files.entries(Path::new(folder));
            entries.iter().map(|path| slashed(path)).collect::<Vec<_>>()
        };
        assert_eq!(inside("scenarios"), ["scenarios/moon"]);
        assert_eq!(inside("scenarios/moon"), ["scenarios/moon/base.toml", "scenarios/moon/plans"]);
        assert!(!inside("src/command").contains(&"src/command/of-the-shelf.toml".to_owned()));
        assert!(files.is_folder(Path::new("scenarios/moon/plans")) && files.is_folder(Path::new("src")));
        assert!(!files.is_folder(Path::new("scenarios/sun")));
        assert_eq!(files.near("scenarios/mon/bass.toml").as_deref(), Some("scenarios/moon/base.toml"));
    }

    #[test]
    fn a_file_of_the_shelf_goes_by_its_name_with_or_without_folder_and_ending() {
        for name in ["moon/base", "moon/base.toml", "scenarios/moon/base", "scenarios/moon/base.toml"] {
            assert_eq!(SHELF.path_of(name), Some("scenarios/moon/base.toml"), "{name}");
        }
        assert_eq!(SHELF.path_of("base"), None);
        assert_eq!(Shelf::name_of("scenarios/moon/base.toml"), "moon/base");
        assert_eq!(Shelf::folder_of("scenarios/moon/plans/dig.toml"), "scenarios/moon");
    }
}
