//! Tuning by self-play: the weights of a player of one side are climbed towards the best mean result against a panel
//! of opponents. How a climb goes is said in `spsa`; where its record is kept is left to others.

use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};

use szala_ai::Parameter;
use szala_kernel::seed::mix;
use szala_kernel::{RunSeed, Side};
use szala_system::{Bout, Contest};

use crate::estimate::Estimate;
use crate::score::{Score, scores};
use crate::spsa::{Climb, Spsa, Step};

/// How much of what is climbed is the lead and not the score: the lead says more of a game than who won it, and so
/// makes the slope less noisy, but the score is what matters.
const LEAD_SHARE: f64 = 0.1;
/// Victory points beyond this count as this.
const MOST_LEAD: i32 = 8;

/// A scenario to tune on.
pub trait Trial: Sync {
    /// The weights, with the values where tuning begins.
    fn parameters(&self) -> Vec<Parameter>;

    /// Plays the games of these numbers with these weights against every opponent, on the threads at hand. For each
    /// number the mean over the opponents.
    fn play(&self, seed: RunSeed, numbers: Range<u64>, values: &[i32]) -> Vec<Worth>;

    /// The file of these weights.
    fn file(&self, values: &[i32], head: &str) -> String;
}

/// What a game, or the mean of some games, was worth to the side that is tuned.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Worth {
    /// Win 1, draw 1/2, loss nothing.
    pub score: f64,
    /// What is climbed: the score with a small share of the lead, between 0 and 1.
    pub height: f64,
}

impl Worth {
    pub(crate) fn of(score: Score, side: Side) -> Self {
        let points = score.points(side);
        let lead = f64::from((side.sign() * score.lead).clamp(-MOST_LEAD, MOST_LEAD));
        let lead = f64::midpoint(1.0, lead / f64::from(MOST_LEAD));
        Self { score: points, height: (1.0 - LEAD_SHARE) * points + LEAD_SHARE * lead }
    }

    /// The mean of several for each place.
    fn means(of: &[Vec<Self>]) -> Vec<Self> {
        let count = f64::from(u32::try_from(of.len()).expect("few opponents and scenarios"));
        let mean = |place: usize| Self {
            score: of.iter().map(|one| one[place].score).sum::<f64>() / count,
            height: of.iter().map(|one| one[place].height).sum::<f64>() / count,
        };
        (0..of.first().map_or(0, Vec::len)).map(mean).collect()
    }
}

/// A bout as a trial for the side that is tuned.
pub struct Match<'b> {
    /// The player before the weights are chosen, and its opponents.
    pub bout: Box<dyn Bout + 'b>,
    /// The side that is tuned.
    pub side: Side,
}

impl Trial for Match<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        self.bout.parameters()
    }

    fn play(&self, seed: RunSeed, numbers: Range<u64>, values: &[i32]) -> Vec<Worth> {
        let against = |contest: &dyn Contest| {
            let scores = scores(contest, seed, numbers.clone());
            scores.into_iter().map(|score| Worth::of(score, self.side)).collect()
        };
        Worth::means(
            &self.bout.contests(values).iter().map(|contest| against(&**contest)).collect::<Vec<_>>(),
        )
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        self.bout.file(values, head)
    }
}

/// How many of the best evaluations are played again.
const FINALISTS: usize = 3;

/// A trial in which only those of its weights are tuned that other scenarios have too; the others stay as they are.
pub struct Shared<'t> {
    trial: Box<dyn Trial + 't>,
    /// The places of the weights that are tuned.
    tuned: Vec<usize>,
}

impl<'t> Shared<'t> {
    /// The trials with the weights that all of them have, in one order. Set-ups differ from scenario to scenario, so
    /// they are tuned in one alone.
    pub fn all(trials: Vec<Box<dyn Trial + 't>>) -> Vec<Self> {
        let each: Vec<Vec<Parameter>> = trials.iter().map(|trial| trial.parameters()).collect();
        let is_common = |parameter: &Parameter| each.iter().all(|others| others.contains(parameter));
        let places = |parameters: &Vec<Parameter>| {
            let common = parameters.iter().enumerate().filter(|(_, parameter)| is_common(parameter));
            common.map(|(place, _)| place).collect()
        };
        let tuned: Vec<Vec<usize>> = each.iter().map(places).collect();
        trials.into_iter().zip(tuned).map(|(trial, tuned)| Self { trial, tuned }).collect()
    }

