//! How much of what decides games is dice, how much lots, secret choices and the players' own play: the variance of the
//! result, divided by replaying games with some of their sources of randomness redrawn and the others as they were.
//!
//! This is pick-freeze (Sobol' 1993): a sample is two keyed games, A and B, and for each part of the sources the game
//! that has this part from A and the rest from B, and the one that has it from B and the rest from A. What two games
//! with nothing in common but a part have in common, their covariance, is what the part explains alone; half the mean
//! square of what redrawing the part alone changes is what it explains with all its interactions.

use core::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use serde::Serialize;
use szala_kernel::seed::{Sources, Stream, mix};
use szala_kernel::{RunSeed, Side};
use szala_system::{Contest, Half, Worker};

use crate::course::ALPHA;
use crate::crew::{Work, in_order};
use crate::estimate::{Estimate, Unit};
use crate::run::Plan;
use crate::score::Score;
use crate::statistics::interval::{Interval, tango, wilson};
use crate::statistics::{Sample, float};

/// A part of what is random in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Dice.
    Dice,
    /// Chits drawn, and other lots.
    Lots,
    /// What both players choose in secret.
    Secrets,
    /// What both players choose in the open.
    Play,
    /// What the first player chooses in the open.
    FirstPlay,
    /// What the second player chooses in the open.
    SecondPlay,
    /// Dice and lots.
    Chance,
    /// All choices of both players.
    Choices,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Dice,
        Self::Lots,
        Self::Secrets,
        Self::Play,
        Self::FirstPlay,
        Self::SecondPlay,
        Self::Chance,
        Self::Choices,
    ];

    /// The sources it consists of.
    const fn sources(self) -> Sources {
        let [first, second] = [Side::First, Side::Second];
        match self {
            Self::Dice => Sources::of(Stream::Dice),
            Self::Lots => Sources::of(Stream::Chits),
            Self::Secrets => Sources::SECRETS,
            Self::FirstPlay => Sources::of(Stream::of_player(first)),
            Self::SecondPlay => Sources::of(Stream::of_player(second)),
            Self::Play => Self::FirstPlay.sources().and(Self::SecondPlay.sources()),
            Self::Chance => Self::Dice.sources().and(Self::Lots.sources()),
            Self::Choices => Self::Chance.sources().others(),
        }
    }
}

/// How many games a sample has: A, B, and two for each part but the last, whose games are those of the part before it
/// the other way round.
pub const GAMES_OF_A_SAMPLE: u64 = 2 * Part::ALL.len() as u64;

/// What a game was worth, and a hash of its course.
#[derive(Clone, Copy, Debug, Default)]
struct Worth {
    half_points: i64,
    lead: i64,
    course: u64,
}

/// For each part the games A, B, the one with the part from A and the rest from B, and the one with the part from B.
type Quartet = [Worth; 4];
type Played = Option<[Quartet; Part::ALL.len()]>;

/// What was found in a run.
#[derive(Clone, Debug)]
pub struct Shares {
    /// How many samples, of [`GAMES_OF_A_SAMPLE`] games each.
    pub samples: u64,
    /// How many were left out, because a game of theirs has no end.
    pub left_out: u64,
    /// The score of the first side, and its variance.
    pub score: Estimate,
    /// The variance of the score.
    pub variance: f64,
    /// The variance of the lead.
    pub variance_of_lead: f64,
    /// What each part explains.
    pub parts: Vec<PartShare>,
}

/// What a part explains of the variance.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PartShare {
    /// Which part.
    #[serde(rename = "source")]
    pub part: Part,
    /// The share of games that become other games when the part alone is redrawn.
    pub changed: Estimate,
    /// The share of the variance of the score that the part explains alone.
    pub alone: Estimate,
    /// The same with all its interactions: what would be left if all else were known.
    pub total: Estimate,
    /// The share of the variance of the lead that the part explains alone.
    pub lead_alone: Estimate,
    /// The same with all its interactions.
    pub lead_total: Estimate,
}

/// Plays the samples of the plan; `tell` hears how many are done.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn shares(
    contest: &dyn Contest,
    plan: &Plan,
    stop: &AtomicBool,
    mut tell: impl FnMut(u64),
) -> Result<Shares, ThreadPoolBuildError> {
    let worker = || Sampling { worker: contest.worker(), seed: plan.seed };
    let mut played: Vec<Played> = Vec::new();
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |_, samples: &Vec<Played>| {
        played.extend_from_slice(samples);
        tell(played.len() as u64);
        ControlFlow::Continue(())
    })?;
    Ok(told(&played))
}

/// What one thread needs.
struct Sampling<'c> {
    worker: Box<dyn Worker + 'c>,
    seed: RunSeed,
}

/// Sets the run that the redrawn sources come from apart from the run itself.
const APART: u64 = 0x7265_6472_6177_6E21;

impl Work for Sampling<'_> {
    type Stretch = Vec<Played>;

    fn fill(&mut self, numbers: Range<u64>, samples: &mut Vec<Played>) {
        samples.clear();
        samples.extend(numbers.map(|number| self.sample(number)));
    }
}

