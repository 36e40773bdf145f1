//! The rule-ledger gate: every numbered rule of a game is implemented and tested, or its ledger says why not.
//! [`format()`] describes the format of a ledger; `read` reads one, `citation` finds the citations, `cover`
//! compares the two.

mod citation;
mod cover;
mod format;
mod read;
mod report;

pub use format::format;

use crate::{Answer, Finding, Tree};

/// The name of every ledger.
const NAME: &str = "rules.toml";

/// How much the report says about a ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// Counts, decisions and exceptions.
    Summary,
    /// The same, and every rule with the number of its citations.
    EveryRule,
}

/// The ways a ledger and its code can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A cited number that the ledger does not have, or that is not a number.
    UnknownCitation,
    /// An implemented rule, or a decision, that no code cites.
    NotCitedInCode,
    /// A rule that is implemented, or cited in code, and cited in no test.
    NotTested,
    /// An exception that does not say why it is right.
    NoReason,
    /// A rule held by a type or by data that does not say where.
    NoPlace,
    /// A path that does not exist.
    PlaceMissing,
    /// Two rows with one number.
    DuplicateId,
    /// A book that the head of the ledger does not list.
    UnknownBook,
    /// Two rules that have one number in another book.
    SharedNumber,
    /// An id that is not a rule number, or is not written as rule numbers are.
    NotARuleNumber,
    /// A text that is missing, empty, or not a text.
    NoText,
    /// An unknown status.
    UnknownStatus,
    /// A key that is unknown, or does not belong in its row.
    UnknownKey,
    /// A `D-` id whose status is not that of a decision, or the reverse.
    DecisionMismatch,
    /// A rule still to do.
    StillToDo,
    /// A ledger without code to compare it with.
    NoCode,
    /// A path that the ledger names and that does not exist.
    PathMissing,
    /// A file that should be TOML and is not: nothing can be said about it.
    NotToml,
    /// No ledger at all: nothing was checked.
    NoLedger,
}

impl Kind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::UnknownCitation => "unknown-citation",
            Self::NotCitedInCode => "not-cited-in-code",
            Self::NotTested => "not-tested",
            Self::NoReason => "no-reason",
            Self::NoPlace => "no-place",
            Self::PlaceMissing => "place-missing",
            Self::DuplicateId => "duplicate-id",
            Self::UnknownBook => "unknown-book",
            Self::SharedNumber => "shared-number",
            Self::NotARuleNumber => "not-a-rule-number",
            Self::NoText => "no-text",
            Self::UnknownStatus => "unknown-status",
            Self::UnknownKey => "unknown-key",
            Self::DecisionMismatch => "decision-mismatch",
            Self::StillToDo => "still-to-do",
            Self::NoCode => "no-code",
            Self::PathMissing => "path-missing",
            Self::NotToml => "not-toml",
            Self::NoLedger => "no-ledger",
        }
    }

    /// Why this is a failure.
    pub fn why(self) -> &'static str {
        match self {
            Self::UnknownCitation => "a citation is a promise that the rule can be looked up",
            Self::NotCitedInCode => "a reader with the rulebook open finds any rule's code by its number",
            Self::NotTested => "a rule without a test is a rule until the next change",
            Self::NoReason => "a reader who asks why a rule is left out needs an answer",
            Self::NoPlace | Self::PlaceMissing => {
                "a claim that a type or a file says the rule must be open to checking"
            }
            Self::DuplicateId => "two rows of one number cannot both be what the rule says",
            Self::UnknownBook => "nothing names the book of these numbers",
            Self::SharedNumber => "a number in that book must lead to one rule",
            Self::NotARuleNumber => "numbers are compared with those in the code, letter by letter",
            Self::NoText => "the ledger is read by people who do not have the rulebook",
            Self::UnknownStatus => "the status decides what is asked of the code",
            Self::UnknownKey => "a mistyped key would be passed over in silence",
            Self::DecisionMismatch => {
                "a reader must see from the number alone that it is our reading, not the book"
            }
            Self::StillToDo => "a game that leaves out rules gives odds of another game",
            Self::NoCode | Self::PathMissing => "a ledger held against nothing always passes",
            Self::NotToml => "what cannot be read cannot be checked",
            Self::NoLedger => "a gate that checks nothing always passes",
        }
    }

    /// Does the remedy benefit from the description of the format?
    fn is_of_form(self) -> bool {
        use Kind::{
            NoLedger, NoPlace, NoReason, NoText, NotARuleNumber, NotToml, UnknownBook, UnknownKey,
            UnknownStatus,
        };
        matches!(
            self,
            NoLedger
                | NoPlace
                | NoReason
                | NoText
                | NotARuleNumber
                | NotToml
                | UnknownBook
                | UnknownKey
                | UnknownStatus
        )
    }

    fn is_unusable(self) -> bool {
        matches!(self, Self::NotToml | Self::NoLedger)
    }
}

/// What was found wrong so far.
#[derive(Default)]
struct Found {
    findings: Vec<(Kind, Finding)>,
}

impl Found {
    fn at(
        &mut self,
        file: &str,
        line: usize,
        kind: Kind,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let (what, remedy) = (what.into(), remedy.into());
        let finding =
            Finding { file: file.to_owned(), line, kind: kind.name(), what, why: kind.why(), remedy };
        self.findings.push((kind, finding));
    }
}

/// Compares every ledger of a tree with its code and tests.
pub fn check(tree: &Tree, listing: Listing) -> Answer {
    let mut found = Found::default();
    let mut report = String::new();
    let ledgers = tree.sources().filter(|source| source.path().rsplit('/').next() == Some(NAME));
    let ledgers: Vec<_> = ledgers.collect();
    if ledgers.is_empty() {
        let remedy = format!("write a {NAME} beside the manifest of the crate that holds the rules");
        found.at(NAME, 1, Kind::NoLedger, format!("there is no {NAME} in any folder"), remedy);
    }
    for source in ledgers {
        let Some(ledger) = read::read(source, tree, &mut found) else { continue };
        let before = found.findings.len();
        let coverage = cover::cover(&ledger, tree, &mut found);
        let problems = ledger.problems + found.findings.len() - before;
        report.push_str(&report::report(&ledger, &coverage, problems, listing));
    }
    let is_usable = !found.findings.iter().any(|(kind, _)| kind.is_unusable());
    let needs_format = found.findings.iter().any(|(kind, _)| kind.is_of_form());
    let postscript = if needs_format { format!("\n{}", format()) } else { String::new() };
    let mut findings: Vec<Finding> = found.findings.into_iter().map(|(_, finding)| finding).collect();
    findings.sort();
    findings.dedup();
    Answer { findings, is_usable, report, postscript }
}
