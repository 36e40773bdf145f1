//! Chapter 6, 6.1 to 6.6: movement, the phalanx, and passing through friends.

use szala_board::{Facing, HexId, Ordinal};
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::ground::Toll;
use crate::chapters::words;
use crate::position::action::{Action, Way};
use crate::position::agenda::Task;
use crate::position::data::{Class, Kind};
use crate::position::ids::{Leaders, UnitId, Units};
use crate::position::state::{Mode, Mover, State};

/// [6.44] What an about face costs.
const REVERSE: u8 = 3;

impl Spqr {
    /// The next decision of the unit under way.
    pub(crate) fn offer_steps(&self, state: &State, put: &mut dyn FnMut(Action)) {
        match state.mover {
            Some(mover) if self.is_driven(state) => self.offer_steps_of_driven(state, &mover, put),
            _ => self.offer_any_steps(state, put),
        }
    }

    /// What it might do but for drivers [4.8].
    pub(crate) fn offer_any_steps(&self, state: &State, put: &mut dyn FnMut(Action)) {
        let Some(mover) = state.mover else { return };
        let unit = mover.unit;
        let mut count = 0;
        let mut offer = |action| {
            count += 1;
            put(action);
        };
        let is_long = self.card(unit).is_long();
        let can_go = mover.halves() > 0 && !mover.is_stopped;
        // [9.7.1, 10.43] Triarii that are kept back, and cavalry that has pursued, may turn.
        if can_go && self.are_triarii_free(state, unit) && !state.pursued.contains(unit) {
            if is_long && self.heading(state, unit).is_some() {
                self.offer_column_steps(state, &mover, &mut offer);
            } else if is_long {
                self.offer_marches(state, &mover, &mut offer);
                self.offer_double(state, &mover, &mut offer);
            } else {
                let place = state.place_of(unit);
                self.front_steps(state, unit)
                    .filter(|hex| {
                        place.is_some_and(|from| self.can_step(state, unit, [from, *hex], mover.halves()))
                    })
                    .for_each(|hex| offer(Action::Step(hex)));
            }
        }
        let steps = count;
        let joins = self.can_stop_with_friend(state, &mover);
        // [6.61] In a friend's hex it only goes on, or joins the friend, or if it can do neither it stops and flees.
        if self.is_passing(state, unit) {
            if joins && !mover.must_go || steps == 0 {
                put(Action::Stop);
            }
            return;
        }
        if can_go && !is_long && !mover.must_go && self.held_by(state, unit).is_empty() {
            self.offer_turns_of_mover(state, &mover, put);
        }
        // [6.6.7] A unit that has turned on top of another goes on.
        if steps > 0 && self.is_askew(state, &mover) {
            return;
        }
        if !mover.has_shot {
            // [D-5.23a] Of a line that moves only those that move shoot.
            let must_move = state.phase.mode == Mode::Line
                && !self.scenario.switches.lc_standing_fire
                && !self.has_moved(state, &mover);
            for leader in self.lone_leaders(state, &mover).filter(|_| !must_move) {
                put(Action::ShootAt(leader));
            }
            for target in self.targets(state, &mover) {
                if !must_move {
                    put(Action::Shoot(target));
                }
                if steps > 0 {
                    put(Action::ShootAndGo(target));
                }
            }
        }
        if !mover.must_go {
            self.offer_columns(state, &mover, put);
            self.offer_harassment(state, &mover, put);
            self.offer_extension_of_mover(state, &mover, put);
        }
        if steps == 0 || !mover.must_go {
            put(Action::Stop);
            // [7.25B] Light units that moved say whether they attack.
            let has_moved = self.has_moved(state, &mover);
            if has_moved && !self.card(unit).kind.is_heavy() && self.can_attack(state, unit) {
                put(Action::StopAndAttack);
            }
        }
    }

