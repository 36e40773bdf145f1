//! Recorded runs as a page: one file that opens by a double click, asks nobody for anything, and explains itself. The
//! verdict comes first, then the runs beside each other, then each by itself, with charts, tables that sort, the map
//! and
//! games to watch. Here everything is put into its place in `assets/report.html`; the findings are those of the other
//! forms, and what only the rules of a game can tell comes as a [`Scene`].

mod beside;
mod numbers;
mod rows;

use std::collections::BTreeMap;

use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Value};
use serde::Serialize;
use szala_analysis::Pick;
use szala_analysis::records::Manifest;

use super::RecordedRun;
use super::findings::RunFindings;
use crate::chart::{Frame, Picture};
use crate::judged::Judged;
use crate::messages::{Language, Message};
use crate::time::Time;
use crate::viewer::FilmPart;
use szala_analysis::Intervals;
use szala_analysis::{Estimate, OutcomeEstimate};

use beside::Beside;
use numbers::Numbers;
use rows::{ColumnRow, UnitTable};

const TEMPLATE: &str = include_str!("../../assets/report.html");
const STYLE: &str = include_str!("../../assets/report.css");
const SCRIPT: &str = include_str!("../../assets/report.js");

/// How wide charts are drawn for a desk and for a hand, in pixels.
const WIDTHS: [u32; 2] = [860, 390];

/// A page of some runs of one game.
#[derive(Clone, Debug)]
pub struct Page<'p> {
    /// The runs, in the order in which they are told.
    pub runs: Vec<PageRun<'p>>,
    /// Who wins how often, of the runs beside each other.
    pub outcomes: PageChart,
    /// By how many victory points.
    pub margins: PageChart,
    /// Within how much of a game a scenario is fair.
    pub margin: f64,
    /// The language.
    pub language: Language,
    /// The version of the program.
    pub version: &'p str,
}

/// A run on a page.
#[derive(Clone, Debug)]
pub struct PageRun<'p> {
    /// What was counted.
    pub recorded: RecordedRun<'p>,
    /// How it is called beside the others, in a word or two.
    pub label: String,
    /// Its charts.
    pub charts: PageCharts,
    /// What the rules tell, or why they cannot.
    pub scene: Result<Scene, String>,
}

/// A chart, drawn for a desk and for a hand: letters that are made smaller with the picture cannot be read. The style
/// sheet shows one of them.
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

/// The charts of a run; some records do not tell enough for some of them.
#[derive(Clone, Debug)]
pub struct PageCharts {
    /// By what games end.
    pub reasons: PageChart,
    /// Who wins the games that reach a stage.
    pub stages: Option<PageChart>,
    /// How long units last.
    pub survival: Option<PageChart>,
    /// How well the score is known.
    pub convergence: PageChart,
}

/// What only the rules of a game can tell: of games that were played again, and of the scenario's files.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// How many games the map and the rules are of.
    pub games: u64,
    /// Maps by quantity: what is shown, and a picture for each side.
    pub heat: Vec<(String, [String; 2])>,
    /// Games to watch.
    pub films: Vec<PageFilm>,
    /// The rules at work, and those that never were: number and title.
    pub clauses: Option<(PageChart, Vec<(String, String)>)>,
    /// The values of the scenario's files that do not stand in the rulebook.
    pub assumptions: Vec<Assumed>,
}

/// A game to watch.
#[derive(Clone, Debug)]
pub struct PageFilm {
    /// Its number in the run.
    pub number: u64,
    /// Why it is worth watching; nothing where it was asked for by its number.
    pub pick: Option<Pick>,
    /// Its page in parts; those that films have in common are told so.
    pub parts: Vec<FilmPart>,
}

/// What a value stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It is printed.
    Text,
    /// It follows from what is printed.
    Derived,
    /// It was chosen.
    Assumed,
}

/// A value of a scenario's files with its standing.
#[derive(Clone, Debug)]
pub struct Assumed {
    /// Which value.
    pub path: String,
    /// The value.
    pub value: String,
    /// What it stands on.
    pub standing: Stands,
    /// The range in which it may well be.
    pub range: String,
    /// Why.
    pub why: String,
}

