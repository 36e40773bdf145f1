//! Variants of a scenario: values set, units added and removed, from the command line or from small files. Here they
//! are collected, as they are written; a rule system carries them out on its scenario's files, taken apart, which are
//! then read again like any others, so that nothing gets past the reader. `docs/VARIANTS.md` is the page for those who
//! write them.

use core::marker::PhantomData;
use core::ops::Range;
use std::sync::Arc;

use crate::declared::Entry;
use crate::page::of_tables;
use crate::source::{Origin, Problem, Problems, Source, beside, unreadable};
use crate::tree::{Node, Row, Table};
use crate::{Assumption, Complaint, Declared, Field, Known, STANDINGS, Section, schema};

/// What a file that adds may hold whatever the rule system, and a variant's file too.
const TELLING: [&str; 2] = ["title", "standing"];
/// What only a variant's file may hold.
const CHANGING: [&str; 3] = ["add", "remove", "set"];

/// The text of a file, or the reason why it cannot be had.
pub type Texts<'f> = &'f dyn Fn(&str) -> Result<String, String>;

/// A rule system whose scenarios can be varied.
pub trait Varied: Sized {
    /// The table of the values of its files.
    const TABLE: &'static Declared;
    /// Reads the scenario in the file `path` with the changes of a variant, and notes what is odd about it.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario's own files, with the changes, or with the result. What is wrong with
    /// a changed value is blamed on the change.
    fn open_varied(
        path: &str,
        files: Texts<'_>,
        variant: &Variant<Self>,
    ) -> Result<(Self, Vec<Problem>), Problems>;

    /// Every value of the scenario in the file `path` that a variant can set, as it is with the changes of this one.
    ///
    /// # Errors
    /// As [`open_varied`](Self::open_varied).
    fn paths(path: &str, files: Texts<'_>, variant: &Variant<Self>) -> Result<Vec<Known>, Problems>;

    /// The values at these paths, as they are in the scenario in the file `path` with the changes of a variant: what
    /// stands there, and what could. Each may be varied by itself: no two are the same, and the variant sets none of
    /// them.
    ///
    /// # Errors
    /// As [`open_varied`](Self::open_varied); then all paths that there are not, and those that are there twice.
    fn look_up(
        path: &str,
        files: Texts<'_>,
        variant: &Variant<Self>,
        wanted: &[&str],
    ) -> Result<Vec<Known>, Problems>;

    /// How far the values of its files can be relied on.
    fn assumptions(&self) -> &[Assumption];

    /// The kinds of its files, the scenario's own first, the variant's last, each with what it is for.
    fn kinds_of_files() -> Vec<(&'static str, &'static str)> {
        let own = Self::TABLE.files.iter().map(|kind| (kind.name, kind.means));
        own.chain([schema::VARIANT]).collect()
    }

    /// The JSON schema of a kind of its files; nothing when there is no such kind.
    fn schema(kind: &str) -> Option<String> {
        Self::TABLE.schema(kind)
    }
}

/// Changes to a scenario, in order: of two that set the same value the later counts.
#[derive(Clone, Debug)]
pub struct Variant<R> {
    titles: Vec<String>,
    edits: Vec<Edit>,
    of: PhantomData<R>,
}

/// A change.
#[derive(Clone, Debug)]
pub enum Edit {
    /// A counter more, under one of the lists of tables of the scenario's files.
    Counter(&'static str, Node),
    /// A value, by its path.
    Set {
        /// The path as it was written.
        path: String,
        /// Where that was.
        at: Origin,
        /// What it is set to.
        to: Value,
    },
    /// A counter less.
    Remove {
        /// Its name.
        name: String,
        /// Where that was written.
        at: Origin,
    },
}

/// What a path is set to.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text that means what the path takes.
    Text(String, Origin),
    /// A value in the form of the scenario's files.
    Node(Node),
}

impl<R> Default for Variant<R> {
    fn default() -> Self {
        Self { titles: Vec::new(), edits: Vec::new(), of: PhantomData }
    }
}

impl<R> Variant<R> {
    /// Does it change nothing?
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// The changes, in order.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// The titles of the variant's files.
    pub(crate) fn titles(&self) -> &[String] {
        &self.titles
    }
}

impl<R: Varied> Variant<R> {
    /// Sets a value as it is typed behind `--set`: `units.Narwa 1.morale=8`.
    ///
    /// # Errors
    /// When it is no path and value.
    pub fn set(&mut self, assignment: &str) -> Result<(), Problems> {
        let words = format!("--set {assignment}");
        let Some((path, value)) = assignment.split_once('=') else {
            let message = format!("a path and its value are due: --set \"{}\"", R::TABLE.example);
            return Err(Problems(vec![Origin::Words(words.into()).problem(message)]));
        };
        self.put(path, value, words);
        Ok(())
    }

