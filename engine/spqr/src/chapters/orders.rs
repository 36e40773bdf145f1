//! Chapter 5, 5.2: orders to units one by one or to a line.

use szala_board::Ordinal as _;
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::extension::EXTENSION;
use crate::chapters::game::Spqr;
use crate::chapters::leaders::LEADER_MOVEMENT;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Class, RallyTable};
use crate::position::ids::{LeaderId, UnitId, Units};
use crate::position::state::{Mode, Mover, State};

/// The result of an attempt to rally [10.28].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rallied {
    /// The unit stands again.
    Stands,
    /// It routs on.
    Runs,
    /// It is eliminated.
    Lost,
}

impl Spqr {
    /// [4.22, 4.23, D-4.23a, 5.22] What may be ordered now: as many single orders as he has, or units of a line in
    /// any order.
    pub(crate) fn offer_orders(&self, state: &State, put: &mut dyn FnMut(Action)) {
        let Some(leader) = state.phase.leader else { return };
        // [5.27a] Nobody but the overall commander goes on giving orders in an enemy zone; [4.27] nor does one who is
        // out.
        let is_silent = self.is_leader_in_zone(state, leader) && !self.is_overall(state, leader);
        if is_silent || state.finished.contains(leader) {
            return put(Action::EndOrders);
        }
        let phase = &state.phase;
        let mut count = 0;
        let mut offer = |action: Action| {
            let acts = matches!(
                action,
                Action::Order(_)
                    | Action::OrderBoth(_)
                    | Action::Fire(_)
                    | Action::Line(..)
                    | Action::Volley(..)
            );
            count += usize::from(acts);
            put(action);
        };
        let line = phase.line - state.ordered - state.routed - state.dead;
        let moving: Units = line.iter().filter(|unit| !self.is_kept_in_line(state, *unit)).collect();
        match phase.mode {
            Mode::Line => {
                let tops = line - state.beneath;
                let may = |unit: &UnitId| {
                    self.obeys(state, leader, *unit)
                        && self.may_march(state, *unit)
                        && self.may_drive(state, leader, *unit)
                };
                for unit in tops.iter().filter(may) {
                    self.offer_order(state, unit, &mut offer);
                    self.offer_both(state, (leader, unit), line, &mut offer);
                }
                self.offer_extension_of_line(state, moving, &mut offer);
                if self.may_go_along(state, leader) {
                    offer(Action::Lead(leader));
                }
            }
            Mode::Volley => {
                let may =
                    |unit: &UnitId| self.has_target(state, *unit) && self.may_drive(state, leader, *unit);
                for unit in line.iter().filter(may) {
                    offer(Action::Fire(unit));
                }
            }
            Mode::Open | Mode::Single => {
                if phase.mode == Mode::Open {
                    self.offer_lines(state, leader, &mut offer);
                    // [10.44, D-5.22b] As all that the phase of an overall commander is for.
                    let is_whole = phase.orders == self.initiative(state, leader) && !phase.has_line;
                    if is_whole
                        && self.is_overall(state, leader)
                        && !self.beyond(state, leader.side()).is_empty()
                    {
                        offer(Action::Regroup);
                    }
                }
                if phase.orders > 0 {
                    self.offer_single(state, leader, &mut offer);
                }
            }
        }
        // [4.8] All elephants of a driver's line go. [D-5.24c] A unit of a line that a leader went along with moves.
        let must_go = phase.mode == Mode::Line && (self.drivers.contains(leader) || phase.owes_move);
        if count == 0 || !must_go && !self.is_pressed(state) {
            put(Action::EndOrders);
        }
    }

