//! The files that a command reads, kept as they were read: a recorded run holds their texts, and opening it again
//! reads these and not what stands on the disk by then.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::ErrorKind;

use szala_analysis::disk::{self, MOST_TEXT};

/// Files by their paths as they were given: those on the disk, or those of a record.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The texts of a record; nothing where the disk is read.
    recorded: Option<BTreeMap<String, String>>,
    read: RefCell<BTreeMap<String, String>>,
}

impl Files {
    /// The texts of a record.
    pub(crate) fn recorded(texts: BTreeMap<String, String>) -> Self {
        Self { recorded: Some(texts), read: RefCell::default() }
    }

    /// Is there a file at this path?
    pub(crate) fn has(&self, path: &str) -> bool {
        match &self.recorded {
            Some(texts) => texts.contains_key(path),
            None => std::path::Path::new(path).exists(),
        }
    }

    /// The text of a file of the scenario.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub(crate) fn read(&self, path: &str) -> Result<String, String> {
        self.text(path).map_err(|error| match error {
            Missing::Disk(error) => error.to_string(),
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
                format!("cannot read {path}: {error}; {remedy}")
            }
        })
    }

    fn text(&self, path: &str) -> Result<String, Missing> {
        let text = match &self.recorded {
            Some(texts) => texts.get(path).cloned().ok_or(Missing::Record)?,
            None => disk::read_text(path.as_ref(), MOST_TEXT).map_err(Missing::Disk)?,
        };
        self.read.borrow_mut().insert(path.to_owned(), text.clone());
        Ok(text)
    }

    /// All texts that were read, by their paths.
    pub(crate) fn texts(&self) -> BTreeMap<String, String> {
        self.read.borrow().clone()
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
    fn a_record_is_read_and_not_the_disk() {
        let files = Files::recorded([("a.toml".to_owned(), "x = 1".to_owned())].into());
        assert!(files.has("a.toml") && !files.has("Cargo.toml"));
        assert_eq!(files.read("a.toml").as_deref(), Ok("x = 1"));
        assert!(files.read("Cargo.toml").expect_err("it is on the disk only").contains("record"));
        assert_eq!(files.texts().len(), 1);
    }
}
