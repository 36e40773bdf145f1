//! How much of what decides the games of a run is dice, lots, secret choices and play, worded for a reader.

use serde::Serialize;
use szala_analysis::luck::Luck;
use szala_analysis::shares::{GAMES_OF_A_SAMPLE, Part, PartShare, Shares};
use szala_analysis::statistics::Sample;
use szala_analysis::{ALPHA, Estimate, Interval, Unit};

use crate::chart::data::{Ends, LuckShares, Source};
use crate::chart::{Frame, Picture, luck_shares};
use crate::figures::{counted, shown};
use crate::lexicon::Lexicon;
use crate::luck::{LuckOf, shown_free};
use crate::play::against;
use crate::report::page::{PageChart, ShownChart};
use crate::words::Words;
use crate::{Body, Findings, Grid, Row, row};

/// How much of what decides the games of a run is dice, lots, secrets and play.
#[derive(Debug, Serialize)]
pub struct SharesFindings<'l> {
    #[serde(flatten)]
    of: LuckOf<'l>,
    /// The number of samples, and of games in each.
    samples: u64,
    games_of_a_sample: u64,
    left_out: u64,
    score: Estimate,
    variance: f64,
    variance_of_lead: f64,
    sources: Vec<PartShare>,
    /// The games that were analysed die by die.
    adjusted_run: Option<AdjustedRun>,
}

/// The luck-adjusted results of some games of a run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct AdjustedRun {
    games: u64,
    rollouts: u64,
    /// The mean result of the first side.
    mean_result: Estimate,
    /// The same minus luck.
    mean_adjusted: Estimate,
    /// The standard deviation from game to game, in parts of a game.
    deviation_of_results: f64,
    deviation_of_adjusted: f64,
}

impl AdjustedRun {
    /// For games that were analysed with this many rollouts from each position.
    pub fn of(games: &[Luck], rollouts: u64) -> Self {
        let results: Vec<f64> = games.iter().map(|luck| luck.result).collect();
        let adjusted: Vec<f64> = games.iter().filter_map(|luck| luck.adjusted.value).collect();
        let [of_results, of_adjusted] = [&results, &adjusted].map(|values| Sample::of_values(values));
        let mean = |sample: &Sample| Estimate::new(sample.mean_interval(ALPHA), sample.n, Unit::Share);
        Self {
            games: results.len() as u64,
            rollouts,
            mean_result: Estimate::of_scores(&results, 0.0),
            mean_adjusted: mean(&of_adjusted),
            deviation_of_results: finite(of_results.deviation()),
            deviation_of_adjusted: finite(of_adjusted.deviation()),
        }
    }
}

fn finite(number: f64) -> f64 {
    if number.is_finite() { number } else { 0.0 }
}

impl<'l> SharesFindings<'l> {
    /// For a run.
    pub fn of(of: LuckOf<'l>, shares: &Shares, adjusted_run: Option<AdjustedRun>) -> Self {
        let Shares { samples, left_out, score, variance, variance_of_lead, ref parts } = *shares;
        Self {
            of,
            samples,
            games_of_a_sample: GAMES_OF_A_SAMPLE,
            left_out,
            score,
            variance,
            variance_of_lead,
            sources: parts.clone(),
            adjusted_run,
        }
    }

    /// The finding in a sentence.
    fn sentence(&self) -> Option<String> {
        let part = |wanted: Part| self.sources.iter().find(|one| one.part == wanted);
        let (chance, choices) = (part(Part::Chance)?, part(Part::Choices)?);
        let rest = 1.0 - chance.alone.value? - choices.alone.value?;
        if choices.changed.value == Some(0.0) {
            return Some(
                "Chance explains all of it: these players leave nothing to chance of their own, so the same dice \
                 and lots make the same game. What other play would change, a mix of players shows."
                    .to_owned(),
            );
        }
        Some(format!(
            "Chance alone explains {} % of the variance of the score, the players' choices alone {} %, and what \
             depends on both the rest, {:.0} %.",
            share(chance.alone),
            share(choices.alone),
            100.0 * rest
        ))
    }
}

