//! An archive as its first user has it: unpacked in an empty folder of a machine without a toolchain. The main job of
//! the README prints there what the README shows, and a baseline is met.

use std::env;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use flate2::read::GzDecoder;

use super::{archive, files_in, read};

/// The sums of all other files of an archive.
pub(super) const SUMS: &str = "SHA256SUMS";
/// Where a plain system has its programs; no toolchain is there.
const PATH: &str = "/usr/bin:/bin";

/// Unpacks an archive elsewhere and uses it; says what was found, and how long it took.
pub(super) fn run(
    root: &Path,
    file: &Path,
    name: &str,
    tell: &mut dyn FnMut(&str),
) -> Result<String, String> {
    let place = Room::new()?;
    let begun = Instant::now();
    tell("unpacking in an empty folder");
    let archive = File::open(file).map_err(|why| format!("cannot read {}: {why}", file.display()))?;
    let unpacked = tar::Archive::new(GzDecoder::new(archive)).unpack(&place.0);
    unpacked.map_err(|why| format!("the archive cannot be unpacked: {why}"))?;
    let unpacked = place.0.join(name);
    check_sums(&unpacked)?;
    let program = unpacked.join(format!("szala{}", env::consts::EXE_SUFFIX));
    // A folder without any file, beside what was unpacked: the scenarios are in the program.
    let empty = place.0.join("empty");
    fs::create_dir(&empty).map_err(|why| format!("cannot make {}: {why}", empty.display()))?;
    tell("the main job, from a folder without files");
    let readme = String::from_utf8_lossy(&read(&root.join("README.md"))?).into_owned();
    let job =
        readme.split("```console\n$ cargo run --release -- ").nth(1).ok_or("README.md has no main job")?;
    let (words, shown) = job.split_once('\n').ok_or("README.md has no main job")?;
    let (shown, _) = shown.split_once("\n```").ok_or("the main job of README.md has no end")?;
    let short = words.replace("scenarios/", "").replace(".toml", "");
    let told = szala(&program, &empty, &short.split(' ').collect::<Vec<_>>())?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    if told.trim_end() != shown.trim_end() {
        return Err(format!("`szala {short}` does not print what README.md shows, but\n{told}"));
    }
    tell("a gate, from the folder that was unpacked");
    let baseline = "scenarios/niemenczyn-1794/baselines/historical.baseline";
    let gate = szala(&program, &unpacked, &["gate", "--baseline", baseline])?;
    let gate = String::from_utf8_lossy(&gate.stdout).into_owned();
    let answer = gate.lines().next().unwrap_or_default();
    let seconds = begun.elapsed().as_secs();
    Ok(format!(
        "tried in an empty folder with PATH={PATH}, {seconds} s: all sums are right, `szala {short}` prints what \
         README.md shows, and the gate says: {answer}\n"
    ))
}

/// Compares every file with its sum.
fn check_sums(unpacked: &Path) -> Result<(), String> {
    let sums = String::from_utf8_lossy(&read(&unpacked.join(SUMS))?).into_owned();
    let files = files_in(unpacked)?.len();
    if files != sums.lines().count() + 1 {
        return Err(format!("{SUMS} has {} lines for {files} files", sums.lines().count()));
    }
    for line in sums.lines() {
        let (sum, path) = line.split_once("  ").ok_or_else(|| format!("{SUMS}: {line}"))?;
        if archive::sum(&read(&unpacked.join(path))?) != sum {
            return Err(format!("{path} is not what {SUMS} says"));
        }
    }
    Ok(())
}

/// Runs the program with nothing of this machine's settings.
fn szala(program: &Path, folder: &Path, words: &[&str]) -> Result<Output, String> {
    let mut command = Command::new(program);
    command.current_dir(folder).args(words).env_clear();
    if cfg!(unix) {
        command.env("PATH", PATH);
    }
    let told = command.output().map_err(|why| format!("cannot start {}: {why}", program.display()))?;
    if told.status.success() {
        return Ok(told);
    }
    let (printed, said) = (String::from_utf8_lossy(&told.stdout), String::from_utf8_lossy(&told.stderr));
    Err(format!("`szala {}` failed with {}:\n{printed}{said}", words.join(" "), told.status))
}

/// A new folder outside of the repository, which goes with the trial.
struct Room(PathBuf);

impl Room {
    fn new() -> Result<Self, String> {
        let place = env::temp_dir().join(format!("szala-dist-{}", std::process::id()));
        let _ = fs::remove_dir_all(&place);
        fs::create_dir_all(&place).map_err(|why| format!("cannot make {}: {why}", place.display()))?;
        Ok(Self(place))
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // What cannot be removed is the system's to remove.
        let _ = fs::remove_dir_all(&self.0);
    }
}
