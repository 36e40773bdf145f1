//! `szala league`: every player of one side against every player of the other.

use std::collections::BTreeSet;
use std::process::ExitCode;

use clap::Args;
use szala_ai::SIMULATIONS;
use szala_ai::roster::is_slow;
use szala_analysis::{Entrant, League as Played, on_threads};
use szala_kernel::{BySide, Side};
use szala_reports::{LeagueFindings, LeagueReport};
use szala_system::Game;

use super::{Problem, harmless, threads_refused};
use crate::house::House;
use crate::options::{Printed, Seeded, count};
use crate::pages::Charted;
use crate::players::{self, CHANCE, SEARCH};
use crate::progress::Count;

/// Options of `szala league`.
#[derive(Debug, Args)]
pub(crate) struct League {
    /// What to play: scenario files, or games that `szala list` names [default: the scenarios of the first game]
    #[arg(value_name = "GAME")]
    pub(crate) scenarios: Vec<String>,
    /// Only these players, each for the sides and scenarios that it can play [default: all but the slow ones]
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = players::trimmed)]
    players: Vec<String>,
    /// Number of games for each pair
    #[arg(long, default_value_t = 1000, value_parser = count::<1, 1_000_000_000>)]
    games: u64,
    /// Also enter a search player with this budget
    #[arg(long, value_name = "SIMULATIONS", value_parser = |text: &str| SIMULATIONS.read(text))]
    with_search: Option<u32>,
    /// Number of games for each pair with a search player, which is slow
    #[arg(long, default_value_t = 100, value_parser = count::<1, 1_000_000_000>)]
    search_games: u64,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    charted: Charted,
}

impl League {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        self.charted.refuse()?;
        let games = house.open_all(&self.scenarios)?;
        if self.charted.chart.is_some() && games.len() > 1 {
            return Err(format!("--chart draws one game, and here are {}; name one", games.len()).into());
        }
        let names = house.or_usual(&self.scenarios);
        let drawn = games.first().zip(names.first());
        let lexicon = drawn.map(|(game, name)| self.charted.lexicon(house, &**game, name)).transpose()?;
        // All errors are reported before the first game, which may be hours before the last.
        for name in &self.players {
            check_name(house, name, &games)?;
        }
        for game in &games {
            self.entrants(house, &**game)?;
            self.say_who_is_left_out(house, &**game);
        }
        let mut findings = LeagueFindings::default();
        for game in &games {
            self.play(house, &**game, &mut findings)?;
        }
        self.printed.print(&findings)?;
        if let Some(lexicon) = lexicon {
            self.charted.draw(|frame| findings.picture(frame, &lexicon))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The names to try for a side, each once.
    fn names(&self, game: &dyn Game, side: Side) -> Vec<String> {
        let mut names = self.players.clone();
        if names.is_empty() {
            let listed = game.players(side).into_iter().map(|player| player.name);
            names.extend(listed.filter(|name| !is_slow(name)));
        }
        names.extend(self.with_search.map(|budget| format!("{SEARCH}:{budget}")));
        let mut entered = BTreeSet::new();
        names.retain(|name| entered.insert(name.clone()));
        names
    }

    /// The players of a side: every named player that can play it. A named player that cannot is no error, since a plan
    /// is for one side, and perhaps for one of several scenarios. A listed player must be able to play.
    ///
    /// # Errors
    /// That nobody plays a side, and which players can; that a listed player cannot play.
    fn entrants(&self, house: &House, game: &dyn Game) -> Result<BySide<Vec<Entrant>>, Problem> {
        let mut entrants: BySide<Vec<Entrant>> = BySide::default();
        for side in Side::BOTH {
            for name in self.names(game, side) {
                match game.check_player(&name, side, &players::read(house)) {
                    Ok(()) => entrants[side].push(self.entrant(name)),
                    Err(why) if self.players.is_empty() => {
                        return Err(players::told(game.faces().side_name(side), &why));
                    }
                    Err(_) => (),
                }
            }
        }
        let alone = Side::BOTH.into_iter().find(|side| entrants[*side].is_empty());
        match alone {
            Some(side) => {
                let told =
                    format!("nobody plays; name somebody who can with --players: {}", who_can(game, side));
                Err(players::told(game.faces().side_name(side), &told))
            }
            None => Ok(entrants),
        }
    }

    /// Notes the named players that play neither side of this game, though they play in another.
    fn say_who_is_left_out(&self, house: &House, game: &dyn Game) {
        for name in &self.players {
            if let Err(why) = takes(house, game, name) {
                let why = why.to_string();
                let why = why.lines().next().unwrap_or_default();
                aside!("{}", harmless(&format!("note: {name} does not play in {}: {why}", game.title())));
            }
        }
    }

    fn entrant(&self, name: String) -> Entrant {
        let games = if is_slow(&name) { self.search_games.min(self.games) } else { self.games };
        Entrant { is_in_panel: name != CHANCE, name, games }
    }

    /// Plays all pairs of one game, and adds the results.
    fn play(&self, house: &House, game: &dyn Game, findings: &mut LeagueFindings) -> Result<(), Problem> {
        let entrants = self.entrants(house, game)?;
        let mut progress = Count::new(Played::games(&entrants), "games");
        let tell = |done| progress.tell(done);
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let seat = |names: BySide<&str>| {
            game.seat(names, &players::read(house)).expect("every entrant was seated when it was entered")
        };
        let league = on_threads(threads, || Played::play(seed, &entrants, seat, tell));
        drop(progress);
        let league = league.map_err(|error| threads_refused(threads, &error))?;
        let faces = game.faces();
        let sides = BySide::from_fn(|side: Side| faces.side_name(side));
        findings.add(&LeagueReport { title: game.title(), sides, seed: seed.0, league: &league });
        Ok(())
    }
}

/// Is there a game in which the player of this name can play a side?
///
/// # Errors
/// Why there is none.
fn check_name(house: &House, name: &str, games: &[Box<dyn Game>]) -> Result<(), Problem> {
    let mut problem = Ok(());
    for game in games {
        match takes(house, &**game, name) {
            Ok(()) => return Ok(()),
            Err(why) => problem = problem.and(Err(why)),
        }
    }
    problem
}

/// The names of the listed players of a side.
fn who_can(game: &dyn Game, side: Side) -> String {
    let names: Vec<String> = game.players(side).into_iter().map(|player| player.name).collect();
    names.join(", ")
}

/// Can the player of this name play a side of the game?
///
/// # Errors
/// Why it can play neither.
fn takes(house: &House, game: &dyn Game, name: &str) -> Result<(), Problem> {
    let why = |side: Side| match game.check_player(name, side, &players::read(house)) {
        Ok(()) => None,
        Err(_) if name.is_empty() => Some(format!("a name is missing; there are {}", who_can(game, side))),
        Err(error) => Some(error),
    };
    let [Some(first), Some(second)] = Side::BOTH.map(why) else { return Ok(()) };
    let [one, other] = Side::BOTH.map(|side| game.faces().side_name(side));
    // A plan for the second side may have an error that the first side cannot detect.
    let also = if first == second { String::new() } else { format!("\n{other}: {second}") };
    Err(players::told(one, &format!("{first}{also}")))
}
