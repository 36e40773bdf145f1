//! Runs beside each other: the figures that every run has, and of two runs how far they differ.

use serde::Serialize;

use szala_analysis::Estimate;
use szala_analysis::statistics::interval::more_of_independent;

use super::super::findings::RunFindings;
use super::Language;
use crate::messages::Message;

/// The figures of all runs.
pub(super) struct Beside {
    pub(super) rows: Vec<BesideRow>,
}

/// A figure of all runs.
#[derive(Debug, Serialize)]
pub(super) struct BesideRow {
    name: String,
    /// In what it is told: a hundred for parts of one.
    scale: f64,
    digits: usize,
    estimates: Vec<Estimate>,
    difference: Estimate,
}

/// How a figure is taken from a run.
type Figure<'f> = Box<dyn Fn(&RunFindings<'_>) -> Option<Estimate> + 'f>;

impl Beside {
    pub(super) fn of(runs: &[&RunFindings<'_>], language: Language) -> Self {
        let Some(first) = runs.first() else { return Self { rows: Vec::new() } };
        let say = |message: Message, side: &str| message.say(language, &[("side", side)]);
        let mean = |column: &'static str| {
            move |found: &RunFindings<'_>| {
                let found = found.columns.iter().find(|found| found.field.name == column);
                found.and_then(|found| found.numbers.as_ref()).map(|numbers| numbers.mean)
            }
        };
        let [one, other] = [&first.sides[0], &first.sides[1]];
        let figures: [(String, f64, usize, Figure<'_>); 6] = [
            (say(Message::PageWins, one), 100.0, 1, Box::new(|found| Some(found.outcome.first_wins))),
            (say(Message::PageDrawn, one), 100.0, 1, Box::new(|found| Some(found.outcome.draws))),
            (say(Message::PageWins, other), 100.0, 1, Box::new(|found| Some(found.outcome.second_wins))),
            (say(Message::ScoreOf, one), 100.0, 1, Box::new(|found| Some(found.outcome.score))),
            (say(Message::PageLead, one), 1.0, 2, Box::new(mean("lead"))),
            (say(Message::PageDecisions, one), 1.0, 1, Box::new(mean("decisions"))),
        ];
        let row = |(name, scale, digits, of): (String, f64, usize, Figure<'_>)| {
            let estimates: Option<Vec<Estimate>> = runs.iter().map(|found| of(found)).collect();
            let estimates = estimates?;
            let difference = difference(&estimates);
            Some(BesideRow { name, scale, digits, estimates, difference })
        };
        Self { rows: figures.into_iter().filter_map(row).collect() }
    }
}

/// How much more the second is than the first, if there are two.
fn difference(estimates: &[Estimate]) -> Estimate {
    let nothing = Estimate { value: None, low: None, high: None, games: 0, unit: estimates[0].unit };
    let [one, other] = estimates else { return nothing };
    let (Some(before), Some(now)) = (one.interval(), other.interval()) else { return nothing };
    Estimate::new(more_of_independent(before, now), one.games.min(other.games), one.unit)
}
