//! Secret choices where the answer is known by hand, and where there are none.

use serde_json::Value;

use crate::searched::{json, told, told_in_a_line};

/// A number of the answer.
fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is a number"))
}

/// The smugglers cross with 2 tenths where the guards are and with 6 elsewhere: 20 % if both choose the same ford, and
/// 60 % else. So both choose each ford half the time, and the score is 40 %; if the guards knew the ford it would be
/// 20 %, and if the smugglers knew where the guards are, 60 %. With 4 000 games a cell is exact to 1.6 points (95 %).
#[test]
fn the_smugglers_and_the_guards_choose_by_a_coin() {
    let night = ["secrets", "scenarios/night-crossing/known.toml", "--games", "4000", "--survey", "20"];
    let answer = json(&[&night[..], &["--players", "uniform"]].concat());
    let choices = answer["choices"].as_array().expect("it is a list");
    assert_eq!(choices.len(), 1);
    let choice = &choices[0];
    assert_eq!(choice["games"], 20);
    for (row, scores) in choice["scores"].as_array().expect("a list").iter().enumerate() {
        for (column, score) in scores.as_array().expect("a list").iter().enumerate() {
            let [low, high] = ["low", "high"].map(|end| number(&score[end]));
            let truth = if row == column { 0.2 } else { 0.6 };
            // Within twice the interval.
            let width = high - low;
            assert!(low - width / 2.0 < truth && truth < high + width / 2.0, "{row} {column}: {score}");
        }
    }
    let shares = choice["options"]
        .as_array()
        .expect("of both sides")
        .iter()
        .flat_map(|side| side.as_array().expect("a list").iter().map(|option| number(&option["share"])));
    assert_eq!(shares.clone().count(), 4);
    shares.for_each(|share| assert!((share - 0.5).abs() < 0.06, "{choice}"));
    assert!((number(&choice["value"]) - 0.4).abs() < 0.03, "{choice}");
    for (known, truth) in [0.2, 0.6].into_iter().enumerate() {
        assert!((number(&choice["known"][known]) - truth).abs() < 0.04, "{choice}");
    }
    assert!((number(&answer["free"]["value"]) - 0.4).abs() < 0.04, "{answer}");
    // The number of threads changes nothing.
    let one = told(&[&night[..], &["--players", "uniform", "--threads", "1"]].concat());
    assert_eq!(one, told(&[&night[..], &["--players", "uniform", "--threads", "3"]].concat()));
}

/// Counters of *Verdox* come in face down one after the other [2.5], with nothing of the other side's in between.
#[test]
fn where_nobody_answers_a_secret_there_is_no_choice_to_solve() {
    let drill = told(&["secrets", "scenarios/verdox/drill.toml", "--games", "2", "--survey", "2"]);
    assert!(drill.contains("no side made a choice that the other did not see"), "{drill}");
}

/// [13.1] The Poles act after the Russians have filled the pool where they have no choice of their own, and that is no
/// answer to it.
#[test]
fn only_a_choice_as_secret_or_one_that_always_follows_answers_a_secret() {
    let alternative = "scenarios/niemenczyn-1794/alternative.toml";
    let few = ["secrets", alternative, "--games", "2", "--survey", "40", "--seed", "62"];
    let answer = json(&few);
    let choices = answer["choices"].as_array().expect("it is a list");
    assert!(choices.len() > 2, "{answer}");
    for option in choices.iter().flat_map(|choice| choice["options"].as_array().into_iter().flatten()) {
        for option in option.as_array().expect("the options of a side") {
            let action = option["action"].as_str().expect("it is in words");
            assert!(action.starts_with("choose "), "{action}");
        }
    }
    // Two games show nothing, and the page says so.
    assert!(choices.iter().all(|choice| choice["is_shown"] == false), "{answer}");
    let words = told_in_a_line(&few);
    let pure = words.matches("nothing to keep secret").count();
    assert_eq!(
        words.matches("these games do not show that no other option is better").count(),
        pure,
        "{words}"
    );
}
