//! Scenarios of a user's own: a copy of a shipped folder with all names changed is played by every player listed for
//! it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What `szala` prints, if it succeeds.
fn told(words: &[&str]) -> String {
    let szala = Command::new(crate::program()).args(words).output();
    let szala = szala.expect("the binary under test starts");
    assert!(szala.status.success(), "{words:?}: {}", String::from_utf8_lossy(&szala.stderr));
    String::from_utf8(szala.stdout).expect("the output is UTF-8")
}

/// A copy of the scenario files of a folder, with these words replaced.
fn renamed(folder: &str, copy: &str, words: &[(&str, &str)]) -> PathBuf {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(copy);
    let _ = fs::remove_dir_all(&copy);
    fs::create_dir_all(&copy).expect("the disk has room for a folder");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(folder);
    for entry in fs::read_dir(folder).expect("the folder is shipped").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "toml") {
            let text = fs::read_to_string(entry.path()).expect("the files are text");
            let text = words.iter().fold(text, |text, (old, new)| text.replace(old, new));
            fs::write(copy.join(entry.file_name()), text).expect("there is room");
        }
    }
    copy
}

/// Each listed player of each side plays a game against the random player, and a league of all omits none.
fn every_listed_player_plays(scenario: &Path, sides: [&str; 2]) {
    let scenario = scenario.to_str().expect("the path is UTF-8");
    let listed: Value = serde_json::from_str(&told(&["list", "--players", scenario, "--format", "json"]))
        .expect("the list is JSON");
    let listed = &listed["games"][0]["sides"];
    let mut entered: Vec<Vec<String>> = Vec::new();
    for (place, side) in sides.into_iter().enumerate() {
        assert_eq!(listed[place]["side"], side);
        let players = listed[place]["players"].as_array().expect("there is somebody for each side");
        let names = players.iter().map(|player| player["player"].as_str().expect("a player has a name"));
        let quick = |name: &str| match name.split(':').next() {
            Some("search") => "search:8".to_owned(),
            Some("planner") => "planner:100".to_owned(),
            _ => name.to_owned(),
        };
        let names: Vec<String> = names.map(quick).collect();
        for name in &names {
            let pair = if place == 0 { format!("{name},uniform") } else { format!("uniform,{name}") };
            told(&["run", scenario, "--players", &pair, "--games", "1", "--threads", "1"]);
        }
        entered.push(
            names
                .into_iter()
                .filter(|name| !name.starts_with("search") && !name.starts_with("planner"))
                .collect(),
        );
    }
    let league = told(&["league", scenario, "--games", "2", "--threads", "2", "--format", "csv"]);
    assert_eq!(league.lines().count(), 1 + entered[0].len() * entered[1].len(), "{league}");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it is a folder").flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().into_string().expect("names are UTF-8")).collect();
    names.sort();
    names
}

/// The files that a scenario is based on and those about it are copied, but not the files of other scenarios in its
/// folder.
#[test]
fn a_new_scenario_is_a_copy_with_all_that_belongs_to_it_and_nothing_is_overwritten() {
    let at = |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let shipped = |name: &str| format!("{}/scenarios/{name}", env!("CARGO_MANIFEST_DIR"));
    let [battle, war] = [at("new-battle"), at("new-war")];
    for folder in [&battle, &war] {
        let _ = fs::remove_dir_all(folder);
    }
    let text = |path: &Path| path.to_str().expect("the path is UTF-8").to_owned();
    told(&["new", &text(&battle), "--from", &shipped("niemenczyn-1794/alternative.toml")]);
    let files = ["alternative.toml", "heuristic.toml", "historical.toml", "map.toml"];
    assert_eq!(
        names(&battle),
        [&files[..], &["palette.toml", "plans", "polish.toml", "tables.toml", "units.toml", "variants"]]
            .concat()
    );
    assert_eq!((names(&battle.join("plans")).len(), names(&battle.join("variants")).len()), (8, 4));
    told(&[
        "validate",
        &text(&battle.join("alternative.toml")),
        "--variant",
        &text(&battle.join("variants/victory-5.toml")),
    ]);
    told(&["new", &text(&war), "--from", &shipped("verdox/drill.toml")]);
    assert_eq!(
        names(&war),
        ["drill-map.toml", "drill.toml", "heuristic.toml", "palette.toml", "plans", "variants"]
    );
    told(&["validate", &text(&war.join("drill.toml"))]);
    // The folder is not empty now.
    let mine = "game = \"verdox\" # mine\n";
    fs::write(war.join("drill.toml"), mine).expect("there is room");
    let again = Command::new(crate::program())
        .args(["new", &text(&war), "--from", &shipped("verdox/drill.toml")])
        .output()
        .expect("the binary under test starts");
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(fs::read_to_string(war.join("drill.toml")).expect("it is there"), mine);
}

/// The example of `docs/YOUR_OWN_SCENARIO.md`.
#[test]
fn the_mill_at_rudka_is_played_by_every_listed_player() {
    let mill = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/rudka/mill.toml");
    every_listed_player_plays(&mill, ["Insurgents", "Garrison"]);
}

