//! What the gate reports about a ledger on standard output, whether it passes or not.

use std::fmt::Write as _;

use super::Listing;
use super::cover::Coverage;
use super::read::{Ledger, Row, Status};

/// Counts by status, then the decisions and the exceptions; on request every rule with its citations.
pub(super) fn report(ledger: &Ledger, coverage: &Coverage, problems: usize, listing: Listing) -> String {
    let mut text = format!("{} ({})\n  ", ledger.game, ledger.path);
    let of = |status| ledger.rows.iter().filter(move |row| row.status == Some(status));
    let counts = Status::ALL.map(|status| (of(status).count(), status));
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts.map(|(count, status)| format!("{count} {status}")).collect();
    let verdict = match problems {
        0 => "all rules covered".to_owned(),
        1 => "1 finding".to_owned(),
        more => format!("{more} findings"),
    };
    let _ = writeln!(text, "{} rules ({}): {verdict}", ledger.rows.len(), counts.join(", "));
    if listing == Listing::EveryRule {
        list_every_rule(&mut text, ledger, coverage);
    }
    for book in &ledger.books {
        let renumbered = ledger.rows.iter().filter(|row| book.number(row.rule) != row.rule).count();
        let name = book.name().unwrap_or_default();
        let _ = writeln!(text, "  in the book {name} {renumbered} of them have another number");
    }
    list(&mut text, "decisions", of(Status::Decision), |row| match &row.option {
        Some(option) => format!(" (option {option})"),
        None => String::new(),
    });
    list(&mut text, "exceptions", of(Status::Exception), |row| match &row.reason {
        Some(reason) => format!(": {reason}"),
        None => String::new(),
    });
    text
}

fn list_every_rule(text: &mut String, ledger: &Ledger, coverage: &Coverage) {
    let _ = writeln!(text, "  {:<11} {:<11} {:>5} {:>6}  title", "rule", "status", "code", "tests");
    let mut rows: Vec<&Row> = ledger.rows.iter().collect();
    rows.sort_by_key(|row| row.rule);
    for row in rows {
        let cited = &coverage[&row.rule];
        let rule = row.rule.to_string();
        let status = row.status.map_or("?", Status::name);
        let (code, tests, title) = (cited.in_code, cited.in_tests, &row.title);
        let _ = writeln!(text, "  {rule:<11} {status:<11} {code:>5} {tests:>6}  {title}");
    }
}

fn list<'a>(
    text: &mut String,
    heading: &str,
    rows: impl Iterator<Item = &'a Row>,
    more: impl Fn(&Row) -> String,
) {
    let lines: Vec<String> =
        rows.map(|row| format!("    {} {}{}\n", row.rule, row.title, more(row))).collect();
    if !lines.is_empty() {
        let _ = write!(text, "  {heading}:\n{}", lines.concat());
    }
}
