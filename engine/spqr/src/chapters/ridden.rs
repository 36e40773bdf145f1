//! Chapter 4, 4.7: the elephant that a leader rides. It goes wherever he goes. As a unit it stands on the map only
//! while no other friend is in his hex; with one it is lifted, counted among those who are away [D-4.7a].

use szala_board::{Facing, HexId, Ordinal};
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::ground::Gait;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::ids::{LeaderId, UnitId, Units};
use crate::position::state::State;

/// [4.7.4] From this number on an elephant that has lost its leader runs wild.
const GRIEF: u8 = 7;

impl Spqr {
    /// [4.7.1] Is the unit the elephant of a leader?
    pub(crate) fn is_ridden(&self, unit: UnitId) -> bool {
        self.ridden.contains(unit)
    }

    /// Whose elephant it is.
    fn rider(&self, unit: UnitId) -> Option<LeaderId> {
        self.card(unit).rider.map(|slot| LeaderId::of_side(unit.side(), slot))
    }

    /// A leader's elephant, as long as it lives.
    pub(crate) fn elephant_of(&self, state: &State, leader: LeaderId) -> Option<UnitId> {
        let lives = |unit: &UnitId| !state.dead.contains(*unit) || state.away.contains(*unit);
        self.ridden.iter().filter(lives).find(|unit| self.rider(*unit) == Some(leader))
    }

    /// [6.15] How a leader moves.
    pub(crate) fn gait_of_leader(&self, state: &State, leader: LeaderId) -> Gait {
        if self.elephant_of(state, leader).is_some() { Gait::Elephant } else { Gait::Horse }
    }

    /// Where an elephant is drawn: with its leader, also while it is lifted.
    pub(crate) fn place_with_rider(&self, state: &State, unit: UnitId) -> Option<HexId> {
        let is_lifted = self.is_ridden(unit) && (state.dead & state.away).contains(unit);
        let rider = self.rider(unit).filter(|_| is_lifted);
        state.place_of(unit).or_else(|| rider.and_then(|leader| state.leader_place(leader)))
    }

    /// [4.7.5] Does it make room for this friend, who comes into its hex for nothing? For cavalry it does not.
    fn makes_room(&self, state: &State, elephant: UnitId, friend: UnitId) -> bool {
        self.is_ridden(elephant)
            && elephant != friend
            && elephant.side() == friend.side()
            && !self.card(friend).kind.is_cavalry()
            && !self.is_loose(state, elephant)
    }

    /// Does it run wild, or is about to?
    fn is_loose(&self, state: &State, elephant: UnitId) -> bool {
        state.wild == Some(elephant) || state.falling.contains(elephant)
    }

    /// The unit that another one comes upon in a hex.
    pub(crate) fn other_at(&self, state: &State, unit: UnitId, hex: HexId) -> Option<UnitId> {
        state.unit_at(hex).filter(|other| *other != unit && !self.makes_room(state, *other, unit))
    }

    /// [D-4.7a] A friend comes to this hex: the elephant there is lifted.
    pub(crate) fn make_room(&self, state: &mut State, unit: UnitId, hex: HexId) {
        if let Some(elephant) = state.unit_at(hex).filter(|other| self.makes_room(state, *other, unit)) {
            self.lift_ridden(state, elephant);
        }
    }

    fn lift_ridden(&self, state: &mut State, elephant: UnitId) {
        self.lift(state, elephant);
        state.dead.insert(elephant);
        state.away.insert(elephant);
    }

    fn set_down(&self, state: &mut State, elephant: UnitId, hex: HexId) {
        state.dead.remove(elephant);
        state.away.remove(elephant);
        let facing = state.facings[elephant.index()];
        self.put(state, elephant, hex, facing);
    }

    /// [D-4.7a, 4.7.5] Each stands with its leader where he is alone; where he is not it faces as his friend does.
    pub(crate) fn settle_ridden(&self, state: &mut State) {
        for unit in self.ridden {
            let is_lifted = (state.dead & state.away).contains(unit);
            let hex = self.rider(unit).and_then(|leader| state.leader_place(leader));
            let Some(hex) = hex.filter(|_| is_lifted && !self.is_loose(state, unit)) else { continue };
            match state.unit_at(hex) {
                Some(friend) => state.facings[unit.index()] = state.facings[friend.index()],
                None => self.set_down(state, unit, hex),
            }
        }
    }

