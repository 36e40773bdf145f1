//! Reads a case file as it is written, whatever the game: which keys there are and what kind of value they take.
//! What the values mean in a game is left to `run`.

use core::ops::Range;

use crate::Rule;
use crate::text::{Complaint, Field, Section, unknown};

/// A value and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Placed<T> {
    pub(super) value: T,
    pub(super) span: Range<usize>,
}

/// A case file.
#[derive(Debug)]
pub(super) struct File<'a> {
    pub(super) game: Option<Placed<&'a str>>,
    pub(super) scenario: Option<Placed<&'a str>>,
    pub(super) cases: Vec<(Heading, Result<Case<'a>, Vec<Complaint>>)>,
    /// What is wrong outside of the cases.
    pub(super) complaints: Vec<Complaint>,
}

/// What a case is known by, even one that cannot be read.
#[derive(Debug)]
pub(super) struct Heading {
    pub(super) name: String,
    pub(super) span: Range<usize>,
    pub(super) rules: Vec<Rule>,
}

/// A case; what it leaves out is empty.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub(super) span: Range<usize>,
    pub(super) scenario: Option<Placed<&'a str>>,
    pub(super) position: Option<Section<'a>>,
    pub(super) dice: Vec<Placed<DieText<'a>>>,
    pub(super) actions: Vec<Placed<&'a str>>,
    pub(super) journal: Vec<Placed<&'a str>>,
    pub(super) silent: Vec<Placed<&'a str>>,
    /// Paths with the value expected there.
    pub(super) state: Vec<(Placed<String>, Placed<String>)>,
    pub(super) legal: Vec<Placed<&'a str>>,
    pub(super) legal_only: Option<Placed<Vec<Placed<&'a str>>>>,
    pub(super) illegal: Vec<(Placed<&'a str>, Placed<Rule>)>,
    pub(super) to_act: Option<Placed<&'a str>>,
    pub(super) outcome: Option<Placed<Ending<'a>>>,
}

/// A die of the script.
#[derive(Clone, Copy, Debug)]
pub(super) enum DieText<'a> {
    Face(i64),
    Text(&'a str),
}

/// How the game should stand.
#[derive(Debug)]
pub(super) enum Ending<'a> {
    GoesOn,
    Ended {
        winner: Option<Placed<&'a str>>,
        margin: Option<Placed<i32>>,
        rule: Option<Placed<Rule>>,
        reason: Option<Placed<&'a str>>,
    },
}

const FILE_KEYS: [&str; 3] = ["game", "scenario", "case"];
const CASE_KEYS: [&str; 15] = [
    "name",
    "rules",
    "why",
    "scenario",
    "position",
    "dice",
    "actions",
    "journal",
    "silent",
    "state",
    "legal",
    "legal_only",
    "illegal",
    "to_act",
    "outcome",
];

/// Reads a file; a case that cannot be read comes with its complaints, and the others are read all the same.
pub(super) fn read<'a>(root: &Section<'a>) -> File<'a> {
    let mut complaints = Vec::new();
    refuse_unknown_in_file(root, &mut complaints);
    let game = root.read("game", &mut complaints, text);
    let scenario = root.read("scenario", &mut complaints, text);
    let tables = root.read("case", &mut complaints, |field| {
        let sections: Result<Vec<Section<'a>>, Complaint> =
            field.list()?.iter().map(Field::section).collect();
        sections.map_err(|_| field.complain("a case is a table of its own under [[case]]"))
    });
    if tables.as_ref().is_none_or(Vec::is_empty) && complaints.is_empty() {
        let message = "there is no case in this file: each begins with [[case]]";
        complaints.push(Complaint::new(0..0, message));
    }
    let mut cases: Vec<(Heading, Result<Case<'a>, Vec<Complaint>>)> = Vec::new();
    for (number, table) in tables.unwrap_or_default().iter().enumerate() {
        let (heading, mut case) = read_case(table, number + 1);
        if cases.iter().any(|(other, _)| other.name == heading.name) {
            let message = format!("another case of this file is called {:?} already", heading.name);
            let complaint = Complaint::new(heading.span.clone(), message);
            match &mut case {
                Ok(_) => case = Err(vec![complaint]),
                Err(complaints) => complaints.push(complaint),
            }
        }
        cases.push((heading, case));
    }
    File { game, scenario, cases, complaints }
}

