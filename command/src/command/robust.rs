//! `szala robust`: searches for the best mixes of players of both sides, and for how far better play could move the
//! result.

mod folder;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use szala_analysis::robust::{self, Budget, Ended, Moment, News, Planted, Search, State};
use szala_analysis::{ThreadPoolBuildError, on_threads};
use szala_kernel::{BySide, Side};
use szala_reports::{RobustFindings, RobustTold};
use szala_system::{Game, file_of_mix};

use super::{INTERRUPTED, Problem, points, threads_refused};
use crate::house::House;
use crate::interrupt;
use crate::known;
use crate::options::{FAIR, Printed, Seeded, count};
use crate::players::{self, listed};
use crate::progress::Spending;
use crate::variant::VariantArgs;
pub(super) use folder::STATE;
use folder::{Asked, Begin, Folder};

/// Sizes of the planted weaknesses that measure how good a search is, in parts of a game.
const PLANTED: [f64; 3] = [0.02, 0.05, 0.10];

/// The smallest gain that counts, in points.
pub(super) const GAIN: f64 = 1.0;

/// Options of `szala robust`.
#[derive(Debug, Args)]
pub(crate) struct Robust {
    /// What to play: a scenario file, or a game that `szala list` names
    pub(crate) game: String,
    #[command(flatten)]
    changes: VariantArgs,
    /// How long to search
    #[arg(long, value_parser = count::<1, 100_000>)]
    minutes: Option<u64>,
    /// How many games to search with; the result is the same on any machine and any number of threads
    #[arg(long, conflicts_with = "minutes", value_parser = count::<1_000, 1_000_000_000_000>)]
    games: Option<u64>,
    /// Players to start from besides the listed ones, each for the sides that it can play; for mix:FILE those of the
    /// mixes and all others in their folder
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = players::trimmed)]
    with: Vec<String>,
    /// Listed players to leave out at the start, for example slow ones
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = players::trimmed)]
    without: Vec<String>,
    /// The smallest gain that counts as an improvement
    #[arg(long, value_name = "POINTS", default_value_t = GAIN, value_parser = points)]
    gain: f64,
    /// The scenario is fair when neither side scores more than 50 % plus this many points
    #[arg(long, value_name = "POINTS", default_value_t = FAIR, value_parser = points)]
    margin: f64,
    #[command(flatten)]
    seeded: Seeded,
    /// The folder for mixes, players, history and the state of the search
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Continue the search in the folder --out: an interrupted one, or, with a larger budget, one that has ended
    #[arg(long)]
    resume: bool,
    /// Start from everything that the searches in these folders found, for example on several machines; each needs its
    /// own seed
    #[arg(
        long,
        value_name = "FOLDER,FOLDER,...",
        value_delimiter = ',',
        conflicts_with_all = ["with", "without", "resume"]
    )]
    join: Vec<PathBuf>,
    /// Plant this many weaknesses of 2, 5 and 10 points in the mix of each side, and report how many a search finds
    #[arg(long, value_name = "NUMBER", hide = true, default_value_t = 0)]
    calibrate: u64,
    /// Games of each search for a planted weakness
    #[arg(long, value_name = "NUMBER", hide = true, default_value_t = 100_000)]
    #[arg(value_parser = count::<100, 1_000_000_000>)]
    calibrate_games: u64,
    #[command(flatten)]
    printed: Printed,
}

