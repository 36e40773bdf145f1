//! `szala replay`: one game, addressed by its seed and number or chosen from many, as text or as a page.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use szala_analysis::luck::LuckPlan;
use szala_analysis::{Pick, Plan, Sketcher, Tally, film, pick, play};
use szala_kernel::{BySide, GameSeed, RunSeed, Side};
use szala_reports::{LuckLine, Mixes, Trace, Viewer, mix_of};
use szala_system::{Contest, Game};

use super::luck::{MOST_ROLLOUTS, ROLLOUTS, into_game, usual_policy};
use super::{INTERRUPTED, Problem, deliver, refuse_unwritable, say, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::interrupt;
use crate::mixes;
use crate::options::{Lang, Words, count};
use crate::players::{self, Pairing};
use crate::progress::{Count, Progress};
use crate::variant::VariantArgs;

/// How many games to choose from by default.
const GAMES: u64 = 10_000;
/// A sketch of each game is kept in memory.
const MOST_GAMES: u64 = 10_000_000;
/// More threads than any machine has use for.
const MOST_THREADS: i64 = 1_024;

/// Options of `szala replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// What was played: a scenario file, or a game that `szala list` names
    pub(crate) game: String,
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
    /// Play it with keyed dice, as `compare`, `whatif`, `sweep` and `gate` do; `szala run` plays another game of this
    /// number
    #[arg(long, conflicts_with = "pick")]
    keyed: bool,
    /// Play many games of the run and show the one that fits
    #[arg(long, value_enum, conflicts_with = "number")]
    pick: Option<Wanted>,
    /// How many games --pick chooses from [default: 10000]
    #[arg(long, requires = "pick", value_parser = count::<1, MOST_GAMES>)]
    games: Option<u64>,
    /// How many threads --pick plays on; 0 is one for each processor. Changes the time, never the result
    #[arg(long, requires = "pick", value_parser = clap::value_parser!(u16).range(0..=MOST_THREADS))]
    threads: Option<u16>,
    /// Show how the players rated their options, if they report it
    #[arg(long)]
    explain: bool,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the game as an HTML page with the map to this new file
    #[arg(long, value_name = "FILE", conflicts_with = "format")]
    html: Option<PathBuf>,
    /// On the page, also show the luck of the game: the expected score, roll by roll, from rollouts, and the luckiest
    /// rolls
    #[arg(long, requires = "html")]
    luck: bool,
    /// With --luck, rollouts from each position that a roll could lead to [default: 200]
    #[arg(long, requires = "luck", value_parser = count::<2, MOST_ROLLOUTS>)]
    rollouts: Option<u64>,
    /// The language of the page
    #[arg(long, value_enum, default_value_t = Lang::En, requires = "html")]
    lang: Lang,
    /// A file with more of the game's words in that language; repeatable. docs/LANGUAGES.md describes it
    #[arg(long, value_name = "FILE", requires = "html")]
    lexicon: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Text
    Text,
    /// JSON lines
    Jsonl,
}

/// Which game to choose; docs/TRACE.md says exactly what each is.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Wanted {
    /// An ordinary game, with the median margin
    Median,
    /// The victory from farthest behind
    Comeback,
    /// The earliest victory
    Quickest,
    /// A drawn game of ordinary length
    Draw,
    /// The largest victory of the side that wins more rarely
    Upset,
}

impl From<Wanted> for Pick {
    fn from(wanted: Wanted) -> Self {
        match wanted {
            Wanted::Median => Self::Median,
            Wanted::Comeback => Self::Comeback,
            Wanted::Quickest => Self::Quickest,
            Wanted::Draw => Self::Draw,
            Wanted::Upset => Self::Upset,
        }
    }
}

