//! `szala sensitivity`: which values of a scenario matter, which do not, and how far the score depends on the uncertain
//! ones.

use std::process::ExitCode;

use clap::Args;
use szala_analysis::Plan;
use szala_analysis::race::{Race, RaceFailed, Seat};
use szala_analysis::sensitivity::{
    Answer, Design, Ends, Interactions, Lottery, MOST_FACTORS, Spread, interactions, race_ends, spread,
};
use szala_files::Known;
use szala_kernel::{BySide, Side};
use szala_reports::{SensitivityReport, TriedValue};
use szala_system::Contest;

use super::{INTERRUPTED, Problem, points, threads_refused};
use crate::house::House;
use crate::identity;
use crate::interrupt;
use crate::options::{Printed, Seeded, count};
use crate::pages::{Charted, Paged};
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::values::{ends, likely, matches, steps};
use crate::variant::VariantArgs;

/// The maximum number of values in an analysis.
const MOST_VALUES: usize = 2_000;

/// Options of `szala sensitivity`.
#[derive(Debug, Args)]
pub(crate) struct Sensitivity {
    /// The scenario
    pub(crate) scenario: String,
    /// Try all numbers, switches and choices, each one step from its value, not only values with a range
    #[arg(long)]
    all: bool,
    /// Try the values whose paths match, as in "units.*.morale"; repeatable. Those without a range are tried one
    /// step from their value
    #[arg(long, value_name = "PATTERN", conflicts_with = "all")]
    paths: Vec<String>,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// The most games at each end of a range; a clear effect stops earlier
    #[arg(long, default_value_t = 16_000, value_parser = count::<100, 100_000_000>)]
    games: u64,
    /// A value has no measurable effect when it changes the score by less than this
    #[arg(long, value_name = "POINTS", default_value = "2", value_parser = points)]
    margin: f64,
    /// How many of the strongest values to try in pairs; 0 tries none
    #[arg(long, value_name = "NUMBER", default_value_t = 12, value_parser = count::<0, { MOST_FACTORS as u64 }>)]
    strongest: u64,
    /// Games in each cell of the design that tries pairs
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = count::<10, 1_000_000>)]
    pair_games: u64,
    /// How many scenarios to make with random values in place of the uncertain ones; 0 makes none
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = count::<0, 10_000>)]
    scenarios: u64,
    /// Games of each of these scenarios
    #[arg(long, value_name = "NUMBER", default_value_t = 200, value_parser = count::<10, 1_000_000>)]
    scenario_games: u64,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
    #[command(flatten)]
    charted: Charted,
    #[command(flatten)]
    paged: Paged,
}

/// The scenario, and what it takes to seat players in its variants.
struct Seats<'s> {
    house: &'s House,
    scenario: &'s str,
    changes: &'s VariantArgs,
    pairing: &'s Pairing,
}

impl Seats<'_> {
    /// The variant with these values at these paths.
    fn with<'v>(&self, values: impl Iterator<Item = (&'v str, &'v str)>) -> Result<Box<dyn Contest>, String> {
        let mut changes = self.changes.clone();
        for (path, value) in values {
            changes.vary(path, value);
        }
        let game = self.house.open_varied(self.scenario, &changes).map_err(|problem| problem.to_string())?;
        self.pairing.seat(self.house, &*game).map_err(|problem| problem.to_string())
    }
}

