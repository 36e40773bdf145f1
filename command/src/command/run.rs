//! `szala run`: plays many games, prints win rates, and records every game on request.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use clap::Args;
use szala_analysis::records::{Block, Folder, Manifest, Recorder, long_named, next_shard};
use szala_analysis::why::{Account, Slice};
use szala_analysis::{Course, Intervals, Plan, Stretch, Tally, Until, play, play_with};
use szala_kernel::{BySide, RunSeed, Side};
use szala_reports::{Minds, RunTold, Summary};
use szala_system::{Contest, Game, Long};

use super::report::PageOf;
use super::{INTERRUPTED, Problem, points, refuse_same, threads_refused};
use crate::again::seated;
use crate::house::House;
use crate::identity::{self, Wanted};
use crate::interrupt;
use crate::mixes;
use crate::options::{Margin, Minding, Printed, Seeded, Words, whole};
use crate::pages::{Paged, Passing};
use crate::parts::Shard;
use crate::players::{self, Pairing};
use crate::progress::Progress;
use crate::variant::VariantArgs;
use crate::why::{Played, WhyArgs, account_of};

/// Default number of games.
const GAMES: u64 = 10_000;
/// The maximum for a run that stops by its results.
pub(super) const MOST_UNTIL_DECIDED: u64 = 1_000_000;
/// The maximum for any run.
pub(super) const MOST: u64 = 1_000_000_000_000;
/// Default precision of the rates, in points.
const PRECISION: f64 = 0.5;
/// What limits of a verdict are without a verdict.
pub(super) const NO_VERDICT: &str =
    "--draws, --walkovers, --walkover and --long are limits of a verdict; say --margin too";

/// Options of `szala run`.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// What to play: a scenario file, or a game that `szala list` names
    pub(crate) game: String,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Number of games; `auto` plays until all rates are known to --precision; with --until-decided, the maximum
    /// [default: 10000, or 1000000 with --until-decided]
    #[arg(long, value_name = "NUMBER|auto")]
    games: Option<Games>,
    #[command(flatten)]
    seeded: Seeded,
    /// Play with keyed dice: runs of two variants with the same seed then consist of pairs of games, and `szala report`
    /// compares them pair by pair
    #[arg(long)]
    keyed: bool,
    /// Record every game in this folder: Parquet files with one row per game, and a manifest
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Also record the fates of units, the events, and points by stage, in further tables: any of `units`, `events`
    /// and `stages`, separated by commas
    #[arg(long, value_name = "TABLES", requires = "out", value_delimiter = ',', value_parser = long_named)]
    tables: Vec<Long>,
    /// Continue the interrupted run in the folder --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// Play one shard of the run, as in 3/8; `szala merge` joins the shards and applies the stopping rule
    #[arg(long, value_name = "PART/PARTS")]
    shard: Option<Shard>,
    /// Take the games from the shards in this folder instead of playing them: shard-000000000001 and so on, each put
    /// there whole; missing ones are waited for until the run ends
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["shard", "resume"])]
    shards: Option<PathBuf>,
    #[command(flatten)]
    margin: Margin,
    #[command(flatten)]
    minding: Minding,
    #[command(flatten)]
    why: WhyArgs,
    /// Stop as soon as there is a verdict within --margin
    #[arg(long, requires = "margin")]
    until_decided: bool,
    /// Precision of `--games auto`: half-width of the intervals of all rates, in points [default: 0.5]
    #[arg(long, value_name = "POINTS", value_parser = points)]
    precision: Option<f64>,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    paged: Paged,
    #[command(flatten)]
    words: Words,
}

/// How many games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Games {
    /// As many as the precision takes.
    Auto,
    /// This many.
    Number(u64),
}

impl FromStr for Games {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "auto" {
            return Ok(Self::Auto);
        }
        match whole(text) {
            Some(games) if (1..=MOST).contains(&games) => Ok(Self::Number(games)),
            _ => Err(format!("say `auto`, or a number from 1 to {MOST}, as in 2000, 1_000_000 or 1e6")),
        }
    }
}

