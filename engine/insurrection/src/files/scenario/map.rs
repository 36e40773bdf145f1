//! The map's file: the grid, what lies on hexsides, roads, rally hexes and the camp. The drawing itself is `ground`'s.

use szala_board::HexBoard;
use szala_board::SideSet;
use szala_board::{
    BoardError, EastOrWest, HexGrid, HexId, NorthOrSouth, Numbering, Order, Parity, SideId, Stagger,
};
use szala_files::{Page, Section};
use szala_kernel::BySide;

use super::ground;
use super::names::{Sides, hex, inside};
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
pub(super) fn read<R: Room>(page: &Page<'_>, sides: &Sides) -> Option<Map<R>> {
    let board = board::<R>(page)?;
    let ground = ground::read::<R>(page, &board);
    let road = roads::<R>(page, &board);
    let [escarpment, trench, river] =
        ["escarpment", "trench", "river"].map(|kind| hexsides::<R>(page, &board, &["hexsides", kind]));
    let rally = rally::<R>(page, &board, sides);
    let camp = camp::<R>(page, &board, sides);
    let rest = ground.zip(rally).map(|(ground, rally)| {
        let ground::Ground { level, kinds, forest } = ground;
        let terrain = Terrain { level, kinds, forest, escarpment, trench, river, road };
        (terrain, rally, camp)
    });
    Some(Map { board, rest })
}

fn board<R: Room>(page: &Page<'_>) -> Option<Board<R>> {
    let of = |key| ["grid", key];
    let stagger = stagger(page, page.choice(&of("hexes"), &ORIENTATIONS)?);
    let numbering = Numbering {
        order: page.choice(&of("label"), &ORDERS)?,
        digits: page.number(&of("digits"))?,
        rows_from: page.choice(&of("rows_from"), &NORTH_OR_SOUTH)?,
        first_row: page.number(&of("first_row"))?,
        columns_from: page.choice(&of("columns_from"), &EAST_OR_WEST)?,
        first_column: page.number(&of("first_column"))?,
    };
    let (columns, rows) = (page.number(&of("columns"))?, page.number(&of("rows"))?);
    let built = HexBoard::new(HexGrid { columns, rows, stagger: stagger?, numbering });
    let refused = |error: BoardError| {
        for problem in error.problems {
            page.complain(page.place(&["grid"]), problem.to_string());
        }
    };
    built.map_err(refused).ok()
}

/// Pointy-top hexes stand in rows, flat-top ones in columns: these are what is shifted.
fn stagger(page: &Page<'_>, is_pointy: bool) -> Option<Stagger> {
    let (rows, columns) = (["grid", "shifted_rows"], ["grid", "shifted_columns"]);
    let (shifted, other) = if is_pointy { (rows, columns) } else { (columns, rows) };
    if !page.has(&shifted) {
        page.complain(page.place(&["grid"]), format!("`grid` has no `{}`", shifted[1]));
    }
    if page.has(&other) {
        let message = format!("these hexes have no `{}`: write `{}`", other[1], shifted[1]);
        page.complain(page.key_place(&other), message);
    }
    let parity = page.choice(&shifted, &PARITIES);
    page.typed(&["grid", "shifted_towards"])?;
    let towards = page.field(&["grid", "shifted_towards"])?;
    if is_pointy {
        let towards = page.take(towards.choice(&EAST_OR_WEST))?;
        Some(Stagger::PointyTop { shifted_rows: parity?, towards })
    } else {
        let towards = page.take(towards.choice(&NORTH_OR_SOUTH))?;
        Some(Stagger::FlatTop { shifted_columns: parity?, towards })
    }
}

fn roads<R: Room>(page: &Page<'_>, board: &Board<R>) -> Hexsides<R> {
    let mut road = SideSet::EMPTY;
    let table = page.section(&["roads"]);
    for name in table.iter().flat_map(Section::fields).map(|field| field.name()) {
        let Some(written) = page.field(&["roads", name]) else { continue };
        let Ok(text) = written.text() else { continue };
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
                Err(message) => page.complain(span, message),
            }
        }
        if text.split('-').nth(1).is_none() {
            page.complain(written.span(), "a road has at least two hexes: 0109-0208-0309");
        }
    }
    road
}

fn hexsides<R: Room>(page: &Page<'_>, board: &Board<R>, keys: &[&str]) -> Hexsides<R> {
    let mut listed = SideSet::EMPTY;
    for pair in page.texts(keys) {
        let Some(side) = page.take(pair.parse(|text| side_called::<R>(board, text))) else { continue };
        if listed.contains(side) {
            let hexes = board.hexes_of(side).map(|hex| board.label(hex));
            page.complain(pair.span(), format!("the side {}/{} is listed twice", hexes[0], hexes[1]));
        }
        listed.insert(side);
    }
    listed
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

fn rally<R: Room>(page: &Page<'_>, board: &Board<R>, sides: &Sides) -> Option<BySide<HexId>> {
    let Some(table) = page.section(&["rally"]) else {
        if !page.has(&["rally"]) {
            page.complain(page.span(), "the map has no `rally`");
        }
        return None;
    };
    let mut rally: BySide<Option<HexId>> = BySide::default();
    for field in table.fields() {
        let Some(side) = page.take(sides.of_key(&field)) else { continue };
        rally[side] = page.parse(&["rally", field.name()], |text| hex::<R>(board, text));
    }
    for (side, _) in rally.iter().filter(|(side, _)| table.get(sides.name(*side)).is_none()) {
        if sides.0.is_some() {
            page.complain(table.span(), format!("`rally` has no hex for {}", sides.name(side)));
        }
    }
    let [first, second] = rally.0;
    first.zip(second).map(|(first, second)| BySide([first, second]))
}

/// Maps need not have a camp; a camp has both values.
fn camp<R: Room>(page: &Page<'_>, board: &Board<R>, sides: &Sides) -> Option<Camp> {
    let table = page.section(&["camp"])?;
    for key in ["hex", "intruder"].into_iter().filter(|key| table.get(key).is_none()) {
        page.complain(table.span(), format!("the camp has no `{key}`"));
    }
    let hex = page.parse(&["camp", "hex"], |text| hex::<R>(board, text));
    let intruder = page.parse(&["camp", "intruder"], |text| sides.called(text));
    Some(Camp { hex: hex?, intruder: intruder? })
}
