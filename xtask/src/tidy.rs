//! Tidy: the house rules a program can check, one named function each, all run over one reading of the tree.
//! What needs a reader (is the comment true, is the name right) is left to reviewers; what rustc and clippy
//! check (unused code, identifiers outside ASCII) is left to them.

mod code;
mod documents;
mod engine;
mod manifests;
mod systems;
mod text;

use crate::{Answer, Finding, Tree};

/// A house rule: its name in reports, why the house has it, and the function that finds its breaches.
struct Check {
    name: &'static str,
    why: &'static str,
    run: fn(&Tree, &mut Found<'_>),
}

const fn check_of(name: &'static str, why: &'static str, run: fn(&Tree, &mut Found<'_>)) -> Check {
    Check { name, why, run }
}

const CHECKS: &[Check] = &[
    check_of("header", "every file opens with what it is for and what it leaves to others", text::header),
    check_of("line-length", "lines are read side by side with the rulebook", text::line_length),
    check_of("whitespace", "invisible differences make noise in every diff", text::whitespace),
    check_of("final-newline", "tools that join or append files count on it", text::final_newline),
    check_of("file-length", "a file is one chapter; past this length it holds several", text::file_length),
    check_of("machine-path", "what names one machine works on no other", text::machine_path),
    check_of("unfinished", "a promise in a comment is kept by nobody; open an issue", code::unfinished),
    check_of("unsafe", "no speed is worth an answer that may be wrong without a sign", code::unsafe_code),
    check_of("allow", "an exception says why, and goes when it is not needed", code::allow),
    check_of("ignored-test", "a test that does not run is a claim without proof", code::ignored_test),
    check_of("prints", "a library answers its caller; only the program speaks to people", code::prints),
    check_of("naming", "a name says what a thing is, not that there is one", code::naming),
    check_of("tests-last", "the gates take all below the first test module for tests", code::tests_last),
    check_of("engine-floats", "floats differ between machines; a game must not", engine::floats),
    check_of("engine-outside", "a game depends on its seed and nothing else", engine::outside),
    check_of("engine-order", "the order of a hash map differs from run to run", engine::order),
    check_of(
        "engine-rooms",
        "rules are understood, tested and built without pictures and files",
        engine::rooms,
    ),
    check_of(
        "one-list",
        "a new system is one line in one list; code that names one would have to name all",
        systems::one_list,
    ),
    check_of("workspace-lints", "one set of lints for all crates", manifests::workspace_lints),
    check_of(
        "shared-versions",
        "one version of a dependency, chosen in one place",
        manifests::shared_versions,
    ),
    check_of("direction", "a lower crate builds and is understood without the higher", manifests::direction),
    check_of(
        "parquet",
        "Parquet takes long to build; a build without the feature `records` must not wait for it",
        manifests::parquet,
    ),
    check_of("registry", "the build takes crates from the public index on any machine", manifests::registry),
    check_of("documents", "a newcomer looks for these by name", documents::documents),
    check_of("book", "who reads the site finds no page that its contents leave out", documents::book),
    check_of("links", "a broken link shows the reader that nobody maintains the page", documents::links),
];

/// The breaches of one check.
struct Found<'a> {
    check: &'a Check,
    findings: &'a mut Vec<Finding>,
}

impl Found<'_> {
    fn at(&mut self, file: &str, line: usize, what: impl Into<String>, remedy: impl Into<String>) {
        let Check { name: kind, why, .. } = *self.check;
        let (what, remedy) = (what.into(), remedy.into());
        self.findings.push(Finding { file: file.to_owned(), line, kind, what, why, remedy });
    }
}

/// Runs every check.
pub fn check(tree: &Tree) -> Answer {
    let mut findings = Vec::new();
    for check in CHECKS {
        (check.run)(tree, &mut Found { check, findings: &mut findings });
    }
    findings.sort();
    findings.dedup();
    let report = match findings.len() {
        0 => format!("tidy: {} checks, {} files\n", CHECKS.len(), tree.sources().count()),
        _ => String::new(),
    };
    Answer { findings, is_usable: true, report, postscript: String::new() }
}

/// The names of the checks.
pub fn names() -> Vec<&'static str> {
    CHECKS.iter().map(|check| check.name).collect()
}

/// The checks and why the house has them, as text.
pub fn list() -> String {
    let lines: Vec<String> =
        CHECKS.iter().map(|check| format!("{:<16} {}\n", check.name, check.why)).collect();
    lines.concat()
}