/// A key of a case outside of one is the commonest slip: `[position]` instead of `[case.position]`.
fn refuse_unknown_in_file(root: &Section<'_>, complaints: &mut Vec<Complaint>) {
    for field in root.fields() {
        let name = field.name();
        if FILE_KEYS.contains(&name) {
            continue;
        }
        let message = if CASE_KEYS.contains(&name) {
            format!("`{name}` belongs into a case: write it under its [[case]], as a table [case.{name}]")
        } else {
            unknown("key", name, &FILE_KEYS)
        };
        complaints.push(Complaint::new(field.name_span(), message));
    }
}

fn read_case<'a>(table: &Section<'a>, number: usize) -> (Heading, Result<Case<'a>, Vec<Complaint>>) {
    let mut complaints = Vec::new();
    table.refuse_unknown(&CASE_KEYS, &mut complaints);
    let whole = || table.span();
    for key in ["name", "rules", "why"] {
        if table.get(key).is_none() {
            complaints.push(Complaint::new(whole(), format!("the case has no `{key}`")));
        }
    }
    let name = table.read("name", &mut complaints, sentence);
    table.read("why", &mut complaints, sentence);
    let rules = table.read("rules", &mut complaints, |field| {
        let rules: Vec<Rule> = field.list()?.iter().map(rule_number).collect::<Result<_, _>>()?;
        if rules.is_empty() { Err(field.complain("`rules` names no rule")) } else { Ok(rules) }
    });
    let span = name.as_ref().map_or_else(whole, |name| name.span.clone());
    let case = Case {
        span: span.clone(),
        scenario: table.read("scenario", &mut complaints, text),
        position: table.read("position", &mut complaints, Field::section),
        dice: each(table, "dice", &mut complaints, die),
        actions: each(table, "actions", &mut complaints, text),
        journal: each(table, "journal", &mut complaints, text),
        silent: each(table, "silent", &mut complaints, text),
        state: table.get("state").map(|field| probes(&field, &mut complaints)).unwrap_or_default(),
        legal: each(table, "legal", &mut complaints, text),
        legal_only: table.get("legal_only").map(|field| {
            let value = each(table, "legal_only", &mut complaints, text);
            Placed { value, span: field.span() }
        }),
        illegal: each(table, "illegal", &mut complaints, illegal),
        to_act: table.read("to_act", &mut complaints, text),
        outcome: table.read("outcome", &mut complaints, ending),
    };
    if complaints.is_empty() && case.tests_nothing() {
        let message = "the case tests nothing: give it actions, or something to find in the position";
        complaints.push(Complaint::new(span.clone(), message));
    }
    let name = name.map_or_else(|| format!("case {number}"), |name| name.value.to_owned());
    let heading = Heading { name, span, rules: rules.unwrap_or_default() };
    (heading, if complaints.is_empty() { Ok(case) } else { Err(complaints) })
}

impl Case<'_> {
    fn tests_nothing(&self) -> bool {
        let lists = [&self.actions, &self.journal, &self.legal];
        lists.iter().all(|list| list.is_empty())
            && self.state.is_empty()
            && self.illegal.is_empty()
            && self.legal_only.is_none()
            && self.to_act.is_none()
            && self.outcome.is_none()
    }
}

/// Reads every value of a list; a list that is not there is empty.
fn each<'a, T>(
    table: &Section<'a>,
    key: &str,
    complaints: &mut Vec<Complaint>,
    read: impl Fn(&Field<'a>) -> Result<T, Complaint>,
) -> Vec<T> {
    let values = table.read(key, complaints, Field::list).unwrap_or_default();
    let read = values
        .iter()
        .map(read)
        .filter_map(|value| value.map_err(|complaint| complaints.push(complaint)).ok());
    read.collect()
}

