//! One search for a response: train against a mix, play the candidates again on fresh games, and measure on other fresh
//! games what the best of them gains. Whether it joins the players is left to the search around it.

use core::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use szala_kernel::{BySide, Side};

use super::Drilled;
use super::arena::{Arena, Base};
use super::hill::Hill;
use super::meter::{Labour, Meter};
use super::seeds::{Purpose, run_of, seed_of};
use super::trainers::Trainer;
use crate::drill::{Plan, Round};
use crate::statistics::Sample;
use crate::statistics::sprt::{Decision, Sprt};

/// How the budget of a search is divided: training, then choosing; the rest measures the gain.
const TRAINED: f64 = 0.7;
const CHOSEN: f64 = 0.15;
/// How many of the candidates are played a second time.
const FINALISTS: usize = 3;
/// Pairs of games between two looks at what is gained.
const LOOK: u64 = 200;
/// Rounds of a drill, and games of each.
const ROUNDS: u64 = 8;
const FEWEST_OF_ROUND: u64 = 1_000;
const MOST_OF_ROUND: u64 = 60_000;
/// The error probability of an interval of one standard error: 2 (1 - Phi(1)).
const ONE_DEVIATION: f64 = 0.317_310_5;
/// The fewest pairs on which a gain is measured, however small the budget.
const FEWEST: u64 = 100;

/// What a response gains over the mix of its own side, against the mix of the other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gain {
    /// In parts of a game.
    pub mean: f64,
    /// Its standard error. Both are corrected for a test that stopped early.
    pub error: f64,
    /// Pairs of games on fresh seeds.
    pub pairs: u64,
    /// Did the test decide for the least gain that counts, against none? If it did not decide: is the estimate at least
    /// that, and significantly above zero? Never for a player that was known before.
    pub counts: bool,
}

/// What one search found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Catch {
    pub(super) values: Vec<i32>,
    pub(super) file: Option<Drilled>,
    pub(super) gain: Gain,
    /// No round found a better net than the one that the drill started with.
    pub(super) is_first: bool,
}

/// One search for a response.
pub(super) struct Hunt<'h> {
    pub(super) arena: &'h Arena<'h>,
    pub(super) meter: &'h Meter<'h>,
    pub(super) side: Side,
    pub(super) base: &'h Base,
    pub(super) trainer: Trainer,
    /// Who is drilled, where the trainer is a drill.
    pub(super) recruit: String,
    /// Weights from which to begin.
    pub(super) starts: Vec<Vec<i32>>,
    /// The mix to train against, the mix to gain against, and the mix of its own side.
    pub(super) training: &'h str,
    pub(super) target: &'h str,
    pub(super) own: &'h str,
    pub(super) seed: u64,
    /// The number of the search.
    pub(super) number: u64,
    /// The least gain that counts.
    pub(super) bound: f64,
}

