//! Chapter 6, 6.64 to 6.69: two units in a hex. The map knows the one on top; the one beneath is found through it.

use szala_board::{Facing, HexId, Ordinal};

use crate::chapters::game::Spqr;
use crate::position::ids::{UnitId, Units};
use crate::position::state::State;

impl Spqr {
    /// Lifts a unit from the map; who lay under it stays.
    pub(crate) fn lift(&self, state: &mut State, unit: UnitId) {
        let beneath = state.under[unit.index()].take();
        state.beneath.remove(unit);
        for hex in self.hexes_of(state, unit) {
            let Some(top) = state.unit_at(hex) else { continue };
            if top == unit {
                state.at[hex.index()] = beneath;
            } else if state.under(top) == Some(unit) {
                state.under[top.index()] = None;
            }
        }
        state.beneath -= beneath.into_iter().collect::<Units>();
        state.places[unit.index()] = None;
    }

    /// Puts a unit down; where a friend stands it only passes and is not entered in the map.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, left: HexId, facing: Facing) {
        state.places[unit.index()] = Some(left);
        state.facings[unit.index()] = facing;
        for hex in self.hexes_at(unit, left, facing).into_iter().flatten() {
            if state.unit_at(hex).is_none() {
                state.at[hex.index()] = Some(unit);
            }
        }
    }

    /// [6.6.6] Who stops in the hex of a friend goes under him.
    pub(crate) fn join(&self, state: &mut State, unit: UnitId) {
        let top = state.place_of(unit).and_then(|hex| state.unit_at(hex)).filter(|top| *top != unit);
        if let Some(top) = top
            && state.under(top).is_none()
        {
            state.under[top.index()] = Some(unit);
            state.beneath.insert(unit);
        }
    }

    /// The top of a unit's stack, itself if it has none over it.
    pub(crate) fn top_of(&self, state: &State, unit: UnitId) -> UnitId {
        let over = || state.place_of(unit).and_then(|hex| state.unit_at(hex));
        if state.is_beneath(unit) { over().unwrap_or(unit) } else { unit }
    }

    /// A unit and who is in a stack with it.
    pub(crate) fn stack_of(&self, state: &State, unit: UnitId) -> Units {
        let top = self.top_of(state, unit);
        let beneath: Units = state.under(top).into_iter().collect();
        beneath | Units::of(unit) | Units::of(top)
    }

    /// [6.6.6] The one beneath comes to the top.
    pub(crate) fn turn_over(&self, state: &mut State, top: UnitId) {
        let Some(beneath) = state.under[top.index()].take() else { return };
        for hex in self.hexes_of(state, top) {
            state.at[hex.index()] = Some(beneath);
        }
        state.under[beneath.index()] = Some(top);
        state.beneath.insert(top);
        state.beneath.remove(beneath);
    }
}