impl Sampling<'_> {
    fn sample(&mut self, number: u64) -> Played {
        let game = self.seed.game(number).keyed();
        let other = RunSeed(mix(self.seed.0 ^ APART));
        let mut play = |redrawn: Sources| worth(self.worker.replay(game.with(redrawn, other)));
        let (a, b) = (play(Sources::NONE)?, play(Sources::ALL)?);
        let mut sample = [[Worth::default(); 4]; Part::ALL.len()];
        for (place, part) in Part::ALL.into_iter().enumerate() {
            // All choices are what chance leaves: the same games the other way round.
            sample[place] = if part == Part::Choices {
                let [_, _, chance, rest] = sample[place - 1];
                [a, b, rest, chance]
            } else {
                [a, b, play(part.sources().others())?, play(part.sources())?]
            };
        }
        Some(sample)
    }
}

fn worth(half: Half) -> Option<Worth> {
    let outcome = half.end.ok()?;
    let Score { half_points, lead } = outcome.into();
    Some(Worth { half_points: half_points.into(), lead: lead.into(), course: half.course })
}

fn told(played: &[Played]) -> Shares {
    let samples: Vec<&[Quartet; Part::ALL.len()]> = played.iter().flatten().collect();
    let left_out = (played.len() - samples.len()) as u64;
    let of_part = |place: usize| -> Vec<Quartet> { samples.iter().map(|sample| sample[place]).collect() };
    let both: Vec<Worth> = samples.iter().flat_map(|sample| [sample[0][0], sample[0][1]]).collect();
    let count = |half_points: i64| both.iter().filter(|one| one.half_points == half_points).count() as u64;
    let games = both.len() as u64;
    let score = Estimate::new(tango(count(2), count(1), count(0)), games, Unit::Share);
    let variance =
        |of: &dyn Fn(&Worth) -> f64| Sample::of_values(&both.iter().map(of).collect::<Vec<_>>()).variance;
    let parts = Part::ALL.into_iter().enumerate().map(|(place, part)| of_one(part, &of_part(place)));
    Shares {
        samples: samples.len() as u64,
        left_out,
        score,
        variance: variance(&|one| points(*one)),
        variance_of_lead: variance(&|one| lead(*one)),
        parts: parts.collect(),
    }
}

#[expect(clippy::cast_precision_loss, reason = "half points and leads are small numbers")]
fn points(one: Worth) -> f64 {
    one.half_points as f64 / 2.0
}

#[expect(clippy::cast_precision_loss, reason = "half points and leads are small numbers")]
fn lead(one: Worth) -> f64 {
    one.lead as f64
}

fn of_one(part: Part, samples: &[Quartet]) -> PartShare {
    let changed = samples
        .iter()
        .flat_map(|[a, b, shared, redrawn]| [a.course != redrawn.course, b.course != shared.course])
        .filter(|changed| *changed);
    let games = 2 * samples.len() as u64;
    let changed = Estimate::new(wilson(changed.count() as u64, games), games, Unit::Share);
    let values =
        |of: fn(Worth) -> f64| -> Vec<[f64; 4]> { samples.iter().map(|four| four.map(of)).collect() };
    let [alone, total] = explained(&values(points));
    let [lead_alone, lead_total] = explained(&values(lead));
    PartShare { part, changed, alone, total, lead_alone, lead_total }
}

/// The share of the variance that a part explains alone, and in all, from the values of A, B, the game that shares the
/// part with A, and the one that shares it with B.
///
/// Both are ratios of means, the estimator of A. Janon, T. Klein, A. Lagnoux, M. Nodet and C. Prieur (2014), taken both
/// ways round; their intervals are Student's for the values linearised (the delta method).
fn explained(values: &[[f64; 4]]) -> [Estimate; 2] {
    let n = values.len() as u64;
    if n < 2 {
        return [Estimate { value: None, low: None, high: None, games: n, unit: Unit::Share }; 2];
    }
    let mean = values.iter().flatten().sum::<f64>() / (4.0 * float(n));
    let centred = values.iter().map(|four| four.map(|value| value - mean));
    let terms: Vec<[f64; 3]> = centred
        .map(|[a, b, shared, redrawn]| {
            let alone = f64::midpoint(a * shared, b * redrawn);
            let total = ((a - redrawn).powi(2) + (b - shared).powi(2)) / 4.0;
            [alone, total, (a * a + b * b + shared * shared + redrawn * redrawn) / 4.0]
        })
        .collect();
    let [alone, total] = [0, 1].map(|which| ratio(terms.iter().map(|terms| [terms[which], terms[2]]), n));
    // Where no score ever changed, or every score stayed, one that does otherwise may only not have come yet; and a
    // part explains no more alone than in all.
    let unseen = wilson(0, n).high;
    let total = Interval {
        low: total.low.max(0.0),
        high: if total.estimate == 0.0 { unseen } else { total.high },
        ..total
    };
    let alone = if total.estimate == 0.0 {
        total
    } else if alone.estimate >= 1.0 {
        Interval { low: 1.0 - unseen, ..alone }
    } else {
        alone
    };
    [alone, total].map(|interval| Estimate::new(interval, n, Unit::Share))
}

/// The ratio of two means, with the interval of Student for its linearisation.
fn ratio(terms: impl Iterator<Item = [f64; 2]> + Clone, n: u64) -> Interval {
    let [above, below] = terms.clone().fold([0.0; 2], |[above, below], [a, b]| [above + a, below + b]);
    let estimate = above / below;
    let off: Vec<f64> = terms.map(|[a, b]| (a - estimate * b) * float(n) / below).collect();
    let Interval { low, high, .. } = Sample::of_values(&off).mean_interval(ALPHA);
    Interval { estimate, low: estimate + low, high: estimate + high }
}

#[cfg(test)]
mod tests;
