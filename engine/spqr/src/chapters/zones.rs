//! Chapter 7: facing and zones of control; and the hexes that a unit stands on (G2, G3).

use szala_board::{Facing, HexId, Ordinal, Zone};
use szala_kernel::{Dice, Journal, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Way;
use crate::position::data::{Class, Kind};
use crate::position::ids::{UnitId, Units};
use crate::position::state::State;
use crate::position::tables::From;

impl Spqr {
    /// [G3] The hexes of a unit if its left half stands here and faces so: the other half is at its right hand.
    pub(crate) fn hexes_at(&self, unit: UnitId, left: HexId, facing: Facing) -> [Option<HexId>; 2] {
        let is_long = self.card(unit).is_long();
        [Some(left), if is_long { self.board.neighbour(left, facing.flank()[0]) } else { None }]
    }

    /// The hexes a unit stands on.
    pub(crate) fn hexes_of(&self, state: &State, unit: UnitId) -> impl Iterator<Item = HexId> + use<> {
        let place = state.place_of(unit);
        let facing = state.facings[unit.index()];
        let both = place.map_or([None, None], |left| self.hexes_at(unit, left, facing));
        both.into_iter().flatten()
    }

    /// [G4] How far apart two units are, by their nearer halves.
    pub(crate) fn apart(&self, state: &State, one: UnitId, other: UnitId) -> u8 {
        self.hexes_of(state, one).map(|hex| self.far_from(state, other, hex)).min().unwrap_or(u8::MAX)
    }

    /// [G4] How far a unit is from a hex.
    pub(crate) fn far_from(&self, state: &State, unit: UnitId, hex: HexId) -> u8 {
        self.hexes_of(state, unit).map(|own| self.board.distance(own, hex)).min().unwrap_or(u8::MAX)
    }

    /// [G2, G3] On which side of a unit an adjacent hex lies; of several, the one nearest to its front.
    pub(crate) fn side_towards(&self, state: &State, unit: UnitId, hex: HexId) -> Option<From> {
        let facing = state.facings[unit.index()];
        let heading = self.heading(state, unit);
        let side = |own| {
            let direction = self.board.direction_to(own, hex)?;
            // [6.7.3, D-6.7.4a] Of a column one hex is in front and one behind.
            if let Some(way) = heading {
                return Some(match direction {
                    _ if direction == way => From::Front,
                    _ if direction == way.opposite() => From::Rear,
                    _ => From::Flank,
                });
            }
            Some(match facing.zone_of(direction) {
                Zone::Front => From::Front,
                Zone::Flank => From::Flank,
                Zone::Rear => From::Rear,
            })
        };
        self.hexes_of(state, unit).filter_map(side).min()
    }

    /// From which side one unit, next to it, comes upon another.
    pub(crate) fn side_of_attack(&self, state: &State, target: UnitId, from: UnitId) -> Option<From> {
        self.hexes_of(state, from).filter_map(|hex| self.side_towards(state, target, hex)).min()
    }

    /// [7.21, 7.22, D-7.22a] Is the hex in the zone of this unit?
    pub(crate) fn holds(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        if state.routed.contains(unit) || state.dead.contains(unit) {
            return false;
        }
        // [4.7.3] Nor has the elephant of a leader one. [7.22] None on hexes that it could not enter.
        if self.is_ridden(unit) || self.is_barred(unit, hex) {
            return false;
        }
        let card = self.card(unit);
        let is_empty = state.empty.contains(unit);
        let is_wide = match (card.kind, card.class) {
            // [D-7.21a] A column has one hex.
            _ if state.columns.contains(unit) => false,
            (Kind::Skirmisher, _) if is_empty => return false,
            (Kind::Skirmisher, _) => true,
            (_, Class::Velites) => !is_empty,
            _ => false,
        };
        match self.side_towards(state, unit, hex) {
            Some(From::Front) => true,
            Some(From::Flank) => is_wide,
            _ => false,
        }
    }

    /// The units of a side in whose zone a hex is. Only one next to it can be.
    pub(crate) fn holders(&self, state: &State, hex: HexId, side: Side) -> Units {
        let mut all = Units::EMPTY;
        for direction in szala_board::Direction::ALL {
            let other = self.board.neighbour(hex, direction).and_then(|next| state.unit_at(next));
            if let Some(other) = other.filter(|other| other.side() == side)
                && self.holds(state, other, hex)
            {
                all.insert(other);
            }
        }
        all
    }

    /// The enemies in whose zone a unit stands.
    pub(crate) fn held_by(&self, state: &State, unit: UnitId) -> Units {
        let mut all = Units::EMPTY;
        for hex in self.hexes_of(state, unit) {
            all |= self.holders(state, hex, !unit.side());
        }
        all
    }

    /// The enemies in the zone of a unit.
    pub(crate) fn in_zone_of(&self, state: &State, unit: UnitId) -> Units {
        let mut all = Units::EMPTY;
        for own in self.hexes_of(state, unit) {
            for direction in szala_board::Direction::ALL {
                let Some(next) = self.board.neighbour(own, direction) else { continue };
                let Some(other) = state.unit_at(next) else { continue };
                if other.side() != unit.side() && self.holds(state, unit, next) {
                    all.insert(other);
                }
            }
        }
        all
    }

    /// [7.23, D-7.23a] May a unit leave the zones in which it stands? A phalanx counts five points.
    pub(crate) fn may_leave(&self, state: &State, unit: UnitId) -> bool {
        self.held_by(state, unit).iter().all(|enemy| self.pace(state, unit) > self.pace(state, enemy))
    }

    /// [6.41, 7.23] The movement allowance of a unit as others compare it: a phalanx counts its fifth point.
    pub(crate) fn mobility(&self, unit: UnitId) -> u8 {
        self.movement(unit) + u8::from(self.card(unit).is_long())
    }

    /// [7.12] The cost of a turn of this many vertices.
    pub(crate) fn cost_of_turn(&self, unit: UnitId, vertices: u8) -> u8 {
        let card = self.card(unit);
        match card.kind {
            Kind::Skirmisher => 0,
            Kind::Elephant | Kind::Chariot => 2 * vertices,
            _ if card.is_legionary() => 1,
            _ => vertices,
        }
    }

    /// [7.16] Turns in reaction, and tests.
    pub(crate) fn turn_in_reaction<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        facing: Facing,
        table: &mut Table<D, J>,
    ) {
        state.turned.insert(unit);
        self.face(state, unit, facing, rule!("7.16"), table);
        self.pay_for_turn(state, (self.stack_of(state, unit), 1), table);
        let Some(mover) = self.comer(state) else { return };
        let kinds = [unit, mover].map(|who| self.card(who).kind);
        // [D-7.16b] Cavalry turns towards foot without a test.
        if kinds[0].is_cavalry() && kinds[1].is_foot() {
            return self.hold_mover(state, mover);
        }
        let ask = self.ask(state, rule!("7.16")).by(unit.subject()).at(mover.subject());
        // [6.7.2] A column has a point more.
        let faster = self.pace(state, mover).saturating_sub(self.mobility(unit));
        let is_mixed = self.is_mixed(state, unit);
        let sum = table.roll(szala_kernel::Die::D10, ask)
            + u8::try_from(table.note(rule!("7.16"), faster.into(), "the mover is faster")).unwrap_or(0)
            + u8::try_from(table.note(rule!("9.6.3"), is_mixed.into(), "a mixed stack")).unwrap_or(0);
        let hits = sum.saturating_sub(self.quality(state, unit));
        // [D-7.16a] A stack turns as one, and its top is tested.
        self.hit_stack(state, (unit, hits), rule!("7.16"), table);
        // [D-7.16c] A mover that comes into a zone by it stops there.
        if !state.falling.contains(unit) {
            self.hold_mover(state, mover);
        }
    }

    /// Turns a unit.
    pub(crate) fn face<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        facing: Facing,
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        // [6.6.7] A stack faces one way.
        self.face_with(state, (unit, state.under(unit)), facing, rule, table);
    }

    /// Records that a unit will face otherwise where it goes.
    pub(crate) fn tell_of_turn<D: Dice, J: Journal>(
        &self,
        state: &State,
        (unit, facing): (UnitId, Facing),
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        let faced = state.facings[unit.index()];
        if faced != facing {
            let [before, after] = [faced, facing].map(|one| i32::try_from(one.index()).unwrap_or(0));
            table.change(rule, words::FACING, unit.subject(), before, after);
        }
    }

    /// [6.43] A unit of two hexes turns about where it stands. Its other hex is then the left one, by which it is
    /// named.
    pub(crate) fn face_about<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        let Some((left, facing)) = self.march_to(state, unit, Way::Reverse) else { return };
        self.face(state, unit, facing, rule, table);
        let index = |hex: HexId| i32::try_from(hex.index()).unwrap_or(-1);
        let before = state.place_of(unit).map_or(-1, index);
        table.change(rule, words::HEX, unit.subject(), before, index(left));
        state.places[unit.index()] = Some(left);
    }

    /// Turns a unit and perhaps the one beneath.
    pub(crate) fn face_with<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, under): (UnitId, Option<UnitId>),
        facing: Facing,
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        let before = state.facings[unit.index()];
        let index = |facing: Facing| i32::try_from(facing.index()).unwrap_or(0);
        for unit in [unit].into_iter().chain(under) {
            table.change(rule, words::FACING, unit.subject(), index(before), index(facing));
            state.facings[unit.index()] = facing;
        }
    }
}
