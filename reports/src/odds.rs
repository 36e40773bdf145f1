//! Exact odds, in words: the possible results of an action, value by value and as a whole. Chances are fractions, with
//! decimals beside them; nothing here is an estimate.

mod decisions;
mod exact;
mod table;

use core::cmp::Reverse;

use serde::Serialize;
use serde_json::{Value, json};
use szala_kernel::dice::Fraction;
use szala_kernel::journal::{Entry, Event, tell};
use szala_kernel::{Naming, Outcome, Subject};
use szala_system::{Branch, Changed, Faces, Happened, Worked};

use crate::chart::{ExactBar, ExactGroup};
use crate::figures::counted;
use crate::findings::Row;
use crate::lexicon::Lexicon;
use crate::messages::{Language, Message};
use crate::{Body, Findings, Grid, row};

pub use decisions::DecisionFindings;
pub use exact::Exact;
pub use table::OddsTableFindings;

/// The maximum number of whole results in text; JSON has them all.
const MOST_RESULTS: usize = 12;
/// The maximum number of players' decisions in text.
const MOST_CHOICES: usize = 12;

/// The position whose odds are reported.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub enum OddsOf<'o> {
    /// Of a rule case.
    Case {
        /// The file.
        file: &'o str,
        /// The name of the case.
        case: &'o str,
    },
    /// Of a decision of a game.
    Decision {
        /// The seed of the run.
        seed: u64,
        /// The number of the game.
        number: u64,
        /// The number of the decision, from 1.
        step: u64,
    },
}

/// The exact odds of an action.
#[derive(Debug, Serialize)]
pub struct OddsFindings<'o> {
    title: &'o str,
    #[serde(flatten)]
    of: OddsOf<'o>,
    players: [&'o str; 2],
    actions: Vec<String>,
    until: String,
    passes: u64,
    values: Vec<ValueFindings>,
    events: Vec<EventFindings>,
    choices: Vec<ChoiceFindings>,
    results: Vec<ResultFindings>,
    /// The results in words, without what is certain; those that differ only in events are merged; the likeliest first.
    #[serde(skip)]
    wholes: Vec<(String, Exact)>,
}

/// A value that may change.
#[derive(Debug, Serialize)]
struct ValueFindings {
    what: String,
    whose: Option<String>,
    before: String,
    /// For a numeric value.
    mean: Option<Exact>,
    after: Vec<After>,
}

#[derive(Debug, Serialize)]
struct After {
    value: String,
    chance: Exact,
}

/// A possible event.
#[derive(Debug, Serialize)]
struct EventFindings {
    event: String,
    chance: Exact,
}

/// A decision that a player takes on the way.
#[derive(Debug, Serialize)]
struct ChoiceFindings {
    side: String,
    action: String,
    times: Exact,
}

/// One of the possible results, whole.
#[derive(Debug, Serialize)]
struct ResultFindings {
    chance: Exact,
    changes: Vec<String>,
    events: Vec<String>,
}

/// How the game ended, in words.
fn ended(faces: &dyn Faces, outcome: &Outcome) -> String {
    let Outcome { winner, lead, rule, reason } = outcome;
    let end = winner.map_or_else(|| "a draw".to_owned(), |side| format!("{} win", faces.side_name(side)));
    format!("the game ends: {end}, {} ({reason}) [{}]", faces.value("vp", *lead), faces.cited(*rule))
}

fn happened(faces: &dyn Faces, happened: Happened) -> String {
    match happened {
        Happened::Remark { rule, text, whom } => {
            tell(faces, &Entry::Event(Event::Remark { rule, text, whom })).to_string()
        }
        Happened::Draw { rule, ticket } => format!("{} draws {}", faces.cited(rule), faces.name(ticket)),
    }
}

