//! The record of a tuning as a file for spreadsheets and programs: how it was run, then a row for each step.

use core::fmt::{self, Display, Write};

use serde::Serialize;
use serde_json::json;
use szala_ai::Parameter;
use szala_analysis::Estimate;
use szala_analysis::tune::{Evaluation, Tuned};

use crate::figures::{shown, signed};
use crate::{Body, Findings, Grid, Row, row};

/// A tuning with its names, ready to be written.
#[derive(Clone, Copy, Debug)]
pub struct TuningRecord<'t> {
    /// How it was run, in lines of text: what it takes to repeat it.
    pub head: &'t str,
    /// The weights that were tuned.
    pub parameters: &'t [Parameter],
    /// The result.
    pub tuned: &'t Tuned,
}

impl TuningRecord<'_> {
    /// Writes it as CSV below comments that begin with `#`. A row for each step: its number, the heights measured on
    /// both sides, the evaluation with its 95 % interval if there was one, and the weights at its start. The next to
    /// last row holds the weights where the climb ended, the last one the best weights, with their score on fresh seeds
    /// and the step after which they were found.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write(&self, to: &mut impl Write) -> fmt::Result {
        for line in self.head.lines() {
            writeln!(to, "# {line}")?;
        }
        write!(to, "step,plus,minus,score,low,high")?;
        for parameter in self.parameters {
            write!(to, ",{}", parameter.name)?;
        }
        writeln!(to)?;
        let steps = &self.tuned.climb.steps;
        for (number, step) in (0..).zip(steps) {
            write!(to, "{number},{:.6},{:.6}", step.plus, step.minus)?;
            // The last evaluation is of the result, which does not belong to a step.
            let [on_the_way @ .., _] = &*self.tuned.evaluations else { return Err(fmt::Error) };
            write_evaluation(on_the_way.iter().find(|one| one.after == number), to)?;
            write_weights(step.at.iter().map(|at| format!("{at:.2}")), to)?;
        }
        write!(to, "{},,", steps.len())?;
        write_evaluation(self.tuned.evaluations.last(), to)?;
        write_weights(self.tuned.climb.summit.iter(), to)?;
        let best = &self.tuned.best;
        write!(to, "{},,", best.after)?;
        write_evaluation(Some(best), to)?;
        write_weights(best.values.iter(), to)
    }
}

/// The findings of tuning, as far as they are figures: the weights are in their file.
#[derive(Debug, Serialize)]
pub struct TuningFindings<'t> {
    side: &'t str,
    player: &'t str,
    weights: &'t str,
    record: &'t str,
    seed: u64,
    /// The number of steps.
    steps: usize,
    evaluations: Vec<EvaluationFindings>,
    /// The weights that were written, on fresh seeds.
    best: EvaluationFindings,
    /// How much more they score than the initial weights, on the same seeds.
    gain: Estimate,
}

#[derive(Debug, Serialize)]
struct EvaluationFindings {
    after: u32,
    score: Estimate,
}

impl<'t> TuningFindings<'t> {
    /// For a tuning whose weights and record are in these files.
    pub fn of(
        [side, player]: [&'t str; 2],
        [weights, record]: [&'t str; 2],
        seed: u64,
        tuned: &Tuned,
    ) -> Self {
        let evaluation = |one: &Evaluation| EvaluationFindings { after: one.after, score: one.score };
        let evaluations = tuned.evaluations.iter().map(evaluation).collect();
        let (best, steps) = (evaluation(&tuned.best), tuned.climb.steps.len());
        Self { side, player, weights, record, seed, steps, evaluations, best, gain: tuned.gain }
    }
}

impl Findings for TuningFindings<'_> {
    const COMMAND: &'static str = "tune";

    fn body(&self, body: &mut Body) {
        body.title(format!("{} for {}, seed {}", self.player, self.side, self.seed));
        let mut grid = Grid::with_head(["steps", "score, %", "seeds"]);
        for EvaluationFindings { after, score } in &self.evaluations {
            grid.push([after.to_string(), shown(*score), score.games.to_string()]);
        }
        body.table(grid);
        let (after, steps) = (self.best.after, self.steps);
        let whence = match after {
            0 => "those of the beginning: nothing better was found".to_owned(),
            last if last as usize == steps => format!("the mean of the last third of {steps} steps"),
            _ => format!("those after {after} of {steps} steps"),
        };
        body.line(format!("best weights, chosen on fresh seeds: {whence}"));
        body.line(format!(
            "on other fresh seeds: {} %, {} points more than at the beginning",
            shown(self.best.score).trim_start(),
            signed(self.gain)
        ));
        body.line(format!("the weights are in {}, the record in {}", self.weights, self.record));
    }

    fn rows(&self) -> Vec<Row> {
        let line = |EvaluationFindings { after, score }: &EvaluationFindings, is_best: bool| {
            row(&json!({ "steps": after, "seeds": score.games, "score": score, "is_best": is_best }))
        };
        let best = line(&self.best, true);
        self.evaluations.iter().map(|one| line(one, false)).chain([best]).collect()
    }
}

fn write_evaluation(evaluation: Option<&Evaluation>, to: &mut impl Write) -> fmt::Result {
    match evaluation {
        Some(Evaluation {
            score: Estimate { value: Some(value), low: Some(low), high: Some(high), .. },
            ..
        }) => {
            write!(to, ",{value:.6},{low:.6},{high:.6}")
        }
        _ => write!(to, ",,,"),
    }
}

fn write_weights(weights: impl Iterator<Item = impl Display>, to: &mut impl Write) -> fmt::Result {
    for weight in weights {
        write!(to, ",{weight}")?;
    }
    writeln!(to)
}

#[cfg(test)]
mod tests {
    use szala_analysis::spsa::{Climb, Step};
    use szala_analysis::{Interval, Unit};

    use super::*;

    #[test]
    fn a_record_has_a_row_for_each_step_and_one_for_what_was_found() {
        let score = Interval { estimate: 0.5, low: 0.25, high: 0.75 };
        let score = Estimate::new(score, 4, Unit::Share);
        let evaluation = |after, value| Evaluation { after, values: vec![value], score };
        let step = |at, plus, minus| Step { at: vec![at], plus, minus };
        let climb = Climb { steps: vec![step(5.0, 0.5, 0.25), step(5.5, 0.75, 0.5)], summit: vec![6] };
        let evaluations = vec![evaluation(0, 5), evaluation(2, 6)];
        let tuned = Tuned { climb, evaluations, best: evaluation(0, 5), gain: score };
        let name = "boldness".to_owned();
        let parameters =
            [Parameter { name, about: String::new(), value: 5, low: 0, high: 9, step: 1, off: None }];
        let record = TuningRecord { head: "seed 7", parameters: &parameters, tuned: &tuned };
        let mut text = String::new();
        record.write(&mut text).expect("writing to a string never fails");
        let expected = "# seed 7\n\
                        step,plus,minus,score,low,high,boldness\n\
                        0,0.500000,0.250000,0.500000,0.250000,0.750000,5.00\n\
                        1,0.750000,0.500000,,,,5.50\n\
                        2,,,0.500000,0.250000,0.750000,6\n\
                        0,,,0.500000,0.250000,0.750000,5\n";
        assert_eq!(text, expected);
    }
}
