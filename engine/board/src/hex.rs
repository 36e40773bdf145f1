//! Hex boards, pointy-top and flat-top, in one implementation: the six directions and the six vertices are sixths of
//! a circle, and only their names depend on the orientation.
//!
//! - `facing`: directions, facings, the zones of a unit, the bearing of a line;
//! - `orientation`: their names on boards of either orientation;
//! - `axial`: exact coordinates, and the bearing and distance in them;
//! - `grid`: the description of a board, and its labels;
//! - `board`: the tables built from it once per scenario;
//! - `line`: the straight line between two hexes, exactly, and `courses`: those of a board;
//! - `drawn`: the positions of centres and corners on paper;
//! - `strides`: the neighbours of many hexes at once.
//!
//! Why not a crate: hexx, the best maintained one, is written for graphics and unbounded worlds. Its hex is a pair of
//! `i32` without a board, its lines are interpolated in single precision and so cannot distinguish a line along a
//! hexside from one that crosses it, and it has neither printed labels nor hexsides nor vertices met by a line. In
//! play all that is a table look-up here, so none of it would be used. The tests use it as an independent oracle of
//! neighbours, distances and lines.

mod axial;
mod board;
mod courses;
mod drawn;
mod facing;
mod grid;
mod line;
mod orientation;
mod strides;

pub use axial::Axial;
pub use board::HexBoard;
pub use facing::{Approach, Bearing, Direction, Facing, Zone};
pub use grid::{HexGrid, Stagger};
pub use line::{Line, Passage};
pub use orientation::{NameError, Orientation, flat, pointy};
