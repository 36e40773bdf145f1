//! How many games a question takes, forecast from the games of a short pilot. Chances that fit the pilot are drawn, and
//! with each of them the question is simulated to its end, by the stopping rule of its command. The pilot plays the
//! first games of the very run that is forecast, so the run goes on from its counts. How long games take, and who plays
//! them, is left to `pilot`.

mod draws;
pub mod pilot;

use szala_kernel::Side;

use crate::course::{ALPHA, LOOK_EVERY};
use crate::gate::{Asked, Remembered};
use crate::statistics::change::{self, Answer, Inquiry};
use crate::statistics::sequence::{MOST_GAMES, games_until_rate};
use crate::statistics::{Sample, float, normal_quantile};
use crate::verdict::{Verdict, decided, precise_enough};
use draws::Draws;

/// Runs that are simulated for a forecast.
const RUNS: usize = 300;
/// Baselines that are drawn from the pilot's games for a forecast of a gate.
const BASELINES: usize = 100;
/// Games grow at least by this factor between two looks; looks at every place would find an end half a step earlier.
const STRIDE: f64 = 1.03;
/// The share of runs in which the reported figure is to be within the factor.
pub const KEPT: f64 = 0.9;
/// The factor within which the figure is promised, where it can be.
pub const PROMISED: f64 = 1.5;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Question {
    /// A verdict within this margin, looked for every hundred games.
    Verdict(f64),
    /// All three rates within this half-width, looked for every hundred games.
    Rates(f64),
    /// A change of the score or none, asked after every pair.
    Change(change::Question),
    /// The difference of two scores within this half-width, for a number of pairs that is chosen before.
    Difference(f64),
}

/// What a run ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// The scenario is fair.
    Fair,
    /// It favours this side.
    Favours(Side),
    /// The score rises.
    More,
    /// It falls.
    Less,
    /// It changes by less than was asked.
    Neither,
    /// All is known as precisely as was asked.
    Known,
    /// The most games were played, and nothing is decided.
    Open,
}

/// Games, or pairs of games, that a question is asked of as they come.
#[derive(Clone, Copy, Debug)]
pub struct Asking {
    question: Question,
    /// By kind: a win, a draw, a loss of the first side; of pairs, differences of the score from -1 to 1.
    counts: [u64; 5],
    /// All, those without an end included.
    games: u64,
    inquiry: Option<Inquiry>,
    ended: Option<(u64, End)>,
}

impl Asking {
    /// Before the first game.
    pub fn new(question: Question) -> Self {
        let inquiry = if let Question::Change(asked) = question { Some(Inquiry::new(asked)) } else { None };
        Self { question, counts: [0; 5], games: 0, inquiry, ended: None }
    }

    /// Adds a game: its half points, 2 for a win; of a pair, the half points of the second less those of the first.
    /// Nothing for a game without an end. After the end of the question no game counts.
    pub fn add(&mut self, half_points: Option<i64>) {
        if self.ended.is_some() {
            return;
        }
        self.games += 1;
        if let Some(half_points) = half_points {
            let place = if self.is_of_pairs() { half_points + 2 } else { 2 - half_points };
            self.counts[usize::try_from(place).expect("a score is none, a half or one")] += 1;
        }
        let is_due = match self.question {
            Question::Verdict(_) | Question::Rates(_) => self.games.is_multiple_of(LOOK_EVERY),
            Question::Change(_) | Question::Difference(_) => true,
        };
        if is_due {
            self.ended = self.look().map(|end| (self.games, end));
        }
    }

    /// How many games, or pairs, were played.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// After which game the question was answered, and how.
    pub fn ended(&self) -> Option<(u64, End)> {
        self.ended
    }

    /// Is it asked of pairs?
    pub fn is_of_pairs(&self) -> bool {
        matches!(self.question, Question::Change(_) | Question::Difference(_))
    }

    /// How many kinds of outcomes there are.
    fn kinds(&self) -> usize {
        if self.is_of_pairs() { 5 } else { 3 }
    }

    /// The differences of pairs.
    pub fn differences(&self) -> Sample {
        differences(self.counts)
    }

    /// The wins, draws and losses of games, or the differences of pairs.
    pub fn counts(&self) -> [u64; 5] {
        self.counts
    }

