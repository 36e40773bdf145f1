//! A scenario's files taken apart, with the changes of a variant written into them. What comes of it is for the
//! reader to judge; here only that is refused which has no place in the files, or which the reader could not tell
//! well.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::declared::{Declared, Entry, FileKind, Form, NONE, Part};
use crate::filed::{Filed, Loaded, load_sources};
use crate::page::names;
use crate::source::{Files, Origin, Problem, Problems, Source};
use crate::tree::{Kind, Node, Table};
use crate::variant::{self, Edit, Value};
use crate::{Document, Known, Takes, drawing, unknown};

/// What to say of units to add or remove where the table says nothing.
const NAMELESS: &str = "this game has no units that a variant could add or remove: set values with --set";

/// The files of a sound scenario.
#[derive(Debug)]
pub struct Opened<R: Filed> {
    /// The scenario before any change.
    pub scenario: R::Scenario,
    files: Vec<OpenFile>,
    /// What was changed, by its path.
    changes: BTreeMap<String, String>,
}

#[derive(Debug)]
struct OpenFile {
    kind: &'static FileKind,
    name: String,
    table: Table,
}

/// A value that a path names.
#[derive(Clone, Debug)]
pub struct Target {
    /// Its path, the one of several that is told.
    pub path: String,
    kind: &'static FileKind,
    entry: &'static Entry,
    /// Where it stands in its file.
    keys: Vec<String>,
}

impl Target {
    fn keys(&self) -> Vec<&str> {
        self.keys.iter().map(String::as_str).collect()
    }

    /// The name of a cell of a drawing, the last of the keys.
    fn cell(&self) -> &str {
        self.keys.last().map_or("", String::as_str)
    }
}

impl<R: Filed> Opened<R> {
    const VALUES: &'static Declared = R::VALUES;

    /// Opens a scenario's files.
    pub(crate) fn open(path: &str, files: Files<'_>) -> Result<Self, Problems> {
        let Loaded { scenario, sources, .. } =
            load_sources::<R>(path, files, &crate::filed::Told::default())?;
        let apart = |(kind, source): (&'static FileKind, Source)| {
            let source = Arc::new(source);
            let document = Document::parse(&source.text).expect("the files of a sound scenario are TOML");
            OpenFile { kind, name: source.name.clone(), table: Table::of(&source, &document.root()) }
        };
        Ok(Self { scenario, files: sources.into_iter().map(apart).collect(), changes: BTreeMap::new() })
    }

    /// Writes the changes in, and tells all that cannot be written.
    pub(crate) fn write(&mut self, edits: &[Edit]) -> Vec<Problem> {
        let nameless = R::VALUES.nameless.unwrap_or(NAMELESS);
        let mut problems = Vec::new();
        for edit in edits {
            let written = match edit {
                Edit::Set { path, at, to } => self.set(path, to).map_err(|message| at.problem(message)),
                Edit::Remove { at, .. } => Err(at.problem(nameless)),
                Edit::Counter(_, node) => Err(node.origin.problem(nameless)),
            };
            problems.extend(written.err());
        }
        problems.extend(R::settle(self));
        problems
    }

    /// The files, put together again.
    pub(crate) fn print(&self) -> Vec<Source> {
        self.files.iter().map(|file| file.table.print(&file.name)).collect()
    }

