//! Chapter 6, 6.57 to 6.59: whole lines that withdraw, of cavalry, and of foot by an order given in secret.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Ask, Dice, Die, Journal, Side, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::windows::OCCASION;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::Kind;
use crate::position::ids::{LeaderId, Leaders, MOST_LEADERS, UnitId, Units};
use crate::position::state::State;

/// [6.58] The Initiative of an overall commander who may give such orders.
const PRUDENT: u8 = 6;
/// How many tries to find room for a line are enough: lines are short, and what one unit takes seldom matters.
const TRIES: u16 = 200;

impl Spqr {
    /// [6.59] What was ordered for the last turn is forgotten; who could be given an order now.
    pub(crate) fn forget_orders(&self, state: &mut State) {
        for set in [&mut state.prearranged, &mut state.shown, &mut state.markable] {
            *set = Leaders::EMPTY;
        }
        state.holds_line = [0; MOST_LEADERS];
        state.bound = 0;
        for side in Side::BOTH {
            if !self.may_prearrange(state, side) {
                continue;
            }
            let has_line = |leader: &LeaderId| {
                !self.is_overall(state, *leader)
                    && state.leader_place(*leader).is_some()
                    && self.lines_near(state, *leader) != 0
            };
            let markable: Leaders = self.leaders_of(side).filter(has_line).collect();
            state.markable |= markable;
        }
    }

    /// [6.58] Has a side an elite leader, or an overall commander of such Initiative?
    fn may_prearrange(&self, state: &State, side: Side) -> bool {
        let living = self.leaders_of(side).filter(|leader| !state.dead_leaders.contains(*leader));
        living.into_iter().any(|leader| {
            self.leader(leader).is_elite && !self.is_replaced(state, leader)
                || self.is_overall(state, leader) && self.leader(leader).initiative >= PRUDENT
        })
    }

    /// [6.58] Heavy and medium foot, legions, phalanxes.
    fn is_steady_foot(&self, unit: UnitId) -> bool {
        matches!(self.card(unit).kind, Kind::Phalanx | Kind::Heavy | Kind::Medium | Kind::Legion)
    }

    /// [6.58] The lines of such foot that have a unit in a leader's range, a bit each.
    fn lines_near(&self, state: &State, leader: LeaderId) -> u16 {
        let near = self.units_in(state, self.command_area(state, leader), leader.side()) - state.routed;
        let fits = |unit: &UnitId| self.is_steady_foot(*unit) && self.may_line(leader, *unit);
        near.iter().filter(fits).fold(0, |lines, unit| lines | self.card(unit).lines)
    }

    /// [6.59] Under whom a side puts its orders. Nobody else sees it.
    pub(crate) fn offer_markers(&self, state: &State, is_second: bool, put: &mut dyn FnMut(Action)) {
        put(Action::Enough);
        let open = state.markable - state.prearranged;
        let own = open.iter().filter(|leader| (leader.side() == Side::Second) == is_second);
        own.for_each(|leader| put(Action::Prearrange(leader)));
    }

    /// [6.59] An order is shown: it is used, or its leader is activated.
    fn show<D: Dice, J: Journal>(&self, state: &mut State, leader: LeaderId, table: &mut Table<D, J>) {
        if !state.shown.contains(leader) {
            state.shown.insert(leader);
            table.change(rule!("6.59"), words::ORDER, leader.subject(), 0, 1);
        }
    }

