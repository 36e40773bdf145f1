//! What a path names, and what can stand there: `units.Narwa 1.morale`, `set_up.Lewiz`, `map.0609`. Names with dots in
//! them are found among the names that there are. What is done with a target is `book`'s business.

use szala_board::{HexId, SideId};
use szala_files::declared::Entry;
use szala_files::{Takes, unknown};
use szala_kernel::Side;

use super::super::pool::{LAST, stages_named};
use super::super::sheet::hex;
use super::super::units::{MOST_CAVALRY, OF_TROOPS};
use super::super::values::{MAP, SCENARIO, TABLES, UNITS, VALUES};
use super::book::Book;
use crate::position::room::Large;

/// What begins a path of more than one part.
pub(super) const GROUPS: [&str; 9] =
    ["units", "set_up", "pool", "free_set_up", "switches", "family", "values", "artillery", "map"];
/// Parts of the map that have names of their own; behind `map.`, which may be left out.
const OF_MAP: [&str; 4] = ["hexsides", "roads", "rally", "camp"];
/// Paths of one part.
pub(super) fn keys() -> Vec<&'static str> {
    let is_varied = |key: &&str| VALUES.get(SCENARIO, &[key]).is_some_and(|entry| entry.is_varied);
    VALUES.keys_in(SCENARIO, &[]).into_iter().filter(is_varied).collect()
}

/// The rows of a table of the scenario.
pub(super) fn rows(table: &str) -> Vec<&'static str> {
    VALUES.keys_in(SCENARIO, &[table])
}

/// What can be set of a unit; guns have less than others.
pub(super) fn of_units(book: &Book, name: &str) -> Vec<&'static str> {
    let is_its = |key: &&str| *key != "name" && !(book.is_gun(name) && OF_TROOPS.contains(key));
    VALUES.keys_in(UNITS, &["unit", name]).into_iter().filter(is_its).collect()
}

/// What lies on hexsides.
pub(super) fn hexsides() -> Vec<&'static str> {
    VALUES.keys_in(MAP, &["hexsides"])
}

/// What is said of the camp.
pub(super) fn of_camp() -> Vec<&'static str> {
    VALUES.keys_in(MAP, &["camp"])
}

