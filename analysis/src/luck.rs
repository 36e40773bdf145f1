//! Luck and skill in one game: what each roll was worth, and which decisions cost most.
//!
//! The value of a position is the mean score of games that the players of the game play on from there, with dice of
//! their own. The luck of a roll is the value after it less the mean of the values after all faces it could have shown,
//! so that luck has mean zero by construction, whatever the rollouts say of a single position. Rollouts begin at the
//! true position, secrets included: it is the luck as seen by somebody who sees all.
//!
//! Every position is rolled out with the same numbers, and so with the same dice where the games have them in common.
//! Figures chosen from long lists are estimated anew, with rollouts that had no part in the choice.

mod decisions;
mod throws;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPoolBuildError;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelExtend, ParallelIterator};
use serde::Serialize;
use szala_kernel::rules::Aborted;
use szala_kernel::seed::mix;
use szala_kernel::{BySide, GameSeed, Outcome, RunSeed, Side};
use szala_system::{Analyst, Choice, Chronicle, Contest, From};

use crate::course::ALPHA;
use crate::crew::on_threads;
use crate::estimate::{Estimate, Unit};
use crate::score::Score;
use crate::statistics::Sample;
use crate::statistics::interval::{Interval, plus_four};
use throws::Throw;

pub use decisions::Costly;

/// How many rolls are listed in favour of each side.
const LISTED: usize = 5;
/// How many are looked at again before they are chosen.
const SHORT_LIST: usize = 12;
/// The factor by which rollouts increase for the short list, and for those that are listed.
const AGAIN: [u64; 2] = [2, 8];
/// How many numbers are tried to see whether players who begin afresh decide as in the game.
const TRIED: u64 = 8;
/// How many positions are rolled out between two reports of progress and looks at `stop`.
const AT_ONCE: usize = 64;
/// Sets the rollouts apart from all games of the run.
const APART: u64 = 0x6C75_636B_5F72_6F6C;

/// How a game is looked into.
#[derive(Clone, Copy, Debug)]
pub struct LuckPlan<'p> {
    /// Which game.
    pub game: GameSeed,
    /// The seed of the rollouts.
    pub seed: RunSeed,
    /// How many rollouts from each position that a roll may lead to.
    pub rollouts: u64,
    /// Whether decisions are looked at as well as rolls.
    pub decisions: bool,
    /// How many threads; 0 is one for each processor.
    pub threads: usize,
    /// Asks to stop.
    pub stop: &'p AtomicBool,
}

/// What was found of a game.
#[derive(Clone, Debug)]
pub struct Luck {
    /// The game.
    pub chronicle: Chronicle,
    /// How it ended.
    pub outcome: Outcome,
    /// The score of the first side.
    pub result: f64,
    /// The score that the first side could expect before the first decision.
    pub expected: Estimate,
    /// The rolls that could have led to different positions, in order.
    pub rolls: Vec<RollLuck>,
    /// How many others there were.
    pub idle: usize,
    /// The luck of the rolls in the decisions of each side, as that side sees it.
    pub luck: BySide<Estimate>,
    /// What the choices of both players gave the first side, beyond what the same players choose on the average.
    pub choices: Estimate,
    /// All luck, as the first side sees it: the part of the result that neither expectation nor choices explain.
    pub net: Estimate,
    /// The score of the first side less all luck.
    pub adjusted: Estimate,
    /// The rolls that gained most for each side, no matter who rolled, on rollouts of their own.
    pub luckiest: BySide<Vec<RollLuck>>,
    /// The decisions that cost most, on rollouts of their own.
    pub costly: Vec<Costly>,
    /// How many decisions were looked at.
    pub weighed: usize,
    /// How many games were played on.
    pub rollouts: u64,
}

/// What a roll was worth to the first side, in parts of a game.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RollLuck {
    /// In which decision of the game.
    #[serde(skip)]
    pub at: usize,
    /// Which roll of that decision.
    #[serde(skip)]
    pub roll: usize,
    /// The mean score before it.
    pub before: Estimate,
    /// The mean score after it.
    pub after: Estimate,
    /// The difference.
    pub luck: Estimate,
}

