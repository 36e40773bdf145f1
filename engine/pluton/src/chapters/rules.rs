//! The rules as the kernel knows them: every question goes to the chapter of the task on top of the agenda.

use szala_kernel::rules::Fault;
use szala_kernel::{ActionList, Dice, Journal, Limits, Outcome, Rule, Rules, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::state::State;

impl Rules for Pluton {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        self.first_position()
    }

    fn to_act(&self, state: &State) -> Side {
        self.decider(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.end
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        match state.task() {
            Task::Deal => list.push(Action::Deal),
            Task::SetUp => self.set_up_actions(state, list),
            Task::Call => self.call_actions(state, list),
            Task::Lay(slot) => self.lay_actions(state, slot, list),
            Task::Movement => self.movement_actions(state, list),
            Task::Moving => self.moving_actions(state, list),
            Task::React => self.reaction_actions(state, list),
            Task::Withdraw(who) => {
                self.ways_out(state, who).for_each(|hex| list.push(Action::Withdraw(hex)));
            }
            Task::FinalFire => self.final_fire_actions(state, list),
            Task::Aim(firer) => self.aim_actions(state, firer, list),
            Task::Combats => self.combat_actions(state, list),
            Task::Declare(..) => {
                list.push(Action::Attack);
                list.push(Action::NoAttack);
            }
            Task::Losses(hex, side, _) => self.loss_actions(state, (hex, side), list),
            Task::Retreats(hex, side, _) => self.retreat_actions(state, (hex, side), list),
            Task::Appear(hex, side, company) => self.appear_actions(state, (hex, side, company), list),
            Task::StepBack => {
                if let Some(commander) = self.lone_commander(state) {
                    self.ways_out(state, commander)
                        .for_each(|hex| list.push(Action::Retreat(commander, hex)));
                }
            }
            _ => (),
        }
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match state.task() {
            Task::Deal => (action != Action::Deal).then_some(rule!("D-16.1c")),
            Task::SetUp => self.set_up_refusal(state, action),
            Task::Call => self.call_refusal(state, action),
            Task::Lay(slot) => self.lay_refusal(state, slot, action),
            Task::Movement => self.movement_refusal(state, action),
            Task::Moving => self.moving_refusal(state, action),
            Task::React => self.reaction_refusal(state, action),
            Task::Withdraw(who) => {
                let mut ways = self.ways_out(state, who);
                let is_one = matches!(action, Action::Withdraw(hex) if ways.any(|way| way == hex));
                (!is_one).then_some(rule!("7.9"))
            }
            Task::FinalFire => self.final_fire_refusal(state, action),
            Task::Aim(firer) => self.aim_refusal(state, firer, action),
            Task::Combats => self.combat_refusal(state, action),
            Task::Declare(..) => {
                (!matches!(action, Action::Attack | Action::NoAttack)).then_some(rule!("D-10.2c"))
            }
            Task::Losses(hex, side, _) => self.loss_refusal(state, (hex, side), action),
            Task::Retreats(hex, side, _) => self.retreat_refusal(state, (hex, side), action),
            Task::Appear(hex, side, company) => self.appear_refusal(state, (hex, side, company), action),
            Task::StepBack => {
                let commander = self.lone_commander(state)?;
                let mut ways = self.ways_out(state, commander);
                let mut is_his = |who, hex| who == commander && ways.any(|way| way == hex);
                let is_one = match action {
                    Action::Retreat(who, hex) => is_his(who, hex),
                    _ => false,
                };
                (!is_one).then_some(rule!("D-10.1a"))
            }
            _ => Some(rule!("18.7")),
        }
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        debug_assert_eq!(self.refusal(state, action), None, "{action:?} is illegal here");
        self.carry_out(state, action, table);
        self.go_on(state, table);
    }

    fn imagine<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        self.imagine_cards(state, viewer, dice);
        self.imagine_paper(state, viewer, dice);
    }

    fn audit(&self, state: &State) -> Result<(), Fault> {
        self.audit_position(state)
    }

    /// The most actions listed at once: in a movement phase a move and a run for each counter, and an entry on each
    /// hex of its group, twice; a hex for a barrage; a shot of one, two or all squares at each counter. A counter that
    /// moves is taken up, makes at most as many steps as it has half points, and halts; after each step the other side
    /// is asked, and holds once. A unit fires three times at most, with two decisions each in the final fire. A combat
    /// takes a choice, two declarations, a retreat of each counter and a new commander; losses are once for all those
    /// of the game. Dice: a drift for each barrage, and of its effect one for each counter and another for commanders;
    /// of a shot one, one for each commander of the other side and one for a new one; in a combat likewise; and one
    /// for each counter that reorganises.
    fn limits(&self) -> Limits {
        let counters = Side::BOTH.map(|side| self.counters(side).len());
        let all = counters[0] + counters[1];
        let hexes = self.scenario.map.ground.len();
        let of_entries = Side::BOTH.map(|side| {
            let cards = self.scenario.cards[side].iter().filter_map(|card| card.group);
            let groups = cards.map(|group| self.scenario.groups[side][usize::from(group)].hexes.len());
            groups.map(|hexes| 2 * hexes).sum::<usize>()
        });
        let of_moves = (0..2).map(|side| 2 * counters[side] + of_entries[side] + 1).max().unwrap_or(1);
        let actions = of_moves.max(hexes + 1).max(3 * all + 1);
        let stages = usize::from(self.scenario.stages);
        let barrages: usize = Side::BOTH.map(|side| self.scenario.barrages[side].len()).iter().sum();
        let battalions: usize = Side::BOTH.map(|side| self.scenario.battalions[side].len()).iter().sum();
        // A side's counters move in one phase of a stage and the other's in another; the other side fires in each.
        let of_moving = all * (2 + 8 + 8);
        let of_firing = all * 6 + 2;
        let of_fighting = all * (1 + 2 + 1 + 1) * 2;
        let of_stage = barrages + battalions + 4 + of_moving + of_firing + of_fighting;
        let decisions = 1 + all + stages * of_stage + 6 * all;
        let of_dice = barrages * (2 + 2 * all) + 3 * all * (2 + all) + 2 * all * (3 + all) + all;
        // [D-16.1c, 19.3] And one for each card that is dealt, one for each group that is released, in each stage.
        let groups: usize = Side::BOTH.map(|side| self.scenario.groups[side].len()).iter().sum();
        Limits { actions, decisions, dice: all + stages * (of_dice + groups) }
    }

    fn is_settled(&self, state: &State) -> bool {
        matches!(
            state.task(),
            Task::Deal
                | Task::SetUp
                | Task::Call
                | Task::Lay(_)
                | Task::Movement
                | Task::FinalFire
                | Task::Combats
                | Task::Over
        )
    }
}

