//! `szala compare` and `szala whatif`: the same games in two variants, side by side, and where a pair of games
//! diverges.

mod adapt;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use clap::Args;
use szala_analysis::aggregate::{AggregateError, add_pairs, are_pairs, pairs};
use szala_analysis::compare::{Axis, Comparison, Pair, play_pairs, play_pairs_with_rows};
use szala_analysis::records::{Folder, Manifest, Recorder, next_shard};
use szala_analysis::robust::Budget;
use szala_analysis::statistics::change::{Inquiry, Question};
use szala_analysis::why::{Breakdown, Slice, breakdown_of};
use szala_analysis::{ALPHA, Course, Plan, Stretch, Tally, divergence, play};
use szala_kernel::{BySide, RunSeed, Side};
use szala_reports::{
    self as reports, Adapted, ComparisonReport, DivergenceFindings, Mixes, PlayedPair, Study,
};
use szala_system::{Contest, Game};

use super::report::PageOf;
use super::run::{play_again, take_shards};
use super::{INTERRUPTED, Problem, points, refuse_same, threads_refused};
use crate::again::seated;
use crate::files::Files;
use crate::house::House;
use crate::identity::{self, Wanted};
use crate::interrupt;
use crate::mixes;
use crate::options::{Margin, Minding, Printed, Seeded, count};
use crate::pages::{Charted, Paged, Passing};
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::VariantArgs;
use crate::why::WhyArgs;
use adapt::Adapt;

/// Default number of pairs.
const USUAL: u64 = 10_000;
/// The maximum with --detect.
pub(super) const MOST_TO_DETECT: u64 = 1_000_000;
/// The power: the chance to detect a change of the size asked for.
pub(super) const POWER: f64 = 0.9;

/// Options of `szala compare`.
#[derive(Debug, Args)]
pub(crate) struct Compare {
    /// The scenario to compare with
    pub(crate) a: String,
    /// The other scenario
    pub(crate) b: String,
    #[command(flatten)]
    how: How,
}

/// Options of `szala whatif`.
#[derive(Debug, Args)]
pub(crate) struct WhatIf {
    /// The scenario to change
    pub(crate) scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
    #[command(flatten)]
    adapt: Adapt,
    #[command(flatten)]
    how: How,
}

/// How two variants are compared.
#[derive(Debug, Args)]
struct How {
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Number of pairs of games; with --detect, the maximum [default: 10000, or 1000000 with --detect]
    #[arg(long, value_parser = count::<1, 1_000_000_000_000>)]
    games: Option<u64>,
    /// Stop as soon as it is decided whether the score changes by this many points or not
    #[arg(long, value_name = "POINTS", value_parser = points, conflicts_with = "diverge")]
    detect: Option<f64>,
    #[command(flatten)]
    seeded: Seeded,
    /// Show where the two games of this number diverge, and why; `first` is the first pair that differs
    #[arg(long, value_name = "NUMBER|first", conflicts_with = "chart")]
    diverge: Option<Which>,
    /// Record the games in this new folder, those of the first variant in `before`, those of the second in `after`;
    /// `szala report` makes a page that compares them pair by pair
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["detect", "diverge"])]
    out: Option<PathBuf>,
    /// Continue the interrupted comparison in the folder --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// Take the games from the shards in the folders `before` and `after` of this one instead of playing them, as
    /// `szala run --shards` does; needs --out or --detect
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["diverge", "resume"])]
    shards: Option<PathBuf>,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    charted: Charted,
    #[command(flatten)]
    paged: Paged,
}

/// The folders of a recorded comparison.
pub(super) const COMPARED: [&str; 2] = ["before", "after"];

/// A game as requested: its name, its changes, and the files read for it.
struct Asked<'a> {
    name: &'a str,
    changes: &'a VariantArgs,
    files: Files,
    game: Box<dyn Game>,
}

impl<'a> Asked<'a> {
    fn open(house: &House, name: &'a str, changes: &'a VariantArgs) -> Result<Self, Problem> {
        let files = house.files();
        let game = house.open_from(&files, name, changes)?;
        Ok(Self { name, changes, files, game })
    }

