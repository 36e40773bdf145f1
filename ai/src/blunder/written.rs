//! Reads a blunder in its written form, for any game. The meaning of its words in a game is left to `judge`.

use core::ops::Range;

use szala_files::case::{Approach, Kind, paths};
use szala_files::{Complaint, Field, Placed, Section};

/// The file of blunders.
pub(super) const BLUNDERS: Kind = Kind {
    word: "blunder",
    keys: &[
        "players",
        "position",
        "dice",
        "actions",
        "to_act",
        "acceptable",
        "blunders",
        "until",
        "expect",
        "expect_not",
        "games",
        "at_least",
        "against",
        "example",
    ],
    varies: false,
};

/// The most games that one position may ask for: each costs every player the time of a game.
const MOST_GAMES: u16 = 1000;

/// A position and the question about it.
#[derive(Debug)]
pub(super) struct Blunder<'a> {
    /// The place of errors without a better one.
    pub(super) span: Range<usize>,
    pub(super) approach: Approach<'a>,
    pub(super) players: Vec<Placed<&'a str>>,
    pub(super) to_act: Option<Placed<&'a str>>,
    pub(super) games: Option<u64>,
    pub(super) task: Task<'a>,
}

/// The question.
#[derive(Debug)]
pub(super) enum Task<'a> {
    /// One decision.
    Decide {
        /// The meaning of the patterns: right actions, or wrong ones.
        lists_the_good: bool,
        patterns: Vec<Placed<&'a str>>,
    },
    /// To play on.
    Play(Play<'a>),
}

/// A play and its expected result.
#[derive(Debug)]
pub(super) struct Play<'a> {
    /// It stops when one of these values differs from its start.
    pub(super) until: Vec<Placed<&'a str>>,
    pub(super) expected: Vec<Expected>,
    /// The minimum number of games; default: all.
    pub(super) at_least: Option<Placed<u64>>,
    /// The player of the other side.
    pub(super) against: Option<Placed<&'a str>>,
    /// A line of play that leads to what is expected.
    pub(super) example: Approach<'a>,
}

/// A value that must, or must not, be one of these at the end.
#[derive(Debug)]
pub(super) struct Expected {
    pub(super) path: Placed<String>,
    pub(super) values: Vec<String>,
    pub(super) is_wanted: bool,
}

/// Reads a blunder, whose name is at this place.
pub(super) fn read<'a>(
    table: &Section<'a>,
    name: &Range<usize>,
    complaints: &mut Vec<Complaint>,
) -> Blunder<'a> {
    Blunder {
        span: name.clone(),
        approach: Approach::read(table, name, complaints),
        players: table.read_each("players", complaints, Field::placed_text),
        to_act: table.read("to_act", complaints, Field::placed_text),
        games: table
            .read("games", complaints, |field| field.number(1..=i64::from(MOST_GAMES)))
            .map(i64::unsigned_abs),
        task: read_task(table, name, complaints),
    }
}

fn read_task<'a>(table: &Section<'a>, name: &Range<usize>, complaints: &mut Vec<Complaint>) -> Task<'a> {
    let given: Vec<&str> =
        ["acceptable", "blunders", "until"].into_iter().filter(|key| table.get(key).is_some()).collect();
    let [what] = given[..] else {
        let message = "give one of these: `acceptable`, the actions that will do; `blunders`, those that will not; \
                       `until`, the values at whose change the play stops";
        complaints.push(Complaint::new(name.clone(), message));
        return Task::Decide { lists_the_good: true, patterns: Vec::new() };
    };
    let of_play = ["expect", "expect_not", "at_least", "against", "example"];
    if what == "until" {
        return Task::Play(read_play(table, name, complaints));
    }
    for field in of_play.into_iter().filter_map(|key| table.get(key)) {
        let message = format!("`{}` goes with `until`, not with `{what}`", field.name());
        complaints.push(Complaint::new(field.name_span(), message));
    }
    let patterns = table.read_each(what, complaints, Field::sentence);
    if patterns.is_empty() {
        complaints.push(Complaint::new(name.clone(), format!("`{what}` lists no action")));
    }
    Task::Decide { lists_the_good: what == "acceptable", patterns }
}

fn read_play<'a>(table: &Section<'a>, name: &Range<usize>, complaints: &mut Vec<Complaint>) -> Play<'a> {
    let mut expected = Vec::new();
    for (key, is_wanted) in [("expect", true), ("expect_not", false)] {
        let Some(field) = table.get(key) else { continue };
        for (path, value) in paths(&field, complaints) {
            match values(&value) {
                Ok(values) => expected.push(Expected { path, values, is_wanted }),
                Err(complaint) => complaints.push(complaint),
            }
        }
    }
    if expected.is_empty() {
        let message = "nothing is expected of the play: give `expect` or `expect_not`";
        complaints.push(Complaint::new(name.clone(), message));
    }
    let example = table.read("example", complaints, |field| {
        let section = field.section()?;
        let mut wrong = Vec::new();
        section.refuse_unknown(&["actions", "dice"], &mut wrong);
        let example = Approach::read(&section, &field.span(), &mut wrong);
        wrong.into_iter().next().map_or(Ok(example), Err)
    });
    if table.get("example").is_none() {
        let message = "give an `example`, { actions = [...], dice = [...] }, that brings what is expected: else nobody \
                       knows that it can be done";
        complaints.push(Complaint::new(name.clone(), message));
    }
    Play {
        until: table.read_each("until", complaints, Field::sentence),
        expected,
        at_least: table.read("at_least", complaints, |field| {
            let value = field.number(1..=i64::from(MOST_GAMES))?.unsigned_abs();
            Ok(Placed { value, span: field.span() })
        }),
        against: table.read("against", complaints, Field::placed_text),
        example: example.unwrap_or_else(|| Approach::read(table, name, &mut Vec::new())),
    }
}

/// One value or a list of them.
fn values(field: &Field<'_>) -> Result<Vec<String>, Complaint> {
    match field.list() {
        Ok(list) => list.iter().map(Field::printed).collect(),
        Err(_) => Ok(vec![field.printed()?]),
    }
}
