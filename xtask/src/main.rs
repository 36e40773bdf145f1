//! `cargo xtask`: reads the arguments, runs a gate of the library, prints its answer and exits with it.
//! Exit codes: 0 the gate passes, 1 the gate says no, 2 wrong use or a tree that cannot be checked.

use std::path::Path;
use std::process::ExitCode;

use xtask::{Answer, Tree, ledger, tidy};

const USAGE: &str = "\
The gates of the house. Usage:
  cargo xtask rules            every numbered rule is implemented and tested, or says why not
  cargo xtask rules --list     the same, and every rule with the number of its citations
  cargo xtask rules --format   how a ledger (rules.toml) is written
  cargo xtask tidy             the house rules a program can check
  cargo xtask tidy --list      what tidy checks, and why
Exit codes: 0 the gate passes, 1 the gate says no, 2 wrong use or a tree that cannot be checked.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["rules"] => gate(|tree| ledger::check(tree, ledger::Listing::Summary)),
        ["rules", "--list"] => gate(|tree| ledger::check(tree, ledger::Listing::EveryRule)),
        ["tidy"] => gate(tidy::check),
        ["rules", "--format"] => say(&ledger::format()),
        ["tidy", "--list"] => say(&tidy::list()),
        ["help" | "--help" | "-h"] => say(USAGE),
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn say(text: &str) -> ExitCode {
    print!("{text}");
    ExitCode::SUCCESS
}

/// Runs one gate on the repository this program was built from.
fn gate(run: impl Fn(&Tree) -> Answer) -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tree = match Tree::read(&root) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("cannot read the repository: {error}");
            return ExitCode::from(2);
        }
    };
    let answer = run(&tree);
    print!("{}", answer.report);
    eprint!("{}", answer.complaints());
    ExitCode::from(answer.exit_code())
}
