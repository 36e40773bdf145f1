//! The map's file: the grid, what lies on hexsides, roads, rally hexes and the camp. The drawing itself is `ground`'s.

use szala_board::{
    BoardError, EastOrWest, HexGrid, HexId, NorthOrSouth, Numbering, Order, Parity, SideId, Stagger,
};
use szala_kernel::BySide;
use szala_kernel::text::{Complaint, Field, Section};

use super::ground;
use super::sheet::{Sheet, Sides, bare, hex, inside};
use crate::data::{Camp, Terrain};
use crate::ids::{Board, Hexsides};

const KEYS: [&str; 8] = ["title", "standing", "grid", "ground", "roads", "hexsides", "rally", "camp"];

/// What the map's file says.
#[derive(Debug)]
pub(super) struct Map {
    pub(super) board: Board,
    /// Nothing when something about it is wrong: the board alone is enough to go on with the other files.
    pub(super) rest: Option<(Terrain, BySide<HexId>, Option<Camp>)>,
}

/// Reads the whole file; nothing when there is no telling which hexes there are.
pub(super) fn read(sheet: &mut Sheet<'_>, sides: &Sides) -> Option<Map> {
    let root = sheet.root.clone();
    root.refuse_unknown(&KEYS, &mut sheet.wrong);
    root.read("title", &mut sheet.wrong, Field::text);
    let board = board(sheet)?;
    let ground = ground::read(sheet, &board);
    let road = roads(sheet, &board);
    let [escarpment, trench] = hexsides(sheet, &board);
    let rally = rally(sheet, &board, sides);
    let camp = camp(sheet, &board, sides);
    let rest = ground.zip(rally).map(|(ground, rally)| {
        let terrain = Terrain { level: ground.level, forest: ground.forest, escarpment, trench, road };
        (terrain, rally, camp)
    });
    Some(Map { board, rest })
}

fn board(sheet: &mut Sheet<'_>) -> Option<Board> {
    const COMMON: [&str; 9] = [
        "hexes",
        "rows",
        "columns",
        "label",
        "digits",
        "rows_from",
        "first_row",
        "columns_from",
        "first_column",
    ];
    let odd_or_even = [("odd", Parity::Odd), ("even", Parity::Even)];
    let east_or_west = [("east", EastOrWest::East), ("west", EastOrWest::West)];
    let north_or_south = [("north", NorthOrSouth::North), ("south", NorthOrSouth::South)];
    let orders = [("row-column", Order::RowColumn), ("column-row", Order::ColumnRow)];

    let root = sheet.root.clone();
    let whose = "the grid";
    let grid = sheet.need(&root, "the map", "grid", Field::section)?;
    let kinds = [("pointy-top", true), ("flat-top", false)];
    let pointy = sheet.need(&grid, whose, "hexes", |field| field.choice(&kinds));
    // Pointy-top hexes stand in rows, flat-top ones in columns: these are what is shifted.
    let shifted = if pointy == Some(false) { "shifted_columns" } else { "shifted_rows" };
    let keys: Vec<&str> = COMMON.into_iter().chain([shifted, "shifted_towards"]).collect();
    grid.refuse_unknown(&keys, &mut sheet.wrong);
    let parity = sheet.need(&grid, whose, shifted, |field| field.choice(&odd_or_even));
    let stagger = if pointy == Some(false) {
        let towards = sheet.need(&grid, whose, "shifted_towards", |field| field.choice(&north_or_south));
        parity.zip(towards).map(|(shifted_columns, towards)| Stagger::FlatTop { shifted_columns, towards })
    } else {
        let towards = sheet.need(&grid, whose, "shifted_towards", |field| field.choice(&east_or_west));
        parity.zip(towards).map(|(shifted_rows, towards)| Stagger::PointyTop { shifted_rows, towards })
    };
    let rows = sheet.need(&grid, whose, "rows", |field| field.number(1..=u8::MAX));
    let columns = sheet.need(&grid, whose, "columns", |field| field.number(1..=u8::MAX));
    let order = sheet.need(&grid, whose, "label", |field| field.choice(&orders));
    let digits = sheet.need(&grid, whose, "digits", |field| field.number(1..=3));
    let rows_from = sheet.need(&grid, whose, "rows_from", |field| field.choice(&north_or_south));
    let first_row = sheet.need(&grid, whose, "first_row", |field| field.number(0..=u8::MAX));
    let columns_from = sheet.need(&grid, whose, "columns_from", |field| field.choice(&east_or_west));
    let first_column = sheet.need(&grid, whose, "first_column", |field| field.number(0..=u8::MAX));
    pointy?;
    let numbering = Numbering {
        order: order?,
        digits: digits?,
        rows_from: rows_from?,
        first_row: first_row?,
        columns_from: columns_from?,
        first_column: first_column?,
    };
    let described = HexGrid { columns: columns?, rows: rows?, stagger: stagger?, numbering };
    let built = Board::new(described);
    let refused = |error: BoardError| {
        for problem in error.problems {
            sheet.complain(grid.span(), problem.to_string());
        }
    };
    built.map_err(refused).ok()
}