/// Why a game has no luck.
#[derive(Debug)]
pub enum NoLuck {
    /// The system cannot start this many threads.
    Threads(ThreadPoolBuildError),
    /// The game has no end.
    Aborted(Aborted),
    /// Somebody asked to stop.
    Stopped,
}

/// Looks into a game: `players` play it, and `policy`, the same players or others, play on from its positions. `tell`
/// hears how many rollouts are done, and how many are known to be due.
///
/// # Errors
/// See [`NoLuck`].
pub fn luck(
    players: &dyn Contest,
    policy: &dyn Contest,
    plan: &LuckPlan<'_>,
    tell: impl FnMut(u64, u64) + Send,
) -> Result<Luck, NoLuck> {
    let chronicle = players.chronicle(plan.game, plan.decisions);
    let finished = chronicle.end.map_err(NoLuck::Aborted)?;
    let work = move || {
        let rollouts = Rollouts { policy, chronicle: &chronicle, plan, done: 0, due: 0, tell };
        rollouts.luck(finished.outcome).map(|(found, done)| found.of(chronicle.clone(), done))
    };
    on_threads(plan.threads, work).map_err(NoLuck::Threads)?
}

/// A position, or a set of equally likely ones, from which games are played on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    at: usize,
    choice: Choice,
    script: Vec<u16>,
}

/// Rollouts from the positions of a game.
struct Rollouts<'r, T> {
    policy: &'r dyn Contest,
    chronicle: &'r Chronicle,
    plan: &'r LuckPlan<'r>,
    done: u64,
    due: u64,
    tell: T,
}

/// The first rollouts, those of the short list, those of what is listed, and the same for decisions: each has numbers
/// of its own, and the same for all positions.
#[derive(Clone, Copy)]
enum Series {
    Rolls,
    ShortList,
    Listed,
    Decisions,
    Promising,
    Costly,
    Choices,
}

