//! Chapter 10, 10.2: rout, step by step.

use szala_board::{Direction, HexId, Ordinal};
use szala_kernel::{Dice, Journal, Table, rule};

use crate::chapters::game::{Spqr, edge_facing};
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Class, Kind};
use crate::position::ids::{UnitId, Units};
use crate::position::state::State;

/// [10.22] How far a unit routs at once.
const FLIGHT: u8 = 2;
/// [10.25] Marks the one hex more of a unit that came to a friend's.
const ONE_MORE: u8 = 0x80;

impl Spqr {
    /// [10.15, 10.21] A unit has as many hits as its quality: it routs, or what its type does instead.
    pub(crate) fn fall<D: Dice, J: Journal>(&self, state: &mut State, unit: UnitId, table: &mut Table<D, J>) {
        state.falling.remove(unit);
        if state.dead.contains(unit) || state.place_of(unit).is_none() {
            return;
        }
        let kind = self.card(unit).kind;
        if state.routed.contains(unit) || kind == Kind::Skirmisher {
            return self.eliminate(state, unit, rule!("10.27"), table);
        }
        if kind == Kind::Elephant {
            return self.rampage(state, unit, table);
        }
        if self.card(unit).is_long() {
            // [10.21] Two hexes may stand after all; three more for an attacker.
            let quality = self.printed[unit.index()].1;
            let excess = state.hits_of(unit).saturating_sub(quality);
            let attacked =
                (state.must_check | state.no_check).contains(unit) && state.fight[unit.index()] > 0;
            let modifier = i32::from(excess) + if attacked { 3 } else { 0 };
            if self.test(state, unit, (rule!("10.21"), modifier), table) == 0 {
                table.change(
                    rule!("10.21"),
                    words::HITS,
                    unit.subject(),
                    state.hits_of(unit).into(),
                    i32::from(quality) - 1,
                );
                state.hits[unit.index()] = quality - 1;
                return;
            }
        }
        self.note_left(state, unit);
        state.routed.insert(unit);
        for set in [&mut state.late, &mut state.must_check, &mut state.no_check] {
            set.remove(unit);
        }
        self.drop_mover(state, unit);
        table.change(rule!("10.15"), words::ROUTED, unit.subject(), 0, 1);
        state.hits[unit.index()] = self.printed[unit.index()].1;
        self.start_rout(state, unit, FLIGHT, table);
    }

