//! A plan: how many games a question takes, how long they take, and the chance that it is answered by then.

use serde::Serialize;
use szala_analysis::forecast::pilot::Pace;
use szala_analysis::forecast::{End, Forecast, PROMISED};
use szala_kernel::{BySide, Side};

use crate::chart::data::Planned;
use crate::chart::{Frame, Picture, planned};
use crate::figures::{counted, games};
use crate::judged::in_percent;
use crate::lexicon::Lexicon;
use crate::messages::StudyMessage;
use crate::play::{Mixes, against};
use crate::{Body, Findings, Grid, Row, row};

/// The chances of an answer for which the number of games is listed.
const CHANCES: [f64; 6] = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95];
/// From this chance on the plan notes that the question may stay open.
const NOTED: f64 = 0.05;
/// The number of steps of a line.
const STEPS: u64 = 120;

/// The question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlannedQuestion {
    /// A verdict within this margin.
    Verdict(f64),
    /// All rates within this half-width.
    Rates(f64),
    /// A change of this size or none, in pairs.
    Change(f64),
    /// A difference within this half-width, in pairs.
    Difference(f64),
    /// A baseline for a gate.
    Gate,
    /// Cells of a sweep: each difference within this half-width; or, for a given number of games per cell, the
    /// half-width that the least precise cell reaches.
    Sweep {
        /// The cells.
        cells: usize,
        /// The half-width.
        half_width: f64,
        /// Does it follow from the number of games?
        is_left: bool,
    },
}

impl PlannedQuestion {
    fn key(self) -> &'static str {
        match self {
            Self::Verdict(_) => "verdict",
            Self::Rates(_) => "rates",
            Self::Change(_) => "change",
            Self::Difference(_) => "difference",
            Self::Gate => "gate",
            Self::Sweep { .. } => "sweep",
        }
    }

    fn size(self) -> Option<f64> {
        match self {
            Self::Verdict(size) | Self::Rates(size) | Self::Change(size) | Self::Difference(size) => {
                Some(size)
            }
            Self::Sweep { half_width, .. } => Some(half_width),
            Self::Gate => None,
        }
    }

    /// Is its pace measured in pairs?
    fn is_of_pairs(self) -> bool {
        !matches!(self, Self::Verdict(_) | Self::Rates(_) | Self::Gate)
    }

    /// The unit of the numbers.
    fn unit(self) -> &'static str {
        match self {
            Self::Verdict(_) | Self::Rates(_) | Self::Gate => "games",
            Self::Change(_) | Self::Difference(_) => "pairs",
            Self::Sweep { .. } => "games a cell",
        }
    }

    fn words(self) -> String {
        let points = match self.size().map(in_percent).unwrap_or_default() {
            one if one == "1" => "1 point".to_owned(),
            points => format!("{points} points"),
        };
        match self {
            Self::Verdict(_) => format!("a verdict within {points}"),
            Self::Rates(_) => format!("all rates known to {points}"),
            Self::Change(_) => format!("whether the score changes by {points} or not at all"),
            Self::Difference(_) => format!("the difference of the scores known to {points}"),
            Self::Gate => "a baseline for the gate, and each check beside it".to_owned(),
            Self::Sweep { cells, is_left: false, .. } => {
                format!("{cells} cells, the difference of each from the scenario as it is known to {points}")
            }
            Self::Sweep { cells, .. } => format!(
                "{cells} cells; their differences from the scenario as it is will be known to {points} or better"
            ),
        }
    }
}

/// A plan with its names.
#[derive(Clone, Copy, Debug)]
pub struct PlanReport<'p> {
    /// The scenario.
    pub title: &'p str,
    /// The names of the sides.
    pub sides: BySide<&'p str>,
    /// The names of the players.
    pub players: BySide<&'p str>,
    /// The seed.
    pub seed: u64,
    /// The question.
    pub question: PlannedQuestion,
    /// How many games are played for each one that the forecast counts.
    pub games_each: u64,
    /// The maximum that it counts.
    pub most: u64,
    /// The forecast.
    pub forecast: &'p Forecast,
    /// The pace of games; a pair counts as two games.
    pub pace: Pace,
    /// How many the pilot played, in the unit of the pace.
    pub pilot: u64,
    /// Did the pilot answer the question?
    pub is_answered: bool,
    /// The command that answers it.
    pub to_run: &'p str,
    /// The mixes that play, if a verdict is planned, and its margin.
    pub play: Option<(&'p Mixes, f64)>,
}