    /// What was changed, in a form of its own: the same changes are the same text.
    pub(crate) fn said(&self) -> String {
        self.changes.values().map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    // ---- What a system settles ----

    /// What is written under these keys in the file of this kind.
    pub fn node(&self, kind: &str, keys: &[&str]) -> Option<&Node> {
        at(&self.files.iter().find(|file| file.kind.name == kind)?.table, keys)
    }

    /// The keys of the table under these keys in the file of this kind.
    pub fn names_in(&self, kind: &str, keys: &[&str]) -> Vec<String> {
        let table = self.node(kind, keys).and_then(Node::as_table);
        table.into_iter().flat_map(|table| &table.0).map(|row| row.name.clone()).collect()
    }

    /// Strikes out what is written under these keys in the file of this kind.
    pub fn remove(&mut self, kind: &str, keys: &[&str]) {
        let Some((last, tables)) = keys.split_last() else { return };
        let file = self.files.iter_mut().find(|file| file.kind.name == kind);
        let inner = |table, key: &&str| Table::get_mut(table, key).and_then(Node::as_table_mut);
        if let Some(table) = file.and_then(|file| tables.iter().try_fold(&mut file.table, inner)) {
            table.remove(last);
        }
    }

    /// Did a change set the value at this path?
    pub fn is_set(&self, path: &str) -> bool {
        self.changes.contains_key(path)
    }

    /// What the drawing under these keys has in a cell.
    pub fn letter(&self, kind: &str, keys: &[&str], cell: &str) -> Option<&str> {
        let [row, column] = R::row_and_column(self, cell);
        drawing::letter_of(self.node(kind, keys)?, &row, &column)
    }

    // ---- Changes ----

    fn set(&mut self, path: &str, to: &Value) -> Result<(), String> {
        let target = self.find_target(path)?;
        let node = match to {
            Value::Node(node) => node.clone(),
            Value::Text(text, origin) => self.written(&target, text, origin)?,
        };
        let printed = or_none(node.printed());
        self.changes.insert(target.path.clone(), format!("{}={printed}", target.path));
        if self.value(&target) != printed {
            self.put(&target, node, &printed);
        }
        Ok(())
    }

    /// What is to be written for a text.
    fn written(&self, target: &Target, text: &str, origin: &Origin) -> Result<Node, String> {
        let takes = self.takes(target);
        match (target.entry.form, &takes) {
            (Form::Letter(what), Takes::OneOf(letters)) if !letters.iter().any(|letter| letter == text) => {
                let known: Vec<&str> = letters.iter().map(String::as_str).collect();
                Err(format!("{} in the legend", unknown(what, text, &known)))
            }
            (_, Takes::List(_)) if text == NONE => {
                Ok(Node { origin: origin.clone(), kind: Kind::List(Vec::new()) })
            }
            _ => Ok(takes.node(text, origin)),
        }
    }

    /// Writes a value that is not there yet.
    fn put(&mut self, target: &Target, node: Node, printed: &str) {
        let keys = target.keys();
        let cell = R::row_and_column(self, target.cell());
        let file = self.files.iter_mut().find(|file| file.kind.name == target.kind.name);
        let table = &mut file.expect("a sound scenario has a file of each kind that has targets").table;
        let Some((last, tables)) = keys.split_last() else { return };
        if let Form::Letter(_) = target.entry.form {
            let [row, column] = cell;
            let inner =
                |node: Option<&'_ mut Node>| node.map(|node| drawing::redraw(node, &row, &column, printed));
            let (map, outer) = tables.split_last().expect("a drawing stands under a key");
            let drawn = outer.iter().try_fold(table, |table, key| table.get_mut(key)?.as_table_mut());
            inner(drawn.and_then(|table| table.get_mut(map)));
        } else {
            let inner = tables.iter().fold(table, |table, key| table.table(key, &node.origin));
            inner.set(last, node);
        }
    }

    // ---- What stands there ----

    /// Every value that can be set, group by group.
    pub(crate) fn known(&self) -> Vec<Known> {
        self.targets().iter().map(|target| variant::Book::know(self, target)).collect()
    }

    /// What stands at a path, as it would be typed.
    fn value(&self, target: &Target) -> String {
        let keys = target.keys();
        if let (Form::Letter(_), Some((cell, drawing))) = (target.entry.form, keys.split_last()) {
            return self.letter(target.kind.name, drawing, cell).unwrap_or_default().to_owned();
        }
        let written = self.node(target.kind.name, &keys).map(|node| or_none(node.printed()));
        written.or_else(|| target.entry.usual.typed(&names(target.entry, &keys))).unwrap_or_default()
    }

    /// The least and the most that the printed value may well be, where the file says so.
    fn likely(&self, target: &Target) -> Option<[String; 2]> {
        let range = self.node(target.kind.name, &target.keys())?.as_table()?.get("range")?;
        let [least, most] = range.list() else { return None };
        Some([least.printed(), most.printed()])
    }

    fn takes(&self, target: &Target) -> Takes {
        target.entry.form.takes(|word| self.names(word))
    }

    // ---- Paths ----

    /// The names that a word stands for in this scenario.
    fn names(&self, word: &str) -> Vec<String> {
        match Self::VALUES.fixed_names(word) {
            Some(all) => all.iter().map(|name| (*name).to_owned()).collect(),
            None => R::names(self, word),
        }
    }

    /// Every value that there is.
    fn targets(&self) -> Vec<Target> {
        let mut targets = Vec::new();
        for (kind, entry) in Self::VALUES.varied() {
            let mut all: Vec<Vec<String>> = vec![Vec::new()];
            // Paths are listed in their own order, which need not be that of the keys.
            for part in kind.pattern(entry) {
                let names = match part {
                    Part::Fixed(fixed) => vec![fixed.to_owned()],
                    Part::Name(word) => self.names(word),
                };
                all = all.iter().flat_map(|path| names.iter().map(|name| with(path, name))).collect();
            }
            targets.extend(all.into_iter().map(|path| target(kind, entry, &path)));
        }
        targets
    }

    /// What a path names, or why it names nothing.
    fn find_target(&self, path: &str) -> Result<Target, String> {
        let path = in_full(Self::VALUES, path)?;
        let all = self.targets();
        if let Some(target) = all.iter().find(|target| target.path == path) {
            return Ok(target.clone());
        }
        for (kind, entry) in Self::VALUES.varied() {
            if let Some(found) = self.admit(kind, entry, &path) {
                return found;
            }
        }
        if let Some(words) = Self::VALUES.stranger(&path) {
            return Err(words.to_owned());
        }
        let beginning = format!("{path}.");
        let mut examples: Vec<&Target> = Vec::new();
        for target in all.iter().filter(|target| target.path.starts_with(&beginning)) {
            if examples.iter().all(|known| !core::ptr::eq(known.entry, target.entry)) {
                examples.push(target);
            }
        }
        if !examples.is_empty() {
            let examples: Vec<&str> = examples.iter().map(|target| target.path.as_str()).collect();
            return Err(format!("`{path}` is the beginning of a path: {}", examples.join(", ")));
        }
        // Of the many paths those that begin as this one does.
        let (group, _) = path.split_once('.').unwrap_or((&path, ""));
        let beginning = format!("{group}.");
        let mut near: Vec<&str> = all
            .iter()
            .map(|target| target.path.as_str())
            .filter(|path| path.starts_with(&beginning))
            .collect();
        if near.is_empty() {
            near = all.iter().map(|target| target.path.as_str()).collect();
        }
        Err(unknown("path", &path, &near))
    }

    /// What a path names that is not listed, if it is one of this entry: a square on which there is no gate yet.
    fn admit(
        &self,
        kind: &'static FileKind,
        entry: &'static Entry,
        path: &str,
    ) -> Option<Result<Target, String>> {
        let mut rest = Some(path);
        let mut names = Vec::new();
        for part in kind.pattern(entry) {
            let (name, behind) = match rest?.split_once('.') {
                Some((name, behind)) => (name, Some(behind)),
                None => (rest?, None),
            };
            rest = behind;
            names.push(match part {
                Part::Fixed(fixed) if fixed == name => name.to_owned(),
                Part::Fixed(_) => return None,
                Part::Name(word) => match Self::VALUES.fixed_names(word) {
                    Some(all) if all.contains(&name) => name.to_owned(),
                    Some(_) => return None,
                    None => match R::admit(self, word, name)? {
                        Ok(name) => name,
                        Err(message) => return Some(Err(message)),
                    },
                },
            });
        }
        rest.is_none().then(|| Ok(target(kind, entry, &names)))
    }
}

impl<R: Filed> variant::Book for Opened<R> {
    type Target = Target;

