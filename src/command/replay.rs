//! `szala replay`: tells one game, addressed by its seed and number.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_ai::Roster;
use szala_analysis::replay;
use szala_kernel::{BySide, Notation, Recorded, RunSeed};
use szala_reports::Trace;

use super::{Problem, say};
use crate::game::{Game, Visitor};
use crate::players::{self, Pairing};
use crate::variant::VariantArgs;

/// Options of `szala replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// What was played: a scenario file, or a game that `szala list` names
    game: String,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// The seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the game in the run, from 0
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1_000_000_000_000))]
    number: u64,
    /// Play it with keyed dice, as `compare`, `whatif`, `sweep` and `gate` do: it is another game than in a run
    #[arg(long)]
    keyed: bool,
    /// Tell what the players thought of their choices, for those who have opinions
    #[arg(long)]
    explain: bool,
    /// For whom to tell it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For a reader
    Text,
    /// JSON lines, for a program
    Jsonl,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        say(Game::open_varied(&self.game, &self.changes)?.visit(self)?)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor<'_> for &Replay {
    type Output = Result<String, Problem>;

    fn visit<R>(self, rules: &R, title: &str) -> Self::Output
    where
        R: Notation + Recorded + Roster + Sync,
        R::Action: Send,
    {
        let game = RunSeed(self.seed).game(self.number);
        let game = if self.keyed { game.keyed() } else { game };
        let pairing = Pairing::or_usual::<R>(self.players.as_ref());
        let mut players = pairing.seats(rules)?;
        let (log, finished) = replay(rules, game, &mut players, self.explain);
        let entries = &log.entries;
        let players = BySide::from_fn(|side| pairing.names[side].as_str());
        let trace = Trace { title, players, seed: self.seed, number: self.number, entries, finished };
        let mut text = String::new();
        let written = match self.format {
            Format::Text => trace.write_text(rules, &mut text),
            Format::Jsonl => trace.write_json_lines(rules, &mut text),
        };
        written.expect("writing to a string");
        Ok(text)
    }
}