    /// [D-5.22a, 5.25, 6.12] Single orders, one a unit and phase.
    fn offer_single(&self, state: &State, leader: LeaderId, put: &mut dyn FnMut(Action)) {
        let near = self.units_in(state, self.command_area(state, leader), leader.side());
        let open = near - state.ordered - state.rallied;
        for unit in open {
            if self.is_ridden(unit) {
                // [4.7.3, D-4.7b] It moves as its leader does, and may only get back into order.
                if state.hits_of(unit) > 0 && self.is_quiet(state, unit) {
                    put(Action::Recover(unit));
                }
                continue;
            }
            let may = self.may_command(state, leader, unit)
                && self.obeys(state, leader, unit)
                && self.may_drive(state, leader, unit);
            if !may {
                continue;
            }
            if state.routed.contains(unit) {
                if state.tried[unit.index()] >> leader.slot() & 1 == 0 && self.is_quiet(state, unit) {
                    put(Action::Rally(unit));
                }
                continue;
            }
            // [6.6.6, 9.6.4] Of a stack the top alone moves and shoots; the other comes to the top by an order.
            if state.is_beneath(unit) {
                if self.may_be_stacked(unit) {
                    put(Action::BringUp(unit));
                }
            } else if self.may_march(state, unit) || self.has_target(state, unit) {
                self.offer_order(state, unit, put);
            }
            if self.may_march(state, unit) {
                self.offer_both(state, (leader, unit), open, put);
            }
            if state.hits_of(unit) > 0 && self.is_quiet(state, unit) {
                put(Action::Recover(unit));
            }
        }
        // [4.3, 5.24] Leaders: himself, and from the overall commander others, two orders out of an enemy zone.
        let is_overall = self.is_overall(state, leader);
        let in_zone = self.is_leader_in_zone(state, leader);
        for other in self.leaders_of(leader.side()) {
            let cost = 1 + u8::from(other != leader && self.is_leader_in_zone(state, other));
            let is_his = other == leader || is_overall && !in_zone;
            let is_free = state.leader_place(other).is_some() && !state.led.contains(other);
            if is_his && is_free && state.phase.orders >= cost {
                put(Action::Lead(other));
            }
            if is_overall && self.may_be_replaced(state, other) {
                let own =
                    (self.all & crate::position::ids::of_side(leader.side())) - state.dead - state.routed;
                own.iter()
                    .filter(|unit| self.group_of(other, *unit) != 0)
                    .for_each(|unit| put(Action::Replace(other, unit)));
            }
        }
    }

    fn offer_order(&self, state: &State, unit: UnitId, put: &mut dyn FnMut(Action)) {
        let stays = state.phase.leader.is_some_and(|leader| self.stays_with_elephant(state, leader, unit));
        if !stays {
            put(Action::Order(unit));
        }
        // [5.24] A leader in its hex may go along.
        let with = self.leaders_with(state, unit).filter(|leader| self.may_go_with(state, *leader));
        with.for_each(|leader| put(Action::OrderWith(unit, leader)));
    }

    /// [5.24, 6.6.4, D-5.24b] May a leader go along with a unit in his hex that is ordered? The active one may, and
    /// others with a line that the overall commander commands: nobody else moves another leader.
    pub(crate) fn may_go_with(&self, state: &State, leader: LeaderId) -> bool {
        let is_line = state.phase.mode == Mode::Line;
        let commands = |active: LeaderId| active == leader || is_line && self.is_overall(state, active);
        !state.led.contains(leader) && state.phase.leader.is_some_and(commands)
    }

    /// [6.6.4] An order to both of a stack.
    fn offer_both(
        &self,
        state: &State,
        (leader, top): (LeaderId, UnitId),
        open: Units,
        put: &mut dyn FnMut(Action),
    ) {
        let under = self.beneath_to_order(state, (leader, top), open);
        if under.is_some_and(|under| self.may_march(state, under)) {
            put(Action::OrderBoth(top));
            let with = self.leaders_with(state, top).filter(|leader| self.may_go_with(state, *leader));
            with.for_each(|leader| put(Action::OrderBothWith(top, leader)));
        }
    }

    /// [9.7.1, 7.23] May a unit be moved: is it not held? Triarii that are kept back may still turn.
    pub(crate) fn may_march(&self, state: &State, unit: UnitId) -> bool {
        let is_free = self.are_triarii_free(state, unit) || self.held_by(state, unit).is_empty();
        (self.may_leave(state, unit) || self.may_flank(state, unit) && !self.is_double(state, unit))
            && is_free
            && !self.is_kept_in_line(state, unit)
            && !self.is_engaged(state, unit)
    }

    /// [9.7.1] Triarii move when an enemy other than elephants is within three hexes and in sight of one of their line,
    /// or when they are six hexes or more from every other line of legions and alae [D-9.7.1a].
    pub(crate) fn are_triarii_free(&self, state: &State, unit: UnitId) -> bool {
        if !self.scenario.switches.triarii_doctrine || self.card(unit).class != Class::Triarii {
            return true;
        }
        let here = self.all - state.dead;
        let own = |class: fn(Class) -> bool| {
            here.iter().filter(move |other| other.side() == unit.side() && class(self.card(*other).class))
        };
        let triarii: Units = own(|class| class == Class::Triarii).collect();
        let sees = |own: UnitId, enemy: UnitId| {
            let mut hexes = self.hexes_of(state, own);
            hexes.any(|from| self.hexes_of(state, enemy).any(|to| self.sees(state, [from, to], false)))
        };
        let is_near =
            |enemy: UnitId| triarii.iter().any(|own| self.apart(state, own, enemy) <= 3 && sees(own, enemy));
        let mut enemies = here.iter().filter(|other| {
            other.side() != unit.side() && self.card(*other).kind != crate::position::data::Kind::Elephant
        });
        let others = |class: Class| !matches!(class, Class::None | Class::Triarii | Class::Velites);
        enemies.any(is_near) || own(others).all(|other| self.apart(state, unit, other) >= 6)
    }

