//! Simultaneous perturbation stochastic approximation: climbing a hill of which only noisy heights can be measured,
//! two measurements a step whatever the number of parameters. What is measured is the caller's business. The gains
//! follow J. C. Spall, "Implementation of the simultaneous perturbation algorithm for stochastic optimization", IEEE
//! Transactions on Aerospace and Electronic Systems 34 (1998).
//!
//! Written here because the existing crates draw from generators of their own, which would make a run depend on their
//! versions, and know nothing of whole numbers.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use szala_ai::Parameter;
use szala_kernel::seed::mix;

/// Exponents of the gains that Spall recommends for runs of finite length.
const MOVE_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
/// The stability constant is this part of the steps.
const STABILITY: f64 = 0.1;
/// Pairs of measurements at the start from which the first gain is found.
pub(crate) const CALIBRATION: u32 = 10;
/// The result is the mean of this last part of the steps (Polyak and Juditsky, 1992).
const AVERAGED: f64 = 1.0 / 3.0;

/// How to climb.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spsa {
    /// How many steps.
    pub steps: u32,
    /// How far the parameters are moved for the first two measurements, in their steps.
    pub perturbation: f64,
    /// How far the first move goes about, in steps of the parameters.
    pub first_move: f64,
    /// The seed of the perturbations.
    pub seed: u64,
}

/// One step of the climb.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where it began: the parameters, not rounded.
    pub at: Vec<f64>,
    /// The height measured on one side.
    pub plus: f64,
    /// The height measured on the other.
    pub minus: f64,
}

impl Step {
    /// The parameters where it began, as whole numbers.
    pub fn rounded(&self, parameters: &[Parameter]) -> Vec<i32> {
        parameters.iter().zip(&self.at).map(|(parameter, at)| whole(parameter, *at)).collect()
    }
}

/// A climb.
#[derive(Clone, Debug, PartialEq)]
pub struct Climb {
    /// Its steps.
    pub steps: Vec<Step>,
    /// Where it ends: the mean of the last third of the places, rounded.
    pub summit: Vec<i32>,
}

impl Climb {
    /// How many steps were made.
    pub fn made(&self) -> u32 {
        u32::try_from(self.steps.len()).expect("they are numbered by 32 bits")
    }
}

/// A pair of places to measure, around one.
struct Pair {
    plus: Vec<i32>,
    minus: Vec<i32>,
}

impl Spsa {
    /// Climbs. `height(sample, values)` measures; both measurements of a step get the same `sample`, of which the
    /// random numbers of a measurement should be made, so that what luck they share cancels. If it returns
    /// nothing, because the budget is used up, the climb ends with the steps so far. `on_step` hears of every step with
    /// its number, when it was measured.
    pub fn climb(
        &self,
        parameters: &[Parameter],
        mut height: impl FnMut(u64, &[i32]) -> Option<f64>,
        mut on_step: impl FnMut(u32, &Step),
    ) -> Climb {
        let mut signs = Xoshiro256PlusPlus::seed_from_u64(mix(self.seed));
        let mut at: Vec<f64> = parameters.iter().map(|parameter| parameter.value.into()).collect();
        let mut measure = |sample: u32, pair: &Pair| {
            let plus = height(sample.into(), &pair.plus)?;
            Some([plus, height(sample.into(), &pair.minus)?])
        };
        let stability = STABILITY * f64::from(self.steps);
        let mut squares = 0.0;
        for sample in 0..CALIBRATION {
            let pair = around(parameters, &at, self.perturbation, &mut signs);
            let Some([plus, minus]) = measure(sample, &pair) else { break };
            squares += ((plus - minus) / (2.0 * self.perturbation)).powi(2);
        }
        // Measurements that all agree say nothing of the slope; the least slope that counts keeps the gain finite.
        let slope = (squares / f64::from(CALIBRATION)).sqrt().max(1e-3);
        let gain = self.first_move * (1.0 + stability).powf(MOVE_DECAY) / slope;
        let mut steps = Vec::new();
        for step in 0..self.steps {
            let k = f64::from(step);
            let perturbation = self.perturbation / (k + 1.0).powf(PERTURBATION_DECAY);
            let pair = around(parameters, &at, perturbation, &mut signs);
            let Some([plus, minus]) = measure(CALIBRATION + step, &pair) else { break };
            let made = Step { at: at.clone(), plus, minus };
            on_step(step, &made);
            steps.push(made);
            let move_by = gain / (k + 1.0 + stability).powf(MOVE_DECAY) * (plus - minus);
            advance(parameters, &mut at, &pair, move_by);
        }
        let summit = summit(parameters, &steps, &at);
        Climb { steps, summit }
    }
}

