//! Refines a net that has learned already: options after which games went well become likelier, others less likely.
//! That is a policy gradient (Williams 1992). Learning what options are worth spends most of a net on how good the
//! position is, which no option changes; here only the difference between two options counts, so what is worth little
//! is learned as well.
//!
//! Players draw their options as they seem ([`Curiosity::AsItSeems`](szala_ai::Curiosity)), and each decision names two
//! drawn in the same way, the one that was taken and another. How much better the game went than a second net, the
//! critic, expected of the two on average says how much likelier the first becomes against the other. What the critic
//! thought of later decisions corrects how the game ended (Schulman and others 2016). A pair whose difference has moved
//! far enough since the round began is left alone (clipping: Schulman and others 2017). So the games of a round can be
//! learned from several times, which costs far less than playing more of them.

use super::{Fit, HIDDEN, Learner, Scored, TRUST, Trained, step, sums, sums_on, worth};
use crate::statistics::float;

/// The first steps of the net, and of the critic.
const RATE: f32 = 0.05;
const RATE_OF_CRITIC: f32 = 0.005;
/// How often each learns from a round.
const PASSES: u64 = 6;
const PASSES_OF_CRITIC: u64 = 2;
/// How far the difference of two options may move in a round, in games.
const FAR_ENOUGH: f32 = 0.01;

/// A net that is refined, and its critic.
pub(in super::super) struct Refiner {
    net: Learner,
    critic: Learner,
}

/// A decision.
struct Decision<'s> {
    pair: Pair<'s>,
    /// How its game went from there.
    came: f32,
    /// What the critic thinks of the option taken, and of both on average.
    expected: f32,
    expected_of_both: f32,
}

/// The inputs of two options.
#[derive(Clone, Copy)]
struct Pair<'s> {
    taken: &'s [u16],
    beside: &'s [u16],
    /// Both begin with the inputs of the position, which are so many.
    alike: usize,
}

impl<'s> Pair<'s> {
    fn of([taken, beside]: [&'s [u16]; 2]) -> Self {
        let beside = if beside.is_empty() { taken } else { beside };
        let alike = taken.iter().zip(beside).take_while(|(one, other)| one == other).count();
        Self { taken, beside, alike }
    }

    /// What reaches the hidden units from either.
    fn sums(&self, net: &Trained) -> [[f32; HIDDEN]; 2] {
        let common = sums(net, &self.taken[..self.alike]);
        [self.taken, self.beside].map(|inputs| sums_on(common, net, &inputs[self.alike..]))
    }

    fn worths(&self, net: &Trained) -> [f32; 2] {
        self.sums(net).map(|sums| worth(net, &sums))
    }
}

impl Refiner {
    /// Begins with this net, which is its own critic.
    pub(in super::super) fn new(net: Trained) -> Self {
        let learner = |net| Learner::new(0, Some(net), 0);
        Self { net: learner(net.clone()), critic: learner(net) }
    }

    /// Learns from the games of a round, and returns the mean of the nets of the last half of the rounds.
    pub(in super::super) fn learn_from(&mut self, scored: &Scored, seed: u64) -> (Trained, Fit) {
        let decisions = self.decisions(scored);
        let fit = fit(&decisions);
        let before: Vec<f32> = decisions.iter().map(|one| ahead(one.pair.worths(&self.net.net))).collect();
        let mut order: Vec<usize> = (0..decisions.len()).collect();
        let learned = self.net.go_through(&mut order, PASSES, seed, |net, at| {
            net.urge(&decisions[at], before[at]);
        });
        for at in (0..PASSES_OF_CRITIC).flat_map(|_| &order) {
            self.critic.learn(decisions[*at].pair.taken, decisions[*at].came, RATE_OF_CRITIC);
        }
        (self.net.mean_with(learned), fit)
    }

    fn decisions<'s>(&self, scored: &'s Scored) -> Vec<Decision<'s>> {
        let mut decisions = Vec::with_capacity(scored.scores.len() / 2);
        for game in scored.games() {
            let mut came = game.clone().last().map_or(0.0, |last| scored.scores[last]);
            for lesson in game.step_by(2).rev() {
                let pair = Pair::of([lesson, lesson + 1].map(|lesson| scored.lessons.inputs(lesson)));
                let [expected, of_beside] = pair.worths(&self.critic.net).map(|worth| worth.clamp(0.0, 1.0));
                let expected_of_both = 0.5 * (expected + of_beside);
                decisions.push(Decision { pair, came, expected, expected_of_both });
                came += TRUST * (expected_of_both - came);
            }
        }
        decisions
    }
}