impl<T: FnMut(u64, u64) + Send> Rollouts<'_, T> {
    /// Plays this many games from each node, and returns their scores in half points.
    fn play(&mut self, nodes: &[&Node], series: Series, count: u64) -> Result<Vec<Vec<u8>>, NoLuck> {
        let seed = RunSeed(mix(
            mix(self.plan.seed.0 ^ APART) ^ mix(self.plan.game.number()).wrapping_add(series as u64 + 1)
        ));
        let mut worth = Vec::with_capacity(nodes.len());
        self.due += count * nodes.len() as u64;
        for some in nodes.chunks(AT_ONCE) {
            if self.plan.stop.load(Ordering::Relaxed) {
                return Err(NoLuck::Stopped);
            }
            let seat = || self.policy.analyst(self.chronicle);
            let play = |analyst: &mut Box<dyn Analyst + '_>, node: &&Node| {
                let mut worth = Vec::new();
                let from = From { at: node.at, choice: node.choice, script: &node.script };
                analyst.play(from, seed, 0..count, &mut worth);
                worth
            };
            let least = some.len().div_ceil(2 * rayon::current_num_threads());
            worth.par_extend(some.par_iter().with_min_len(least.min(8)).map_init(seat, play));
            self.done += count * some.len() as u64;
            (self.tell)(self.done, self.due);
        }
        Ok(worth)
    }

    fn seed(&self, series: Series) -> RunSeed {
        let game = mix(self.plan.game.number());
        RunSeed(mix(mix(self.plan.seed.0 ^ APART) ^ game.wrapping_add(series as u64 + 1)))
    }

    /// What the choices of both players gave the first side, for each number: where players who begin afresh may decide
    /// otherwise, the value of what was decided less that of what they decide on the average. Nothing where they always
    /// decide as in the game.
    fn choices(&mut self) -> Result<Option<Vec<f64>>, NoLuck> {
        let seed = self.seed(Series::Choices);
        let seat = || self.policy.analyst(self.chronicle);
        let open: Vec<usize> =
            (0..self.chronicle.moves.len()).filter(|at| self.chronicle.moves[*at].legal > 1).collect();
        let is_settled =
            |analyst: &mut Box<dyn Analyst + '_>, at: &usize| analyst.is_settled(*at, seed, 0..TRIED);
        let settled: Vec<bool> = open.par_iter().with_min_len(32).map_init(seat, is_settled).collect();
        let unsettled = open.into_iter().zip(settled).filter(|(_, settled)| !settled);
        let node = |at, choice| Node { at, choice, script: Vec::new() };
        let nodes: Vec<Node> =
            unsettled.flat_map(|(at, _)| [node(at, Choice::Free), node(at, Choice::Played)]).collect();
        if nodes.is_empty() {
            return Ok(None);
        }
        let worth = self.play(&nodes.iter().collect::<Vec<_>>(), Series::Choices, self.plan.rollouts)?;
        let places = worth[0].len();
        let gave = |number: usize| -> f64 {
            worth.chunks(2).map(|pair| (f64::from(pair[1][number]) - f64::from(pair[0][number])) / 2.0).sum()
        };
        Ok(Some((0..places).map(gave).collect()))
    }

    /// All throws of the game in which something could have come otherwise, and how many rolls were idle.
    fn throws(&self) -> (Vec<Throw>, usize) {
        let seat = || self.policy.analyst(self.chronicle);
        let moves: Vec<usize> = (0..self.chronicle.moves.len())
            .filter(|at| !self.chronicle.moves[*at].rolls.is_empty())
            .collect();
        let find = |analyst: &mut Box<dyn Analyst + '_>, at: &usize| {
            throws::of(&mut **analyst, *at, &self.chronicle.moves[*at].rolls)
        };
        let throws: Vec<Throw> = moves.par_iter().with_min_len(8).map_init(seat, find).flatten().collect();
        let rolls: usize = self.chronicle.moves.iter().map(|one| one.rolls.len()).sum();
        let told: usize = throws.iter().map(|throw| throw.rolls.len()).sum();
        (throws, rolls - told)
    }

    fn luck(mut self, outcome: Outcome) -> Result<(Found, u64), NoLuck> {
        let rollouts = self.plan.rollouts;
        let opening = Node { at: 0, choice: Choice::Free, script: Vec::new() };
        let before = self.play(&[&opening], Series::Listed, rollouts * AGAIN[1])?.remove(0);
        let scores: Vec<f64> = before.iter().map(|worth| f64::from(*worth) / 2.0).collect();
        let expected = Estimate::of_scores(&scores, 0.0);
        let choices = self.choices()?;
        let (throws, idle) = self.throws();
        let all: Vec<&Node> = throws.iter().flat_map(|throw| &throw.nodes).collect();
        let worth = self.play(&all, Series::Rolls, rollouts)?;
        let mut worth = worth.into_iter();
        let mut rolls = Vec::new();
        // What each number says of the luck of a side, over the whole game.
        let places = usize::try_from(rollouts).expect("rollouts are held in memory");
        let mut sums = BySide::from_fn(|_| vec![0.0; places]);
        for throw in &throws {
            let worth: Vec<Vec<u8>> = worth.by_ref().take(throw.nodes.len()).collect();
            let side = self.chronicle.moves[throw.at].side;
            for place in 0..throw.rolls.len() {
                let values = throw.values(place, &worth);
                for (sum, [before, after]) in sums[side].iter_mut().zip(&values) {
                    *sum += after - before;
                }
                rolls.push(throw.told(place, &values));
            }
        }
        let luckiest = BySide([
            self.luckiest(&throws, &rolls, Side::First)?,
            self.luckiest(&throws, &rolls, Side::Second)?,
        ]);
        let (costly, weighed) = if self.plan.decisions { self.costly()? } else { (Vec::new(), 0) };
        let result = Score::from(outcome).points(Side::First);
        let found =
            Found { outcome, result, expected, choices, rolls, idle, sums, luckiest, costly, weighed };
        Ok((found, self.done))
    }

    /// The rolls that gained most for a side: chosen on the first rollouts and some more, measured on others.
    fn luckiest(
        &mut self,
        throws: &[Throw],
        rolls: &[RollLuck],
        side: Side,
    ) -> Result<Vec<RollLuck>, NoLuck> {
        let gain = |value: f64| f64::from(side.sign()) * value;
        let places: Vec<(usize, usize)> = throws
            .iter()
            .enumerate()
            .flat_map(|(throw, it)| (0..it.rolls.len()).map(move |place| (throw, place)))
            .collect();
        let mut short: Vec<(f64, (usize, usize))> = rolls
            .iter()
            .zip(places)
            .map(|(roll, place)| (gain(roll.luck.value.unwrap_or(0.0)), place))
            .filter(|(gain, _)| *gain > 0.0)
            .collect();
        short.sort_by(|a, b| b.0.total_cmp(&a.0));
        short.truncate(SHORT_LIST);
        let [again, last] = AGAIN.map(|times| times * self.plan.rollouts);
        for (value, (throw, place)) in &mut short {
            let told = self.again(&throws[*throw], *place, Series::ShortList, again)?;
            // The mean over the first rollouts and these.
            let times = f64::from(u32::try_from(AGAIN[0]).expect("a small number"));
            *value = (*value + times * gain(told.luck.value.unwrap_or(0.0))) / (1.0 + times);
        }
        short.sort_by(|a, b| b.0.total_cmp(&a.0));
        short.truncate(LISTED);
        let mut listed = Vec::new();
        for (_, (throw, place)) in short {
            listed.push(self.again(&throws[throw], place, Series::Listed, last)?);
        }
        let value = |roll: &RollLuck| gain(roll.luck.value.unwrap_or(0.0));
        listed.sort_by(|a, b| value(b).total_cmp(&value(a)));
        Ok(listed)
    }

    /// A roll on other rollouts.
    fn again(&mut self, throw: &Throw, place: usize, series: Series, count: u64) -> Result<RollLuck, NoLuck> {
        let nodes: Vec<&Node> = throw.nodes.iter().collect();
        let worth = self.play(&nodes, series, count)?;
        Ok(throw.told(place, &throw.values(place, &worth)))
    }
}

