//! From games to numbers: runs of many games and the statistics of what they gave.
//!
//! Floats and threads live from here up; sums are integers, so that a result does not depend on who finished first.

mod league;
mod replay;
mod run;
pub mod spsa;
pub mod statistics;
mod tally;
pub mod tune;
mod verdict;

pub use league::{Entrant, League, Meeting, Standing};
pub use replay::replay;
pub use run::{Plan, Score, on_threads, play, scores};
pub use statistics::interval::{Interval, plus_four, tango, wilson};
pub use tally::Tally;
pub use verdict::{Verdict, precise_enough, verdict};
