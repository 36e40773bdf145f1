//! Numbers in, words and pictures out. Writes to whatever it is given; only the command prints.

mod board;
mod compare;
mod divergence;
mod grid;
mod league;
mod map;
mod report;
mod summary;
mod tables;
mod trace;
mod tuning;
mod viewer;
mod words;

pub use board::Drawing;
pub use compare::{ComparisonForm, ComparisonReport};
pub use divergence::write_divergence;
pub use grid::Grid;
pub use league::{LeagueForm, LeagueReport};
pub use map::{write_map, write_units};
pub use report::{RecordedRun, ReportForm, RunReport};
pub use summary::{Intervals, Summary};
pub use tables::write_tables;
pub use trace::Trace;
pub use tuning::TuningRecord;
pub use viewer::Viewer;
pub use words::Language;
