//! What is handed out: an archive for the platform it is made on, with the program and all that belongs to it, that
//! needs no toolchain. The same program and files make the same bytes of an archive.
//!
//! `guided` builds the program with a profile, `packages` knows what it is made of, `licences` and `bill` write it
//! down, `archive` packs, `trial` unpacks an archive elsewhere and uses it.

mod archive;
mod bill;
mod guided;
mod licences;
mod packages;
mod trial;

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use archive::Entry;
use packages::Packages;

/// The files of an archive by their paths in it.
type Contents = BTreeMap<String, Entry>;

/// How an archive is made.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The profile that the program is built with.
    pub profile: String,
    /// Is it built with counts of games that were played before?
    pub is_guided: bool,
    /// Is it tried out?
    pub is_tried: bool,
}

impl Wanted {
    /// Reads the arguments behind `dist`.
    pub fn read(mut arguments: &[&str]) -> Option<Self> {
        let mut wanted = Self { profile: "shipped".to_owned(), is_guided: false, is_tried: false };
        while let [option, rest @ ..] = arguments {
            arguments = match (*option, rest) {
                ("--profile", [profile, rest @ ..]) => {
                    (*profile).clone_into(&mut wanted.profile);
                    rest
                }
                ("--pgo", _) => {
                    wanted.is_guided = true;
                    rest
                }
                ("--try", _) => {
                    wanted.is_tried = true;
                    rest
                }
                _ => return None,
            };
        }
        Some(wanted)
    }
}

/// Builds the program, packs it with what belongs to it in `target/dist`, and tries it out if that is wanted.
///
/// # Errors
/// What cannot be built, read or written, or what the trial found.
pub fn make(root: &Path, wanted: &Wanted, tell: &mut dyn FnMut(&str)) -> Result<String, String> {
    tell("building the program");
    build(root, &wanted.profile, None)?;
    let target = platform(root)?;
    let built = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let packages = Packages::of("szala", root, &target)?;
    let name = format!("szala-{}-{target}", packages.version());
    let place = built.join("dist");
    fs::create_dir_all(&place).map_err(|why| format!("cannot make {}: {why}", place.display()))?;
    let folder = if wanted.profile == "dev" { "debug" } else { &wanted.profile };
    let mut program = built.join(folder).join(format!("szala{}", env::consts::EXE_SUFFIX));
    let mut report = String::new();
    if wanted.is_guided {
        (program, report) = guided::program(root, &wanted.profile, &target, (&program, &built), tell)?;
    }
    tell("gathering what belongs to it");
    let contents = contents(root, &program, &packages, &place)?;
    let packed = archive::pack(&name, &contents, time_of_commit(root))?;
    let file = place.join(format!("{name}.tar.gz"));
    let sum = format!("{}  {name}.tar.gz\n", archive::sum(&packed));
    write(&file, &packed)?;
    write(&place.join(format!("{name}.tar.gz.sha256")), sum.as_bytes())?;
    let megabytes = packed.len() / 1_000_000;
    writeln!(report, "{} ({megabytes} MB, {} files)", file.display(), contents.len())
        .expect("a string takes any text");
    report += &sum;
    if wanted.is_tried {
        let again = archive::pack(&name, &contents, time_of_commit(root))?;
        if again != packed {
            return Err("the same files were packed twice and differ".to_owned());
        }
        report += &trial::run(root, &file, &name, tell)?;
    }
    Ok(report)
}

/// The licences of all that others wrote in a package of the workspace, as one text.
///
/// # Errors
/// That there is no such package, or what cannot be read.
pub fn licences_in(package: &str, root: &Path) -> Result<String, String> {
    licences::text(&Packages::of(package, root, &platform(root)?)?, root)
}

/// The platform that is built for.
fn platform(root: &Path) -> Result<String, String> {
    let told = output(Command::new("rustc").current_dir(root).arg("-vV"))?;
    let target = told.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(target.ok_or("rustc does not say for which platform it builds")?.to_owned())
}