impl Run {
    #[expect(clippy::too_many_lines, reason = "one course from the options to what is printed")]
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let extent = self.extent()?;
        self.paged.refuse()?;
        refuse_same(&[self.out.as_deref(), self.paged.html.as_deref()])?;
        let passing = self.paged.passing(self.out.as_deref())?;
        let out = self.out.as_deref().or(passing.as_ref().map(Passing::path));
        let files = house.files();
        let game = house.open_from(&files, &self.game, &self.changes)?;
        if self.paged.html.is_some() {
            // Read again for the page, which nobody should wait for in vain.
            self.words.of_scenario(house, &*game, &self.game)?;
        }
        let players = Pairing::or_usual(self.players.as_ref(), &files, &self.game, &*game);
        let contest = seated(players.seat_from(&files, &*game)?, self.keyed);
        let mixes = mixes::of(&*game, &self.changes, &files, &players);
        let faces = game.faces();
        let sides = BySide::from_fn(|side: Side| faces.side_name(side));
        let tables = self.tables(&*game)?;
        let stop = interrupt::flag()?;
        let wanted = Wanted {
            name: &self.game,
            title: game.plain_title(),
            sides,
            players: &players,
            seed: self.seeded.seed,
            is_keyed: self.keyed,
            games: extent.games,
            until: extent.until.map(|until| until.to_string()),
            changes: &self.changes,
            files: &files,
        };
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let mut plan = Plan { seed, numbers: extent.numbers.clone(), threads };
        let mut tally = Tally::default();
        let manifest = || {
            let identity = identity::of_run(wanted, house, &*game);
            Manifest::new(identity::command(), identity, extent.numbers.clone(), &game.columns())
                .counted_by(faces.time())
                .with_tables(&tables)
        };
        let manifest = (out.is_some() || self.shards.is_some()).then(manifest);
        if let Some((shards, manifest)) = self.shards.as_deref().zip(manifest.as_ref()) {
            // A shard that is refused leaves no folder of a run behind.
            next_shard(shards, 1, manifest, 0, stop)?;
        }
        let recorder = match out.zip(manifest.clone()) {
            None => None,
            Some((folder, manifest)) => {
                let recorder = if self.resume {
                    Recorder::resume(folder, manifest, &mut tally, |number| {
                        play_again(&*contest, seed, number)
                    })
                } else {
                    Recorder::create(folder, manifest)
                };
                Some(recorder?)
            }
        };
        if let Some(missing) = recorder.as_ref().and_then(Recorder::missing) {
            let missing = missing.display();
            aside!("note: {missing} is missing: its games and all behind them are played again");
        }
        plan.numbers.start = recorder.as_ref().map_or(extent.numbers.start, Recorder::due);
        // A part cannot see the results of earlier parts, so the stopping rule is applied when they are merged.
        let until = extent.until.filter(|_| self.shard.is_none()).map(Stop::until);
        let mut progress =
            Progress::new(sides, extent.numbers.end - extent.numbers.start, tally.games, until);
        let named = sides.0.map(str::to_owned);
        let account = Account::new(Slice::new(&game.columns(), &named, faces.time()), named);
        let is_new = tally.games == 0;
        let mut course = Course::new(tally, recorder, until).accounted(account);
        let end = extent.numbers.end - extent.numbers.start;
        if let Some((shards, manifest)) = self.shards.as_deref().zip(manifest.as_ref()) {
            take_shards(shards, manifest, stop, &mut course, |tally| progress.tell(tally))?;
            drop(progress);
        } else if course.tally().games < end && !course.is_reached() {
            let take = |stretch: &Stretch| {
                let flow = course.take(stretch);
                progress.tell(course.tally());
                flow
            };
            play_with(&*contest, &tables, &plan, stop, take)
                .map_err(|error| threads_refused(threads, &error))?;
            drop(progress);
        }
        // Whatever the manifest says, the recorded games show whether any are left to play.
        let is_finished = course.is_reached() || course.tally().games == end;
        let account = course.account().cloned();
        let tally = course.close(is_finished)?;
        // A resumed record also has earlier games.
        let account = match out.filter(|_| !is_new) {
            Some(folder) => Some(account_of(&Folder::open(folder)?)?),
            None => account,
        };
        let account = account.expect("an account was kept from the first game on");
        let intervals =
            if is_finished && extent.until.is_none() { Intervals::Fixed } else { Intervals::Anytime };
        if tally.games > 0 {
            let minds = Minds::of(&account, game.time_limit(), self.minding.accepted());
            let played = Played {
                house,
                name: &self.game,
                changes: &self.changes,
                files: house.files(),
                players: &players,
                game: &*game,
                contest: &*contest,
                seed,
                threads,
            };
            // Shards are explained when merged, and an interrupted run when it is complete.
            let is_whole = is_finished && self.shard.is_none();
            let why = is_whole.then(|| self.why.explain(&played, &account, intervals)).transpose()?;
            let told = RunTold {
                title: game.plain_title(),
                variant: game.variant(),
                sides,
                players: players.names(),
                seed: seed.0,
                tally: &tally,
                intervals,
                is_finished,
                margin: self.margin.share(),
                minds: Some(&minds),
                why: why.as_ref(),
                mixes: mixes.as_ref(),
                part: self.shard.map(|_| ([extent.numbers.start, extent.numbers.end], extent.games)),
            };
            self.printed.print(&Summary::of(told))?;
        }
        if is_finished {
            return self.page(house, out, passing.is_some());
        }
        tell_of_interruption(self, &tally, end);
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// Checks a run that is to be dealt into this many shards, before anything is played; returns its number of games.
    pub(super) fn refuse_shards(&self, house: &House, parts: u64) -> Result<u64, Problem> {
        let dealt = [
            ("--out", self.out.is_some()),
            ("--resume", self.resume),
            ("--shard", self.shard.is_some()),
            ("--shards", self.shards.is_some()),
            ("--html", self.paged.html.is_some()),
        ];
        if let Some((option, _)) = dealt.iter().find(|(_, is_there)| *is_there) {
            return Err(format!(
                "{option} is not for a run in shards, which have folders of their own; say it before the scenario, or \
                 leave it out"
            )
            .into());
        }
        let extent = self.extent()?;
        if extent.until.is_some() {
            return Err("the number of games of such a run is unknown, so it cannot be sharded; say --games NUMBER and \
                        --margin alone: `szala plan` works out how many games a verdict takes"
                .to_owned()
                .into());
        }
        if parts > extent.games {
            return Err(format!(
                "{} games cannot be split into {parts} parts; say fewer parts",
                extent.games
            )
            .into());
        }
        let files = house.files();
        let name = house.called(&self.game);
        let game = house.open_from(&files, &name, &self.changes)?;
        Pairing::or_usual(self.players.as_ref(), &files, &name, &*game).seat_from(&files, &*game)?;
        self.tables(&*game)?;
        Ok(extent.games)
    }