impl Pluton {
    /// What an action does by itself, before what follows from it.
    pub(crate) fn carry_out<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        match (state.task(), action) {
            (_, Action::Deal) => self.deal(state, &mut table.dice),
            (_, Action::SetUp(who, hex)) => self.set_up(state, who, hex, table),
            (_, Action::Call(_, battalion)) => self.call(state, battalion, table),
            (_, Action::CallsDone | Action::MovesDone | Action::HoldFire | Action::FireDone) => {
                state.agenda.pop();
            }
            (Task::Lay(slot), action) => self.lay(state, slot, action, table),
            (Task::Movement, action) => self.take_up(state, action, table),
            (_, Action::Step(to)) => self.step(state, to, table),
            (_, Action::Halt) => self.halt(state, table),
            (_, Action::Fire(firer, squares)) => self.fire_at_mover(state, firer, squares, table),
            (_, Action::Shoot(firer)) => state.agenda.push(Task::Aim(firer)),
            (Task::Aim(firer), Action::At(target, squares)) => {
                state.agenda.pop();
                let is_pinned = self.fire(state, [firer, target], squares, false, table);
                // [7.9] One that came into the hex in this phase; there is no other in it that has moved.
                if is_pinned && state.moved.contains(target) {
                    self.look_for_withdrawal(state, firer, target);
                }
            }
            (Task::Withdraw(who), Action::Withdraw(to)) => {
                self.fall_back(state, who, to, rule!("7.9"), table);
                self.end_withdrawal(state);
            }
            (_, Action::Combat(hex)) => self.begin_combat(state, hex, table),
            (Task::Declare(hex, side), action) => {
                self.declare(state, (hex, side), action == Action::Attack, table);
            }
            (Task::Losses(hex, side, left), Action::Lose(unit)) => {
                self.take_loss(state, unit, (hex, side, left), table);
            }
            (Task::StepBack, Action::Retreat(who, to)) => {
                self.fall_back(state, who, to, rule!("D-10.1a"), table);
            }
            (_, Action::Retreat(who, to)) => self.retreat(state, who, to, table),
            (Task::Appear(hex, side, company), Action::Appear(platoon)) => {
                self.appear(state, platoon, (hex, side, company), table);
            }
            _ => unreachable!("{action:?} decides nothing here"),
        }
    }
}
