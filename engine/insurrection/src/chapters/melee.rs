//! Chapter 11: melee. How one is begun, fought and ended; what may be tried before the dice is in `offers`, the dice
//! and their modifiers in `odds`, the fate of the losers and their neighbours in `flight`.

pub(crate) mod odds;
mod offers;

pub(crate) use odds::{Encounter, compare};

use szala_board::{Facing, HexId, Ordinal};
use szala_kernel::actions::ActionList;
use szala_kernel::{Ask, BySide, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::flow::Next;
use crate::chapters::game::Insurrection;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::{LossCause, Task};
use crate::position::ids::{Arm, CommanderId, CommanderSet, UnitSet, subject};
use crate::position::room::Room;
use crate::position::state::{Melee, MeleeKind, Post, State};

/// [11.8] Losses of those who lost.
const LOSERS_LOSSES: u8 = 2;
/// [11.8] Who wins by so much takes no loss.
pub(crate) const UNSCATHED_FROM: u8 = 6;

impl MeleeKind {
    /// The rule by which it comes about.
    pub(crate) const fn rule(self) -> Rule {
        match self {
            Self::Assault => rule!("11.2"),
            // [11.10] Both are melees like any other, only in the movement phase.
            Self::Charge => rule!("8.14.2"),
            Self::Counterattack => rule!("8.15.3"),
        }
    }
}

impl<R: Room> Insurrection<R> {
    /// [11.7] Puts a melee and all that comes before and after it on the agenda: the next task run belongs to it.
    /// [11.5] Only one at a time.
    pub(crate) fn begin_melee<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        hex: HexId,
        kind: MeleeKind,
        attacker: Side,
        table: &mut Table<D, J>,
    ) {
        assert!(state.melee.is_none(), "a melee begins while another is being fought");
        assert!(state.is_melee_hex(hex), "a melee takes two [11.1]");
        table.remark(kind.rule(), words::MELEE, subject::of_hex(hex.index()));
        let melee = Melee::new(hex, kind, attacker);
        state.melee = Some(melee);
        state.agenda.push(Task::Clash);
        // The square comes first: there is no lava against one.
        state.agenda.push(Task::OfferLava);
        let attackers = self.fighters(state, attacker, &melee);
        let is_entered_by_cavalry =
            attackers.iter().any(|unit| self.arm(unit) == Arm::Cavalry && state[unit].entry.is_some());
        // [D-7.2.1a] [D-7.2.1b] At the entry: those who fight in phase 4 entered before, and it was offered then.
        if kind != MeleeKind::Assault && is_entered_by_cavalry {
            state.agenda.push(Task::OfferSquare(hex));
        }
    }

    /// [11.7] Rolls, compares, and puts on the agenda what follows.
    pub(crate) fn run_clash<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        let mut melee = state.melee.expect("a melee is being fought");
        melee.fighters = BySide::from_fn(|side| self.fighters(state, side, &melee));
        let clashed = self.clash(state, &melee, table);
        let (winner, loser) = (clashed.winner, !clashed.winner);
        (melee.winner, melee.difference) = (Some(winner), clashed.difference);
        for side in Side::BOTH {
            if clashed.naturals[side] == 9 {
                // [4.4.3] [D-4.4.3a] [D-4.4f] Of those who are there now; the roll comes last.
                let own = self.scenario.switches.melee_nine_strikes_own_commander;
                let whose = if own { side } else { !side };
                melee.struck |= self.commanders_at(state, whose, melee.hex).collect();
            }
        }
        state.melee = Some(melee);
        table.remark(rule!("11.7"), words::MELEE_WON, self.champion(state, winner, &melee));
        table.remark(rule!("11.7"), words::MELEE_LOST, self.champion(state, loser, &melee));
        // [12.1] [D-12.1b] Whichever side wins it, and whatever guns it captures besides [D-10.10.9b].
        self.score(state, winner, 1, rule!("12.1"), table);
        // [11.8] In the order in which they are put here, the last first. [D-11.12a] The neighbours of the losers
        // test as part of the flight, before the winner turns; [D-4.4e] the commanders' rolls come last.
        state.agenda.replace(Task::MeleeOver);
        state.agenda.push(Task::WinnersFace);
        state.agenda.push(Task::WinnersLoss);
        state.agenda.push(Task::Flee);
        let losers = melee.fighters[loser];
        // [10.10.7] Guns that stood alone are captured and take no losses.
        if !losers.is_subset(self.guns) {
            // [11.8] [D-11.8a] Two for the side, shared as its owner likes.
            state.agenda.push(Task::Lose { group: losers, losses: LOSERS_LOSSES, cause: LossCause::Melee });
        }
        Next::Run
    }

    /// [11.8] Does a side that wins by so much take no loss?
    pub(crate) fn wins_unscathed(&self, attacker_wins: bool, difference: u8) -> bool {
        let may_be_spared = attacker_wins || !self.scenario.family.only_attackers_win_unscathed;
        difference >= UNSCATHED_FROM && may_be_spared
    }

    /// [11.8] One loss for the winners.
    pub(crate) fn run_winners_loss<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        state.agenda.pop();
        let melee = state.melee.expect("a melee is being fought");
        let winner = melee.winner.expect("the dice have been rolled");
        let winners = melee.fighters[winner];
        let champion = self.champion(state, winner, &melee);
        // [D-10.10.7a] Guns alone that beat off an attack take none.
        if winners.is_subset(self.guns) {
            table.remark(rule!("10.10.7"), "the winners take no loss", champion);
            return Next::Run;
        }
        if self.wins_unscathed(winner == melee.attacker, melee.difference) {
            table.remark(rule!("11.8"), "the winners take no loss", champion);
            return Next::Run;
        }
        // [D-11.9a] A unit that survives it takes the loss.
        let survivors: UnitSet<R> = winners.iter().filter(|unit| self.size(state, *unit) > 1).collect();
        if !survivors.is_empty() {
            state.agenda.push(Task::Lose { group: survivors, losses: 1, cause: LossCause::Melee });
            return Next::Run;
        }
        // [11.9] [D-11.9b] All have size 1: the top unit tests, and passed there is no loss.
        let top = self.top(state, winners).expect("the winners are in the hex");
        let ask = Ask::new(rule!("11.9"), state.stage).by(self.scenario.unit(top).subject);
        if !self.test_morale(state, top, 0, ask, table).passed {
            state.agenda.push(Task::Lose { group: winners, losses: 1, cause: LossCause::Melee });
        }
        Next::Run
    }

    /// [11.8] The winner decides how his units face.
    #[expect(clippy::unused_self, reason = "every chapter answers for its tasks as a method")]
    pub(crate) fn winners_face_decider(&self, state: &State<R>) -> Side {
        state.melee.and_then(|melee| melee.winner).expect("the dice have been rolled")
    }

    /// Those who won and are still there: with the winners' loss the last of them may have died. Guns beside them are
    /// not of their number [D-11.8b].
    fn winners(&self, state: &State<R>) -> UnitSet<R> {
        let melee = state.melee.expect("a melee is being fought");
        let winner = self.winners_face_decider(state);
        melee.fighters[winner] & state.on_map[winner]
    }

    /// [11.8] Asked whenever a winner is left.
    pub(crate) fn run_winners_face(&self, state: &mut State<R>) -> Next {
        if !self.winners(state).is_empty() {
            return Next::Ask;
        }
        state.agenda.pop();
        Next::Run
    }

    /// Any of the six.
    #[expect(clippy::unused_self, reason = "every chapter answers for its tasks as a method")]
    pub(crate) fn winners_face_actions(&self, list: &mut ActionList<Action>) {
        for facing in Facing::ALL {
            list.push(Action::Face(facing));
        }
    }

    /// Why this is no facing.
    #[expect(clippy::unused_self, reason = "every chapter answers for its tasks as a method")]
    pub(crate) fn winners_face_refusal(&self, action: Action) -> Option<Rule> {
        (!matches!(action, Action::Face(_))).then_some(rule!("11.8"))
    }

    /// [11.8] [D-6.12a] One facing for all of them again.
    pub(crate) fn decide_winners_face<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let Action::Face(facing) = action else { unreachable!("refused: {action:?}") };
        state.agenda.pop();
        self.face_and_tell(state, self.winners(state), facing, rule!("11.8"), table);
    }

    /// The end: nobody there is in a melee hex any more, and those whom a natural 9 concerns roll for their lives.
    pub(crate) fn run_melee_over<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        table: &mut Table<D, J>,
    ) -> Next {
        state.agenda.pop();
        let melee = state.melee.take().expect("a melee is being fought");
        for side in Side::BOTH {
            for unit in state.stack(side, melee.hex).iter() {
                state[unit].entry = None;
            }
        }
        // [11.3] [D-11.3a] [8.14.4] [8.15.6b] Charges and counterattacks have no influence on phase 4.
        if melee.kind == MeleeKind::Assault {
            state.marks.fought |= melee.fighters[Side::First] | melee.fighters[Side::Second];
        }
        // [4.4] [D-4.4d] Of the losers it was asked when they fled.
        for side in Side::BOTH {
            self.commanders_without_units_leave(state, side, table);
        }
        // [4.4.3] [D-4.4e] Last of all, even if his troops have gone; not for those who fell with them [D-4.4f].
        let is_there = |commander: &CommanderId| matches!(state.posts[commander.index()], Post::Map(_));
        let struck: CommanderSet<R> = melee.struck.iter().filter(is_there).collect();
        self.roll_for_commanders(state, struck, rule!("4.4.3"), table);
        Next::Run
    }
}

#[cfg(test)]
pub(crate) mod tests;
