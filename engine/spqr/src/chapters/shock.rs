//! Chapter 8, 8.3: shock, in steps, each for all fights of the phase before the next; but the clash itself.

use szala_board::Ordinal;
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::ground::Toll;
use crate::chapters::words;
use crate::position::action::{Action, Way};
use crate::position::agenda::Task;
use crate::position::data::{Arms, Collapse, Kind};
use crate::position::ids::{UnitId, Units, of_side};
use crate::position::state::State;
use crate::position::tables::From;

impl Spqr {
    /// [7.25, D-7.25d] May a unit attack at all, and has it an enemy in its zone?
    pub(crate) fn can_attack(&self, state: &State, unit: UnitId) -> bool {
        let card = self.card(unit);
        let is_shooter = !card.kind.is_heavy() && !matches!(card.arms, Arms::None | Arms::Javelins);
        // [6.7.5] Nor do columns.
        // [4.7.3] Nor do elephants of leaders.
        card.kind != Kind::Skirmisher
            && !self.is_ridden(unit)
            && !state.columns.contains(unit)
            && !is_shooter
            && !self.prey(state, unit).is_empty()
    }

    /// The enemies in a unit's zone whom it may attack: cavalry no elephant from its front [9.15].
    pub(crate) fn prey(&self, state: &State, unit: UnitId) -> Units {
        let shuns = |enemy: &UnitId| {
            self.card(unit).kind.is_cavalry()
                && self.card(*enemy).kind == Kind::Elephant
                && self.side_of_attack(state, *enemy, unit) == Some(From::Front)
        };
        self.in_zone_of(state, unit).iter().filter(|enemy| !shuns(enemy)).collect()
    }

    /// [8.31, 7.25] The units that may be designated: those in range that did not move.
    pub(crate) fn offer_designation(&self, state: &State, put: &mut dyn FnMut(Action)) {
        let mut count = 0;
        for unit in self.may_be_designated(state) {
            count += 1;
            put(Action::Designate(unit));
        }
        self.offer_steps_back(state, put);
        // [5.46, 5.47] A leader who trumped must get a unit to act, if he still can.
        let has_acted = state.phase.has_acted || !state.no_check.is_empty();
        if count == 0 || has_acted || !state.phase.must_act {
            put(Action::Enough);
        }
    }

    /// [7.25, 5.26, D-7.25a, D-7.25b] The units that may be: those in range of the active leader that he may command,
    /// and those that shot by order, if they have not moved.
    pub(crate) fn may_be_designated(&self, state: &State) -> Units {
        let Some(leader) = state.phase.leader.filter(|leader| !self.drivers.contains(*leader)) else {
            return Units::EMPTY;
        };
        // A leader who has died in his phase has no units in range.
        let near = self.units_in(state, self.command_area(state, leader), leader.side());
        let marked = state.must_check | state.no_check;
        let mates = marked.iter().fold(Units::EMPTY, |all, unit| all | self.stack_of(state, unit));
        let free = (near | state.ordered)
            - mates
            - state.dead
            - state.routed
            - state.rallied
            - state.moved
            - state.must_check
            - state.no_check;
        let can = |unit: &UnitId| {
            let is_his = state.ordered.contains(*unit) || self.may_command(state, leader, *unit);
            is_his && self.can_attack(state, *unit)
        };
        free.iter().filter(can).collect()
    }

    /// The units of a side in a fight that are still there.
    pub(crate) fn in_fight(&self, state: &State, fight: u8, side: szala_kernel::Side) -> Units {
        let all = (self.all & of_side(side)) - state.dead;
        all.iter()
            .filter(|unit| {
                state.fight[unit.index()] == fight && fight > 0 && state.left[unit.index()].is_none()
            })
            .collect()
    }

    /// [D-8.3a] All fights are made up: they are fought, step by step.
    pub(crate) fn start_shock(&self, state: &mut State) {
        state.agenda.pop();
        if state.fights == 0 {
            return;
        }
        self.forget_engagements(state);
        // [6.7.6] Columns that are attacked.
        state.beset |= state.columns.iter().filter(|unit| state.fight[unit.index()] > 0).collect();
        (state.charged, state.elated) = (Units::EMPTY, Units::EMPTY);
        for task in [
            Task::Hunt,
            Task::Flights(false),
            Task::Tests,
            Task::Advance(1),
            Task::Pursuit(1),
            Task::Flights(true),
            Task::Through(1),
            Task::Tests,
            Task::Collapse(1, false),
            Task::Clash(1),
            Task::Risk,
            Task::Advance(1),
            Task::Flights(true),
            Task::Routs(1, false),
            Task::Charge,
            Task::Open(1),
        ] {
            state.agenda.push(task);
        }
    }

