//! Drill: training nets that weigh the options of a policy, by self-play. In each round players of both sides, or of
//! one, play games against each other and against others, and now and then try something else than what seems best;
//! then each side's net learns from all decisions how their games ended. That is policy iteration with the mean outcome
//! for a value (Sutton and Barto 2018, chapter 5). The next round is played with the mean of the nets of the last half
//! of the rounds: where a choice is worth little, the net of one round swings from side to side. The mean has met many
//! opponents, as in fictitious play (Brown 1951).
//!
//! A net that has learned already can be refined in place of that: `learner/refine.rs` says how.
//!
//! The best net of all rounds is kept, or the one it began with. The three that score most against the others, the
//! first and the last play again on fresh seeds, which choose; the score that is reported comes from seeds of its own.

mod learner;

use core::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;
use szala_ai::Curiosity;
use szala_ai::net::{Net, Trained};
use szala_kernel::seed::mix;
use szala_kernel::{BySide, Outcome, RunSeed, Side};
use szala_system::{Drill, Nets};

pub use learner::Fit;

use crate::estimate::Estimate;
use learner::{Learner, Refiner, Scored};

/// Games that a worker plays at a time.
const STRETCH: u64 = 100;
/// How curious players are before there is a net, and then.
const AT_FIRST: Curiosity = Curiosity::NowAndThen { lots: 80, doubts: 0, width: 0 };
const THEN: Curiosity = Curiosity::NowAndThen { lots: 30, doubts: 200, width: 200 };
/// How curious they are while their nets are refined.
const REFINED: Curiosity = Curiosity::AsItSeems { half: 50 };
/// The least number of last nets that are met.
const LAST: usize = 3;
/// How many of the best nets are measured again, besides the first and the last.
const FINALISTS: usize = 3;

/// How to drill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Rounds.
    pub rounds: u32,
    /// Games of a round.
    pub games: u64,
    /// Games of a measurement.
    pub measured: u64,
    /// How many of the last nets are kept, to be met while others learn and to make up a mix.
    pub kept: usize,
    /// The seed of everything.
    pub seed: u64,
    /// Are the nets refined? Only if each side that learns begins with one.
    pub refines: bool,
}

/// How a side learns.
enum Pupil {
    /// What options are worth.
    Learns(Box<Learner>),
    /// Which of two options is better.
    Refines(Box<Refiner>),
}

impl Pupil {
    fn learn_from(&mut self, scored: &Scored, seed: u64) -> (Trained, Fit) {
        match self {
            Self::Learns(learner) => learner.learn_from(scored, seed),
            Self::Refines(refiner) => refiner.learn_from(scored, seed),
        }
    }
}

/// A round of a side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 1; 0 is before the first.
    pub number: u32,
    /// The side.
    pub side: Side,
    /// Decisions that it learned from.
    pub lessons: usize,
    /// How well.
    pub fit: Fit,
    /// The score against the others, on the seeds of measurement.
    pub score: Estimate,
}

/// The result of a drill for a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Drilled {
    /// The best net.
    pub net: Net,
    /// The round after which it was there; 0 if no round found a better one.
    pub round: u32,
    /// Its score against the others, on fresh seeds.
    pub score: Estimate,
    /// The last nets, and after which rounds they were there.
    pub last: Vec<(u32, Net)>,
    /// How much more it scores than the player did before, game by game on these seeds.
    pub gain: Estimate,
}

