//! Chapter 10, 10.2: rout, step by step.

use szala_board::{Direction, Facing, HexId, Ordinal};
use szala_kernel::{Dice, Journal, Table, rule};

use crate::chapters::game::{Spqr, edge_facing};
use crate::chapters::ground::Toll;
use crate::chapters::words;
use crate::position::action::{Action, Way};
use crate::position::agenda::Task;
use crate::position::data::{Class, Kind};
use crate::position::ids::{UnitId, Units};
use crate::position::state::State;

/// [10.22] How far a unit routs at once.
const FLIGHT: u8 = 2;
/// [10.25] Marks the one hex more of a unit that came to a friend's.
const ONE_MORE: u8 = 0x80;
/// [D-10.23a] Marks a rout by points, which ground takes more of; else it goes by hexes.
pub(crate) const PAYS: u8 = 0x40;
/// What is left of it: points or hexes.
const LEFT: u8 = 0x3f;

impl Spqr {
    /// [10.15, 10.21, D-10.21a, D-10.21b] A unit has as many hits as its quality: it routs, or what its type does
    /// instead.
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
        // [6.61, D-10.21c] In a friend's hex nobody can stand.
        if self.card(unit).is_long() && !self.is_dragged(state, unit) && !self.is_passing(state, unit) {
            // [10.21] Two hexes may stand after all; three more for an attacker.
            let quality = self.brink(state, unit);
            let excess = state.hits_of(unit).saturating_sub(quality);
            let attacked =
                (state.must_check | state.no_check).contains(unit) && state.fight[unit.index()] > 0;
            let mut stands = !self.is_outflanked(state, unit);
            if stands {
                let beyond = table.note(rule!("10.21"), excess.into(), "hits beyond its quality");
                let of_attack = table.note(rule!("10.21"), 3 * i32::from(attacked), "it attacked");
                stands = self.test(state, unit, (rule!("10.21"), beyond + of_attack), table) == 0;
            }
            if stands {
                state.steady.insert(unit);
                self.set_hits(state, unit, quality - 1, rule!("10.21"), table);
                return;
            }
        }
        self.note_left(state, unit);
        if !self.drag_along(state, unit) {
            self.leave_stack(state, unit, table);
        }
        state.routed.insert(unit);
        for set in [&mut state.late, &mut state.must_check, &mut state.no_check] {
            set.remove(unit);
        }
        self.drop_mover(state, unit);
        table.change(rule!("10.15"), words::ROUTED, unit.subject(), 0, 1);
        self.set_hits(state, unit, self.printed[unit.index()].1, rule!("10.15"), table);
        self.start_rout(state, unit, FLIGHT, table);
    }

    /// [10.21] Is a defender attacked with superiority of position?
    fn is_outflanked(&self, state: &State, unit: UnitId) -> bool {
        let fight = state.fight[unit.index()];
        let is_foe = |one: &UnitId| one.side() != unit.side() && state.fight[one.index()] == fight;
        let mut foes = (self.all - state.dead - state.routed).iter().filter(is_foe);
        fight > 0 && unit.side() != state.active && foes.any(|foe| self.has_position(state, [foe, unit]))
    }

    /// [10.22, 10.26, D-10.26a] A unit turns to its edge and runs; leaders are asked first.
    pub(crate) fn start_rout<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        points: u8,
        table: &mut Table<D, J>,
    ) {
        let with = self.leaders_with(state, unit);
        self.break_column(state, unit, rule!("6.7.5"), table);
        state.came[unit.index()] = None;
        if self.card(unit).is_long() {
            // [D-10.22c] About face if its edge is behind it.
            let now = state.facings[unit.index()];
            let gain = |facing: Facing| {
                let nearer = self.hexes_of(state, unit).flat_map(|hex| {
                    let far = move |hex: HexId| self.to_edge[unit.side()][hex.index()];
                    let next =
                        facing.front().into_iter().filter_map(move |way| self.board.neighbour(hex, way));
                    next.map(move |to| i32::from(far(hex)) - i32::from(far(to)))
                });
                nearer.sum::<i32>()
            };
            if gain(now.opposite()) > gain(now) {
                self.face_about(state, unit, rule!("10.22"), table);
            }
        } else {
            let facing = edge_facing(self.scenario.armies[unit.side()].edge);
            self.face(state, unit, facing, rule!("10.22"), table);
        }
        state.agenda.push(Task::Rout(unit, points));
        for leader in with {
            state.agenda.push(Task::Follow(leader, unit));
        }
    }

    /// [10.22, D-10.22a] The ways that are equally good: nearer to the edge if any is, else no farther; of these empty
    /// hexes, then friends, then friends in an enemy zone.
    pub(crate) fn offer_rout(&self, state: &State, unit: UnitId, put: &mut dyn FnMut(Action)) {
        let points = match state.task() {
            Task::Rout(_, left) if left & PAYS > 0 => left & LEFT,
            _ => u8::MAX,
        };
        self.ways_of_rout(state, (unit, points), put);
    }

    /// Those of them that it can pay for with this many points.
    fn ways_of_rout(&self, state: &State, (unit, points): (UnitId, u8), put: &mut dyn FnMut(Action)) {
        let Some(place) = state.place_of(unit) else { return };
        let side = unit.side();
        let far = |hex: HexId| self.to_edge[side][hex.index()];
        let kind = |hex: HexId| {
            let is_held = !self.holders(state, hex, !side).is_empty();
            match (self.other_at(state, unit, hex), is_held) {
                (None, false) => Some(0),
                (None, true) if self.hexes_of(state, unit).any(|own| own == hex) => Some(0),
                (None, true) => None,
                (Some(other), _) if other.side() != side || self.is_double(state, other) => None,
                (Some(other), _) if state.twins[unit.index()] == Some(other) => None,
                (Some(_), is_held) => Some(1 + u8::from(is_held)),
            }
        };
        if self.card(unit).is_long() {
            // [D-10.22c] Half by half: the way by which both come nearest, so it wheels only where it cannot go on.
            let now: u32 = self.hexes_of(state, unit).map(|hex| u32::from(far(hex))).sum();
            let rank = |way: Way| {
                let (left, facing) = self.march_to(state, unit, way)?;
                let both = self.hexes_at(unit, left, facing).into_iter().flatten();
                let then: u32 = both.clone().map(|hex| u32::from(far(hex))).sum();
                let mut worst = 0;
                for hex in both {
                    worst = worst.max(kind(hex)?);
                }
                self.toll_to(state, unit, left, facing).filter(|toll| toll.points <= points)?;
                (then <= now).then_some((then, worst))
            };
            let ways = || [Way::Left, Way::Right, Way::WheelLeft, Way::WheelRight].into_iter();
            let best = ways().filter_map(rank).min();
            return ways()
                .filter(|way| best.is_some() && rank(*way) == best)
                .for_each(|way| put(Action::March(way)));
        }
        let rank = |hex: HexId| {
            self.toll(self.gait(unit), place, hex).filter(|toll| toll.points <= points)?;
            let farther = far(hex).cmp(&far(place)) as i8;
            Some((farther, kind(hex)?)).filter(|(farther, _)| *farther <= 0)
        };
        // [D-10.22a] Never back: along the edge there is one hex on either side, so the last step says it all.
        let back = state.came[unit.index()].map(Direction::opposite);
        let ways = || {
            let onward = Direction::ALL.into_iter().filter(move |way| Some(*way) != back);
            onward.filter_map(|way| self.board.neighbour(place, way))
        };
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
        if left & LEFT == 0 {
            state.agenda.pop();
            for with in &mut state.running {
                *with = with.filter(|other| *other != unit);
            }
            let friends = self.friends_under(state, unit);
            if friends.is_empty() {
                // The unit that stood there has run in the meantime.
                let facing = state.facings[unit.index()];
                self.put(state, unit, place, facing);
                return true;
            }
            // [10.25] It ended on a friend: the friend pays, it goes one hex more, once.
            for friend in friends {
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
        let leaves = self.hexes_of(state, unit).any(|hex| self.to_edge[unit.side()][hex.index()] == 0);
        if leaves || count == 0 {
            let mut blocked = true;
            self.ways_of_rout(state, (unit, u8::MAX), &mut |_| blocked = false);
            if !leaves && !blocked {
                // [10.24, D-10.23a] It has spent its points, and stops where it is.
                state.agenda.turn_to(Task::Rout(unit, left & !LEFT));
                return true;
            }
            state.agenda.pop();
            if leaves {
                state.exits[unit.index()] = Some(place);
            } else {
                state.trapped.insert(unit);
            }
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
        let Task::Rout(unit, _) = state.task() else { return };
        let facing = state.facings[unit.index()];
        self.rout_to(state, (to, facing), table);
    }

    /// [D-10.22c] A step of a unit of two hexes.
    pub(crate) fn rout_march<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        way: Way,
        table: &mut Table<D, J>,
    ) {
        let Task::Rout(unit, _) = state.task() else { return };
        if let Some(to) = self.march_to(state, unit, way) {
            self.rout_to(state, to, table);
        }
    }

    fn rout_to<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (to, facing): (HexId, Facing),
        table: &mut Table<D, J>,
    ) {
        let Task::Rout(unit, left) = state.task() else { return };
        let toll = self.toll_to(state, unit, to, facing).unwrap_or(Toll::CLEAR);
        let left = left - if left & PAYS > 0 { toll.points } else { 1 };
        state.agenda.turn_to(Task::Rout(unit, left));
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        table.change(
            rule!("10.22"),
            words::HEX,
            unit.subject(),
            index(state.place_of(unit)),
            index(Some(to)),
        );
        self.tell_of_turn(state, (unit, facing), rule!("10.22"), table);
        state.came[unit.index()] = state.place_of(unit).and_then(|from| self.board.direction_to(from, to));
        self.note_step(state, unit);
        let left_behind = self.friends_under(state, unit);
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        for leader in self.all_leaders {
            if state.running[leader.index()] == Some(unit) {
                self.lead_to(state, leader, Some(to), rule!("10.26"), table);
            }
        }
        for hex in self.hexes_of(state, unit) {
            // [D-4.62e] A leader of theirs who is alone there is lost.
            self.ride_down(state, unit, hex, table);
        }
        if left & LEFT > 0 {
            // [D-6.6.3a] Once, however many halves meet.
            for friend in self.friends_under(state, unit) - left_behind {
                self.trouble(state, [unit, friend], false, table);
            }
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
        let there = self.stack_of(state, friend);
        let is_free = match card.class {
            _ if self.is_thin(unit) => self.is_thin(friend),
            Class::None => false,
            _ if ends => self.is_thin(friend),
            // [6.6.3] Through a stack it is not free.
            _ => self.are_of_one_colour([unit, friend]) && other.class != Class::Velites && there.len() == 1,
        };
        if is_free {
            return;
        }
        // [10.27] Movement does nothing to the routed; the test may.
        for one in there - state.routed {
            self.hit(state, one, 1, rule!("10.25"), table);
        }
        if ends && !state.falling.intersects(&there) {
            let hits = self.test(state, friend, (rule!("10.25"), 0), table);
            self.hit_stack(state, (friend, hits), rule!("10.25"), table);
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
            return self.end_rout_phase(state, table);
        };
        state.fled_on.insert(unit);
        if self.card(unit).is_long() {
            return self.eliminate(state, unit, rule!("10.23"), table);
        }
        self.start_rout(state, unit, self.movement(unit) | PAYS, table);
    }
}
