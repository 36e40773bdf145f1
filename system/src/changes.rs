//! Changes to a scenario as the user typed them: in order, since a later change overrides an earlier one. What they
//! mean is up to the rule system.

use szala_files::case;
use szala_files::source::Problems;
use szala_files::variant::{Texts, Variant, Varied};

/// A change, with the text after its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// All changes of a variant's file.
    Variant(String),
    /// A value is set: `PATH=VALUE`.
    Set(String),
    /// The contents of this file are added.
    Add(String),
    /// The unit or commander of this name is removed.
    Remove(String),
    /// A value to be tried, one of several: `PATH=VALUE`.
    Vary(String),
}

impl Change {
    /// The change that a rule case makes.
    pub(crate) fn of_case(change: &case::Change<'_>) -> Self {
        match *change {
            case::Change::Variant(file) => Self::Variant(file.to_owned()),
            case::Change::Set(words) => Self::Set(words.to_owned()),
        }
    }
}

/// Changes to a scenario, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(pub Vec<Change>);

impl Changes {
    /// Are there no changes?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The changes to a scenario of this rule system.
    ///
    /// # Errors
    /// Everything that is wrong with their form, and with that of the files they name.
    pub fn variant<R: Varied>(&self, files: Texts<'_>) -> Result<Variant<R>, Problems> {
        let mut variant = Variant::default();
        let mut problems = Vec::new();
        for change in &self.0 {
            let taken = match change {
                Change::Variant(file) => variant.include(file, files),
                Change::Set(words) => variant.set(words),
                Change::Add(file) => variant.add(file, files),
                Change::Remove(name) => {
                    variant.remove(name);
                    Ok(())
                }
                Change::Vary(words) => {
                    let (path, value) = words.split_once('=').unwrap_or((words, ""));
                    variant.vary(path, value);
                    Ok(())
                }
            };
            problems.extend(taken.err().into_iter().flat_map(|problems| problems.0));
        }
        if problems.is_empty() { Ok(variant) } else { Err(Problems(problems)) }
    }
}
