//! Where mutants are made: a copy of the tracked files in the target folder, in which edits are made and undone and
//! the real program is built; finished results are stored, so that an interrupted test can continue. The checkout is
//! read and never written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use serde_json::{Value, json};
use szala_kernel::seed::mix;

use super::list::Edit;
use super::program::{Program, run};

/// Paths that no game depends on: a change there leaves stored results valid.
const WITHOUT_GAMES: [&str; 6] = ["docs/", "xtask/", "tests/", "benches/", ".ci/", "analysis/examples/"];

/// A profile of its own: nobody finds a mutant where szala is expected.
const PROFILE: &str = "mutant";
/// It is the release profile without the last step, link-time optimization, which is most of the cost of a mutant and
/// changes no game. Dependencies are built once more for it. The command and what it counts with, where no game is
/// played, are built the quick way.
const PROFILE_SETTINGS: [&str; 8] = [
    "profile.mutant.inherits=\"release\"",
    "profile.mutant.lto=\"off\"",
    "profile.mutant.package.szala.opt-level=1",
    "profile.mutant.package.szala.codegen-units=16",
    "profile.mutant.package.szala-command.opt-level=1",
    "profile.mutant.package.szala-command.codegen-units=16",
    "profile.mutant.package.szala-analysis.opt-level=2",
    "profile.mutant.package.szala-analysis.codegen-units=16",
];

/// A workshop, with a lock: only one test at a time.
pub(super) struct Workshop {
    /// The target folder of cargo.
    target: PathBuf,
    /// The workshop's own folder inside of it.
    home: PathBuf,
    /// The tracked files as they were when it was opened.
    files: BTreeMap<String, Vec<u8>>,
    /// A hash of everything that games depend on.
    sources: u64,
    /// Held as long as the workshop is open.
    _lock: fs::File,
}

impl Workshop {
    /// Opens it for the repository at `root`.
    pub(super) fn open(root: &Path) -> Result<Self, String> {
        let target = target(root)?;
        let home = target.join("mutants");
        let folder = |name: &str| {
            fs::create_dir_all(home.join(name)).map_err(|why| cannot("make", &home.join(name), &why))
        };
        ["tree", "baselines", "results", "bin"].into_iter().try_for_each(folder)?;
        let path = home.join("lock");
        let lock = fs::File::create(&path).map_err(|why| cannot("write", &path, &why))?;
        lock.try_lock()
            .map_err(|_| format!("another mutation test is under way in {}; wait for it", home.display()))?;
        let files = tracked(root)?;
        let sources = files
            .iter()
            .filter(|(path, _)| is_played(path))
            .fold(0, |sum, (path, bytes)| absorb(absorb(sum, path.as_bytes()), bytes));
        Ok(Self { target, home, files, sources, _lock: lock })
    }

    /// The path of the results, for a reader.
    pub(super) fn results(&self) -> String {
        self.home.join("results").display().to_string()
    }

    /// The file of a baseline.
    pub(super) fn baseline(&self, name: &str) -> PathBuf {
        self.home.join("baselines").join(format!("{name}.baseline"))
    }

    /// A hash of what something was made from: these words, and all sources.
    pub(super) fn key(&self, of: &str) -> u64 {
        absorb(self.sources, of.as_bytes())
    }

    /// The stored result of this name, if it was made from the same.
    pub(super) fn kept(&self, name: &str, key: u64) -> Option<Value> {
        let text = fs::read_to_string(self.result(name)).ok()?;
        let mut kept: Value = serde_json::from_str(&text).ok()?;
        (kept["of"] == hexadecimal(key)).then(|| kept["found"].take())
    }

    /// Stores a result under a name.
    pub(super) fn keep(&self, name: &str, key: u64, found: &Value) -> Result<(), String> {
        let (file, new) = (self.result(name), self.home.join("results").join(format!("{name}.new")));
        let text = format!("{:#}\n", json!({ "of": hexadecimal(key), "found": found }));
        // Renamed when it is complete: a test that is killed leaves no partial result.
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, &file))
            .map_err(|why| cannot("write", &file, &why))
    }

    fn result(&self, name: &str) -> PathBuf {
        self.home.join("results").join(format!("{name}.json"))
    }

    fn tree(&self) -> PathBuf {
        self.home.join("tree")
    }

    /// Makes the copy equal to the sources, with one edit or none. Only files that differ are written, so that cargo
    /// builds no more than it must.
    pub(super) fn lay(&self, edit: Option<&Edit>) -> Result<(), String> {
        let tree = self.tree();
        for (path, bytes) in &self.files {
            let edited = edit.filter(|edit| edit.file == *path).map(|edit| {
                let text = String::from_utf8_lossy(bytes);
                text.replacen(&edit.find, &edit.replace, 1).into_bytes()
            });
            let (file, bytes) = (tree.join(path), edited.as_ref().unwrap_or(bytes));
            if fs::read(&file).is_ok_and(|there| there == *bytes) {
                continue;
            }
            let folder = file.parent().expect("a file in the tree");
            fs::create_dir_all(folder)
                .and_then(|()| fs::write(&file, bytes))
                .map_err(|why| cannot("write", &file, &why))?;
        }
        let mut there = BTreeSet::new();
        files_in(&tree, "", &mut there).map_err(|why| cannot("read", &tree, &why))?;
        for stray in there.iter().filter(|path| !self.files.contains_key(*path)) {
            let stray = tree.join(stray);
            fs::remove_file(&stray).map_err(|why| cannot("remove", &stray, &why))?;
        }
        Ok(())
    }

    /// Builds szala with one edit or none.
    pub(super) fn build(&self, edit: Option<&Edit>, name: &str) -> Result<Program, String> {
        self.lay(edit)?;
        let tree = self.tree();
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(&tree).env("CARGO_TARGET_DIR", &self.target);
        // `--bin` and not `--package`: so all packages choose the features of what they share, as they do in a full
        // build.
        cargo.args(["build", "--locked", "--bin", "szala", "--profile", PROFILE]);
        for setting in PROFILE_SETTINGS {
            cargo.args(["--config", setting]);
        }
        cargo.arg("--message-format=json-render-diagnostics");
        let told = run(&mut cargo)?;
        if told.code != Some(0) {
            return Err(format!("{name} cannot be built: {}", told.failure()));
        }
        let built =
            executable(&told.out).ok_or_else(|| format!("{name}: cargo does not say where szala is"))?;
        let file = self.home.join("bin").join(if edit.is_some() { "mutant" } else { "unchanged" });
        fs::copy(&built, &file).map_err(|why| cannot("copy", &built, &why))?;
        Ok(Program { file, tree })
    }
}