/// What the template reads.
#[derive(Serialize)]
struct Context<'p> {
    lang: &'static str,
    version: &'p str,
    title: String,
    style: &'static str,
    script: &'static str,
    t: BTreeMap<&'static str, String>,
    read: Vec<(String, String)>,
    outcomes: ShownChart,
    margins: ShownChart,
    method: Vec<String>,
    shared: String,
    runs: Vec<Shown<'p>>,
    beside: Vec<beside::BesideRow>,
    beside_differs: bool,
    beside_note: String,
}

/// A run as the template reads it.
#[derive(Serialize)]
struct Shown<'p> {
    id: String,
    label: &'p str,
    title: String,
    found: RunFindings<'p>,
    word: String,
    sentence: String,
    bar: String,
    played: String,
    aborted: Option<String>,
    unfinished: Option<String>,
    charts: ShownCharts,
    never: Vec<(String, String)>,
    unit_heads: Vec<String>,
    units: Vec<rows::UnitRow>,
    columns: Vec<ColumnRow<'p>>,
    correlations_note: String,
    scene: Option<ShownScene<'p>>,
    missing: Option<String>,
    manifest: Vec<(String, String)>,
}

#[derive(Serialize)]
struct ShownChart {
    wide: String,
    narrow: String,
}

impl From<&PageChart> for ShownChart {
    fn from(chart: &PageChart) -> Self {
        Self { wide: chart.wide.svg(), narrow: chart.narrow.svg() }
    }
}

#[derive(Serialize)]
struct ShownCharts {
    reasons: ShownChart,
    stages: Option<ShownChart>,
    survival: Option<ShownChart>,
    convergence: ShownChart,
    clauses: Option<ShownChart>,
}

#[derive(Serialize)]
struct ShownScene<'p> {
    heat: Vec<ShownHeat<'p>>,
    heat_note: String,
    films: Vec<ShownFilm>,
    films_note: String,
    assumptions: Vec<ShownAssumed<'p>>,
    assumptions_head: String,
}

#[derive(Serialize)]
struct ShownHeat<'p> {
    name: &'p str,
    svgs: &'p [String; 2],
}

#[derive(Serialize)]
struct ShownAssumed<'p> {
    path: &'p str,
    value: &'p str,
    standing: String,
    range: &'p str,
    why: &'p str,
}

#[derive(Serialize)]
struct ShownFilm {
    name: String,
    page: String,
}

/// The words of the template by their keys.
const WORDS: [(&str, Message); 38] = [
    ("subtitle", Message::PageSubtitle),
    ("contents", Message::PageContents),
    ("verdict", Message::PageVerdict),
    ("beside", Message::PageBeside),
    ("method", Message::PageMethod),
    ("theme", Message::PageTheme),
    ("to", Message::PageTo),
    ("draws", Message::PageDraws),
    ("figure", Message::PageFigure),
    ("difference", Message::PageDifference),
    ("read", Message::PageRead),
    ("difference_note", Message::PageDifferenceNote),
    ("endings", Message::PageEndings),
    ("reason", Message::PageReason),
    ("rule", Message::ClauseRule),
    ("games", Message::PageGames),
    ("share", Message::PageShare),
    ("stages", Message::PageStages),
    ("units", Message::PageUnits),
    ("units_note", Message::PageUnitsNote),
    ("unit", Message::PageUnit),
    ("side", Message::PageSide),
    ("heat", Message::PageHeat),
    ("films", Message::PageFilms),
    ("needs_script", Message::PageNeedsScript),
    ("correlations", Message::PageCorrelations),
    ("what", Message::PageWhat),
    ("of_whom", Message::PageOfWhom),
    ("mean", Message::PageMean),
    ("happens", Message::PageHappens),
    ("score_if", Message::PageScoreIf),
    ("score_if_not", Message::PageScoreIfNot),
    ("correlation", Message::PageCorrelation),
    ("convergence", Message::PageConvergence),
    ("clauses", Message::PageClauses),
    ("never", Message::PageNever),
    ("assumptions", Message::PageAssumptions),
    ("assumptions_note", Message::PageAssumptionsNote),
];
/// The heads of the table of assumed values.
const OF_ASSUMPTIONS: [(&str, Message); 5] = [
    ("value_of", Message::PageValueOf),
    ("value", Message::PageValue),
    ("range", Message::PageRange),
    ("standing", Message::PageStanding),
    ("why", Message::PageWhy),
];

