//! `szala replay`: tells one game, addressed by its seed and number.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_ai::{Player, Roster, View};
use szala_kernel::dice::SeededDice;
use szala_kernel::journal::Log;
use szala_kernel::{ActionList, BySide, Notation, Play, RunSeed, Side, Table};
use szala_reports::Trace;

use super::{Problem, say};
use crate::game::{Game, Visitor};
use crate::players::{self, Pairing};

/// Options of `szala replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// What was played: a scenario file, or a game that `szala list` names
    game: String,
    #[arg(long, value_name = "FIRST,SECOND", default_value = players::DEFAULT, help = players::HELP)]
    players: Pairing,
    /// The seed of the run
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the game in the run, from 0
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u64).range(..1_000_000_000_000))]
    number: u64,
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
        say(Game::open(&self.game)?.visit(self)?)?;
        Ok(ExitCode::SUCCESS)
    }
}

impl Visitor for &Replay {
    type Output = Result<String, Problem>;

    fn visit<R>(self, rules: &R, title: &str) -> Self::Output
    where
        R: Notation + Roster + Sync,
        R::Action: Send,
    {
        let game = RunSeed(self.seed).game(self.number);
        let mut players = self.players.seats(rules)?;
        Side::BOTH.into_iter().for_each(|side| players[side].begin(rules, game, side));
        let mut table = Table::new(SeededDice::new(game), Log::default());
        rules.tell_opening(&mut table.journal);
        let mut list = ActionList::within(rules.limits());
        let mut state = rules.opening();
        let finished = rules.play_out_loud(&mut state, &mut table, &mut list, |rules, state, legal| {
            players[rules.to_act(state)].choose(&View::new(rules, state, legal))
        });
        let entries = &table.journal.entries;
        let players = BySide::from_fn(|side| self.players.names[side].as_str());
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
