//! Numbers and messages in both languages.

use szala_analysis::Interval;

use super::*;
use crate::time::Time;

/// The placeholders of a text; forms of the name of the time unit, which differ between languages, count as one.
fn places(text: &'static str) -> Vec<&'static str> {
    let places = text.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
    let is_time =
        |place: &str| Time::of("turn", Language::English).places().iter().any(|(form, _)| *form == place);
    // Cases of a name count as the name.
    let bare = |place: &'static str| {
        let side = place.strip_prefix("of_").or_else(|| place.strip_prefix("to_"));
        side.filter(|side| ["side", "first", "second", "other"].contains(side)).unwrap_or(place)
    };
    let mut places: Vec<&str> =
        places.map(|place| if is_time(place) { "time" } else { bare(place) }).collect();
    places.sort_unstable();
    places.dedup_by(|one, other| one == other && *one == "time");
    places
}

#[test]
fn every_message_says_something_of_the_same_in_both_languages() {
    for [english, polish] in TEXTS.iter().chain(studies::TEXTS) {
        assert!(!english.trim().is_empty() && !polish.trim().is_empty(), "{english:?} {polish:?}");
        assert_eq!(places(english), places(polish), "{english:?}");
    }
    assert_eq!(Message::NoGames.text(Language::Polish), "Brak partii do pokazania");
    assert_eq!(Message::MapNow.text(Language::English), "as it is");
}

#[test]
fn what_is_put_in_a_place_is_left_as_it_is() {
    let said = Message::Wins.say(Language::English, &[("side", "{side} & {low}")]);
    assert_eq!(said, "{side} & {low} win");
}

#[test]
fn numbers_are_written_as_their_language_has_them() {
    assert_eq!(Language::English.decimal(-1234.5, 1), "\u{2212}1234.5");
    assert_eq!(Language::Polish.decimal(12345.25, 2), "12\u{a0}345,25");
    assert_eq!(Language::English.decimal(-0.04, 1), "0.0");
    assert_eq!(Language::English.count(1_000_000_000), "1\u{a0}000\u{a0}000\u{a0}000");
    let games = |count| Language::Polish.games(count).replace('\u{a0}', " ");
    assert_eq!(
        [0, 1, 2, 5, 12, 22, 112].map(games),
        ["0 partii", "1 partia", "2 partie", "5 partii", "12 partii", "22 partie", "112 partii"]
    );
}

#[test]
fn no_more_digits_are_written_than_the_interval_leaves() {
    let interval = |estimate, half| Interval { estimate, low: estimate - half, high: estimate + half };
    let said = |half| Language::English.percent_range(interval(0.361_24, half)).replace('\u{a0}', " ");
    assert_eq!(said(0.02), "36 % (34 to 38)");
    assert_eq!(said(0.004), "36.1 % (35.7 to 36.5)");
    assert_eq!(said(0.0004), "36.12 % (36.08 to 36.16)");
    assert_eq!(Language::English.value_range(interval(30.0, 0.0)), "30 (30\u{a0}to\u{a0}30)");
    assert_eq!(Language::English.value_range(interval(2.5, 0.0)), "2.500 (2.500\u{a0}to\u{a0}2.500)");
    let unbounded = Interval { estimate: 1.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
    assert_eq!(Language::English.value_range(unbounded), "1 (?\u{a0}to\u{a0}?)");
}
