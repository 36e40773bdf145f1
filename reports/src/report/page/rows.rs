//! The rows of a page's tables: units with their fates, and every column of the records with what correlates with it.

use serde::Serialize;

use szala_analysis::Estimate;

use super::super::findings::{Found, LEAD, RunFindings};
use crate::lexicon::Lexicon;

/// The fates of units and commanders: a row for each, with the columns shown in the head.
pub(super) struct UnitTable {
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<UnitRow>,
}

/// A unit or a commander.
#[derive(Debug, Serialize)]
pub(super) struct UnitRow {
    name: String,
    side: String,
    cells: Vec<Option<Cell>>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Cell {
    value: Estimate,
    scale: f64,
    digits: usize,
}

impl UnitTable {
    /// For stages, or their equivalent, it shows the share of games in which the event happened, for everything else
    /// the mean.
    pub(super) fn of(found: &RunFindings<'_>, time: &str, lexicon: &Lexicon) -> Self {
        let of_units = || found.columns.iter().filter(|column| column.field.unit.is_some());
        let mut whats: Vec<&str> = Vec::new();
        let mut units: Vec<(&str, &str)> = Vec::new();
        for column in of_units() {
            let unit = (
                column.field.unit.as_deref().unwrap_or_default(),
                column.field.side.as_deref().unwrap_or_default(),
            );
            if !whats.contains(&column.field.what.as_str()) {
                whats.push(&column.field.what);
            }
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        let cell = |unit: &str, what: &str| {
            let column = of_units()
                .find(|column| column.field.unit.as_deref() == Some(unit) && column.field.what == what)?;
            Some(match (&column.numbers, &column.happened) {
                (Some(numbers), _) => Cell { value: numbers.mean, scale: 1.0, digits: 2 },
                (None, Some(happened)) => Cell { value: happened.share, scale: 100.0, digits: 1 },
                (None, None) => return None,
            })
        };
        let is_share =
            |what: &str| of_units().any(|column| column.field.what == what && column.numbers.is_none());
        let head = |what: &&str| {
            let words = words(what.strip_suffix(&format!("_{time}")).unwrap_or(what), lexicon);
            if is_share(what) { format!("{words}, %") } else { words }
        };
        Self {
            heads: whats.iter().map(head).collect(),
            rows: units
                .iter()
                .map(|(unit, side)| UnitRow {
                    name: (*unit).to_owned(),
                    side: (*side).to_owned(),
                    cells: whats.iter().map(|what| cell(unit, what)).collect(),
                })
                .collect(),
        }
    }
}

/// A column of the records.
#[derive(Debug, Serialize)]
pub(super) struct ColumnRow<'f> {
    what: String,
    whose: String,
    about: &'f str,
    mean: Option<Estimate>,
    happens: Option<Estimate>,
    score_if: Option<Estimate>,
    score_if_not: Option<Estimate>,
    correlation: Option<Estimate>,
}

impl<'f> ColumnRow<'f> {
    /// All except the lead, which is the outcome itself; the strongest correlations first.
    pub(super) fn all(found: &RunFindings<'f>, lexicon: &Lexicon) -> Vec<Self> {
        let tells = |column: &&Found<'f>| column.numbers.is_some() || column.happened.is_some();
        let others = found.columns.iter().filter(|column| column.field.name != LEAD);
        // A name would have an empty row.
        let mut columns: Vec<&Found<'f>> = others.filter(tells).collect();
        let strength = |column: &&Found<'_>| {
            column.correlation.as_ref().and_then(|one| one.coefficient.value).map_or(-1.0, f64::abs)
        };
        columns.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
        columns.into_iter().map(|column| Self::of(column, lexicon)).collect()
    }

    fn of(column: &Found<'f>, lexicon: &Lexicon) -> Self {
        let field = column.field;
        let stage = field.stage.map(|stage| stage.to_string());
        let whose = [field.unit.as_deref(), field.side.as_deref(), stage.as_deref()];
        let whose: Vec<&str> = whose.into_iter().flatten().collect();
        let happened = column.happened.as_ref();
        Self {
            what: words(&field.what, lexicon),
            whose: whose.join(", "),
            about: &field.about,
            mean: column.numbers.as_ref().map(|numbers| numbers.mean),
            happens: happened.map(|happened| happened.share),
            score_if: happened.map(|happened| happened.outcome_if.score),
            score_if_not: happened.map(|happened| happened.outcome_if_not.score),
            correlation: column.correlation.as_ref().map(|correlation| correlation.coefficient),
        }
    }
}

/// The name of a column for readers.
fn words(name: &str, lexicon: &Lexicon) -> String {
    lexicon.tell(&name.replace('_', " ")).into_owned()
}
