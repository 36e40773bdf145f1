//! The findings about a run: everything that a report shows in any format, as a tree with the names of the JSON. The
//! formats select and lay out; they compute nothing.

use core::cmp::Reverse;

use serde::{Serialize, Serializer};
use szala_analysis::aggregate::{Aggregate, Counts, Table, Value};
use szala_analysis::records::{Field, FieldKind, Part};
use szala_analysis::statistics::correlation::pearson;
use szala_analysis::statistics::multiple::holm;
use szala_analysis::{ALPHA, Estimate, Intervals, OutcomeEstimate, Unit};

use super::RecordedRun;
use crate::judged::{Judged, Outcomes, Reason};
use crate::play::Mixes;
use crate::why::Why;

/// The column with the outcome itself, in points.
pub(super) const LEAD: &str = "lead";
/// The reported quantiles, in hundredths.
pub(super) const QUANTILES: [u8; 5] = [5, 25, 50, 75, 95];

#[derive(Debug, Serialize)]
pub(super) struct RunFindings<'r> {
    pub(super) run: &'r str,
    pub(super) title: &'r str,
    pub(super) variant: Option<&'r str>,
    pub(super) sides: &'r [String; 2],
    pub(super) players: &'r [String; 2],
    pub(super) seed: u64,
    pub(super) part: Part,
    pub(super) games_at_most: u64,
    pub(super) until: Option<&'r str>,
    pub(super) is_finished: bool,
    pub(super) given: Vec<String>,
    pub(super) intervals: Intervals,
    pub(super) games: Games,
    pub(super) outcome: OutcomeEstimate,
    pub(super) verdict: Option<Judged<'r>>,
    pub(super) why: Option<&'r Why>,
    pub(super) play_interval: Option<Estimate>,
    pub(super) play: Option<&'r Mixes>,
    pub(super) reasons: Vec<Reason<'r>>,
    pub(super) columns: Vec<Found<'r>>,
    #[serde(skip)]
    pub(super) counts: Counts,
}

#[derive(Debug, Serialize)]
pub(super) struct Games {
    pub(super) in_folder: u64,
    pub(super) counted: u64,
    pub(super) ended: u64,
    pub(super) aborted: u64,
    pub(super) first_aborted: Option<u64>,
    pub(super) replay_aborted: Option<String>,
    pub(super) counts: Outcomes,
}

/// The findings about a column.
#[derive(Debug, Serialize)]
pub(super) struct Found<'r> {
    #[serde(flatten, serialize_with = "head")]
    pub(super) field: &'r Field,
    /// For a column of amounts.
    pub(super) numbers: Option<Numbers>,
    /// For a column that records whether something happened.
    pub(super) happened: Option<Happened>,
    pub(super) correlation: Option<Correlation>,
    pub(super) values: Vec<Worth<'r>>,
}

/// The description of a column, with the same keys for all.
#[derive(Serialize)]
struct Head<'r> {
    column: &'r str,
    what: &'r str,
    side: Option<&'r str>,
    unit: Option<&'r str>,
    stage: Option<u8>,
    kind: FieldKind,
    about: &'r str,
}

fn head<S: Serializer>(field: &Field, serializer: S) -> Result<S::Ok, S::Error> {
    let Field { name, what, side, unit, group: _, stage, kind, names: _, about } = field;
    let (side, unit) = (side.as_deref(), unit.as_deref());
    Head { column: name, what, side, unit, stage: *stage, kind: *kind, about }.serialize(serializer)
}

#[derive(Debug, Serialize)]
pub(super) struct Numbers {
    pub(super) mean: Estimate,
    pub(super) deviation: Option<f64>,
    pub(super) quantiles: [Quantile; QUANTILES.len()],
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Quantile {
    pub(super) percent: u8,
    pub(super) value: Option<i64>,
}

#[derive(Debug, Serialize)]
pub(super) struct Happened {
    pub(super) share: Estimate,
    pub(super) games: u64,
    pub(super) outcome_if: OutcomeEstimate,
    pub(super) outcome_if_not: OutcomeEstimate,
}

/// Correlation with the score of the first side.
#[derive(Debug, Serialize)]
pub(super) struct Correlation {
    #[serde(flatten)]
    pub(super) coefficient: Estimate,
    pub(super) p: f64,
    /// Adjusted for the number of tests.
    pub(super) p_adjusted: f64,
}

/// A value of a column.
#[derive(Debug, Serialize)]
pub(super) struct Worth<'r> {
    pub(super) value: Told<'r>,
    pub(super) share: Estimate,
    pub(super) counts: Outcomes,
    /// For stages and names.
    pub(super) outcome: Option<OutcomeEstimate>,
}

/// A value as written.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Told<'r> {
    Absent,
    Number(i64),
    Name(&'r str),
}

