//! Reports of runs that were played in parts, interrupted or damaged.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use szala_analysis::records::{Manifest, Progress};

/// A separate folder for each test, empty at the start, in which `szala` works.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("report-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("the folder can be made");
        Self(path)
    }

    fn szala(&self, arguments: &str) -> Output {
        let szala =
            Command::new(crate::program()).current_dir(&self.0).args(arguments.split_whitespace()).output();
        szala.expect("the binary under test starts")
    }

    /// What it prints.
    fn told(&self, arguments: &str) -> String {
        let Output { status, stdout, stderr } = self.szala(arguments);
        assert!(status.success(), "{arguments}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).expect("the output is UTF-8")
    }

    /// Its error for wrong usage.
    fn refused(&self, arguments: &str) -> String {
        let Output { status, stdout, stderr } = self.szala(arguments);
        assert_eq!(status.code(), Some(2), "{arguments}");
        assert!(stdout.is_empty(), "{arguments}");
        String::from_utf8(stderr).expect("the output is UTF-8")
    }

    /// Changes the manifest of a run, with a seal as if it had been written this way.
    fn reseal(&self, run: &str, change: impl FnOnce(&mut Manifest)) {
        let path = self.0.join(run).join("manifest.json");
        let mut manifest: Manifest =
            serde_json::from_str(&fs::read_to_string(&path).expect("the file was written before"))
                .expect("szala run wrote the manifest");
        change(&mut manifest);
        let text = serde_json::to_string_pretty(&manifest.sealed()).expect("a manifest can be written");
        fs::write(path, text).expect("there is room");
    }
}

#[test]
fn a_run_merged_of_parts_is_reported_byte_for_byte_as_one_that_was_not_divided() {
    let room = Room::new("merged");
    room.told("run two-gates --games 900 --seed 3 --out whole");
    for part in 1..=3 {
        room.told(&format!("run two-gates --games 900 --seed 3 --shard {part}/3 --out part-{part}"));
    }
    room.told("merge part-3 part-1 part-2 --out merged");
    assert_eq!(room.told("report whole"), room.told("report merged"));
    for form in ["text", "json", "csv"] {
        for given in ["--margin 3", "--given first_point=1 --given shots.Red"] {
            let told = |name: &str| {
                let told = room.told(&format!("report {name} {given} --format {form}"));
                // For several runs, or for a program, the folder is reported too.
                told.replace(name, "the run")
            };
            assert_eq!(told("whole"), told("merged"), "{form} {given}");
        }
    }
    // Each part is a run of its own games.
    let parts = room.told("report part-1 part-2");
    assert!(parts.starts_with("part-1: ") && parts.contains("\n\npart-2: "), "{parts}");
    assert!(parts.contains("a part of a run of 900 games: 300 to 599\n"), "{parts}");
}

/// [CLUSTER.md] Two Gates is decided within 10 points after some hundred games, long before the last of a million.
#[test]
fn a_run_until_decided_ends_in_its_shards_with_the_game_with_which_it_ends_on_one_machine() {
    let room = Room::new("sequential");
    let run = "run two-gates --seed 7 --margin 10 --until-decided --games 1e6";
    let whole = room.told(&format!("{run} --out whole"));
    for part in 1..=4 {
        room.told(&format!("{run} --shard {part}/5000 --out part-{part}"));
    }
    // A shard has 200 games: the first alone decides nothing, all of them do.
    let early = room.szala("merge part-1 --out merged");
    assert_eq!(early.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&early.stdout).contains("play more parts"));
    room.told("merge part-4 part-1 part-3 part-2 --out merged");
    let games = |run: &str| {
        fs::read(room.0.join(run).join("games-000000000000.parquet")).expect("the run has recorded games")
    };
    assert!(games("whole") == games("merged"), "other bytes");
    assert_eq!(room.told(&format!("{run} --out merged --resume")), whole);
    // Without the second part the later ones cannot be used.
    assert!(room.refused("merge part-1 part-3 --out gap").contains("games 200 to 399 are missing"));
}

