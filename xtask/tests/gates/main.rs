//! The gates, on the repository itself and on small artificial trees with one error each. The parts of the
//! gates that read comments, strings and numbers are tested beside them.

mod ledger;
mod scratch;
mod tidy;

use std::path::Path;

use xtask::{Answer, Tree};

#[test]
fn the_repository_obeys_its_ledgers() {
    demand(xtask::ledger::check(&repository(), xtask::ledger::Listing::Summary));
}

#[test]
fn the_repository_is_tidy() {
    demand(xtask::tidy::check(&repository()));
}

#[test]
fn every_change_of_the_mutation_test_finds_its_place() {
    demand(xtask::mutants::check(&repository()));
}

fn repository() -> Tree {
    Tree::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("the repository can be read")
}

#[expect(clippy::needless_pass_by_value, reason = "an answer is asked once")]
fn demand(answer: Answer) {
    assert_eq!(answer.exit_code(), 0, "\n{}{}", answer.report, answer.complaints());
}
