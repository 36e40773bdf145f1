//! What charts are drawn from: numbers with their intervals and the words that belong to them. Who worked them out is
//! no concern of a chart.

use serde::{Deserialize, Serialize};
use szala_analysis::Interval;

use crate::lexicon::Called;

/// The games that a chart shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What they are called where there are others, in a word or two.
    pub label: String,
    /// What was played.
    pub title: String,
    /// Who played the sides.
    pub players: [String; 2],
    /// Games that came to an end.
    pub games: u64,
    /// Games that had none, which no figure counts.
    pub aborted: u64,
    /// Do the intervals hold at any time, and not only for a number of games fixed before?
    pub is_anytime: bool,
}

/// How often each side wins.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The first side's part of the games.
    pub first: Interval,
    /// Nobody's.
    pub draws: Interval,
    /// The second side's.
    pub second: Interval,
    /// The score of the first side.
    pub score: Interval,
}

/// Outcomes of one run, or of two beside each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The runs.
    pub runs: Vec<(Source, Outcome)>,
    /// How much higher the score is in the second of two runs whose games are pairs.
    pub difference: Option<Interval>,
}

/// Games counted by who won them: the first side, nobody, the second side.
pub type ByWinner = [u64; 3];

/// Games that ended with a margin.
#[derive(Clone, Debug, PartialEq)]
pub struct Margin {
    /// Victory points of the first side less those of the second.
    pub points: i64,
    /// Who won them.
    pub winners: ByWinner,
    /// Their part of all games.
    pub share: Interval,
}

/// Games by their margin in victory points.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// The margins there were, in order.
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

/// What became of the games that were still going on at the start of a stage.
#[derive(Clone, Debug, PartialEq)]
pub struct StageOutcome {
    /// The stage.
    pub stage: u32,
    /// How many games there were.
    pub games: u64,
    /// How they ended.
    pub outcome: Outcome,
}

/// How games ended by how far they had come.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// The games.
    pub source: Source,
    /// What a stretch of a game's time is called: a stage, a turn.
    pub time: String,
    /// The stages, in order.
    pub stages: Vec<StageOutcome>,
}

/// One way in which games end.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// In words, with the number of the rule where there is one.
    pub words: String,
    /// Its part of the games.
    pub share: Interval,
    /// Who won them.
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
    /// Are they several that are alike, each watched from the stage in which it came in?
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
    /// What a stretch of a game's time is called: a stage, a turn.
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
    /// The number of games, and the score of the first side in them with what a confidence sequence leaves.
    pub looks: Vec<(u64, Interval)>,
}

/// How often a rule was at work.
#[derive(Clone, Debug, PartialEq)]
pub struct ClauseHits {
    /// Its number.
    pub rule: String,
    /// What it is about, in a few words of the ledger.
    pub title: String,
    /// Times a game.
    pub times: Interval,
    /// The part of the games in which it was at work at all.
    pub share: Interval,
    /// Is it a decision on a doubtful rule, and not a rule of the book?
    pub is_decision: bool,
}

/// How often the rules were at work.
#[derive(Clone, Debug, PartialEq)]
pub struct Clauses {
    /// The games.
    pub source: Source,
    /// Those that were, the most frequent first.
    pub hit: Vec<ClauseHits>,
    /// The numbers and titles of the rules of the book that were not, in its order.
    pub never: Vec<(String, String)>,
    /// The same of decisions on doubtful rules.
    pub never_decisions: Vec<(String, String)>,
}

/// What a change shifts, and by how much.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The change in words.
    pub label: String,
    /// The difference from the scenario as it is.
    pub difference: Interval,
}

/// Differences that several changes make.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    /// What is shifted: `score of Poles`.
    pub what: String,
    /// What it is measured in: `points`.
    pub unit: String,
    /// The games.
    pub source: Source,
    /// The changes, in the order in which they are drawn.
    pub rows: Vec<Difference>,
}

/// What a value does at the ends of its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Ends {
    /// The value, with what it is now.
    pub label: String,
    /// The ends that are not what it is now, each with the difference from the scenario as it is.
    pub ends: Vec<(String, Interval)>,
}

/// What several values do at the ends of their ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct Tornado {
    /// What is shifted: `score of Poles`.
    pub what: String,
    /// What it is measured in: `points`.
    pub unit: String,
    /// The games.
    pub source: Source,
    /// The values, the one that shifts most first.
    pub rows: Vec<Ends>,
}

