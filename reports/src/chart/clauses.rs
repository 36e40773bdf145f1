//! Which rules applied, how often, and which never did.

use serde::Serialize;
use serde_json::json;
use szala_analysis::{Estimate, Unit};

use super::data::{ClauseHits, Clauses};
use super::picture::Picture;
use super::rows::{Axis, Group, Row, bars};
use super::sheet::{Fill, Frame, Sheet, sources};
use super::style::{Ink, SMALL, Weight};
use crate::findings::Row as Line;
use crate::messages::{Language, Message};
use crate::{Body, Findings, Grid, row};

/// This many rules have a bar; the table lists them all.
const MOST: usize = 20;

/// Draws the rules that applied most often, and names those that never did.
pub fn clauses(data: &Clauses, frame: Frame) -> Picture {
    let language = frame.language;
    let mut notes = sources(language, [&data.source]);
    notes.push(Message::ClausesNote.say(language, &[]));
    let Some(most) = data.hit.first().filter(|_| data.source.games > 0) else {
        return Sheet::empty(frame, Message::NoGames, &notes);
    };
    let times = language.value_range(most.times);
    let hit = data.hit.iter().filter(|clause| !clause.is_decision).count();
    let (hit, all) = (hit.to_string(), (hit + data.never.len()).to_string());
    let games = language.games(data.source.games);
    let rule = format!("{} {}", most.rule, most.title);
    let places =
        [("hit", hit.as_str()), ("all", &all), ("games", &games), ("rule", &rule), ("times", &times)];
    let title = Message::ClausesMost.say(language, &places);
    let about = Message::ClausesAbout.say(language, &[]);
    let mut sheet = Sheet::new(frame, title, &about, &notes);
    let rows = data.hit.iter().take(MOST).map(|clause| Row {
        label: format!("{} {}", clause.rule, clause.title),
        parts: vec![(clause.times.estimate, Fill::Plain)],
        interval: clause.times,
        value: language.value_range(clause.times),
    });
    let title = Message::ClausesAxis.say(language, &[]);
    let axis = Axis { title, factor: 1.0, most: f64::INFINITY };
    bars(&mut sheet, &[Group { heading: None, rows: rows.collect() }], &axis);
    sheet.top += 8;
    sheet.paragraph(&never(data, language), Weight::Regular, SMALL, Ink::Text);
    sheet.paragraph(&decisions(data, language), Weight::Regular, SMALL, Ink::Text);
    sheet.close()
}

fn never(data: &Clauses, language: Language) -> String {
    if data.never.is_empty() {
        return Message::ClausesAll.say(language, &[]);
    }
    let rules: Vec<&str> = data.never.iter().map(|(rule, _)| rule.as_str()).collect();
    let count = data.never.len().to_string();
    Message::ClausesNever.say(language, &[("count", &count), ("rules", &rules.join(", "))])
}

fn decisions(data: &Clauses, language: Language) -> String {
    let count = data.never_decisions.len().to_string();
    Message::ClausesNeverDecisions.say(language, &[("count", &count)])
}

/// How often the rules applied, in a language.
#[derive(Debug, Serialize)]
pub struct ClauseFindings<'c> {
    title: &'c str,
    players: &'c [String; 2],
    games: u64,
    rules: Vec<RuleFindings<'c>>,
    never: Vec<Named<'c>>,
    never_decisions: Vec<Named<'c>>,
    #[serde(skip)]
    data: &'c Clauses,
    #[serde(skip)]
    language: Language,
}

#[derive(Debug, Serialize)]
struct RuleFindings<'c> {
    rule: &'c str,
    title: &'c str,
    is_decision: bool,
    times: Estimate,
    share: Estimate,
}

#[derive(Debug, Serialize)]
struct Named<'c> {
    rule: &'c str,
    title: &'c str,
}

impl<'c> ClauseFindings<'c> {
    /// The findings from these counts.
    pub fn of(data: &'c Clauses, language: Language) -> Self {
        let games = data.source.games;
        let hit = |hit: &'c ClauseHits| RuleFindings {
            rule: &hit.rule,
            title: &hit.title,
            is_decision: hit.is_decision,
            times: Estimate::new(hit.times, games, Unit::PerGame),
            share: Estimate::new(hit.share, games, Unit::Share),
        };
        let named = |(rule, title): &'c (String, String)| Named { rule, title };
        Self {
            title: &data.source.title,
            players: &data.source.players,
            games,
            rules: data.hit.iter().map(hit).collect(),
            never: data.never.iter().map(named).collect(),
            never_decisions: data.never_decisions.iter().map(named).collect(),
            data,
            language,
        }
    }
}

impl Findings for ClauseFindings<'_> {
    const COMMAND: &'static str = "chart clauses";

    fn body(&self, body: &mut Body) {
        let (data, language) = (self.data, self.language);
        let head = [Message::ClauseRule, Message::ClauseTimes, Message::ClauseGames, Message::ClauseSays];
        let mut grid = Grid::with_head(head.map(|message| message.say(language, &[])));
        for clause in &data.hit {
            let (times, share) = (language.value_range(clause.times), language.percent_range(clause.share));
            grid.push([clause.rule.clone(), times, share, clause.title.clone()]);
        }
        body.table(grid);
        let list = |of: &[Named<'_>], body: &mut Body| {
            for Named { rule, title } in of {
                body.item(format!("{rule}  {title}"));
            }
        };
        if data.never.is_empty() {
            body.line(never(data, language));
        } else {
            let (count, none) = (data.never.len().to_string(), "");
            let head = Message::ClausesNever.say(language, &[("count", &count), ("rules", none)]);
            body.line(head.trim_end_matches(['.', ' ']));
            list(&self.never, body);
        }
        body.line(decisions(data, language));
        list(&self.never_decisions, body);
        body.line(Message::ClausesNote.say(language, &[]));
    }

    fn rows(&self) -> Vec<Line> {
        let hit = self.rules.iter().map(row);
        let never = [(&self.never, false), (&self.never_decisions, true)];
        let never = never.into_iter().flat_map(|(rules, is_decision)| {
            let line = move |Named { rule, title }: &Named<'_>| {
                row(&json!({ "rule": rule, "title": title, "is_decision": is_decision, "times": 0, "share": 0 }))
            };
            rules.iter().map(line)
        });
        hit.chain(never).collect()
    }
}
