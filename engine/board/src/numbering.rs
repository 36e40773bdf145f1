//! The labels printed on a board, like `1108`: how they count rows and columns, how to write and to read them.
//! Nothing is assumed: everything that differs from game to game is a field of [`Numbering`].

use crate::{
    ordinal::{MAX_CELLS, MAX_EDGE},
    problem::BoardProblem,
};
use core::fmt;

/// Odd or even, of a printed number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// 1, 3, 5 and so on.
    Odd,
    /// 0, 2, 4 and so on.
    Even,
}

impl Parity {
    /// The parity of a number.
    pub const fn of(number: u16) -> Self {
        if number.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }
}

/// One of the two ways along a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EastOrWest {
    /// To the right on the printed board.
    East,
    /// To the left on the printed board.
    West,
}

/// One of the two ways along a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NorthOrSouth {
    /// To the top of the printed board.
    North,
    /// To the bottom of the printed board.
    South,
}

/// Which of its two numbers a label gives first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// RRCC.
    RowColumn,
    /// CCRR.
    ColumnRow,
}

/// How a board is numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Numbering {
    /// Which number comes first.
    pub order: Order,
    /// How many digits each of the two numbers has, with zeros in front: 1 to 3.
    pub digits: u8,
    /// The edge at which the rows begin to count.
    pub rows_from: NorthOrSouth,
    /// The number of the row at that edge.
    pub first_row: u8,
    /// The edge at which the columns begin to count.
    pub columns_from: EastOrWest,
    /// The number of the column at that edge.
    pub first_column: u8,
}

/// A place on a board of rows and columns, both counted from 0 at the south-west corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) column: u8,
    pub(crate) row: u8,
}

/// How many columns and rows there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
}

impl Extent {
    pub(crate) const fn cells(self) -> usize {
        self.columns as usize * self.rows as usize
    }

    pub(crate) const fn index(self, place: Place) -> usize {
        place.row as usize * self.columns as usize + place.column as usize
    }

    pub(crate) fn place(self, index: usize) -> Place {
        let columns = usize::from(self.columns);
        let byte = |number| u8::try_from(number).expect("MAX_EDGE keeps rows and columns below 256");
        Place { column: byte(index % columns), row: byte(index / columns) }
    }

    /// The place this far east and north of the south-west corner, if it is on the board.
    pub(crate) fn at(self, column: i32, row: i32) -> Option<Place> {
        let place = Place { column: u8::try_from(column).ok()?, row: u8::try_from(row).ok()? };
        (place.column < self.columns && place.row < self.rows).then_some(place)
    }

    /// Everything wrong with a board of this extent and numbering.
    pub(crate) fn problems(self, numbering: Numbering) -> Vec<BoardProblem> {
        let mut problems = Vec::new();
        if self.cells() == 0 {
            problems.push(BoardProblem::Empty);
        }
        let longest = self.columns.max(self.rows);
        if longest > MAX_EDGE {
            problems.push(BoardProblem::EdgeTooLong { cells: longest });
        }
        if self.cells() > MAX_CELLS {
            problems.push(BoardProblem::TooManyCells { cells: self.cells() });
        }
        problems.extend(numbering.problem(self));
        problems
    }
}

impl Numbering {
    /// The printed number of the row that is `row` rows north of the south edge.
    pub(crate) fn row_number(self, row: u8, rows: u8) -> u16 {
        numbered(row, rows, self.rows_from == NorthOrSouth::South, self.first_row)
    }

    /// The printed number of the column that is `column` columns east of the west edge.
    pub(crate) fn column_number(self, column: u8, columns: u8) -> u16 {
        numbered(column, columns, self.columns_from == EastOrWest::West, self.first_column)
    }

    pub(crate) fn label(self, place: Place, extent: Extent) -> Label {
        let row = self.row_number(place.row, extent.rows);
        let column = self.column_number(place.column, extent.columns);
        match self.order {
            Order::RowColumn => Label { numbers: [row, column], digits: self.digits },
            Order::ColumnRow => Label { numbers: [column, row], digits: self.digits },
        }
    }

    pub(crate) fn parse(self, text: &str, extent: Extent) -> Result<Place, LabelError> {
        let malformed = LabelError::Malformed { order: self.order, digits: self.digits };
        let digits = usize::from(self.digits);
        if text.len() != 2 * digits || digits > 3 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(malformed);
        }
        let (first, second) = text.split_at(digits);
        let (Ok(first), Ok(second)) = (first.parse::<u16>(), second.parse::<u16>()) else {
            return Err(malformed);
        };
        let (row, column) = match self.order {
            Order::RowColumn => (first, second),
            Order::ColumnRow => (second, first),
        };
        let not_there = LabelError::NotOnTheBoard {
            row,
            rows: [u16::from(self.first_row), last(self.first_row, extent.rows)],
            column,
            columns: [u16::from(self.first_column), last(self.first_column, extent.columns)],
            digits: self.digits,
        };
        let place = Place {
            row: counted(row, extent.rows, self.rows_from == NorthOrSouth::South, self.first_row)
                .ok_or(not_there)?,
            column: counted(column, extent.columns, self.columns_from == EastOrWest::West, self.first_column)
                .ok_or(not_there)?,
        };
        Ok(place)
    }

    fn problem(self, extent: Extent) -> Option<BoardProblem> {
        let digits = self.digits;
        let last = last(self.first_row, extent.rows).max(last(self.first_column, extent.columns));
        match digits {
            1..=3 if u32::from(last) < 10_u32.pow(u32::from(digits)) => None,
            1..=3 => Some(BoardProblem::NumberTooLong { last, digits }),
            _ => Some(BoardProblem::Digits { digits }),
        }
    }
}

