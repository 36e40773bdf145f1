//! Chapter 4: leaders, whom they command and how far, their flight and their fate.

use szala_board::{Direction, HexId, Ordinal};
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::ground::Toll;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Class, Commands, Ratings};
use crate::position::ids::{Hexes, LeaderId, MOST_HEXES, UnitId, Units, of_side};
use crate::position::state::{Mode, Mover, State};

/// [6.14] What a leader moves in a phase: nine points, in halves [D-6.27c].
pub(crate) const LEADER_MOVEMENT: u8 = 2 * 9;

impl Spqr {
    /// [4.6.4, D-4.6.4b] Does a counter have the place of a leader with a name? It has none of his gifts.
    pub(crate) fn is_replaced(&self, state: &State, leader: LeaderId) -> bool {
        self.leader(leader).is_named && state.replaced[leader.index()] > 0
    }

    /// [4.46] Is he a proconsul himself?
    pub(crate) fn is_proconsul(&self, state: &State, leader: LeaderId) -> bool {
        self.leader(leader).is_proconsul && !self.is_replaced(state, leader)
    }

    /// [4.1, D-4.6.4b] What a leader has printed: his own, or that of the counter which has his place.
    pub(crate) fn ratings(&self, state: &State, leader: LeaderId) -> Ratings {
        let card = self.leader(leader);
        if self.is_replaced(state, leader) {
            return self.scenario.armies[leader.side()].replacement;
        }
        Ratings { initiative: card.initiative, range: card.range, lines: card.lines, charisma: card.charisma }
    }

    /// [4.1, 4.6.3] A leader's Initiative now.
    pub fn initiative(&self, state: &State, leader: LeaderId) -> u8 {
        self.ratings(state, leader).initiative.saturating_sub(state.wounds[leader.index()])
    }

    /// [4.21, 4.6.3] His command range now.
    pub fn command_range(&self, state: &State, leader: LeaderId) -> u8 {
        self.ratings(state, leader).range.saturating_sub(state.wounds[leader.index()])
    }

    /// [4.6.4, D-4.6.4c] May a leader be replaced? Tribunes and prefects come back themselves, others need a counter,
    /// and nobody replaces an overall commander.
    pub(crate) fn may_be_replaced(&self, state: &State, leader: LeaderId) -> bool {
        let named = self.leaders_of(leader.side()).filter(|one| self.leader(*one).is_named);
        let used = named.map(|one| state.replaced[one.index()]).sum::<u8>();
        let has_counter = used < self.scenario.armies[leader.side()].replacements;
        (state.dead_leaders - state.away_leaders).contains(leader)
            && !self.is_overall(state, leader)
            && (has_counter || !self.leader(leader).is_named)
    }