fn name(part: Part, [first, second]: [&str; 2]) -> String {
    match part {
        Part::Dice => "dice".to_owned(),
        Part::Lots => "chits and other lots".to_owned(),
        Part::Secrets => "secret choices".to_owned(),
        Part::Play => "open choices".to_owned(),
        Part::FirstPlay => format!("- of {first}"),
        Part::SecondPlay => format!("- of {second}"),
        Part::Chance => "all chance: dice and lots".to_owned(),
        Part::Choices => "all choices: secret and open".to_owned(),
    }
}

impl Findings for SharesFindings<'_> {
    const COMMAND: &'static str = "luck run";

    fn body(&self, body: &mut Body) {
        let LuckOf { title, sides, players, seed, .. } = self.of;
        body.title(format!("{title}: luck and choices"));
        let all = self.samples * self.games_of_a_sample;
        body.line(format!(
            "{}, seed {seed}; {}, each with its replays: {all} games with keyed dice",
            against(players, None),
            counted(self.samples, "sample", "samples")
        ));
        if self.left_out > 0 {
            body.line(format!("left out, with a game that has no end: {}", self.left_out));
        }
        body.line(format!(
            "score of {}: {} %, variance {:.4} (deviation {:.2} points); deviation of the lead {:.2}",
            sides[0],
            shown(self.score).trim_start(),
            self.variance,
            100.0 * self.variance.sqrt(),
            self.variance_of_lead.sqrt()
        ));
        body.line(self.sentence().unwrap_or_else(|| "All games ended alike: nothing varies.".to_owned()));
        let mut grid = Grid::with_head([
            "share of the variance, %",
            "alone",
            "in all",
            "lead, alone",
            "lead, in all",
            "changed",
        ]);
        for one in &self.sources {
            grid.push([
                name(one.part, sides),
                share(one.alone),
                share(one.total),
                share(one.lead_alone),
                share(one.lead_total),
                share(one.changed),
            ]);
        }
        body.heading("What decides games");
        body.table(grid);
        body.note(
            "alone: what it explains whatever the rest is; in all: with everything that depends on it together with \
             others, so that these add up to more than 100. changed: games that become others when it alone is redrawn",
        );
        if let Some(run) = &self.adjusted_run {
            let mut grid = Grid::with_head(["", "mean, %", "deviation"]);
            let deviation = |deviation: f64| format!("{:.2}", 100.0 * deviation);
            grid.push([
                format!("result of {}", sides[0]),
                shown(run.mean_result),
                deviation(run.deviation_of_results),
            ]);
            grid.push([
                "luck-adjusted".to_owned(),
                shown_free(run.mean_adjusted),
                deviation(run.deviation_of_adjusted),
            ]);
            body.heading(format!(
                "Luck-adjusted results: the first {} of the run, roll by roll, {} from each position",
                counted(run.games, "game", "games"),
                counted(run.rollouts, "rollout", "rollouts")
            ));
            body.table(grid);
        }
    }

    fn rows(&self) -> Vec<Row> {
        self.sources.iter().map(row).collect()
    }
}

/// A share with its bounds: `36.0 (35.1 to 36.9)`.
fn share(estimate: Estimate) -> String {
    let Some(Interval { estimate, low, high }) = estimate.interval() else { return "-".to_owned() };
    let [value, low, high] = [estimate, low, high].map(|part| {
        let text = format!("{:.1}", 100.0 * part);
        if text == "-0.0" { "0.0".to_owned() } else { text }
    });
    format!("{value} ({low} to {high})")
}

/// The name of a source of randomness in the words of a language.
fn named(part: Part, words: &Words, [first, second]: [&str; 2]) -> String {
    match part {
        Part::Dice => words.dice.to_owned(),
        Part::Lots => words.lots.to_owned(),
        Part::Secrets => words.secrets.to_owned(),
        Part::Play => words.open_choices.to_owned(),
        Part::FirstPlay => format!("{}: {first}", words.open_choices),
        Part::SecondPlay => format!("{}: {second}", words.open_choices),
        Part::Chance => words.all_chance.to_owned(),
        Part::Choices => words.all_choices.to_owned(),
    }
}

