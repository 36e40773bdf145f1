//! Every rule case of every chapter passes.

use szala_files::case::Change;
use szala_files::conformance::{every_case_passes, spoilt_case_files_are_answered};

use crate::common::{case_files, load_with};

/// This many in all.
const FEWEST: usize = 337;

#[test]
fn every_case_of_every_chapter_passes() {
    let load = |scenario: Option<&str>, changes: &[Change<'_>]| {
        let words = changes.iter().map(|change| match change {
            Change::Set(word) => *word,
            Change::Variant(file) => panic!("no case of the chapters names a variant, as {file}"),
        });
        load_with(scenario.unwrap_or("drill"), &words.collect::<Vec<&str>>())
    };
    every_case_passes(&case_files(), "pluton", FEWEST, load);
}

#[test]
fn spoilt_case_files_are_answered_and_never_panic() {
    let drill = load_with("drill", &[]).expect("it is sound");
    spoilt_case_files_are_answered(&case_files(), |name| {
        (name == Some("drill")).then(|| drill.clone()).ok_or_else(|| "no such scenario".to_owned())
    });
}
