//! The words of the journal that are listened for as well as written: writers and listeners take them from here, so
//! that neither can change them alone. Words that nobody listens for stand where they are written.

/// [12.2] The lead of the first side changed.
pub(crate) const LEAD: &str = "vp";
/// [3.2] A stage began.
pub(crate) const STAGE: &str = "stage";
/// [13.1] An intruder came into the camp.
pub(crate) const CAMP_REACHED: &str = "camp reached";
/// [12.3m] A hex of a stronghold came into another side's hands.
pub(crate) const HOLDER: &str = "holder";
/// A unit or commander came into another hex, or off the map.
pub(crate) const HEX: &str = "hex";

/// [3.4a] A unit took losses.
pub(crate) const LOSSES: &str = "losses";
/// [10.9.4] A unit fired, or [10.9.10] shots it fired count no more.
pub(crate) const SHOTS: &str = "shots";
/// [10.10.3] A battery fired.
pub(crate) const BATTERY_FIRES: &str = "battery fires";

/// [11.7] A melee was begun.
pub(crate) const MELEE: &str = "melee";
/// [11.7] The side of this unit won it.
pub(crate) const MELEE_WON: &str = "melee won";
/// [11.7] The side of this unit lost it.
pub(crate) const MELEE_LOST: &str = "melee lost";
pub(crate) const CAPTURED: &str = "guns captured";
pub(crate) const RECAPTURED: &str = "guns recaptured";
/// [3.4b] A unit failed a test of its morale.
pub(crate) const TEST_FAILED: &str = "test failed";
/// [3.4a] A unit was taken out of the game.
pub(crate) const ELIMINATED: &str = "eliminated";
/// [4.4] A commander fell, and this scores.
pub(crate) const COMMANDER_KILLED: &str = "commander killed";
/// [4.4] A commander left, and this does not score.
pub(crate) const COMMANDER_REMOVED: &str = "commander removed";
/// [11.11.5] A unit that fled is due back too late.
pub(crate) const OUT_OF_GAME: &str = "out of the game";
/// [4.4.1] A commander was contused.
pub(crate) const CONTUSED: &str = "contused";
