//! Geometry of boards, for rule systems that play millions of games: everything that depends on the board alone is
//! computed once per scenario, exactly and in integers, and read from tables in play.
//!
//! ```
//! use szala_board::{EastOrWest, HexBoard, HexGrid, HexSet, NorthOrSouth, Numbering, Order, Parity, Stagger};
//!
//! // Five columns and four rows, numbered from the south-west, every second row half a hex to the east.
//! let grid = HexGrid {
//!     columns: 5,
//!     rows: 4,
//!     stagger: Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East },
//!     numbering: Numbering {
//!         order: Order::RowColumn,
//!         digits: 2,
//!         rows_from: NorthOrSouth::South,
//!         first_row: 1,
//!         columns_from: EastOrWest::West,
//!         first_column: 1,
//!     },
//! };
//! // 20 hexes fit into a set of one word, and so do their 43 hexsides.
//! let board = HexBoard::<[u64; 1], [u64; 1]>::new(grid).unwrap();
//! let hex = |label| board.parse_label(label).unwrap();
//! assert_eq!(board.distance(hex("0101"), hex("0104")), 3);
//!
//! // What stands on a hex is a set of the rule system's own: here woods, which lie in the way.
//! let woods: HexSet<[u64; 1]> = [hex("0103"), hex("0402")].into_iter().collect();
//! assert!(board.line(hex("0101"), hex("0104")).through.intersects(&woods));
//!
//! // Two rows up the line runs along a hexside: it goes through no hex, and touches the two that share the side.
//! let line = board.line(hex("0102"), hex("0302"));
//! assert!(line.through.is_empty());
//! assert_eq!(line.touched, [hex("0201"), hex("0202")].into_iter().collect());
//! ```
//!
//! - [`bits`]: fixed sets of hexes, squares or sides, without heap;
//! - [`ordinal`]: the dense indices ([`HexId`], [`SquareId`], [`SideId`]) and the bounds of a board;
//! - [`numbering`]: the labels printed on the board, `1108`, and what is wrong with an invalid one;
//! - [`pairs`]: tables with one entry for each pair of hexes or squares;
//! - [`hex`]: hex boards, facing to a vertex, lines that run along a hexside;
//! - [`square`]: square boards, lines that pass through a corner.
//!
//! It knows no units, no terrain and no rules: what stands on a hex, what a hexside carries and what blocks a line is
//! up to the rule systems, which describe it by the sets and tables found here. It has no features and no
//! dependencies.

pub mod bits;
pub mod hex;
pub mod numbering;
pub mod ordinal;
pub mod pairs;
mod problem;
mod reach;
mod sides;
pub mod square;

pub use bits::{Bits, HexSet, SideSet, SquareSet, Words};
pub use hex::{
    Approach, Axial, Bearing, Direction, Facing, HexBoard, HexGrid, Line, NameError, Orientation, Passage,
    Stagger, Zone, flat, pointy,
};
pub use numbering::{EastOrWest, Label, LabelError, NorthOrSouth, Numbering, Order, Parity};
pub use ordinal::{HexId, MAX_CELLS, MAX_EDGE, Ordinal, SideId, SquareId, words_for};
pub use pairs::{PairTable, SparsePairTable};
pub use problem::{BoardError, BoardProblem};
pub use square::{Compass, Metric, SquareBoard, SquareGrid, SquareLine};
