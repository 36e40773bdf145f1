//! Progress of a run: a bar on a terminal, otherwise now and then a line on standard error; a host program receives it
//! instead. Since users look at any time, rates come with intervals that hold at any time.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use szala_analysis::statistics::sequence;
use szala_analysis::{ALPHA, Tally, Until};
use szala_kernel::{BySide, Side};

use crate::guest::{self, News, Watch};

/// How often the bar is drawn.
const DRAWN_EVERY: Duration = Duration::from_millis(200);
/// How often a line is written where there is no terminal; short runs write none.
const TOLD_EVERY: Duration = Duration::from_secs(10);
/// The least time before a speed is reported.
const TOO_EARLY: Duration = Duration::from_millis(500);

/// Where and when progress is shown.
#[derive(Debug)]
struct Teller {
    begun: Instant,
    told: Instant,
    place: Place,
}

/// Where it is shown.
#[derive(Debug)]
enum Place {
    /// On a terminal.
    Bar(ProgressBar),
    /// To the program that asked.
    Host(Watch),
    /// On standard error, line by line.
    Log,
}

impl Teller {
    fn new(all: u64) -> Self {
        let place = if let Some(watch) = guest::watch() {
            Place::Host(watch)
        } else if std::io::stderr().is_terminal() {
            // Two lines, so that a terminal of eighty columns shows all of it.
            let template = "{bar:20} {prefix}\n{wide_msg}";
            let style = ProgressStyle::with_template(template).expect("a template that was tried");
            Place::Bar(ProgressBar::new(all).with_style(style))
        } else {
            Place::Log
        };
        let now = Instant::now();
        Self { begun: now, told: now, place }
    }

    /// Does nobody watch it live?
    fn is_log(&self) -> bool {
        matches!(self.place, Place::Log)
    }

    /// Is it time to show progress?
    fn is_due(&mut self) -> bool {
        let every = if self.is_log() { TOLD_EVERY } else { DRAWN_EVERY };
        let is_due = self.told.elapsed() >= every;
        if is_due {
            self.told = Instant::now();
        }
        is_due
    }

    /// Shows how many are done, and how many are left.
    fn tell(&self, done: u64, left: u64, pace: String, news: String) {
        match &self.place {
            Place::Bar(bar) => {
                bar.update(|state| {
                    state.set_len(done + left);
                    state.set_pos(done);
                });
                bar.set_prefix(pace);
                bar.set_message(news);
            }
            Place::Host(watch) => watch.leave(News { done, all: done + left, pace, found: news }),
            Place::Log => aside!("{pace}: {news}"),
        }
    }
}

impl Drop for Teller {
    /// Removes the bar, also after an error, so that the message stands alone.
    fn drop(&mut self) {
        if let Place::Bar(bar) = &self.place {
            bar.finish_and_clear();
        }
    }
}

/// Reports the progress of a run, until it is dropped.
#[derive(Debug)]
pub(crate) struct Progress<'p> {
    sides: BySide<&'p str>,
    /// The maximum number of games of the run, and how many of them were played before it resumed.
    games: u64,
    before: u64,
    until: Option<Until>,
    teller: Teller,
}

impl<'p> Progress<'p> {
    /// Progress of a run with this many games, some of which may have been played before.
    pub(crate) fn new(sides: BySide<&'p str>, games: u64, before: u64, until: Option<Until>) -> Self {
        Self { sides, games, before, until, teller: Teller::new(games) }
    }

    /// Reports the counts so far, if it is time to.
    pub(crate) fn tell(&mut self, tally: &Tally) {
        if self.teller.is_due() {
            let (pace, rates) = (self.pace(tally, self.teller.begun.elapsed()), self.rates(tally));
            self.teller.tell(tally.games, self.left(tally), pace, rates);
        }
    }

    /// How many games are left, as far as is known.
    fn left(&self, tally: &Tally) -> u64 {
        let most = self.games.saturating_sub(tally.games);
        match self.until.map(|until| until.reached(tally)) {
            Some(Err(Some(more))) => more.min(most),
            Some(Ok(())) => 0,
            Some(Err(None)) | None => most,
        }
    }