impl Robust {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let files = house.files();
        let game = house.open_from(&files, &self.game, &self.changes)?;
        let faces = game.faces();
        let sides = BySide::from_fn(|side: Side| faces.side_name(side));
        let asked = Asked {
            game: &self.game,
            changes: &self.changes,
            seed: self.seeded.seed,
            budget: self.budget()?,
            bound: self.gain / 100.0,
            players: self.entrants(house, &*game)?,
        };
        let begin = match (self.resume, &self.join[..]) {
            (true, _) => Begin::Resume,
            (false, []) => Begin::Anew,
            (false, folders) => Begin::Join(folders),
        };
        let folder = Folder::open(&self.out, &asked, house, &*game, &files, &begin)?;
        let stop = interrupt::flag()?;
        let plan = robust::Plan {
            game: &*game,
            read: &players::read(house),
            players: asked.players.clone(),
            seed: asked.seed,
            budget: asked.budget,
            bound: asked.bound,
        };
        let threads = self.seeded.threads.number();
        let refused = |error: &ThreadPoolBuildError| threads_refused(threads, error);
        let mut spending = Spending::default();
        let tell = |news: News<'_>| tell(&mut spending, sides, news);
        let start = folder.state.clone();
        let save = |state: &State| folder.save(state);
        let found = on_threads(threads, || robust::search(&plan, start, stop, save, tell));
        let state = found.map_err(|error| refused(&error))??;
        let planted: Vec<Planted> = if self.calibrate > 0 && state.answer.is_some() {
            // How much of it is done is not known before.
            let tell = |news: News<'_>| match news {
                News::Spent { games, .. } => spending.spent(0.0, games),
                news => self::tell(&mut spending, sides, news),
            };
            let (of_each, games) = (self.calibrate, self.calibrate_games);
            let plant = || robust::plant(&plan, &state, &PLANTED, of_each, games, stop, tell);
            let planted = on_threads(threads, plant).map_err(|error| refused(&error))??;
            missing(&planted, of_each, sides).for_each(|note| aside!("{note}"));
            planted
        } else {
            Vec::new()
        };
        drop(spending);
        let challenged = folder.challenged(&state);
        let told = RobustTold {
            title: game.plain_title(),
            variant: game.variant(),
            sides,
            seed: asked.seed,
            budget: asked.budget,
            bound: asked.bound,
            margin: self.margin / 100.0,
            folder: &self.out.display().to_string(),
            state: &state,
            challenged: &challenged,
            planted: &planted,
        };
        if state.answer.is_none() && state.history.is_empty() {
            aside!("interrupted before the first value was known; nothing is kept");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        self.printed.print(&RobustFindings::of(told))?;
        if state.answer.is_some() {
            return Ok(ExitCode::SUCCESS);
        }
        aside!("interrupted; what was found is kept in {}; go on with", self.out.display());
        aside!("  {}", crate::identity::command_to_resume());
        Ok(ExitCode::from(INTERRUPTED))
    }

    fn budget(&self) -> Result<Budget, Problem> {
        match (self.games, self.minutes) {
            (Some(games), _) => Ok(Budget::Games(games)),
            (None, Some(minutes)) => Ok(Budget::Seconds(60 * minutes)),
            (None, None) => {
                Err(Problem::Told("say how long to search, with --minutes or --games".to_owned()))
            }
        }
    }

    /// The players to start from: the listed ones, except the random and the slow ones, and the named ones.
    fn entrants(&self, house: &House, game: &dyn Game) -> Result<BySide<Vec<String>>, Problem> {
        let mut entrants = BySide::from_fn(|side: Side| listed(game, side));
        let mut met = BySide::from_fn(|side: Side| {
            entrants[side].iter().map(|name| what(house, name)).collect::<BTreeSet<_>>()
        });
        for name in &self.with {
            let named = BySide(Side::BOTH.map(|side| match file_of_mix(name) {
                Some(_) => known::with_mixes(house, game, name, side),
                None => game.check_player(name, side, &players::read(house)).map(|()| vec![name.clone()]),
            }));
            let refused = Side::BOTH.into_iter().filter_map(|side| Some((side, named[side].as_ref().err()?)));
            let refused: Vec<_> = refused.collect();
            // A player may be one of a single side; mixes are of both.
            if let Some((side, why)) =
                refused.first().filter(|_| refused.len() == 2 || file_of_mix(name).is_some())
            {
                return Err(players::told(game.faces().side_name(*side), why));
            }
            for side in Side::BOTH {
                for name in named[side].iter().flatten() {
                    if met[side].insert(what(house, name)) {
                        entrants[side].push(name.clone());
                    }
                }
            }
        }
        if let Some(name) = self.without.iter().find(|name| self.with.contains(name)) {
            return Err(Problem::Told(format!("{name} is named by --with and by --without; leave one out")));
        }
        for name in &self.without {
            if !Side::BOTH.into_iter().any(|side| entrants[side].contains(name)) {
                let known = Side::BOTH.map(|side| entrants[side].join(", "));
                let [first, second] = Side::BOTH.map(|side| game.faces().side_name(side));
                return Err(Problem::Told(format!(
                    "--without {name}: no such player would begin; there are {} for {first} and {} for {second}",
                    known[0], known[1],
                )));
            }
        }
        for side in Side::BOTH {
            if entrants[side].is_empty() {
                entrants[side].push(game.usual_player().to_owned());
            }
            entrants[side].retain(|name| !self.without.contains(name));
            if entrants[side].is_empty() {
                return Err(Problem::Told(format!(
                    "--without leaves no player of {} to begin with; keep one, or name one by --with",
                    game.faces().side_name(side)
                )));
            }
        }
        Ok(entrants)
    }
}