impl Page<'_> {
    /// The whole page.
    pub fn html(&self) -> String {
        let numbers = Numbers::of(self.language);
        let mut environment = Environment::new();
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.add_filter("number", move |value: Value, scale: f64, digits: usize| {
            f64::try_from(value).map(|value| numbers.decimal(value * scale, digits)).unwrap_or_default()
        });
        environment.add_filter("count", move |value: u64| numbers.count(value));
        environment.add_filter("plain", |value: Value| {
            f64::try_from(value).map(|value| value.to_string()).unwrap_or_default()
        });
        environment.add_filter("percent", |value: Value| {
            f64::try_from(value).map_or_else(|_| "0".to_owned(), |value| format!("{:.3}", value * 100.0))
        });
        let mut shared: Vec<&str> = Vec::new();
        let runs: Vec<Shown<'_>> =
            self.runs.iter().enumerate().map(|(place, run)| self.shown(place, run, &mut shared)).collect();
        let beside = Beside::of(&runs.iter().map(|run| &run.found).collect::<Vec<_>>(), self.language);
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
            beside_differs: runs.len() == 2,
            beside_note: self.say(Message::PageBesideNote, &[("side", self.sides()[0])]),
            beside: beside.rows,
            runs,
        };
        let page = environment.render_str(TEMPLATE, Serde(context));
        page.expect("the template is tried by the tests, and texts go into any of its places")
    }

    fn say(&self, message: Message, places: &[(&str, &str)]) -> String {
        message.say(self.language, places)
    }

    /// The sides, which all runs have in common.
    fn sides(&self) -> [&str; 2] {
        let first = self.runs.first();
        first.map_or([""; 2], |run| run.recorded.manifest.run.sides.each_ref().map(String::as_str))
    }

    /// Words that a reader needs, each with what it means.
    fn read(&self) -> Vec<(String, String)> {
        let [first, second] = self.sides();
        let points = Numbers::of(self.language).short(self.margin * 100.0);
        let places = [("side", first), ("first", first), ("second", second), ("points", &points)];
        [
            [Message::PageReadScore, Message::PageReadScoreIs],
            [Message::PageReadBars, Message::PageReadBarsAre],
            [Message::PageReadVerdict, Message::PageReadVerdictIs],
            [Message::PageReadIntervals, Message::PageReadIntervalsAre],
            [Message::PageReadPlayers, Message::PageReadPlayersAre],
        ]
        .map(|messages| messages.map(|message| self.say(message, &places)).into())
        .to_vec()
    }

    /// What all runs have in common of their titles, or the first title.
    fn title(&self) -> String {
        let titles: Vec<&str> =
            self.runs.iter().map(|run| run.recorded.manifest.run.title.as_str()).collect();
        let Some(first) = titles.first() else { return String::new() };
        let common = first.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let common =
            common.take_while(|end| titles.iter().all(|title| title.get(..*end) == first.get(..*end))).last();
        let common = &first[..common.unwrap_or(0)];
        // A title ends with a word: where titles part within one, it is no part of what they have in common.
        let end = if common.len() == first.len() { common.len() } else { common.rfind(',').unwrap_or(0) };
        let common = common[..end].trim_end_matches([',', ' ', ':']);
        if common.is_empty() { titles.join(" · ") } else { common.to_owned() }
    }

    fn shown<'s>(&'s self, place: usize, run: &'s PageRun<'_>, shared: &mut Vec<&'s str>) -> Shown<'s> {
        let found = RunFindings::of(&run.recorded, Some(self.margin));
        let manifest = run.recorded.manifest;
        let clauses = run.scene.as_ref().ok().and_then(|scene| scene.clauses.as_ref());
        let charts = ShownCharts {
            reasons: (&run.charts.reasons).into(),
            stages: run.charts.stages.as_ref().map(ShownChart::from),
            survival: run.charts.survival.as_ref().map(ShownChart::from),
            convergence: (&run.charts.convergence).into(),
            clauses: clauses.map(|(chart, _)| chart.into()),
        };
        let UnitTable { heads, rows } = UnitTable::of(&found, &manifest.time);
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
            title: title_of(manifest),
            bar: self.bar(&found),
            played: self.played(&found),
            aborted,
            unfinished,
            word,
            sentence,
            charts,
            never: clauses.map(|(_, never)| never.clone()).unwrap_or_default(),
            unit_heads: heads,
            units: rows,
            columns: ColumnRow::all(&found),
            correlations_note: self
                .say(Message::PageCorrelationsNote, &[("side", &found.sides[0]), ("tested", &tested)]),
            scene,
            missing,
            manifest: self.manifest(manifest),
            found,
        }
    }

    fn scene<'s>(&self, scene: &'s Scene, time: &str, shared: &mut Vec<&'s str>) -> ShownScene<'s> {
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
            ShownFilm { name: self.film(film), page: in_script(&parts) }
        };
        let films = scene.films.iter().map(film).collect();
        let assumptions = scene.assumptions.len().to_string();
        ShownScene {
            heat: heat.collect(),
            heat_note: self.say(Message::PageHeatNote, &[("games", &self.games(scene.games))]),
            films,
            // Every run has its own word for time.
            films_note: self.say(Message::PageFilmsNote, &Time::of(time, self.language).places()),
            assumptions: scene.assumptions.iter().map(|one| self.assumed(one)).collect(),
            assumptions_head: self.say(Message::PageAssumptionsHead, &[("count", &assumptions)]),
        }
    }

    fn assumed<'s>(&self, one: &'s Assumed) -> ShownAssumed<'s> {
        let Assumed { path, value, standing, range, why } = one;
        let standing = match standing {
            Stands::Text => Message::PageStandsText,
            Stands::Derived => Message::PageStandsDerived,
            Stands::Assumed => Message::PageStandsAssumed,
        };
        ShownAssumed { path, value, standing: self.say(standing, &[]), range, why }
    }

    /// How a film is called.
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
        let Some(Judged { verdict, favours, games_more, score, .. }) = &found.verdict else {
            return (String::new(), String::new());
        };
        let word = match (*verdict, favours) {
            ("fair", _) => self.say(Message::PageFair, &[]),
            ("favours", Some(side)) => self.say(Message::PageFavours, &[("side", side)]),
            _ => self.say(Message::PageUndecided, &[]),
        };
        let numbers = Numbers::of(self.language);
        let [low, high] = [0.5 - self.margin, 0.5 + self.margin].map(|bound| numbers.short(bound * 100.0));
        let mut sentence = self.say(
            Message::PageScore,
            &[("side", &found.sides[0]), ("score", &self.interval(*score)), ("low", &low), ("high", &high)],
        );
        if let Some(more) = games_more {
            sentence.push(' ');
            sentence += &self.say(Message::PageMore, &[("games", &self.games(*more))]);
        }
        (word, sentence)
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
        let [first, second] = found.players;
        let message = match found.intervals {
            Intervals::Fixed => Message::PagePlayed,
            Intervals::Anytime => Message::PagePlayedAnytime,
        };
        let games = self.games(found.games.ended);
        self.say(message, &[("games", &games), ("first", first), ("second", second)])
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

    /// All that is needed to play the run again.
    fn manifest(&self, manifest: &Manifest) -> Vec<(String, String)> {
        let run = &manifest.run;
        let mut rows = vec![
            (Message::PageCommand, manifest.command.join(" ")),
            (Message::PageVersion, format!("{}, {}", run.version, run.commit)),
            (Message::PageGame, run.game.clone()),
        ];
        rows.extend(run.variant.as_ref().map(|variant| (Message::PageVariant, variant.clone())));
        rows.extend(run.until.as_ref().map(|until| (Message::PageUntil, until.clone())));
        rows.extend([
            (Message::PagePlayers, run.players.join(", ")),
            (Message::PageSeed, run.seed.to_string()),
            (Message::PageNumbers, manifest.part.to_string()),
            (Message::PageHashRules, run.hashes.rules.clone()),
            (Message::PageHashScenario, run.hashes.scenario.clone()),
            (Message::PageHashPlayers, run.hashes.players.join(", ")),
        ]);
        rows.into_iter().map(|(message, value)| (self.say(message, &[]), value)).collect()
    }
}

/// The title with its variant.
fn title_of(manifest: &Manifest) -> String {
    let run = &manifest.run;
    run.variant.as_ref().map_or_else(|| run.title.clone(), |variant| format!("{} [{variant}]", run.title))
}

/// Something as JSON inside of a script: no tag may end it early, and JSON has another way to write the sign that every
/// tag begins with.
fn in_script(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers can be written as JSON").replace('<', "\\u003c")
}
