//! Files for the tests of this crate, as they are shipped.

pub(crate) use crate::told::{choose_boldly, load, try_load};

/// The text of a shipped file.
pub(crate) fn text(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/verdox/");
    std::fs::read_to_string(format!("{root}{name}")).expect("a file of the scenario")
}

/// The case files of all chapters, in order.
pub(crate) fn case_files() -> Vec<std::path::PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let files = std::fs::read_dir(folder).expect("a folder of cases").flatten();
    let mut files: Vec<_> = files.map(|file| file.path()).collect();
    files.sort();
    files
}