    /// Number of threads for each shard; 0 is one per processor.
    pub(super) fn threads(&self) -> usize {
        self.seeded.threads.number()
    }

    /// Writes the page of a finished run, if one was requested.
    fn page(&self, house: &House, out: Option<&Path>, is_passing: bool) -> Result<ExitCode, Problem> {
        let Some((html, folder)) = self.paged.html.as_deref().zip(out) else { return Ok(ExitCode::SUCCESS) };
        let page = PageOf {
            folder,
            called: if is_passing { vec![self.game.clone()] } else { Vec::new() },
            html,
            words: &self.words,
            margin: self.margin.clone(),
            minding: self.minding.clone(),
            why: self.why.clone(),
            threads: &self.seeded.threads,
            sections: Vec::new(),
        };
        page.write(house)
    }

    /// The requested tables besides that of the games.
    fn tables(&self, game: &dyn Game) -> Result<Vec<Long>, Problem> {
        let tables: Vec<Long> = Long::ALL.into_iter().filter(|long| self.tables.contains(long)).collect();
        if !tables.is_empty() && game.cast().is_empty() {
            return Err(Problem::Told(format!(
                "{} records no units and events, so it has no such tables; leave --tables out",
                game.system()
            )));
        }
        Ok(tables)
    }

    /// Which games to play.
    fn extent(&self) -> Result<Extent, Problem> {
        let refuse = |why: &str| Err(Problem::Told(why.to_owned()));
        if self.minding.is_asked() && self.margin.margin.is_none() && self.paged.html.is_none() {
            return refuse(NO_VERDICT);
        }
        let auto = self.games == Some(Games::Auto);
        if self.precision.is_some() && !auto {
            return refuse("--precision says when `--games auto` has enough; say that too, or leave it out");
        }
        if auto && self.until_decided {
            return refuse(
                "`--games auto` ends a run by itself; with --until-decided say how many games there are at most",
            );
        }
        let margin = self.margin.margin.filter(|_| self.until_decided);
        let (games, until) = match (self.games, margin) {
            (Some(Games::Auto), _) => (MOST, Some(Stop::Precise(self.precision.unwrap_or(PRECISION)))),
            (games, Some(margin)) => {
                let games = games.map_or(MOST_UNTIL_DECIDED, Games::number);
                (games, Some(Stop::Decided(margin)))
            }
            (games, None) => (games.map_or(GAMES, Games::number), None),
        };
        let numbers = self.shard.map_or(0..games, |shard| shard.numbers(games));
        if numbers.is_empty() {
            return refuse(&format!(
                "{games} games cannot be split into more parts than that; say fewer parts"
            ));
        }
        Ok(Extent { games, numbers, until })
    }
}

