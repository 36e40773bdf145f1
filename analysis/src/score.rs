//! What games were worth to a side, game by game: for those who compare players on the same seeds.

use core::ops::Range;

use rayon::iter::{IntoParallelIterator, ParallelIterator};
use szala_kernel::{Outcome, RunSeed, Side};
use szala_system::{Contest, Worker};

/// What a game was worth to the first side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// 2 for a win, 1 for a draw.
    pub half_points: u8,
    /// Its victory points less those of the other side.
    pub lead: i32,
}

impl From<Outcome> for Score {
    fn from(outcome: Outcome) -> Self {
        let half_points = match outcome.winner {
            Some(Side::First) => 2,
            None => 1,
            Some(Side::Second) => 0,
        };
        Self { half_points, lead: outcome.lead }
    }
}

impl Score {
    /// Win 1, draw 1/2, loss nothing, as `side` sees it.
    pub fn points(self, side: Side) -> f64 {
        let points = f64::from(self.half_points) / 2.0;
        match side {
            Side::First => points,
            Side::Second => 1.0 - points,
        }
    }
}

/// Plays the games of these numbers on the threads at hand, and keeps what each was worth, in order.
pub fn scores(contest: &dyn Contest, seed: RunSeed, numbers: Range<u64>) -> Vec<Score> {
    let seat = || (contest.worker(), Vec::with_capacity(1));
    let score = |(worker, ends): &mut (Box<dyn Worker + '_>, Vec<Outcome>), number| {
        ends.clear();
        worker.end(seed, number..number + 1, ends);
        ends[0].into()
    };
    numbers.into_par_iter().map_init(seat, score).collect()
}
