//! The verdict includes the play interval: mixes beside a scenario are its usual players, and the search's result is
//! reported if rules, scenario and players are still those of the search. Played on the smallest scenario that has
//! files.

use std::path::Path;

use serde_json::Value;

use crate::searched::{
    copy, edit, json, number, path, read, refused, searched, set_ends, told, told_in_a_line, weights, write,
};

#[test]
fn mixes_beside_a_scenario_are_its_usual_players_and_others_play_where_they_are_named_or_there_are_none() {
    let folder = searched("usual");
    let (mill, other) = (path(&folder, "mill.toml"), path(&folder, "other.toml"));
    write(Path::new(&other), &read(Path::new(&mill)));
    let mix = format!("mix:{}", path(&folder, "robust/mill/mix.toml"));
    let players = |arguments: &[&str]| json(arguments)["players"].clone();
    assert_eq!(players(&["run", &mill, "--games", "20"]), serde_json::json!([mix, mix]));
    assert_eq!(
        players(&["run", &mill, "--games", "20", "--players", "heuristic"]),
        serde_json::json!(["heuristic", "heuristic"])
    );
    assert_eq!(players(&["run", &other, "--games", "20"]), serde_json::json!(["heuristic", "heuristic"]));
    let vary = ["--vary", "stages=4..5", "--games", "5"];
    assert_eq!(players(&[&["sweep", &mill][..], &vary].concat())[0], mix);
    // In words: how many there are, and where they lie.
    let file = path(&folder, "robust/mill/mix.toml");
    let text = told(&["run", &mill, "--games", "20"]);
    assert!(text.contains("mix of ") && text.contains(&format!("({file})")), "{text}");
    assert!(told(&["replay", &mill]).contains(&file));
    assert!(told_in_a_line(&["list", &mill]).contains(&format!("by default: {mix}")));
    // The mixes are not scenarios, though they name one.
    assert!(!told(&["list", &folder.display().to_string()]).contains("mix.toml"));
    // A new baseline names them.
    let baseline = path(&folder, "gate.toml");
    told(&[
        "gate",
        &mill,
        "--baseline",
        &baseline,
        "--update",
        "--games",
        "400",
        "--margins",
        "first_wins=20,draws=20,second_wins=20,lead=9,decisions=99",
    ]);
    assert!(read(Path::new(&baseline)).contains(&mix), "{}", read(Path::new(&baseline)));
    let gate = json(&["gate", "--baseline", &baseline]);
    assert!(gate["play_interval"]["low"].is_number(), "{gate}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

/// A link to itself can be neither read nor passed over.
#[test]
#[cfg(unix)]
fn mixes_that_cannot_be_looked_at_are_no_reason_for_other_players() {
    let folder = searched("closed");
    let mixes = folder.join("robust/mill");
    std::fs::remove_dir_all(&mixes).expect("the test made the folder");
    std::os::unix::fs::symlink(&mixes, &mixes).expect("there is room");
    let told = refused(&["run", &path(&folder, "mill.toml"), "--games", "20"]);
    assert!(told.contains("robust/mill/mix.toml"), "{told}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn usual_players_play_the_same_games_on_any_number_of_threads() {
    let mut scenarios = 0;
    for game in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios"))
        .expect("it is a folder")
        .flatten()
    {
        for found in std::fs::read_dir(game.path().join("robust")).into_iter().flatten().flatten() {
            let scenario = game.path().join(found.file_name()).with_extension("toml");
            if !found.path().join("mix.toml").exists() {
                continue;
            }
            let name = scenario.display().to_string();
            let run = |threads| json(&["run", &name, "--games=20", "--why-pairs=0", "--threads", threads]);
            assert_eq!(run("1"), run("4"), "{name}");
            scenarios += 1;
        }
    }
    assert!(scenarios > 5, "{scenarios}");
}

#[test]
fn the_verdict_rests_on_the_ends_of_the_play_interval_and_says_on_whose_play_it_depends() {
    let folder = searched("rests");
    let mill = path(&folder, "mill.toml");
    let run = ["run", &mill, "--games", "600", "--margin", "2"];
    let alone = json(&[&run[..], &["--players", "heuristic"]].concat());
    assert_eq!((&alone["play"], &alone["verdict"]["rests_on"]), (&Value::Null, &"statistics".into()));
    // With all players of the mill the insurgents score far above half: about 80 %.
    set_ends(&folder, "0.60", "0.90");
    let found = json(&run);
    assert_eq!(
        (&found["verdict"]["verdict"], &found["verdict"]["rests_on"]),
        (&"favours".into(), &"play".into())
    );
    // A better garrison brings them below half.
    set_ends(&folder, "0.45", "0.90");
    let found = json(&run);
    assert_eq!(found["verdict"]["verdict"], "depends_on_play");
    assert_eq!(found["verdict"]["depends_on"], serde_json::json!(["Garrison"]));
    let interval = &found["play_interval"];
    assert_eq!((number(&interval["low"]), number(&interval["high"])), (0.45, 0.90));
    let text = told(&run);
    for wanted in
        ["verdict: Depends on the play of Garrison", ": play interval", ": statistical interval", "seed 1"]
    {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    // How hard the search tried: the sums over both sides.
    let mixes = folder.join("robust/mill/mix.toml");
    let line = |key: &str| {
        let text = read(&mixes);
        text.lines().find(|line| line.starts_with(key)).unwrap_or_else(|| panic!("{key}: {text}")).to_owned()
    };
    edit(&mixes, &line("searches = "), "searches = [3,4]");
    edit(&mixes, &line("searches_that_gained = "), "searches_that_gained = [2,0]");
    let text = told_in_a_line(&run);
    assert!(text.contains("; 2 of 7 fresh searches gained."), "{text}");
    // No games change that, and a plan says so.
    let forecast = ["plan", &mill, "--margin", "2", "--pilot", "50"];
    assert_eq!(json(&forecast)["left_open"], serde_json::json!([0.45, 0.90]));
    assert!(
        told(&forecast).contains("The verdict depends on play, whatever these games show"),
        "{}",
        told(&forecast)
    );
    let heuristics = [&forecast[..], &["--players", "heuristic"]].concat();
    assert_eq!(json(&heuristics)["left_open"], Value::Null, "nobody searched for better ones");
    // Never narrower than the statistical interval of the run.
    set_ends(&folder, "0.7999", "0.8001");
    let few = json(&["run", &mill, "--games", "30"]);
    let (play, score) = (&few["play_interval"], &few["outcome"]["score"]);
    for (bound, wider) in
        [("low", number(&score["low"]).min(0.7999)), ("high", number(&score["high"]).max(0.8001))]
    {
        assert!((number(&play[bound]) - wider).abs() < 1e-9, "{bound}: {few}");
    }
    // A recorded run reports the same, from the record alone.
    set_ends(&folder, "0.45", "0.90");
    let record = path(&folder, "record");
    told(&[&run[..], &["--out", &record]].concat());
    std::fs::remove_dir_all(folder.join("robust")).expect("the test made the folder");
    let report = json(&["report", &record, "--margin", "2"]);
    assert_eq!(report["runs"][0]["verdict"], found["verdict"]);
    assert_eq!(report["runs"][0]["play_interval"], found["play_interval"]);
    let page = path(&folder, "page.html");
    told(&["report", &record, "--out", &page]);
    assert!(read(Path::new(&page)).contains("Better play of these could change it: Garrison."));
    let polish = path(&folder, "polish.html");
    told(&["report", &record, "--lang", "pl", "--out", &polish]);
    let text = read(Path::new(&polish));
    for wanted in [
        "Zależy od gry",
        "Może go zmienić lepsza gra: Garrison.",
        "gracze: mieszanka (1 gracz) kontra mieszanka (1 gracz)",
    ] {
        assert!(text.contains(wanted), "{wanted}");
    }
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn what_has_changed_since_the_search_makes_the_play_interval_stale() {
    let folder = searched("stale");
    let mill = path(&folder, "mill.toml");
    let run = ["run", &mill, "--games", "100", "--margin", "2"];
    let stale = |arguments: &[&str]| {
        let found = json(arguments);
        let reasons = found["play"]["stale"].as_array().expect("docs/JSON.md says that it is a list").clone();
        let is_stale = !reasons.is_empty();
        assert_eq!(found["play_interval"].is_null(), is_stale, "{found}");
        let rests = if is_stale { "statistics" } else { "play" };
        assert_eq!(found["verdict"]["rests_on"], rests);
        reasons
            .iter()
            .map(|reason| reason.as_str().expect("docs/JSON.md says that it is a text").to_owned())
            .collect::<Vec<String>>()
    };
    assert_eq!(stale(&run), Vec::<String>::new());
    assert_eq!(
        stale(&[&run[..], &["--set", "automatic_victory=6"]].concat()),
        ["the scenario was searched as it is and is played with --set automatic_victory=6"]
    );
    let text = told(&[&run[..], &["--set", "automatic_victory=6"]].concat());
    assert!(text.contains("The verdict rests on the statistical interval"), "{text}");
    // A plan says so before the games.
    let plan = |change: &[&str]| {
        let plan = ["plan", &mill, "--margin", "2", "--pilot", "20"];
        json(&[&plan[..], change].concat())["stale"].as_array().expect("a list").len()
    };
    assert_eq!([plan(&[]), plan(&["--set", "automatic_victory=6"])], [0, 1]);
    // A comment changes nothing, a value does.
    let file = Path::new(&mill);
    let before = read(file);
    write(file, &format!("# A remark.\n{before}"));
    assert_eq!(stale(&run), Vec::<String>::new());
    edit(file, "automatic_victory = 5", "automatic_victory = 6");
    assert_eq!(stale(&run), ["values of the scenario have changed since the search"]);
    write(file, &before);
    // A search may be joined whose path to the scenario was typed otherwise.
    let [dotted, joint] = ["./mill.toml", "joint"].map(|file| path(&folder, file));
    let join = ["--join", &path(&folder, "robust/mill"), "--seed", "2", "--games", "1000", "--out", &joint];
    told(&[&["robust", &dotted][..], &join].concat());
    // The mixes of another scenario.
    let mix = folder.join("robust/mill/mix.toml");
    let other = path(&folder, "other.toml");
    write(Path::new(&other), &read(Path::new(&mill)).replacen("title = \"", "title = \"Not ", 1));
    let theirs = format!("mix:{}", mix.display());
    let said = stale(&["run", &other, "--games", "100", "--margin", "2", "--players", &theirs]);
    assert!(said.len() == 1 && said[0].starts_with("the search was of "), "{said:?}");
    // Other rules.
    let searched = read(&mix);
    edit(&mix, "\nrules = \"", "\nrules = \"0");
    assert_eq!(stale(&run), ["the rules have changed since the search"]);
    // A search that does not record which players it found, and what it should record.
    let players = searched.lines().find(|line| line.starts_with("players = ")).expect("the search says it");
    let mine = "[[Insurgents]]\nplayer = \"heuristic\"\nshare = 1\n[[Garrison]]\nplayer = \"heuristic:mine.toml\"\n\
                share = 1\n";
    let head = &searched[..searched.find("[[").expect("there are players")];
    let weights = weights(&folder, "mine.toml");
    write(&mix, &format!("{}{mine}", head.replace(players, "")));
    let said = stale(&run).pop().expect("the mix is stale for a reason");
    let line = said.split('`').nth(1).expect("the line to add");
    assert!(line.starts_with("players = [") && line != players.replace(',', ", "), "{said}");
    write(&mix, &format!("{}{mine}", head.replace(players, line)));
    assert_eq!(stale(&run), Vec::<String>::new());
    // Other weights of one of them.
    let text = read(&weights);
    let (key, value) = text
        .lines()
        .find_map(|line| line.split_once(" = "))
        .expect("a file of weights has a weight on a line");
    let value = value.split(' ').next().expect("a number stands at the place");
    edit(&weights, &format!("{key} = {value}"), &format!("{key} = {value}1"));
    assert_eq!(stale(&run), ["players in the mix of Garrison have changed since the search"]);
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn scenarios_are_compared_with_their_own_mixes_and_the_ends_of_the_change_are_the_worst_of_both() {
    let folder = searched("compared");
    let [mill, other] = ["mill.toml", "other.toml"].map(|file| path(&folder, file));
    write(Path::new(&other), &read(Path::new(&mill)));
    copy(&folder.join("robust/mill"), &folder.join("robust/other"));
    set_ends(&folder, "0.10", "0.90");
    let mix = folder.join("robust/other/mix.toml");
    let ours = read(&folder.join("robust/mill/mix.toml"));
    write(
        &mix,
        &ours.replace("play_low = 0.10", "play_low = 0.20").replace("play_high = 0.90", "play_high = 0.95"),
    );
    let compare = ["compare", &mill, &other, "--games", "200"];
    let found = json(&compare);
    assert_ne!(found["players"], found["players_b"]);
    // At worst 20 - 90 = -70 points, at best 95 - 10 = +85.
    let change = &found["play_interval"];
    // The ends are those that are printed.
    let ends = [0, 1].map(|place| ["low", "high"].map(|end| number(&found["play_intervals"][place][end])));
    assert_eq!(ends, [[0.10, 0.90], [0.20, 0.95]]);
    for (bound, expected) in [("low", -0.70), ("high", 0.85)] {
        assert!((number(&change[bound]) - expected).abs() < 1e-9, "{change}");
    }
    // Both are the same scenario, so that even the mixes of the search show no change.
    let words = told(&compare);
    assert!(words.contains("so these games do not show the sign of the change."), "{words}");
    // For a changed scenario the interval is unknown: the mixes still play, and the report says so.
    let whatif = json(&["whatif", &mill, "--set", "automatic_victory=6", "--games", "50"]);
    assert_eq!((&whatif["play_interval"], &whatif["players_b"]), (&Value::Null, &Value::Null));
    assert!(whatif["play_intervals"][0].is_object() && whatif["play_intervals"][1].is_null(), "{whatif}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn play_that_adapts_to_a_change_is_the_same_on_any_number_of_threads_and_keeps_what_was_searched() {
    let folder = searched("adapted");
    let mill = path(&folder, "mill.toml");
    let whatif = |threads| {
        let change = ["whatif", &mill, "--set", "automatic_victory=3", "--games", "40"];
        json(&[&change[..], &["--robust-games", "1000", "--threads", threads]].concat())
    };
    let found = whatif("1");
    assert_eq!(found, whatif("2"));
    let [a, b] = ["a", "b"].map(|variant| found["adapted"][variant].clone());
    // The unchanged scenario was searched before: its score is that of the search, and so are the ends.
    let mix = read(&folder.join("robust/mill/mix.toml"));
    let said = |key: &str| {
        let start = format!("{key} = ");
        let line = mix.lines().find(|line| line.starts_with(&start)).expect("the search says it");
        line[start.len()..].parse::<f64>().expect("a number stands at the place")
    };
    assert!((number(&a["score"]["value"]) - said("score")).abs() < 1e-6, "{a}");
    assert!((number(&a["play_interval"]["low"]) - said("play_low")).abs() < 1e-6, "{a}");
    assert!(a["search"].as_str().expect("docs/JSON.md says that it is a text").contains("mix.toml"), "{a}");
    // For the change the search reports that it started from the known players, and its score lies within its ends.
    assert!(
        b["search"].as_str().expect("docs/JSON.md says that it is a text").contains("known players"),
        "{b}"
    );
    let [low, value, high] = ["low", "value", "high"]
        .map(|key| number(if key == "value" { &b["score"][key] } else { &b["play_interval"][key] }));
    assert!(low <= value && value <= high, "{b}");
    // B minus A with adapted play.
    let difference = number(&found["adapted"]["difference"]["value"]);
    assert!((difference - (value - number(&a["score"]["value"]))).abs() < 1e-9, "{found}");
    // The page has the same as a section.
    let page = path(&folder, "page.html");
    let change = ["whatif", &mill, "--set", "automatic_victory=3", "--games", "40", "--robust-games", "1000"];
    let rows = told(&[&change[..], &["--html", &page, "--format", "csv"]].concat());
    for axis in ["score_at_adapted_play,share,", "its_play_interval,share,"] {
        assert_eq!(rows.lines().filter(|row| row.starts_with(axis)).count(), 1, "{axis} {rows}");
    }
    let page = read(Path::new(&page));
    assert!(page.contains("<section id=\"adapted\""), "{page}");
    assert!(page.contains("1000, 1</dd>"), "the search of the change has games and a seed");
    // The players with which that search began are in its state, and are not left out in silence.
    write(&folder.join("robust/mill/state.json"), "{}");
    let told = refused(&[&change[..], &["--format", "csv"]].concat());
    assert!(told.contains("robust/mill/state.json is damaged"), "{told}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

/// A scenario whose usual players have lost a file is sound, but cannot be run as it is.
#[test]
fn usual_players_that_cannot_play_are_noted_where_a_scenario_is_checked() {
    let folder = searched("validated");
    let (mill, mix) = (path(&folder, "mill.toml"), path(&folder, "robust/mill/mix.toml"));
    assert!(!told(&["validate", &mill]).contains("usual players"));
    edit(
        Path::new(&mix),
        "player = \"",
        "player = \"heuristic:gone.toml\"\nshare = 1\n\n[[Insurgents]]\nplayer = \"",
    );
    let text = told_in_a_line(&["validate", &mill]);
    assert!(text.contains("its usual players cannot play it; name others with --players."), "{text}");
    assert!(text.contains("gone.toml") && text.contains("sound, "), "{text}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}
