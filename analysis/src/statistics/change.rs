//! Is there a change of so much, or none? Asked again after every pair until it is answered: two sequential tests, no
//! change against one upwards and against one downwards, each at half the level. A change is found when one of them
//! says so; there is none when both deny it. Pairs that are all alike answer once that can hardly be luck.

use super::Sample;
use super::equivalence::games_to_show;
use super::interval::Interval;
use super::sequence;
use super::sprt::{Decision, Sprt};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// The change that is to be found, if it is as large or larger.
    pub size: f64,
    /// The chance to find one where there is none, both directions together.
    pub level: f64,
    /// The chance to find one of this size.
    pub power: f64,
}

/// What the pairs answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// More than before.
    More,
    /// Less than before.
    Less,
    /// Neither more nor less by the requested size.
    Neither,
}

impl Question {
    /// How many pairs a test would take whose number is chosen before, if their differences vary so much.
    pub fn fixed(&self, variance: f64) -> f64 {
        games_to_show(self.size, variance, self.level / 2.0, self.power)
    }
}

/// One of the two tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Upwards,
    Downwards,
}

impl Direction {
    /// The differences as the test of this direction sees them: upwards is what it looks for.
    fn sees(self, differences: &Sample) -> Sample {
        match self {
            Self::Upwards => *differences,
            Self::Downwards => Sample { mean: -differences.mean, ..*differences },
        }
    }
}

/// A question under way.
#[derive(Clone, Copy, Debug)]
pub struct Inquiry {
    question: Question,
    test: Sprt,
    /// Has a change upwards, and one downwards, been denied?
    denied: [bool; 2],
    /// Which of the two was denied last, or is alone open.
    last: Option<Direction>,
    answer: Option<Answer>,
}

impl Inquiry {
    /// Begins to ask.
    pub fn new(question: Question) -> Self {
        let Question { size, level, power } = question;
        let test = Sprt { low: 0.0, high: size, alpha: level / 2.0, beta: 1.0 - power };
        Self { question, test, denied: [false; 2], last: None, answer: None }
    }

    /// Asks the differences of all pairs up to now. An answer is never taken back.
    pub fn ask(&mut self, differences: &Sample) -> Option<Answer> {
        if self.answer.is_none() {
            self.answer = self.look(differences);
        }
        self.answer
    }

    fn look(&mut self, differences: &Sample) -> Option<Answer> {
        if differences.variance <= 0.0 {
            return self.answer_of_alike(differences);
        }
        let directions = [(Direction::Upwards, Answer::More), (Direction::Downwards, Answer::Less)];
        for (at, (direction, found)) in directions.into_iter().enumerate() {
            if self.denied[at] {
                continue;
            }
            match self.test.decide(&direction.sees(differences)) {
                Decision::High => {
                    self.last = Some(direction);
                    return Some(found);
                }
                Decision::Low => {
                    self.denied[at] = true;
                    self.last = Some(if self.denied == [true; 2] { direction } else { directions[1 - at].0 });
                }
                Decision::Open => (),
            }
        }
        (self.denied == [true; 2]).then_some(Answer::Neither)
    }

    /// Pairs that are all alike: [`Sprt`] waits for some that are not. What the others can be is known all the same.
    fn answer_of_alike(&self, differences: &Sample) -> Option<Answer> {
        let Interval { low, high, .. } = of_alike(differences, self.question.level);
        match () {
            () if low > 0.0 => Some(Answer::More),
            () if high < 0.0 => Some(Answer::Less),
            () if -self.question.size < low && high < self.question.size => Some(Answer::Neither),
            () => None,
        }
    }

    /// The change, with its interval for 1 - `alpha`, after these differences ended the question, or while it is open.
    /// Their plain mean is further out than the truth where they found a change, since it is luck that ends a test
    /// early; this estimate is too high as often as too low.
    ///
    /// A change upwards is found exactly when the test upwards alone finds it: it is denied long before the one
    /// downwards can be found. So the outcomes of that test are ordered as [`Sprt::estimate`] has them, and those of
    /// the other one likewise. Where neither was found it is the test that was denied last; before either is denied,
    /// nothing of note has ended early, and the interval is Student's.
    pub fn estimate(&self, differences: &Sample, alpha: f64) -> Interval {
        if differences.variance <= 0.0 {
            return of_alike(differences, alpha);
        }
        let Some(last) = self.last else { return differences.mean_interval(alpha) };
        let found = self.test.estimate(&last.sees(differences), alpha);
        match last {
            Direction::Upwards => found,
            Direction::Downwards => {
                Interval { estimate: -found.estimate, low: -found.high, high: -found.low }
            }
        }
    }

    /// What was answered, if anything was.
    pub fn answer(&self) -> Option<Answer> {
        self.answer
    }
}

