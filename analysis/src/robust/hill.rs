//! What a trainer climbs: the weights of a player of one side, and what they are worth against a mix of the other.
//! Every measurement plays games of its own.

use core::cell::Cell;
use core::ops::Range;

use szala_ai::Parameter;
use szala_kernel::RunSeed;
use szala_kernel::Side;
use szala_kernel::seed::mix;
use szala_system::Bout;

use super::meter::Meter;
use crate::statistics::Sample;
use crate::tune::Worth;

pub(super) struct Hill<'h> {
    pub(super) bout: &'h dyn Bout,
    pub(super) side: Side,
    pub(super) parameters: &'h [Parameter],
    pub(super) meter: &'h Meter<'h>,
    seed: u64,
    samples: Cell<u64>,
}

impl<'h> Hill<'h> {
    pub(super) fn new(
        bout: &'h dyn Bout,
        side: Side,
        parameters: &'h [Parameter],
        meter: &'h Meter<'h>,
        seed: u64,
    ) -> Self {
        Self { bout, side, parameters, meter, seed, samples: Cell::new(0) }
    }

    /// A run that nothing was measured on yet.
    pub(super) fn fresh(&self) -> RunSeed {
        self.samples.set(self.samples.get() + 1);
        RunSeed(mix(self.seed.wrapping_add(self.samples.get())))
    }

    /// What these weights are worth in these games; nothing where the budget is used.
    pub(super) fn worths(&self, run: RunSeed, numbers: Range<u64>, values: &[i32]) -> Option<Vec<Worth>> {
        let contests = self.bout.contests(values);
        let scores = self.meter.play(&*contests[0], run, numbers)?;
        Some(scores.into_iter().map(|score| Worth::of(score, self.side)).collect())
    }

    /// How much more one player scores than another on the same fresh games, as far as it goes on being more: after
    /// each stage the race ends unless it is. Nothing where the budget is used.
    pub(super) fn race(&self, one: &[i32], other: &[i32], stages: &[u64]) -> Option<Sample> {
        let run = self.fresh();
        let mut gains: Vec<f64> = Vec::new();
        for stage in stages {
            let numbers = gains.len() as u64..*stage;
            let [one, other] = [one, other].map(|values| self.worths(run, numbers.clone(), values));
            gains.extend(one?.iter().zip(&other?).map(|(one, other)| one.score - other.score));
            let sample = Sample::of_values(&gains);
            if sample.mean <= 0.0 {
                return Some(sample);
            }
        }
        Some(Sample::of_values(&gains))
    }

    /// The value of a weight, within its bounds.
    pub(super) fn bounded(&self, place: usize, value: i64) -> i32 {
        let Parameter { low, high, .. } = self.parameters[place];
        i32::try_from(value.clamp(low.into(), high.into())).expect("bounds that are of this type")
    }
}

/// Did the first do better than the second, beyond what chance would do too often?
pub(super) fn is_better(gain: &Sample) -> bool {
    gain.mean > 0.0 && gain.mean > 1.5 * gain.standard_error()
}