/// Notes on weaknesses that could not be planted.
fn missing(planted: &[Planted], of_each: u64, sides: BySide<&str>) -> impl Iterator<Item = String> {
    let wanted = Side::BOTH.into_iter().flat_map(|side| PLANTED.map(|size| (side, size)));
    wanted.filter_map(move |(side, size)| {
        let is_it = |one: &&Planted| one.side == side as usize && one.wanted.total_cmp(&size).is_eq();
        let missing = of_each.saturating_sub(planted.iter().filter(is_it).count() as u64);
        (missing > 0).then(|| {
            format!(
                "note: {missing} of {of_each} weaknesses of {} points could not be planted in the mix of {}: no player \
                 with one weight far off was that weak",
                size * 100.0,
                sides[side]
            )
        })
    })
}

/// What a player is: its kind and the text of its file, or else its name. Copies of a file are one player.
fn what(house: &House, name: &str) -> (String, String) {
    let text = |(kind, file): (&str, &str)| Some((kind.to_owned(), house.files().read(file).ok()?));
    name.split_once(':').and_then(text).unwrap_or_else(|| (name.to_owned(), String::new()))
}

/// Reports the progress of a search.
pub(super) fn tell(spending: &mut Spending, sides: BySide<&str>, news: News<'_>) {
    match news {
        News::Spent { games, share } => spending.spent(share, games),
        News::Value(Moment { value, players: [first, second], .. }) => {
            let value = value * 100.0;
            spending.news(format!("{} score {value:.1} %, {first} and {second} players", sides[Side::First]));
        }
        News::Searched(Search { side, trainer, gain, added, .. }) => {
            let (name, gain) = (trainer.name(), gain.mean * 100.0);
            let added =
                added.as_ref().map_or_else(|| "not added".to_owned(), |name| format!("added as {name}"));
            spending.news(format!("a response of {} by {name}: {gain:+.1} points, {added}", sides.0[*side]));
        }
        News::Frozen(ended) => {
            let why = match ended {
                Ended::Budget => "the budget for it is used",
                Ended::NothingGained => "nothing more is gained",
                Ended::NoWeights => "nobody has weights to train",
            };
            spending.news(format!("the mixes are final, since {why}; now what exploits them"));
        }
        News::Planted(Planted { side, size, searches, gain, is_found, .. }) => {
            let [size, gain] = [size, gain].map(|part| part * 100.0);
            let found = if *is_found { "found" } else { "not found" };
            let whose = sides.0[*side];
            spending.news(format!(
                "a weakness of {whose} of {size:.1} points: {found}, {gain:+.1} points by the best of {searches}"
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::robust::Trainer;

    use super::*;

    #[test]
    fn weaknesses_that_could_not_be_planted_are_noted_by_side_and_size() {
        let weakness = |side, wanted| Planted {
            side,
            wanted,
            size: wanted,
            searches: 1,
            trainer: Trainer::Single,
            gain: wanted,
            is_found: true,
        };
        // Red has one of two of 5 points and none of 10, Blue all.
        let red = [weakness(0, 0.02), weakness(0, 0.02), weakness(0, 0.05)];
        let blue = PLANTED.map(|size| weakness(1, size));
        let planted = [&red[..], &blue, &blue].concat();
        let notes: Vec<String> = missing(&planted, 2, BySide(["Red", "Blue"])).collect();
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert!(notes[0].starts_with("note: 1 of 2 weaknesses of 5 points") && notes[0].contains("of Red"));
        assert!(notes[1].starts_with("note: 2 of 2 weaknesses of 10 points"), "{notes:?}");
    }
}
