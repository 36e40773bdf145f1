//! What a page shows that only the rules can tell: games of the run are played again, watched and filmed.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use szala_ai::Roster;
use szala_analysis::aggregate::first_games;
use szala_analysis::clauses::{clauses, read_ledger};
use szala_analysis::{Pick, Quantity, Sketcher, film, heat, pick, play};
use szala_insurrection::data::Standing;
use szala_kernel::{BySide, Notation, Pictured, Recorded, RunSeed, Side};
use szala_reports::chart::{self, ChartedRun};
use szala_reports::{Assumed, Drawing, Language, PageChart, PageFilm, Scene, Stands, Viewer};

use crate::again::Again;
use crate::command::Problem;
use crate::game::{Game, Visitor};
use crate::progress::Count;

/// How many games are watched for maps and rules, the first of the run.
const WATCHED: u64 = 2_000;
/// Among how many games those worth watching are chosen, the first of the run.
const CHOSEN_OF: u64 = 10_000;

/// What is wanted of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'w> {
    /// The run.
    pub(super) run: ChartedRun<'w>,
    /// What its maps are told apart by from those of other runs on the page.
    pub(super) id: &'w str,
    /// Which games worth watching.
    pub(super) picks: &'w [Pick],
    /// Games to show besides, by their numbers.
    pub(super) numbers: &'w [u64],
    pub(super) threads: u16,
    pub(super) language: Language,
    pub(super) stop: &'w AtomicBool,
}

impl Wanted<'_> {
    /// Plays what is needed.
    ///
    /// # Errors
    /// What keeps the games of the run from being played again.
    pub(super) fn scene(self) -> Result<Scene, Problem> {
        let again = Again { name: self.run.name, folder: self.run.folder };
        let game = again.open()?;
        let mut scene = game.visit(Watch { wanted: self, again, game: &game })??;
        scene.assumptions = assumptions(&game);
        Ok(scene)
    }
}

/// The values of the scenario's files that are not printed.
fn assumptions(game: &Game) -> Vec<Assumed> {
    let doubtful = game.assumptions().iter().filter(|one| one.standing != Standing::Text);
    let told = doubtful.map(|one| Assumed {
        path: one.path.clone(),
        value: one.value.clone(),
        standing: match one.standing {
            Standing::Text => Stands::Text,
            Standing::Derived => Stands::Derived,
            Standing::Assumed => Stands::Assumed,
        },
        range: one.range.as_ref().map(|[least, most]| format!("{least}–{most}")).unwrap_or_default(),
        why: one.why.clone().unwrap_or_default(),
    });
    told.collect()
}

/// Watches games of a run.
struct Watch<'w> {
    wanted: Wanted<'w>,
    again: Again<'w>,
    game: &'w Game,
}

impl<'g> Visitor<'g> for Watch<'_> {
    type Output = Result<Result<Scene, Problem>, Problem>;

    fn visit<R>(self, rules: &'g R, title: &'g str) -> Self::Output
    where
        R: Notation + Recorded + Pictured + Roster + Sync,
        R::Action: Send,
    {
        let seats = self.again.seats(self.game, rules)?;
        Ok(self.watch(rules, &seats, title))
    }
}

impl Watch<'_> {
    fn watch<R>(&self, rules: &R, seats: &BySide<R::Seat>, title: &str) -> Result<Scene, Problem>
    where
        R: Notation + Recorded + Pictured + Roster + Sync,
        R::Action: Send,
    {
        let Wanted { run, id, threads, language, stop, .. } = self.wanted;
        let recorded = first_games(run.folder, WATCHED).map_err(|error| Problem::Told(error.to_string()))?;
        let plan = self.again.plan(recorded.games(), threads);
        let refused = |error| format!("cannot start {threads} threads ({error}); try fewer with --threads");
        let games = recorded.games();
        let mut progress = Count::new(2 * games, "games played again for the page");
        let found = clauses(rules, &plan, || seats.clone(), stop, |done| progress.tell(done));
        let found = found.map_err(refused)?;
        let seen = heat(rules, &plan, || seats.clone(), stop, |done| progress.tell(games + done));
        let seen = seen.map_err(refused)?;
        drop(progress);
        if stop.load(Ordering::Relaxed) {
            return Ok(Scene::default());
        }
        if found.counts != recorded {
            return Err(self.again.otherwise("the games themselves are"));
        }
        let ledger = read_ledger(self.game.ledger()).map_err(|complaints| {
            let complaints: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            Problem::Told(format!("the ledger of the rules cannot be read: {}", complaints.join("; ")))
        })?;
        let counted = run.clauses(&found, &ledger);
        let never = counted.never.clone();
        let ground = rules.ground();
        let sides = BySide::from_fn(|side| rules.side_name(side));
        let map = |quantity: Quantity| {
            // One below the other, as beside each other they would be too small; each with names of its own.
            let svgs = Side::BOTH.map(|side| {
                let name = format!("{id}-{quantity:?}-{side:?}").to_lowercase();
                let drawing = Drawing { ground: &ground, sides, time: rules.time(), name: &name, language };
                drawing.heat(title, &seen, quantity, &[side])
            });
            let drawing = Drawing { ground: &ground, sides, time: rules.time(), name: id, language };
            (drawing.quantity_name(quantity), svgs)
        };
        Ok(Scene {
            games: seen.games,
            heat: Quantity::ALL.into_iter().map(map).collect(),
            films: self.films(rules, seats, title, language)?,
            clauses: Some((PageChart::drawn(language, |frame| chart::clauses(&counted, frame)), never)),
            assumptions: Vec::new(),
        })
    }

    /// The games worth watching, and those that were asked for.
    fn films<R>(
        &self,
        rules: &R,
        seats: &BySide<R::Seat>,
        title: &str,
        language: Language,
    ) -> Result<Vec<PageFilm>, Problem>
    where
        R: Notation + Recorded + Pictured + Roster + Sync,
        R::Action: Send,
    {
        let Wanted { run, picks, numbers, threads, stop, .. } = self.wanted;
        let manifest = &run.folder.manifest;
        let plan = self.again.plan(CHOSEN_OF.min(manifest.progress.games), threads);
        let mut sketcher = Sketcher::new(&rules.columns(), rules.time());
        let played = play(
            rules,
            &plan,
            || seats.clone(),
            stop,
            |stretch| {
                sketcher.add(stretch);
                ControlFlow::Continue(())
            },
        );
        played
            .map_err(|error| format!("cannot start {threads} threads ({error}); try fewer with --threads"))?;
        let mut chosen: Vec<(Option<Pick>, u64)> = Vec::new();
        for wanted in picks.iter().copied() {
            // Of some runs there is no such game: all were drawn, or none was.
            if let Ok(number) = pick(wanted, &sketcher.games) {
                chosen.push((Some(wanted), number));
            }
        }
        chosen.extend(numbers.iter().map(|number| (None, *number)));
        let [first, second] = manifest.run.players.each_ref().map(String::as_str);
        let films = chosen.into_iter().map(|(pick, number)| {
            let mut seats = seats.clone();
            let film = film(rules, RunSeed(manifest.run.seed).game(number), &mut seats, false);
            let viewer = Viewer {
                title,
                players: BySide([first, second]),
                seed: manifest.run.seed,
                number,
                entries: &film.log.entries,
                positions: &film.positions,
                finished: film.finished,
                language,
            };
            PageFilm { number, pick, parts: viewer.parts(rules) }
        });
        Ok(films.collect())
    }
}
