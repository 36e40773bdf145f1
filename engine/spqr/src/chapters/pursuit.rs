//! Chapter 10, 10.4: cavalry that pursues, off the map too, and comes back.

use szala_board::{Direction, Facing, HexId, Ordinal};
use szala_kernel::{Dice, Die, Journal, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::ground::Toll;
use crate::chapters::rout::PAYS;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::Kind;
use crate::position::ids::{MOST_OF_A_SIDE, UnitId, Units, of_side};
use crate::position::state::State;

/// How many bits a step of a remembered way takes, behind a bit that is set.
const STEP: u32 = 3;

/// The steps of a remembered way, from the first.
fn steps_of(noted: u64) -> impl Iterator<Item = Direction> {
    let count = noted.checked_ilog2().unwrap_or(0) / STEP;
    (0..count).rev().filter_map(move |at| {
        let index = usize::try_from(noted >> (STEP * at) & 7).ok()?;
        Direction::ALL.get(index).copied()
    })
}

impl Spqr {
    /// [10.41, D-10.41a, D-10.41b, D-10.42g] Cavalry of a fight that by the shock itself drove away all it fought;
    /// nobody who could not get away is pursued.
    fn pursuers_of(&self, state: &State, fight: u8) -> Units {
        let beaten = self.beaten(state, fight);
        let left = self.in_fight(state, fight, !state.active);
        let is_won = state.clashed >> fight & 1 == 1 && left.is_empty() && beaten.is_subset(&state.broken);
        if !self.scenario.switches.pursuit
            || !is_won
            || beaten.is_empty()
            || beaten.intersects(&state.trapped)
        {
            return Units::EMPTY;
        }
        let attackers = self.in_fight(state, fight, state.active);
        // [10.41] Nor does who was engaged with them.
        let may = |unit: &UnitId| self.card(*unit).kind.is_cavalry() && state.engaged[unit.index()] == 0;
        attackers.iter().filter(may).collect()
    }

    /// The enemies of a fight.
    fn beaten(&self, state: &State, fight: u8) -> Units {
        let all = self.all & of_side(!state.active);
        all.iter().filter(|unit| state.fight[unit.index()] == fight).collect()
    }

    /// [10.41] One of them pursues, whom their owner likes.
    pub(crate) fn offer_pursuers(&self, state: &State, fight: u8, put: &mut dyn FnMut(Action)) {
        self.pursuers_of(state, fight).iter().for_each(|unit| put(Action::Pursue(unit)));
    }

    /// [10.42, D-10.42a] It rolls, but not after its second combat.
    pub(crate) fn pursue<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (fight, unit): (u8, UnitId),
        table: &mut Table<D, J>,
    ) {
        state.agenda.turn_to(Task::Pursuit(fight + 1));
        // [10.43, D-10.43a] Whatever the roll says, it is finished.
        state.pursued.insert(unit);
        let beaten = self.beaten(state, fight);
        let follows = if state.hunter == Some(unit) {
            true
        } else {
            let roll = table.roll(Die::D10, self.ask(state, rule!("10.42")).at(unit.subject()));
            table.total(rule!("10.42"), roll.into(), self.quality(state, unit).into(), unit.subject());
            roll > self.quality(state, unit)
        };
        if follows {
            state.agenda.push(Task::Ride(unit, fight));
        } else {
            // It enters the hex left before anybody else does [D-10.42f].
            state.ended.insert(unit);
        }
        // [10.42, D-10.42d] Where nobody follows, and after a second combat, the routed go on by what is left.
        if !follows || state.hunter == Some(unit) {
            state.chased = ((beaten & state.routed) - state.dead).first().filter(|_| follows);
            for enemy in (beaten & state.routed) - state.dead {
                let points = self.movement(enemy).saturating_sub(2) | PAYS;
                self.start_rout(state, enemy, points, table);
            }
        }
    }

    /// Nobody's way is remembered any more.
    pub(crate) fn forget_trails(&self, state: &mut State) {
        state.trails = [0; MOST_OF_A_SIDE];
        (state.chased, state.chase) = (None, 0);
        debug_assert!(state.left.iter().all(Option::is_none), "they begin where units left");
    }

    /// [10.42] Remembers the step that a unit takes in a rout that began in this shock.
    pub(crate) fn note_step(&self, state: &mut State, unit: UnitId) {
        let Some(way) = state.came[unit.index()] else { return };
        if unit.side() == state.active || state.left[unit.index()].is_none() {
            return;
        }
        if state.chased == Some(unit) {
            state.chase = state.chase.max(1) << STEP | u64::try_from(way.index()).unwrap_or(0);
        } else if let Ok(noted) = u16::try_from(u32::from(state.trails[unit.slot()].max(1)) << STEP) {
            state.trails[unit.slot()] = noted | u16::try_from(way.index()).unwrap_or(0);
        }
    }

    /// [10.42] The hexes of that way, from the one that the unit left.
    fn hex_of_trail(&self, state: &State, unit: UnitId, number: usize) -> Option<HexId> {
        let chase = if state.chased == Some(unit) { state.chase } else { 0 };
        let mut ways = steps_of(state.trails[unit.slot()].into()).chain(steps_of(chase));
        let mut hex = state.left[unit.index()]?;
        for _ in 0..number {
            hex = self.board.neighbour(hex, ways.next()?)?;
        }
        Some(hex)
    }

    /// [10.42, D-10.42c] It rides after one of them, by the way that he took, to the first enemy in its zone or who
    /// holds it, and off the map behind who left it; when all are gone half its allowance towards their edge, and into
    /// no zone. [D-10.42e] Behind a unit of two hexes it takes a shortest way.
    pub(crate) fn ride<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, fight): (UnitId, u8),
        table: &mut Table<D, J>,
    ) {
        if state.place_of(unit).is_none() || state.routed.contains(unit) {
            return;
        }
        let beaten = self.beaten(state, fight);
        state.advanced.insert(unit);
        let with = self.leaders_with(state, unit);
        // [9.14] The elephant of a leader may have come to itself.
        let prey = ((beaten & state.routed) - state.dead).first();
        // [10.42] Where all are gone, the hex by which one of them left the map.
        let gone = beaten.iter().find(|enemy| state.exits[enemy.index()].is_some());
        let gone = gone.filter(|_| prey.is_none());
        let exit = gone.and_then(|enemy| state.exits[enemy.index()]);
        let follows = prey.is_some() || exit.is_some();
        let quarry = prey.or(gone).filter(|enemy| !self.card(*enemy).is_long());
        let mut ridden = 0;
        // As far as they went: two hexes, and what they still had after a second combat.
        let farthest = || beaten.iter().map(|enemy| self.movement(enemy)).max().unwrap_or(2);
        let mut left = match follows {
            // As far as its way leads.
            true if quarry.is_some() => u8::MAX,
            true if state.hunter == Some(unit) => farthest(),
            true => 2,
            false => self.movement(unit) / 2,
        };
        let mut entered = beaten.iter().find_map(|enemy| state.left[enemy.index()]);
        while left > 0 {
            let Some(place) = state.place_of(unit) else { break };
            let score = |hex: HexId| match prey {
                Some(prey) => self.far_from(state, prey, hex),
                None => exit
                    .map_or(self.to_edge[!unit.side()][hex.index()], |exit| self.board.distance(exit, hex)),
            };
            let is_open = |hex: &HexId| {
                let holders = self.holders(state, *hex, !unit.side());
                let toll = self.toll(self.gait(unit), place, *hex);
                // It follows hex by hex, and rides on by points.
                state.unit_at(*hex).is_none()
                    && toll.is_some_and(|toll| follows || toll.points <= left)
                    && self.may_face(state, unit, *hex)
                    && (follows || holders.is_empty())
            };
            let next =
                |hex: HexId| Direction::ALL.into_iter().filter_map(move |way| self.board.neighbour(hex, way));
            let first = entered.take().filter(|hex| self.board.distance(place, *hex) == 1 && is_open(hex));
            let nearer = || next(place).filter(|hex| is_open(hex) && score(*hex) < score(place));
            let next_of_trail = |quarry| {
                let hex = self.hex_of_trail(state, quarry, ridden);
                hex.filter(|hex| self.board.distance(place, *hex) == 1 && is_open(hex))
            };
            let to = match quarry {
                Some(quarry) => next_of_trail(quarry),
                None => first.or_else(|| nearer().min_by_key(|hex| score(*hex))),
            };
            let Some(to) = to else { break };
            ridden += 1;
            let index = |hex: HexId| i32::try_from(hex.index()).unwrap_or(0);
            let facing = self.towards(place, to, state.facings[unit.index()]);
            self.face(state, unit, facing, rule!("10.42"), table);
            table.change(rule!("10.42"), words::HEX, unit.subject(), index(place), index(to));
            let toll = self.toll_to(state, unit, to, facing).unwrap_or(Toll::CLEAR);
            self.lift(state, unit);
            self.put(state, unit, to, facing);
            // [D-4.62c] A leader of theirs who is alone there is lost.
            self.ride_down(state, unit, to, table);
            left -= if follows { 1 } else { toll.points };
            // [6.22] Ground costs pursuers too.
            self.pay_toll(state, unit, toll, table);
            self.skirt_elephants(state, unit, table);
            if state.falling.contains(unit)
                || !self.held_by(state, unit).is_empty()
                || !self.in_zone_of(state, unit).is_empty()
            {
                break;
            }
        }
        if let (Some(prey), Some(place)) = (prey, state.place_of(unit))
            && let Some(other) = self.hexes_of(state, prey).find(|hex| self.board.distance(place, *hex) == 1)
        {
            let facing = self.towards(place, other, state.facings[unit.index()]);
            self.face(state, unit, facing, rule!("10.42"), table);
        }
        let place = state.place_of(unit);
        for leader in with {
            self.lead_to(state, leader, place, rule!("10.42"), table);
        }
        // [10.42, 10.45] Off the map, where they left it, it is not lost. Leaders stay behind.
        let is_free = || self.held_by(state, unit).is_empty() && self.in_zone_of(state, unit).is_empty();
        if exit.is_some() && exit == place && !state.falling.contains(unit) && is_free() {
            let index = place.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
            table.change(rule!("10.42"), words::HEX, unit.subject(), index, -1);
            self.lift(state, unit);
            state.dead.insert(unit);
            state.away.insert(unit);
            state.exits[unit.index()] = exit;
            return;
        }
        // [10.42] Then it must attack all in its zone, once.
        if state.hunter != Some(unit) && !state.falling.contains(unit) && self.can_attack(state, unit) {
            state.hunting.insert(unit);
        }
    }

    /// [10.44, 10.45] The cavalry of a side beyond the map.
    pub(crate) fn beyond(&self, state: &State, side: Side) -> Units {
        let gone = state.dead & state.away & of_side(side);
        gone.iter().filter(|unit| state.exits[unit.index()].is_some()).collect()
    }

    /// [10.44, D-10.44a] Free hexes outside enemy zones within two of where the first of them left.
    pub(crate) fn offer_return(&self, state: &State, put: &mut dyn FnMut(Action)) {
        for unit in self.beyond(state, state.active) {
            let Some(exit) = state.exits[unit.index()] else { continue };
            let mut count = 0;
            for hex in self.board.within(exit, 2) {
                let is_free = state.unit_at(hex).is_none()
                    && self.leaders_at(state, hex).all(|leader| leader.side() == unit.side())
                    && self.holders(state, hex, !unit.side()).is_empty()
                    && !self.is_barred(unit, hex);
                if is_free {
                    count += 1;
                    put(Action::Return(unit, hex));
                }
            }
            if count > 0 {
                return;
            }
        }
    }

    /// [10.44] It is back, and has all its points.
    pub(crate) fn come_back<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, HexId),
        table: &mut Table<D, J>,
    ) {
        let index = i32::try_from(to.index()).unwrap_or(0);
        table.change(rule!("10.44"), words::HEX, unit.subject(), -1, index);
        state.dead.remove(unit);
        state.away.remove(unit);
        state.exits[unit.index()] = None;
        // [D-10.44b] Though it has pursued in this turn.
        state.pursued.remove(unit);
        let facing = state.facings[unit.index()];
        self.put(state, unit, to, facing);
        state.ordered.insert(unit);
        self.start_move(state, (unit, None), None, true);
    }

    /// The vertex nearest to the one faced that has the next hex in front of it.
    fn towards(&self, from: HexId, to: HexId, facing: Facing) -> Facing {
        let way = self.board.direction_to(from, to);
        let fits = |facing: &Facing| way.is_some_and(|way| facing.front().contains(&way));
        Facing::ALL.into_iter().filter(fits).min_by_key(|one| one.steps_to(facing)).unwrap_or(facing)
    }

    /// [D-10.42b] The second combats, one after the other, each whole.
    pub(crate) fn go_on_hunting(&self, state: &mut State) {
        let Some(unit) = state.hunting.first() else {
            state.hunter = None;
            return state.agenda.pop();
        };
        state.hunting.remove(unit);
        state.hunter = Some(unit);
        self.clear_fights(state);
        state.no_check = Units::EMPTY;
        state.must_check = Units::of(unit);
        state.moved.insert(unit);
        debug_assert!(self.card(unit).kind != Kind::Elephant, "cavalry alone pursues");
        state.agenda.push(Task::Combats);
    }
}
