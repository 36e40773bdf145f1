//! Every rule case of every chapter passes.

use szala_files::case::run_file;
use szala_files::conformance::{every_case_passes, spoilt_case_files_are_answered};

use crate::common::{case_files, load, try_load};

/// The contract of the chapters: two for every rule that says anything testable, and this many in all.
const FEWEST: usize = 250;

#[test]
fn every_case_of_every_chapter_passes() {
    let load = |scenario: Option<&str>| try_load(scenario.unwrap_or("historical"));
    every_case_passes(&case_files(), "insurrection", FEWEST, load);
}

#[test]
fn spoilt_case_files_are_answered_and_never_panic() {
    let scenarios = ["historical", "alternative"].map(|name| (name, load(name)));
    spoilt_case_files_are_answered(&case_files(), |name| {
        let known = scenarios.iter().find(|(known, _)| Some(*known) == name);
        known.map(|(_, rules)| rules.clone()).ok_or_else(|| "no such scenario".to_owned())
    });
}

#[test]
fn the_example_of_the_page_on_cases_passes() {
    let page = include_str!("../../../../docs/CASES.md");
    let (_, example) =
        page.split_once("```toml\ngame = \"insurrection\"").expect("the example of this family");
    let (example, _) = example.split_once("```").expect("the example of the page has an end");
    let load = |scenario: Option<&str>| try_load(scenario.expect("the file names one"));
    let report = run_file("docs/CASES.md", example, None, load);
    assert!(report.is_passed() && report.cases.len() == 1, "{report}");
}
