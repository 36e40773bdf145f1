//! A position: plain data of fixed size, copied in a few nanoseconds. What it means is said chapter by chapter.

use szala_board::{Facing, HexId, Ordinal, Zone};
use szala_kernel::{BySide, Side};

use crate::position::agenda::Agenda;
use crate::position::ids::{CommanderId, CommanderSet, Hexes, UnitId, UnitSet};
use crate::position::room::{Room, Small};
use crate::position::whereabouts::Whereabouts as _;

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Not yet set up.
    Waiting,
    /// On the map.
    Map(HexId),
    /// In flight, due back in this stage [11.11].
    Fled(u8),
    /// Guns captured here: a marker, until they are recaptured [D-10.10.9a].
    Captured(HexId),
    /// Eliminated, or gone for good.
    Gone,
}

/// How a unit came into the melee hex in which it stands [6.12, D-11.7e].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// Through which zone of the enemy that was there.
    pub zone: Zone,
    /// What made it harder.
    pub against: Obstacles,
    /// Was a flank hex of the enemy free, so that Cossacks might outflank him? [7.3]
    pub lava: bool,
}

/// What an attacker had to cross as it entered [11.7t]. One byte, since every unit has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Obstacles(u8);

impl Obstacles {
    /// A slope or an escarpment, upwards.
    pub const UPHILL: Self = Self(1);
    /// A river.
    pub const RIVER: Self = Self(2);

    /// These, and those where the answer is yes.
    #[must_use]
    pub const fn and(self, others: Self, is_there: bool) -> Self {
        if is_there { Self(self.0 | others.0) } else { self }
    }

    /// Are the others among them?
    pub const fn has(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }
}

/// What changes of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Where it is.
    pub place: Place,
    /// How it faces; without meaning off the map.
    pub facing: Facing,
    /// Its place in the stack: 0 is the top. Guns count too.
    pub depth: u8,
    /// Losses taken.
    pub losses: u8,
    /// Shots of this stage, a carried "1" marker included [10.9.10].
    pub shots: u8,
    /// Movement points spent in this phase.
    pub spent: u8,
    /// Hexes entered since its move began [8.14.1].
    pub steps: u8,
    /// Charges of its move [D-8.14e].
    pub charges: u8,
    /// How it entered the melee hex in which it stands.
    pub entry: Option<Entry>,
}

/// What is true of some units: a set for each. Markers are no units, and take no room in a stack [6.6].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Marks<R: Room> {
    /// Begun their move in this phase, or used it up [D-8.16a].
    pub moved: UnitSet<R>,
    /// Stopped for this phase: forced to retreat [10.7], or counterattacked [8.15.2].
    pub stopped: UnitSet<R>,
    /// Marching in double time this phase [8.9].
    pub doubling: UnitSet<R>,
    /// May not charge any more in this move [8.14.1].
    pub no_charge: UnitSet<R>,
    /// Standing side by side [6.2.1].
    pub side_by_side: UnitSet<R>,
    /// Declared or undeclared side by side in this phase [D-6.2.1a].
    pub toggled: UnitSet<R>,
    /// In a square [7.2].
    pub square: UnitSet<R>,
    /// In skirmish order [7.2m].
    pub skirmish: UnitSet<R>,
    /// Limbered [8.12].
    pub limbered: UnitSet<R>,
    /// Carrying the "1" marker, unpaid [10.9.10].
    pub carries: UnitSet<R>,
    /// Infantry that counterattacked in this phase [8.15.5].
    pub countered: UnitSet<R>,
    /// Lifted to the top of their stack since its last step, turn or shot [D-6.0d].
    pub lifted: UnitSet<R>,
    /// Limbered guns that have turned, free, since their last step [D-8.12b].
    pub wheeled: UnitSet<R>,
    /// Fought in this phase 4 [11.3].
    pub fought: UnitSet<R>,
    /// Guns that fired in this movement phase [10.10.3].
    pub fired: UnitSet<R>,
    /// Guns that turned in this movement phase, or moved by hand in this stage, and may not fire in it [8.11].
    pub turned: UnitSet<R>,
    /// Guns that may not fire until the stage ends: moved by hand [8.11], which are `turned` too; broken down
    /// [10.10.4], which have fired in it; or unlimbered [8.12].
    pub silent: UnitSet<R>,
    /// Guns that fired at any time of this stage [8.11].
    pub fired_this_stage: UnitSet<R>,
    /// Came back from flight in this activation and do not move in it [11.11.3].
    pub returned: UnitSet<R>,
    /// Guns whose capture has been scored [D-10.10.9a].
    pub captured_once: UnitSet<R>,
}

