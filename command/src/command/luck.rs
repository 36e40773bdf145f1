//! `szala luck`: what each roll of a game was worth, or how much of what decides games is luck.

use std::process::ExitCode;

use clap::Args;
use szala_ai::roster::is_slow;
use szala_analysis::Plan;
use szala_analysis::luck::{Luck as Found, LuckPlan, NoLuck, luck};
use szala_analysis::shares::shares;
use szala_kernel::{BySide, GameSeed, Side};
use szala_reports::{AdjustedRun, Lexicon, LuckFindings, LuckOf, SharesFindings};
use szala_system::{Contest, Game};

use super::{INTERRUPTED, Problem, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::interrupt;
use crate::options::{Printed, Seeded, count};
use crate::pages::Charted;
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::VariantArgs;

/// Rollouts are held in memory.
pub(in crate::command) const MOST_ROLLOUTS: u64 = 100_000;

/// Options of `szala luck`.
#[derive(Debug, Args)]
pub(crate) struct Luck {
    /// The scenario
    pub(crate) scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Analyse this game of the run, roll by roll
    #[arg(long, value_name = "NUMBER", default_value_t = 0, conflicts_with = "games",
        value_parser = clap::value_parser!(u64).range(..1_000_000_000_000))]
    game: u64,
    /// The game has keyed dice, as `compare`, `whatif`, `sweep` and `gate` play it
    #[arg(long, conflicts_with = "games")]
    keyed: bool,
    /// Analyse the run instead: how much of the variance of the result is dice, lots, secret choices and play. This
    /// many games are replayed with some of them redrawn
    #[arg(long, value_parser = count::<2, 100_000_000>)]
    games: Option<u64>,
    /// With --games: analyse this many games of the run as well, and report their luck-adjusted results
    #[arg(long, value_name = "GAMES", requires = "games", value_parser = count::<2, 100_000>)]
    adjust: Option<u64>,
    #[command(flatten)]
    rolled: Rolled,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    charted: Charted,
}

/// How positions are rolled out.
#[derive(Clone, Debug, Args)]
pub(crate) struct Rolled {
    /// Rollouts from each position that a roll could lead to
    #[arg(long, default_value_t = ROLLOUTS, value_parser = count::<2, MOST_ROLLOUTS>)]
    pub(in crate::command) rollouts: u64,
    /// Players of the rollouts [default: those of the game; the game's usual player in place of search and planner]
    #[arg(long, value_name = "FIRST,SECOND")]
    pub(in crate::command) policy: Option<Pairing>,
}

/// Default number of rollouts.
pub(in crate::command) const ROLLOUTS: u64 = 200;

/// The default players of rollouts: those of the game, but the usual player in place of players that think for seconds.
pub(in crate::command) fn usual_policy(
    game: &dyn Game,
    contest: &dyn Contest,
    names: BySide<&str>,
    seed: GameSeed,
) -> Pairing {
    let name = |side: Side| {
        let playing = contest.drawn(seed, side).unwrap_or(names[side]);
        if is_slow(playing) { game.usual_player() } else { names[side] }
    };
    Pairing { names: BySide::from_fn(|side| name(side).to_owned()) }
}

impl Luck {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        self.charted.refuse()?;
        let files = house.files();
        let game = house.open_from(&files, &self.scenario, &self.changes)?;
        let lexicon = &self.charted.lexicon(house, &*game, &self.scenario)?;
        let pairing = Pairing::or_usual(self.players.as_ref(), &files, &self.scenario, &*game);
        let contest = pairing.seat_from(&files, &*game)?;
        let looking = Looking {
            luck: self,
            files: &files,
            game: &*game,
            pairing: &pairing,
            contest: &*contest,
            lexicon,
        };
        if self.games.is_some() { looking.at_run() } else { looking.at_game() }
    }
}

/// What is analysed.
struct Looking<'l> {
    luck: &'l Luck,
    files: &'l Files,
    game: &'l dyn Game,
    pairing: &'l Pairing,
    contest: &'l dyn Contest,
    lexicon: &'l Lexicon,
}

