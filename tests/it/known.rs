//! The questions of a designer about *Night Crossing*, where every answer is known by hand. The smugglers cross with 2
//! tenths if they meet the guards and with 6 otherwise, and they meet every second time: 40 games in 100.

use std::process::Command;

use serde_json::Value;

const KNOWN: &str = "scenarios/night-crossing/known.toml";

/// The answer of a command as JSON.
fn json(words: &[&str]) -> Value {
    let told = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(words)
        .args(["--format", "json"])
        .output()
        .expect("the binary was built for this test");
    let error = String::from_utf8_lossy(&told.stderr);
    serde_json::from_slice(&told.stdout).unwrap_or_else(|_| panic!("{words:?} prints JSON: {error}"))
}

/// Does an estimate's interval contain this number, and is it informative?
#[track_caller]
fn holds(estimate: &Value, truth: f64, widest: f64) {
    let end = |key| estimate[key].as_f64().unwrap_or_else(|| panic!("{estimate} has `{key}`"));
    let (low, high) = (end("low"), end("high"));
    assert!(low <= truth && truth <= high, "{truth} in {estimate}");
    assert!(high - low <= widest, "{estimate} is no wider than {widest}");
}

/// The same for many intervals, each of which may miss the truth once in twenty times: an interval twice as wide misses
/// it once in ten thousand.
#[track_caller]
fn nearly_holds(estimate: &Value, truth: f64, widest: f64) {
    let end = |key| estimate[key].as_f64().unwrap_or_else(|| panic!("{estimate} has `{key}`"));
    let (value, width) = (end("value"), end("high") - end("low"));
    assert!((value - truth).abs() <= width && width <= widest, "{truth} in {estimate}");
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is a list"))
}

/// The element of a list with this name under a key.
fn named<'v>(all: &'v Value, key: &str, name: &str) -> &'v Value {
    list(all).iter().find(|one| one[key] == name).unwrap_or_else(|| panic!("{all} has {name}"))
}

/// [2.1] A tenth more where nobody watches is a twentieth of all games: 4 tenths are 10 points less than 6, and 8 are
/// 10 points more. [1.3] Lanterns have no effect. [2.2] Mist and flood have none alone.
#[test]
fn sensitivity_finds_the_one_value_that_matters_and_the_two_that_do_so_together() {
    let told = json(&["sensitivity", KNOWN]);
    holds(&told["score"], 0.4, 0.08);
    let answers = |effect: &str| -> Vec<&str> {
        let all = list(&told["values"]).iter().filter(|value| value["effect"] == effect);
        all.map(|value| value["path"].as_str().expect("a path is a text")).collect()
    };
    assert_eq!(answers("matters"), ["chances.open"]);
    assert_eq!(answers("negligible"), ["lanterns", "weather.mist", "weather.flood"]);
    let open = named(&told["values"], "path", "chances.open");
    for (value, more) in [("4", -0.1), ("8", 0.1)] {
        let end = &named(&open["ends"], "value", value)["more"];
        holds(&end["score"], more, 0.1);
        holds(&end["first_wins"], more, 0.1);
        // [3.1] One win more is one loss less, and so a lead larger by 2.
        holds(&end["lead"], 2.0 * more, 0.2);
    }
    // [2.2] Both are worth 2 tenths, where each alone is worth nothing.
    for pair in list(&told["interactions"]["pairs"]) {
        let is_theirs = pair["paths"] == serde_json::json!(["weather.mist", "weather.flood"]);
        assert_eq!(pair["is_shown"], is_theirs, "{pair}");
        holds(&pair["score_more"], if is_theirs { 0.2 } else { 0.0 }, 0.14);
    }
    // `open` is one of 4 to 8, which moves the score by 5 points each: variance 25 * 2 = 50. Mist and flood are both
    // there in a quarter of scenarios, worth 20 points: 400 * 1/4 * 3/4 = 75. Together 125; its root is 11.18.
    holds(&told["spread"]["deviation"], 0.1118, 0.03);
    // Alone, `open` is 50 of 125; mist, with flood in every second scenario, moves the score by 10 points: 25 of 125.
    let shares = &told["spread"]["shares"];
    holds(&named(shares, "path", "chances.open")["share"], 0.4, 0.25);
    holds(&named(shares, "path", "weather.mist")["share"], 0.2, 0.25);
    holds(&named(shares, "path", "weather.flood")["share"], 0.2, 0.25);
}

/// [2.1] 2 and 8 tenths are 50 games in 100, and so are 3 and 7. Everything else that is allowed stays at 45 or less,
/// or overshoots the goal to 55 and more.
#[test]
fn balance_finds_the_edits_that_make_it_fair_and_no_other() {
    let told = json(&["balance", KNOWN, "--players", "uniform", "--also", "uniform"]);
    let answers = list(&told["answers"]);
    let changes: Vec<&Value> = answers.iter().map(|answer| &answer["changes"]).collect();
    // A step costs 1: both cost 2, and one edit is too little.
    assert_eq!(
        serde_json::json!(changes),
        serde_json::json!([["chances.open=8 (is 6)"], ["chances.open=7 (is 6)", "chances.watched=3 (is 2)"]])
    );
    for answer in answers {
        let check = &answer["checks"][0];
        assert_eq!(check["finding"], "holds");
        holds(&check["before"], 0.4, 0.02);
        holds(&check["score"], 0.5, 0.03);
    }
}

/// With `p` the chance that the smugglers cross, the variance of a game is `p (1 - p)` = 0.24.
///
/// * The choices: given them they cross with 2 or with 6 tenths, as often the one as the other. Variance 0.04, and 1/6
///   of all. So what depends on the die is the other 5/6.
/// * The die: at 1 and 2 they cross, at 3 to 6 every second time, at 7 to 10 never. Variance
///   0.2 * 0.6^2 + 0.4 * 0.1^2 + 0.4 * 0.4^2 = 0.14, and 7/12 of all. What depends on choices is the other 5/12.
/// * Neither side's choice does anything alone. With the die and the other's choice given, each decides at 3 to 6:
///   0.4 * 1/4 = 0.1, and 5/12 of all.
#[test]
fn luck_divides_the_variance_as_enumeration_does() {
    let told = json(&["luck", KNOWN, "--games", "4000"]);
    holds(&told["score"], 0.4, 0.03);
    for (source, alone, total) in [
        ("dice", 7.0 / 12.0, 5.0 / 6.0),
        ("lots", 0.0, 0.0),
        ("secrets", 0.0, 5.0 / 12.0),
        ("play", 0.0, 5.0 / 12.0),
        ("chance", 7.0 / 12.0, 5.0 / 6.0),
        ("choices", 1.0 / 6.0, 5.0 / 12.0),
    ] {
        let found = named(&told["sources"], "source", source);
        nearly_holds(&found["alone"], alone, 0.1);
        nearly_holds(&found["total"], total, 0.1);
    }
}

/// [2.1] The exact chance of a watched ford is 2 tenths, and of another 6.
#[test]
fn odds_are_the_tenths_that_the_scenario_gives() {
    for (case, crosses) in [("1", "1/5"), ("3", "3/5")] {
        let told = json(&["odds", "engine/examples/crossing/cases/crossing.toml", case]);
        assert!(told.to_string().contains(&format!("\"{crosses}\"")), "{told}");
    }
}
