//! The pilot of a forecast: games in growing blocks, until the reported figure stays within its factor, a time is up,
//! or the question is answered. Nobody plays between two blocks, so that the pace is that of games alone.

use core::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rayon::ThreadPoolBuildError;
use szala_kernel::RunSeed;
use szala_system::{Contest, Half, Stretch};

use super::{Asking, Forecast, KEPT, PROMISED, Question};
use crate::compare::{Axis, Pair, play_keyed, play_pairs, play_pairs_with_rows};
use crate::gate::{Asked, Remembered};
use crate::run::{Plan, play};
use crate::statistics::float;

/// The first block.
const FIRST: u64 = 10;
/// How many times as many games there are after a block, at most.
const GROWS: u64 = 2;
/// Fewer games than this do not end a pilot, unless they answer the question.
const LEAST: u64 = 500;
/// Less time than this does not, either: the pace would be unsure.
const SHORTEST: Duration = Duration::from_secs(1);

/// How long a pilot goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Until the forecast stays within its factor, or this time is up.
    Until(Duration),
    /// This many games, or pairs of games.
    Games(u64),
}

/// How games go.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace {
    /// How long it takes until the first game is played.
    pub start: Duration,
    /// Games, or pairs of games, a second.
    pub per_second: f64,
    /// How long the pilot took in all.
    pub taken: Duration,
}

impl Pace {
    /// How many seconds this many games take.
    pub fn seconds(&self, games: u64) -> f64 {
        let seconds = if self.per_second > 0.0 { float(games) / self.per_second } else { 0.0 };
        self.start.as_secs_f64() + seconds
    }
}

