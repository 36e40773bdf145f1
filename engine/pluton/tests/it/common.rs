//! Files for the tests of this crate.

use szala_pluton::Pluton;

pub(crate) use crate::bold::{choose_boldly, load_with};

/// The rules with a scenario of this crate.
pub(crate) fn load(name: &str) -> Pluton {
    load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"))
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
