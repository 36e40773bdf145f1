//! The rules with one scenario loaded: what is looked up in play, computed once.

use szala_kernel::Side;

use crate::command::ShortWays;
use crate::data::Scenario;
use crate::ids::{Arm, UnitSet};
use crate::movement::ground::Ground;
use crate::sight::Sight;

/// A game of the family: rules and scenario.
#[derive(Clone, Debug)]
pub struct Insurrection {
    /// What the scenario says.
    pub(crate) scenario: Scenario,
    /// All guns of both sides: the data gives each one battery [D-2.1a], play asks for no number.
    pub(crate) guns: UnitSet,
    /// All infantry.
    pub(crate) infantry: UnitSet,
    /// All cavalry.
    pub(crate) cavalry: UnitSet,
    /// What each way costs [8.2].
    pub(crate) ground: Ground,
    /// Who sees whom [10.1].
    pub(crate) sight: Sight,
    /// The ways to a commander [4.2].
    pub(crate) short_ways: ShortWays,
}

impl Insurrection {
    /// Makes the tables that play reads.
    pub fn new(scenario: Scenario) -> Self {
        let of_arm =
            |arm| scenario.all_units().iter().filter(|unit| scenario.unit(*unit).arm == arm).collect();
        let (guns, infantry, cavalry) = (of_arm(Arm::Artillery), of_arm(Arm::Infantry), of_arm(Arm::Cavalry));
        let sight = Sight::new(&scenario);
        let ground = Ground::new(&scenario);
        let short_ways = ShortWays::new(&scenario.board);
        Self { scenario, guns, infantry, cavalry, ground, sight, short_ways }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// The side whose commander is active; the first side before any is.
    pub(crate) fn active_side(&self, state: &crate::state::State) -> Side {
        state.active.map_or(Side::First, |commander| self.scenario.commander(commander).side)
    }
}
