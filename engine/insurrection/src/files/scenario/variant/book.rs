//! A scenario's files taken apart, and the changes of a variant written into them. What comes of it is for the reader
//! to judge; here only that is refused which has no place in the files, or which the reader could not tell well.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use szala_board::{HexId, SideId};
use szala_files::source::{Files, Origin, Problem, Problems, Source};
use szala_files::tree::{Kind, Node, Row, Table};
use szala_files::variant::{self, Edit, Value};
use szala_files::{Document, Known, Takes, drawing, unknown};
use szala_kernel::Side;

use super::super::load_sources;
use super::super::values::MOST_STAGES;
use super::pool;
use super::target::{Target, side_of};
use crate::position::data::Scenario;
use crate::position::room::Large;

/// Why a changed value is what it is.
const WHY: &str = "set by a variant";
/// What the set-up says of those who take no part.
const ABSENT: &str = "absent";

/// The files of a sound scenario.
#[derive(Debug)]
pub(super) struct Book {
    /// The scenario before any change, with room for any: names alone are looked up in it.
    pub(super) scenario: Scenario<Large>,
    /// The scenario's own files, the one that was asked for first.
    layers: Vec<(String, Table)>,
    map: (String, Table),
    units: (String, Table),
    tables: (String, Table),
    /// What was changed, by its path.
    changes: BTreeMap<String, String>,
    /// The stages whose pool was.
    filled: BTreeSet<u8>,
    /// The commanders who were removed.
    removed: Vec<(String, Origin)>,
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
        let scenario = load_sources(path, &open)?.scenario;
        let apart = |source: &Arc<Source>| {
            let document = Document::parse(&source.text).expect("it could be read");
            (source.name.clone(), Table::of(source, &document.root()))
        };
        let mut layers: Vec<(String, Table)> = opened.borrow().iter().map(apart).collect();
        // The files of a scenario that could be read were all opened, its own first, then those that they name.
        let [tables, units, map] = [(); 3].map(|()| layers.pop().expect("a map, units and tables"));
        let (changes, filled, removed) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        Ok(Self { scenario, layers, map, units, tables, changes, filled, removed })
    }

    /// Writes the changes in, and tells all that cannot be written.
    pub(super) fn write(&mut self, edits: &[Edit]) -> Vec<Problem> {
        // Counters first: whatever is said of a unit, it may be one that is added.
        for edit in edits {
            if let Edit::Counter(kind, node) = edit {
                let name = node.as_table().and_then(|table| table.get("name")).map(Node::printed);
                let path = format!("{kind} {}", name.unwrap_or_default());
                self.changes.insert(path.clone(), format!("add {kind} ({})", node.printed()));
                let list = self.units.1.get_mut(kind).map(|list| &mut list.kind);
                if let Some(Kind::List(list)) = list {
                    list.push(node.clone());
                }
            }
        }
        let mut problems = Vec::new();
        for edit in edits {
            let written = match edit {
                Edit::Counter(..) => Ok(()),
                Edit::Set { path, at, to } => self.set(path, at, to).map_err(|message| at.problem(message)),
                Edit::Remove { name, at } => self.remove(name, at).map_err(|message| at.problem(message)),
            };
            problems.extend(written.err());
        }
        if self.changes.contains_key("stages") || !self.filled.is_empty() {
            let last = self.stages();
            pool::end(self.own("pool"), last);
        }
        self.say_pool();
        problems.extend(self.leaderless());
        self.put_newcomers_last();
        problems
    }

    /// The files, put together again.
    pub(super) fn print(&self) -> Vec<Source> {
        let files = self.layers.iter().chain([&self.map, &self.units, &self.tables]);
        files.map(|(name, table)| table.print(name)).collect()
    }

    /// What was changed, in a form of its own.
    pub(super) fn said(&self) -> String {
        self.changes.values().map(String::as_str).collect::<Vec<_>>().join("; ")
    }

    // ---- Changes ----

    fn set(&mut self, path: &str, at: &Origin, to: &Value) -> Result<(), String> {
        let target = Target::find(self, path)?;
        let (node, printed) = self.node(&target, to)?;
        if let Target::Row("set_up", name) = &target
            && let Some(at) = self.removed.iter().position(|(removed, _)| removed == name)
        {
            // He is back, and his chit is not.
            self.removed.remove(at);
            self.filled.extend(1..=MOST_STAGES);
        }
        if let Target::Pool(from, to) = target {
            self.filled.extend(from..=to.min(MOST_STAGES));
            let last = self.stages();
            let stays = (from..=to.min(last)).all(|stage| self.value(&Target::Pool(stage, stage)) == printed);
            if !stays {
                pool::set(self.own("pool"), (from, to), last, at, node);
            }
            return Ok(());
        }
        let path = target.path(self);
        self.changes.insert(path.clone(), format!("{path}={printed}"));
        if self.value(&target) != printed {
            self.put(&target, node, &printed);
        }
        Ok(())
    }

    /// What is to be written, and how it is printed.
    fn node(&self, target: &Target, to: &Value) -> Result<(Node, String), String> {
        let (text, origin) = match to {
            Value::Node(node) => return Ok((node.clone(), node.printed())),
            Value::Text(text, origin) => (text.as_str(), origin),
        };
        let takes = target.takes(self);
        if let (Target::Hex(_), Takes::OneOf(letters)) = (target, &takes)
            && !letters.iter().any(|letter| letter == text)
        {
            let known: Vec<&str> = letters.iter().map(String::as_str).collect();
            return Err(format!("{} in the legend", unknown("ground", text, &known)));
        }
        if let (Target::Hexside(..), Err(_)) = (target, text.parse::<bool>()) {
            return Err(format!("there is one on a hexside or there is none: true or false, not `{text}`"));
        }
        let node = takes.node(text, origin);
        let printed = node.printed();
        let node = if target.has_standing() { node.standing("assumed", Some(WHY)) } else { node };
        Ok((node, printed))
    }

    /// Writes a value that is not there yet.
    fn put(&mut self, target: &Target, node: Node, printed: &str) {
        let is_none = printed == "none" && target.usual().is_some_and(|usual| usual == printed);
        match target {
            Target::Key(key) => self.layers[0].1.set(key, node),
            Target::Row(table, name) if is_none => {
                for (_, layer) in &mut self.layers {
                    if let Some(table) = layer.get_mut(table).and_then(Node::as_table_mut) {
                        table.remove(name);
                    }
                }
            }
            Target::Row(table, name) => self.layers[0].1.table(table, &node.origin).set(name, node.clone()),
            Target::Pool(..) => unreachable!("lines of the pool are written by themselves"),
            Target::Unit(name, key) => {
                let unit = self.unit_mut(name);
                if is_none {
                    unit.remove(key);
                } else {
                    unit.set(key, node);
                }
            }
            Target::Band(name) => self.tables.1.table("artillery", &node.origin).set(name, node.clone()),
            Target::Hex(hex) => self.draw(*hex, printed),
            Target::Hexside(kind, side) => self.put_on_side(kind, *side, printed == "true", &node.origin),
            Target::Road(name) => self.map.1.table("roads", &node.origin).set(name, node.clone()),
            Target::Rally(side) => self.map.1.table("rally", &node.origin).set(side, node.clone()),
            Target::Camp(key) => self.map.1.table("camp", &node.origin).set(key, node.clone()),
        }
    }

    fn put_on_side(&mut self, kind: &str, side: SideId, is_there: bool, origin: &Origin) {
        let mut sides = self.sides_with(kind);
        if is_there {
            sides.push((side, Node::text(&self.side_name(side), origin)));
        } else {
            sides.retain(|(other, _)| *other != side);
        }
        let list = sides.into_iter().map(|(_, node)| node).collect();
        let node = Node { origin: origin.clone(), kind: Kind::List(list) };
        self.map.1.table("hexsides", origin).set(kind, node.standing("assumed", Some(WHY)));
    }

    fn draw(&mut self, hex: HexId, letter: &str) {
        let [row, column] = self.row_and_column(hex);
        let drawing =
            self.map.1.get_mut("ground").and_then(Node::as_table_mut).and_then(|it| it.get_mut("map"));
        if let Some(drawing) = drawing {
            drawing::redraw(drawing, &row, &column, letter);
        }
    }

    fn remove(&mut self, name: &str, at: &Origin) -> Result<(), String> {
        let target = Target::Row("set_up", name.to_owned());
        let names = self.names();
        if !names.iter().any(|known| known == name) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            return Err(unknown("unit or commander", name, &names));
        }
        if self.value(&target) == ABSENT {
            return Err(format!("{name} takes no part as it is"));
        }
        self.put(&target, Node::text(ABSENT, at).standing("assumed", Some(WHY)), ABSENT);
        self.changes.insert(target.path(self), format!("remove {name}"));
        if self.is_commander(name) {
            pool::without(self.own("pool"), name, at);
            self.removed.push((name.to_owned(), at.clone()));
        }
        Ok(())
    }

    /// Adds the pool to what was changed, as it is now: lines that overlap mean what the last of them made of it.
    fn say_pool(&mut self) {
        let mut lines: Vec<(u8, u8, String)> = Vec::new();
        for stage in (1..=self.stages()).filter(|stage| self.filled.contains(stage)) {
            let chits = self.value(&Target::Pool(stage, stage));
            match lines.last_mut() {
                Some((_, to, same)) if *to + 1 == stage && *same == chits => *to = stage,
                _ => lines.push((stage, stage, chits)),
            }
        }
        for (from, to, chits) in lines {
            let path = Target::Pool(from, to).path(self);
            self.changes.insert(path.clone(), format!("{path}={chits}"));
        }
    }

    /// Commanders who were removed and whose units were not.
    fn leaderless(&self) -> Vec<Problem> {
        let told = |(name, at): &(String, Origin)| {
            let is_his = |unit: &&Table| unit.get("commander").is_some_and(|his| his.printed() == *name);
            let units = self.units.1.tables("unit").filter(is_his).filter_map(|unit| unit.get("name"));
            let units = units.map(Node::printed).filter(|unit| self.takes_part(unit));
            let units: Vec<String> = units.collect();
            let first = units.first()?;
            Some(at.problem(format!(
                "{} would be without a commander: remove them too, or put them under another, as in \
                 --set \"units.{first}.commander=NAME\"",
                units.join(", ")
            )))
        };
        self.removed.iter().filter_map(told).collect()
    }

    /// Those who take part by the variant alone come behind the others, so that the others keep their places in the
    /// order of the scenario, and in stacks.
    fn put_newcomers_last(&mut self) {
        let scenario = &self.scenario;
        let units = scenario.units.iter().map(|unit| &unit.name);
        let old: Vec<&String> = units.chain(scenario.commanders.iter().map(|one| &one.name)).collect();
        let mut newcomers = self.names();
        newcomers.retain(|name| !old.contains(&name) && self.takes_part(name));
        for kind in ["commander", "unit"] {
            let list = self.units.1.get_mut(kind).map(|list| &mut list.kind);
            if let Some(Kind::List(list)) = list {
                list.sort_by_key(|node| {
                    let name = node.as_table().and_then(|table| table.get("name")).map(Node::printed);
                    name.is_some_and(|name| newcomers.contains(&name))
                });
            }
        }
    }

    /// A table of the scenario that is looked up whole, in the file that was asked for.
    fn own(&mut self, key: &str) -> &mut Table {
        let found = self.layers.iter().find_map(|(_, layer)| layer.0.iter().find(|row| row.name == key));
        let Row { origin, node, .. } = found.cloned().expect("a sound scenario has it");
        let top = &mut self.layers[0].1;
        if top.get(key).is_none() {
            top.set(key, node);
        }
        top.table(key, &origin)
    }

    fn unit_mut(&mut self, name: &str) -> &mut Table {
        let list = self.units.1.get_mut("unit").map(|list| &mut list.kind);
        let Some(Kind::List(list)) = list else { unreachable!("a sound scenario has units") };
        let mut tables = list.iter_mut().filter_map(Node::as_table_mut);
        let found = tables.find(|unit| unit.get("name").is_some_and(|known| known.printed() == name));
        found.expect("a unit that there is")
    }

    // ---- What stands there ----

    /// What stands at a path, as it would be typed.
    pub(super) fn value(&self, target: &Target) -> String {
        match target {
            // Stages whose pools are not the same, one after the other.
            Target::Pool(from, to) if from != to => {
                let stages = *from..=self.stages().min(*to);
                let mut pools: Vec<String> =
                    stages.map(|stage| self.value(&Target::Pool(stage, stage))).collect();
                pools.dedup();
                return pools.join("; ");
            }
            Target::Hex(hex) => return self.letter(*hex).unwrap_or_default().to_owned(),
            Target::Hexside(kind, side) => {
                return self.sides_with(kind).iter().any(|(other, _)| other == side).to_string();
            }
            _ => (),
        }
        let found = self.written(target).map(Node::printed);
        found.or_else(|| target.usual()).unwrap_or_default()
    }

    /// Where its printed value very likely lies.
    pub(super) fn likely(&self, target: &Target) -> Option<[String; 2]> {
        let range = self.written(target)?.as_table()?.get("range")?;
        let [least, most] = range.list() else { return None };
        Some([least.printed(), most.printed()])
    }

    fn written(&self, target: &Target) -> Option<&Node> {
        let layers = || self.layers.iter().map(|(_, layer)| layer);
        match target {
            Target::Key(key) => layers().find_map(|layer| layer.get(key)),
            Target::Row(table, name) => layers().find_map(|layer| layer.get(table)?.as_table()?.get(name)),
            Target::Pool(stage, _) => {
                let pool = layers().find_map(|layer| layer.get("pool"))?.as_table()?;
                pool::of_stage(pool, *stage, self.stages())
            }
            Target::Unit(name, key) => self.unit(name)?.get(key),
            Target::Band(name) => self.tables.1.get("artillery")?.as_table()?.get(name),
            Target::Road(name) => self.map.1.get("roads")?.as_table()?.get(name),
            Target::Rally(side) => self.map.1.get("rally")?.as_table()?.get(side),
            Target::Camp(key) => self.map.1.get("camp")?.as_table()?.get(key),
            Target::Hex(_) | Target::Hexside(..) => None,
        }
    }

    fn takes_part(&self, name: &str) -> bool {
        self.value(&Target::Row("set_up", name.to_owned())).trim() != ABSENT
    }

    /// How many stages the game has.
    pub(super) fn stages(&self) -> u8 {
        self.value(&Target::Key("stages")).parse().unwrap_or(self.scenario.stages)
    }

    /// The letter of a hex in the drawing.
    fn letter(&self, hex: HexId) -> Option<&str> {
        let [row, column] = self.row_and_column(hex);
        drawing::letter_of(self.map.1.get("ground")?.as_table()?.get("map")?, &row, &column)
    }

    /// The printed numbers of the row and of the column of a hex.
    fn row_and_column(&self, hex: HexId) -> [String; 2] {
        let board = &self.scenario.board;
        let label = board.label(hex).to_string();
        let (first, second) = label.split_at(label.len() / 2);
        let is_row_first = board.grid().numbering.order == szala_board::Order::RowColumn;
        if is_row_first { [first, second] } else { [second, first] }.map(str::to_owned)
    }

    /// The hexsides with something on them, each as it is written.
    fn sides_with(&self, kind: &str) -> Vec<(SideId, Node)> {
        let list = self.map.1.get("hexsides").and_then(Node::as_table).and_then(|table| table.get(kind));
        let list = list.map(|list| list.value().list()).unwrap_or_default();
        let board = &self.scenario.board;
        let side = |node: &Node| {
            let side =
                super::super::map::side_called::<Large>(board, &node.printed()).expect("it could be read");
            (side, node.clone())
        };
        list.iter().map(side).collect()
    }

    /// A hexside by its two hexes.
    pub(super) fn side_name(&self, side: SideId) -> String {
        let board = &self.scenario.board;
        let [one, other] = board.hexes_of(side).map(|hex| board.label(hex).to_string());
        format!("{}/{}", one.clone().max(other.clone()), one.min(other))
    }

    // ---- Names ----

    fn unit(&self, name: &str) -> Option<&Table> {
        let mut units = self.units.1.tables("unit");
        units.find(|unit| unit.get("name").is_some_and(|known| known.printed() == name))
    }

    fn names_of(&self, kind: &str) -> Vec<String> {
        self.units.1.tables(kind).filter_map(|table| Some(table.get("name")?.printed())).collect()
    }

    pub(super) fn unit_names(&self) -> Vec<String> {
        self.names_of("unit")
    }

    /// Commanders, then units.
    pub(super) fn names(&self) -> Vec<String> {
        [self.names_of("commander"), self.unit_names()].concat()
    }

    pub(super) fn is_commander(&self, name: &str) -> bool {
        self.names_of("commander").iter().any(|commander| commander == name)
    }

    fn is_of_arm(&self, name: &str, arm: &str) -> bool {
        self.unit(name).and_then(|unit| unit.get("arm")).is_some_and(|its| its.printed() == arm)
    }

    pub(super) fn is_gun(&self, name: &str) -> bool {
        self.is_of_arm(name, "artillery")
    }

    pub(super) fn is_cavalry(&self, name: &str) -> bool {
        self.is_of_arm(name, "cavalry")
    }

    /// The commanders of a unit's side.
    pub(super) fn commanders_with(&self, unit: &str) -> Vec<String> {
        let side = |table: &Table| table.get("side").and_then(|side| side_of(self, &side.printed()));
        let own: Option<Side> = self.unit(unit).and_then(side);
        let commanders = self.units.1.tables("commander").filter(|table| side(table) == own);
        commanders.filter_map(|table| Some(table.get("name")?.printed())).collect()
    }

    pub(super) fn bands(&self) -> Vec<String> {
        self.names_in(&self.tables.1, "artillery")
    }

    pub(super) fn roads(&self) -> Vec<String> {
        self.names_in(&self.map.1, "roads")
    }

    /// The letters of the map's legend.
    pub(super) fn legend(&self) -> Vec<String> {
        self.map
            .1
            .get("ground")
            .and_then(Node::as_table)
            .map(|it| self.names_in(it, "legend"))
            .unwrap_or_default()
    }

    fn names_in(&self, table: &Table, key: &str) -> Vec<String> {
        let table = table.get(key).and_then(Node::as_table);
        table.into_iter().flat_map(|table| &table.0).map(|row| row.name.clone()).collect()
    }
}

impl variant::Book for Book {
    type Target = Target;

    fn find(&self, path: &str) -> Result<Target, String> {
        Target::find(self, path)
    }

    fn overlap(one: &Target, other: &Target) -> bool {
        one.overlaps(other)
    }

    fn is_changed(&self, target: &Target) -> bool {
        match target {
            Target::Pool(from, to) => self.filled.range(from..=to).next().is_some(),
            _ => self.changes.contains_key(&target.path(self)),
        }
    }

    /// What there is to know of a value.
    fn know(&self, target: &Target) -> Known {
        Known {
            path: target.path(self),
            value: self.value(target),
            takes: target.takes(self),
            likely: self.likely(target),
        }
    }
}
