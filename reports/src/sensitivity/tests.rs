//! Tests of the report on sensitivity, on made-up counts.

use szala_analysis::Half;
use szala_analysis::compare::Comparison;
use szala_analysis::sensitivity::{End, Interaction, Share};
use szala_kernel::{Outcome, Side, rule};

use super::*;
use crate::{Form, Language, Lexicon, SavedAnswer, written};

fn half(is_won: bool) -> Half {
    let (winner, lead) = if is_won { (Side::First, 1) } else { (Side::Second, -1) };
    let outcome = Outcome { winner: Some(winner), lead, rule: rule!("3.1"), reason: "" };
    Half { end: Ok(outcome), decisions: 10, course: is_won.into() }
}

/// 1000 pairs, of which the first side wins 500 without the change and this many with it, the same ones as far as they
/// go.
fn end(wins: u64) -> End {
    let mut comparison = Comparison::default();
    for number in 0..1_000 {
        comparison.add(number, &[[half(number < 500), half(number < wins)]]);
    }
    End { comparison, answer: None }
}

fn found() -> SensitivityFindings {
    let ends = Ends { ends: vec![end(300), end(620), end(500), end(510)], margin: 0.03, most: 1_000 };
    let tried = |path: &str, now: &str, ends: &[(&str, usize)]| TriedValue {
        path: path.to_owned(),
        now: now.to_owned(),
        ends: ends.iter().map(|(value, place)| ((*value).to_owned(), *place)).collect(),
    };
    let values = [
        tried("units.Drums.morale", "5", &[("6", 2)]),
        tried("units.Guard.morale", "5", &[("4", 0), ("6", 1)]),
        tried("stages", "6", &[("7", 3)]),
    ];
    let known = |estimate: f64| Interval { estimate, low: estimate - 0.02, high: estimate + 0.02 };
    let pairs = vec![
        Interaction { factors: [0, 1], more: known(0.01) },
        Interaction { factors: [0, 2], more: known(-0.05) },
    ];
    let pairs = Interactions { pairs, numbers: 100, cells: 4 };
    let spread = Spread {
        scenarios: 50,
        games: 5_000,
        mean: 0.45,
        deviation: known(0.04),
        seen: 0.06,
        shares: vec![Share { share: Interval { estimate: 0.7, low: 0.5, high: 0.9 } }],
    };
    let report = SensitivityReport {
        title: "Duel",
        sides: BySide(["Red", "Blue"]),
        players: BySide(["bold", "timid"]),
        seed: 7,
        values: &values,
        unplayable: &[["map.x".to_owned(), "1".to_owned(), "no such hex".to_owned()]],
        ends: &ends,
        interactions: Some((&pairs, &[1, 0, 2])),
        spread: Some((&spread, &[1])),
        spent: 5_000,
        answer_of: &crate::study::answer_of(),
    };
    report.findings()
}

fn told(form: Form) -> String {
    written(&found(), form)
}

/// By hand: 300 and 620 of 1000 are 20 points less and 12 more than 500. With 4 ends at two looks (500 and 1000) the
/// quantile is that of 1 - 0.05 / 8 / 2, 2.73, whose square is 7.5: what never differs lies within 0.75 points, and
/// ten pairs of 1000 within a point and 1.1 or so: both below the margin of 3.
#[test]
fn what_matters_comes_first_and_what_does_not_is_listed() {
    let text = told(Form::Text);
    let all = "1 of 3 values changes the score of Red; 2 have no measurable effect (less than 3 points).";
    assert!(text.contains(all), "{text}");
    let place = |words: &str| text.find(words).unwrap_or_else(|| panic!("no {words} in\n{text}"));
    assert!(place("Guard.morale") < place("no measurable effect: the score changes by less than 3 points"));
    assert!(text.contains("-20.00 (") && text.contains("+12.00 ("), "{text}");
    assert!(place("- stages (6), 7: +1.00 (") < place("- Drums.morale (5), 6: +0.00 ("), "{text}");
    // Factor 0 of the design is the second value, factor 2 the third.
    let pair = text.lines().find(|line| line.contains("-5.00")).expect("one pair is shown");
    assert!(pair.contains("Guard.morale") && pair.contains("stages"), "{text}");
    assert!(!text.contains("+1.00 (-1.00"), "a pair that may do nothing is not told: {text}");
    // 45 points give or take 1.645 deviations of 4.
    let in_one_line = text.replace('\n', " ");
    assert!(in_one_line.contains("about nine scenarios in ten score 38.4 to 51.6 %"), "{text}");
    assert!(text.contains("70.00 (50.00 to 90.00)") && text.contains("map.x=1: no such hex"), "{text}");
}

