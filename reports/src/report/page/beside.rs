//! Runs side by side: the figures that every run has, and the difference of two runs, by pairs of games if the runs
//! consist of pairs.

use serde::Serialize;

use szala_analysis::compare::{Axis, Comparison};
use szala_analysis::statistics::interval::more_of_independent;
use szala_analysis::{Estimate, Intervals};

use super::super::findings::{LEAD, RunFindings};
use super::Language;
use crate::lexicon::Called;
use crate::messages::Message;

/// The figures of all runs.
pub(super) struct Beside {
    pub(super) rows: Vec<BesideRow>,
}

/// A figure of all runs.
#[derive(Debug, Serialize)]
pub(super) struct BesideRow {
    name: String,
    /// The factor to the unit shown: a hundred for parts of one.
    scale: f64,
    digits: usize,
    estimates: Vec<Estimate>,
    difference: Estimate,
}

/// Takes a figure from a run.
type Figure<'f> = Box<dyn Fn(&RunFindings<'_>) -> Option<Estimate> + 'f>;

impl Beside {
    pub(super) fn of(
        runs: &[&RunFindings<'_>],
        [one, other]: &[Called; 2],
        pairs: Option<&Comparison>,
        language: Language,
    ) -> Self {
        let say = |message: Message, side: &Called| message.say_of(language, &[("side", side)], &[]);
        let mean = |column: &'static str| {
            move |found: &RunFindings<'_>| {
                let found = found.columns.iter().find(|found| found.field.name == column);
                found.and_then(|found| found.numbers.as_ref()).map(|numbers| numbers.mean)
            }
        };
        let (percent, points, whole) = ((100.0, 1), (1.0, 2), (1.0, 1));
        let figures: [(Axis, String, (f64, usize), Figure<'_>); 6] = [
            (Axis::Score, say(Message::ScoreOf, one), percent, Box::new(|found| Some(found.outcome.score))),
            (
                Axis::Win,
                say(Message::PageWins, one),
                percent,
                Box::new(|found| Some(found.outcome.first_wins)),
            ),
            (Axis::Draw, say(Message::PageDrawn, one), percent, Box::new(|found| Some(found.outcome.draws))),
            (
                Axis::Loss,
                say(Message::PageWins, other),
                percent,
                Box::new(|found| Some(found.outcome.second_wins)),
            ),
            (Axis::Lead, say(Message::PageLead, one), points, Box::new(mean(LEAD))),
            (Axis::Length, say(Message::PageDecisions, one), whole, Box::new(mean("decisions"))),
        ];
        let row = |(axis, name, (scale, digits), of): (Axis, String, (f64, usize), Figure<'_>)| {
            let estimates: Option<Vec<Estimate>> = runs.iter().map(|found| of(found)).collect();
            let estimates = estimates?;
            let difference = pairs.map_or_else(
                || difference(&estimates),
                |pairs| {
                    let more = pairs.difference(axis, Intervals::Fixed, pairs.pairs);
                    Estimate::new(more, pairs.pairs, axis.unit())
                },
            );
            Some(BesideRow { name, scale, digits, estimates, difference })
        };
        Self { rows: figures.into_iter().filter_map(row).collect() }
    }
}

/// How much larger the second is than the first, if there are two.
fn difference(estimates: &[Estimate]) -> Estimate {
    let nothing = Estimate { value: None, low: None, high: None, games: 0, unit: estimates[0].unit };
    let [one, other] = estimates else { return nothing };
    let (Some(before), Some(now)) = (one.interval(), other.interval()) else { return nothing };
    Estimate::new(more_of_independent(before, now), one.games.min(other.games), one.unit)
}
