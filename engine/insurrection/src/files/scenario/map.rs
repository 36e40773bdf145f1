//! The map's file: the grid, what lies on hexsides, roads, rally hexes and the camp. The drawing itself is `ground`'s.

use szala_board::HexBoard;
use szala_board::SideSet;
use szala_board::{
    BoardError, EastOrWest, HexGrid, HexId, NorthOrSouth, Numbering, Order, Parity, SideId, Stagger,
};
use szala_files::{Complaint, Field, Section};
use szala_kernel::BySide;

use super::ground;
use super::sheet::{Sheet, Sides, bare, bounds, hex, inside, with_standing};
use super::values::{MAP, VALUES};
use crate::position::data::{Camp, Terrain};
use crate::position::ids::{Board, Hexsides};
use crate::position::room::Room;

/// How hexes stand, and whether pointed ends are on top.
pub(super) const ORIENTATIONS: [(&str, bool); 2] = [("pointy-top", true), ("flat-top", false)];
/// Which rows or columns are shifted.
pub(super) const PARITIES: [(&str, Parity); 2] = [("odd", Parity::Odd), ("even", Parity::Even)];
/// What comes first in a label.
pub(super) const ORDERS: [(&str, Order); 2] =
    [("row-column", Order::RowColumn), ("column-row", Order::ColumnRow)];
const EAST_OR_WEST: [(&str, EastOrWest); 2] = [("east", EastOrWest::East), ("west", EastOrWest::West)];
const NORTH_OR_SOUTH: [(&str, NorthOrSouth); 2] =
    [("north", NorthOrSouth::North), ("south", NorthOrSouth::South)];
/// Which way they are shifted: rows east or west, columns north or south.
pub(super) const TOWARDS: [&str; 4] =
    [EAST_OR_WEST[0].0, EAST_OR_WEST[1].0, NORTH_OR_SOUTH[0].0, NORTH_OR_SOUTH[1].0];

/// What the map's file says.
#[derive(Debug)]
pub(super) struct Map<R: Room> {
    pub(super) board: Board<R>,
    /// Nothing when something about it is wrong: the board alone is enough to go on with the other files.
    pub(super) rest: Option<(Terrain<R>, BySide<HexId>, Option<Camp>)>,
}

/// Reads the whole file; nothing when there is no telling which hexes there are.
pub(super) fn read<R: Room>(sheet: &mut Sheet<'_>, sides: &Sides) -> Option<Map<R>> {
    let root = sheet.root.clone();
    root.refuse_unknown(&with_standing(MAP), &mut sheet.wrong);
    root.read("title", &mut sheet.wrong, Field::text);
    let board = board::<R>(sheet)?;
    let ground = ground::read::<R>(sheet, &board);
    let road = roads::<R>(sheet, &board);
    let [escarpment, trench] = hexsides::<R>(sheet, &board);
    let rally = rally::<R>(sheet, &board, sides);
    let camp = camp::<R>(sheet, &board, sides);
    let rest = ground.zip(rally).map(|(ground, rally)| {
        let terrain = Terrain { level: ground.level, forest: ground.forest, escarpment, trench, road };
        (terrain, rally, camp)
    });
    Some(Map { board, rest })
}

fn board<R: Room>(sheet: &mut Sheet<'_>) -> Option<Board<R>> {
    let root = sheet.root.clone();
    let whose = "the grid";
    let grid = sheet.need(&root, "the map", "grid", Field::section)?;
    let pointy = sheet.need(&grid, whose, "hexes", |field| field.choice(&ORIENTATIONS));
    // Pointy-top hexes stand in rows, flat-top ones in columns: these are what is shifted.
    let [shifted, other] = match pointy {
        Some(false) => ["shifted_columns", "shifted_rows"],
        _ => ["shifted_rows", "shifted_columns"],
    };
    let mut keys = VALUES.keys_in(MAP, &["grid"]);
    keys.retain(|key| *key != other);
    grid.refuse_unknown(&keys, &mut sheet.wrong);
    let parity = sheet.need(&grid, whose, shifted, |field| field.choice(&PARITIES));
    let stagger = if pointy == Some(false) {
        let towards = sheet.need(&grid, whose, "shifted_towards", |field| field.choice(&NORTH_OR_SOUTH));
        parity.zip(towards).map(|(shifted_columns, towards)| Stagger::FlatTop { shifted_columns, towards })
    } else {
        let towards = sheet.need(&grid, whose, "shifted_towards", |field| field.choice(&EAST_OR_WEST));
        parity.zip(towards).map(|(shifted_rows, towards)| Stagger::PointyTop { shifted_rows, towards })
    };
    let rows = number(sheet, &grid, "rows");
    let columns = number(sheet, &grid, "columns");
    let order = sheet.need(&grid, whose, "label", |field| field.choice(&ORDERS));
    let digits = number(sheet, &grid, "digits");
    let rows_from = sheet.need(&grid, whose, "rows_from", |field| field.choice(&NORTH_OR_SOUTH));
    let first_row = number(sheet, &grid, "first_row");
    let columns_from = sheet.need(&grid, whose, "columns_from", |field| field.choice(&EAST_OR_WEST));
    let first_column = number(sheet, &grid, "first_column");
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
    let built = HexBoard::new(described);
    let refused = |error: BoardError| {
        for problem in error.problems {
            sheet.complain(grid.span(), problem.to_string());
        }
    };
    built.map_err(refused).ok()
}

