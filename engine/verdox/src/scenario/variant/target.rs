//! What a path names, where that stands in the files, and what can stand there: `forces.Askans.riflemen`, `map.0512`.
//! What is done with it is `book`'s business.

use szala_board::SquareId;
use szala_kernel::text::{Takes, unknown};

use super::super::kinds::{self, CLOSE, FACE_NAMES, HITS};
use super::super::{MOST_COLUMNS_OF_EDGE, SWITCHES};
use super::book::Book;
use crate::data::Waves;
use crate::ending::OPEN_TURNS;
use crate::forces::{Kind, Kinds};
use crate::ids::MOST_OF_A_SIDE;
use crate::notation::SIDES;

/// What stands where nothing does.
pub(super) const NONE: &str = "none";

/// The decisions that a scenario may take otherwise, each with the path of the value that says so.
const DECISIONS: [(&str, &str); 8] = [
    ("D-2.1a", "leads"),
    ("D-2.2a", "waves.columns"),
    ("D-3.10a", "switches.close_combat"),
    ("D-3.10c", "switches.range"),
    ("D-4.2a", "switches.reserve"),
    ("D-4.3a", "switches.drawn_count"),
    ("D-4.3b", "switches.length"),
    ("D-7.7b", "switches.canals"),
];

/// What begins a path of more than one part, each with an example.
const GROUPS: [(&str, &str); 5] = [
    ("waves", "waves.first"),
    ("forces", "forces.Askans.riflemen"),
    ("kinds", "kinds.cavalry.movement, kinds.cavalry.hits.3"),
    ("switches", "switches.range, D-3.10c"),
    ("map", "map.0512, map.gates.0815, map.headquarters.Askans, map.barges"),
];
/// Parts of the map that have names of their own; behind `map.`, which may be left out.
const OF_MAP: [&str; 3] = ["headquarters", "barges", "gates"];

/// A value that can be set.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Its path, the one of several that is told.
    pub(super) path: String,
    pub(super) spot: Spot,
    pub(super) takes: Takes,
    /// What it is where nothing is written.
    pub(super) usual: Option<String>,
}

/// Where a value stands in the files.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    /// In the scenario's own, under these keys, one within the other.
    Scenario(Vec<&'static str>),
    /// In the map's.
    Map(Vec<String>),
    /// In the drawing.
    Square(SquareId),
}