    fn look(&mut self) -> Option<End> {
        let [first, draws, second, ..] = self.counts;
        match self.question {
            Question::Verdict(margin) => match decided(first, draws, second, margin, ALPHA)? {
                Verdict::Fair => Some(End::Fair),
                Verdict::Favours(side) => Some(End::Favours(side)),
                Verdict::Undecided { .. } => None,
            },
            Question::Rates(precision) => {
                precise_enough(first, draws, second, precision, ALPHA).is_ok().then_some(End::Known)
            }
            Question::Change(_) => {
                let differences = differences(self.counts);
                self.inquiry.as_mut()?.ask(&differences).map(|answer| match answer {
                    Answer::More => End::More,
                    Answer::Less => End::Less,
                    Answer::Neither => End::Neither,
                })
            }
            // Its number of pairs does not depend on their results.
            Question::Difference(_) => None,
        }
    }

    /// How many games it takes; at most `most`. `seed` draws the chances.
    pub fn forecast(&self, most: u64, seed: u64) -> Forecast {
        if let Some((games, end)) = self.ended {
            return Forecast::of(vec![(games, end)]);
        }
        let mut draws = Draws::new(seed);
        // Games without an end come on top.
        let ended: u64 = self.counts.iter().sum();
        let all = float(self.games.max(1)) / float(ended.max(1));
        let run = |_| {
            let chances = draws.chances(&self.counts[..self.kinds()]);
            let (games, end) = self.play_on(&chances, most, &mut draws);
            let games = whole(float(games) * all);
            // A question that ends by its results has not ended yet; a chosen number may be less than the pilot's.
            let least = if matches!(self.question, Question::Difference(_)) { 0 } else { self.games };
            if end == End::Open || games > most { (most, End::Open) } else { (games.max(least), end) }
        };
        Forecast::of((0..RUNS).map(run).collect())
    }

    /// Where the question ends if these are the chances.
    fn play_on(&self, chances: &[f64], most: u64, draws: &mut Draws) -> (u64, End) {
        let ended: u64 = self.counts.iter().sum();
        match self.question {
            Question::Difference(half_width) => {
                let needed = pairs_for(half_width, variance(chances));
                if needed > most { (most, End::Open) } else { (needed, End::Known) }
            }
            Question::Rates(precision) => {
                let until = |chance: &f64| {
                    // The rate will be about its chance; as a number of hits in a million.
                    let hits = whole(chance * 1e6).min(1_000_000);
                    games_until_rate(hits, 1_000_000, precision, ALPHA).unwrap_or(MOST_GAMES)
                };
                let games = chances.iter().map(until).max().unwrap_or(MOST_GAMES);
                let games = games.next_multiple_of(LOOK_EVERY);
                if games > most { (most, End::Open) } else { (games, End::Known) }
            }
            Question::Verdict(_) | Question::Change(_) => {
                let mut asking = Self { games: ended, ..*self };
                let step = if asking.is_of_pairs() { 1 } else { LOOK_EVERY };
                while asking.games < most {
                    let next = whole(float(asking.games) * STRIDE).max(asking.games + 1);
                    let next = next.next_multiple_of(step).min(most);
                    draws.outcomes(next - asking.games, chances, &mut asking.counts);
                    asking.games = next;
                    if let Some(end) = asking.look() {
                        return (next, end);
                    }
                }
                (most, End::Open)
            }
        }
    }
}

/// How many pairs, chosen beforehand, give the difference of scores a 95 % interval of this half-width, if the
/// difference of a pair has this variance.
pub fn pairs_for(half_width: f64, variance: f64) -> u64 {
    let quantile = normal_quantile(1.0 - ALPHA / 2.0) / half_width;
    whole((quantile * quantile * variance).ceil()).max(2)
}

/// The half-width that this many pairs give: the inverse of [`pairs_for`].
pub fn half_width_of(pairs: u64, variance: f64) -> f64 {
    normal_quantile(1.0 - ALPHA / 2.0) * (variance / float(pairs.max(1))).sqrt()
}

/// The variance of the difference of a pair, from the chances of the differences from -1 to 1.
fn variance(chances: &[f64]) -> f64 {
    let moment = |power: i32| -> f64 {
        let values = [-1.0_f64, -0.5, 0.0, 0.5, 1.0];
        values.iter().zip(chances).map(|(value, chance)| chance * value.powi(power)).sum()
    };
    moment(2) - moment(1).powi(2)
}