/// Where cargo puts what it builds.
fn target(root: &Path) -> Result<PathBuf, String> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let told = run(cargo.current_dir(root).args(["metadata", "--no-deps", "--format-version=1"]))?;
    let metadata: Option<Value> = serde_json::from_str(&told.out).ok();
    let target = metadata.as_ref().and_then(|metadata| metadata["target_directory"].as_str());
    target.map(PathBuf::from).ok_or_else(|| told.failure())
}

/// The files that git knows, as they are in the checkout.
fn tracked(root: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let told = run(Command::new("git").current_dir(root).args(["ls-files", "-z"]))?;
    if told.code != Some(0) {
        return Err(told.failure());
    }
    let paths = told.out.split('\0').filter(|path| !path.is_empty());
    // A file that is deleted but still tracked cannot be read.
    let there = paths.filter(|path| root.join(path).exists());
    let read = |path: &str| {
        let file = root.join(path);
        fs::read(&file).map(|bytes| (path.to_owned(), bytes)).map_err(|why| cannot("read", &file, &why))
    };
    there.map(read).collect()
}

fn is_played(path: &str) -> bool {
    let is_text_for_people = Path::new(path).extension().is_some_and(|extension| extension == "md");
    !is_text_for_people && !WITHOUT_GAMES.iter().any(|folder| path.starts_with(folder))
}

fn files_in(folder: &Path, path: &str, found: &mut BTreeSet<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let inner = if path.is_empty() { name } else { format!("{path}/{name}") };
        if entry.file_type()?.is_dir() {
            files_in(&entry.path(), &inner, found)?;
        } else {
            found.insert(inner);
        }
    }
    Ok(())
}

/// The path of szala, as reported by cargo.
fn executable(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let of_szala = |message: Value| {
        let is_szala = message["reason"] == "compiler-artifact" && message["target"]["name"] == "szala";
        is_szala.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    };
    messages.filter_map(of_szala).next_back()
}

/// A checksum: different for nearly every other list of bytes.
fn absorb(sum: u64, bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(8).fold(mix(sum ^ bytes.len() as u64), |sum, chunk| mix(sum ^ word(chunk)))
}

fn hexadecimal(number: u64) -> String {
    format!("{number:016x}")
}

fn cannot(what: &str, path: &Path, why: &io::Error) -> String {
    format!("cannot {what} {}: {why}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_bytes_sees_every_byte_and_their_number() {
        let texts = ["", "a", "b", "\0", "\0\0", "aaaaaaaa", "aaaaaaaaa", "aaaaaaaab", "baaaaaaaa"];
        let sums: BTreeSet<u64> = texts.iter().map(|text| absorb(0, text.as_bytes())).collect();
        assert_eq!(sums.len(), texts.len());
    }

    #[test]
    fn results_hang_on_what_games_hang_on() {
        for path in
            ["engine/insurrection/src/chapters/fire.rs", "Cargo.lock", "scenarios/a/units.toml", "build.rs"]
        {
            assert!(is_played(path), "{path}");
        }
        for path in ["README.md", "docs/METHOD.md", "xtask/mutants.toml", "scenarios/a/SOURCES.md"] {
            assert!(!is_played(path), "{path}");
        }
    }

    #[test]
    fn cargo_says_where_the_program_is() {
        let messages = "\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"other\"},\"executable\":\"a\"}\n\
            not JSON\n\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"szala\"},\"executable\":null}\n\
            {\"reason\":\"compiler-artifact\",\"target\":{\"name\":\"szala\"},\"executable\":\"b\"}\n\
            {\"reason\":\"build-finished\",\"success\":true}\n";
        assert_eq!(executable(messages), Some(PathBuf::from("b")));
        assert_eq!(executable(""), None);
    }
}