    /// The named players, or the usual ones of this game.
    fn players(&self, named: Option<&Pairing>) -> Pairing {
        Pairing::or_usual(named, &self.files, self.name, &*self.game)
    }

    fn seat(&self, players: &Pairing) -> Result<Box<dyn Contest>, Problem> {
        players.seat_from(&self.files, &*self.game)
    }

    /// The mixes that play.
    fn mixes(&self, players: &Pairing) -> Option<Mixes> {
        mixes::of(&*self.game, self.changes, &self.files, players)
    }
}

/// Which pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    First,
    Number(u64),
}

impl FromStr for Which {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            _ if text == "first" => Ok(Self::First),
            Ok(number) if number < 1_000_000_000_000 => Ok(Self::Number(number)),
            _ => Err("say `first`, or the number of a game, from 0".to_owned()),
        }
    }
}

impl Compare {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let none = VariantArgs::default();
        let asked = [Asked::open(house, &self.a, &none)?, Asked::open(house, &self.b, &none)?];
        self.how.compare(house, &asked, None)
    }
}

impl WhatIf {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        if self.changes.is_empty() {
            let told = "what if what? Say a change, as in --set \"units.Narwa 1.morale=8\"; docs/VARIANTS.md says \
                        more";
            return Err(told.to_owned().into());
        }
        let none = VariantArgs::default();
        let before = Asked::open(house, &self.scenario, &none)?;
        let after = Asked::open(house, &self.scenario, &self.changes)?;
        self.how.compare(house, &[before, after], self.adapt.budget())
    }
}

