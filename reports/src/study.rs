//! A page about a study of a scenario: a sweep, a sensitivity analysis, a search for balance. The same study can be a
//! section of the page of a run. A study consists of parts; `assets/parts.html` defines how they look.

use std::collections::BTreeMap;

use minijinja::value::Serde;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use szala_analysis::Estimate;
use szala_analysis::records::Hashes;

use crate::balance::BalanceFindings;
use crate::chart::{Frame, Picture};
use crate::lexicon::Lexicon;
use crate::messages::{Language, Message, StudyMessage};
use crate::report::page::{PARTS, SCRIPT, STYLE, ShownChart, environment, in_script};
use crate::sensitivity::SensitivityFindings;
use crate::typed::typed;
use crate::{FORMAT, Findings, PageChart};

const TEMPLATE: &str = include_str!("../assets/study.html");

/// Identifies an answer, so that it can be reproduced, and not be confused with the answer to another question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerOf {
    /// The command, word by word.
    pub command_line: Vec<String>,
    /// The version of the program.
    pub version: String,
    /// Its commit; nothing in answers of older programs.
    #[serde(default)]
    pub commit: String,
    /// The rules, the scenario with its changes, and the players.
    pub hashes: Hashes,
}

/// A study, ready for a page.
#[derive(Clone, Debug, Serialize)]
pub struct Study {
    pub(crate) id: &'static str,
    /// Its subject.
    pub(crate) head: String,
    /// The scenario.
    pub(crate) title: String,
    /// The run of the page that it is about, if there are several.
    of: Option<String>,
    /// The findings.
    pub(crate) answer: Vec<Part>,
    /// The figures behind them.
    pub(crate) figures: Vec<Part>,
    /// How they were found.
    pub(crate) method: Vec<String>,
    /// What it takes to reproduce it.
    pub(crate) again: Vec<(String, String)>,
}

/// A part of a study.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind", content = "says")]
pub(crate) enum Part {
    /// The most important sentence.
    Finding(String),
    Text(String),
    Soft(String),
    Head(String),
    List(Vec<String>),
    Command(String),
    Chart(ShownChart),
    Table(Table),
}

/// A table. If it has more rows than `first`, the others are shown on request.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Table {
    pub(crate) heads: Vec<Head>,
    pub(crate) rows: Vec<Vec<Cell>>,
    pub(crate) first: Option<usize>,
}

/// The head of a column.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Head {
    text: String,
    is_number: bool,
}

/// A cell; the first of a row names it.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub(crate) enum Cell {
    Text {
        text: String,
    },
    Code {
        text: String,
    },
    Count {
        count: u64,
    },
    /// A missing number in a column of numbers.
    None,
    Estimate {
        one: Estimate,
        scale: f64,
        digits: usize,
        is_signed: bool,
    },
}

/// Heads of columns: names, followed by the measured quantities.
pub(crate) fn heads(
    names: impl IntoIterator<Item = String>,
    numbers: impl IntoIterator<Item = String>,
) -> Vec<Head> {
    let names = names.into_iter().map(|text| Head { text, is_number: false });
    names.chain(numbers.into_iter().map(|text| Head { text, is_number: true })).collect()
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    pub(crate) fn code(text: impl Into<String>) -> Self {
        Self::Code { text: text.into() }
    }

    /// A part of one, in percent.
    pub(crate) fn share(one: Estimate) -> Self {
        Self::Estimate { one, scale: 100.0, digits: 1, is_signed: false }
    }

    /// A difference of parts of one, in points.
    pub(crate) fn points(one: Estimate) -> Self {
        Self::Estimate { one, scale: 100.0, digits: 1, is_signed: true }
    }

    /// A number per game.
    pub(crate) fn number(one: Estimate, digits: usize) -> Self {
        Self::Estimate { one, scale: 1.0, digits, is_signed: false }
    }

    /// A difference of numbers.
    pub(crate) fn more(one: Estimate, digits: usize) -> Self {
        Self::Estimate { one, scale: 1.0, digits, is_signed: true }
    }
}

impl Part {
    /// A chart, drawn for a desktop and a phone.
    pub(crate) fn chart(language: Language, draw: impl Fn(Frame) -> Picture) -> Self {
        Self::Chart((&PageChart::drawn(language, draw)).into())
    }
}

/// The names of players on a page: the file of a mix says little.
pub(crate) fn played_by(players: &[String; 2], language: Language) -> [String; 2] {
    let mix = || Message::Mix.say(language, &[]);
    players.each_ref().map(|name| if name.starts_with("mix:") { mix() } else { name.clone() })
}

/// The games, the players, and the seed.
pub(crate) fn played(games: u64, players: &[String; 2], seed: u64, language: Language) -> Part {
    let [first, second] = played_by(players, language);
    let places = [("games", language.games(games)), ("first", first), ("second", second)];
    let played =
        Message::PagePlayed.say(language, &places.each_ref().map(|(place, said)| (*place, said.as_str())));
    Part::Soft(StudyMessage::Seeded.say(language, &[("played", &played), ("seed", &seed.to_string())]))
}

/// A part of one in percent, with its bounds.
pub(crate) fn percent(one: Estimate, language: Language) -> String {
    one.interval().map_or_else(|| "\u{2013}".to_owned(), |interval| language.percent_range(interval))
}

