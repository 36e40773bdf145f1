//! Files for the tests of this crate, as they are shipped.

pub(crate) use crate::told::{choose_boldly, load, load_with, try_load};

/// The text of a shipped file.
pub(crate) fn text(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/verdox/");
    std::fs::read_to_string(format!("{root}{name}")).expect("a file of the scenario")
}

/// The case files of all chapters, by name, in order.
pub(crate) fn case_files() -> Vec<(String, String)> {
    files_in("cases")
}

/// The files of a folder, seen from this crate, by name, in order.
pub(crate) fn files_in(folder: &str) -> Vec<(String, String)> {
    let folder = format!("{}/{folder}", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("there is such a folder").flatten();
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("a file of it can be read");
    let mut files: Vec<_> =
        files.map(|file| (file.file_name().display().to_string(), read(&file.path()))).collect();
    files.sort();
    files
}
