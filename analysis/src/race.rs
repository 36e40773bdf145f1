//! Variants raced beside a scenario as it is: the same numbers, and the same dice wherever they ask for the same. The
//! scenario itself is played once, however many variants it is paired with and however often the race goes on. Which
//! one drops out, and when, is left to the caller.

use core::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPoolBuildError;
use szala_kernel::RunSeed;
use szala_system::{Contest, Half};

use crate::compare::{Keyed, Pair, play_keyed};
use crate::crew::{Work, in_order};
use crate::parts::{Parts, PartsFailed, Piece};
use crate::run::Plan;

/// How many variants are played at once. Each is a game with its tables and players, some megabytes of them on every
/// thread. A sweep plays the scenario as it is again with each such group, which takes about one part in this many of
/// the time.
pub const AT_ONCE: usize = 24;

/// Why a race was not played.
#[derive(Debug)]
pub enum RaceFailed {
    /// The system cannot start this many threads.
    Threads(ThreadPoolBuildError),
    /// A variant cannot be played, and why.
    Variant(String),
    /// Its parts do not come together.
    Parts(PartsFailed),
}

/// Seats the players of the variant in this place.
pub type Seat<'s> = &'s dyn Fn(usize) -> Result<Box<dyn Contest>, String>;

/// A race under way.
pub struct Race<'r> {
    reference: &'r dyn Contest,
    seed: RunSeed,
    threads: usize,
    stop: &'r AtomicBool,
    /// The games of the scenario as it is, from number 0.
    halves: Vec<Half>,
    spent: u64,
    /// With whom it is shared.
    parts: Option<Parts>,
}

impl<'r> Race<'r> {
    /// Begins a race beside this contest. When `stop` is set, games under way are finished and no others are begun.
    pub fn new(reference: &'r dyn Contest, seed: RunSeed, threads: usize, stop: &'r AtomicBool) -> Self {
        Self { reference, seed, threads, stop, halves: Vec::new(), spent: 0, parts: None }
    }

    /// Shares its games with other processes, or keeps them for later.
    pub fn share(&mut self, parts: Parts) {
        self.parts = Some(parts);
    }

    /// With whom its games are shared.
    pub fn parts(&mut self) -> Option<&mut Parts> {
        self.parts.as_mut()
    }

    /// All games played so far, those of the scenario as it is included.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The games of the scenario as it is that were played so far, from number 0.
    pub fn reference(&self) -> &[Half] {
        &self.halves
    }

    /// Was it stopped from outside?
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays the scenario as it is up to this number, unless it was played before.
    ///
    /// # Errors
    /// When the system cannot start this many threads.
    pub fn play_reference(&mut self, to: u64) -> Result<(), RaceFailed> {
        let plan = Plan { seed: self.seed, numbers: self.halves.len() as u64..to, threads: self.threads };
        if plan.numbers.is_empty() {
            return Ok(());
        }
        if let Some(parts) = &mut self.parts {
            let what = format!("{:?} {:?}, as it is", self.seed, plan.numbers);
            let piece = Piece { what, numbers: plan.numbers.clone(), width: 1 };
            let number = parts.play(&piece, |numbers| {
                all_of(self.reference, &Plan { numbers, ..plan.clone() }, self.stop)
            })?;
            let games = parts.gather((number, &piece), self.stop)?;
            self.spent += games.len() as u64;
            self.halves.extend(games);
            return Ok(());
        }
        let halves = &mut self.halves;
        let before = halves.len();
        let take = |_, games: &[Half]| {
            halves.extend_from_slice(games);
            ControlFlow::Continue(())
        };
        play_keyed(self.reference, &plan, self.stop, take).map_err(RaceFailed::Threads)?;
        self.spent += (self.halves.len() - before) as u64;
        Ok(())
    }