/// A number in points, with as many digits as it has.
pub(crate) fn in_points(share: f64, language: Language) -> String {
    let text = crate::judged::in_percent(share);
    if language == Language::Polish { text.replace('.', ",") } else { text }
}

impl Study {
    /// A study of a scenario: its subject, its findings, the figures, the method.
    pub(crate) fn new(
        id: &'static str,
        head: StudyMessage,
        title: &str,
        answer_of: &AnswerOf,
        lexicon: &Lexicon,
    ) -> Self {
        let language = lexicon.language();
        let AnswerOf { command_line, version, commit, hashes } = answer_of;
        let again = [
            (Message::PageCommand, typed(command_line)),
            (
                Message::PageVersion,
                if commit.is_empty() { version.clone() } else { format!("{version}, {commit}") },
            ),
            (Message::PageHashRules, hashes.rules.clone()),
            (Message::PageHashScenario, hashes.scenario.clone()),
            (Message::PageHashPlayers, hashes.players.join(", ")),
        ];
        Self {
            id,
            head: head.say(language, &[]),
            title: lexicon.tell(title).into_owned(),
            of: None,
            answer: Vec::new(),
            figures: Vec::new(),
            method: Vec::new(),
            again: again.map(|(message, said)| (message.say(language, &[]), said)).into(),
        }
    }

    /// The same, marked as that of one run among several.
    #[must_use]
    pub fn of(mut self, label: &str) -> Self {
        self.of = Some(label.to_owned());
        self
    }

    /// A page of its own.
    ///
    /// # Panics
    /// Never: the tests cover the template, and every placeholder accepts any text.
    pub fn html(&self, version: &str, language: Language) -> String {
        let say = |message: Message| message.say(language, &[]);
        let words = BTreeMap::from([
            ("all_rows", say(Message::PageAllRows)),
            ("fewer_rows", say(Message::PageFewerRows)),
        ]);
        let t = BTreeMap::from([
            ("contents", say(Message::PageContents)),
            ("short", StudyMessage::Short.say(language, &[])),
            ("figures", say(Message::PageFigures)),
            ("method", say(Message::PageMethod)),
            ("theme", say(Message::PageTheme)),
            ("how", say(Message::PageHow)),
            ("again", say(Message::PageAgain)),
            ("to", say(Message::PageTo)),
        ]);
        let context = Page {
            lang: language.code(),
            version,
            style: STYLE,
            script: SCRIPT,
            words: in_script(&words),
            t,
            study: self,
        };
        let page = environment(language).render_str(&format!("{PARTS}{TEMPLATE}"), Serde(context));
        page.expect("the template is tried by the tests, and texts go into any of its places")
    }
}

/// The data for the template.
#[derive(Serialize)]
struct Page<'p> {
    lang: &'static str,
    version: &'p str,
    style: &'static str,
    script: &'static str,
    words: String,
    t: BTreeMap<&'static str, String>,
    study: &'p Study,
}

/// An answer that was saved as JSON.
#[derive(Clone, Debug)]
pub enum SavedAnswer {
    /// Of `szala sensitivity`.
    Sensitivity(SensitivityFindings),
    /// Of `szala balance`.
    Balance(BalanceFindings),
}

impl SavedAnswer {
    /// Reads what a command printed with `--format json`.
    ///
    /// # Errors
    /// Why it is not one of these answers, and how to get one.
    pub fn read(text: &str) -> Result<Self, String> {
        let anew = |command: &str| format!("save the output of `szala {command} --format json` anew");
        let any = "save the output of `szala sensitivity` or `szala balance` with --format json";
        let value: Value =
            serde_json::from_str(text).map_err(|error| format!("it is no JSON ({error}); {any}"))?;
        let command = value["command"].as_str().unwrap_or_default().to_owned();
        if ![SensitivityFindings::COMMAND, BalanceFindings::COMMAND].contains(&command.as_str()) {
            let found = if command.is_empty() {
                "nothing that szala printed".to_owned()
            } else {
                format!("what `szala {command}` printed")
            };
            return Err(format!("it is {found}; {any}"));
        }
        if value["format"].as_u64() != Some(FORMAT.into()) {
            return Err(format!("it is of another version of the JSON than {FORMAT}; {}", anew(&command)));
        }
        let damaged = |error: &dyn core::fmt::Display| {
            format!("it is not as `szala {command}` of this version prints it ({error}); {}", anew(&command))
        };
        if command == SensitivityFindings::COMMAND {
            return serde_json::from_value(value).map(Self::Sensitivity).map_err(|error| damaged(&error));
        }
        let found: BalanceFindings = serde_json::from_value(value).map_err(|error| damaged(&error))?;
        found.is_sound().map_err(|why| damaged(&why))?;
        Ok(Self::Balance(found))
    }

    /// Identifies the question.
    pub fn answer_of(&self) -> &AnswerOf {
        match self {
            Self::Sensitivity(found) => found.answer_of(),
            Self::Balance(found) => found.answer_of(),
        }
    }

    /// The study, ready for a page.
    pub fn study(&self, lexicon: &Lexicon) -> Study {
        match self {
            Self::Sensitivity(found) => found.study(lexicon),
            Self::Balance(found) => found.study(lexicon),
        }
    }
}

#[cfg(test)]
pub(crate) use tests::answer_of;

#[cfg(test)]
mod tests;