/// All results except the game itself.
struct Found {
    outcome: Outcome,
    result: f64,
    expected: Estimate,
    choices: Option<Vec<f64>>,
    rolls: Vec<RollLuck>,
    idle: usize,
    sums: BySide<Vec<f64>>,
    luckiest: BySide<Vec<RollLuck>>,
    costly: Vec<Costly>,
    weighed: usize,
}

impl Found {
    fn of(self, chronicle: Chronicle, rollouts: u64) -> Luck {
        let Self { outcome, result, expected, choices, rolls, idle, sums, luckiest, costly, weighed } = self;
        let mean = |values: &[f64]| {
            let interval = Sample::of_values(values).mean_interval(ALPHA);
            Estimate::new(interval, values.len() as u64, Unit::Share)
        };
        // Players who always decide as in the game give nothing by their choices.
        let nothing = Interval { estimate: 0.0, low: 0.0, high: 0.0 };
        let rollouts_each = sums[Side::First].len() as u64;
        let choices = choices
            .map_or_else(|| Estimate::new(nothing, rollouts_each, Unit::Share), |values| mean(&values));
        let adjusted = sum(expected, choices);
        let shifted = |bound: Option<f64>| bound.map(|bound| result - bound);
        let net = Estimate {
            value: shifted(adjusted.value),
            low: shifted(adjusted.high),
            high: shifted(adjusted.low),
            ..adjusted
        };
        let luck = BySide::from_fn(|side| {
            let own: Vec<f64> = sums[side].iter().map(|sum| f64::from(side.sign()) * sum).collect();
            mean(&own)
        });
        Luck {
            chronicle,
            outcome,
            result,
            expected,
            rolls,
            idle,
            luck,
            choices,
            net,
            adjusted,
            luckiest,
            costly,
            weighed,
            rollouts,
        }
    }
}

/// The sum of two independent figures: the distances of their bounds add up as sides of a right angle do.
fn sum(one: Estimate, other: Estimate) -> Estimate {
    let (Some(one_interval), Some(other)) = (one.interval(), other.interval()) else {
        return Estimate { value: None, low: None, high: None, ..one };
    };
    let estimate = one_interval.estimate + other.estimate;
    let below = (one_interval.estimate - one_interval.low).hypot(other.estimate - other.low);
    let above = (one_interval.high - one_interval.estimate).hypot(other.high - other.estimate);
    Estimate::new(Interval { estimate, low: estimate - below, high: estimate + above }, one.games, one.unit)
}

/// The mean of differences of scores, none of which is larger than this.
fn difference(values: &[f64], most: f64) -> Estimate {
    Estimate::new(plus_four(values, -most, most), values.len() as u64, Unit::Share)
}

#[cfg(test)]
mod tests;
