//! Square boards: four neighbours, no diagonal steps, distances and lines in integers. There is no facing: no game on
//! squares has needed it.
//!
//! - `grid`: the description of a board, and its labels;
//! - `board`: the tables built from it once per scenario;
//! - `line`: the straight line between two squares, exactly.

mod board;
mod grid;
mod line;

pub use board::{Metric, SquareBoard};
pub use grid::{Compass, SquareGrid};
pub use line::SquareLine;
