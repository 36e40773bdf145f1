//! Chapter 9, 9.14: elephants that run wild. Nothing else goes on until they are dead, but that units withdraw before
//! them, leaders flee, and who is hit too often routs.

use szala_board::{Direction, HexId, Ordinal};
use szala_kernel::{Dice, Die, Journal, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::agenda::Task;
use crate::position::data::COMPASS;
use crate::position::data::Kind;
use crate::position::ids::{UnitId, Units, of_side};
use crate::position::state::State;
use crate::position::tables::From;

/// [9.14] Rolls of an elephant before it dies, and hexes to each of them.
const ROLLS: u8 = 4;
const STRIDE: u8 = 3;
/// [D-9.14f] An elephant so far from every unit is gone.
const ALONE: u8 = 8;

impl Spqr {
    /// [D-9.14e, D-10.25a] Who routs next: another elephant not before the one that runs wild is dead.
    pub(crate) fn next_to_fall(&self, state: &State) -> Option<UnitId> {
        let is_next = |unit: &UnitId| state.wild.is_none_or(|_| self.card(*unit).kind != Kind::Elephant);
        state.falling.iter().find(is_next)
    }

    /// [9.14] An elephant begins to run wild.
    pub(crate) fn rampage<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        table.remark(rule!("9.14"), "runs wild", unit.subject());
        self.note_left(state, unit);
        self.drop_mover(state, unit);
        state.cause = self.cause_of(state, unit);
        state.struck = None;
        state.wild = Some(unit);
        state.routed.insert(unit);
        state.agenda.push(Task::Wild(unit, 1));
    }

    /// [9.14, D-9.14c] Who made it run: whom it fights, the nearest of them, or who shot at it last; nobody when it was
    /// its own move.
    fn cause_of(&self, state: &State, unit: UnitId) -> Option<UnitId> {
        let fight = state.fight[unit.index()];
        let foes = ((self.all & of_side(!unit.side())) - state.dead)
            .iter()
            .filter(|foe| fight > 0 && state.fight[foe.index()] == fight);
        let shooter = state.struck.filter(|[target, _]| *target == unit).map(|[_, shooter]| shooter);
        let is_there = |one: &UnitId| state.place_of(*one).is_some();
        foes.filter(is_there).min_by_key(|foe| self.apart(state, unit, *foe)).or(shooter.filter(is_there))
    }

    /// It dies, or has left the map.
    fn end_rampage<D: Dice, J: Journal>(&self, state: &mut State, unit: UnitId, table: &mut Table<D, J>) {
        state.agenda.pop();
        state.wild = None;
        state.cause = None;
        state.scattered = Units::EMPTY;
        self.eliminate(state, unit, rule!("9.14"), table);
    }

    /// [9.14] Its next roll.
    pub(crate) fn go_wild<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, turn): (UnitId, u8),
        table: &mut Table<D, J>,
    ) {
        if turn > ROLLS || turn > 1 && self.is_alone(state, unit) {
            return self.end_rampage(state, unit, table);
        }
        let roll = table.roll(Die::D10, self.ask(state, rule!("9.14")).at(unit.subject()));
        if self.comes_to_itself(state, unit, (roll, turn)) {
            return self.calm(state, unit, table);
        }
        let Some(way) = self.wild_way(state, unit, (roll, turn)) else {
            return self.end_rampage(state, unit, table);
        };
        state.agenda.turn_to(Task::Wild(unit, turn + 1));
        state.agenda.push(Task::Running(unit, way, STRIDE));
        self.scatter(state);
    }

    fn nearest(&self, state: &State, unit: UnitId, side: Side) -> Option<UnitId> {
        let others = ((self.all & of_side(side)) - state.dead).iter().filter(|other| *other != unit);
        others.min_by_key(|other| self.apart(state, unit, *other))
    }

    /// [9.14, D-9.14a] Where to, by the roll; nowhere when it is killed.
    fn wild_way(&self, state: &State, unit: UnitId, (roll, turn): (u8, u8)) -> Option<Direction> {
        let place = state.place_of(unit)?;
        let to_friends = || self.way_to(state, place, self.nearest(state, unit, unit.side())?);
        match roll {
            // [9.14] That of a leader is killed.
            0 if self.is_ridden(unit) => None,
            0 => to_friends(),
            1..=6 => {
                let at = usize::from(roll - 1 + self.scenario.switches.compass) % COMPASS.len();
                Some(COMPASS[at])
            }
            _ if turn > 1 => None,
            // [D-9.14c] Without anybody who made it run it is as a 0.
            _ => match state.cause {
                Some(cause) => self.away_from(state, place, cause),
                None => to_friends(),
            },
        }
    }

    /// [D-9.14b] The first step of a shortest path, by the number of the direction.
    fn way_to(&self, state: &State, place: HexId, other: UnitId) -> Option<Direction> {
        let far = |way: &Direction| {
            self.board.neighbour(place, *way).map_or(u8::MAX, |hex| self.far_from(state, other, hex))
        };
        COMPASS.into_iter().min_by_key(far)
    }

    /// [D-9.14c] The direction whose bearing is farthest from that of a unit's nearest hex: the opposite one, if they
    /// are neighbours.
    fn away_from(&self, state: &State, place: HexId, other: UnitId) -> Option<Direction> {
        let grid = &self.scenario.grid;
        let from = self.hexes_of(state, other).min_by_key(|hex| self.board.distance(place, *hex))?;
        let vector = grid.axial(from) - grid.axial(place);
        // Twice the product of two vectors is that of their three coordinates, which sum to nothing.
        let product = |way: &Direction| {
            let step = szala_board::Axial::unit(*way);
            step.a * vector.a + step.b * vector.b + (step.a + step.b) * (vector.a + vector.b)
        };
        COMPASS.into_iter().min_by_key(product)
    }

    /// [6.51, D-9.16b] Units are asked whether they withdraw: its enemies, and then its friends.
    fn scatter(&self, state: &mut State) {
        state.scattered = Units::EMPTY;
        state.agenda.push(Task::Scatter(true));
        state.agenda.push(Task::Scatter(false));
    }

    /// [9.14, D-9.14d, D-9.14g] The next of three hexes straight on; it stops before the first unit.
    pub(crate) fn run_wild<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, way, left): (UnitId, Direction, u8),
        table: &mut Table<D, J>,
    ) {
        let Some(place) = state.place_of(unit).filter(|_| left > 0) else { return state.agenda.pop() };
        let Some(next) = self.board.neighbour(place, way) else {
            state.agenda.pop();
            return self.end_rampage(state, unit, table);
        };
        // [D-9.14g] It stops before ground that it cannot enter.
        if self.is_barred(unit, next) {
            return state.agenda.pop();
        }
        // Leaders in its way flee or die, alone or with a unit [4.62].
        if let Some(leader) = self.leaders_at(state, next).next() {
            return state.agenda.push(Task::Trample(leader));
        }
        if let Some(victim) = state.unit_at(next) {
            state.agenda.pop();
            let side = self.side_towards(state, victim, place);
            let is_hard = self.card(victim).kind.is_cavalry() || side != Some(From::Front);
            // Of a stack both.
            for one in self.stack_of(state, victim) {
                self.hit(state, one, 1 + u8::from(is_hard), rule!("9.14"), table);
            }
            return;
        }
        state.agenda.turn_to(Task::Running(unit, way, left - 1));
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        table.change(rule!("9.14"), words::HEX, unit.subject(), index(Some(place)), index(Some(next)));
        let facing = state.facings[unit.index()];
        self.lift(state, unit);
        self.put(state, unit, next, facing);
        self.hold_on(state, (unit, next), table);
        // [D-6.31a] Who is two hexes away withdraws first; [9.16, 4.7.3] then enemy cavalry next to it must flee.
        if !self.is_ridden(unit) {
            state.agenda.push(Task::Shun(unit));
        }
        state.scattered = Units::EMPTY;
        if left > 1 {
            self.scatter(state);
        }
    }

    /// [9.15, D-9.15b] Cavalry that comes to a hex at an elephant's flank or rear takes two hits, however it comes.
    pub(crate) fn skirt_elephants<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        if !self.card(unit).kind.is_cavalry() {
            return;
        }
        let enemies = (self.all & crate::position::ids::of_side(!unit.side())) - state.dead - state.routed;
        let mut elephants = enemies.iter().filter(|enemy| self.card(*enemy).kind == Kind::Elephant);
        let is_beside =
            |enemy| matches!(self.side_of_attack(state, enemy, unit), Some(From::Flank | From::Rear));
        if elephants.any(is_beside) {
            self.hit(state, unit, 2, rule!("9.15"), table);
        }
    }

    fn is_alone(&self, state: &State, unit: UnitId) -> bool {
        let is_far = |side| {
            self.nearest(state, unit, side).is_none_or(|other| self.apart(state, unit, other) >= ALONE)
        };
        debug_assert!(self.card(unit).kind == Kind::Elephant);
        Side::BOTH.into_iter().all(is_far)
    }
}
