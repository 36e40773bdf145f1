//! Anybody's players against the mixes of a search: what they gain is told, and where it is kept it counts. Played on
//! the smallest scenario that has files.

use std::path::Path;

use serde_json::Value;

use crate::searched::{edit, json, number, path, read, searched, set_ends, szala, told};

/// The commands that a test asks with: a challenge of 400 games.
fn asked<'a>(mill: &'a str, player: &'a str, seed: &'a str) -> Vec<&'a str> {
    vec!["challenge", mill, "--players", player, "--games", "400", "--seed", seed]
}

fn refused(arguments: &[&str]) -> String {
    let out = szala(arguments);
    assert!(!out.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&out.stdout));
    String::from_utf8(out.stderr).expect("the output is UTF-8")
}

fn challengers(found: &Value) -> &[Value] {
    found["challengers"].as_array().expect("it is a list")
}

#[test]
fn challengers_play_the_games_of_a_run_and_what_is_kept_moves_the_end_of_their_side() {
    let folder = searched("challenge");
    let (mill, mix) = (path(&folder, "mill.toml"), path(&folder, "robust/mill/mix.toml"));
    let challenge = asked(&mill, "heuristic", "7");
    let before = read(Path::new(&mix));
    let found = json(&challenge);
    assert_eq!(read(Path::new(&mix)), before, "nothing is kept unless it is asked for");
    assert_eq!(challengers(&found).len(), 2, "it can play either side: {found}");
    let pairs = [format!("heuristic,mix:{mix}"), format!("mix:{mix},heuristic")];
    for (one, players) in challengers(&found).iter().zip(&pairs) {
        let run = json(&["run", &mill, "--players", players, "--games", "400", "--seed", "7"]);
        assert_eq!(one["score"]["value"], run["outcome"]["score"]["value"], "{one}");
    }

    // With ends so far out the interval holds whatever they do.
    set_ends(&folder, "0.0", "1.0");
    assert!(told(&challenge).contains("The play interval holds against these challengers: 0.0 to 100.0 %."));

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
    let run = json(&["run", &mill, "--games", "400"]);
    assert!(number(&run["play_interval"]["low"]) <= end, "{run}");
    assert!(told(&["run", &mill, "--games", "400"]).contains("since then challenged by 1 player"));

    // The same games do not count twice; others of the same player are added to them.
    let again = refused(&[&challenge[..], &one_side].concat());
    assert!(again.contains("its games of seed 7 are kept in") && again.contains("another --seed"), "{again}");
    let more = json(&[&asked(&mill, "heuristic", "8")[..], &one_side].concat());
    assert_eq!((challengers(&more).len(), &challengers(&more)[0]["score"]["games"]), (1, &800.into()));
    assert!(number(&challengers(&more)[0]["score"]["low"]) > number(&one["score"]["low"]) - 0.1);
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn a_challenge_needs_mixes_that_were_searched_for_what_is_played() {
    let folder = searched("challenge-refused");
    let (mill, mix) = (path(&folder, "mill.toml"), path(&folder, "robust/mill/mix.toml"));
    for (arguments, expected) in [
        (asked("two-gates", "heuristic", "1"), "two-gates has no mixes beside it"),
        (asked(&mill, "nobody", "1"), "nobody"),
        ([&asked(&mill, "heuristic", "1")[..], &["--side", "Red"]].concat(), "Insurgents"),
        ([&asked(&mill, "heuristic", "1")[..], &["--mix", "no.toml"]].concat(), "there is no file no.toml"),
        ([&asked(&mill, "heuristic", "1")[..], &["--set", "stages=4"]].concat(), "is stale"),
        (asked(&mill, "heuristic,heuristic", "1"), "are the same player"),
    ] {
        let told = refused(&arguments);
        assert!(told.contains(expected), "{arguments:?}: {told}");
    }
    edit(Path::new(&mix), "is_finished = true", "is_finished = false");
    assert!(refused(&asked(&mill, "heuristic", "1")).contains("the search is not finished"));
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}
