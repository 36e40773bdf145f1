//! The rules as the kernel knows them: whatever is asked goes to the chapter of the task on top of the agenda.

use szala_board::HexSet;
use szala_kernel::rules::Fault;
use szala_kernel::{ActionList, Dice, Journal, Limits, Outcome, Rule, Rules, Side, Table, rule};

use crate::chapters::fire::Occasion;
use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::UnitSet;
use crate::position::room::Room;
use crate::position::state::{Marks, Phase, State};

impl<R: Room> Rules for Insurrection<R> {
    type State = State<R>;
    type Action = Action;

    fn opening(&self) -> State<R> {
        self.printed_set_up()
    }

    fn to_act(&self, state: &State<R>) -> Side {
        let active = || self.active_side(state);
        match state.agenda.top() {
            Task::Ready => Side::First,
            Task::SetUpUnit(unit) => self.side_of(unit),
            Task::SetUpCommander(commander) | Task::StepBack(commander) => {
                self.scenario.commander(commander).side
            }
            Task::FillPool(slot) => self.fill_pool_decider(state, slot),
            Task::FireTurn
            | Task::ReactByFire(_)
            | Task::Skirmish(_)
            | Task::SkirmishFire { .. }
            | Task::FallBack(_)
            | Task::React(_) => !active(),
            Task::Retreat { group, .. } => self.retreat_decider(group),
            Task::Lose { group, .. } => self.lose_decider(group),
            Task::Returns => self.returns_decider(state),
            Task::OfferSquare(hex) => self.offer_square_decider(state, hex),
            Task::OfferLava => self.offer_lava_decider(state),
            Task::WinnersFace => self.winners_face_decider(state),
            _ => active(),
        }
    }

    fn outcome(&self, state: &State<R>) -> Option<Outcome> {
        self.final_outcome(state)
    }

    fn actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        match state.agenda.top() {
            Task::Ready => list.push(Action::Start),
            Task::SetUpUnit(unit) => self.set_up_unit_actions(state, unit, list),
            Task::SetUpCommander(commander) => self.set_up_commander_actions(state, commander, list),
            Task::FillPool(slot) => self.fill_pool_actions(state, slot, list),
            Task::Name => self.name_actions(state, list),
            Task::InPerson => self.in_person_actions(state, list),
            Task::Returns => self.returns_actions(state, list),
            Task::FireTurn => {
                // [D-10.4c] The other side may pass, and keeps its later turns.
                list.push(Action::Pass);
                self.fire_actions(state, !self.active_side(state), Occasion::Passive, list);
            }
            Task::ActiveTurn => self.active_turn_actions(state, list),
            Task::Moving => self.moving_actions(state, list),
            Task::ReactByFire(hex) => self.react_by_fire_actions(state, hex, list),
            Task::React(hex) => self.react_actions(state, hex, list),
            Task::Skirmish(hex) => self.skirmish_actions(state, hex, list),
            Task::SkirmishFire { from, hex } => {
                list.push(Action::Pass);
                self.fire_actions(state, !self.active_side(state), Occasion::Skirmish { from, hex }, list);
            }
            Task::FallBack(here) => self.fall_back_actions(state, here, list),
            Task::StepBack(commander) => self.step_back_actions(state, commander, list),
            Task::Retreat { group, hexes, .. } => self.retreat_actions(state, group, hexes, list),
            Task::Lose { group, .. } => self.lose_actions(state, group, list),
            Task::OfferSquare(hex) => self.offer_square_actions(state, hex, list),
            Task::OfferLava => self.offer_lava_actions(state, list),
            Task::WinnersFace | Task::Declare(_) => self.winners_face_actions(list),
            Task::Lead => self.lead_actions(state, list),
            Task::Assaults => self.assaults_actions(state, list),
            _ => (),
        }
    }

    fn refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        match state.agenda.top() {
            // [3.1] The pool is made and the first chit drawn when the players are ready.
            Task::Ready => (action != Action::Start).then_some(rule!("3.1")),
            Task::SetUpUnit(unit) => self.set_up_unit_refusal(state, unit, action),
            Task::SetUpCommander(commander) => self.set_up_commander_refusal(state, commander, action),
            Task::FillPool(slot) => self.fill_pool_refusal(state, slot, action),
            Task::Name => self.name_refusal(state, action),
            Task::InPerson => self.in_person_refusal(state, action),
            Task::Returns => self.returns_refusal(state, action),
            Task::FireTurn => match action {
                Action::Pass => None,
                Action::Fire { .. } | Action::Shell { .. } => {
                    self.fire_refusal(state, !self.active_side(state), Occasion::Passive, action)
                }
                _ => Some(rule!("10.4")),
            },
            Task::ActiveTurn => self.active_turn_refusal(state, action),
            Task::Moving => self.moving_refusal(state, action),
            Task::ReactByFire(hex) => self.react_by_fire_refusal(state, hex, action),
            Task::React(hex) => self.react_refusal(state, hex, action),
            Task::Skirmish(hex) => self.skirmish_refusal(state, hex, action),
            Task::SkirmishFire { from, hex } => {
                self.skirmish_fire_refusal(state, Occasion::Skirmish { from, hex }, action)
            }
            Task::FallBack(here) => self.fall_back_refusal(state, here, action),
            Task::Declare(_) => self.declare_refusal(action),
            Task::StepBack(commander) => self.step_back_refusal(state, commander, action),
            Task::Retreat { group, hexes, .. } => self.retreat_refusal(state, group, hexes, action),
            Task::Lose { group, cause, .. } => self.lose_refusal(state, group, cause, action),
            Task::OfferSquare(hex) => self.offer_square_refusal(state, hex, action),
            Task::OfferLava => self.offer_lava_refusal(state, action),
            Task::WinnersFace => self.winners_face_refusal(action),
            Task::Lead => self.lead_refusal(state, action),
            Task::Assaults => self.assaults_refusal(state, action),
            // The game is over.
            _ => Some(rule!("3.2")),
        }
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State<R>, action: Action, table: &mut Table<D, J>) {
        self.decide(state, action, table);
        self.advance(state, table);
    }

    fn imagine<D: Dice>(&self, state: &mut State<R>, viewer: Side, dice: &mut D) {
        self.imagine_pool(state, viewer, dice);
    }

    fn audit(&self, state: &State<R>) -> Result<(), Fault> {
        self.audit_position(state)
    }

    fn limits(&self) -> Limits {
        // A unit set up freely has six facings in each hex [13.2]; a commander goes to any hex of the board [3.3]. What
        // a moving phase of Niemenczyn offers is below 200 in a million random games; for larger games there is room by
        // the number of units.
        let free = self.scenario.free_set_up.0.iter().flatten().map(HexSet::len).max().unwrap_or(0);
        let by_units = 24 * self.scenario.units.len();
        let actions = (6 * free).max(self.hex_count() + 1).max(by_units).max(512);
        // A stage of random play has some 20 decisions and 5 dice, at most 70 and 20.
        let stages = usize::from(self.scenario.stages);
        Limits { actions, decisions: 1500 * stages, dice: 700 * stages }
    }

    /// Before a turn, in a turn and in a move. All else interrupts these: reactions, retreats, losses, melees.
    fn is_settled(&self, state: &State<R>) -> bool {
        matches!(
            state.agenda.top(),
            Task::Idle
                | Task::Ready
                | Task::SetUpUnit(_)
                | Task::SetUpCommander(_)
                | Task::Reinforce
                | Task::FillPool(_)
                | Task::Draw
                | Task::Name
                | Task::InPerson
                | Task::Returns
                | Task::FireTurn
                | Task::ActiveTurn
                | Task::Lead
                | Task::Assaults
                | Task::Reckon
                | Task::Moving
        )
    }
}