    /// Sets one of several values that are tried in turn; problems are reported at these words.
    pub fn vary(&mut self, path: &str, value: &str) {
        self.put(path, value, varying(&format!("{path}={value}")));
    }

    fn put(&mut self, path: &str, value: &str, words: String) {
        let at = Origin::Words(words.into());
        let to = Value::Text(value.trim().to_owned(), at.clone());
        self.edits.push(Edit::Set { path: path.trim().to_owned(), at, to });
    }

    /// Removes a unit or a commander, as it is typed behind `--remove`.
    pub fn remove(&mut self, name: &str) {
        let at = Origin::Words(format!("--remove {name}").into());
        self.edits.push(Edit::Remove { name: name.trim().to_owned(), at });
    }

    /// Adds what is in a file: counters, their set-up, the pool. `files` gives its text.
    ///
    /// # Errors
    /// Everything that is wrong with the form of the file.
    pub fn add(&mut self, path: &str, files: Texts<'_>) -> Result<(), Problems> {
        if let Some(nameless) = R::TABLE.nameless {
            let origin = Origin::Words(format!("--add {path}").into());
            return Err(Problems(vec![origin.problem(nameless)]));
        }
        self.read(path, files, false)
    }

    /// Makes the changes of a variant's file, and of those that it names. `files` gives their texts.
    ///
    /// # Errors
    /// Everything that is wrong with the form of the files.
    pub fn include(&mut self, path: &str, files: Texts<'_>) -> Result<(), Problems> {
        self.read(path, files, true)
    }

    fn read(&mut self, path: &str, files: Texts<'_>, may_change: bool) -> Result<(), Problems> {
        let text = files(path).map_err(|reason| Problems(vec![unreadable(path, &reason)]))?;
        let source = Arc::new(Source::new(path, text));
        let mut problems = Vec::new();
        if let Some(document) = source.parse(&mut problems) {
            let mut page = Page { source: &source, root: document.root(), wrong: Vec::new() };
            page.check_keys::<R>(may_change);
            // What is added adds nothing itself: that is refused with its keys.
            let added = if may_change { page.names("add") } else { Vec::new() };
            for (name, span) in added {
                match files(&beside(path, &name)) {
                    Ok(_) => {
                        let read = self.read(&beside(path, &name), files, false);
                        problems.extend(read.err().into_iter().flat_map(|problems| problems.0));
                    }
                    Err(reason) => {
                        page.wrong.push(Complaint::new(span, format!("`{name}` cannot be read: {reason}")));
                    }
                }
            }
            self.take(&mut page);
            problems.extend(source.in_order(&page.wrong));
        }
        if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
    }

