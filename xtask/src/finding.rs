//! The answer of a gate: findings with their place, reason and remedy, and a report for standard output. The
//! gates themselves find them.

use std::fmt;

/// One thing that is wrong, at one place.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// Path from the root of the repository, with `/` between folders.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Name of the check or of the kind of failure, the same in every report and in the tests.
    pub kind: &'static str,
    /// What was seen there.
    pub what: String,
    /// Why the rule exists.
    pub why: &'static str,
    /// What to do about it.
    pub remedy: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, kind, what, why, remedy } = self;
        write!(f, "{file}:{line}: {what} [{kind}]\n  why: {why}\n  remedy: {remedy}\n")
    }
}

/// The answer of a gate to a whole tree.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Everything that is wrong, by file and line; none when the gate passes.
    pub findings: Vec<Finding>,
    /// Could everything be read that the gate must read?
    pub is_usable: bool,
    /// What goes to standard output, whatever the answer.
    pub report: String,
    /// A note below the findings, once.
    pub postscript: String,
}

impl Answer {
    /// What goes to standard error: every finding and their number, or nothing when the gate passes.
    pub fn complaints(&self) -> String {
        if self.findings.is_empty() {
            return String::new();
        }
        let findings: String = self.findings.iter().map(ToString::to_string).collect();
        let noun = if self.findings.len() == 1 { "finding" } else { "findings" };
        format!("{findings}{} {noun}.\n{}", self.findings.len(), self.postscript)
    }

    /// 0 the gate passes, 1 the gate fails, 2 it could not read what it must read.
    pub fn exit_code(&self) -> u8 {
        if self.is_usable { u8::from(!self.findings.is_empty()) } else { 2 }
    }
}
