//! Variants of a scenario of this family: which words their files have, and how they are carried out. `book` writes the
//! changes into the scenario's files, which are then read again like any others, so that nothing gets past the reader.

mod book;
mod known;
mod pool;
mod target;

use szala_files::source::{Problem, Problems, Source};
use szala_files::variant::{self, Texts, Varied};
use szala_files::{Assumption, Declared, Known};

use super::values::VALUES;
use super::{Loaded, load_into, load_sources};
use crate::chapters::game::Insurrection;
use crate::position::room::Room;
use book::Book;

/// What may be written with its standing; a value of a unit that is not among these is a name.
const OF_STANDING: [&str; 5] = ["morale", "morale_reverse", "size", "fire", "fire_reverse"];

/// Changes to a scenario, in order: of two that set the same value the later counts.
pub type Variant = variant::Variant<Insurrection>;

/// The same of a scenario in any room.
type Changes<R> = variant::Variant<Insurrection<R>>;

impl<R: Room> Varied for Insurrection<R> {
    const TABLE: &'static Declared = &VALUES;
    const COUNTERS: &'static [&'static str] = &["commander", "unit"];
    const OF_STANDING: &'static [&'static str] = &OF_STANDING;
    const ROWS: &'static [(&'static str, bool)] = &[("set_up", true), ("pool", false)];

    fn open_varied(
        path: &str,
        files: Texts<'_>,
        variant: &Changes<R>,
    ) -> Result<(Self, Vec<Problem>), Problems> {
        let Loaded { scenario, notes } = load_variant(path, files, variant)?;
        Ok((Self::new(scenario), notes))
    }

    fn paths(path: &str, files: Texts<'_>, variant: &Changes<R>) -> Result<Vec<Known>, Problems> {
        paths(path, files, variant)
    }

    fn look_up(
        path: &str,
        files: Texts<'_>,
        variant: &Changes<R>,
        wanted: &[&str],
    ) -> Result<Vec<Known>, Problems> {
        look_up(path, files, variant, wanted)
    }

    fn assumptions(&self) -> &[Assumption] {
        &self.scenario().assumptions
    }
}

/// Reads the scenario in the file `path` with the changes of a variant; see [`load_into`](super::load_into).
///
/// # Errors
/// Everything that is wrong with the scenario's own files, or with the changes, or with what comes of them. What is
/// wrong with a changed value is blamed on the change.
pub fn load_variant<R: Room>(
    path: &str,
    files: Texts<'_>,
    variant: &Changes<R>,
) -> Result<Loaded<R>, Problems> {
    if variant.is_empty() {
        return load_into(path, files);
    }
    let book = written(path, files, variant)?;
    let sources = book.print();
    let find = |name: &str| sources.iter().find(|source| source.name == name).cloned();
    let mut loaded =
        load_sources(path, &|name| find(name).ok_or_else(|| "it was not there before".to_owned()))
            .map_err(Problems::once)?;
    loaded.scenario.title = variant.titled(&loaded.scenario.title);
    loaded.scenario.variant = Some(book.said());
    Ok(loaded)
}

/// Every value of the scenario in the file `path` that a variant can set, as it is with the changes of this one.
///
/// # Errors
/// As [`load_variant`].
pub fn paths<R: Room>(path: &str, files: Texts<'_>, variant: &Changes<R>) -> Result<Vec<Known>, Problems> {
    load_variant(path, files, variant)?;
    Ok(written(path, files, variant)?.known())
}

/// The values at these paths, as they are in the scenario in the file `path` with the changes of a variant: what stands
/// there, and what could. Each may be varied by itself: no two are the same, and the variant sets none of them.
///
/// # Errors
/// As [`load_variant`]; then all paths that there are not, and those that are there twice.
pub fn look_up<R: Room>(
    path: &str,
    files: Texts<'_>,
    variant: &Changes<R>,
    wanted: &[&str],
) -> Result<Vec<Known>, Problems> {
    load_variant(path, files, variant)?;
    variant::look_up(&written(path, files, variant)?, wanted)
}

/// The scenario's files with the changes written into them.
fn written<R: Room>(path: &str, files: Texts<'_>, variant: &Changes<R>) -> Result<Book, Problems> {
    let mut book = Book::open(path, &|name| Ok(Source::new(name, files(name)?)))?;
    let problems = book.write(variant.edits());
    if problems.is_empty() { Ok(book) } else { Err(Problems(problems)) }
}
