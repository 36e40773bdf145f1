//! Every rule case of every chapter passes.

use std::collections::BTreeSet;

use szala_kernel::Rule;
use szala_kernel::case::run_file;

/// The contract of the chapters: two for every rule that says anything testable, and so many in all.
const FEWEST: usize = 120;

#[test]
fn every_case_of_every_chapter_passes() {
    let (mut cases, mut rules, mut failures) = (0, BTreeSet::<Rule>::new(), String::new());
    for path in crate::common::case_files() {
        let name = format!("cases/{}", path.file_name().expect("a file").display());
        let text = std::fs::read_to_string(&path).expect("a case file");
        let load = |scenario: Option<&str>| crate::common::try_load(scenario.unwrap_or("drill"));
        let report = run_file(&name, &text, Some("verdox"), load);
        cases += report.cases.len();
        rules.extend(report.cases.iter().flat_map(|case| &case.rules));
        if !report.is_passed() {
            failures += &report.to_string();
        }
    }
    assert!(failures.is_empty(), "{failures}");
    assert!(cases >= FEWEST, "only {cases} cases of {} rules", rules.len());
}
