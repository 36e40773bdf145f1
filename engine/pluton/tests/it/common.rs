//! Files for the tests of this crate.

use szala_pluton::Pluton;

pub(crate) use crate::bold::{choose_boldly, load_with};

/// The rules with a scenario of this crate.
pub(crate) fn load(name: &str) -> Pluton {
    load_with(name, &[]).unwrap_or_else(|problems| panic!("{problems}"))
}

/// The case files of all chapters, by name, in order.
pub(crate) fn case_files() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/cases");
    let files = std::fs::read_dir(folder).expect("the crate has a folder of cases").flatten();
    let read = |path: &std::path::Path| std::fs::read_to_string(path).expect("a case file can be read");
    let mut files: Vec<_> =
        files.map(|file| (file.file_name().display().to_string(), read(&file.path()))).collect();
    files.sort();
    files
}
