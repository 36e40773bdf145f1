//! The map's file: its extent, headquarters, gates and barges. The drawing itself is `drawing`'s.

use szala_board::{EastOrWest, NorthOrSouth, Numbering, Order, SquareGrid, SquareId};
use szala_kernel::text::{Complaint, Field, unknown};
use szala_kernel::{BySide, Side};

use super::drawing::{self, Drawing};
use super::sheet::Sheet;
use crate::data::Map;
use crate::ids::{MOST_BARGES, MOST_COLUMNS, MOST_ROWS, Squares};
use crate::notation::SIDES;
use crate::terrain::Ground;

const KEYS: [&str; 8] = ["title", "standing", "rows", "columns", "ground", "headquarters", "gates", "barges"];

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
pub(crate) const fn grid(columns: u8, rows: u8) -> SquareGrid {
    SquareGrid { columns, rows, numbering: NUMBERING }
}

/// What stands in for a map until there is one.
pub(super) fn none() -> Map {
    Map {
        grid: grid(1, 1),
        ground: vec![Ground::Clear],
        inside: Squares::EMPTY,
        headquarters: BySide([SquareId::from_index(0); 2]),
        gates_of_second: Squares::EMPTY,
        barges: Vec::new(),
    }
}

/// Reads the whole file.
pub(super) fn read(sheet: &mut Sheet<'_>) -> Option<Map> {
    let root = sheet.root.clone();
    root.refuse_unknown(&KEYS, &mut sheet.wrong);
    root.read("title", &mut sheet.wrong, Field::text);
    // Two columns at least, one for each edge.
    let rows = sheet.need(&root, "the map", "rows", |field| field.number(1..=MOST_ROWS));
    let columns = sheet.need(&root, "the map", "columns", |field| field.number(2..=MOST_COLUMNS));
    let grid = grid(columns?, rows?);
    let drawing = drawing::read(sheet, grid);
    let headquarters = headquarters(sheet, grid, drawing.as_ref());
    let gates_of_second = gates(sheet, grid, drawing.as_ref());
    let barges = barges(sheet, grid, drawing.as_ref());
    let Drawing { ground, inside } = drawing?;
    Some(Map { grid, ground, inside, headquarters: headquarters?, gates_of_second, barges })
}

fn square(grid: SquareGrid, label: &str) -> Result<SquareId, String> {
    grid.parse_label(label).map_err(|error| format!("`{label}` is no square of the map: {error}"))
}

/// The ground of a square; clear where the drawing could not be read, which is complained of by then.
fn ground_at(drawing: Option<&Drawing>, square: SquareId) -> Ground {
    drawing.map_or(Ground::Clear, |drawing| drawing.ground[square.index()])
}

/// [4.1] The quarters of both commanders, where they can be reached on foot.
fn headquarters(
    sheet: &mut Sheet<'_>,
    grid: SquareGrid,
    drawing: Option<&Drawing>,
) -> Option<BySide<SquareId>> {
    let root = sheet.root.clone();
    let table = sheet.need(&root, "the map", "headquarters", Field::section)?;
    table.refuse_unknown(&SIDES, &mut sheet.wrong);
    let on_land = |field: &Field<'_>| {
        let square = field.parse(|text| square(grid, text))?;
        if ground_at(drawing, square) == Ground::River {
            return Err(field.complain("headquarters cannot be in the river: nobody could take them"));
        }
        Ok(square)
    };
    let both = SIDES.map(|side| sheet.need(&table, "the table of headquarters", side, on_land));
    let [Some(first), Some(second)] = both else { return None };
    if first == second {
        sheet.complain(table.span(), "both headquarters are on one square: give each its own");
    }
    Some(BySide([first, second]))
}

/// [6.11.2] Whose each gate is at the start.
fn gates(sheet: &mut Sheet<'_>, grid: SquareGrid, drawing: Option<&Drawing>) -> Squares {
    let root = sheet.root.clone();
    let mut owned = Squares::EMPTY;
    let mut of_second = Squares::EMPTY;
    let table = root.read("gates", &mut sheet.wrong, Field::section);
    for field in table.as_ref().map(szala_kernel::text::Section::fields).unwrap_or_default() {
        let gate = match square(grid, field.name()) {
            Ok(gate) => gate,
            Err(message) => {
                sheet.complain(field.name_span(), message);
                continue;
            }
        };
        if drawing.is_some() && ground_at(drawing, gate) != Ground::Gate {
            sheet.complain(field.name_span(), format!("there is no gate on {}", field.name()));
        }
        owned.insert(gate);
        match sheet.take(side(&field)) {
            Some(Side::Second) => of_second.insert(gate),
            Some(Side::First) | None => (),
        }
    }
    let gates = drawing.into_iter().flat_map(|drawing| drawing.ground.iter().enumerate());
    let gates =
        gates.filter(|(_, ground)| **ground == Ground::Gate).map(|(index, _)| SquareId::from_index(index));
    for gate in gates.filter(|gate| !owned.contains(*gate)) {
        let span = table.as_ref().map_or(root.span(), szala_kernel::text::Section::span);
        let label = grid.label(gate);
        sheet
            .complain(span, format!("nobody owns the gate on {label}: write \"{label}\" = \"{}\"", SIDES[1]));
    }
    of_second
}

fn side(field: &Field<'_>) -> Result<Side, Complaint> {
    field.parse(|text| {
        let found = Side::BOTH.into_iter().find(|side| SIDES[*side as usize] == text);
        found.ok_or_else(|| unknown("side", text, &SIDES))
    })
}

/// [2.7] Barges, in the river.
fn barges(sheet: &mut Sheet<'_>, grid: SquareGrid, drawing: Option<&Drawing>) -> Vec<SquareId> {
    let root = sheet.root.clone();
    let fields = root.read("barges", &mut sheet.wrong, Field::list).unwrap_or_default();
    let mut barges = Vec::new();
    for field in &fields {
        let Some(square) = sheet.take(field.parse(|text| square(grid, text))) else { continue };
        if drawing.is_some() && ground_at(drawing, square) != Ground::River {
            sheet.complain(field.span(), "barges lie in the river at first");
        }
        if barges.contains(&square) {
            sheet.complain(field.span(), "there is a barge on this square already");
        }
        barges.push(square);
    }
    if let Some(field) = fields.get(MOST_BARGES) {
        sheet.complain(field.span(), format!("there are more than {MOST_BARGES} barges"));
    }
    barges
}
