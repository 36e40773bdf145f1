//! The map's file: its extent, drawing, roads, streams and places.

use szala_board::{Axial, EastOrWest, HexGrid, HexId, NorthOrSouth, Numbering, Order, Parity, Stagger};
use szala_files::drawing::{self, Frame};
use szala_files::{Page, Section};

use super::values::GROUNDS;
use crate::position::data::Map;
use crate::position::ids::{Hexes, MOST_BUILT, MOST_HEXES};
use crate::position::tables::Ground;

/// The keys of the drawing, and of the meanings of its letters.
pub(super) const DRAWING: [&str; 2] = ["ground", "map"];
pub(super) const LEGEND: [&str; 2] = ["ground", "legend"];

/// [G1] Flat sides up, even columns half a hex farther south; labels are column and row, from the north-west.
const fn grid(columns: u8, rows: u8) -> HexGrid {
    HexGrid {
        columns,
        rows,
        stagger: Stagger::FlatTop { shifted_columns: Parity::Even, towards: NorthOrSouth::South },
        numbering: Numbering {
            order: Order::ColumnRow,
            digits: 2,
            rows_from: NorthOrSouth::North,
            first_row: 1,
            columns_from: EastOrWest::West,
            first_column: 1,
        },
    }
}

/// Reads the whole file.
pub(super) fn read(page: &Page<'_>) -> Option<Map> {
    let (rows, columns) = (page.number(&["rows"]), page.number(&["columns"]));
    let grid = grid(columns?, rows?);
    if grid.hex_count() > MOST_HEXES {
        page.complain(
            page.place(&["rows"]),
            format!("there is room for {MOST_HEXES} hexes; take a smaller map"),
        );
        return None;
    }
    let ground = draw(page, grid);
    let places = lists(page, grid, "places");
    let roads = lists(page, grid, "roads");
    let streams = streams(page, grid);
    let ground = ground?;
    let built = ground.iter().filter(|ground| ground.is_built()).count();
    if built > MOST_BUILT {
        let message = format!("there is room for {MOST_BUILT} hexes of buildings, and this map has {built}");
        page.complain(page.key_place(&DRAWING), message);
    }
    for (name, hexes) in &places {
        let bare = hexes.iter().find(|hex| !ground[hex.index()].is_built());
        if let Some(hex) = bare {
            let message = format!("{} is no building hex: places are of building hexes", grid.label(*hex));
            page.complain(page.place(&["places", name]), message);
        }
    }
    let mut crossings = Vec::new();
    for (name, hexes) in &roads {
        for pair in hexes.windows(2) {
            if !are_neighbours(grid, [pair[0], pair[1]]) {
                let [from, to] = [pair[0], pair[1]].map(|hex| grid.label(hex));
                page.complain(page.place(&["roads", name]), format!("{from} and {to} are no neighbours"));
            }
            crossings.push([pair[0], pair[1]]);
        }
    }
    let places = places.into_iter().map(|(name, hexes)| (name, hexes.into_iter().collect())).collect();
    Some(Map { grid, ground, streams, roads: crossings, places })
}

/// The hex of this label.
pub(super) fn hex(grid: HexGrid, label: &str) -> Result<HexId, String> {
    grid.parse_label(label).map_err(|error| format!("`{label}` is no hex of the map: {error}"))
}

/// Hexes with blanks between them.
pub(super) fn hexes(grid: HexGrid, text: &str) -> Result<Vec<HexId>, String> {
    text.split_whitespace().map(|label| hex(grid, label)).collect()
}

fn are_neighbours(grid: HexGrid, [from, to]: [HexId; 2]) -> bool {
    (grid.axial(to) - grid.axial(from)).length() == 1
}

/// The rows of a table of lists of hexes.
fn lists(page: &Page<'_>, grid: HexGrid, key: &str) -> Vec<(String, Vec<HexId>)> {
    let section = page.section(&[key]);
    let fields = section.as_ref().map(Section::fields).unwrap_or_default();
    let read = |name: &str| Some((name.to_owned(), page.parse(&[key, name], |text| hexes(grid, text))?));
    fields.iter().filter_map(|field| read(field.name())).collect()
}

fn streams(page: &Page<'_>, grid: HexGrid) -> Vec<[HexId; 2]> {
    let pair = |text: &str| {
        let (one, other) =
            text.split_once('-').ok_or_else(|| format!("`{text}` should be two hexes: 0114-0115"))?;
        let pair = [hex(grid, one)?, hex(grid, other)?];
        if are_neighbours(grid, pair) {
            Ok(pair)
        } else {
            Err(format!("the hexes of {text} are no neighbours"))
        }
    };
    page.texts(&["streams"]).iter().filter_map(|field| page.take(field.parse(pair))).collect()
}

fn draw(page: &Page<'_>, grid: HexGrid) -> Option<Vec<Ground>> {
    let legend = letters(page);
    let map = page.field(&DRAWING).filter(|map| map.text().is_ok())?;
    let block = page.take(drawing::block(page.text(), &map))?;
    page.record_whole("map.ground", format!("{} rows of {}", grid.rows, grid.columns));
    let legend = legend?;
    let frame = Frame {
        rows: (1..=grid.rows).map(|row| format!("{row:02}")).collect(),
        columns: (1..=grid.columns).map(|column| format!("{column:02}")).collect(),
        whole: "map",
        cells: "hexes",
    };
    let mut ground = vec![Ground::Clear; grid.hex_count()];
    let mut wrong = Vec::new();
    for ([row, column], kind) in frame.read(block, &legend, &mut wrong) {
        let label = format!("{}{}", frame.columns[column], frame.rows[row]);
        let hex = grid.parse_label(&label).expect("the frame has the rows and columns of the grid");
        ground[hex.index()] = kind;
    }
    page.take_all(wrong).then_some(ground)
}

fn letters(page: &Page<'_>) -> Option<Vec<(char, Ground)>> {
    let fields = page.section(&LEGEND)?.fields();
    let letter = |field: &szala_files::Field<'_>| {
        let ground = page.choice(&[LEGEND[0], LEGEND[1], field.name()], &GROUNDS);
        Some((page.take(drawing::letter(field))?, ground?))
    };
    fields.iter().map(letter).collect()
}

/// The hexes of an edge: those with no neighbour beyond it, to the right and the left of it either.
pub(super) fn edge(grid: HexGrid, towards: [i32; 2]) -> Hexes {
    let all = Hexes::all_below(grid.hex_count());
    let columns = usize::from(grid.columns);
    let is_there = |hex: &HexId| {
        let (column, row) = (hex.index() % columns, hex.index() / columns);
        match towards {
            [1, _] => column == columns - 1,
            [-1, _] => column == 0,
            [_, 1] => row == usize::from(grid.rows) - 1,
            _ => row == 0,
        }
    };
    all.iter().filter(is_there).collect()
}

/// [18.2] All hexes at most so far from one.
pub(super) fn around(grid: HexGrid, centre: HexId, within: u8) -> Hexes {
    let all = Hexes::all_below(grid.hex_count());
    let axial: Axial = grid.axial(centre);
    all.iter().filter(|hex| (grid.axial(*hex) - axial).length() <= u32::from(within)).collect()
}