/// Drills on the threads at hand, until all rounds are played, somebody asks to stop, or `hear` breaks off after a
/// round. Nothing for a side that does not learn, or has learned nothing.
pub fn drill(
    drill: &dyn Drill,
    plan: &Plan,
    stop: &AtomicBool,
    mut hear: impl FnMut(&Round) -> ControlFlow<()>,
) -> BySide<Option<Drilled>> {
    let [measuring, choosing, telling] = [1, 2, 3].map(|what| RunSeed(mix(plan.seed ^ mix(what))));
    let scores =
        |side: Side, net: Option<&Arc<Net>>, seed: RunSeed| measure(drill, side, net, seed, plan.measured);
    let mut nets: BySide<Nets> = BySide::from_fn(|side| drill.net(side).into_iter().collect());
    let begun = BySide::from_fn(|side| nets[side].len());
    let mut measured: BySide<Vec<f64>> = BySide([Vec::new(), Vec::new()]);
    let is_refined =
        plan.refines && Side::BOTH.iter().all(|side| drill.inputs(*side).is_none() || begun[*side] > 0);
    let mut pupils: Vec<(Side, Pupil)> = Vec::new();
    for side in Side::BOTH {
        let Some(inputs) = drill.inputs(side) else { continue };
        let net = nets[side].last();
        let score = Estimate::of_scores(&scores(side, net, measuring), 0.0);
        measured[side].extend(net.and(score.value));
        // Without a round nothing is learned, so the first is played in any case.
        let _ = hear(&Round { number: 0, side, lessons: 0, fit: Fit::default(), score });
        let trained = net.map(|net| net.to_trained());
        let pupil = match trained {
            Some(net) if is_refined => Pupil::Refines(Box::new(Refiner::new(net))),
            net => {
                let seed = plan.seed.wrapping_add(side as u64);
                Pupil::Learns(Box::new(Learner::new(inputs, net, seed)))
            }
        };
        pupils.push((side, pupil));
    }
    for number in 1..=plan.rounds {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let met = BySide::from_fn(|side| {
            let all = &nets[side];
            all[all.len().saturating_sub(plan.kept.max(LAST))..].to_vec()
        });
        let played = play(drill, plan, number, &met, is_refined);
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let learned: Vec<_> = pupils
            .par_iter_mut()
            .map(|(side, pupil)| {
                let (net, fit) = pupil.learn_from(&played[*side], mix(plan.seed ^ u64::from(number)));
                (*side, Arc::new(Net::of(&net)), fit)
            })
            .collect();
        let mut goes_on = true;
        for (side, net, fit) in learned {
            let score = Estimate::of_scores(&scores(side, Some(&net), measuring), 0.0);
            measured[side].push(score.value.unwrap_or_default());
            nets[side].push(net);
            let lessons = played[side].scores.len() / if is_refined { 2 } else { 1 };
            let heard = hear(&Round { number, side, lessons, fit, score });
            goes_on &= heard.is_continue();
        }
        if !goes_on {
            break;
        }
    }
    BySide::from_fn(|side| {
        let mut order: Vec<usize> = (0..measured[side].len()).collect();
        let last = *order.last().filter(|last| **last >= begun[side])?;
        order.sort_by(|one, other| measured[side][*other].total_cmp(&measured[side][*one]));
        order.truncate(FINALISTS);
        for place in (0..begun[side]).chain([last]) {
            if !order.contains(&place) {
                order.push(place);
            }
        }
        let sum = |scores: &[f64]| scores.iter().sum::<f64>();
        let again =
            order.into_iter().map(|place| (place, sum(&scores(side, Some(&nets[side][place]), choosing))));
        let (place, _) = again.reduce(|best, one| if one.1 > best.1 { one } else { best })?;
        let net = &nets[side][place];
        let (found, before) =
            (scores(side, Some(net), telling), scores(side, nets[side][..begun[side]].last(), telling));
        let gains: Vec<f64> = found.iter().zip(&before).map(|(found, before)| found - before).collect();
        let round_of = |place: usize| {
            u32::try_from(place + 1 - begun[side]).expect("the plan counts its rounds in 32 bits")
        };
        let kept = nets[side].len().saturating_sub(plan.kept).max(begun[side])..nets[side].len();
        Some(Drilled {
            net: (**net).clone(),
            round: round_of(place),
            last: kept.map(|place| (round_of(place), (*nets[side][place]).clone())).collect(),
            score: Estimate::of_scores(&found, 0.0),
            gain: Estimate::of_scores(&gains, -1.0),
        })
    })
}

/// The games of a round. What is learned does not depend on the number of threads: games are taken in their order.
fn play(
    drill: &dyn Drill,
    plan: &Plan,
    number: u32,
    nets: &BySide<Nets>,
    is_refined: bool,
) -> BySide<Scored> {
    let seed = RunSeed(mix(plan.seed ^ mix(1000 + u64::from(number))));
    let curiosity = match nets.0.iter().all(Vec::is_empty) {
        _ if is_refined => REFINED,
        true => AT_FIRST,
        false => THEN,
    };
    let stretches: Vec<BySide<Scored>> = (0..plan.games.div_ceil(STRETCH))
        .into_par_iter()
        .map(|stretch| {
            let numbers = stretch * STRETCH..((stretch + 1) * STRETCH).min(plan.games);
            let mut scored = BySide([Scored::default(), Scored::default()]);
            drill.learn(seed, numbers, nets, curiosity, &mut |side, lessons, outcome| {
                let end = points(outcome, side);
                if is_refined { scored[side].keep(lessons, end) } else { scored[side].take(lessons, end) }
            });
            scored
        })
        .collect();
    let mut all = BySide([Scored::default(), Scored::default()]);
    for stretch in stretches {
        for side in Side::BOTH {
            all[side].append(&stretch[side]);
        }
    }
    all
}

