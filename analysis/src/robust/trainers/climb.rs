//! Climbing with all weights at once ([`crate::spsa`]), from three starts with steps of three sizes. A climb hands on
//! its summit and the places where it measured best, never just its last.

use super::super::hill::Hill;
use crate::spsa::{CALIBRATION, Spsa, Step};
use crate::statistics::float;

/// Climbs of a training.
const CLIMBS: u64 = 3;
/// Games of a measurement, where there are enough.
const GAMES: u64 = 200;
/// Steps that a climb should have before measurements get more games.
const STEPS: u64 = 60;
/// Places that are handed on besides the summits.
const PLACES: usize = 3;
/// Parts of a climb; one place is judged in each.
const PARTS: usize = 8;

pub(super) fn train(hill: &Hill<'_>, starts: &[Vec<i32>], games: u64) -> Vec<Vec<i32>> {
    let mut summits = Vec::new();
    let mut places: Vec<(f64, Vec<i32>)> = Vec::new();
    for (number, scale) in (0..CLIMBS).zip([1.0, 2.0, 4.0]) {
        let start = &starts[usize::try_from(number).expect("a search has three starts") % starts.len()];
        let mut parameters = hill.parameters.to_vec();
        parameters.iter_mut().zip(start).for_each(|(parameter, value)| parameter.value = *value);
        let pairs = games / CLIMBS / 2;
        let games = (pairs / STEPS).clamp(10, GAMES);
        let steps = (pairs / games).saturating_sub(CALIBRATION.into()).clamp(5, 2_000);
        let spsa = Spsa {
            steps: u32::try_from(steps).expect("at most two thousand"),
            perturbation: scale,
            first_move: scale / 2.0,
            seed: hill.fresh().0,
        };
        let run = hill.fresh();
        let height = |sample: u64, values: &[i32]| {
            let worths = hill.worths(run, sample * games..(sample + 1) * games, values)?;
            Some(worths.iter().map(|worth| worth.height).sum::<f64>() / float(games))
        };
        let climb = spsa.climb(&parameters, height, |_, _| ());
        for part in climb.steps.chunks(climb.steps.len().div_ceil(PARTS).max(1)) {
            let height = |step: &Step| f64::midpoint(step.plus, step.minus);
            let mean = part.iter().map(height).sum::<f64>() / float(part.len() as u64);
            places.push((mean, part[part.len() / 2].rounded(&parameters)));
        }
        summits.push(climb.summit);
    }
    places.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    summits.extend(places.into_iter().take(PLACES).map(|(_, place)| place));
    summits
}
