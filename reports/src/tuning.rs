//! The record of a tuning as a file that spreadsheets and programs read: how it was run, then a row for each step.

use core::fmt::{self, Display, Write};

use szala_ai::Parameter;
use szala_analysis::Interval;
use szala_analysis::tune::{Evaluation, Tuned};

/// A tuning with what names it, ready to be written.
#[derive(Clone, Copy, Debug)]
pub struct TuningRecord<'t> {
    /// How it was run, in lines of text: what is needed to run it again.
    pub head: &'t str,
    /// The weights that were tuned.
    pub parameters: &'t [Parameter],
    /// How they were.
    pub tuned: &'t Tuned,
}

impl TuningRecord<'_> {
    /// Writes it as CSV below comments that begin with `#`. A row for each step: its number, the heights measured on
    /// both sides, the evaluation with its 95 % interval where there was one, and the weights where it began. The last
    /// row holds the weights that were found.
    ///
    /// # Errors
    /// Only the writer's.
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
            // The last evaluation is of what was found, which is no place of a step.
            let [on_the_way @ .., _] = &*self.tuned.evaluations else { return Err(fmt::Error) };
            write_evaluation(on_the_way.iter().find(|one| one.after == number), to)?;
            write_weights(step.at.iter().map(|at| format!("{at:.2}")), to)?;
        }
        write!(to, "{},,", steps.len())?;
        write_evaluation(self.tuned.evaluations.last(), to)?;
        write_weights(self.tuned.climb.summit.iter(), to)
    }
}

fn write_evaluation(evaluation: Option<&Evaluation>, to: &mut impl Write) -> fmt::Result {
    match evaluation {
        Some(Evaluation { score: Interval { estimate, low, high }, .. }) => {
            write!(to, ",{estimate:.6},{low:.6},{high:.6}")
        }
        None => write!(to, ",,,"),
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

    use super::*;

    #[test]
    fn a_record_has_a_row_for_each_step_and_one_for_what_was_found() {
        let score = Interval { estimate: 0.5, low: 0.25, high: 0.75 };
        let evaluation = |after, value| Evaluation { after, values: vec![value], score };
        let step = |at, plus, minus| Step { at: vec![at], plus, minus };
        let climb = Climb { steps: vec![step(5.0, 0.5, 0.25), step(5.5, 0.75, 0.5)], summit: vec![6] };
        let tuned = Tuned { climb, evaluations: vec![evaluation(0, 5), evaluation(2, 6)], gain: score };
        let name = "boldness".to_owned();
        let parameters = [Parameter { name, about: String::new(), value: 5, low: 0, high: 9, step: 1 }];
        let record = TuningRecord { head: "seed 7", parameters: &parameters, tuned: &tuned };
        let mut text = String::new();
        record.write(&mut text).expect("writing to a string never fails");
        let expected = "# seed 7\n\
                        step,plus,minus,score,low,high,boldness\n\
                        0,0.500000,0.250000,0.500000,0.250000,0.750000,5.00\n\
                        1,0.750000,0.500000,,,,5.50\n\
                        2,,,0.500000,0.250000,0.750000,6\n";
        assert_eq!(text, expected);
    }
}