const NIEMENCZYN: [(&str, &str); 14] = [
    ("Poles", "Reds"),
    ("Russians", "Blues"),
    ("Polish guns", "Red guns"),
    ("Russian guns", "Blue guns"),
    ("Grabowski", "Adler"),
    ("Eydziatowicz", "Bose"),
    ("Lewiz", "Cohn"),
    ("Kirejew", "Dorn"),
    ("Narbutt", "Hussars"),
    ("KN II", "Dragoons"),
    ("7 pp lit.", "Foot"),
    ("Narwa", "Guards"),
    ("Pskow", "Line"),
    ("Kozacy", "Lancers"),
];

#[test]
fn a_copy_of_niemenczyn_under_other_names_is_played_by_every_listed_player() {
    let copy = renamed("niemenczyn-1794", "own-niemenczyn", &NIEMENCZYN);
    every_listed_player_plays(&copy.join("historical.toml"), ["Reds", "Blues"]);
    every_listed_player_plays(&copy.join("alternative.toml"), ["Reds", "Blues"]);
    // Weights as they were shipped, and under the new names.
    let scenario = copy.join("historical.toml");
    let scenario = scenario.to_str().expect("the path is UTF-8");
    let shipped =
        concat!("heuristic:", env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/heuristic.toml");
    let own = format!("heuristic:{}", copy.join("heuristic.toml").display());
    let games = |players: &str| {
        told(&["run", scenario, "--players", players, "--games", "20", "--format", "csv", "--threads", "2"])
    };
    let figures = |players: &str| games(players).replace(players, "heuristic");
    assert_eq!(figures(shipped), figures("heuristic"));
    assert_eq!(figures(&own), figures("heuristic"));
}

/// If only the sides have other names, the shipped plans can be played unchanged.
#[test]
fn plans_go_by_seat_where_only_the_sides_have_other_names() {
    let copy = renamed("niemenczyn-1794", "own-sides", &NIEMENCZYN[..2]);
    let scenario = copy.join("historical.toml");
    every_listed_player_plays(&scenario, ["Reds", "Blues"]);
    let list = |scenario: &str| told(&["list", "--players", scenario]);
    let own = list(scenario.to_str().expect("the path is UTF-8"));
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/niemenczyn-1794/historical.toml");
    let names = |list: &str| -> Vec<String> {
        // The mixes beside the shipped scenario belong to it alone. A long path is in a line of its own.
        let is_of_mixes = |line: &str| line.starts_with("by default:") || line.starts_with("mix:");
        let lines = list.lines().filter(|line| !is_of_mixes(line));
        lines.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect()
    };
    let expected = names(&list(shipped)).into_iter().map(|name| match name.as_str() {
        "Poles" => "Reds".to_owned(),
        "Russians" => "Blues".to_owned(),
        _ => name,
    });
    assert_eq!(names(&own), expected.collect::<Vec<_>>());
}

/// The sides of Verdox have the names of its rulebook; all other names are changed.
#[test]
fn a_copy_of_verdox_under_other_names_is_played_by_every_listed_player() {
    let copy =
        renamed("verdox", "own-verdox", &[("Verdox: the drill ground", "A small war"), ("drill", "war")]);
    fs::rename(copy.join("drill-map.toml"), copy.join("war-map.toml")).expect("the map was copied");
    every_listed_player_plays(&copy.join("drill.toml"), ["Hasbergs", "Askans"]);
}

/// What `szala` says on standard error where it refuses, with nothing on standard output before.
fn refused(words: &[&str]) -> String {
    let szala = Command::new(crate::program()).args(words).current_dir(env!("CARGO_MANIFEST_DIR")).output();
    let szala = szala.expect("the binary under test starts");
    assert!(!szala.status.success(), "{words:?}");
    String::from_utf8(szala.stdout).expect("the output is UTF-8") + &String::from_utf8_lossy(&szala.stderr)
}

#[test]
fn a_scenario_without_its_game_is_told_so_before_all_else() {
    let copy = renamed("verdox", "without-game", &[("game = \"verdox\"", "")]);
    let scenario = copy.join("fortress.toml");
    let told = refused(&["validate", scenario.to_str().expect("the path is UTF-8")]);
    let first = told.lines().next().unwrap_or_default();
    assert!(
        first
            .contains("fortress.toml:1:1: the scenario has no `game` and is taken for one of `insurrection`"),
        "{told}"
    );
    assert!(first.contains("`verdox`"), "{told}");
    assert_eq!(told.matches("has no `game`").count(), 1, "{told}");
    let told = refused(&["validate", "two-gates"]);
    assert!(told.contains("`two-gates` has no files to check"), "{told}");
}

#[test]
fn a_lexicon_that_cannot_be_read_is_refused_before_the_games() {
    let page = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-such-lexicon.html");
    let page = page.to_str().expect("the path is UTF-8");
    for words in [&["run", "two-gates"][..], &["compare", "two-gates", "two-gates"]] {
        let more = ["--games", "50", "--html", page, "--lang", "pl", "--lexicon", "no-such.toml"];
        let told = refused(&[words, &more].concat());
        assert!(told.starts_with("error: ") && told.contains("no-such.toml"), "{words:?}: {told}");
    }
}

#[test]
fn shards_that_should_come_into_a_file_are_not_waited_for() {
    let told = refused(&["run", "two-gates", "--games", "50", "--shards", "Cargo.toml"]);
    assert!(told.contains("Cargo.toml is no folder; name the one into which the shards come"), "{told}");
}
