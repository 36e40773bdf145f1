//! A position: plain data of fixed size, copied in a few nanoseconds. What it means is said chapter by chapter.

use szala_board::{Facing, HexId, Ordinal, Zone};
use szala_kernel::{BySide, Side};

use crate::agenda::Agenda;
use crate::ids::{CommanderId, CommanderSet, Hexes, MOST_COMMANDERS, MOST_UNITS, UnitId, UnitSet};
use crate::whereabouts::Whereabouts;

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
    /// Up a slope, or up an escarpment?
    pub uphill: bool,
    /// Was a flank hex of the enemy free, so that Cossacks might outflank him? [7.3]
    pub lava: bool,
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
pub(crate) struct Marks {
    /// Begun their move in this phase, or used it up [D-8.16a].
    pub moved: UnitSet,
    /// Stopped for this phase: forced to retreat [10.7], or counterattacked [8.15.2].
    pub stopped: UnitSet,
    /// Marching in double time this phase [8.9].
    pub doubling: UnitSet,
    /// May not charge any more in this move [8.14.1].
    pub no_charge: UnitSet,
    /// Standing side by side [6.2.1].
    pub side_by_side: UnitSet,
    /// Declared or undeclared side by side in this phase [D-6.2.1a].
    pub toggled: UnitSet,
    /// In a square [7.2].
    pub square: UnitSet,
    /// Limbered [8.12].
    pub limbered: UnitSet,
    /// Carrying the "1" marker, unpaid [10.9.10].
    pub carries: UnitSet,
    /// Infantry that counterattacked in this phase [8.15.5].
    pub countered: UnitSet,
    /// Lifted to the top of their stack since its last step, turn or shot [D-6.0d].
    pub lifted: UnitSet,
    /// Limbered guns that have turned, free, since their last step [D-8.12b].
    pub wheeled: UnitSet,
    /// Fought in this phase 4 [11.3].
    pub fought: UnitSet,
    /// Guns that fired in this movement phase [10.10.3].
    pub fired: UnitSet,
    /// Guns that moved or turned in this movement phase, and may not fire in it [8.11].
    pub turned: UnitSet,
    /// Guns that may not fire until the stage ends: moved, unlimbered, broken down [8.11, 8.12, 10.10.4].
    pub silent: UnitSet,
    /// Guns that fired at any time of this stage [8.11].
    pub fired_this_stage: UnitSet,
    /// Came back from flight in this activation and do not move in it [11.11.3].
    pub returned: UnitSet,
    /// Guns whose capture has been scored [D-10.10.9a].
    pub captured_once: UnitSet,
}

/// Where a commander is. He faces nowhere and has no zones [5.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Post {
    /// Not yet set up, or not in this scenario's set-up.
    Waiting,
    /// On the map.
    Map(HexId),
    /// Removed for good [4.4].
    Gone,
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
pub(crate) struct Melee {
    /// Where.
    pub hex: HexId,
    /// How it came about.
    pub kind: MeleeKind,
    /// Who attacks.
    pub attacker: Side,
    /// Did the lava succeed? [7.3]
    pub outflanked: bool,
    /// Was a square formed against this very entry? Then facing no longer counts [D-7.2.1a].
    pub squared: bool,
    /// Who took part, guns that stood alone included; nobody before the dice [11.1].
    pub fighters: BySide<UnitSet>,
    /// The commanders whom a natural 9 concerns, when the result has been carried out [4.4.3].
    pub struck: CommanderSet,
    /// Who won; nothing before the dice.
    pub winner: Option<Side>,
    /// By how much.
    pub difference: u8,
}

impl Melee {
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// What changes of each unit.
    pub(crate) units: [Unit; MOST_UNITS],
    /// Units on the map, by side.
    pub(crate) on_map: BySide<UnitSet>,
    /// The hex of each of them, to be asked the other way round.
    pub(crate) whereabouts: Whereabouts,
    /// The hexes where they are, by side: kept beside the units since nothing is asked more often.
    pub(crate) held: BySide<Hexes>,
    /// Those of them where infantry or cavalry stands, of whichever side: the others hold guns alone.
    pub(crate) manned: Hexes,
    /// What is true of some units.
    pub(crate) marks: Marks,
    /// Where each commander is.
    pub(crate) posts: [Post; MOST_COMMANDERS],
    /// The stage, from 1.
    pub(crate) stage: u8,
    /// The part of it.
    pub(crate) phase: Phase,
    /// Whose turn 2 it is.
    pub(crate) active: Option<CommanderId>,
    /// The pool: still to be drawn in this stage.
    pub(crate) pool: CommanderSet,
    /// Of the pool, those whom one side chose in secret and the other has not seen yet [13.1].
    pub(crate) secret: CommanderSet,
    /// Drawn in this stage.
    pub(crate) drawn: CommanderSet,
    /// Contused: not to be chosen or drawn in this stage [4.4.1].
    pub(crate) contused: CommanderSet,
    /// Victory points of the first side less those of the second [12.2].
    pub(crate) lead: i8,
    /// Has an intruder been in the camp? [13.1]
    pub(crate) camp_reached: bool,
    /// The units whose move is under way.
    pub(crate) movers: UnitSet,
    /// Enemy stacks (by their top unit) and guns that may still react to the step just made [9.1].
    pub(crate) reactors: UnitSet,
    /// Of those, the ones that will counterattack together [8.15.4].
    pub(crate) counter: UnitSet,
    /// Enemy stacks (by their top unit) whose counterattack waits for the mover to leave its friends, or has waited
    /// and may be made now [D-8.15a].
    pub(crate) waiting: UnitSet,
    /// Where the mover stands among friends for whom they wait.
    pub(crate) waited_at: Option<HexId>,
    /// Of the reactors, those who have waited, and may do nothing but counterattack [D-8.15a].
    pub(crate) late: UnitSet,
    /// The melee being fought.
    pub(crate) melee: Option<Melee>,
    /// What is to be done next, and after.
    pub(crate) agenda: Agenda,
}

impl State {
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

    /// The units of one side in a hex.
    pub fn stack(&self, side: Side, hex: HexId) -> UnitSet {
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
    pub fn lead(&self) -> i8 {
        self.lead
    }
}

impl core::ops::Index<UnitId> for State {
    type Output = Unit;

    fn index(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }
}

impl core::ops::IndexMut<UnitId> for State {
    fn index_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player who looks ahead copies positions all the time. At this size a copy is some hundred words for a vector
    /// unit, a dozen nanoseconds; two kibibytes are where it would begin to count. The table of who is where takes
    /// nearly half: it is worth it, since a look into it takes the place of a search fifteen times a decision. The
    /// units take a quarter, the agenda a sixth. With room for ten times as much the table takes 2 048 hexes by 256
    /// bits, 64 KiB, and the rest some six.
    #[test]
    fn a_position_is_small_enough_to_copy_in_passing() {
        let [state, task] = if cfg!(feature = "roomy") { [71 * 1024, 48] } else { [2048, 12] };
        assert!(size_of::<State>() <= state, "{}", size_of::<State>());
        assert!(size_of::<Unit>() <= 16, "{}", size_of::<Unit>());
        assert!(size_of::<crate::agenda::Task>() <= task, "{}", size_of::<crate::agenda::Task>());
    }
}