impl Target {
    fn of_scenario(
        keys: &[&'static str],
        path: String,
        takes: Takes,
        usual: impl Into<Option<String>>,
    ) -> Self {
        Self { path, spot: Spot::Scenario(keys.to_vec()), takes, usual: usual.into() }
    }

    fn of_map(keys: &[&str], takes: Takes, usual: Option<&str>) -> Self {
        let spot = Spot::Map(keys.iter().map(|key| (*key).to_owned()).collect());
        Self { path: format!("map.{}", keys.join(".")), spot, takes, usual: usual.map(str::to_owned) }
    }

    /// What a path names, or why it names nothing.
    pub(super) fn find(book: &Book, path: &str) -> Result<Self, String> {
        let path = in_full(path)?;
        if let Some((_, examples)) = GROUPS.iter().find(|(group, _)| *group == path) {
            return Err(format!("`{path}` is the beginning of a path: {examples}"));
        }
        let grid = &book.scenario.map.grid;
        let square = |label: &str| {
            grid.parse_label(label).map_err(|error| format!("`{label}` is no square of the map: {error}"))
        };
        if let Some(label) = path.strip_prefix("map.gates.") {
            return square(label).map(|square| gate(book, square));
        }
        // A number is a square, if a wrong one.
        if let Some(label) =
            path.strip_prefix("map.").filter(|rest| rest.starts_with(|it: char| it.is_numeric()))
        {
            return square(label).map(|square| of_square(book, square));
        }
        let all = all(book);
        let known: Vec<&str> = all.iter().map(|target| target.path.as_str()).collect();
        let found = all.iter().find(|target| target.path == path).cloned();
        found.ok_or_else(|| {
            if path == "kinds.artillery.movement" {
                return kinds::GUNS_MOVE.to_owned();
            }
            // Of the many paths those that begin as this one does.
            let (group, _) = path.split_once('.').unwrap_or((&path, ""));
            let beginning = format!("{group}.");
            let mut near: Vec<&str> =
                known.iter().copied().filter(|path| path.starts_with(&beginning)).collect();
            if near.is_empty() {
                near.clone_from(&known);
            }
            unknown("path", &path, &near)
        })
    }
}

/// A path with what may be left out, and decisions as what they decide.
fn in_full(path: &str) -> Result<String, String> {
    let decision = path.strip_prefix("switches.").filter(|rest| rest.starts_with("D-")).unwrap_or(path);
    if decision.starts_with("D-") {
        let found = DECISIONS.iter().find(|(known, _)| *known == decision);
        let known = DECISIONS.map(|(known, _)| known);
        let what = "decision that a scenario may take otherwise";
        return found.map(|(_, path)| (*path).to_owned()).ok_or_else(|| unknown(what, decision, &known));
    }
    if SWITCHES.contains(&path) {
        return Ok(format!("switches.{path}"));
    }
    let part = path.split('.').next().unwrap_or_default();
    Ok(if OF_MAP.contains(&part) { format!("map.{path}") } else { path.to_owned() })
}

/// Every value that can be set, group by group.
pub(super) fn all(book: &Book) -> Vec<Target> {
    let number = |least: u16, most: u16| Takes::Number { least, most };
    let plain = |key: &'static str, takes, usual| Target::of_scenario(&[key], key.to_owned(), takes, usual);
    let leads = super::super::LEADS.map(|(name, _)| name);
    let mut all = vec![
        plain("leads", Takes::one_of(&leads), Some(leads[0].to_owned())),
        plain("turns", number(1, OPEN_TURNS.into()), Some(NONE.to_owned())),
    ];
    let most = u16::try_from(MOST_OF_A_SIDE).expect("eighty");
    let columns = u16::from(MOST_COLUMNS_OF_EDGE);
    let Waves { first, next, columns: usual } = Waves::PRINTED;
    for (key, takes, usual) in [
        ("first", number(1, most), first),
        ("next", number(0, most), next),
        ("columns", number(1, columns), usual),
    ] {
        all.push(Target::of_scenario(&["waves", key], format!("waves.{key}"), takes, usual.to_string()));
    }
    for side in SIDES {
        for kind in Kind::ALL.map(Kind::name) {
            let path = format!("forces.{side}.{kind}");
            all.push(Target::of_scenario(&["forces", kind, side], path, number(0, most), None));
        }
    }
    for name in kinds::names() {
        of_kind(name, &mut all);
    }
    for switch in SWITCHES {
        let known = super::super::values_of(switch);
        let usual = known[0].to_owned();
        let path = format!("switches.{switch}");
        all.push(Target::of_scenario(&["switches", switch], path, Takes::one_of(&known), usual));
    }
    all.extend(SIDES.map(|side| Target::of_map(&["headquarters", side], Takes::Text("0818"), None)));
    all.push(Target::of_map(&["barges"], Takes::List("0610, 1010, or none"), Some(NONE)));
    let squares = || book.scenario.map.squares();
    all.extend(squares().iter().filter(|square| book.is_gate(*square)).map(|square| gate(book, square)));
    all.extend(squares().iter().map(|square| of_square(book, square)));
    all
}

/// What can be set of a kind, or of barges.
fn of_kind(name: &'static str, all: &mut Vec<Target>) {
    let kind = kinds::kind_of(name);
    let printed = |key, face| kinds::written(&Kinds::PRINTED, kind, key, face);
    for key in kinds::keys(kind) {
        let path = format!("kinds.{name}.{key}");
        let takes = match *key {
            HITS => {
                let fates: Vec<&str> = kinds::fates(kind).into_iter().map(|(name, _)| name).collect();
                for (face, number) in FACE_NAMES.into_iter().enumerate() {
                    let (path, takes) = (format!("{path}.{number}"), Takes::one_of(&fates));
                    let usual = printed(key, Some(face));
                    all.push(Target::of_scenario(&["kinds", name, key, number], path, takes, usual));
                }
                continue;
            }
            CLOSE => Takes::Flag,
            _ => {
                let bounds = kinds::bounds(kind, key);
                Takes::Number { least: *bounds.start(), most: *bounds.end() }
            }
        };
        all.push(Target::of_scenario(&["kinds", name, key], path, takes, printed(key, None)));
    }
}

/// The ground of a square.
fn of_square(book: &Book, square: SquareId) -> Target {
    let path = format!("map.{}", book.scenario.map.grid.label(square));
    Target { path, spot: Spot::Square(square), takes: Takes::OneOf(book.legend()), usual: None }
}

/// Whose a gate is.
fn gate(book: &Book, square: SquareId) -> Target {
    let label = book.scenario.map.grid.label(square).to_string();
    Target::of_map(&["gates", &label], Takes::one_of(&SIDES), Some(NONE))
}

#[cfg(test)]
mod tests {
    use szala_kernel::text::Document;

    use super::*;

    /// The ledger says of each decision what a scenario may say otherwise; a path can name it by its number.
    #[test]
    fn decisions_are_those_of_the_ledger() {
        let ledger = include_str!("../../../rules.toml");
        let document = Document::parse(ledger).expect("TOML");
        let rows = document.root().get("rule").expect("rules").list().expect("a list");
        let text = |row: &szala_kernel::text::Section<'_>, key: &str| {
            row.get(key).map(|field| field.text().expect("a text").to_owned())
        };
        let decisions = rows.iter().filter_map(|row| {
            let row = row.section().expect("a table");
            let option = text(&row, "option")?;
            let path =
                if SWITCHES.contains(&option.as_str()) { format!("switches.{option}") } else { option };
            Some((text(&row, "id")?, path))
        });
        let decisions: Vec<(String, String)> = decisions.collect();
        assert_eq!(decisions, DECISIONS.map(|(id, path)| (id.to_owned(), path.to_owned())));
    }
}