impl Looking<'_> {
    fn at_game(&self) -> Result<ExitCode, Problem> {
        let seed = self.luck.seeded.run_seed().game(self.luck.game);
        let seed = if self.luck.keyed { seed.keyed() } else { seed };
        let policy = self.policy(seed);
        let mut progress = Count::up_to(0, "rollouts");
        let told = |done, due| progress.tell_of(done, due);
        let found = self.look_into(seed, &policy, true, told)?;
        drop(progress);
        let Some(found) = found else { return Ok(interrupted()) };
        let findings =
            LuckFindings::of(self.of(&policy), &found, self.luck.rolled.rollouts, self.game.faces());
        self.luck.printed.print(&findings)?;
        self.luck.charted.draw(|frame| findings.picture(frame, self.lexicon))?;
        Ok(ExitCode::SUCCESS)
    }

    fn at_run(&self) -> Result<ExitCode, Problem> {
        let games = self.luck.games.unwrap_or_default();
        let (seed, threads) = (self.luck.seeded.run_seed(), self.luck.seeded.threads.number());
        let stop = interrupt::flag()?;
        let plan = Plan { seed, numbers: 0..games, threads };
        let mut progress = Count::new(games, "samples of 16 games");
        let found = shares(self.contest, &plan, stop, |done| progress.tell(done));
        drop(progress);
        let found = found.map_err(|error| threads_refused(threads, &error))?;
        if found.samples + found.left_out < games {
            return Ok(interrupted());
        }
        let mut adjusted = Vec::new();
        let policy = self.policy(seed.game(0));
        let mut progress = Count::new(self.luck.adjust.unwrap_or(0), "games, roll by roll");
        for number in 0..self.luck.adjust.unwrap_or(0) {
            let game = seed.game(number);
            let Some(found) = self.look_into(game, &self.policy(game), false, |_, _| ())? else {
                return Ok(interrupted());
            };
            adjusted.push(found);
            progress.tell(number + 1);
        }
        drop(progress);
        let adjusted = self.luck.adjust.map(|_| AdjustedRun::of(&adjusted, self.luck.rolled.rollouts));
        let findings = SharesFindings::of(self.of(&policy), &found, adjusted);
        self.luck.printed.print(&findings)?;
        self.luck.charted.draw(|frame| findings.picture(frame, self.lexicon))?;
        Ok(ExitCode::SUCCESS)
    }

    fn policy(&self, seed: GameSeed) -> Pairing {
        let usual = || usual_policy(self.game, self.contest, self.pairing.names(), seed);
        self.luck.rolled.policy.clone().unwrap_or_else(usual)
    }

    /// Analyses a game; nothing if interrupted.
    fn look_into(
        &self,
        seed: GameSeed,
        policy: &Pairing,
        decisions: bool,
        tell: impl FnMut(u64, u64) + Send,
    ) -> Result<Option<Found>, Problem> {
        let plan = LuckPlan {
            game: seed,
            seed: self.luck.seeded.run_seed(),
            rollouts: self.luck.rolled.rollouts,
            decisions,
            threads: self.luck.seeded.threads.number(),
            stop: interrupt::flag()?,
        };
        let others = policy.seat_from(self.files, self.game)?;
        into_game(self.contest, &*others, &plan, tell)
    }

    fn of<'o>(&'o self, policy: &'o Pairing) -> LuckOf<'o> {
        let faces = self.game.faces();
        LuckOf {
            title: self.game.title(),
            sides: Side::BOTH.map(|side| faces.side_name(side)),
            players: self.pairing.names().0,
            policy: (policy != self.pairing).then(|| policy.names().0),
            seed: self.luck.seeded.seed,
        }
    }
}

fn interrupted() -> ExitCode {
    aside!("interrupted; no result");
    ExitCode::from(INTERRUPTED)
}

/// Analyses a game; nothing if interrupted.
pub(in crate::command) fn into_game(
    contest: &dyn Contest,
    policy: &dyn Contest,
    plan: &LuckPlan<'_>,
    tell: impl FnMut(u64, u64) + Send,
) -> Result<Option<Found>, Problem> {
    match luck(contest, policy, plan, tell) {
        Ok(found) => Ok(Some(found)),
        Err(NoLuck::Stopped) => Ok(None),
        Err(NoLuck::Threads(error)) => Err(threads_refused(plan.threads, &error)),
        Err(NoLuck::Aborted(aborted)) => {
            let number = plan.game.number();
            Err(format!("game {number} has no end, so no roll of it has a value: {aborted}").into())
        }
    }
}
