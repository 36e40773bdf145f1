//! The shipped scenarios: found by name from any folder, with every file that they name, and played as from the files
//! themselves.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Where the files of the scenarios are.
const REPOSITORY: &str = env!("CARGO_MANIFEST_DIR");

/// A new, empty folder.
fn empty(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shelf").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the disk has room for a folder");
    folder
}

fn szala(folder: impl AsRef<Path>, words: &[&str]) -> Output {
    let szala = Command::new(crate::program()).current_dir(folder).args(words).output();
    szala.expect("the binary under test starts")
}

/// What it prints in this folder, if it succeeds.
fn told(folder: impl AsRef<Path>, words: &[&str]) -> String {
    let szala = szala(folder, words);
    assert!(szala.status.success(), "{words:?}: {}", String::from_utf8_lossy(&szala.stderr));
    String::from_utf8(szala.stdout).expect("the output is UTF-8")
}

/// Its error when it refuses.
fn refused(folder: impl AsRef<Path>, words: &[&str]) -> String {
    let szala = szala(folder, words);
    assert_eq!(szala.status.code(), Some(2), "{words:?}");
    String::from_utf8(szala.stderr).expect("errors are UTF-8")
}

/// The names of all games listed in a folder.
fn games(folder: impl AsRef<Path>) -> Vec<String> {
    let list: Value = serde_json::from_str(&told(folder, &["list", "--format", "json"])).expect("it is JSON");
    let games = list["games"].as_array().expect("docs/JSON.md says that it is a list").iter();
    let named = games.map(|game| {
        assert_eq!(game["errors"], 0, "{game}");
        game["game"].as_str().expect("every game has a name").to_owned()
    });
    named.collect()
}

/// Those of them that are files.
fn listed(folder: impl AsRef<Path>) -> Vec<String> {
    games(folder).into_iter().filter(|name| name.contains('/')).collect()
}

#[test]
fn an_empty_folder_has_the_scenarios_of_the_repository_by_their_short_names() {
    let folder = empty("list");
    let names = listed(&folder);
    let paths: Vec<String> = names.iter().map(|name| format!("scenarios/{name}.toml")).collect();
    assert_eq!(paths, listed(REPOSITORY));
    assert!(names.contains(&"niemenczyn-1794/historical".to_owned()), "{names:?}");
    let words: Vec<&str> = ["validate"].into_iter().chain(names.iter().map(String::as_str)).collect();
    let sound = told(&folder, &words);
    assert!(paths.iter().all(|path| sound.contains(&format!("{path}: sound"))), "{sound}");
}

#[test]
fn a_short_name_plays_the_games_of_the_file_with_the_mixes_beside_it() {
    let folder = empty("run");
    let rest = ["--games", "60", "--seed", "5", "--format", "json"];
    let run = |name| [["run", name].as_slice(), &rest].concat();
    let path = "scenarios/niemenczyn-1794/historical.toml";
    let expected = told(REPOSITORY, &run(path));
    assert!(expected.contains("mix:scenarios/niemenczyn-1794/robust/historical/mix.toml"), "{expected}");
    for name in ["niemenczyn-1794/historical", "niemenczyn-1794/historical.toml", path] {
        assert_eq!(told(&folder, &run(name)), expected, "{name}");
    }
    // Where the files exist, the short name means them.
    assert_eq!(told(REPOSITORY, &run("niemenczyn-1794/historical")), expected);
}

#[test]
fn records_of_a_short_name_are_those_of_the_file() {
    let (here, there) = (empty("record-here"), empty("record-there"));
    let rest = ["--games", "50", "--out"];
    told(&here, &[["run", "verdox/mirror"].as_slice(), &rest, &["run"]].concat());
    let out = there.join("run");
    let out = out.to_str().expect("the path is UTF-8");
    told(REPOSITORY, &[["run", "scenarios/verdox/mirror.toml"].as_slice(), &rest, &[out]].concat());
    let file = |folder: &Path, name: &str| fs::read(folder.join("run").join(name)).expect("it was written");
    let games = "games-000000000000.parquet";
    assert_eq!(file(&here, games), file(&there, games));
    let run = |folder: &Path| {
        let manifest: Value = serde_json::from_slice(&file(folder, "manifest.json")).expect("it is JSON");
        manifest["run"].clone()
    };
    assert_eq!(run(&here), run(&there));
    // The record contains all texts, so it is reported without any file.
    assert!(told(&here, &["report", "run"]).contains("Verdox"));
}

/// Words that `DuckDB` 2.0 reserves (`duckdb_keywords()`), and R, in any case.
const RESERVED: &str = "\
    all analyse analyze and anti any array as asc asof asymmetric at authorization binary both break by case \
    cast check collate collation column columns concurrently constraint create cross default deferrable desc \
    describe distinct do else end except false fetch for foreign freeze from full function generated glob group \
    having if ilike in inf initially inner intersect into is isnull join lambda lateral leading left like limit \
    map na nan natural next not notnull null offset on only or order outer overlaps pivot pivot_longer \
    pivot_wider placing positional primary qualify references repeat returning right select semi show similar \
    some struct summarize symmetric table tablesample then to trailing true try_cast tuple union unique unpack \
    unpivot using variadic verbose when where while window with";

