//! Tells the program which commit it was built from, for the manifests of runs.

use std::process::Command;

fn main() {
    // Whatever the games may depend on; the commit itself is in .git.
    for path in [".git/HEAD", ".git/index", "src", "engine", "ai", "analysis", "scenarios", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rustc-env=SZALA_COMMIT={}", commit());
}

/// The commit, and whether something that the games may depend on has been changed since.
fn commit() -> String {
    let git = |arguments: &[&str]| {
        let output =
            Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    // Somebody else's repository around an unpacked archive would say nothing of this program.
    let is_ours = git(&["rev-parse", "--show-prefix"]).is_some_and(|prefix| prefix.is_empty());
    let Some(commit) = is_ours.then(|| git(&["rev-parse", "--short=12", "HEAD"])).flatten() else {
        return "unknown".to_owned();
    };
    let changed =
        git(&["status", "--porcelain", "--", "src", "engine", "ai", "analysis", "scenarios", "Cargo.lock"]);
    if changed.is_some_and(|changed| changed.is_empty()) { commit } else { format!("{commit} with changes") }
}