    /// [7.12] The unit under way turns where it stands. [6.6.7] One that has not left its stack yet only if it can
    /// then go.
    fn offer_turns_of_mover(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        let unit = mover.unit;
        let facing = state.facings[unit.index()];
        let must_leave = state.under(unit).is_some() && mover.under.is_none();
        for turned in Facing::ALL {
            let vertices = facing.steps_to(turned);
            let cost = self.cost_of_turn(unit, vertices);
            let goes = |left: u8| {
                let next = turned.front().into_iter().filter_map(|way| {
                    state.place_of(unit).and_then(|place| self.board.neighbour(place, way))
                });
                left > 0
                    && next.into_iter().any(|hex| {
                        self.other_at(state, unit, hex).is_none() && self.may_face(state, unit, hex)
                    })
            };
            if vertices > 0 && cost <= mover.left && (!must_leave || goes(mover.left - cost)) {
                put(Action::Turn(turned));
            }
        }
    }

    /// [G6] Is the unit under way on other hexes than where it began? About face it is not.
    pub(crate) fn has_moved(&self, state: &State, mover: &Mover) -> bool {
        let began = self.hexes_at(mover.unit, mover.start, mover.faced);
        self.hexes_of(state, mover.unit).any(|hex| !began.contains(&Some(hex)))
    }

    /// [6.32, 6.7.4] The hexes in front of a unit of one hex.
    fn front_steps(&self, state: &State, unit: UnitId) -> impl Iterator<Item = HexId> {
        let place = state.place_of(unit);
        place.into_iter().flat_map(move |hex| {
            self.ways_ahead(state, unit).filter_map(move |way| self.board.neighbour(hex, way))
        })
    }

    /// [6.7.4, D-6.7.3b] The hexes to which the head of a column of two hexes steps: free ones.
    fn offer_column_steps(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        let unit = mover.unit;
        let mut halves = self.hexes_of(state, unit);
        let (Some(left), Some(right)) = (halves.next(), halves.next()) else { return };
        let head = if state.headed_left.contains(unit) { left } else { right };
        if !self.may_leave(state, unit) {
            return;
        }
        for to in self.ways_ahead(state, unit).filter_map(|way| self.board.neighbour(head, way)) {
            let place = self.column_to(state, unit, to);
            let toll = place.and_then(|(left, facing)| self.toll_of_step(state, unit, left, facing));
            if self.other_at(state, unit, to).is_none()
                && toll.is_some_and(|toll| toll.halves() <= mover.halves())
            {
                put(Action::Step(to));
            }
        }
    }

    /// Is the unit in a hex with a friend, and not stacked with it [6.6.3]?
    pub(crate) fn is_passing(&self, state: &State, unit: UnitId) -> bool {
        let top = self.top_of(state, unit);
        self.hexes_of(state, unit).any(|hex| state.unit_at(hex) != Some(top))
    }

    /// [6.24, 6.25, 6.61, 6.62, 6.6.3] May a unit of one hex enter this one with this many half points left? Never one
    /// of an enemy. Through a friend only if it can come out beyond, and nothing stops it there.
    fn can_step(&self, state: &State, unit: UnitId, [from, hex]: [HexId; 2], left: u8) -> bool {
        let toll = self.toll_by_road(state, (unit.side(), self.gait(unit)), [from, hex]);
        let Some(left) = toll.and_then(|toll| left.checked_sub(toll.halves())) else { return false };
        if !self.may_face(state, unit, hex) {
            return false;
        }
        match self.other_at(state, unit, hex) {
            None => true,
            Some(other) if other.side() != unit.side() || self.is_double(state, other) => false,
            Some(_) => {
                self.can_stop_in(state, unit, (hex, left / 2))
                    || self.holders(state, hex, !unit.side()).is_empty()
                        && self.ways_ahead(state, unit).any(|way| {
                            let next = self.board.neighbour(hex, way);
                            next.is_some_and(|next| self.can_step(state, unit, [hex, next], left))
                        })
            }
        }
    }

    /// [9.15, 9.7.2, D-9.7.2a] Cavalry goes into no elephant's zone of its own will, and triarii kept back into no
    /// zone.
    pub(crate) fn may_face(&self, state: &State, unit: UnitId, hex: HexId) -> bool {
        let card = self.card(unit);
        let holders = || self.holders(state, hex, !unit.side());
        let flees =
            card.kind.is_cavalry() && holders().iter().any(|enemy| self.card(enemy).kind == Kind::Elephant);
        let is_kept = self.scenario.switches.triarii_doctrine
            && card.class == Class::Triarii
            && 2 * self.rout_points(state, unit.side()) < self.scenario.armies[unit.side()].withdrawal
            && !holders().is_empty();
        !flees && !is_kept
    }

