//! Learns the weights of a net from decisions and how their games ended: least squares by stochastic gradient, with a
//! step for each weight that shrinks as it has moved (`AdaGrad`: Duchi, Hazan and Singer 2011). Only sums, products,
//! quotients and roots are taken, in a fixed order, so the same lessons give the same net on any machine.

mod refine;

use core::ops::Range;

use szala_ai::drilled::Lessons;
use szala_ai::net::{GAME, HIDDEN, Trained};
use szala_kernel::seed::mix;

pub(super) use refine::Refiner;

use crate::statistics::float;

/// The first steps, and how wide the first weights are drawn, of inputs and of hidden units.
const RATE: f32 = 0.02;
const WIDTH: f32 = 0.05;
const WIDTH_OUT: f32 = 0.2;
/// Rounds after which steps are half as long.
const HALVED_AFTER: f32 = 5.0;
/// The weight of what was learned in earlier rounds.
const LOOSENED: f32 = 0.3;
const LEAST_SQUARE: f32 = 1e-4;
/// The first squares of a net that has learned before, so that it does not forget at once.
const KNOWN_SQUARE: f32 = 100.0;
/// Snapshots of the second half of the last pass of a round that are averaged.
const SNAPSHOTS: usize = 8;
/// The weight of the player's own opinion of a decision in what the one before was worth: one minus the lambda of
/// Watkins (Sutton and Barto 2018, chapter 12.10). A larger weight means less chance and more error.
const TRUST: f32 = 0.03;
/// One lesson in this many is held back, to show how well the others were learned.
const HELD_BACK: usize = 20;

/// Decisions, and the scores of their games.
#[derive(Debug, Default)]
pub(super) struct Scored {
    pub(super) lessons: Lessons,
    pub(super) scores: Vec<f32>,
    /// Where the lessons of each game end.
    ends: Vec<usize>,
}

impl Scored {
    /// Takes the decisions of a game that ended with this score. A decision takes its worth from the next one: a little
    /// from the player's opinion of that, the rest from its result, or all from the opinion where lots alone chose it.
    pub(super) fn take(&mut self, lessons: &Lessons, end: f32) {
        let first = self.scores.len();
        let mut came = end;
        for lesson in (0..lessons.len()).rev() {
            self.scores.push(came);
            let thought = lessons.thought(lesson);
            if let Some(best) = thought.best {
                #[expect(clippy::cast_precision_loss, reason = "far below 2^24")]
                let best = (best as f32 / GAME).clamp(0.0, 1.0);
                came = if thought.is_by_lot { best } else { came + TRUST * (best - came) };
            }
        }
        self.scores[first..].reverse();
        for lesson in 0..lessons.len() {
            self.lessons.push([lessons.inputs(lesson), &[]]);
        }
        self.ends.push(self.scores.len());
    }

    /// Takes the decisions of a game, each worth how it ended.
    pub(super) fn keep(&mut self, lessons: &Lessons, end: f32) {
        for lesson in 0..lessons.len() {
            self.push(lessons.inputs(lesson), end);
        }
        self.ends.push(self.scores.len());
    }

    fn push(&mut self, inputs: &[u16], score: f32) {
        self.lessons.push([inputs, &[]]);
        self.scores.push(score);
    }

    /// Adds others.
    pub(super) fn append(&mut self, others: &Self) {
        let before = self.scores.len();
        for (lesson, score) in others.scores.iter().enumerate() {
            self.push(others.lessons.inputs(lesson), *score);
        }
        self.ends.extend(others.ends.iter().map(|end| before + end));
    }

    /// The lessons of each game.
    fn games(&self) -> impl Iterator<Item = Range<usize>> {
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| start..*end)
    }
}

/// How well the lessons held back are predicted: the mean squared error of the score, and that of its mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Fit {
    /// Of the net.
    pub error: f64,
    /// Of the mean alone.
    pub plain: f64,
}

/// A net that learns. For each weight there is also the sum of the squares of its steps.
pub(super) struct Learner {
    net: Trained,
    squares: Trained,
    /// Which inputs were ever on: the others are worth nothing, not what was drawn for them.
    known: Vec<bool>,
    /// What it had learned after each round.
    learned: Vec<Trained>,
}

