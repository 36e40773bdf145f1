//! A plan in the form that play reads: orders to units and commanders, and their conditions. `read` turns a file into
//! one; `aim` and `moves` carry it out.

use szala_board::{Facing, HexId};
use szala_insurrection::{CommanderId, CommanderSet, Hexes, Room, UnitId, UnitSet};
use szala_kernel::Side;

use crate::plan::ways::{TableId, Ways};
use crate::seen::Seen;

/// The largest lead that a plan can name.
pub(super) const MOST_LEAD: i16 = 99;

/// A plan for one side of one scenario.
#[derive(Clone, Debug)]
pub(super) struct Plan<R: Room> {
    /// The side of the plan.
    pub(super) side: Side,
    /// Commanders to choose for the pool: the first whose condition holds and who is available.
    pub(super) pool: Vec<(CommanderId, When<R>)>,
    /// Where to set units up, and how they face.
    pub(super) stands: R::ByUnit<Option<(HexId, Facing)>>,
    /// Where to set commanders up.
    pub(super) posts: Vec<(CommanderId, HexId)>,
    /// The orders to units; a unit follows the first order that names it and holds.
    pub(super) orders: Vec<Order<R>>,
    /// For each unit, the places of the orders that name it.
    pub(super) of_unit: Vec<Vec<u16>>,
    /// The orders to commanders, in the same way.
    pub(super) leads: Vec<Lead<R>>,
    /// How units without an order behave.
    pub(super) manner: Manner,
    /// Distances to all goals.
    pub(super) ways: Ways,
}

/// An order to units.
#[derive(Clone, Debug)]
pub(super) struct Order<R: Room> {
    /// Its name in the file: its number and its `do`.
    pub(super) title: String,
    /// The units it is given to.
    pub(super) who: UnitSet<R>,
    /// The same units, in the sequence in which they are to move.
    pub(super) sequence: Vec<UnitId>,
    /// Its condition.
    pub(super) when: When<R>,
    /// What to do.
    pub(super) duty: Duty<R>,
    /// The manner meanwhile.
    pub(super) manner: Manner,
}

/// How a unit fires and reacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    /// The longest range at which it fires; 0 never.
    pub(super) fire_within: u8,
    /// How many of the four shots of a stage are kept for reactions.
    pub(super) keep_shots: u8,
    /// The minimum percentage of won melees for a counterattack; 101 never.
    pub(super) counterattack: u8,
    /// Retreats before an approaching enemy, where it may.
    pub(super) withdraw: bool,
}

impl Manner {
    /// The behaviour of a unit that a plan does not mention.
    pub(super) const PLAIN: Self = Self { fire_within: 3, keep_shots: 1, counterattack: 65, withdraw: false };
    /// No odds are that good.
    pub(super) const NEVER: u8 = 101;
}

/// What to do.
#[derive(Clone, Debug)]
pub(super) enum Duty<R: Room> {
    /// Stay, and turn to an enemy within this distance; 0 not even that.
    Hold(u8),
    /// Go to a hex.
    Go {
        /// The way of each unit.
        tables: R::ByUnit<TableId>,
        /// In double time while it is far?
        double_time: bool,
    },
    /// Slip past the enemy to one of these hexes.
    Raid(Hexes<R>),
    /// Enter an enemy hex.
    Assault {
        /// The hexes, the first of which that the enemy holds is attacked.
        targets: Targets<R>,
        /// The minimum percentage of won melees.
        odds: u8,
        /// The maximum cost in half points.
        within: u8,
        /// In double time while it is far?
        double_time: bool,
    },
    /// Charge, with a minimum percentage of won melees.
    Charge {
        /// The target: hexes, or anywhere.
        hexes: Hexes<R>,
        /// The target units.
        prey: UnitSet<R>,
        /// How good the odds must be.
        odds: u8,
    },
    /// Approach the enemy to this distance, face it and fire.
    Shoot {
        /// Distances from everywhere to everywhere.
        everywhere: Everywhere,
        /// The target units.
        prey: UnitSet<R>,
        /// The distance.
        within: u8,
    },
    /// Take guns to a hex, unlimber and fire.
    Deploy {
        /// The way of each unit.
        tables: R::ByUnit<TableId>,
        /// How they face there.
        facing: Facing,
    },
}

