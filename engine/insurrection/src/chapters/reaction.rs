//! Chapter 9: what the other side may do when a moving unit enters a front zone; and 8.15, the counterattack.

use szala_board::HexId;
use szala_kernel::{ActionList, Ask, Dice, Journal, Rule, Table, rule};

use crate::chapters::fire::Occasion;
use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::{Cause, LossCause, Task};
use crate::position::ids::{Arm, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{MeleeKind, State};

/// What a stack may do besides firing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counter {
    /// [9.1a] [9.1d] Like against like: a test first.
    AfterTest,
    /// [9.1c] Cavalry against infantry: at once.
    AtOnce,
    /// [9.1b] Infantry against cavalry: never.
    Never,
}

impl<R: Room> Insurrection<R> {
    /// [9.1] [9.5] After every step: puts the enemies that may react to it on the agenda. [D-9.1d] Only the steps of
    /// moves come here; counterattacks, retreats, returns and commanders do not.
    pub(crate) fn expect_reactions<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        from: HexId,
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        let side = !self.active_side(state);
        (state.reactors, state.counter, state.late) = (UnitSet::EMPTY, UnitSet::EMPTY, UnitSet::EMPTY);
        // [D-8.15a] They wait for that mover; another stack of its line may step meanwhile.
        let mut waiting = UnitSet::EMPTY;
        if state.waited_at == Some(from) {
            (waiting, state.waited_at) = (core::mem::take(&mut state.waiting), None);
        }
        let leaves_friends = !state.stack(!side, from).is_empty();
        // A front zone is next to the units that have it, and mostly none are.
        let near = self.scenario.board.ring(to, 1) & self.held_by(state, side);
        let units = if near.is_empty() { UnitSet::EMPTY } else { state.on_map[side] };
        for unit in units.iter() {
            let Some(hex) = state.hex_of(unit).filter(|hex| near.contains(*hex)) else { continue };
            // [9.3] A stack reacts as one, by its top; guns react for themselves [D-9.1n].
            let speaks = self.guns.contains(unit) || self.top_at(state, side, hex) == Some(unit);
            // [D-9.1e] From one front hex to the other is no entering.
            // [D-9.1c] Out of the zone and in again is.
            let enters = self.is_in_front_of(state, unit, to) && !self.is_in_front_of(state, unit, from);
            // [D-8.15a] A counterattack waited for this step.
            let has_waited = waiting.contains(unit) && leaves_friends && self.is_in_front_of(state, unit, to);
            if !speaks || !(enters || has_waited) {
                continue;
            }
            // [9.2] Not in a melee hex.
            if state.is_melee_hex(hex) {
                table.remark(rule!("9.2"), "no reaction in a melee hex", self.scenario.unit(unit).subject);
                continue;
            }
            state.reactors.insert(unit);
            if !enters {
                state.late.insert(unit);
            }
        }
        if !state.reactors.is_empty() {
            state.agenda.push(Task::Counterattack(to));
            state.agenda.push(Task::React(to));
            // [D-M9.1c] After the plain fires, before the tests for a counterattack.
            if state.reactors.intersects(state.marks.skirmish) {
                state.agenda.push(Task::Skirmish(to));
            }
            state.agenda.push(Task::ReactByFire(to));
        }
    }

    /// Have the moving units left the hex, or their friends there reached the enemy? Then there is nobody to fire at.
    pub(crate) fn is_gone(&self, state: &State<R>, hex: HexId) -> bool {
        self.movers_at(state, hex).is_empty()
    }

    // ---- [D-9.1h] First, single fires, in the order their owner likes [D-9.1b]; [D-9.1k] his turns of fire stay ----

    pub(crate) fn run_react_by_fire(&self, state: &mut State<R>, hex: HexId) -> Next {
        let side = !self.active_side(state);
        if self.is_gone(state, hex) || !self.can_fire(state, side, Occasion::Reaction(hex)) {
            state.agenda.pop();
            return Next::Run;
        }
        Next::Ask
    }

    pub(crate) fn react_by_fire_actions(&self, state: &State<R>, hex: HexId, list: &mut ActionList<Action>) {
        list.push(Action::Pass);
        self.fire_actions(state, !self.active_side(state), Occasion::Reaction(hex), list);
    }

    pub(crate) fn react_by_fire_refusal(&self, state: &State<R>, hex: HexId, action: Action) -> Option<Rule> {
        match action {
            Action::Pass => None,
            Action::Fire { .. } | Action::Shell { .. } => {
                self.fire_refusal(state, !self.active_side(state), Occasion::Reaction(hex), action)
            }
            _ => Some(rule!("D-9.1h")),
        }
    }

    pub(crate) fn decide_react_by_fire<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let side = !self.active_side(state);
        match action {
            Action::Fire { from, .. } => {
                // [D-9.1a] One reaction a unit and step: the whole stack has had its own [D-9.1i].
                let stack = self.troops_at(state, side, from);
                self.fire(state, side, Occasion::Reaction(hex), action, table);
                state.reactors -= stack;
            }
            Action::Shell { gun, .. } => {
                self.fire(state, side, Occasion::Reaction(hex), action, table);
                state.reactors.remove(gun);
            }
            _ => _ = state.agenda.pop(),
        }
    }

    // ---- [D-9.1h] Then tests, counterattacks and retreats ----

    pub(crate) fn run_react(&self, state: &mut State<R>, hex: HexId) -> Next {
        let can =
            |unit| self.may_counter(state, hex, unit).is_ok() || self.may_withdraw(state, hex, unit).is_ok();
        if self.is_gone(state, hex) || !state.reactors.iter().any(can) {
            self.end_reactions(state, hex);
            return Next::Run;
        }
        Next::Ask
    }

    /// All have had their say. [D-8.15a] The counterattacks of units that have not reacted wait while the mover stands
    /// among friends.
    fn end_reactions(&self, state: &mut State<R>, hex: HexId) {
        state.agenda.pop();
        let movers = self.movers_at(state, hex);
        let friends = state.stack(self.active_side(state), hex) - movers;
        let among_friends = !movers.is_empty() && !friends.is_empty();
        let left = core::mem::take(&mut state.reactors);
        if among_friends {
            (state.waiting, state.waited_at) = (self.troops(left), Some(hex));
        }
    }

    pub(crate) fn react_actions(&self, state: &State<R>, hex: HexId, list: &mut ActionList<Action>) {
        list.push(Action::Pass);
        for unit in state.reactors.iter() {
            let here = state.hex_of(unit).expect("reactors are on the map");
            if self.may_counter(state, hex, unit).is_ok() {
                list.push(Action::Counter(here));
            }
            if self.may_withdraw(state, hex, unit).is_ok() {
                list.push(Action::Withdraw(here));
            }
        }
    }

    pub(crate) fn react_refusal(&self, state: &State<R>, hex: HexId, action: Action) -> Option<Rule> {
        let reactor = |here| self.reactor_at(state, here).ok_or(rule!("9.1"));
        match action {
            Action::Pass => None,
            Action::Counter(here) => reactor(here).and_then(|unit| self.may_counter(state, hex, unit)).err(),
            Action::Withdraw(here) => {
                reactor(here).and_then(|unit| self.may_withdraw(state, hex, unit)).err()
            }
            _ => Some(rule!("9.1")),
        }
    }

    /// The stack that may still react here, by its top unit; else the guns, who will hear of 9.4.
    pub(crate) fn reactor_at(&self, state: &State<R>, hex: HexId) -> Option<UnitId> {
        let is_here = |unit: &UnitId| state.hex_of(*unit) == Some(hex);
        self.troops(state.reactors).iter().find(is_here).or_else(|| state.reactors.iter().find(is_here))
    }

    /// What every reaction but fire asks for.
    pub(crate) fn may_react_moving(&self, state: &State<R>, hex: HexId, unit: UnitId) -> Verdict {
        // [9.4] Guns never move in the enemy's phase; [D-7.2.2a] a square stands.
        require(!self.guns.contains(unit), rule!("9.4"))?;
        require(!state.marks.square.contains(unit), rule!("D-7.2.2a"))?;
        // [D-9.1g] Against guns that enter, fire alone.
        require(!self.troops(self.movers_at(state, hex)).is_empty(), rule!("D-9.1g"))?;
        // [D-4.2d] Out of command, fire alone; the switch spares those that are only out of range.
        // [D-9.1i] A stack goes as one, so all of it must be free to.
        let here = state.hex_of(unit).expect("reactors are on the map");
        let is_bound = |unit| {
            if self.scenario.switches.out_of_range_units_react_fully {
                self.has_lost_its_commander(state, unit)
            } else {
                !self.is_in_command(state, unit)
            }
        };
        let stack = self.troops_at(state, self.side_of(unit), here);
        require(!stack.iter().any(is_bound), rule!("D-4.2d"))
    }

    /// [9.1] What a reacting unit may do against the arm that entered.
    fn counter(&self, state: &State<R>, hex: HexId, unit: UnitId) -> Counter {
        let enters_on_foot = self.movers_at(state, hex).intersects(self.infantry);
        match (self.arm(unit), enters_on_foot) {
            (Arm::Infantry, true) | (Arm::Cavalry, false) => Counter::AfterTest,
            (Arm::Cavalry, true) => Counter::AtOnce,
            (Arm::Infantry, false) | (Arm::Artillery, _) => Counter::Never,
        }
    }

    fn may_counter(&self, state: &State<R>, hex: HexId, unit: UnitId) -> Verdict {
        self.may_react_moving(state, hex, unit)?;
        let side = self.side_of(unit);
        // [D-9.1f] Not where friends of the reactor stand already. [D-M7.2i] Skirmishers as others.
        require(!state.holds(side, hex), rule!("D-9.1f"))?;
        let rule = match self.arm(unit) {
            Arm::Infantry => rule!("9.1b"),
            _ => rule!("9.1d"),
        };
        let is_barred = self.scenario.values.barred.counterattacks[side];
        require(!is_barred && self.counter(state, hex, unit) != Counter::Never, rule)?;
        // [D-8.15a] Not while the mover passes through friends: it waits for the next step.
        let movers = self.movers_at(state, hex);
        require((state.stack(!side, hex) - movers).is_empty(), rule!("D-8.15a"))?;
        // [8.15.5] Infantry once a phase; [8.15.6] cavalry without limit.
        let here = state.hex_of(unit).expect("reactors are on the map");
        let stack = self.troops_at(state, side, here);
        require(!stack.intersects(state.marks.countered), rule!("8.15.5"))?;
        // [D-MG4d] Nor where it could not march.
        let direction = self.scenario.board.direction_to(here, hex).ok_or(rule!("9.1"))?;
        require(!self.ground.way(here, direction).is_barred_to(self.arm(unit)), rule!("D-MG4d"))?;
        // [6.1.2] [8.15.4] Together, but not infantry with cavalry; [D-9.1h] within 6.2.
        let together = state.counter.iter().filter_map(|other| state.hex_of(other));
        let together = together.fold(stack, |all, hex| all | self.troops_at(state, side, hex));
        self.may_stand_together(state, together)
            .map_err(|rule| if rule == rule!("6.1") { rule!("6.1.2") } else { rule })
    }

    /// [9.1c] [9.1e] Cavalry before infantry, and Cossacks before anybody, may retreat two hexes if they can
    /// [D-9.1j].
    fn may_withdraw(&self, state: &State<R>, hex: HexId, unit: UnitId) -> Verdict {
        self.may_react_moving(state, hex, unit)?;
        // [D-8.15a] Only the counterattack waited; to retreat there was leave at the step before.
        require(!state.late.contains(unit), rule!("D-8.15a"))?;
        let here = state.hex_of(unit).expect("reactors are on the map");
        let stack = self.troops_at(state, self.side_of(unit), here);
        let cossacks = stack.iter().all(|unit| self.scenario.unit(unit).cossack);
        let enters_friends = state.holds(self.side_of(unit), hex);
        // [D-9.1f] A step into a hex of friends draws nothing but this, from Cossacks.
        let before_infantry = self.counter(state, hex, unit) == Counter::AtOnce && !enters_friends;
        require(cossacks || before_infantry, rule!("9.1c"))?;
        require(self.can_retreat_two(state, stack), rule!("D-9.1j"))
    }

    pub(crate) fn decide_react<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match action {
            Action::Counter(here) => self.try_to_counter(state, hex, here, table),
            Action::Withdraw(here) => {
                let unit = self.reactor_at(state, here).expect("a listed reaction has a reactor in its hex");
                let group = self.troops_at(state, self.side_of(unit), here);
                state.reactors.remove(unit);
                state.agenda.push(Task::Retreat { group, hexes: 2, cause: Cause::Reaction });
            }
            _ => self.end_reactions(state, hex),
        }
    }

    fn try_to_counter<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        here: HexId,
        table: &mut Table<D, J>,
    ) {
        let unit = self.reactor_at(state, here).expect("a listed reaction has a reactor in its hex");
        state.reactors.remove(unit);
        let rule = match self.arm(unit) {
            Arm::Infantry => rule!("9.1a"),
            _ => rule!("9.1d"),
        };
        if self.counter(state, hex, unit) == Counter::AfterTest {
            if !self.passes_to_react(state, hex, unit, rule, table) {
                return;
            }
        } else {
            table.remark(rule!("9.1c"), "counterattacks without a test", self.scenario.unit(unit).subject);
        }
        state.counter.insert(unit);
    }

    /// [9.1a] The stack of a reacting unit, its top [9.3], tests: does it pass? If not, it goes back at once.
    pub(crate) fn passes_to_react<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        unit: UnitId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) -> bool {
        let mover = self
            .top(state, self.movers_at(state, hex))
            .expect("a reaction answers movers in the entered hex");
        let who = self.scenario.unit(mover).subject;
        let ask = Ask::new(rule, state.stage).by(who).at(self.scenario.unit(unit).subject);
        let is_passed = self.test_morale(state, unit, 0, ask, table).passed;
        if !is_passed {
            let here = state.hex_of(unit).expect("reactors are on the map");
            let group = self.troops_at(state, self.side_of(unit), here);
            // Two hexes back; [D-9.1m] the loss comes first, on a unit of its owner's choice [D-9.1i].
            state.agenda.push(Task::Retreat { group, hexes: 2, cause: Cause::Reaction });
            state.agenda.push(Task::Lose { group, losses: 1, cause: LossCause::Reaction });
        }
        is_passed
    }

    // ---- 8.15: the counterattack ----

    /// [8.15.1] [8.15.4] All that may and will counterattack enter the mover's hex together; the melee is at once.
    pub(crate) fn run_counterattack<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        let tops = core::mem::take(&mut state.counter);
        let movers = self.movers_at(state, hex);
        let side = !self.active_side(state);
        if tops.is_empty() || movers.is_empty() {
            return;
        }
        // [8.15.2] The move is over; [D-8.15b] whichever side wins.
        state.movers -= movers;
        state.marks.stopped |= movers;
        for top in tops.iter() {
            let Some(from) = state.hex_of(top) else { continue };
            let stack = self.troops_at(state, side, from);
            // [D-8.15b] Through their own front zone, for no points, keeping their facing; hill and zone count.
            let entry = self.entry(state, side, from, hex);
            self.carry(state, stack, hex);
            self.close_up(state, side, hex);
            self.tell_hex(stack, from, hex, rule!("8.15.1"), table);
            for unit in stack.iter() {
                state[unit].entry = Some(entry);
                self.note_camp(state, unit, hex, table);
            }
            // [8.15.5] Infantry does this once a phase.
            state.marks.countered |= stack & self.infantry;
        }
        // [8.15.3] [8.15.2] Fought as a melee, the counterattackers attacking; [8.15.7] before anybody else moves.
        self.begin_melee(state, hex, MeleeKind::Counterattack, side, table);
        self.enemy_entered(state, side, hex, false);
    }
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::facing;
    use szala_kernel::Side;

    use super::*;
    use crate::position::state::Post;
    use crate::testing::Setup;

    #[test]
    fn d_4_2d_the_option_frees_those_out_of_reach_but_not_those_of_a_fallen_commander() {
        // 0904 is five hexes from 0909, 0905 four.
        let bound = Err(rule!("D-4.2d"));
        for (option, post, expected) in [
            (false, Some("0904"), bound),
            (false, Some("0905"), Ok(())),
            (true, Some("0904"), Ok(())),
            (true, None, bound),
        ] {
            let mut setup = Setup::new();
            let mover = setup.unit(Side::First, Arm::Infantry, 4, "0809", facing::N);
            let reactor = setup.unit(Side::Second, Arm::Infantry, 4, "0909", facing::S);
            setup.scenario.switches.out_of_range_units_react_fully = option;
            if let Some(label) = post {
                setup.post(Side::Second, label);
            }
            let (game, mut state) = setup.finish();
            if post.is_none() {
                state.posts[1] = Post::Gone;
            }
            state.movers = UnitSet::of(mover);
            assert_eq!(
                game.may_react_moving(&state, game.hex("0809"), reactor),
                expected,
                "{option} {post:?}"
            );
        }
    }
}
