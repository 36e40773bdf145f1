//! How good is a position? A system answers in integers, for players that look ahead.

use szala_kernel::{Outcome, Rules, Side};

/// The value of a won game; all values of positions lie well between this and its opposite.
pub const WIN: i32 = 1_000_000;

/// A system's judgement of positions.
pub trait Evaluate<R: Rules> {
    /// How good a position in which the game goes on is for `side`; more is better, and the other side's value is the
    /// opposite.
    fn value(&self, rules: &R, state: &R::State, side: Side) -> i32;

    /// The same, at the end of the game too: a win is worth [`WIN`], a draw nothing, and the margin breaks ties.
    fn value_or_outcome(&self, rules: &R, state: &R::State, side: Side) -> i32 {
        rules.outcome(state).map_or_else(|| self.value(rules, state, side), |outcome| worth(outcome, side))
    }
}

/// What the end of a game is worth to a side.
pub fn worth(outcome: Outcome, side: Side) -> i32 {
    let won = match outcome.winner {
        Some(winner) if winner == side => WIN,
        Some(_) => -WIN,
        None => 0,
    };
    won + side.sign() * outcome.margin
}
