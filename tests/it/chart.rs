//! Charts of recorded runs: what is drawn, what is printed, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use szala_analysis::records::{Manifest, Progress};

/// A separate folder for each test, empty at the start, in which `szala` works.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("chart-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder can be made");
        Self(path)
    }

    fn szala(&self, arguments: &[&str]) -> Output {
        let szala = Command::new(crate::program()).current_dir(&self.0).args(arguments).output();
        szala.expect("the binary under test starts")
    }

    /// What it prints.
    fn told(&self, arguments: &str) -> String {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let Output { status, stdout, stderr } = self.szala(&words);
        assert!(status.success(), "{arguments}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).expect("the output is UTF-8").replace('\u{a0}', " ")
    }

    /// Its error for wrong usage.
    fn refused(&self, arguments: &str) -> String {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let Output { status, stdout, stderr } = self.szala(&words);
        assert_eq!(status.code(), Some(2), "{arguments}");
        assert!(stdout.is_empty(), "{arguments}");
        String::from_utf8(stderr).expect("the output is UTF-8")
    }

    fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.0.join(file)).expect("the command wrote the file")
    }

    /// Changes the manifest of a run, with a seal as if it had been written this way.
    fn reseal(&self, run: &str, change: impl FnOnce(&mut Manifest)) {
        let path = format!("{run}/manifest.json");
        let mut manifest: Manifest =
            serde_json::from_slice(&self.read(&path)).expect("szala run wrote the manifest");
        change(&mut manifest);
        let text = serde_json::to_string_pretty(&manifest.sealed()).expect("a manifest can be written");
        fs::write(self.0.join(path), text).expect("there is room");
    }
}

