//! What would make it fair: edits of a scenario, alone and together, raced beside the scenario as it is. What cannot
//! reach the goal drops out early; what does is checked with fresh seeds and other players. Which edits there are, and
//! what each costs, is left to others.

mod check;

pub use check::{Check, Finding, InParts, check, play_part};

use std::collections::BTreeMap;

use szala_system::Contest;

use crate::compare::{Axis, Comparison, Variant};
use crate::race::{Race, RaceFailed};
use crate::statistics::interval::{Interval, wilson};
use crate::statistics::{Sample, float};

/// Pairs before the first look at a candidate; the number doubles from look to look.
const FIRST_LOOK: u64 = 250;
/// A candidate drops out when the goal is this many standard errors away. The search may err; its answers are checked.
const WIDE: f64 = 2.6;
/// How many edits are combined in twos, and how many in threes and more: those that come nearest to the goal.
const COMBINED: [usize; 2] = [80, 20];
/// The most combinations of each size that are raced, the cheapest first.
const BEAM: usize = 48;

/// What is wanted of a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The score of the first side.
    pub score: f64,
    /// How far from it is still good.
    pub margin: f64,
    /// The largest share of draws, if there is one.
    pub draws: Option<f64>,
}

impl Goal {
    /// How far this is from the goal; 0 where it is reached.
    pub fn distance(&self, score: f64, draws: f64) -> f64 {
        let off = ((score - self.score).abs() - self.margin).max(0.0);
        off + self.draws.map_or(0.0, |most| (draws - most).max(0.0))
    }

    /// The same from the nearest corner of what score and draws may be.
    fn least_distance(&self, score: Interval, draws: Interval) -> f64 {
        self.distance(self.score.clamp(score.low, score.high), draws.low)
    }
}

/// An edit as the search knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What it costs; the fewer and smaller edits are, the less.
    pub cost: f64,
    /// Of two edits with the same subject only one can be made: both set the same value.
    pub subject: String,
}

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Search {
    /// What is wanted.
    pub goal: Goal,
    /// No candidate has more pairs.
    pub most: u64,
    /// No answer has more edits.
    pub edits: usize,
}

/// One edit, or several together.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The edits by their places, in order.
    pub edits: Vec<usize>,
    /// What they cost.
    pub cost: f64,
    /// Its results; the scenario as it is comes first in each pair.
    pub comparison: Comparison,
    /// It cannot reach the goal.
    pub is_out: bool,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// All that was raced: single edits first.
    pub candidates: Vec<Candidate>,
    /// Candidates that cannot be played, and why.
    pub unplayable: BTreeMap<Vec<usize>, String>,
    /// The scores of the scenario as it is.
    pub as_it_is: Sample,
    /// Its share of draws.
    pub draws: f64,
    /// All games that were played.
    pub spent: u64,
}

/// Makes the game of some edits.
pub type SeatEdits<'s> = &'s dyn Fn(&[usize]) -> Result<Box<dyn Contest>, String>;

/// Score and draws of a candidate, each within bounds that are wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// The score of the first side.
    pub score: Interval,
    /// The share of draws.
    pub draws: Interval,
}

impl Standing {
    /// The standing by these pairs, with the scenario as it is for a control variate: it is known from more games, so
    /// its luck in the pairs is taken off as far as the two correlate.
    pub fn of(comparison: &Comparison, as_it_is: &Sample) -> Self {
        let pairs = comparison.on(Axis::Score);
        let (own, beside) = (pairs.second(), pairs.first());
        let rho = pairs.correlation().unwrap_or(0.0);
        let slope = if beside.variance > 0.0 { rho * (own.variance / beside.variance).sqrt() } else { 0.0 };
        // In half points, of which the score is half.
        let estimate = (own.mean - slope * (beside.mean - 2.0 * as_it_is.mean)) / 2.0;
        let error = |variance: f64, n: u64| variance / 4.0 / float(n.max(1));
        let of_pairs = error(own.variance * (1.0 - rho * rho), own.n);
        let of_scenario = error(slope * slope * beside.variance, as_it_is.n);
        let half = WIDE * (of_pairs + of_scenario).sqrt();
        let counts = comparison.counts(Variant::B);
        Self {
            score: Interval { estimate, low: estimate - half, high: estimate + half },
            draws: wilson(counts.draws, counts.ended()),
        }
    }
}

