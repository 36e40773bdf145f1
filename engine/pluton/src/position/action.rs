//! The decisions of the game, all of them. Counters go by their public numbers, barrages by the numbers on the markers.

use szala_board::HexId;
use szala_kernel::Side;

use crate::position::ids::CounterId;

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Give the counters of each group their numbers by lot, before anybody is set up [D-16.1c].
    Deal,
    /// Set the counter up on this hex [18.2].
    SetUp(CounterId, HexId),
    /// Call the battalion of guns with this place in the side's list [D-4.2.1b].
    Call(Side, u8),
    /// Call no more in this phase.
    CallsDone,
    /// Leave the barrage where it lies [4.2.1a].
    Leave(u8),
    /// Shift the barrage to a neighbouring hex.
    Shift(u8, HexId),
    /// Lift the barrage.
    Lift(u8),
    /// Place the free barrage on this hex.
    Place(u8, HexId),
    /// Keep the free barrage off the board.
    Keep(u8),
    /// The counter moves [6.3].
    Move(CounterId),
    /// The counter runs [6.4].
    Run(CounterId),
    /// The counter enters the board on this hex [D-18.5a].
    Enter(CounterId, HexId),
    /// The same at a run.
    RunIn(CounterId, HexId),
    /// The counter under way steps to this neighbouring hex [6.1].
    Step(HexId),
    /// It stops.
    Halt,
    /// The side moves nobody else [4.2.2].
    MovesDone,
    /// The unit fires at the mover with this many squares; 0 for all [7.6].
    Fire(CounterId, u8),
    /// Nobody else fires at the mover here.
    HoldFire,
    /// The unit fires in the final fire [4.2.2b].
    Shoot(CounterId),
    /// It does so at this counter, with this many squares; 0 for all.
    At(CounterId, u8),
    /// Nobody else fires.
    FireDone,
    /// The pinned mover leaves the enemy's hex for this one [7.9].
    Withdraw(HexId),
    /// The close combat in this hex is next [D-10.1b].
    Combat(HexId),
    /// The side attacks [10.2].
    Attack,
    /// It does not.
    NoAttack,
    /// The unit takes a loss in close combat [D-10.3c].
    Lose(CounterId),
    /// The counter retreats to this hex [D-10.3e], or a commander alone steps back to it [D-10.1a].
    Retreat(CounterId, HexId),
    /// The new commander appears with this platoon [13.6].
    Appear(CounterId),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_takes_four_bytes() {
        // A hex takes two, a counter one, the kind of the action one.
        assert_eq!(size_of::<Action>(), 4);
    }
}