/// Draws how much each source explains, for games with this name.
fn drawn(of: LuckOf<'_>, samples: u64, parts: &[PartShare], frame: Frame, lexicon: &Lexicon) -> Picture {
    let language = lexicon.language();
    let words = language.words();
    let sides = of.sides.map(|side| lexicon.tell(side).into_owned());
    let percent = |share: Estimate| {
        let Interval { estimate, low, high } = share.interval()?;
        let [estimate, low, high] = [estimate, low, high].map(|part| part * 100.0);
        Some(Interval { estimate, low, high })
    };
    let row = |one: &PartShare| {
        let ends = [(words.alone, one.alone), (words.in_all, one.total)];
        Ends {
            label: named(one.part, words, sides.each_ref().map(String::as_str)),
            ends: ends
                .into_iter()
                .filter_map(|(how, share)| Some((how.to_owned(), percent(share)?)))
                .collect(),
        }
    };
    let alone = |wanted: Part| {
        let found = parts.iter().find(|one| one.part == wanted).and_then(|one| one.alone.interval());
        found.unwrap_or(Interval { estimate: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY })
    };
    let data = LuckShares {
        source: Source {
            label: String::new(),
            title: lexicon.tell(of.title).into_owned(),
            players: of.players.map(str::to_owned),
            games: samples * GAMES_OF_A_SAMPLE,
            aborted: 0,
            is_anytime: false,
        },
        chance: alone(Part::Chance),
        choices: alone(Part::Choices),
        rows: parts.iter().map(row).filter(|row| !row.ends.is_empty()).collect(),
    };
    luck_shares(&data, frame)
}

impl SharesFindings<'_> {
    /// Draws how much each source explains.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        drawn(self.of, self.samples, &self.sources, frame, lexicon)
    }
}

/// The same as a section of a page.
#[derive(Clone, Debug, Serialize)]
pub struct LuckSection {
    /// The finding in a sentence.
    pub(crate) finding: String,
    /// How it was found.
    pub(crate) note: &'static str,
    pub(crate) head: &'static str,
    /// The heads of the columns.
    pub(crate) columns: [&'static str; 4],
    pub(crate) rows: Vec<[String; 4]>,
    pub(crate) chart: ShownChart,
}

impl LuckSection {
    /// For a run.
    pub fn of(of: LuckOf<'_>, shares: &Shares, lexicon: &Lexicon) -> Self {
        let language = lexicon.language();
        let words: &Words = language.words();
        let sides = of.sides.map(|side| lexicon.tell(side).into_owned());
        let found = |wanted: Part| shares.parts.iter().find(|one| one.part == wanted);
        let percent = |estimate: Option<f64>| {
            estimate.map_or_else(|| "-".to_owned(), |share| language.decimal(100.0 * share, 0))
        };
        let alone = |part: Part| percent(found(part).and_then(|one| one.alone.value));
        let finding = format!(
            "{}: {} %; {}: {} %",
            words.chance_alone,
            alone(Part::Chance),
            words.choices_alone,
            alone(Part::Choices)
        );
        let cell = |estimate: Estimate| {
            let Some(Interval { estimate, low, high }) = estimate.interval() else { return "-".to_owned() };
            let [value, low, high] = [estimate, low, high].map(|part| language.decimal(100.0 * part, 1));
            format!("{value} ({low} – {high})")
        };
        let name = |part: Part| named(part, words, sides.each_ref().map(String::as_str));
        let chart =
            PageChart::drawn(language, |frame| drawn(of, shares.samples, &shares.parts, frame, lexicon));
        let row = |one: &PartShare| [name(one.part), cell(one.alone), cell(one.total), cell(one.changed)];
        Self {
            finding,
            note: words.luck_note,
            head: words.luck_head,
            columns: [words.source, words.alone, words.in_all, words.changed],
            rows: shares.parts.iter().map(row).collect(),
            chart: (&chart).into(),
        }
    }
}