/// Builds the program, if need be with flags for the compiler that are in a file, in a folder, for a platform.
fn build(root: &Path, profile: &str, flags: Option<(&Path, &Path, &str)>) -> Result<(), String> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut building = Command::new(cargo);
    // As `cargo run` builds it: named by its package it would be built a second time, with fewer features.
    building.current_dir(root).args(["build", "--locked", "--bin=szala", "--profile", profile]);
    if let Some((file, folder, target)) = flags {
        // With a platform the flags are for the program alone, and not for what runs while it is built.
        building.args(["--target", target]).arg("--target-dir").arg(folder);
        building.env("CARGO_ENCODED_RUSTFLAGS", format!("@{}", file.display()));
    }
    if !building.status().is_ok_and(|status| status.success()) {
        return Err("the program was not built; cargo says why".to_owned());
    }
    Ok(())
}

/// Everything that goes into the archive.
fn contents(root: &Path, program: &Path, packages: &Packages, place: &Path) -> Result<Contents, String> {
    let mut contents = Contents::new();
    let mut put = |path: String, bytes: Vec<u8>, is_program: bool| {
        contents.insert(path, Entry { bytes, is_program });
    };
    let suffix = env::consts::EXE_SUFFIX;
    put(format!("szala{suffix}"), read(program)?, true);
    for file in ["LICENSE-APACHE", "LICENSE-MIT", "README.md", "CHANGELOG.md"] {
        put(file.to_owned(), read(&root.join(file))?, false);
    }
    for file in files_in(&root.join("scenarios"))? {
        let path = file.strip_prefix(root).expect("it is below the root");
        put(path.to_string_lossy().replace('\\', "/"), read(&file)?, false);
    }
    for (shell, file) in [
        ("bash", "szala.bash"),
        ("zsh", "_szala"),
        ("fish", "szala.fish"),
        ("powershell", "_szala.ps1"),
        ("elvish", "szala.elv"),
    ] {
        let script = output(Command::new(program).args(["completions", shell]))?;
        put(format!("completions/{file}"), script.into_bytes(), false);
    }
    let pages = place.join("man");
    let _ = fs::remove_dir_all(&pages);
    output(Command::new(program).arg("man").arg(&pages))?;
    for page in files_in(&pages)? {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        put(format!("man/{name}"), read(&page)?, false);
    }
    put("THIRD-PARTY.txt".to_owned(), licences::text(packages, root)?.into_bytes(), false);
    put("sbom.cdx.json".to_owned(), bill::of(packages)?.into_bytes(), false);
    let sums = contents.iter().map(|(path, entry)| format!("{}  {path}\n", archive::sum(&entry.bytes)));
    let sums: String = sums.collect();
    contents.insert(trial::SUMS.to_owned(), Entry { bytes: sums.into_bytes(), is_program: false });
    Ok(contents)
}

/// The seconds of the last commit, which is when what is packed was made; 0 where nobody knows.
fn time_of_commit(root: &Path) -> u64 {
    let told = output(Command::new("git").current_dir(root).args(["log", "-1", "--format=%ct"]));
    told.ok().and_then(|told| told.trim().parse().ok()).unwrap_or(0)
}

/// All files in a folder and in the folders of it, in order.
fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let cannot = |why: std::io::Error| format!("cannot read the folder {}: {why}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            files.extend(files_in(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read(file: &Path) -> Result<Vec<u8>, String> {
    fs::read(file).map_err(|why| format!("cannot read {}: {why}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(file, bytes).map_err(|why| format!("cannot write {}: {why}", file.display()))
}

/// What a command prints, if it succeeds.
fn output(command: &mut Command) -> Result<String, String> {
    let told = command.output().map_err(|why| format!("cannot start {command:?}: {why}"))?;
    if !told.status.success() {
        return Err(format!("{command:?} failed: {}", String::from_utf8_lossy(&told.stderr)));
    }
    String::from_utf8(told.stdout).map_err(|_| format!("{command:?} does not print UTF-8"))
}