    /// What the file itself says: first what it adds, then what it removes, then what it sets.
    fn take(&mut self, page: &mut Page<'_>) {
        let title = page.root.read("title", &mut page.wrong, Field::sentence);
        self.titles.extend(title.map(|title| title.value.to_owned()));
        let standing = page.root.read("standing", &mut page.wrong, |field| {
            field.choice(&STANDINGS.map(|(name, _)| (name, name)))
        });
        let standing = standing.unwrap_or("assumed");
        for (kind, list) in R::TABLE.counters() {
            for mut counter in page.counters(list.keys) {
                let table = counter.as_table_mut().expect("a counter is a table");
                for row in &mut table.0 {
                    let entry = R::TABLE.get(kind.name, &[list.keys, "", &row.name]);
                    if entry.is_some_and(Entry::has_standing) {
                        row.node = row.node.clone().standing(standing, None);
                    }
                }
                self.edits.push(Edit::Counter(list.keys, counter));
            }
        }
        let own = R::TABLE.files[0].name;
        for table in R::TABLE.added {
            for Row { name, origin, node } in page.rows(table) {
                let has_standing = R::TABLE.get(own, &[table, &name]).is_some_and(Entry::has_standing);
                let node = if has_standing { node.standing(standing, None) } else { node };
                let path = format!("{table}.{name}");
                self.edits.push(Edit::Set { path, at: origin, to: Value::Node(node) });
            }
        }
        for (name, span) in page.names("remove") {
            let at = Origin::File(Arc::clone(page.source), span.start);
            self.edits.push(Edit::Remove { name, at });
        }
        for Row { name, origin, node } in page.rows("set") {
            if node.as_table().is_some() {
                let Origin::File(_, at) = origin else { continue };
                let (path, value) = R::TABLE.example.split_once('=').expect("an example is PATH=VALUE");
                page.wrong
                    .push(Complaint::new(at..at, format!("a path stands in quotes: \"{path}\" = {value}")));
                continue;
            }
            let to = Value::Text(node.printed(), node.origin);
            self.edits.push(Edit::Set { path: name, at: origin, to });
        }
    }
}

/// A variant's file while it is read.
struct Page<'d> {
    source: &'d Arc<Source>,
    root: Section<'d>,
    wrong: Vec<Complaint>,
}

impl<'d> Page<'d> {
    fn check_keys<R: Varied>(&mut self, may_change: bool) {
        let lists = R::TABLE.counters().map(|(_, list)| list.keys);
        let tables = R::TABLE.added.iter().copied();
        let known: Vec<&str> = TELLING.into_iter().chain(lists).chain(tables).chain(CHANGING).collect();
        self.root.refuse_unknown(&known, &mut self.wrong);
        for field in CHANGING.into_iter().filter_map(|key| self.root.get(key)) {
            let message = if !may_change {
                format!(
                    "a file that is added has no `{}`: one that changes more is a variant, --variant FILE",
                    field.name()
                )
            } else if let Some(nameless) = R::TABLE.nameless.filter(|_| field.name() != "set") {
                nameless.to_owned()
            } else {
                continue;
            };
            self.wrong.push(Complaint::new(field.name_span(), message));
        }
    }

    /// A list of names, each with its place.
    fn names(&mut self, key: &str) -> Vec<(String, Range<usize>)> {
        let names = self.root.read_each(key, &mut self.wrong, Field::placed_text);
        names.into_iter().map(|name| (name.value.to_owned(), name.span)).collect()
    }

    /// The tables under `[[key]]`.
    fn counters(&mut self, key: &str) -> Vec<Node> {
        self.root.read_each(key, &mut self.wrong, |field| {
            field.section().map_err(|_| field.complain(of_tables(key)))?;
            Ok(Node::of(self.source, field))
        })
    }

    /// The rows of a table.
    fn rows(&mut self, key: &str) -> Vec<Row> {
        let table: Option<Section<'d>> = self.root.read(key, &mut self.wrong, Field::section);
        table.map(|table| Table::of(self.source, &table).0).unwrap_or_default()
    }
}

/// How a value that is varied is typed.
pub(crate) fn varying(words: &str) -> String {
    format!("--vary {words}")
}