/// A plan.
#[derive(Debug, Serialize)]
pub struct PlanFindings<'p> {
    title: &'p str,
    sides: [&'p str; 2],
    players: [&'p str; 2],
    seed: u64,
    question: &'static str,
    /// The margin, precision or change asked for, in parts of one.
    size: Option<f64>,
    unit: &'static str,
    cells: Option<usize>,
    most: u64,
    /// Half of the runs take more.
    planned: Amount,
    /// Nine runs in ten stay within this factor of it.
    factor: f64,
    is_promised: bool,
    shortest: Amount,
    longest: Amount,
    answered: Vec<Answered>,
    ends: Vec<Ending<'p>>,
    pilot: PilotFindings,
    to_run: &'p str,
    /// The ends of a play interval that leave the verdict open, whatever the games show.
    left_open: Option<[f64; 2]>,
    /// Why the play interval of the mixes does not apply.
    stale: Vec<String>,
    #[serde(skip)]
    words: String,
    #[serde(skip)]
    of: Option<PlannedQuestion>,
}

/// This many games, and their time.
#[derive(Clone, Copy, Debug, Serialize)]
struct Amount {
    /// In the plan's unit.
    number: u64,
    games: u64,
    seconds: f64,
}

#[derive(Debug, Serialize)]
struct Answered {
    chance: f64,
    /// `None` if the maximum is too small.
    by: Option<Amount>,
}

#[derive(Debug, Serialize)]
struct Ending<'p> {
    end: &'static str,
    favours: Option<&'p str>,
    chance: f64,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct PilotFindings {
    games: u64,
    seconds: f64,
    start_seconds: f64,
    games_a_second: f64,
    is_answered: bool,
}

impl<'p> PlanReport<'p> {
    /// Draws the chance of an answer against the number of games.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        let Self { forecast, games_each, .. } = *self;
        let all = |number: u64| number.saturating_mul(games_each);
        let [shortest, longest] = forecast.range();
        let last = longest + (longest - shortest) / 10;
        let number = |step: u64| u128::from(last) * u128::from(step) / u128::from(STEPS);
        let numbers = (0..=STEPS).map(|step| u64::try_from(number(step)).unwrap_or(last));
        // A forecast steps at numbers of games; the steps that define it belong to the line.
        let known = CHANCES.iter().filter_map(|chance| forecast.games_for(*chance)).filter(|at| *at <= last);
        let mut numbers: Vec<u64> = numbers.chain(known).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let pilot = self.pilot * if self.question.is_of_pairs() { 2 } else { 1 };
        let start = self.pace.seconds(0);
        let each = (self.pace.seconds(1_000_000) - start)
            / 1e6
            / f64::from(u8::from(self.question.is_of_pairs()) + 1);
        planned(
            &Planned {
                source: StudyMessage::PlanSource.say(
                    lexicon.language(),
                    &[
                        ("title", &lexicon.tell(self.title)),
                        ("games", &lexicon.language().games(pilot)),
                        ("first", self.players[Side::First]),
                        ("second", self.players[Side::Second]),
                    ],
                ),
                course: numbers.into_iter().map(|at| (all(at), forecast.chance_by(at))).collect(),
                answered: [0.5, 0.9].map(|chance| forecast.games_for(chance).map(all)),
                range: [all(shortest), all(longest)],
                most: all(self.most),
                seconds: [start, each],
            },
            frame,
        )
    }

    /// The plan.
    pub fn findings(&self) -> PlanFindings<'p> {
        let Self { forecast, pace, question, .. } = *self;
        // A pair is two games, and the pace of pairs is reported as a pace of games.
        let a_step = if question.is_of_pairs() { 2 } else { 1 };
        let amount = |number: u64| {
            let games = number.saturating_mul(self.games_each);
            Amount { number, games, seconds: round(pace.seconds(games / a_step)) }
        };
        let ends = forecast.ends().into_iter().map(|(end, chance)| Ending {
            end: key(end),
            favours: if let End::Favours(side) = end { Some(self.sides[side]) } else { None },
            chance,
        });
        let [shortest, longest] = forecast.range().map(amount);
        #[expect(clippy::cast_precision_loss, reason = "one or two")]
        let games_a_second = pace.per_second * a_step as f64;
        PlanFindings {
            title: self.title,
            sides: self.sides.0,
            players: self.players.0,
            seed: self.seed,
            question: question.key(),
            size: question.size(),
            unit: question.unit(),
            cells: if let PlannedQuestion::Sweep { cells, .. } = question { Some(cells) } else { None },
            most: self.most,
            planned: amount(forecast.told()),
            factor: round(forecast.factor()),
            is_promised: forecast.factor() <= PROMISED,
            shortest,
            longest,
            answered: CHANCES
                .map(|chance| Answered { chance, by: forecast.games_for(chance).map(amount) })
                .into(),
            ends: ends.collect(),
            pilot: PilotFindings {
                games: self.pilot * a_step,
                seconds: round(pace.taken.as_secs_f64()),
                start_seconds: round(pace.start.as_secs_f64()),
                games_a_second: round(games_a_second),
                is_answered: self.is_answered,
            },
            to_run: self.to_run,
            left_open: self.play.and_then(|(mixes, margin)| mixes.leave_open(margin)),
            stale: self.play.map(|(mixes, _)| mixes.stale.clone()).unwrap_or_default(),
            words: question.words(),
            of: Some(question),
        }
    }
}

