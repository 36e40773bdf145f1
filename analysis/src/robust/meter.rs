//! What a search may spend, and what it has spent: games or time. Each piece of work gets a share of the budget; when
//! that is used up, play stops.

use core::cell::Cell;
use core::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use szala_kernel::RunSeed;
use szala_system::Contest;

use super::News;
use crate::score::{Score, scores};
use crate::statistics::float;

/// What a search may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Budget {
    /// This many games: the result is the same on any machine and any number of threads.
    Games(u64),
    /// This many seconds.
    Seconds(u64),
}

/// What a search has spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Games that were played.
    pub games: u64,
    /// Milliseconds, over all parts of an interrupted search.
    pub milliseconds: u64,
}

/// Games a second that are assumed before any were played. A search that goes on begins with the mean of what it was.
const FIRST_GUESS: f64 = 1_000.0;
/// The most games between two looks at the clock. Players may be slow, so the first comes after a game for each thread;
/// while they are quick, the number doubles each time.
pub(super) const CHUNK: u64 = 512;
const QUICK: Duration = Duration::from_millis(250);
/// The fewest slow games that say something of the speed.
const FEW: u64 = 16;
/// Games between two looks where players are known to be slow.
pub(super) const SLOW_CHUNK: u64 = 16;
/// How many times its share of the time a piece of work may take.
const SLACK: f64 = 1.25;

/// How many games are played between two looks.
pub(super) struct Pace {
    chunk: u64,
    most: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self::up_to(CHUNK)
    }
}

impl Pace {
    fn up_to(most: u64) -> Self {
        Self { chunk: most.min(rayon::current_num_threads() as u64), most }
    }

    /// The games of the next piece of work.
    pub(super) fn next(&self) -> u64 {
        self.chunk
    }

    /// Does a piece of work; the next one is larger if it was quick.
    pub(super) fn of<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        if begun.elapsed() < QUICK {
            self.chunk = self.most.min(2 * self.chunk);
        }
        done
    }
}

/// Kinds of work: players are slower in one than in another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labour {
    /// Games of the matrix, by all players.
    Matrix,
    /// Searches for responses.
    Search,
    /// The ends of the play interval.
    Ends,
    /// Games of a player that thinks long.
    Deep,
    /// Drills, which learn between games.
    Drill,
}

/// How much slower work of a kind is than other work, as far as is known before there was any. Who drills considers
/// more options, and learns.
const fn slower(labour: Labour) -> f64 {
    if matches!(labour, Labour::Drill) { 2.0 } else { 1.0 }
}

pub(super) struct Meter<'m> {
    budget: Budget,
    before: Spent,
    begun: Instant,
    games: Cell<u64>,
    /// Games left for the work under way, and until when.
    purse: Cell<u64>,
    until: Cell<Option<Instant>>,
    /// When the work under way began, with how many games.
    work: Cell<(Instant, u64, Labour)>,
    /// Games a second of the last work of each kind, where there was one.
    speeds: [Cell<Option<f64>>; 5],
    stop: &'m AtomicBool,
    tell: &'m (dyn Fn(News<'_>) + 'm),
}

