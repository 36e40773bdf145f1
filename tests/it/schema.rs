//! `docs/SCHEMA.md` lists all existing columns.

use std::collections::BTreeSet;

use szala_analysis::compare::Comparison;
use szala_analysis::records::{Field, Hashes, Identity, LongTable, Manifest};
use szala_analysis::sweep::{Cell, Sweep};
use szala_kernel::Side;
use szala_system::{Changes, Long, System};

/// The shipped scenarios; together they have every column.
const SCENARIOS: [&str; 2] = ["historical", "alternative"];

fn manifest(scenario: &str) -> Manifest {
    manifest_of(szala_insurrection_players::SYSTEM, &format!("niemenczyn-1794/{scenario}"))
}

fn manifest_of(system: &dyn System, scenario: &str) -> Manifest {
    let path = format!("{}/scenarios/{scenario}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    let game = system.open(&path, &read, &Changes::default()).expect("a shipped scenario is sound").game;
    let text = String::new;
    let run = Identity {
        version: text(),
        commit: text(),
        title: text(),
        game: text(),
        variant: None,
        sides: Side::BOTH.map(|side| game.faces().side_name(side).to_owned()),
        players: [text(), text()],
        hashes: Hashes { rules: text(), scenario: text(), players: [text(), text()] },
        seed: 1,
        is_keyed: false,
        games: 1,
        until: None,
        made_of: None,
    };
    Manifest::new(Vec::new(), run, 0..1, &game.columns())
}

/// The cells of the table below a heading of the page.
fn table(heading: &str) -> BTreeSet<Vec<String>> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/SCHEMA.md"))
        .expect("the page can be read");
    let (_, below) = page.split_once(&format!("\n## {heading}\n")).expect("the page has this heading");
    let below = below.split("\n## ").next().unwrap_or_default();
    let rows = below.lines().filter(|line| line.starts_with("| `"));
    let cells = |line: &str| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

fn kind(field: &Field) -> String {
    let json = serde_json::to_value(field.kind).expect("a kind is written as a word");
    json.as_str().expect("a kind is written as a word").to_owned()
}

/// The columns that come before those of the game.
const COMMON: usize = 13;

#[test]
fn the_columns_of_all_games_are_those_of_the_page_in_the_same_words() {
    let fields = &manifest(SCENARIOS[0]).columns[..COMMON];
    let row = |field: &Field| {
        let name = if field.side.is_some() { format!("{}_SIDE", field.what) } else { field.name.clone() };
        vec![format!("`{name}`"), kind(field), field.about.clone()]
    };
    assert_eq!(fields.last().map(|field| field.name.as_str()), Some("dice"));
    assert_eq!(table("Columns of all games"), fields.iter().map(row).collect());
}

#[test]
fn the_columns_of_niemenczyn_are_those_of_the_page() {
    let fields = SCENARIOS.into_iter().flat_map(|scenario| manifest(scenario).columns.split_off(COMMON));
    are_those_of_the_page("Columns of Niemenczyn 1794", fields);
}

#[test]
fn the_columns_of_verdox_are_those_of_the_page() {
    let fields = manifest_of(szala_verdox_players::SYSTEM, "verdox/drill").columns.split_off(COMMON);
    are_those_of_the_page("Columns of Verdox", fields.into_iter());
}

#[test]
fn the_columns_of_the_tables_beside_the_games_are_those_of_the_page_in_order() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/SCHEMA.md"))
        .expect("the page can be read");
    for long in Long::ALL {
        let (_, below) =
            page.split_once(&format!("\n### {}\n", long.name())).expect("the page has this heading");
        let rows = below.lines().skip_while(|line| !line.starts_with("| `game`"));
        let told: Vec<&str> = rows.take_while(|line| line.starts_with("| `")).collect();
        let columns = LongTable::new(long).columns;
        let row = |field: &Field| format!("| `{}` | {} | {} |", field.name, kind(field), field.about);
        assert_eq!(told, columns.iter().map(row).collect::<Vec<_>>(), "{}", long.name());
    }
}

fn are_those_of_the_page(heading: &str, fields: impl Iterator<Item = Field>) {
    let row = |field: Field| {
        let whose = match (&field.unit, &field.side, field.stage) {
            (Some(_), ..) if field.group.is_some() => "one of a kind",
            (Some(_), ..) => "unit",
            (None, Some(_), Some(_)) => "side and stage",
            (None, Some(_), None) => "side",
            (None, None, Some(_)) => "stage",
            (None, None, None) => "game",
        };
        vec![format!("`{}`", field.what), whose.to_owned(), kind(&field)]
    };
    let told = table(heading).into_iter().map(|mut row| {
        assert!(row.pop().is_some_and(|about| about.ends_with('.')), "what it tells: {row:?}");
        row
    });
    assert_eq!(told.collect::<BTreeSet<_>>(), fields.map(row).collect());
}

#[test]
fn the_columns_of_a_sweep_are_those_of_the_page() {
    let cell = Cell {
        values: vec!["1".to_owned(), "a".to_owned()],
        is_reference: false,
        comparison: Comparison::default(),
        is_stopped: false,
    };
    let paths = vec!["stages".to_owned(), "map.0609".to_owned()];
    let swept =
        Sweep { paths, games: 1, hope: None, reference: Comparison::default(), cells: vec![cell], all: 1 };
    let frame = swept.frame();
    let names: BTreeSet<String> = frame.columns().iter().map(|column| column.name.clone()).collect();
    let told = table("Columns of a sweep").into_iter().flat_map(|row| {
        assert!(!row[2].is_empty(), "what it tells: {row:?}");
        row[0].split(", ").map(|name| name.trim_matches('`').to_owned()).collect::<Vec<_>>()
    });
    assert_eq!(told.collect::<BTreeSet<_>>(), names);
}
