//! `szala case`: runs rule cases, the user's own too.

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use szala_files::case::{CaseReport, Finding, Report};
use szala_reports::{Body, Findings, Row, row};

use super::{NO, Problem, answered};
use crate::house::House;
use crate::options::Printed;

/// Options of `szala case`.
#[derive(Debug, Args)]
pub(crate) struct Case {
    /// Case files
    #[arg(required = true)]
    files: Vec<String>,
    /// The folder of the scenarios that cases name without a path [default: that of the game they test]
    #[arg(long)]
    scenarios: Option<String>,
    /// Also list the cases that passed
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    printed: Printed,
}

/// Results of the case files.
#[derive(Debug, Serialize)]
struct Ran {
    files: Vec<RanFile>,
    #[serde(skip)]
    text: String,
}

#[derive(Debug, Serialize)]
struct RanFile {
    file: String,
    passed: usize,
    failed: usize,
    /// Errors of the file outside its cases.
    errors: Vec<Error>,
    cases: Vec<RanCase>,
}

#[derive(Debug, Serialize)]
struct RanCase {
    case: String,
    line: usize,
    rules: Vec<String>,
    is_passed: bool,
    errors: Vec<Error>,
    /// Of a failed case, as far as it was played.
    journal: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Error {
    line: usize,
    column: usize,
    message: String,
}

fn errors(findings: &[Finding]) -> Vec<Error> {
    let error = |Finding { line, column, message }: &Finding| Error {
        line: *line,
        column: *column,
        message: message.clone(),
    };
    findings.iter().map(error).collect()
}

impl From<&Report> for RanFile {
    fn from(report: &Report) -> Self {
        let case = |case: &CaseReport| RanCase {
            case: case.name.clone(),
            line: case.line,
            rules: case.rules.iter().map(ToString::to_string).collect(),
            is_passed: case.is_passed(),
            errors: errors(&case.findings),
            journal: case.journal.clone(),
        };
        Self {
            file: report.file.clone(),
            passed: report.passed(),
            failed: report.failed(),
            errors: errors(&report.findings),
            cases: report.cases.iter().map(case).collect(),
        }
    }
}

impl Findings for Ran {
    const COMMAND: &'static str = "case";

    fn body(&self, body: &mut Body) {
        body.verbatim(&self.text);
    }

    fn rows(&self) -> Vec<Row> {
        let of = |file: &RanFile| {
            let own = file.errors.iter().map(|error| (None, error));
            let of_cases =
                file.cases.iter().flat_map(|case| case.errors.iter().map(move |error| (Some(case), error)));
            let line = |case: Option<&RanCase>, error: Option<&Error>| {
                row(&serde_json::json!({
                    "file": file.file, "case": case.map(|case| &case.case), "rules": case.map(|case| &case.rules),
                    "is_passed": error.is_none(),
                    "line": error.map(|error| error.line).or(case.map(|case| case.line)),
                    "column": error.map(|error| error.column), "message": error.map(|error| &error.message),
                }))
            };
            let passed = file.cases.iter().filter(|case| case.is_passed);
            let failed = own.chain(of_cases).map(|(case, error)| line(case, Some(error)));
            passed.map(|case| line(Some(case), None)).chain(failed).collect::<Vec<Row>>()
        };
        self.files.iter().flat_map(of).collect()
    }
}

impl Case {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let reports = self.files.iter().map(|file| house.run_cases(file, self.scenarios.as_deref()));
        let reports: Vec<Report> = reports.collect::<Result<_, _>>()?;
        let told = |report| if self.all { format!("{report:#}\n") } else { format!("{report}\n") };
        let ran = Ran {
            files: reports.iter().map(RanFile::from).collect(),
            text: reports.iter().map(told).collect(),
        };
        let is_passed = reports.iter().all(Report::is_passed);
        answered(self.printed.print(&ran), if is_passed { 0 } else { NO })
    }
}
