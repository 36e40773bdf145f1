//! One search for a response: train against a mix, play the candidates again on fresh games, and measure on other fresh
//! games what the best of them gains. Whether it joins the players is left to the search around it.

use core::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use szala_kernel::seed::mix;
use szala_kernel::{BySide, RunSeed, Side};
use szala_system::Contest;
use toml::Table;

use super::Written;
use super::arena::{Arena, Base};
use super::breed::{Known, Lots, PLAN, Stock};
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
/// Generations of plans, children of each, the parents of the next, and how many may be tried for the children of a
/// generation, since many make no sense.
const GENERATIONS: u64 = 5;
const CHILDREN: usize = 24;
const PARENTS: usize = 6;
const TRIES: usize = 600;
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
    pub(super) file: Option<Written>,
    pub(super) gain: Gain,
    /// The best is a player that was known: the net with which the drill began, or the plan of a player.
    pub(super) is_first: bool,
}

/// A plan, and its games against the mix.
type Candidate = (Table, Box<dyn Contest>);

/// The names of the mixes that a search needs.
#[derive(Clone, Copy)]
pub(super) struct Mixes<'h> {
    /// To train against.
    pub(super) training: &'h str,
    /// To gain against.
    pub(super) target: &'h str,
    /// The mix of its own side, over which it gains.
    pub(super) own: &'h str,
}

/// A player that is drilled.
pub(super) struct Recruit {
    pub(super) name: String,
    /// Is its net refined, if it has one?
    pub(super) refines: bool,
    /// It is among the players of its side, or is the one whose weights are trained.
    pub(super) is_known: bool,
}

/// One search for a response.
pub(super) struct Hunt<'h> {
    pub(super) arena: &'h Arena<'h>,
    pub(super) meter: &'h Meter<'h>,
    pub(super) side: Side,
    pub(super) base: &'h Base,
    pub(super) trainer: Trainer,
    /// The plans that are varied, where the trainer does that.
    pub(super) plans: Vec<Known>,
    /// Who is drilled, where the trainer is a drill.
    pub(super) recruit: Recruit,
    /// Weights from which to begin.
    pub(super) starts: Vec<Vec<i32>>,
    pub(super) mixes: Mixes<'h>,
    pub(super) seed: u64,
    /// The number of the search.
    pub(super) number: u64,
    /// The least gain that counts.
    pub(super) bound: f64,
}