impl How {
    #[expect(clippy::too_many_lines, reason = "one course from the question to what is printed")]
    fn compare(
        &self,
        house: &House,
        asked: &[Asked<'_>; 2],
        adapt: Option<Budget>,
    ) -> Result<ExitCode, Problem> {
        self.charted.refuse()?;
        self.paged.refuse()?;
        refuse_same(&[self.out.as_deref(), self.charted.chart.as_deref(), self.paged.html.as_deref()])?;
        if self.paged.html.is_some() && (self.detect.is_some() || self.diverge.is_some()) {
            return Err("a page is about all pairs of games; --html goes without --detect and --diverge"
                .to_owned()
                .into());
        }
        if self.shards.is_some() && self.out.is_none() && self.detect.is_none() {
            return Err(
                "--shards needs a folder for the games, or a question; say --out FOLDER or --detect POINTS"
                    .to_owned()
                    .into(),
            );
        }
        let passing = self.paged.passing(self.out.as_deref())?;
        let out = self.out.as_deref().or(passing.as_ref().map(Passing::path));
        let games = asked.each_ref().map(|asked| &*asked.game);
        let lexicon = self.charted.lexicon(house, games[0], asked[0].name)?;
        let sides = sides_of_both(games)?;
        let titles = games.map(Game::title);
        let players = asked.each_ref().map(|asked| asked.players(self.players.as_ref()));
        let [a, b] = [0, 1].map(|place| asked[place].seat(&players[place]));
        let both = [a?, b?];
        let contests = both.each_ref().map(|contest| &**contest);
        let mixes = [0, 1].map(|place| asked[place].mixes(&players[place]));
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let names = players.each_ref().map(Pairing::names);
        let players_b = (names[0] != names[1]).then_some(names[1].0);
        let of = PlayedPair { titles, players: names[0].0, players_b, seed: seed.0 };
        if let Some(Which::Number(number)) = self.diverge {
            return self.tell_divergence(contests, of, number, sides);
        }
        let stop = interrupt::flag()?;
        let most = self.games.unwrap_or(if self.detect.is_some() { MOST_TO_DETECT } else { USUAL });
        let plan = Plan { seed, numbers: 0..most, threads };
        let question =
            self.detect.map(|points| Question { size: points / 100.0, level: ALPHA, power: POWER });
        let mut inquiry = question.map(Inquiry::new);
        let mut comparison = Comparison::default();
        let mut progress =
            if question.is_some() { Count::up_to(most, "pairs") } else { Count::new(most, "pairs") };
        let mut take = |first: u64, pairs: &[Pair]| {
            for (number, pair) in (first..).zip(pairs) {
                comparison.add(number, core::slice::from_ref(pair));
                let is_answered = inquiry
                    .as_mut()
                    .is_some_and(|inquiry| inquiry.ask(&comparison.score_difference()).is_some());
                if is_answered || self.diverge.is_some() && comparison.first_differing.is_some() {
                    return ControlFlow::Break(());
                }
            }
            progress.tell_with(comparison.pairs, || shift(&comparison, self.games.unwrap_or(USUAL)));
            ControlFlow::Continue(())
        };
        let of_sides = sides.0.map(str::to_owned);
        let time = games[0].faces().time();
        let slices = games.map(|game| Slice::new(&game.columns(), &of_sides, time));
        let slices = slices.each_ref();
        let mut breakdown = None;
        // Pairs played until a question is answered are a search; its breakdown is not reported.
        if let Some(shards) = self.shards.as_deref().filter(|_| question.is_some()) {
            let mut is_answered = |comparison: &Comparison| {
                progress.tell_with(comparison.pairs, || shift(comparison, self.games.unwrap_or(USUAL)));
                inquiry.as_mut().is_some_and(|inquiry| inquiry.ask(&comparison.score_difference()).is_some())
            };
            let manifests = [0, 1].map(|place| manifest_of(house, &asked[place], &players[place], &plan));
            comparison = pairs_of_shards(shards, &manifests, stop, &mut is_answered)?;
        } else if question.is_some() || self.diverge.is_some() {
            play_pairs(contests, &plan, stop, take).map_err(|error| threads_refused(threads, &error))?;
        } else if out.is_none() {
            let mut parts = Breakdown::new(slices, of_sides);
            let with_rows = |first: u64, pairs: &[Pair], rows: [&Stretch; 2]| {
                parts.add_stretches(slices, pairs, rows);
                take(first, pairs)
            };
            play_pairs_with_rows(contests, &plan, stop, with_rows)
                .map_err(|error| threads_refused(threads, &error))?;
            breakdown = Some(parts);
        }
        drop(progress);
        if let Some(out) = out {
            let source = (out, passing.is_some(), self.resume, self.shards.as_deref());
            let recorded = record(house, asked, &players, &plan, source)?;
            let Some((recorded, parts)) = recorded else { return Ok(ExitCode::from(INTERRUPTED)) };
            (comparison, breakdown) = (recorded, parts);
        }
        if self.diverge.is_some() {
            let Some(number) = comparison.first_differing else {
                self.printed.print(&DivergenceFindings::none(of, comparison.pairs))?;
                return Ok(ExitCode::SUCCESS);
            };
            return self.tell_divergence(contests, of, number, sides);
        }
        let answer = inquiry.and_then(|inquiry| inquiry.answer());
        let inquiry = question.zip(inquiry).map(|(question, inquiry)| {
            let change = inquiry.estimate(&comparison.score_difference(), ALPHA);
            reports::Asked { question, answer, change }
        });
        let mixes = mixes.each_ref().map(Option::as_ref);
        // If the user stopped the pairs, skip the search too.
        let adapted = match adapt.filter(|_| comparison.pairs == most) {
            Some(budget) => adapt::adapted(house, budget, asked, &self.seeded)?,
            None => None,
        };
        let report = ComparisonReport {
            titles,
            sides,
            players: names,
            mixes,
            adapted: adapted.as_ref().map(|[a, b]| Adapted { a: a.told(), b: b.told() }),
            seed: seed.0,
            comparison: &comparison,
            breakdown: breakdown.as_ref().map(|parts| (parts, time)),
            inquiry,
            is_whole: comparison.pairs == most || answer.is_some(),
        };
        self.printed.print(&report.findings())?;
        self.charted.draw(|frame| report.picture(frame, &lexicon))?;
        let section = || {
            let Asked { changes, files, .. } = &asked[1];
            report.study(&identity::of_answer(house, games[1], changes, files, &players[1]), &lexicon)
        };
        let shown = self.page(house, out, passing.is_some(), section)?;
        if shown != ExitCode::SUCCESS {
            return Ok(shown);
        }
        if comparison.pairs == most && adapt.is_some() && adapted.is_none() {
            aside!("interrupted: the search for adapted play is not finished, and has no result yet");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if comparison.pairs == most || answer.is_some() {
            return Ok(ExitCode::SUCCESS);
        }
        aside!("interrupted after {} of {most} pairs of games", comparison.pairs);
        Ok(ExitCode::from(INTERRUPTED))
    }
}

impl How {
    /// Writes the page of the record, if one was requested.
    fn page(
        &self,
        house: &House,
        out: Option<&Path>,
        is_passing: bool,
        section: impl FnOnce() -> Option<Study>,
    ) -> Result<ExitCode, Problem> {
        let Some((html, folder)) = self.paged.html.as_deref().zip(out) else { return Ok(ExitCode::SUCCESS) };
        let page = PageOf {
            folder,
            called: if is_passing { COMPARED.map(str::to_owned).to_vec() } else { Vec::new() },
            html,
            words: &self.charted.words,
            margin: Margin::default(),
            minding: Minding::default(),
            why: WhyArgs::default(),
            threads: &self.seeded.threads,
            sections: section().into_iter().collect(),
        };
        page.write(house)
    }

    fn tell_divergence(
        &self,
        contests: [&dyn Contest; 2],
        of: PlayedPair<'_>,
        number: u64,
        sides: BySide<&str>,
    ) -> Result<ExitCode, Problem> {
        let found = divergence(contests, RunSeed(of.seed), number);
        self.printed.print(&DivergenceFindings::of(of, number, found.as_ref(), sides))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Plays and records both variants; nothing if interrupted.
fn record(
    house: &House,
    asked: &[Asked<'_>; 2],
    players: &[Pairing; 2],
    plan: &Plan,
    (out, is_passing, is_resumed, shards): (&Path, bool, bool, Option<&Path>),
) -> Result<Option<(Comparison, Option<Breakdown>)>, Problem> {
    let (stop, games) = (interrupt::flag()?, plan.numbers.end);
    let mut progress = Count::new(2 * games, "games");
    let mut played = 0;
    for ((asked, players), part) in asked.iter().zip(players).zip(COMPARED) {
        let contest = seated(asked.seat(players)?, true);
        let (folder, manifest) = (out.join(part), manifest_of(house, asked, players, plan));
        let mut tally = Tally::default();
        let told = manifest.clone();
        let recorder = if is_resumed {
            Recorder::resume(&folder, manifest, &mut tally, |number| play_again(&*contest, plan.seed, number))
        } else {
            Recorder::create(&folder, manifest)
        }?;
        let plan = &Plan { numbers: recorder.due()..games, ..plan.clone() };
        let mut course = Course::new(tally, Some(recorder), None);
        if let Some(shards) = shards {
            take_shards(&shards.join(part), &told, stop, &mut course, |tally| {
                progress.tell(played + tally.games);
            })?;
        } else {
            let taken = play(&*contest, plan, stop, |stretch| {
                let flow = course.take(stretch);
                progress.tell(played + course.tally().games);
                flow
            });
            taken.map_err(|error| threads_refused(plan.threads, &error))?;
        }
        let is_whole = course.tally().games == games;
        played += course.close(is_whole)?.games;
        if !is_whole {
            aside!("interrupted after {played} of {} games", 2 * games);
            if is_passing {
                aside!("nothing of them is kept; with --out FOLDER a comparison can be gone on with");
            } else {
                aside!("they are kept in {}; go on with", out.display());
                aside!("  {}", identity::command_to_resume());
            }
            return Ok(None);
        }
    }
    let [before, after] = COMPARED.map(|part| Folder::open(&out.join(part)));
    let (before, after) = (before?, after?);
    let told = |error: AggregateError| Problem::Told(error.to_string());
    let comparison = pairs(&before, &after).map_err(told)?;
    let comparison = comparison.ok_or_else(|| {
        let place = out.display();
        format!("the games of the runs in {place} are no pairs; compare again into another folder")
    })?;
    let breakdown = breakdown_of(&before, &after).map_err(told)?;
    Ok(Some((comparison, breakdown)))
}

/// The manifest of one variant of a comparison.
fn manifest_of(house: &House, asked: &Asked<'_>, players: &Pairing, plan: &Plan) -> Manifest {
    let Asked { name, changes, files, game } = asked;
    let faces = game.faces();
    let wanted = Wanted {
        name,
        title: game.plain_title(),
        sides: BySide::from_fn(|side: Side| faces.side_name(side)),
        players,
        seed: plan.seed.0,
        is_keyed: true,
        games: plan.numbers.end,
        until: None,
        changes,
        files,
    };
    let run = identity::of_run(wanted, house, &**game);
    Manifest::new(identity::command(), run, plan.numbers.clone(), &game.columns()).counted_by(faces.time())
}

/// The pairs in the shards of both variants, as they arrive, until the question is answered or `stop` is set.
fn pairs_of_shards(
    shards: &Path,
    of: &[Manifest; 2],
    stop: &AtomicBool,
    is_answered: &mut dyn FnMut(&Comparison) -> bool,
) -> Result<Comparison, Problem> {
    let mut comparison = Comparison::default();
    let (mut number, mut is_over) = (1, false);
    while comparison.pairs < of[0].run.games && !is_over {
        let due = comparison.pairs;
        let next = |place: usize| next_shard(&shards.join(COMPARED[place]), number, &of[place], due, stop);
        let (Some(before), Some(after)) = (next(0)?, next(1)?) else { break };
        let mut ask = |comparison: &Comparison| {
            is_over = is_answered(comparison);
            is_over
        };
        let are_alike = are_pairs(&before, &after);
        let added = are_alike.then(|| add_pairs(&mut comparison, &before, &after, &mut ask)).transpose();
        if !added.map_err(|error| Problem::Told(error.to_string()))?.unwrap_or_default() {
            let [one, other] = [before, after].map(|folder| folder.path.display().to_string());
            return Err(format!(
                "{one} and {other} do not hold the same games; deal out both variants alike"
            )
            .into());
        }
        number += 1;
    }
    Ok(comparison)
}

/// How far the score has shifted so far, with an interval that holds at any time.
fn shift(comparison: &Comparison, tuned_for: u64) -> String {
    let shift = comparison.difference_at_any_time(Axis::Score, tuned_for);
    let [estimate, low, high] = [shift.estimate, shift.low, shift.high].map(|part| part * 100.0);
    format!("score {estimate:+.2} points ({low:+.2} to {high:+.2})")
}

/// The names of the sides of two games that are compared.
///
/// # Errors
/// That they are not scenarios of the same game.
pub(super) fn sides_of_both(games: [&dyn Game; 2]) -> Result<BySide<&str>, Problem> {
    of_one_system(&games)?;
    let [sides, others] = games.map(|game| {
        let faces = game.faces();
        BySide::from_fn(|side: Side| faces.side_name(side))
    });
    if sides != others {
        let [a, b] = [sides, others].map(|sides| sides.0.join(" and "));
        return Err(format!("{a} play one of them, {b} the other: that is not the same game").into());
    }
    Ok(sides)
}

/// Compared games belong to one rule system; there is at least one.
///
/// # Errors
/// That they are not.
fn of_one_system(games: &[&dyn Game]) -> Result<(), Problem> {
    let first = games[0];
    match games.iter().find(|game| game.system() != first.system()) {
        None => Ok(()),
        Some(other) => {
            let [one, other] = [first, *other].map(Game::title);
            Err(format!("{one} and {other} are two games and not two scenarios of one").into())
        }
    }
}
