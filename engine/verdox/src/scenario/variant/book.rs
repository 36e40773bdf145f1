//! A scenario's files taken apart, and the changes of a variant written into them. What comes of it is for the reader
//! to judge; here only that is refused which has no place in the files, or which the reader could not tell well.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use szala_board::SquareId;
use szala_kernel::text::source::{Files, Origin, Problem, Problems, Source};
use szala_kernel::text::tree::{Kind, Node, Row, Table};
use szala_kernel::text::variant::{self, Edit, Value, Varied as _};
use szala_kernel::text::{Document, Known, Takes, drawing, unknown};

use super::super::load_sources;
use super::target::{NONE, Spot, Target, all};
use crate::data::Scenario;
use crate::game::Verdox;
use crate::terrain::Ground;

/// The path of the switch that says whether a length is agreed on, and that of the length.
const LENGTH: [&str; 2] = ["switches", "length"];
const TURNS: &str = "turns";

/// The files of a sound scenario.
#[derive(Debug)]
pub(super) struct Book {
    /// The scenario before any change.
    pub(super) scenario: Scenario,
    /// The scenario's own file.
    own: (String, Table),
    map: (String, Table),
    /// What was changed, by its path.
    changes: BTreeMap<String, String>,
}

impl Book {
    /// Opens a scenario's files.
    pub(super) fn open(path: &str, files: Files<'_>) -> Result<Self, Problems> {
        let opened = RefCell::new(Vec::new());
        let open = |name: &str| {
            let source = files(name)?;
            opened.borrow_mut().push(Arc::new(source.clone()));
            Ok(source)
        };
        let scenario = load_sources(path, &open)?;
        let apart = |source: &Arc<Source>| {
            let document = Document::parse(&source.text).expect("it could be read");
            (source.name.clone(), Table::of(source, &document.root()))
        };
        let mut tables = opened.borrow().iter().map(apart).collect::<Vec<_>>().into_iter();
        let mut next = || tables.next().expect("a scenario that could be read has two files, its own first");
        Ok(Self { scenario, own: next(), map: next(), changes: BTreeMap::new() })
    }

    /// Writes the changes in, and tells all that cannot be written.
    pub(super) fn write(&mut self, edits: &[Edit]) -> Vec<Problem> {
        let mut problems = Vec::new();
        for edit in edits {
            let written = match edit {
                Edit::Set { path, at, to } => self.set(path, to).map_err(|message| at.problem(message)),
                Edit::Remove { at, .. } => Err(at.problem(Verdox::NAMELESS.unwrap_or_default())),
                Edit::Counter(_, node) => Err(node.origin.problem(Verdox::NAMELESS.unwrap_or_default())),
            };
            problems.extend(written.err());
        }
        problems.extend(self.settle_length());
        problems
    }

    /// The files, put together again.
    pub(super) fn print(&self) -> [Source; 2] {
        [&self.own, &self.map].map(|(name, table)| table.print(name))
    }