    /// [6.59, D-6.58b] A leader who is activated shows his order, and which line it is for if that is not known.
    pub(crate) fn show_when_activated<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        leader: LeaderId,
        table: &mut Table<D, J>,
    ) {
        if state.prearranged.contains(leader) {
            self.show(state, leader, table);
            if state.holds_line[leader.index()] == 0 {
                state.agenda.push(Task::Hold(leader));
            }
        }
    }

    /// [D-6.58b] The lines for which it can be.
    pub(crate) fn offer_lines_to_hold(&self, state: &State, leader: LeaderId, put: &mut dyn FnMut(Action)) {
        let lines = self.lines_near(state, leader);
        (0..16).filter(|line| lines >> line & 1 == 1).for_each(|line| put(Action::Hold(line)));
    }

    /// [D-6.58a] It is said once, and holds to the end of the turn.
    pub(crate) fn hold_line(&self, state: &mut State, leader: LeaderId, line: u8) {
        state.holds_line[leader.index()] = line + 1;
    }

    /// [6.59, D-6.58c] Does the order of the active leader keep a unit where it is?
    pub(crate) fn is_kept_in_line(&self, state: &State, unit: UnitId) -> bool {
        let line = state.phase.leader.map_or(0, |leader| state.holds_line[leader.index()]);
        line > 0 && self.card(unit).lines >> (line - 1) & 1 == 1 && self.is_steady_foot(unit)
    }

    /// [6.58] Has a side given orders of this kind, so that its overall commander has two phases at most?
    pub(crate) fn is_bound(&self, state: &State, leader: LeaderId) -> bool {
        self.is_overall(state, leader) && state.prearranged.iter().any(|one| one.side() == leader.side())
    }

    /// [6.57, 6.58] Lines that may withdraw before the mover, each named by a unit that it comes upon.
    pub(crate) fn offer_lines_away(&self, state: &State, mover: UnitId, put: &mut dyn FnMut(Action)) {
        let close = |unit: &UnitId| self.apart(state, *unit, mover) == OCCASION;
        let near: Units =
            (self.watchers(state, mover) - state.asked - state.extended).iter().filter(close).collect();
        let lines = |unit: UnitId| (0..16).filter(move |line| self.card(unit).lines >> line & 1 == 1);
        for unit in near.iter().filter(|unit| self.card(*unit).kind.is_cavalry()) {
            for line in lines(unit) {
                let units = self.linked_to(state, line, unit);
                let is_first = (units & near).first() == Some(unit);
                if is_first && units.len() > 1 && self.may_fall_back(state, (units, mover)) {
                    put(Action::FallBack(line, unit));
                }
            }
        }
        // [6.58] Before foot alone.
        let orders = state.prearranged - state.dead_leaders;
        if !self.card(mover).kind.is_foot() || orders.is_empty() {
            return;
        }
        for leader in orders.iter().filter(|leader| leader.side() != mover.side()) {
            let known = state.holds_line[leader.index()];
            let may = |line: u8| known == 0 || known == line + 1;
            for unit in near.iter().filter(|unit| self.is_steady_foot(*unit) && self.may_line(leader, *unit))
            {
                for line in lines(unit).filter(|line| may(*line)) {
                    let units = self.line_that_gives_way(state, leader, (line, unit));
                    let is_first = (units & near).first() == Some(unit);
                    if is_first && self.has_room(state, units, Some(leader)) {
                        put(Action::GiveWay(leader, line, unit));
                    }
                }
            }
        }
    }

    /// [6.58] The foot of the line, if it has a unit in the leader's range.
    fn line_that_gives_way(&self, state: &State, leader: LeaderId, (line, unit): (u8, UnitId)) -> Units {
        let units = self.line_from(state, leader, line, unit);
        // [6.7.7, 9.6.6, 10.51a] Columns stay, as do units in double depth, those that have extended or withdrawn
        // before this step, and those that are engaged.
        let stays = |unit: UnitId| self.is_double(state, unit) || self.is_engaged(state, unit);
        let units: Units = (units - state.columns - state.extended - state.asked)
            .iter()
            .filter(|unit| self.is_steady_foot(*unit) && !stays(*unit))
            .collect();
        let near = self.units_in(state, self.command_area(state, leader), leader.side());
        if units.intersects(&near) { units } else { Units::EMPTY }
    }

    /// [6.57, D-6.57a, D-6.57b] May a line of cavalry withdraw as a whole: all faster than the mover, none that
    /// is engaged or has withdrawn in this phase, one of them within two hexes of a leader who may command it?
    fn may_fall_back(&self, state: &State, (units, mover): (Units, UnitId)) -> bool {
        let is_led = |unit: UnitId| {
            self.leaders_of(unit.side()).any(|leader| {
                let place = state.leader_place(leader);
                self.group_of(leader, unit) != 0
                    && place.is_some_and(|hex| self.far_from(state, unit, hex) <= 2)
            })
        };
        let can = |unit: UnitId| {
            self.card(unit).kind.is_cavalry()
                && self.withdrawal(state, unit, mover) > 0
                && !self.is_engaged(state, unit)
        };
        !units.intersects(&state.fell)
            && units.iter().all(can)
            && units.iter().any(is_led)
            && self.has_room(state, units, None)
    }

    /// [D-6.57a, D-6.51f] Can each unit of a line go at least one hex, one after the other?
    fn has_room(&self, state: &State, units: Units, giver: Option<LeaderId>) -> bool {
        if units.is_empty() || !units.iter().all(|unit| self.may_leave(state, unit)) {
            return false;
        }
        let mut trial = state.clone();
        (trial.giving, trial.giver) = (units, giver);
        trial.agenda.push(Task::Line);
        self.finds_room(&trial, &mut 0)
    }

    fn finds_room(&self, state: &State, tries: &mut u16) -> bool {
        let Some(unit) = self.next_to_give_way(state) else { return true };
        *tries += 1;
        let mut ways = [None; 6];
        let mut count = 0;
        self.first_steps(state, unit, &mut |hex| {
            ways[count] = Some(hex);
            count += 1;
        });
        let facing = state.facings[unit.index()];
        *tries <= TRIES
            && ways.into_iter().flatten().any(|hex| {
                let mut next = state.clone();
                self.lift(&mut next, unit);
                self.put(&mut next, unit, hex, facing);
                self.join(&mut next, unit);
                next.giving.remove(unit);
                self.finds_room(&next, tries)
            })
    }

    /// [D-6.57c] The unit of the line that goes next: the one farthest from the mover, which makes room for the others.
    fn next_to_give_way(&self, state: &State) -> Option<UnitId> {
        let mover = state.mover.map(|mover| mover.unit)?;
        let free = state.giving - state.beneath - state.dead - state.routed - state.falling;
        let far = |unit: &UnitId| (self.apart(state, *unit, mover), usize::MAX - unit.index());
        free.iter().max_by_key(far)
    }

    /// The first hexes to which a unit of the line can go.
    fn first_steps(&self, state: &State, unit: UnitId, put: &mut dyn FnMut(HexId)) {
        let Some(mover) = state.mover.map(|mover| mover.unit) else { return };
        self.falls(state, unit, self.allowance(state, unit, mover), put);
    }

    /// [6.57, 6.58] Where the next unit of the line may go, so that the others still can.
    pub(crate) fn offer_line_steps(&self, state: &State, put: &mut dyn FnMut(Action)) {
        let Some(unit) = self.next_to_give_way(state) else { return };
        let facing = state.facings[unit.index()];
        self.first_steps(state, unit, &mut |hex| {
            let mut next = state.clone();
            self.lift(&mut next, unit);
            self.put(&mut next, unit, hex, facing);
            self.join(&mut next, unit);
            next.giving.remove(unit);
            if self.finds_room(&next, &mut 0) {
                put(Action::Withdraw(unit, hex));
            }
        });
    }

    /// Goes on to the next unit; one that has no room any more, because another lost its way, stays.
    pub(crate) fn go_on_with_line(&self, state: &mut State) -> bool {
        let mut count = 0;
        self.offer_line_steps(state, &mut |_| count += 1);
        if count > 0 {
            return false;
        }
        if let Some(unit) = self.next_to_give_way(state) {
            state.giving.remove(unit);
        } else {
            (state.giving, state.giver) = (Units::EMPTY, None);
            state.agenda.pop();
        }
        true
    }

    /// [6.57] A line of cavalry withdraws.
    pub(crate) fn fall_back(&self, state: &mut State, (line, unit): (u8, UnitId)) {
        state.giving = self.linked_to(state, line, unit);
        state.asked |= state.giving;
        state.agenda.push(Task::Line);
    }

    /// [6.58, 6.59] A line of foot does; its leader shows the order, and is finished.
    pub(crate) fn give_way<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (leader, line, unit): (LeaderId, u8, UnitId),
        table: &mut Table<D, J>,
    ) {
        self.show(state, leader, table);
        self.hold_line(state, leader, line);
        state.finished.insert(leader);
        state.giving = self.line_that_gives_way(state, leader, (line, unit));
        state.giver = Some(leader);
        state.asked |= state.giving;
        state.agenda.push(Task::Line);
    }

    /// [D-6.59a] Which orders the other side gave, drawn anew from all that it may have given: nobody's that would
    /// have been shown, and at least one if it has shown that there is one.
    pub(crate) fn imagine_orders<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        if !self.scenario.switches.blanks {
            return;
        }
        let secret = (state.markable - state.shown - state.acted)
            .iter()
            .filter(|leader| leader.side() != viewer)
            .collect::<Leaders>();
        if secret.is_empty() {
            return;
        }
        state.prearranged -= secret;
        // [6.58] Whose overall commander has three phases, or may have a third, gave none.
        let overall = self.overall(state, !viewer);
        let tries = matches!(state.task(), Task::Momentum | Task::AgainstMomentum);
        let is_free = overall.is_some_and(|overall| {
            let phases = state.phases[overall.index()];
            phases > 2 || phases == 2 && tries && state.phase.leader == Some(overall)
        });
        if is_free {
            return;
        }
        let bit = 1 << (!viewer as u8);
        let must = state.bound & bit != 0 && !state.prearranged.iter().any(|one| one.side() != viewer);
        let ask = |leader: LeaderId| Ask::new(rule!("6.59"), state.turn).by(leader.subject());
        for leader in &secret {
            if dice.roll(Die::D10, ask(leader)) < 5 {
                state.prearranged.insert(leader);
            }
        }
        if must && !state.prearranged.intersects(&secret) {
            state.prearranged |= secret.first().into_iter().collect();
        }
    }

    /// [5.53] Who has the phase before all others: the only side with an elite leader on the map, or the better of two;
    /// nobody if they are equal.
    pub(crate) fn settle_elite<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        state.agenda.pop();
        let [first, second] = Side::BOTH.map(|side| self.elite_commander(state, side));
        let side = match (first, second) {
            (Some(first), Some(second)) => {
                let [one, other] = [first, second].map(|leader| {
                    let roll = table.roll(Die::D10, self.ask(state, rule!("5.53")).by(leader.subject()));
                    roll + self.initiative(state, leader)
                });
                match one.cmp(&other) {
                    core::cmp::Ordering::Greater => Side::First,
                    core::cmp::Ordering::Less => Side::Second,
                    core::cmp::Ordering::Equal => return,
                }
            }
            (Some(_), None) => Side::First,
            (None, Some(_)) => Side::Second,
            (None, None) => return,
        };
        state.active = side;
        state.agenda.push(Task::Elite(true));
    }

    /// [5.5] The overall commander of a side, if he is one of the best.
    fn elite_commander(&self, state: &State, side: Side) -> Option<LeaderId> {
        self.overall(state, side).filter(|leader| self.leader(*leader).is_elite)
    }

    /// [5.51, D-5.51a] Himself, or a leader in his range, in the first turn anywhere; or nobody.
    pub(crate) fn offer_elite(&self, state: &State, put: &mut dyn FnMut(Action)) {
        put(Action::Nobody);
        let Some(overall) = self.elite_commander(state, state.active) else { return };
        let area = self.command_area(state, overall);
        for leader in self.leaders_of(state.active) {
            let is_near = state.turn == 1 || state.leader_place(leader).is_some_and(|hex| area.contains(hex));
            if state.leader_place(leader).is_some() && !state.finished.contains(leader) && is_near {
                put(Action::Activate(leader));
            }
        }
    }
}
