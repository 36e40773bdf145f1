//! A file while it is read by the table of its system's values. The table's part is done when the page is opened: every
//! key exists, every value is of the right kind and within its bounds, nothing is missing, and it is known what the
//! values stand on. How values depend on each other is left to the system.

use core::cell::RefCell;
use core::ops::{Range, RangeInclusive};

use crate::declared::{Declared, Entry, FileKind, Form, NAME, Part, Usual};
use crate::source::{Problem, Source};
use crate::{Assumption, Complaint, Document, Field, STANDINGS, Section, Standing, unknown};

/// The key of what the values of a table stand on that say nothing else.
pub(crate) const STANDING: &str = "standing";
/// The keys of a value that is written with its standing.
pub(crate) const OF_STANDING: [&str; 4] = ["value", STANDING, "range", "why"];
/// Why a changed value is what it is.
const WHY: &str = "set by a variant";

/// A file that is being read.
#[derive(Debug)]
pub struct Page<'d> {
    declared: &'static Declared,
    kind: &'static FileKind,
    source: &'d Source,
    root: Section<'d>,
    wrong: RefCell<Vec<Complaint>>,
    notes: RefCell<Vec<Complaint>>,
    assumptions: RefCell<Vec<Assumption>>,
}

impl<'d> Page<'d> {
    /// Opens a file of this kind, and holds it against the table.
    pub(crate) fn new(
        declared: &'static Declared,
        kind: &'static FileKind,
        source: &'d Source,
        document: &'d Document<'d>,
    ) -> Self {
        let root = document.root();
        let [wrong, notes] = [(); 2].map(|()| RefCell::default());
        let page = Self { declared, kind, source, root, wrong, notes, assumptions: RefCell::default() };
        let entries: Vec<&'static Entry> = kind.entries.iter().collect();
        page.check(&page.root, &mut Vec::new(), &entries, None);
        page
    }

