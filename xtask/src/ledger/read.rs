//! Reads a ledger and finds errors in the ledger itself. `cover` compares it with the code.

use std::collections::HashMap;
use std::fmt;

use szala_files::nearest;
use szala_kernel::{Book, Rule};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Found, Kind};
use crate::tree::{Source, Tree, folder, resolve};

/// Where the code and the tests of a ledger stand when it does not say.
const DEFAULT_CODE: [&str; 1] = ["src"];
const DEFAULT_TESTS: [&str; 2] = ["tests", "cases"];

const LEDGER_KEYS: [&str; 6] = ["game", "books", "code", "tests", "silent", "rule"];
const ROW_KEYS: [&str; 8] = ["id", "in", "title", "says", "status", "where", "reason", "option"];

/// The status of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Status {
    Implemented,
    Type,
    Data,
    Decision,
    Exception,
    Todo,
}

impl Status {
    pub(super) const ALL: [Self; 6] =
        [Self::Implemented, Self::Type, Self::Data, Self::Decision, Self::Exception, Self::Todo];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Implemented => "implemented",
            Self::Type => "type",
            Self::Data => "data",
            Self::Decision => "decision",
            Self::Exception => "exception",
            Self::Todo => "todo",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One rule.
pub(super) struct Row {
    pub(super) rule: Rule,
    /// Its place in the ledger.
    pub(super) line: usize,
    pub(super) title: String,
    /// `None` when the status is unknown.
    pub(super) status: Option<Status>,
    pub(super) reason: Option<String>,
    pub(super) option: Option<String>,
    /// Its numbers in other books, by their names.
    numbers: Vec<(String, Rule)>,
}

/// A ledger in which every row has a unique number.
pub(super) struct Ledger {
    pub(super) path: String,
    pub(super) game: String,
    /// Paths from the root of the repository.
    pub(super) code: Vec<String>,
    pub(super) tests: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// The other books that have rules of this ledger.
    pub(super) books: Vec<Book>,
    /// The number of findings while reading.
    pub(super) problems: usize,
}

/// Reads a ledger; `None` when it is not TOML at all.
pub(super) fn read(source: &Source, tree: &Tree, found: &mut Found) -> Option<Ledger> {
    let before = found.findings.len();
    let document = match DeTable::parse(source.text()) {
        Ok(document) => document,
        Err(error) => {
            let line = source.line_of(error.span().map_or(0, |span| span.start));
            let what = format!("the ledger is not TOML: {}", error.message());
            found.at(source.path(), line, Kind::NotToml, what, "write it as described below");
            return None;
        }
    };
    let mut reader = Reader { source, tree, found };
    let root = Table { table: document.get_ref(), line: 1 };
    reader.refuse_unknown_keys(&root, &LEDGER_KEYS);
    let game = reader.text(&root, "game").unwrap_or_default();
    let code = reader.paths(&root, "code", &DEFAULT_CODE);
    let tests = reader.paths(&root, "tests", &DEFAULT_TESTS);
    let names = reader.names(&root, "books");
    let rows = reader.rows(&root, &names);
    reader.refuse_unknown_silent(&root, &rows);
    let books: Vec<Book> = names.iter().map(|name| book(name, &rows)).collect();
    for book in &books {
        reader.refuse_shared_numbers(book, &rows);
    }
    let problems = found.findings.len() - before;
    Some(Ledger { path: source.path().to_owned(), game, code, tests, rows, books, problems })
}

/// A book in the numbers of the rows.
fn book(name: &str, rows: &[Row]) -> Book {
    let number = |row: &Row| {
        let (_, number) = row.numbers.iter().find(|(book, _)| book == name)?;
        Some((row.rule, *number))
    };
    Book::new(name, rows.iter().filter_map(number))
}

/// A table of the ledger and the line that stands for it.
struct Table<'a> {
    table: &'a DeTable<'a>,
    line: usize,
}

