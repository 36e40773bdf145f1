//! The data that charts are drawn from: numbers with their intervals and labels. A chart does not care who computed
//! them.

use serde::{Deserialize, Serialize};
use szala_analysis::Interval;

use crate::lexicon::Called;

/// The games that a chart shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Their label beside other runs, in a word or two.
    pub label: String,
    /// What was played.
    pub title: String,
    /// The players of the sides.
    pub players: [String; 2],
    /// Games that ended.
    pub games: u64,
    /// Games without an end, which no figure counts.
    pub aborted: u64,
    /// Do the intervals hold at any time, rather than only for a number of games fixed in advance?
    pub is_anytime: bool,
}

/// How often each side wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The first side's share of the games.
    pub first: Interval,
    /// The share of draws.
    pub draws: Interval,
    /// The second side's share.
    pub second: Interval,
    /// The score of the first side.
    pub score: Interval,
}

/// Outcomes of one run, or of two side by side.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The runs.
    pub runs: Vec<(Source, Outcome)>,
    /// How much higher the score is in the second of two runs whose games are pairs.
    pub difference: Option<Interval>,
}

/// Games counted by winner: the first side, nobody, the second side.
pub type ByWinner = [u64; 3];

/// Games that ended with a margin.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// Victory points of the first side less those of the second.
    pub points: i64,
    /// The winners.
    pub winners: ByWinner,
    /// Their share of all games.
    pub share: Interval,
}

/// Games by their margin in victory points.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The margins that occurred, in order.
    pub margins: Vec<Margin>,
    /// The mean margin.
    pub mean: Interval,
}

/// The margins of one run, or of two mirrored.
#[derive(Clone, Debug, PartialEq)]
pub struct Margins {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The runs.
    pub runs: Vec<(Source, Distribution)>,
    /// How much more the first side leads in the second of two runs whose games are pairs.
    pub difference: Option<Interval>,
}

/// The outcome of the games that reached the start of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageOutcome {
    /// The stage.
    pub stage: u32,
    /// How many games there were.
    pub games: u64,
    /// How they ended.
    pub outcome: Outcome,
}

/// The outcome of games by how far they lasted.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The games.
    pub source: Source,
    /// The name of the game's time unit: stage, turn.
    pub time: String,
    /// The stages, in order.
    pub stages: Vec<StageOutcome>,
}

/// One way in which games end.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// In words, with the number of the rule where there is one.
    pub words: String,
    /// Its share of the games.
    pub share: Interval,
    /// The winners.
    pub winners: ByWinner,
}

/// How games end.
#[derive(Clone, Debug, PartialEq)]
pub struct Reasons {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The games.
    pub source: Source,
    /// The most frequent first.
    pub reasons: Vec<Reason>,
}

/// How long a unit or a commander lasts.
#[derive(Clone, Debug, PartialEq)]
pub struct Survivor {
    /// Its name.
    pub name: String,
    /// Does it belong to the second side?
    pub is_second: bool,
    /// Is it a group of units of one kind, each watched from the stage in which it came in?
    pub is_group: bool,
    /// The chance that it has not been lost by the end of stage 1, 2 and so on.
    pub survival: Vec<Interval>,
}

/// How long all of them last.
#[derive(Clone, Debug, PartialEq)]
pub struct Survival {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The games.
    pub source: Source,
    /// The name of the game's time unit: stage, turn.
    pub time: String,
    /// The units and commanders.
    pub units: Vec<Survivor>,
}

/// The score as it was known after each number of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Convergence {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The games.
    pub source: Source,
    /// The number of games, and the score of the first side in them with its confidence sequence.
    pub looks: Vec<(u64, Interval)>,
}

/// How often a rule applied.
#[derive(Clone, Debug, PartialEq)]
pub struct ClauseHits {
    /// Its number.
    pub rule: String,
    /// Its subject, in a few words of the ledger.
    pub title: String,
    /// Times a game.
    pub times: Interval,
    /// The share of the games in which it applied at all.
    pub share: Interval,
    /// Is it a decision on a doubtful rule, rather than a rule of the book?
    pub is_decision: bool,
}

/// How often the rules applied.
#[derive(Clone, Debug, PartialEq)]
pub struct Clauses {
    /// The games.
    pub source: Source,
    /// Those that applied, the most frequent first.
    pub hit: Vec<ClauseHits>,
    /// The numbers and titles of the rules of the book that did not apply, in its order.
    pub never: Vec<(String, String)>,
    /// The same for decisions on doubtful rules.
    pub never_decisions: Vec<(String, String)>,
}

/// The effect of a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The change in words.
    pub label: String,
    /// The difference from the unchanged scenario.
    pub difference: Interval,
}

/// The effects of several changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// The affected quantity: `score of Poles`.
    pub what: String,
    /// Its unit: `points`.
    pub unit: String,
    /// The games.
    pub source: Source,
    /// The changes, in drawing order.
    pub rows: Vec<Difference>,
}