impl Games {
    fn number(self) -> u64 {
        match self {
            Self::Auto => MOST,
            Self::Number(games) => games,
        }
    }
}

/// Which games, of how large a run.
struct Extent {
    games: u64,
    numbers: Range<u64>,
    until: Option<Stop>,
}

/// What stops a run, in points as the user typed it.
#[derive(Clone, Copy)]
enum Stop {
    Decided(f64),
    Precise(f64),
}

impl Stop {
    fn until(self) -> Until {
        match self {
            Self::Decided(points) => Until::Decided(points / 100.0),
            Self::Precise(points) => Until::Precise(points / 100.0),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decided(points) => write!(f, "decided within {points} points"),
            Self::Precise(points) => write!(f, "rates known to {points} points"),
        }
    }
}

/// Reports how far an interrupted run came, and how to resume it.
fn tell_of_interruption(options: &Run, tally: &Tally, games: u64) {
    aside!("interrupted after {} of {games} games", tally.games);
    match &options.out {
        Some(folder) => {
            aside!("they are kept in {}; go on with", folder.display());
            aside!("  {}", identity::command_to_resume());
        }
        None => {
            aside!("nothing of them is kept; with --out FOLDER a run can go on where it was broken off");
        }
    }
}

/// Takes the games of a run from the shards in a folder, as they arrive, until the run ends in one of them or `stop` is
/// set.
pub(super) fn take_shards(
    shards: &Path,
    manifest: &Manifest,
    stop: &AtomicBool,
    course: &mut Course,
    mut tell: impl FnMut(&Tally),
) -> Result<(), Problem> {
    let mut number = 1;
    while course.tally().games < manifest.run.games && !course.is_reached() {
        let due = course.tally().games;
        let Some(shard) = next_shard(shards, number, manifest, due, stop)? else { break };
        course.take_part(&shard)?;
        tell(course.tally());
        number += 1;
    }
    Ok(())
}

/// Replays one game of the run.
pub(super) fn play_again(contest: &dyn Contest, seed: RunSeed, number: u64) -> Block {
    let plan = Plan { seed, numbers: number..number + 1, threads: 1 };
    let mut block = Block::new(number, contest.columns().len());
    let never = AtomicBool::new(false);
    let take = |stretch: &Stretch| {
        block.add_stretch(stretch, 0..1);
        std::ops::ControlFlow::Continue(())
    };
    play(contest, &plan, &never, take).expect("the machine starts threads");
    block
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_are_all_of_the_games() {
        for (games, parts) in [(10, 3), (8, 8), (1_000_000_000_000, 7), (5, 8)] {
            let mut due = 0;
            for part in 1..=parts {
                let numbers = Shard { part, parts }.numbers(games);
                assert_eq!(numbers.start, due);
                assert!((numbers.end - numbers.start).abs_diff(games / parts) <= 1);
                due = numbers.end;
            }
            assert_eq!(due, games);
        }
    }

    #[test]
    fn what_is_no_number_of_games_no_shard_and_no_points_is_refused() {
        for wrong in ["0", "-1", "", "1000000000001", "99999999999999999999999", "many", "1e13"] {
            assert!(wrong.parse::<Games>().is_err(), "{wrong}");
        }
        assert_eq!("1000000000000".parse(), Ok(Games::Number(MOST)));
        assert_eq!("1e12".parse(), Ok(Games::Number(MOST)));
        for wrong in ["0/3", "4/3", "1", "1/0", "/", "a/b", "-1/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
        for wrong in ["0", "-1", "50", "NaN", "inf", "two"] {
            assert!(points(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_ends_a_run_is_read_again_as_a_manifest_says_it() {
        for stop in [Stop::Decided(2.0), Stop::Decided(0.7), Stop::Precise(0.5)] {
            assert_eq!(stop.to_string().parse(), Ok(stop.until()));
        }
        for wrong in ["decided", "decided within two points", "rates known to 2"] {
            assert!(wrong.parse::<Until>().is_err(), "{wrong}");
        }
    }
}
