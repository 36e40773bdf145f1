//! Variants of a scenario: values set, units added and removed, from the command line or from small files. Here they
//! are collected, as they are written; `book` carries them out on the scenario's files, which are then read again like
//! any others, so that nothing gets past the reader. `docs/VARIANTS.md` is the page for those who write them.

mod book;
mod known;
mod pool;
mod target;

use std::sync::Arc;

use szala_kernel::text::{Complaint, Field, Section};

use super::layers::{beside, unreadable};
use super::sheet::STANDINGS;
use super::source::{Origin, Source};
use super::tree::{Node, Row, Table};
use super::{Files, Loaded, Problem, Problems, load, load_sources};
use book::Book;
use target::Target;

pub use known::{Known, Takes};

/// What a file that adds may hold, and a variant's file too.
const ADDING: [&str; 6] = ["title", "standing", "commander", "unit", "set_up", "pool"];
/// What only a variant's file may hold.
const CHANGING: [&str; 3] = ["add", "remove", "set"];
/// What may be written with its standing; a value of a unit that is not among these is a name.
const OF_STANDING: [&str; 5] = ["morale", "morale_reverse", "size", "fire", "fire_reverse"];

/// Changes to a scenario, in order: of two that set the same value the later counts.
#[derive(Clone, Debug, Default)]
pub struct Variant {
    titles: Vec<String>,
    edits: Vec<Edit>,
}

/// A change.
#[derive(Clone, Debug)]
enum Edit {
    /// A counter more, under `commander` or `unit`.
    Counter(&'static str, Node),
    /// A value, by its path.
    Set { path: String, at: Origin, to: Value },
    /// A counter less.
    Remove { name: String, at: Origin },
}

/// What a path is set to.
#[derive(Clone, Debug)]
enum Value {
    /// A text that means what the path takes.
    Text(String, Origin),
    /// A value in the form of the scenario's files.
    Node(Node),
}

impl Variant {
    /// Does it change nothing?
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty()
    }

    /// Sets a value as it is typed behind `--set`: `units.Narwa 1.morale=8`.
    ///
    /// # Errors
    /// When it is no path and value.
    pub fn set(&mut self, assignment: &str) -> Result<(), Problems> {
        let words = format!("--set {assignment}");
        let Some((path, value)) = assignment.split_once('=') else {
            let message = "a path and its value are due: --set \"units.Narwa 1.morale=8\"";
            return Err(Problems(vec![Origin::Words(words.into()).problem(message)]));
        };
        self.put(path, value, words);
        Ok(())
    }

    /// Sets a value that is one of several that are tried in turn; problems are told of these words.
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