    /// All weights of the trial, with these values for those that are tuned.
    fn with(&self, values: &[i32]) -> Vec<i32> {
        let mut all: Vec<i32> = self.trial.parameters().iter().map(|parameter| parameter.value).collect();
        for (place, value) in self.tuned.iter().zip(values) {
            all[*place] = *value;
        }
        all
    }
}

impl Trial for Shared<'_> {
    fn parameters(&self) -> Vec<Parameter> {
        let all = self.trial.parameters();
        self.tuned.iter().map(|place| all[*place].clone()).collect()
    }

    fn play(&self, seed: RunSeed, numbers: Range<u64>, values: &[i32]) -> Vec<Worth> {
        self.trial.play(seed, numbers, &self.with(values))
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        self.trial.file(&self.with(values), head)
    }
}

/// How to tune.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How to climb.
    pub spsa: Spsa,
    /// Games against each opponent in each scenario for one measurement; the two of a step play the same seeds.
    pub games: u64,
    /// After how many steps the weights are evaluated.
    pub evaluate_every: u32,
    /// Games against each opponent in each scenario for one evaluation, on seeds that no measurement plays; all
    /// evaluations play the same.
    pub evaluation_games: u64,
}

/// What weights are worth on the seeds of evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation {
    /// How many steps had been made.
    pub after: u32,
    /// The weights.
    pub values: Vec<i32>,
    /// Their mean score over scenarios and opponents.
    pub score: Estimate,
}

/// What tuning reports while it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum News<'n> {
    /// A step was made; steps count from 0.
    Step(u32, &'n Step),
    /// Weights were evaluated.
    Evaluation(&'n Evaluation),
}

/// Weights that were tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct Tuned {
    /// How they were found.
    pub climb: Climb,
    /// Every evaluation: the first of the weights from which tuning began, the last of those where the climb ended.
    pub evaluations: Vec<Evaluation>,
    /// The best of the best evaluations and the last, chosen on seeds of their own, with its score on others.
    pub best: Evaluation,
    /// How much more the best weights score than those of the beginning, game by game on the seeds of that score.
    pub gain: Estimate,
}

