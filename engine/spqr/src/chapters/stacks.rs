//! Chapter 6, 6.64 to 6.69: two units in a hex. The map knows the one on top; the one beneath is found through it.

use szala_board::{Facing, HexId, Ordinal};
use szala_kernel::{Dice, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::position::data::Class;
use crate::position::ids::{LeaderId, UnitId, Units, of_side};
use crate::position::state::{Mode, Mover, State};

impl Spqr {
    /// Lifts a unit from the map; one under it stays.
    pub(crate) fn lift(&self, state: &mut State, unit: UnitId) {
        let beneath = state.under[unit.index()].take();
        state.beneath.remove(unit);
        // [10.52] A unit that leaves is engaged no more.
        state.engaged[unit.index()] = 0;
        for hex in self.hexes_of(state, unit) {
            let Some(top) = state.unit_at(hex) else { continue };
            if top == unit {
                let heir = beneath.or_else(|| self.passing_in(state, (unit, hex)));
                state.at[hex.index()] = heir;
                // [6.6.4] A unit that came along with that one is then under it.
                if let Some(mover) = state.mover.filter(|mover| Some(mover.unit) == heir)
                    && let Some(under) = mover.under
                {
                    self.join(state, under);
                }
            } else if state.under(top) == Some(unit) {
                state.under[top.index()] = None;
            }
        }
        state.beneath -= beneath.into_iter().collect::<Units>();
        state.places[unit.index()] = None;
    }

    /// [6.6.3] The unit that was only passing through the hex that another leaves, and now has it: of two on their way
    /// the upper.
    fn passing_in(&self, state: &State, (leaving, hex): (UnitId, HexId)) -> Option<UnitId> {
        let own = (self.all & of_side(leaving.side())) - state.dead - Units::of(leaving);
        let is_there =
            |unit: &UnitId| own.contains(*unit) && self.hexes_of(state, *unit).any(|there| there == hex);
        let mover = state.mover.map(|mover| mover.unit).filter(is_there);
        mover.or_else(|| own.iter().find(is_there))
    }

    /// Puts a unit down; where a friend stands it only passes and is not entered in the map.
    pub(crate) fn put(&self, state: &mut State, unit: UnitId, left: HexId, facing: Facing) {
        state.places[unit.index()] = Some(left);
        state.facings[unit.index()] = facing;
        for hex in self.hexes_at(unit, left, facing).into_iter().flatten() {
            if !self.ridden.is_empty() {
                self.make_room(state, unit, hex);
            }
            if state.unit_at(hex).is_none() {
                state.at[hex.index()] = Some(unit);
            }
        }
        if !self.drivers.is_empty() {
            self.carry_driver(state, unit);
        }
    }

    /// Those into whose hexes a unit has come on its way.
    pub(crate) fn friends_under(&self, state: &State, unit: UnitId) -> Units {
        let there = self.hexes_of(state, unit).filter_map(|hex| state.unit_at(hex));
        there.filter(|other| *other != unit).collect()
    }

    /// [6.6.6] A unit that stops in a friend's hex goes under it.
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

    /// A unit and the one stacked with it.
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

    /// [6.6.3] Are two units foot of one colour? A legion and its ala are.
    pub(crate) fn are_of_one_colour(&self, pair: [UnitId; 2]) -> bool {
        let [card, other] = pair.map(|unit| self.card(unit));
        card.is_legionary() && other.is_legionary() && card.legion == other.legion
    }

    /// [6.6.9, 9.61] Foot of legions and alae but velites.
    pub(crate) fn may_be_stacked(&self, unit: UnitId) -> bool {
        !matches!(self.card(unit).class, Class::None | Class::Velites)
    }

    /// [6.6.9, 9.61, 10.25] May a unit, by itself, stop in this hex under the one friend there?
    pub(crate) fn may_stack(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let alone = |top: &UnitId| state.under(*top).is_none() && !state.routed.contains(*top);
        let friend = state.unit_at(hex).filter(alone);
        friend.is_some_and(|top| {
            top != unit
                && top.side() == unit.side()
                && !(state.routed | state.falling | state.columns).contains(unit)
                && !state.columns.contains(top)
                && [unit, top].into_iter().all(|one| self.may_be_stacked(one))
        })
    }

    /// [6.6.7] The same for a mover with this many points left, which turns as its friend does and pays for it; not in
    /// an enemy zone [7.15].
    pub(crate) fn can_stop_in(&self, state: &State, unit: UnitId, (hex, left): (HexId, u8)) -> bool {
        let brings = state.mover.is_some_and(|mover| mover.unit == unit && mover.under.is_some());
        if brings || !self.may_stack(state, unit, hex) {
            return false;
        }
        let facing = |one: UnitId| state.facings[one.index()];
        let turn = state.unit_at(hex).map_or(0, |top| facing(unit).steps_to(facing(top)));
        turn == 0
            || self.cost_of_turn(unit, turn) <= left && self.holders(state, hex, !unit.side()).is_empty()
    }

    /// May the unit under way stop where it is, with a friend?
    pub(crate) fn can_stop_with_friend(&self, state: &State, mover: &Mover) -> bool {
        let here = state.place_of(mover.unit);
        here.is_some_and(|hex| self.can_stop_in(state, mover.unit, (hex, mover.left)))
            && self.is_passing(state, mover.unit)
    }

    /// [6.6.6, 6.6.7] It does: it goes under the friend and takes its facing.
    pub(crate) fn stop_with_friend<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        let top = state.place_of(unit).and_then(|hex| state.unit_at(hex));
        let Some(facing) = top.map(|top| state.facings[top.index()]) else { return };
        let vertices = state.facings[unit.index()].steps_to(facing);
        if vertices > 0 {
            self.face(state, unit, facing, rule!("6.6.7"), table);
            self.pay_for_turn(state, (Units::of(unit), vertices), table);
        }
        self.join(state, unit);
    }

    /// [6.6.7] Does the unit under way face otherwise than the one that it leaves?
    pub(crate) fn is_askew(&self, state: &State, mover: &Mover) -> bool {
        let facing = state.facings[mover.unit.index()];
        state.under(mover.unit).is_some_and(|under| state.facings[under.index()] != facing)
    }

    /// [6.6.4, 6.13, 7.26] The unit beneath has moved as well.
    pub(crate) fn stop_beneath<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        under: UnitId,
        table: &mut Table<D, J>,
    ) {
        state.moved.insert(under);
        state.must_check.insert(under);
        if state.marched.contains(under) {
            self.hit(state, under, 1, rule!("6.13"), table);
        }
    }

    /// The unit that came along beneath one that routs: it has moved, and in a friend's hex it cannot stay.
    pub(crate) fn leave_alone(&self, state: &mut State, under: UnitId, start: HexId) {
        if self.is_passing(state, under) {
            state.falling.insert(under);
        } else if state.place_of(under) != Some(start) {
            state.moved.insert(under);
            state.must_check.insert(under);
        }
    }

    /// [9.6.3] Is a unit in a stack of different colours or classes, which tests worse?
    pub(crate) fn is_mixed(&self, state: &State, unit: UnitId) -> bool {
        let top = self.top_of(state, unit);
        state.under(top).is_some_and(|under| {
            let [one, other] = [top, under].map(|unit| self.card(unit));
            let class = |class: Class| if class == Class::EliteCohort { Class::Cohort } else { class };
            one.is_legionary() && (one.legion != other.legion || class(one.class) != class(other.class))
        })
    }

    /// [9.6.3] A unit routs out of a stack; the other is tested as if a hit short of its quality.
    pub(crate) fn leave_stack<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        let mates = self.stack_of(state, unit) - Units::of(unit);
        let (Some(mate), Some(place)) = (mates.first(), state.place_of(unit)) else { return };
        let facing = state.facings[unit.index()];
        self.lift(state, unit);
        self.put(state, unit, place, facing);
        if !state.falling.contains(mate) && self.test(state, mate, (rule!("9.6.3"), 0), table) > 0 {
            state.falling.insert(mate);
        }
    }

    /// [6.6.4, 4.3] What an order to both of a stack costs: the overall commander with them needs but one, [9.52] but
    /// for two in double depth.
    pub(crate) fn cost_of_both(&self, state: &State, leader: LeaderId, top: UnitId) -> u8 {
        let is_with = state.leader_place(leader) == state.place_of(top);
        2 - u8::from(is_with && self.is_overall(state, leader) && !self.is_double(state, top))
    }

    /// [6.6.4, 9.61] The unit beneath, if both may be ordered at once: one by one if the leader may command both, as a
    /// line if both are of it.
    pub(crate) fn beneath_to_order(
        &self,
        state: &State,
        (leader, top): (LeaderId, UnitId),
        open: Units,
    ) -> Option<UnitId> {
        let under = state.under(top).filter(|under| open.contains(*under))?;
        let is_his = match state.phase.mode {
            Mode::Line => true,
            Mode::Volley => false,
            Mode::Open | Mode::Single => {
                self.may_command(state, leader, under)
                    && self.group_of(leader, under) == self.group_of(leader, top)
                    && state.phase.orders >= self.cost_of_both(state, leader, top)
            }
        };
        is_his.then_some(under)
    }

    /// [7.26] In a stack both fight; one that must test makes both test.
    pub(crate) fn mark_stacks(&self, state: &mut State) {
        for under in state.beneath {
            let pair = self.stack_of(state, under);
            if state.must_check.intersects(&pair) {
                state.must_check |= pair;
                state.no_check -= pair;
            } else if state.no_check.intersects(&pair) {
                state.no_check |= pair;
            }
        }
    }
}