impl<'m> Meter<'m> {
    pub(super) fn new(
        budget: Budget,
        before: Spent,
        stop: &'m AtomicBool,
        tell: &'m (dyn Fn(News<'_>) + 'm),
    ) -> Self {
        let now = Instant::now();
        Self {
            budget,
            before,
            begun: now,
            games: Cell::new(before.games),
            purse: Cell::new(0),
            until: Cell::new(None),
            work: Cell::new((now, before.games, Labour::Matrix)),
            speeds: Default::default(),
            stop,
            tell,
        }
    }

    /// What has been spent.
    pub(super) fn spent(&self) -> Spent {
        let now = u64::try_from(self.begun.elapsed().as_millis()).expect("no search takes so long");
        Spent { games: self.games.get(), milliseconds: self.before.milliseconds + now }
    }

    /// Which part of the budget has been spent.
    pub(super) fn share(&self) -> f64 {
        let Spent { games, milliseconds } = self.spent();
        match self.budget {
            Budget::Games(all) => float(games) / float(all.max(1)),
            Budget::Seconds(all) => float(milliseconds) / 1000.0 / float(all.max(1)),
        }
    }

    /// Did somebody ask to stop?
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Begins a piece of work that may spend this share of the budget; returns how many games that is.
    pub(super) fn begin(&self, labour: Labour, share: f64) -> u64 {
        let now = Instant::now();
        let (begun, games, last) = self.work.get();
        let played = self.games.get() - games;
        let seconds = (now - begun).as_secs_f64().max(1e-3);
        // A few quick games say nothing of the speed.
        if played > CHUNK || (played >= FEW && seconds > 1.0) {
            let speed = float(played) / seconds;
            self.speeds[last as usize].set(Some(speed));
        }
        self.work.set((now, self.games.get(), labour));
        let games = match self.budget {
            Budget::Games(all) => float(all) * share,
            Budget::Seconds(all) => {
                let seconds = float(all) * share;
                self.until.set(Some(now + Duration::from_secs_f64(seconds * SLACK)));
                let known = || self.speeds.iter().find_map(Cell::get).map(|speed| speed / slower(labour));
                seconds * self.speeds[labour as usize].get().or_else(known).unwrap_or_else(|| self.guess())
            }
        };
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a positive number of games"
        )]
        let games = games as u64;
        self.purse.set(games);
        games
    }

    /// Deals the rest of the time of the work under way anew, by the speed that it has shown; nothing where the budget
    /// is in games.
    pub(super) fn go_on(&self, share: f64) -> Option<u64> {
        let Budget::Seconds(all) = self.budget else { return None };
        let (begun, _, labour) = self.work.get();
        let rest = share - begun.elapsed().as_secs_f64() / float(all.max(1));
        Some(self.begin(labour, rest.max(0.0)))
    }

    /// Games a second, before the first work of this process was done.
    fn guess(&self) -> f64 {
        let Spent { games, milliseconds } = self.before;
        if games < FEW || milliseconds == 0 {
            FIRST_GUESS
        } else {
            1000.0 * float(games) / float(milliseconds)
        }
    }

    /// How many games of players who do not think long this share of the budget is worth.
    pub(super) fn worth(&self, share: f64) -> f64 {
        let speed = |labour: Labour| self.speeds[labour as usize].get();
        match self.budget {
            Budget::Games(all) => float(all) * share,
            Budget::Seconds(all) => {
                let speed = speed(Labour::Ends).or(speed(Labour::Search)).or(speed(Labour::Matrix));
                float(all) * share * speed.unwrap_or_else(|| self.guess())
            }
        }
    }

    /// Has the work under way used up its time?
    pub(super) fn is_late(&self) -> bool {
        self.until.get().is_some_and(|until| Instant::now() >= until)
    }

    /// Has the work under way used this part of its time?
    pub(super) fn has_used(&self, part: f64) -> bool {
        let (begun, ..) = self.work.get();
        self.until.get().is_some_and(|until| begun.elapsed() >= (until - begun).mul_f64(part / SLACK))
    }

    /// Games that the work under way may still spend.
    pub(super) fn left(&self) -> u64 {
        if self.is_late() || self.is_stopped() { 0 } else { self.purse.get() }
    }

    /// Lets the work under way spend this many games, however little is left and however late it is.
    pub(super) fn insist(&self, games: u64) {
        if self.left() < games {
            self.purse.set(games);
            self.until.set(None);
        }
    }

    /// Plays these games; nothing when there is not budget enough for all, or when somebody asked to stop.
    pub(super) fn play(
        &self,
        contest: &dyn Contest,
        seed: RunSeed,
        numbers: Range<u64>,
    ) -> Option<Vec<Score>> {
        let mut all = Vec::new();
        let (mut next, mut pace) = (numbers.start, Pace::default());
        while next < numbers.end {
            if self.left() < numbers.end - next {
                return None;
            }
            let chunk = next..numbers.end.min(next + pace.next());
            next = chunk.end;
            let count = chunk.end - chunk.start;
            all.extend(pace.of(|| scores(contest, seed, chunk)));
            self.purse.set(self.purse.get() - count);
            self.games.set(self.games.get() + count);
            let (games, share) = (self.games.get(), self.share());
            (self.tell)(News::Spent { games, share });
        }
        Some(all)
    }

    /// Games that somebody else has played.
    pub(super) fn count(&self, games: u64) {
        self.games.set(self.games.get() + games);
        self.purse.set(self.purse.get().saturating_sub(games));
        let (games, share) = (self.games.get(), self.share());
        (self.tell)(News::Spent { games, share });
    }

    /// The flag of those who ask to stop.
    pub(super) fn stop(&self) -> &AtomicBool {
        self.stop
    }

    /// Plays this many games, but no longer than this share of a budget in time, however slow the players are: it looks
    /// at the clock after `look` games at most. Nothing when somebody asked to stop.
    pub(super) fn play_within(
        &self,
        contest: &dyn Contest,
        seed: RunSeed,
        games: u64,
        share: f64,
        look: u64,
    ) -> Option<Vec<Score>> {
        let begun = Instant::now();
        let is_late = || match self.budget {
            Budget::Games(_) => false,
            Budget::Seconds(all) => begun.elapsed().as_secs_f64() > float(all) * share,
        };
        let mut all = Vec::new();
        let mut pace = Pace::up_to(look);
        while (all.len() as u64) < games && (all.is_empty() || !is_late()) {
            let done = all.len() as u64;
            let chunk = done..games.min(done + pace.next());
            self.insist(chunk.end - chunk.start);
            match pace.of(|| self.play(contest, seed, chunk)) {
                Some(scores) => all.extend(scores),
                None if self.is_stopped() => return None,
                // It became too late between the two.
                None => {}
            }
        }
        Some(all)
    }

    pub(super) fn tell(&self, news: News<'_>) {
        (self.tell)(news);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tenth of 100 seconds: 10 000 games by the first guess, 1 000 where 5 000 games took 50 seconds before.
    #[test]
    fn a_search_that_goes_on_begins_with_its_speed_of_before() {
        for (before, games) in [
            (Spent::default(), 10_000),
            (Spent { games: 5_000, milliseconds: 50_000 }, 1_000),
            // Too few games to say anything.
            (Spent { games: 5, milliseconds: 50_000 }, 10_000),
        ] {
            let stop = AtomicBool::new(false);
            let meter = Meter::new(Budget::Seconds(100), before, &stop, &|_| ());
            assert_eq!(meter.begin(Labour::Drill, 0.1), games, "{before:?}");
        }
    }

    /// Half of no time is used at once, half of a day and more is not, and games have no time.
    #[test]
    fn work_has_used_a_part_of_its_time_and_where_games_are_counted_none() {
        let stop = AtomicBool::new(false);
        let meter = Meter::new(Budget::Seconds(100), Spent::default(), &stop, &|_| ());
        meter.begin(Labour::Drill, 0.0);
        assert!(meter.has_used(0.5));
        meter.begin(Labour::Drill, 1_000.0);
        assert!(!meter.has_used(0.5) && meter.has_used(0.0));
        let meter = Meter::new(Budget::Games(100), Spent::default(), &stop, &|_| ());
        meter.begin(Labour::Drill, 0.0);
        assert!(!meter.has_used(0.5));
    }
}