    /// How many games, how fast, and how long it will take.
    fn pace(&self, tally: &Tally, elapsed: Duration) -> String {
        let left = self.left(tally);
        let about = if self.until.is_some() && left < self.games - tally.games { "about " } else { "" };
        let pace = pace(tally.games - self.before, Some(left), elapsed);
        format!("{} of {about}{} games{pace}", tally.games, tally.games + left)
    }

    /// The rates of wins and draws with their intervals.
    fn rates(&self, tally: &Tally) -> String {
        let rows = [
            (self.sides[Side::First], tally.first),
            ("draw", tally.draws),
            (self.sides[Side::Second], tally.second),
        ];
        let rate = |(name, hits): (&str, u64)| {
            let rate = sequence::rate(hits, tally.ended(), ALPHA);
            let [estimate, low, high] = [rate.estimate, rate.low, rate.high].map(|part| part * 100.0);
            format!("{name} {estimate:.1} % ({low:.1} to {high:.1})")
        };
        rows.map(rate).join(", ")
    }
}

/// Reports the progress of anything else, until it is dropped: on a terminal or to a host only, so that a log does not
/// depend on how long things took.
#[derive(Debug)]
pub(crate) struct Count {
    all: u64,
    /// Is `all` the exact number, not the maximum?
    is_all: bool,
    /// What is counted.
    what: &'static str,
    teller: Teller,
}

impl Count {
    /// Progress towards this many of what is counted.
    pub(crate) fn new(all: u64, what: &'static str) -> Self {
        Self { all, is_all: true, what, teller: Teller::new(all) }
    }

    /// Progress of something that stops by itself, after at most this many.
    pub(crate) fn up_to(most: u64, what: &'static str) -> Self {
        Self { is_all: false, ..Self::new(most, what) }
    }

    /// Shows that this many are done, if it is time to.
    pub(crate) fn tell(&mut self, done: u64) {
        self.tell_with(done, String::new);
    }

    /// The same if the total becomes known on the way.
    pub(crate) fn tell_of(&mut self, done: u64, all: u64) {
        self.all = all;
        self.tell(done);
    }

    /// The same, with the findings so far.
    pub(crate) fn tell_with(&mut self, done: u64, news: impl FnOnce() -> String) {
        if !self.teller.is_log() && self.teller.is_due() {
            let pace = self.pace(done, self.teller.begun.elapsed());
            self.teller.tell(done, self.all.saturating_sub(done), pace, news());
        }
    }

    fn pace(&self, done: u64, elapsed: Duration) -> String {
        let (all, what) = (self.all, self.what);
        let pace = pace(done, self.is_all.then(|| all.saturating_sub(done)), elapsed);
        let at_most = if self.is_all { "" } else { "at most " };
        format!("{done} of {at_most}{all} {what}{pace}")
    }
}

/// Reports how much of a budget is spent, and what was found so far: as a bar on a terminal, otherwise as lines with
/// the findings.
#[derive(Debug)]
pub(crate) struct Spending {
    teller: Teller,
    news: String,
}

impl Default for Spending {
    fn default() -> Self {
        Self { teller: Teller::new(100), news: String::new() }
    }
}

impl Spending {
    /// Reports that this share is spent, if it is time to.
    pub(crate) fn spent(&mut self, share: f64, games: u64) {
        if !self.teller.is_log() && self.teller.is_due() {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
            let percent = (share * 100.0).clamp(0.0, 100.0) as u64;
            let pace = format!("{percent} % of the budget, {games} games");
            self.teller.tell(percent, 100 - percent, pace, self.news.clone());
        }
    }

    /// Reports a finding.
    pub(crate) fn news(&mut self, news: String) {
        if self.teller.is_log() {
            aside!("{news}");
        }
        self.news = news;
    }
}

