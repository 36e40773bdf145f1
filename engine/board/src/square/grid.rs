//! The description of a square board: columns, rows, labels; and its four directions. Tables are in `board`.

use crate::{
    numbering::{Extent, Label, LabelError, Numbering, Place},
    ordinal::SquareId,
    problem::BoardProblem,
};

/// From a square to one of its four neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compass {
    /// To the right on the printed board.
    East,
    /// To the top.
    North,
    /// To the left.
    West,
    /// To the bottom.
    South,
}

impl Compass {
    /// All four, counter-clockwise.
    pub const ALL: [Self; 4] = [Self::East, Self::North, Self::West, Self::South];

    /// Its place in [`ALL`](Self::ALL), for tables.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The next one counter-clockwise.
    #[must_use]
    pub const fn left(self) -> Self {
        Self::ALL[(self.index() + 1) % 4]
    }

    /// The one straight behind.
    #[must_use]
    pub const fn opposite(self) -> Self {
        self.left().left()
    }

    /// The step as columns east and rows north.
    pub(crate) const fn step(self) -> [i32; 2] {
        match self {
            Self::East => [1, 0],
            Self::North => [0, 1],
            Self::West => [-1, 0],
            Self::South => [0, -1],
        }
    }
}

/// A board of squares in columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareGrid {
    /// How many columns.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
    /// How the squares are labelled.
    pub numbering: Numbering,
}

impl SquareGrid {
    /// How many squares there are; a constant, for the width of sets.
    pub const fn square_count(&self) -> usize {
        self.extent().cells()
    }

    /// How many sides lie between two squares of the board; a constant, for the width of sets.
    pub const fn side_count(&self) -> usize {
        let (columns, rows) = (self.columns as usize, self.rows as usize);
        if self.square_count() == 0 { 0 } else { rows * (columns - 1) + columns * (rows - 1) }
    }

    /// The printed label of a square.
    pub fn label(&self, square: SquareId) -> Label {
        self.numbering.label(self.place(square), self.extent())
    }

    /// The square with this label.
    ///
    /// # Errors
    /// When the text is not a label, or not one of this board; the error says what would be right.
    pub fn parse_label(&self, label: &str) -> Result<SquareId, LabelError> {
        let place = self.numbering.parse(label, self.extent())?;
        Ok(SquareId::from_index(self.extent().index(place)))
    }

    /// How many columns east and how many rows north of the south-west corner a square lies.
    pub fn column_row(&self, square: SquareId) -> [i32; 2] {
        let place = self.place(square);
        [i32::from(place.column), i32::from(place.row)]
    }

    /// The square this many columns east and rows north of the south-west corner, if it is on the board.
    pub fn square_at(&self, [column, row]: [i32; 2]) -> Option<SquareId> {
        self.extent().at(column, row).map(|place| SquareId::from_index(self.extent().index(place)))
    }

    /// Everything wrong with the description; empty for a valid board.
    pub fn problems(&self) -> Vec<BoardProblem> {
        self.extent().problems(self.numbering)
    }

    const fn extent(self) -> Extent {
        Extent { columns: self.columns, rows: self.rows }
    }

    fn place(self, square: SquareId) -> Place {
        self.extent().place(square.index())
    }
}