/// Where a commander is. He faces nowhere and has no zones [5.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Post {
    /// Not yet set up, or not in this scenario's set-up.
    Waiting,
    /// On the map.
    Map(HexId),
    /// [13.3m] Has come, and is placed when his chit is drawn.
    Arrived,
    /// Removed for good [4.4].
    Gone,
}

/// [D-M12.3a] Who holds the hexes of the strongholds, counted through all of them: one bit for each that the second
/// side holds. The last bit says that they have scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Holders(u16);

impl Holders {
    /// There cannot be more hexes.
    pub(crate) const MOST: usize = 15;

    /// The side that holds this one.
    pub(crate) const fn holder(self, place: usize) -> Side {
        if self.0 >> place & 1 == 1 { Side::Second } else { Side::First }
    }

    /// This side holds it now.
    pub(crate) fn give(&mut self, place: usize, side: Side) {
        let bit = 1 << place;
        self.0 = if side == Side::Second { self.0 | bit } else { self.0 & !bit };
    }

    /// Have the strongholds scored?
    pub(crate) const fn have_scored(self) -> bool {
        self.0 >> Self::MOST == 1
    }

    /// They have.
    pub(crate) fn note_score(&mut self) {
        self.0 |= 1 << Self::MOST;
    }
}

/// The part of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Phase {
    /// Before the first stage.
    SetUp,
    /// Turn 1: the activation pool.
    Pool,
    /// Turn 2, phase 1: those in flight come back.
    Activation,
    /// Turn 2, phase 2: movement, fire, reactions.
    Movement,
    /// Turn 2, phase 3: the commander moves.
    Command,
    /// Turn 2, phase 4: melee.
    Melee,
    /// Turn 3: victory, fire markers.
    Reckoning,
    /// The game is over.
    Over,
}

/// What kind of melee is being fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum MeleeKind {
    /// In phase 4 [11.2].
    Assault,
    /// By charging cavalry [8.14.1].
    Charge,
    /// By units that react [8.15.1].
    Counterattack,
}

/// The melee being fought; only one is at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Melee<R: Room> {
    /// Where.
    pub hex: HexId,
    /// How it came about.
    pub kind: MeleeKind,
    /// The attacker.
    pub attacker: Side,
    /// Did the lava succeed? [7.3]
    pub outflanked: bool,
    /// Was a square formed against this very entry? Then facing no longer counts [D-7.2.1a].
    pub squared: bool,
    /// The units that took part, lone guns included; none before the dice [11.1].
    pub fighters: BySide<UnitSet<R>>,
    /// The commanders whom a natural 9 concerns, when the result has been carried out [4.4.3].
    pub struck: CommanderSet<R>,
    /// The winner; `None` before the dice.
    pub winner: Option<Side>,
    /// By how much.
    pub difference: u8,
}

impl<R: Room> Melee<R> {
    /// A melee before anything was tried or rolled.
    pub(crate) const fn new(hex: HexId, kind: MeleeKind, attacker: Side) -> Self {
        Self {
            hex,
            kind,
            attacker,
            outflanked: false,
            squared: false,
            fighters: BySide([UnitSet::EMPTY; 2]),
            struck: CommanderSet::EMPTY,
            winner: None,
            difference: 0,
        }
    }
}

