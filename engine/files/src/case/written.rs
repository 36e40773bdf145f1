//! Reads what a rule case expects, as it is written, whatever the game: which keys there are and what kind of value
//! they take. What the values mean in a game is left to `run`.

use core::ops::Range;

use szala_kernel::Rule;

use super::approach::Approach;
use super::file::{Kind, rule_number};
use crate::{Complaint, Field, Placed, Section};

/// A case; what it leaves out is empty.
#[derive(Debug)]
pub(super) struct Case<'a> {
    pub(super) approach: Approach<'a>,
    /// Is what would run by itself after the last action left undone?
    pub(super) pauses: bool,
    pub(super) journal: Vec<Placed<&'a str>>,
    pub(super) silent: Vec<Placed<&'a str>>,
    /// Paths with the value expected there.
    pub(super) state: Vec<(Placed<String>, Placed<String>)>,
    pub(super) legal: Vec<Placed<&'a str>>,
    pub(super) legal_only: Option<Placed<Vec<Placed<&'a str>>>>,
    /// Actions that are refused, each by this rule, or by whichever.
    pub(super) illegal: Vec<(Placed<&'a str>, Option<Placed<Rule>>)>,
    pub(super) to_act: Option<Placed<&'a str>>,
    pub(super) outcome: Option<Placed<Ending<'a>>>,
}

/// How the game should stand.
#[derive(Debug)]
pub(super) enum Ending<'a> {
    GoesOn,
    Ended {
        winner: Option<Placed<&'a str>>,
        lead: Option<Placed<i32>>,
        rule: Option<Placed<Rule>>,
        reason: Option<Placed<&'a str>>,
    },
}

/// The file of rule cases.
pub(super) const CASES: Kind = Kind {
    word: "case",
    keys: &[
        "position",
        "dice",
        "actions",
        "pause",
        "journal",
        "silent",
        "state",
        "legal",
        "legal_only",
        "illegal",
        "to_act",
        "outcome",
    ],
    varies: true,
};

/// What cannot be asked while the game pauses, as nobody is to decide then.
const DECIDING: [&str; 5] = ["legal", "legal_only", "illegal", "to_act", "outcome"];

/// Reads a case, whose name is at this place.
pub(super) fn read<'a>(
    table: &Section<'a>,
    name: &Range<usize>,
    complaints: &mut Vec<Complaint>,
) -> Case<'a> {
    let case = Case {
        approach: Approach::read(table, name, complaints),
        pauses: table.read("pause", complaints, Field::flag).unwrap_or(false),
        journal: table.read_each("journal", complaints, Field::placed_text),
        silent: table.read_each("silent", complaints, Field::placed_text),
        state: table.get("state").map(|field| values_at_paths(&field, complaints)).unwrap_or_default(),
        legal: table.read_each("legal", complaints, Field::placed_text),
        legal_only: table.get("legal_only").map(|field| {
            let value = table.read_each("legal_only", complaints, Field::placed_text);
            Placed { value, span: field.span() }
        }),
        illegal: table.read_each("illegal", complaints, illegal),
        to_act: table.read("to_act", complaints, Field::placed_text),
        outcome: table.read("outcome", complaints, ending),
    };
    if case.pauses {
        case.complain_of_the_pause(table, complaints);
    }
    if complaints.is_empty() && case.tests_nothing() {
        let message = "the case tests nothing: give it actions, or something to find in the position";
        complaints.push(Complaint::new(name.clone(), message));
    }
    case
}

impl Case<'_> {
    fn complain_of_the_pause(&self, table: &Section<'_>, complaints: &mut Vec<Complaint>) {
        let mut complain = |field: &str, message: String| {
            let field = table.get(field).expect("asked of a key that the table has");
            complaints.push(Complaint::new(field.name_span(), message));
        };
        if self.approach.has_no_actions() {
            complain("pause", "there is no action to pause after".to_owned());
        }
        for key in DECIDING.into_iter().filter(|key| table.get(key).is_some()) {
            let message = "nobody is to decide while the game pauses: look at `journal`, `silent` or `state`";
            complain(key, message.to_owned());
        }
    }

    fn tests_nothing(&self) -> bool {
        self.approach.has_no_actions()
            && self.journal.is_empty()
            && self.legal.is_empty()
            && self.state.is_empty()
            && self.illegal.is_empty()
            && self.legal_only.is_none()
            && self.to_act.is_none()
            && self.outcome.is_none()
    }
}

