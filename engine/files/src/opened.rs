//! A scenario's files taken apart, with the changes of a variant written into them. The reader judges the result; only
//! what has no place in the files, or what the reader could not report well, is refused here.

mod paths;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::declared::{Declared, Entry, FileKind, Form, NONE, Part, Usual};
use crate::filed::{Filed, Loaded, Told, load_sources};
use crate::page::names;
use crate::source::{Files, Origin, Problem, Problems, Source};
use crate::tree::{Kind, Node, Table};
use crate::variant::{Edit, Value, varying};
use crate::{Document, Known, Takes, drawing, unknown};
use paths::{Place, Target, texts};

/// What to say of units to add or remove where the table says nothing.
pub(crate) const NAMELESS: &str =
    "this game has no units that a variant could add or remove: set values with --set";

/// What is said of a counter that a variant removes, before its name.
pub const REMOVED: &str = "remove ";

/// The files of a sound scenario.
#[derive(Debug)]
pub struct Opened<R: Filed> {
    /// The scenario before any change.
    pub scenario: R::Scenario,
    /// The scenario's own file, those that it is based on, and those that they name.
    files: Vec<OpenFile>,
    /// What was changed, by its path.
    changes: BTreeMap<String, String>,
    /// The paths whose values were set, in that order.
    set: Vec<String>,
}

#[derive(Debug)]
struct OpenFile {
    kind: &'static FileKind,
    name: String,
    table: Table,
}

impl<R: Filed> Opened<R> {
    const VALUES: &'static Declared = R::VALUES;

    /// Opens a scenario's files.
    pub(crate) fn open(path: &str, files: Files<'_>) -> Result<Self, Problems> {
        let Loaded { scenario, sources, .. } = load_sources::<R>(path, files, &Told::default())?;
        let apart = |(kind, source): (&'static FileKind, Source)| {
            let source = Arc::new(source);
            let document = Document::parse(&source.text).expect("the files of a sound scenario are TOML");
            OpenFile { kind, name: source.name.clone(), table: Table::of(&source, &document.root()) }
        };
        let files = sources.into_iter().map(apart).collect();
        let mut opened = Self { scenario, files, changes: BTreeMap::new(), set: Vec::new() };
        R::prepare(&mut opened);
        Ok(opened)
    }