/// The places on both sides, every parameter moved by this many of its steps one way or the other by chance, rounded to
/// whole numbers and kept within bounds. It moves by half a unit at least: else rounding might undo it.
fn around(parameters: &[Parameter], at: &[f64], perturbation: f64, signs: &mut Xoshiro256PlusPlus) -> Pair {
    let mut pair = Pair { plus: Vec::new(), minus: Vec::new() };
    for (parameter, at) in parameters.iter().zip(at) {
        let distance = (perturbation * f64::from(parameter.step)).max(0.5);
        let distance = if signs.next_u64() >> 63 == 0 { distance } else { -distance };
        pair.plus.push(whole(parameter, at + distance));
        pair.minus.push(whole(parameter, at - distance));
    }
    pair
}

/// Moves every parameter along the slope, which is the difference of the heights by that of the places as they were
/// measured, after rounding, in steps of the parameter.
fn advance(parameters: &[Parameter], at: &mut [f64], pair: &Pair, move_by: f64) {
    let places = pair.plus.iter().zip(&pair.minus);
    for ((parameter, at), (plus, minus)) in parameters.iter().zip(at).zip(places) {
        let apart = f64::from(plus - minus);
        if apart != 0.0 {
            let step = f64::from(parameter.step);
            let moved = *at + move_by * step * step / apart;
            *at = moved.clamp(parameter.low.into(), parameter.high.into());
        }
    }
}

/// The mean of the last places, the one after the last step among them.
fn summit(parameters: &[Parameter], steps: &[Step], last: &[f64]) -> Vec<i32> {
    let (steps_made, mut count) = (steps.len(), 1.0);
    let mut sums = last.to_vec();
    for (number, step) in (1u32..).zip(steps) {
        if f64::from(number)
            > (1.0 - AVERAGED)
                * f64::from(u32::try_from(steps_made).expect("there are fewer steps than 2^32"))
        {
            count += 1.0;
            sums.iter_mut().zip(&step.at).for_each(|(sum, at)| *sum += at);
        }
    }
    parameters.iter().zip(sums).map(|(parameter, sum)| whole(parameter, sum / count)).collect()
}

