//! The program built with a profile: what the compiler inlines and lays out is guided by counts of a fixed mix of
//! games.
//!
//! It takes two builds more: one that counts, plays the mix and is thrown away, and the one that is packed. Cargo makes
//! names of symbols from the flags of the compiler, and a profile is for names: under others it is dropped in silence.
//! So both builds have one flag, the name of a file from which the compiler takes its flags, and the file is written
//! anew between them. That the profile was used is read from the map of the linker: only counts make code hot.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{archive, build, files_in, output, read, write};

/// What is played to count: scenario, players, games; about as long with plans as with the heuristic.
const MIX: [(&str, &str, &str); 7] = [
    ("niemenczyn-1794/historical", "storm,hold", "20000"),
    ("niemenczyn-1794/historical", "heuristic", "5000"),
    ("niemenczyn-1794/alternative", "regiment,sortie", "20000"),
    ("niemenczyn-1794/alternative", "heuristic", "5000"),
    ("verdox/mirror", "heuristic", "500"),
    ("verdox/fortress", "heuristic", "500"),
    ("maciejowice-1794/oronne", "heuristic", "40"),
];
/// What is played in pairs, whose dice are keyed: a scenario, a change, pairs.
const PAIRS: (&str, &str, &str) = ("niemenczyn-1794/historical", "automatic_victory=5", "3000");
/// The seed of the games that are counted, and another by which both programs are compared.
const SEEDS: [&str; 2] = ["1", "2"];
/// How many of the functions with most counts are looked for, and how many must be hot; without a profile none is. Most
/// of the others are part of those that call them.
const HOTTEST: usize = 100;
const HOT_AT_LEAST: usize = 5;

/// Builds the program with a profile, and holds its games against those of the `plain` one. Gives the program, and what
/// was found.
pub(super) fn program(
    root: &Path,
    profile: &str,
    target: &str,
    (plain, place): (&Path, &Path),
    tell: &mut dyn FnMut(&str),
) -> Result<(PathBuf, String), String> {
    if !cfg!(target_os = "linux") {
        return Err(
            "whether a profile was used is read from the linker's map, which is known on Linux".to_owned()
        );
    }
    let profdata = profdata(target)?;
    let absolute =
        |path: &Path| std::path::absolute(path).map_err(|why| format!("{}: {why}", path.display()));
    let (plain, place) = (absolute(plain)?, absolute(&place.join("pgo"))?);
    // What cargo keeps from another profile must not be taken for what this one makes: it does not see the flags.
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(&place).map_err(|why| format!("cannot make {}: {why}", place.display()))?;
    let [counts, merged, map, flags] =
        ["counts", "merged.profdata", "map", "flags"].map(|name| place.join(name));
    let built = |name: &str, lines: &str| {
        write(&flags, lines.as_bytes())?;
        let folder = place.join(name);
        build(root, profile, Some((&flags, &folder, target)))?;
        Ok::<_, String>(folder.join(target).join(profile).join("szala"))
    };
    tell("building a program that counts");
    let counting = built("counting", &format!("-Cprofile-generate={}\n", counts.display()))?;
    tell("playing the mix with it");
    games(&counting, SEEDS[0], &place.join("counted"))?;
    output(Command::new(&profdata).arg("merge").arg("-o").arg(&merged).args(files_in(&counts)?))?;
    tell("building the program with the counts");
    let linked = format!("-Cprofile-use={}\n-Clink-arg=-Wl,-Map={}\n", merged.display(), map.display());
    let guided = built("guided", &linked)?;
    let top = output(Command::new(&profdata).args(["show", &format!("--topn={HOTTEST}")]).arg(&merged))?;
    let map = read(&map)?;
    let map = String::from_utf8_lossy(&map);
    let (hottest, hot) = (hottest(&top), hot(&map));
    let found = hottest.intersection(&hot).count();
    if found < HOT_AT_LEAST {
        return Err(format!(
            "the profile was not used: of the {} functions with most counts {found} are hot in the program",
            hottest.len()
        ));
    }
    tell("comparing its games with those of the plain program");
    let mut files = 0;
    for seed in SEEDS {
        let of = |program: &Path, name: &str| games(program, seed, &place.join(name));
        let (due, there) = (of(&plain, "plain-games")?, of(&guided, "guided-games")?);
        if let Some((file, _)) = due.iter().find(|(file, sum)| there.get(*file) != Some(sum)) {
            return Err(format!(
                "the program built with a profile plays other games than the plain one: {file}"
            ));
        }
        files += due.len();
    }
    let report = format!(
        "built with a profile: of the {} functions with most counts {found} are hot in it, and {files} files of games \
         are those of the plain program\n",
        hottest.len()
    );
    Ok((guided, report))
}