    /// Plays these numbers in the variants of these places. `take` is given the place, the number and the two games,
    /// that of the scenario as it is first; the numbers of one place come in order. `tell` is called now and then with
    /// the number of games spent.
    ///
    /// # Errors
    /// When the system cannot start this many threads, a variant cannot be played, or parts of the race are missing.
    pub fn play(
        &mut self,
        numbers: Range<u64>,
        places: &[usize],
        seat: Seat<'_>,
        mut take: impl FnMut(usize, u64, Pair),
        mut tell: impl FnMut(u64),
    ) -> Result<(), RaceFailed> {
        self.play_reference(numbers.end)?;
        tell(self.spent);
        let numbers = numbers.start..numbers.end.min(self.halves.len() as u64);
        if self.parts.is_some() {
            return self.play_in_parts(&numbers, places, seat, (&mut take, &mut tell));
        }
        for group in places.chunks(AT_ONCE) {
            if self.is_stopped() {
                break;
            }
            let contests = seated(group, seat)?;
            let (seed, threads, stop) = (self.seed, self.threads, self.stop);
            let worker = || Table::of(contests.iter().map(|contest| &**contest), seed);
            in_order(numbers.clone(), threads, worker, stop, |numbers, games: &Vec<Half>| {
                self.hand_on(numbers, group, games, &mut take);
                tell(self.spent);
                ControlFlow::Continue(())
            })
            .map_err(RaceFailed::Threads)?;
        }
        Ok(())
    }

    /// Hands on games of these numbers in the variants of these places, number by number.
    fn hand_on(
        &mut self,
        numbers: Range<u64>,
        places: &[usize],
        games: &[Half],
        take: &mut impl FnMut(usize, u64, Pair),
    ) {
        for (number, row) in numbers.zip(games.chunks(places.len())) {
            let as_it_is = self.halves[usize::try_from(number).expect("the game was played before")];
            for (place, half) in places.iter().zip(row) {
                take(*place, number, [as_it_is, *half]);
            }
        }
        self.spent += games.len() as u64;
    }

    /// Plays all groups before it waits for other processes.
    fn play_in_parts(
        &mut self,
        numbers: &Range<u64>,
        places: &[usize],
        seat: Seat<'_>,
        (take, tell): (&mut impl FnMut(usize, u64, Pair), &mut impl FnMut(u64)),
    ) -> Result<(), RaceFailed> {
        let (seed, threads, stop) = (self.seed, self.threads, self.stop);
        let mut pieces = Vec::new();
        for group in places.chunks(AT_ONCE) {
            let Some(parts) = &mut self.parts else { return Ok(()) };
            let what = format!("{seed:?} {numbers:?}, {group:?}");
            let piece = Piece { what, numbers: numbers.clone(), width: group.len() };
            let number = parts.play(&piece, |numbers| {
                let contests = seated(group, seat)?;
                let worker = || Table::of(contests.iter().map(|contest| &**contest), seed);
                let mut all = Vec::new();
                in_order(numbers, threads, worker, stop, |_, games: &Vec<Half>| {
                    all.extend_from_slice(games);
                    ControlFlow::Continue(())
                })
                .map_err(RaceFailed::Threads)?;
                Ok(all)
            })?;
            pieces.push((number, piece));
        }
        for (group, (number, piece)) in places.chunks(AT_ONCE).zip(&pieces) {
            let Some(parts) = &self.parts else { return Ok(()) };
            let games = parts.gather((*number, piece), stop)?;
            self.hand_on(numbers.clone(), group, &games, take);
            tell(self.spent);
        }
        Ok(())
    }
}

fn seated(places: &[usize], seat: Seat<'_>) -> Result<Vec<Box<dyn Contest>>, RaceFailed> {
    places.iter().map(|place| seat(*place)).collect::<Result<_, _>>().map_err(RaceFailed::Variant)
}

/// All games of a plan.
fn all_of(contest: &dyn Contest, plan: &Plan, stop: &AtomicBool) -> Result<Vec<Half>, RaceFailed> {
    let mut all = Vec::new();
    play_keyed(contest, plan, stop, |_, games| {
        all.extend_from_slice(games);
        ControlFlow::Continue(())
    })
    .map_err(RaceFailed::Threads)?;
    Ok(all)
}

/// A worker that plays each number in several variants.
pub(crate) struct Table<'c>(Vec<Keyed<'c>>);

impl<'c> Table<'c> {
    pub(crate) fn of(contests: impl Iterator<Item = &'c dyn Contest>, seed: RunSeed) -> Self {
        Self(contests.map(|contest| Keyed::new(contest, seed)).collect())
    }
}

impl Work for Table<'_> {
    type Stretch = Vec<Half>;

    fn fill(&mut self, numbers: Range<u64>, halves: &mut Vec<Half>) {
        halves.clear();
        for number in numbers {
            halves.extend(self.0.iter_mut().map(|keyed| keyed.play(number)));
        }
    }
}
