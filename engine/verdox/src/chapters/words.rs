//! The journal's words for what changes, and its numbers for their values.

use szala_board::SquareId;
use szala_kernel::Side;

use crate::position::ground::Ground;
use crate::position::kinds::Kind;

/// Where a counter or a barge is.
pub(crate) const SQUARE: &str = "square";
/// The kind of a counter, as both sides know it.
pub(crate) const KIND: &str = "kind";
/// What a counter has lost: its horse, itself.
pub(crate) const LOSSES: &str = "losses";
/// The owner of a barge or a gate.
pub(crate) const OWNER: &str = "owner";
/// Who set up first, and so begins.
pub(crate) const LEADS: &str = "leads";
/// The ground of a square.
pub(crate) const GROUND: &str = "ground";
/// The turn.
pub(crate) const TURN: &str = "turn";

/// A square as a number; -1 is off the map.
pub(crate) fn of_square(square: SquareId) -> i32 {
    i32::try_from(square.index()).expect("a small board")
}

/// A kind as a number; -1 is unknown.
pub(crate) const fn of_kind(kind: Kind) -> i32 {
    kind as i32
}

/// A side as a number; -1 is nobody.
pub(crate) fn of_owner(owner: Option<Side>) -> i32 {
    owner.map_or(-1, |side| side as i32)
}

/// A ground as a number.
pub(crate) const fn of_ground(ground: Ground) -> i32 {
    ground as i32
}

// Remarks, in the same words whenever the same is found.
pub(crate) const STAYS: &str = "does not get away";
pub(crate) const MISSED: &str = "is missed";
pub(crate) const STANDS: &str = "stands";
pub(crate) const HAND_TO_HAND: &str = "fights hand to hand";

// Ends of a game.
pub(crate) const HEADQUARTERS: &str = "the headquarters were taken";
pub(crate) const ALL_LOST: &str = "all units were lost";
pub(crate) const COUNT: &str = "more value when time was up";
pub(crate) const EQUAL: &str = "equal value when time was up";
pub(crate) const CALLED_OFF: &str = "called off";
