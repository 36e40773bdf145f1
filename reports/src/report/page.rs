//! Recorded runs as a page: a self-contained file that opens with a double click and explains itself. The verdict comes
//! first, then why, the differences, the maps and games to watch; the rest is folded. This file fills the template
//! `assets/report.html`; the findings are those of the other formats, and the parts that only the rules of a game can
//! supply come as a [`Scene`].

mod beside;
mod context;
mod numbers;
mod rows;
mod words;

use std::collections::BTreeMap;

use minijinja::value::Serde;
use serde::Serialize;
use szala_analysis::aggregate::Aggregate;
use szala_analysis::compare::Comparison;
use szala_analysis::records::Manifest;
use szala_analysis::why::Breakdown;
use szala_analysis::{Estimate, Interval, Intervals, OutcomeEstimate, Pick};

use super::RecordedRun;
use super::findings::RunFindings;
use crate::chart::{Frame, Picture, score_more};
use crate::compare::Parts;
use crate::judged::Judged;
use crate::lexicon::{Called, Lexicon};
use crate::messages::{Language, Message};
use crate::minded::with_concerns;
use crate::play::{DEPENDS, Mixes};
use crate::shares::LuckSection;
use crate::study::Study;
use crate::time::Time;
use crate::titles;
use crate::typed::typed;
use crate::viewer::FilmPart;

use beside::Beside;
use context::{Context, Shown, ShownAssumed, ShownCharts, ShownFilm, ShownHeat, ShownScene};
use numbers::Numbers;
use rows::{ColumnRow, UnitTable};
use words::{OF_ASSUMPTIONS, WORDS};

pub(crate) use context::ShownChart;
pub(crate) use numbers::environment;

/// The parts that several pages share.
pub(crate) const PARTS: &str = include_str!("../../assets/parts.html");
const TEMPLATE: &str = include_str!("../../assets/report.html");
pub(crate) const STYLE: &str = include_str!("../../assets/report.css");
pub(crate) const SCRIPT: &str = include_str!("../../assets/report.js");

/// The widths of charts for a desktop and a phone, in pixels.
const WIDTHS: [u32; 2] = [860, 390];

/// A page of some runs of one game.
#[derive(Clone, Debug)]
pub struct Page<'p> {
    /// The runs, in the order in which they are reported.
    pub runs: Vec<PageRun<'p>>,
    /// How often each side wins, runs side by side.
    pub outcomes: PageChart,
    /// Victory points at the end.
    pub margins: PageChart,
    /// The comparison of two runs whose games are pairs.
    pub pairs: Option<&'p Comparison>,
    /// The parts of their difference.
    pub parts: Option<&'p Breakdown>,
    /// Saved answers about the scenarios.
    pub studies: Vec<Study>,
    /// The words of the game.
    pub lexicon: &'p Lexicon,
    /// The margin within which a scenario is fair, in parts of a game.
    pub margin: f64,
    /// The language.
    pub language: Language,
    /// The version of the program.
    pub version: &'p str,
}

/// A run on a page.
#[derive(Clone, Debug)]
pub struct PageRun<'p> {
    /// The counts.
    pub recorded: RecordedRun<'p>,
    /// Its label beside the others, in a word or two.
    pub label: String,
    /// Its charts.
    pub charts: PageCharts,
    /// What only the rules can supply, or why they cannot.
    pub scene: Result<Scene, String>,
}

/// A chart, drawn for a desktop and a phone: a scaled-down picture would be illegible. The style sheet shows one of
/// them.
#[derive(Clone, Debug)]
pub struct PageChart {
    wide: Picture,
    narrow: Picture,
}

impl PageChart {
    /// Draws both.
    pub fn drawn(language: Language, draw: impl Fn(Frame) -> Picture) -> Self {
        let [wide, narrow] = WIDTHS.map(|width| draw(Frame { width, height: None, language }));
        Self { wide, narrow }
    }
}

/// The charts of a run; some records lack the data for some of them.
#[derive(Clone, Debug)]
pub struct PageCharts {
    /// How games end.
    pub reasons: PageChart,
    /// Who wins the games that reach a stage.
    pub stages: Option<PageChart>,
    /// How long units last.
    pub survival: Option<PageChart>,
    /// How well the score is known.
    pub convergence: PageChart,
}