/// The effect of a value at the ends of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// The value, with its current setting.
    pub label: String,
    /// The ends that differ from the current setting, each with the difference from the unchanged scenario.
    pub ends: Vec<(String, Interval)>,
}

/// The effects of several values at the ends of their ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Tornado {
    /// The affected quantity: `score of Poles`.
    pub what: String,
    /// Its unit: `points`.
    pub unit: String,
    /// The games.
    pub source: Source,
    /// The values, the one with the largest effect first.
    pub rows: Vec<Ends>,
}

/// The score of the first side over the values of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepCurve {
    /// The name of the first side.
    pub side: Called,
    /// The parameter, with its unit if it has one.
    pub parameter: String,
    /// The games of each value.
    pub source: Source,
    /// Values in order, each with the score.
    pub points: Vec<(f64, Interval)>,
    /// The value of the scenario, if it is among those.
    pub reference: Option<f64>,
}

/// The score of the first side over the values of two parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepMap {
    /// The name of the first side.
    pub side: Called,
    /// The parameters, from left to right, and from top to bottom.
    pub parameters: [String; 2],
    /// The games of each combination.
    pub source: Source,
    /// Their values, as text.
    pub values: [Vec<String>; 2],
    /// The scores, row by row; `None` for combinations that were not played.
    pub scores: Vec<Vec<Option<Interval>>>,
    /// The column and row of the scenario's own values.
    pub reference: Option<[usize; 2]>,
}

/// A roll listed below the course of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckyRoll {
    /// Its position in the game.
    pub at: f64,
    /// The score of the first side after it.
    pub score: f64,
    /// Did it favour the second side?
    pub is_second: bool,
    /// What was rolled, and when.
    pub words: String,
    /// The gain of the side it favoured, in parts of a game.
    pub gain: Interval,
}

/// The luck of a game, roll by roll.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckCourse {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// Which game, and how it was analysed.
    pub source: String,
    /// The name of the game's time unit: stage, turn.
    pub time: String,
    /// Positions in the game in order, in decisions, each with the expected score of the first side.
    pub course: Vec<(f64, Interval)>,
    /// Where each time unit begins, with its number.
    pub stages: Vec<(f64, u8)>,
    /// The net luck of the first side, in parts of a game.
    pub net: Interval,
    /// The rolls that gained most for each side.
    pub rolls: Vec<LuckyRoll>,
}

/// How much of the variance of the score each source of randomness explains.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckShares {
    /// The games.
    pub source: Source,
    /// The share that chance explains alone.
    pub chance: Interval,
    /// The share that choices explain alone.
    pub choices: Interval,
    /// Each source with the two shares it explains, in percent.
    pub rows: Vec<Ends>,
}

/// The chance that a question is answered, by the number of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The pilot.
    pub source: String,
    /// Numbers of games with the chance, in increasing order.
    pub course: Vec<(u64, f64)>,
    /// The numbers of games that answer it with an even chance and with nine in ten; `None` if the maximum is too
    /// small.
    pub answered: [Option<u64>; 2],
    /// Nine runs in ten take a number of games in this range.
    pub range: [u64; 2],
    /// The maximum number of games.
    pub most: u64,
    /// The time of games in seconds: before the first, and for each.
    pub seconds: [f64; 2],
}

/// The result of checking an answer in fresh games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Checked {
    /// It reaches the goal.
    Holds,
    /// It does not.
    Refuted,
    /// The games are too few to decide.
    Open,
}

/// An answer of a search for balance.
#[derive(Clone, Debug, PartialEq)]
pub struct FrontAnswer {
    /// Its changes.
    pub words: String,
    /// Their cost.
    pub cost: f64,
    /// The result of each check, and the score of the first side in it; the players of the search come first.
    pub checks: Vec<(Checked, Interval)>,
}

/// The cost of changes, and their distance from the goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// The name of the first side.
    pub side: Called,
    /// The games.
    pub source: Source,
    /// The target score, and its tolerance.
    pub goal: [f64; 2],
    /// The score of the unchanged scenario.
    pub as_it_is: f64,
    /// Do the answers, or the unchanged scenario, reach the goal in the search?
    pub is_reached: bool,
    /// The nearest candidate at each cost: the cost, and the score.
    pub nearest: Vec<(f64, Interval)>,
    /// The answers.
    pub answers: Vec<FrontAnswer>,
}

/// A player with its strength and speed.
#[derive(Clone, Debug, PartialEq)]
pub struct Paced {
    /// Its name.
    pub name: String,
    /// Its side: 0 or 1.
    pub side: usize,
    /// Games per second and thread.
    pub pace: f64,
    /// Its mean score.
    pub strength: Interval,
}

/// Strength against thinking time.
#[derive(Clone, Debug, PartialEq)]
pub struct Paces {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// What was played.
    pub title: String,
    /// Games in all.
    pub games: u64,
    /// The players.
    pub players: Vec<Paced>,
}