impl Sensitivity {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        self.charted.refuse()?;
        self.paged.refuse()?;
        let files = house.files();
        let game = house.open_from(&files, &self.scenario, &self.changes)?;
        let lexicon = self.charted.lexicon(house, &*game, &self.scenario)?;
        let pairing = Pairing::or_usual(self.players.as_ref(), &files, &self.scenario, &*game);
        let reference = pairing.seat_from(&files, &*game)?;
        let known = house.paths(&self.scenario, &self.changes)?;
        let seats = Seats { house, scenario: &self.scenario, changes: &self.changes, pairing: &pairing };
        let (values, unplayable) = self.values(&known, &seats)?;
        let tried: Vec<[&str; 2]> = values
            .iter()
            .flat_map(|value| value.ends.iter().map(|(end, _)| [&*value.path, &**end]))
            .collect();
        let stop = interrupt::flag()?;
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let failed = |failed: RaceFailed| match failed {
            RaceFailed::Threads(error) => threads_refused(threads, &error),
            RaceFailed::Variant(why) => Problem::Told(why),
            RaceFailed::Parts(failed) => Problem::Told(failed.to_string()),
        };
        let mut race = Race::new(&*reference, seed, threads, stop);
        let mut progress = Count::up_to((tried.len() as u64 + 1).saturating_mul(self.games), "games of ends");
        let seat = |place: usize| seats.with([tried[place]].map(|[path, value]| (path, value)).into_iter());
        let raced = race_ends(&mut race, tried.len(), &seat, self.margin / 100.0, self.games, |done| {
            progress.tell(done);
        });
        let raced = raced.map_err(failed)?;
        drop(progress);
        let factors = self.strongest(&values, &raced);
        let pairs = self.pairs(&values, &factors, &mut race, &seats).map_err(failed)?;
        let uncertain: Vec<(usize, Vec<String>)> = self.uncertain(&known, &values);
        let plan = Plan { seed, numbers: 0..self.scenario_games, threads };
        let drawn = self.spread(&values, &uncertain, &plan, &seats).map_err(failed)?;
        let places: Vec<usize> = uncertain.iter().map(|(place, _)| *place).collect();
        let faces = game.faces();
        let of_spread = drawn.as_ref().map_or(0, |spread| spread.games);
        let answer_of = identity::of_answer(house, &*game, &self.changes, &files, &pairing);
        let report = SensitivityReport {
            title: game.title(),
            sides: BySide::from_fn(|side: Side| faces.side_name(side)),
            players: pairing.names(),
            seed: seed.0,
            values: &values,
            unplayable: &unplayable,
            ends: &raced,
            interactions: pairs.as_ref().map(|pairs| (pairs, &*factors)),
            spread: drawn.as_ref().map(|spread| (spread, &*places)),
            spent: race.spent() + of_spread,
            answer_of: &answer_of,
        };
        let findings = report.findings();
        self.printed.print(&findings)?;
        self.charted.draw(|frame| findings.picture(frame, &lexicon))?;
        self.paged.write(house, || findings.study(&lexicon), &lexicon)?;
        if race.is_stopped() {
            aside!(
                "interrupted after {} games; what is not decided had fewer games than asked for",
                race.spent()
            );
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The values to try, and those that cannot be played. The ends are numbered in order.
    fn values(
        &self,
        known: &[Known],
        seats: &Seats<'_>,
    ) -> Result<(Vec<TriedValue>, Vec<[String; 3]>), Problem> {
        for pattern in &self.paths {
            if !known.iter().any(|known| matches(pattern, &known.path)) {
                return Err(format!(
                    "no path of {} matches `{pattern}`; `szala list --paths {}` lists all of them",
                    self.scenario, self.scenario
                )
                .into());
            }
        }
        let is_asked = |known: &&Known| match (self.all, &self.paths[..]) {
            (true, _) => true,
            (false, []) => known.likely.is_some(),
            (false, patterns) => patterns.iter().any(|pattern| matches(pattern, &known.path)),
        };
        let (mut values, mut unplayable, mut place) = (Vec::new(), Vec::new(), 0);
        for known in known.iter().filter(is_asked) {
            let of_range = ends(known);
            let tried = if of_range.is_empty() { steps(known) } else { of_range };
            let mut ends = Vec::new();
            for value in tried {
                match seats.with([(&*known.path, &*value)].into_iter()) {
                    Ok(_) => {
                        ends.push((value, place));
                        place += 1;
                    }
                    Err(why) => {
                        let why = why.lines().nth(1).unwrap_or(&why).to_owned();
                        unplayable.push([known.path.clone(), value, why]);
                    }
                }
            }
            if !ends.is_empty() {
                values.push(TriedValue { path: known.path.clone(), now: known.value.clone(), ends });
            }
        }
        if values.is_empty() && unplayable.is_empty() {
            return Err(if self.all || !self.paths.is_empty() {
                "none of these values is a number, a switch or one of a list, so there is no step to take; \
                 `szala sweep` tries values that you name"
                    .to_owned()
            } else {
                format!(
                    "no value of {} has a range; say which to try, as in --paths \"units.*.morale\", or --all",
                    self.scenario
                )
            }
            .into());
        }
        if values.len() > MOST_VALUES {
            return Err(format!(
                "{} values are more than {MOST_VALUES}; choose some with --paths",
                values.len()
            )
            .into());
        }
        Ok((values, unplayable))
    }

    /// The values that change the score most, by index.
    fn strongest(&self, values: &[TriedValue], raced: &Ends) -> Vec<usize> {
        let size = |value: &TriedValue| {
            let shifts = value.ends.iter().map(|(_, place)| {
                raced.difference(*place, szala_analysis::compare::Axis::Score).estimate.abs()
            });
            shifts.fold(0.0, f64::max)
        };
        let is_shown = |value: &TriedValue| {
            value.ends.iter().any(|(_, place)| raced.answer(*place) != Answer::Negligible)
        };
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|one, other| {
            let key = |place: usize| (is_shown(&values[place]), size(&values[place]));
            let ((shown, size), (others, other)) = (key(*one), key(*other));
            others.cmp(&shown).then(other.total_cmp(&size))
        });
        order.truncate(usize::try_from(self.strongest).expect("a design has few factors"));
        order
    }

