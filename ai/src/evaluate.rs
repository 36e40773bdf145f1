//! The value of a position: a system returns integers, for players that look ahead.

use szala_kernel::{Outcome, Rules, Side};

/// The value of a won game; all values of positions lie well between this and its negative.
pub const WIN: i32 = 1_000_000;

/// A system's judgement of positions.
pub trait Evaluate<R: Rules> {
    /// The value for `side` of a position in which the game goes on; more is better, and the other side's value is
    /// the negative.
    fn value(&self, rules: &R, state: &R::State, side: Side) -> i32;

    /// The same, also at the end of the game: a win is worth [`WIN`], a draw zero, and the lead breaks ties.
    fn value_or_outcome(&self, rules: &R, state: &R::State, side: Side) -> i32 {
        rules.outcome(state).map_or_else(|| self.value(rules, state, side), |outcome| worth(outcome, side))
    }
}

/// The value of the end of a game to a side.
pub fn worth(outcome: Outcome, side: Side) -> i32 {
    let won = match outcome.winner {
        Some(winner) if winner == side => WIN,
        Some(_) => -WIN,
        None => 0,
    };
    won + side.sign() * outcome.lead
}
