//! Two variants compared game by game: the same seeds, and dice keyed by what they decide, so that what both have in
//! common happens in both. What is counted are whole numbers; the estimates follow from them.

use core::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuildError;
use serde::Serialize;
use szala_kernel::{RunSeed, Side};
use szala_system::{Contest, Half, Stretch, Worker};

use crate::aggregate::Counts;
use crate::course::ALPHA;
use crate::crew::{Work, in_order};
use crate::estimate::{Estimate, Intervals, Unit};
use crate::race::Table;
use crate::run::Plan;
use crate::statistics::interval::Interval;
use crate::statistics::paired::Pairs;
use crate::statistics::{Sample, sequence};

/// The games of one number, that of the first variant before that of the second.
pub type Pair = [Half; 2];

/// Plays the games of the plan in both variants. `take` is given the number of the first of some pairs and the pairs,
/// in order, until it breaks off; `stop` is as for [`play`](crate::play).
///
/// # Errors
/// When the system cannot start this many threads.
pub fn play_pairs(
    contests: [&dyn Contest; 2],
    plan: &Plan,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &[Pair]) -> ControlFlow<()>,
) -> Result<(), ThreadPoolBuildError> {
    let worker = || Both(contests.map(|contest| Keyed::new(contest, plan.seed)));
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |numbers, pairs: &Vec<Pair>| {
        take(numbers.start, pairs)
    })
}

/// Plays the games of the plan once in one variant, and in some others beside it; returns the comparison with each, in
/// order. There are fewer pairs than in the plan if somebody asked to stop.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn play_beside(
    reference: &dyn Contest,
    others: &[&dyn Contest],
    plan: &Plan,
    stop: &AtomicBool,
) -> Result<Vec<Comparison>, ThreadPoolBuildError> {
    let mut found = vec![Comparison::default(); others.len()];
    let all = || core::iter::once(reference).chain(others.iter().copied());
    let worker = || Table::of(all(), plan.seed);
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |numbers, halves: &Vec<Half>| {
        for (number, row) in numbers.zip(halves.chunks(others.len() + 1)) {
            for (comparison, half) in found.iter_mut().zip(&row[1..]) {
                comparison.add(number, &[[row[0], *half]]);
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Plays the games of the plan in one variant, with keyed dice. `take` is given the number of the first of some games
/// and the games, in order, until it breaks off; `stop` is as for [`play`](crate::play).
///
/// # Errors
/// When the system cannot start this many threads.
pub fn play_keyed(
    contest: &dyn Contest,
    plan: &Plan,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &[Half]) -> ControlFlow<()>,
) -> Result<(), ThreadPoolBuildError> {
    let worker = || Keyed::new(contest, plan.seed);
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |numbers, games: &Vec<Half>| {
        take(numbers.start, games)
    })
}

/// The same with the rows of both games of each pair.
///
/// # Errors
/// When the system cannot start this many threads.
pub fn play_pairs_with_rows(
    contests: [&dyn Contest; 2],
    plan: &Plan,
    stop: &AtomicBool,
    mut take: impl FnMut(u64, &[Pair], [&Stretch; 2]) -> ControlFlow<()>,
) -> Result<(), ThreadPoolBuildError> {
    let worker = || BothWithRows { workers: contests.map(Contest::worker), seed: plan.seed };
    in_order(plan.numbers.clone(), plan.threads, worker, stop, |numbers, (pairs, rows): &PairsWithRows| {
        take(numbers.start, pairs, rows.each_ref())
    })
}

/// A worker that plays each number in both variants, and records a row of each game.
struct BothWithRows<'c> {
    workers: [Box<dyn Worker + 'c>; 2],
    seed: RunSeed,
}

type PairsWithRows = (Vec<Pair>, [Stretch; 2]);

impl Work for BothWithRows<'_> {
    type Stretch = PairsWithRows;

    fn fill(&mut self, numbers: Range<u64>, (pairs, rows): &mut PairsWithRows) {
        let mut games = [Vec::new(), Vec::new()];
        for ((worker, games), rows) in self.workers.iter_mut().zip(&mut games).zip(rows) {
            worker.pair_with_rows(self.seed, numbers.clone(), games, rows);
        }
        let [one, other] = games;
        pairs.clear();
        pairs.extend(one.into_iter().zip(other).map(|(one, other)| [one, other]));
    }
}

/// A worker that plays each number in both variants.
struct Both<'c>([Keyed<'c>; 2]);

impl Work for Both<'_> {
    type Stretch = Vec<Pair>;

    fn fill(&mut self, numbers: Range<u64>, pairs: &mut Vec<Pair>) {
        pairs.clear();
        pairs.extend(numbers.map(|number| self.0.each_mut().map(|keyed| keyed.play(number))));
    }
}

