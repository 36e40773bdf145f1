//! Variants of a scenario: which words their files have, and how they are carried out. `book` writes the changes into
//! the scenario's files, which are then read again like any others, so that nothing gets past the reader.

mod book;
mod target;

use szala_kernel::text::Known;
use szala_kernel::text::source::{Problem, Problems, Source};
use szala_kernel::text::variant::{self, Texts, Varied};

use super::{load, load_sources};
use crate::data::Scenario;
use crate::game::Verdox;
use book::Book;

/// Changes to a scenario, in order: of two that set the same value the later counts.
pub type Variant = variant::Variant<Verdox>;

impl Varied for Verdox {
    const EXAMPLE: &'static str = "forces.Askans.riflemen=20";
    const NAMELESS: Option<&'static str> = Some(
        "units of this game have no names: set how many of a kind there are, as in --set \"forces.Askans.riflemen=20\"",
    );

    fn open_varied(
        path: &str,
        files: Texts<'_>,
        variant: &Variant,
    ) -> Result<(Self, Vec<Problem>), Problems> {
        Ok((Self::new(load_variant(path, files, variant)?), Vec::new()))
    }

    fn paths(path: &str, files: Texts<'_>, variant: &Variant) -> Result<Vec<Known>, Problems> {
        load_variant(path, files, variant)?;
        Ok(written(path, files, variant)?.known())
    }

    fn look_up(
        path: &str,
        files: Texts<'_>,
        variant: &Variant,
        wanted: &[&str],
    ) -> Result<Vec<Known>, Problems> {
        load_variant(path, files, variant)?;
        variant::look_up(&written(path, files, variant)?, wanted)
    }
}

/// Reads the scenario in the file `path` with the changes of a variant; see [`load`].
///
/// # Errors
/// Everything that is wrong with the scenario's own files, or with the changes, or with what comes of them. What is
/// wrong with a changed value is told of the change.
pub fn load_variant(path: &str, files: Texts<'_>, variant: &Variant) -> Result<Scenario, Problems> {
    if variant.is_empty() {
        return load(path, files);
    }
    let book = written(path, files, variant)?;
    let sources = book.print();
    let find = |name: &str| sources.iter().find(|source| source.name == name).cloned();
    let loaded = load_sources(path, &|name| find(name).ok_or_else(|| "it was not there before".to_owned()));
    let mut scenario = loaded.map_err(Problems::once)?;
    scenario.title = variant.titled(&scenario.title);
    scenario.variant = Some(book.said());
    Ok(scenario)
}

/// The scenario's files with the changes written into them.
fn written(path: &str, files: Texts<'_>, variant: &Variant) -> Result<Book, Problems> {
    let mut book = Book::open(path, &|name| Ok(Source::new(name, files(name)?)))?;
    let problems = book.write(variant.edits());
    if problems.is_empty() { Ok(book) } else { Err(Problems(problems)) }
}