impl Search {
    /// Races edits alone, and then together where alone they do not suffice, up to the most that an answer may have.
    /// Nothing is raced where the scenario reaches the goal as it is. `tell` is called now and then with the number of
    /// games spent. A search stopped from outside returns what it has found.
    ///
    /// # Errors
    /// When the system cannot start this many threads. A candidate that cannot be played is skipped.
    pub fn run(
        &self,
        race: &mut Race<'_>,
        edits: &[Edit],
        seat: SeatEdits<'_>,
        mut tell: impl FnMut(u64),
    ) -> Result<Found, RaceFailed> {
        race.play_reference(self.most)?;
        let on = |axis: Axis| -> Vec<f64> {
            race.reference().iter().filter_map(|half| axis.of(half)).map(float_of).collect()
        };
        let half_points = Sample::of_values(&on(Axis::Score));
        let mut found = Found {
            candidates: Vec::new(),
            unplayable: BTreeMap::new(),
            as_it_is: Sample {
                mean: half_points.mean / 2.0,
                variance: half_points.variance / 4.0,
                ..half_points
            },
            draws: Sample::of_values(&on(Axis::Draw)).mean,
            spent: 0,
        };
        found.spent = race.spent();
        if self.is_reached(&found) {
            return Ok(found);
        }
        for size in 1..=self.edits {
            if race.is_stopped() {
                break;
            }
            let mut candidates = Vec::new();
            for edits_of_it in self.combinations(size, edits, &found) {
                match seat(&edits_of_it) {
                    Ok(_) => candidates.push(Candidate {
                        cost: edits_of_it.iter().map(|place| edits[*place].cost).sum(),
                        edits: edits_of_it,
                        comparison: Comparison::default(),
                        is_out: false,
                    }),
                    Err(why) => {
                        found.unplayable.insert(edits_of_it, why);
                    }
                }
            }
            self.race(race, &mut candidates, &found.as_it_is, seat, &mut tell)?;
            found.candidates.extend(candidates);
        }
        found.spent = race.spent();
        Ok(found)
    }

    /// Does the scenario reach the goal as it is? Then there is nothing to search for.
    pub fn is_reached(&self, found: &Found) -> bool {
        self.goal.distance(found.as_it_is.mean, found.draws) <= 0.0
    }

    /// The candidates of this many edits that are worth a race.
    fn combinations(&self, size: usize, edits: &[Edit], found: &Found) -> Vec<Vec<usize>> {
        if size == 1 {
            return (0..edits.len()).map(|place| vec![place]).collect();
        }
        let (score, draws) = (found.as_it_is.mean, found.draws);
        let (enough, short): (Vec<&Candidate>, Vec<&Candidate>) =
            found.candidates.iter().partition(|candidate| self.reaches(candidate, found));
        // What each edit does alone, as far as it is known; what suffices needs no other.
        let shifts = |candidate: &&&Candidate| candidate.edits.len() == 1;
        let mut alone: Vec<(usize, [f64; 2])> = short
            .iter()
            .filter(shifts)
            .map(|candidate| {
                let with_it = found.standing(candidate);
                let shifts = [with_it.score.estimate - score, with_it.draws.estimate - draws];
                (candidate.edits[0], shifts)
            })
            .collect();
        let apart = |shifts: [f64; 2]| self.goal.distance(score + shifts[0], draws + shifts[1]);
        alone.sort_by(|one, other| apart(one.1).total_cmp(&apart(other.1)));
        alone.truncate(COMBINED[usize::from(size > 2)]);
        let suffices = |edits: &[usize]| {
            enough.iter().any(|known| known.edits.iter().all(|place| edits.contains(place)))
        };
        let mut together: Vec<(f64, f64, Vec<usize>)> = Vec::new();
        each_choice(&alone, size, &mut |choice| {
            let mut places: Vec<usize> = choice.iter().map(|(place, _)| *place).collect();
            places.sort_unstable();
            let clashes = |at: usize| {
                places[..at].iter().any(|place| edits[*place].subject == edits[places[at]].subject)
            };
            let sum = |axis: usize| choice.iter().map(|(_, shifts)| shifts[axis]).sum();
            let apart = apart([sum(0), sum(1)]);
            if apart <= 0.0 && !(1..places.len()).any(clashes) && !suffices(&places) {
                let cost = places.iter().map(|place| edits[*place].cost).sum();
                let off = (score + sum(0) - self.goal.score).abs();
                together.push((cost, off, places));
            }
        });
        together.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
        together.into_iter().take(BEAM).map(|(.., places)| places).collect()
    }

    /// Plays candidates until each is out or has all its pairs.
    fn race(
        &self,
        race: &mut Race<'_>,
        candidates: &mut [Candidate],
        as_it_is: &Sample,
        seat: SeatEdits<'_>,
        tell: &mut impl FnMut(u64),
    ) -> Result<(), RaceFailed> {
        let (mut from, mut to) = (0, FIRST_LOOK.min(self.most));
        while from < to && !race.is_stopped() {
            let live: Vec<usize> = (0..candidates.len()).filter(|at| !candidates[*at].is_out).collect();
            let places: Vec<Vec<usize>> =
                candidates.iter().map(|candidate| candidate.edits.clone()).collect();
            let seat = |at: usize| seat(&places[at]);
            let take = |at: usize, number, pair| candidates[at].comparison.add(number, &[pair]);
            race.play(from..to, &live, &seat, take, &mut *tell)?;
            for at in live {
                let Standing { score, draws } = Standing::of(&candidates[at].comparison, as_it_is);
                candidates[at].is_out = self.goal.least_distance(score, draws) > 0.0;
            }
            (from, to) = (to, (2 * to).min(self.most));
        }
        Ok(())
    }