    /// [10.17, D-10.17a, D-10.17b, 10.28] Is a unit on clear ground, with no enemy next to it, and none that could
    /// shoot at it as it stands?
    fn is_quiet(&self, state: &State, unit: UnitId) -> bool {
        if self.is_in_difficulty(state, unit) {
            return false;
        }
        let unit = self.top_of(state, unit);
        let enemies = (self.all & crate::position::ids::of_side(!unit.side())) - state.dead;
        enemies
            .iter()
            .all(|enemy| self.apart(state, enemy, unit) > 1 && !self.can_shoot(state, enemy, unit, false))
    }

    /// Carries out an order.
    pub(crate) fn order<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Some(leader) = state.phase.leader else { return };
        match action {
            Action::Line(line, anchor) => return self.command_line(state, (line, anchor), Mode::Line, table),
            Action::Volley(line, anchor) => {
                return self.command_line(state, (line, anchor), Mode::Volley, table);
            }
            Action::EndOrders => return self.end_orders(state),
            Action::Extend(unit, to) => return self.extend(state, (unit, to), table),
            Action::Regroup => {
                (state.phase.orders, state.phase.lines) = (0, 0);
                state.phase.mode = Mode::Single;
                return state.agenda.push(Task::Regroup);
            }
            _ => (),
        }
        if state.phase.mode == Mode::Open {
            state.phase.mode = Mode::Single;
        }
        let is_single = state.phase.mode == Mode::Single;
        let tie = |unit: UnitId, state: &mut State| {
            state.ordered.insert(unit);
            state.commanded.insert(unit);
            if is_single {
                state.phase.orders -= 1;
                // [D-4.42a] The first order fixes class and legion.
                state.phase.group = self.group_of(leader, unit);
            }
        };
        match action {
            Action::Order(unit) | Action::OrderWith(unit, _) | Action::Fire(unit) => {
                tie(unit, state);
                let with = if let Action::OrderWith(_, with) = action { Some(with) } else { None };
                state.led |= with.into_iter().collect();
                self.start_move(state, (unit, None), with, !matches!(action, Action::Fire(_)));
            }
            Action::OrderBoth(unit) | Action::OrderBothWith(unit, _) => {
                let cost = self.cost_of_both(state, leader, unit);
                tie(unit, state);
                if is_single {
                    state.phase.orders -= cost - 1;
                }
                let under = state.under(unit);
                state.ordered |= under.into_iter().collect();
                let with = if let Action::OrderBothWith(_, with) = action { Some(with) } else { None };
                state.led |= with.into_iter().collect();
                self.start_move(state, (unit, under), with, true);
            }
            // [5.22, 9.6.4] It is the order of both.
            Action::BringUp(unit) => {
                tie(unit, state);
                let top = self.top_of(state, unit);
                state.ordered.insert(top);
                self.turn_over(state, top);
                table.change(rule!("9.6.4"), words::TOP, unit.subject(), 0, 1);
            }
            Action::Recover(unit) => {
                tie(unit, state);
                let hits = state.hits_of(unit).saturating_sub(2);
                self.set_hits(state, unit, hits, rule!("10.17"), table);
            }
            Action::Rally(unit) => {
                tie(unit, state);
                self.rally(state, leader, unit, table);
            }
            Action::Lead(other) => {
                let is_held = other != leader && self.is_leader_in_zone(state, other);
                if is_single {
                    state.phase.orders -= 1 + u8::from(is_held);
                }
                state.led.insert(other);
                state.phase.owes_move = state.phase.mode == Mode::Line && !state.phase.is_followed;
                state.agenda.push(Task::Leading(other, LEADER_MOVEMENT));
            }
            Action::Replace(other, unit) => {
                state.phase.orders -= 1;
                self.replace(state, (other, unit), table);
            }
            _ => unreachable!("{action:?} is no order"),
        }
    }

    pub(crate) fn start_move(
        &self,
        state: &mut State,
        (unit, under): (UnitId, Option<UnitId>),
        leader: Option<LeaderId>,
        marches: bool,
    ) {
        let Some(start) = state.place_of(unit) else { return };
        // [6.41] A phalanx may take a fifth point, at a price.
        let slowest = under.map_or(u8::MAX, |under| self.movement(under));
        // [6.7.2] A point more in column; [9.52] none for two in double depth, but [D-9.52b] for the one that leaves.
        let has_more = self.card(unit).is_long() && under.is_none() || state.columns.contains(unit);
        let points = self.movement(unit).min(slowest) + u8::from(has_more);
        // [9.6.7] A unit that has extended has two less.
        let taken = if state.extended.contains(unit) { EXTENSION } else { 0 };
        let left = if marches && self.may_march(state, unit) { points.saturating_sub(taken) } else { 0 };
        state.mover = Some(Mover {
            unit,
            left,
            has_half: false,
            start,
            faced: state.facings[unit.index()],
            was_column: state.columns.contains(unit),
            near: None,
            next: None,
            from: None,
            has_shot: false,
            must_go: false,
            is_stopped: false,
            leader,
            under,
            doubles: false,
        });
        state.agenda.push(Task::Moving);
        if left > 0 {
            // [6.51] Units two hexes away may withdraw as soon as it begins.
            state.asked = Units::EMPTY;
            state.parted = Units::EMPTY;
            state.agenda.push(Task::Falls);
        }
    }

    /// [5.23] A line is done with; another may follow.
    fn end_orders(&self, state: &mut State) {
        let is_line = matches!(state.phase.mode, Mode::Line | Mode::Volley);
        if is_line && state.phase.lines > 0 {
            state.phase.mode = Mode::Open;
        } else {
            state.agenda.pop();
        }
        self.open_late_shots(state);
    }

    /// [D-8.22a] Now the units shoot that had to wait for the end of a line command.
    pub(crate) fn open_late_shots(&self, state: &mut State) {
        if !state.late.is_empty() {
            state.agenda.push(Task::Late);
        }
    }

    /// [10.28, D-10.28a, D-10.28c, 10.31] Rallies, and is depleted; routs on, or is lost.
    fn rally<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        state.tried[unit.index()] |= 1 << leader.slot();
        let was_depleted = state.depleted.contains(unit);
        let roll =
            table.roll(Die::D10, self.ask(state, rule!("10.28")).by(leader.subject()).at(unit.subject()));
        let sum = i32::from(roll) + table.note(rule!("10.34"), was_depleted.into(), "depleted before");
        let quality = self.printed[unit.index()].1;
        let initiative = self.initiative(state, leader);
        table.total(rule!("10.28"), sum, i32::from(initiative) + 1, unit.subject());
        match Self::rallied(sum, initiative, quality) {
            Rallied::Lost => return self.eliminate(state, unit, rule!("10.28"), table),
            Rallied::Runs => return self.start_rout(state, unit, 2, table),
            Rallied::Stands => (),
        }
        state.routed.remove(unit);
        state.depleted.insert(unit);
        state.rallied.insert(unit);
        table.change(rule!("10.28"), words::ROUTED, unit.subject(), 1, 0);
        let card = self.card(unit);
        if card.kind.is_foot() && card.arms != crate::position::data::Arms::None {
            self.set_supply(state, unit, (false, 2), rule!("10.28"), table);
        }
        // [10.29, 10.35, D-10.29a] A roll of its own says what it costs.
        let roll = table.roll(Die::D10, self.ask(state, rule!("10.29")).at(unit.subject()));
        let die =
            i32::from(roll) + table.note(rule!("10.35"), 2 * i32::from(was_depleted), "depleted before");
        self.set_hits(state, unit, self.hits_of_rally(die, quality), rule!("10.29"), table);
        state.agenda.push(Task::AfterAdvance(unit));
    }

    /// [10.28, D-10.28b] The result of an attempt; success is looked at first.
    pub(crate) fn rallied(sum: i32, initiative: u8, quality: u8) -> Rallied {
        if sum <= i32::from(initiative) + 1 {
            Rallied::Stands
        } else if sum > i32::from(quality) {
            Rallied::Lost
        } else {
            Rallied::Runs
        }
    }

    /// [10.29, D-10.28d] The hits that a unit has after it: at least one and at most one short of its quality.
    pub(crate) fn hits_of_rally(&self, die: i32, quality: u8) -> u8 {
        let face = usize::try_from(die.clamp(0, 9)).unwrap_or(0);
        let hits = match self.scenario.switches.rally_table {
            RallyTable::Third => die,
            RallyTable::Fourth if quality <= 5 => [1, 1, 2, 2, 2, 2, 2, 2, 3, 3][face],
            RallyTable::Fourth => [1, 1, 2, 2, 2, 2, 3, 3, 4, 4][face],
        };
        u8::try_from(hits).unwrap_or(0).clamp(1, quality - 1)
    }
}