/// How well the critic knew how games went, before it learned from them.
fn fit(decisions: &[Decision<'_>]) -> Fit {
    let count = float(decisions.len().max(1) as u64);
    let mean = decisions.iter().map(|one| f64::from(one.came)).sum::<f64>() / count;
    let mut fit = Fit::default();
    for Decision { came, expected, .. } in decisions {
        fit.error += f64::from(expected - came).powi(2) / count;
        fit.plain += (mean - f64::from(*came)).powi(2) / count;
    }
    fit
}

/// How much better the option taken is than the one beside it.
fn ahead([taken, beside]: [f32; 2]) -> f32 {
    taken - beside
}

impl Learner {
    /// Makes the option taken likelier or less likely than the one beside it, unless that has moved far enough.
    fn urge(&mut self, decision: &Decision<'_>, before: f32) {
        let Pair { taken, beside, alike } = decision.pair;
        if taken == beside {
            return;
        }
        let gain = decision.came - decision.expected_of_both;
        let both_sums = decision.pair.sums(&self.net);
        let moved = ahead(both_sums.map(|sums| worth(&self.net, &sums))) - before;
        if moved * gain.signum() > FAR_ENOUGH {
            return;
        }
        let [of_taken, of_beside] = both_sums;
        let (mut back, mut back_beside, mut both) = ([0.0; HIDDEN], [0.0; HIDDEN], [0.0; HIDDEN]);
        for at in 0..HIDDEN {
            let slope = gain * self.net.out[at];
            back[at] = if of_taken[at] > 0.0 { -slope } else { 0.0 };
            back_beside[at] = if of_beside[at] > 0.0 { slope } else { 0.0 };
            both[at] = back[at] + back_beside[at];
        }
        for at in 0..HIDDEN {
            let slope = -gain * (of_taken[at].max(0.0) - of_beside[at].max(0.0));
            step(&mut self.net.out[at], &mut self.squares.out[at], slope, RATE);
            step(&mut self.net.bias[at], &mut self.squares.bias[at], both[at], RATE);
        }
        self.turn(&taken[..alike], &both, RATE);
        self.turn(&taken[alike..], &back, RATE);
        self.turn(&beside[alike..], &back_beside, RATE);
    }
}

#[cfg(test)]
mod tests {
    use szala_ai::drilled::Lessons;

    use super::super::{mix, unit};
    use super::*;

    /// Inputs 0 and 1 are the options of every decision, and 2 is the position. The hidden units are alike, so the net
    /// says of an option what its input adds and nothing else.
    fn net(of: [f32; 2]) -> Trained {
        let row = |worth: f32| core::array::from_fn(|at| if at == 0 { worth } else { 0.0 });
        let only = row(1.0);
        Trained { rows: vec![row(of[0]), row(of[1]), row(0.0)], bias: only, out: only, base: -0.5 }
    }

    fn told(net: &Trained, option: u16) -> f32 {
        worth(net, &sums(net, &[2, option]))
    }

    /// A decision between these.
    fn decide(lessons: &mut Lessons, taken: u16, beside: u16) {
        lessons.push([&[2], &[taken]]);
        if beside == taken {
            lessons.push([&[], &[]]);
        } else {
            lessons.push([&[2], &[beside]]);
        }
    }

    /// Games of this one decision, all with one end.
    fn games_of(count: u64, [taken, beside]: [u16; 2], end: f32) -> Scored {
        let mut lessons = Lessons::default();
        decide(&mut lessons, taken, beside);
        let mut scored = Scored::default();
        (0..count).for_each(|_| scored.keep(&lessons, end));
        scored
    }

    /// Games of one decision, whose options are drawn alike. An option wins so many games of a hundred.
    fn games(count: u64, wins: [f32; 2]) -> Scored {
        let mut scored = Scored::default();
        for number in 0..count {
            let lot = mix(number);
            let [taken, beside] = [lot & 1 > 0, lot & 2 > 0].map(u16::from);
            let end = f32::from(u8::from(100.0 * unit(mix(lot)) < wins[usize::from(taken)]));
            let mut lessons = Lessons::default();
            decide(&mut lessons, taken, beside);
            scored.keep(&lessons, end);
        }
        scored
    }

    #[test]
    fn what_wins_more_often_becomes_likelier_and_what_both_are_worth_changes_nothing() {
        for (wins, is_first) in [([60.0, 40.0], true), ([40.0, 60.0], false), ([95.0, 85.0], true)] {
            let mut refiner = Refiner::new(net([0.0, 0.0]));
            let (net, fit) = refiner.learn_from(&games(20_000, wins), 1);
            let ahead = told(&net, 0) - told(&net, 1);
            assert!(if is_first { ahead > 0.001 } else { ahead < -0.001 }, "{wins:?}: {ahead}");
            // The critic says one half, so with wins of 60 and 40 in a hundred its error is a quarter.
            assert!(wins[0] > 90.0 || (fit.error - 0.25).abs() < 1e-6, "{fit:?}");
        }
        let mut refiner = Refiner::new(net([0.0, 0.0]));
        let (even, _) = refiner.learn_from(&games(20_000, [50.0, 50.0]), 1);
        let ahead = told(&even, 0) - told(&even, 1);
        let mut refiner = Refiner::new(net([0.0, 0.0]));
        let (uneven, _) = refiner.learn_from(&games(20_000, [60.0, 40.0]), 1);
        assert!(ahead.abs() < (told(&uneven, 0) - told(&uneven, 1)) / 2.0, "{ahead}");
    }

    #[test]
    fn nothing_is_learned_where_the_same_option_was_drawn_twice() {
        let scored = games_of(1, [0, 0], 1.0);
        let before = net([0.1, 0.2]);
        let (after, _) = Refiner::new(before.clone()).learn_from(&scored, 1);
        assert_eq!(after, before);
    }

    #[test]
    fn a_difference_moves_only_so_far_in_a_round() {
        // Option 0 was taken and won each time, and no input was known, so steps are as long as they get.
        let mut refiner = Refiner::new(net([0.0, 0.0]));
        refiner.learn_from(&games_of(10_000, [0, 1], 1.0), 1);
        let net = &refiner.net.net;
        let ahead = told(net, 0) - told(net, 1);
        // The last step begins below the bound. Both inputs move by at most a rate each, and the output by another.
        assert!(ahead > FAR_ENOUGH && ahead < FAR_ENOUGH + 3.0 * RATE, "{ahead}");
    }

    #[test]
    fn a_game_is_learned_from_six_times_and_by_the_critic_twice() {
        // Option 0, which was taken, is worth 0.6 and option 1 0.7, so 0.65 are expected; the game was drawn, 0.15
        // less. The squares of known inputs begin with 100, so each pass moves both by 0.05 * 0.15 / 10, which is
        // 0.00075, and their difference by 0.0015. Six of these are less than far enough.
        let before = net([0.1, 0.2]);
        let mut refiner = Refiner::new(before.clone());
        let (after, _) = refiner.learn_from(&games_of(1, [0, 1], 0.5), 1);
        let ahead = |net: &Trained| told(net, 0) - told(net, 1);
        let moved = ahead(&after) - ahead(&before);
        assert!((moved + 0.009).abs() < 1e-4, "{moved}");
        // The critic errs by 0.1. Input 2 was worth nothing, so it counts as new and its square begins with 0.0001: it
        // moves by 0.005 * 0.1 / 0.1005 = 0.0050, all else together by 0.0002. Then the critic errs by 0.0948, and
        // input 2 moves by 0.005 * 0.0948 / 0.1382 = 0.0034, all else by 0.0002.
        let moved = told(&refiner.critic.net, 0) - told(&before, 0);
        assert!((moved + 0.0088).abs() < 2e-4, "{moved}");
    }

    #[test]
    fn what_the_critic_thinks_of_later_decisions_corrects_how_a_game_ended() {
        // The critic thinks 0.6 of option 0 and 0.8 of option 1.
        let refiner = Refiner::new(net([0.1, 0.3]));
        let mut lessons = Lessons::default();
        for (taken, beside) in [(0, 1), (1, 0), (1, 1)] {
            decide(&mut lessons, taken, beside);
        }
        let mut scored = Scored::default();
        scored.keep(&lessons, 0.0);
        let decisions = refiner.decisions(&scored);
        let found: Vec<f32> = decisions.iter().flat_map(|one| [one.came, one.expected_of_both]).collect();
        // From the last one: lost, 0.8 expected; 3 % of 0.8 is 0.024, and 0.7 is the mean of both options; 97 % of
        // 0.024 and 3 % of 0.7 are 0.04428.
        let by_hand = [0.0, 0.8, 0.024, 0.7, 0.04428, 0.7];
        assert!(found.iter().zip(by_hand).all(|(one, other)| (one - other).abs() < 1e-5), "{found:?}");
        assert_eq!(found.len(), by_hand.len());
    }
}
