//! A file while it is read: its text, what is wrong with it so far, and the standing of its values. What its keys mean
//! is left to the readers beside this file.

use core::ops::Range;

use szala_board::HexId;
use szala_files::declared::{Entry, Form};
use szala_files::source::{Problem, Source};
use szala_files::{Assumption, Complaint, Document, Field, STANDINGS, Section, Standing, unknown};
use szala_kernel::Side;

use super::values::VALUES;
use crate::position::ids::Board;
use crate::position::room::Room;

/// A file that is being read.
#[derive(Debug)]
pub(super) struct Sheet<'d> {
    pub(super) source: &'d Source,
    pub(super) root: Section<'d>,
    pub(super) wrong: Vec<Complaint>,
    pub(super) notes: Vec<Complaint>,
    pub(super) assumptions: Vec<Assumption>,
    /// The standing of values that say nothing of their own.
    standing: Option<Standing>,
}

/// The least and the most that a number may be.
pub(super) fn bounds(entry: &Entry) -> [u8; 2] {
    let Form::Number(least, most) = entry.form else { panic!("`{}` is declared as a number", entry.keys) };
    [least, most]
        .map(|end| u8::try_from(end).expect("no number of the family's files needs more than a byte"))
}

/// The keys that a kind of file can have, and that of its standing.
pub(super) fn with_standing(kind: &str) -> Vec<&'static str> {
    [VALUES.keys_in(kind, &[]), vec!["standing"]].concat()
}

impl<'d> Sheet<'d> {
    pub(super) fn new(source: &'d Source, document: &'d Document<'d>) -> Self {
        let root = document.root();
        let mut wrong = Vec::new();
        let standing = root.read("standing", &mut wrong, |field| field.choice(&STANDINGS));
        Self { source, root, wrong, notes: Vec::new(), assumptions: Vec::new(), standing }
    }

    /// Everything wrong with the file, in the order of its text.
    pub(super) fn problems(&self) -> impl Iterator<Item = Problem> {
        self.source.in_order(&self.wrong)
    }

    /// Everything worth a look, in the order of its text.
    pub(super) fn notes(&self) -> impl Iterator<Item = Problem> {
        self.source.in_order(&self.notes)
    }

    pub(super) fn complain(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.wrong.push(Complaint::new(span, message));
    }

    /// The value, or nothing after putting the complaint among the others.
    pub(super) fn take<T>(&mut self, read: Result<T, Complaint>) -> Option<T> {
        read.map_err(|complaint| self.wrong.push(complaint)).ok()
    }