/// A scenario of the repository, from any folder.
fn scenario(name: &str) -> String {
    format!("{}/scenarios/niemenczyn-1794/{name}.toml", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_chart_is_drawn_as_svg_and_as_png_and_says_its_finding() {
    let room = Room::new("every");
    let (one, other) = (scenario("historical"), scenario("alternative"));
    room.told(&format!("run {one} --players uniform --games 60 --out I"));
    room.told(&format!("run {other} --players uniform --games 60 --out II"));
    let charts = [
        "outcomes I",
        "outcomes I II",
        "margins I",
        "margins I II",
        "stages I",
        "reasons I",
        "survival I",
        "convergence I",
        "clauses I",
    ];
    for (number, chart) in charts.into_iter().enumerate() {
        for lang in ["en", "pl"] {
            let name = format!("{number}-{lang}");
            let told = room.told(&format!("chart {chart} --lang {lang} --width 390 --out {name}.svg"));
            let again = room.told(&format!("chart {chart} --lang {lang} --out {name}.png"));
            assert!(!told.trim().is_empty() && told == again, "{chart}: {told}");
            assert!(room.read(&format!("{name}.svg")).starts_with(b"<svg "), "{chart}");
            assert!(room.read(&format!("{name}.png")).starts_with(b"\x89PNG"), "{chart}");
        }
    }
    // The finding is the title of the picture.
    let told = room.told("chart outcomes I --out title.svg");
    let svg = String::from_utf8(room.read("title.svg")).expect("the output is UTF-8").replace('\u{a0}', " ");
    assert!(svg.contains(&format!("<title>{}</title>", told.trim_end())), "{told}");
}

/// [D-4.3b] Eight turns are set, and `hold` leaves the other side's headquarters alone: all games reach the last turn.
#[test]
fn a_game_of_turns_is_drawn_by_turns_and_its_units_by_kind() {
    let room = Room::new("turns");
    let drill = format!("{}/scenarios/verdox/drill.toml", env!("CARGO_MANIFEST_DIR"));
    room.told(&format!("run {drill} --players hold,heuristic --games 60 --out drill"));
    for (lang, width, [axis, on_the_map], kinds) in [
        (
            "en",
            800,
            ["turn, and games that reached it", "turns on the map"],
            ["infantry: ", "riflemen: ", "cavalry: "],
        ),
        (
            "pl",
            390,
            ["tura i partie, kt\u{f3}re do niej dosz\u{142}y", "tur na mapie"],
            ["piechota: ", "strzelcy: ", "kawaleria: "],
        ),
    ] {
        let drawn = |kind: &str| {
            room.told(&format!("chart {kind} drill --lang {lang} --width {width} --out {kind}-{lang}.svg"));
            String::from_utf8(room.read(&format!("{kind}-{lang}.svg"))).expect("the output is UTF-8")
        };
        let stages = drawn("stages");
        assert!(stages.contains(axis) && stages.contains(">8</text>"), "{lang}");
        let survival = drawn("survival");
        // Four of a side's six kinds are named: at least one of any three.
        assert!(survival.contains(on_the_map) && kinds.iter().any(|kind| survival.contains(kind)), "{lang}");
        assert!(!survival.contains("stage") && !survival.contains("etap"), "{lang}");
    }
}

#[test]
fn a_merged_run_is_drawn_byte_for_byte_as_one_that_was_not_divided() {
    let room = Room::new("merged");
    room.told("run two-gates --games 900 --seed 3 --out whole");
    for part in 1..=3 {
        room.told(&format!("run two-gates --games 900 --seed 3 --shard {part}/3 --out part-{part}"));
    }
    room.told("merge part-3 part-1 part-2 --out merged");
    for kind in ["outcomes", "margins", "reasons", "convergence", "clauses"] {
        for run in ["whole", "merged"] {
            room.told(&format!("chart {kind} {run} --out {kind}-{run}.svg"));
        }
        assert_eq!(
            room.read(&format!("{kind}-whole.svg")),
            room.read(&format!("{kind}-merged.svg")),
            "{kind}"
        );
    }
    assert_eq!(
        room.told("chart clauses whole --threads 1 --games 300"),
        room.told("chart clauses part-1 --threads 8"),
        "the first part has the first 300 games"
    );
}

#[test]
fn rules_are_counted_in_the_games_of_a_variant_as_they_were_played() {
    let room = Room::new("variant");
    let scenario = scenario("historical");
    let words = ["run", &scenario, "--set", "units.Narwa 1.morale=7", "--players", "uniform"];
    let Output { status, stderr, .. } =
        room.szala(&[&words[..], &["--games", "20", "--out", "run"]].concat());
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    let told = room.told("chart clauses run");
    // [3.3] Every game has stages, and every stage a course.
    assert!(told.contains("\n  3.3 "), "{told}");

    room.reseal("run", |manifest| {
        let made_of = manifest.run.made_of.as_mut().expect("it says what was played");
        assert_eq!(made_of.changes[0], ["set", "units.Narwa 1.morale=7"]);
        made_of.changes[0][1] = "units.Narwa 1.morale=6".to_owned();
    });
    let told = room.refused("chart clauses run");
    assert!(told.contains("run: the scenario is not as when the run was played"), "{told}");
}

#[test]
fn a_file_that_is_there_is_left_as_it_is() {
    let room = Room::new("taken");
    room.told("run two-gates --games 50 --out run");
    fs::write(room.0.join("mine.svg"), "mine").expect("there is room");
    let told = room.refused("chart outcomes run --out mine.svg");
    assert!(told.contains("mine.svg is there already, and is left as it is; name another file"), "{told}");
    assert_eq!(room.read("mine.svg"), b"mine");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_the_remedy() {
    let room = Room::new("refused");
    room.told("run two-gates --games 50 --out run");
    for (arguments, expected) in [
        ("outcomes run", "--out"),
        ("outcomes run --out chart.jpg", "chart.jpg ends neither in .svg nor in .png; name one that does"),
        ("outcomes run --out chart", "ends neither in .svg nor in .png"),
        ("outcomes run --out nowhere/chart.svg", "there is no such folder; make it first"),
        ("outcomes nothing --out chart.svg", "nothing holds no run: there is no manifest.json in it"),
        ("reasons run run --out chart.svg", "drawn by `outcomes` and `margins` only; name one run"),
        ("stages run --out chart.svg", "the games in run do not tell when they ended"),
        ("survival run --out chart.svg", "do not tell when units are lost and games end"),
        ("outcomes run --out chart.svg --width 100", "100 is not in 320..=3000"),
    ] {
        let told = room.refused(&format!("chart {arguments}"));
        assert!(told.contains(expected), "{arguments}: {told}");
    }
    let other = scenario("historical");
    room.told(&format!("run {other} --players uniform --games 5 --out other"));
    let told = room.refused("chart outcomes run other --out chart.svg");
    assert!(told.contains("name two runs of the same sides"), "{told}");
    assert!(!room.0.join("chart.svg").exists());
}

#[test]
fn what_is_damaged_or_empty_is_refused() {
    let room = Room::new("damaged");
    room.told("run two-gates --games 300 --seed 3 --out run");
    let games = room.0.join("run/games-000000000000.parquet");
    let whole = fs::read(&games).expect("the command wrote the file");
    fs::write(&games, &whole[..whole.len() / 2]).expect("there is room");
    for kind in ["outcomes", "margins", "reasons", "convergence", "clauses"] {
        let told = room.refused(&format!("chart {kind} run --out chart.svg"));
        assert!(told.contains("it is not as it was written"), "{kind}: {told}");
    }
    fs::remove_file(&games).expect("it is there");
    room.reseal("run", |manifest| {
        manifest.progress = Progress::default();
        manifest.files.clear();
    });
    for kind in ["outcomes", "convergence", "clauses"] {
        let told = room.refused(&format!("chart {kind} run --out chart.svg"));
        assert!(told.contains("there are no games in run yet"), "{kind}: {told}");
    }
    assert!(!room.0.join("chart.svg").exists());
}
