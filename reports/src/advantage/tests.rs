//! Tests of the report on games in four forms, made by hand.

use serde_json::Value;
use szala_analysis::advantage::Four;

use super::*;
use crate::{Form, written};

/// A game that the left edge wins in all forms, except for this many half points of the first.
fn left_wins(less: i64) -> Four {
    Four([[Some(2 - less), Some(2)], [Some(0), Some(0)]])
}

fn told(found: &Advantage, family: Option<Family<'_>>, is_even: bool, form: Form) -> String {
    let report = AdvantageReport {
        title: "The valley",
        sides: BySide(["Red", "Blue"]),
        players: BySide(["bold", "timid"]),
        grounds: BySide(["the left edge", "the right edge"]),
        is_even,
        seed: 7,
        margin: 3.0,
        family,
        found,
    };
    written(&report.findings(), form)
}

/// A hundred games, of which half are worth 50 points to the left edge and half 37.5: 43.75 in the mean. Of the
/// first move half are worth nothing and half -12.5, and so it is with the name: -6.25.
fn one_map() -> Advantage {
    let mut found = Advantage::of_games(100);
    let games: Vec<Four> = (0..100).map(|number| left_wins(number % 2)).collect();
    found.add(0, &games);
    found
}

#[test]
fn one_map_is_told_with_intervals_and_in_words() {
    let text = told(&one_map(), None, false, Form::Text);
    assert!(text.starts_with("The valley: 100 games\neach in four forms"), "{text}");
    assert!(text.contains("95 %, over 100 games"), "{text}");
    // Deviation 6.25 over sqrt(99), times Student's 1.9842: 1.246.
    assert!(text.contains("  the left edge   +43.75 (+42.50 to +45.00)\n"), "{text}");
    assert!(text.contains("  the first move  -6.25 (-7.50 to -5.00)\n"), "{text}");
    assert!(
        text.contains("The ground favours the left edge: 43.75 points (42.50 to 45.00), more than 3.\n"),
        "{text}"
    );
    assert!(
        text.contains("The first move favours the side that moves second: 6.25 points (5.00 to 7.50), more"),
        "{text}"
    );
    assert!(text.contains("army and play, favours Blue: 6.25 points (5.00 to 7.50), more"), "{text}");
    assert!(!text.contains("ABORTED") && !text.contains("seed SEED"), "{text}");
}

#[test]
fn games_without_an_end_are_told_first() {
    let mut found = one_map();
    found.add(100, &[]);
    let mut endless = Advantage::of_games(3);
    endless.add(0, &[left_wins(0), left_wins(1), Four([[None, Some(2)], [None, Some(0)]])]);
    let text = told(&endless, None, false, Form::Text);
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("ABORTED: 1 game had no end in one form or more (2 forms)") < at("points for"));
    assert!(text.contains("over 2 games"), "{text}");
}

#[test]
fn what_an_interval_says_depends_on_where_it_lies() {
    let finding = |low, high| Finding::of(Interval { estimate: f64::midpoint(low, high), low, high }, 3.0);
    assert_eq!(finding(-1.0, 2.9), Finding::HardlyMatters);
    assert_eq!(finding(0.5, 2.9), Finding::HardlyMatters, "a little for sure is little");
    assert_eq!(finding(-1.0, 3.1), Finding::Open);
    assert_eq!(finding(0.1, 3.1), Finding::FavoursPerhapsLittle);
    assert_eq!(finding(-3.1, -0.1), Finding::FavoursPerhapsLittle);
    assert_eq!(finding(3.0, 9.0), Finding::Favours);
    assert_eq!(finding(-9.0, -3.0), Finding::Favours);
    assert_eq!(finding(f64::NEG_INFINITY, f64::INFINITY), Finding::Open);
}

#[test]
fn an_even_map_favours_nobody_exactly() {
    let mut found = Advantage::of_games(2);
    found.add(0, &[Four([[Some(2), Some(0)], [Some(2), Some(0)]]), Four([[Some(1); 2]; 2])]);
    let text = told(&found, None, true, Form::Text);
    assert!(text.contains("  the left edge   0, exactly\n"), "{text}");
    assert!(text.contains("The ground favours nobody: the map is its own mirror image.\n"), "{text}");
    assert!(text.contains("Whom the first move favours, if any, is open: +25.00 ("), "{text}");
}

/// Three maps of two games: worth 50, 43.75 and -50 points to the left edge.
fn three_maps() -> Advantage {
    let right_wins = Four([[Some(0), Some(0)], [Some(2), Some(2)]]);
    let mut found = Advantage::of_games(2);
    found.add(0, &[left_wins(0), left_wins(0), left_wins(0), left_wins(1), right_wins, right_wins]);
    found
}

const FAMILY: Family<'_> = Family {
    first: 11,
    features: &[("hill", 10), ("bridges", 2)],
    short: 1,
    command: "szala generate valley.toml",
};

#[test]
fn a_family_is_told_with_its_spread_and_its_most_one_sided_maps() {
    let text = told(&three_maps(), Some(FAMILY), false, Form::Text);
    assert!(text.starts_with("The valley: 6 games on 3 maps of the seeds 11 to 13\n"), "{text}");
    assert!(
        text.contains("asked of each map: hill 10, bridges 2\n1 map had no room for all of that\n"),
        "{text}"
    );
    // The mean of 50, 43.75 and -50.
    assert!(text.contains("95 %, over 3 maps") && text.contains("the left edge   +14.58 ("), "{text}");
    // Squares of 35.42, 29.17 and 64.58 over two are 3138.02; the second map's two games differ by 12.5, so that its
    // noise is 6.25^2 = 39.06, a third of which is 13.02. The root of 3125 is 55.90, and 13.02 of 3138.02 are 0.4 %.
    assert!(text.contains("55.90 (") && text.contains("0.4 %"), "{text}");
    assert!(text.contains("Whom the ground favours over these maps, if any, is open: +14.58 ("), "{text}");
    let at = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
    assert!(at("seed 11  the left edge ") < at("seed 13  the right edge"), "{text}");
    assert!(at("seed 13") < at("seed 12"), "{text}");
    assert!(text.contains("szala generate valley.toml --seed SEED --out FOLDER"), "{text}");
    assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
}

#[test]
fn programs_get_the_same_with_every_map() {
    let found = three_maps();
    let json = told(&found, Some(FAMILY), false, Form::Json);
    let value: Value = serde_json::from_str(&json).expect("what is written is JSON");
    assert_eq!(value["intervals_over"], "maps");
    assert_eq!(value["effects"]["ground"]["finding"], "open");
    assert_eq!(value["effects"]["ground"]["favours"], Value::Null);
    assert_eq!(value["family"]["maps"][2]["seed"], 13);
    assert_eq!(value["family"]["maps"][1]["ground"]["value"], 0.4375);
    let csv = told(&found, Some(FAMILY), false, Form::Csv);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    assert_eq!([rows[0][0], rows[1][0], rows[3][0], rows[3][4]], ["map", "all", "12", "0.4375"], "{csv}");
    let csv = told(&one_map(), None, false, Form::Csv);
    assert_eq!(csv.lines().count(), 2, "{csv}");
}