impl<'r> RunFindings<'r> {
    /// With a verdict if a margin is given, in parts of a game.
    pub(super) fn of(recorded: &'r RecordedRun<'_>, margin: Option<f64>) -> Self {
        let RecordedRun { manifest, aggregate, given, mixes, minds, why, .. } = recorded;
        let (run, counts) = (&manifest.run, aggregate.counts);
        let intervals = Intervals::of(manifest);
        let sides = run.sides.each_ref().map(String::as_str);
        // Games selected by a condition are not those of the search.
        let mixes = mixes.filter(|_| given.is_empty());
        let ends = mixes.and_then(Mixes::ends);
        let verdict =
            margin.map(|margin| Judged::of(counts, sides, margin).on_play(sides, ends).minding(*minds));
        let outcome = intervals.outcome(counts);
        let statistical = verdict.as_ref().map_or(outcome.score, |judged| judged.score);
        Self {
            run: recorded.folder,
            title: &run.title,
            variant: run.variant.as_deref(),
            sides: &run.sides,
            players: &run.players,
            seed: run.seed,
            part: manifest.part,
            games_at_most: run.games,
            until: run.until.as_deref(),
            is_finished: manifest.progress.is_finished,
            given: given.iter().map(ToString::to_string).collect(),
            intervals,
            games: Games {
                in_folder: aggregate.in_folder,
                counted: counts.games(),
                ended: counts.ended(),
                aborted: counts.aborted,
                first_aborted: aggregate.aborted,
                replay_aborted: aggregate.aborted.map(|number| replay(recorded, number)),
                counts: counts.into(),
            },
            outcome,
            verdict,
            why: *why,
            play_interval: mixes.and_then(|mixes| mixes.interval(statistical)),
            play: mixes,
            reasons: reasons(aggregate, intervals),
            columns: columns(aggregate, intervals),
            counts,
        }
    }

    /// The column with this name.
    pub(super) fn column(&self, name: &str) -> Option<&Found<'r>> {
        self.columns.iter().find(|found| found.field.name == name)
    }
}

/// The unit of the numbers of a column.
fn unit(field: &Field) -> Unit {
    match field.name.as_str() {
        LEAD => Unit::Vp,
        "decisions" => Unit::Decisions,
        _ => Unit::PerGame,
    }
}

/// The command that replays a game of the run.
fn replay(recorded: &RecordedRun<'_>, number: u64) -> String {
    let run = &recorded.manifest.run;
    let [first, second] = &run.players;
    let keyed = if run.is_keyed { " --keyed" } else { "" };
    format!(
        "szala replay {} --players {first},{second} --seed {} --number {number}{keyed}",
        run.game, run.seed
    )
}

fn reasons(aggregate: &Aggregate, intervals: Intervals) -> Vec<Reason<'_>> {
    let ended = aggregate.counts.ended();
    let told = aggregate.reasons.iter().map(|((words, rule), counts)| Reason {
        words,
        rule: rule.clone(),
        share: intervals.rate(counts.ended(), ended),
        counts: Some((*counts).into()),
    });
    let mut reasons: Vec<Reason<'_>> = told.collect();
    // The most frequent first; equally frequent ones stay sorted by name.
    reasons.sort_by_key(|reason| Reverse(reason.counts.map_or(0, Outcomes::ended)));
    reasons
}

fn columns(aggregate: &Aggregate, intervals: Intervals) -> Vec<Found<'_>> {
    let ended = aggregate.counts.ended();
    let mut columns: Vec<Found<'_>> =
        aggregate.tables.iter().map(|table| Found::of(table, ended, intervals)).collect();
    // Every column examined is a test, shown or not.
    let p_values: Vec<f64> = columns.iter().filter_map(|found| Some(found.correlation.as_ref()?.p)).collect();
    let tested = columns.iter_mut().filter_map(|found| found.correlation.as_mut());
    for (correlation, adjusted) in tested.zip(holm(&p_values)) {
        correlation.p_adjusted = adjusted;
    }
    columns
}

impl<'r> Found<'r> {
    pub(super) fn of(table: &'r Table, ended: u64, intervals: Intervals) -> Self {
        let field = &table.field;
        let has_numbers = matches!(field.kind, FieldKind::Count | FieldKind::Number);
        let pairs = table.pairs();
        let least = if field.kind == FieldKind::Count { 0.0 } else { f64::NEG_INFINITY };
        let numbers = has_numbers.then(|| Numbers {
            mean: intervals.mean(&pairs, least, unit(field)),
            deviation: Some(pairs.first().deviation()).filter(|deviation| deviation.is_finite()),
            quantiles: QUANTILES.map(|percent| Quantile { percent, value: table.quantile(percent) }),
        });
        let happened = table.happened().map(|[counts, others]| Happened {
            share: intervals.rate(counts.ended(), ended),
            games: counts.ended(),
            outcome_if: intervals.outcome(counts),
            outcome_if_not: intervals.outcome(others),
        });
        let is_tested = has_numbers && field.name != LEAD;
        let correlation = pearson(&pairs, ALPHA).filter(|_| is_tested).map(|found| Correlation {
            coefficient: Estimate::new(found.coefficient, pairs.n, Unit::Correlation),
            p: found.p,
            p_adjusted: found.p,
        });
        let worth = |(value, counts): (&'r Value, &Counts)| Worth {
            value: value.into(),
            share: intervals.rate(counts.ended(), ended),
            counts: (*counts).into(),
            outcome: (!has_numbers).then(|| intervals.outcome(*counts)),
        };
        Self { field, numbers, happened, correlation, values: table.values.iter().map(worth).collect() }
    }

    /// Is it about the game or a side, rather than a unit or a stage?
    pub(super) fn is_general(&self) -> bool {
        self.field.unit.is_none() && self.field.stage.is_none()
    }
}

impl<'r> From<&'r Value> for Told<'r> {
    fn from(value: &'r Value) -> Self {
        match value {
            Value::Absent => Self::Absent,
            Value::Number(number) => Self::Number(*number),
            Value::Name(name) => Self::Name(name),
        }
    }
}
