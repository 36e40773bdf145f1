//! The description of a hex board: the number of columns and rows, how they are staggered, how they are numbered. A
//! scenario file contains it, and it is enough to place, label and find every hex; the tables for play are in
//! `board`.

use super::{axial::Axial, orientation::Orientation};
use crate::{
    numbering::{EastOrWest, Extent, Label, LabelError, NorthOrSouth, Numbering, Parity, Place},
    ordinal::HexId,
    problem::BoardProblem,
};

/// The orientation of the hexes, and which rows or columns are shifted by half a hex against the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stagger {
    /// Pointy-top hexes in straight rows, every second row shifted.
    PointyTop {
        /// Whether the shifted rows are those with odd or with even printed numbers.
        shifted_rows: Parity,
        /// Which way they are shifted.
        towards: EastOrWest,
    },
    /// Flat-top hexes in straight columns, every second column shifted.
    FlatTop {
        /// Whether the shifted columns are those with odd or with even printed numbers.
        shifted_columns: Parity,
        /// Which way they are shifted.
        towards: NorthOrSouth,
    },
}

/// A board of hexes in columns and rows.
///
/// ```
/// use szala_board::{EastOrWest, HexGrid, NorthOrSouth, Numbering, Order, Parity, Stagger};
/// let niemenczyn = HexGrid {
///     columns: 15,
///     rows: 12,
///     stagger: Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East },
///     numbering: Numbering {
///         order: Order::RowColumn,
///         digits: 2,
///         rows_from: NorthOrSouth::South,
///         first_row: 1,
///         columns_from: EastOrWest::West,
///         first_column: 1,
///     },
/// };
/// let camp = niemenczyn.parse_label("1108")?;
/// assert_eq!(niemenczyn.label(camp).to_string(), "1108");
/// assert_eq!((niemenczyn.hex_count(), niemenczyn.side_count()), (180, 487));
/// # Ok::<(), szala_board::LabelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexGrid {
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
    /// The orientation of the hexes, and which are shifted.
    pub stagger: Stagger,
    /// How the hexes are labelled.
    pub numbering: Numbering,
}

impl HexGrid {
    /// How many hexes there are; a constant, for the width of sets.
    pub const fn hex_count(&self) -> usize {
        self.extent().cells()
    }

    /// How many sides lie between two hexes of the board; a constant, for the width of sets.
    pub const fn side_count(&self) -> usize {
        let (straight, lines) = match self.stagger {
            Stagger::PointyTop { .. } => (self.columns as usize, self.rows as usize),
            Stagger::FlatTop { .. } => (self.rows as usize, self.columns as usize),
        };
        if self.hex_count() == 0 {
            return 0;
        }
        // Each straight line has one side fewer than hexes; between two lines there is a zigzag of 2n - 1 sides.
        lines * (straight - 1) + (lines - 1) * (2 * straight - 1)
    }

    /// The orientation of the hexes.
    pub const fn orientation(&self) -> Orientation {
        match self.stagger {
            Stagger::PointyTop { .. } => Orientation::PointyTop,
            Stagger::FlatTop { .. } => Orientation::FlatTop,
        }
    }

    /// The printed label of a hex.
    pub fn label(&self, hex: HexId) -> Label {
        self.numbering.label(self.place(hex), self.extent())
    }

    /// The hex with this label.
    ///
    /// # Errors
    /// When the text is not a label, or not one of this board; the error says what would be right.
    pub fn parse_label(&self, label: &str) -> Result<HexId, LabelError> {
        let place = self.numbering.parse(label, self.extent())?;
        Ok(HexId::from_index(self.extent().index(place)))
    }

    /// The exact coordinates of a hex. The hex in the south-west corner is at (0, 0).
    pub fn axial(&self, hex: HexId) -> Axial {
        let place = self.place(hex);
        let (column, row) = (i32::from(place.column), i32::from(place.row));
        match self.orientation() {
            Orientation::PointyTop => Axial { a: column + self.skew(row), b: row },
            Orientation::FlatTop => Axial { a: column, b: row + self.skew(column) },
        }
    }

    /// The hex at these coordinates, if it is on the board.
    pub fn hex_at(&self, axial: Axial) -> Option<HexId> {
        let Axial { a, b } = axial;
        let place = match self.orientation() {
            Orientation::PointyTop => self.extent().at(a - self.skew(b), b),
            Orientation::FlatTop => self.extent().at(a, b - self.skew(a)),
        };
        place.map(|place| HexId::from_index(self.extent().index(place)))
    }

    /// Everything wrong with the description; empty for a valid board.
    pub fn problems(&self) -> Vec<BoardProblem> {
        self.extent().problems(self.numbering)
    }

    const fn extent(&self) -> Extent {
        Extent { columns: self.columns, rows: self.rows }
    }

    fn place(&self, hex: HexId) -> Place {
        self.extent().place(hex.index())
    }

    /// The offset between a hex's place in its line and its coordinate along that line: the axes are at 60 degrees,
    /// so with each further line the coordinate falls by half, minus the shift of the line against the first.
    fn skew(&self, line: i32) -> i32 {
        (self.half_steps_forward(line) - self.half_steps_forward(0) - line) / 2
    }

