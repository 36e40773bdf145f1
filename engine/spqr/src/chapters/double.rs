//! Chapter 9, 9.5: phalanxes in double depth, two in the same two hexes. The one in front is the top of the stack.

use szala_board::{Facing, HexId, Ordinal};
use szala_kernel::{Dice, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::position::action::{Action, Way};
use crate::position::ids::{LeaderId, UnitId, Units};
use crate::position::state::{Mover, State};

impl Spqr {
    /// Does a unit stand in double depth?
    pub(crate) fn is_double(&self, state: &State, unit: UnitId) -> bool {
        self.card(unit).is_long() && (state.is_beneath(unit) || state.under(unit).is_some())
    }

    /// [9.51] The phalanx under which one that stands here and faces so would come: one that is alone and may double.
    fn front_of(&self, state: &State, unit: UnitId, (left, facing): (HexId, Facing)) -> Option<UnitId> {
        let other = state.unit_at(left).filter(|other| *other != unit)?;
        let stands_so = (state.place_of(other), state.facings[other.index()]) == (Some(left), facing);
        let are_able = [unit, other].iter().all(|one| self.card(*one).may_double);
        let is_fit =
            !(state.routed | state.falling | state.columns).contains(other) && state.under(other).is_none();
        (other.side() == unit.side() && stands_so && are_able && is_fit).then_some(other)
    }

    /// [9.51, 9.52] The step by which the unit under way comes under the phalanx right before it: its first, by order
    /// of the overall commander.
    pub(crate) fn doubles_by(&self, state: &State, mover: &Mover) -> Option<Way> {
        let unit = mover.unit;
        let is_alone = mover.under.is_none() && state.under(unit).is_none();
        let is_fresh = mover.from.is_none()
            && (state.place_of(unit), state.facings[unit.index()]) == (Some(mover.start), mover.faced);
        let is_his = state.phase.leader.is_some_and(|leader| self.is_overall(state, leader));
        if !self.card(unit).may_double || !is_alone || !is_fresh || !is_his || !self.may_leave(state, unit) {
            return None;
        }
        [Way::Left, Way::Right].into_iter().find(|way| {
            let Some((left, facing)) = self.march_to(state, unit, *way) else { return false };
            let toll = self.toll_to(state, unit, left, facing);
            toll.is_some_and(|toll| toll.points <= mover.left)
                && self.front_of(state, unit, (left, facing)).is_some()
        })
    }

    /// [9.51] Offers it.
    pub(crate) fn offer_double(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        if self.doubles_by(state, mover).is_some() {
            put(Action::Double);
        }
    }

    /// [9.51] The rear one has come into the hexes of the front one: it lies under it, and both have moved.
    pub(crate) fn come_under(&self, state: &mut State, unit: UnitId) {
        self.join(state, unit);
        let both = self.stack_of(state, unit);
        state.ordered |= both;
        state.moved |= both;
    }

    /// [9.52] Two in double depth take orders from the overall commander only.
    pub(crate) fn obeys(&self, state: &State, leader: LeaderId, unit: UnitId) -> bool {
        !self.is_double(state, unit) || self.is_overall(state, leader)
    }

    /// [9.53] The top alone is tested; if it fails, so is the other one. Each takes its own hits.
    pub(crate) fn test_both<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        top: UnitId,
        modifier: i32,
        table: &mut Table<D, J>,
    ) {
        let hits = self.test(state, top, (rule!("8.33"), modifier), table);
        self.wound(state, top, hits, rule!("8.33"), table);
        if let Some(under) = state.under(top).filter(|_| hits > 0) {
            let hits = self.test(state, under, (rule!("9.53"), modifier), table);
            self.wound(state, under, hits, rule!("9.53"), table);
        }
    }

    /// [9.53] What double depth does to a charge roll: one more for its targets, one less for itself.
    pub(crate) fn depth<D: Dice, J: Journal>(
        &self,
        state: &State,
        (unit, attackers): (UnitId, Units),
        table: &mut Table<D, J>,
    ) -> i32 {
        let attacks = attackers.iter().any(|one| self.is_double(state, one));
        table.note(rule!("9.53"), attacks.into(), "attacked by double depth")
            + table.note(rule!("9.53"), -i32::from(self.is_double(state, unit)), "in double depth")
    }

    /// [9.53] One of two in double depth routs: so does the other, after it, whatever its hits.
    pub(crate) fn drag_along(&self, state: &mut State, unit: UnitId) -> bool {
        if !self.is_double(state, unit) {
            return false;
        }
        let mate = (self.stack_of(state, unit) - Units::of(unit)).first();
        let (Some(mate), Some(place)) = (mate, state.place_of(unit)) else { return false };
        let facing = state.facings[unit.index()];
        self.lift(state, unit);
        self.put(state, unit, place, facing);
        state.twins[unit.index()] = Some(mate);
        state.twins[mate.index()] = Some(unit);
        state.falling.insert(mate);
        true
    }

    /// [9.53, D-9.53a] Does a unit rout because the one with which it stood did?
    pub(crate) fn is_dragged(&self, state: &State, unit: UnitId) -> bool {
        state.twins[unit.index()].is_some_and(|other| (state.routed | state.dead).contains(other))
    }
}