fn text<'a>(field: &Field<'a>) -> Result<Placed<&'a str>, Complaint> {
    Ok(Placed { value: field.text()?, span: field.span() })
}

fn sentence<'a>(field: &Field<'a>) -> Result<Placed<&'a str>, Complaint> {
    let text = text(field)?;
    if text.value.trim().is_empty() {
        Err(field.complain(format!("`{}` is empty", field.name())))
    } else {
        Ok(text)
    }
}

fn rule_number(field: &Field<'_>) -> Result<Rule, Complaint> {
    field.parse(|text| Rule::parse(text).map_err(|reason| format!("`{text}`: {reason}")))
}

fn placed_rule(field: &Field<'_>) -> Result<Placed<Rule>, Complaint> {
    Ok(Placed { value: rule_number(field)?, span: field.span() })
}

fn die<'a>(field: &Field<'a>) -> Result<Placed<DieText<'a>>, Complaint> {
    let value = match field.whole() {
        Some(face) => DieText::Face(face),
        None => DieText::Text(field.text()?),
    };
    Ok(Placed { value, span: field.span() })
}

/// Tables within the table are paths with dots: `points.Red = 1` is `"points.Red" = 1`.
fn probes(field: &Field<'_>, complaints: &mut Vec<Complaint>) -> Vec<(Placed<String>, Placed<String>)> {
    let mut probes = Vec::new();
    let mut waiting = vec![(String::new(), field.clone())];
    while let Some((path, field)) = waiting.pop() {
        if let Ok(section) = field.section() {
            for inner in section.fields() {
                let dot = if path.is_empty() { "" } else { "." };
                waiting.push((format!("{path}{dot}{}", inner.name()), inner));
            }
        } else if path.is_empty() {
            complaints.push(field.complain("`state` takes a table of paths with their values"));
        } else {
            match field.printed() {
                Ok(value) => {
                    let path = Placed { value: path, span: field.name_span() };
                    probes.push((path, Placed { value, span: field.span() }));
                }
                Err(complaint) => complaints.push(complaint),
            }
        }
    }
    probes.sort_by_key(|(path, _)| path.span.start);
    probes
}

fn illegal<'a>(field: &Field<'a>) -> Result<(Placed<&'a str>, Placed<Rule>), Complaint> {
    const FORM: &str = "write { action = \"...\", rule = \"...\" }: what is refused, and by which rule";
    let section = field.section().map_err(|_| field.complain(FORM))?;
    refuse_first_unknown(&section, &["action", "rule"])?;
    match (section.get("action"), section.get("rule")) {
        (Some(action), Some(rule)) => Ok((text(&action)?, placed_rule(&rule)?)),
        _ => Err(field.complain(FORM)),
    }
}

fn ending<'a>(field: &Field<'a>) -> Result<Placed<Ending<'a>>, Complaint> {
    const FORM: &str = "`outcome` takes \"none\" for a game that goes on, or a table with any of winner, margin, rule, \
                        reason";
    if field.text() == Ok("none") {
        return Ok(Placed { value: Ending::GoesOn, span: field.span() });
    }
    let section = field.section().map_err(|_| field.complain(FORM))?;
    refuse_first_unknown(&section, &["winner", "margin", "rule", "reason"])?;
    if section.fields().is_empty() {
        return Err(field.complain(FORM));
    }
    let margin = |field: Field<'a>| {
        let value = field.number(i32::MIN..=i32::MAX)?;
        Ok(Placed { value, span: field.span() })
    };
    let value = Ending::Ended {
        winner: section.get("winner").as_ref().map(text).transpose()?,
        margin: section.get("margin").map(margin).transpose()?,
        rule: section.get("rule").as_ref().map(placed_rule).transpose()?,
        reason: section.get("reason").as_ref().map(text).transpose()?,
    };
    Ok(Placed { value, span: field.span() })
}

fn refuse_first_unknown(section: &Section<'_>, known: &[&str]) -> Result<(), Complaint> {
    let mut complaints = Vec::new();
    section.refuse_unknown(known, &mut complaints);
    complaints.into_iter().next().map_or(Ok(()), Err)
}
