//! The data for the template of a page.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::PageChart;
use super::beside::BesideRow;
use super::rows::{ColumnRow, UnitRow};
use crate::report::findings::RunFindings;
use crate::shares::LuckSection;
use crate::study::Study;

/// The data for the template.
#[derive(Serialize)]
pub(super) struct Context<'p> {
    pub(super) lang: &'static str,
    pub(super) version: &'p str,
    pub(super) title: String,
    pub(super) style: &'static str,
    pub(super) script: &'static str,
    pub(super) t: BTreeMap<&'static str, String>,
    pub(super) read: Vec<(String, String)>,
    pub(super) outcomes: ShownChart,
    pub(super) margins: ShownChart,
    pub(super) method: Vec<String>,
    pub(super) shared: String,
    pub(super) words: String,
    pub(super) runs: Vec<Shown<'p>>,
    pub(super) beside: Vec<BesideRow>,
    pub(super) beside_differs: bool,
    pub(super) beside_note: String,
    pub(super) change: Option<String>,
    pub(super) parts: Vec<String>,
    pub(super) difference_note: String,
    pub(super) studies: &'p [Study],
}

/// A run, for the template.
#[derive(Serialize)]
pub(super) struct Shown<'p> {
    pub(super) id: String,
    pub(super) label: &'p str,
    pub(super) title: String,
    pub(super) found: RunFindings<'p>,
    pub(super) word: String,
    pub(super) sentence: String,
    pub(super) bar: String,
    pub(super) played: String,
    pub(super) why: Vec<String>,
    pub(super) why_sets: Vec<String>,
    pub(super) aborted: Option<String>,
    pub(super) unfinished: Option<String>,
    pub(super) charts: ShownCharts,
    pub(super) changes: Vec<(&'p str, &'p str)>,
    pub(super) never: Vec<(String, String)>,
    pub(super) unit_heads: Vec<String>,
    pub(super) units: Vec<UnitRow>,
    pub(super) columns: Vec<ColumnRow<'p>>,
    pub(super) correlations_note: String,
    pub(super) scene: Option<ShownScene<'p>>,
    pub(super) missing: Option<String>,
    pub(super) manifest: Vec<(String, String)>,
}

/// A chart, for the template.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShownChart {
    wide: String,
    narrow: String,
}

impl From<&PageChart> for ShownChart {
    fn from(chart: &PageChart) -> Self {
        Self { wide: chart.wide.svg(), narrow: chart.narrow.svg() }
    }
}

#[derive(Serialize)]
pub(super) struct ShownCharts {
    pub(super) reasons: ShownChart,
    pub(super) stages: Option<ShownChart>,
    pub(super) survival: Option<ShownChart>,
    pub(super) convergence: ShownChart,
    pub(super) clauses: Option<ShownChart>,
}

#[derive(Serialize)]
pub(super) struct ShownScene<'p> {
    pub(super) heat: Vec<ShownHeat<'p>>,
    pub(super) heat_note: String,
    pub(super) films: Vec<ShownFilm<'p>>,
    pub(super) films_note: String,
    pub(super) assumptions: Vec<ShownAssumed<'p>>,
    pub(super) assumptions_head: String,
    pub(super) luck: Option<&'p LuckSection>,
}

#[derive(Serialize)]
pub(super) struct ShownHeat<'p> {
    pub(super) name: &'p str,
    pub(super) svgs: &'p [String; 2],
}

#[derive(Serialize)]
pub(super) struct ShownAssumed<'p> {
    pub(super) path: &'p str,
    pub(super) value: &'p str,
    pub(super) standing: String,
    pub(super) range: &'p str,
    pub(super) why: Cow<'p, str>,
}

#[derive(Serialize)]
pub(super) struct ShownFilm<'p> {
    pub(super) name: String,
    pub(super) page: String,
    pub(super) end: &'p (String, String),
}
