//! Tuning on a real scenario: the same weights with any number of threads, in a file that can be played, and only the
//! tuned side's weights changed.

use std::path::{Path, PathBuf};
use std::process::Command;

fn szala(arguments: &[&str]) -> String {
    let szala = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the binary under test starts");
    assert!(szala.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&szala.stderr));
    String::from_utf8(szala.stdout).expect("the output is UTF-8")
}

/// The weights of the Poles after a short tuning, as a file.
fn tuned(threads: &str) -> PathBuf {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("poles-{threads}.toml"));
    let small = ["--steps", "6", "--games", "3", "--evaluate-every", "2", "--evaluation-games", "4"];
    let path = out.display().to_string();
    let rest = ["--threads", threads, "--out", &path, "--force"];
    szala(&[&["tune", "--side", "Poles", "--against", "uniform,heuristic"][..], &small, &rest].concat());
    out
}

/// The lines of a file, without comments.
fn lines(path: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(path).expect("the command wrote the file");
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim().to_owned());
    lines.filter(|line| !line.is_empty()).collect()
}

#[test]
fn the_poles_are_tuned_alike_on_one_thread_and_on_two_and_the_russians_stay_as_they_are() {
    let [alone, together] = ["1", "2"].map(tuned);
    assert_eq!(lines(&alone), lines(&together));
    let records = [&alone, &together].map(|path| lines(&path.with_extension("csv")));
    assert_eq!(records[0], records[1]);
    assert_eq!(records[0].len(), 1 + 6 + 2, "a head, six steps, where they ended, the best of all");

    let shipped = lines(Path::new("scenarios/niemenczyn-1794/heuristic.toml"));
    let tables = |lines: &[String]| {
        let russians = lines.iter().position(|line| line == "[Russians]").expect("the file has this table");
        (lines[..russians].to_vec(), lines[russians..].to_vec())
    };
    let ((_, russians), (_, russians_before)) = (tables(&lines(&alone)), tables(&shipped));
    assert_eq!(russians, russians_before);

    let players = format!("heuristic:{}", alone.display());
    let scenario = "scenarios/niemenczyn-1794/historical.toml";
    let told = szala(&["run", scenario, "--games", "2", "--players", &players]);
    assert!(told.contains(&players), "{told}");
}

/// The plan `rush` has six numbers: how many storm together, and of its three orders to guard how far and of two how
/// many. Everything else stays as it is written.
#[test]
fn of_a_plan_the_numbers_are_tuned_and_it_stays_a_plan() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tuned-rush.toml").display().to_string();
    let drill = "scenarios/verdox/drill.toml";
    let player = ["tune", drill, "--side", "Hasbergs", "--player", "rush", "--against", "hold"];
    let small = ["--steps", "4", "--games", "4", "--evaluate-every", "2", "--evaluation-games", "8"];
    szala(&[&player[..], &small, &["--out", &out, "--force"]].concat());
    let without_numbers = |path: &str| {
        let plain = |line: &String| line.replace(|letter: char| letter.is_ascii_digit(), "");
        lines(Path::new(path)).iter().map(plain).collect::<Vec<String>>()
    };
    assert_eq!(without_numbers(&out), without_numbers("scenarios/verdox/plans/rush.toml"));
    let record = lines(&Path::new(&out).with_extension("csv"));
    let numbers: Vec<&str> = record[0].split(',').filter(|name| name.starts_with("order.")).collect();
    let expected = ["1.together", "2.first", "2.within", "3.first", "3.within", "4.within"];
    assert_eq!(numbers, expected.map(|number| format!("order.{number}")));
    szala(&["run", drill, "--games", "2", "--players", &format!("plan:{out},hold")]);
}
