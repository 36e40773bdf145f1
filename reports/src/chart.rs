//! Charts: numbers in, pictures out, as SVG or PNG.
//!
//! A chart takes plain figures with their intervals and computes nothing but positions. Its title states the finding,
//! no more strongly than the intervals allow; below it is what the chart shows, at the bottom the source of the
//! figures. All of it is in one language. The module `run` derives the figures from recorded runs.

mod clauses;
mod convergence;
pub mod data;
mod exact;
mod forest;
mod front;
mod listed;
mod luck;
mod margins;
mod outcomes;
mod paces;
mod picture;
mod planned;
mod plot;
mod reasons;
mod rows;
mod run;
mod scale;
mod sheet;
mod stages;
mod style;
mod survival;
mod sweep;
mod tornado;

pub use clauses::{ClauseFindings, clauses};
pub use convergence::convergence;
pub use exact::{ExactBar, ExactGroup, ExactTable, odds, odds_table};
pub use forest::forest;
pub use front::front;
pub(crate) use front::{amount, word};
pub use luck::{luck_course, luck_shares};
pub use margins::margins;
pub use outcomes::outcomes;
pub use paces::paces;
pub use picture::Picture;
pub use planned::planned;
pub use reasons::reasons;

pub use run::{ChartedRun, forest_of, labels, margins_of, outcomes_of, score_more};
pub use sheet::Frame;
pub use stages::stages;
pub use survival::survival;
pub use sweep::{sweep_curve, sweep_map};
pub use tornado::tornado;

#[cfg(test)]
mod tests;