/// What a path names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// A key of the scenario.
    Key(&'static str),
    /// A row of a table of the scenario.
    Row(&'static str, String),
    /// The pool of these stages, from the first to the last; 255 is the last stage, whatever its number.
    Pool(u8, u8),
    /// A value of a unit.
    Unit(String, &'static str),
    /// A band of the artillery table.
    Band(String),
    /// The ground of a hex.
    Hex(HexId),
    /// Something on a hexside.
    Hexside(&'static str, SideId),
    /// A road, by its name.
    Road(String),
    /// Where a side rallies.
    Rally(String),
    /// The camp.
    Camp(&'static str),
}

impl Target {
    /// What a path names, or why it names nothing.
    pub(super) fn find(book: &Book, path: &str) -> Result<Self, String> {
        if path.starts_with("D-") {
            return of_decision(path);
        }
        if let Some(key) = keys().into_iter().find(|key| *key == path) {
            return Ok(Self::Key(key));
        }
        let (group, rest) = path.split_once('.').unwrap_or((path, ""));
        if rest.is_empty() && (GROUPS.contains(&group) || OF_MAP.contains(&group)) {
            return Err(format!("`{group}` is the beginning of a path: {}", example(group)));
        }
        match group {
            "units" => of_unit(book, rest),
            "set_up" => {
                one_of("unit or commander", rest, &book.names()).map(|name| Self::Row("set_up", name))
            }
            "pool" => of_pool(book, rest),
            "free_set_up" => {
                one_of("side", rest, &book.scenario.sides.0).map(|side| Self::Row("free_set_up", side))
            }
            "switches" if rest.starts_with("D-") => of_decision(rest),
            "switches" => one_of("switch", rest, &rows("switches")).map(|name| Self::Row("switches", name)),
            "family" => one_of("difference of the family", rest, &rows("family"))
                .map(|name| Self::Row("family", name)),
            "values" => {
                one_of("value of the rules", rest, &rows("values")).map(|name| Self::Row("values", name))
            }
            "artillery" => one_of("band of ranges", rest, &book.bands()).map(Self::Band),
            "map" => of_map(book, rest),
            group if OF_MAP.contains(&group) => of_map(book, path),
            _ => Err(unknown("path", path, &[&keys()[..], &GROUPS].concat())),
        }
    }

    /// Its path, the one of several that is told.
    pub(super) fn path(&self, book: &Book) -> String {
        let board = &book.scenario.board;
        match self {
            Self::Key(key) => (*key).to_owned(),
            Self::Row(table, name) => format!("{table}.{name}"),
            Self::Pool(from, to) => format!("pool.{}", stages(*from, *to)),
            Self::Unit(name, key) => format!("units.{name}.{key}"),
            Self::Band(name) => format!("artillery.{name}"),
            Self::Hex(hex) => format!("map.{}", board.label(*hex)),
            Self::Hexside(kind, side) => format!("map.hexsides.{kind}.{}", book.side_name(*side)),
            Self::Road(name) => format!("map.roads.{name}"),
            Self::Rally(side) => format!("map.rally.{side}"),
            Self::Camp(key) => format!("map.camp.{key}"),
        }
    }

    /// Is something of it at the other, too?
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Pool(from, to), Self::Pool(first, last)) => from <= last && first <= to,
            _ => self == other,
        }
    }

    /// What the table of values has of it.
    fn entry(&self) -> &'static Entry {
        match self {
            Self::Key(key) => VALUES.entry(SCENARIO, &[key]),
            Self::Row(table, name) => VALUES.entry(SCENARIO, &[table, name]),
            Self::Pool(..) => VALUES.entry(SCENARIO, &["pool", LAST]),
            Self::Unit(name, key) => VALUES.entry(UNITS, &["unit", name, key]),
            Self::Band(name) => VALUES.entry(TABLES, &["artillery", name]),
            Self::Hex(_) => VALUES.entry(MAP, &["ground", "map", ""]),
            Self::Hexside(kind, _) => VALUES.entry(MAP, &["hexsides", kind, ""]),
            Self::Road(name) => VALUES.entry(MAP, &["roads", name]),
            Self::Rally(side) => VALUES.entry(MAP, &["rally", side]),
            Self::Camp(key) => VALUES.entry(MAP, &["camp", key]),
        }
    }

    /// What it takes by the rules: what the table says, but for what hangs on other values.
    pub(super) fn takes(&self, book: &Book) -> Takes {
        match self {
            Self::Row("set_up", name) if book.is_commander(name) => Takes::Text("0309, or absent"),
            Self::Row("set_up", name) if book.is_gun(name) => Takes::Text("0208 N limbered, or absent"),
            Self::Unit(name, "commander") => Takes::OneOf(book.commanders_with(name)),
            Self::Unit(name, "size") if book.is_cavalry(name) => {
                Takes::Number { least: 1, most: MOST_CAVALRY.into() }
            }
            _ => self.entry().form.takes(|word| match word {
                "letter" => book.legend(),
                _ => book.scenario.sides.0.to_vec(),
            }),
        }
    }

    /// May the files say on what the value stands?
    pub(super) fn has_standing(&self) -> bool {
        self.entry().has_standing()
    }

    /// Where nothing needs to be written: what the value is then.
    pub(super) fn usual(&self) -> Option<String> {
        self.entry().usual.typed(&[])
    }
}

/// Stages as they are written.
pub(super) fn stages(from: u8, to: u8) -> String {
    match (from, to) {
        (from, u8::MAX) => format!("{from}-{LAST}"),
        (from, to) if from == to => from.to_string(),
        (from, to) => format!("{from}-{to}"),
    }
}

