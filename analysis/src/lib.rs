//! From games to numbers: runs of many games and the statistics of what they gave.
//!
//! Floats and threads live from here up; sums are integers, so that a result does not depend on who finished first.

mod interval;
mod replay;
mod run;
mod tally;

pub use interval::{Interval, wilson};
pub use replay::replay;
pub use run::{Plan, play};
pub use tally::Tally;