impl Replay {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        refuse_unwritable(self.html.as_deref())?;
        let files = house.files();
        let game = house.open_from(&files, &self.game, &self.changes)?;
        let Some(text) = self.text(house, &files, &*game)? else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        match &self.html {
            Some(file) => deliver(&text, Some(file)),
            None => say(text),
        }?;
        Ok(ExitCode::SUCCESS)
    }

    /// The number of the chosen game; nothing if interrupted.
    fn chosen(&self, contest: &dyn Contest) -> Result<Option<u64>, Problem> {
        let Some(wanted) = self.pick else { return Ok(Some(self.number)) };
        let games = self.games.unwrap_or(GAMES);
        let threads = self.threads.unwrap_or(0);
        let plan = Plan { seed: RunSeed(self.seed), numbers: 0..games, threads: threads.into() };
        let stop = interrupt::flag()?;
        let faces = contest.faces();
        let sides = BySide::from_fn(|side| faces.side_name(side));
        let mut progress = Progress::new(sides, games, 0, None);
        let mut sketcher = Sketcher::new(&contest.columns(), faces.time());
        let mut tally = Tally::default();
        let played = play(contest, &plan, stop, |stretch| {
            sketcher.add(stretch);
            tally.add(stretch, 0..stretch.played.len());
            progress.tell(&tally);
            ControlFlow::Continue(())
        });
        played.map_err(|error| threads_refused(threads, &error))?;
        drop(progress);
        if tally.games < games {
            aside!("interrupted after {} of {games} games; none was chosen", tally.games);
            return Ok(None);
        }
        let number = pick(wanted.into(), &sketcher.games)
            .map_err(|why| format!("of {games} games none can be chosen: {why}; choose by another --pick"))?;
        aside!("chosen of {games} games: game {number} of seed {}", self.seed);
        Ok(Some(number))
    }

    /// The luck of the game; nothing if interrupted.
    fn line(
        &self,
        game: &dyn Game,
        contest: &dyn Contest,
        policy: &dyn Contest,
        seed: GameSeed,
    ) -> Result<Option<LuckLine>, Problem> {
        let rollouts = self.rollouts.unwrap_or(ROLLOUTS);
        let plan = LuckPlan {
            game: seed,
            seed: RunSeed(self.seed),
            rollouts,
            decisions: false,
            threads: self.threads.unwrap_or(0).into(),
            stop: interrupt::flag()?,
        };
        let mut progress = Count::up_to(0, "rollouts");
        let found = into_game(contest, policy, &plan, |done, due| progress.tell_of(done, due))?;
        Ok(found.map(|found| LuckLine::of(&found, game.faces())))
    }

    /// The game in the requested format; nothing if interrupted.
    fn text(&self, house: &House, files: &Files, game: &dyn Game) -> Result<Option<String>, Problem> {
        let (opened, title, faces) = (game, game.title(), game.faces());
        let pairing = Pairing::or_usual(self.players.as_ref(), files, &self.game, game);
        let contest = pairing.seat_from(files, game)?;
        let mixes = mixes::of(game, &self.changes, files, &pairing);
        let Some(number) = self.chosen(&*contest)? else { return Ok(None) };
        let game = RunSeed(self.seed).game(number);
        let game = if self.keyed { game.keyed() } else { game };
        let film = film(&*contest, game, self.explain);
        let (entries, finished) = (&film.log.entries, film.finished);
        // For a mix, the player that this game draws.
        let named = BySide::from_fn(|side: Side| {
            let name = &pairing.names[side];
            match (contest.drawn(game, side), &mixes) {
                (None, _) => name.clone(),
                (Some(drawn), None) => format!("{name} (here {drawn})"),
                (Some(drawn), Some(Mixes { members, file, .. })) => {
                    let place = if side == Side::Second { format!(", {file}") } else { String::new() };
                    format!("{drawn} (of a {}{place})", mix_of(members[side as usize]))
                }
            }
        });
        let players = BySide::from_fn(|side: Side| named[side].as_str());
        if self.html.is_some() {
            let positions = &film.positions;
            let words = Words { lang: self.lang, lexicon: self.lexicon.clone() };
            let lexicon = &words.of_scenario(house, opened, &self.game)?;
            let policy = usual_policy(opened, &*contest, pairing.names(), game);
            let policy = policy.seat_from(files, opened)?;
            let luck = if self.luck { self.line(opened, &*contest, &*policy, game)? } else { None };
            if self.luck && luck.is_none() {
                aside!("interrupted; nothing is written");
                return Ok(None);
            }
            let luck = luck.as_ref();
            let viewer = Viewer {
                title: &lexicon.tell(title),
                players,
                seed: self.seed,
                number,
                entries,
                positions,
                finished,
                lexicon,
                luck,
            };
            return Ok(Some(viewer.page(faces)));
        }
        let trace = Trace { title, players, seed: self.seed, number, entries, finished };
        let mut text = String::new();
        let written = match self.format {
            Format::Text => trace.write_text(faces, &mut text),
            Format::Jsonl => trace.write_json_lines(faces, &mut text),
        };
        written.expect("writing to a string");
        Ok(Some(text))
    }
}