struct Reader<'a> {
    source: &'a Source,
    tree: &'a Tree,
    found: &'a mut Found,
}

impl Reader<'_> {
    fn fail(&mut self, line: usize, kind: Kind, what: impl Into<String>, remedy: impl Into<String>) {
        self.found.at(self.source.path(), line, kind, what, remedy);
    }

    fn line_of<T>(&self, value: &Spanned<T>) -> usize {
        self.source.line_of(value.span().start)
    }

    fn refuse_unknown_keys(&mut self, table: &Table<'_>, known: &[&str]) {
        for key in table.table.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let remedy = meant(name, known);
                self.fail(self.line_of(key), Kind::UnknownKey, format!("unknown key `{name}`"), remedy);
            }
        }
    }

    /// The text of a required key.
    fn text(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        if table.table.contains_key(key) {
            return self.text_if_any(table, key);
        }
        self.fail(table.line, Kind::NoText, format!("`{key}` is missing"), format!("add {key} = \"...\""));
        None
    }

    /// The text of an optional key.
    fn text_if_any(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        let value = table.table.get(key)?;
        match value.get_ref().as_str().map(str::trim) {
            Some(text) if !text.is_empty() => Some(text.to_owned()),
            _ => {
                let what = format!("`{key}` is empty or not a text");
                self.fail(self.line_of(value), Kind::NoText, what, format!("write {key} = \"...\""));
                None
            }
        }
    }

    /// The paths of a key, from the root of the repository; those that are given must exist.
    fn paths(&mut self, root: &Table<'_>, key: &str, default: &[&str]) -> Vec<String> {
        let home = folder(self.source.path()).to_owned();
        let Some(value) = root.table.get(key) else {
            return default.iter().filter_map(|path| resolve(&home, path)).collect();
        };
        let mut paths = Vec::new();
        let given: &[Spanned<DeValue<'_>>] = value.get_ref().as_array().map_or(&[], |array| array.as_ref());
        if given.is_empty() && !value.get_ref().is_array() {
            let remedy = format!("write {key} = [\"{}\"]", default.join("\", \""));
            self.fail(self.line_of(value), Kind::NoText, format!("`{key}` is not an array of paths"), remedy);
        }
        for path in given {
            let line = self.line_of(path);
            let text = path.get_ref().as_str().unwrap_or_default();
            let resolved = resolve(&home, text).filter(|path| !text.is_empty() && self.tree.exists(path));
            if resolved.is_none() {
                let what = format!("`{key}` names {text:?}, where there is nothing");
                self.fail(line, Kind::PathMissing, what, "name a file or folder, relative to the ledger");
            }
            paths.extend(resolved);
        }
        paths
    }

    /// The names in an optional list.
    fn names(&mut self, root: &Table<'_>, key: &str) -> Vec<String> {
        let Some(value) = root.table.get(key) else { return Vec::new() };
        let mut names: Vec<String> = Vec::new();
        let given = value.get_ref().as_array();
        for name in given.into_iter().flatten() {
            match name.get_ref().as_str().map(str::trim) {
                Some(name) if !name.is_empty() && !names.iter().any(|known| known == name) => {
                    names.push(name.to_owned());
                }
                _ => {
                    let what = format!("`{key}` lists a name that is empty, not a text, or there twice");
                    self.fail(self.line_of(name), Kind::NoText, what, "name each once, in quotes");
                }
            }
        }
        if given.is_none() {
            let remedy = format!("write {key} = [\"...\"]");
            self.fail(self.line_of(value), Kind::NoText, format!("`{key}` is not a list of names"), remedy);
        }
        names
    }

    /// Rules that are said to leave no trace are rules of the ledger.
    fn refuse_unknown_silent(&mut self, root: &Table<'_>, rows: &[Row]) {
        for name in self.names(root, "silent") {
            if !rows.iter().any(|row| row.rule.to_string() == name) {
                let what = format!("`silent` names {name}, and the ledger has no such rule");
                let remedy = "correct the number, or drop it from the list";
                self.fail(root.line, Kind::UnknownCitation, what, remedy);
            }
        }
    }

    /// The numbers that other books give to the rule of a row.
    fn numbers(&mut self, row: &Table<'_>, books: &[String]) -> Vec<(String, Rule)> {
        let Some(value) = row.table.get("in") else { return Vec::new() };
        let Some(table) = value.get_ref().as_table() else {
            let remedy = "write in.<book> = \"...\", with a book that the head of the ledger lists";
            self.fail(self.line_of(value), Kind::UnknownBook, "`in` names no book", remedy);
            return Vec::new();
        };
        let mut numbers = Vec::new();
        for (name, number) in table {
            let (line, name) = (self.line_of(name), name.get_ref());
            if !books.iter().any(|book| book == name) {
                let known: Vec<&str> = books.iter().map(String::as_str).collect();
                let what = format!("the head of the ledger lists no book `{name}`");
                self.fail(line, Kind::UnknownBook, what, meant(name, &known));
            }
            match number.get_ref().as_str() {
                Some(text) => {
                    numbers.extend(self.number(line, text, "in").map(|rule| (name.to_string(), rule)));
                }
                None => self.fail(line, Kind::NoText, "the number is not a text", "write it in quotes"),
            }
        }
        numbers
    }

    /// In one book a number belongs to one rule, whether the row gives it for this book or the rule keeps its own.
    fn refuse_shared_numbers(&mut self, book: &Book, rows: &[Row]) {
        let mut first: HashMap<Rule, Rule> = HashMap::new();
        for row in rows {
            let number = book.number(row.rule);
            if let Some(other) = first.insert(number, row.rule) {
                let name = book.name().unwrap_or_default();
                let what = format!("{} and {other} are both {number} in `{name}`", row.rule);
                let remedy = format!("give the one that has another number there in.{name} = \"...\"");
                self.fail(row.line, Kind::SharedNumber, what, remedy);
            }
        }
    }

    fn rows(&mut self, root: &Table<'_>, books: &[String]) -> Vec<Row> {
        let Some(value) = root.table.get("rule") else { return Vec::new() };
        let mut rows = Vec::new();
        let mut first_line: HashMap<Rule, usize> = HashMap::new();
        for row in value.get_ref().as_array().into_iter().flatten() {
            let Some(table) = row.get_ref().as_table() else { continue };
            let line = self.line_of(table.get("id").unwrap_or(row));
            let Some(row) = self.row(&Table { table, line }, books) else { continue };
            match first_line.get(&row.rule) {
                None => {
                    first_line.insert(row.rule, line);
                    rows.push(row);
                }
                Some(first) => {
                    let what = format!("{} has a row already, at line {first}", row.rule);
                    let remedy = "join the rows, or distinguish them by a letter at the end of the number";
                    self.fail(line, Kind::DuplicateId, what, remedy);
                }
            }
        }
        if rows.is_empty() && first_line.is_empty() && !value.get_ref().is_array() {
            self.fail(
                self.line_of(value),
                Kind::UnknownKey,
                "`rule` is not a list of rows",
                "write [[rule]]",
            );
        }
        rows
    }

    /// Reads a row, whatever is wrong with it; `None` when it has no number to identify it.
    fn row(&mut self, row: &Table<'_>, books: &[String]) -> Option<Row> {
        self.refuse_unknown_keys(row, &ROW_KEYS);
        let title = self.text(row, "title").unwrap_or_default();
        self.text(row, "says");
        let reason = self.text_if_any(row, "reason");
        let option = self.text_if_any(row, "option");
        let place = self.text_if_any(row, "where");
        let status = self.status(row);
        let numbers = self.numbers(row, books);
        let rule = self.text(row, "id").and_then(|id| self.number(row.line, &id, "id"));
        match (status, &reason, &place) {
            (Some(Status::Exception), None, _) => {
                let remedy = "add reason = \"...\": why is leaving the rule out right?";
                self.fail(row.line, Kind::NoReason, "an exception without a reason", remedy);
            }
            (Some(status @ (Status::Type | Status::Data)), _, None) => {
                let remedy = "add where = \"src/file.rs\" or \"src/file.rs::Item\", relative to the ledger";
                self.fail(row.line, Kind::NoPlace, format!("status `{status}` without `where`"), remedy);
            }
            (Some(Status::Todo), ..) => {
                let remedy = "implement and test it, or make it an exception with its reason";
                self.fail(row.line, Kind::StillToDo, "the rule is still to do", remedy);
            }
            _ => {}
        }
        if let Some(place) = &place {
            self.check_place(row, place);
        }
        if option.is_some() && status.is_some_and(|status| status != Status::Decision) {
            let remedy = "drop `option`, or record our reading as a row of its own with a D- number";
            self.fail(row.line, Kind::UnknownKey, "only a decision has an `option`", remedy);
        }
        let rule = rule?;
        if let Some(status) = status {
            self.check_decision(row, rule, status);
        }
        Some(Row { rule, line: row.line, title, status, reason, option, numbers })
    }

    /// A rule number, written as rule numbers are.
    fn number(&mut self, line: usize, text: &str, key: &str) -> Option<Rule> {
        match Rule::parse(text) {
            Ok(rule) if rule.to_string() == text => Some(rule),
            Ok(rule) => {
                let what = format!("{text:?} is not how rule {rule} is written");
                self.fail(line, Kind::NotARuleNumber, what, format!("write {rule} under `{key}`"));
                None
            }
            Err(reason) => {
                let what = format!("{text:?} is no rule number: {reason}");
                self.fail(line, Kind::NotARuleNumber, what, "write the number as the book prints it");
                None
            }
        }
    }

    fn status(&mut self, row: &Table<'_>) -> Option<Status> {
        let name = self.text(row, "status")?;
        let status = Status::ALL.into_iter().find(|status| status.name() == name);
        if status.is_none() {
            let known = Status::ALL.map(Status::name);
            let remedy = meant(&name, &known);
            self.fail(row.line, Kind::UnknownStatus, format!("unknown status `{name}`"), remedy);
        }
        status
    }

    fn check_place(&mut self, row: &Table<'_>, place: &str) {
        let (file, item) = place.split_once("::").map_or((place, None), |(file, item)| (file, Some(item)));
        let path = resolve(folder(self.source.path()), file);
        let Some(path) = path.filter(|path| self.tree.exists(path)) else {
            let what = format!("`where` names {file}, which does not exist");
            let remedy = "name the file that holds the rule, relative to the ledger";
            return self.fail(row.line, Kind::PlaceMissing, what, remedy);
        };
        let name = item.map(|item| item.rsplit("::").next().unwrap_or(item));
        let text = self.tree.source(&path).map_or("", Source::text);
        if let Some(name) = name.filter(|name| !crate::tree::words(text).any(|(_, word)| word == *name)) {
            let what = format!("`where` names {name} in {file}, where no such word is");
            self.fail(
                row.line,
                Kind::PlaceMissing,
                what,
                "name the item as the file does, or the file alone",
            );
        }
    }

    fn check_decision(&mut self, row: &Table<'_>, rule: Rule, status: Status) {
        let is_allowed = match status {
            Status::Decision => rule.is_decision(),
            Status::Exception | Status::Todo => true,
            Status::Implemented | Status::Type | Status::Data => !rule.is_decision(),
        };
        if is_allowed {
            return;
        }
        let what = format!("the number {rule} and the status `{status}` do not fit");
        let remedy =
            "a decision has a D- number, and a D- number the status decision, or exception with a reason";
        self.fail(row.line, Kind::DecisionMismatch, what, remedy);
    }
}

/// The likely intention behind a misspelt name.
fn meant(name: &str, known: &[&str]) -> String {
    let near = nearest(name, known).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    format!("{near}Known are: {}", known.join(", "))
}
