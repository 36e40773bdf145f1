//! Runs that end early: killed, stopped, or without room to write. Nothing that was written is lost, and a resumed run
//! is identical to an undisturbed one, byte for byte.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::{Duration, Instant};

/// A run of three files of games.
const RUN: [&str; 7] = ["run", "two-gates", "--games", "150000", "--seed", "1794", "--out"];

fn szala(arguments: &[&str], folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(crate::program());
    command.args(arguments).arg(folder).args(more).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn output(command: &mut Command) -> Output {
    command.output().expect("the binary under test starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder that does not exist yet.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Sends Ctrl-C.
fn interrupt(child: &Child) {
    let stop = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(stop.expect("the machine has the command kill").success());
}

/// Everything in the run: its files without the lock, and the manifest without the command and its folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder)
        .expect("the folder of the run can be read")
        .map(|entry| entry.expect("the entry of the folder can be read"));
    let mut files: BTreeMap<String, Vec<u8>> = entries
        .map(|entry| {
            (
                entry.file_name().into_string().expect("the names of the files are UTF-8"),
                fs::read(entry.path()).expect("the files of the run can be read"),
            )
        })
        .filter(|(name, _)| name != "lock")
        .collect();
    let manifest = files.get_mut("manifest.json").expect("szala run wrote the manifest");
    let mut value: serde_json::Value = serde_json::from_slice(manifest).expect("szala run wrote JSON");
    // The seal covers the command too.
    for key in ["command", "seal"] {
        value.as_object_mut().expect("a manifest is a JSON object").remove(key);
    }
    *manifest = value.to_string().into_bytes();
    files
}

/// An undisturbed run: what it printed, and its folder.
fn undisturbed(name: &str) -> (String, PathBuf) {
    let folder = folder(name);
    let output = output(&mut szala(&RUN, &folder, &[]));
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout), folder)
}

/// Waits for the end, with a limit.
fn end_of(child: &mut Child) -> ExitStatus {
    let begun = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the child process can be waited for") {
            return status;
        }
        assert!(begun.elapsed() < Duration::from_mins(2), "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_run_that_is_killed_ten_times_ends_as_if_nothing_had_happened() {
    let begun = Instant::now();
    let (expected, whole) = undisturbed("undisturbed-by-kills");
    let whole_run = begun.elapsed();
    let folder = folder("killed");
    // Moments all over the run, including the very start; how much is done by then differs between machines.
    for kill in 0..10_u32 {
        let mut child = szala(&RUN, &folder, &["--resume"]).spawn().expect("the binary under test starts");
        std::thread::sleep(whole_run * (kill * 7 % 10) / 10);
        // It may have finished by then.
        let _ = child.kill();
        end_of(&mut child);
    }
    let resumed = output(&mut szala(&RUN, &folder, &["--resume"]));
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert_eq!(text(&resumed.stdout), expected);
    assert!(contents(&folder) == contents(&whole));
}

#[test]
fn a_run_that_is_interrupted_keeps_its_games_and_says_how_to_go_on() {
    let (expected, whole) = undisturbed("undisturbed-by-stops");
    let folder = folder("interrupted run");
    let mut child = szala(&RUN, &folder, &[]).spawn().expect("the binary under test starts");
    // Once the manifest exists, the program listens for Ctrl-C.
    let begun = Instant::now();
    while !folder.join("manifest.json").exists() {
        assert!(begun.elapsed() < Duration::from_mins(1), "nothing is begun");
        std::thread::sleep(Duration::from_millis(1));
    }
    interrupt(&child);
    end_of(&mut child);
    let interrupted = child.wait_with_output().expect("the child process can be waited for");
    let told = text(&interrupted.stderr);
    assert_eq!(interrupted.status.code(), Some(130), "{told}");
    assert!(told.contains("interrupted after ") && told.contains(" of 150000 games"), "{told}");
    // Its last line is a command that a shell accepts.
    let command = told.trim_end().lines().last().expect("the output has a last line");
    assert!(command.ends_with("interrupted run' --resume"), "{told}");
    let resumed = output(Command::new("sh").arg("-c").arg(command));
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert_eq!(text(&resumed.stdout), expected);
    assert!(contents(&folder) == contents(&whole));
}

