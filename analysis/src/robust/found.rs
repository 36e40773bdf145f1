//! What a search says of itself in the file of its mixes, under `[found]`, so that others can see what it found and
//! whether that still applies.

use serde::{Deserialize, Serialize};

use super::cells::Cell;
use super::challenge::{Challenge, Challenger, challengers, widened};

/// The table `[found]` of a file of mixes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Found {
    /// What was searched.
    pub title: String,
    /// Its name or file, as it was given.
    pub game: String,
    /// The changes to the scenario, as they are typed.
    pub changes: Vec<String>,
    /// Did the search come to its end? Only then are there score and play interval.
    pub is_finished: bool,
    /// The score of the first side when the mixes meet.
    pub score: Option<f64>,
    /// The lower end of the play interval.
    pub play_low: Option<f64>,
    /// The upper end.
    pub play_high: Option<f64>,
    /// Games of the mixes against each other that the first side won.
    pub wins: Option<u64>,
    /// That nobody won.
    pub draws: Option<u64>,
    /// That the second side won.
    pub losses: Option<u64>,
    /// Fresh searches of each side behind the ends.
    pub searches: Option<[u64; 2]>,
    /// How many of them gained what counts.
    pub searches_that_gained: Option<[u64; 2]>,
    /// The smallest gain that counts, as a part of a game.
    pub gain_that_counts: Option<f64>,
    /// The seed, as a text: a number of TOML is too small for half of all seeds.
    pub seed: String,
    /// The seeds of the searches that it was joined from, as texts.
    pub joined: Vec<String>,
    /// The budget, in games.
    pub budget_games: Option<u64>,
    /// The budget, in seconds.
    pub budget_seconds: Option<u64>,
    /// All games of the search.
    pub games_played: Option<u64>,
    /// The day of its last work, in UTC.
    pub date: Option<String>,
    /// The version of the program.
    pub version: String,
    /// The commit it was built from.
    pub commit: String,
    /// The hash of the ledger of the rules.
    pub rules: String,
    /// The hash of the scenario's files and changes.
    pub scenario: String,
    /// Hashes of the players of each side with their shares, wherever their files lie.
    pub players: Option<[String; 2]>,
    /// Challenges of the mixes after the search.
    pub challenged: Vec<Challenge>,
}

impl Found {
    /// The ends of the play interval, widened by the challengers; none if the search is unfinished.
    pub fn ends(&self) -> Option<[f64; 2]> {
        Some(widened(self.ends_of_search()?, &self.challengers()))
    }

    /// Those that the search itself found.
    pub fn ends_of_search(&self) -> Option<[f64; 2]> {
        Some([self.play_low?, self.play_high?]).filter(|_| self.is_finished)
    }

    /// The games of the mixes against each other.
    pub fn value(&self) -> Option<Cell> {
        let value = Cell { wins: self.wins?, draws: self.draws?, losses: self.losses? };
        (value.games() > 0).then_some(value)
    }

    /// The challengers with their bounds, those of the first side first.
    pub fn challengers(&self) -> Vec<Challenger> {
        challengers(&self.challenged, self.score.unwrap_or(0.5))
    }
}
