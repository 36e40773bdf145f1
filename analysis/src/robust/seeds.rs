//! Which games are played for what: every purpose and every piece of work has a run seed of its own, derived from the
//! seed of the search, so that nothing is reported on games that something was chosen on.

use szala_kernel::RunSeed;
use szala_kernel::seed::mix;

/// What games are played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The cells of the matrix, all on the same games.
    Matrix = 1,
    /// Training a response.
    Training,
    /// Choosing among what training found.
    Selection,
    /// What a response gains.
    Evaluation,
    /// Choosing whom the ends of the play interval rest on.
    Choice,
    /// The ends of the play interval.
    Ends,
    /// The value with wins, draws and losses.
    Value,
    /// Planting weaknesses.
    Planting,
}

/// The seed of a piece of work.
pub(super) fn seed_of(seed: u64, purpose: Purpose, number: u64) -> u64 {
    mix(mix(mix(seed) ^ purpose as u64).wrapping_add(number))
}

/// Its run.
pub(super) fn run_of(seed: u64, purpose: Purpose, number: u64) -> RunSeed {
    RunSeed(seed_of(seed, purpose, number))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_pieces_of_work_play_the_same_run() {
        let purposes = [Purpose::Matrix, Purpose::Training, Purpose::Selection, Purpose::Value];
        let works = purposes.iter().flat_map(|purpose| (0..1000).map(|number| seed_of(7, *purpose, number)));
        assert_eq!(works.collect::<BTreeSet<u64>>().len(), 4_000);
    }
}
