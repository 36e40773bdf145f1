//! `szala balance` from the outside: the files that it writes, and what it says if there is nothing to do.

use std::path::Path;
use std::process::{Command, Output};

const HISTORICAL: &str = "scenarios/niemenczyn-1794/historical.toml";

fn szala(words: &[&str]) -> Output {
    Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(words)
        .output()
        .expect("the binary was built for this test")
}

fn balance(more: &[&str]) -> Output {
    let small = ["--players", "storm,hold", "--games", "250", "--check-games", "250"];
    let palette = ["balance", HISTORICAL, "--palette", "tests/transcripts/palette.toml"];
    szala(&[&palette[..], &small, more].concat())
}

/// The Poles win about 70 games of 100 here. A lead of 3 points that wins at once, instead of 4, helps the attacking
/// side: of the palette's edits only this one can bring them to 75.
#[test]
fn each_answer_is_a_variant_that_can_be_played() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("answers-{}", std::process::id()));
    let out = folder.to_str().expect("the path is UTF-8");
    let goal = ["--target", "85", "--margin", "10", "--edits", "2", "--answers", "20", "--out", out];
    let told = balance(&goal);
    assert!(matches!(told.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&told.stderr));
    let files: Vec<String> = std::fs::read_dir(&folder)
        .expect("the folder was made")
        .map(|file| file.expect("the folder can be read").path().display().to_string())
        .collect();
    assert!(!files.is_empty(), "{}", String::from_utf8_lossy(&told.stdout));
    for file in &files {
        let sound = szala(&["validate", HISTORICAL, "--variant", file]);
        assert!(sound.status.success(), "{}", String::from_utf8_lossy(&sound.stdout));
    }
    // An existing file is never overwritten.
    let again = balance(&goal);
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&again.stderr).contains("is there already"));
}

/// An answer may change a value anew that was changed before, so it is no answer without those changes.
#[test]
fn an_answer_on_top_of_other_changes_names_them() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("on-top-{}", std::process::id()));
    let out = folder.to_str().expect("the path is UTF-8");
    let few = ["--games", "400", "--check-games", "400", "--out", out];
    let told = szala(
        &[&["balance", "scenarios/night-crossing/known.toml", "--set", "lanterns=2"], &few[..]].concat(),
    );
    assert!(matches!(told.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&told.stderr));
    let mut files = std::fs::read_dir(&folder).expect("the folder was made");
    let file = files.next().expect("there is an answer").expect("the folder can be read").path();
    let answer = std::fs::read_to_string(file).expect("it was written");
    assert!(
        answer.contains("# It stands on other changes: give `--set lanterns=2` before this file."),
        "{answer}"
    );
}

#[test]
fn where_the_goal_is_reached_nothing_is_searched_for() {
    let told = balance(&["--target", "70", "--margin", "20"]);
    let text = String::from_utf8_lossy(&told.stdout);
    assert!(told.status.success() && text.contains("The scenario reaches the goal as it is"), "{text}");
    assert!(text.contains("250 games"), "{text}");
}

/// A palette names the players that check, with files in its own folder.
#[test]
fn the_judges_of_a_shipped_palette_can_play() {
    let told = szala(&[
        "balance",
        "scenarios/verdox/mirror.toml",
        "--games",
        "250",
        "--margin",
        "30",
        "--format",
        "json",
    ]);
    let text = String::from_utf8_lossy(&told.stdout);
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    assert!(text.contains("heuristic:scenarios/verdox/weights/cautious.toml"), "{text}");
}

/// Parts that wait for each other, one that does not, and one machine give the same answer. A folder belongs to one
/// question: another goal is another one.
#[test]
fn parts_find_what_one_machine_finds() {
    let goal = ["--target", "80", "--margin", "5", "--edits", "2", "--format", "json"];
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("races-{}", std::process::id()));
    let races = folder.to_str().expect("the path is UTF-8");
    let part = |more: &[&str]| balance(&[&goal[..], &["--races", races], more].concat());
    let early = part(&["--part", "2/2", "--no-wait"]);
    let told = String::from_utf8_lossy(&early.stderr);
    assert!(
        early.status.code() == Some(3) && told.contains("part 1 of 2 has not played piece 1 yet"),
        "{told}"
    );
    let alone = balance(&goal);
    let together = std::thread::scope(|scope| {
        ["1/2", "2/2"]
            .map(|name| scope.spawn(move || part(&["--part", name])))
            .map(|one| one.join().expect("it ends"))
    });
    // Without --part, the whole answer is in the folder.
    for one in together.iter().chain([&part(&[])]) {
        assert_eq!(one.status.code(), alone.status.code(), "{}", String::from_utf8_lossy(&one.stderr));
        assert_eq!(String::from_utf8_lossy(&one.stdout), String::from_utf8_lossy(&alone.stdout));
    }
    let other = balance(&["--target", "70", "--races", races]);
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(other.status.code() == Some(2) && told.contains("name another folder"), "{told}");
    let writes = part(&["--part", "1/2", "--out", "answers"]);
    assert_eq!(writes.status.code(), Some(2));
    std::fs::remove_dir_all(folder).expect("it was there");
}
