//! `szala run`: plays many games and prints who won how often.

use std::process::ExitCode;

use clap::Args;
use szala_ai::Roster;
use szala_analysis::{Plan, Tally, play};
use szala_kernel::{BySide, Notation, RunSeed, Side};
use szala_reports::Summary;

use super::{Problem, say};
use crate::game::{Game, Visitor};
use crate::players::{self, Pairing};

/// Options of `szala run`.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// What to play: a scenario file, or a game that `szala list` names
    game: String,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// How many games
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    games: u64,
    /// The seed of the run: the same seed plays the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; 0 is one for each processor. Changes the time, never the result
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

impl Run {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        Game::open(&self.game)?.visit(self)
    }
}

impl Visitor<'_> for &Run {
    type Output = Result<ExitCode, Problem>;

    fn visit<R>(self, rules: &R, title: &str) -> Self::Output
    where
        R: Notation + Roster + Sync,
        R::Action: Send,
    {
        let pairing = Pairing::or_usual::<R>(self.players.as_ref());
        let seats = pairing.seats(rules)?;
        let plan = Plan { seed: RunSeed(self.seed), games: self.games, threads: self.threads };
        let tally: Tally = play(rules, plan, || seats.clone()).map_err(|error| {
            format!("cannot start {} threads ({error}); try fewer with --threads", self.threads)
        })?;
        let sides = BySide::from_fn(|side: Side| rules.side_name(side));
        let players = BySide::from_fn(|side| pairing.names[side].as_str());
        say(Summary { title, sides, players, tally: &tally })?;
        Ok(ExitCode::SUCCESS)
    }
}
