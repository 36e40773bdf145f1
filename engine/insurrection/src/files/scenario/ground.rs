//! The drawing of the map: a block of characters with a ruler of columns and numbered rows, north on top, each
//! character a kind of ground from the legend. What lies on hexsides is `map`'s business.

use szala_board::HexSet;
use szala_board::{EastOrWest, HexGrid, HexId, NorthOrSouth, Order};
use szala_files::Page;
use szala_files::drawing::{self, Frame};

use crate::position::ground::HexKind;
use crate::position::ids::{Board, Hexes};
use crate::position::room::Room;

/// What a character of the drawing stands for.
#[derive(Clone, Copy, Debug)]
struct Kind {
    terrain: HexKind,
    level: u8,
}

/// What a hex can be.
pub(super) const TERRAINS: [(&str, HexKind); 6] = [
    ("clear", HexKind::Clear),
    ("forest", HexKind::Forest),
    ("village", HexKind::Village),
    ("marsh", HexKind::Marsh),
    ("marshy-woods", HexKind::MarshyWoods),
    ("castle", HexKind::Castle),
];

/// The levels of all hexes, and what they are.
#[derive(Debug)]
pub(super) struct Ground<R: Room> {
    pub(super) level: Vec<u8>,
    pub(super) kinds: Vec<HexKind>,
    /// [D-MG4b] Woods, the marshy ones among them.
    pub(super) forest: Hexes<R>,
}

/// The keys of the drawing, and of what its letters stand for.
pub(super) const DRAWING: [&str; 2] = ["ground", "map"];
pub(super) const LEGEND: [&str; 2] = ["ground", "legend"];

/// Reads the drawing and its legend.
pub(super) fn read<R: Room>(page: &Page<'_>, board: &Board<R>) -> Option<Ground<R>> {
    let legend = kinds(page);
    let map = page.field(&DRAWING).filter(|map| map.text().is_ok())?;
    let block = page.take(drawing::block(page.text(), &map))?;
    let grid = board.grid();
    page.record_whole("map.ground", format!("{} rows of {}", grid.rows, grid.columns));
    let legend = legend?;
    let frame = Frame {
        rows: (0..grid.rows).map(|row| row_number(grid, row)).collect(),
        columns: (0..grid.columns).map(|column| column_number(grid, column)).collect(),
        whole: "grid",
        cells: "hexes",
    };
    let (level, kinds) = (vec![0; grid.hex_count()], vec![HexKind::Clear; grid.hex_count()]);
    let mut ground = Ground { level, kinds, forest: HexSet::EMPTY };
    let mut wrong = Vec::new();
    for ([row, column], kind) in frame.read(block, &legend, &mut wrong) {
        let hex = hex_at::<R>(board, &frame.rows[row], &frame.columns[column]);
        ground.level[hex.index()] = kind.level;
        ground.kinds[hex.index()] = kind.terrain;
        if matches!(kind.terrain, HexKind::Forest | HexKind::MarshyWoods) {
            ground.forest.insert(hex);
        }
    }
    page.take_all(wrong).then_some(ground)
}

fn kinds(page: &Page<'_>) -> Option<Vec<(char, Kind)>> {
    let mut kinds = Vec::new();
    let mut is_sound = true;
    for field in page.section(&LEGEND)?.fields() {
        let of = |key| [LEGEND[0], LEGEND[1], field.name(), key];
        let terrain = page.choice(&of("terrain"), &TERRAINS);
        let level = page.number(&of("level"));
        match (page.take(drawing::letter(&field)), terrain, level) {
            (Some(letter), Some(terrain), Some(level)) => kinds.push((letter, Kind { terrain, level })),
            _ => is_sound = false,
        }
    }
    is_sound.then_some(kinds)
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