/// The program that merges counts: of the toolchain, or else of the system.
fn profdata(target: &str) -> Result<PathBuf, String> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    let own = Path::new(sysroot.trim()).join("lib/rustlib").join(target).join("bin/llvm-profdata");
    let tool = if own.exists() { own } else { PathBuf::from("llvm-profdata") };
    output(Command::new(&tool).arg("--version")).map(|_| tool).map_err(|why| {
        format!(
            "{why}\nllvm-profdata is missing: `rustup component add llvm-tools`, or install that of LLVM in the \
             version that `rustc -vV` prints, or of a later one"
        )
    })
}

/// Plays the mix into a folder; gives the sums of all files of games.
fn games(program: &Path, seed: &str, folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|why| format!("cannot make {}: {why}", folder.display()))?;
    let play = |words: &[&str], name: &str| {
        // Threads would count into each other.
        let same = ["--seed", seed, "--threads", "1", "--out", name];
        output(Command::new(program).current_dir(folder).env_clear().args(words).args(same))
    };
    for (place, (scenario, players, games)) in MIX.iter().enumerate() {
        play(&["run", scenario, "--players", players, "--games", games], &place.to_string())?;
    }
    let (scenario, change, games) = PAIRS;
    play(&["whatif", scenario, "--set", change, "--games", games], "pairs")?;
    let sum_of = |file: PathBuf| {
        let name = file.strip_prefix(folder).expect("it is in the folder").display().to_string();
        read(&file).map(|bytes| (name, archive::sum(&bytes)))
    };
    let files = files_in(folder)?.into_iter().filter(|file| file.extension() == Some("parquet".as_ref()));
    files.map(sum_of).collect()
}

/// The functions that `llvm-profdata show --topn` lists: `  NAME, max count = 7`.
fn hottest(listed: &str) -> BTreeSet<&str> {
    let functions = listed.lines().filter_map(|line| line.split_once(", max count = "));
    // A name that is not seen elsewhere stands behind that of its file.
    functions.map(|(name, _)| name.rsplit([';', ':']).next().unwrap_or(name).trim()).collect()
}

/// The functions that a linker's map has among the hot ones: `...(.text.hot.NAME)` or `.text.hot.NAME`.
fn hot(map: &str) -> BTreeSet<&str> {
    let sections = map.lines().filter_map(|line| line.split_once(".text.hot."));
    let names = sections.filter_map(|(_, rest)| rest.split([')', ' ']).next());
    // What the optimizer moved from one unit to another has a number behind it.
    names.map(|name| name.split(".llvm.").next().unwrap_or(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_found_in_the_list_of_a_profile_and_in_the_maps_of_two_linkers() {
        let listed = "Total functions: 3\nTop 2 functions with the largest internal block counts: \n  _RNvCa_4play, \
                      max count = 70\n  lib.cgu.0;_RNvCb_4list, max count = 9\n";
        assert_eq!(hottest(listed), ["_RNvCa_4play", "_RNvCb_4list"].into());
        let map = "  12ab 12ab 40 16         a.o:(.text.hot._RNvCa_4play.llvm.77)\n .text.hot._RNvCb_4list\n \
                   .text._RNvCc_4cold\n a.o:(.text.unlikely._RNvCc_4none)\n";
        assert_eq!(hot(map), hottest(listed));
        assert!(hot(".text._RNvCa_4play").is_empty());
    }
}
