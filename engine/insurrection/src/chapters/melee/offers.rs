//! [7.2.1] [7.3] What a player may try before the dice of a melee: the square against cavalry, the Cossack lava.

use szala_board::{HexId, Zone};
use szala_kernel::actions::ActionList;
use szala_kernel::{Ask, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::melee::odds::best_zone;
use crate::position::action::Action;
use crate::position::agenda::{LossCause, Task};
use crate::position::ids::{Arm, UnitId, UnitSet, Verdict, require};
use crate::position::room::Room;
use crate::position::state::{Melee, State};

/// [7.3] What helps Cossacks whom the enemy's arm makes bold [D-7.3a].
const LAVA_EASED: i32 = -2;

impl<R: Room> Insurrection<R> {
    /// [7.2.1] [D-7.2.1b] The owner of the infantry decides: the side attacked, or, where cavalry entered to fight in
    /// phase 4 only, the side that does not move.
    pub(crate) fn offer_square_decider(&self, state: &State<R>, hex: HexId) -> Side {
        let melee = state.melee.filter(|melee| melee.hex == hex);
        melee.map_or(!self.active_side(state), |melee| !melee.attacker)
    }

    /// [7.2.1] [D-7.2.1a] Offered where the infantry of the hex could be a square and is none yet. That cavalry has
    /// entered is the caller's knowledge.
    pub(crate) fn run_offer_square(&self, state: &mut State<R>, hex: HexId) -> Next {
        if self.may_form_against_cavalry(state, hex).is_ok() {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    /// [D-7.2a] All the infantry of the hex, four companies at least, on clear ground.
    fn may_form_against_cavalry(&self, state: &State<R>, hex: HexId) -> Verdict {
        let defender = self.offer_square_decider(state, hex);
        require(self.scenario.squares[defender], rule!("7.2.2"))?;
        let troops = self.troops_at(state, defender, hex);
        require(!troops.intersects(state.marks.square), rule!("7.2.1"))?;
        self.may_be_square(hex, troops)
    }

    /// Both answers.
    pub(crate) fn offer_square_actions(&self, state: &State<R>, hex: HexId, list: &mut ActionList<Action>) {
        for action in [Action::AgainstCavalry, Action::Pass] {
            if self.offer_square_refusal(state, hex, action).is_none() {
                list.push(action);
            }
        }
    }

    /// Why this is no answer.
    pub(crate) fn offer_square_refusal(&self, state: &State<R>, hex: HexId, action: Action) -> Option<Rule> {
        match action {
            Action::AgainstCavalry => self.may_form_against_cavalry(state, hex).err(),
            Action::Pass => None,
            _ => Some(rule!("7.2.1")),
        }
    }

    /// [7.2.1] The top unit tests: a square, or a loss by the owner's choice. The attack goes on either way.
    pub(crate) fn decide_offer_square<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        if action == Action::Pass {
            return;
        }
        let defender = self.offer_square_decider(state, hex);
        let troops = self.troops_at(state, defender, hex);
        let top = self.top(state, troops).expect("a square is offered to at least four companies");
        let subject = self.scenario.unit(top).subject;
        let mut ask = Ask::new(rule!("7.2.1"), state.stage).by(subject);
        if let Some(enemy) = self.top_at(state, !defender, hex) {
            ask = ask.at(self.scenario.unit(enemy).subject);
        }
        if self.test_morale(state, top, 0, ask, table).passed {
            table.remark(rule!("7.2.1"), "square formed", subject);
            self.close_ranks(state, troops);
            // [D-7.2.1a] The zone of this entry no longer matters, even should the square be broken.
            if let Some(melee) = state.melee.as_mut().filter(|melee| melee.hex == hex) {
                melee.squared = true;
            }
        } else {
            table.remark(rule!("7.2.1"), "no square", subject);
            state.agenda.push(Task::Lose { group: troops, losses: 1, cause: LossCause::Melee });
        }
    }

    /// [7.3] The attacker decides.
    #[expect(clippy::unused_self, reason = "every chapter answers for its tasks as a method")]
    pub(crate) fn offer_lava_decider(&self, state: &State<R>) -> Side {
        state.melee.expect("a melee is being fought").attacker
    }

    /// [7.3] [D-7.3a] Offered in every kind of melee.
    pub(crate) fn run_offer_lava(&self, state: &mut State<R>) -> Next {
        if self.may_outflank(state).is_ok() {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    /// [7.3] [D-7.3b] The Cossacks who came through the front zone past a flank that was free then.
    fn lava(&self, state: &State<R>, melee: &Melee<R>) -> UnitSet<R> {
        let attackers = self.fighters(state, melee.attacker, melee);
        let may = |unit: &UnitId| {
            let entry = state[*unit].entry;
            let is_free = entry.is_some_and(|entry| entry.zone == Zone::Front && entry.lava);
            self.scenario.unit(*unit).cossack && is_free
        };
        attackers.iter().filter(may).collect()
    }

    fn may_outflank(&self, state: &State<R>) -> Verdict {
        let melee = state.melee.expect("a melee is being fought");
        require(!self.lava(state, &melee).is_empty(), rule!("7.3"))?;
        // [D-7.2.2a] Not against a square.
        let defenders = self.fighters(state, !melee.attacker, &melee);
        require(!melee.squared && !defenders.intersects(state.marks.square), rule!("D-7.2.2a"))?;
        // [D-11.7c] Only the best facing counts: the lava gains nothing where another came through flank or rear.
        let attackers = self.fighters(state, melee.attacker, &melee);
        let entries = attackers.iter().filter_map(|unit| state[unit].entry);
        require(best_zone(entries) == 0, rule!("D-11.7c"))
    }

    /// Both answers.
    pub(crate) fn offer_lava_actions(&self, state: &State<R>, list: &mut ActionList<Action>) {
        for action in [Action::Outflank, Action::Pass] {
            if self.offer_lava_refusal(state, action).is_none() {
                list.push(action);
            }
        }
    }

    /// Why this is no answer.
    pub(crate) fn offer_lava_refusal(&self, state: &State<R>, action: Action) -> Option<Rule> {
        match action {
            Action::Outflank => self.may_outflank(state).err(),
            Action::Pass => None,
            _ => Some(rule!("7.3")),
        }
    }

    /// [7.3] [D-7.3a] The top Cossack tests; passed, they attack as through the flank zone.
    pub(crate) fn decide_offer_lava<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        if action == Action::Pass {
            return;
        }
        let mut melee = state.melee.expect("a melee is being fought");
        let top = self.top(state, self.lava(state, &melee)).expect("the lava was offered to somebody");
        let plus = table.note(rule!("7.3"), self.lava_modifier(state, &melee), "against infantry or guns");
        let subject = self.scenario.unit(top).subject;
        let ask = Ask::new(rule!("7.3"), state.stage).by(subject);
        let ask = ask.at(self.champion(state, !melee.attacker, &melee));
        melee.outflanked = self.test_morale(state, top, plus, ask, table).passed;
        table.remark(rule!("7.3"), if melee.outflanked { "outflanked" } else { "not outflanked" }, subject);
        state.melee = Some(melee);
    }

    /// [7.3] Against infantry, or guns that stand alone: in the sister game against infantry only.
    fn lava_modifier(&self, state: &State<R>, melee: &Melee<R>) -> i32 {
        let defenders = self.fighters(state, !melee.attacker, melee);
        let is_eased = |unit| match self.arm(unit) {
            Arm::Infantry => true,
            Arm::Artillery => !self.scenario.family.lava_eased_against_infantry_only,
            Arm::Cavalry => false,
        };
        if self.top(state, defenders).is_some_and(is_eased) { LAVA_EASED } else { 0 }
    }
}
