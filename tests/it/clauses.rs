//! Which rules applied: a rule that the ledger calls silent is never reported, and the rule that ends a game is.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

fn szala(arguments: &[&str]) -> String {
    let out = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the binary under test starts");
    assert!(out.status.success(), "szala {arguments:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("the output is UTF-8")
}

/// The numbers in a list of the answer.
fn rules(found: &Value, list: &str) -> BTreeSet<String> {
    let rules = found[list].as_array().expect("the answer has this list").iter();
    rules.map(|rule| rule["rule"].as_str().expect("rules have numbers").to_owned()).collect()
}

/// The list `silent` of a ledger.
fn silent(ledger: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(ledger).expect("the ledger can be read");
    let (_, list) = text.split_once("\nsilent = [").expect("the ledger has the list");
    let (list, _) = list.split_once(']').expect("the end of the list");
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Random games meet more rules than sensible ones.
#[test]
fn a_silent_rule_is_never_told_of_and_the_rule_that_ends_a_game_always_is() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clauses");
    let _ = fs::remove_dir_all(&folder);
    for (ledger, scenario, players) in [
        ("engine/insurrection/rules.toml", "niemenczyn-1794/historical", "uniform"),
        ("engine/insurrection/rules.toml", "niemenczyn-1794/historical", "heuristic"),
        ("engine/insurrection/rules.toml", "niemenczyn-1794/alternative", "uniform"),
        ("engine/verdox/rules.toml", "verdox/drill", "uniform"),
        ("engine/verdox/rules.toml", "verdox/mirror", "heuristic"),
    ] {
        let run = folder.join(format!("{}-{players}", scenario.replace('/', "-"))).display().to_string();
        let file = format!("scenarios/{scenario}.toml");
        szala(&["run", &file, "--players", players, "--games", "60", "--out", &run]);
        let json = |text: String| serde_json::from_str::<Value>(&text).expect("what is written is JSON");
        let found = json(szala(&["chart", "clauses", &run, "--format", "json"]));
        let (told, silent) = (rules(&found, "rules"), silent(ledger));
        let broken: Vec<_> = told.intersection(&silent).collect();
        assert!(broken.is_empty(), "{scenario}: told of, though silent: {broken:?}");
        let never = rules(&found, "never");
        assert!(never.is_disjoint(&silent), "{scenario}");
        // Every rule by which a game of the run ended.
        let report = json(szala(&["report", &run, "--format", "json"]));
        let ends = report["runs"][0]["reasons"].as_array().expect("a run tells how games ended").iter();
        for end in ends.filter_map(|reason| reason["rule"].as_str()) {
            assert!(told.contains(end), "{scenario}: {end} ended a game");
        }
    }
}
