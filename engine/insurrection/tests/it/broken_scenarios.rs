//! Broken scenarios: the shipped files with an edit or two, and every error that follows, at its exact place.
//!
//! In an edit, `¦` marks the place of a problem; the messages are listed in the order of the marks, file by file.

mod counters;
mod map;
mod mutated;
mod scenario;
use crate::shipped::{NAMES, Texts, load_from, texts};

const MARK: char = '¦';

/// A file, what is replaced in it, and what by.
type Edit<'e> = (&'e str, &'e str, &'e str);

const I: &str = "historical.toml";
const II: &str = "alternative.toml";
const MAP: &str = "map.toml";
const UNITS: &str = "units.toml";
const TABLES: &str = "tables.toml";

#[track_caller]
fn edited(edits: &[Edit<'_>]) -> Texts {
    let mut texts = texts();
    for (name, from, to) in edits {
        let text = texts.get_mut(*name).expect("a file of the scenario");
        assert_eq!(text.matches(from).count(), 1, "{from:?} must occur once in {name} to be edited");
        *text = text.replace(from, to);
    }
    texts
}

/// The marked places, in the order of files and their texts, and the texts without the marks.
fn unmarked(mut texts: Texts) -> (Texts, Vec<String>) {
    let mut places = Vec::new();
    for name in NAMES {
        let text = texts.get_mut(name).expect("a file of the scenario");
        while let Some(at) = text.find(MARK) {
            let line = text[..at].rsplit('\n').next().unwrap_or_default();
            places.push(format!(
                "{name}:{}:{}",
                text[..at].matches('\n').count() + 1,
                line.chars().count() + 1
            ));
            text.remove(at);
        }
    }
    (texts, places)
}

/// Loads the edited file and expects these messages at the marks, and no others; `…` ends one that is cut short.
#[track_caller]
fn breaks(scenario: &str, edits: &[Edit<'_>], messages: &[&str]) {
    let (texts, places) = unmarked(edited(edits));
    let told = load_from(&texts, scenario).expect_err("a broken scenario").to_string();
    let told: Vec<&str> = told.lines().collect();
    assert_eq!(places.len(), messages.len(), "a mark for each message");
    let expected: Vec<String> =
        places.iter().zip(messages).map(|(place, message)| format!("{place}: {message}")).collect();
    let is_told = |told: &str, expected: &str| match expected.strip_suffix('…') {
        Some(beginning) => told.starts_with(beginning),
        None => told == expected,
    };
    let is_right =
        told.len() == expected.len() && told.iter().zip(&expected).all(|(one, other)| is_told(one, other));
    assert!(is_right, "told:\n{}\nexpected:\n{}", told.join("\n"), expected.join("\n"));
}

/// One edit of scenario I, or of a file that it names, with one problem.
#[track_caller]
fn each(file: &str, table: &[(&str, &str, &str)]) {
    for (from, to, message) in table {
        breaks(I, &[(file, from, to)], &[message]);
    }
}