    /// The field of a key that must be there; `whose` says of what.
    pub(super) fn field(&mut self, section: &Section<'d>, whose: &str, key: &str) -> Option<Field<'d>> {
        let field = section.get(key);
        if field.is_none() {
            self.complain(section.span(), format!("{whose} has no `{key}`"));
        }
        field
    }

    /// The value of a key that must be there.
    pub(super) fn need<T>(
        &mut self,
        section: &Section<'d>,
        whose: &str,
        key: &str,
        read: impl FnOnce(&Field<'d>) -> Result<T, Complaint>,
    ) -> Option<T> {
        let field = self.field(section, whose, key)?;
        self.take(read(&field))
    }

    /// The table of a key that must be there, with no keys but these.
    pub(super) fn table(&mut self, key: &str, known: &[&str]) -> Option<Section<'d>> {
        let root = self.root.clone();
        let table = self.need(&root, "the file", key, Field::section)?;
        table.refuse_unknown(known, &mut self.wrong);
        Some(table)
    }

    /// A value that may carry its standing, and goes without a range: a place, a list.
    pub(super) fn valued<T>(
        &mut self,
        field: &Field<'d>,
        path: &str,
        read: impl Fn(&Field<'d>) -> Result<T, Complaint>,
    ) -> Option<T> {
        let (bare, table) = self.unwrap(field)?;
        if let Some(range) = table.as_ref().and_then(|table| table.get("range")) {
            self.complain(range.name_span(), format!("`{}` takes no range: it is no number", field.name()));
        }
        let value = self.take(read(&bare))?;
        self.record(path, written(&bare), table.as_ref(), None);
        Some(value)
    }

    /// A value that may carry its standing and the range in which the true one lies.
    pub(super) fn ranked<T: Ord>(
        &mut self,
        field: &Field<'d>,
        path: &str,
        read: impl Fn(&Field<'d>) -> Result<T, Complaint>,
    ) -> Option<T> {
        let (bare, table) = self.unwrap(field)?;
        let value = self.take(read(&bare))?;
        let range = match table.as_ref().and_then(|table| table.get("range")) {
            Some(range) => Some(self.take(range_about(&value, &bare, &range, read))?),
            None => None,
        };
        self.record(path, written(&bare), table.as_ref(), range);
        Some(value)
    }

    /// The value itself, and the table around it if it is written as one.
    fn unwrap(&mut self, field: &Field<'d>) -> Option<(Field<'d>, Option<Section<'d>>)> {
        let Ok(table) = field.section() else { return Some((field.clone(), None)) };
        table.refuse_unknown(&["value", "standing", "range", "why"], &mut self.wrong);
        let bare = table.get("value");
        if bare.is_none() {
            let name = field.name();
            self.complain(field.span(), format!("`{name}` has no `value`: {name} = {{ value = ... }}"));
        }
        bare.map(|bare| (bare.called(field.name()), Some(table)))
    }

    /// Notes a value among the assumptions, when its standing is known.
    fn record(&mut self, path: &str, value: String, table: Option<&Section<'d>>, range: Option<[String; 2]>) {
        let said = |key| table.and_then(|table| table.get(key));
        let standing = said("standing").map(|field| field.choice(&STANDINGS));
        let why = said("why").map(|field| field.text().map(str::to_owned));
        let standing = standing.map_or(self.standing, |standing| self.take(standing));
        let why = why.and_then(|why| self.take(why));
        if let Some(standing) = standing {
            self.assumptions.push(Assumption { path: path.to_owned(), value, standing, range, why });
        }
    }

    /// The standing of something that is no single value, such as the drawing of the map.
    pub(super) fn record_whole(&mut self, path: &str, value: String) {
        self.record(path, value, None, None);
    }
}

/// The two ends of the range, as they are written.
fn range_about<'d, T: Ord>(
    value: &T,
    bare: &Field<'d>,
    range: &Field<'d>,
    read: impl Fn(&Field<'d>) -> Result<T, Complaint>,
) -> Result<[String; 2], Complaint> {
    let ends = range.list()?;
    let [least, most] = ends.as_slice() else {
        return Err(range.complain("a range has two ends: range = [least, most]"));
    };
    let [from, to] = [written(least), written(most)];
    let (least, most) = (read(least)?, read(most)?);
    if least > most {
        return Err(range.complain(format!("the range runs backwards: from {to} to {from} would be right")));
    }
    if *value < least || *value > most {
        let value = written(bare);
        return Err(range.complain(format!("the value {value} lies outside of its range, {from} to {to}")));
    }
    Ok([from, to])
}

/// The value itself, inside of its table if it is written as one.
pub(super) fn bare<'d>(field: &Field<'d>) -> Field<'d> {
    field.section().ok().and_then(|table| table.get("value")).unwrap_or_else(|| field.clone())
}

/// The place of the byte `at` of a text value; the value's own where the text is written with escapes.
pub(super) fn inside(field: &Field<'_>, at: usize) -> Range<usize> {
    let span = field.span();
    let is_plain = field.text().is_ok_and(|text| text.len() + 2 == span.len());
    if is_plain { span.start + 1 + at..span.end } else { span }
}

/// A value as it is written; the values of a list with commas.
fn written(field: &Field<'_>) -> String {
    let values = field.list().unwrap_or_else(|_| vec![field.clone()]);
    let values: Vec<String> = values.iter().filter_map(|value| value.printed().ok()).collect();
    values.join(", ")
}

/// The names of the sides; nothing where the scenario does not say them, which is complained of elsewhere.
#[derive(Clone, Debug)]
pub(super) struct Sides(pub(super) Option<[String; 2]>);

impl Sides {
    /// The side of this name.
    pub(super) fn read(&self, field: &Field<'_>) -> Result<Side, Complaint> {
        let Some(names) = &self.0 else { return field.text().map(|_| Side::First) };
        field.parse(|text| {
            self.named(text).ok_or_else(|| unknown("side", text, &names.each_ref().map(|name| &**name)))
        })
    }

    /// The side of this name, if it is one.
    pub(super) fn named(&self, name: &str) -> Option<Side> {
        let names = self.0.as_ref()?;
        Side::BOTH.into_iter().find(|side| names[*side as usize] == name)
    }

    /// The side whose name is the key of this field.
    pub(super) fn of_key(&self, field: &Field<'_>) -> Result<Side, Complaint> {
        let Some(names) = &self.0 else { return Ok(Side::First) };
        let known = names.each_ref().map(|name| &**name);
        let missing = || Complaint::new(field.name_span(), unknown("side", field.name(), &known));
        self.named(field.name()).ok_or_else(missing)
    }

    /// What a side is called.
    pub(super) fn name(&self, side: Side) -> &str {
        self.0.as_ref().map_or("", |names| &names[side as usize])
    }
}

/// The hex with this label.
pub(super) fn hex<R: Room>(board: &Board<R>, label: &str) -> Result<HexId, String> {
    board.parse_label(label).map_err(|error| format!("`{label}` is no hex of the map: {error}"))
}
