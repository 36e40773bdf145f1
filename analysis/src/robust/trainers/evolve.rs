//! A small evolution: one parent, one child with one or two weights changed, or with some of another start. They race
//! on the same games; the child takes over when it is ahead to the end. After many failures the next start has its
//! turn.

use super::super::hill::{Hill, is_better};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The stages of a race, in games.
const STAGES: [u64; 4] = [50, 200, 1_000, 4_000];
/// Children in a row that may fail before another start has its turn.
const FAILURES: u32 = 60;
/// From this many weights on, some may come from another start: a step that a few weights cannot make.
const MANY: usize = 8;
/// The longest race is at most this part of a training.
const PART: u64 = 12;

pub(super) fn train(hill: &Hill<'_>, starts: &[Vec<i32>], games: u64) -> Vec<Vec<i32>> {
    let most = (games / PART).max(STAGES[0]);
    let stages: Vec<u64> = STAGES.into_iter().filter(|stage| *stage <= most).collect();
    let until = hill.meter.left().saturating_sub(games);
    let mut lots = Xoshiro256PlusPlus::seed_from_u64(hill.fresh().0);
    let mut candidates = Vec::new();
    for start in starts.iter().cycle() {
        let (mut parent, mut failures) = (start.clone(), 0);
        while failures < FAILURES {
            if hill.meter.left() <= until + 2 * stages[0] {
                candidates.push(parent);
                return candidates;
            }
            let child = child_of(hill, &parent, starts, &mut lots);
            match hill.race(&child, &parent, &stages) {
                Some(gain) if is_better(&gain) => (parent, failures) = (child, 0),
                Some(_) => failures += 1,
                // Too little is left for the whole race.
                None => {
                    candidates.push(parent);
                    return candidates;
                }
            }
        }
        candidates.push(parent);
    }
    candidates
}

/// The parent with one or two weights changed, or with one to eight of another start.
fn child_of(hill: &Hill<'_>, parent: &[i32], starts: &[Vec<i32>], lots: &mut Xoshiro256PlusPlus) -> Vec<i32> {
    let below = |count: u64, lots: &mut Xoshiro256PlusPlus| {
        u64::try_from((u128::from(lots.next_u64()) * u128::from(count)) >> 64).expect("below the count")
    };
    let among = |count: usize, lots: &mut Xoshiro256PlusPlus| {
        usize::try_from(below(count as u64, lots)).expect("a place in a list")
    };
    let mut child = parent.to_vec();
    if child.len() >= MANY && below(4, lots) == 0 {
        let other = &starts[among(starts.len(), lots)];
        let differ: Vec<usize> = (0..child.len()).filter(|place| child[*place] != other[*place]).collect();
        if !differ.is_empty() {
            for _ in 0..1 << below(4, lots) {
                let place = differ[among(differ.len(), lots)];
                child[place] = other[place];
            }
            return child;
        }
    }
    for _ in 0..=below(2, lots) {
        let place = among(child.len(), lots);
        let parameter = &hill.parameters[place];
        let (value, step) = (i64::from(child[place]), i64::from(parameter.step));
        let far = step << below(4, lots);
        let (low, high) = (i64::from(parameter.low), i64::from(parameter.high));
        let wanted = match below(8, lots) {
            0 | 1 => value + far,
            2 | 3 => value - far,
            4 => value * 2,
            5 => value / 2,
            6 => -value,
            _ => low + below((high - low).unsigned_abs() + 1, lots).cast_signed(),
        };
        child[place] = hill.bounded(place, wanted);
    }
    child
}