    /// What kind of file it is.
    pub const fn kind(&self) -> &'static FileKind {
        self.kind
    }

    /// The text of the file.
    pub fn text(&self) -> &'d str {
        &self.source.text
    }

    /// Where a complaint goes that is about the file as a whole.
    pub fn span(&self) -> Range<usize> {
        self.root.span()
    }

    /// Was something of this place changed by a variant?
    pub fn is_changed(&self, at: usize) -> bool {
        self.source.is_changed(at)
    }

    // ---- What is wrong ----

    /// Complains of this place.
    pub fn complain(&self, span: Range<usize>, message: impl Into<String>) {
        self.wrong.borrow_mut().push(Complaint::new(span, message));
    }

    /// Notes what no rule forbids and a designer may not have meant.
    pub fn note(&self, span: Range<usize>, message: impl Into<String>) {
        self.notes.borrow_mut().push(Complaint::new(span, message));
    }

    /// The value, or nothing after putting the complaint among the others.
    pub fn take<T>(&self, read: Result<T, Complaint>) -> Option<T> {
        read.map_err(|complaint| self.wrong.borrow_mut().push(complaint)).ok()
    }

    /// Adds the complaints of a part of the file to the others, and returns whether there are none.
    pub fn take_all(&self, complaints: Vec<Complaint>) -> bool {
        let is_sound = complaints.is_empty();
        self.wrong.borrow_mut().extend(complaints);
        is_sound
    }

    /// Is nothing wrong so far?
    pub fn is_sound(&self) -> bool {
        self.wrong.borrow().is_empty()
    }

    /// Everything wrong with the file, in the order of its text.
    pub(crate) fn problems(&self) -> Vec<Problem> {
        self.source.in_order(&self.wrong.borrow()).collect()
    }

    /// Everything worth a look, in the order of its text.
    pub(crate) fn told_notes(&self) -> Vec<Problem> {
        self.source.in_order(&self.notes.borrow()).collect()
    }

    /// What its values stand on, in the order of its text; then what values stand on that are not written.
    pub fn assumptions(&self) -> Vec<Assumption> {
        self.assumptions.borrow().clone()
    }

    /// Strikes out what some values stand on, those at these paths: they play no part.
    pub fn forget(&self, is_out: impl Fn(&str) -> bool) {
        self.assumptions.borrow_mut().retain(|one| !is_out(&one.path));
    }

    /// Names something as assumed that is no single value, as the drawing of a map, with the standing of the file.
    pub fn record_whole(&self, path: &str, value: String) {
        let standing = self.root.get(STANDING).and_then(|field| field.choice(&STANDINGS).ok());
        if let Some(standing) = standing {
            let path = path.to_owned();
            let whole = Assumption { path, value, standing, range: None, why: None };
            self.assumptions.borrow_mut().push(whole);
        }
    }

    // ---- Values ----

    /// The table under these keys, if there is one; without keys, the file.
    pub fn section(&self, keys: &[&str]) -> Option<Section<'d>> {
        if keys.is_empty() { Some(self.root.clone()) } else { self.at(keys)?.section().ok() }
    }

    /// What stands under these keys, one within the other; a table of a list goes by its name.
    fn at(&self, keys: &[&str]) -> Option<Field<'d>> {
        let (first, rest) = keys.split_first()?;
        rest.iter().try_fold(self.root.get(first)?, |field, key| field.inner(key))
    }

    /// Does anything stand under these keys?
    pub fn has(&self, keys: &[&str]) -> bool {
        self.at(keys).is_some()
    }

    /// The tables of a list, as `[[unit]]` is one; those that are none are complained of by then.
    pub fn tables(&self, key: &str) -> Vec<Section<'d>> {
        let list = self.root.get(key).and_then(|field| field.list().ok()).unwrap_or_default();
        list.iter().filter_map(|field| field.section().ok()).collect()
    }

    /// The value under these keys without its standing, if it is written.
    pub fn field(&self, keys: &[&str]) -> Option<Field<'d>> {
        let field = self.at(keys)?;
        let is_ranked = self.declared.find(self.kind, keys).is_some_and(Entry::has_standing);
        match field.section() {
            Ok(table) if is_ranked => table.get("value").map(|bare| bare.called(field.name())),
            _ => Some(field),
        }
    }

    /// Where the value under these keys is written; of one that is not, where the file is.
    pub fn place(&self, keys: &[&str]) -> Range<usize> {
        self.field(keys).map_or_else(|| self.span(), |field| field.span())
    }

    /// Where the last of these keys is written; where it is not, where the file is.
    pub fn key_place(&self, keys: &[&str]) -> Range<usize> {
        self.at(keys).map_or_else(|| self.span(), |field| field.name_span())
    }

    /// The value under these keys as it would be typed: what is written there, or the usual value. Nothing where it is
    /// due, and where something else is written, which is complained of by then.
    pub fn typed(&self, keys: &[&str]) -> Option<String> {
        let entry = self.declared.find(self.kind, keys).expect("a reader reads what its table declares");
        match self.field(keys) {
            Some(field) => self.check_form(entry.form, &field).ok().map(|()| written(&field)),
            None => entry.usual.typed(&names(entry, keys)),
        }
    }

    /// A whole number.
    pub fn number<T: TryFrom<u16>>(&self, keys: &[&str]) -> Option<T> {
        let number = self.typed(keys)?.parse::<u16>().ok()?;
        T::try_from(number).ok()
    }

    /// Holds a number, and the range in which it lies, to closer bounds than the table's; returns whether it keeps to
    /// them.
    pub fn keeps_within(&self, keys: &[&str], bounds: RangeInclusive<u16>) -> bool {
        let Some(entry) = self.declared.find(self.kind, keys) else { return true };
        let range = self.at(keys).and_then(|field| field.section().ok()?.get("range")?.list().ok());
        let numbers = self.field(keys).into_iter().chain(range.into_iter().flatten());
        let sound = numbers.filter(|number| self.check_form(entry.form, number).is_ok());
        self.take_all(sound.filter_map(|number| number.number(bounds.clone()).err()).collect())
    }

    /// `true` or `false`.
    pub fn flag(&self, keys: &[&str]) -> Option<bool> {
        self.typed(keys)?.parse().ok()
    }

    /// One of these names, each standing for a value.
    pub fn choice<T: Copy>(&self, keys: &[&str], known: &[(&str, T)]) -> Option<T> {
        let name = self.typed(keys)?;
        known.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// A text that `parse` understands; its error becomes a complaint. Nothing, too, where nothing is written.
    pub fn parse<T>(&self, keys: &[&str], parse: impl FnOnce(&'d str) -> Result<T, String>) -> Option<T> {
        let field = self.field(keys).filter(|field| field.text().is_ok())?;
        self.take(field.parse(parse))
    }

    /// The texts of a list; none where nothing is written.
    pub fn texts(&self, keys: &[&str]) -> Vec<Field<'d>> {
        let list = self.field(keys).and_then(|field| field.list().ok()).unwrap_or_default();
        list.into_iter().filter(|field| field.text().is_ok()).collect()
    }

    // ---- The table's part ----

    /// Checks a table of the file, whose keys so far are `trail`, against the entries that go on from there.
    fn check(
        &self,
        section: &Section<'d>,
        trail: &mut Vec<&'d str>,
        entries: &[&'static Entry],
        standing: Option<Standing>,
    ) {
        let depth = trail.len();
        let tells_standing = self.declared.has_standing(entries, depth);
        let own = section.get(STANDING).filter(|_| tells_standing);
        let own = own.and_then(|field| self.take(field.choice(&STANDINGS)));
        let standing = own.or(standing);
        for field in section.fields() {
            let name = field.name();
            if name == STANDING && tells_standing {
                continue;
            }
            let is_its = |entry: &&'static Entry| self.declared.admits(entry.part(depth), name);
            let inner: Vec<&'static Entry> = entries.iter().copied().filter(is_its).collect();
            if inner.is_empty() {
                self.complain(field.name_span(), self.stranger(entries, trail, name));
                continue;
            }
            trail.push(name);
            let value = inner.iter().find(|entry| entry.depth() == depth + 1);
            match value.filter(|entry| !matches!(entry.form, Form::Table)) {
                Some(entry) if matches!(entry.form, Form::Tables) => {
                    self.check_tables(&field, trail, &inner, standing);
                }
                Some(entry) => self.check_value(entry, &field, trail, standing),
                None => {
                    if let Some(table) = self.take(field.section()) {
                        let rest: Vec<&'static Entry> =
                            inner.into_iter().filter(|entry| entry.depth() > depth + 1).collect();
                        self.check(&table, trail, &rest, standing);
                    }
                }
            }
            trail.pop();
        }
        self.check_due(section, trail, entries);
    }

    /// Checks each table of a list.
    fn check_tables(
        &self,
        field: &Field<'d>,
        trail: &mut Vec<&'d str>,
        entries: &[&'static Entry],
        standing: Option<Standing>,
    ) {
        let depth = trail.len();
        let inner: Vec<&'static Entry> =
            entries.iter().copied().filter(|entry| entry.depth() > depth).collect();
        let tables =
            field.list().and_then(|list| list.iter().map(Field::section).collect::<Result<Vec<_>, _>>());
        let form = |_| field.complain(of_tables(field.name()));
        for table in self.take(tables.map_err(form)).unwrap_or_default() {
            let name = table.get(NAME).and_then(|name| name.text().ok());
            trail.push(name.unwrap_or_default());
            self.check(&table, trail, &inner, standing);
            trail.pop();
        }
    }

    /// What to say of an unknown key.
    fn stranger(&self, entries: &[&'static Entry], trail: &[&str], name: &str) -> String {
        let path = trail.iter().copied().chain([name]).collect::<Vec<_>>().join(".");
        if let Some(words) = self.declared.stranger(&path) {
            return words.to_owned();
        }
        let mut known: Vec<&str> = Vec::new();
        for entry in entries {
            let names = self.closed_names(entry.part(trail.len()));
            known.extend(names.into_iter().filter(|name| !known.contains(name)).collect::<Vec<_>>());
        }
        if trail.is_empty() {
            known.push(STANDING);
        }
        unknown(self.declared.called(&trail.join(".")).unwrap_or("key"), name, &known)
    }

    /// What can stand for a part, where that is the same in every scenario.
    fn closed_names(&self, part: Part) -> Vec<&'static str> {
        match part {
            Part::Fixed(fixed) => vec![fixed],
            Part::Name(word) => self.declared.fixed_names(word).unwrap_or_default().to_vec(),
        }
    }

    /// Complains of what must be in a table and is not.
    fn check_due(&self, section: &Section<'d>, trail: &[&str], entries: &[&'static Entry]) {
        let is_counter = |entry: &&Entry| !trail.is_empty() && entry.part(trail.len()) == Part::Fixed(NAME);
        let whose = match trail {
            [] => format!("the {}", self.kind.name),
            [list, .., ""] => format!("the {list}"),
            [.., name] if entries.iter().copied().any(|entry| is_counter(&entry)) => (*name).to_owned(),
            [.., last] => format!("`{last}`"),
        };
        let is_due = |entry: &&&Entry| {
            let is_closed = |part: &Part| !self.closed_names(*part).is_empty();
            matches!(entry.usual, Usual::Due)
                && !matches!(entry.form, Form::Letter(_) | Form::Listed)
                && entry.parts().skip(trail.len()).all(|part| is_closed(&part))
        };
        let mut told: Vec<&str> = Vec::new();
        for entry in entries.iter().filter(is_due) {
            for name in self.closed_names(entry.part(trail.len())) {
                if section.get(name).is_none() && !told.contains(&name) {
                    told.push(name);
                    self.complain(section.span(), format!("{whose} has no `{name}`"));
                }
            }
        }
    }

    /// Checks a value, and notes what it stands on.
    fn check_value(&self, entry: &Entry, field: &Field<'d>, trail: &[&str], standing: Option<Standing>) {
        let mut bare = field.clone();
        let table = field.section().ok().filter(|_| entry.has_standing());
        if let Some(table) = &table {
            table.refuse_unknown(&OF_STANDING, &mut self.wrong.borrow_mut());
            let Some(value) = table.get("value") else {
                let name = field.name();
                let message = format!("`{name}` has no `value`: {name} = {{ value = ... }}");
                return self.complain(field.span(), message);
            };
            bare = value.called(field.name());
        }
        if self.take(self.check_form(entry.form, &bare)).is_none() || !entry.has_standing() {
            return;
        }
        let said = |key: &str| table.as_ref().and_then(|table| table.get(key));
        let range = match said("range") {
            Some(range) => match self.take(self.range(entry.form, &bare, &range)) {
                Some(range) => Some(range),
                None => return,
            },
            None => None,
        };
        let own = said(STANDING).and_then(|field| self.take(field.choice(&STANDINGS)));
        let why = said("why").and_then(|field| self.take(field.text().map(str::to_owned)));
        // What settles a decision has its reasons on the page of decisions.
        let why = why.or(entry.decision.map(str::to_owned));
        let is_changed = table.is_none() && self.source.is_changed(field.span().start);
        let standing = if is_changed { Some(Standing::Assumed) } else { own.or(standing) };
        if let Some(standing) = standing {
            self.assumptions.borrow_mut().push(Assumption {
                path: self.kind.path(entry, trail),
                value: written(&bare),
                standing,
                range,
                why: if is_changed { Some(WHY.to_owned()) } else { why },
            });
        }
    }

    /// Is a value of this form?
    fn check_form(&self, form: Form, field: &Field<'d>) -> Result<(), Complaint> {
        let one_of = |field: &Field<'d>, names: &[&str]| {
            field.choice(&names.iter().map(|name| (*name, ())).collect::<Vec<_>>())
        };
        match form {
            Form::Number(least, most) => field.number(least..=most).map(|_| ()),
            Form::Flag => field.flag().map(|_| ()),
            Form::OneOf(names) => one_of(field, names),
            Form::Kind(what, names) => one_of(&field.clone().called(what), names),
            // What is shown to people says something.
            Form::Text(_, "") => field.sentence().map(|_| ()),
            Form::Text(..) | Form::Named(_) | Form::File(_) | Form::Drawing | Form::Letter(_) => {
                field.text().map(|_| ())
            }
            Form::Graded(_, _, grade) => field.parse(grade).map(|_| ()),
            Form::Texts(..) | Form::AnyNamed(_) | Form::Listed => {
                field.list()?.iter().try_for_each(|field| field.text().map(|_| ()))
            }
            Form::Table => field.section().map(|_| ()),
            Form::Tables => field.list()?.iter().try_for_each(|field| field.section().map(|_| ())),
        }
    }

    /// The two ends of the range in which a value lies, as they are written.
    fn range(&self, form: Form, value: &Field<'d>, range: &Field<'d>) -> Result<[String; 2], Complaint> {
        if !matches!(form, Form::Number(..) | Form::Graded(..)) {
            let message = format!("`{}` takes no range: it is no number", value.name());
            return Err(Complaint::new(range.name_span(), message));
        }
        let ends = range.list()?;
        let [least, most] = ends.as_slice() else {
            return Err(range.complain("a range has two ends: range = [least, most]"));
        };
        [least, most].into_iter().try_for_each(|end| self.check_form(form, end))?;
        let [from, to, own] = [least, most, value].map(written);
        let much = |field: &Field<'d>| match form {
            Form::Number(..) => field.whole(),
            Form::Graded(_, _, grade) => field.text().ok().and_then(|text| grade(text).ok()).map(i64::from),
            _ => None,
        };
        let [least, most, value] = [least, most, value].map(much);
        if least > most {
            return Err(
                range.complain(format!("the range runs backwards: from {to} to {from} would be right"))
            );
        }
        if value < least || value > most {
            let message = format!("the value {own} lies outside of its range, {from} to {to}");
            return Err(range.complain(message));
        }
        Ok([from, to])
    }

    /// Notes the usual values that nobody printed, of what is not written.
    pub(crate) fn record_usual(&self, is_written: impl Fn(&[&str]) -> bool) {
        let is_ours = |entry: &&Entry| entry.is_varied && entry.standing.0 != Standing::Text;
        for entry in self.kind.entries.iter().filter(is_ours) {
            let mut all: Vec<Vec<&str>> = vec![Vec::new()];
            for part in entry.parts() {
                let names = self.closed_names(part);
                all = all
                    .iter()
                    .flat_map(|keys| names.iter().map(|name| [&keys[..], &[name]].concat()))
                    .collect();
            }
            for keys in all.iter().filter(|keys| !is_written(keys)) {
                let Some(value) = entry.usual.typed(&names(entry, keys)) else { continue };
                let (standing, why) = entry.standing;
                self.assumptions.borrow_mut().push(Assumption {
                    path: self.kind.path(entry, keys),
                    value,
                    standing,
                    range: None,
                    why: Some(why.to_owned()),
                });
            }
        }
    }
}

/// What to say of something else than a list of tables.
pub(crate) fn of_tables(key: &str) -> String {
    format!("each {key} is a table of its own under [[{key}]]")
}

/// Of the keys of a value those that are names.
pub(crate) fn names<'k>(entry: &Entry, keys: &[&'k str]) -> Vec<&'k str> {
    let parts = entry.parts().zip(keys);
    parts.filter(|(part, _)| matches!(part, Part::Name(_))).map(|(_, name)| *name).collect()
}

/// A value as it is written; the values of a list with commas.
fn written(field: &Field<'_>) -> String {
    let values = field.list().unwrap_or_else(|_| vec![field.clone()]);
    let values: Vec<String> = values.iter().filter_map(|value| value.printed().ok()).collect();
    values.join(", ")
}
