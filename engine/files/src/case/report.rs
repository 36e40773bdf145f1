//! The result of a case file: every case, passed or failed, with everything that is wrong at its line and column.
//! Showing it, and the exit code, are left to the host.

use core::fmt;

use szala_kernel::Rule;

use super::file::Heading;
use crate::{Complaint, place};

/// The result of a case file. Displayed, it shows what failed and the counts; with `{:#}`, what passed as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The name of the file.
    pub file: String,
    /// What is wrong with the file outside of its cases.
    pub findings: Vec<Finding>,
    /// The cases, in their order.
    pub cases: Vec<CaseReport>,
}

/// The result of one case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseReport {
    /// Its name; `case 3` for the third when it has none.
    pub name: String,
    /// The line it starts at, where its name is.
    pub line: usize,
    /// The rules it tests.
    pub rules: Vec<Rule>,
    /// Everything that is wrong; nothing when it passed.
    pub findings: Vec<Finding>,
    /// The journal as it really was, as far as the case was played; for a failed case only.
    pub journal: Vec<String>,
}

/// Something wrong at a place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1.
    pub column: usize,
    /// What was seen and what was expected.
    pub message: String,
}

impl Finding {
    /// The complaints about a text, each at its place, in order.
    pub fn all(text: &str, mut complaints: Vec<Complaint>) -> Vec<Self> {
        complaints.sort_by_key(|complaint| complaint.span.start);
        let findings = complaints.into_iter().map(|Complaint { span, message }| {
            let (line, column) = place(text, span.start);
            Self { line, column, message }
        });
        findings.collect()
    }
}

impl CaseReport {
    /// Is nothing wrong?
    pub fn is_passed(&self) -> bool {
        self.findings.is_empty()
    }
}

impl Report {
    pub(super) fn new(file: &str) -> Self {
        Self { file: file.to_owned(), findings: Vec::new(), cases: Vec::new() }
    }

    pub(super) fn add_findings(&mut self, text: &str, complaints: Vec<Complaint>) {
        self.findings.extend(Finding::all(text, complaints));
    }

    pub(super) fn add_case(
        &mut self,
        text: &str,
        heading: Heading<'_>,
        complaints: Vec<Complaint>,
        journal: Vec<String>,
    ) {
        let (line, _) = place(text, heading.span.start);
        let findings = Finding::all(text, complaints);
        let journal = if findings.is_empty() { Vec::new() } else { journal };
        self.cases.push(CaseReport { name: heading.name, line, rules: heading.rules, findings, journal });
    }

    /// How many cases passed.
    pub fn passed(&self) -> usize {
        self.cases.iter().filter(|case| case.is_passed()).count()
    }

    /// How many cases failed.
    pub fn failed(&self) -> usize {
        self.cases.len() - self.passed()
    }

    /// Did every case pass, and is the file in order?
    pub fn is_passed(&self) -> bool {
        self.findings.is_empty() && self.failed() == 0
    }

    fn write_findings(&self, f: &mut fmt::Formatter<'_>, indent: &str, findings: &[Finding]) -> fmt::Result {
        findings.iter().try_for_each(|Finding { line, column, message }| {
            writeln!(f, "{indent}{}:{line}:{column}: {message}", self.file)
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_findings(f, "", &self.findings)?;
        for case in &self.cases {
            if case.is_passed() {
                if f.alternate() {
                    writeln!(f, "passed: {}", case.name)?;
                }
                continue;
            }
            writeln!(f, "FAILED: {}", case.name)?;
            self.write_findings(f, "  ", &case.findings)?;
            if !case.journal.is_empty() {
                writeln!(f, "  the journal was:")?;
            }
            for line in &case.journal {
                // What follows from a decision stands below it.
                let is_event = line.split(' ').next().is_some_and(|number| Rule::parse(number).is_ok());
                writeln!(f, "    {}{line}", if is_event { "  " } else { "" })?;
            }
        }
        let cases = if self.cases.len() == 1 { "case" } else { "cases" };
        write!(f, "{}: {} {cases}, ", self.file, self.cases.len())?;
        write!(f, "{} passed, {} failed", self.passed(), self.failed())
    }
}