fn last(first: u8, count: u8) -> u16 {
    u16::from(first) + u16::from(count.saturating_sub(1))
}

fn numbered(index: u8, count: u8, forward: bool, first: u8) -> u16 {
    if forward { u16::from(first) + u16::from(index) } else { last(first, count) - u16::from(index) }
}

fn counted(number: u16, count: u8, forward: bool, first: u8) -> Option<u8> {
    let steps = u8::try_from(number.checked_sub(u16::from(first))?).ok()?;
    let from_the_other_edge = count.checked_sub(1)?.checked_sub(steps)?;
    Some(if forward { steps } else { from_the_other_edge })
}

/// A label as it is printed on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    numbers: [u16; 2],
    digits: u8,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.numbers;
        let width = usize::from(self.digits);
        write!(f, "{first:0width$}{second:0width$}")
    }
}

/// Why a text is not a label of the board, and what would be valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabelError {
    /// Not two numbers of the right length.
    Malformed {
        /// Which number comes first.
        order: Order,
        /// How many digits each number has.
        digits: u8,
    },
    /// Well formed, but there is no such row or column.
    NotOnTheBoard {
        /// The row asked for.
        row: u16,
        /// The lowest and the highest existing row.
        rows: [u16; 2],
        /// The column asked for.
        column: u16,
        /// The lowest and the highest existing column.
        columns: [u16; 2],
        /// How many digits each number has.
        digits: u8,
    },
}

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Malformed { order, digits } => {
                let (first, second) = match order {
                    Order::RowColumn => ("row", "column"),
                    Order::ColumnRow => ("column", "row"),
                };
                let width = usize::from(digits);
                write!(
                    f,
                    "a label has {digits} digits for the {first} and {digits} for the {second}, as in "
                )?;
                write!(f, "{:0width$}{:0width$}", 1, 1)
            }
            Self::NotOnTheBoard { row, rows, column, columns, digits } => {
                let width = usize::from(digits);
                let mut and = "";
                for (name, number, [first, last]) in [("row", row, rows), ("column", column, columns)] {
                    if !(first..=last).contains(&number) {
                        write!(f, "{and}there is no {name} {number:0width$}: ")?;
                        write!(f, "{name}s run from {first:0width$} to {last:0width$}")?;
                        and = ", and ";
                    }
                }
                Ok(())
            }
        }
    }
}

impl core::error::Error for LabelError {}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent { columns: 15, rows: 12 };
    const NIEMENCZYN: Numbering = Numbering {
        order: Order::RowColumn,
        digits: 2,
        rows_from: NorthOrSouth::South,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    };

    fn printed(numbering: Numbering, column: u8, row: u8) -> String {
        numbering.label(Place { column, row }, EXTENT).to_string()
    }

    #[test]
    fn rows_may_count_from_either_edge_and_come_first_or_second() {
        // The south-west corner of 15 columns by 12 rows.
        assert_eq!(printed(NIEMENCZYN, 0, 0), "0101");
        assert_eq!(printed(Numbering { order: Order::ColumnRow, ..NIEMENCZYN }, 0, 1), "0102");
        assert_eq!(printed(Numbering { rows_from: NorthOrSouth::North, ..NIEMENCZYN }, 0, 0), "1201");
        assert_eq!(printed(Numbering { columns_from: EastOrWest::East, ..NIEMENCZYN }, 0, 0), "0115");
        assert_eq!(printed(Numbering { first_row: 0, digits: 3, ..NIEMENCZYN }, 14, 11), "011015");
    }

    #[test]
    fn what_is_no_label_is_told_what_would_be() {
        for text in ["", "11", "110", "11088", "11o8", "+1+1", "１１", "-101"] {
            let error = NIEMENCZYN.parse(text, EXTENT).unwrap_err();
            let expected = "a label has 2 digits for the row and 2 for the column, as in 0101";
            assert_eq!(error.to_string(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_label_off_the_board_is_told_how_far_the_board_goes_both_ways_at_once() {
        let told = |text| NIEMENCZYN.parse(text, EXTENT).unwrap_err().to_string();
        assert_eq!(told("1301"), "there is no row 13: rows run from 01 to 12");
        assert_eq!(told("1200"), "there is no column 00: columns run from 01 to 15");
        assert_eq!(
            told("0016"),
            "there is no row 00: rows run from 01 to 12, and there is no column 16: columns run from 01 to 15"
        );
    }

    #[test]
    fn labels_too_short_for_the_board_are_a_problem() {
        let problems = EXTENT.problems(Numbering { digits: 1, ..NIEMENCZYN });
        assert_eq!(problems, [BoardProblem::NumberTooLong { last: 15, digits: 1 }]);
        let problems = EXTENT.problems(Numbering { digits: 4, ..NIEMENCZYN });
        assert_eq!(problems, [BoardProblem::Digits { digits: 4 }]);
        assert_eq!(EXTENT.problems(NIEMENCZYN), []);
    }
}