impl Tuning {
    /// Tunes on these scenarios, each as important as any other, on the threads at hand. Once `stop` is set no step
    /// begins; what the steps so far gave is evaluated as always. Nothing if no step was made.
    ///
    /// # Panics
    /// Without a scenario.
    pub fn tune(
        &self,
        trials: &[&dyn Trial],
        stop: &AtomicBool,
        mut news: impl FnMut(News<'_>),
    ) -> Option<Tuned> {
        let parameters = trials.first().expect("a scenario to tune on").parameters();
        let play = |seed, numbers: Range<u64>, values: &[i32]| {
            let worths: Vec<Vec<Worth>> =
                trials.iter().map(|trial| trial.play(seed, numbers.clone(), values)).collect();
            Worth::means(&worths)
        };
        // Runs of different seeds share no game, or only by a chance of one in 2^64.
        let evaluating = RunSeed(mix(self.spsa.seed));
        let choosing = RunSeed(mix(evaluating.0));
        let telling = RunSeed(mix(choosing.0));
        let measuring = RunSeed(mix(telling.0));
        let height = |sample: u64, values: &[i32]| {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let worths = play(measuring, sample * self.games..(sample + 1) * self.games, values);
            let count = f64::from(u32::try_from(worths.len()).expect("fewer than 2^32 games"));
            Some(worths.iter().map(|worth| worth.height).sum::<f64>() / count)
        };
        let scores = |run: RunSeed, values: &[i32]| -> Vec<f64> {
            let worths = play(run, 0..self.evaluation_games, values);
            worths.into_iter().map(|worth| worth.score).collect()
        };
        let evaluation = |after, values: Vec<i32>, scores: &[f64]| Evaluation {
            after,
            values,
            score: Estimate::of_scores(scores, 0.0),
        };
        let start: Vec<i32> = parameters.iter().map(|parameter| parameter.value).collect();
        let before = scores(evaluating, &start);
        let mut evaluations = vec![evaluation(0, start.clone(), &before)];
        news(News::Evaluation(&evaluations[0]));
        let climb = self.spsa.climb(&parameters, height, |number, step| {
            news(News::Step(number, step));
            if number > 0 && number.is_multiple_of(self.evaluate_every) {
                let values = step.rounded(&parameters);
                let scores = scores(evaluating, &values);
                evaluations.push(evaluation(number, values, &scores));
                news(News::Evaluation(&evaluations[evaluations.len() - 1]));
            }
        });
        if climb.steps.is_empty() {
            return None;
        }
        let after = scores(evaluating, &climb.summit);
        evaluations.push(evaluation(climb.made(), climb.summit.clone(), &after));
        news(News::Evaluation(&evaluations[evaluations.len() - 1]));
        // The best of many looks better than it is: it is chosen on fresh seeds, and measured on others.
        let again =
            |one: &Evaluation| evaluation(one.after, one.values.clone(), &scores(choosing, &one.values));
        let finalists: Vec<Evaluation> = finalists(&evaluations).into_iter().map(again).collect();
        let best = best_of(&finalists);
        let (found, begun) = (scores(telling, &best.values), scores(telling, &start));
        let gains: Vec<f64> = found.iter().zip(&begun).map(|(found, begun)| found - begun).collect();
        let best = evaluation(best.after, best.values.clone(), &found);
        Some(Tuned { climb, evaluations, best, gain: Estimate::of_scores(&gains, -1.0) })
    }
}

/// The best evaluations, and the last.
fn finalists(evaluations: &[Evaluation]) -> Vec<&Evaluation> {
    let Some((last, others)) = evaluations.split_last() else { return Vec::new() };
    let mut finalists: Vec<&Evaluation> = others.iter().collect();
    finalists.sort_by(|a, b| value_of(b).total_cmp(&value_of(a)));
    finalists.truncate(FINALISTS);
    finalists.push(last);
    finalists
}

/// The best of some; of equals the first.
fn best_of(evaluations: &[Evaluation]) -> &Evaluation {
    let (mut best, others) = evaluations.split_first().expect("the last evaluation is among the finalists");
    for one in others {
        if value_of(one) > value_of(best) {
            best = one;
        }
    }
    best
}

fn value_of(evaluation: &Evaluation) -> f64 {
    evaluation.score.value.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use szala_kernel::{Outcome, rule};

    use super::*;
    use crate::on_threads;

    static NEVER: AtomicBool = AtomicBool::new(false);

    fn tuned(threads: usize, steps: u32) -> Tuned {
        let no_file = |_: &str| Err(String::new());
        let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
        let bout = game.tune(Side::First, "sentry", &["sentry".to_owned()], &no_file);
        let trial =
            Match { bout: bout.expect("the sentry has weights and plays either side"), side: Side::First };
        let spsa = Spsa { steps, perturbation: 1.0, first_move: 0.5, seed: 7 };
        let tuning = Tuning { spsa, games: 500, evaluate_every: 5, evaluation_games: 2000 };
        on_threads(threads, || tuning.tune(&[&trial], &NEVER, |_| ()))
            .expect("the machine starts threads")
            .expect("nobody stops it")
    }

    /// Notes the runs of which games are played.
    struct Noted<'n>(Match<'n>, std::sync::Mutex<std::collections::BTreeSet<u64>>);

    impl Trial for Noted<'_> {
        fn parameters(&self) -> Vec<Parameter> {
            self.0.parameters()
        }

        fn play(&self, seed: RunSeed, numbers: Range<u64>, values: &[i32]) -> Vec<Worth> {
            self.1.lock().expect("no thread panics while it holds the set").insert(seed.0);
            self.0.play(seed, numbers, values)
        }

