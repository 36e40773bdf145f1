//! Chapter 5: how many units may stand in a hex, and when they are a crowd.

use szala_board::HexId;
use szala_kernel::{Side, rule};

use crate::chapters::game::Pluton;
use crate::position::data::Crowding;
use crate::position::ids::{CounterId, Counters, Verdict, require};
use crate::position::state::State;

/// [5.2] Units in a hex at most.
pub(crate) const MOST_IN_A_HEX: usize = 6;

impl Pluton {
    /// [5.1, 5.2, D-5.2a] A hex has room for six units of a side, at all times; commanders are not counted.
    pub(crate) fn room_verdict(&self, state: &State, who: CounterId, hex: HexId) -> Verdict {
        let is_counted = state.units.contains(who);
        let has_room = !is_counted || self.all_units_at(state, who.side(), hex).len() < MOST_IN_A_HEX;
        require(has_room, rule!("5.2"))
    }

    /// [7.5.7, 5.3, D-5.3a, D-5.3c] Are the units of this side in a hex a crowd? More than six are one too.
    pub(crate) fn is_crowded(&self, state: &State, hex: HexId, side: Side) -> bool {
        self.are_crowded(self.units_at(state, side, hex))
    }

    /// Are these units a crowd?
    pub(crate) fn are_crowded(&self, units: Counters) -> bool {
        let least = match self.scenario.switches.crowding {
            Crowding::Four => 4,
            Crowding::Five => 5,
        };
        units.len() >= least
    }
}