/// As the program advises for a damaged file.
#[test]
fn a_finished_run_whose_last_file_is_removed_plays_its_games_again() {
    let (expected, whole) = undisturbed("undisturbed-by-removal");
    let folder = folder("removed");
    let run = output(&mut szala(&RUN, &folder, &[]));
    assert!(run.status.success(), "{}", text(&run.stderr));
    // Of 150 000 games the last 18 928 are in the fifth file, from 4 * 32 768 on.
    fs::remove_file(folder.join("games-000000131072.parquet")).expect("it is there");
    let report = output(&mut szala(&["report"], &folder, &[]));
    assert_eq!((report.status.code(), text(&report.stdout)), (Some(2), String::new()));
    let refused = text(&report.stderr);
    assert!(refused.contains("games-000000131072.parquet: it is missing"), "{refused}");
    assert!(refused.contains("repeat `szala run` with --resume"), "{refused}");
    let resumed = output(&mut szala(&RUN, &folder, &["--resume"]));
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    let told = text(&resumed.stderr);
    assert!(told.contains("games-000000131072.parquet is missing: its games and all behind"), "{told}");
    assert_eq!(text(&resumed.stdout), expected);
    assert!(contents(&folder) == contents(&whole));
}

#[test]
fn without_room_it_says_so_and_goes_on_when_there_is_some() {
    let (expected, whole) = undisturbed("undisturbed-by-limits");
    let folder = folder("full");
    // No file may have more than 32 blocks of half a KiB or one KiB, which is less than a file of games has.
    let limited = ["trap '' XFSZ; ulimit -f 32; exec \"$0\" \"$@\"", crate::program()];
    let mut command = Command::new("sh");
    command.arg("-c").args(limited).args(RUN).arg(&folder);
    let full = output(&mut command);
    let told = text(&full.stderr);
    assert_eq!(full.status.code(), Some(2), "{told}");
    assert!(told.contains("error: cannot write") && told.contains("games-000000000000.parquet"), "{told}");
    assert!(told.contains("make room and go on with --resume"), "{told}");
    assert!(!told.contains("panicked"), "{told}");
    let left: Vec<String> = contents(&folder).into_keys().collect();
    assert_eq!(left, ["manifest.json"], "no half file is left");
    let resumed = output(&mut szala(&RUN, &folder, &["--resume"]));
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert_eq!(text(&resumed.stdout), expected);
    assert!(contents(&folder) == contents(&whole));
}

/// Starts a command, interrupts it at a line of its news, and says how many of this many steps, rounds or games it says
/// that it had done.
fn done_when_interrupted(command: &mut Command, at: &str, of: &str) -> String {
    let mut child =
        command.current_dir(env!("CARGO_MANIFEST_DIR")).spawn().expect("the binary under test starts");
    let news = child.stderr.take().expect("it is piped");
    let mut told = String::new();
    let mut is_asked = false;
    for line in BufReader::new(news).lines() {
        let line = line.expect("the news is text");
        told = format!("{told}{line}\n");
        // Once: the second Ctrl-C ends a program at once.
        if !is_asked && line.starts_with(at) {
            interrupt(&child);
            is_asked = true;
        }
    }
    assert_eq!(end_of(&mut child).code(), Some(130), "{told}");
    let last = told.trim_end().lines().last().expect("it says how it ended");
    let done = last.strip_prefix("interrupted after ").and_then(|rest| rest.split_once(&format!(" of {of}")));
    done.unwrap_or_else(|| panic!("{told}")).0.to_owned()
}

/// The best weights so far are evaluated and written, with the steps that led there.
#[test]
fn a_climb_that_is_interrupted_keeps_its_steps_and_says_so() {
    let folder = folder("interrupted-climb");
    fs::create_dir_all(&folder).expect("there is room");
    let tune = "tune two-gates --side Red --player sentry --against sentry --steps 100000 --games 20 \
                --evaluate-every 20 --evaluation-games 50 --out";
    let tune: Vec<&str> = tune.split_whitespace().collect();
    let file = folder.join("red.toml");
    let steps = done_when_interrupted(&mut szala(&tune, &file, &[]), "after 20 of ", "100000 steps");
    let weights = fs::read_to_string(file).expect("they were written");
    assert!(weights.contains(&format!("which was interrupted after {steps} steps")), "{weights}");
    let record = fs::read_to_string(folder.join("red.csv")).expect("it was written");
    assert!(record.lines().any(|line| line.starts_with("20,")), "{record}");
    fs::remove_dir_all(&folder).expect("the test made it");
}

/// What is kept says how many rounds were played, so that the command in it trains the same net.
#[test]
fn a_drill_that_is_interrupted_keeps_its_rounds_and_says_so() {
    let folder = folder("interrupted-drill");
    let drill = "drill scenarios/verdox/drill.toml --rounds 10000 --games 100 --evaluation-games 50 --out";
    let drill: Vec<&str> = drill.split(' ').collect();
    let mut drill = szala(&drill, &folder, &[]);
    let rounds = done_when_interrupted(&mut drill, "round 2 of 10000: Hasbergs", "10000 rounds");
    for side in ["hasbergs", "askans"] {
        let net = fs::read_to_string(folder.join(format!("{side}.toml"))).expect("the drill wrote it");
        assert!(net.contains(&format!(" --rounds {rounds} ")), "{}", &net[..500]);
    }
    fs::remove_dir_all(&folder).expect("the drill made it");
}
