//! What can be wrong with the description of a board. All problems are found at once, each with its remedy.

use crate::ordinal::{MAX_CELLS, MAX_EDGE, words_for};
use core::fmt;

/// Why a description is not that of a board: everything that is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// The problems in the order of the description's fields; never empty.
    pub problems: Vec<BoardProblem>,
}

impl BoardError {
    pub(crate) fn none_of(problems: Vec<BoardProblem>) -> Result<(), Self> {
        if problems.is_empty() { Ok(()) } else { Err(Self { problems }) }
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut semicolon = "";
        for problem in &self.problems {
            write!(f, "{semicolon}{problem}")?;
            semicolon = "; ";
        }
        Ok(())
    }
}

impl core::error::Error for BoardError {}

/// One thing wrong with the description of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardProblem {
    /// No columns, or no rows.
    Empty,
    /// More columns or rows than [`MAX_EDGE`].
    EdgeTooLong {
        /// The longer of the two.
        cells: u8,
    },
    /// More hexes or squares than [`MAX_CELLS`].
    TooManyCells {
        /// How many there are.
        cells: usize,
    },
    /// Labels whose numbers have no digits, or more than three.
    Digits {
        /// How many digits were asked for.
        digits: u8,
    },
    /// Labels too short for the last row or column.
    NumberTooLong {
        /// The number of that row or column.
        last: u16,
        /// How many digits a number may have.
        digits: u8,
    },
    /// More hexes or squares than the board's type has room for.
    NoRoomForCells {
        /// How many there are.
        cells: usize,
        /// How many there is room for.
        room: usize,
    },
    /// More sides than the board's type has room for.
    NoRoomForSides {
        /// How many there are.
        sides: usize,
        /// How many there is room for.
        room: usize,
    },
}

impl fmt::Display for BoardProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Empty => write!(f, "the board is empty: it needs at least one column and one row"),
            Self::EdgeTooLong { cells } => {
                write!(f, "the board is {cells} long or wide: at most {MAX_EDGE} will do")
            }
            Self::TooManyCells { cells } => {
                write!(f, "the board has {cells} hexes or squares: at most {MAX_CELLS} will do")
            }
            Self::Digits { digits } => {
                write!(f, "labels with numbers of {digits} digits: a number has one, two or three")
            }
            Self::NumberTooLong { last, digits } => {
                write!(f, "the last row or column has the number {last}: it needs more than {digits} digits")
            }
            Self::NoRoomForCells { cells, room } => {
                let words = words_for(cells);
                write!(f, "{cells} hexes or squares do not fit a set of {room}: it needs {words} words")
            }
            Self::NoRoomForSides { sides, room } => {
                write!(f, "{sides} sides do not fit a set of {room}: it needs {} words", words_for(sides))
            }
        }
    }
}