/// What pairs can differ by of which all so far differed alike: the interval holds at any time.
fn of_alike(&Sample { n, mean, .. }: &Sample, alpha: f64) -> Interval {
    // A score differs by a game, a half, or not at all.
    let counts = [-1.0, -0.5, 0.0, 0.5, 1.0]
        .map(|difference: f64| if (mean - difference).abs() < 0.25 { n } else { 0 });
    let Interval { low, high, .. } = sequence::score_difference(counts, alpha);
    Interval { estimate: mean, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::float;
    use crate::statistics::testing::{Lots, assert_near};

    const QUESTION: Question = Question { size: 0.01, level: 0.05, power: 0.9 };

    /// By hand: the upper level is ln(0.9 / 0.025) = 3.584, the lower one ln(0.1 / 0.975) = -2.277. With a variance of
    /// 0.25 and a mean m the ratio after n pairs is n 0.01 (2 m - 0.01) / 0.5. At m = 0.02 it is 0.0006 n: found with
    /// 5973 pairs, and not with 5972. At m = 0 it is -0.0002 n in both directions: denied with 11 387, not with 11 386.
    #[test]
    fn it_is_answered_where_the_ratio_crosses_a_level() {
        let ask = |n, mean| Inquiry::new(QUESTION).ask(&Sample { n, mean, variance: 0.25 });
        assert_eq!((ask(5_972, 0.02), ask(5_973, 0.02)), (None, Some(Answer::More)));
        assert_eq!((ask(5_972, -0.02), ask(5_973, -0.02)), (None, Some(Answer::Less)));
        assert_eq!((ask(11_386, 0.0), ask(11_387, 0.0)), (None, Some(Answer::Neither)));
    }

    #[test]
    fn a_direction_once_denied_stays_denied() {
        let mut inquiry = Inquiry::new(QUESTION);
        // Downwards it is denied by then: 2 * 0.012 + 0.01 is more than three times as far as 2 * 0 - 0.01.
        assert_eq!(inquiry.ask(&Sample { n: 4_000, mean: 0.012, variance: 0.25 }), None);
        assert_eq!(inquiry.ask(&Sample { n: 20_000, mean: -0.02, variance: 0.25 }), Some(Answer::Neither));
        // And what was answered stays.
        assert_eq!(inquiry.ask(&Sample { n: 90_000, mean: 0.02, variance: 0.25 }), Some(Answer::Neither));
        assert_eq!(inquiry.answer(), Some(Answer::Neither));
    }

    /// By hand: if a pair in a hundred differed, 200 in a row would be alike in 0.99^200 = 13 % of runs, and 2000 in
    /// 2 in a thousand million.
    #[test]
    fn pairs_that_do_not_differ_show_in_the_end_that_none_does() {
        let ask = |n| Inquiry::new(QUESTION).ask(&Sample { n, mean: 0.0, variance: 0.0 });
        assert_eq!((ask(0), ask(200), ask(2_000)), (None, None, Some(Answer::Neither)));
    }

    /// By hand: where gains and losses are as likely, 200 gains in a row come in 2^-200 of runs, and two in a quarter.
    #[test]
    fn pairs_that_all_differ_alike_show_a_change_as_well() {
        let ask = |n, mean| Inquiry::new(QUESTION).ask(&Sample { n, mean, variance: 0.0 });
        assert_eq!((ask(2, 1.0), ask(200, 1.0)), (None, Some(Answer::More)));
        assert_eq!((ask(2, -0.5), ask(200, -0.5)), (None, Some(Answer::Less)));
    }

    /// For both directions of 5 % the quantile is 1.960, for 90 % it is 1.282: (3.2415 / 0.01)^2 * 0.25 = 26 269.
    #[test]
    fn a_test_of_a_fixed_number_takes_more() {
        assert_near(QUESTION.fixed(0.25), 26_269.0, 1.0);
    }

    /// A question that was answered: the answer, the estimate, and the plain mean of its pairs.
    struct Answered {
        answer: Option<Answer>,
        estimate: Interval,
        plain: f64,
    }

    /// Pairs that differ in four of ten, by a game, and whose mean difference is this.
    fn play(question: Question, mean: f64, seed: u64) -> Answered {
        let (mut lots, mut inquiry) = (Lots::new(seed), Inquiry::new(question));
        let (mut pairs, mut sum, mut squares) = (0, 0, 0);
        loop {
            let difference = [1, -1, 0][lots.one_of(&[0.2 + mean / 2.0, 0.2 - mean / 2.0])];
            (pairs, sum, squares) = (pairs + 1, sum + difference, squares + difference * difference);
            let sample = Sample::of_sums(pairs, sum, squares);
            let answer = inquiry.ask(&sample);
            if answer.is_some() {
                return Answered { answer, estimate: inquiry.estimate(&sample, 0.1), plain: sample.mean };
            }
        }
    }

    /// 1000 runs: a half has a deviation of 0.016, a coverage of 0.9 one of 0.0095; the bounds are three of them, and
    /// half a point for what the test's approximation takes.
    #[test]
    fn the_estimate_after_an_answer_is_too_high_as_often_as_too_low_and_its_interval_holds() {
        const RUNS: u64 = 1000;
        let question = Question { size: 0.06, ..QUESTION };
        let share = |count: usize| float(count as u64) / float(RUNS);
        for mean in [-0.06, -0.03, 0.0, 0.03, 0.06, 0.12] {
            let runs: Vec<Answered> = (0..RUNS).map(|seed| play(question, mean, seed)).collect();
            let too_high = share(runs.iter().filter(|run| run.estimate.estimate > mean).count());
            let holds = |run: &&Answered| (run.estimate.low..=run.estimate.high).contains(&mean);
            let held = share(runs.iter().filter(holds).count());
            assert!((0.447..=0.553).contains(&too_high), "{mean}: {too_high}");
            assert!((0.867..=0.933).contains(&held), "{mean}: {held}");
            // Where a change was found, the plain mean says more than it is.
            let found: Vec<&Answered> = runs.iter().filter(|run| run.answer == Some(Answer::More)).collect();
            let plain = found.iter().filter(|run| run.plain > mean).count();
            assert!(mean < 0.06 || 100 * plain > 55 * found.len(), "{mean}: {plain} of {}", found.len());
        }
    }
}