#[test]
fn no_column_needs_quotes_and_no_two_have_one_name() {
    let folder = empty("columns");
    let rest = ["--games", "1", "--players", "uniform", "--why-pairs", "0", "--out"];
    for (place, game) in games(&folder).iter().enumerate() {
        let out = place.to_string();
        told(&folder, &[["run", game].as_slice(), &rest, &[&out]].concat());
        let manifest = fs::read(folder.join(&out).join("manifest.json")).expect("it was written");
        let manifest: Value = serde_json::from_slice(&manifest).expect("it is JSON");
        let columns = manifest["columns"].as_array().expect("docs/JSON.md says that it is a list");
        let names: BTreeSet<&str> = columns.iter().filter_map(|column| column["name"].as_str()).collect();
        assert_eq!(names.len(), columns.len(), "{game}");
        for name in names {
            let is_plain = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_');
            assert!(name.starts_with(|first: char| first.is_ascii_lowercase()), "{game}: {name}");
            assert!(
                name.chars().all(is_plain) && !RESERVED.split(' ').any(|word| word == name),
                "{game}: {name}"
            );
        }
    }
}

#[test]
fn variants_and_plans_come_along() {
    let folder = empty("named");
    let cavalry = "scenarios/niemenczyn-1794/variants/eydziatowicz.toml";
    let plan = "plan:scenarios/niemenczyn-1794/plans/regiment.toml,uniform";
    let asked: [(&[&str], &str, &[&str]); 3] = [
        (&["whatif"], "historical", &["--add", cavalry, "--games", "20"]),
        (&["run"], "alternative", &["--players", plan, "--games", "20"]),
        (&["list", "--players"], "historical", &[]),
    ];
    for (front, name, rest) in asked {
        let [short, path] =
            [format!("niemenczyn-1794/{name}"), format!("scenarios/niemenczyn-1794/{name}.toml")];
        let words = |name| [front, &[name], rest].concat();
        assert_eq!(told(&folder, &words(&short)), told(REPOSITORY, &words(&path)), "{front:?}");
    }
}

#[test]
fn a_copy_of_a_shipped_scenario_is_that_of_its_files() {
    let (here, there) = (empty("new-here"), empty("new-there"));
    let copied = told(&here, &["new", "mine", "--from", "niemenczyn-1794/historical", "--format", "csv"]);
    let out = there.join("mine");
    let out = out.to_str().expect("the path is UTF-8");
    told(REPOSITORY, &["new", out, "--from", "scenarios/niemenczyn-1794/historical.toml"]);
    let files: Vec<&str> = copied.lines().skip(1).collect();
    assert!(files.contains(&"mine/historical.toml") && files.contains(&"mine/map.toml"), "{copied}");
    for file in files {
        assert_eq!(fs::read(here.join(file)).ok(), fs::read(there.join(file)).ok(), "{file}");
    }
    let sound = told(&here, &["validate", "mine/historical.toml"]);
    assert!(sound.starts_with("mine/historical.toml: sound"), "{sound}");
}

#[test]
fn a_path_that_exists_wins_over_a_name() {
    let folder = empty("path");
    fs::create_dir(folder.join("rudka")).expect("there is room");
    fs::write(folder.join("rudka/mill"), "game = \"insurrection\"\n").expect("there is room");
    let told = refused(&folder, &["run", "rudka/mill"]);
    assert!(told.starts_with("error: rudka/mill cannot be played"), "{told}");
}

#[test]
fn a_folder_of_the_disk_hides_the_shipped_one_so_that_no_files_are_mixed() {
    let folder = empty("hidden");
    let own = folder.join("scenarios/niemenczyn-1794");
    fs::create_dir_all(&own).expect("there is room");
    let from = Path::new(REPOSITORY).join("scenarios/niemenczyn-1794/historical.toml");
    fs::copy(from, own.join("historical.toml")).expect("there is room");
    let told = refused(&folder, &["run", "niemenczyn-1794/historical"]);
    assert!(told.contains("map.toml") && told.contains("cannot be read"), "{told}");
    // The folders of other games are not on disk.
    let names = listed(folder.join("scenarios/niemenczyn-1794"));
    assert!(names.contains(&"verdox/mirror".to_owned()), "{names:?}");
}

#[test]
fn a_wrong_name_is_answered_with_the_nearest_and_with_what_else_works() {
    let folder = empty("wrong");
    for (wrong, right) in [
        ("niemenczyn-1794/historcal", "niemenczyn-1794/historical"),
        ("verdox/miror", "verdox/mirror"),
        ("scenarios/verdox/miror.toml", "scenarios/verdox/mirror.toml"),
        ("two-gate", "two-gates"),
    ] {
        let told = refused(&folder, &["run", wrong]);
        assert!(told.contains(&format!("did you mean `{right}`?")), "{told}");
        assert!(told.contains("the path of a scenario file works too"), "{told}");
    }
}
