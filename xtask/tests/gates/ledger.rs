//! Every kind of failure of the ledger gate, provoked by one edit of a tree that passes.

use xtask::ledger::{Kind, Listing, check, format};

use crate::scratch::Edit::{self, Add, Delete, Nothing, Put, Swap};
use crate::scratch::{ask, places};

const LEDGER: &str = "engine/toy/rules.toml";
const CODE: &str = "engine/toy/src/lib.rs";
const CASE: &str = "engine/toy/cases/ch03.toml";
/// A file of cases in the numbers of another book.
const OF_SEQUEL: &str = "engine/toy/cases/sequel.toml";
const BROKEN_CASE: &str = "engine/toy/cases/ch04.toml";

/// An edit, and the one finding it must cause: kind, file, line.
fn breaches() -> Vec<(Edit, Kind, &'static str, usize)> {
    vec![
        (Add(CASE, "# [9.9] No such rule.\n"), Kind::UnknownCitation, CASE, 2),
        (Add(CASE, "[roll]\nrule = \"3.x\"\n"), Kind::UnknownCitation, CASE, 3),
        (Add(CASE, "[roll]\nrule = 3.1\n"), Kind::UnknownCitation, CASE, 3),
        (Swap(CODE, "const NOTES", "// [9.9]\nconst NOTES"), Kind::UnknownCitation, CODE, 10),
        (Swap(CODE, "// [3.1] Two", "// rule!(\"9.9\") [3.1] Two"), Kind::UnknownCitation, CODE, 14),
        (Swap(CODE, "[3.1, D-3.1a]", "[D-3.1a]"), Kind::NotCitedInCode, LEDGER, 5),
        (Swap(CODE, "[3.1, D-3.1a]", "[3.1]"), Kind::NotCitedInCode, LEDGER, 11),
        (Swap(CODE, "// [3.1] Two", "// Two"), Kind::NotTested, CODE, 9),
        (Put(CASE, "rules = []\n".to_owned()), Kind::NotTested, CODE, 9),
        (Swap(CODE, "const NOTES", "// [3.2]\nconst NOTES"), Kind::NotTested, CODE, 10),
        (Swap(LEDGER, "reason = \"It changes nothing.\"\n", ""), Kind::NoReason, LEDGER, 32),
        (Swap(LEDGER, "where = \"src/lib.rs::Side\"\n", ""), Kind::NoPlace, LEDGER, 18),
        (Swap(LEDGER, "where = \"data.toml\"\n", ""), Kind::NoPlace, LEDGER, 25),
        (Swap(LEDGER, "lib.rs::Side", "sides.rs"), Kind::PlaceMissing, LEDGER, 18),
        (Swap(LEDGER, "lib.rs::Side", "lib.rs::Sides"), Kind::PlaceMissing, LEDGER, 18),
        (Delete("engine/toy/data.toml"), Kind::PlaceMissing, LEDGER, 25),
        (Swap(LEDGER, "id = \"3.3\"", "id = \"3.2\""), Kind::DuplicateId, LEDGER, 25),
        (Swap(LEDGER, "id = \"3.3\"", "id = \"three\""), Kind::NotARuleNumber, LEDGER, 25),
        (Swap(LEDGER, "id = \"3.3\"", "id = \"03.3\""), Kind::NotARuleNumber, LEDGER, 25),
        (Swap(LEDGER, "id = \"3.3\"", "id = 3.3"), Kind::NoText, LEDGER, 25),
        (Swap(LEDGER, "in.sequel = \"3.5\"", "in.sequal = \"3.5\""), Kind::UnknownBook, LEDGER, 37),
        (Swap(LEDGER, "in.sequel = \"3.5\"", "in = \"3.5\""), Kind::UnknownBook, LEDGER, 37),
        (Swap(LEDGER, "in.sequel = \"3.5\"", "in.sequel = \"3.3\""), Kind::SharedNumber, LEDGER, 32),
        (Swap(LEDGER, "in.sequel = \"3.5\"", "in.sequel = \"3.05\""), Kind::NotARuleNumber, LEDGER, 37),
        (Swap(LEDGER, "in.sequel = \"3.5\"", "in.sequel = \"five\""), Kind::NotARuleNumber, LEDGER, 37),
        (Swap(LEDGER, "in.sequel = \"3.5\"", "in.sequel = 3.5"), Kind::NoText, LEDGER, 37),
        (Swap(LEDGER, "[\"sequel\"]", "[\"sequel\", \"\"]"), Kind::NoText, LEDGER, 3),
        (Swap(LEDGER, "[\"sequel\"]", "[\"sequel\", \"sequel\"]"), Kind::NoText, LEDGER, 3),
        (
            Put(OF_SEQUEL, "book = \"prequel\"\nrules = [\"9.9\"]\n".to_owned()),
            Kind::UnknownBook,
            OF_SEQUEL,
            1,
        ),
        (
            Put(OF_SEQUEL, "book = \"sequel\"\nrules = [\"3.5\", \"3.4\"]\n".to_owned()),
            Kind::UnknownCitation,
            OF_SEQUEL,
            2,
        ),
        (Swap(LEDGER, "[\"sequel\"]", "[\"sequel\"]\nsilent = [\"9.9\"]"), Kind::UnknownCitation, LEDGER, 1),
        (Swap(LEDGER, "\"As printed.\"", "\" \""), Kind::NoText, LEDGER, 27),
        (Swap(LEDGER, "title = \"Strengths\"\n", ""), Kind::NoText, LEDGER, 25),
        (Swap(LEDGER, "game = \"Toy\"\n", ""), Kind::NoText, LEDGER, 1),
        (Swap(LEDGER, "\"type\"", "\"typ\""), Kind::UnknownStatus, LEDGER, 18),
        (
            Swap(LEDGER, "where = \"data.toml\"", "where = \"data.toml\"\nwher = 1"),
            Kind::UnknownKey,
            LEDGER,
            30,
        ),
        (Swap(LEDGER, "code = [\"src\"]", "cod = [\"src\"]"), Kind::UnknownKey, LEDGER, 2),
        (Add(LEDGER, "option = \"smoke\"\n"), Kind::UnknownKey, LEDGER, 32),
        (
            Swap(LEDGER, "\"decision\"\noption = \"guns_join\"", "\"implemented\""),
            Kind::DecisionMismatch,
            LEDGER,
            11,
        ),
        (Swap(LEDGER, "\"implemented\"", "\"decision\""), Kind::DecisionMismatch, LEDGER, 5),
        (Swap(LEDGER, "\"exception\"", "\"todo\""), Kind::StillToDo, LEDGER, 32),
        (Swap(LEDGER, "[\"src\"]", "[\"src\", \"lib\"]"), Kind::PathMissing, LEDGER, 2),
        (Put(BROKEN_CASE, "\nrules = ][\n".to_owned()), Kind::NotToml, BROKEN_CASE, 2),
        (Add(LEDGER, "rules = ][\n"), Kind::NotToml, LEDGER, 38),
        (Delete(LEDGER), Kind::NoLedger, "rules.toml", 1),
    ]
}