/// Where to attack.
#[derive(Clone, Debug)]
pub(super) enum Targets<R: Room> {
    /// These hexes, in order of preference; for each the table of each gait.
    Listed(Vec<(HexId, [TableId; 3])>),
    /// The nearest hex with one of these units.
    Nearest(Everywhere, UnitSet<R>),
}

/// For each gait the tables to every hex of the map.
#[derive(Clone, Debug)]
pub(super) struct Everywhere(pub(super) [Vec<TableId>; 3]);

/// An order to a commander.
#[derive(Clone, Debug)]
pub(super) struct Lead<R: Room> {
    /// The commander it is given to.
    pub(super) who: CommanderId,
    /// Its condition.
    pub(super) when: When<R>,
    /// Units to stay with: the first of them on the map, and as many of the others as he can command from there.
    pub(super) whom: Vec<UnitId>,
    /// Or where to be.
    pub(super) to: Option<HexId>,
    /// The largest distance from there, if possible.
    pub(super) within: u8,
    /// The smallest distance in hexes from the enemy, if possible.
    pub(super) keep_off: u8,
}

/// A condition of an order: every part must hold. An empty condition always holds.
#[derive(Clone, Debug, Default)]
pub(super) struct When<R: Room> {
    /// The parts about the position.
    pub(super) position: Vec<Condition<R>>,
    /// The parts about the unit itself.
    pub(super) unit: Vec<UnitCondition<R>>,
}

/// A condition on the position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition<R: Room> {
    /// It is one of the stages from the first to the last.
    Stages([i16; 2]),
    /// The lead of the plan's side is in this range.
    Lead([i16; 2]),
    /// The camp has been reached, or not.
    CampReached(bool),
    /// It is the activation of one of these.
    Active(CommanderSet<R>),
    /// An enemy is in one of these hexes.
    EnemyAt(Hexes<R>),
    /// No enemy is in any of these.
    NoEnemyAt(Hexes<R>),
    /// A friendly unit is in one of these.
    OwnAt(Hexes<R>),
    /// All of these are on the map.
    OnMap(UnitSet<R>),
    /// None of these is on the map.
    OffMap(UnitSet<R>),
}

/// A condition on the unit itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum UnitCondition<R: Room> {
    /// Its size is in this range.
    Size([i16; 2]),
    /// It is in one of these hexes.
    Near(Hexes<R>),
}

impl<R: Room> When<R> {
    /// Does it hold for a side, in the parts that are not about the unit itself?
    pub(super) fn holds(&self, seen: &Seen<'_, R>, side: Side) -> bool {
        self.position.iter().all(|condition| condition.holds(seen, side))
    }

    /// Does it hold for this unit, in the parts about the unit itself?
    pub(super) fn holds_for(&self, seen: &Seen<'_, R>, unit: UnitId) -> bool {
        self.unit.iter().all(|condition| condition.holds(seen, unit))
    }
}

impl<R: Room> Condition<R> {
    fn holds(&self, seen: &Seen<'_, R>, side: Side) -> bool {
        let on_map = || seen.on_map(Side::First) | seen.on_map(Side::Second);
        match self {
            Self::Stages([first, last]) => (*first..=*last).contains(&seen.stage().into()),
            Self::Lead([least, most]) => {
                let lead = match side {
                    Side::First => seen.lead(),
                    Side::Second => -seen.lead(),
                };
                // A range that is open at an end ends at the bound, and includes everything beyond it.
                (*least..=*most).contains(&lead.clamp(-MOST_LEAD, MOST_LEAD))
            }
            Self::CampReached(reached) => *reached == seen.is_camp_reached(),
            Self::Active(commanders) => seen.active().is_some_and(|active| commanders.contains(active)),
            Self::EnemyAt(hexes) => hexes.intersects(&seen.held(!side)),
            Self::NoEnemyAt(hexes) => !hexes.intersects(&seen.held(!side)),
            Self::OwnAt(hexes) => hexes.intersects(&seen.held(side)),
            Self::OnMap(units) => units.is_subset(on_map()),
            Self::OffMap(units) => !units.intersects(on_map()),
        }
    }
}

impl<R: Room> UnitCondition<R> {
    fn holds(&self, seen: &Seen<'_, R>, unit: UnitId) -> bool {
        match self {
            Self::Size([least, most]) => (*least..=*most).contains(&seen.size(unit).into()),
            Self::Near(hexes) => seen.hex_of(unit).is_some_and(|hex| hexes.contains(hex)),
        }
    }
}
