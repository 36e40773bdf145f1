//! The files of Niemenczyn 1794 as they are shipped, by name, and ways to load them as they are or edited.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use szala_insurrection::scenario::{Loaded, Problems, load};

/// In the order in which problems are reported: the scenario's own files, then those they name.
pub(crate) const NAMES: [&str; 6] =
    ["ravine-mouth.toml", "alternative.toml", "historical.toml", "map.toml", "units.toml", "tables.toml"];

/// Texts by the names of their files.
pub(crate) type Texts = BTreeMap<&'static str, String>;

/// The texts as they are shipped.
pub(crate) fn texts() -> Texts {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/niemenczyn-1794");
    let read = |name| (name, fs::read_to_string(folder.join(name)).expect("a file of the scenario"));
    NAMES.into_iter().map(read).collect()
}

/// Loads one of the texts.
pub(crate) fn load_from(texts: &Texts, name: &str) -> Result<Loaded, Problems> {
    load(name, &|name| texts.get(name).cloned().ok_or_else(|| "there is no such file".to_owned()))
}

/// The text of a variant's file that is shipped.
pub(crate) fn variant(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/niemenczyn-1794/variants");
    fs::read_to_string(folder.join(name).with_extension("toml")).expect("a variant's file")
}
