//! What a plan says, in the form that play reads: orders to units and commanders, and when they hold. How a file
//! becomes one is left to `read`, what a unit does about its order to `aim` and `moves`.

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
    /// Whose plan it is.
    pub(super) side: Side,
    /// Whom to choose for the pool: the first whose condition holds and who can be chosen.
    pub(super) pool: Vec<(CommanderId, When<R>)>,
    /// Where to set units up, and how they face.
    pub(super) stands: R::ByUnit<Option<(HexId, Facing)>>,
    /// Where to set commanders up.
    pub(super) posts: Vec<(CommanderId, HexId)>,
    /// The orders to units; of those that name a unit the first that holds is its order.
    pub(super) orders: Vec<Order<R>>,
    /// For each unit, the places of the orders that name it.
    pub(super) of_unit: Vec<Vec<u16>>,
    /// The orders to commanders, in the same way.
    pub(super) leads: Vec<Lead<R>>,
    /// How units behave that have no order.
    pub(super) manner: Manner,
    /// Distances to all goals.
    pub(super) ways: Ways,
}

/// An order to units.
#[derive(Clone, Debug)]
pub(super) struct Order<R: Room> {
    /// What the file calls it: its number and what it tells to do.
    pub(super) title: String,
    /// To whom.
    pub(super) who: UnitSet<R>,
    /// To the same, in the order in which they are to move.
    pub(super) sequence: Vec<UnitId>,
    /// When it holds.
    pub(super) when: When<R>,
    /// What to do.
    pub(super) duty: Duty<R>,
    /// How to behave meanwhile.
    pub(super) manner: Manner,
}

/// How a unit fires and reacts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Manner {
    /// Fires at targets no farther than this; 0 never.
    pub(super) fire_within: u8,
    /// So many of the four shots of a stage are kept for reactions.
    pub(super) keep_shots: u8,
    /// Counterattacks when so many of a hundred such melees are won; 101 never.
    pub(super) counterattack: u8,
    /// Retreats before an enemy who comes near, where it may.
    pub(super) withdraw: bool,
}

impl Manner {
    /// How a unit behaves of which a plan says nothing.
    pub(super) const PLAIN: Self = Self { fire_within: 3, keep_shots: 1, counterattack: 65, withdraw: false };
    /// No odds are that good.
    pub(super) const NEVER: u8 = 101;
}

/// What to do.
#[derive(Clone, Debug)]
pub(super) enum Duty<R: Room> {
    /// Stay, and turn to the enemy who is so near; 0 not even that.
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
        /// The hexes, the first that is held by the enemy.
        targets: Targets<R>,
        /// Only when so many of a hundred melees are won.
        odds: u8,
        /// Only when it takes so many half points at most.
        within: u8,
        /// In double time while it is far?
        double_time: bool,
    },
    /// Charge, when so many of a hundred melees are won.
    Charge {
        /// Whom: hexes, or anywhere.
        hexes: Hexes<R>,
        /// Whom.
        prey: UnitSet<R>,
        /// How good the odds must be.
        odds: u8,
    },
    /// Go within so many hexes of the enemy, face him and fire.
    Shoot {
        /// Distances from everywhere to everywhere.
        everywhere: Everywhere,
        /// At whom.
        prey: UnitSet<R>,
        /// How near.
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
    /// These hexes, in this order of preference; for each the table of each gait.
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
    /// To whom.
    pub(super) who: CommanderId,
    /// When it holds.
    pub(super) when: When<R>,
    /// Whose side to stay at: the first of them on the map, and as many of the others as he can command from there.
    pub(super) whom: Vec<UnitId>,
    /// Or where to be.
    pub(super) to: Option<HexId>,
    /// How far from there at most, where it can be had.
    pub(super) within: u8,
    /// So many hexes from the enemy at least, where it can be had.
    pub(super) keep_off: u8,
}

/// When an order holds: everything that is said must. Nothing said, it always does.
#[derive(Clone, Debug, Default)]
pub(super) struct When<R: Room> {
    /// What is said of the position.
    pub(super) position: Vec<Condition<R>>,
    /// What is said of the unit itself.
    pub(super) unit: Vec<UnitCondition<R>>,
}

/// What may be said of the position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Condition<R: Room> {
    /// It is one of the stages from the first to the last.
    Stages([i16; 2]),
    /// The lead of the plan's side is so much, at least and at most.
    Lead([i16; 2]),
    /// The camp has been reached, or not.
    CampReached(bool),
    /// It is the activation of one of these.
    Active(CommanderSet<R>),
    /// An enemy is in one of these hexes.
    EnemyAt(Hexes<R>),
    /// No enemy is in any of these.
    NoEnemyAt(Hexes<R>),
    /// An own unit is in one of these.
    OwnAt(Hexes<R>),
    /// All of these are on the map.
    OnMap(UnitSet<R>),
    /// None of these is on the map.
    OffMap(UnitSet<R>),
}

/// What may be said of the unit itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum UnitCondition<R: Room> {
    /// Its size, at least and at most.
    Size([i16; 2]),
    /// It is in one of these hexes.
    Near(Hexes<R>),
}

impl<R: Room> When<R> {
    /// Does it hold for a side, as far as it is not about the unit itself?
    pub(super) fn holds(&self, seen: &Seen<'_, R>, side: Side) -> bool {
        self.position.iter().all(|condition| condition.holds(seen, side))
    }

    /// Does it hold for this unit, as far as it is about the unit itself?
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
                // A range that is open at an end ends there, and means all beyond it too.
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
