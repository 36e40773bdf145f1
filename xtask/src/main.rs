//! `cargo xtask`: reads the arguments, runs a gate or a test of the library or packs what is handed out, prints the
//! answer and exits with it.
//! Exit codes: 0 the gate passes, 1 the gate fails, 2 wrong use or a tree that cannot be checked.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use xtask::{Answer, Tree, counts, dist, ledger, mutants, tidy};

const USAGE: &str = "\
The gates of the house. Usage:
  cargo xtask rules            every numbered rule is implemented and tested, or says why not
  cargo xtask rules --list     the same, and every rule with the number of its citations
  cargo xtask rules --in FOLDER the same for the ledgers of a game that is kept elsewhere
  cargo xtask rules --format   how a ledger (rules.toml) is written
  cargo xtask tidy             the house rules a program can check
  cargo xtask tidy --list      what tidy checks, and why
  cargo xtask counts           does a workload of benches cost more instructions than is recorded? Takes valgrind, and a
                               minute
  cargo xtask counts --update  records what the workloads cost now
  cargo xtask mutants          does `szala gate` keep its promises? Plants changes, builds and plays: about an hour; a
                               test that was broken off goes on
  cargo xtask mutants --only NAME  the same for one of its scenarios
  cargo xtask mutants --check  only whether every change that is to be planted finds its place
  cargo xtask dist [--profile PROFILE] [--pgo] [--try]
                               packs the program with all that belongs to it, in target/dist; --try unpacks it in an
                               empty folder and uses it there. Without a profile it is built as `shipped`; with --pgo
                               twice more, the second time by counts of games that the first played
  cargo xtask licences PACKAGE prints the licences of all that others wrote in what a package builds
Exit codes: 0 the gate passes, 1 the gate says no, 2 wrong use or a tree that cannot be checked.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["rules"] => gate(|tree| ledger::check(tree, ledger::Listing::Summary)),
        ["rules", "--list"] => gate(|tree| ledger::check(tree, ledger::Listing::EveryRule)),
        ["rules", "--in", folder] => {
            read(Path::new(folder), |tree| tell(&ledger::check(tree, ledger::Listing::Summary)))
        }
        ["tidy"] => gate(tidy::check),
        ["counts"] => count(counts::check),
        ["counts", "--update"] => count(counts::update),
        ["mutants"] => measure(None),
        ["mutants", "--only", scenario] => measure(Some(scenario)),
        ["mutants", "--check"] => gate(mutants::check),
        ["dist", ref how @ ..] => pack(how),
        ["licences", package] => told(dist::licences_in(package, &root())),
        ["rules", "--format"] => say(&ledger::format()),
        ["tidy", "--list"] => say(&tidy::list()),
        ["help" | "--help" | "-h"] => say(USAGE),
        _ => misused(),
    }
}

fn misused() -> ExitCode {
    eprint!("{USAGE}");
    ExitCode::from(2)
}

/// Packs what is handed out.
fn pack(how: &[&str]) -> ExitCode {
    let Some(wanted) = dist::Wanted::read(how) else { return misused() };
    told(dist::make(&root(), &wanted, &mut |progress| eprintln!("{progress}")))
}

fn told(what: Result<String, String>) -> ExitCode {
    match what {
        Ok(text) => say(&text),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn say(text: &str) -> ExitCode {
    print!("{text}");
    ExitCode::SUCCESS
}

/// The repository that this program was built from.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Reads the repository.
fn repository(run: impl FnOnce(&Path, &Tree) -> ExitCode) -> ExitCode {
    let root = root();
    read(&root, |tree| run(&root, tree))
}

/// Reads a folder with everything in it.
fn read(folder: &Path, run: impl FnOnce(&Tree) -> ExitCode) -> ExitCode {
    match Tree::read(folder) {
        Ok(tree) => run(&tree),
        Err(error) => {
            eprintln!("cannot read the folder: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs one gate.
fn gate(run: impl FnOnce(&Tree) -> Answer) -> ExitCode {
    repository(|_, tree| tell(&run(tree)))
}

fn tell(answer: &Answer) -> ExitCode {
    print!("{}", answer.report);
    eprint!("{}", answer.complaints());
    ExitCode::from(answer.exit_code())
}

/// Counts instructions.
fn count(run: impl FnOnce(&Path, &mut dyn FnMut(&str)) -> Result<Answer, String>) -> ExitCode {
    match run(&root(), &mut |progress| eprintln!("{progress}")) {
        Ok(answer) => tell(&answer),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

/// Runs the mutation test.
fn measure(only: Option<&str>) -> ExitCode {
    repository(|root, tree| match mutants::run(root, tree, only, &mut |progress| eprintln!("{progress}")) {
        Ok(measured) => {
            print!("{}", measured.report);
            measured.disagreements.iter().for_each(|disagreement| eprintln!("{disagreement}"));
            ExitCode::from(u8::from(!measured.disagreements.is_empty()))
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    })
}
