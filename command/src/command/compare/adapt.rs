//! Play that adapts to a change: what both variants are worth to the best mixes that a search of each finds. A search
//! starts from all players known beside the scenario, so it has to find only what the change calls for.

use std::io::ErrorKind;
use std::path::Path;

use clap::Args;
use serde::Deserialize;
use szala_analysis::robust::{self, Budget, Found, State};
use szala_analysis::tango;
use szala_analysis::{disk, on_threads};
use szala_kernel::{BySide, Side};
use szala_reports::{Mixes, Worth};
use szala_system::file_of_mix;

use super::Asked;
use crate::command::robust::{GAIN, STATE, tell};
use crate::command::{Problem, threads_refused};
use crate::house::House;
use crate::interrupt;
use crate::known;
use crate::options::Seeded;
use crate::players::{self, listed};
use crate::progress::Spending;

/// Whether play adapts, and for how long it may search.
#[derive(Debug, Args)]
pub(super) struct Adapt {
    /// Let play adapt to the change: search this long for the best mixes of both sides under it, starting from all
    /// players known beside the scenario; the unchanged scenario is searched equally long, unless its mixes are up to
    /// date
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    #[arg(conflicts_with_all = ["detect", "diverge"])]
    robust: Option<u64>,
    /// Search with this many games instead; the result is the same on any machine and any number of threads
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000_000))]
    #[arg(conflicts_with_all = ["robust", "detect", "diverge"])]
    robust_games: Option<u64>,
}

/// What a variant is worth to adapted play.
pub(super) struct Worthy {
    score: szala_analysis::Interval,
    games: u64,
    ends: [f64; 2],
    search: String,
    figures: String,
}

impl Worthy {
    pub(super) fn told(&self) -> Worth<'_> {
        let Self { score, games, ends, search, figures } = self;
        Worth { score: *score, games: *games, ends: *ends, search, figures }
    }

    /// As the mixes beside the scenario say, if they are up to date.
    fn known(mixes: &Mixes) -> Option<Self> {
        let ends = mixes.ends()?;
        let Found { wins, draws, losses, .. } = mixes.search.as_ref()?;
        let counts = [(*wins)?, (*draws)?, (*losses)?];
        let [wins, draws, losses] = counts;
        let search = format!("of {}: {}", mixes.file, mixes.terms()?);
        let figures = mixes.figures()?;
        Some(Self { score: tango(wins, draws, losses), games: counts.iter().sum(), ends, search, figures })
    }

    fn found(state: &State, search: String, figures: String) -> Option<Self> {
        let answer = state.answer.as_ref()?;
        let ends = [answer.low, answer.high];
        Some(Self { score: answer.score(), games: answer.value.games(), ends, search, figures })
    }
}

impl Adapt {
    pub(super) fn budget(&self) -> Option<Budget> {
        let games = self.robust_games.map(Budget::Games);
        games.or(self.robust.map(|minutes| Budget::Seconds(60 * minutes)))
    }
}

/// What both variants are worth to adapted play; nothing if interrupted.
pub(super) fn adapted(
    house: &House,
    budget: Budget,
    asked: &[Asked<'_>; 2],
    seeded: &Seeded,
) -> Result<Option<[Worthy; 2]>, Problem> {
    // The result of an earlier search does not depend on the players that --players names.
    let usual = asked[0].players(None);
    asked[0].seat(&usual)?;
    let a = match asked[0].mixes(&usual).as_ref().and_then(Worthy::known) {
        Some(known) => Some(known),
        None => search(house, budget, &asked[0], "as it is", seeded)?,
    };
    let Some(a) = a else { return Ok(None) };
    Ok(search(house, budget, &asked[1], "changed", seeded)?.map(|b| [a, b]))
}

fn search(
    house: &House,
    budget: Budget,
    asked: &Asked<'_>,
    which: &str,
    seeded: &Seeded,
) -> Result<Option<Worthy>, Problem> {
    let game = &*asked.game;
    let faces = game.faces();
    let sides = BySide::from_fn(|side: Side| faces.side_name(side));
    let players = entrants(house, asked)?;
    let [first, second] = players.0.each_ref().map(Vec::len);
    aside!("the scenario {which} is searched for better play, from {first} and {second} known players");
    let read = players::read(house);
    let plan = robust::Plan { game, read: &read, players, seed: seeded.seed, budget, bound: GAIN / 100.0 };
    let threads = seeded.threads.number();
    let stop = interrupt::flag()?;
    let mut spending = Spending::default();
    let state = on_threads(threads, || {
        robust::search(&plan, State::default(), stop, |_| Ok(()), |news| tell(&mut spending, sides, news))
    });
    let state = state.map_err(|error| threads_refused(threads, &error))??;
    let (spent, figures) = match budget {
        Budget::Games(games) => (format!("{games} games"), format!("{games}, {}", seeded.seed)),
        Budget::Seconds(seconds) => {
            (format!("{} minutes", seconds / 60), format!("{seconds} s, {}", seeded.seed))
        }
    };
    let words = format!("a search of {spent}, seed {}, from {first} and {second} known players", seeded.seed);
    Ok(Worthy::found(&state, words, figures))
}

/// The players to start from: those known beside the mixes of the scenario, those that their search started from, and
/// the usual one; without mixes, the listed ones. Each of them can play there.
fn entrants(house: &House, asked: &Asked<'_>) -> Result<BySide<Vec<String>>, String> {
    let game = &*asked.game;
    let usual = asked.players(None);
    let mut entrants = BySide([Vec::new(), Vec::new()]);
    for side in Side::BOTH {
        let mixes = &usual.names[side];
        let Some(file) = file_of_mix(mixes) else {
            entrants[side] = listed(game, side);
            continue;
        };
        let mut names = vec![game.usual_player().to_owned()];
        names.extend(known::with_mixes(house, game, mixes, side).unwrap_or_default());
        names.extend(began_with(file, side)?);
        for name in names {
            let known = &mut entrants[side];
            if !known.contains(&name) && game.check_player(&name, side, &players::read(house)).is_ok() {
                known.push(name);
            }
        }
    }
    Ok(entrants)
}

/// The players that the search of the mixes started from, if its state was kept.
fn began_with(mixes: &str, side: Side) -> Result<Vec<String>, String> {
    #[derive(Deserialize)]
    struct State {
        search: Search,
    }
    #[derive(Deserialize)]
    struct Search {
        players: [Vec<String>; 2],
    }
    let path = Path::new(mixes).with_file_name(STATE);
    let text = match disk::read_text(&path, disk::MOST_WRITTEN) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.map_err(|error| format!("cannot read {}: {error}", path.display()))?,
    };
    let State { search } = serde_json::from_str(&text).map_err(|why| {
        let remedy = "move it away, and the search begins with the players beside the mixes";
        format!("{} is damaged ({why}); {remedy}", path.display())
    })?;
    Ok(search.players[side as usize].clone())
}