    /// [4.7.2] A leader goes to another hex, and his elephant with him; one that runs wild goes by itself.
    pub(crate) fn take_along<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (leader, before): (LeaderId, Option<HexId>),
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        let Some(unit) = self.elephant_of(state, leader).filter(|unit| !self.is_loose(state, *unit)) else {
            return;
        };
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        let after = state.leader_place(leader);
        table.change(rule, words::HEX, unit.subject(), index(before), index(after));
        if !state.dead.contains(unit) {
            self.lift_ridden(state, unit);
        }
        // Units that were to attack it do not any more.
        state.fight[unit.index()] = 0;
    }

    /// [4.7.2] A leader rides the elephant that has run to another hex.
    pub(crate) fn hold_on<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, HexId),
        table: &mut Table<D, J>,
    ) {
        let rider = self.rider(unit).filter(|_| self.is_ridden(unit));
        if let Some(leader) = rider.filter(|leader| state.leader_place(*leader).is_some()) {
            self.lead_to(state, leader, Some(to), rule!("4.7.2"), table);
        }
    }

    /// [9.14, D-4.7d] A leader's elephant that runs wild comes to itself at a later roll of 7 and more.
    pub(crate) fn comes_to_itself(&self, state: &State, unit: UnitId, (roll, turn): (u8, u8)) -> bool {
        let rider = self.rider(unit).filter(|_| self.is_ridden(unit));
        turn > 1 && roll >= GRIEF && rider.is_some_and(|leader| state.leader_place(leader).is_some())
    }

    /// [9.14] It does, two hits short of its quality.
    pub(crate) fn calm<D: Dice, J: Journal>(&self, state: &mut State, unit: UnitId, table: &mut Table<D, J>) {
        table.remark(rule!("9.14"), "comes to itself", unit.subject());
        state.agenda.pop();
        (state.wild, state.cause) = (None, None);
        state.scattered = Units::EMPTY;
        state.routed.remove(unit);
        let hits = self.card(unit).quality.saturating_sub(2);
        self.set_hits(state, unit, hits, rule!("9.14"), table);
    }

    /// [4.7.4, D-4.7e] Its leader is dead: it is removed, or runs wild from where he was.
    pub(crate) fn bereave<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (leader, place): (LeaderId, Option<HexId>),
        table: &mut Table<D, J>,
    ) {
        let Some(unit) = self.elephant_of(state, leader).filter(|unit| !self.is_loose(state, *unit)) else {
            return;
        };
        let roll = table.roll(Die::D10, self.ask(state, rule!("4.7.4")).at(unit.subject()));
        match place.filter(|_| roll >= GRIEF) {
            Some(hex) => {
                if state.dead.contains(unit) {
                    self.set_down(state, unit, hex);
                }
                state.falling.insert(unit);
            }
            None => self.eliminate(state, unit, rule!("4.7.4"), table),
        }
    }

    /// [4.7.2] It is gone: its leader may be a casualty, or goes on as others do.
    pub(crate) fn unseat<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        state.away.remove(unit);
        let Some(leader) = self.rider(unit).filter(|leader| state.leader_place(*leader).is_some()) else {
            return;
        };
        if table.roll(Die::D10, self.ask(state, rule!("4.7.2")).at(leader.subject())) == 0 {
            self.casualty(state, leader, table);
        }
    }

    /// [10.14, D-4.7c] Hits of the clash beyond a unit's quality are for the elephant of the leader with it, which
    /// is eliminated by as many as its own.
    pub(crate) fn wound_in_clash<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, hits): (UnitId, u8),
        table: &mut Table<D, J>,
    ) {
        let elephant = self
            .leaders_with(state, unit)
            .find_map(|leader| self.elephant_of(state, leader))
            .filter(|elephant| *elephant != unit && !state.routed.contains(unit));
        let room = self.brink(state, unit).saturating_sub(state.hits_of(unit));
        let beyond = if elephant.is_some() { hits.saturating_sub(room) } else { 0 };
        self.wound(state, unit, hits - beyond, rule!("10.14"), table);
        if let Some(elephant) = elephant.filter(|_| beyond > 0) {
            let sum = state.hits_of(elephant).saturating_add(beyond);
            self.set_hits(state, elephant, sum, rule!("10.14"), table);
            if sum >= self.card(elephant).quality {
                self.eliminate(state, elephant, rule!("4.7.3"), table);
            }
        }
    }

    /// [4.7.5, D-4.7b] A leader who stops turns his elephant for nothing, but not in an enemy zone [7.15].
    pub(crate) fn offer_turns_of_ridden(&self, state: &State, leader: LeaderId, put: &mut dyn FnMut(Action)) {
        let elephant = self.elephant_of(state, leader).filter(|unit| !state.dead.contains(*unit));
        let Some(unit) = elephant.filter(|unit| self.held_by(state, *unit).is_empty()) else { return };
        let facing = state.facings[unit.index()];
        Facing::ALL.into_iter().filter(|to| *to != facing).for_each(|to| put(Action::Turn(to)));
    }

    /// It turns.
    pub(crate) fn turn_ridden<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (leader, to): (LeaderId, Facing),
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        if let Some(unit) = self.elephant_of(state, leader) {
            self.face(state, unit, to, rule!("4.7.5"), table);
        }
    }

    /// [4.7.2] Where the position is wrong, for the audit: an elephant on the map is with its leader.
    pub(crate) fn has_lost_rider(&self, state: &State, unit: UnitId) -> bool {
        let rider = self.rider(unit).and_then(|leader| state.leader_place(leader));
        self.is_ridden(unit)
            && !state.dead.contains(unit)
            && !self.is_loose(state, unit)
            && rider != state.place_of(unit)
    }
}
