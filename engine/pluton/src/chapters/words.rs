//! The journal's words for what changes, and its numbers for their values.

use szala_board::HexId;

use crate::position::state::{Colour, Level};

/// Where a counter or a barrage is.
pub(crate) const HEX: &str = "hex";
/// The level of a counter [11.1].
pub(crate) const LEVEL: &str = "level";
/// The colour of its marker [11.2].
pub(crate) const MARKER: &str = "marker";
/// Halves of squares lost [14.2].
pub(crate) const LOSSES: &str = "losses";
/// The stage.
pub(crate) const STAGE: &str = "stage";
/// Whether guns have been called [18.4].
pub(crate) const CALLED: &str = "called";
/// Points of a side, in halves [D-18.6f].
pub(crate) const POINTS: &str = "half points";
/// By how many points the first side is ahead at the end, halves dropped [D-18.7a].
pub(crate) const LEAD: &str = "lead";

/// A hex as a number; -1 is off the board.
pub(crate) fn of_hex(hex: Option<HexId>) -> i32 {
    hex.map_or(-1, |hex| i32::try_from(hex.index()).expect("a board has few hexes"))
}

/// What is on a counter that is shown [D-16.1c]: the place of the card, with this much more for the second side.
pub(crate) const CARD: &str = "counter";
/// See [`CARD`].
pub(crate) const CARDS_OF_SECOND: i32 = 64;

/// A level as a number.
pub(crate) const fn of_level(level: Level) -> i32 {
    level as i32
}

/// The colour of a marker as a number; -1 is none.
pub(crate) fn of_colour(colour: Option<Colour>) -> i32 {
    colour.map_or(-1, |colour| colour as i32)
}

// Remarks, in the same words whenever the same is found.
pub(crate) const NO_EFFECT: &str = "is not hit";
pub(crate) const HAS_FIRED: &str = "has fired and is seen";
pub(crate) const ELIMINATED: &str = "is eliminated";
pub(crate) const STAYS_AWAY: &str = "cannot come";
pub(crate) const CANNOT_FIRE: &str = "cannot fire";
pub(crate) const LEFT_THE_BOARD: &str = "drifts off the board";
pub(crate) const ATTACKS: &str = "attacks";
pub(crate) const NOT_FOUGHT: &str = "is not fought over";
pub(crate) const NOWHERE: &str = "has nowhere to go";
pub(crate) const APPEARS: &str = "has a new commander";
pub(crate) const IS_TAKEN: &str = "is taken";
pub(crate) const IS_RELEASED: &str = "is released";
pub(crate) const UNMOVED: &str = "stays as it is";
pub(crate) const STOPS: &str = "comes upon the enemy and stops";

// Reasons of modifiers.
pub(crate) const SCREENED: &str = "partly screened";
pub(crate) const FIRER_UNDER_FIRE: &str = "firer under fire";
pub(crate) const FIRER_PINNED: &str = "firer pinned";
pub(crate) const GROUND: &str = "ground";
pub(crate) const COMMANDER_ALONE: &str = "commander alone";
pub(crate) const RUNNING: &str = "running";
pub(crate) const CROWD: &str = "crowd";
pub(crate) const UNCOMMANDED: &str = "uncommanded";
pub(crate) const FAR: &str = "far";
pub(crate) const ATTACKER_UNDER_FIRE: &str = "attacker under fire";
pub(crate) const WITH_COMMANDER: &str = "attacker with commander";
pub(crate) const ATTACKER_MORALE: &str = "attacker's morale";
pub(crate) const DEFENDER_MORALE: &str = "defender's morale";
pub(crate) const DEFENDER_LED: &str = "defender with commander";
pub(crate) const DEFENDER_UNDER_FIRE: &str = "defender under fire";
pub(crate) const DEFENDER_PINNED: &str = "defender pinned";
pub(crate) const POLES: &str = "Poles";

// Ends of a game.
pub(crate) const DRAW: &str = "a lead of less than four points";
pub(crate) const SMALL: &str = "a small victory";
pub(crate) const MEDIUM: &str = "a medium victory";
pub(crate) const GREAT: &str = "a great victory";
pub(crate) const HUGE: &str = "a huge victory";