/// The differences of pairs by their counts, from -1 to 1.
fn differences(counts: [u64; 5]) -> Sample {
    let sum = |power: u32| -> i128 {
        (-2_i128..).zip(counts).map(|(half_points, count)| half_points.pow(power) * i128::from(count)).sum()
    };
    let half_points = Sample::of_sums(counts.iter().sum(), sum(1), sum(2));
    Sample { mean: half_points.mean / 2.0, variance: half_points.variance / 4.0, ..half_points }
}

/// How many games a baseline takes for these terms, by the games of a pilot.
pub fn forecast_of_gate(asked: &Asked, games: &[Remembered], most: u64, seed: u64) -> Forecast {
    let mut draws = Draws::new(seed);
    let run = |_| {
        let again: Vec<Remembered> = games.iter().map(|_| games[draws.place(games.len())]).collect();
        let needed = asked.settle(&again).needed(&again);
        if needed > most { (most, End::Open) } else { (needed.max(1), End::Known) }
    };
    Forecast::of((0..BASELINES).map(run).collect())
}

/// How many games a question takes: what runs that fit the pilot took.
#[derive(Clone, Debug, PartialEq)]
pub struct Forecast {
    /// How many games each took and how it ended, the shortest first, those without an answer last.
    runs: Vec<(u64, End)>,
}

impl Forecast {
    fn of(mut runs: Vec<(u64, End)>) -> Self {
        runs.sort_by_key(|(games, end)| (*end == End::Open, *games));
        Self { runs }
    }

    /// Where the number of games is chosen.
    pub fn known(games: u64) -> Self {
        Self::of(vec![(games, End::Known)])
    }

    /// The longest of several: what takes all of them.
    ///
    /// # Panics
    /// Where there are none.
    pub fn longest(all: &[Self]) -> Self {
        let longest = all.iter().max_by_key(|forecast| forecast.told());
        longest.expect("there is one at least").clone()
    }

    /// Within how many games is the question answered with this chance? Nothing where even the most do not suffice.
    pub fn games_for(&self, chance: f64) -> Option<u64> {
        let (games, end) = self.runs[self.place(chance)];
        (end != End::Open).then_some(games)
    }

    fn place(&self, chance: f64) -> usize {
        let place = (float(self.runs.len() as u64) * chance).ceil();
        usize::try_from(whole(place)).unwrap_or(usize::MAX).clamp(1, self.runs.len()) - 1
    }

    /// The number of games that is reported: half of the runs take more, or have no answer.
    pub fn told(&self) -> u64 {
        self.runs[self.place(0.5)].0
    }

    /// The range of games that nine runs in ten take, without the shortest and the longest twentieth.
    pub fn range(&self) -> [u64; 2] {
        [1.0 - KEPT, 1.0 + KEPT].map(|part| self.runs[self.place(part / 2.0)].0)
    }

    /// The factor of the reported number within which nine runs in ten stay.
    pub fn factor(&self) -> f64 {
        let told = float(self.told());
        let away = |(games, _): &(u64, End)| (float(*games) / told).max(told / float(*games));
        let mut factors: Vec<f64> = self.runs.iter().map(away).collect();
        factors.sort_by(f64::total_cmp);
        factors[self.place(KEPT)]
    }

    /// The chance that the question is answered within this many games.
    pub fn chance_by(&self, games: u64) -> f64 {
        self.share(|(taken, end)| end != End::Open && taken <= games)
    }

    /// The chance of each end, the likeliest first.
    pub fn ends(&self) -> Vec<(End, f64)> {
        let mut kinds: Vec<End> = self.runs.iter().map(|(_, end)| *end).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let mut ends: Vec<(End, f64)> =
            kinds.into_iter().map(|kind| (kind, self.share(|(_, end)| end == kind))).collect();
        ends.sort_by(|one, other| other.1.total_cmp(&one.1));
        ends
    }

    fn share(&self, is_so: impl Fn((u64, End)) -> bool) -> f64 {
        float(self.runs.iter().filter(|run| is_so(**run)).count() as u64) / float(self.runs.len() as u64)
    }
}

/// A number of games near to this one.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count, and what is too large is the most"
)]
fn whole(number: f64) -> u64 {
    number.round() as u64
}

#[cfg(test)]
mod tests;
