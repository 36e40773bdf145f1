//! Chapter 9, 9.11, 9.16, 9.24 and 9.31: elephants let through, cavalry that flees from them, harassment.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Dice, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::windows::asked;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Arms, Kind};
use crate::position::ids::{Hexes, UnitId, Units};
use crate::position::state::{Mover, State};
use crate::position::tables::From;

impl Spqr {
    /// [9.11] The empty hexes behind a unit that an elephant can enter.
    fn empty_behind(&self, state: &State, [elephant, unit]: [UnitId; 2]) -> impl Iterator<Item = HexId> {
        let facing = state.facings[unit.index()];
        let behind = self.hexes_of(state, unit).flat_map(move |hex| {
            facing.rear().into_iter().filter_map(move |way| self.board.neighbour(hex, way))
        });
        let all: Hexes =
            behind.filter(|hex| state.unit_at(*hex).is_none() && !self.is_barred(elephant, *hex)).collect();
        all.iter()
    }

    /// [9.11, D-9.11a] The elephant and the foot of a fight in which the foot may let the elephant through.
    fn meeting(&self, state: &State, fight: u8) -> Option<[UnitId; 2]> {
        let [attackers, defenders] =
            [state.active, !state.active].map(|side| self.in_fight(state, fight, side));
        let (Some(elephant), Some(foot)) = (attackers.first(), defenders.first()) else { return None };
        let is_frontal = self.side_of_attack(state, foot, elephant) == Some(From::Front);
        let is_such = self.card(elephant).kind == Kind::Elephant && self.card(foot).kind.is_foot();
        let are_alone = attackers.len() == 1 && defenders.len() == 1 && !state.routed.contains(foot);
        (are_alone && is_such && is_frontal).then_some([elephant, foot])
    }

    /// The next fight of which this is asked, or none.
    pub(crate) fn go_on_opening(&self, state: &mut State, fight: u8) -> bool {
        let can = |fight: u8| {
            let pair = self.meeting(state, fight);
            pair.is_some_and(|pair| self.empty_behind(state, pair).next().is_some())
        };
        let next = (fight..=state.fights).find(|fight| can(*fight));
        match next {
            None => {
                state.agenda.pop();
                true
            }
            Some(next) if next == fight => false,
            Some(next) => {
                state.agenda.turn_to(Task::Open(next));
                false
            }
        }
    }

    /// [9.11] The foot lets the elephant through, or not.
    pub(crate) fn open(&self, state: &mut State, fight: u8, lets: bool) {
        if let Some([_, foot]) = self.meeting(state, fight).filter(|_| lets) {
            state.opened.insert(foot);
        }
        state.agenda.turn_to(Task::Open(fight + 1));
    }

    /// [9.11] Where the elephant of a fight comes out, if it and the foot are still in order.
    pub(crate) fn offer_exits(&self, state: &State, fight: u8, put: &mut dyn FnMut(Action)) {
        if let Some(pair) = self.meeting(state, fight).filter(|pair| state.opened.contains(pair[1])) {
            self.empty_behind(state, pair).for_each(|hex| put(Action::Advance(pair[0], hex)));
        }
    }