    /// [10.22, 10.26] A unit turns to its edge and runs; leaders are asked first.
    pub(crate) fn start_rout<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        points: u8,
        table: &mut Table<D, J>,
    ) {
        if self.card(unit).is_long() {
            // [10.23] A phalanx that runs is not rallied in the time it has: it leaves the field (see the docs).
            return self.eliminate(state, unit, rule!("10.23"), table);
        }
        let facing = edge_facing(self.scenario.armies[unit.side()].edge);
        self.face(state, unit, facing, rule!("10.22"), table);
        state.agenda.push(Task::Rout(unit, points));
        for leader in self.companions(state, unit).into_iter().flatten() {
            state.agenda.push(Task::Follow(leader, unit));
        }
    }

    /// [10.22, D-10.22a] The ways that are equally good: nearer to the edge if any is, else no farther; of these empty
    /// hexes, then friends, then friends in an enemy zone.
    pub(crate) fn offer_rout(&self, state: &State, unit: UnitId, put: &mut dyn FnMut(Action)) {
        let Some(place) = state.place_of(unit) else { return };
        let side = unit.side();
        let far = |hex: HexId| self.to_edge[side][hex.index()];
        let rank = |hex: HexId| {
            let is_held = !self.holders(state, hex, !side).is_empty();
            let kind = match (state.unit_at(hex), is_held) {
                (None, false) => 0,
                (None, true) => return None,
                (Some(other), _) if other.side() != side => return None,
                (Some(_), is_held) => 1 + u8::from(is_held),
            };
            let farther = far(hex).cmp(&far(place)) as i8;
            (farther <= 0).then_some((farther, kind))
        };
        let ways = || Direction::ALL.into_iter().filter_map(|way| self.board.neighbour(place, way));
        let ranked = || ways().filter_map(|hex| Some((rank(hex)?, hex)));
        let best = ranked().map(|(rank, _)| rank).min();
        ranked().filter(|(rank, _)| Some(*rank) == best).for_each(|(_, hex)| put(Action::Rout(hex)));
    }

    /// [10.22, 10.24] Does the rout end here: at its end, at the edge, or with nowhere to go?
    pub(crate) fn go_on_routing<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, left): (UnitId, u8),
        table: &mut Table<D, J>,
    ) -> bool {
        let Some(place) = state.place_of(unit) else {
            state.agenda.pop();
            return true;
        };
        if left & !ONE_MORE == 0 {
            state.agenda.pop();
            state.running = [None; crate::position::ids::MOST_LEADERS];
            if state.unit_at(place) == Some(unit) {
                return true;
            }
            // [10.25] It ended on a friend: the friend pays, it goes one hex more, once.
            if let Some(friend) = state.unit_at(place) {
                self.trouble(state, [unit, friend], true, table);
            }
            if left & ONE_MORE == 0 {
                state.agenda.push(Task::Rout(unit, 1 | ONE_MORE));
            } else {
                self.eliminate(state, unit, rule!("10.25"), table);
            }
            return true;
        }
        let mut count = 0;
        self.offer_rout(state, unit, &mut |_| count += 1);
        // [10.24] Off the map, or unable to go on.
        let leaves = self.to_edge[unit.side()][place.index()] == 0;
        if leaves || count == 0 {
            state.agenda.pop();
            self.eliminate(state, unit, rule!("10.24"), table);
            return true;
        }
        false
    }

    /// A step of a rout.
    pub(crate) fn rout_step<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        let Task::Rout(unit, left) = state.task() else { return };
        state.agenda.turn_to(Task::Rout(unit, left - 1));
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        table.change(
            rule!("10.22"),
            words::HEX,
            unit.subject(),
            index(state.place_of(unit)),
            index(Some(to)),
        );
        let facing = state.facings[unit.index()];
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        for leader in self.all_leaders {
            if state.running[leader.index()] == Some(unit) {
                self.lead_to(state, leader, Some(to), rule!("10.26"), table);
            }
        }
        self.ride_down(state, unit, to, table);
        if let Some(friend) = state.unit_at(to).filter(|friend| *friend != unit)
            && (left - 1) & !ONE_MORE > 0
        {
            self.trouble(state, [unit, friend], false, table);
        }
    }

    /// [6.6.9, D-6.6.9a] What a routing unit does to a friend: a hit in passing, and a test where it ends.
    fn trouble<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [unit, friend]: [UnitId; 2],
        ends: bool,
        table: &mut Table<D, J>,
    ) {
        let [card, other] = [unit, friend].map(|one| self.card(one));
        let is_thin = |kind: Kind, class: Class| kind == Kind::Skirmisher || class == Class::Velites;
        let own = (card.legion, card.is_ala) == (other.legion, other.is_ala);
        let is_free = match card.class {
            _ if is_thin(card.kind, card.class) => is_thin(other.kind, other.class),
            Class::None => false,
            _ if ends => other.class == Class::Velites && own,
            _ => other.is_legionary() && own,
        };
        if is_free {
            return;
        }
        self.hit(state, friend, 1, rule!("10.25"), table);
        if ends && !state.falling.contains(friend) {
            let hits = self.test(state, friend, (rule!("10.25"), 0), table);
            self.hit(state, friend, hits, rule!("10.25"), table);
        }
    }

    /// [10.26] The leader runs too.
    pub(crate) fn run_too(&self, state: &mut State, with: UnitId) {
        if let Task::Follow(leader, _) = state.task() {
            state.running[leader.index()] = Some(with);
            state.agenda.pop();
        }
    }

    /// [3.4, 10.23, D-3.0b] The rout phase: those nearest to their edge first.
    pub(crate) fn go_on_with_routs<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        let left: Units = state.routed - state.fled_on - state.dead;
        let far =
            |unit: &UnitId| state.place_of(*unit).map_or(0, |hex| self.to_edge[unit.side()][hex.index()]);
        let Some(unit) = left.iter().min_by_key(far) else {
            state.agenda.pop();
            self.reload(state, table);
            self.end_turn(state, table);
            return;
        };
        state.fled_on.insert(unit);
        self.start_rout(state, unit, self.movement(unit), table);
    }
}