impl Learner {
    /// Begins with weights by lot, or with those of a net.
    pub(super) fn new(inputs: usize, net: Option<Trained>, seed: u64) -> Self {
        let mut drawn = 0;
        let mut row = |width: f32| {
            core::array::from_fn(|_| {
                drawn += 1;
                width * (2.0 * unit(mix(seed ^ mix(drawn))) - 1.0)
            })
        };
        let least = if net.is_some() { KNOWN_SQUARE } else { LEAST_SQUARE };
        let known = match &net {
            Some(net) => net.rows.iter().map(|row| row.iter().any(|weight| *weight != 0.0)).collect(),
            None => vec![false; inputs],
        };
        let net = net.unwrap_or_else(|| Trained {
            rows: (0..inputs).map(|_| row(WIDTH)).collect(),
            bias: [0.1; HIDDEN],
            out: row(WIDTH_OUT),
            base: 0.5,
        });
        // What was never met is learned as fast as if all were new.
        let square = |known: &bool| if *known { [least; HIDDEN] } else { [LEAST_SQUARE; HIDDEN] };
        let row = [least; HIDDEN];
        let squares = Trained { rows: known.iter().map(square).collect(), bias: row, out: row, base: least };
        Self { net, squares, known, learned: Vec::new() }
    }

    /// Learns from these, and returns the mean of the nets of the last half of the rounds: what one round says of a
    /// decision is mostly noise where a choice is worth little, and players that follow it swing from round to round.
    pub(super) fn learn_from(&mut self, scored: &Scored, seed: u64) -> (Trained, Fit) {
        let learned = self.learn_round(scored, seed);
        let net = self.mean_with(learned);
        let fit = fit(&net, scored, (0..scored.scores.len()).filter(|lesson| is_held_back(*lesson)));
        (net, fit)
    }

    /// The mean of the nets of the last half of the rounds, of which this is the last.
    fn mean_with(&mut self, learned: Trained) -> Trained {
        self.learned.push(learned);
        let mut mean = Mean::default();
        self.learned[self.learned.len() / 2..].iter().for_each(|net| mean.add(net));
        mean.net.expect("a round has just been learned")
    }

    /// Learns from the games of a round, and returns the mean of the nets of the last half of the way.
    fn learn_round(&mut self, scored: &Scored, seed: u64) -> Trained {
        let rounds = self.learned.len();
        if rounds > 0 {
            each(&mut self.squares, |square| *square = (*square * LOOSENED).max(LEAST_SQUARE));
        }
        let rate = RATE / (1.0 + f32::from(u16::try_from(rounds).unwrap_or(u16::MAX)) / HALVED_AFTER);
        // The first lessons are learned twice: there is nothing to go on from.
        let passes = if rounds == 0 { 2 } else { 1 };
        let mut order: Vec<usize> =
            (0..scored.scores.len()).filter(|lesson| !is_held_back(*lesson)).collect();
        let mut net = self.go_through(&mut order, passes, seed, |learner, lesson| {
            learner.learn(scored.lessons.inputs(lesson), scored.scores[lesson], rate);
        });
        for (row, _) in net.rows.iter_mut().zip(&self.known).filter(|(_, known)| !**known) {
            *row = [0.0; HIDDEN];
        }
        net
    }

    /// Learns from all of these several times, each time in another order, and returns the mean of the nets of the last
    /// half of the way.
    fn go_through(
        &mut self,
        order: &mut [usize],
        passes: u64,
        seed: u64,
        mut learn: impl FnMut(&mut Self, usize),
    ) -> Trained {
        let mut mean = Mean::default();
        let stretch = (order.len() / (2 * SNAPSHOTS)).max(1);
        for pass in 0..passes {
            shuffle(order, mix(seed ^ pass));
            for (number, at) in (1..).zip(&*order) {
                learn(self, *at);
                if pass + 1 == passes && number > order.len() / 2 && number % stretch == 0 {
                    mean.add(&self.net);
                }
            }
        }
        mean.net.unwrap_or_else(|| self.net.clone())
    }

    fn learn(&mut self, inputs: &[u16], score: f32, rate: f32) {
        let sums = sums(&self.net, inputs);
        let error = worth(&self.net, &sums) - score;
        let mut back = [0.0; HIDDEN];
        for at in 0..HIDDEN {
            back[at] = if sums[at] > 0.0 { error * self.net.out[at] } else { 0.0 };
        }
        for at in 0..HIDDEN {
            step(&mut self.net.out[at], &mut self.squares.out[at], error * sums[at].max(0.0), rate);
            step(&mut self.net.bias[at], &mut self.squares.bias[at], back[at], rate);
        }
        step(&mut self.net.base, &mut self.squares.base, error, rate);
        self.turn(inputs, &back, rate);
    }

    /// Changes what these inputs add to the hidden units.
    fn turn(&mut self, inputs: &[u16], back: &[f32; HIDDEN], rate: f32) {
        for input in inputs {
            self.known[usize::from(*input)] = true;
            let row = &mut self.net.rows[usize::from(*input)];
            let squares = &mut self.squares.rows[usize::from(*input)];
            for at in 0..HIDDEN {
                step(&mut row[at], &mut squares[at], back[at], rate);
            }
        }
    }
}

const fn is_held_back(lesson: usize) -> bool {
    lesson % HELD_BACK == HELD_BACK - 1
}

