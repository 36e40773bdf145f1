//! What a path names, and what can stand there: `units.Narwa 1.morale`, `set_up.Lewiz`, `map.0609`. Names with dots in
//! them are found among the names that there are. What is done with a target is `book`'s business.

use szala_board::{HexId, SideId};
use szala_kernel::Side;
use szala_kernel::text::{Takes, unknown};

use super::super::pool::{LAST, stages_named};
use super::super::sheet::hex;
use super::super::units::{self, MOST_CAVALRY, MOST_INFANTRY, MOST_MORALE, OF_TROOPS};
use super::super::{FAMILY, MOST_BONUS, MOST_POINTS, MOST_STAGES, SWITCHES, VALUES};
use super::book::Book;

/// What begins a path of more than one part.
pub(super) const GROUPS: [&str; 9] =
    ["units", "set_up", "pool", "free_set_up", "switches", "family", "values", "artillery", "map"];
/// Paths of one part.
pub(super) const KEYS: [&str; 5] =
    ["stages", "automatic_victory", "wins_at_zero", "squares", "practised_gunners"];
/// Parts of the map that have names of their own; behind `map.`, which may be left out.
const OF_MAP: [&str; 4] = ["hexsides", "roads", "rally", "camp"];
/// What lies on hexsides.
pub(super) const HEXSIDES: [&str; 2] = ["escarpment", "trench"];
/// What is said of the camp.
pub(super) const OF_CAMP: [&str; 2] = ["hex", "intruder"];

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
        if let Some(key) = KEYS.into_iter().find(|key| *key == path) {
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
            "switches" => one_of("switch", rest, &SWITCHES.map(|(name, _)| name))
                .map(|name| Self::Row("switches", name)),
            "family" => {
                one_of("difference of the family", rest, &FAMILY).map(|name| Self::Row("family", name))
            }
            "values" => {
                let names = VALUES.map(|(name, _)| name);
                one_of("value of the rules", rest, &names).map(|name| Self::Row("values", name))
            }
            "artillery" => one_of("band of ranges", rest, &book.bands()).map(Self::Band),
            "map" => of_map(book, rest),
            group if OF_MAP.contains(&group) => of_map(book, path),
            _ => Err(unknown("path", path, &[&KEYS[..], &GROUPS].concat())),
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

    /// What it takes by the rules.
    pub(super) fn takes(&self, book: &Book) -> Takes {
        let sides = || book.scenario.sides.0.to_vec();
        let number = |least, most: u8| Takes::Number { least, most: most.into() };
        match self {
            Self::Key("stages") => number(1, MOST_STAGES),
            Self::Key("wins_at_zero") | Self::Camp("intruder") | Self::Unit(_, "side") => {
                Takes::OneOf(sides())
            }
            Self::Key("automatic_victory") => number(1, MOST_POINTS),
            Self::Key(_) => Takes::AnyOf(sides()),
            Self::Row("set_up", name) if book.is_commander(name) => Takes::Text("0309, or absent"),
            Self::Row("set_up", name) if book.is_gun(name) => Takes::Text("0208 N limbered, or absent"),
            Self::Row("set_up", _) => Takes::Text("0408 N, or absent"),
            Self::Row("free_set_up", _) => Takes::List("row 01, 0205, or none"),
            Self::Row("values", _) => number(0, MOST_BONUS),
            Self::Row(..) | Self::Hexside(..) | Self::Unit(_, "cossack") => Takes::Flag,
            Self::Pool(..) => Takes::List("Grabowski, Lewiz or Kirejew"),
            Self::Unit(_, "arm") => Takes::OneOf(units::ARMS.map(|(name, _)| name.to_owned()).into()),
            Self::Unit(name, "commander") => Takes::OneOf(book.commanders_with(name)),
            Self::Unit(_, "morale" | "morale_reverse") => number(0, MOST_MORALE),
            Self::Unit(name, "size") if book.is_cavalry(name) => number(1, MOST_CAVALRY),
            Self::Unit(_, "size") => number(1, MOST_INFANTRY),
            Self::Unit(..) => number(0, MOST_INFANTRY),
            Self::Band(_) => Takes::Text("2M"),
            Self::Hex(_) => Takes::OneOf(book.legend()),
            Self::Road(_) => Takes::Text("0109-0208-0309"),
            Self::Rally(_) | Self::Camp(_) => Takes::Text("1108"),
        }
    }

    /// May the files say on what the value stands?
    pub(super) fn has_standing(&self) -> bool {
        match self {
            Self::Key(key) => ["stages", "automatic_victory"].contains(key),
            Self::Row(table, _) => ["set_up", "values"].contains(table),
            Self::Unit(_, key) => super::OF_STANDING.contains(key),
            Self::Band(_) | Self::Road(_) | Self::Rally(_) | Self::Camp("hex") | Self::Hexside(..) => true,
            Self::Pool(..) | Self::Hex(_) | Self::Camp(_) => false,
        }
    }

    /// Where nothing needs to be written: what the value is then.
    pub(super) fn usual(&self) -> Option<String> {
        match self {
            Self::Row("set_up", _) => Some("absent".to_owned()),
            Self::Row("values", name) => {
                VALUES.iter().find(|(known, _)| known == name).map(|(_, usual)| usual.to_string())
            }
            Self::Row("free_set_up", _) | Self::Unit(_, "morale_reverse" | "fire_reverse") => {
                Some("none".to_owned())
            }
            Self::Row(..) | Self::Hexside(..) | Self::Unit(_, "cossack") => Some(false.to_string()),
            _ => None,
        }
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
    let found = SWITCHES.iter().find(|(_, decision)| *decision == name);
    let found = found.map(|(switch, _)| Target::Row("switches", (*switch).to_owned()));
    found.ok_or_else(|| unknown("decision with a switch", name, &SWITCHES.map(|(_, decision)| decision)))
}

fn of_unit(book: &Book, rest: &str) -> Result<Target, String> {
    let names = book.unit_names();
    let keys = || units::KEYS.into_iter().filter(|key| *key != "name");
    // Of two names one of which begins with the other, the longer.
    let known = names.iter().filter(|name| rest.strip_prefix(name.as_str()).is_some_and(is_end));
    let Some(name) = known.max_by_key(|name| name.len()) else {
        let name = rest.rsplit_once('.').map_or(rest, |(name, _)| name);
        return Err(one_of("unit", name, &names).expect_err("none of them"));
    };
    let key = rest[name.len()..].trim_start_matches('.');
    let found =
        keys().find(|known| *known == key).filter(|key| !(book.is_gun(name) && OF_TROOPS.contains(key)));
    found.map(|key| Target::Unit(name.clone(), key)).ok_or_else(|| {
        let known = keys().filter(|key| !(book.is_gun(name) && OF_TROOPS.contains(key)));
        unknown(&format!("value of {name}"), key, &known.collect::<Vec<_>>())
    })
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
        "camp" => OF_CAMP
            .into_iter()
            .find(|key| *key == rest)
            .map(Target::Camp)
            .ok_or_else(|| unknown("value of the camp", rest, &OF_CAMP)),
        "hexsides" => {
            let (kind, pair) = rest.split_once('.').unwrap_or((rest, ""));
            let kind = HEXSIDES.into_iter().find(|known| *known == kind);
            let kind = kind.ok_or_else(|| {
                unknown("kind of hexside", rest.split('.').next().unwrap_or_default(), &HEXSIDES)
            })?;
            Ok(Target::Hexside(kind, super::super::map::side_called(board, pair)?))
        }
        // A word is a part that there is not; a number is a hex, if a wrong one.
        _ if path.starts_with(|letter: char| letter.is_alphabetic()) => {
            Err(unknown("part of the map", part, &OF_MAP))
        }
        _ => hex(board, path).map(Target::Hex),
    }
}

/// The sides by their names.
pub(super) fn side_of(book: &Book, name: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| book.scenario.sides[*side] == name)
}
