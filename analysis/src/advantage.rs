//! Whose advantage is it, the ground's or the first move's? Every game is played in four forms with the same keyed
//! dice: on the ground as it is and exchanged, and with either side leading. What is left when both are taken out is
//! the side's own: its army, and the habits of its player. So it is measured for one map, or for a family of them.
//!
//! - here: the games, in the order of their numbers, whatever the number of threads;
//! - `effects`: what follows from them.

mod effects;

use core::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use szala_kernel::RunSeed;
use szala_system::Forms;

use crate::compare::{Axis, Keyed};
use crate::crew::{Work, in_order};

pub use effects::{Advantage, Effect, OnMap, Spread};

/// Which games to play, each of them in four forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FourPlan {
    /// The seed of the run.
    pub seed: RunSeed,
    /// How many maps.
    pub maps: u64,
    /// How many games on each. No number is played on two maps, so that maps have no luck in common.
    pub games: u64,
    /// How many threads; 0 is one for each processor.
    pub threads: usize,
}

/// What a game came to in its four forms: half points of the first side, nothing where it had no end. First by ground,
/// as it is and exchanged, then by who leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Four(pub [[Option<i64>; 2]; 2]);

/// Why not all games could be played.
#[derive(Debug)]
pub enum Failed {
    /// The system cannot start this many threads.
    Threads(ThreadPoolBuildError),
    /// A map cannot be played, in the words of its maker.
    Map(String),
}

/// Plays the games of the plan; `forms` makes the forms of the map of this number, from 0. `take` is given the number
/// of the first of some games and the games, in order, those of a map after those of the one before, until it breaks
/// off; `stop` is as for [`play`](crate::play).
///
/// # Errors
/// When the system cannot start this many threads, and when a map cannot be made.
pub fn play_forms(
    plan: &FourPlan,
    forms: impl Fn(u64) -> Result<Forms, String> + Sync,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &[Four]) -> ControlFlow<()>,
) -> Result<(), Failed> {
    let worker = || Worker { plan, forms: &forms, at_hand: None };
    let mut refused = None;
    let all = 0..plan.maps * plan.games;
    let taken = in_order(all, plan.threads, worker, stop, |numbers, stretch: &Stretch| {
        if take(numbers.start, &stretch.played).is_break() {
            return ControlFlow::Break(());
        }
        refused.clone_from(&stretch.refused);
        if refused.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    taken.map_err(Failed::Threads)?;
    refused.map_or(Ok(()), |told| Err(Failed::Map(told)))
}

/// Some games that follow each other.
#[derive(Debug, Default)]
struct Stretch {
    played: Vec<Four>,
    /// Why the next map cannot be played.
    refused: Option<String>,
}

/// A worker with the map that it played on last: its numbers grow, so it needs no map a second time.
struct Worker<'w, F> {
    plan: &'w FourPlan,
    forms: &'w F,
    at_hand: Option<(u64, Forms)>,
}

impl<F: Fn(u64) -> Result<Forms, String>> Work for Worker<'_, F> {
    type Stretch = Stretch;

    fn fill(&mut self, numbers: Range<u64>, stretch: &mut Stretch) {
        stretch.played.clear();
        stretch.refused = None;
        let FourPlan { seed, games, .. } = *self.plan;
        let mut next = numbers.start;
        while next < numbers.end {
            let map = next / games;
            let end = numbers.end.min((map + 1) * games);
            match self.on_map(map) {
                Ok(forms) => play(forms, seed, next..end, &mut stretch.played),
                Err(told) => {
                    stretch.refused = Some(told);
                    return;
                }
            }
            next = end;
        }
    }
}

impl<F: Fn(u64) -> Result<Forms, String>> Worker<'_, F> {
    fn on_map(&mut self, map: u64) -> Result<&Forms, String> {
        let made = match self.at_hand.take() {
            Some((known, forms)) if known == map => forms,
            _ => (self.forms)(map)?,
        };
        Ok(&self.at_hand.insert((map, made)).1)
    }
}

fn play(forms: &Forms, seed: RunSeed, numbers: Range<u64>, played: &mut Vec<Four>) {
    let mut keyed =
        forms.each_ref().map(|by_leader| by_leader.each_ref().map(|contest| Keyed::new(&**contest, seed)));
    played.extend(numbers.map(|number| {
        let score = |form: &mut Keyed<'_>| Axis::Score.of(&form.play(number));
        Four(keyed.each_mut().map(|by_leader| by_leader.each_mut().map(score)))
    }));
}

#[cfg(test)]
mod tests;
