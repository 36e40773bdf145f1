//! Geometry of boards, for rule systems that play millions of games: everything that depends on the board alone
//! is computed once per scenario, exactly and in integers, and read from tables in play.
//!
//! - [`bits`]: fixed sets of hexes, squares or sides, without heap;
//! - [`ordinal`]: the dense indices ([`HexId`], [`SquareId`], [`SideId`]) and the bounds of a board;
//! - [`numbering`]: the labels printed on the board, `1108`, and what is wrong with one that is not there;
//! - [`pairs`]: tables with one entry for each pair of hexes or squares;
//! - [`hex`]: hex boards, facing to a vertex, lines that run along a hexside;
//! - [`square`]: square boards, lines that pass through a corner.
//!
//! It knows no units, no terrain and no rules: what stands on a hex, what a hexside carries and what blocks a line
//! is for the rule systems, which describe it by the sets and tables found here.

pub mod bits;
pub mod hex;
pub mod numbering;
pub mod ordinal;
pub mod pairs;
mod problem;
mod reach;
mod sides;
pub mod square;

pub use bits::{Bits, HexSet, SideSet, SquareSet};
pub use hex::{
    Approach, Axial, Bearing, Direction, Facing, HexBoard, HexGrid, Line, NameError, Orientation, Passage,
    Stagger, Zone, flat, pointy,
};
pub use numbering::{EastOrWest, Label, LabelError, NorthOrSouth, Numbering, Order, Parity};
pub use ordinal::{HexId, MAX_CELLS, MAX_EDGE, Ordinal, SideId, SquareId, words_for};
pub use pairs::{PairTable, SparsePairTable};
pub use problem::{BoardError, BoardProblem};
pub use square::{Compass, Metric, SquareBoard, SquareGrid, SquareLine};