/// Which units are in which formation.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Formations<R: Room> {
    side_by_side: UnitSet<R>,
    square: UnitSet<R>,
    skirmish: UnitSet<R>,
}

impl<R: Room> Formations<R> {
    fn of(state: &State<R>) -> Self {
        let Marks { side_by_side, square, skirmish, .. } = state.marks;
        Self { side_by_side, square, skirmish }
    }
}

impl<R: Room> Insurrection<R> {
    /// Carries out a decision, and nothing that then runs by itself.
    #[expect(
        clippy::inline_always,
        reason = "but for cases that look at that moment, `apply` alone calls it"
    )]
    #[inline(always)]
    pub(crate) fn decide<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        debug_assert_eq!(self.refusal(state, action), None, "{action:?} is illegal here");
        let formations = Formations::of(state);
        match state.agenda.top() {
            Task::Ready => _ = state.agenda.pop(),
            Task::SetUpUnit(unit) => self.decide_set_up_unit(state, unit, action, table),
            Task::SetUpCommander(commander) => self.decide_set_up_commander(state, commander, action, table),
            Task::FillPool(slot) => self.decide_fill_pool(state, slot, action),
            Task::Name => self.decide_name(state, action, table),
            Task::InPerson => self.decide_in_person(state, action, table),
            Task::Returns => self.decide_returns(state, action, table),
            Task::FireTurn => {
                state.agenda.pop();
                if action != Action::Pass {
                    self.fire(state, !self.active_side(state), Occasion::Passive, action, table);
                }
            }
            Task::ActiveTurn => self.decide_active_turn(state, action, table),
            Task::Moving => self.decide_moving(state, action, table),
            Task::ReactByFire(hex) => self.decide_react_by_fire(state, hex, action, table),
            Task::React(hex) => self.decide_react(state, hex, action, table),
            Task::Skirmish(hex) => self.decide_skirmish(state, hex, action, table),
            Task::SkirmishFire { from, hex } => {
                state.agenda.pop();
                if action != Action::Pass {
                    let occasion = Occasion::Skirmish { from, hex };
                    self.fire(state, !self.active_side(state), occasion, action, table);
                }
            }
            Task::FallBack(here) => self.decide_fall_back(state, here, action, table),
            Task::Declare(hex) => self.decide_declare(state, hex, action, table),
            Task::StepBack(commander) => self.decide_step_back(state, commander, action, table),
            Task::Retreat { group, hexes, cause } => {
                self.decide_retreat(state, group, hexes, cause, action, table);
            }
            Task::Lose { group, losses, cause } => {
                self.decide_lose(state, group, losses, cause, action, table);
            }
            Task::OfferSquare(hex) => self.decide_offer_square(state, hex, action, table),
            Task::OfferLava => self.decide_offer_lava(state, action, table),
            Task::WinnersFace => self.decide_winners_face(state, action, table),
            Task::Lead => self.decide_lead(state, action, table),
            Task::Assaults => self.decide_assault(state, action, table),
            task => unreachable!("{task:?} decides nothing"),
        }
        self.tell_formations(formations, state, table);
    }

    /// Runs tasks until a player is to decide, or the game is over.
    fn advance<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        loop {
            let formations = Formations::of(state);
            if state.phase == Phase::Over || self.run(state, table) == Next::Ask {
                return;
            }
            self.tell_formations(formations, state, table);
        }
    }

    /// Records which units have formed up or fallen out of formation: that happens in many places, by joining, leaving,
    /// losses and retreats, so it is recorded in one.
    fn tell_formations<D: Dice, J: Journal>(
        &self,
        before: Formations<R>,
        state: &State<R>,
        table: &mut Table<D, J>,
    ) {
        let after = Formations::of(state);
        if !J::LISTENS || after == before {
            return;
        }
        for unit in self.scenario.all_units().iter() {
            let subject = self.scenario.unit(unit).subject;
            let is_in = |set: UnitSet<R>| i32::from(set.contains(unit));
            let lines = (is_in(before.side_by_side), is_in(after.side_by_side));
            table.change(rule!("6.2.1"), "side by side", subject, lines.0, lines.1);
            table.change(rule!("7.2"), "square", subject, is_in(before.square), is_in(after.square));
            let loose = (is_in(before.skirmish), is_in(after.skirmish));
            table.change(rule!("7.2m"), "skirmish order", subject, loose.0, loose.1);
        }
    }

    // Apart, so that a decision does not prepare for every task that might follow.
    #[inline(never)]
    fn run<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) -> Next {
        match state.agenda.top() {
            Task::Ready | Task::SetUpUnit(_) | Task::SetUpCommander(_) | Task::Declare(_) => Next::Ask,
            Task::FillPool(slot) => self.run_fill_pool(state, slot, table),
            Task::Name => self.run_name(state, table),
            Task::InPerson => self.run_in_person(state),
            Task::Returns => self.run_returns(state, table),
            Task::FireTurn => self.run_fire_turn(state),
            Task::ActiveTurn => self.run_active_turn(state, table),
            Task::Lead => self.run_lead(state),
            Task::Assaults => self.run_assaults(state, table),
            Task::Moving => self.run_moving(state, table),
            Task::ReactByFire(hex) => self.run_react_by_fire(state, hex),
            Task::React(hex) => self.run_react(state, hex),
            Task::Skirmish(hex) => self.run_skirmish(state, hex),
            Task::SkirmishFire { from, hex } => self.run_skirmish_fire(state, from, hex),
            Task::FallBack(here) => self.run_fall_back(state, here),
            Task::StepBack(commander) => self.run_step_back(state, commander, table),
            Task::Retreat { group, hexes, cause } => self.run_retreat(state, group, hexes, cause, table),
            Task::Lose { group, losses, cause } => self.run_lose(state, group, losses, cause, table),
            Task::OfferSquare(hex) => self.run_offer_square(state, hex),
            Task::OfferLava => self.run_offer_lava(state),
            Task::Barrage(barrage) => self.run_barrage(state, barrage, table),
            Task::Clash => self.run_clash(state, table),
            Task::Flee => self.run_flee(state, table),
            Task::Crisis(units) => self.run_crisis(state, units, table),
            Task::WinnersLoss => self.run_winners_loss(state, table),
            Task::WinnersFace => self.run_winners_face(state),
            automatic => {
                self.run_automatic(state, automatic, table);
                Next::Run
            }
        }
    }

    /// Tasks that never wait.
    fn run_automatic<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        task: Task<R>,
        table: &mut Table<D, J>,
    ) {
        match task {
            Task::Reinforce => self.run_reinforce(state, table),
            Task::Draw => self.run_draw(state, table),
            Task::Declared(action) => self.run_declared(state, action, table),
            Task::Reckon => self.run_reckon(state, table),
            Task::Arrived { from, to, charge } => self.run_arrived(state, (from, to, charge), table),
            Task::Charged { from, to } => self.run_charged(state, (from, to), table),
            Task::Counterattack(hex) => self.run_counterattack(state, hex, table),
            Task::CommanderHit { commanders, rule } => {
                state.agenda.pop();
                self.roll_for_commanders(state, commanders, rule, table);
            }
            Task::MeleeOver => _ = self.run_melee_over(state, table),
            task => unreachable!("{task:?} is not automatic"),
        }
    }
}
