//! `szala challenge`: gains are reported, kept games widen the play interval, and bad input is refused. Played on the
//! smallest scenario that has files.

use std::path::Path;

use serde_json::Value;

use crate::searched::{
    edit, json, number, path, read, refused, searched, set_ends, szala, told, told_in_a_line, weights, write,
};

/// The arguments of a test: a challenge of 400 games.
fn asked<'a>(mill: &'a str, player: &'a str, seed: &'a str) -> Vec<&'a str> {
    vec!["challenge", mill, "--players", player, "--games", "400", "--seed", seed]
}

/// The heuristic, which is the mix of either side, with one weight a little off: about as strong.
fn near(folder: &Path) -> String {
    let file = weights(folder, "near.toml");
    let text = read(&file)
        .replace("\nstrength = 405", "\nstrength = 404")
        .replace("\nstrength = 83", "\nstrength = 84");
    write(&file, &text);
    format!("heuristic:{}", file.display())
}

fn challengers(found: &Value) -> &[Value] {
    found["challengers"].as_array().expect("it is a list")
}

#[test]
fn challengers_play_the_games_of_a_run_and_what_is_kept_moves_the_end_of_their_side() {
    let folder = searched("challenge");
    let (mill, mix) = (path(&folder, "mill.toml"), path(&folder, "robust/mill/mix.toml"));
    let player = near(&folder);
    let challenge = asked(&mill, &player, "7");
    let before = read(Path::new(&mix));
    let found = json(&challenge);
    assert_eq!(read(Path::new(&mix)), before, "nothing is kept unless it is asked for");
    assert_eq!(challengers(&found).len(), 2, "it can play either side: {found}");
    let pairs = [format!("{player},mix:{mix}"), format!("mix:{mix},{player}")];
    for (one, players) in challengers(&found).iter().zip(&pairs) {
        let run = json(&["run", &mill, "--players", players, "--games", "400", "--seed", "7"]);
        assert_eq!(one["score"]["value"], run["outcome"]["score"]["value"], "{one}");
    }

    // With ends so far out the interval holds whatever they do.
    set_ends(&folder, "0.0", "1.0");
    assert!(told(&challenge).contains("The play interval holds: 0.0 to 100.0 %."));

    // With ends at the score of the mixes each can only be widened, by the side that gains from it.
    let score = before.lines().find_map(|line| line.strip_prefix("score = ")).expect("the search has ended");
    set_ends(&folder, score, score);
    let one_side = ["--side", "Garrison", "--keep"];
    let found = json(&[&challenge[..], &one_side].concat());
    let [one] = challengers(&found) else { panic!("one side alone: {found}") };
    let (end, score) = (number(&one["end"]), score.parse::<f64>().expect("a number"));
    assert!(end < number(&one["score"]["value"]), "it may be worth more than it shows: {one}");
    let [low, high] = ["low", "high"].map(|end| number(&found["play_interval"][end]));
    assert!((low - end.min(score)).abs() < 1e-9 && (high - score).abs() < 1e-9, "{found}");
    // At a score of about 78 % the half-width of 400 games is 4 points, of 8 000 games 1: with these the statistical
    // interval ends nearer to the score, so the challenger's end is visible.
    let run = json(&["run", &mill, "--games", "8000"]);
    assert!(number(&run["outcome"]["score"]["low"]) > end + 0.01, "{run}");
    assert!((number(&run["play_interval"]["low"]) - end).abs() < 1e-9, "{run}");
    assert!(told_in_a_line(&["run", &mill, "--games", "400"]).contains("; 1 challenger since then"));

    // The same games do not count twice; others of the same player are added to them.
    let again = refused(&[&challenge[..], &one_side].concat());
    assert!(again.contains(&format!("Garrison: games of {player} with seed 7 are kept in")), "{again}");
    let unkept = json(&asked(&mill, &player, "7"));
    let games = |of: &Value| [&of["score"]["games"], &of["games_now"]].map(Value::clone);
    assert_eq!(games(&challengers(&unkept)[1]), [400, 400].map(Value::from), "once, kept or not");
    let fewer = ["challenge", &mill, "--players", &player, "--games", "100", "--seed", "7"];
    assert_eq!(games(&challengers(&json(&fewer))[1]), [400, 100].map(Value::from), "those that are kept");
    let more = json(&[&asked(&mill, &player, "8")[..], &one_side].concat());
    assert_eq!(challengers(&more).len(), 1);
    assert_eq!(games(&challengers(&more)[0]), [800, 400].map(Value::from));
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn a_challenge_needs_mixes_that_were_searched_for_what_is_played() {
    let folder = searched("challenge-refused");
    let (mill, mix) = (path(&folder, "mill.toml"), path(&folder, "robust/mill/mix.toml"));
    let player = near(&folder);
    for (arguments, expected) in [
        (asked("two-gates", "heuristic", "1"), "two-gates has no mixes beside it"),
        (asked(&mill, "nobody", "1"), "nobody"),
        ([&asked(&mill, &player, "1")[..], &["--side", "Red"]].concat(), "Insurgents"),
        ([&asked(&mill, &player, "1")[..], &["--mix", "no.toml"]].concat(), "there is no file no.toml"),
        ([&asked(&mill, &player, "1")[..], &["--set", "stages=4"]].concat(), "is stale"),
        (asked(&mill, &format!("{player},{player}"), "1"), "are the same player"),
        (asked(&mill, &format!("mix:{mix}"), "1"), "Garrison: it is what"),
        // The only player of either mix.
        (asked(&mill, "heuristic", "1"), "Insurgents: it is what"),
    ] {
        let told = refused(&arguments);
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
    edit(Path::new(&mix), "is_finished = true", "is_finished = false");
    assert!(refused(&asked(&mill, &player, "1")).contains("the search is not finished"));
    edit(Path::new(&mix), "is_finished = false", "is_finished = true");

    // If the result could not be read back, nothing is written, and the error contains the games.
    edit(Path::new(&mix), "is_finished = true", "is_finished = true\nchallenged = []");
    let before = read(Path::new(&mix));
    let told = refused(&[&asked(&mill, &player, "1")[..], &["--keep"]].concat());
    assert!(told.contains("cannot be added to it") && told.contains("seat = \"second\""), "{told}");
    assert_eq!(read(Path::new(&mix)), before);
    edit(Path::new(&mix), "\nchallenged = []", "\nchallenged = [{ seat = \"third\" }]");
    let told = refused(&asked(&mill, &player, "1"));
    assert!(told.contains("mix.toml: line ") && told.contains("`third`"), "{told}");

    // An error in the weights of one side is reported even if the other side works.
    edit(Path::new(&mix), "\nchallenged = [{ seat = \"third\" }]", "");
    let weights = weights(&folder, "misspelt.toml");
    edit(&weights, "[Insurgents]\nspread = ", "[Insurgents]\nspreat = ");
    let player = format!("heuristic:{}", weights.display());
    let own = szala(&["challenge", &mill, "--players", &player, "--games", "10"]);
    let told = String::from_utf8(own.stderr).expect("the output is UTF-8");
    assert!(told.contains("plays one side alone; Insurgents: ") && told.contains("spreat"), "{told}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn a_search_that_goes_on_keeps_who_challenged_its_mixes() {
    let folder = searched("challenge-resumed");
    let out = path(&folder, "gates");
    let search = ["robust", "two-gates", "--without", "greedy", "--out", &out, "--games"];
    let mix = path(&folder, "gates/mix.toml");
    told(&[&search[..], &["2000"]].concat());
    let challenge =
        ["challenge", "two-gates", "--players", "uniform", "--mix", &mix, "--games", "40", "--keep"];
    told(&challenge);
    let kept = || read(Path::new(&mix)).matches("[[found.challenged]]").count();
    assert_eq!(kept(), 2, "either side");
    let again = json(&[&search[..], &["2000", "--resume"]].concat());
    assert_eq!(kept(), 2);
    // Its report counts them, as every other command does.
    assert_eq!(again["challengers"], 2);
    let run = json(&["run", "two-gates", "--players", &format!("mix:{mix}"), "--games", "100000"]);
    for end in ["low", "high"] {
        let [told, played] = [&again, &run].map(|found| number(&found["play_interval"][end]));
        // The file has six decimals.
        assert!((told - played).abs() < 1e-6, "{again}");
    }
    // A misspelt table would be lost when the search writes its file.
    edit(Path::new(&mix), "[[found.challenged]]", "[[found.chalenged]]");
    let told = refused(&[&search[..], &["2000", "--resume"]].concat());
    assert!(told.contains("unknown field `chalenged`"), "{told}");
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}
