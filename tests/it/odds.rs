//! `szala odds` on the command line: exact odds counted by hand, for a shot, a melee, a retreat and a roll of Pig; the
//! tables of a rulebook; and its errors.

use std::process::{Command, Output};

use serde_json::{Value, json};

const HISTORICAL: &str = "scenarios/niemenczyn-1794/historical.toml";
const MUSKETS: &str = "engine/insurrection/cases/ch10-muskets.toml";
const RETREATS: &str = "engine/insurrection/cases/ch10-retreat.toml";
const MELEES: &str = "engine/insurrection/cases/ch11-melee.toml";

fn szala(words: &[&str]) -> Output {
    let mut command = Command::new(crate::program());
    command.current_dir(env!("CARGO_MANIFEST_DIR")).arg("odds").args(words);
    command.output().expect("the command was built for this test")
}

fn found(words: &[&str]) -> Value {
    let out = szala(&[words, &["--format", "json"]].concat());
    let told = String::from_utf8_lossy(&out.stderr);
    assert!(out.status.success(), "{words:?}: {told}");
    serde_json::from_slice(&out.stdout).expect("what is printed is JSON")
}

fn error(words: &[&str]) -> String {
    let out = szala(words);
    assert_eq!(out.status.code(), Some(2), "{words:?}");
    String::from_utf8(out.stderr).expect("all that is printed is UTF-8")
}

/// The chance that a value is this afterwards; `None` if it is impossible.
fn chance<'v>(found: &'v Value, what: &str, whose: &str, to: &str) -> Option<&'v str> {
    let values = found["values"].as_array().expect("values are a list").iter();
    let mut values = values.filter(|value| value["what"] == what && value["whose"] == whose);
    let after = values.next()?["after"].as_array().expect("a value has what becomes of it");
    after.iter().find(|after| after["value"] == to)?["chance"]["fraction"].as_str()
}

fn table(found: &Value, keys: &[&str]) -> Vec<String> {
    let rows = found["tables"][0]["rows"].as_array().expect("a table has rows").iter();
    let row =
        rows.clone().find(|row| row["keys"] == json!(keys)).expect("the table has a row for these keys");
    let chances = row["chances"].as_array().expect("a row has chances").iter();
    chances.map(|chance| chance["fraction"].as_str().expect("a chance is a fraction").to_owned()).collect()
}

#[test]
fn a_roll_of_pig_loses_the_turn_in_one_of_six() {
    let roll = found(&["pig"]);
    assert_eq!((&roll["actions"], &roll["passes"]), (&json!(["First: roll"]), &json!(6)));
    // [2.1] The faces 2 to 6 are added, [2.2] and a 1 is not: a mean of 20/6.
    assert_eq!(chance(&roll, "turn", "First", "6"), Some("1/6"));
    assert_eq!(chance(&roll, "turn", "First", "1"), None);
    assert_eq!(roll["values"][0]["mean"], json!({ "fraction": "10/3", "value": 10.0 / 3.0 }));
}