/// The score of the first side over the values of a parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepCurve {
    /// The name of the first side.
    pub side: Called,
    /// What is changed, with its unit where it has one.
    pub parameter: String,
    /// The games of each value.
    pub source: Source,
    /// Values in order, each with the score.
    pub points: Vec<(f64, Interval)>,
    /// The value that the scenario has, if it is among those.
    pub reference: Option<f64>,
}

/// The score of the first side over the values of two parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepMap {
    /// The name of the first side.
    pub side: Called,
    /// What is changed from left to right, and from top to bottom.
    pub parameters: [String; 2],
    /// The games of each combination.
    pub source: Source,
    /// Their values as they are written.
    pub values: [Vec<String>; 2],
    /// The scores, row by row; nothing where nothing was played.
    pub scores: Vec<Vec<Option<Interval>>>,
    /// Column and row of what the scenario has.
    pub reference: Option<[usize; 2]>,
}

/// A roll that is listed below the course of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckyRoll {
    /// Where it is in the game.
    pub at: f64,
    /// The score of the first side after it.
    pub score: f64,
    /// Did it favour the second side?
    pub is_second: bool,
    /// What was rolled, and when.
    pub words: String,
    /// What the side gained that it favoured, in parts of a game.
    pub gain: Interval,
}

/// The luck of a game, roll by roll.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckCourse {
    /// The names of the sides.
    pub sides: [Called; 2],
    /// Which game, and how it was looked into.
    pub source: String,
    /// What a stretch of a game's time is called: a stage, a turn.
    pub time: String,
    /// Places in the game in order, in decisions, each with the score that the first side could expect.
    pub course: Vec<(f64, Interval)>,
    /// Where each stretch of time begins, with its number.
    pub stages: Vec<(f64, u8)>,
    /// All luck of the first side, in parts of a game.
    pub net: Interval,
    /// The rolls that gained most for each side.
    pub rolls: Vec<LuckyRoll>,
}

/// What sources of randomness explain of the variance of the score.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckShares {
    /// The games.
    pub source: Source,
    /// What chance explains alone.
    pub chance: Interval,
    /// What choices explain alone.
    pub choices: Interval,
    /// Each source with what it explains in one way and another, in percent.
    pub rows: Vec<Ends>,
}

/// With which chance a question is answered by how many games.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// The pilot.
    pub source: String,
    /// Numbers of games with the chance, from few to many.
    pub course: Vec<(u64, f64)>,
    /// This many games answer it with an even chance, and with nine in ten; nothing where the most are too few.
    pub answered: [Option<u64>; 2],
    /// Nine runs in ten take a number of games between these.
    pub range: [u64; 2],
    /// The most games.
    pub most: u64,
    /// How long games take: before the first, and each, in seconds.
    pub seconds: [f64; 2],
}

/// What fresh games say of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Checked {
    /// It reaches the goal.
    Holds,
    /// It does not.
    Refuted,
    /// The games are too few to tell.
    Open,
}

/// An answer of a search for balance.
#[derive(Clone, Debug, PartialEq)]
pub struct FrontAnswer {
    /// Its changes.
    pub words: String,
    /// What they cost.
    pub cost: f64,
    /// What fresh games say, and the score of the first side in them: first with those who searched.
    pub checks: Vec<(Checked, Interval)>,
}

/// What changes cost, and how near they come to what is wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Front {
    /// The name of the first side.
    pub side: Called,
    /// The games.
    pub source: Source,
    /// The score that is wanted of it, and how far from it is near enough.
    pub goal: [f64; 2],
    /// Its score as it is.
    pub as_it_is: f64,
    /// Do the answers reach the goal in the search, or does the scenario as it is?
    pub is_reached: bool,
    /// What the search found nearest at each cost: the cost, and the score.
    pub nearest: Vec<(f64, Interval)>,
    /// The answers.
    pub answers: Vec<FrontAnswer>,
}

/// A player by how strong and how fast it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Paced {
    /// Its name.
    pub name: String,
    /// The side that it plays: 0 or 1.
    pub side: usize,
    /// Games a second and thread.
    pub pace: f64,
    /// Its mean score.
    pub strength: Interval,
}

/// What thinking longer buys.
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
