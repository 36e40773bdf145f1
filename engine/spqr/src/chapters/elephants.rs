//! Chapter 9, 9.14: elephants that run wild.

use szala_board::{Direction, HexId, Ordinal};
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::data::COMPASS;
use crate::position::data::Kind;
use crate::position::ids::{UnitId, of_side};
use crate::position::state::State;
use crate::position::tables::From;

/// [9.14] Rolls of an elephant before it dies, and hexes to each of them.
const ROLLS: u8 = 4;
const STRIDE: u8 = 3;
/// [D-9.14f] An elephant so far from every unit is gone.
const ALONE: u8 = 8;

impl Spqr {
    /// [9.14] Runs wild until it dies.
    pub(crate) fn rampage<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        table.remark(rule!("9.14"), "runs wild", unit.subject());
        self.note_left(state, unit);
        self.drop_mover(state, unit);
        // [D-9.14c] First away from whoever is nearest of the enemies: its cause.
        let cause = self.nearest(state, unit, !unit.side());
        state.routed.insert(unit);
        for turn in 1..=ROLLS {
            let roll = table.roll(Die::D10, self.ask(state, rule!("9.14")).at(unit.subject()));
            let Some(way) = self.wild_way(state, unit, (roll, turn), cause) else { break };
            if !self.run_wild(state, unit, way, table) || self.is_alone(state, unit) {
                break;
            }
        }
        self.eliminate(state, unit, rule!("9.14"), table);
    }

    fn nearest(&self, state: &State, unit: UnitId, side: szala_kernel::Side) -> Option<UnitId> {
        let others = ((self.all & of_side(side)) - state.dead).iter().filter(|other| *other != unit);
        others.min_by_key(|other| self.apart(state, unit, *other))
    }

    /// [9.14, D-9.14a, D-9.14b, D-9.14c] Where to, by the roll; nowhere when it is killed.
    fn wild_way(
        &self,
        state: &State,
        unit: UnitId,
        (roll, turn): (u8, u8),
        cause: Option<UnitId>,
    ) -> Option<Direction> {
        let place = state.place_of(unit)?;
        let towards = |other: Option<UnitId>, near: bool| {
            let score = |way: &Direction| {
                let far = other
                    .zip(self.board.neighbour(place, *way))
                    .map(|(other, hex)| i32::from(self.far_from(state, other, hex)));
                let far = far.unwrap_or(if near { i32::MAX } else { i32::MIN });
                if near { far } else { -far }
            };
            COMPASS.into_iter().min_by_key(score)
        };
        match roll {
            0 => towards(self.nearest(state, unit, unit.side()), true),
            1..=6 => {
                let at = usize::from(roll - 1 + self.scenario.switches.compass) % COMPASS.len();
                Some(COMPASS[at])
            }
            _ if turn == 1 && cause.is_some() => towards(cause, false),
            _ if turn == 1 => towards(self.nearest(state, unit, unit.side()), true),
            _ => None,
        }
    }

    /// [9.14, D-9.14d, D-9.14g] Three hexes straight on, or as far as the first unit; false when it leaves the map.
    fn run_wild<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        way: Direction,
        table: &mut Table<D, J>,
    ) -> bool {
        for _ in 0..STRIDE {
            let Some(place) = state.place_of(unit) else { return false };
            let Some(next) = self.board.neighbour(place, way) else { return false };
            // [D-9.14g] It stops before ground that it cannot enter.
            if self.is_barred(unit, next) {
                return true;
            }
            if let Some(victim) = state.unit_at(next) {
                let side = self.side_towards(state, victim, place);
                let is_hard = self.card(victim).kind.is_cavalry() || side != Some(From::Front);
                // Of a stack both.
                for unit in self.stack_of(state, victim) {
                    self.hit(state, unit, 1 + u8::from(is_hard), rule!("9.14"), table);
                }
                return true;
            }
            self.run_to(state, unit, next, table);
        }
        true
    }

    fn run_to<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        table.change(rule!("9.14"), words::HEX, unit.subject(), index(state.place_of(unit)), index(Some(to)));
        let facing = state.facings[unit.index()];
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        // Leaders alone in its way die.
        for leader in self.leaders_at(state, to) {
            self.lose_leader(state, leader, rule!("9.14"), table);
        }
    }

    fn is_alone(&self, state: &State, unit: UnitId) -> bool {
        let is_far = |side| {
            self.nearest(state, unit, side).is_none_or(|other| self.apart(state, unit, other) >= ALONE)
        };
        debug_assert!(self.card(unit).kind == Kind::Elephant);
        szala_kernel::Side::BOTH.into_iter().all(is_far)
    }
}