impl Hunt<'_> {
    /// Searches with this share of the budget. Nothing when somebody asked to stop.
    pub(super) fn catch(&self, share: f64) -> Result<Option<Catch>, String> {
        match self.trainer {
            Trainer::Drill => return self.drill(share),
            Trainer::Mutation => return self.breed(share),
            _ => {}
        }
        let games = self.meter.begin(Labour::Search, share);
        let bout = self.arena.bout(self.side, &self.base.name, self.mixes.training)?;
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
        let bout = self.arena.bout(self.side, &self.base.name, self.mixes.target)?;
        let seed = seed_of(self.seed, Purpose::Selection, self.number);
        let hill = Hill::new(&*bout, self.side, &self.base.parameters, self.meter, seed);
        let score = |values: &Vec<i32>, run, games| {
            hill.meter.insist(games);
            let worths = hill.worths(run, 0..games, values).unwrap_or_default();
            worths.iter().map(|worth| worth.score).sum()
        };
        let finalists = best(unique, FINALISTS, choose / 2, hill.fresh(), score);
        let values = best(finalists, 1, choose / 2, hill.fresh(), score).swap_remove(0);
        let gain = self.gain(&*bout.contests(&values)[0], self.meter.left())?;
        let caught = Catch { values, file: None, gain, is_first: false };
        Ok((!self.meter.is_stopped()).then_some(caught))
    }

    /// The same by a drill.
    fn drill(&self, share: f64) -> Result<Option<Catch>, String> {
        let games = self.meter.begin(Labour::Drill, share);
        let drill = self.arena.drill(self.side, &self.recruit.name, Some(self.mixes.training))?;
        let round = (part_of(games, TRAINED) / ROUNDS).clamp(FEWEST_OF_ROUND, MOST_OF_ROUND);
        let plan = Plan {
            rounds: u32::try_from((part_of(games, TRAINED) / round).max(1)).unwrap_or(u32::MAX),
            games: round,
            measured: (round / 10).max(FEWEST),
            kept: 0,
            seed: seed_of(self.seed, Purpose::Training, self.number),
            refines: self.recruit.refines,
        };
        let count = |one: &Round| {
            self.meter.count(if one.number > 0 { plan.games + plan.measured } else { plan.measured });
            if self.meter.has_used(TRAINED) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
        let response = self.arena.meet(self.side, &format!("{kind}:{file}"), self.mixes.target)?;
        // The games of the drill have shown how many more there is time for.
        let games = self.meter.go_on(share).unwrap_or_else(|| self.meter.left());
        let gain = self.gain(&*response, games)?;
        let file = Some(Written { kind, text });
        let is_first = drilled.round == 0 && self.recruit.is_known;
        let caught = Catch { values: Vec::new(), file, gain, is_first };
        Ok((!self.meter.is_stopped()).then_some(caught))
    }

    /// The same by mutation of plans: of each generation the best have children.
    fn breed(&self, share: f64) -> Result<Option<Catch>, String> {
        let games = self.meter.begin(Labour::Search, share);
        let [train, choose] = [TRAINED, CHOSEN].map(|part| part_of(games, part));
        let seed = |purpose| seed_of(self.seed, purpose, self.number);
        let mut lots = Lots::new(seed(Purpose::Training));
        let plans = self.plans.iter().map(|known| known.plan.clone()).collect();
        let stock = Stock::of(plans).expect("a side without plans has no turn for them");
        let mut parents: Vec<Candidate> =
            stock.plans().iter().cloned().map(|plan| self.candidate(plan)).collect::<Result<_, _>>()?;
        let score = |(_, contest): &Candidate, run, games| self.score(&**contest, run, games);
        for generation in 1..=GENERATIONS {
            let mut all = self.children(&stock, &parents, &mut lots);
            all.append(&mut parents);
            let run = run_of(self.seed, Purpose::Training, mix(self.number).wrapping_add(generation));
            parents = best(all, PARENTS, train / GENERATIONS, run, score);
        }
        let [first, second] = [0, 1].map(|round| RunSeed(mix(seed(Purpose::Selection).wrapping_add(round))));
        let finalists = best(parents, FINALISTS, choose / 2, first, score);
        let (mut plan, contest) = best(finalists, 1, choose / 2, second, score).swap_remove(0);
        let gain = self.gain(&*contest, self.meter.left())?;
        let known = self.plans.iter().find(|known| known.plan == plan);
        let is_first = known.is_some_and(|known| known.is_member);
        if known.is_none() {
            // It does something else than its first parent says.
            let first = plan.get("name").and_then(toml::Value::as_str).unwrap_or_default();
            plan.insert("about".to_owned(), format!("found by mutation of plans, from `{first}`").into());
        }
        let file = Some(Written { kind: PLAN.to_owned(), text: plan.to_string() });
        let caught = Catch { values: Vec::new(), file, gain, is_first };
        Ok((!self.meter.is_stopped()).then_some(caught))
    }

    /// A generation of plans that can be played.
    fn children(&self, stock: &Stock, parents: &[Candidate], lots: &mut Lots) -> Vec<Candidate> {
        let mut children: Vec<Candidate> = Vec::new();
        for _ in 0..TRIES {
            if children.len() == CHILDREN {
                break;
            }
            let child = stock.child(&lots.of(parents).0, lots);
            if parents.iter().chain(&children).all(|(plan, _)| *plan != child) {
                children.extend(self.candidate(child));
            }
        }
        children
    }

    /// A plan against the mix, if it can be played.
    fn candidate(&self, plan: Table) -> Result<Candidate, String> {
        let file = "bred.toml";
        self.arena.put(file, &plan.to_string());
        let contest = self.arena.meet(self.side, &format!("{PLAN}:{file}"), self.mixes.target)?;
        Ok((plan, contest))
    }

    /// How much its side scores in this many games.
    fn score(&self, contest: &dyn Contest, run: RunSeed, games: u64) -> f64 {
        self.meter.insist(games);
        let scores = self.meter.play(contest, run, 0..games).unwrap_or_default();
        scores.iter().map(|score| score.points(self.side)).sum()
    }

    /// What a response gains, on fresh seeds: as long as the games last, or until they show it.
    fn gain(&self, response: &dyn Contest, games: u64) -> Result<Gain, String> {
        let own = self.arena.meet(self.side, self.mixes.own, self.mixes.target)?;
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

/// The best of some candidates on the same fresh games, `games` for all of them together.
fn best<T>(
    candidates: Vec<T>,
    count: usize,
    games: u64,
    run: RunSeed,
    score: impl Fn(&T, RunSeed, u64) -> f64,
) -> Vec<T> {
    let each = (games / candidates.len() as u64).max(10);
    let mut judged: Vec<(f64, T)> = Vec::new();
    for candidate in candidates {
        judged.push((score(&candidate, run, each), candidate));
    }
    // Those that were known come last, so where two are equal, the new one comes first.
    judged.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    judged.into_iter().take(count).map(|(_, candidate)| candidate).collect()
}

pub(super) fn part_of(games: u64, part: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive number of games")]
    let games = (crate::statistics::float(games) * part) as u64;
    games
}