/// What a pilot plays: one contest, or two in pairs.
#[derive(Clone, Copy)]
pub enum Entrants<'c> {
    /// One, as `run` plays it.
    One(&'c dyn Contest),
    /// Two, game by game.
    Two([&'c dyn Contest; 2]),
}

/// A pilot that was played.
#[derive(Clone, Debug)]
pub struct Pilot<O> {
    /// What was counted.
    pub outcome: O,
    /// What it says.
    pub forecast: Forecast,
    /// How games went.
    pub pace: Pace,
}

/// The terms of a pilot.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'t> {
    /// The seed of the run that is forecast: the pilot plays its first games.
    pub seed: RunSeed,
    /// Threads, 0 being one for each processor.
    pub threads: usize,
    /// How long it goes on.
    pub length: Length,
    /// The most games of the run.
    pub most: u64,
    /// Breaks it off.
    pub stop: &'t AtomicBool,
}

impl Terms<'_> {
    /// Plays the pilot of a question. `tell` is called now and then with the number of games done.
    ///
    /// # Errors
    /// When the system cannot start this many threads.
    pub fn ask(
        &self,
        entrants: Entrants<'_>,
        question: Question,
        tell: impl FnMut(u64),
    ) -> Result<Pilot<Asking>, ThreadPoolBuildError> {
        let asking = Asking::new(question);
        let block = |asking: &mut Asking, plan: &Plan, clock: &mut Clock| match entrants {
            Entrants::One(contest) => play(contest, plan, self.stop, |stretch: &Stretch| {
                for played in &stretch.played {
                    asking.add(played.end.ok().map(|outcome| half_points(outcome.winner)));
                }
                clock.flow(stretch.played.len(), asking.ended().is_some())
            }),
            Entrants::Two(contests) => {
                let mut take = |pairs: &[Pair]| {
                    for pair in pairs {
                        let [one, other] = pair.each_ref().map(score_of);
                        asking.add(other.zip(one).map(|(other, one)| other - one));
                    }
                    clock.flow(pairs.len(), asking.ended().is_some())
                };
                // A run of a chosen number of pairs keeps rows of them, for a breakdown by parts.
                if matches!(question, Question::Difference(_)) {
                    play_pairs_with_rows(contests, plan, self.stop, |_, pairs, _| take(pairs))
                } else {
                    play_pairs(contests, plan, self.stop, |_, pairs| take(pairs))
                }
            }
        };
        let forecast = |asking: &Asking| asking.forecast(self.most, self.seed.0);
        self.play(asking, block, forecast, |asking| asking.ended().is_some(), tell)
    }

    /// Plays the pilot of a baseline.
    ///
    /// # Errors
    /// When the system cannot start this many threads.
    pub fn gate(
        &self,
        contest: &dyn Contest,
        asked: &Asked,
        tell: impl FnMut(u64),
    ) -> Result<Pilot<Vec<Remembered>>, ThreadPoolBuildError> {
        let block = |games: &mut Vec<Remembered>, plan: &Plan, clock: &mut Clock| {
            play_keyed(contest, plan, self.stop, |_, halves| {
                games.extend(halves.iter().map(Remembered::from));
                clock.flow(halves.len(), false)
            })
        };
        let forecast =
            |games: &Vec<Remembered>| super::forecast_of_gate(asked, games, self.most, self.seed.0);
        self.play(Vec::new(), block, forecast, |_| false, tell)
    }

    fn play<O>(
        &self,
        mut outcome: O,
        mut block: impl FnMut(&mut O, &Plan, &mut Clock) -> Result<(), ThreadPoolBuildError>,
        forecast: impl Fn(&O) -> Forecast,
        is_over: impl Fn(&O) -> bool,
        mut tell: impl FnMut(u64),
    ) -> Result<Pilot<O>, ThreadPoolBuildError> {
        let begun = Instant::now();
        let (mut pace, mut from) = (Pace::default(), 0);
        loop {
            let left = match self.length {
                Length::Games(games) => games - from,
                Length::Until(time) => {
                    let left = time.saturating_sub(begun.elapsed()).as_secs_f64();
                    let by_pace = super::whole(left * pace.per_second);
                    if from == 0 { FIRST } else { by_pace }
                }
            };
            let games = left.min((from * (GROWS - 1)).max(FIRST)).min(self.most - from).max(1);
            let deadline = match self.length {
                Length::Games(_) => None,
                Length::Until(time) => Some(begun + time),
            };
            let mut clock = Clock { begun: Instant::now(), first: None, games: 0, deadline };
            let plan = Plan { seed: self.seed, numbers: from..from + games, threads: self.threads };
            block(&mut outcome, &plan, &mut clock)?;
            if from == 0 {
                pace.start = clock.first.unwrap_or_default().0;
            }
            from += clock.games;
            pace.per_second = clock.per_second(pace.per_second);
            tell(from);
            let is_out = match self.length {
                Length::Games(games) => from >= games,
                Length::Until(time) => begun.elapsed() >= time.mul_f64(KEPT),
            };
            let is_stopped = self.stop.load(Ordering::Relaxed) || clock.games < games;
            if is_over(&outcome) || is_out || is_stopped || from >= self.most {
                break;
            }
            let is_due =
                matches!(self.length, Length::Until(_)) && from >= LEAST && begun.elapsed() >= SHORTEST;
            if is_due && forecast(&outcome).factor() <= PROMISED {
                break;
            }
        }
        pace.taken = begun.elapsed();
        Ok(Pilot { forecast: forecast(&outcome), outcome, pace })
    }
}

/// The clock of a block.
struct Clock {
    begun: Instant,
    /// When the first games were there, and how many they were.
    first: Option<(Duration, u64)>,
    games: u64,
    deadline: Option<Instant>,
}

impl Clock {
    fn flow(&mut self, games: usize, is_over: bool) -> ControlFlow<()> {
        self.first.get_or_insert_with(|| (self.begun.elapsed(), games as u64));
        self.games += games as u64;
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        if is_over || is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Games a second after the first, or as before where there are too few to say.
    fn per_second(&self, before: f64) -> f64 {
        let (first, games) = self.first.unwrap_or_default();
        let seconds = self.begun.elapsed().saturating_sub(first).as_secs_f64();
        let whole = float(self.games) / self.begun.elapsed().as_secs_f64().max(1e-9);
        match () {
            () if self.games > FIRST && seconds > 0.0 => float(self.games - games) / seconds,
            () if before > 0.0 => before,
            () => whole,
        }
    }
}

fn half_points(winner: Option<szala_kernel::Side>) -> i64 {
    match winner {
        Some(szala_kernel::Side::First) => 2,
        None => 1,
        Some(szala_kernel::Side::Second) => 0,
    }
}

fn score_of(half: &Half) -> Option<i64> {
    Axis::Score.of(half)
}