/// A worker who plays keyed games of one variant.
pub(crate) struct Keyed<'c> {
    worker: Box<dyn Worker + 'c>,
    seed: RunSeed,
    /// The game played last; here so that its memory is kept.
    last: Vec<Half>,
}

impl<'c> Keyed<'c> {
    pub(crate) fn new(contest: &'c dyn Contest, seed: RunSeed) -> Self {
        Self { worker: contest.worker(), seed, last: Vec::new() }
    }

    pub(crate) fn play(&mut self, number: u64) -> Half {
        self.last.clear();
        self.worker.pair(self.seed, number..number + 1, &mut self.last);
        self.last[0]
    }
}

impl Work for Keyed<'_> {
    type Stretch = Vec<Half>;

    fn fill(&mut self, numbers: Range<u64>, games: &mut Vec<Half>) {
        games.clear();
        self.worker.pair(self.seed, numbers, games);
    }
}

/// Whatever is compared of two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The first side won.
    Win,
    /// Nobody won.
    Draw,
    /// The second side won.
    Loss,
    /// Half points of the first side: 2 for a win, 1 for a draw.
    Score,
    /// Victory points of the first side less those of the second.
    Lead,
    /// Decisions taken.
    Length,
    /// The game had no end.
    Aborted,
}

/// One of the two games of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The standard of comparison.
    A,
    /// The other.
    B,
}

/// Two variants on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// The standard of comparison.
    pub a: Estimate,
    /// The other variant.
    pub b: Estimate,
    /// How much more the other has.
    pub difference: Estimate,
    /// The correlation of the two games of a pair, where both vary.
    pub correlation: Option<f64>,
    /// How many independent games of each variant would be as precise; nothing where all pairs differ alike.
    pub worth_games: Option<f64>,
}

impl Axis {
    /// The name that all data have for it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Win => "first_wins",
            Self::Draw => "draws",
            Self::Loss => "second_wins",
            Self::Score => "score",
            Self::Lead => "lead",
            Self::Length => "decisions",
            Self::Aborted => "aborted",
        }
    }

    /// What it is measured in.
    pub fn unit(self) -> Unit {
        match self {
            Self::Win | Self::Draw | Self::Loss | Self::Score | Self::Aborted => Unit::Share,
            Self::Lead => Unit::Vp,
            Self::Length => Unit::Decisions,
        }
    }

    /// All of them, in the order of output.
    pub const ALL: [Self; 7] =
        [Self::Win, Self::Draw, Self::Loss, Self::Score, Self::Lead, Self::Length, Self::Aborted];

    /// The value of a game on this axis; nothing where it had no end and that counts on another.
    pub fn of(self, half: &Half) -> Option<i64> {
        let end = half.end.ok().map(|outcome| (outcome.winner, outcome.lead));
        self.value(end, i64::try_from(half.decisions).expect("a game is short"))
    }

    /// The value of a game with its winner and lead, if it had an end; nothing where a game without an end has none.
    pub(crate) fn value(self, end: Option<(Option<Side>, i32)>, decisions: i64) -> Option<i64> {
        if self == Self::Aborted {
            return Some(end.is_none().into());
        }
        let (winner, lead) = end?;
        Some(match self {
            Self::Win => (winner == Some(Side::First)).into(),
            Self::Draw => winner.is_none().into(),
            Self::Loss => (winner == Some(Side::Second)).into(),
            Self::Score => winner.map_or(1, |side| if side == Side::First { 2 } else { 0 }),
            Self::Lead => lead.into(),
            Self::Length => decisions,
            Self::Aborted => unreachable!("answered above"),
        })
    }
}

/// The results of pairs of games, in whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// How many pairs.
    pub pairs: u64,
    /// In how many of them the two games are not the same from the first decision to the end.
    pub differing: u64,
    /// The number of the first of these.
    pub first_differing: Option<u64>,
    axes: [Pairs; Axis::ALL.len()],
}

impl Comparison {
    /// Adds some pairs, the first of which has this number.
    pub fn add(&mut self, first: u64, pairs: &[Pair]) {
        for (number, pair) in (first..).zip(pairs) {
            self.add_values(number, pair[0] != pair[1], |axis| pair.each_ref().map(|half| axis.of(half)));
        }
    }