    /// Does a candidate reach the goal, as far as the search can tell?
    fn reaches(&self, candidate: &Candidate, found: &Found) -> bool {
        let Standing { score, draws } = found.standing(candidate);
        let is_whole = !candidate.is_out && candidate.comparison.pairs == self.most;
        is_whole && self.goal.distance(score.estimate, draws.estimate) <= 0.0
    }

    /// The candidates that reach the goal as far as the search can tell, the cheapest first, then those with fewer
    /// edits. Of those that edit the same values only the cheapest is listed.
    pub fn answers(&self, found: &Found, edits: &[Edit], most: usize) -> Vec<usize> {
        let off = |at: usize| (found.standing(&found.candidates[at]).score.estimate - self.goal.score).abs();
        let all = 0..found.candidates.len();
        let mut good: Vec<usize> = all.filter(|at| self.reaches(&found.candidates[*at], found)).collect();
        good.sort_by(|one, other| {
            let [one_is, other_is] = [one, other].map(|at| &found.candidates[*at]);
            let dearer = one_is.cost.total_cmp(&other_is.cost);
            let longer = one_is.edits.len().cmp(&other_is.edits.len());
            dearer.then(longer).then(off(*one).total_cmp(&off(*other)))
        });
        let subjects = |at: usize| -> Vec<&str> {
            found.candidates[at].edits.iter().map(|place| edits[*place].subject.as_str()).collect()
        };
        let mut answers: Vec<usize> = Vec::new();
        for at in good {
            if answers.len() < most && answers.iter().all(|other| subjects(*other) != subjects(at)) {
                answers.push(at);
            }
        }
        answers
    }

    /// The candidates that come nearest to the goal, where none reaches it.
    pub fn nearest(&self, found: &Found, most: usize) -> Vec<usize> {
        let apart = |at: &usize| {
            let Standing { score, draws } = found.standing(&found.candidates[*at]);
            self.goal.distance(score.estimate, draws.estimate)
        };
        let mut all: Vec<usize> = (0..found.candidates.len()).collect();
        all.retain(|at| found.candidates[*at].comparison.pairs > 0);
        all.sort_by(|one, other| apart(one).total_cmp(&apart(other)));
        all.truncate(most);
        all
    }
}

impl Found {
    /// Score and draws of a candidate.
    pub fn standing(&self, candidate: &Candidate) -> Standing {
        Standing::of(&candidate.comparison, &self.as_it_is)
    }

    /// The Pareto front of cost and distance from the wanted score, as far as the search can tell, the cheapest first.
    /// Candidates no nearer than the scenario as it is are left out.
    pub fn front(&self, goal: &Goal) -> Vec<usize> {
        let apart = |at: &usize| (self.standing(&self.candidates[*at]).score.estimate - goal.score).abs();
        let cost = |at: &usize| self.candidates[*at].cost;
        let mut all: Vec<usize> =
            (0..self.candidates.len()).filter(|at| self.candidates[*at].comparison.pairs > 0).collect();
        all.sort_by(|one, other| cost(one).total_cmp(&cost(other)).then(apart(one).total_cmp(&apart(other))));
        let mut nearest = (self.as_it_is.mean - goal.score).abs();
        all.retain(|at| {
            let is_nearer = apart(at) < nearest;
            nearest = nearest.min(apart(at));
            is_nearer
        });
        all
    }

    /// How many games a full grid takes for the same answer: it plays every combination of up to `search.edits` edits,
    /// each for `search.most` games.
    pub fn of_a_grid(&self, edits: usize, search: &Search) -> u64 {
        let (mut choices, mut all) = (1_u64, 1_u64);
        for size in 1..=search.edits.min(edits) as u64 {
            choices = choices.saturating_mul(edits as u64 + 1 - size) / size;
            all = all.saturating_add(choices);
        }
        all.saturating_mul(search.most)
    }
}

/// Calls `call` with each choice of `size` of these.
fn each_choice<T: Copy>(of: &[T], size: usize, call: &mut impl FnMut(&[T])) {
    fn choose<T: Copy>(of: &[T], size: usize, chosen: &mut Vec<T>, call: &mut impl FnMut(&[T])) {
        if size == 0 {
            return call(chosen);
        }
        for (at, one) in of.iter().enumerate() {
            chosen.push(*one);
            choose(&of[at + 1..], size - 1, chosen, call);
            chosen.pop();
        }
    }
    choose(of, size, &mut Vec::new(), call);
}

fn float_of(value: i64) -> f64 {
    f64::from(i32::try_from(value).expect("half points and draws are few"))
}

#[cfg(test)]
mod tests;
