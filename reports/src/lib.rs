//! Numbers in, words and pictures out. Writes to whatever it is given; only the command prints.

mod advantage;
mod board;
pub mod chart;
mod compare;
mod divergence;
mod gate;
mod grid;
mod league;
mod map;
mod messages;
mod report;
mod summary;
mod sweep;
mod tables;
mod time;
mod trace;
mod tuning;
mod viewer;
mod words;

pub use advantage::{AdvantageForm, AdvantageReport, Family};
pub use board::Drawing;
pub use compare::{Asked, ComparisonForm, ComparisonReport};
pub use divergence::write_divergence;
pub use gate::{GateForm, GateReport, shout, write_plan};
pub use grid::Grid;
pub use league::{LeagueForm, LeagueReport};
pub use map::write_listings;
pub use messages::Language;
pub use report::page::{Assumed, Page, PageChart, PageCharts, PageFilm, PageRun, Scene, Stands};
pub use report::{RecordedRun, ReportForm, RunReport};
pub use summary::{Intervals, Summary};
pub use sweep::{SweepForm, SweepReport};
pub use tables::write_tables;
pub use trace::Trace;
pub use tuning::TuningRecord;
pub use viewer::{FilmPart, Viewer};
