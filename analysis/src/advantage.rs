//! Whose advantage is it, the ground's or the first move's? Every game is played in four forms with the same keyed
//! dice: on the ground as it is and exchanged, and with either side leading. What is left when both are taken out is
//! the side's own: its army, and the habits of its player. So it is told of one map, or of a family of them.
//!
//! - here: the games, in the order of their numbers, whatever the number of threads;
//! - `effects`: what follows from them.

mod effects;

use core::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use szala_ai::Player;
use szala_kernel::{BySide, Exchange, Paired, RunSeed, Side};

use crate::compare::{Axis, Seated, Variant};
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

/// Rules with those who play by them, in four forms: on the ground as it is and exchanged, each with the first side
/// leading and with the second.
#[derive(Debug)]
pub struct Forms<R, P>([[(R, BySide<P>); 2]; 2]);

impl<R: Exchange, P> Forms<R, P> {
    /// The four forms; `players` makes the players of each.
    ///
    /// # Errors
    /// Those of `players`.
    pub fn of<E>(rules: &R, players: impl Fn(&R) -> Result<BySide<P>, E>) -> Result<Self, E> {
        let form = |rules: &R, side| {
            let rules = rules.led_by(side);
            let players = players(&rules)?;
            Ok((rules, players))
        };
        let forms = |rules: &R| Ok([form(rules, Side::First)?, form(rules, Side::Second)?]);
        Ok(Self([forms(rules)?, forms(&rules.exchanged())?]))
    }
}

/// What a game came to in its four forms: half points of the first side, nothing where it had no end. First by ground,
/// as it is and exchanged, then by who leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Four(pub [[Option<i64>; 2]; 2]);

/// Why not all games could be played.
#[derive(Debug)]
pub enum Failed {
    /// The system refuses to start so many threads.
    Threads(ThreadPoolBuildError),
    /// A map cannot be played, in the words of whoever makes them.
    Map(String),
}

/// Plays the games of the plan; `forms` makes the forms of the map of this number, from 0. `take` is given the number
/// of the first of some games and the games, in order, those of a map after those of the one before, until it breaks
/// off; `stop` is as for [`play`](crate::play).
///
/// # Errors
/// When the system refuses to start so many threads, and when a map cannot be made.
pub fn play_forms<R, P>(
    plan: &FourPlan,
    forms: impl Fn(u64) -> Result<Forms<R, P>, String> + Sync,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &[Four]) -> ControlFlow<()>,
) -> Result<(), Failed>
where
    R: Paired,
    R::Action: Send,
    P: Player<R> + Clone,
{
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
struct Worker<'w, F, R, P> {
    plan: &'w FourPlan,
    forms: &'w F,
    at_hand: Option<(u64, Forms<R, P>)>,
}

impl<F, R, P> Work for Worker<'_, F, R, P>
where
    F: Fn(u64) -> Result<Forms<R, P>, String>,
    R: Paired,
    P: Player<R> + Clone,
{
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
                Ok(Forms(forms)) => play(forms, seed, next..end, &mut stretch.played),
                Err(told) => {
                    stretch.refused = Some(told);
                    return;
                }
            }
            next = end;
        }
    }
}

impl<F, R, P> Worker<'_, F, R, P>
where
    F: Fn(u64) -> Result<Forms<R, P>, String>,
{
    fn on_map(&mut self, map: u64) -> Result<&Forms<R, P>, String> {
        let made = match self.at_hand.take() {
            Some((known, forms)) if known == map => forms,
            _ => (self.forms)(map)?,
        };
        Ok(&self.at_hand.insert((map, made)).1)
    }
}

fn play<R: Paired, P: Player<R> + Clone>(
    forms: &[[(R, BySide<P>); 2]; 2],
    seed: RunSeed,
    numbers: Range<u64>,
    played: &mut Vec<Four>,
) {
    let seat = |(rules, players)| Seated::new(&Variant { rules, players }, seed);
    let mut seated =
        forms.each_ref().map(|by_leader| by_leader.each_ref().map(|(rules, players)| seat((rules, players))));
    played.extend(numbers.map(|number| {
        Four(
            seated
                .each_mut()
                .map(|by_leader| by_leader.each_mut().map(|form| Axis::Score.of(&form.play(number)))),
        )
    }));
}

#[cfg(test)]
mod tests;