#[test]
fn one_value_changes_nothing_and_two_change_nothing() {
    let mut few = found();
    few.values.retain(|value| value.effect == Effect::Negligible);
    let summary = few.summary();
    assert!(summary.starts_with("0 of 2 values change the score of Red; 2 have no"), "{summary}");
    few.values.truncate(1);
    let summary = few.summary();
    assert!(summary.starts_with("0 of 1 value changes the score of Red; 1 has no"), "{summary}");
}

#[test]
fn programs_read_the_same() {
    let json: serde_json::Value = serde_json::from_str(&told(Form::Json)).expect("what is written is JSON");
    assert_eq!(json["values"][0]["path"], "units.Guard.morale");
    assert_eq!(json["values"][0]["effect"], "matters");
    assert_eq!(json["values"][0]["ends"][0]["more"]["score"]["value"], -0.2);
    assert_eq!(json["values"][2]["effect"], "negligible");
    assert_eq!(json["interactions"]["pairs"][0]["paths"][1], "stages");
    // Four ends of 1000 pairs, and the scenario. By hand: the hardest end is that of 51 % beside 50 %, which a grid
    // must know to the 2 points that are left of the margin. 2.4977^2 * (0.25 + 0.2499) * 1000 / 999 / 0.02^2 is 7805
    // games, where 2.4977 is the quantile for one of four ends; of each of the five.
    assert_eq!((&json["of_ends"], &json["of_a_grid"]), (&5_000.into(), &(5 * 7_805).into()));
    let csv = told(Form::Csv);
    assert_eq!(csv.lines().count(), 5, "{csv}");
    assert!(csv.starts_with("path,is_now,value,effect,games,score_more,score_more_low"), "{csv}");
}

/// The page says the same as the text, in its own language; the figures are those of the hand calculation above.
#[test]
fn a_saved_answer_is_the_same_page() {
    for (language, sentence, widest) in [
        (Language::English, "Values shown to change the score of Red: 1 of 3;", "38.4 to 51.6"),
        (
            Language::Polish,
            "Warto\u{15b}ci, kt\u{f3}re widocznie zmieniaj\u{105} wynik strony \u{201e}Red\u{201d}: 1 z 3;",
            "38,4 do 51,6",
        ),
    ] {
        let lexicon = Lexicon::new(language, []);
        let page = found().study(&lexicon).html("0", language);
        let saved = SavedAnswer::read(&told(Form::Json)).expect("it was printed just now");
        // Figures that tables are sorted by may differ in the last of seventeen digits.
        let shown = |page: &str| {
            let parts = page
                .split("data-value=\"")
                .map(|part| part.split_once('"').map_or(part, |(_, rest)| rest).to_owned());
            parts.collect::<String>()
        };
        assert!(
            shown(&saved.study(&lexicon).html("0", language)) == shown(&page),
            "{language:?}: not the same"
        );
        let page = page.replace('\u{a0}', " ");
        for words in [sentence, widest, "Guard.morale", "map.x=1"] {
            assert!(page.contains(words), "{words}\n{page}");
        }
        // Four ends, one pair that is shown, and one share of the variance.
        assert_eq!(page.matches("<tr><th scope=\"row\">").count(), 6);
    }
}

#[test]
fn a_rough_number_has_two_digits() {
    assert_eq!([0, 7, 94, 1_259_768, 9_960].map(rough), [0, 7, 94, 1_300_000, 10_000]);
}