fn placed_rule(field: &Field<'_>) -> Result<Placed<Rule>, Complaint> {
    Ok(Placed { value: rule_number(field)?, span: field.span() })
}

/// The fields at the ends of all paths of a table: in tables within it, `points.Red = 1` is `"points.Red" = 1`.
pub fn paths<'a>(field: &Field<'a>, complaints: &mut Vec<Complaint>) -> Vec<(Placed<String>, Field<'a>)> {
    let mut found = Vec::new();
    let mut waiting = vec![(String::new(), field.clone())];
    while let Some((path, field)) = waiting.pop() {
        if let Ok(section) = field.section() {
            for inner in section.fields() {
                let dot = if path.is_empty() { "" } else { "." };
                waiting.push((format!("{path}{dot}{}", inner.name()), inner));
            }
        } else if path.is_empty() {
            let message = format!("`{}` takes a table of paths with their values", field.name());
            complaints.push(field.complain(message));
        } else {
            found.push((Placed { value: path, span: field.name_span() }, field));
        }
    }
    found.sort_by_key(|(path, _)| path.span.start);
    found
}

fn values_at_paths(
    field: &Field<'_>,
    complaints: &mut Vec<Complaint>,
) -> Vec<(Placed<String>, Placed<String>)> {
    let mut values = Vec::new();
    for (path, field) in paths(field, complaints) {
        match field.printed() {
            Ok(value) => values.push((path, Placed { value, span: field.span() })),
            Err(complaint) => complaints.push(complaint),
        }
    }
    values
}

/// An action refused by a rule; or the action alone, for whichever rule refuses it.
fn illegal<'a>(field: &Field<'a>) -> Result<(Placed<&'a str>, Option<Placed<Rule>>), Complaint> {
    const FORM: &str = "write { action = \"...\", rule = \"...\" }: what is refused, and by which rule; or the action \
                        alone in quotes, when any rule will do";
    if field.text().is_ok() {
        return Ok((field.placed_text()?, None));
    }
    let section = field.section().map_err(|_| field.complain(FORM))?;
    refuse_first_unknown(&section, &["action", "rule"])?;
    match (section.get("action"), section.get("rule")) {
        (Some(action), Some(rule)) => Ok((action.placed_text()?, Some(placed_rule(&rule)?))),
        _ => Err(field.complain(FORM)),
    }
}

fn ending<'a>(field: &Field<'a>) -> Result<Placed<Ending<'a>>, Complaint> {
    const FORM: &str = "`outcome` takes \"none\" for a game that goes on, or a table with any of winner, lead, rule, \
                        reason";
    if field.text() == Ok("none") {
        return Ok(Placed { value: Ending::GoesOn, span: field.span() });
    }
    let section = field.section().map_err(|_| field.complain(FORM))?;
    refuse_first_unknown(&section, &["winner", "lead", "rule", "reason"])?;
    if section.fields().is_empty() {
        return Err(field.complain(FORM));
    }
    let lead = |field: Field<'a>| {
        let value = field.number(i32::MIN..=i32::MAX)?;
        Ok(Placed { value, span: field.span() })
    };
    let value = Ending::Ended {
        winner: section.get("winner").as_ref().map(Field::placed_text).transpose()?,
        lead: section.get("lead").map(lead).transpose()?,
        rule: section.get("rule").as_ref().map(placed_rule).transpose()?,
        reason: section.get("reason").as_ref().map(Field::placed_text).transpose()?,
    };
    Ok(Placed { value, span: field.span() })
}

fn refuse_first_unknown(section: &Section<'_>, known: &[&str]) -> Result<(), Complaint> {
    let mut complaints = Vec::new();
    section.refuse_unknown(known, &mut complaints);
    complaints.into_iter().next().map_or(Ok(()), Err)
}
