//! The JSON lines of a game, read by a program that knows no rule: what `docs/TRACE.md` promises about them.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

fn lines(scenario: &str, number: u32) -> Vec<Value> {
    let szala = Command::new(crate::program())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["replay", scenario, "--format", "jsonl", "--number", &number.to_string()])
        .output()
        .expect("the binary under test starts");
    assert!(szala.status.success());
    let text = String::from_utf8(szala.stdout).expect("the output is UTF-8");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect()
}

#[test]
fn a_game_begins_with_its_name_ends_with_its_outcome_and_every_change_follows_on_the_one_before() {
    for scenario in
        ["scenarios/niemenczyn-1794/historical.toml", "scenarios/niemenczyn-1794/alternative.toml"]
    {
        for number in 0..5 {
            let lines = lines(scenario, number);
            let (first, last) = (&lines[0], &lines[lines.len() - 1]);
            assert_eq!((&first["kind"], &last["kind"]), (&"game".into(), &"outcome".into()));
            let mut book = BTreeMap::new();
            let mut decisions = 0;
            for line in &lines {
                match line["kind"].as_str().expect("each line has a kind") {
                    "decision" => decisions += 1,
                    // Movement points count from zero with every commander drawn.
                    "draw" => book.retain(|(_, what), _| what != "spent"),
                    "change" => {
                        let text = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
                        let before = book.insert((text("whose"), text("what")), line["to"].clone());
                        // A flight is reported from the stage in which it begins, a second one too.
                        let is_flight = line["rule"] == "11.11.2";
                        let stage = book.get(&(String::new(), "stage".to_owned())).cloned();
                        let due = if is_flight { stage.or(Some(1.into())) } else { before };
                        assert!(due.is_none_or(|due| due == line["from"]), "{line}");
                    }
                    _ => (),
                }
            }
            assert_eq!(last["decisions"], decisions);
            let lead = book.get(&(String::new(), "vp".to_owned())).cloned().unwrap_or(0.into());
            assert_eq!(lead, last["lead"], "the last lead is that of the outcome");
        }
    }
}

/// The die with its modifiers gives the total, line by line: the first thing an independent program would check.
#[test]
fn a_test_of_morale_under_fire_is_its_die_and_its_modifiers() {
    let mut tests = 0;
    for number in 0..20 {
        let lines = lines("scenarios/niemenczyn-1794/historical.toml", number);
        let mut sum = 0;
        let mut is_fire = false;
        for line in &lines {
            let rule = line["rule"].as_str().unwrap_or_default();
            match line["kind"].as_str().expect("each line has a kind") {
                "remark" if line["text"] == "no effect" => is_fire = false,
                // A shot opens the sum: the row of the table, then modifiers, then the die.
                "remark" if rule == "10.9.4" => (sum, is_fire) = (0, true),
                "modifier" => sum += line["amount"].as_i64().expect("a modifier has an amount"),
                "roll" if rule == "10.9.4" => sum += line["face"].as_i64().expect("a roll has a face"),
                "total" if is_fire => {
                    assert_eq!(line["total"], sum, "game {number}: {line}");
                    (tests, is_fire) = (tests + 1, false);
                }
                _ => (),
            }
        }
    }
    assert!(tests > 100, "{tests}");
}