fn changed(faces: &dyn Faces, Changed { what, whose, from, to }: Changed) -> String {
    let of = if whose == Subject::NONE { String::new() } else { format!(" of {}", faces.name(whose)) };
    format!("{what}{of}: {} -> {}", faces.value(what, from), faces.value(what, to))
}

/// Sums the chances of entries with equal keys, in order of first appearance.
fn gathered<K: PartialEq + Clone>(all: impl Iterator<Item = (K, Fraction)>) -> Vec<(K, Fraction)> {
    let mut found: Vec<(K, Fraction)> = Vec::new();
    for (key, chance) in all {
        match found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, sum)) => *sum = *sum + chance,
            None => found.push((key, chance)),
        }
    }
    found
}

/// The events of one branch, including the end of the game.
fn events<'b>(faces: &'b dyn Faces, branch: &'b Branch) -> impl Iterator<Item = String> + 'b {
    let end = branch.outcome.iter().map(|outcome| ended(faces, outcome));
    branch.happened.iter().map(|one| happened(faces, *one)).chain(end)
}

/// The values that change in any branch, each with its possible results.
fn values(faces: &dyn Faces, branches: &[Branch]) -> Vec<ValueFindings> {
    let keys = branches.iter().flat_map(|branch| &branch.changes);
    let mut keys: Vec<(Subject, &'static str, i32)> =
        keys.map(|change| (change.whose, change.what, change.from)).collect();
    keys.sort_unstable();
    keys.dedup();
    let value = |(whose, what, from): (Subject, &'static str, i32)| {
        let after = |branch: &Branch| {
            let change = branch.changes.iter().find(|change| change.whose == whose && change.what == what);
            (change.map_or(from, |change| change.to), branch.chance)
        };
        let mut after = gathered(branches.iter().map(after));
        after.sort_by_key(|(to, _)| *to);
        let is_number = |value: i32| faces.value(what, value).to_string() == value.to_string();
        let is_of_numbers = is_number(from) && after.iter().all(|(to, _)| is_number(*to));
        ValueFindings {
            what: what.to_owned(),
            whose: (whose != Subject::NONE).then(|| faces.name(whose).to_string()),
            before: faces.value(what, from).to_string(),
            mean: is_of_numbers.then(|| Exact::mean(&after)).flatten(),
            after: after
                .into_iter()
                .map(|(to, chance)| After { value: faces.value(what, to).to_string(), chance: chance.into() })
                .collect(),
        }
    };
    keys.into_iter().map(value).collect()
}

impl<'o> OddsFindings<'o> {
    /// For odds that were worked out; `until` says how far the game was played on.
    pub fn of(
        title: &'o str,
        of: OddsOf<'o>,
        players: [&'o str; 2],
        until: String,
        worked: &Worked,
        faces: &dyn Faces,
    ) -> Self {
        let all = gathered(worked.branches.iter().flat_map(|branch| {
            events(faces, branch).map(|event| (event, branch.chance)).collect::<Vec<_>>()
        }));
        let values = values(faces, &worked.branches);
        let fixed = |change: &str| {
            let mut certain = values.iter().filter(|value| value.is_certain());
            certain.any(|value| value.words(&value.after[0].value) == change)
        };
        let result = |branch: &Branch| {
            let changes: Vec<String> = branch.changes.iter().map(|change| changed(faces, *change)).collect();
            let events: Vec<String> = events(faces, branch).collect();
            let open: Vec<&str> =
                changes.iter().map(String::as_str).filter(|change| !fixed(change)).collect();
            let end = branch.outcome.iter().map(|outcome| ended(faces, outcome));
            let words = open.into_iter().map(str::to_owned).chain(end).collect::<Vec<_>>().join("; ");
            let result = ResultFindings { chance: branch.chance.into(), changes, events };
            (result, words, branch.chance)
        };
        let results: Vec<(ResultFindings, String, Fraction)> = worked.branches.iter().map(result).collect();
        let mut wholes = gathered(results.iter().map(|(_, words, chance)| (words.clone(), *chance)));
        wholes.sort_by_key(|(_, chance)| Reverse(*chance));
        let choice = |choice: &szala_system::Chosen| ChoiceFindings {
            side: faces.side_name(choice.side).to_owned(),
            action: choice.action.clone(),
            times: choice.times.into(),
        };
        let action = |(side, action): &(_, String)| format!("{}: {action}", faces.side_name(*side));
        Self {
            title,
            of,
            players,
            actions: worked.actions.iter().map(action).collect(),
            until,
            passes: worked.passes,
            choices: worked.choices.iter().map(choice).collect(),
            wholes: wholes.into_iter().map(|(words, chance)| (words, chance.into())).collect(),
            results: results.into_iter().map(|(result, ..)| result).collect(),
            events: all
                .into_iter()
                .map(|(event, chance)| EventFindings { event, chance: chance.into() })
                .collect(),
            values,
        }
    }

    /// The data of a chart, in the language of the lexicon: every value that is not certain.
    pub fn charted(&self, lexicon: &Lexicon) -> Vec<ExactGroup> {
        let bar = |After { value, chance }: &After| ExactBar {
            label: lexicon.tell(value).into_owned(),
            chance: chance.clone(),
        };
        let values = self.values.iter().filter(|value| !value.is_certain()).map(|value| ExactGroup {
            heading: value.name_in(lexicon),
            bars: value.after.iter().map(bar).collect(),
        });
        values.collect()
    }

    /// The likeliest result in words, with its chance.
    pub fn likeliest(&self, lexicon: &Lexicon) -> Option<(String, &Exact)> {
        let (words, chance) = self.wholes.first()?;
        if words.is_empty() {
            return Some((Message::OddsNone.say(lexicon.language(), &[]), chance));
        }
        let changed = |piece: &str| {
            let of = |value: &ValueFindings| {
                let after = value.after.iter().find(|after| value.words(&after.value) == piece)?;
                let [before, after] = [&value.before, &after.value].map(|value| lexicon.tell(value));
                Some(format!("{}: {before} \u{2192} {after}", value.name_in(lexicon)))
            };
            self.values.iter().find_map(of)
        };
        let pieces = words.split("; ");
        let pieces = pieces.map(|piece| changed(piece).unwrap_or_else(|| lexicon.tell(piece).into_owned()));
        Some((pieces.collect::<Vec<_>>().join("; "), chance))
    }

    /// The actions in words.
    pub fn action(&self, lexicon: &Lexicon) -> String {
        let tell = |said: &String| match said.split_once(": ") {
            Some((side, action)) => format!("{}: {}", lexicon.tell(side), lexicon.tell(action)),
            None => lexicon.tell(said).into_owned(),
        };
        self.actions.iter().map(tell).collect::<Vec<_>>().join("; ")
    }

    fn of_what(&self) -> String {
        match self.of {
            OddsOf::Case { file, case } => format!("Case `{case}` of {file}"),
            OddsOf::Decision { seed, number, step } => {
                format!("Decision {step} of game {number}, seed {seed}")
            }
        }
    }
}

/// A result in words.
fn told(words: &str) -> &str {
    if words.is_empty() { "none of what may change" } else { words }
}

impl ValueFindings {
    fn is_certain(&self) -> bool {
        self.after.len() == 1
    }

    fn name(&self) -> String {
        self.whose.as_ref().map_or_else(|| self.what.clone(), |whose| format!("{} of {whose}", self.what))
    }

    /// The same in the language of the lexicon.
    fn name_in(&self, lexicon: &Lexicon) -> String {
        match &self.whose {
            Some(whose) if lexicon.language() != Language::English => {
                format!("{}: {}", lexicon.tell(&self.what), lexicon.tell(whose))
            }
            _ => lexicon.tell(&self.name()).into_owned(),
        }
    }

    /// A change of it, as journals write it.
    fn words(&self, after: &str) -> String {
        format!("{}: {} -> {after}", self.name(), self.before)
    }

    fn write_to(&self, grid: &mut Grid) {
        for (place, After { value, chance }) in self.after.iter().enumerate() {
            let own = |text: &str| if place == 0 { text.to_owned() } else { String::new() };
            let mean = self.mean.as_ref().map(Exact::decimal).unwrap_or_default();
            let cells = [own(&self.name()), own(&self.before), value.clone()];
            grid.push(cells.into_iter().chain([chance.fraction.clone(), chance.percent(), own(&mean)]));
        }
    }
}

impl Findings for OddsFindings<'_> {
    const COMMAND: &'static str = "odds";

    fn body(&self, body: &mut Body) {
        body.title(self.title);
        body.line(format!("{}.", self.of_what()));
        for action in &self.actions {
            body.item(action.clone());
        }
        let passes = counted(self.passes, "sequence", "sequences");
        body.line(format!("Exact odds over {passes} of faces, {}.", self.until));
        let (open, certain): (Vec<_>, Vec<_>) = self.values.iter().partition(|value| !value.is_certain());
        if !open.is_empty() {
            body.heading("What may change");
            let mut grid = Grid::with_head(["value", "before", "after", "chance", "%", "mean"]);
            for value in open {
                value.write_to(&mut grid);
            }
            body.table(grid);
        }
        let certain: Vec<String> = certain.iter().map(|value| value.words(&value.after[0].value)).collect();
        if !certain.is_empty() {
            body.line(format!("Certain: {}.", certain.join("; ")));
        }
        let open: Vec<_> = self.events.iter().filter(|event| event.chance.fraction != "1").collect();
        if !open.is_empty() {
            body.heading("What may happen");
            let mut grid = Grid::with_head(["event", "chance", "%"]);
            for EventFindings { event, chance } in open {
                grid.push([event.clone(), chance.fraction.clone(), chance.percent()]);
            }
            body.table(grid);
        }
        if !self.choices.is_empty() {
            body.heading("What players decide on the way");
            let mut grid = Grid::with_head(["side", "action", "times", "in 100"]);
            for ChoiceFindings { side, action, times } in self.choices.iter().take(MOST_CHOICES) {
                grid.push([side.clone(), action.clone(), times.fraction.clone(), times.percent()]);
            }
            body.table(grid);
            if self.choices.len() > MOST_CHOICES {
                body.note(format!("{} more are in the JSON", self.choices.len() - MOST_CHOICES));
            }
        }
        if self.wholes.len() > 1 {
            body.heading("Whole results, the likeliest first");
            for (words, chance) in self.wholes.iter().take(MOST_RESULTS) {
                body.item(format!("{} = {} %: {}", chance.fraction, chance.percent(), told(words)));
            }
            if self.wholes.len() > MOST_RESULTS {
                body.note(format!("{} more are in the CSV", self.wholes.len() - MOST_RESULTS));
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        let line = |kind: &str, name: Value, before: Value, after: Value, chance: &Exact| {
            row(&json!({ "kind": kind, "name": name, "before": before, "after": after, "chance": chance }))
        };
        let values = self.values.iter().flat_map(|value| {
            let after = value.after.iter();
            after.map(|after| {
                line("value", value.name().into(), json!(value.before), json!(after.value), &after.chance)
            })
        });
        let null = || Value::Null;
        let events =
            self.events.iter().map(|one| line("event", json!(one.event), null(), null(), &one.chance));
        let choices = self.choices.iter().map(|one| {
            line("choice", json!(format!("{}: {}", one.side, one.action)), null(), null(), &one.times)
        });
        let results = self
            .wholes
            .iter()
            .map(|(words, chance)| line("result", json!(told(words)), null(), null(), chance));
        values.chain(events).chain(choices).chain(results).collect()
    }
}

#[cfg(test)]
mod tests;