/// Narwa 1 and its commander are Russian.
#[test]
fn each_action_of_a_case_is_of_the_side_that_takes_it() {
    let found = found(&["engine/insurrection/cases/ch06.toml", "1"]);
    let actions: Vec<&str> =
        found["actions"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(actions.iter().any(|action| action.contains("begin: Narwa 1")), "{actions:?}");
    let of_narwa = actions.iter().skip_while(|action| !action.contains("Narwa 1"));
    assert!(of_narwa.clone().all(|action| action.starts_with("Russians: ")), "{actions:?}");
}

#[test]
fn r10_9_4_a_shot_of_a_case_has_the_odds_of_its_faces() {
    // Row 4-5, 1 added, second shot, morale 6: 0 to 5 nothing, 6 and 7 a retreat, 8 and 9 a loss as well.
    let shot = found(&[MUSKETS, "1M: 8 on the die is a retreat and a loss"]);
    assert_eq!(chance(&shot, "losses", "Narwa 1", "1"), Some("1/5"));
    assert_eq!(chance(&shot, "hex", "Narwa 1", "0905"), Some("3/5"));
}

#[test]
fn r11_7_a_melee_of_a_case_has_the_odds_of_its_pairs() {
    // The attacker has one more, and a tie: he loses where his die is two and more below, 36 of 100 pairs.
    let melee = found(&[MELEES, "equal results are the attacker's by one", "--players", "heuristic"]);
    assert_eq!(chance(&melee, "losses", "1/I/7 pp lit.", "2"), Some("9/25"));
    assert_eq!(chance(&melee, "losses", "Narwa 1", "2"), Some("16/25"));
    let certain = melee["events"].as_array().expect("events are a list").iter();
    let won = certain.clone().find(|event| event["event"] == "11.7 melee won: Narwa 1");
    assert_eq!(won.expect("either may win")["chance"]["fraction"], "9/25");
}

#[test]
fn r10_11_a_stack_retreats_unit_by_unit() {
    // Both test with 1 added against morale 6: four of ten retreat, independently, so 16 of 100 both.
    let both = found(&[RETREATS, "the units of a stack under artillery fire retreat each for itself"]);
    for unit in ["Narwa 1", "Narwa 2"] {
        assert_eq!(chance(&both, "hex", unit, "0703"), Some("3/5"), "{unit}");
        assert_eq!(chance(&both, "losses", unit, "1"), Some("1/5"), "{unit}");
    }
    let results = both["results"].as_array().expect("results are a list").iter();
    let moved = |result: &Value| {
        let changes = result["changes"].as_array().expect("changes are a list").iter();
        changes
            .filter(|change| change.as_str().is_some_and(|words| words.starts_with("hex of Narwa")))
            .count()
    };
    let chances = results.filter(|result| moved(result) == 2).map(|result| &result["chance"]["value"]);
    let sum: f64 = chances.map(|chance| chance.as_f64().expect("a chance is a number")).sum();
    assert!((sum - 0.16).abs() < 1e-12, "{sum}");
}

#[test]
fn tables_follow_what_is_set() {
    let charge = |set: &[&str]| found(&[&[HISTORICAL, "--table", "charge"], set].concat());
    // [8.14.2] Two more: 21 pairs win by six and more, 51 win otherwise, 25 lose, 3 by six and more.
    assert_eq!(table(&charge(&[]), &["front", "1:1"]), ["21/100", "51/100", "1/4", "3/100"]);
    // Without a bonus the odds of even dice: 10, 45, 35, 10.
    let plain = charge(&["--set", "values.charge_bonus=0"]);
    assert_eq!(table(&plain, &["front", "1:1"]), ["1/10", "9/20", "7/20", "1/10"]);
    let walls = found(&["scenarios/verdox/fortress.toml", "--table", "walls"]);
    assert_eq!(table(&walls, &["2"]), ["25/36", "11/36"]);
    let list = found(&[HISTORICAL, "--table"]);
    let names = list["tables"].as_array().expect("tables are a list").iter();
    assert!(names.map(|table| &table["name"]).any(|name| name == "muskets"));
    assert_eq!(list["tables"][0]["rows"], json!([]));
}

#[test]
fn what_cannot_be_answered_is_told_with_the_way_out() {
    let file = std::env::temp_dir().join(format!("szala-odds-{}.toml", std::process::id()));
    let text =
        "game = 'pig'\n[[case]]\nname = 'nothing'\nrules = ['2.1']\nwhy = 'nothing'\nto_act = 'First'\n";
    std::fs::write(&file, text).expect("the folder for temporary files takes one");
    let none = error(&[file.to_str().expect("its name is plain")]);
    std::fs::remove_file(&file).expect("the test made it");
    assert!(none.contains(":3:8: this has no action"), "{none}");
    for (words, expected) in [
        (&["pig", "--at", "0:9999"][..], "there is no decision 9999: the game ends after"),
        (&["pig", "--action", "rol"], "did you mean `roll`?"),
        (&["two-gates", "--action", "shoot"], "legal are: draw lots"),
        (&["pig", "--at", "x"], "say the number of the game"),
        (&["pig", "--until", "x"], "say `settled`, `decision`"),
        (&["pig", "--passes", "5"], "more than 5 sequences of faces; stop earlier with `--until decision`"),
        (&["pig", "--table", "rolls"], "its rules have no tables to work out"),
        (&["pig", "a case"], "holds no cases"),
        (&[HISTORICAL, "--table", "musket"], "did you mean `muskets`?"),
        (&[HISTORICAL, "--table", "all", "--chart", "no-such.svg"], "a chart shows one table"),
        (
            &[HISTORICAL, "--table", "flight", "--chart", "no-such.svg"],
            "more results than a chart has colours",
        ),
        (&[MUSKETS], "name one of them: 1 `"),
        (&[MUSKETS, "no such case"], "there is no case `no such case`"),
        (&[MUSKETS, "1", "--set", "automatic_victory=5"], "a case says itself what it changes"),
        (&[MUSKETS, "1", "--at", "0:1"], "--at is about a game"),
        (&[MUSKETS, "--table"], "holds cases and no tables"),
    ] {
        let told = error(words);
        assert!(told.contains(expected), "{words:?}: {told}");
    }
}