fn step(weight: &mut f32, square: &mut f32, slope: f32, rate: f32) {
    *square += slope * slope;
    *weight -= rate * slope / square.sqrt();
}

fn sums(net: &Trained, inputs: &[u16]) -> [f32; HIDDEN] {
    sums_on(net.bias, net, inputs)
}

/// These, and what more inputs add.
fn sums_on(mut sums: [f32; HIDDEN], net: &Trained, inputs: &[u16]) -> [f32; HIDDEN] {
    for input in inputs {
        for (sum, weight) in sums.iter_mut().zip(&net.rows[usize::from(*input)]) {
            *sum += weight;
        }
    }
    sums
}

fn worth(net: &Trained, sums: &[f32; HIDDEN]) -> f32 {
    let mut worth = net.base;
    for (sum, out) in sums.iter().zip(&net.out) {
        worth += sum.max(0.0) * out;
    }
    worth
}

fn fit(net: &Trained, scored: &Scored, lessons: impl Iterator<Item = usize> + Clone) -> Fit {
    let count = float(lessons.clone().count().max(1) as u64);
    let mean = lessons.clone().map(|lesson| f64::from(scored.scores[lesson])).sum::<f64>() / count;
    let mut fit = Fit::default();
    for lesson in lessons {
        let score = f64::from(scored.scores[lesson]);
        let told = f64::from(worth(net, &sums(net, scored.lessons.inputs(lesson))));
        fit.error += (told - score) * (told - score) / count;
        fit.plain += (mean - score) * (mean - score) / count;
    }
    fit
}

/// Calls a function for every weight.
fn each(net: &mut Trained, mut tell: impl FnMut(&mut f32)) {
    let rows = net.rows.iter_mut().flatten();
    rows.chain(&mut net.bias).chain(&mut net.out).chain([&mut net.base]).for_each(&mut tell);
}

/// The mean of several nets.
#[derive(Default)]
struct Mean {
    net: Option<Trained>,
    count: f32,
}

impl Mean {
    fn add(&mut self, net: &Trained) {
        self.count += 1.0;
        let Some(mean) = &mut self.net else {
            self.net = Some(net.clone());
            return;
        };
        let part = 1.0 / self.count;
        let rows = net.rows.iter().flatten();
        let mut new = rows.chain(&net.bias).chain(&net.out).chain([&net.base]);
        each(mean, |weight| *weight += part * (new.next().expect("nets of one size") - *weight));
    }
}

/// A number between 0 and 1.
#[expect(clippy::cast_precision_loss, reason = "24 bits fit exactly")]
fn unit(number: u64) -> f32 {
    (number >> 40) as u32 as f32 / 16_777_216.0
}

/// All orders equally likely (Fisher and Yates 1938), but for one part in 2^50.
fn shuffle(order: &mut [usize], seed: u64) {
    for last in (1..order.len()).rev() {
        let lot = (u128::from(mix(seed ^ mix(last as u64))) * (last as u128 + 1)) >> 64;
        order.swap(last, usize::try_from(lot).expect("at most the last"));
    }
}

#[cfg(test)]
mod tests {
    use szala_ai::drilled::Thought;

    use super::*;

    /// Input 0 is worth a win, 1 a loss, and 2 turns both round.
    fn lessons(count: u64) -> Scored {
        let mut scored = Scored::default();
        for number in 0..count {
            let lot = mix(number);
            let (which, turned) = (u16::try_from(lot & 1).expect("one bit fits"), lot & 2 > 0);
            let wins = (which == 0) != turned;
            // One game in four ends otherwise.
            let score = if (lot >> 2).is_multiple_of(4) { !wins } else { wins };
            let inputs: &[u16] = if turned { &[which, 2] } else { &[which] };
            scored.push(inputs, f32::from(u8::from(score)));
        }
        scored
    }

    #[test]
    fn what_no_sum_of_inputs_says_is_learned() {
        let mut learner = Learner::new(3, None, 7);
        let mut last = None;
        for round in 0..4 {
            last = Some(learner.learn_from(&lessons(20_000), round));
        }
        let (net, fit) = last.expect("four rounds");
        let told = |inputs: &[u16]| worth(&net, &sums(&net, inputs));
        for (inputs, expected) in [(&[0][..], 0.75), (&[1], 0.25), (&[0, 2], 0.25), (&[1, 2], 0.75)] {
            assert!((told(inputs) - expected).abs() < 0.05, "{inputs:?}: {}", told(inputs));
        }
        // 3/4 of the time 1, else 0: the variance is 3/16; half and half it is 1/4.
        assert!((fit.error - 3.0 / 16.0).abs() < 0.02 && (fit.plain - 0.25).abs() < 0.01, "{fit:?}");
    }