/// [CLUSTER.md] The script for a shell does what a person would type.
#[test]
#[cfg(unix)]
fn a_script_of_shards_plays_what_one_machine_plays() {
    let room = Room::new("script");
    let run = "two-gates --games 900 --seed 3 --margin 3";
    let whole = room.told(&format!("run {run} --out whole"));
    room.told(&format!("shards --parts 3 --out all --script all.sh {run}"));
    let sh = |words: &[&str]| {
        let szala = crate::program();
        Command::new("sh")
            .arg("all.sh")
            .args(words)
            .env("SZALA", szala)
            .current_dir(&room.0)
            .output()
            .expect("the machine has a shell")
    };
    for wrong in ["4", "0", "x"] {
        assert_eq!(sh(&[wrong]).status.code(), Some(2), "{wrong}");
    }
    assert!(sh(&["2"]).status.success());
    let told = sh(&[]);
    assert!(String::from_utf8_lossy(&told.stdout).ends_with(&whole), "{told:?}");
    let games = |run: &str| {
        fs::read(room.0.join(run).join("games-000000000000.parquet")).expect("the run has recorded games")
    };
    assert!(games("whole") == games("all"), "other bytes");
}

#[test]
fn a_shard_that_is_refused_leaves_no_run_behind() {
    let room = Room::new("refused-shard");
    room.told("run two-gates --games 900 --seed 3 --shard 1/3 --out shards/shard-000000000001");
    let told = room.refused("run two-gates --games 900 --seed 4 --shards shards --out whole");
    assert!(told.contains("seed") && !room.0.join("whole").exists(), "{told}");
}

/// A comparison that was interrupted is resumed, and one whose games were played elsewhere too.
#[test]
fn a_comparison_of_merged_runs_is_that_of_one_machine() {
    let room = Room::new("compared");
    let compare = "compare two-gates two-gates --games 300 --seed 5 --format json";
    let whole = room.told(&format!("{compare} --out whole"));
    for side in ["before", "after"] {
        for part in 1..=2 {
            room.told(&format!(
                "run two-gates --games 300 --seed 5 --keyed --shard {part}/2 --out {side}-{part}"
            ));
        }
        room.told(&format!("merge {side}-1 {side}-2 --out pairs/{side}"));
    }
    assert_eq!(room.told(&format!("{compare} --out pairs --resume")), whole);
    assert_eq!(room.told(compare), whole);
}

/// A varied run of plans in files, played in two parts and merged: its page needs only its folder.
#[test]
fn a_page_of_a_merged_and_varied_run_has_maps_and_games_though_its_files_are_gone() {
    let room = Room::new("moved");
    let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/niemenczyn-1794");
    let away = room.0.join("away");
    fs::create_dir_all(&away).expect("there is room");
    for file in ["historical.toml", "map.toml", "units.toml", "tables.toml", "plans/storm.toml"] {
        let name = Path::new(file).file_name().expect("it names a file");
        fs::copy(home.join(file), away.join(name)).expect("a shipped file");
    }
    for part in 1..=2 {
        let run = "run away/historical.toml --set automatic_victory=4 --players plan:away/storm.toml,hold";
        room.told(&format!("{run} --games 40 --shard {part}/2 --out part-{part}"));
    }
    room.told("merge part-1 part-2 --out merged");
    let whole = room.told("report merged --format html");
    fs::remove_dir_all(&away).expect("it was made here");
    let page = room.told("report merged --format html");
    assert_eq!(whole, page);
    for part in ["id=\"run-1-film-1\"", "id=\"run-1-heat-1\"", "units.KN II.morale"] {
        assert!(page.contains(part), "{part}");
    }
    // The recorded run is replayed, with its change.
    assert!(room.told("chart clauses merged --games 20").contains("12.4"));
}

#[test]
fn a_run_that_was_broken_off_is_reported_with_what_is_there_and_a_note() {
    let room = Room::new("unfinished");
    room.told("run two-gates --games 300 --seed 3 --out run");
    room.reseal("run", |manifest| manifest.progress.is_finished = false);
    let Output { status, stdout, stderr } = room.szala("report run");
    assert!(status.success());
    let note = String::from_utf8_lossy(&stderr);
    assert_eq!(
        note,
        "note: run is not finished: 300 of 300 games are there, and the report is about these\n"
    );
    let told = String::from_utf8_lossy(&stdout);
    assert!(told.contains("\nnot finished: 300 of 300 games at most\n"), "{told}");
    assert!(told.contains("hold at any time"), "nobody chose their number: {told}");
}

