//! `szala plan`: how many games, and how much time, a question takes, from a short pilot on this machine.

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use szala_analysis::forecast::pilot::{Entrants, Length, Pilot, Terms};
use szala_analysis::forecast::{Asking, Forecast, Question, half_width_of};
use szala_analysis::gate::Asked;
use szala_analysis::race::AT_ONCE;
use szala_analysis::statistics::change;
use szala_analysis::{ALPHA, ThreadPoolBuildError};
use szala_kernel::{BySide, Side};
use szala_reports::{Mixes, PlanReport, PlannedQuestion, quoted};
use szala_system::{Contest, Game};

use super::compare::{MOST_TO_DETECT, POWER, sides_of_both};
use super::gate::{MOST_BY_ITSELF, Margin as GateMargin, with_terms};
use super::run::{MOST, MOST_UNTIL_DECIDED};
use super::sweep::{Grid, Vary};
use super::{INTERRUPTED, Problem, points, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::interrupt;
use crate::mixes;
use crate::options::{Printed, Seeded, count};
use crate::pages::Charted;
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::VariantArgs;

/// The longest pilot by default, in seconds.
const SECONDS: u64 = 10;
/// The number of cells of a sweep that have a pilot; the others are assumed to be like them.
const CELLS: usize = 6;
/// The maximum number of games of a cell.
const MOST_OF_A_CELL: u64 = 1_000_000_000;

/// Options of `szala plan`.
#[derive(Debug, Args)]
pub(crate) struct Plan {
    /// What to play: a scenario file, or a game that `szala list` names
    pub(crate) scenario: String,
    /// With --detect or --precision: another scenario to compare it with
    pub(crate) other: Option<String>,
    /// Plan a verdict within this margin: `szala run --margin --until-decided`
    #[arg(long, value_name = "POINTS", value_parser = points)]
    margin: Option<f64>,
    /// Plan to know all rates with intervals of this half-width: `szala run --games auto`; with changes or another
    /// scenario, the difference of the scores (`szala whatif`); with --vary, the difference in each cell
    #[arg(long, value_name = "POINTS", value_parser = points, conflicts_with = "margin")]
    precision: Option<f64>,
    /// Plan to decide whether changes, or another scenario, shift the score by this many points or not at all:
    /// `szala whatif --detect`
    #[arg(long, value_name = "POINTS", value_parser = points, conflicts_with_all = ["margin", "precision"])]
    detect: Option<f64>,
    /// Plan a baseline for `szala gate`
    #[arg(long, conflicts_with_all = ["margin", "precision", "detect", "vary", "other"])]
    gate: bool,
    /// With --gate: the largest acceptable changes, as for `szala gate`
    #[arg(long, value_name = "AXIS=NUMBER,…", requires = "gate", value_delimiter = ',')]
    margins: Vec<GateMargin>,
    /// With --gate: the highest chance, in percent, that a change as large as a margin passes [default: 5]
    #[arg(long, value_name = "PERCENT", requires = "gate")]
    level: Option<u8>,
    /// With --gate: the lowest chance, in percent, that games pass when only the dice changed [default: 95]
    #[arg(long, value_name = "PERCENT", requires = "gate")]
    power: Option<u8>,
    /// Plan a sweep, by --precision or with --games a cell: the values to vary, one or two, as for `szala sweep`
    #[arg(long, value_name = "PATH=VALUES", conflicts_with_all = ["margin", "detect", "other"])]
    vary: Vec<Vary>,
    /// The maximum number of games, or of pairs [default: that of the planned command]; with --vary, the number of
    /// games in each cell
    #[arg(long, value_parser = count::<1, MOST>)]
    games: Option<u64>,
    /// Play a pilot of exactly this many games, or pairs of games, however long it takes
    #[arg(long, value_name = "NUMBER", value_parser = count::<10, 100_000_000>, conflicts_with = "seconds")]
    pilot: Option<u64>,
    /// The longest pilot; it ends earlier when the number of games is known to a factor of 1.5 in nine runs of ten
    /// [default: 10]
    #[arg(long, value_parser = count::<1, 86_400>)]
    seconds: Option<u64>,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    charted: Charted,
}

/// What is planned.
enum Planned {
    Verdict(f64),
    Rates(f64),
    Change(f64),
    Difference(f64),
    Gate(Asked),
    /// The precision, or nothing if the number of games is given.
    Sweep(Option<f64>),
}

/// What a pilot found, whichever question it was for.
struct Said {
    question: PlannedQuestion,
    forecast: Forecast,
    pace: szala_analysis::forecast::pilot::Pace,
    pilot: u64,
    is_answered: bool,
    games_each: u64,
}

impl Plan {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let begun = Instant::now();
        self.charted.refuse()?;
        let planned = self.planned()?;
        let most = self.most(&planned);
        self.check_pilot(most)?;
        let files = house.files();
        let none = VariantArgs::default();
        let is_pair = matches!(planned, Planned::Change(_) | Planned::Difference(_));
        let first = house.open_from(&files, &self.scenario, if is_pair { &none } else { &self.changes })?;
        let lexicon = self.charted.lexicon(house, &*first, &self.scenario)?;
        let second = match &self.other {
            Some(other) => Some((other, house.open_from(&files, other, &none)?)),
            None if is_pair => {
                Some((&self.scenario, house.open_from(&files, &self.scenario, &self.changes)?))
            }
            None => None,
        };
        let sides = if let Some((_, second)) = &second {
            sides_of_both([&*first, &**second])?
        } else {
            let faces = first.faces();
            BySide::from_fn(|side: Side| faces.side_name(side))
        };
        let seat = |name: &str, game: &dyn Game| -> Result<(Pairing, Box<dyn Contest>), Problem> {
            let pairing = Pairing::or_usual(self.players.as_ref(), &files, name, game);
            let contest = pairing.seat_from(&files, game)?;
            Ok((pairing, contest))
        };
        let (pairing, contest) = seat(&self.scenario, &*first)?;
        let other = second.as_ref().map(|(name, game)| seat(name, &**game)).transpose()?;
        let play = self.play(&planned, &*first, &files, &pairing);
        let stop = interrupt::flag()?;
        let seconds = Duration::from_secs(self.seconds.unwrap_or(SECONDS));
        let length = self.pilot.map_or(Length::Until(seconds), Length::Games);
        let terms =
            Terms { seed: self.seeded.run_seed(), threads: self.seeded.threads.number(), length, most, stop };
        let mut progress = Count::up_to(self.pilot.unwrap_or(most), "games of the pilot");
        let opened = begun.elapsed();
        let failed = |error: ThreadPoolBuildError| threads_refused(terms.threads, &error);
        let entrants = other
            .as_ref()
            .map_or(Entrants::One(&*contest), |(_, other)| Entrants::Two([&*contest, &**other]));
        let mut ask = |question: Question, told: PlannedQuestion, games_each: u64| {
            let pilot = terms.ask(entrants, question, |done| progress.tell(done)).map_err(failed)?;
            Ok::<Said, Problem>(said(pilot, told, games_each))
        };
        let mut said = match planned {
            Planned::Verdict(size) => ask(Question::Verdict(size), PlannedQuestion::Verdict(size), 1)?,
            Planned::Rates(size) => ask(Question::Rates(size), PlannedQuestion::Rates(size), 1)?,
            Planned::Change(size) => {
                let question = change::Question { size, level: ALPHA, power: POWER };
                ask(Question::Change(question), PlannedQuestion::Change(size), 2)?
            }
            Planned::Difference(size) => {
                ask(Question::Difference(size), PlannedQuestion::Difference(size), 2)?
            }
            Planned::Gate(asked) => {
                let pilot = terms.gate(&*contest, &asked, |done| progress.tell(done)).map_err(failed)?;
                Said {
                    question: PlannedQuestion::Gate,
                    pilot: pilot.outcome.len() as u64,
                    forecast: pilot.forecast,
                    pace: pilot.pace,
                    is_answered: false,
                    games_each: 1,
                }
            }
            Planned::Sweep(precision) => {
                self.sweep(house, &*contest, &pairing, &terms, precision, |done| progress.tell(done))?
            }
        };
        drop(progress);
        said.pace.start += opened;
        said.pace.taken += opened;
        let report = PlanReport {
            title: first.title(),
            sides,
            players: pairing.names(),
            seed: self.seeded.seed,
            question: said.question,
            games_each: said.games_each,
            most,
            forecast: &said.forecast,
            pace: said.pace,
            pilot: said.pilot,
            is_answered: said.is_answered,
            to_run: &self.to_run(&said),
            play: play.as_ref().map(|(mixes, margin)| (mixes, *margin)),
        };
        if stop.load(Ordering::Relaxed) {
            aside!("interrupted after {} games of the pilot: nothing is planned", said.pilot);
            return Ok(ExitCode::from(INTERRUPTED));
        }
        self.printed.print(&report.findings())?;
        self.charted.draw(|frame| report.picture(frame, &lexicon))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Is the pilot no larger than what is planned?
    fn check_pilot(&self, most: u64) -> Result<(), Problem> {
        if let Some(pilot) = self.pilot.filter(|pilot| *pilot > most) {
            return Err(format!(
                "--games {most} is less than the pilot of {pilot}; say more games, or a smaller --pilot"
            )
            .into());
        }
        Ok(())
    }

    /// The mixes that play and the margin, if a verdict is planned: it alone rests on a play interval.
    fn play(
        &self,
        planned: &Planned,
        game: &dyn Game,
        files: &Files,
        players: &Pairing,
    ) -> Option<(Mixes, f64)> {
        let &Planned::Verdict(margin) = planned else { return None };
        mixes::of(game, &self.changes, files, players).map(|mixes| (mixes, margin))
    }

    /// The question to plan.
    ///
    /// # Errors
    /// That the options do not state one.
    fn planned(&self) -> Result<Planned, Problem> {
        let refuse = |why: &str| Err(Problem::Told(why.to_owned()));
        let part = |points: f64| points / 100.0;
        let is_pair = self.other.is_some() || !self.changes.is_empty();
        if self.other.is_some() && !self.changes.is_empty() {
            return refuse("another scenario and changes are two questions; plan them one by one");
        }
        if self.gate {
            let asked = with_terms(Asked::default(), &self.margins, self.level, self.power)?;
            return Ok(Planned::Gate(asked));
        }
        if !self.vary.is_empty() {
            return match (self.precision, self.games) {
                (Some(_), Some(_)) => {
                    refuse("--precision says how many games a cell takes; leave out --games")
                }
                (None, None) => {
                    refuse("how well is each cell to be known? Say --precision, or --games a cell")
                }
                (precision, _) => Ok(Planned::Sweep(precision.map(part))),
            };
        }
        match (self.margin, self.precision, self.detect) {
            (Some(_), ..) if self.other.is_some() => {
                refuse("a verdict is on one scenario; with two say --detect or --precision")
            }
            (Some(margin), ..) => Ok(Planned::Verdict(part(margin))),
            (_, Some(precision), _) if is_pair => Ok(Planned::Difference(part(precision))),
            (_, Some(precision), _) => Ok(Planned::Rates(part(precision))),
            (_, _, Some(detect)) if is_pair => Ok(Planned::Change(part(detect))),
            (_, _, Some(_)) => refuse(
                "--detect asks for a change; say it, as in --set \"units.Narwa 1.morale=8\", or name another scenario",
            ),
            (None, None, None) => refuse(
                "plan what? Say --margin for a verdict, --precision for rates, --detect for a change, --gate for a \
                 baseline, or --vary for a sweep",
            ),
        }
    }

    /// The maximum number of games, or of pairs, that is considered.
    fn most(&self, planned: &Planned) -> u64 {
        self.games.unwrap_or(match planned {
            Planned::Verdict(_) => MOST_UNTIL_DECIDED,
            Planned::Rates(_) | Planned::Difference(_) => MOST,
            Planned::Change(_) => MOST_TO_DETECT,
            Planned::Gate(_) => MOST_BY_ITSELF,
            Planned::Sweep(_) => MOST_OF_A_CELL,
        })
    }

    /// Plays pilots of some cells of a sweep, one after the other, beside the unchanged scenario.
    fn sweep(
        &self,
        house: &House,
        as_it_is: &dyn Contest,
        pairing: &Pairing,
        terms: &Terms<'_>,
        precision: Option<f64>,
        mut tell: impl FnMut(u64),
    ) -> Result<Said, Problem> {
        let grid = Grid { scenario: &self.scenario, vary: &self.vary, changes: &self.changes };
        let cells = grid.cells(house)?;
        let asked = cells.len().min(CELLS);
        // The first, the last, and some evenly between them.
        let places = (0..asked).map(|place| place * (cells.len() - 1) / (asked - 1).max(1));
        let length = match terms.length {
            Length::Until(time) => Length::Until(time / u32::try_from(asked).unwrap_or(1)),
            games @ Length::Games(_) => games,
        };
        let terms = Terms { length, ..*terms };
        let mut found: Vec<Pilot<Asking>> = Vec::new();
        for place in places {
            let game = grid.cell(house, &cells[place])?;
            let contest = pairing.seat(house, &*game)?;
            let both = Entrants::Two([as_it_is, &*contest]);
            // If the number of games is given, the pilot reports the precision they reach.
            let question = Question::Difference(precision.unwrap_or(0.01));
            let pilot = terms.ask(both, question, &mut tell);
            found.push(pilot.map_err(|error| threads_refused(terms.threads, &error))?);
        }
        let forecasts: Vec<Forecast> = found.iter().map(|pilot| pilot.forecast.clone()).collect();
        let variances = found.iter().map(|pilot| pilot.outcome.differences().variance);
        let left = half_width_of(terms.most, variances.fold(0.0, f64::max));
        let forecast = match (precision, self.games) {
            (None, Some(games)) => Forecast::known(games),
            _ => Forecast::longest(&forecasts),
        };
        let mut pace = found[0].pace;
        let seconds: f64 = found.iter().map(|pilot| 1.0 / pilot.pace.per_second.max(1e-9)).sum();
        #[expect(clippy::cast_precision_loss, reason = "a few cells")]
        let cells_asked = found.len() as f64;
        pace.per_second = cells_asked / seconds;
        pace.taken = found.iter().map(|pilot| pilot.pace.taken).sum();
        Ok(Said {
            question: PlannedQuestion::Sweep {
                cells: cells.len(),
                half_width: precision.unwrap_or(left),
                is_left: precision.is_none(),
            },
            forecast,
            pace,
            pilot: found.iter().map(|pilot| pilot.outcome.games()).sum(),
            is_answered: false,
            // The unchanged scenario is played again with each group of cells.
            games_each: (cells.len() + cells.len().div_ceil(AT_ONCE)) as u64,
        })
    }

    /// The command that answers the planned question.
    fn to_run(&self, said: &Said) -> String {
        let told = said.forecast.games_for(0.95).unwrap_or_else(|| said.forecast.told());
        let size = |option: &str, points: Option<f64>| {
            format!("{option} {}", points.map(|points| points.to_string()).unwrap_or_default())
        };
        let (command, options) = match said.question {
            PlannedQuestion::Verdict(_) => ("run", size("--margin", self.margin) + " --until-decided"),
            PlannedQuestion::Rates(_) => ("run", size("--games auto --precision", self.precision)),
            PlannedQuestion::Change(_) => ("whatif", size("--detect", self.detect)),
            PlannedQuestion::Difference(_) => ("whatif", format!("--games {told}")),
            PlannedQuestion::Gate => ("gate", "--baseline FILE --update".to_owned()),
            PlannedQuestion::Sweep { .. } => ("sweep", format!("--games {told}")),
        };
        let command = if self.other.is_some() { "compare" } else { command };
        let mut words = vec!["szala".to_owned(), command.to_owned(), quoted(&self.scenario)];
        words.extend(self.other.iter().map(|other| quoted(other)));
        words.extend(self.changes.in_shell());
        words.extend(self.vary.iter().map(|vary| format!("--vary {}", quoted(&vary.to_string()))));
        words
            .extend(self.players.iter().map(|players| format!("--players {}", quoted(&players.to_string()))));
        if self.seeded.seed != 1 {
            words.push(format!("--seed {}", self.seeded.seed));
        }
        words.push(options);
        if let (Some(games), false) = (self.games, matches!(said.question, PlannedQuestion::Sweep { .. })) {
            let is_told = matches!(said.question, PlannedQuestion::Rates(_) | PlannedQuestion::Difference(_));
            if !is_told {
                words.push(format!("--games {games}"));
            }
        }
        let terms = self.margins.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let terms = [
            (!terms.is_empty()).then(|| format!("--margins {terms}")),
            self.level.map(|level| format!("--level {level}")),
            self.power.map(|power| format!("--power {power}")),
        ];
        words.extend(terms.into_iter().flatten());
        words.join(" ")
    }
}

fn said(pilot: Pilot<Asking>, question: PlannedQuestion, games_each: u64) -> Said {
    Said {
        question,
        pilot: pilot.outcome.games(),
        is_answered: pilot.outcome.ended().is_some(),
        forecast: pilot.forecast,
        pace: pilot.pace,
        games_each,
    }
}
