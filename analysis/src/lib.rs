//! From games to numbers: runs of many games and the statistics of what they gave.
//!
//! Floats and threads live from here up; sums are integers, so that a result does not depend on who finished first.
//!
//! The feature `records`, which is on by default, brings Parquet, and with it recorded games and all that reads them:
//! without it [`records::Parquet::get`] returns an error, and so does everything that starts with it.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! use szala_analysis::{Plan, Stretch, Tally, play, wilson};
//! use szala_kernel::{BySide, RunSeed};
//!
//! let toy = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
//! let no_files = |path: &str| Err(format!("there is no file {path}"));
//! let contest = toy.seat(BySide(["sentry", "uniform"]), &no_files).expect("both play the toy");
//! let plan = Plan { seed: RunSeed(1), numbers: 0..2_000, threads: 2 };
//! let mut tally = Tally::default();
//! let take = |stretch: &Stretch| {
//!     tally.add(stretch, 0..stretch.played.len());
//!     ControlFlow::Continue(())
//! };
//! play(&*contest, &plan, &AtomicBool::new(false), take).expect("the machine starts threads");
//! let rate = wilson(tally.first, tally.games);
//! assert_eq!(tally.games, 2_000);
//! assert!(rate.low < rate.estimate && rate.estimate < rate.high);
//! ```

pub mod advantage;
pub mod aggregate;
pub mod balance;
pub mod clauses;
pub mod compare;
mod course;
pub mod crew;
pub mod disk;
mod divergence;
pub mod drill;
mod estimate;
pub mod forecast;
pub mod gate;
mod heat;
mod league;
pub mod luck;
pub mod matrix;
pub mod parts;
mod pick;
pub mod race;
pub mod records;
mod replay;
pub mod robust;
mod run;
mod score;
pub mod secrets;
pub mod sensitivity;
pub mod shares;
pub mod spsa;
pub mod statistics;
pub mod sweep;
mod tally;
pub mod tune;
mod verdict;
pub mod why;

pub use course::{ALPHA, Course, Until};
pub use crew::on_threads;
pub use divergence::{Cause, Divergence, divergence};
pub use estimate::{Estimate, Intervals, OutcomeEstimate, Unit};
pub use heat::{Heat, HeatEstimate, Quantity, heat};
pub use league::{Entrant, League, Meeting, Standing};
pub use pick::{NoPick, Pick, Sketch, Sketcher, pick};
pub use rayon::ThreadPoolBuildError;
pub use replay::{Film, film, replay};
pub use run::{Plan, play, play_with};
pub use score::{Score, scores};
pub use statistics::interval::{Interval, plus_four, tango, wilson};
pub use szala_system::{Half, Played, Stretch};
pub use tally::{Counted, End, Tally};
pub use verdict::axes::{Accepted, AtMost, Concern, at_most};
pub use verdict::{OnPlay, Verdict, on_play, precise_enough, verdict};

#[cfg(test)]
mod lot;
#[cfg(test)]
mod toy;