    /// The effects of these values in pairs, each from its low to its high end.
    fn pairs(
        &self,
        values: &[TriedValue],
        factors: &[usize],
        race: &mut Race<'_>,
        seats: &Seats<'_>,
    ) -> Result<Option<Interactions>, RaceFailed> {
        if factors.len() < 2 || race.is_stopped() {
            return Ok(None);
        }
        let design = Design::of(factors.len());
        let levels = factors.iter().map(|place| {
            let value = &values[*place];
            match &value.ends[..] {
                [(low, _), .., (high, _)] => [low.as_str(), high],
                [(end, _)] => [value.now.as_str(), end],
                [] => unreachable!("a value without ends was left out"),
            }
        });
        let levels: Vec<[&str; 2]> = levels.collect();
        let seat: Seat<'_> = &|cell| {
            let value = |(factor, place): (usize, &usize)| {
                (values[*place].path.as_str(), levels[factor][usize::from(design.is_high(cell, factor))])
            };
            seats.with(factors.iter().enumerate().map(value)).map_err(|why| {
                format!(
                    "the strongest values cannot all be changed at once; --strongest 0 tries no pairs.\n{why}"
                )
            })
        };
        let before = race.spent();
        let all = design.cells() as u64 * self.pair_games;
        let mut progress = Count::new(all, "games of pairs");
        interactions(race, &design, seat, 0..self.pair_games, |done| progress.tell((done - before).min(all)))
    }

    /// The values that have a range, by index, with everything that may be drawn for them.
    fn uncertain(&self, known: &[Known], values: &[TriedValue]) -> Vec<(usize, Vec<String>)> {
        let range = |(place, value): (usize, &TriedValue)| {
            let known = known.iter().find(|known| known.path == value.path && known.likely.is_some())?;
            let mut range = likely(known);
            range.push(known.value.clone());
            range.sort_by_key(|value| value.parse::<i64>().unwrap_or(0));
            Some((place, range))
        };
        if self.scenarios < 2 { Vec::new() } else { values.iter().enumerate().filter_map(range).collect() }
    }

    /// How far the score depends on them.
    fn spread(
        &self,
        values: &[TriedValue],
        uncertain: &[(usize, Vec<String>)],
        plan: &Plan,
        seats: &Seats<'_>,
    ) -> Result<Option<Spread>, RaceFailed> {
        let stop = interrupt::flag().ok();
        let (Some(stop), false) = (stop, uncertain.is_empty()) else { return Ok(None) };
        let sizes: Vec<usize> = uncertain.iter().map(|(_, range)| range.len()).collect();
        let scenarios = usize::try_from(self.scenarios).expect("a few thousand at most");
        let lottery = Lottery::draw(&sizes, scenarios, plan.seed.0);
        let seat: Seat<'_> = &|scenario| {
            let drawn = uncertain.iter().zip(&lottery.drawn[scenario]);
            let pairs =
                drawn.map(|((place, range), drawn)| (values[*place].path.as_str(), range[*drawn].as_str()));
            seats.with(pairs).map_err(|why| {
                format!("values drawn from their ranges cannot be played together; --scenarios 0 draws none.\n{why}")
            })
        };
        let mut progress = Count::new(self.scenarios * self.scenario_games, "games of drawn scenarios");
        spread(plan, &lottery, seat, stop, |done| progress.tell(done))
    }
}