fn whole(parameter: &Parameter, value: f64) -> i32 {
    let value = value.round().clamp(parameter.low.into(), parameter.high.into());
    #[expect(clippy::cast_possible_truncation, reason = "between bounds that are of this type")]
    let value = value as i32;
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(value: i32, step: i32) -> Parameter {
        Parameter { name: String::new(), about: String::new(), value, low: 0, high: 1000, step, off: None }
    }

    /// A round hill: its top at these values, 0.05 lower for the square of each step away from it.
    fn hill(parameters: &[Parameter], top: &[i32], values: &[i32]) -> f64 {
        let away = parameters.iter().zip(top).zip(values);
        let squares = away
            .map(|((parameter, top), value)| (f64::from(value - top) / f64::from(parameter.step)).powi(2));
        -0.05 * squares.sum::<f64>()
    }

    /// Noise of a deviation of 0.02 that no two measurements share: the sum of twelve words less six.
    fn noise(words: &mut u64) -> f64 {
        let mut word = || {
            *words += 1;
            f64::from(u32::try_from(mix(*words) >> 32).expect("32 bits are left")) / 2f64.powi(32)
        };
        0.02 * ((0..12).map(|_| word()).sum::<f64>() - 6.0)
    }

    const SPSA: Spsa = Spsa { steps: 600, perturbation: 1.0, first_move: 0.5, seed: 1794 };

    /// Near the top the difference of two measurements is noise of 0.02 * sqrt(2), by 2 * 0.53 steps a slope of 0.027 a
    /// step. The hill bends by 0.1, and the mean of the last 200 places has the deviation 0.027 / 0.1 / sqrt(200) =
    /// 0.019 steps. Five of them are 0.1 steps: 4 of a parameter with steps of 40, 1 of one with steps of 10, and
    /// rounding adds a half.
    #[test]
    fn a_climb_finds_the_top_of_a_noisy_hill() {
        let parameters = [parameter(500, 40), parameter(500, 10), parameter(300, 40)];
        let top = [350, 560, 310];
        for seed in 0..10 {
            let mut words = seed << 32;
            let height = |_, values: &[i32]| Some(hill(&parameters, &top, values) + noise(&mut words));
            let climb = Spsa { seed, ..SPSA }.climb(&parameters, height, |_, _| ());
            for ((found, top), within) in climb.summit.iter().zip(top).zip([4.5, 1.5, 4.5]) {
                assert!(f64::from(found - top).abs() <= within, "seed {seed}: {found} and not {top}");
            }
        }
    }

    #[test]
    fn a_climb_stays_within_bounds_and_reaches_a_top_that_lies_at_one() {
        let parameters = [parameter(500, 50), parameter(500, 50)];
        let height = |_, values: &[i32]| {
            assert!(values.iter().all(|value| (0..=1000).contains(value)), "{values:?}");
            Some(0.01 * f64::from(values[0] - values[1]) / 50.0)
        };
        let climb = SPSA.climb(&parameters, height, |_, _| ());
        // Beyond doubt at the bounds: a slope without noise, a few moves of a half step from there.
        assert_eq!(climb.summit, [1000, 0]);
    }

    #[test]
    fn both_measurements_of_a_step_have_its_sample_and_no_other_step_has() {
        let mut samples = Vec::new();
        let height = |sample, _: &[i32]| {
            samples.push(sample);
            Some(0.0)
        };
        let climb = Spsa { steps: 3, ..SPSA }.climb(&[parameter(500, 50)], height, |_, _| ());
        let expected: Vec<u64> = (0..13).flat_map(|sample| [sample, sample]).collect();
        assert_eq!(samples, expected, "ten pairs to calibrate, three to climb");
        assert_eq!(climb.summit, [500], "no slope, no move");
    }

    #[test]
    fn a_climb_ends_with_the_last_whole_step_where_nothing_more_is_measured() {
        // Ten pairs to calibrate and one step are 22 measurements; of the next step only one side is measured.
        let climb = |most: usize| {
            let mut measured = 0;
            let height = |_, values: &[i32]| {
                measured += 1;
                (measured <= most).then(|| f64::from(values[0]))
            };
            SPSA.climb(&[parameter(500, 50)], height, |_, _| ())
        };
        assert_eq!((climb(23).steps.len(), climb(21).steps.len()), (1, 0));
        assert_eq!(climb(21).summit, [500], "no step, no move");
        assert_eq!(climb(23), climb(22), "half a step changes nothing");
    }

    #[test]
    fn the_same_seed_climbs_the_same_way_and_tells_every_step() {
        let parameters = [parameter(500, 40), parameter(500, 10)];
        let climb = |seed| {
            let mut told = Vec::new();
            let height = |_, values: &[i32]| Some(hill(&parameters, &[400, 510], values));
            let climb = Spsa { steps: 20, seed, ..SPSA }
                .climb(&parameters, height, |_, step| told.push(step.clone()));
            assert_eq!(told, climb.steps);
            climb
        };
        assert_eq!(climb(1), climb(1));
        assert_ne!(climb(1), climb(2));
    }
}