fn example(group: &str) -> &'static str {
    match group {
        "units" => "units.Narwa 1.morale",
        "set_up" => "set_up.Narwa 1",
        "pool" => "pool.3, pool.3-last",
        "free_set_up" => "free_set_up.Poles",
        "switches" => "switches.D-4.2d",
        "family" => "family.hills_block_sight",
        "values" => "values.charge_bonus",
        "artillery" => "artillery.1-3",
        "hexsides" => "map.hexsides.trench.0706/0605",
        "roads" => "map.roads.Suzany",
        "rally" => "map.rally.Poles",
        "camp" => "map.camp.hex",
        _ => "map.0609, map.hexsides.trench.0706/0605",
    }
}

fn one_of<N: AsRef<str>>(what: &str, name: &str, known: &[N]) -> Result<String, String> {
    let known: Vec<&str> = known.iter().map(AsRef::as_ref).collect();
    if known.contains(&name) { Ok(name.to_owned()) } else { Err(unknown(what, name, &known)) }
}

fn of_decision(name: &str) -> Result<Target, String> {
    let decisions = VALUES.decisions();
    let known: Vec<&str> = decisions.iter().map(|(decision, _)| *decision).collect();
    let found = decisions.iter().find(|(decision, _)| *decision == name);
    let switch = found.and_then(|(_, path)| path.strip_prefix("switches."));
    switch
        .map(|switch| Target::Row("switches", switch.to_owned()))
        .ok_or_else(|| unknown("decision with a switch", name, &known))
}

fn of_unit(book: &Book, rest: &str) -> Result<Target, String> {
    let names = book.unit_names();
    // Of two names one of which begins with the other, the longer.
    let known = names.iter().filter(|name| rest.strip_prefix(name.as_str()).is_some_and(is_end));
    let Some(name) = known.max_by_key(|name| name.len()) else {
        let name = rest.rsplit_once('.').map_or(rest, |(name, _)| name);
        return Err(one_of("unit", name, &names).expect_err("none of them"));
    };
    let key = rest[name.len()..].trim_start_matches('.');
    let keys = of_units(book, name);
    let found = keys.iter().find(|known| **known == key);
    found
        .map(|key| Target::Unit(name.clone(), key))
        .ok_or_else(|| unknown(&format!("value of {name}"), key, &keys))
}

fn is_end(rest: &str) -> bool {
    rest.is_empty() || rest.starts_with('.')
}

fn of_pool(book: &Book, name: &str) -> Result<Target, String> {
    let (from, to) = stages_named(name, book.stages())?;
    Ok(Target::Pool(from, if name.ends_with(LAST) { u8::MAX } else { to }))
}

fn of_map(book: &Book, path: &str) -> Result<Target, String> {
    let board = &book.scenario.board;
    let (part, rest) = path.split_once('.').unwrap_or((path, ""));
    match part {
        "roads" => one_of("road", rest, &book.roads()).map(Target::Road),
        "rally" => one_of("side", rest, &book.scenario.sides.0).map(Target::Rally),
        "camp" if book.scenario.camp.is_none() => Err("the map has no camp".to_owned()),
        "camp" => of_camp()
            .into_iter()
            .find(|key| *key == rest)
            .map(Target::Camp)
            .ok_or_else(|| unknown("value of the camp", rest, &of_camp())),
        "hexsides" => {
            let (kind, pair) = rest.split_once('.').unwrap_or((rest, ""));
            let kind = hexsides().into_iter().find(|known| *known == kind);
            let kind = kind.ok_or_else(|| {
                unknown("kind of hexside", rest.split('.').next().unwrap_or_default(), &hexsides())
            })?;
            Ok(Target::Hexside(kind, super::super::map::side_called::<Large>(board, pair)?))
        }
        // A word is a part that there is not; a number is a hex, if a wrong one.
        _ if path.starts_with(|letter: char| letter.is_alphabetic()) => {
            Err(unknown("part of the map", part, &OF_MAP))
        }
        _ => hex::<Large>(board, path).map(Target::Hex),
    }
}

/// The sides by their names.
pub(super) fn side_of(book: &Book, name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| book.scenario.sides[*side] == name)
}
