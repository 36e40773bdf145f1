//! Challengers: any player against the mixes that a search found. Computes their gains and the ends of the play
//! interval that follow from them.

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use szala_kernel::{RunSeed, Side};
use szala_system::Contest;

use super::cells::Cell;
use super::ends::{LEVEL, bound, counts, gain, score_of};
use super::meter::Pace;
use crate::score::scores;
use crate::statistics::interval::Interval;
use crate::statistics::{float, normal_quantile};

/// Games of a challenger against the mix of the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Challenge {
    /// Which side it played.
    pub seat: Seat,
    /// Its name.
    pub player: String,
    /// The hash of its weights or plan. Games with the same hash are pooled, even under another name.
    pub is: String,
    /// The seed of these games, as a text.
    pub seed: String,
    /// Games that the first side won.
    pub wins: u64,
    /// That nobody won.
    pub draws: u64,
    /// That the second side won.
    pub losses: u64,
    /// The day on which they were played, in UTC.
    pub date: String,
    /// The commit the program was built from.
    pub commit: String,
}

/// A side as a file names it, whatever the sides are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// The first.
    First,
    /// The second.
    Second,
}

impl From<Side> for Seat {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

impl From<Seat> for Side {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::First,
            Seat::Second => Self::Second,
        }
    }
}

impl Challenge {
    /// How many games.
    pub fn games(&self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    /// Are these games of the same run?
    pub fn repeats(&self, other: &Self) -> bool {
        self.seat == other.seat && self.is == other.is && self.seed == other.seed
    }
}

/// A challenger with all of its games.
#[derive(Clone, Debug, PartialEq)]
pub struct Challenger {
    /// Its side.
    pub side: Side,
    /// Its name, as it was last given.
    pub player: String,
    /// The hash of its weights or plan.
    pub is: String,
    /// Its games, as the first side sees them.
    pub cell: Cell,
    /// The bound on the score: lower for the second side, upper for the first.
    pub bound: f64,
}

impl Challenger {
    /// What it gains for its side over the mix of that side, by the games in which the mixes met.
    pub fn gain(&self, mixes: Cell) -> Interval {
        gain(self.side, self.cell, mixes)
    }

    /// Are there enough games for the outer confidence bound? With fewer, the inner bound is used.
    pub fn counts(&self) -> bool {
        counts(self.cell)
    }

    /// The score of the first side in its games.
    pub fn score(&self) -> Interval {
        score_of(self.cell)
    }
}

/// The challengers, with their games pooled, those of the first side first.
pub(super) fn challengers(challenged: &[Challenge], value: f64) -> Vec<Challenger> {
    Side::BOTH.into_iter().flat_map(|side| of_side(challenged, side, value)).collect()
}

/// The ends of a play interval with those of the challengers.
pub(super) fn widened([mut low, mut high]: [f64; 2], challengers: &[Challenger]) -> [f64; 2] {
    for challenger in challengers {
        match challenger.side {
            Side::First => high = high.max(challenger.bound),
            Side::Second => low = low.min(challenger.bound),
        }
    }
    [low, high]
}

/// The challengers of a side. The 5 % error probability is divided among those that may gain over this value; a
/// challenger that is shown to gain nothing does not widen the bounds of the others.
fn of_side(challenged: &[Challenge], side: Side, value: f64) -> Vec<Challenger> {
    let mut all: Vec<Challenger> = Vec::new();
    for one in challenged.iter().filter(|one| one.seat == side.into()) {
        let Challenge { player, is, wins, draws, losses, .. } = one;
        let place = all.iter().position(|known| known.is == *is).unwrap_or(all.len());
        if place == all.len() {
            let cell = Cell::default();
            all.push(Challenger { side, player: String::new(), is: is.clone(), cell, bound: 0.5 });
        }
        all[place].player.clone_from(player);
        all[place].cell.count(Cell { wins: *wins, draws: *draws, losses: *losses });
    }
    let bounds = |all: &mut [Challenger], number: usize| {
        let quantile = normal_quantile(1.0 - LEVEL / float(number.max(1) as u64));
        for one in all {
            one.bound = bound(side, one.cell, quantile);
        }
    };
    let number = all.len();
    bounds(&mut all, number);
    let may_gain = all.iter().filter(|one| (one.bound - value) * f64::from(side.sign()) > 0.0).count();
    bounds(&mut all, may_gain);
    all
}

/// Plays this many games, or fewer if interrupted.
pub fn play(
    contest: &dyn Contest,
    seed: RunSeed,
    games: u64,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64),
) -> Cell {
    let (mut cell, mut pace) = (Cell::default(), Pace::default());
    while cell.games() < games && !stop.load(Ordering::Relaxed) {
        let done = cell.games();
        let chunk = done..games.min(done + pace.next());
        cell.add(&pace.of(|| scores(contest, seed, chunk)));
        tell(cell.games());
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::super::Found;
    use super::*;

    fn challenge(seat: Seat, is: &str, [wins, losses]: [u64; 2]) -> Challenge {
        let [player, seed, date, commit] = ["x", "1", "2026-01-01", "abc"].map(str::to_owned);
        Challenge { seat, player, is: is.to_owned(), seed, wins, draws: 0, losses, date, commit }
    }

    /// 200 of 400 games have a standard error of (1/4 / 400)^(1/2) = 2.5 points. One challenger alone may move an end
    /// by the bound of 5 % on one side, 1.645 errors or 4.1 points; of two each by that of 2.5 %, 1.96 errors or 4.9.
    /// Few games move it only as far as they show: 10 of 40 are at most 37.6 %, by the formula of Wilson.
    #[test]
    fn challengers_move_the_end_that_is_theirs() {
        let found = |challenged: Vec<Challenge>| Found {
            is_finished: true,
            score: Some(0.5),
            play_low: Some(0.48),
            play_high: Some(0.53),
            challenged,
            ..Found::default()
        };
        let half = [200, 200];
        let of = |one: &str, games| challenge(Seat::Second, one, games);
        for (challenged, low, high) in [
            (vec![], 0.48, 0.53),
            (vec![of("a", half)], 0.459, 0.53),
            (vec![challenge(Seat::First, "a", half)], 0.48, 0.541),
            (vec![of("a", half), of("b", half)], 0.451, 0.53),
            // A challenger that is shown to gain nothing does not widen the other bound.
            (vec![of("a", half), of("b", [400, 0])], 0.459, 0.53),
            // The games of one player count together.
            (vec![of("a", [150, 50]), of("a", [50, 150])], 0.459, 0.53),
            (vec![of("a", [10, 30])], 0.376, 0.53),
        ] {
            let ends = found(challenged.clone()).ends().expect("the search has ended");
            assert!((ends[0] - low).abs() < 0.001, "{challenged:?}: {ends:?}");
            assert!((ends[1] - high).abs() < 0.001, "{challenged:?}: {ends:?}");
        }
        // A search that has not ended has no ends to move.
        let begun = Found { is_finished: false, ..found(vec![of("a", half)]) };
        assert_eq!(begun.ends(), None);
    }
}
