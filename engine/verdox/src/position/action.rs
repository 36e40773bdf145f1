//! The decisions of the game, all of them. Units are named by the squares where they stand, which both players see;
//! the only secret decision, the kind of a new counter, is an action of its own [2.5].

use szala_board::SquareId;

use crate::position::kinds::Kind;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Draw lots for who sets up first [2.1].
    DrawLots,
    /// Choose, in secret from the other side, the kind of the next counter to come in [2.3].
    Muster(Kind),
    /// Put it, face down, onto this square of the edge [2.2].
    Enter(SquareId),
    /// Pick the unit on this square: it acts next, or not at all [3.3].
    Pick(SquareId),
    /// The picked unit moves to the neighbouring square [3.8].
    Step(SquareId),
    /// The picked unit attacks the unit on this square [3.10].
    Attack(SquareId),
    /// The picked artillery fires at the fortification of this square [6.10.8].
    Batter(SquareId),
    /// The picked artillery fires at the barge on this square [7.7.3].
    Sink(SquareId),
    /// The picked unit is left where it is [3.4].
    Hold,
    /// The barge on the first square moves to the second [7.7.6].
    Sail {
        /// Where it is.
        from: SquareId,
        /// The neighbouring square.
        to: SquareId,
    },
    /// The side says that it has ended its actions [3.6].
    Done,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_six_bytes() {
        // Two squares of two bytes each and the kind of the action, rounded up to whole squares.
        assert_eq!(size_of::<Action>(), 6);
    }
}
