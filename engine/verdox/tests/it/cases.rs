//! Every rule case of every chapter passes.

use std::collections::BTreeSet;

use szala_files::case::{Change, run_file};
use szala_files::conformance::{every_case_passes, spoilt_case_files_are_answered};
use szala_kernel::Side;
use szala_verdox::{Ground, Scenario, Verdox};

use crate::common::{case_files, load, load_with, try_load};

/// The contract of the chapters: two for every rule that says anything testable, and this many in all.
const FEWEST: usize = 120;

#[test]
fn every_case_of_every_chapter_passes() {
    let load = |scenario: Option<&str>, changes: &[Change<'_>]| {
        let words = changes.iter().map(|change| match change {
            Change::Set(word) => *word,
            Change::Variant(file) => panic!("no case of the chapters names a variant, as {file}"),
        });
        let words: Vec<&str> = words.collect();
        load_with(scenario.unwrap_or("drill"), &words)
    };
    every_case_passes(&case_files(), "verdox", FEWEST, load);
}

#[test]
fn spoilt_case_files_are_answered_and_never_panic() {
    let scenarios = ["drill", "drill-otherwise", "drill-diagonal"].map(|name| (name, load(name)));
    spoilt_case_files_are_answered(&case_files(), |name| {
        let known = scenarios.iter().find(|(known, _)| Some(*known) == name);
        known.map(|(_, rules)| rules.clone()).ok_or_else(|| "no such scenario".to_owned())
    });
}

/// Runs a case on the drill ground after a change to it.
fn runs(case: &str, change: impl Fn(&mut Scenario)) {
    let load = |_: Option<&str>| {
        let mut scenario = try_load("drill")?.scenario().clone();
        change(&mut scenario);
        Ok(Verdox::new(scenario))
    };
    let text = format!("game = \"verdox\"\nscenario = \"drill\"\n{case}");
    let report = run_file("a case", &text, Some("verdox"), load);
    assert!(report.is_passed() && report.cases.len() == 1, "{report}");
}

/// [D-6.11a] No shipped map has a gate on an edge, others may: 0116 is made one, the Askans' edge, held by the
/// Hasbergs until an Askan unit comes in on it.
#[test]
fn who_comes_in_on_a_gate_holds_it() {
    const CASE: &str = r#"
[[case]]
name = "a gate on the edge is taken by coming in"
rules = ["D-6.11a", "2.2"]
why = "0116 was the Hasbergs'"
actions = ["muster infantry", "enter 0116"]
journal = ["D-6.11a owner of 0116: Hasbergs -> Askans"]
state = { "0116.owner" = "Askans" }

[case.position]
step = "wave"
active = "Askans"
units = { "Hasbergs 9" = "infantry 0101" }
waiting = { Askans = { infantry = 2 } }
"#;
    runs(CASE, |scenario| {
        let gate = scenario.map.grid.square_at([15, 0]).expect("the south-eastern corner");
        scenario.map.ground[gate.index()] = Ground::Gate;
    });
}

/// [4.1] No shipped map has headquarters on water, others may: the canal of 0509 becomes the Askans'.
#[test]
fn headquarters_on_a_canal_are_taken_from_aboard() {
    const CASE: &str = r#"
[[case]]
name = "who sails upon the headquarters takes them"
rules = ["4.1", "7.7.1"]
why = "infantry and a barge against infantry: 10 + 5 - 10"
actions = ["sail 0508-0509"]
outcome = { winner = "Hasbergs", lead = 5, rule = "4.1" }

[case.position]
barges = { "barge 1" = { at = "0508" } }
units = { "Hasbergs 1" = "infantry 0508", "Askans 9" = "infantry 0216" }
"#;
    runs(CASE, |scenario| {
        let canal = scenario.map.grid.square_at([8, 4]).expect("0509 is a square of the drill ground");
        scenario.map.headquarters[Side::Second] = canal;
    });
}

#[test]
fn the_example_of_the_page_on_verdox_passes() {
    let page = include_str!("../../../../docs/VERDOX.md");
    let (_, example) = page.split_once("```toml\n").expect("the page has an example");
    let (example, _) = example.split_once("```").expect("the example of the page has an end");
    let load = |scenario: Option<&str>| try_load(scenario.expect("the file names one"));
    let report = run_file("docs/VERDOX.md", example, Some("verdox"), load);
    assert!(report.is_passed() && report.cases.len() == 1, "{report}");
}

/// `docs/VERDOX.md` has every decision of the ledger, and no other.
#[test]
fn the_page_on_verdox_has_every_decision_of_the_ledger() {
    let page = include_str!("../../../../docs/VERDOX.md");
    let ledger = include_str!("../../rules.toml");
    let told: BTreeSet<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("**D-"))
        .filter_map(|rest| rest.split_once("**"))
        .map(|(number, _)| number)
        .collect();
    let decided: BTreeSet<&str> = ledger
        .lines()
        .filter_map(|line| line.strip_prefix("id = \"D-"))
        .filter_map(|rest| rest.strip_suffix('"'))
        .collect();
    assert_eq!(told, decided);
}
