//! Compares the rows of a ledger with the citations in its code and tests.

use std::collections::BTreeMap;

use szala_kernel::{Book, Rule};

use super::citation::{Citation, book_of, citations};
use super::read::{Ledger, Row, Status};
use super::{Found, Kind, NAME};
use crate::tree::{Source, Tree, is_in};

/// How often a rule is cited, and where code first does so.
#[derive(Clone, Default)]
pub(super) struct Cited {
    pub(super) in_code: usize,
    pub(super) in_tests: usize,
    first_in_code: Option<(String, usize)>,
}

/// The citations of every rule of a ledger.
pub(super) type Coverage = BTreeMap<Rule, Cited>;

/// Counts the citations of a ledger's rules and finds what is missing.
pub(super) fn cover(ledger: &Ledger, tree: &Tree, found: &mut Found) -> Coverage {
    let mut coverage: Coverage = ledger.rows.iter().map(|row| (row.rule, Cited::default())).collect();
    let is_test = |source: &Source| ledger.tests.iter().any(|path| is_in(source.path(), path));
    let is_code = |source: &Source| ledger.code.iter().any(|path| is_in(source.path(), path));
    let is_ledger = |source: &Source| source.path().rsplit('/').next() == Some(NAME);
    let is_read = |source: &&Source| (source.is_rust() || source.has_extension("toml")) && !is_ledger(source);
    let mut has_code = false;
    for source in tree.sources().filter(is_read).filter(|source| is_code(source) || is_test(source)) {
        has_code |= !is_test(source);
        let Some(book) = book_cited(ledger, source, found) else { continue };
        let tests_begin = if is_test(source) { Some(1) } else { source.tests_begin() };
        for citation in citations(source, found) {
            let is_in_test = tests_begin.is_some_and(|first| citation.line >= first);
            let Some(rule) = book.rule(citation.rule) else {
                let what = format!("[{}] is cited, and no row has that number in the book", citation.rule);
                let remedy = "correct the number, or give it to a [[rule]] of the ledger under `in`";
                found.at(source.path(), citation.line, Kind::UnknownCitation, what, remedy);
                continue;
            };
            count(&mut coverage, ledger, source, &Citation { rule, ..citation }, is_in_test, found);
        }
    }
    if !has_code {
        let remedy = "write code = [\"src\"], with the files or folders that implement the game";
        found.at(&ledger.path, 1, Kind::NoCode, "the ledger has no code path with code in it", remedy);
    }
    for row in &ledger.rows {
        ask_for_citations(row, &coverage[&row.rule], &ledger.path, found);
    }
    coverage
}

/// The book whose numbers a file uses; `None` when the ledger does not list it.
fn book_cited<'l>(ledger: &'l Ledger, source: &Source, found: &mut Found) -> Option<&'l Book> {
    let Some((name, line)) = book_of(source) else { return Some(Book::own()) };
    let book = ledger.books.iter().find(|book| book.name() == Some(&name));
    if book.is_none() {
        let what = format!("the file gives numbers of `{name}`, and {} lists no such book", ledger.path);
        found.at(source.path(), line, Kind::UnknownBook, what, "list it under `books` in the ledger's head");
    }
    book
}

fn count(
    coverage: &mut Coverage,
    ledger: &Ledger,
    source: &Source,
    citation: &Citation,
    is_in_test: bool,
    found: &mut Found,
) {
    let Some(cited) = coverage.get_mut(&citation.rule) else {
        let what = format!("[{}] is cited, and {} has no such rule", citation.rule, ledger.path);
        let remedy = "correct the number, or add a [[rule]] of that id to the ledger";
        found.at(source.path(), citation.line, Kind::UnknownCitation, what, remedy);
        return;
    };
    if is_in_test {
        cited.in_tests += 1;
        return;
    }
    cited.in_code += 1;
    cited.first_in_code.get_or_insert_with(|| (source.path().to_owned(), citation.line));
}

fn ask_for_citations(row: &Row, cited: &Cited, ledger: &str, found: &mut Found) {
    let rule = row.rule;
    let title = &row.title;
    let Some(status) = row.status else { return };
    let is_in_force = matches!(status, Status::Implemented | Status::Decision);
    if is_in_force && cited.in_code == 0 {
        let what = format!("{rule} ({title}) is `{status}` and no code cites it");
        let remedy = format!("write `// [{rule}] ...` or rule!(\"{rule}\") where the code obeys it");
        found.at(ledger, row.line, Kind::NotCitedInCode, what, remedy);
    }
    if cited.in_tests > 0 || !(is_in_force || cited.in_code > 0) {
        return;
    }
    let remedy = format!(
        "cite [{rule}] in a comment of the test that shows it, or write a case with rule = \"{rule}\""
    );
    let (file, line, what) = match &cited.first_in_code {
        Some((file, line)) => {
            let times = cited.in_code;
            (
                file.as_str(),
                *line,
                format!("{rule} ({title}) is cited in code ({times} times) and in no test"),
            )
        }
        None => (ledger, row.line, format!("{rule} ({title}) is `{status}` and no test cites it")),
    };
    found.at(file, line, Kind::NotTested, what, remedy);
}