    /// [4.6.4] Another takes the place of a dead leader, with this unit; he is finished.
    pub(crate) fn replace<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (leader, unit): (LeaderId, UnitId),
        table: &mut Table<D, J>,
    ) {
        state.dead_leaders.remove(leader);
        state.replaced[leader.index()] += 1;
        state.finished.insert(leader);
        state.wounds[leader.index()] = 0;
        let place = state.place_of(unit);
        self.lead_to(state, leader, place, rule!("4.6.4"), table);
    }

    /// Is he the overall commander, or a proconsul who took over [4.46]?
    pub(crate) fn is_overall(&self, state: &State, leader: LeaderId) -> bool {
        self.leader(leader).is_overall || state.promoted.contains(leader)
    }

    /// [4.6.5] The overall commander of a side, while he lives: nobody but a proconsul takes his place.
    pub(crate) fn overall(&self, state: &State, side: szala_kernel::Side) -> Option<LeaderId> {
        self.leaders_of(side)
            .find(|leader| self.is_overall(state, *leader) && !state.dead_leaders.contains(*leader))
    }

    /// [4.25, 4.46] The Strategy of an overall commander; a proconsul who took over has 1.
    pub(crate) fn strategy(&self, state: &State, overall: LeaderId) -> u8 {
        let printed = if state.promoted.contains(overall) { 1 } else { self.leader(overall).strategy };
        printed.saturating_sub(state.wounds[overall.index()])
    }

    /// [4.46, D-4.46a] A proconsul may take over from a dead overall commander when he is activated.
    pub(crate) fn may_take_over(&self, state: &State, leader: LeaderId) -> bool {
        self.is_proconsul(state, leader) && self.overall(state, leader.side()).is_none()
    }

    /// [4.26, 4.61] Does a leader stand in an enemy zone?
    pub(crate) fn is_leader_in_zone(&self, state: &State, leader: LeaderId) -> bool {
        let place = state.leader_place(leader);
        place.is_some_and(|hex| !self.holders(state, hex, !leader.side()).is_empty())
    }

    /// [4.21, D-4.21a] The hexes within a leader's command range. Enemies block the way, routed or not; leaders do not.
    pub(crate) fn command_area(&self, state: &State, leader: LeaderId) -> Hexes {
        let Some(place) = state.leader_place(leader) else { return Hexes::EMPTY };
        self.reach(state, place, self.command_range(state, leader), leader.side())
    }

    /// The hexes to which a path of this length leads that enters neither enemies nor empty hexes in their zones.
    fn reach(&self, state: &State, from: HexId, range: u8, side: szala_kernel::Side) -> Hexes {
        let mut area = Hexes::of(from);
        let mut edge = area;
        let circle = self.board.within(from, range);
        for _ in 0..range {
            let mut next = Hexes::EMPTY;
            for hex in (self.board.around(edge) & circle) - area {
                if self.is_way_open(state, hex, side) {
                    next.insert(hex);
                }
            }
            area |= next;
            edge = next;
        }
        area
    }

    /// [4.21] Does a command go through a hex?
    fn is_way_open(&self, state: &State, hex: HexId, side: szala_kernel::Side) -> bool {
        !self.ground.barred.contains(hex)
            && match state.unit_at(hex) {
                Some(unit) => unit.side() == side,
                None => self.holders(state, hex, !side).is_empty(),
            }
    }

    /// [4.28, 4.42, 4.44, 9.18] The group of units to which an order of this leader ties him for the phase: 0 for a
    /// unit he may not command, 1 for a leader who commands all.
    pub(crate) fn group_of(&self, leader: LeaderId, unit: UnitId) -> u8 {
        let card = self.card(unit);
        let class = 4 + 16 * card.class as u8 + card.legion.min(15);
        match self.leader(leader).commands {
            Commands::All => 1,
            Commands::Horse => {
                if card.kind.is_cavalry() {
                    2 + u8::from(card.is_ala)
                } else {
                    0
                }
            }
            Commands::AlaFoot | Commands::LegionFoot => match card.class {
                Class::None => 0,
                // [4.42] Velites of all legions and alae, if nobody else.
                Class::Velites => 2,
                _ if card.is_ala == (self.leader(leader).commands == Commands::AlaFoot) => class,
                _ => 0,
            },
        }
    }

    /// [D-7.25c] May a leader give a single order to this unit in this phase, or have it attack, as far as its group
    /// goes?
    pub(crate) fn may_command(&self, state: &State, leader: LeaderId, unit: UnitId) -> bool {
        let group = self.group_of(leader, unit);
        group != 0 && (state.phase.group == 0 || state.phase.group == group)
    }

    /// [4.21, D-4.21b] The units of a side with a hex in an area.
    pub(crate) fn units_in(&self, state: &State, area: Hexes, side: szala_kernel::Side) -> Units {
        let own = (self.all & of_side(side)) - state.dead;
        own.iter().filter(|unit| self.hexes_of(state, *unit).any(|hex| area.contains(hex))).collect()
    }

    /// The leaders in a hex.
    pub(crate) fn leaders_at(&self, state: &State, hex: HexId) -> impl Iterator<Item = LeaderId> + use<> {
        let places = state.leaders;
        (self.all_leaders - self.drivers).iter().filter(move |leader| places[leader.index()] == Some(hex))
    }

    /// Those with a unit.
    pub(crate) fn leaders_with(&self, state: &State, unit: UnitId) -> impl Iterator<Item = LeaderId> + use<> {
        let [one, other] = {
            let mut hexes = self.hexes_of(state, unit);
            [hexes.next(), hexes.next()]
        };
        let places = state.leaders;
        (self.all_leaders - self.drivers).iter().filter(move |leader| {
            let place = places[leader.index()];
            leader.side() == unit.side() && place.is_some() && (place == one || place == other)
        })
    }

    /// Moves a leader.
    pub(crate) fn lead_to<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        to: Option<HexId>,
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        let before = state.leader_place(leader);
        table.change(rule, words::HEX, leader.subject(), index(before), index(to));
        state.leaders[leader.index()] = to;
        self.take_along(state, (leader, before), rule, table);
    }

    /// [4.61, 6.15, D-6.6.9c] Steps open to a leader who moves, with what they cost in half points: not among enemies,
    /// and into their zones only to a friend. He passes friends for nothing, and pays for ground as cavalry does.
    pub(crate) fn leader_steps(
        &self,
        state: &State,
        leader: LeaderId,
        (place, left): (Option<HexId>, u8),
    ) -> impl Iterator<Item = (HexId, u8)> {
        // [4.61, 4.7.5] With his elephant he goes into zones, and not to cavalry.
        let rides = self.elephant_of(state, leader).is_some();
        let gait = self.gait_of_leader(state, leader);
        let next = place.into_iter().flat_map(move |hex| {
            Direction::ALL.into_iter().filter_map(move |way| self.board.neighbour(hex, way))
        });
        let open = next.filter(move |hex| match state.unit_at(*hex) {
            Some(unit) => unit.side() == leader.side() && !(rides && self.card(unit).kind.is_cavalry()),
            None if rides => self.has_no_enemy_leader(state, leader, *hex),
            None => self.holders(state, *hex, !leader.side()).is_empty(),
        });
        open.filter_map(move |hex| {
            let toll = self.toll_by_road(state, (leader.side(), gait), [place?, hex])?;
            (toll.halves() <= left).then_some((hex, toll.halves()))
        })
    }

    /// [D-4.62c] Is no enemy leader in a hex, to whom an elephant must not come unasked?
    fn has_no_enemy_leader(&self, state: &State, leader: LeaderId, hex: HexId) -> bool {
        self.leaders_at(state, hex).all(|other| other.side() == leader.side())
    }

    /// [5.24] Along with a line he ends in range of one of its units; else where he likes.
    pub(crate) fn offer_ride(
        &self,
        state: &State,
        (leader, left): (LeaderId, u8),
        put: &mut dyn FnMut(Action),
    ) {
        let place = state.leader_place(leader);
        let ends = (state.phase.mode == Mode::Line).then(|| self.ends_of_ride(state, leader));
        let mut count = 0;
        for (hex, cost) in self.leader_steps(state, leader, (place, left)) {
            let gets_there =
                |ends: &Hexes| ends.contains(hex) || self.can_end_in(state, leader, (hex, left - cost), ends);
            if ends.as_ref().is_none_or(gets_there) {
                count += 1;
                put(Action::Step(hex));
            }
        }
        if count == 0 || place.is_some_and(|hex| ends.is_none_or(|ends| ends.contains(hex))) {
            put(Action::Stop);
            self.offer_turns_of_ridden(state, leader, put);
        }
    }

    /// [5.24] The hexes from which a unit of the line is in a leader's range.
    fn ends_of_ride(&self, state: &State, leader: LeaderId) -> Hexes {
        let line = state.phase.line - state.dead;
        let mut ends = Hexes::EMPTY;
        for hex in line.iter().flat_map(|unit| self.hexes_of(state, unit)) {
            ends.insert(hex);
        }
        // A path of 4.21, from the unit back to the leader: he is in range where it ends.
        let mut edge = ends;
        for _ in 0..self.command_range(state, leader) {
            let open = edge.iter().filter(|hex| self.is_way_open(state, *hex, leader.side())).collect();
            edge = self.board.around(open) - ends;
            ends |= edge;
        }
        ends
    }

    /// [5.24] Can a leader who has come to a hex get from there to one of these with what is left? He stops in enemy
    /// zones.
    fn can_end_in(&self, state: &State, leader: LeaderId, (hex, left): (HexId, u8), ends: &Hexes) -> bool {
        let is_held = |hex: HexId| !self.holders(state, hex, !leader.side()).is_empty();
        let mut most = [None; MOST_HEXES];
        most[hex.index()] = Some(left);
        let mut edge = if is_held(hex) { Hexes::EMPTY } else { Hexes::of(hex) };
        while !edge.is_empty() {
            let mut next = Hexes::EMPTY;
            for from in edge {
                let left = most[from.index()].unwrap_or(0);
                for (to, cost) in self.leader_steps(state, leader, (Some(from), left)) {
                    if ends.contains(to) {
                        return true;
                    }
                    let rest = Some(left - cost);
                    if rest > most[to.index()] && !is_held(to) {
                        most[to.index()] = rest;
                        next.insert(to);
                    }
                }
            }
            edge = next;
        }
        false
    }

    /// [5.24, D-5.24c] May the active leader go along with the line under command? He may, if one of its units that
    /// moved began within two hexes of him, or one within two hexes can still move; then somebody must.
    pub(crate) fn may_go_along(&self, state: &State, leader: LeaderId) -> bool {
        let is_near = || {
            let area = state.leader_place(leader).map_or(Hexes::EMPTY, |place| self.board.within(place, 2));
            let near = self.units_in(state, area, leader.side()) & state.phase.line;
            (near - state.ordered - state.routed).iter().any(|unit| self.may_march(state, unit))
        };
        (state.phase.is_followed || is_near())
            && !self.drivers.contains(leader)
            && !state.led.contains(leader)
    }

    /// [5.24, D-5.24c, 5.46] A unit has moved; along with a line the leader near whom it began may go.
    pub(crate) fn follow(&self, state: &mut State, mover: &Mover) {
        state.phase.has_acted = true;
        if state.phase.mode != Mode::Line {
            return;
        }
        state.phase.owes_move = false;
        let began = self.hexes_at(mover.unit, mover.start, mover.faced);
        let place = state.phase.leader.and_then(|leader| state.leader_place(leader));
        let is_near = |hex| place.is_some_and(|place| self.board.distance(place, hex) <= 2);
        state.phase.is_followed |= began.into_iter().flatten().any(is_near);
    }

    /// A leader steps to a hex [4.61].
    pub(crate) fn leader_step<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (leader, left): (LeaderId, u8),
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        let place = state.leader_place(leader);
        let gait = (leader.side(), self.gait_of_leader(state, leader));
        let toll = place.and_then(|from| self.toll_by_road(state, gait, [from, to])).unwrap_or(Toll::CLEAR);
        let left = left.saturating_sub(toll.halves());
        self.lead_to(state, leader, Some(to), rule!("6.14"), table);
        // [4.7.5] A leader on an elephant may still turn it.
        let can_turn = self.elephant_of(state, leader).is_some();
        let stops = left == 0 && !can_turn || self.is_leader_in_zone(state, leader);
        state.agenda.pop();
        if !stops {
            state.agenda.push(Task::Leading(leader, left));
        }
    }

    /// [4.62, D-4.62a] Where a leader may withdraw to.
    pub(crate) fn offer_flight(&self, state: &State, leader: LeaderId, put: &mut dyn FnMut(Action)) {
        put(Action::Stay);
        let Some(place) = state.leader_place(leader) else { return };
        let elephant = self.elephant_of(state, leader);
        let may_stand = |unit: UnitId, hex: HexId| {
            let horse = state.unit_at(hex).filter(|friend| self.card(*friend).kind.is_cavalry());
            !self.is_barred(unit, hex) && horse.is_none() && self.has_no_enemy_leader(state, leader, hex)
        };
        for hex in self.reach(state, place, 3, leader.side()) - Hexes::of(place) {
            let is_safe = Direction::ALL.into_iter().all(|way| {
                let other = self.board.neighbour(hex, way).and_then(|next| state.unit_at(next));
                other.is_none_or(|other| other.side() == leader.side())
            });
            // [4.7.2, 4.7.5] With his elephant.
            if is_safe && elephant.is_none_or(|unit| may_stand(unit, hex)) {
                put(Action::Flee(hex));
            }
        }
    }

    /// [4.62] He stays: with a unit he may, alone he is lost.
    pub(crate) fn stay<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let has_unit = state.leader_place(leader).is_some_and(|hex| state.unit_at(hex).is_some());
        if !has_unit {
            self.lose_leader(state, leader, rule!("4.62"), table);
        }
    }

    /// A leader dies.
    pub(crate) fn lose_leader<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        rule: szala_kernel::Rule,
        table: &mut Table<D, J>,
    ) {
        table.change(rule, words::ALIVE, leader.subject(), 1, 0);
        state.dead_leaders.insert(leader);
        state.finished.insert(leader);
        state.running[leader.index()] = None;
        let place = state.leaders[leader.index()].take();
        if let Some(mover) = &mut state.mover {
            mover.leader = mover.leader.filter(|other| *other != leader);
        }
        self.bereave(state, (leader, place), table);
    }

    /// [4.6.3] By how much a wounded leader is worse; nothing where he is dead.
    pub(crate) fn wound_of(face: u8) -> Option<u8> {
        match face {
            0..=6 => Some(0),
            7 => Some(1),
            8 => Some(2),
            _ => None,
        }
    }

    /// [4.6.3] What a leader's casualty is.
    pub(crate) fn casualty<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        let ask = self.ask(state, rule!("4.6.3")).at(leader.subject());
        let Some(wound) = Self::wound_of(table.roll(Die::D10, ask)) else {
            return self.lose_leader(state, leader, rule!("4.6.3"), table);
        };
        state.finished.insert(leader);
        state.wounds[leader.index()] += wound;
        if self.initiative(state, leader) == 0 {
            self.lose_leader(state, leader, rule!("4.6.3"), table);
        }
    }
}
