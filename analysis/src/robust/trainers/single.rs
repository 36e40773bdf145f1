//! One weight at a time: halved, doubled, zero, its sign turned, a few steps either way, each against the weights as
//! they are, on the same games. What does better stays.

use super::super::hill::{Hill, is_better};
use szala_kernel::seed::mix;

/// Games of a trial that goes to its end, where there are enough.
const GAMES: u64 = 2_000;
/// Trials of a weight, about.
const TRIALS: u64 = 5;
/// Steps of the larger changes.
const STEPS: i64 = 4;
/// Passes over all weights that a training should have before trials get more games.
const PASSES: u64 = 2;

pub(super) fn train(hill: &Hill<'_>, starts: &[Vec<i32>], games: u64) -> Vec<Vec<i32>> {
    let weights = hill.parameters.len();
    let trials = PASSES * TRIALS * weights as u64;
    // Most trials end after a quarter.
    let most = (games / trials).clamp(40, GAMES);
    let stages = [most / 4, most];
    let until = hill.meter.left().saturating_sub(games);
    let mut candidates = Vec::new();
    'starts: for start in starts {
        let mut current = start.clone();
        let mut has_changed = true;
        while has_changed {
            has_changed = false;
            for place in shuffled(weights, hill.fresh().0) {
                for value in variants(hill, place, current[place]) {
                    if hill.meter.left() <= until + 2 * most {
                        candidates.push(current);
                        break 'starts;
                    }
                    let mut trial = current.clone();
                    trial[place] = value;
                    let Some(gain) = hill.race(&trial, &current, &stages) else { continue };
                    if is_better(&gain) {
                        current = trial;
                        has_changed = true;
                    }
                }
            }
        }
        candidates.push(current);
    }
    candidates
}

/// Other values of a weight, each once.
fn variants(hill: &Hill<'_>, place: usize, value: i32) -> Vec<i32> {
    let (step, whole) = (i64::from(hill.parameters[place].step), i64::from(value));
    let wanted = [
        whole / 2,
        whole * 2,
        0,
        -whole,
        whole + step,
        whole - step,
        whole + STEPS * step,
        whole - STEPS * step,
    ];
    let mut variants: Vec<i32> = wanted.iter().map(|wanted| hill.bounded(place, *wanted)).collect();
    variants.sort_unstable();
    variants.dedup();
    variants.retain(|variant| *variant != value);
    variants
}

/// All places in an order that depends on the seed.
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by_key(|place| mix(seed ^ *place as u64));
    places
}
