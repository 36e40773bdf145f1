//! Chapter 6, 6.5, orderly withdrawal; and the other questions to the enemy after a step.

use szala_board::{Direction, Facing, HexId, Ordinal};
use szala_kernel::{Dice, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::ground::Toll;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Arms, Class, Kind};
use crate::position::ground::Soil;
use crate::position::ids::{UnitId, Units, of_side};
use crate::position::state::{Mover, State};
use crate::position::tables::From;

/// [6.51, D-6.51a] How far away the mover is when a unit may withdraw.
pub(crate) const OCCASION: u8 = 2;

impl Spqr {
    /// [6.51, 9.21, D-9.21a] By how many points a unit may withdraw from the mover.
    pub(crate) fn withdrawal(&self, state: &State, unit: UnitId, mover: UnitId) -> u8 {
        // [6.7.7, D-9.52a] Columns do not, nor do two in double depth.
        // [D-4.7b] Elephants of leaders withdraw as their leaders do.
        if state.columns.contains(unit) || self.is_double(state, unit) || self.is_ridden(unit) {
            return 0;
        }
        let approach = self.pace(state, mover);
        let own = self.movement(unit);
        match self.card(unit).kind {
            Kind::Skirmisher if own >= approach => 2,
            Kind::Skirmisher => 0,
            _ => own.saturating_sub(approach),
        }
    }

    /// Enemies of the mover on the map that are not routed.
    pub(crate) fn watchers(&self, state: &State, mover: UnitId) -> Units {
        let there = (self.all & of_side(!mover.side())) - state.dead - state.routed - state.beneath;
        if !self.scenario.switches.engaged {
            return there;
        }
        // [10.51a] A unit that is engaged neither withdraws nor turns.
        there.iter().filter(|unit| !self.is_engaged(state, *unit)).collect()
    }

    /// [6.51, 6.54, 6.56, D-6.51f, D-6.51g] The units that may withdraw before the mover, one after the other, and
    /// where to at first; the mover then goes on. Only a unit that moves by order gives an occasion [D-6.51d].
    pub(crate) fn offer_falls(&self, state: &State, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let Some(mover) = state.mover.map(|mover| mover.unit) else { return };
        // [9.6.6] A unit that has extended does not withdraw; both may be done before one step, by different units.
        self.offer_extension(state, put);
        self.offer_lines_away(state, mover, put);
        for unit in self.watchers(state, mover) - state.asked - state.extended {
            let left = self.withdrawal(state, unit, mover);
            if left > 0 && self.apart(state, unit, mover) == OCCASION && self.may_leave(state, unit) {
                let mut count = 0;
                self.falls(state, unit, left, &mut |hex| {
                    count += 1;
                    put(Action::Withdraw(unit, hex));
                });
                if count > 0 && self.may_part(state, unit, mover) {
                    put(Action::ReactAt(unit, mover));
                }
            }
        }
    }

    /// [6.55, 8.12] May mounted bows shoot before they withdraw: once at each mover?
    fn may_part(&self, state: &State, unit: UnitId, mover: UnitId) -> bool {
        let card = self.card(unit);
        !card.kind.is_foot()
            && card.arms == Arms::Bows
            && !state.parted.contains(unit)
            && self.can_shoot(state, unit, mover, false)
    }