    /// Adds the pair of this number: whether its games differ, and what they have on each axis.
    pub(crate) fn add_values(
        &mut self,
        number: u64,
        differs: bool,
        values: impl Fn(Axis) -> [Option<i64>; 2],
    ) {
        self.pairs += 1;
        if differs {
            self.differing += 1;
            self.first_differing.get_or_insert(number);
        }
        for (axis, sums) in Axis::ALL.into_iter().zip(&mut self.axes) {
            if let [Some(one), Some(other)] = values(axis) {
                sums.add(one, other);
            }
        }
    }

    /// The sums of an axis. Pairs in which a game had no end are on the axis of aborted games only.
    pub fn on(&self, axis: Axis) -> &Pairs {
        &self.axes[axis as usize]
    }

    /// How much more the second variant has of an axis, in games and not in half points, with an interval that holds
    /// whenever one looks at it: exactly for rates, asymptotically for means. It is narrowest after about `tuned_for`
    /// pairs.
    pub fn difference_at_any_time(&self, axis: Axis, tuned_for: u64) -> Interval {
        let Pairs { n, a, b, aa, bb, ab } = *self.on(axis);
        let squares = aa + bb - 2 * ab;
        let of_mean = || sequence::mean(n, narrow(b - a), narrow(squares), ALPHA, tuned_for);
        match axis {
            Axis::Win | Axis::Draw | Axis::Loss | Axis::Aborted => {
                let (lost, gained) = (narrow(a - ab), narrow(b - ab));
                sequence::rate_difference([lost, n - lost - gained, gained], ALPHA)
            }
            // Of pairs that do not differ, counts say all there is to know.
            Axis::Score if squares == 0 => sequence::score_difference([0, 0, n, 0, 0], ALPHA),
            Axis::Score => {
                let Interval { estimate, low, high } = of_mean();
                Interval { estimate: estimate / 2.0, low: low / 2.0, high: high / 2.0 }
            }
            Axis::Lead | Axis::Length => of_mean(),
        }
    }

    /// How much more the second variant has of an axis, in games and not in half points. Rates of a fixed number of
    /// pairs have Tango's interval, means and scores Student's.
    pub fn difference(&self, axis: Axis, intervals: Intervals, tuned_for: u64) -> Interval {
        let pairs = self.on(axis);
        match (intervals, axis) {
            (Intervals::Anytime, _) => self.difference_at_any_time(axis, tuned_for),
            (Intervals::Fixed, Axis::Win | Axis::Draw | Axis::Loss | Axis::Aborted) => {
                pairs.rate_difference(ALPHA)
            }
            (Intervals::Fixed, Axis::Score) => self.score_difference().mean_interval(ALPHA),
            (Intervals::Fixed, Axis::Lead | Axis::Length) => pairs.mean_difference(ALPHA),
        }
    }

    /// The same for a number of pairs that was chosen before, within intervals of 1 - `alpha`, however small that is.
    /// Beside the pairs there are, a score is given some that changed as far as possible: those that do so seldom may
    /// not have come yet.
    pub fn difference_within(&self, axis: Axis, alpha: f64) -> Interval {
        match axis {
            Axis::Win | Axis::Draw | Axis::Loss | Axis::Aborted => self.on(axis).rate_difference(alpha),
            Axis::Score => self.score_difference().bounded_interval([-1.0, 1.0], alpha),
            Axis::Lead | Axis::Length => self.on(axis).mean_difference(alpha),
        }
    }

    /// How many games of one of the two variants ended how, of the pairs in which both ended.
    pub fn counts(&self, variant: Variant) -> Counts {
        let count = |axis| {
            let pairs = self.on(axis);
            narrow(if variant == Variant::A { pairs.a } else { pairs.b })
        };
        Counts {
            first: count(Axis::Win),
            draws: count(Axis::Draw),
            second: count(Axis::Loss),
            aborted: count(Axis::Aborted),
        }
    }

    /// What one of the two variants has on an axis.
    pub fn estimate(&self, variant: Variant, axis: Axis, intervals: Intervals) -> Estimate {
        let counts = self.counts(variant);
        let rate = |hits| intervals.rate(hits, counts.ended());
        let mean = |unit| {
            let pairs = *self.on(axis);
            let own = match variant {
                Variant::A => pairs,
                Variant::B => Pairs { a: pairs.b, aa: pairs.bb, ..pairs },
            };
            intervals.mean(&own, f64::NEG_INFINITY, unit)
        };
        match axis {
            Axis::Win => rate(counts.first),
            Axis::Draw => rate(counts.draws),
            Axis::Loss => rate(counts.second),
            Axis::Score => intervals.score(counts),
            Axis::Aborted => intervals.rate(counts.aborted, self.pairs),
            Axis::Lead => mean(Unit::Vp),
            Axis::Length => mean(Unit::Decisions),
        }
    }

