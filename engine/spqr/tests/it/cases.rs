//! Every rule case of every chapter passes.

use szala_files::case::Change;
use szala_files::conformance::{every_case_passes, spoilt_case_files_are_answered};

use crate::bold::load_with;

/// This many in all.
const FEWEST: usize = 380;

/// The case files of all chapters, by name, in order.
fn case_files() -> Vec<(String, String)> {
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

#[test]
fn every_case_of_every_chapter_passes() {
    let load = |scenario: Option<&str>, changes: &[Change<'_>]| {
        let words = changes.iter().map(|change| match change {
            Change::Set(word) => *word,
            Change::Variant(file) => panic!("no case of the chapters names a variant, as {file}"),
        });
        load_with(scenario.unwrap_or("drill"), &words.collect::<Vec<&str>>())
    };
    every_case_passes(&case_files(), "spqr", FEWEST, load);
}

#[test]
fn spoilt_case_files_are_answered_and_never_panic() {
    let drill = load_with("drill", &[]).expect("it is sound");
    spoilt_case_files_are_answered(&case_files(), |name| {
        (name == Some("drill")).then(|| drill.clone()).ok_or_else(|| "no such scenario".to_owned())
    });
}
