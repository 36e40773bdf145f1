//! Tells the program which commit it was built from, for the manifests of runs, and which scenario files it brings with
//! it.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    // Whatever the games may depend on; the commit itself is in .git.
    for path in [".git/HEAD", ".git/index", "src", "engine", "ai", "analysis", "scenarios", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={path}");
    }
    println!("cargo::rustc-env=SZALA_COMMIT={}", commit());
    let out = env::var_os("OUT_DIR").map(PathBuf::from).expect("cargo says where");
    fs::write(out.join("shelf.rs"), shelf()).expect("cargo makes the folder");
}

/// Every file of the scenarios that is TOML, as Rust: its path with its text, in order of the paths.
fn shelf() -> String {
    let root = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).expect("cargo says where");
    let mut paths = Vec::new();
    gather(&root.join("scenarios"), &mut paths);
    let path = |file: &Path| {
        let path = file.strip_prefix(&root).expect("all are below it");
        path.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
    };
    let mut files: Vec<(String, &PathBuf)> = paths.iter().map(|file| (path(file), file)).collect();
    files.sort();
    let mut shelf = String::from("[");
    for (path, file) in files {
        writeln!(shelf, "({path:?}, include_str!({:?})),", file.display().to_string())
            .expect("writing to a string does not fail");
    }
    shelf + "]"
}

/// Puts all files in a folder that are TOML, and those of its folders, behind those that are there. Not of folders that
/// are named after a day: players of former versions, of which the repository keeps the record.
fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let is_former = |path: &Path| {
        path.file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with(|first: char| first.is_ascii_digit()))
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            if !is_former(&path) {
                gather(&path, files);
            }
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path);
        }
    }
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