        fn file(&self, values: &[i32], head: &str) -> String {
            self.0.file(values, head)
        }
    }

    /// A climb of two steps, and the runs of which it plays games.
    fn noted(stop: bool) -> (Option<Tuned>, std::collections::BTreeSet<u64>) {
        let no_file = |_: &str| Err(String::new());
        let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
        let bout = game.tune(Side::First, "sentry", &["sentry".to_owned()], &no_file);
        let bout = bout.expect("the sentry has weights and plays either side");
        let noted = Noted(Match { bout, side: Side::First }, std::sync::Mutex::default());
        let spsa = Spsa { steps: 2, perturbation: 1.0, first_move: 0.5, seed: 7 };
        let tuning = Tuning { spsa, games: 10, evaluate_every: 1, evaluation_games: 10 };
        let tuned = tuning.tune(&[&noted], &AtomicBool::new(stop), |_| ());
        (tuned, noted.1.into_inner().expect("no thread panicked while it held the set"))
    }

    /// Training, evaluating, choosing and reporting; `szala run` plays the games of the seed itself.
    #[test]
    fn tuning_plays_four_runs_and_not_the_run_of_its_seed() {
        let (_, runs) = noted(false);
        assert!(runs.len() == 4 && !runs.contains(&7), "{runs:?}");
    }

    /// The weights at the beginning were evaluated; with nothing found, nothing more is played.
    #[test]
    fn a_climb_that_is_stopped_before_its_first_step_finds_nothing() {
        let (tuned, runs) = noted(true);
        assert_eq!((tuned, runs.len()), (None, 1));
    }

    /// A sentry does best by shooting always, [2.3] and by guarding the gate at which the other raids 9 times in 10.
    #[test]
    fn tuning_teaches_the_sentry_to_guard_the_likely_gate_and_to_shoot() {
        let tuned = tuned(2, 150);
        let &[_, guard_left, shoot] = &*tuned.climb.summit else { panic!("three habits") };
        assert!(guard_left > 900 && shoot > 900, "{:?}", tuned.climb.summit);
        // Of about 1.5 raids a game it met a half and shot at a half of these, of which 5 or 6 in 10 are driven off:
        // 0.2. Now it meets 9 of 10 and shoots at all: about 0.75, and of three raids a game one decides often.
        assert!(tuned.gain.low > Some(0.05), "{:?}", tuned.gain);
        let [first, .., last] = &*tuned.evaluations else { panic!("a curve") };
        assert_eq!((first.after, last.after), (0, 150));
        assert_eq!(last.values, tuned.climb.summit);
        assert!(tuned.evaluations.iter().any(|one| one.values == tuned.best.values));
    }

    /// A climb in large steps from where there is nothing to gain: the sentry that shoots always and guards the likely
    /// gate is the best there is against this one, and climbing away from it is not what is kept.
    #[test]
    fn a_climb_that_goes_astray_leaves_the_best_and_not_the_last() {
        let perfect = |_: &str| Ok("raid_left = 500\nguard_left = 1000\nshoot = 1000\n".to_owned());
        let game = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
        let bout = game.tune(Side::First, "sentry:best.toml", &["sentry".to_owned()], &perfect);
        let trial = Match { bout: bout.expect("the sentry has weights"), side: Side::First };
        // Two games a measurement and steps of twenty: noise leads.
        let spsa = Spsa { steps: 12, perturbation: 4.0, first_move: 20.0, seed: 3 };
        let tuning = Tuning { spsa, games: 2, evaluate_every: 3, evaluation_games: 4_000 };
        let tuned = on_threads(2, || tuning.tune(&[&trial], &NEVER, |_| ()))
            .expect("the machine starts threads")
            .expect("nobody stops it");
        let last = tuned.evaluations.last().expect("the climb ended somewhere");
        assert!(value_of(last) < value_of(&tuned.evaluations[0]) - 0.02, "it went astray: {last:?}");
        assert_ne!(tuned.best.values, last.values);
        // Fresh games of which nothing was chosen: no worse than the beginning but for noise of half a point.
        assert!(tuned.gain.value > Some(-0.02), "{:?}", tuned.gain);
    }

    #[test]
    fn tuning_goes_the_same_way_on_one_thread_and_on_two() {
        assert_eq!(tuned(1, 12), tuned(2, 12));
    }

    /// 0.9 times the score and 0.1 times the lead of -8 to 8 as 0 to 1, by hand.
    #[test]
    fn what_is_climbed_is_the_score_with_a_tenth_of_the_margin() {
        let worth = |winner, lead, side| {
            let outcome = Outcome { winner, lead, rule: rule!("3.1"), reason: "" };
            Worth::of(outcome.into(), side).height
        };
        for (winner, lead, side, expected) in [
            (Some(Side::First), 4, Side::First, 0.9 + 0.1 * 0.75),
            (Some(Side::First), 4, Side::Second, 0.1 * 0.25),
            (Some(Side::First), 20, Side::First, 1.0),
            (None, 0, Side::Second, 0.45 + 0.05),
        ] {
            assert!((worth(winner, lead, side) - expected).abs() < 1e-12, "{winner:?} {lead} {side:?}");
        }
    }
}
