//! The map's file: its extent, headquarters, gates and barges. `drawing` reads the drawing itself.

use szala_board::{EastOrWest, NorthOrSouth, Numbering, Order, SquareGrid, SquareId};
use szala_files::Page;
use szala_kernel::{BySide, Side};

use super::drawing::{self, Drawing};
use super::values::OWNERS;
use crate::position::data::{Map, SIDES};
use crate::position::ground::Ground;
use crate::position::ids::{MOST_BARGES, Squares};

/// How squares are labelled: 0512 is row 05, column 12, counted from the south-west corner.
const NUMBERING: Numbering = Numbering {
    order: Order::RowColumn,
    digits: 2,
    rows_from: NorthOrSouth::South,
    first_row: 1,
    columns_from: EastOrWest::West,
    first_column: 1,
};

/// A map of this extent, with its labels.
const fn grid(columns: u8, rows: u8) -> SquareGrid {
    SquareGrid { columns, rows, numbering: NUMBERING }
}

/// Reads the whole file.
pub(super) fn read(page: &Page<'_>) -> Option<Map> {
    let (rows, columns) = (page.number(&["rows"]), page.number(&["columns"]));
    let grid = grid(columns?, rows?);
    let drawing = drawing::read(page, grid);
    let headquarters = headquarters(page, grid, drawing.as_ref());
    let gates_of_second = gates(page, grid, drawing.as_ref());
    let barges = barges(page, grid, drawing.as_ref());
    let Drawing { ground, inside } = drawing?;
    Some(Map { grid, ground, inside, headquarters: headquarters?, gates_of_second, barges })
}

/// The square of this label.
pub(super) fn square(grid: SquareGrid, label: &str) -> Result<SquareId, String> {
    grid.parse_label(label).map_err(|error| format!("`{label}` is no square of the map: {error}"))
}

/// The ground of a square; clear where the drawing could not be read, which has been reported by then.
fn ground_at(drawing: Option<&Drawing>, square: SquareId) -> Ground {
    drawing.map_or(Ground::Clear, |drawing| drawing.ground[square.index()])
}

/// [4.1] The headquarters of both sides, if they can be reached on foot.
fn headquarters(page: &Page<'_>, grid: SquareGrid, drawing: Option<&Drawing>) -> Option<BySide<SquareId>> {
    let on_land = |text: &str| {
        let square = square(grid, text)?;
        if ground_at(drawing, square) == Ground::River {
            return Err("headquarters cannot be in the river: nobody could take them".to_owned());
        }
        Ok(square)
    };
    let [first, second] = SIDES.map(|side| page.parse(&["headquarters", side], on_land));
    let (first, second) = (first?, second?);
    if first == second {
        let message = "both headquarters are on one square: give each its own";
        page.complain(page.place(&["headquarters"]), message);
    }
    Some(BySide([first, second]))
}

/// [6.11.2] The owner of each gate at the start.
fn gates(page: &Page<'_>, grid: SquareGrid, drawing: Option<&Drawing>) -> Squares {
    let mut owned = Squares::EMPTY;
    let mut of_second = Squares::EMPTY;
    let table = page.section(&["gates"]);
    for field in table.iter().flat_map(szala_files::Section::fields) {
        let label = field.name();
        let gate = match square(grid, label) {
            Ok(gate) => gate,
            Err(message) => {
                page.complain(field.name_span(), message);
                continue;
            }
        };
        if drawing.is_some() && ground_at(drawing, gate) != Ground::Gate {
            page.complain(field.name_span(), format!("there is no gate on {label}"));
        }
        owned.insert(gate);
        if page.choice(&["gates", label], &OWNERS) == Some(Side::Second) {
            of_second.insert(gate);
        }
    }
    let gates = drawing.into_iter().flat_map(|drawing| drawing.ground.iter().enumerate());
    let gates =
        gates.filter(|(_, ground)| **ground == Ground::Gate).map(|(index, _)| SquareId::from_index(index));
    for gate in gates.filter(|gate| !owned.contains(*gate)) {
        let span = table.as_ref().map_or(page.span(), szala_files::Section::span);
        let label = grid.label(gate);
        page.complain(span, format!("nobody owns the gate on {label}: write \"{label}\" = \"{}\"", SIDES[1]));
    }
    of_second
}

/// [2.7] Barges, in the river.
fn barges(page: &Page<'_>, grid: SquareGrid, drawing: Option<&Drawing>) -> Vec<SquareId> {
    let fields = page.texts(&["barges"]);
    let mut barges = Vec::new();
    for field in &fields {
        let Some(square) = page.take(field.parse(|text| square(grid, text))) else { continue };
        if drawing.is_some() && ground_at(drawing, square) != Ground::River {
            page.complain(field.span(), "barges lie in the river at first");
        }
        if barges.contains(&square) {
            page.complain(field.span(), "there is a barge on this square already");
        }
        barges.push(square);
    }
    if let Some(field) = fields.get(MOST_BARGES) {
        page.complain(field.span(), format!("there are more than {MOST_BARGES} barges"));
    }
    barges
}