    /// Both variants on an axis, and their difference.
    pub fn compared(&self, axis: Axis, intervals: Intervals, tuned_for: u64) -> Compared {
        let pairs = self.on(axis);
        let worth = pairs.equivalent_games();
        Compared {
            a: self.estimate(Variant::A, axis, intervals),
            b: self.estimate(Variant::B, axis, intervals),
            difference: Estimate::new(self.difference(axis, intervals, tuned_for), pairs.n, axis.unit()),
            correlation: pairs.correlation(),
            worth_games: worth.is_finite().then_some(worth),
        }
    }

    /// What the scores of the pairs differ by, in games and not in half points.
    pub fn score_difference(&self) -> Sample {
        let half_points = self.on(Axis::Score).difference();
        Sample { mean: half_points.mean / 2.0, variance: half_points.variance / 4.0, ..half_points }
    }
}

fn narrow<N: TryFrom<i128>>(sum: i128) -> N {
    N::try_from(sum).ok().expect("sums of so many games are no larger")
}

#[cfg(test)]
mod tests {
    use szala_kernel::rules::Aborted;
    use szala_kernel::{Outcome, rule};

    use super::*;
    use crate::toy::{by_chance, played_by};

    fn compared(threads: usize) -> Comparison {
        let contest = by_chance();
        let plan = Plan { seed: RunSeed(9), numbers: 0..3_000, threads };
        let mut comparison = Comparison::default();
        let take = |first: u64, pairs: &[Pair]| {
            comparison.add(first, pairs);
            ControlFlow::Continue(())
        };
        play_pairs([&contest, &contest], &plan, &AtomicBool::new(false), take)
            .expect("the machine starts threads");
        comparison
    }

    #[test]
    fn a_variant_that_changes_nothing_differs_in_no_game_on_any_number_of_threads() {
        let alone = compared(1);
        assert_eq!((alone.pairs, alone.differing, alone.first_differing), (3_000, 0, None));
        let score = alone.on(Axis::Score);
        assert_eq!((score.a, score.aa), (score.b, score.bb));
        // The toy treats both sides alike: 3000 games of two half points, give or take five deviations of 55 games.
        assert!(score.a.abs_diff(3_000) < 550, "{score:?}");
        assert_eq!(compared(2), alone);
    }

    #[test]
    fn one_variant_beside_several_is_as_each_of_them_alone() {
        let [reference, same, other] =
            [["uniform", "uniform"], ["uniform", "uniform"], ["sentry", "uniform"]].map(played_by);
        let plan = Plan { seed: RunSeed(9), numbers: 0..500, threads: 2 };
        let never = AtomicBool::new(false);
        let found = play_beside(&*reference, &[&*same, &*other], &plan, &never)
            .expect("a few threads can be started");
        let alone = [&same, &other].map(|one| {
            let mut comparison = Comparison::default();
            let take = |first: u64, pairs: &[Pair]| {
                comparison.add(first, pairs);
                ControlFlow::Continue(())
            };
            play_pairs([&*reference, &**one], &plan, &never, take).expect("a few threads can be started");
            comparison
        });
        assert_eq!(found, alone);
        assert!(found[0].differing == 0 && found[1].differing > 0);
    }

    /// By hand: a game that is won by 3 in 9 decisions beside one that is drawn in 11, and one without an end.
    #[test]
    fn every_axis_counts_what_it_says() {
        let end = |winner, lead| Ok(Outcome { winner, lead, rule: rule!("3.1"), reason: "" });
        let won = Half { end: end(Some(Side::First), 3), decisions: 9, course: 1 };
        let drawn = Half { end: end(None, 0), decisions: 11, course: 2 };
        let endless = Half { end: Err(Aborted::TooLong { decisions: 99 }), decisions: 99, course: 3 };
        let mut comparison = Comparison::default();
        comparison.add(5, &[[won, won], [won, drawn], [drawn, endless]]);
        assert_eq!((comparison.pairs, comparison.differing, comparison.first_differing), (3, 2, Some(6)));
        let sums = |axis| {
            let pairs = comparison.on(axis);
            (pairs.n, pairs.a, pairs.b)
        };
        assert_eq!(sums(Axis::Win), (2, 2, 1));
        assert_eq!(sums(Axis::Draw), (2, 0, 1));
        assert_eq!(sums(Axis::Loss), (2, 0, 0));
        assert_eq!(sums(Axis::Score), (2, 4, 3));
        assert_eq!(sums(Axis::Lead), (2, 6, 3));
        assert_eq!(sums(Axis::Length), (2, 18, 20));
        assert_eq!(sums(Axis::Aborted), (3, 0, 1), "a game without an end hides on no axis");
    }
}