    /// 1 for a row half a hex further east than its neighbours (a column further north), 0 for the others. If the
    /// shift is the other way, the rows in between are further on.
    fn half_steps_forward(&self, line: i32) -> i32 {
        let (parity, count, counted_backward, first, forward) = match self.stagger {
            Stagger::PointyTop { shifted_rows, towards } => (
                shifted_rows,
                self.rows,
                self.numbering.rows_from == NorthOrSouth::North,
                self.numbering.first_row,
                towards == EastOrWest::East,
            ),
            Stagger::FlatTop { shifted_columns, towards } => (
                shifted_columns,
                self.columns,
                self.numbering.columns_from == EastOrWest::East,
                self.numbering.first_column,
                towards == NorthOrSouth::North,
            ),
        };
        // The parity of the printed number, also for the lines just off the board that a search may ask about.
        let from_the_edge = if counted_backward { i32::from(count) - 1 - line } else { line };
        let is_even = (i32::from(first) + from_the_edge).rem_euclid(2) == 0;
        let is_shifted = is_even == (parity == Parity::Even);
        i32::from(is_shifted == forward)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Order;

    const GRID: HexGrid = HexGrid {
        columns: 4,
        rows: 3,
        stagger: Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East },
        numbering: Numbering {
            order: Order::RowColumn,
            digits: 2,
            rows_from: NorthOrSouth::South,
            first_row: 1,
            columns_from: EastOrWest::West,
            first_column: 1,
        },
    };

    fn axial(grid: HexGrid, label: &str) -> (i32, i32) {
        let Axial { a, b } =
            grid.axial(grid.parse_label(label).expect("the test asks for labels of this board"));
        (a, b)
    }

    #[test]
    fn even_rows_shifted_east_make_the_second_row_begin_northeast_of_the_first() {
        // 0201 is the NE neighbour of 0101: direction 1. 0301 is straight north of 0101: one step NE, one NW (-1, 1).
        assert_eq!(axial(GRID, "0201"), (0, 1));
        assert_eq!(axial(GRID, "0301"), (-1, 2));
    }

    #[test]
    fn odd_rows_shifted_west_are_the_same_board_as_even_rows_shifted_east() {
        let stagger = Stagger::PointyTop { shifted_rows: Parity::Odd, towards: EastOrWest::West };
        let same = HexGrid { stagger, ..GRID };
        assert!((0..12).map(HexId::from_index).all(|hex| same.axial(hex) == GRID.axial(hex)));
    }

    #[test]
    fn odd_rows_shifted_east_make_the_second_row_begin_northwest_of_the_first() {
        let stagger = Stagger::PointyTop { shifted_rows: Parity::Odd, towards: EastOrWest::East };
        assert_eq!(axial(HexGrid { stagger, ..GRID }, "0201"), (-1, 1));
    }

    #[test]
    fn the_parity_of_a_row_is_that_of_its_printed_number() {
        // Three rows counted from the north: the southernmost is 03, odd, not shifted; the one above it, 02, is.
        let numbering = Numbering { rows_from: NorthOrSouth::North, ..GRID.numbering };
        assert_eq!(axial(HexGrid { numbering, ..GRID }, "0301"), (0, 0));
        assert_eq!(axial(HexGrid { numbering, ..GRID }, "0201"), (0, 1));
        // Counted from 00 the southernmost is even and shifted, so the one above it begins to the northwest.
        let numbering = Numbering { first_row: 0, ..GRID.numbering };
        assert_eq!(axial(HexGrid { numbering, ..GRID }, "0101"), (-1, 1));
    }

    #[test]
    fn on_a_flat_top_board_the_columns_are_shifted() {
        // Even columns half a hex north: 0102 (row 1, column 2) is northeast of 0101, direction 0; 0103 is one step
        // northeast and one southeast of it, (1, 0) + (1, -1).
        let stagger = Stagger::FlatTop { shifted_columns: Parity::Even, towards: NorthOrSouth::North };
        assert_eq!(axial(HexGrid { stagger, ..GRID }, "0102"), (1, 0));
        assert_eq!(axial(HexGrid { stagger, ..GRID }, "0103"), (2, -1));
        // Shifted south: 0102 is southeast of 0101.
        let stagger = Stagger::FlatTop { shifted_columns: Parity::Even, towards: NorthOrSouth::South };
        assert_eq!(axial(HexGrid { stagger, ..GRID }, "0102"), (1, -1));
    }

    #[test]
    fn all_that_is_wrong_with_a_board_is_said_at_once() {
        let numbering = Numbering { digits: 0, ..GRID.numbering };
        let problems = HexGrid { columns: 200, rows: 100, numbering, ..GRID }.problems();
        assert_eq!(
            problems,
            [
                BoardProblem::EdgeTooLong { cells: 200 },
                BoardProblem::TooManyCells { cells: 20_000 },
                BoardProblem::Digits { digits: 0 }
            ]
        );
        assert_eq!(HexGrid { rows: 0, ..GRID }.problems(), [BoardProblem::Empty]);
        assert_eq!(GRID.problems(), []);
    }
}
