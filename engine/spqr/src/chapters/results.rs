//! Chapter 10, 10.1: hits, and the end of units.

use szala_board::Ordinal;
use szala_kernel::dice::Ask;
use szala_kernel::{Dice, Journal, Rule, Table};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::ids::UnitId;
use crate::position::state::State;

impl Spqr {
    /// A roll by a rule, in this turn.
    pub(crate) const fn ask(&self, state: &State, rule: Rule) -> Ask {
        Ask::new(rule, state.turn)
    }

    /// Sets the hits of a unit.
    pub(crate) fn set_hits<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        hits: u8,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let before = core::mem::replace(&mut state.hits[unit.index()], hits);
        if before != hits {
            table.change(rule, words::HITS, unit.subject(), before.into(), hits.into());
        }
    }

    /// [10.12] Takes hits, with nothing that follows yet: shock looks at them in steps of its own.
    pub(crate) fn wound<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        hits: u8,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        if hits == 0 || state.dead.contains(unit) {
            return;
        }
        let before = state.hits_of(unit);
        // [10.27, D-10.27a] Any hit is the end of a routed unit.
        let quality = self.printed[unit.index()].1;
        let after =
            if state.routed.contains(unit) { quality.max(before) } else { before.saturating_add(hits) };
        self.set_hits(state, unit, after, rule, table);
        if state.routed.contains(unit) {
            state.falling.insert(unit);
        }
    }

    /// [10.12, D-10.15a] Takes hits; a unit with as many as its quality routs at once.
    pub(crate) fn hit<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        hits: u8,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        self.wound(state, unit, hits, rule, table);
        if !state.dead.contains(unit) && hits > 0 && state.hits_of(unit) >= self.brink(state, unit) {
            state.falling.insert(unit);
        }
    }

    /// [6.6.8, D-6.6.8a] Hits of a test, shared by those of a stack, the odd one to the top.
    pub(crate) fn hit_stack<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, hits): (UnitId, u8),
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let beneath = state.under(unit);
        if let Some(under) = beneath {
            self.hit(state, under, hits / 2, rule, table);
        }
        let own = if beneath.is_some() { hits.div_ceil(2) } else { hits };
        self.hit(state, unit, own, rule, table);
    }

    /// A unit is eliminated, for whatever reason.
    pub(crate) fn eliminate<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        table.change(rule, words::ALIVE, unit.subject(), 1, 0);
        self.note_left(state, unit);
        self.lift(state, unit);
        state.dead.insert(unit);
        for set in [
            &mut state.routed,
            &mut state.falling,
            &mut state.columns,
            &mut state.headed_left,
            &mut state.late,
            &mut state.must_check,
            &mut state.no_check,
        ] {
            set.remove(unit);
        }
        self.drop_mover(state, unit);
        self.lose_driver(state, unit);
        if self.is_ridden(unit) {
            self.unseat(state, unit, table);
        }
    }

    /// The hexes that a unit leaves in a shock, for those that advance.
    pub(crate) fn note_left(&self, state: &mut State, unit: UnitId) {
        if state.fights > 0 && state.left[unit.index()].is_none() {
            state.left[unit.index()] = state.place_of(unit);
            if unit.side() != state.active {
                state.left_too[unit.slot()] = self.hexes_of(state, unit).nth(1);
            }
        }
    }

    /// [D-10.15a] A rout ends a move, also that of the unit beneath; the top goes on alone.
    pub(crate) fn drop_mover(&self, state: &mut State, unit: UnitId) {
        let Some(mover) = &mut state.mover else { return };
        if mover.under == Some(unit) {
            mover.under = None;
        } else if mover.unit == unit {
            let (start, under) = (mover.start, mover.under);
            state.mover = None;
            if let Some(under) = under {
                self.leave_alone(state, under, start);
            }
        }
    }
}