/// What only the rules of a game can supply: from replayed games, and from the scenario's files.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The number of games behind the map and the rules.
    pub games: u64,
    /// Maps by quantity: the name, and a picture for each side.
    pub heat: Vec<(String, [String; 2])>,
    /// Games to watch.
    pub films: Vec<PageFilm>,
    /// The rules that applied, and those that never did: number and title.
    pub clauses: Option<(PageChart, Vec<(String, String)>)>,
    /// The values of the scenario's files that the rulebook does not print.
    pub assumptions: Vec<Assumed>,
    /// How much of what decides games is luck, if requested.
    pub luck: Option<LuckSection>,
}

/// A game to watch.
#[derive(Clone, Debug)]
pub struct PageFilm {
    /// Its number in the run.
    pub number: u64,
    /// Why it is worth watching; `None` if it was requested by number.
    pub pick: Option<Pick>,
    /// Its page in parts; the ones that films share are marked.
    pub parts: Vec<FilmPart>,
    /// How it ended, and a picture of the final position, for print.
    pub end: (String, String),
}

/// The basis of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It is printed.
    Text,
    /// It follows from something printed.
    Derived,
    /// It was assumed.
    Assumed,
}

/// A value of a scenario's files with its basis.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// The path of the value.
    pub path: String,
    /// The value.
    pub value: String,
    /// Its basis.
    pub standing: Stands,
    /// Its plausible range.
    pub range: String,
    /// Why.
    pub why: String,
}

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let mut shared: Vec<&str> = Vec::new();
        let told: Vec<(Manifest, Aggregate)> = self.runs.iter().map(|run| self.told(run)).collect();
        let told = told.iter().zip(&self.runs).map(|((manifest, aggregate), run)| RecordedRun {
            manifest,
            aggregate,
            ..run.recorded
        });
        let told: Vec<RecordedRun<'_>> = told.collect();
        let runs = self.runs.iter().zip(&told).enumerate();
        let runs: Vec<Shown<'_>> =
            runs.map(|(place, (run, told))| self.shown(place, run, told, &mut shared)).collect();
        let found: Vec<&RunFindings<'_>> = runs.iter().map(|run| &run.found).collect();
        let beside = Beside::of(&found, &self.sides(), self.pairs, self.language);
        let t = WORDS
            .iter()
            .chain(&OF_ASSUMPTIONS)
            .map(|(key, message)| (*key, self.say(*message, &[])))
            .collect();
        let context = Context {
            lang: self.language.code(),
            version: self.version,
            title: self.title(),
            style: STYLE,
            script: SCRIPT,
            t,
            read: self.read(),
            outcomes: (&self.outcomes).into(),
            margins: (&self.margins).into(),
            method: self.method(),
            shared: in_script(&shared),
            words: in_script(&BTreeMap::from(
                [("all_rows", Message::PageAllRows), ("fewer_rows", Message::PageFewerRows)]
                    .map(|(key, message)| (key, self.say(message, &[]))),
            )),
            beside_differs: runs.len() == 2,
            beside_note: self.say_of(Message::PageBesideNote, &[]),
            change: self.pairs.map(|pairs| self.change(pairs)),
            parts: self.parts(),
            difference_note: self.difference_note(),
            beside: beside.rows,
            studies: &self.studies,
            runs,
        };
        let page = environment(self.language).render_str(&format!("{PARTS}{TEMPLATE}"), Serde(context));
        page.expect("the template is tried by the tests, and texts go into any of its places")
    }

    fn say(&self, message: Message, places: &[(&str, &str)]) -> String {
        message.say(self.language, places)
    }

    /// The data reported of a run, in the language.
    fn told(&self, run: &PageRun<'_>) -> (Manifest, Aggregate) {
        (self.lexicon.manifest(run.recorded.manifest), self.lexicon.aggregate(run.recorded.aggregate))
    }

    /// The sides, which all runs share.
    fn sides(&self) -> [Called; 2] {
        let first = self.runs.first();
        let called = |run: &PageRun<'_>| {
            run.recorded.manifest.run.sides.each_ref().map(|side| self.lexicon.called(side))
        };
        first.map(called).unwrap_or_default()
    }

    /// A message about the first side, or about both.
    fn say_of(&self, message: Message, places: &[(&str, &str)]) -> String {
        let [first, second] = &self.sides();
        message.say_of(self.language, &[("side", first), ("first", first), ("second", second)], places)
    }

    /// By how much the second of two runs of paired games differs, in a sentence.
    fn change(&self, pairs: &Comparison) -> String {
        let Interval { estimate, low, high } = score_more(pairs);
        let message = if low > 0.0 {
            Message::PageRises
        } else if high < 0.0 {
            Message::PageFalls
        } else {
            Message::PageSame
        };
        let numbers = Numbers::of(self.language);
        let points = |part: f64| numbers.signed(part * 100.0, 1);
        let [value, low, high] = [estimate, low, high].map(points);
        let [_, label] = self.labels();
        self.say_of(message, &[("value", &value), ("low", &low), ("high", &high), ("label", label)])
    }

    /// Where most of the difference comes from.
    fn parts(&self) -> Vec<String> {
        let time = self.runs.first().map_or("", |run| run.recorded.manifest.time.as_str());
        self.parts.map(|parts| Parts::of(parts, time).sentences(self.lexicon)).unwrap_or_default()
    }

    /// The labels of the first two runs.
    fn labels(&self) -> [&str; 2] {
        [0, 1].map(|place| self.runs.get(place).map_or("", |run| run.label.as_str()))
    }

    fn difference_note(&self) -> String {
        let Some(pairs) = self.pairs else { return self.say(Message::PageDifferenceNote, &[]) };
        let numbers = Numbers::of(self.language);
        let [all, differing] = [pairs.pairs, pairs.differing].map(|count| numbers.count(count));
        self.say(Message::PagePairedNote, &[("pairs", &all), ("differing", &differing)])
    }

    /// The terms that a reader needs, each with its meaning.
    fn read(&self) -> Vec<(String, String)> {
        let points = Numbers::of(self.language).short(self.margin * 100.0);
        let places = [("points", points.as_str())];
        [
            [Message::PageReadScore, Message::PageReadScoreIs],
            [Message::PageReadBars, Message::PageReadBarsAre],
            [Message::PageReadVerdict, Message::PageReadVerdictIs],
            [Message::PageReadIntervals, Message::PageReadIntervalsAre],
            [Message::PageReadPlayers, Message::PageReadPlayersAre],
        ]
        .map(|messages| messages.map(|message| self.say_of(message, &places)).into())
        .to_vec()
    }

    /// What the titles of all runs share, or all of them.
    fn title(&self) -> String {
        let title = |run: &PageRun<'_>| titles::short(&run.recorded.manifest.run, self.lexicon);
        titles::common(&self.runs.iter().map(title).collect::<Vec<_>>())
    }

    fn shown<'s>(
        &'s self,
        place: usize,
        run: &'s PageRun<'_>,
        told: &'s RecordedRun<'_>,
        shared: &mut Vec<&'s str>,
    ) -> Shown<'s> {
        let found = RunFindings::of(told, Some(self.margin));
        let manifest = told.manifest;
        let clauses = run.scene.as_ref().ok().and_then(|scene| scene.clauses.as_ref());
        let charts = ShownCharts {
            reasons: (&run.charts.reasons).into(),
            stages: run.charts.stages.as_ref().map(ShownChart::from),
            survival: run.charts.survival.as_ref().map(ShownChart::from),
            convergence: (&run.charts.convergence).into(),
            clauses: clauses.map(|(chart, _)| chart.into()),
        };
        let UnitTable { heads, rows } = UnitTable::of(&found, &manifest.time, self.lexicon);
        let (word, sentence) = self.verdict(&found);
        let scene = run.scene.as_ref().ok().map(|scene| self.scene(scene, &manifest.time, shared));
        let missing = run.scene.as_ref().err().map(|why| self.say(Message::PageMissing, &[("why", why)]));
        let aborted = (found.games.aborted > 0).then(|| {
            let games = self.games(found.games.aborted);
            self.say(Message::PageAborted, &[("games", &games)])
        });
        let unfinished = (!found.is_finished).then(|| {
            let [games, due] = [found.games.in_folder, found.part.end - found.part.first]
                .map(|games| Numbers::of(self.language).count(games));
            self.say(Message::PageUnfinished, &[("games", &games), ("due", &due)])
        });
        let tested = found.columns.iter().filter(|column| column.correlation.is_some()).count().to_string();
        Shown {
            id: format!("run-{}", place + 1),
            label: &run.label,
            title: titles::short(&run.recorded.manifest.run, self.lexicon),
            changes: titles::changes(&run.recorded.manifest.run),
            bar: self.bar(&found),
            played: self.played(&found),
            why: self.why(told),
            why_sets: told.why.map(|why| why.sets().map(str::to_owned).collect()).unwrap_or_default(),
            aborted,
            unfinished,
            word,
            sentence,
            charts,
            never: clauses.map(|(_, never)| never.clone()).unwrap_or_default(),
            unit_heads: heads,
            units: rows,
            columns: ColumnRow::all(&found, self.lexicon),
            correlations_note: self.say_of(Message::PageCorrelationsNote, &[("tested", &tested)]),
            scene,
            missing,
            manifest: self.manifest(manifest, told.mixes),
            found,
        }
    }

    /// Why the score is as it is, sentence by sentence. The names are those of the record, translated.
    fn why(&self, told: &RecordedRun<'_>) -> Vec<String> {
        let sides =
            self.runs.first().map(|run| run.recorded.manifest.run.sides.each_ref().map(String::as_str));
        told.why.zip(sides).map(|(why, sides)| why.sentences(sides, self.lexicon)).unwrap_or_default()
    }

    fn scene<'s>(&'s self, scene: &'s Scene, time: &str, shared: &mut Vec<&'s str>) -> ShownScene<'s> {
        let heat = scene.heat.iter().map(|(name, svgs)| ShownHeat { name, svgs });
        let film = |film: &'s PageFilm| {
            let parts: Vec<serde_json::Value> = film
                .parts
                .iter()
                .map(|part| match part {
                    FilmPart::Own(text) => text.as_str().into(),
                    FilmPart::Common(text) => {
                        let known = shared.iter().position(|known| known == text);
                        known
                            .unwrap_or_else(|| {
                                shared.push(text);
                                shared.len() - 1
                            })
                            .into()
                    }
                })
                .collect();
            ShownFilm { name: self.film(film), page: in_script(&parts), end: &film.end }
        };
        let films = scene.films.iter().map(film).collect();
        let assumptions = scene.assumptions.len().to_string();
        ShownScene {
            heat: heat.collect(),
            heat_note: self.say(Message::PageHeatNote, &[("games", &self.games(scene.games))]),
            films,
            // Every run has its own name for the time unit.
            films_note: self.say(Message::PageFilmsNote, &Time::of(time, self.language).places()),
            assumptions: scene.assumptions.iter().map(|one| self.assumed(one)).collect(),
            assumptions_head: self.say(Message::PageAssumptionsHead, &[("count", &assumptions)]),
            luck: scene.luck.as_ref(),
        }
    }

    fn assumed<'s>(&'s self, one: &'s Assumed) -> ShownAssumed<'s> {
        let Assumed { path, value, standing, range, why } = one;
        let standing = match standing {
            Stands::Text => Message::PageStandsText,
            Stands::Derived => Message::PageStandsDerived,
            Stands::Assumed => Message::PageStandsAssumed,
        };
        ShownAssumed { path, value, standing: self.say(standing, &[]), range, why: self.lexicon.tell(why) }
    }

    /// The title of a film.
    fn film(&self, film: &PageFilm) -> String {
        let number = film.number.to_string();
        let said = film.pick.map(|pick| match pick {
            Pick::Median => Message::PageFilmMedian,
            Pick::Comeback => Message::PageFilmComeback,
            Pick::Quickest => Message::PageFilmQuickest,
            Pick::Draw => Message::PageFilmDraw,
            Pick::Upset => Message::PageFilmUpset,
        });
        self.say(said.unwrap_or(Message::PageFilmNumber), &[("number", &number)])
    }

    /// The verdict in a word or two, and in a sentence.
    fn verdict(&self, found: &RunFindings<'_>) -> (String, String) {
        let Some(Judged { verdict, favours, games_more, score, concerns, .. }) = &found.verdict else {
            return (String::new(), String::new());
        };
        let word = match (*verdict, favours) {
            ("fair", _) => self.say(Message::PageFair, &[]),
            ("favours", Some(side)) => {
                let [first, second] = self.sides();
                let side = if *side == found.sides[0] { first } else { second };
                Message::PageFavours.say_of(self.language, &[("side", &side)], &[])
            }
            (DEPENDS, _) => self.say(Message::PageDepends, &[]),
            _ => self.say(Message::PageUndecided, &[]),
        };
        let word = with_concerns(&word, *verdict == "fair", concerns, self.language);
        let numbers = Numbers::of(self.language);
        let [low, high] = [0.5 - self.margin, 0.5 + self.margin].map(|bound| numbers.short(bound * 100.0));
        let places = [("score", self.interval(*score)), ("low", low), ("high", high)];
        let mut sentence =
            self.say_of(Message::PageScore, &places.each_ref().map(|(place, said)| (*place, said.as_str())));
        if let Some(more) = games_more {
            sentence.push(' ');
            sentence += &self.say(Message::PageMore, &[("games", &self.games(*more))]);
        }
        for said in
            concerns.iter().filter_map(|one| one.sentence(self.language, |share| self.interval(share)))
        {
            sentence.push(' ');
            sentence += &said;
        }
        if let Some(said) = self.on_play(found) {
            sentence.push(' ');
            sentence += &said;
        }
        (word, sentence)
    }

    /// What better play could do to the verdict, or why that is unknown.
    fn on_play(&self, found: &RunFindings<'_>) -> Option<String> {
        found.play.filter(|mixes| mixes.search.is_some())?;
        let Some(Estimate { low: Some(low), high: Some(high), .. }) = found.play_interval else {
            return Some(self.say(Message::PagePlayStale, &[]));
        };
        let [low, high] = [low, high].map(|end| Numbers::of(self.language).decimal(end * 100.0, 1));
        let mut said = self.say(Message::PagePlayInterval, &[("low", &low), ("high", &high)]);
        let whose = found.verdict.as_ref().map(|judged| judged.depends_on.join(", ")).unwrap_or_default();
        if !whose.is_empty() {
            said.push(' ');
            said += &self.say(Message::PagePlayWhose, &[("whose", &whose)]);
        }
        Some(said)
    }

    fn interval(&self, one: Estimate) -> String {
        let numbers = Numbers::of(self.language);
        let percent =
            |part: Option<f64>| part.map_or_else(|| "–".to_owned(), |part| numbers.decimal(part * 100.0, 1));
        let [value, low, high] = [one.value, one.low, one.high].map(percent);
        self.say(Message::PageInterval, &[("value", &value), ("low", &low), ("high", &high)])
    }

    fn games(&self, games: u64) -> String {
        Numbers::of(self.language).games(games, self.language)
    }

    fn bar(&self, found: &RunFindings<'_>) -> String {
        let OutcomeEstimate { first_wins, draws, second_wins, .. } = found.outcome;
        let [first, second] = found.sides;
        let draw = self.say(Message::PageDraws, &[]);
        [(first.as_str(), first_wins), (draw.as_str(), draws), (second.as_str(), second_wins)]
            .map(|(name, rate)| format!("{name} {}", self.interval(rate)))
            .join(", ")
    }

    fn played(&self, found: &RunFindings<'_>) -> String {
        let [mut first, mut second] = found.players.clone();
        if let Some(Mixes { members, .. }) = found.play {
            let mix = |count: usize| match count {
                1 => self.say(Message::PageMixOfOne, &[]),
                _ => self.say(Message::PageMix, &[("count", &count.to_string())]),
            };
            [first, second] = members.map(mix);
        }
        let message = match found.intervals {
            Intervals::Fixed => Message::PagePlayed,
            Intervals::Anytime => Message::PagePlayedAnytime,
        };
        let games = self.games(found.games.ended);
        self.say(message, &[("games", &games), ("first", &first), ("second", &second)])
    }

    fn method(&self) -> Vec<String> {
        let points = Numbers::of(self.language).short(self.margin * 100.0);
        [
            Message::PageMethodVerdict,
            Message::PageMethodIntervals,
            Message::PageMethodPlayers,
            Message::PageMethodReplays,
            Message::PageMethodCause,
        ]
        .map(|message| self.say(message, &[("points", &points)]))
        .to_vec()
    }

    /// What it takes to repeat the run.
    fn manifest(&self, manifest: &Manifest, mixes: Option<&Mixes>) -> Vec<(String, String)> {
        let run = &manifest.run;
        let [first, last] = [manifest.part.first, manifest.part.end - 1].map(|number| number.to_string());
        let numbers = self.say(Message::PageFromTo, &[("first", &first), ("last", &last)]);
        let mut rows = vec![
            (Message::PageCommand, typed(&manifest.command)),
            (Message::PageVersion, format!("{}, {}", run.version, run.commit)),
            (Message::PageGame, run.game.clone()),
        ];
        rows.extend(run.until.as_ref().map(|until| (Message::PageUntil, until.clone())));
        rows.extend([
            (Message::PagePlayers, run.players.join(", ")),
            (Message::PageSeed, run.seed.to_string()),
            (Message::PageNumbers, numbers),
            (Message::PageHashRules, run.hashes.rules.clone()),
            (Message::PageHashScenario, run.hashes.scenario.clone()),
            (Message::PageHashPlayers, run.hashes.players.join(", ")),
        ]);
        rows.extend(mixes.and_then(Mixes::figures).map(|search| (Message::PagePlaySearch, search)));
        rows.into_iter().map(|(message, value)| (self.say(message, &[]), value)).collect()
    }
}

/// A value as JSON inside a script: `<` is escaped, so that no tag can end the script early.
pub(crate) fn in_script(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written as JSON").replace('<', "\\u003c")
}
