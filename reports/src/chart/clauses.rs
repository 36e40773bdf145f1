//! Which rules were at work, how often, and which never.

use core::fmt;

use super::data::Clauses;
use super::picture::Picture;
use super::rows::{Axis, Group, Row, bars};
use super::sheet::{Fill, Frame, Sheet, sources};
use super::style::{Ink, SMALL, Weight};
use crate::Grid;
use crate::messages::{Language, Message};

/// So many rules have a bar; the table has them all.
const MOST: usize = 20;

/// Draws how often the rules were at work that were so the most often, and names those that never were.
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

/// Writes all rules that were at work as a table, and below it those that never were.
///
/// # Errors
/// Only the writer's.
pub fn write_clauses(data: &Clauses, language: Language, to: &mut impl fmt::Write) -> fmt::Result {
    let head = [Message::ClauseRule, Message::ClauseTimes, Message::ClauseGames, Message::ClauseSays];
    let mut rows = vec![head.map(|message| message.say(language, &[])).to_vec()];
    rows.extend(data.hit.iter().map(|clause| {
        let (times, share) = (language.value_range(clause.times), language.percent_range(clause.share));
        vec![clause.rule.clone(), times, share, clause.title.clone()]
    }));
    Grid { rows }.write_text(to)?;
    writeln!(to)?;
    let list = |of: &[(String, String)], to: &mut dyn fmt::Write| -> fmt::Result {
        of.iter().try_for_each(|(rule, title)| writeln!(to, "  {rule}  {title}"))
    };
    if data.never.is_empty() {
        writeln!(to, "{}", never(data, language))?;
    } else {
        let (count, none) = (data.never.len().to_string(), "");
        let head = Message::ClausesNever.say(language, &[("count", &count), ("rules", none)]);
        writeln!(to, "{}", head.trim_end_matches(['.', ' ']))?;
        list(&data.never, to)?;
    }
    writeln!(to, "{}", decisions(data, language))?;
    list(&data.never_decisions, to)?;
    writeln!(to, "{}", Message::ClausesNote.say(language, &[]))
}