    /// Writes the changes in, and returns all that cannot be written.
    pub(crate) fn carry_out(&mut self, edits: &[Edit]) -> Vec<Problem> {
        let mut problems = Vec::new();
        // Counters first: whatever is said of a unit, it may be one that is added.
        for edit in edits {
            if let Edit::Counter(list, node) = edit {
                self.add(list, node);
            }
        }
        for edit in edits {
            let written = match edit {
                Edit::Counter(..) => Ok(()),
                Edit::Set { path, at, to } => self.set(path, to).map_err(|message| at.problem(message)),
                Edit::Remove { name, at } => R::remove(self, name, at).map_err(|message| at.problem(message)),
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
        let told = self.changes.values().map(String::as_str).filter(|said| !said.is_empty());
        told.collect::<Vec<_>>().join("; ")
    }

    // ---- For a system's own changes ----

    /// What is written under these keys in the uppermost file of this kind that has something there.
    pub fn node(&self, kind: &str, keys: &[&str]) -> Option<&Node> {
        self.files.iter().filter(|file| file.kind.name == kind).find_map(|file| file.table.at(keys))
    }

    /// The same, to be changed.
    pub fn node_mut(&mut self, kind: &str, keys: &[&str]) -> Option<&mut Node> {
        let mut files = self.files.iter_mut().filter(|file| file.kind.name == kind);
        files.find_map(|file| file.table.at_mut(keys))
    }

    /// The keys of the table under these keys in the file of this kind; of a list of tables their names.
    pub fn names_in(&self, kind: &str, keys: &[&str]) -> Vec<String> {
        match self.node(kind, keys).map(|node| &node.kind) {
            Some(Kind::Table(table)) => table.0.iter().map(|row| row.name.clone()).collect(),
            Some(Kind::List(list)) => list.iter().filter_map(Node::name).collect(),
            _ => Vec::new(),
        }
    }

    /// Writes a value under these keys of the uppermost file of this kind.
    pub fn write(&mut self, kind: &str, keys: &[&str], node: Node) {
        let Some((last, tables)) = keys.split_last() else { return };
        let file = self.files.iter_mut().find(|file| file.kind.name == kind);
        let table = &mut file.expect("a sound scenario has a file of each kind").table;
        if let Some(table) = inner(table, tables, &node.origin) {
            table.set(last, node);
        }
    }

    /// Strikes out what is written under these keys in the files of this kind.
    pub fn remove(&mut self, kind: &str, keys: &[&str]) {
        let Some((last, tables)) = keys.split_last() else { return };
        for file in self.files.iter_mut().filter(|file| file.kind.name == kind) {
            let table = match tables {
                [] => Some(&mut file.table),
                tables => file.table.at_mut(tables).and_then(Node::as_table_mut),
            };
            if let Some(table) = table {
                table.remove(last);
            }
        }
    }

    /// What stands under these keys, as it would be typed: what is written, or the usual value.
    pub fn typed(&self, kind: &str, keys: &[&str]) -> String {
        let written = self.node(kind, keys).map(|node| or_none(node.printed()));
        let entry = Self::VALUES.get(kind, keys);
        written.or_else(|| entry?.usual.typed(&names(entry?, keys))).unwrap_or_default()
    }

    /// Did a change set the value at this path?
    pub fn is_set(&self, path: &str) -> bool {
        self.changes.contains_key(path)
    }

    /// Did a change set the value at this path after the one at the other, or was the other not set?
    pub fn is_set_after(&self, path: &str, other: &str) -> bool {
        let last = |path: &str| self.set.iter().rposition(|set| set == path);
        last(path) > last(other)
    }

    /// What is said of the change at this path: what the variant is called by.
    pub fn change(&self, path: &str) -> Option<&str> {
        self.changes.get(path).map(String::as_str)
    }

    /// Says what was changed at this path; with no words it was changed, and other words say how.
    pub fn say(&mut self, path: String, words: String) {
        self.changes.insert(path, words);
    }

    /// What the drawing under these keys has in a cell.
    pub fn letter(&self, kind: &str, keys: &[&str], cell: &str) -> Option<&str> {
        let [row, column] = R::row_and_column(self, cell);
        drawing::letter_of(self.node(kind, keys)?, &row, &column)
    }

    // ---- Changes ----

    fn add(&mut self, list: &str, node: &Node) {
        let counter = format!("{list} {}", node.name().unwrap_or_default());
        self.say(counter, format!("add {list} ({})", node.printed()));
        let kind = Self::VALUES.counters().find(|(_, entry)| entry.keys == list).map(|(kind, _)| kind.name);
        let counters = kind.and_then(|kind| self.node_mut(kind, &[list]));
        if let Some(Kind::List(counters)) = counters.map(|node| &mut node.kind) {
            counters.push(node.clone());
        }
    }

    fn set(&mut self, path: &str, to: &Value) -> Result<(), String> {
        let target = self.find(path)?;
        let node = match to {
            Value::Node(node) => node.clone(),
            Value::Text(text, origin) => self.written(&target, text, origin)?,
        };
        let printed = or_none(node.printed());
        for place in &target.places {
            self.set.push(place.path.clone());
            let before = self.changes.insert(place.path.clone(), format!("{}={printed}", place.path));
            if before.is_some_and(|said| said.starts_with(REMOVED)) {
                R::restored(self, place.keys.last().map_or("", String::as_str));
            }
            if self.value_at(target.kind, target.entry, place) != printed {
                self.put(&target, place, node.clone(), &printed);
            }
        }
        Ok(())
    }

    /// What is to be written for a text.
    fn written(&self, target: &Target, text: &str, origin: &Origin) -> Result<Node, String> {
        let takes = self.takes(target);
        match (target.entry.form, &takes) {
            (Form::Letter(what), Takes::OneOf(letters)) if !letters.iter().any(|letter| letter == text) => {
                Err(format!("{} in the legend", unknown(what, text, &texts(letters))))
            }
            (Form::Listed, _) if text.parse::<bool>().is_err() => {
                Err(format!("{} true or false, not `{text}`", target.entry.means))
            }
            (_, Takes::List(_)) if text == NONE => {
                Ok(Node { origin: origin.clone(), kind: Kind::List(Vec::new()) })
            }
            _ => Ok(takes.node(text, origin)),
        }
    }

    /// Writes a value that is not there yet.
    fn put(&mut self, target: &Target, place: &Place, node: Node, printed: &str) {
        let (keys, kind) = (place.keys(), target.kind.name);
        let Some((last, outer)) = keys.split_last() else { return };
        match target.entry.form {
            Form::Letter(_) => {
                let [row, column] = R::row_and_column(self, last);
                if let Some(drawing) = self.node_mut(kind, outer) {
                    drawing::redraw(drawing, &row, &column, printed);
                }
            }
            Form::Listed => {
                let mut listed = self.listed(target.kind, target.entry, outer);
                listed.retain(|(name, _)| name != last);
                if printed == "true" {
                    listed.push(((*last).to_owned(), Node::text(last, &node.origin)));
                }
                let all = Kind::List(listed.into_iter().map(|(_, node)| node).collect());
                self.write(kind, outer, Node { origin: node.origin, kind: all });
            }
            _ if printed == NONE && matches!(target.entry.usual, Usual::None) => self.remove(kind, &keys),
            _ => self.write(kind, &keys, node),
        }
    }

    /// The names in a list of them, as their paths write them, each as it is written.
    fn listed(&self, kind: &FileKind, entry: &Entry, keys: &[&str]) -> Vec<(String, Node)> {
        let list = self.node(kind.name, keys).map(|node| node.value().list()).unwrap_or_default();
        let word = entry.parts().filter_map(|part| match part {
            Part::Name(word) => Some(word),
            Part::Fixed(_) => None,
        });
        let word = word.last();
        let name = |node: &Node| {
            let name = node.printed();
            let own = word.and_then(|word| R::admit(self, word, &name)?.ok());
            (own.unwrap_or(name), node.clone())
        };
        list.iter().map(name).collect()
    }

    // ---- What stands there ----

    /// Every value that can be set, group by group.
    pub(crate) fn known(&self) -> Vec<Known> {
        self.targets().iter().map(|target| self.know(target)).collect()
    }

    /// The values at these paths, or all paths that there are not, those that are there twice or set already.
    pub(crate) fn look_up(&self, wanted: &[&str]) -> Result<Vec<Known>, Problems> {
        let mut problems = Vec::new();
        let mut found: Vec<(&str, Target)> = Vec::new();
        for path in wanted {
            let target = self.find(path).and_then(|target| {
                if target.places.iter().any(|place| self.is_set(&place.path)) {
                    return Err("a change to the scenario sets it already: leave one of them out".to_owned());
                }
                let is_same = |other: &Target| other.places.iter().any(|place| target.places.contains(place));
                match found.iter().find(|(_, other)| is_same(other)) {
                    Some((other, _)) => Err(format!("`{other}` is the same value: each is varied once")),
                    None => Ok(target),
                }
            });
            match target {
                Ok(target) => found.push((path, target)),
                Err(message) => problems.push(Origin::Words(varying(path).into()).problem(message)),
            }
        }
        if problems.is_empty() {
            Ok(found.iter().map(|(_, target)| self.know(target)).collect())
        } else {
            Err(Problems(problems))
        }
    }

    /// What is known of a value.
    fn know(&self, target: &Target) -> Known {
        let values = target.places.iter().map(|place| self.value_at(target.kind, target.entry, place));
        // Several values that are not the same, one after the other.
        let mut values: Vec<String> = values.filter(|value| !value.is_empty()).collect();
        values.dedup();
        Known {
            path: target.path.clone(),
            value: values.join("; "),
            takes: self.takes(target),
            likely: self.likely(target),
        }
    }

    /// What stands at a place, as it would be typed.
    fn value_at(&self, kind: &FileKind, entry: &Entry, place: &Place) -> String {
        let keys = place.keys();
        match (entry.form, keys.split_last()) {
            (Form::Letter(_), Some((cell, drawing))) => {
                self.letter(kind.name, drawing, cell).unwrap_or_default().to_owned()
            }
            (Form::Listed, Some((name, list))) => {
                self.listed(kind, entry, list).iter().any(|(listed, _)| listed == name).to_string()
            }
            _ => self.typed(kind.name, &keys),
        }
    }

    /// The least and the most that the printed value may well be, where the file says so.
    fn likely(&self, target: &Target) -> Option<[String; 2]> {
        let [place] = &target.places[..] else { return None };
        let range = self.node(target.kind.name, &place.keys())?.as_table()?.get("range")?;
        let [least, most] = range.list() else { return None };
        Some([least.printed(), most.printed()])
    }

    fn takes(&self, target: &Target) -> Takes {
        let own = target.places.first().and_then(|place| R::takes(self, target.kind.name, &place.keys()));
        own.unwrap_or_else(|| target.entry.form.takes(|word| self.names(word)))
    }
}

/// The table under these keys, one within the other, made where there is none; a table of a list goes by its name.
fn inner<'t>(table: &'t mut Table, keys: &[&str], origin: &Origin) -> Option<&'t mut Table> {
    let Some((first, rest)) = keys.split_first() else { return Some(table) };
    if let (Some(Kind::List(_)), [name, rest @ ..]) = (table.get(first).map(|node| &node.kind), rest) {
        return inner(table.at_mut(&[first, name])?.as_table_mut()?, rest, origin);
    }
    inner(table.table(first, origin), rest, origin)
}

/// What is printed of an empty list.
fn or_none(printed: String) -> String {
    if printed.is_empty() { NONE.to_owned() } else { printed }
}