fn roads(sheet: &mut Sheet<'_>, board: &Board) -> Hexsides {
    let mut road = Hexsides::EMPTY;
    let root = sheet.root.clone();
    let table = root.read("roads", &mut sheet.wrong, Field::section);
    for field in table.iter().flat_map(Section::fields) {
        let path = format!("map.roads.{}", field.name());
        let written = bare(&field);
        let Some(text) = sheet.valued(&field, &path, Field::text) else { continue };
        let mut at = 0;
        let mut last: Option<HexId> = None;
        for label in text.split('-') {
            let span = inside(&written, at);
            at += label.len() + 1;
            let crossed = hex(board, label).and_then(|here| {
                let crossed =
                    last.map(|last| neighbours(board, last, here, "a road goes from neighbour to neighbour"));
                last = Some(here);
                crossed.transpose()
            });
            match crossed {
                Ok(Some(side)) => road.insert(side),
                Ok(None) => (),
                Err(message) => sheet.complain(span, message),
            }
        }
        if text.split('-').nth(1).is_none() {
            sheet.complain(written.span(), "a road has at least two hexes: 0109-0208-0309");
        }
    }
    road
}

fn hexsides(sheet: &mut Sheet<'_>, board: &Board) -> [Hexsides; 2] {
    const KINDS: [&str; 2] = ["escarpment", "trench"];
    let root = sheet.root.clone();
    let Some(table) = root.read("hexsides", &mut sheet.wrong, Field::section) else {
        return [Hexsides::EMPTY; 2];
    };
    table.refuse_unknown(&KINDS, &mut sheet.wrong);
    KINDS.map(|kind| {
        let mut listed = Hexsides::EMPTY;
        let pairs = table
            .get(kind)
            .and_then(|field| sheet.valued(&field, &format!("map.hexsides.{kind}"), Field::list));
        for pair in pairs.unwrap_or_default() {
            let Some(side) = sheet.take(pair.parse(|text| side_called(board, text))) else { continue };
            if listed.contains(side) {
                let hexes = board.hexes_of(side).map(|hex| board.label(hex));
                sheet.complain(pair.span(), format!("the side {}/{} is listed twice", hexes[0], hexes[1]));
            }
            listed.insert(side);
        }
        listed
    })
}

/// The side between two hexes: `0208/0308`.
pub(super) fn side_called(board: &Board, text: &str) -> Result<SideId, String> {
    let (one, other) = text.split_once('/').ok_or("a hexside is named by its two hexes: 0208/0308")?;
    neighbours(board, hex(board, one)?, hex(board, other)?, "there is no side between them")
}

fn neighbours(board: &Board, one: HexId, other: HexId, then: &str) -> Result<SideId, String> {
    let labels = || format!("{} and {}", board.label(one), board.label(other));
    board.side_between(one, other).ok_or_else(|| format!("{} are not neighbours: {then}", labels()))
}

fn rally(sheet: &mut Sheet<'_>, board: &Board, sides: &Sides) -> Option<BySide<HexId>> {
    let root = sheet.root.clone();
    let table = sheet.need(&root, "the map", "rally", Field::section)?;
    let mut rally: BySide<Option<HexId>> = BySide::default();
    for field in table.fields() {
        let Some(side) = sheet.take(sides.of_key(&field)) else { continue };
        let path = format!("map.rally.{}", field.name());
        rally[side] = sheet.valued(&field, &path, |field| hex_of(board, field));
    }
    for (side, _) in rally.iter().filter(|(side, _)| table.get(sides.name(*side)).is_none()) {
        if sides.0.is_some() {
            sheet.complain(table.span(), format!("`rally` has no hex for {}", sides.name(side)));
        }
    }
    let [first, second] = rally.0;
    first.zip(second).map(|(first, second)| BySide([first, second]))
}

fn camp(sheet: &mut Sheet<'_>, board: &Board, sides: &Sides) -> Option<Camp> {
    let root = sheet.root.clone();
    let table = root.read("camp", &mut sheet.wrong, Field::section)?;
    table.refuse_unknown(&["hex", "intruder"], &mut sheet.wrong);
    let hex = sheet.field(&table, "the camp", "hex");
    let hex = hex.and_then(|field| sheet.valued(&field, "map.camp.hex", |field| hex_of(board, field)));
    let intruder = sheet.need(&table, "the camp", "intruder", |field| sides.read(field));
    Some(Camp { hex: hex?, intruder: intruder? })
}

/// The hex whose label a field holds.
pub(super) fn hex_of(board: &Board, field: &Field<'_>) -> Result<HexId, Complaint> {
    field.parse(|text| hex(board, text))
}
