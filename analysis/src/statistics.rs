//! The statistics: pure functions from counts and sums to estimates with their uncertainty. What is counted and what
//! is decided on it is left to others; which method is used where, and why, is told in `docs/METHOD.md`.

pub mod interval;
pub mod sequence;

/// A count as a number to reckon with.
#[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}

/// Going from where it holds towards the end: the last place where it still does, by bisection.
pub(crate) fn last_that_holds(mut inside: f64, mut outside: f64, holds: impl Fn(f64) -> bool) -> f64 {
    // Halving sixty times leaves nothing of a distance of 2 that a float could tell.
    for _ in 0..60 {
        let middle = f64::midpoint(inside, outside);
        *(if holds(middle) { &mut inside } else { &mut outside }) = middle;
    }
    inside
}

/// The least number up to `most` for which it holds, if it holds for all above one for which it does.
pub(crate) fn least_that_holds(most: u64, holds: impl Fn(u64) -> bool) -> Option<u64> {
    let (mut below, mut reached) = (0, 1);
    while !holds(reached) {
        if reached == most {
            return None;
        }
        below = reached;
        reached = (2 * reached).min(most);
    }
    while reached - below > 1 {
        let middle = u64::midpoint(below, reached);
        *(if holds(middle) { &mut reached } else { &mut below }) = middle;
    }
    Some(reached)
}

#[cfg(test)]
mod testing;