    /// [8.33, D-8.33c, D-8.33d] Every unit's test; routs come after all, and a unit with no target left is done.
    pub(crate) fn charge<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.agenda.pop();
        for fight in 1..=state.fights {
            let attackers = self.in_fight(state, fight, state.active);
            let defenders = self.in_fight(state, fight, !state.active);
            let charging = attackers & state.must_check;
            if charging.is_empty() {
                continue;
            }
            let exempt: Units = if self.need_not_test(state, defenders) { charging } else { Units::EMPTY };
            let spares = !self.scenario.switches.exempt_targets_roll && exempt.len() == charging.len();
            let light = attackers.iter().all(|one| self.card(one).kind == Kind::Light);
            // [6.6.8, D-6.6.8a] One roll a stack.
            let defenders = defenders - state.beneath;
            for unit in charging - exempt - state.beneath {
                // [8.33] Elephants are afraid of spears in front of them.
                let faces = |one: UnitId| {
                    matches!(self.card(one).kind, Kind::Phalanx | Kind::Heavy)
                        && self.side_of_attack(state, one, unit) == Some(From::Front)
                };
                let fears = self.card(unit).kind == Kind::Elephant && defenders.iter().any(faces);
                let modifier = table.note(rule!("8.33"), fears.into(), "spears in front of elephants")
                    + self.awe(unit, defenders, table);
                self.charge_test(state, unit, modifier, table);
            }
            for unit in defenders {
                let is_frontal = |one: UnitId| self.side_of_attack(state, unit, one) == Some(From::Front);
                let kind = self.card(unit).kind;
                // [8.33, 9.23, D-8.33b] Heavy foot come upon by light foot from its front.
                let is_firm = matches!(kind, Kind::Phalanx | Kind::Heavy | Kind::Legion);
                if is_firm && light && attackers.iter().all(is_frontal) || spares {
                    continue;
                }
                let opens = state.opened.contains(unit);
                let modifier = table.note(rule!("9.11"), opens.into(), "lets elephants through")
                    + self.awe(unit, attackers, table)
                    + self.depth(state, (unit, attackers), table);
                self.charge_test(state, unit, modifier, table);
            }
        }
    }

    /// [9.19] African elephants are shy of Indian ones.
    fn awe<D: Dice, J: Journal>(&self, unit: UnitId, foes: Units, table: &mut Table<D, J>) -> i32 {
        let is_such = |unit: UnitId, is_indian: bool| {
            self.card(unit).kind == Kind::Elephant && self.card(unit).is_indian == is_indian
        };
        let is_shy = is_such(unit, false) && foes.iter().any(|foe| is_such(foe, true));
        table.note(rule!("9.19"), is_shy.into(), "Indian elephants")
    }

    /// [8.41] The charge is over: the hexes of units that ran from it have been entered, or are not.
    pub(crate) fn end_charge(&self, state: &mut State) {
        let is_gone = |unit: &UnitId| state.left[unit.index()].is_some();
        state.charged = self.all.iter().filter(is_gone).collect();
    }

    /// [8.34, 4.6.3] Leaders with units that come to the clash may be hit before it.
    pub(crate) fn risk_leaders<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        for leader in self.all_leaders - self.drivers {
            let with = state.leader_place(leader).and_then(|hex| state.unit_at(hex));
            let Some(unit) = with.filter(|unit| self.comes_to_clash(state, *unit)) else { continue };
            let fight = state.fight[unit.index()];
            if table.roll(Die::D10, self.ask(state, rule!("8.34")).at(leader.subject())) == 0 {
                self.casualty(state, leader, table);
                if state.dead_leaders.contains(leader) {
                    state.fallen[leader.index()] = fight;
                }
            }
        }
    }

    /// Is a unit in a fight that still has two sides?
    fn comes_to_clash(&self, state: &State, unit: UnitId) -> bool {
        let fight = state.fight[unit.index()];
        let is_there = |side| !self.in_fight(state, fight, side).is_empty();
        fight > 0 && state.left[unit.index()].is_none() && is_there(unit.side()) && is_there(!unit.side())
    }

    /// [8.33] A unit that attacks only skirmishers or routed units need not test.
    fn need_not_test(&self, state: &State, defenders: Units) -> bool {
        defenders
            .iter()
            .all(|enemy| self.card(enemy).kind == Kind::Skirmisher || state.routed.contains(enemy))
    }

    fn charge_test<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        modifier: i32,
        table: &mut Table<D, J>,
    ) {
        if self.is_double(state, unit) {
            return self.test_both(state, unit, modifier, table);
        }
        let hits = self.test(state, unit, (rule!("8.33"), modifier), table);
        let beneath = state.under(unit);
        if let Some(under) = beneath {
            self.wound(state, under, hits / 2, rule!("8.33"), table);
        }
        let own = if beneath.is_some() { hits.div_ceil(2) } else { hits };
        self.wound(state, unit, own, rule!("8.33"), table);
    }

    /// Has a unit as many hits as its quality, or, routed, any new one?
    pub(crate) fn is_broken(&self, state: &State, unit: UnitId) -> bool {
        if state.routed.contains(unit) {
            return state.falling.contains(unit);
        }
        state.hits_of(unit) >= self.brink(state, unit)
    }

    /// [8.33, 8.37, D-10.16b] The units of a fight that are broken rout, defenders before attackers [D-8.37b].
    pub(crate) fn break_fight<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (fight, of_attackers): (u8, bool),
        table: &mut Table<D, J>,
    ) {
        let [attackers, defenders] =
            [state.active, !state.active].map(|side| self.in_fight(state, fight, side));
        if !of_attackers {
            self.settle_breaks(state, [attackers, defenders], table);
        }
        let those = if of_attackers { attackers } else { defenders };
        let broken: Units = those.iter().filter(|unit| self.is_broken(state, *unit)).collect();
        if matches!(state.task(), Task::Collapse(..)) {
            // [9.5] Two in double depth run together.
            let both =
                |unit| if self.is_double(state, unit) { self.stack_of(state, unit) } else { Units::of(unit) };
            state.broken |= broken.iter().fold(Units::EMPTY, |all, unit| all | both(unit));
        }
        // [D-10.25b] Each runs before the next does.
        state.breaking |= broken - state.routed;
        state.agenda.push(Task::Break);
    }

    /// [D-10.25b] The next of those that broke at once; some may have run before their turn, with others.
    pub(crate) fn go_on_falling(&self, state: &mut State) {
        state.breaking -= state.routed | state.dead;
        match state.breaking.first() {
            Some(unit) => {
                state.breaking.remove(unit);
                state.falling.insert(unit);
            }
            None => state.agenda.pop(),
        }
    }

    /// [10.16, D-10.16a] When all of both sides are broken, only the side farther beyond its quality routs, and the
    /// defenders when both are as far.
    fn settle_breaks<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        [attackers, defenders]: [Units; 2],
        table: &mut Table<D, J>,
    ) {
        let all_broken =
            |units: Units| !units.is_empty() && units.iter().all(|unit| self.is_broken(state, unit));
        if !all_broken(attackers) || !all_broken(defenders) {
            return;
        }
        let excess = |units: Units, against: Units| {
            let of_unit = |unit: UnitId| {
                let more = if against.is_empty() { 0 } else { self.hits_of_advance(state, unit, against) };
                state.hits_of(unit) + more - self.brink(state, unit)
            };
            units.iter().map(of_unit).max().unwrap_or(0)
        };
        // [10.16] The attackers add what their advance would cost.
        let spared = if excess(attackers, defenders) > excess(defenders, Units::EMPTY) {
            defenders
        } else {
            attackers
        };
        // [10.16] A unit that is to enter is tested when it has.
        if matches!(state.task(), Task::Collapse(..)) {
            state.elated |= spared & of_side(state.active);
        }
        // [D-10.27a] A routed one keeps what it has.
        state.falling -= spared & state.routed;
        for unit in spared - state.routed {
            let hits = self.brink(state, unit) - 1;
            self.set_hits(state, unit, hits, rule!("10.16"), table);
        }
    }

    /// [8.37, D-8.37a, 10.16] Units one hit short of their quality and in an enemy zone test for the last time; those
    /// that only their advance kept from rout do so after it.
    pub(crate) fn last_tests<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.agenda.pop();
        let is_first = state.agenda.tasks().contains(&Task::Tests);
        let is_such = |unit: &UnitId| {
            let fights = state.fight[unit.index()] > 0 && state.left[unit.index()].is_none();
            (fights || self.scenario.switches.collapse == Collapse::All)
                && state.hits_of(*unit) + 1 == self.brink(state, *unit)
                && !state.steady.contains(*unit)
                && state.elated.contains(*unit) != is_first
                && !self.held_by(state, *unit).is_empty()
        };
        let all: Units = (self.all - state.dead - state.routed).iter().filter(is_such).collect();
        let mut left = all;
        while let Some(first) = left.first() {
            // [D-6.6.8a] The top rolls for those of a stack.
            let those = self.stack_of(state, first) & left;
            left -= those;
            let top = self.top_of(state, first);
            let routs = self.test(state, top, (rule!("8.37"), 0), table) > 0;
            for unit in those {
                // [9.53] The lower of two in double depth is tested after the top has failed.
                let is_second = unit != top && self.is_double(state, unit);
                if routs && (!is_second || self.test(state, unit, (rule!("9.53"), 0), table) > 0) {
                    state.breaking.insert(unit);
                } else {
                    let hits = state.hits_of(unit).saturating_sub(1);
                    self.set_hits(state, unit, hits, rule!("8.37"), table);
                }
            }
        }
        state.agenda.push(Task::Break);
    }

    /// [8.41, 8.44, D-8.44a] The units that advance, and where to: first one that has just ended a pursuit [10.42],
    /// then one that gave superiority, then the one of the highest quality.
    pub(crate) fn offer_advances(&self, state: &State, fight: u8, put: &mut dyn FnMut(Action)) {
        let is_early = state.agenda.tasks().iter().any(|task| matches!(task, Task::Clash(_)));
        // A fight that a charge decided has had its advance.
        if !is_early && state.clashed >> fight & 1 == 0 {
            return;
        }
        // [6.6.4, 8.41] A stack advances as one.
        let attackers = self.in_fight(state, fight, state.active) - state.advanced - state.beneath;
        let rank = |unit: UnitId| {
            (state.ended.contains(unit), state.gave.contains(unit), self.printed[unit.index()].1)
        };
        let mut best = None;
        for pass in [false, true] {
            for unit in attackers {
                // [8.33, 8.41] After a charge alone no unit advances with an enemy in its zone, or in that of one.
                let meets = || self.in_zone_of(state, unit) | self.held_by(state, unit);
                if is_early && !meets().is_empty() {
                    continue;
                }
                self.offer_advance(state, (unit, fight), &mut |action| {
                    if !pass {
                        best = best.max(Some(rank(unit)));
                    } else if best == Some(rank(unit)) {
                        put(action);
                    }
                });
            }
        }
    }

    /// [D-8.41a, 8.43] The hexes of its enemies that a unit can enter: one in front of it, a unit of two hexes straight
    /// on, or by a wheel if there is no other way.
    fn offer_advance(&self, state: &State, (unit, fight): (UnitId, u8), put: &mut dyn FnMut(Action)) {
        if !self.card(unit).is_long() {
            let own = self.vacated(state, fight).filter(|hex| self.can_advance(state, unit, *hex));
            return own.for_each(|hex| put(Action::Advance(unit, hex)));
        }
        let enters = |way: Way| {
            let Some((left, facing)) = self.march_to(state, unit, way) else { return false };
            let both = self.hexes_at(unit, left, facing);
            let is_free = |hex: szala_board::HexId| self.other_at(state, unit, hex).is_none();
            both.into_iter().flatten().all(is_free)
                && self.toll_to(state, unit, left, facing).is_some()
                && self.vacated(state, fight).any(|hex| both.contains(&Some(hex)))
        };
        // [9.52] Two in double depth do not wheel.
        let wheels = !self.is_double(state, unit);
        for ways in [Some([Way::Left, Way::Right]), wheels.then_some([Way::WheelLeft, Way::WheelRight])] {
            let Some(ways) = ways else { return };
            let mut count = 0;
            for way in ways.into_iter().filter(|way| enters(*way)) {
                count += 1;
                put(Action::AdvanceBy(unit, way));
            }
            if count > 0 {
                return;
            }
        }
    }

    fn vacated(&self, state: &State, fight: u8) -> impl Iterator<Item = szala_board::HexId> {
        // [8.45] Not the hexes of units that were let through or shot away: only those left in this shock.
        let enemies = self.all & of_side(!state.active);
        // [8.41] Nor later those that one had to leave in the charge: a unit that was not held entered at once.
        let of_fight =
            move |unit: &UnitId| state.fight[unit.index()] == fight && !state.charged.contains(*unit);
        let of_unit = move |unit: UnitId| [state.left[unit.index()], state.left_too[unit.slot()]];
        let hexes = enemies.iter().filter(of_fight).flat_map(of_unit).flatten();
        hexes.filter(move |hex| state.unit_at(*hex).is_none())
    }

    /// [9.15, D-8.41a] Cavalry goes into no elephant's zone, and nobody onto ground barred to it.
    fn can_advance(&self, state: &State, unit: UnitId, hex: szala_board::HexId) -> bool {
        self.side_towards(state, unit, hex) == Some(From::Front)
            && self.may_face(state, unit, hex)
            && !self.is_barred(unit, hex)
    }

    /// [8.41] Advances.
    pub(crate) fn advance<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, to): (UnitId, szala_board::HexId),
        table: &mut Table<D, J>,
    ) {
        let index = |hex: szala_board::HexId| i32::try_from(hex.index()).unwrap_or(0);
        let from = state.place_of(unit).map_or(-1, index);
        table.change(rule!("8.41"), words::HEX, unit.subject(), from, index(to));
        let facing = state.facings[unit.index()];
        let with = self.leaders_with(state, unit);
        let under = state.under(unit);
        let tolls = [Some(unit), under].map(|one| one.and_then(|one| self.toll_to(state, one, to, facing)));
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        if let Some(under) = under {
            self.advance_beneath(state, under, (to, facing), tolls[1], table);
        }
        self.pay_toll_of_advance(state, unit, tolls[0], table);
        for leader in with {
            self.lead_to(state, leader, Some(to), rule!("8.41"), table);
        }
        self.after_advance(state, unit, table);
    }

    /// [6.6.4, 8.41] The one beneath advances with the top.
    fn advance_beneath<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        under: UnitId,
        (to, facing): (szala_board::HexId, szala_board::Facing),
        toll: Option<Toll>,
        table: &mut Table<D, J>,
    ) {
        let index = |hex: szala_board::HexId| i32::try_from(hex.index()).unwrap_or(0);
        let from = state.place_of(under).map_or(-1, index);
        table.change(rule!("8.41"), words::HEX, under.subject(), from, index(to));
        self.lift(state, under);
        self.put(state, under, to, facing);
        self.join(state, under);
        state.advanced.insert(under);
        self.pay_toll_of_advance(state, under, toll, table);
    }

    /// [8.43] A unit of two hexes advances as it moves, at the price of its moves.
    pub(crate) fn advance_by<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, way): (UnitId, Way),
        table: &mut Table<D, J>,
    ) {
        let Some((to, facing)) = self.march_to(state, unit, way) else { return };
        let with = self.leaders_with(state, unit);
        let index = |hex: szala_board::HexId| i32::try_from(hex.index()).unwrap_or(0);
        let from = state.place_of(unit).map_or(-1, index);
        table.change(rule!("8.43"), words::HEX, unit.subject(), from, index(to));
        self.tell_of_turn(state, (unit, facing), rule!("8.43"), table);
        let was_held = self.held_by(state, unit);
        let under = state.under(unit);
        let tolls = [Some(unit), under].map(|one| one.and_then(|one| self.toll_to(state, one, to, facing)));
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        if let Some(under) = under {
            self.advance_beneath(state, under, (to, facing), tolls[1], table);
        }
        self.pay_toll_of_advance(state, unit, tolls[0], table);
        for leader in with {
            self.lead_to(state, leader, Some(to), rule!("8.41"), table);
        }
        if matches!(way, Way::WheelLeft | Way::WheelRight) {
            let before = state.hits_of(unit);
            self.pay_for_wheel(state, (unit, was_held), table);
            self.bear_advance(state, (unit, before), table);
        }
        self.after_advance(state, unit, table);
    }

    /// [8.42, 7.16, 8.22] A unit that has advanced may turn; enemies may turn to it and shoot at it.
    fn after_advance<D: Dice, J: Journal>(&self, state: &mut State, unit: UnitId, table: &mut Table<D, J>) {
        state.advanced.insert(unit);
        state.coming = Some(unit);
        state.asked = Units::EMPTY;
        for hex in self.hexes_of(state, unit) {
            self.ride_down(state, unit, hex, table);
        }
        let before = state.hits_of(unit);
        self.skirt_elephants(state, unit, table);
        self.bear_advance(state, (unit, before), table);
        for task in [Task::AfterAdvance(unit), Task::Entry(unit), Task::Turns] {
            state.agenda.push(task);
        }
    }
}