impl Hunt<'_> {
    /// Searches with this share of the budget. Nothing when somebody asked to stop.
    pub(super) fn hunt(&self, share: f64) -> Result<Option<Catch>, String> {
        if self.trainer == Trainer::Drill {
            return self.drill(share);
        }
        let games = self.meter.begin(Labour::Search, share);
        let bout = self.arena.bout(self.side, &self.base.name, self.training)?;
        let seed = seed_of(self.seed, Purpose::Training, self.number);
        let hill = Hill::new(&*bout, self.side, &self.base.parameters, self.meter, seed);
        let [train, choose] = [TRAINED, CHOSEN].map(|part| part_of(games, part));
        let mut candidates = self.trainer.train(&hill, &self.starts, train);
        candidates.extend(self.starts.iter().cloned());
        let mut unique: Vec<Vec<i32>> = Vec::new();
        for candidate in candidates {
            if !unique.contains(&candidate) {
                unique.push(candidate);
            }
        }
        let bout = self.arena.bout(self.side, &self.base.name, self.target)?;
        let seed = seed_of(self.seed, Purpose::Selection, self.number);
        let hill = Hill::new(&*bout, self.side, &self.base.parameters, self.meter, seed);
        let finalists = best(&hill, unique, FINALISTS, choose / 2);
        let values = best(&hill, finalists, 1, choose / 2).swap_remove(0);
        let gain = self.gain(&*bout.contests(&values)[0], self.meter.left())?;
        let caught = Catch { values, file: None, gain, is_first: false };
        Ok((!self.meter.is_stopped()).then_some(caught))
    }

    /// The same by a drill.
    fn drill(&self, share: f64) -> Result<Option<Catch>, String> {
        let games = self.meter.begin(Labour::Drill, share);
        let drill = self.arena.drill(self.side, &self.recruit, Some(self.training))?;
        let round = (part_of(games, TRAINED) / ROUNDS).clamp(FEWEST_OF_ROUND, MOST_OF_ROUND);
        let plan = Plan {
            rounds: u32::try_from((part_of(games, TRAINED) / round).max(1)).unwrap_or(u32::MAX),
            games: round,
            measured: (round / 10).max(FEWEST),
            kept: 0,
            seed: seed_of(self.seed, Purpose::Training, self.number),
        };
        let count = |one: &Round| {
            self.meter.count(if one.number > 0 { plan.games + plan.measured } else { plan.measured });
            if self.meter.is_late() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let BySide([first, second]) = crate::drill::drill(&*drill, &plan, self.meter.stop(), count);
        let drilled = if self.side == Side::First { first } else { second };
        let Some(drilled) = drilled.filter(|_| !self.meter.is_stopped()) else { return Ok(None) };
        // Four or five finalists are measured once more, and so are the best and the player as it was before.
        self.meter.count(6 * plan.measured);
        let kind = drill.kind(self.side).to_owned();
        let text = drill.file(self.side, &drilled.net, "");
        let file = format!("in-drill-{}.toml", self.number);
        self.arena.put(&file, &text);
        let response = self.arena.meet(self.side, &format!("{kind}:{file}"), self.target)?;
        let gain = self.gain(&*response, self.meter.left())?;
        let file = Some(Drilled { kind, text });
        let caught = Catch { values: Vec::new(), file, gain, is_first: drilled.round == 0 };
        Ok((!self.meter.is_stopped()).then_some(caught))
    }

    /// What a response gains, on fresh seeds: as long as the games last, or until they show it.
    fn gain(&self, response: &dyn szala_system::Contest, games: u64) -> Result<Gain, String> {
        let own = self.arena.meet(self.side, self.own, self.target)?;
        let run = run_of(self.seed, Purpose::Evaluation, self.number);
        let test = Sprt { low: 0.0, high: self.bound, alpha: 0.05, beta: 0.05 };
        let most = (games / 2).max(FEWEST);
        let (mut gains, mut decision) = (Vec::new(), Decision::Open);
        while (gains.len() as u64) < most && decision == Decision::Open {
            let done = gains.len() as u64;
            let numbers = done..most.min(done + LOOK);
            self.meter.insist(2 * (numbers.end - numbers.start));
            let played = [response, &*own].map(|contest| self.meter.play(contest, run, numbers.clone()));
            let [Some(response), Some(own)] = played else { break };
            let points = |score: crate::Score| score.points(self.side);
            gains.extend(response.into_iter().zip(own).map(|(one, other)| points(one) - points(other)));
            decision = test.decide(&Sample::of_values(&gains));
        }
        let sample = Sample::of_values(&gains);
        // The plain mean of a test that stopped early is biased.
        let found = test.estimate(&sample, ONE_DEVIATION);
        // A score differs by one at most, however few games there were.
        let (mean, error) = (found.estimate, ((found.high - found.low) / 2.0).min(1.0));
        let counts = match decision {
            Decision::High => true,
            Decision::Low => false,
            Decision::Open => mean >= self.bound && mean > 1.645 * error,
        };
        Ok(Gain { mean, error, pairs: sample.n, counts })
    }
}

/// The best of some weights on fresh games, the same for each, with `games` games for all of them together.
fn best(hill: &Hill<'_>, candidates: Vec<Vec<i32>>, count: usize, games: u64) -> Vec<Vec<i32>> {
    let run = hill.fresh();
    let each = (games / candidates.len() as u64).max(10);
    let mut judged: Vec<(f64, Vec<i32>)> = Vec::new();
    for values in candidates {
        hill.meter.insist(each);
        let worths = hill.worths(run, 0..each, &values).unwrap_or_default();
        // Later candidates are starts: where two are equal, the trained one comes first.
        judged.push((worths.iter().map(|worth| worth.score).sum(), values));
    }
    judged.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    judged.into_iter().take(count).map(|(_, values)| values).collect()
}

pub(super) fn part_of(games: u64, part: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive number of games")]
    let games = (crate::statistics::float(games) * part) as u64;
    games
}