/// The scores of a side with a net against the others.
fn measure(drill: &dyn Drill, side: Side, net: Option<&Arc<Net>>, seed: RunSeed, games: u64) -> Vec<f64> {
    let stretches: Vec<Vec<f64>> = (0..games.div_ceil(STRETCH))
        .into_par_iter()
        .map(|stretch| {
            let mut scores = Vec::new();
            let numbers = stretch * STRETCH..((stretch + 1) * STRETCH).min(games);
            drill.measure(side, net, seed, numbers, &mut |outcome| scores.push(points(outcome, side).into()));
            scores
        })
        .collect();
    stretches.concat()
}

/// Win 1, draw 1/2, loss nothing.
fn points(outcome: Outcome, side: Side) -> f32 {
    match outcome.winner {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use core::ops::Range;
    use std::sync::Mutex;

    use szala_ai::drilled::Lessons;
    use szala_kernel::{Outcome, rule};

    use super::*;
    use crate::on_threads;

    /// A game of one decision: input 0 wins the first side 8 games of 10, input 1 wins it 3. The first side learns, the
    /// second one may. Without a net the first takes input 1; it may begin with one.
    #[derive(Default)]
    struct OneDecision {
        net: Option<Arc<Net>>,
        do_both_learn: bool,
        /// What its players were asked to be.
        asked: Mutex<Vec<Curiosity>>,
    }

    fn outcome(seed: RunSeed, number: u64, option: u16) -> Outcome {
        let wins = if option == 0 { 8 } else { 3 };
        let lot = mix(seed.0 ^ mix(number)) % 10;
        let winner = if lot < wins { Side::First } else { Side::Second };
        Outcome::win(winner, 1, rule!("3.1"), "")
    }

    impl Drill for OneDecision {
        fn kind(&self, _: Side) -> &'static str {
            "drilled"
        }

        fn inputs(&self, side: Side) -> Option<usize> {
            (self.do_both_learn || side == Side::First).then_some(2)
        }

        fn net(&self, side: Side) -> Option<Arc<Net>> {
            self.net.clone().filter(|_| side == Side::First)
        }

        fn learn(
            &self,
            seed: RunSeed,
            numbers: Range<u64>,
            _: &BySide<Nets>,
            curiosity: Curiosity,
            hear: &mut dyn FnMut(Side, &Lessons, Outcome),
        ) {
            self.asked.lock().expect("no test fails while it writes").push(curiosity);
            for number in numbers {
                let option = u16::from(number % 2 == 1);
                let outcome = outcome(seed, number, option);
                let mut lessons = Lessons::default();
                lessons.push([&[option], &[]]);
                if matches!(curiosity, Curiosity::AsItSeems { .. }) {
                    lessons.push([&[1 - option], &[]]);
                }
                for side in Side::BOTH.into_iter().filter(|side| self.inputs(*side).is_some()) {
                    hear(side, &lessons, outcome);
                }
            }
        }

        fn measure(
            &self,
            _: Side,
            net: Option<&Arc<Net>>,
            seed: RunSeed,
            numbers: Range<u64>,
            hear: &mut dyn FnMut(Outcome),
        ) {
            let worth = |net: &Net, option: u16| {
                let mut sums = net.nothing();
                net.add(&mut sums, &[option]);
                net.worth(&sums)
            };
            let net = net.or(self.net.as_ref());
            let option = net.map_or(1, |net| u16::from(worth(net, 1) >= worth(net, 0)));
            numbers.for_each(|number| hear(outcome(seed, number, option)));
        }

        fn file(&self, _: Side, _: &Net, _: &str) -> String {
            String::new()
        }
    }

    const PLAN: Plan = Plan { rounds: 3, games: 2_050, measured: 1_000, kept: 2, seed: 5, refines: false };

    fn drilled(threads: usize, stop: bool, net: Option<&Net>) -> (BySide<Option<Drilled>>, Vec<Round>) {
        drilled_for(3, threads, stop, net)
    }

    /// The same, broken off after this many rounds.
    fn drilled_for(
        most: usize,
        threads: usize,
        stop: bool,
        net: Option<&Net>,
    ) -> (BySide<Option<Drilled>>, Vec<Round>) {
        let game = OneDecision { net: net.cloned().map(Arc::new), ..OneDecision::default() };
        let mut rounds = Vec::new();
        let stop = AtomicBool::new(stop);
        let hear = |round: &Round| {
            rounds.push(*round);
            if rounds.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let drilled = on_threads(threads, || drill(&game, &PLAN, &stop, hear));
        (drilled.expect("the machine starts threads"), rounds)
    }

    #[test]
    fn what_wins_more_often_is_found_and_told_on_fresh_games() {
        let (BySide([first, second]), rounds) = drilled(2, false, None);
        let first = first.expect("the first side learns");
        assert_eq!((second, rounds.len()), (None, 4), "one before, and three rounds");
        assert_eq!(first.last.iter().map(|(round, _)| *round).collect::<Vec<_>>(), [2, 3]);
        assert!(rounds[1..].iter().all(|round| round.lessons == 2_050), "every game is one decision");
        // 0.8 and 0.8 - 0.3; five standard errors of 1 000 games are below 0.08.
        let [score, gain] = [first.score, first.gain].map(|one| one.value.expect("games were played"));
        assert!((score - 0.8).abs() < 0.07 && (gain - 0.5).abs() < 0.08, "{first:?}");
        let before = rounds[0].score.value.expect("games were played");
        assert!((before - 0.3).abs() < 0.08, "{before}");
    }

    #[test]
    fn a_drill_that_is_broken_off_after_a_round_has_learned_what_it_had_by_then() {
        let (BySide([first, _]), rounds) = drilled_for(1, 2, false, None);
        let whole = drilled(2, false, None);
        assert_eq!(rounds, whole.1[..2]);
        assert_eq!(first.expect("the first side learns").round, 1);
    }

    #[test]
    fn who_knows_the_best_already_stays_as_it_was() {
        let (BySide([first, _]), _) = drilled(1, false, None);
        let knows = first.expect("the first side learns").net;
        let (BySide([again, _]), rounds) = drilled(1, false, Some(&knows));
        let again = again.expect("the first side learns");
        assert_eq!((again.round, &again.net), (0, &knows), "no net can be better than the best option");
        assert_eq!(again.gain.value, Some(0.0), "game by game the same");
        let before = rounds[0].score.value.expect("games were played");
        assert!((before - 0.8).abs() < 0.07, "{before}");
    }

    /// A net that has learned nothing: both options are worth the same.
    fn ignorant() -> Net {
        Net::of(&Learner::new(2, None, 1).learn_from(&Scored::default(), 1).0)
    }

    /// A drill that refines where it can.
    fn refined(game: &OneDecision) -> (BySide<Option<Drilled>>, Vec<Round>) {
        let plan = Plan { rounds: 5, refines: true, ..PLAN };
        let mut rounds = Vec::new();
        let drilled = drill(game, &plan, &AtomicBool::new(false), |round| {
            rounds.push(*round);
            ControlFlow::Continue(())
        });
        (drilled, rounds)
    }

    #[test]
    fn a_net_that_is_refined_takes_what_wins_more_often_and_a_pair_of_options_is_one_decision() {
        let game = OneDecision { net: Some(Arc::new(ignorant())), ..OneDecision::default() };
        let (BySide([first, _]), rounds) = refined(&game);
        let gain = first.expect("the first side learns").gain.value.expect("games were played");
        assert!((gain - 0.5).abs() < 0.08, "0.8 - 0.3, five standard errors: {gain}");
        assert!(
            rounds[1..].iter().all(|round| round.lessons == 2_050),
            "every game is one decision: {rounds:?}"
        );
        let asked = game.asked.into_inner().expect("no test failed while it wrote");
        assert!(asked.iter().all(|one| *one == REFINED), "{asked:?}");
    }

    #[test]
    fn no_side_is_refined_where_one_of_two_that_learn_has_no_net() {
        let game =
            OneDecision { net: Some(Arc::new(ignorant())), do_both_learn: true, ..OneDecision::default() };
        let (both, rounds) = refined(&game);
        assert!(both.0.iter().all(Option::is_some), "both learn");
        let asked = game.asked.into_inner().expect("no test failed while it wrote");
        assert!(!asked.contains(&REFINED), "{asked:?}");
        assert!(
            rounds.iter().filter(|round| round.number > 0).all(|round| round.lessons == 2_050),
            "{rounds:?}"
        );
    }

    #[test]
    fn the_number_of_threads_changes_nothing_and_who_is_stopped_at_once_has_learned_nothing() {
        assert_eq!(drilled(1, false, None), drilled(2, false, None));
        let (stopped, rounds) = drilled(1, true, None);
        assert_eq!((stopped.0, rounds.len()), ([None, None], 1));
    }
}
