//! Chapter 9, 9.66 and 9.67: stacks of legions extend their line, in reaction or by a line command.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Dice, Journal, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ground::Soil;
use crate::position::ids::{UnitId, Units, of_side};
use crate::position::state::{Mode, Mover, State};

/// [9.6.6, D-9.6.6b] How near an enemy is at most when a line extends in reaction.
const OCCASION: u8 = 2;
/// [9.6.7] What it takes of the allowance in a line command.
pub(crate) const EXTENSION: u8 = 2;

impl Spqr {
    /// [9.6.6] Where the top of a stack may shift to: the clear hexes at its flanks without units and enemy zones.
    fn shifts(&self, state: &State, top: UnitId) -> impl Iterator<Item = HexId> {
        let side = top.side();
        let flank = state.facings[top.index()].flank();
        let beside = state
            .place_of(top)
            .into_iter()
            .flat_map(move |place| flank.into_iter().filter_map(move |way| self.board.neighbour(place, way)));
        beside.filter(move |hex| {
            let is_clear = !self.ground.is_varied || self.ground.soil(*hex) == Soil::Clear;
            is_clear
                && state.unit_at(*hex).is_none()
                && self.holders(state, *hex, !side).is_empty()
                && self.leaders_at(state, *hex).all(|leader| leader.side() == side)
        })
    }

    /// The tops of stacks of a side that have not extended in this phase.
    fn extensible(&self, state: &State, side: Side) -> Units {
        let beneath = (state.beneath & of_side(side)) - state.extended;
        let tops = beneath.iter().map(|unit| self.top_of(state, unit));
        tops.filter(|top| self.may_be_stacked(*top)).collect::<Units>() - state.extended - state.falling
    }

    /// [9.6.6, D-9.6.6a, D-9.6.6b] In reaction: the stacks of every line of which one has an enemy within two hexes.
    /// Who has withdrawn before this step does not.
    pub(crate) fn offer_extension(&self, state: &State, put: &mut dyn FnMut(Action)) {
        let side = !state.active;
        let tops = self.extensible(state, side);
        if tops.is_empty() {
            return;
        }
        let enemies = (self.all & of_side(!side)) - state.dead - state.routed;
        let is_near = |top: &UnitId| enemies.iter().any(|enemy| self.apart(state, enemy, *top) <= OCCASION);
        let mut free = Units::EMPTY;
        // A line of which some have shifted goes on.
        let begun = state.extended & of_side(side);
        for near in (tops | begun).iter().filter(is_near) {
            let lines = self.card(near).lines;
            for line in (0..16).filter(|line| lines >> line & 1 == 1) {
                free |= self.linked_to(state, line, near) & tops;
            }
        }
        for top in free - state.asked {
            self.shifts(state, top).for_each(|hex| put(Action::Extend(top, hex)));
        }
    }

    /// [9.6.7] In a line command: before its stacks move.
    pub(crate) fn offer_extension_of_line(&self, state: &State, line: Units, put: &mut dyn FnMut(Action)) {
        for top in self.extensible(state, state.active) & line {
            if !state.under(top).is_some_and(|under| state.ordered.contains(under)) {
                self.shifts(state, top).for_each(|hex| put(Action::Extend(top, hex)));
            }
        }
    }

    /// [9.6.7] And at the end of the move of a stack that has two points left.
    pub(crate) fn offer_extension_of_mover(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        let can = state.phase.mode == Mode::Line
            && mover.under.is_some()
            && mover.left >= EXTENSION
            && !mover.must_go
            && self.has_moved(state, mover)
            && self.extensible(state, state.active).contains(mover.unit);
        if can {
            self.shifts(state, mover.unit).for_each(|hex| put(Action::Extend(mover.unit, hex)));
        }
    }

    /// [9.6.6] The top shifts, facing as before. It is no move and costs no hits; neither withdraws in this phase, and
    /// both have less to move by in a line command [D-9.6.7a].
    pub(crate) fn extend<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, HexId),
        table: &mut Table<D, J>,
    ) {
        state.extended |= self.stack_of(state, unit);
        let index = |hex: HexId| i32::try_from(hex.index()).unwrap_or(-1);
        let from = state.place_of(unit).map_or(-1, index);
        table.change(rule!("9.6.6"), words::HEX, unit.subject(), from, index(to));
        let facing = state.facings[unit.index()];
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        for leader in self.leaders_of(!unit.side()) {
            if state.leader_place(leader).is_some_and(|hex| self.board.distance(hex, to) == 1) {
                state.agenda.push(Task::Flight(leader));
            }
        }
        if unit.side() != state.active
            && let Some(mover) = state.mover
        {
            self.hold_mover(state, mover.unit);
        }
    }

    /// [9.6.7] It does so at the end of its move.
    pub(crate) fn extend_after_move<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, HexId),
        table: &mut Table<D, J>,
    ) {
        self.stop(state, false, table);
        if state.under(unit).is_some() && !state.falling.intersects(&self.stack_of(state, unit)) {
            self.extend(state, (unit, to), table);
        }
    }

    /// [7.23, D-7.16c] The unit under way is in a zone that came to it: it stops there.
    pub(crate) fn hold_mover(&self, state: &mut State, mover: UnitId) {
        if !self.held_by(state, mover).is_empty()
            && let Some(under_way) = &mut state.mover
        {
            under_way.is_stopped = true;
            // [D-8.22a] Its shots wait as others do.
            if state.phase.mode == Mode::Line {
                state.late.insert(mover);
            }
        }
    }
}
