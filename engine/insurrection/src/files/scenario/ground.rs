//! The drawing of the map: a block of characters with a ruler of columns and numbered rows, north on top, each
//! character a kind of ground from the legend. What lies on hexsides is `map`'s business.

use szala_board::HexSet;
use szala_board::{EastOrWest, HexGrid, HexId, NorthOrSouth, Order};
use szala_files::drawing::{self, Frame};
use szala_files::{Field, Section};

use super::sheet::{Sheet, bounds};
use super::values::{MAP, VALUES};
use crate::position::ids::{Board, Hexes};
use crate::position::room::Room;

/// What a character of the drawing stands for.
#[derive(Clone, Copy, Debug)]
struct Kind {
    forest: bool,
    level: u8,
}

/// What a hex can be, and whether that is forest.
pub(super) const TERRAINS: [(&str, bool); 2] = [("clear", false), ("forest", true)];

/// The levels of all hexes, and which are forest.
#[derive(Debug)]
pub(super) struct Ground<R: Room> {
    pub(super) level: Vec<u8>,
    pub(super) forest: Hexes<R>,
}

/// Reads the table `ground`: the drawing and its legend.
pub(super) fn read<R: Room>(sheet: &mut Sheet<'_>, board: &Board<R>) -> Option<Ground<R>> {
    let table = sheet.table("ground", &["map", "legend"])?;
    let legend = sheet.need(&table, "the ground", "legend", Field::section);
    let legend = legend.and_then(|legend| kinds(sheet, &legend));
    let map = sheet.field(&table, "the ground", "map")?;
    let source = &sheet.source.text;
    let block = sheet.take(map.text().and_then(|_| drawing::block(source, &map)))?;
    let grid = board.grid();
    sheet.record_whole("map.ground", format!("{} rows of {}", grid.rows, grid.columns));
    let legend = legend?;
    let before = sheet.wrong.len();
    let frame = Frame {
        rows: (0..grid.rows).map(|row| row_number(grid, row)).collect(),
        columns: (0..grid.columns).map(|column| column_number(grid, column)).collect(),
        whole: "grid",
        cells: "hexes",
    };
    let mut ground = Ground { level: vec![0; grid.hex_count()], forest: HexSet::EMPTY };
    for ([row, column], kind) in frame.read(block, &legend, &mut sheet.wrong) {
        let hex = hex_at::<R>(board, &frame.rows[row], &frame.columns[column]);
        ground.level[hex.index()] = kind.level;
        if kind.forest {
            ground.forest.insert(hex);
        }
    }
    (sheet.wrong.len() == before).then_some(ground)
}

fn kinds(sheet: &mut Sheet<'_>, legend: &Section<'_>) -> Option<Vec<(char, Kind)>> {
    let before = sheet.wrong.len();
    let mut kinds = Vec::new();
    for field in legend.fields() {
        let Some(letter) = sheet.take(drawing::letter(&field)) else { continue };
        let Some(kind) = sheet.take(field.section()) else { continue };
        kind.refuse_unknown(&["terrain", "level"], &mut sheet.wrong);
        let whose = format!("the ground `{letter}`");
        let [lowest, highest] = bounds(VALUES.entry(MAP, &["ground", "legend", field.name(), "level"]));
        let forest = kind.read("terrain", &mut sheet.wrong, |field| field.choice(&TERRAINS));
        let level = kind.read("level", &mut sheet.wrong, |field| field.number(lowest..=highest));
        for key in ["terrain", "level"].into_iter().filter(|key| kind.get(key).is_none()) {
            sheet.complain(field.span(), format!("{whose} has no `{key}`"));
        }
        if let (Some(forest), Some(level)) = (forest, level) {
            kinds.push((letter, Kind { forest, level }));
        }
    }
    (sheet.wrong.len() == before).then_some(kinds)
}

/// The hex with these printed numbers of row and column.
fn hex_at<R: Room>(board: &Board<R>, row: &str, column: &str) -> HexId {
    let label = match board.grid().numbering.order {
        Order::RowColumn => format!("{row}{column}"),
        Order::ColumnRow => format!("{column}{row}"),
    };
    board.parse_label(&label).expect("a row and a column of the grid")
}

/// The printed number of a row counted from the north.
fn row_number(&HexGrid { rows, numbering, .. }: &HexGrid, row: u8) -> String {
    let steps = if numbering.rows_from == NorthOrSouth::North { row } else { rows - 1 - row };
    number(numbering.first_row, steps, numbering.digits)
}

/// The printed number of a column counted from the west.
fn column_number(&HexGrid { columns, numbering, .. }: &HexGrid, column: u8) -> String {
    let steps = if numbering.columns_from == EastOrWest::West { column } else { columns - 1 - column };
    number(numbering.first_column, steps, numbering.digits)
}

fn number(first: u8, steps: u8, digits: u8) -> String {
    format!("{:0width$}", u16::from(first) + u16::from(steps), width = usize::from(digits))
}