    #[test]
    fn a_net_that_goes_on_learns_a_new_input_fast() {
        // Input 0 wins half of the time. Then with input 1, which is new, it always loses.
        let (mut known, mut new) = (Scored::default(), Scored::default());
        for number in 0..10_000 {
            known.push(&[0], f32::from(u8::from(mix(number) & 1 == 1)));
        }
        (0..200).for_each(|_| new.push(&[0, 1], 0.0));
        let (net, _) = Learner::new(2, None, 7).learn_from(&known, 1);
        let (net, _) = Learner::new(2, Some(net), 8).learn_from(&new, 2);
        let told = |inputs: &[u16]| worth(&net, &sums(&net, inputs));
        let told = [told(&[0]), told(&[0, 1])];
        // Few lessons change little of what 10 000 said. Had both been learned as slowly, input 0 would be blamed
        // instead and be worth a tenth of a game.
        assert!((told[0] - 0.5).abs() < 0.1 && told[1] < 0.1, "{told:?}");
    }

    #[test]
    fn what_comes_later_tells_what_a_decision_was_worth() {
        let scores = |thoughts: &[Thought], end: f32| {
            let mut lessons = Lessons::default();
            for (input, thought) in (0..).zip(thoughts) {
                lessons.push([&[input], &[]]);
                lessons.think(*thought);
            }
            let mut scored = Scored::default();
            scored.take(&lessons, end);
            let inputs: Vec<_> = (0..thoughts.len()).map(|lesson| scored.lessons.inputs(lesson)[0]).collect();
            assert!((0..).zip(&inputs).all(|(at, input)| at == *input), "{inputs:?}");
            scored.scores
        };
        let is_near = |found: &[f32], by_hand: &[f32]| {
            found.len() == by_hand.len()
                && found.iter().zip(by_hand).all(|(one, other)| (one - other).abs() < 1e-5)
        };
        let thought = |best, is_by_lot| Thought { best, is_by_lot };
        // Without a net all are worth what the game was.
        assert!(is_near(&scores(&[thought(None, true), thought(None, false)], 0.5), &[0.5, 0.5]));
        // Won. The last one is worth 1; the second 0.97 of that and 0.03 of the 0.6 that the last was thought to be
        // worth, 0.988; the first 0.97 of 0.988 and 0.03 of the 0.2 that the second was, 0.96436.
        let usual = [Some(9_000), Some(2_000), Some(6_000)].map(|best| thought(best, false));
        assert!(is_near(&scores(&usual, 1.0), &[0.964_36, 0.988, 1.0]));
        // Lots chose the second option, so its result says nothing of the first. No position is worth more than a game.
        let by_lot = [thought(Some(0), false), thought(Some(20_000), true), thought(Some(6_000), false)];
        assert!(is_near(&scores(&by_lot, 0.0), &[1.0, 0.018, 0.0]));
    }

    #[test]
    fn a_round_gives_the_mean_of_the_last_half_of_the_rounds() {
        let mut learner = Learner::new(3, None, 7);
        let nets: Vec<Trained> = (0..4).map(|round| learner.learn_from(&lessons(500), round).0).collect();
        let row = |round: usize| &learner.learned[round].rows[0];
        let is_near = |(one, other): (&f32, &f32)| (one - other).abs() < 1e-6;
        for (round, of) in [(0, [0, 0]), (1, [1, 1]), (2, [1, 2]), (3, [2, 3])] {
            let [one, other] = of.map(row);
            let mean: Vec<f32> =
                one.iter().zip(other).map(|(one, other)| f32::midpoint(*one, *other)).collect();
            assert!(nets[round].rows[0].iter().zip(&mean).all(is_near), "round {round}");
        }
        assert!(!row(2).iter().zip(row(3)).all(is_near), "or any round would do");
    }

    #[test]
    fn what_was_never_seen_is_worth_nothing() {
        let (net, _) = Learner::new(5, None, 7).learn_from(&lessons(2_000), 1);
        let is_nothing = |row: &[f32; HIDDEN]| row.iter().all(|weight| weight.abs() < f32::MIN_POSITIVE);
        assert_eq!([0, 1, 2, 3, 4].map(|row| is_nothing(&net.rows[row])), [false, false, false, true, true]);
    }

    #[test]
    fn the_same_lessons_give_the_same_net() {
        let learned = || Learner::new(3, None, 7).learn_from(&lessons(2_000), 1);
        assert_eq!(learned(), learned());
    }

    #[test]
    fn a_shuffle_keeps_everybody() {
        let mut order: Vec<usize> = (0..100).collect();
        shuffle(&mut order, 3);
        assert_ne!(order, (0..100).collect::<Vec<_>>());
        order.sort_unstable();
        assert_eq!(order, (0..100).collect::<Vec<_>>());
    }
}