fn key(end: End) -> &'static str {
    match end {
        End::Fair => "fair",
        End::Favours(_) => "favours",
        End::More => "more",
        End::Less => "less",
        End::Neither => "neither",
        End::Known => "known",
        End::Open => "open",
    }
}

/// To a thousandth: a clock is no more precise.
fn round(number: f64) -> f64 {
    (number * 1e3).round() / 1e3
}

/// A time in the unit that a reader would choose.
fn time(seconds: f64) -> String {
    match seconds {
        _ if seconds < 9.95 => format!("{seconds:.1} s"),
        _ if seconds < 99.5 => format!("{seconds:.0} s"),
        _ if seconds < 5_970.0 => format!("{:.1} min", seconds / 60.0),
        _ if seconds < 172_800.0 => format!("{:.1} h", seconds / 3_600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

impl PlanFindings<'_> {
    /// A number with its unit.
    fn told(&self, number: u64) -> String {
        match self.unit {
            "pairs" => counted(number, "pair of games", "pairs of games"),
            "games" => games(number),
            _ => format!("{} a cell", games(number)),
        }
    }

    /// The answer in sentences.
    fn summary(&self) -> String {
        let Amount { number, seconds, games: all, .. } = self.planned;
        let in_all = if self.of.is_some_and(|of| matches!(of, PlannedQuestion::Sweep { .. })) {
            format!(", {} in all", games(all))
        } else {
            String::new()
        };
        let takes = format!("{}{in_all}, {}", self.told(number), time(seconds));
        if self.pilot.is_answered {
            return format!("The pilot played the first games of this run, and it ends with them: {takes}.");
        }
        let [low, high] = [self.shortest, self.longest];
        if low.number == high.number {
            return format!("It takes {takes}.");
        }
        format!(
            "It takes about {takes}. Nine runs in ten take {} to {}, {} to {}; that is within a factor of {:.2} of it.",
            low.number,
            self.told(high.number),
            time(low.seconds),
            time(high.seconds),
            self.factor,
        )
    }

    /// Caveats about the figures.
    fn cautions(&self) -> Vec<String> {
        let mut cautions = Vec::new();
        if !self.is_promised {
            cautions.push(format!(
                "That is wider than a factor of {PROMISED}. When such a question is answered depends on luck still to \
                 come and on how far the truth lies from the bound; a longer pilot (--seconds) narrows it."
            ));
        }
        let open = self.ends.iter().find(|end| end.end == "open").map_or(0.0, |end| end.chance);
        if open >= NOTED {
            let why = match self.of {
                Some(PlannedQuestion::Verdict(_)) => {
                    ": the score may lie so near the margin that no number of games decides"
                }
                _ => "",
            };
            cautions.push(format!(
                "With a chance of {:.0} % {} leave it open{why}.",
                100.0 * open,
                self.told(self.most)
            ));
        }
        cautions
    }

    fn ends_in_words(&self) -> Option<String> {
        let told = |ending: &Ending<'_>| {
            let what = match (ending.end, ending.favours) {
                ("favours", Some(side)) => format!("favours {side}"),
                ("more", _) => format!("{} score more", self.sides[0]),
                ("less", _) => format!("{} score less", self.sides[0]),
                ("neither", _) => "no such change".to_owned(),
                ("open", _) => "not decided".to_owned(),
                (end, _) => end.to_owned(),
            };
            format!("{what} {:.0} %", 100.0 * ending.chance)
        };
        let is_known = self.ends.iter().all(|end| matches!(end.end, "known" | "open"));
        let ends: Vec<String> = self.ends.iter().map(told).collect();
        (!is_known).then(|| format!("The answer as the pilot sees it: {}.", ends.join(", ")))
    }
}

impl Findings for PlanFindings<'_> {
    const COMMAND: &'static str = "plan";

    fn body(&self, body: &mut Body) {
        let PilotFindings { games: played, seconds, start_seconds, games_a_second, .. } = self.pilot;
        body.title(self.title);
        body.line(format!("{}; {}, seed {}", self.words, against(self.players, None), self.seed));
        body.line(format!(
            "pilot: {} in {}, {games_a_second:.0} games a second, {} to begin with",
            games(played),
            time(seconds),
            time(start_seconds)
        ));
        if let Some([low, high]) = self.left_open.map(|ends| ends.map(in_percent)) {
            body.line(format!(
                "The verdict depends on play, whatever these games show: the play interval of the mixes is {low} to \
                 {high} %. What follows is about the statistical interval alone."
            ));
        }
        if !self.stale.is_empty() {
            let why = self.stale.join("; ");
            body.line(format!(
                "The play interval of the mixes is stale ({why}), so the verdict would not rest on it."
            ));
        }
        body.line(self.summary());
        if !self.pilot.is_answered {
            for caution in self.cautions() {
                body.line(caution);
            }
        }
        if let Some(ends) = self.ends_in_words() {
            body.line(ends);
        }
        if !self.pilot.is_answered && self.shortest.number < self.longest.number {
            let mut grid = Grid::with_head(["chance to be answered", self.unit, "time"]);
            for Answered { chance, by } in &self.answered {
                let [number, taken] = by.map_or_else(
                    || [format!("more than {}", self.most), String::new()],
                    |by| [by.number.to_string(), time(by.seconds)],
                );
                grid.push([format!("{:.0} %", 100.0 * chance), number, taken]);
            }
            body.heading("by then");
            body.table(grid);
        }
        body.heading("the command");
        body.command(self.to_run);
    }

    fn rows(&self) -> Vec<Row> {
        let of = |answered: &Answered| {
            let by = answered.by;
            row(&serde_json::json!({
                "chance": answered.chance, "number": by.map(|by| by.number), "games": by.map(|by| by.games),
                "seconds": by.map(|by| by.seconds),
            }))
        };
        self.answered.iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use szala_analysis::forecast::{Asking, Question};

    use super::*;
    use crate::{Form, written};

    fn report(question: PlannedQuestion, games_each: u64, forecast: &Forecast) -> PlanReport<'_> {
        PlanReport {
            title: "Two Gates",
            sides: BySide(["Red", "Blue"]),
            players: BySide(["uniform", "sentry"]),
            seed: 1,
            question,
            games_each,
            most: 2_000,
            forecast,
            pace: Pace { start: Duration::from_secs(2), per_second: 100.0, taken: Duration::from_secs(3) },
            pilot: 50,
            is_answered: false,
            to_run: "szala sweep",
            play: None,
        }
    }

    /// By hand: 25 cells are two groups, each of which also plays the unchanged scenario, so a number takes 27 games;
    /// 1200 numbers are 32 400 games, that is 16 200 pairs at a hundred a second, and 2 s before.
    #[test]
    fn a_sweep_takes_all_games_of_all_cells() {
        let question = PlannedQuestion::Sweep { cells: 25, half_width: 0.005, is_left: false };
        let forecast = Forecast::known(1_200);
        let text = written(&report(question, 27, &forecast).findings(), Form::Text);
        assert!(text.contains("It takes 1200 games a cell, 32400 games in all, 2.7 min."), "{text}");
        assert!(text.contains("known to 0.5 points"), "{text}");
        assert!(
            text.contains("pilot: 100 games in 3.0 s, 200 games a second, 2.0 s to begin with"),
            "{text}"
        );
        assert!(!text.contains("chance to be answered"), "nothing is left to chance: {text}");
    }

    /// A thousand games of a score of a half, which is known to 1.6 points by then: with a margin of 2 the runs that
    /// fit may end soon, late, or not within 20 000 games.
    #[test]
    fn what_may_stay_open_is_said_and_what_is_not_promised_too() {
        let mut asking = Asking::new(Question::Verdict(0.02));
        (0..1_000).for_each(|game| asking.add(Some(game % 2 * 2)));
        let forecast = asking.forecast(20_000, 1);
        let report = PlanReport { most: 20_000, ..report(PlannedQuestion::Verdict(0.02), 1, &forecast) };
        let findings = report.findings();
        let text = written(&findings, Form::Text);
        assert!(!findings.is_promised && text.contains("wider than a factor of 1.5"), "{text}");
        assert!(text.contains("20000 games leave it open"), "{text}");
        assert!(text.contains("more than 20000"), "{text}");
        let chances: f64 = findings.ends.iter().map(|end| end.chance).sum();
        assert!((chances - 1.0).abs() < 1e-9, "{chances}");
        let rows = findings.rows();
        assert_eq!(rows.len(), CHANCES.len());
        assert!(rows.iter().any(|row| row["games"].is_null()), "not within the most games");
    }

    /// By hand: 90 s are 1.5 minutes, 7200 s two hours.
    #[test]
    fn a_time_is_told_in_the_unit_that_a_reader_would_choose() {
        for (seconds, told) in [
            (0.04, "0.0 s"),
            (9.9, "9.9 s"),
            (42.0, "42 s"),
            (120.0, "2.0 min"),
            (7_200.0, "2.0 h"),
            (259_200.0, "3.0 days"),
        ] {
            assert_eq!(time(seconds), told);
        }
    }
}