#[test]
fn a_tree_without_fault_passes_and_lists_decisions_and_exceptions() {
    let answer = ask(&[Nothing], |tree| check(tree, Listing::EveryRule));
    assert_eq!(answer.complaints(), "");
    assert_eq!(answer.exit_code(), 0);
    let expected = "\
Toy (engine/toy/rules.toml)
  5 rules (1 implemented, 1 type, 1 data, 1 decision, 1 exception): all rules covered
  rule        status       code  tests  title
  3.1         implemented     1      1  Joint fire
  D-3.1a      decision        1      1  Whether guns join
  3.2         type            0      0  Two sides
  3.3         data            0      0  Strengths
  3.4         exception       0      0  Smoke
  in the book sequel 1 of them have another number
  decisions:
    D-3.1a Whether guns join (option guns_join)
  exceptions:
    3.4 Smoke: It changes nothing.
";
    assert_eq!(answer.report, expected);
}

#[test]
fn every_breach_is_found_at_its_place() {
    for (edit, kind, file, line) in breaches() {
        let answer = ask(&[edit], |tree| check(tree, Listing::Summary));
        let expected = format!("{file}:{line} {}", kind.name());
        assert_eq!(places(&answer.findings), [expected], "\n{}", answer.complaints());
        let code = if matches!(kind, Kind::NotToml | Kind::NoLedger) { 2 } else { 1 };
        assert_eq!(answer.exit_code(), code, "{kind:?}");
        assert!(answer.findings.iter().all(|finding| !finding.remedy.is_empty()), "{kind:?}");
    }
}

#[test]
fn a_file_of_another_book_cites_the_rule_that_has_the_number_there() {
    // 3.1 with its decision would be untested if the numbers of this file were not those of the sequel.
    let edits = [
        Swap(LEDGER, "id = \"3.1\"", "id = \"3.1\"\nin.sequel = \"3.7\""),
        Put(CASE, "rules = []\n".to_owned()),
        Swap(CODE, "    // [3.1] Two", "    // Two"),
        Put(OF_SEQUEL, "# [D-3.7a]\nbook = \"sequel\"\nrules = [\"3.7\"]\n".to_owned()),
    ];
    let answer = ask(&edits, |tree| check(tree, Listing::Summary));
    assert_eq!(answer.complaints(), "");
}

#[test]
fn a_ledger_without_code_is_refused() {
    let answer = ask(&[Swap(LEDGER, "[\"src\"]", "[]")], |tree| check(tree, Listing::Summary));
    let of_code = |place: &String| place.ends_with(Kind::NoCode.name());
    assert!(places(&answer.findings).iter().any(of_code), "{}", answer.complaints());
}

#[test]
fn all_breaches_are_told_at_once_and_the_report_does_not_claim_coverage() {
    let edits = [Swap(LEDGER, "\"type\"", "\"typ\""), Add(CASE, "# [9.9]\n")];
    let answer = ask(&edits, |tree| check(tree, Listing::Summary));
    let expected =
        ["engine/toy/cases/ch03.toml:2 unknown-citation", "engine/toy/rules.toml:18 unknown-status"];
    assert_eq!(places(&answer.findings), expected);
    assert!(answer.report.contains("2 findings"), "{}", answer.report);
    assert!(answer.complaints().contains("did you mean `type`?"), "{}", answer.complaints());
}

#[test]
fn the_description_of_the_format_is_printed_below_breaches_of_form_only() {
    let of_form = ask(&[Swap(LEDGER, "\"type\"", "\"typ\"")], |tree| check(tree, Listing::Summary));
    assert!(of_form.complaints().ends_with(&format()));
    assert!(format().starts_with("How a ledger is written.") && format().contains("[[rule]]"));
    let of_code = ask(&[Add(CASE, "# [9.9]\n")], |tree| check(tree, Listing::Summary));
    assert!(!of_code.complaints().contains("How a ledger is written."));
}