    /// Adds what is in a file: counters, their set-up, the pool. `files` gives its text, as in [`load`].
    ///
    /// # Errors
    /// Everything that is wrong with the form of the file.
    pub fn add(
        &mut self,
        path: &str,
        files: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<(), Problems> {
        self.read(path, files, false)
    }

    /// Makes the changes of a variant's file, and of those that it names. `files` gives their texts, as in [`load`].
    ///
    /// # Errors
    /// Everything that is wrong with the form of the files.
    pub fn include(
        &mut self,
        path: &str,
        files: &dyn Fn(&str) -> Result<String, String>,
    ) -> Result<(), Problems> {
        self.read(path, files, true)
    }

    fn read(
        &mut self,
        path: &str,
        files: &dyn Fn(&str) -> Result<String, String>,
        may_change: bool,
    ) -> Result<(), Problems> {
        let text = files(path).map_err(|reason| Problems(vec![unreadable(path, &reason)]))?;
        let source = Arc::new(Source::new(path, text));
        let mut problems = Vec::new();
        if let Some(document) = source.parse(&mut problems) {
            let mut page = Page { source: &source, root: document.root(), wrong: Vec::new() };
            page.check_keys(may_change);
            let added = page.names("add");
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
            page.wrong.sort_by_key(|complaint| complaint.span.start);
            problems.extend(page.wrong.into_iter().map(|complaint| source.problem(complaint)));
        }
        if problems.is_empty() { Ok(()) } else { Err(Problems(problems)) }
    }

    /// What the file itself says: first what it adds, then what it removes, then what it sets.
    fn take(&mut self, page: &mut Page<'_>) {
        let title = page.root.read("title", &mut page.wrong, Field::sentence);
        self.titles.extend(title.map(|title| title.value.to_owned()));
        let standing = page
            .root
            .read("standing", &mut page.wrong, |field| field.choice(&STANDINGS).map(|_| field.text()));
        let standing = standing.and_then(Result::ok).unwrap_or("assumed");
        for key in ["commander", "unit"] {
            for mut counter in page.counters(key) {
                let table = counter.as_table_mut().expect("a counter is a table");
                for row in table.0.iter_mut().filter(|row| OF_STANDING.contains(&&*row.name)) {
                    row.node = row.node.clone().standing(standing, None);
                }
                self.edits.push(Edit::Counter(key, counter));
            }
        }
        for Row { name, origin, node } in page.rows("set_up") {
            let to = Value::Node(node.standing(standing, None));
            self.edits.push(Edit::Set { path: format!("set_up.{name}"), at: origin, to });
        }
        for Row { name, origin, node } in page.rows("pool") {
            self.edits.push(Edit::Set { path: format!("pool.{name}"), at: origin, to: Value::Node(node) });
        }
        for (name, span) in page.names("remove") {
            let at = Origin::File(Arc::clone(page.source), span.start);
            self.edits.push(Edit::Remove { name, at });
        }
        for Row { name, origin, node } in page.rows("set") {
            if node.as_table().is_some() {
                let Origin::File(_, at) = origin else { continue };
                let message = "a path stands in quotes: \"units.Narwa 1.morale\" = 8";
                page.wrong.push(Complaint::new(at..at, message));
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
    fn check_keys(&mut self, may_change: bool) {
        self.root.refuse_unknown(&[&ADDING[..], &CHANGING].concat(), &mut self.wrong);
        let changing = CHANGING.into_iter().filter(|_| !may_change);
        for field in changing.filter_map(|key| self.root.get(key)) {
            let message = format!(
                "a file that is added has no `{}`: one that changes more is a variant, --variant FILE",
                field.name()
            );
            self.wrong.push(Complaint::new(field.name_span(), message));
        }
    }

    /// A list of names, each with its place.
    fn names(&mut self, key: &str) -> Vec<(String, core::ops::Range<usize>)> {
        let names = self.root.read_each(key, &mut self.wrong, Field::placed_text);
        names.into_iter().map(|name| (name.value.to_owned(), name.span)).collect()
    }

    /// The tables under `[[key]]`.
    fn counters(&mut self, key: &str) -> Vec<Node> {
        self.root.read_each(key, &mut self.wrong, |field| {
            let form = format!("each {key} is a table of its own under [[{key}]]");
            field.section().map_err(|_| field.complain(form))?;
            Ok(Node::of(self.source, field))
        })
    }

    /// The rows of a table.
    fn rows(&mut self, key: &str) -> Vec<Row> {
        let table: Option<Section<'d>> = self.root.read(key, &mut self.wrong, Field::section);
        table.map(|table| Table::of(self.source, &table).0).unwrap_or_default()
    }
}

/// Reads the scenario in the file `path` with the changes of a variant; see [`load`].
///
/// # Errors
/// Everything that is wrong with the scenario's own files, or with the changes, or with what comes of them. What is
/// wrong with a changed value is told of the change.
pub fn load_variant(
    path: &str,
    files: &dyn Fn(&str) -> Result<String, String>,
    variant: &Variant,
) -> Result<Loaded, Problems> {
    if variant.is_empty() {
        return load(path, files);
    }
    let book = written(path, files, variant)?;
    let sources = book.print();
    let find = |name: &str| sources.iter().find(|source| source.name == name).cloned();
    let mut loaded =
        load_sources(path, &|name| find(name).ok_or_else(|| "it was not there before".to_owned()))
            .map_err(once)?;
    for title in &variant.titles {
        loaded.scenario.title = format!("{}; {title}", loaded.scenario.title);
    }
    loaded.scenario.variant = Some(book.said());
    Ok(loaded)
}

/// Every value of the scenario in the file `path` that a variant can set, as it is with the changes of this one.
///
/// # Errors
/// As [`load_variant`].
pub fn paths(
    path: &str,
    files: &dyn Fn(&str) -> Result<String, String>,
    variant: &Variant,
) -> Result<Vec<Known>, Problems> {
    load_variant(path, files, variant)?;
    Ok(written(path, files, variant)?.known())
}

/// The values at these paths, as they are in the scenario in the file `path` with the changes of a variant: what stands
/// there, and what could. Each may be varied by itself: no two are the same, and the variant sets none of them.
///
/// # Errors
/// As [`load_variant`]; then all paths that there are not, and those that are there twice.
pub fn look_up(
    path: &str,
    files: &dyn Fn(&str) -> Result<String, String>,
    variant: &Variant,
    wanted: &[&str],
) -> Result<Vec<Known>, Problems> {
    load_variant(path, files, variant)?;
    let book = written(path, files, variant)?;
    let mut problems = Vec::new();
    let mut found: Vec<(&str, Target)> = Vec::new();
    for path in wanted {
        let target = match Target::find(&book, path) {
            Err(message) => Err(message),
            Ok(target) if book.is_changed(&target) => {
                Err("a change to the scenario sets it already: leave one of them out".to_owned())
            }
            Ok(target) => match found.iter().find(|(_, other)| other.overlaps(&target)) {
                Some((other, _)) => Err(format!("`{other}` is the same value: each is varied once")),
                None => Ok(target),
            },
        };
        match target {
            Ok(target) => found.push((path, target)),
            Err(message) => problems.push(Origin::Words(varying(path).into()).problem(message)),
        }
    }
    if problems.is_empty() {
        Ok(found.iter().map(|(_, target)| book.know(target)).collect())
    } else {
        Err(Problems(problems))
    }
}

/// How a value that is varied is typed.
fn varying(words: &str) -> String {
    format!("--vary {words}")
}

/// The scenario's files with the changes written into them.
fn written(
    path: &str,
    files: &dyn Fn(&str) -> Result<String, String>,
    variant: &Variant,
) -> Result<Book, Problems> {
    let read: Files<'_> = &|name| Ok(Source::new(name, files(name)?));
    let mut book = Book::open(path, read)?;
    let problems = book.write(&variant.edits);
    if problems.is_empty() { Ok(book) } else { Err(Problems(problems)) }
}

/// Each problem once: a line of the pool may have come to stand for several stages.
fn once(problems: Problems) -> Problems {
    let mut told: Vec<Problem> = Vec::new();
    for problem in problems.0 {
        if !told.contains(&problem) {
            told.push(problem);
        }
    }
    Problems(told)
}
