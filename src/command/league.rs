//! `szala league`: every player of one side against every player of the other.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_ai::{Roster, SIMULATIONS};
use szala_analysis::{Entrant, League as Played, on_threads};
use szala_kernel::{BySide, Notation, RunSeed, Side};
use szala_reports::{LeagueForm, LeagueReport};

use super::{Problem, say};
use crate::game::{Game, SCENARIOS, Visitor};
use crate::players::{CHANCE, SLOW, read};

/// Options of `szala league`.
#[derive(Debug, Args)]
pub(crate) struct League {
    /// What to play: scenario files, or games that `szala list` names
    #[arg(value_name = "GAME", default_values = SCENARIOS)]
    scenarios: Vec<String>,
    /// Only these, each for every side that it can play; without it, all but the slow ones
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',')]
    players: Vec<String>,
    /// How many games for each pair
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Enter a searcher with this budget, too
    #[arg(long, value_name = "SIMULATIONS", value_parser = |text: &str| SIMULATIONS.read(text))]
    with_search: Option<u32>,
    /// How many games for each pair with a searcher, who is slow
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    search_games: u64,
    /// The seed of the run: the same for every pair
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; 0 is one for each processor. Changes the time, never the result
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// For whom to tell it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For a reader
    Text,
    /// For a document
    Markdown,
    /// JSON, a line for each scenario, for a program
    Json,
}

impl League {
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        let games: Vec<Game> =
            self.scenarios.iter().map(|name| Game::open(name)).collect::<Result<_, _>>()?;
        for (place, game) in games.iter().enumerate() {
            if place > 0 && !matches!(self.format, Format::Json) {
                say("\n")?;
            }
            say(game.visit(self)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The names to try for a side.
    fn names<R: Roster>(&self, rules: &R, side: Side) -> Vec<String> {
        let mut names = self.players.clone();
        if names.is_empty() {
            let listed = rules.players(side).into_iter().map(|player| player.name);
            names.extend(listed.filter(|name| !name.starts_with(SLOW)));
        }
        let searcher = self.with_search.map(|budget| format!("{SLOW}:{budget}"));
        names.extend(searcher.filter(|searcher| !self.players.contains(searcher)));
        names
    }

    /// Those who play a side: everybody named who can.
    ///
    /// # Errors
    /// Names that can play neither side, and why.
    fn entrants<R: Roster + Notation>(&self, rules: &R) -> Result<BySide<Vec<Entrant<R::Seat>>>, Problem> {
        let mut entrants = BySide([Vec::new(), Vec::new()]);
        for side in Side::BOTH {
            for name in self.names(rules, side) {
                let player = match rules.player(&name, side, &read) {
                    Ok(player) => player,
                    // A plan of the other side is no mistake.
                    Err(_) if rules.player(&name, !side, &read).is_ok() => continue,
                    Err(error) => {
                        let side = rules.side_name(side);
                        let told =
                            format!("{side}: {error}\n`szala list --players` tells what each of them does");
                        return Err(told.into());
                    }
                };
                let is_slow = name.starts_with(SLOW);
                let games = if is_slow { self.search_games.min(self.games) } else { self.games };
                entrants[side].push(Entrant { is_in_panel: name != CHANCE, name, player, games });
            }
        }
        if let Some((side, _)) = entrants.iter().find(|(_, entrants)| entrants.is_empty()) {
            let side = rules.side_name(side);
            return Err(format!("nobody plays {side}: name somebody who can with --players").into());
        }
        Ok(entrants)
    }
}

impl Visitor<'_> for &League {
    type Output = Result<String, Problem>;

    fn visit<R>(self, rules: &R, title: &str) -> Self::Output
    where
        R: Notation + Roster + Sync,
        R::Action: Send,
    {
        let entrants = self.entrants(rules)?;
        let league = on_threads(self.threads, || Played::play(rules, RunSeed(self.seed), &entrants));
        let league = league.map_err(|error| {
            format!("cannot start {} threads ({error}); try fewer with --threads", self.threads)
        })?;
        let sides = BySide::from_fn(|side: Side| rules.side_name(side));
        let report = LeagueReport { title, sides, seed: self.seed, league: &league };
        let mut text = String::new();
        let form = match self.format {
            Format::Text => LeagueForm::Text,
            Format::Markdown => LeagueForm::Markdown,
            Format::Json => LeagueForm::Json,
        };
        report.write(form, &mut text).expect("writing to a string");
        Ok(text)
    }
}
