//! How a game ended.

use crate::{Rule, Side};

/// The end of a game: who won, by how much, and by which rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The side that won; `None` is a draw.
    pub winner: Option<Side>,
    /// Victory points of the first side minus those of the second.
    pub lead: i32,
    /// The rule that ended the game.
    pub rule: Rule,
    /// The same reason in a few words, the same words for every game that ended so.
    pub reason: &'static str,
}

impl Outcome {
    /// `side` won.
    pub const fn win(side: Side, lead: i32, rule: Rule, reason: &'static str) -> Self {
        Self { winner: Some(side), lead, rule, reason }
    }

    /// Nobody won.
    pub const fn draw(lead: i32, rule: Rule, reason: &'static str) -> Self {
        Self { winner: None, lead, rule, reason }
    }
}