#[test]
fn what_is_damaged_empty_or_of_another_form_is_refused() {
    let room = Room::new("damaged");
    room.told("run two-gates --games 300 --seed 3 --out run");
    let games = room.0.join("run/games-000000000000.parquet");
    let whole = fs::read(&games).expect("the command wrote the file");
    fs::write(&games, &whole[..whole.len() / 2]).expect("there is room");
    let told = room.refused("report run");
    assert!(told.contains("games-000000000000.parquet: it is not as it was written"), "{told}");

    fs::remove_file(&games).expect("it is there");
    let told = room.refused("report run");
    assert!(told.contains("games-000000000000.parquet: it is missing; put back a copy"), "{told}");
    room.reseal("run", |manifest| {
        manifest.progress = Progress::default();
        manifest.files.clear();
    });
    let told = room.refused("report run");
    assert!(told.contains("error: there are no games in run yet; go on with the run"), "{told}");

    room.reseal("run", |manifest| manifest.format = 99);
    let told = room.refused("report run");
    assert!(told.contains("its format is 99 and not 3"), "{told}");
}

/// A recorded `whatif` prints the same as an unrecorded one, and its page has the differences of the pairs.
#[test]
fn a_recorded_what_if_is_a_page_of_pairs() {
    let room = Room::new("what-if");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/historical.toml");
    let what_if = format!("whatif {scenario} --set automatic_victory=5 --games 80 --format csv");
    let told = room.told(&what_if);
    assert_eq!(room.told(&format!("{what_if} --out pairs")), told);
    // The same games, recorded one by one.
    for (name, changes) in [("one", ""), ("two", "--set automatic_victory=5")] {
        room.told(&format!("run {scenario} {changes} --keyed --games 80 --out {name}"));
        let part = if name == "one" { "before" } else { "after" };
        let score = |run: &str| room.told(&format!("report {run} --format csv")).replace(run, "the run");
        assert_eq!(score(name), score(&format!("pairs/{part}")));
    }
    room.told("report pairs --picks median --out pairs.html");
    room.told("report one two --picks median --out two.html");
    // `score,share,80,a,a low,a high,b,b low,b high,difference,low,high,...`: the page shows it in points.
    let row = told.lines().find(|line| line.starts_with("score,")).expect("a comparison has the score");
    let difference: f64 =
        row.split(',').nth(9).expect("the row has a difference").parse().expect("the difference is a number");
    let shown = format!("{:.1}", difference.abs() * 100.0);
    for page in ["pairs.html", "two.html"] {
        let html = fs::read_to_string(room.0.join(page)).expect("the page was written");
        assert!(
            html.contains("over pairs of games with the same dice") && html.contains("80 pairs"),
            "{page}"
        );
        let (_, change) = html.split_once("<p class=\"change\">").expect("the change in a sentence");
        let (change, _) = change.split_once("</p>").expect("the paragraph has an end");
        assert!(
            change.starts_with("automatic_victory=5: the score of Poles ") && change.contains(&shown),
            "{change}"
        );
        // The changes are in a table, and in no title.
        assert!(html.contains("<code>automatic_victory</code></th><td><code>5</code>"), "{page}");
        assert!(html.contains("<title>Niemenczyn 1794, I: historical</title>"), "{page}");
    }
    // Runs that are not keyed are not pairs.
    room.told(&format!("run {scenario} --games 80 --out plain"));
    room.told("report one plain --picks median --out plain.html");
    let html = fs::read_to_string(room.0.join("plain.html")).expect("the page was written");
    assert!(html.contains("the runs count as independent"), "no pairs");
}

/// Names are data, and a terminal or a browser must not obey them.
#[test]
fn control_characters_of_names_do_not_reach_a_page() {
    let room = Room::new("escapes");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/historical.toml");
    let variant = "title = \"red \\u001b[31m\\u0007\"\n[set]\nautomatic_victory = 5\n";
    fs::write(room.0.join("red.toml"), variant).expect("there is room");
    room.told(&format!("run {scenario} --variant red.toml --games 30 --out run"));
    room.told("report run --picks median --out page.html");
    room.told(&format!("replay {scenario} --variant red.toml --html game.html"));
    room.told("report run --out report.md");
    for file in ["page.html", "game.html", "report.md"] {
        let text = fs::read_to_string(room.0.join(file)).expect("the file was written");
        let is_raw = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
        assert!(!text.contains(is_raw), "{file}");
        // The page of a game leaves them out, the others show them.
        assert!(file == "game.html" || text.contains("\\u001b[31m"), "{file} shows them");
    }
}
