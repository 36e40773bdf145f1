//! `szala league`: every player of one side against every player of the other.

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_ai::{Roster, SIMULATIONS};
use szala_analysis::{Entrant, League as Played, on_threads};
use szala_kernel::{BySide, Notation, Recorded, RunSeed, Side};
use szala_reports::{LeagueForm, LeagueReport};

use super::{Problem, say};
use crate::game::{Game, SCENARIOS, Visitor};
use crate::players::{self, CHANCE, SLOW, read};
use crate::progress::Count;

/// Options of `szala league`.
#[derive(Debug, Args)]
pub(crate) struct League {
    /// What to play: scenario files, or games that `szala list` names
    #[arg(value_name = "GAME", default_values = SCENARIOS)]
    scenarios: Vec<String>,
    /// Only these, each for the sides and in the scenarios that it can play; without it, all but the slow ones
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = players::trimmed)]
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
        // Whatever is wrong is told before the first game, which may be hours before the last.
        for name in &self.players {
            check_name(name, &games)?;
        }
        for game in &games {
            game.visit(Check(self))?;
        }
        for (place, game) in games.iter().enumerate() {
            if place > 0 && !matches!(self.format, Format::Json) {
                say("\n")?;
            }
            say(game.visit(self)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The names to try for a side, each once.
    fn names<R: Roster>(&self, rules: &R, side: Side) -> Vec<String> {
        let mut names = self.players.clone();
        if names.is_empty() {
            let listed = rules.players(side).into_iter().map(|player| player.name);
            names.extend(listed.filter(|name| !name.starts_with(SLOW)));
        }
        names.extend(self.with_search.map(|budget| format!("{SLOW}:{budget}")));
        let mut entered = BTreeSet::new();
        names.retain(|name| entered.insert(name.clone()));
        names
    }

    /// Those who play a side: everybody named who can. That somebody cannot is no mistake: a plan is for one side, and
    /// may be for one of several scenarios.
    ///
    /// # Errors
    /// That nobody plays a side, and who can.
    fn entrants<R: Roster + Notation>(&self, rules: &R) -> Result<BySide<Vec<Entrant<R::Seat>>>, Problem> {
        let entrants = BySide::from_fn(|side| {
            let names = self.names(rules, side).into_iter();
            names.filter_map(|name| self.entrant(rules, name, side)).collect::<Vec<_>>()
        });
        let alone = Side::BOTH.into_iter().find(|side| entrants[*side].is_empty());
        match alone {
            Some(side) => {
                let told =
                    format!("nobody plays; name somebody who can with --players: {}", who_can(rules, side));
                Err(players::told(rules.side_name(side), &told))
            }
            None => Ok(entrants),
        }
    }

    fn entrant<R: Roster>(&self, rules: &R, name: String, side: Side) -> Option<Entrant<R::Seat>> {
        let player = rules.player(&name, side, &read).ok()?;
        let games = if name.starts_with(SLOW) { self.search_games.min(self.games) } else { self.games };
        Some(Entrant { is_in_panel: name != CHANCE, name, player, games })
    }
}

/// Is there a game in which somebody of this name can play a side?
///
/// # Errors
/// Why there is none.
fn check_name(name: &str, games: &[Game]) -> Result<(), Problem> {
    let mut problem = Ok(());
    for game in games {
        match game.visit(Takes(name)) {
            Ok(()) => return Ok(()),
            Err(why) => problem = problem.and(Err(why)),
        }
    }
    problem
}

/// The names of those that can play a side.
fn who_can<R: Roster>(rules: &R, side: Side) -> String {
    let names: Vec<String> = rules.players(side).into_iter().map(|player| player.name).collect();
    names.join(", ")
}

/// Asks whether a name can play a side of a game.
struct Takes<'n>(&'n str);

impl Visitor<'_> for Takes<'_> {
    type Output = Result<(), Problem>;

    fn visit<R>(self, rules: &R, _: &str) -> Self::Output
    where
        R: Notation + Recorded + Roster + Sync,
        R::Action: Send,
    {
        let why = |side: Side| match rules.player(self.0, side, &read) {
            Ok(_) => None,
            Err(_) if self.0.is_empty() => {
                Some(format!("a name is missing; there are {}", who_can(rules, side)))
            }
            Err(error) => Some(error),
        };
        let [Some(first), Some(second)] = Side::BOTH.map(why) else { return Ok(()) };
        let [one, other] = Side::BOTH.map(|side| rules.side_name(side));
        // A plan of the second side may be wrong for a reason that the first side cannot know.
        let also = if first == second { String::new() } else { format!("\n{other}: {second}") };
        Err(players::told(one, &format!("{first}{also}")))
    }
}

/// Asks whether there is somebody for every side of a game.
struct Check<'l>(&'l League);

impl Visitor<'_> for Check<'_> {
    type Output = Result<(), Problem>;

    fn visit<R>(self, rules: &R, _: &str) -> Self::Output
    where
        R: Notation + Recorded + Roster + Sync,
        R::Action: Send,
    {
        self.0.entrants(rules).map(drop)
    }
}

impl Visitor<'_> for &League {
    type Output = Result<String, Problem>;

    fn visit<R>(self, rules: &R, title: &str) -> Self::Output
    where
        R: Notation + Recorded + Roster + Sync,
        R::Action: Send,
    {
        let entrants = self.entrants(rules)?;
        let mut progress = Count::new(Played::games(&entrants), "games");
        let tell = |done| progress.tell(done);
        let league = on_threads(self.threads, || Played::play(rules, RunSeed(self.seed), &entrants, tell));
        drop(progress);
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