/// A position. Plain data, so that a copy is one run over memory.
#[derive(Copy, Debug, PartialEq, Eq, Hash)]
pub struct State<R: Room = Small> {
    /// What changes of each unit.
    pub(crate) units: R::ByUnit<Unit>,
    /// Units on the map, by side.
    pub(crate) on_map: BySide<UnitSet<R>>,
    /// The hex of each of them, to be asked the other way round.
    pub(crate) whereabouts: R::Whereabouts,
    /// The hexes where they are, by side: kept beside the units since nothing is asked more often.
    pub(crate) held: BySide<Hexes<R>>,
    /// Those of them where infantry or cavalry stands, of whichever side: the others hold guns alone.
    pub(crate) manned: Hexes<R>,
    /// What is true of some units.
    pub(crate) marks: Marks<R>,
    /// Where each commander is.
    pub(crate) posts: R::ByCommander<Post>,
    /// The stage, from 1.
    pub(crate) stage: u8,
    /// The part of it.
    pub(crate) phase: Phase,
    /// Whose turn 2 it is.
    pub(crate) active: Option<CommanderId>,
    /// [3.3] The units that he leads in it. None while no commander is active.
    pub(crate) led: UnitSet<R>,
    /// [4.4m] Does an overall commander lead some of them in person, whichever they are?
    pub(crate) calls: bool,
    /// [4.4m] [4.5m] Where overall commanders or a reserve are: those that have acted in this activation because they
    /// are led.
    pub(crate) acted: UnitSet<R>,
    /// [D-M4.5b] The same of this stage.
    pub(crate) obeyed: UnitSet<R>,
    /// [D-M4.3c] Has a commander of the side fallen and left units?
    pub(crate) bereft: BySide<bool>,
    /// The pool: still to be drawn in this stage.
    pub(crate) pool: CommanderSet<R>,
    /// Of the pool, those whom one side chose in secret and the other has not seen yet [13.1].
    pub(crate) secret: CommanderSet<R>,
    /// Drawn in this stage.
    pub(crate) drawn: CommanderSet<R>,
    /// Contused: not to be chosen or drawn in this stage [4.4.1].
    pub(crate) contused: CommanderSet<R>,
    /// Victory points of the first side less those of the second [12.2].
    pub(crate) lead: i16,
    /// Has an intruder been in the camp? [13.1]
    pub(crate) camp_reached: bool,
    /// [12.3m] Who holds the strongholds.
    pub(crate) holders: Holders,
    /// The units whose move is under way.
    pub(crate) movers: UnitSet<R>,
    /// Enemy stacks (by their top unit) and guns that may still react to the step just made [9.1].
    pub(crate) reactors: UnitSet<R>,
    /// Of those, the ones that will counterattack together [8.15.4].
    pub(crate) counter: UnitSet<R>,
    /// Enemy stacks (by their top unit) whose counterattack waits for the mover to leave its friends, or has waited
    /// and may be made now [D-8.15a].
    pub(crate) waiting: UnitSet<R>,
    /// Where the mover stands among friends while they wait.
    pub(crate) waited_at: Option<HexId>,
    /// Of the reactors, those that have waited, and may do nothing but counterattack [D-8.15a].
    pub(crate) late: UnitSet<R>,
    /// The melee being fought.
    pub(crate) melee: Option<Melee<R>>,
    /// What is to be done next, and after.
    pub(crate) agenda: Agenda<R>,
}

// Derived for any room it would copy one field after the other.
#[expect(clippy::expl_impl_clone_on_copy, reason = "derived it would be slower")]
impl<R: Room> Clone for State<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Room> State<R> {
    /// Where a unit is on the map, if it is.
    pub fn hex_of(&self, unit: UnitId) -> Option<HexId> {
        match self[unit].place {
            Place::Map(hex) => Some(hex),
            _ => None,
        }
    }

    /// Where a commander is on the map, if he is.
    pub fn hex_of_commander(&self, commander: CommanderId) -> Option<HexId> {
        match self.posts[commander.index()] {
            Post::Map(hex) => Some(hex),
            _ => None,
        }
    }

    /// Where the active commander is on the map, if he is.
    pub(crate) fn post_of_active(&self) -> Option<HexId> {
        self.active.and_then(|commander| self.hex_of_commander(commander))
    }

    /// [3.3] From now on this commander is active, and leads these units.
    pub(crate) fn activate(&mut self, commander: CommanderId, led: UnitSet<R>) {
        (self.active, self.led) = (Some(commander), led);
        (self.calls, self.acted) = (false, UnitSet::EMPTY);
    }

    /// The units of one side in a hex.
    pub fn stack(&self, side: Side, hex: HexId) -> UnitSet<R> {
        self.whereabouts.in_hex(hex) & self.on_map[side]
    }

    /// Is any unit of this side in the hex?
    pub fn holds(&self, side: Side, hex: HexId) -> bool {
        self.held[side].contains(hex)
    }

    /// Does the hex hold units of both sides? [3.4c]
    pub fn is_melee_hex(&self, hex: HexId) -> bool {
        self.holds(Side::First, hex) && self.holds(Side::Second, hex)
    }

    /// The stage, from 1.
    pub fn stage(&self) -> u8 {
        self.stage
    }

    /// Victory points of the first side less those of the second.
    pub fn lead(&self) -> i16 {
        self.lead
    }
}

impl<R: Room> core::ops::Index<UnitId> for State<R> {
    type Output = Unit;

    fn index(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }
}

impl<R: Room> core::ops::IndexMut<UnitId> for State<R> {
    fn index_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::agenda::Task;
    use crate::position::room::Large;

    /// A player who looks ahead copies positions all the time. At this size a copy of a small one is a hundred words
    /// of a vector unit; two kibibytes are where it would begin to count. In a large one the units take two fifths, and
    /// who is where a quarter: a byte for each of 2 048 hexes and 256 units.
    #[test]
    fn a_position_is_small_enough_to_copy_in_passing() {
        assert!(size_of::<State>() <= 1776, "{}", size_of::<State>());
        assert!(size_of::<State<Large>>() <= 10 * 1024, "{}", size_of::<State<Large>>());
        assert!(size_of::<Unit>() <= 16, "{}", size_of::<Unit>());
        assert!(size_of::<Task>() <= 12, "{}", size_of::<Task>());
        assert!(size_of::<Task<Large>>() <= 48, "{}", size_of::<Task<Large>>());
    }
}