    /// [6.43, 7.14, D-6.43a] Where the two halves of a long unit come to, and how it then faces.
    pub(crate) fn march_to(&self, state: &State, unit: UnitId, way: Way) -> Option<(HexId, Facing)> {
        let left = state.place_of(unit)?;
        let facing = state.facings[unit.index()];
        let right = self.board.neighbour(left, facing.flank()[0])?;
        let [to_right, to_left] = facing.front();
        let to = match way {
            Way::Left => (self.board.neighbour(left, to_left)?, facing),
            Way::Right => (self.board.neighbour(left, to_right)?, facing),
            // The left half goes round the right one: into the hex in front of both.
            Way::WheelRight => (self.board.neighbour(left, to_right)?, facing.right(1)),
            Way::WheelLeft => (left, facing.left(1)),
            Way::Reverse => (right, facing.opposite()),
        };
        self.hexes_at(unit, to.0, to.1)[1].map(|_| to)
    }

    /// [6.45] Is one half of a long unit in an enemy zone, and the other free to go round it?
    pub(crate) fn may_flank(&self, state: &State, unit: UnitId) -> bool {
        let is_held = |hex| !self.holders(state, hex, !unit.side()).is_empty();
        self.card(unit).is_long() && self.hexes_of(state, unit).filter(|hex| is_held(*hex)).count() == 1
    }

    fn offer_marches(&self, state: &State, mover: &Mover, put: &mut dyn FnMut(Action)) {
        let unit = mover.unit;
        let is_held = !self.held_by(state, unit).is_empty();
        let is_passing = self.is_passing(state, unit);
        let may_leave = self.may_leave(state, unit);
        let mut halves = self.hexes_of(state, unit);
        let (Some(left), Some(right)) = (halves.next(), halves.next()) else { return };
        let stays = [left, right];
        for (_, way) in Way::NAMES {
            let Some((left, facing)) = self.march_to(state, unit, way) else { continue };
            // [6.6.3] Straight ahead it goes through friends from whom it can come out again.
            let toll = self.toll_to(state, unit, left, facing);
            let rest = toll.and_then(|toll| mover.left.checked_sub(toll.points));
            let own = |hex| self.other_at(state, unit, hex).is_none();
            let is_free = match way {
                Way::Left | Way::Right => {
                    rest.is_some_and(|rest| self.can_march(state, unit, (left, facing), rest))
                }
                _ => self.hexes_at(unit, left, facing).into_iter().flatten().all(own),
            };
            let fits = match way {
                // [7.23] A unit that may not leave a zone can only go round the half that is held.
                Way::WheelLeft if !may_leave => self.holders(state, stays[1], !unit.side()).is_empty(),
                Way::WheelRight if !may_leave => self.holders(state, stays[0], !unit.side()).is_empty(),
                _ if !may_leave => false,
                // [6.44] Never out of an enemy zone, nor in difficult ground.
                Way::Reverse => mover.left >= REVERSE && !is_held && !self.is_in_difficulty(state, unit),
                _ => true,
            };
            // [6.42] Of two kinds of ground it pays the dearer. In a friend's hex it goes straight on, [9.52] as two in
            // double depth do.
            let is_ahead = matches!(way, Way::Left | Way::Right);
            let may = is_ahead || !is_passing && !self.is_double(state, unit);
            if is_free && fits && may && rest.is_some() {
                put(Action::March(way));
            }
        }
    }

    /// [6.61, 6.62, 6.6.3] May a unit of two hexes stand here, or go on from here with this many points?
    fn can_march(&self, state: &State, unit: UnitId, (left, facing): (HexId, Facing), points: u8) -> bool {
        let both = self.hexes_at(unit, left, facing);
        let mut is_passing = false;
        for hex in both.into_iter().flatten() {
            match self.other_at(state, unit, hex) {
                Some(other) if other.side() != unit.side() || self.is_double(state, other) => return false,
                Some(_) => is_passing = true,
                None => (),
            }
        }
        let is_held =
            || both.into_iter().flatten().any(|hex| !self.holders(state, hex, !unit.side()).is_empty());
        let goes_on = || {
            facing.front().into_iter().any(|way| {
                self.board.neighbour(left, way).is_some_and(|next| {
                    let toll = self.toll_along(unit, [left, next], facing);
                    let rest = toll.and_then(|toll| points.checked_sub(toll.points));
                    let is_there = self.hexes_at(unit, next, facing)[1].is_some();
                    is_there && rest.is_some_and(|rest| self.can_march(state, unit, (next, facing), rest))
                })
            })
        };
        !is_passing || !is_held() && goes_on()
    }

