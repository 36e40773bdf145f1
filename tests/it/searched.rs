//! A scenario with the mixes of a short search beside it, for tests of what depends on them: the smallest that has
//! files.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

pub(crate) fn szala(arguments: &[&str]) -> Output {
    Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the binary under test starts")
}

pub(crate) fn told(arguments: &[&str]) -> String {
    let out = szala(arguments);
    assert!(out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("the output is UTF-8")
}

/// The same in one line: where its lines end depends on how long the paths in them are.
pub(crate) fn told_in_a_line(arguments: &[&str]) -> String {
    told(arguments).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What is said of what cannot be done.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let out = szala(arguments);
    assert_eq!(out.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&out.stdout));
    String::from_utf8(out.stderr).expect("the output is UTF-8")
}

pub(crate) fn json(arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--format", "json"]].concat();
    serde_json::from_str(&told(&arguments)).expect("what is written is JSON")
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

pub(crate) fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
    std::fs::write(path, text).expect("there is room");
}

/// Changes the text of a file in one place.
pub(crate) fn edit(path: &Path, from: &str, to: &str) {
    let text = read(path);
    assert!(text.contains(from), "{}: {from}", path.display());
    write(path, &text.replacen(from, to, 1));
}

pub(crate) fn copy(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("the folder is there").flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() { copy(&from, &to) } else { write(&to, &read(&from)) }
    }
}

/// The scenario with the mixes of a short search beside it, searched once and copied for each test.
pub(crate) fn searched(test: &str) -> PathBuf {
    static SEARCHED: OnceLock<PathBuf> = OnceLock::new();
    let place = |name: &str| {
        let name = format!("verdict-{name}-{}", std::process::id());
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
    };
    let original = SEARCHED.get_or_init(|| {
        let folder = place("searched");
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/rudka"), &folder);
        let [mill, out] = ["mill.toml", "robust/mill"].map(|path| folder.join(path).display().to_string());
        told(&["robust", &mill, "--games", "1000", "--without", "greedy", "--out", &out]);
        folder
    });
    let folder = place(test);
    copy(original, &folder);
    folder
}

pub(crate) fn path(folder: &Path, file: &str) -> String {
    folder.join(file).display().to_string()
}

/// The weights of the heuristic in a file among the players of the search.
pub(crate) fn weights(folder: &Path, file: &str) -> PathBuf {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/niemenczyn-1794/heuristic.toml");
    let text = read(&shipped).replace("[Poles]", "[Insurgents]").replace("[Russians]", "[Garrison]");
    let path = folder.join("robust/mill").join(file);
    write(&path, &text);
    path
}

/// Sets the ends that the search found, for tests that need to know them.
pub(crate) fn set_ends(folder: &Path, low: &str, high: &str) {
    let mix = folder.join("robust/mill/mix.toml");
    let line = |line: &str| match line.split_once(" = ") {
        Some(("play_low", _)) => format!("play_low = {low}\n"),
        Some(("play_high", _)) => format!("play_high = {high}\n"),
        _ => format!("{line}\n"),
    };
    let text: String = read(&mix).lines().map(line).collect();
    write(&mix, &text);
}

pub(crate) fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}