    fn find(&self, path: &str) -> Result<Target, String> {
        self.find_target(path)
    }

    fn overlap(one: &Target, other: &Target) -> bool {
        one.path == other.path
    }

    fn is_changed(&self, target: &Target) -> bool {
        self.is_set(&target.path)
    }

    fn know(&self, target: &Target) -> Known {
        Known {
            path: target.path.clone(),
            value: self.value(target),
            takes: self.takes(target),
            likely: self.likely(target),
        }
    }
}

fn with(path: &[String], name: &str) -> Vec<String> {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

/// The value of an entry whose path has these parts.
fn target(kind: &'static FileKind, entry: &'static Entry, path: &[String]) -> Target {
    let pattern = kind.pattern(entry);
    let key = |part: Part| match part {
        Part::Fixed(fixed) => fixed.to_owned(),
        Part::Name(_) => {
            let place = pattern.iter().position(|known| *known == part);
            path[place.expect("a path has the names of its keys")].clone()
        }
    };
    Target { path: path.join("."), kind, entry, keys: entry.parts().into_iter().map(key).collect() }
}

/// A path with what may be left out, and decisions as what they decide.
fn in_full(declared: &Declared, path: &str) -> Result<String, String> {
    let behind = |prefix: &&str| path.strip_prefix(*prefix)?.strip_prefix('.');
    let decision =
        declared.omitted.iter().find_map(behind).filter(|rest| rest.starts_with("D-")).unwrap_or(path);
    if decision.starts_with("D-") {
        let decisions = declared.decisions();
        let found = decisions.iter().find(|(known, _)| *known == decision);
        let known: Vec<&str> = decisions.iter().map(|(known, _)| *known).collect();
        let what = "decision that a scenario may take otherwise";
        return found.map(|(_, path)| path.clone()).ok_or_else(|| unknown(what, decision, &known));
    }
    let first = path.split('.').next().unwrap_or_default();
    let is_there = |prefix: &&&'static str| {
        declared.varied().any(|(kind, entry)| {
            let pattern = kind.pattern(entry);
            pattern.first() == Some(&Part::Fixed(prefix))
                && matches!(pattern.get(1), Some(Part::Fixed(fixed)) if *fixed == first)
        })
    };
    Ok(match declared.omitted.iter().find(is_there) {
        Some(prefix) => format!("{prefix}.{path}"),
        None => path.to_owned(),
    })
}

/// What is printed of an empty list.
fn or_none(printed: String) -> String {
    if printed.is_empty() { NONE.to_owned() } else { printed }
}

/// The value under these keys, one within the other.
fn at<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t Node> {
    let (last, tables) = keys.split_last()?;
    let inner = tables.iter().try_fold(table, |table, key| table.get(key)?.as_table())?;
    inner.get(last)
}