    /// A step of a unit of one hex, or of the head of a column.
    pub(crate) fn step<D: Dice, J: Journal>(&self, state: &mut State, to: HexId, table: &mut Table<D, J>) {
        let Some(mover) = state.mover else { return };
        let facing = state.facings[mover.unit.index()];
        let is_long = self.card(mover.unit).is_long();
        let column = if is_long { self.column_to(state, mover.unit, to) } else { None };
        let (to, facing) = column.unwrap_or((to, facing));
        let toll = self.toll_of_step(state, mover.unit, to, facing).unwrap_or(Toll::CLEAR);
        self.leave(state, mover, (to, facing, toll.halves()), table);
    }

    /// A step of a unit of two hexes.
    pub(crate) fn march<D: Dice, J: Journal>(&self, state: &mut State, way: Way, table: &mut Table<D, J>) {
        let Some(mover) = state.mover else { return };
        let unit = mover.unit;
        let Some((to, facing)) = self.march_to(state, unit, way) else { return };
        let toll = self.toll_to(state, unit, to, facing).unwrap_or(Toll::CLEAR);
        let cost = if way == Way::Reverse { REVERSE } else { toll.points };
        self.leave(state, mover, (to, facing, 2 * cost), table);
    }

    /// [9.51] Into the hexes of the phalanx before it.
    pub(crate) fn double<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        let Some(mover) = &mut state.mover else { return };
        mover.doubles = true;
        let mover = *mover;
        if let Some(way) = self.doubles_by(state, &mover) {
            self.march(state, way, table);
        }
    }

    /// [8.21] A unit that can shoot at two hexes may do so before another leaves its zone.
    fn leave<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        mover: Mover,
        next: (HexId, Facing, u8),
        table: &mut Table<D, J>,
    ) {
        state.asked = Units::EMPTY;
        state.mover = Some(Mover { next: Some(next), ..mover });
        let mut count = 0;
        self.offer_exit_shots(state, &mut |_| count += 1);
        if count > 1 {
            state.agenda.push(Task::Exit);
        } else {
            self.go_out(state, table);
        }
    }

    /// [8.21] It leaves, if it still can.
    pub(crate) fn go_out<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        if let Some(mover) = state.mover
            && let Some(next) = mover.next
        {
            self.go(state, Mover { next: None, ..mover }, next, table);
        }
    }

    /// [6.43] A wheel costs a hit; in the zone of enemies other than skirmishers [6.45, D-6.45a] a test as well, once
    /// it has turned. A unit that goes round the half that is held is still in a zone, which ends the move [D-6.45b].
    pub(crate) fn pay_for_wheel<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (unit, holders): (UnitId, Units),
        table: &mut Table<D, J>,
    ) {
        self.hit(state, unit, 1, rule!("6.43"), table);
        let is_tested = holders.iter().any(|enemy| self.card(enemy).kind != Kind::Skirmisher);
        if is_tested && !state.falling.contains(unit) {
            let hits = self.test(state, unit, (rule!("6.45"), 0), table).max(1);
            self.hit(state, unit, hits, rule!("6.45"), table);
        }
    }

    fn go<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        mover: Mover,
        (to, facing, cost): (HexId, Facing, u8),
        table: &mut Table<D, J>,
    ) {
        let unit = mover.unit;
        let from = state.place_of(unit);
        let toll = self.toll_of_step(state, unit, to, facing).unwrap_or(Toll::CLEAR);
        // [6.43] Of the moves of two hexes only a wheel turns a unit by one vertex.
        let faced = state.facings[unit.index()];
        let is_long = self.card(unit).is_long() && !state.columns.contains(unit);
        let wheels = is_long && ![faced, faced.opposite()].contains(&facing);
        let holders = if wheels { self.held_by(state, unit) } else { Units::EMPTY };
        let of_other = mover.under.and_then(|under| self.toll_of_step(state, under, to, facing));
        let index = |hex: Option<HexId>| hex.map_or(-1, |hex| i32::try_from(hex.index()).unwrap_or(-1));
        // [6.44] About face it is named by its other hex. [6.7.4] Columns bend.
        let [steps, turns] = match is_long {
            true if facing == faced.opposite() => [rule!("6.44"); 2],
            true => [rule!("6.21"), rule!("6.43")],
            false => [rule!("6.21"), rule!("6.7.4")],
        };
        table.change(steps, words::HEX, unit.subject(), index(from), index(Some(to)));
        self.tell_of_turn(state, (unit, facing), turns, table);
        let left_behind = self.friends_under(state, unit);
        self.lift(state, unit);
        self.put(state, unit, to, facing);
        if let Some(under) = mover.under {
            table.change(rule!("6.6.4"), words::HEX, under.subject(), index(from), index(Some(to)));
            self.lift(state, under);
            self.put(state, under, to, facing);
            if state.unit_at(to) == Some(unit) {
                self.join(state, under);
            }
        }
        if let Some(leader) = mover.leader {
            self.lead_to(state, leader, Some(to), rule!("5.24"), table);
        }
        for hex in self.hexes_of(state, unit) {
            self.ride_down(state, unit, hex, table);
        }
        if !mover.doubles {
            let movers = Units::of(unit) | mover.under.into_iter().collect();
            let passed = self.friends_under(state, unit) - left_behind;
            self.pass_through(state, (movers, passed), table);
        }
        self.pay_toll(state, unit, toll, table);
        if let (Some(under), Some(toll)) = (mover.under, of_other) {
            self.pay_toll(state, under, toll, table);
        }
        if wheels {
            self.pay_for_wheel(state, (unit, holders), table);
        }
        self.skirt_elephants(state, unit, table);
        if mover.doubles {
            self.come_under(state, unit);
        }
        let is_held = !self.held_by(state, unit).is_empty();
        let halves = mover.halves() - cost;
        let (left, has_half) = (halves / 2, halves % 2 == 1);
        state.mover = Some(Mover {
            left,
            has_half,
            from,
            must_go: false,
            is_stopped: is_held || mover.doubles,
            ..mover
        });
        self.open_windows(state, unit, is_held);
    }

    /// [D-6.31a, D-4.62d] After each step the enemy is asked: leaders, withdrawals, cavalry, turns, shots.
    fn open_windows(&self, state: &mut State, unit: UnitId, is_held: bool) {
        state.asked = Units::EMPTY;
        state.asked_leaders = Leaders::EMPTY;
        let top = self.top_of(state, unit);
        // [D-8.22a] In a line they wait; a turn in reaction may still bring a zone to a unit in none.
        match (state.phase.mode, is_held) {
            (Mode::Line, true) => state.late.insert(top),
            (Mode::Line, false) => {}
            _ => state.agenda.push(Task::Entry(top)),
        }
        state.agenda.push(Task::Turns);
        if self.card(unit).kind == Kind::Elephant {
            state.agenda.push(Task::Shun(unit));
        }
        state.agenda.push(Task::Falls);
        for leader in self.leaders_of(!unit.side()) {
            if state.leader_place(leader).is_some_and(|hex| self.far_from(state, unit, hex) == 1) {
                state.agenda.push(Task::Flight(leader));
            }
        }
    }

    /// [D-4.62c] A leader alone whom nobody asked in time is lost.
    pub(crate) fn ride_down<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        for leader in self.leaders_at(state, hex) {
            if leader.side() != unit.side() {
                self.lose_leader(state, leader, rule!("4.62"), table);
            }
        }
    }

    /// [6.6.3, D-6.6.3a] Hits of the upper table of stacking for those that pass and those that stand, one each however
    /// many halves met. A legionary who would be the third is as any other.
    pub(crate) fn pass_through<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (movers, friends): (Units, Units),
        table: &mut Table<D, J>,
    ) {
        let disturbed = |friend| self.disturbed_by(state, (movers, friend));
        let paying = friends.iter().fold(Units::EMPTY, |all, friend| all | disturbed(friend));
        if !paying.is_empty() {
            // [10.27] Movement does nothing to the routed.
            for unit in movers | (paying - state.routed) {
                self.hit(state, unit, 1, rule!("6.6.3"), table);
            }
        }
    }

    /// The units there that take a hit when these pass; then each of these takes one, too.
    pub(crate) fn disturbed_by(&self, state: &State, (movers, friend): (Units, UnitId)) -> Units {
        let there = self.stack_of(state, friend);
        let are_two = movers.len().max(there.len()) < 2;
        let is_free = |pair: [UnitId; 2]| {
            let [card, other] = pair.map(|unit| self.card(unit));
            match (card.kind, card.class) {
                (Kind::Skirmisher, _) => true,
                (_, Class::None) => false,
                (_, Class::Velites) => self.are_of_one_colour(pair),
                _ => are_two && self.are_of_one_colour(pair) && other.class != Class::Velites,
            }
        };
        let pays = |one: &UnitId| !movers.iter().all(|mover| is_free([mover, *one]));
        there.iter().filter(pays).collect()
    }

    /// [7.12, 7.15, 9.6.5] Turns in place.
    pub(crate) fn turn<D: Dice, J: Journal>(&self, state: &mut State, to: Facing, table: &mut Table<D, J>) {
        let Some(mover) = &mut state.mover else { return };
        let unit = mover.unit;
        let vertices = state.facings[unit.index()].steps_to(to);
        mover.left -= self.cost_of_turn(unit, vertices);
        mover.from = None;
        // [6.6.7] A unit that leaves a stack turns alone.
        let with = mover.under;
        self.face_with(state, (unit, with), to, rule!("7.12"), table);
        self.pay_for_turn(state, (Units::of(unit) | with.into_iter().collect(), vertices), table);
    }

    /// The move is over.
    pub(crate) fn stop<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        attacks: bool,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let Some(mover) = state.mover.take() else { return };
        let unit = mover.unit;
        if self.can_stop_with_friend(state, &mover) {
            self.stop_with_friend(state, unit, table);
        }
        // Another friend's hex is no place to stop [6.61]; a unit that cannot leave it any more flees.
        if self.is_passing(state, unit) {
            state.falling |= Units::of(unit) | mover.under.into_iter().collect();
            return;
        }
        if let Some(under) = state.under(unit) {
            state.facings[unit.index()] = state.facings[under.index()];
        }
        let has_moved = self.has_moved(state, &mover);
        if let Some(under) = mover.under.filter(|_| has_moved) {
            self.stop_beneath(state, under, table);
        }
        if has_moved {
            state.moved.insert(unit);
            self.follow(state, &mover);
        }
        if has_moved && self.card(unit).kind.is_heavy() || attacks {
            state.must_check.insert(unit);
        }
        let is_again = state.marched.contains(unit);
        if self.card(unit).is_long()
            && mover.under.is_none()
            && mover.left == 0
            && !mover.was_column
            && state.phase.mode != Mode::Volley
            && (has_moved || mover.from.is_some())
        {
            // [6.41, D-6.41a] The fifth point, instead of 6.13; [D-6.41b] a column has five by itself.
            let hits = if is_again { 2 } else { self.test(state, unit, (rule!("6.41"), 0), table) };
            self.hit(state, unit, hits, rule!("6.41"), table);
        } else if has_moved && is_again {
            // [6.13, D-6.13a] Again in the same turn, after all else.
            self.hit(state, unit, 1, rule!("6.13"), table);
        }
    }

    /// [10.11] A test of quality: how far the die, with this modifier, exceeds it.
    pub(crate) fn test<D: Dice, J: Journal>(
        &self,
        state: &State,
        unit: UnitId,
        (rule, modifier): (szala_kernel::Rule, i32),
        table: &mut Table<D, J>,
    ) -> u8 {
        let roll = i32::from(table.roll(Die::D10, self.ask(state, rule).at(unit.subject()))) + modifier;
        let roll = roll + table.note(rule!("9.6.3"), self.is_mixed(state, unit).into(), "a mixed stack");
        let quality = self.quality(state, unit);
        table.total(rule, roll, quality.into(), unit.subject());
        Self::excess(roll, quality)
    }

    /// [10.11] The hits of a test: how far its sum exceeds the quality.
    pub(crate) fn excess(sum: i32, quality: u8) -> u8 {
        u8::try_from((sum - i32::from(quality)).max(0)).unwrap_or(0)
    }
}