/// The speed so far and, if known, the time left; nothing while it is too early.
fn pace(done: u64, left: Option<u64>, elapsed: Duration) -> String {
    if elapsed < TOO_EARLY || done == 0 {
        return String::new();
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of games stay far below 2^53")]
    let (done, left) = (done as f64, left.map(|left| left as f64));
    let a_second = done / elapsed.as_secs_f64();
    let left = left.map_or_else(String::new, |left| format!(", {} left", time(left / a_second)));
    format!(", {} a second{left}", speed(a_second))
}

/// Games per second, with as many digits as matter.
fn speed(a_second: f64) -> String {
    if a_second < 10.0 { format!("{a_second:.1}") } else { format!("{a_second:.0}") }
}

/// A time for people.
fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 90.0 => format!("{seconds:.0} s"),
        seconds if seconds < 90.0 * 60.0 => format!("{:.0} min", seconds / 60.0),
        seconds if seconds < 48.0 * 3600.0 => format!("{:.1} h", seconds / 3600.0),
        seconds => format!("{:.0} days", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(before: u64, until: Option<Until>) -> Progress<'static> {
        Progress::new(BySide(["Red", "Blue"]), 10_000, before, until)
    }

    #[test]
    fn what_is_told_is_speed_time_left_and_rates_with_intervals() {
        let tally = Tally { games: 4_000, first: 1_000, draws: 1_000, second: 2_000, ..Tally::default() };
        let progress = progress(2_000, None);
        // 2000 games in 2 seconds; 6000 left take 6.
        let pace = progress.pace(&tally, Duration::from_secs(2));
        assert_eq!(pace, "4000 of 10000 games, 1000 a second, 6 s left");
        let rates = progress.rates(&tally);
        assert!(rates.starts_with("Red 25.0 % ("), "{rates}");
        assert!(rates.contains(", draw 25.0 % (") && rates.contains(", Blue 50.0 % ("), "{rates}");
    }

    #[test]
    fn a_run_that_ends_when_it_is_precise_tells_about_when_that_is() {
        let tally = Tally { games: 1_000, first: 500, second: 500, ..Tally::default() };
        let line = progress(0, Some(Until::Precise(0.03))).pace(&tally, Duration::from_secs(1));
        let about: u64 = line
            .strip_prefix("1000 of about ")
            .and_then(|rest| rest.split(' ').next())
            .and_then(|games| games.parse().ok())
            .unwrap_or_else(|| panic!("{line}"));
        // At 1000 games and a rate of a half a fixed-size interval has a half-width of 3.1 points (method of Wilson);
        // one that may be peeked at needs more games for 3, but not ten times as many.
        assert!((1_100..10_000).contains(&about), "{line}");
    }

    #[test]
    fn what_is_counted_is_told_by_name() {
        let count = Count::new(400, "pairs of games");
        // 100 in 2 seconds; 300 left take 6.
        assert_eq!(
            count.pace(100, Duration::from_secs(2)),
            "100 of 400 pairs of games, 50 a second, 6 s left"
        );
        assert_eq!(count.pace(0, Duration::from_secs(2)), "0 of 400 pairs of games");
        let open = Count::up_to(400, "pairs").pace(100, Duration::from_secs(2));
        assert_eq!(open, "100 of at most 400 pairs, 50 a second");
    }

    #[test]
    fn nothing_is_said_of_the_speed_before_it_can_be_known() {
        let tally = Tally { games: 1, first: 1, ..Tally::default() };
        let pace = progress(0, None).pace(&tally, Duration::from_millis(3));
        assert_eq!(pace, "1 of 10000 games");
    }

    #[test]
    fn times_are_told_in_units_that_people_use() {
        let told = [5.4, 89.0, 120.0, 7_200.0, 200_000.0].map(time);
        assert_eq!(told, ["5 s", "89 s", "2 min", "2.0 h", "2 days"]);
        assert_eq!([0.53, 9.96, 8_123.4].map(speed), ["0.5", "10.0", "8123"]);
    }
}