/// A number that the grid must have.
fn number<'d>(sheet: &mut Sheet<'d>, grid: &Section<'d>, key: &str) -> Option<u8> {
    let [least, most] = bounds(VALUES.entry(MAP, &["grid", key]));
    sheet.need(grid, "the grid", key, |field| field.number(least..=most))
}

fn roads<R: Room>(sheet: &mut Sheet<'_>, board: &Board<R>) -> Hexsides<R> {
    let mut road = SideSet::EMPTY;
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
            let crossed = hex::<R>(board, label).and_then(|here| {
                let crossed = last.map(|last| {
                    neighbours::<R>(board, last, here, "a road goes from neighbour to neighbour")
                });
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

fn hexsides<R: Room>(sheet: &mut Sheet<'_>, board: &Board<R>) -> [Hexsides<R>; 2] {
    const KINDS: [&str; 2] = ["escarpment", "trench"];
    let root = sheet.root.clone();
    let Some(table) = root.read("hexsides", &mut sheet.wrong, Field::section) else {
        return [SideSet::EMPTY; 2];
    };
    table.refuse_unknown(&VALUES.keys_in(MAP, &["hexsides"]), &mut sheet.wrong);
    KINDS.map(|kind| {
        let mut listed = SideSet::EMPTY;
        let pairs = table
            .get(kind)
            .and_then(|field| sheet.valued(&field, &format!("map.hexsides.{kind}"), Field::list));
        for pair in pairs.unwrap_or_default() {
            let Some(side) = sheet.take(pair.parse(|text| side_called::<R>(board, text))) else { continue };
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
pub(super) fn side_called<R: Room>(board: &Board<R>, text: &str) -> Result<SideId, String> {
    let (one, other) = text.split_once('/').ok_or("a hexside is named by its two hexes: 0208/0308")?;
    neighbours::<R>(board, hex::<R>(board, one)?, hex::<R>(board, other)?, "there is no side between them")
}

fn neighbours<R: Room>(board: &Board<R>, one: HexId, other: HexId, then: &str) -> Result<SideId, String> {
    let labels = || format!("{} and {}", board.label(one), board.label(other));
    board.side_between(one, other).ok_or_else(|| format!("{} are not neighbours: {then}", labels()))
}

fn rally<R: Room>(sheet: &mut Sheet<'_>, board: &Board<R>, sides: &Sides) -> Option<BySide<HexId>> {
    let root = sheet.root.clone();
    let table = sheet.need(&root, "the map", "rally", Field::section)?;
    let mut rally: BySide<Option<HexId>> = BySide::default();
    for field in table.fields() {
        let Some(side) = sheet.take(sides.of_key(&field)) else { continue };
        let path = format!("map.rally.{}", field.name());
        rally[side] = sheet.valued(&field, &path, |field| hex_of::<R>(board, field));
    }
    for (side, _) in rally.iter().filter(|(side, _)| table.get(sides.name(*side)).is_none()) {
        if sides.0.is_some() {
            sheet.complain(table.span(), format!("`rally` has no hex for {}", sides.name(side)));
        }
    }
    let [first, second] = rally.0;
    first.zip(second).map(|(first, second)| BySide([first, second]))
}

fn camp<R: Room>(sheet: &mut Sheet<'_>, board: &Board<R>, sides: &Sides) -> Option<Camp> {
    let root = sheet.root.clone();
    let table = root.read("camp", &mut sheet.wrong, Field::section)?;
    table.refuse_unknown(&VALUES.keys_in(MAP, &["camp"]), &mut sheet.wrong);
    let hex = sheet.field(&table, "the camp", "hex");
    let hex = hex.and_then(|field| sheet.valued(&field, "map.camp.hex", |field| hex_of::<R>(board, field)));
    let intruder = sheet.need(&table, "the camp", "intruder", |field| sides.read(field));
    Some(Camp { hex: hex?, intruder: intruder? })
}

/// The hex whose label a field holds.
pub(super) fn hex_of<R: Room>(board: &Board<R>, field: &Field<'_>) -> Result<HexId, Complaint> {
    field.parse(|text| hex::<R>(board, text))
}