    /// What was changed, in a form of its own.
    pub(super) fn said(&self) -> String {
        self.changes.values().map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    // ---- Changes ----

    fn set(&mut self, path: &str, to: &Value) -> Result<(), String> {
        let target = Target::find(self, path)?;
        let node = match to {
            Value::Node(node) => node.clone(),
            Value::Text(text, origin) => written(&target, text, origin)?,
        };
        let printed = or_none(node.printed());
        self.changes.insert(target.path.clone(), format!("{}={printed}", target.path));
        if self.value(&target) != printed {
            self.put(&target, node, &printed);
        }
        Ok(())
    }

    /// Writes a value that is not there yet.
    fn put(&mut self, target: &Target, node: Node, printed: &str) {
        match &target.spot {
            Spot::Scenario(keys) => put(&mut self.own.1, keys, node),
            Spot::Map(keys) => {
                let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                put(&mut self.map.1, &keys, node);
            }
            Spot::Square(square) => self.draw(*square, printed),
        }
    }

    fn draw(&mut self, square: SquareId, letter: &str) {
        let [row, column] = self.row_and_column(square);
        let drawing =
            self.map.1.get_mut("ground").and_then(Node::as_table_mut).and_then(|it| it.get_mut("map"));
        if let Some(drawing) = drawing {
            drawing::redraw(drawing, &row, &column, letter);
        }
        // Where there is no gate, it is nobody's.
        if !self.is_gate(square)
            && let Some(gates) = self.map.1.get_mut("gates").and_then(Node::as_table_mut)
        {
            gates.remove(&self.scenario.map.grid.label(square).to_string());
        }
    }

    /// [D-4.3b] An open length has no number of turns, and one that is agreed on has.
    fn settle_length(&mut self) -> Option<Problem> {
        let length = at(&self.own.1, &LENGTH);
        let is_open = length.is_some_and(|node| node.printed() == "open");
        match (is_open, self.own.1.get(TURNS)) {
            (true, Some(turns)) if self.changes.contains_key(TURNS) => {
                let message =
                    "the length is open: set switches.length=agreed as well, or leave the turns out";
                Some(turns.origin.problem(message))
            }
            (true, Some(_)) => {
                self.own.1.remove(TURNS);
                None
            }
            (false, None) => {
                let message = "it is to be agreed on how many turns there are: set turns=30 as well";
                length.map(|node| node.origin.problem(message))
            }
            _ => None,
        }
    }

    // ---- What stands there ----

    /// Every value that can be set, group by group.
    pub(super) fn known(&self) -> Vec<Known> {
        all(self).iter().map(|target| variant::Book::know(self, target)).collect()
    }

    /// What stands at a path, as it would be typed.
    fn value(&self, target: &Target) -> String {
        let node = match &target.spot {
            Spot::Square(square) => return self.letter(*square).unwrap_or_default().to_owned(),
            Spot::Scenario(keys) => at(&self.own.1, keys),
            Spot::Map(keys) => at(&self.map.1, &keys.iter().map(String::as_str).collect::<Vec<_>>()),
        };
        node.map(|node| or_none(node.printed())).or_else(|| target.usual.clone()).unwrap_or_default()
    }

    /// The letter of a square in the drawing.
    fn letter(&self, square: SquareId) -> Option<&str> {
        let [row, column] = self.row_and_column(square);
        drawing::letter_of(at(&self.map.1, &["ground", "map"])?, &row, &column)
    }

    /// The printed numbers of the row and of the column of a square.
    fn row_and_column(&self, square: SquareId) -> [String; 2] {
        let label = self.scenario.map.grid.label(square).to_string();
        let (row, column) = label.split_at(label.len() / 2);
        [row, column].map(str::to_owned)
    }

    /// Is there a gate on a square, with the changes so far?
    pub(super) fn is_gate(&self, square: SquareId) -> bool {
        let terrain =
            self.letter(square).and_then(|letter| at(&self.map.1, &["ground", "legend", letter, "terrain"]));
        terrain.is_some_and(|terrain| terrain.printed() == Ground::Gate.name())
    }

    /// The letters of the map's legend.
    pub(super) fn legend(&self) -> Vec<String> {
        let legend = at(&self.map.1, &["ground", "legend"]).and_then(Node::as_table);
        legend.into_iter().flat_map(|legend| &legend.0).map(|row: &Row| row.name.clone()).collect()
    }
}

impl variant::Book for Book {
    type Target = Target;

    fn find(&self, path: &str) -> Result<Target, String> {
        Target::find(self, path)
    }

    fn overlap(one: &Target, other: &Target) -> bool {
        one.path == other.path
    }

    fn is_changed(&self, target: &Target) -> bool {
        self.changes.contains_key(&target.path)
    }

    fn know(&self, target: &Target) -> Known {
        let (path, takes) = (target.path.clone(), target.takes.clone());
        Known { path, value: self.value(target), takes, likely: None }
    }
}

/// What is to be written for a text.
fn written(target: &Target, text: &str, origin: &Origin) -> Result<Node, String> {
    match (&target.spot, &target.takes) {
        (Spot::Square(_), Takes::OneOf(letters)) if !letters.iter().any(|letter| letter == text) => {
            let known: Vec<&str> = letters.iter().map(String::as_str).collect();
            Err(format!("{} in the legend", unknown("ground", text, &known)))
        }
        (_, Takes::List(_)) if text == NONE => {
            Ok(Node { origin: origin.clone(), kind: Kind::List(Vec::new()) })
        }
        (_, takes) => Ok(takes.node(text, origin)),
    }
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

/// Writes a value under these keys.
fn put(table: &mut Table, keys: &[&str], node: Node) {
    let Some((last, tables)) = keys.split_last() else { return };
    let inner = tables.iter().fold(table, |table, key| table.table(key, &node.origin));
    inner.set(last, node);
}
