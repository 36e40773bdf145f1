//! The parts of a page that only the rules can supply: games of the run are replayed, watched and filmed.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use szala_analysis::aggregate::first_games;
use szala_analysis::clauses::{clauses, read_ledger};
use szala_analysis::luck::LuckPlan;
use szala_analysis::shares::shares;
use szala_analysis::{Pick, Quantity, Sketcher, film, heat, pick, play};
use szala_files::Standing;
use szala_kernel::{BySide, GameSeed, RunSeed, Side};
use szala_reports::chart::{self, ChartedRun};
use szala_reports::{
    Assumed, Drawing, LuckLine, LuckOf, LuckSection, PageChart, PageFilm, Scene, Stands, Viewer,
};
use szala_system::{Contest, Game};

use crate::again::Again;
use crate::command::luck::{ROLLOUTS, into_game, usual_policy};
use crate::command::{Problem, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::players::Pairing;
use crate::progress::Count;

/// The first games of the run, up to this many, are watched for maps and rules.
const WATCHED: u64 = 2_000;
/// Games worth watching are chosen among the first games of the run, up to this many.
const CHOSEN_OF: u64 = 10_000;
/// Number of samples of games that estimate the luck of a run.
const SAMPLES: u64 = 1_000;

/// What a page needs of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'w> {
    /// The run.
    pub(super) run: ChartedRun<'w>,
    /// What distinguishes its maps from those of other runs on the page.
    pub(super) id: &'w str,
    /// The kinds of games worth watching.
    pub(super) picks: &'w [Pick],
    /// Numbers of further games to show.
    pub(super) numbers: &'w [u64],
    /// Whether to analyse the luck of the run and of these games.
    pub(super) luck: bool,
    pub(super) threads: u16,
    pub(super) stop: &'w AtomicBool,
}

impl Wanted<'_> {
    /// Plays the games that are needed.
    ///
    /// # Errors
    /// Why the games of the run cannot be replayed.
    pub(super) fn scene(self, house: &House) -> Result<Scene, Problem> {
        let again = Again { name: self.run.name, folder: self.run.folder };
        let (game, contest) = again.open(house)?;
        let mut scene = Watch { wanted: self, again, game: &*game, contest: &*contest }.scene()?;
        scene.assumptions = assumptions(&*game);
        Ok(scene)
    }
}

/// The values of the scenario's files that are not printed.
fn assumptions(game: &dyn Game) -> Vec<Assumed> {
    let doubtful = game.assumptions().into_iter().filter(|one| one.standing != Standing::Text);
    let told = doubtful.map(|one| Assumed {
        path: one.path,
        value: one.value,
        standing: match one.standing {
            Standing::Text => Stands::Text,
            Standing::Derived => Stands::Derived,
            Standing::Assumed => Stands::Assumed,
        },
        range: one.range.map(|[least, most]| format!("{least}–{most}")).unwrap_or_default(),
        why: one.why.unwrap_or_default(),
    });
    told.collect()
}

/// Watches the games of a run.
struct Watch<'w> {
    wanted: Wanted<'w>,
    again: Again<'w>,
    game: &'w dyn Game,
    contest: &'w dyn Contest,
}

