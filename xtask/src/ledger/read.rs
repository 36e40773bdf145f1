//! Reads a ledger and finds what is wrong with it alone. What the code makes of its rules is `cover`'s.

use std::collections::HashMap;
use std::fmt;

use szala_kernel::Rule;
use szala_kernel::text::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Found, Kind};
use crate::tree::{Source, Tree, folder, resolve};

/// Where the code and the tests of a ledger stand when it does not say.
const DEFAULT_CODE: [&str; 1] = ["src"];
const DEFAULT_TESTS: [&str; 2] = ["tests", "cases"];

const LEDGER_KEYS: [&str; 4] = ["game", "code", "tests", "rule"];
const ROW_KEYS: [&str; 7] = ["id", "title", "says", "status", "where", "reason", "option"];

/// What has become of a rule.
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
    /// Where the ledger speaks of it.
    pub(super) line: usize,
    pub(super) title: String,
    /// None when the ledger names no status there is.
    pub(super) status: Option<Status>,
    pub(super) reason: Option<String>,
    pub(super) option: Option<String>,
}

/// A ledger whose every row has a number of its own.
pub(super) struct Ledger {
    pub(super) path: String,
    pub(super) game: String,
    /// Paths from the root of the repository.
    pub(super) code: Vec<String>,
    pub(super) tests: Vec<String>,
    pub(super) rows: Vec<Row>,
    /// The number of findings while reading.
    pub(super) problems: usize,
}

/// Reads a ledger; none when it is not TOML at all.
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
    let rows = reader.rows(&root);
    let problems = found.findings.len() - before;
    Some(Ledger { path: source.path().to_owned(), game, code, tests, rows, problems })
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

    /// The text of a key that must be there.
    fn text(&mut self, table: &Table<'_>, key: &str) -> Option<String> {
        if table.table.contains_key(key) {
            return self.text_if_any(table, key);
        }
        self.fail(table.line, Kind::NoText, format!("`{key}` is missing"), format!("add {key} = \"...\""));
        None
    }

    /// The text of a key that may be there.
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

    fn rows(&mut self, root: &Table<'_>) -> Vec<Row> {
        let Some(value) = root.table.get("rule") else { return Vec::new() };
        let mut rows = Vec::new();
        let mut first_line: HashMap<Rule, usize> = HashMap::new();
        for row in value.get_ref().as_array().into_iter().flatten() {
            let Some(table) = row.get_ref().as_table() else { continue };
            let line = self.line_of(table.get("id").unwrap_or(row));
            let Some(row) = self.row(&Table { table, line }) else { continue };
            match first_line.get(&row.rule) {
                None => {
                    first_line.insert(row.rule, line);
                    rows.push(row);
                }
                Some(first) => {
                    let what = format!("{} has a row already, at line {first}", row.rule);
                    let remedy = "join the rows, or tell them apart by a letter at the end of the number";
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

    /// Reads a row, whatever is wrong with it; none when it has no number to be known by.
    fn row(&mut self, row: &Table<'_>) -> Option<Row> {
        self.refuse_unknown_keys(row, &ROW_KEYS);
        let title = self.text(row, "title").unwrap_or_default();
        self.text(row, "says");
        let reason = self.text_if_any(row, "reason");
        let option = self.text_if_any(row, "option");
        let place = self.text_if_any(row, "where");
        let status = self.status(row);
        let rule = self.rule(row);
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
        Some(Row { rule, line: row.line, title, status, reason, option })
    }

    fn rule(&mut self, row: &Table<'_>) -> Option<Rule> {
        let id = self.text(row, "id")?;
        match Rule::parse(&id) {
            Ok(rule) if rule.to_string() == id => Some(rule),
            Ok(rule) => {
                let what = format!("{id:?} is not how rule {rule} is written");
                self.fail(row.line, Kind::NotARuleNumber, what, format!("write id = \"{rule}\""));
                None
            }
            Err(reason) => {
                let what = format!("{id:?} is no rule number: {reason}");
                self.fail(row.line, Kind::NotARuleNumber, what, "write the number as the book prints it");
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

/// What may have been meant by a mistyped name.
fn meant(name: &str, known: &[&str]) -> String {
    let near = nearest(name, known).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
    format!("{near}Known are: {}", known.join(", "))
}
