//! Why a scenario scores as it does: the worth of a rule is what its absence changes in the same games, parts add up,
//! and a scenario that is always drawn is never simply fair.

use std::process::{Command, Output};

use serde_json::Value;

const HISTORICAL: &str = "scenarios/niemenczyn-1794/historical.toml";

fn szala(line: &str) -> Output {
    Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(line.split(' '))
        .output()
        .expect("the command was built for this test")
}

fn text(line: &str) -> String {
    let out = szala(line);
    assert!(out.status.success(), "{line}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("all that is printed is UTF-8")
}

fn json(line: &str) -> Value {
    serde_json::from_str(&text(&format!("{line} --format json"))).expect("what is printed is JSON")
}

fn finding<'j>(run: &'j Value, name: &str) -> &'j Value {
    let findings = run["why"]["findings"].as_array().expect("the run is explained");
    findings.iter().find(|one| one["finding"] == name).unwrap_or_else(|| panic!("no {name} in {findings:#?}"))
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// [13.1] A raid reaches the camp in every game, so each is drawn. Without the draw the Poles, who never score a point
/// there [12.3], lose all games at zero or below.
#[test]
fn r13_1_a_scenario_that_is_always_drawn_is_not_just_fair_and_its_camp_is_worth_half_a_game() {
    let line = format!("run {HISTORICAL} --players raid,hold --games 400 --margin 5 --why-pairs 100");
    let told = text(&line);
    assert!(
        told.contains("\nverdict: Fair (score between 45 and 55 %), but drawish and drawn out\n"),
        "{told}"
    );
    assert!(told.contains("% of games; more than 50 %."), "{told}");
    let run = json(&line);
    assert_eq!(run["verdict"]["verdict"], "fair");
    let standings: Vec<&Value> = run["verdict"]["concerns"]
        .as_array()
        .expect("there are three")
        .iter()
        .map(|one| &one["standing"])
        .collect();
    assert_eq!(standings, ["beyond", "within", "beyond"]);
    let draws = finding(&run, "draws");
    assert_eq!((&draws["rule"], number(&draws["share"]["value"])), (&"13.1".into(), 1.0));
    // The leader in the same games shows their results without the camp: only the Russians lead.
    let leads = finding(&run, "lead");
    assert!(number(&leads["lead"]["high"]) < 0.0, "{leads}");
    let without = finding(&run, "without");
    assert_eq!((&without["rule"], &without["set"]), (&"13.1".into(), &"values.camp_draws=false".into()));
    assert_eq!(
        [&without["with"]["value"], &without["without"]["value"]],
        [&Value::from(0.5), &Value::from(0.0)]
    );
    assert_eq!(without["change"]["games"], 100);
}

/// [10.10.9] What goes with winning is reported beside its worth in paired games, which is far less, since a side that
/// captures guns wins for other reasons too.
#[test]
fn r10_10_9_what_goes_with_winning_is_worth_what_its_absence_comes_to_in_pairs() {
    let line =
        "run scenarios/niemenczyn-1794/alternative.toml --players heuristic --games 400 --why-pairs 100";
    let run = json(line);
    let event = finding(&run, "event");
    assert_eq!((&event["column"], &event["side"]), (&"guns_captured_poles".into(), &"Poles".into()));
    let played = &event["switched_off"];
    assert_eq!(played["set"], "barred.captures=Poles");
    assert_eq!(played["change"]["games"], 100);
    let value = |key: &str| number(&played[key]["value"]);
    assert!((value("without") - value("with") - value("change")).abs() < 1e-9, "{played}");
    let gap = number(&event["score_if"]["value"]) - number(&event["score_if_not"]["value"]);
    assert!(value("change").abs() < gap / 2.0, "{event}");
    let told = text(&line.replace("--why-pairs 100", "--why-pairs 0"));
    assert!(told.contains("association") && !told.contains("Without it"), "{told}");
    let told = text("run two-gates --games 1000 --seed 7");
    assert!(told.contains("association only"), "no change to the toy switches its raids off: {told}");
}

#[test]
fn bounds_can_be_set_and_what_is_no_share_is_refused() {
    let line = format!("run {HISTORICAL} --players raid,hold --games 400 --margin 5 --why-pairs 0");
    let told = text(&format!("{line} --draws 100% --long 100%"));
    assert!(told.contains("\nverdict: Fair (score between 45 and 55 %)\n"), "{told}");
    assert!(!told.contains("Without 13.1"), "{told}");
    // A bound on the share itself is never decided.
    let storm = format!("run {HISTORICAL} --players storm,hold --games 200 --margin 5 --why-pairs 0");
    let share = number(&json(&storm)["outcome"]["draws"]["value"]) * 100.0;
    let judged = json(&format!("{storm} --draws {share}%"));
    assert_eq!(judged["verdict"]["concerns"][0]["standing"], "undecided");
    for wrong in ["--draws 101%", "--draws many", "--walkover 0", "--why-pairs -1"] {
        let out = szala(&format!("{line} {wrong}"));
        assert_eq!(out.status.code(), Some(2), "{wrong}");
    }
}

#[test]
fn the_parts_of_a_difference_add_up_to_it_played_and_recorded() {
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("why-{}", std::process::id()));
    let line = format!("whatif {HISTORICAL} --set automatic_victory=6 --players storm,hold --games 300");
    let played = json(&line);
    let recorded = json(&format!("{line} --out {}", folder.display()));
    assert_eq!(played["breakdown"], recorded["breakdown"]);
    let wholes = played["breakdown"]["wholes"].as_array().expect("the rows say all of it");
    let of: Vec<&Value> = wholes.iter().map(|whole| &whole["of"]).collect();
    assert_eq!(of, ["endings", "times", "stages", "units"]);
    for whole in wholes {
        let axis = &played["axes"][if whole["all"]["a"]["unit"] == "vp" { "lead" } else { "score" }];
        for key in ["a", "b", "difference"] {
            let parts = whole["parts"].as_array().expect("there are parts");
            let sum: f64 = parts.iter().map(|part| number(&part[key]["value"])).sum();
            // The parts of a score are contributions relative to one half.
            let half = if whole["all"]["a"]["unit"] == "share" && key != "difference" { 0.5 } else { 0.0 };
            let all = number(&axis[key]["value"]) - half;
            assert!((sum - all).abs() < 1e-9, "{} {key}: {sum} and not {all}", whole["of"]);
        }
    }
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}

#[test]
fn a_report_explains_a_recorded_run_as_the_run_did() {
    let folder =
        std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("why-run-{}", std::process::id()));
    let run = json(&format!(
        "run {HISTORICAL} --players storm,hold --games 400 --seed 3 --out {}",
        folder.display()
    ));
    let report = json(&format!("report {}", folder.display()));
    assert_eq!(run["why"], report["runs"][0]["why"]);
    assert!(run["why"]["findings"].as_array().is_some_and(|found| (3..=6).contains(&found.len())), "{run}");
    // Games selected by a condition are explained by it, and by nothing else.
    let given = json(&format!("report {} --given decisions>1", folder.display()));
    assert_eq!(given["runs"][0]["why"], Value::Null);
    std::fs::remove_dir_all(&folder).expect("the test made the folder");
}