    /// [6.55] They do, and withdraw.
    pub(crate) fn shoot_and_fall<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [unit, mover]: [UnitId; 2],
        table: &mut Table<D, J>,
    ) {
        state.parted.insert(unit);
        self.shoot_on(state, [unit, mover], (rule!("6.55"), true), table);
        if let Some(left) = self.begin_fall(state, [unit, mover], table) {
            state.agenda.push(Task::Falling(unit, left));
        }
    }

    /// [9.14, D-9.14h, D-9.16b] Which enemies, or friends, may withdraw before the elephant that runs wild.
    pub(crate) fn offer_scatter(&self, state: &State, of_friends: bool, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let Some(wild) = state.wild else { return };
        let side = if of_friends { wild.side() } else { !wild.side() };
        let here = (self.all & of_side(side)) - state.dead - state.routed - state.scattered;
        let here = here - state.beneath - state.extended;
        for unit in here.iter().filter(|unit| *unit != wild) {
            let left = self.withdrawal(state, unit, wild);
            if left > 0 && self.apart(state, unit, wild) == OCCASION && self.may_leave(state, unit) {
                self.falls(state, unit, left, &mut |hex| put(Action::Withdraw(unit, hex)));
            }
        }
    }

    /// [6.51, 6.58] How many points a unit has for its withdrawal: a line of foot goes one hex.
    pub(crate) fn allowance(&self, state: &State, unit: UnitId, mover: UnitId) -> u8 {
        if state.giver.is_some() { 1 } else { self.withdrawal(state, unit, mover) }
    }

    /// [D-6.51c, 6.55] Steps of a withdrawal: never nearer to the mover, never into a zone, woods, marsh or barred
    /// ground, through friends only where it can go on [6.6.3], and such that it can end farther from the mover than it
    /// began. Units of two hexes keep their line.
    pub(crate) fn falls(&self, state: &State, unit: UnitId, left: u8, put: &mut dyn FnMut(HexId)) {
        let (Some(place), Some(mover)) = (state.place_of(unit), before_whom(state)) else {
            return;
        };
        let began = if matches!(state.task(), Task::Falling(..)) {
            state.fell_at
        } else {
            self.apart(state, unit, mover)
        };
        let fall = Fall { unit, mover, began, facing: state.facings[unit.index()] };
        let next = Direction::ALL.into_iter().filter_map(|way| self.board.neighbour(place, way));
        next.filter(|hex| self.can_fall(state, &fall, [place, *hex], left)).for_each(put);
    }

    /// May a unit take this step of its withdrawal, and end there or go on?
    fn can_fall(&self, state: &State, fall: &Fall, [from, to]: [HexId; 2], left: u8) -> bool {
        let far = |hex: HexId| {
            let both = self.hexes_at(fall.unit, hex, fall.facing).into_iter().flatten();
            both.map(|hex| self.far_from(state, fall.mover, hex)).min().unwrap_or(0)
        };
        let Some(can_stop) = self.has_room_to_fall(state, fall, to) else { return false };
        let cost = self.cost_of_fall(state, fall.unit, [from, to], fall.facing);
        let Some(rest) = cost.and_then(|cost| left.checked_sub(cost)) else { return false };
        let next = || Direction::ALL.into_iter().filter_map(|way| self.board.neighbour(to, way));
        far(to) >= far(from)
            && (can_stop && far(to) > fall.began
                || rest > 0 && next().any(|beyond| self.can_fall(state, fall, [to, beyond], rest)))
    }

    /// Is there room for a unit on its withdrawal, and may it stop there? Nothing if it cannot even pass.
    fn has_room_to_fall(&self, state: &State, fall: &Fall, to: HexId) -> Option<bool> {
        let both = self.hexes_at(fall.unit, to, fall.facing);
        let mut can_stop = true;
        if self.card(fall.unit).is_long() && both[1].is_none() {
            return None;
        }
        for hex in both.into_iter().flatten() {
            let has_enemy = self.leaders_at(state, hex).any(|leader| leader.side() != fall.unit.side());
            // [D-4.62c] Nobody withdraws to an enemy leader.
            if has_enemy || !self.holders(state, hex, !fall.unit.side()).is_empty() {
                return None;
            }
            match self.other_at(state, fall.unit, hex) {
                None => (),
                Some(other) if other.side() == fall.unit.side() && !self.is_double(state, other) => {
                    can_stop &= self.may_fall_under(state, fall.unit, hex);
                }
                Some(_) => return None,
            }
        }
        Some(can_stop)
    }

    /// [6.55, 6.6.6, 6.52] May a unit that withdraws stop under the friend in this hex: does that one face as it does,
    /// since it keeps its facing?
    fn may_fall_under(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let top = state.unit_at(hex);
        let faces_alike = top.is_some_and(|top| state.facings[top.index()] == state.facings[unit.index()]);
        faces_alike && self.may_stack(state, unit, hex)
    }

    /// [6.51] Points, not hexes; [D-9.21a] but of skirmishers, and [6.58] of a line of foot, hexes.
    fn cost_of_fall(&self, state: &State, unit: UnitId, pair: [HexId; 2], facing: Facing) -> Option<u8> {
        let toll = self.toll_of_fall(unit, pair, facing)?;
        let counts_hexes = self.card(unit).kind == Kind::Skirmisher || state.giver.is_some();
        Some(if counts_hexes { 1 } else { toll.points })
    }

    /// [6.52, 6.55] What a step of a withdrawal costs; nothing if it leads into woods, marsh or barred ground.
    fn toll_of_fall(&self, unit: UnitId, [from, to]: [HexId; 2], facing: Facing) -> Option<Toll> {
        let is_thick = |hex: HexId| matches!(self.ground.soil(hex), Soil::Woods | Soil::Marsh);
        let enters = self.hexes_at(unit, to, facing).into_iter().flatten().any(is_thick);
        self.toll_along(unit, [from, to], facing).filter(|_| !enters)
    }

    /// [6.42] What a step costs a unit that keeps its facing, with both its hexes; nothing into barred ground.
    pub(crate) fn toll_along(&self, unit: UnitId, [from, to]: [HexId; 2], facing: Facing) -> Option<Toll> {
        let [old, new] = [from, to].map(|left| self.hexes_at(unit, left, facing));
        let mut all = Toll::CLEAR;
        for (from, to) in old.into_iter().zip(new) {
            if let (Some(from), Some(to)) = (from, to) {
                all = all.dearer(self.toll(self.gait(unit), from, to)?);
            }
        }
        Some(all)
    }

    /// How a withdrawal goes on.
    pub(crate) fn offer_falling(
        &self,
        state: &State,
        (unit, left): (UnitId, u8),
        put: &mut dyn FnMut(Action),
    ) {
        let mover = before_whom(state);
        let is_away = mover.is_none_or(|mover| self.apart(state, unit, mover) > state.fell_at);
        let is_passing = self.is_passing(state, unit);
        let joins = || state.place_of(unit).is_some_and(|hex| self.may_fall_under(state, unit, hex));
        if is_away && (!is_passing || joins()) {
            put(Action::Enough);
        }
        // [6.52] A turn comes out of the same allowance.
        if is_away && !is_passing && !self.card(unit).is_long() && self.held_by(state, unit).is_empty() {
            let facing = state.facings[unit.index()];
            for to in Facing::ALL {
                let vertices = facing.steps_to(to);
                if vertices > 0 && self.cost_of_turn(unit, vertices) <= left {
                    put(Action::Turn(to));
                }
            }
        }
        if left > 0 {
            self.falls(state, unit, left, &mut |hex| put(Action::Withdraw(unit, hex)));
        }
    }

    /// [D-6.52b] From which side the mover comes upon a unit two hexes away.
    fn approached_from(&self, state: &State, unit: UnitId, mover: UnitId) -> From {
        if self.apart(state, unit, mover) == 1 {
            return self.side_of_attack(state, unit, mover).unwrap_or(From::Front);
        }
        let around = |hex| Direction::ALL.into_iter().filter_map(move |way| self.board.neighbour(hex, way));
        let between = self.hexes_of(state, mover).flat_map(around);
        between.filter_map(|hex| self.side_towards(state, unit, hex)).min().unwrap_or(From::Front)
    }

    /// [6.51, 6.52] A step of a withdrawal; before the first a unit come upon from flank or rear takes a hit.
    pub(crate) fn withdraw<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, HexId),
        table: &mut Table<D, J>,
    ) {
        let Some(mover) = before_whom(state) else { return };
        let left = if let Task::Falling(_, left) = state.task() {
            state.agenda.pop();
            left
        } else {
            let Some(left) = self.begin_fall(state, [unit, mover], table) else { return };
            left
        };
        let from = state.place_of(unit);
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        let flees = state.fell_at == 1
            && self.card(unit).kind.is_cavalry()
            && self.card(mover).kind == Kind::Elephant;
        let rule = if flees { rule!("9.16") } else { rule!("6.51") };
        table.change(rule, words::HEX, unit.subject(), index(from), index(Some(to)));
        let with = self.leaders_with(state, unit);
        let facing = state.facings[unit.index()];
        let toll = from.and_then(|from| self.toll_of_fall(unit, [from, to], facing)).unwrap_or(Toll::CLEAR);
        let cost = from.and_then(|from| self.cost_of_fall(state, unit, [from, to], facing)).unwrap_or(1);
        let left_behind = self.friends_under(state, unit);
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        // [6.6.5] Leaders with it go along.
        for leader in with {
            self.lead_to(state, leader, Some(to), rule!("6.6.5"), table);
        }
        // [D-6.6.9b] By the upper table.
        let passed = self.friends_under(state, unit) - left_behind;
        self.pass_through(state, (Units::of(unit), passed), table);
        self.pay_toll(state, unit, toll, table);
        self.skirt_elephants(state, unit, table);
        if !state.falling.contains(unit) {
            state.agenda.push(Task::Falling(unit, left.saturating_sub(cost)));
        }
    }

    /// [6.51, 6.52] A withdrawal begins; a unit come upon from flank or rear takes a hit before its first step. How
    /// many points it has, unless that breaks it.
    fn begin_fall<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [unit, mover]: [UnitId; 2],
        table: &mut Table<D, J>,
    ) -> Option<u8> {
        asked(state).insert(unit);
        // [6.57, D-6.57b] A unit that goes with its line may go so again.
        if !state.giving.contains(unit) {
            state.fell.insert(unit);
        }
        state.giving.remove(unit);
        state.fell_at = self.apart(state, unit, mover);
        // [D-9.14i] A unit that withdraws from elephants in the middle of a shock is out of its fight.
        if state.fight[unit.index()] > 0 {
            state.fight[unit.index()] = 0;
            state.must_check.remove(unit);
            state.no_check.remove(unit);
            if state.hits_of(unit) >= self.brink(state, unit) {
                state.falling.insert(unit);
            }
        }
        if self.is_caught(state, [unit, mover]) {
            self.hit(state, unit, 1, rule!("6.52"), table);
        }
        (!state.falling.contains(unit)).then(|| self.allowance(state, unit, mover))
    }

    /// [6.52] Does the mover come upon a unit from where its withdrawal costs a hit?
    fn is_caught(&self, state: &State, [unit, mover]: [UnitId; 2]) -> bool {
        let from = self.approached_from(state, unit, mover);
        from == From::Rear || from == From::Flank && self.card(unit).kind != Kind::Skirmisher
    }

    /// [6.52] How many hits the withdrawal of a unit costs it yet, but for those of a test.
    pub fn hits_of_withdrawal(&self, state: &State, unit: UnitId) -> u8 {
        let card = self.card(unit);
        let begins = !matches!(state.task(), Task::Falling(..));
        let is_caught =
            begins && before_whom(state).is_some_and(|mover| self.is_caught(state, [unit, mover]));
        let is_loose = !card.kind.is_foot() || card.kind == Kind::Skirmisher || card.class == Class::Velites;
        u8::from(is_caught) + u8::from(!is_loose)
    }

    /// [6.52] It turns at the end of it.
    pub(crate) fn turn_after_fall<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, Facing),
        table: &mut Table<D, J>,
    ) {
        let Task::Falling(_, left) = state.task() else { return };
        let vertices = state.facings[unit.index()].steps_to(to);
        self.face(state, unit, to, rule!("6.52"), table);
        state.agenda.turn_to(Task::Falling(unit, left - self.cost_of_turn(unit, vertices)));
        self.pay_for_turn(state, (Units::of(unit), vertices), table);
        if state.falling.contains(unit) {
            return state.agenda.pop();
        }
        self.end_fall(state, unit, table);
    }

    /// The unit that is coming closer: the one under way, or one that advances.
    pub(crate) fn comer(&self, state: &State) -> Option<UnitId> {
        state.mover.map(|mover| mover.unit).or(state.coming)
    }

    /// [6.52, 6.53, D-6.52a, D-6.59b] What a withdrawal costs foot: a hit, and hastati, principes and cohorts a test
    /// besides; too many and it routs.
    pub(crate) fn end_fall<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        if self.is_passing(state, unit) {
            self.join(state, unit);
        }
        let card = self.card(unit);
        if !card.kind.is_foot() || card.kind == Kind::Skirmisher || card.class == Class::Velites {
            return;
        }
        self.hit(state, unit, 1, rule!("6.52"), table);
        let is_tested =
            matches!(card.class, Class::Hastati | Class::Principes | Class::Cohort | Class::EliteCohort);
        if is_tested && !state.falling.contains(unit) {
            let hits = self.test(state, unit, (rule!("6.52"), 0), table).min(1);
            self.hit(state, unit, hits, rule!("6.52"), table);
        }
    }

    /// [7.16, D-7.16a] The units that may turn towards the mover, by a vertex to either side.
    pub(crate) fn offer_turns(&self, state: &State, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let Some(mover) = self.comer(state) else { return };
        let ends =
            state.mover.is_some_and(|mover| self.can_stop_with_friend(state, &Mover { left: 0, ..mover }));
        if self.is_passing(state, mover) && !ends {
            return;
        }
        // [D-7.16a] Columns do not.
        let can_turn = self.watchers(state, mover) - state.turned - state.asked - state.columns;
        for unit in can_turn.iter().filter(|unit| !self.card(*unit).is_long()) {
            let is_near = self.apart(state, unit, mover) == 1;
            if is_near && (self.held_by(state, unit) - Units::of(mover)).is_empty() {
                let facing = state.facings[unit.index()];
                for to in [facing.left(1), facing.right(1)] {
                    put(Action::React(unit, to));
                }
            }
        }
    }
}

/// What units withdraw before: the elephant that runs wild, or else the mover.
fn before_whom(state: &State) -> Option<UnitId> {
    state.wild.or(state.mover.map(|mover| mover.unit))
}

/// The units asked in the window that is open.
pub(crate) fn asked(state: &mut State) -> &mut Units {
    if state.wild.is_some() { &mut state.scattered } else { &mut state.asked }
}

/// A withdrawal: of which unit, before which, how far away that was when it began, and the facing that is kept.
struct Fall {
    unit: UnitId,
    mover: UnitId,
    began: u8,
    facing: Facing,
}
