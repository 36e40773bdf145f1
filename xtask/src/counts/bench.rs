//! Builds the program of the workloads and runs it under callgrind, one workload a run.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use serde_json::Value;

use super::Cost;
use super::callgrind::Profile;

/// The program, built.
pub(super) struct Bench {
    root: PathBuf,
    program: PathBuf,
}

/// The function of the program whose insides are counted, as callgrind takes it.
const COLLECTED: &str = "--toggle-collect=*szala_benches*collected*";

/// The compiler of the program, in one line: other compilers generate other instructions.
pub(super) fn compiler(root: &Path) -> Result<String, String> {
    let told = output(Command::new("rustc").current_dir(root).arg("-vV"))?;
    let of = |key: &str| told.lines().find_map(|line| line.strip_prefix(key)).unwrap_or("unknown");
    Ok(format!(
        "{}, {}, LLVM {}",
        told.lines().next().unwrap_or("unknown"),
        of("host: "),
        of("LLVM version: ")
    ))
}

/// Can anything be counted here?
pub(super) fn has_valgrind() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|told| told.status.success())
}

impl Bench {
    /// Builds the program from what a release is built from, whose lines are known, and with the features of an
    /// ordinary build (no package is named): what that left is used again.
    pub(super) fn build(root: &Path, tell: &mut dyn FnMut(&str)) -> Result<Self, String> {
        tell("building the workloads");
        let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.current_dir(root).args([
            "build",
            "--locked",
            "--quiet",
            "--release",
            "--bin=counted",
            "--message-format=json-render-diagnostics",
        ]);
        // The machine's own build settings would change the counts.
        for (key, _) in env::vars_os() {
            let name = key.to_string_lossy();
            if name.ends_with("RUSTFLAGS") || name.starts_with("CARGO_PROFILE_") {
                cargo.env_remove(&key);
            }
        }
        let told = output(&mut cargo)?;
        let messages = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let built = messages
            .filter(|message| message["target"]["name"] == "counted")
            .find_map(|message| message["executable"].as_str().map(PathBuf::from));
        let program = built.ok_or("cargo built the workloads and did not say where they are")?;
        let root = root.canonicalize().map_err(|why| format!("{}: {why}", root.display()))?;
        Ok(Self { root, program })
    }

    /// The cost of each workload, in order.
    pub(super) fn count_all(&self, tell: &mut dyn FnMut(&str)) -> Result<Vec<Cost>, String> {
        let names = output(&mut Command::new(&self.program))?;
        names
            .lines()
            .map(|name| {
                tell(&format!("counting {name}"));
                self.count(name).map_err(|why| format!("{name}: {why}"))
            })
            .collect()
    }

    fn count(&self, name: &str) -> Result<Cost, String> {
        let profile = self.program.with_extension("callgrind");
        let out = format!("--callgrind-out-file={}", profile.display());
        let mut valgrind = Command::new("valgrind");
        valgrind.args(["--quiet", "--tool=callgrind", COLLECTED, &out]).arg(&self.program).arg(name);
        let told = output(&mut valgrind)?;
        let (times, each) = told
            .trim()
            .split_once(' ')
            .and_then(|(times, each)| Some((times.parse().ok()?, each.to_owned())))
            .ok_or_else(|| format!("the program printed {told:?} and not its number of items"))?;
        let bytes = fs::read(&profile).map_err(|why| format!("{}: {why}", profile.display()))?;
        // Lossy: names of symbols may be anything.
        let profile = Profile::read(&String::from_utf8_lossy(&bytes), &self.program, &self.root);
        if profile.own == 0 {
            return Err("callgrind counted nothing: has `collected` become part of its caller?".to_owned());
        }
        let Profile { own: instructions, mut functions, mut files } = profile;
        for places in [&mut functions, &mut files] {
            places.retain(|_, count| *count * 100 >= instructions);
        }
        Ok(Cost { name: name.to_owned(), each, times, instructions, functions, files })
    }
}

/// The output of a command; its error output, when it fails.
fn output(command: &mut Command) -> Result<String, String> {
    let told = command.output().map_err(|why| format!("cannot run {command:?}: {why}"))?;
    if told.status.success() {
        Ok(String::from_utf8_lossy(&told.stdout).into_owned())
    } else {
        Err(format!("{command:?} failed:\n{}", String::from_utf8_lossy(&told.stderr)))
    }
}