    /// [9.11, D-9.11b] It comes out behind the foot, facing as before, and the foot is tested.
    pub(crate) fn come_out<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (fight, to): (u8, HexId),
        table: &mut Table<D, J>,
    ) {
        let Some([elephant, foot]) = self.meeting(state, fight) else { return };
        let index = |hex: HexId| i32::try_from(hex.index()).unwrap_or(0);
        let from = state.place_of(elephant).map_or(-1, index);
        table.change(rule!("9.11"), words::HEX, elephant.subject(), from, index(to));
        let with = self.leaders_with(state, elephant);
        let facing = state.facings[elephant.index()];
        self.lift(state, elephant);
        self.put(state, elephant, to, facing);
        for leader in with {
            self.lead_to(state, leader, Some(to), rule!("9.11"), table);
        }
        self.ride_down(state, elephant, to, table);
        state.advanced.insert(elephant);
        if self.card(foot).kind != Kind::Skirmisher {
            let hits = self.test(state, foot, (rule!("9.11"), 0), table);
            self.hit(state, foot, hits, rule!("9.11"), table);
        }
    }

    /// [9.16, D-9.16b] Enemy cavalry next to an elephant that has moved, which has still to flee.
    fn shunning(&self, state: &State, elephant: UnitId) -> Units {
        let near = |unit: &UnitId| {
            unit.side() != elephant.side()
                && self.card(*unit).kind.is_cavalry()
                && self.apart(state, *unit, elephant) == 1
        };
        let asked = if state.wild.is_some() { state.scattered } else { state.asked };
        (self.all - state.dead - asked).iter().filter(near).collect()
    }

    /// [9.16, D-9.16a] Cavalry flees by as many points as it is faster, out of the elephant's zone.
    pub(crate) fn offer_shunning(&self, state: &State, elephant: UnitId, put: &mut dyn FnMut(Action)) {
        for unit in self.shunning(state, elephant) {
            let left = self.movement(unit).saturating_sub(self.movement(elephant));
            if left > 0 && !state.routed.contains(unit) {
                self.falls(state, unit, left, &mut |hex| put(Action::Withdraw(unit, hex)));
            }
        }
    }

    /// [9.16] Who is routed is lost; who cannot flee is tested at once, and takes a hit at least.
    pub(crate) fn go_on_shunning<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        elephant: UnitId,
        table: &mut Table<D, J>,
    ) -> bool {
        let all = self.shunning(state, elephant);
        if all.is_empty() || state.place_of(elephant).is_none() {
            state.agenda.pop();
            *asked(state) = Units::EMPTY;
            return true;
        }
        for unit in all {
            let mut count = 0;
            let left = self.movement(unit).saturating_sub(self.movement(elephant));
            if state.routed.contains(unit) {
                self.eliminate(state, unit, rule!("9.16"), table);
                return true;
            }
            if left > 0 {
                self.falls(state, unit, left, &mut |_| count += 1);
            }
            if count == 0 {
                asked(state).insert(unit);
                let hits = self.test(state, unit, (rule!("9.16"), 0), table).max(1);
                self.hit(state, unit, hits, rule!("9.16"), table);
                return true;
            }
        }
        false
    }

    /// [9.24, 9.31, D-9.31a] Whom the unit under way may harass, from which hex, as its whole order.
    pub(crate) fn offer_harassment(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        let unit = mover.unit;
        let card = self.card(unit);
        let is_fresh = state.place_of(unit) == Some(mover.start)
            && state.facings[unit.index()] == mover.faced
            && mover.from.is_none();
        // [9.24] Not archers on foot; [9.31] light horse from farther away.
        let farthest = match (card.kind, card.arms) {
            (_, Arms::None) | (Kind::Skirmisher | Kind::Light, Arms::Bows) => return,
            (Kind::LightCavalry, _) => 4,
            (Kind::Skirmisher | Kind::Light, _) => 2,
            _ => return,
        };
        let is_able = is_fresh && !mover.has_shot && !state.empty.contains(unit) && !card.is_long();
        let Some(place) = state.place_of(unit).filter(|_| is_able && self.held_by(state, unit).is_empty())
        else {
            return;
        };
        let enemies = (self.all & crate::position::ids::of_side(!unit.side())) - state.dead;
        for target in enemies {
            let apart = self.far_from(state, target, place);
            let is_slow = self.pace(state, target) <= self.movement(unit);
            // [9.33] Not skirmishers.
            if (2..=farthest).contains(&apart) && is_slow && self.card(target).kind != Kind::Skirmisher {
                for hex in self.hexes_to(state, place, (unit, target, apart)) {
                    put(Action::Harass(target, hex));
                }
            }
        }
    }

    /// [9.24, D-9.24b] The hexes next to a target to which a shortest way leads that is free of units and, but for its
    /// last hex, of zones.
    fn hexes_to(&self, state: &State, place: HexId, (unit, target, apart): (UnitId, UnitId, u8)) -> Hexes {
        let mut edge = Hexes::of(place);
        for step in (1..apart).rev() {
            let mut next = Hexes::EMPTY;
            for hex in self.board.around(edge) {
                let is_last = step == 1;
                // [9.24] Nor over difficult ground; streams do not matter.
                let is_free = state.unit_at(hex).is_none()
                    && self.far_from(state, target, hex) == step
                    && !self.is_barred(unit, hex)
                    && !self.ground.soil(hex).is_difficult();
                if is_free && (is_last || self.holders(state, hex, !unit.side()).is_empty()) {
                    next.insert(hex);
                }
            }
            edge = next;
        }
        // [9.32, D-9.15a] Cavalry comes upon elephants from flank and rear only.
        let shuns = self.card(unit).kind.is_cavalry() && self.card(target).kind == Kind::Elephant;
        let is_fit = |hex: &HexId| !shuns || self.side_towards(state, target, *hex) != Some(From::Front);
        edge.iter().filter(is_fit).collect()
    }

    /// [9.24] Harasses: shoots as if from this hex; the target may answer as at one hex.
    pub(crate) fn harass<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (target, from): (UnitId, HexId),
        table: &mut Table<D, J>,
    ) {
        let Some(mover) = &mut state.mover else { return };
        let unit = mover.unit;
        mover.has_shot = true;
        (mover.left, mover.has_half) = (0, false);
        mover.near = Some(from);
        state.phase.has_acted = true;
        if self.card(unit).kind.is_cavalry() && self.card(target).kind == Kind::Elephant {
            // [9.32] Two hits first.
            self.hit(state, unit, 2, rule!("9.32"), table);
            if state.falling.contains(unit) {
                return;
            }
        }
        // [D-9.24c] It moves, as far as its aim goes.
        let rule = if self.card(unit).kind.is_cavalry() { rule!("9.31") } else { rule!("9.24") };
        self.shoot_on(state, [unit, target], (rule, true), table);
        self.may_answer(state, [unit, target]);
    }
}