impl Watch<'_> {
    fn scene(&self) -> Result<Scene, Problem> {
        let (title, faces) = (&self.wanted.run.title(), self.game.faces());
        let Wanted { run, id, threads, stop, .. } = self.wanted;
        let language = run.lexicon.language();
        let recorded = first_games(run.folder, WATCHED).map_err(|error| Problem::Told(error.to_string()))?;
        let plan = self.again.plan(recorded.games(), threads);
        let refused = |error| threads_refused(threads, &error);
        let games = recorded.games();
        let mut progress = Count::new(2 * games, "games played again for the page");
        let found = clauses(self.contest, &plan, stop, |done| progress.tell(done));
        let found = found.map_err(refused)?;
        let seen = heat(self.contest, &plan, stop, |done| progress.tell(games + done));
        let seen = seen.map_err(refused)?;
        drop(progress);
        if stop.load(Ordering::Relaxed) {
            return Ok(Scene::default());
        }
        if found.counts != recorded {
            return Err(self.again.otherwise("the games themselves are"));
        }
        let ledger = read_ledger(self.game.ledger(), faces.book()).map_err(|complaints| {
            let complaints: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            Problem::Told(format!("the ledger of the rules cannot be read: {}", complaints.join("; ")))
        })?;
        let counted = run.clauses(&found, &ledger);
        let never = counted.never.clone();
        let ground = run.lexicon.ground(faces.ground());
        let sides: BySide<Cow<'_, str>> = BySide::from_fn(|side| run.lexicon.tell(faces.side_name(side)));
        let sides = BySide::from_fn(|side| &*sides[side]);
        let map = |quantity: Quantity| {
            // One below the other, since side by side they would be too small; the names in each are its own.
            let svgs = Side::BOTH.map(|side| {
                let name = format!("{id}-{quantity:?}-{side:?}").to_lowercase();
                let drawing = Drawing { ground: &ground, sides, time: faces.time(), name: &name, language };
                drawing.heat(title, &seen, quantity, &[side])
            });
            let drawing = Drawing { ground: &ground, sides, time: faces.time(), name: id, language };
            (drawing.quantity_name(quantity), svgs)
        };
        Ok(Scene {
            games: seen.games,
            heat: Quantity::ALL.into_iter().map(map).collect(),
            films: self.films()?,
            clauses: Some((PageChart::drawn(language, |frame| chart::clauses(&counted, frame)), never)),
            assumptions: Vec::new(),
            luck: self.section(sides)?,
        })
    }

    /// How much of what decides the games of the run is luck, if requested.
    fn section(&self, sides: BySide<&str>) -> Result<Option<LuckSection>, Problem> {
        let Wanted { run, threads, stop, luck, .. } = self.wanted;
        if !luck {
            return Ok(None);
        }
        let plan = self.again.plan(SAMPLES, threads);
        let mut progress = Count::new(SAMPLES, "samples of 16 games");
        let found = shares(self.contest, &plan, stop, |done| progress.tell(done));
        let found = found.map_err(|error| threads_refused(threads, &error))?;
        let manifest = &run.folder.manifest;
        let of = LuckOf {
            title: &run.title(),
            sides: sides.0,
            players: manifest.run.players.each_ref().map(String::as_str),
            policy: None,
            seed: manifest.run.seed,
        };
        Ok(Some(LuckSection::of(of, &found, run.lexicon)))
    }

    /// The luck of a game that is shown, if requested; nothing for a game without an end.
    fn luck_of(&self, game: GameSeed) -> Result<Option<LuckLine>, Problem> {
        let Wanted { run, threads, stop, luck, .. } = self.wanted;
        if !luck {
            return Ok(None);
        }
        let [first, second] = &run.folder.manifest.run.players;
        let names = BySide([first.as_str(), second.as_str()]);
        let policy = usual_policy(self.game, self.contest, names, game);
        let is_own = policy.names() == names;
        // Files of players are those of the record, so others than its own players are usual ones on both sides.
        let usual = Pairing::both(self.game.usual_player());
        let others = if is_own { None } else { Some(usual.seat_from(&Files::default(), self.game)?) };
        let plan = LuckPlan {
            game,
            seed: RunSeed(run.folder.manifest.run.seed),
            rollouts: ROLLOUTS,
            decisions: false,
            threads: threads.into(),
            stop,
        };
        let found = into_game(self.contest, others.as_deref().unwrap_or(self.contest), &plan, |_, _| ());
        let found = found.unwrap_or_else(|problem| {
            aside!("note: game {} is shown without its luck: {problem}", game.number());
            None
        });
        Ok(found.map(|found| LuckLine::of(&found, self.game.faces())))
    }

    /// The games worth watching, and those requested by number.
    fn films(&self) -> Result<Vec<PageFilm>, Problem> {
        let (title, faces) = (&self.wanted.run.title(), self.game.faces());
        let Wanted { run, id, picks, numbers, threads, stop, .. } = self.wanted;
        let manifest = &run.folder.manifest;
        let plan = self.again.plan(CHOSEN_OF.min(manifest.progress.games), threads);
        let mut sketcher = Sketcher::new(&self.game.columns(), faces.time());
        let played = play(self.contest, &plan, stop, |stretch| {
            sketcher.add(stretch);
            ControlFlow::Continue(())
        });
        played.map_err(|error| threads_refused(threads, &error))?;
        let mut chosen: Vec<(Option<Pick>, u64)> = Vec::new();
        for wanted in picks.iter().copied() {
            // Some runs have no such game: all were drawn, or none was.
            if let Ok(number) = pick(wanted, &sketcher.games) {
                chosen.push((Some(wanted), number));
            }
        }
        chosen.extend(numbers.iter().map(|number| (None, *number)));
        let films = chosen.into_iter().map(|(pick, number)| -> Result<PageFilm, Problem> {
            let game = RunSeed(manifest.run.seed).game(number);
            let film = film(self.contest, game, false);
            // For a mix, the player that the game draws.
            let who =
                |side: Side| self.contest.drawn(game, side).unwrap_or(&manifest.run.players[side as usize]);
            let luck = self.luck_of(game)?;
            let viewer = Viewer {
                title,
                luck: luck.as_ref(),
                players: BySide::from_fn(who),
                seed: manifest.run.seed,
                number,
                entries: &film.log.entries,
                positions: &film.positions,
                finished: film.finished,
                lexicon: run.lexicon,
            };
            let end = viewer.end(faces, &format!("{id}-end-{number}"));
            Ok(PageFilm { number, pick, parts: viewer.parts(faces), end })
        });
        films.collect()
    }
}
