//! [11.8] [D-9.1i] Losses that fall on several units together: their owner shares them out, one by one.
//! What a loss does to the unit that takes it is said in `losses`.

use szala_kernel::actions::ActionList;
use szala_kernel::{Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::{LossCause, Task};
use crate::position::ids::{UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::State;

/// The rule by which a loss is taken, for the journal.
const fn rule_of(cause: LossCause) -> Rule {
    match cause {
        LossCause::Fire | LossCause::Crisis => rule!("10.11"),
        LossCause::Reaction => rule!("9.1"),
        LossCause::Melee => rule!("11.8"),
    }
}

impl<R: Room> Insurrection<R> {
    /// The side of these units, which are of one side.
    pub(crate) fn owner_of(&self, group: UnitSet<R>) -> Side {
        self.side_of(group.first().expect("a group is never empty"))
    }

    /// Those of a group that are still on the map: losses may have taken the others since it was put on the agenda.
    pub(crate) fn still_there(&self, state: &State<R>, group: UnitSet<R>) -> UnitSet<R> {
        group & state.on_map[self.owner_of(group)]
    }

    /// The owner shares losses out.
    pub(crate) fn lose_decider(&self, group: UnitSet<R>) -> Side {
        self.owner_of(group)
    }

    /// [11.8] Without a choice, for one unit alone or for losses that wipe all out, nobody is asked.
    pub(crate) fn run_lose<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        losses: u8,
        cause: LossCause,
        table: &mut Table<D, J>,
    ) -> Next {
        let group = self.still_there(state, group);
        let choice = group.len() >= 2 && losses < self.total_size(state, group);
        if choice && losses > 0 {
            return Next::Ask;
        }
        state.agenda.pop();
        let mut left = losses;
        for unit in group.iter() {
            let taken = left.min(self.size(state, unit));
            left -= taken;
            for _ in 0..taken {
                self.lose(state, unit, rule_of(cause), cause, table);
            }
        }
        Next::Run
    }

    fn may_take_the_loss(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        cause: LossCause,
        unit: UnitId,
    ) -> Verdict {
        require(self.still_there(state, group).contains(unit), rule_of(cause))
    }

    /// Each unit that may take the next loss.
    pub(crate) fn lose_actions(&self, state: &State<R>, group: UnitSet<R>, list: &mut ActionList<Action>) {
        for unit in self.still_there(state, group).iter() {
            list.push(Action::Lose(unit));
        }
    }

    /// Why this is no answer to the question who takes the loss.
    pub(crate) fn lose_refusal(
        &self,
        state: &State<R>,
        group: UnitSet<R>,
        cause: LossCause,
        action: Action,
    ) -> Option<Rule> {
        match action {
            Action::Lose(unit) => self.may_take_the_loss(state, group, cause, unit).err(),
            _ => Some(rule_of(cause)),
        }
    }

    /// One loss at a time.
    pub(crate) fn decide_lose<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        group: UnitSet<R>,
        losses: u8,
        cause: LossCause,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Lose(unit) = action else { unreachable!("refused: {action:?}") };
        state.agenda.replace(Task::Lose { group, losses: losses - 1, cause });
        self.lose(state, unit, rule_of(cause), cause, table);
    }
}
