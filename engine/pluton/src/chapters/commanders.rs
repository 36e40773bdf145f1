//! Chapter 13: who is commanded, what becomes of commanders, and who takes their place. [17.3] Morale with them.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Ask, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::levels::K10;
use crate::chapters::words;
use crate::position::data::Command;
use crate::position::ids::{CounterId, Counters, Verdict, of_side, require};
use crate::position::state::State;

/// [13.6] A new commander appears on this or less.
const APPEARS_ON: u8 = 4;

impl Pluton {
    /// [13.2] How far a commander commands; [13.7] a new one one hex less.
    pub(crate) fn range_of_command(&self, state: &State, commander: CounterId) -> u8 {
        let range = [4, 3, 1][state.level(commander) as usize];
        range - u8::from(state.new.contains(commander))
    }

    /// [13.2, D-13.2a] May a commander command this unit, wherever he is?
    fn commands(&self, state: &State, commander: CounterId, unit: CounterId) -> bool {
        let (his, its) = (self.card(state, commander), self.card(state, unit));
        let is_of_battalion = his.battalion == its.battalion;
        commander.side() == unit.side()
            && match self.scenario.switches.command {
                Command::Own if its.company == 0 => is_of_battalion,
                Command::Own => is_of_battalion && his.company == its.company,
                Command::Battalion => is_of_battalion,
                Command::Any => true,
            }
    }

    /// [13.2, 13.4, D-13.2b] Is a unit commanded at this moment? Distance alone counts. [D-12.4a] Commanders always
    /// are.
    pub(crate) fn is_commanded(&self, state: &State, unit: CounterId) -> bool {
        state.commanders.contains(unit)
            || state.place_of(unit).is_some_and(|hex| self.is_commanded_on(state, unit, hex))
    }

    /// Would it be commanded on this hex? Commanders always are.
    pub(crate) fn is_commanded_on(&self, state: &State, unit: CounterId, hex: HexId) -> bool {
        if state.commanders.contains(unit) {
            return true;
        }
        let commanders = state.commanders & of_side(unit.side());
        commanders.iter().any(|commander| {
            state.place_of(commander).is_some_and(|his| {
                self.board.distance(his, hex) <= self.range_of_command(state, commander)
                    && self.commands(state, commander, unit)
            })
        })
    }

    /// [17.1, 17.2, 17.3, 13.4.1] The morale of a unit: one lower without command, never below 1 nor above 4.
    pub(crate) fn morale(&self, state: &State, unit: CounterId) -> u8 {
        let morale = self.card(state, unit).morale;
        (morale - u8::from(!self.is_commanded(state, unit))).clamp(1, 4)
    }

    /// [13.5, D-13.5a] A roll for each commander of the side in a hex in which units of his had losses: that or less
    /// eliminates him.
    pub(crate) fn roll_for_commanders<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        side: Side,
        hex: HexId,
        losses: u8,
        table: &mut Table<D, J>,
    ) {
        if losses == 0 {
            return;
        }
        // One who is on paper comes onto the board with the roll [D-19.1d].
        for commander in &(state.all_at(hex) & of_side(side) & state.commanders) {
            self.show(state, commander, table);
            let face = table.roll(K10, Ask::new(rule!("13.5"), state.stage).by(commander.subject()));
            table.total(rule!("13.5"), face.into(), losses.into(), commander.subject());
            if face <= losses {
                self.eliminate(state, commander, rule!("13.5"), table);
            }
        }
    }

    /// The commander of a unit's company who has been lost, if it is a platoon of such a company [13.6].
    pub(crate) fn lost_commander(&self, state: &State, unit: CounterId) -> Option<CounterId> {
        let its = self.card(state, unit);
        // [D-13.6c] A battalion's own platoons are of no company.
        if its.company == 0 {
            return None;
        }
        self.lost_commander_of(state, unit.side(), its.company)
    }

    /// The lost commander of a company.
    pub(crate) fn lost_commander_of(&self, state: &State, side: Side, company: u8) -> Option<CounterId> {
        let lost: Counters = state.commanders & state.dead & of_side(side);
        lost.iter().find(|commander| self.card(state, *commander).company == company)
    }

    /// [13.6, D-13.6a] The roll of a company for a new commander, once for each occasion.
    pub(crate) fn roll_for_new_commander<D: Dice, J: Journal>(
        &self,
        state: &State,
        lost: CounterId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) -> bool {
        let face = table.roll(K10, Ask::new(rule, state.stage).by(lost.subject()));
        table.total(rule, face.into(), APPEARS_ON.into(), lost.subject());
        face <= APPEARS_ON
    }

    /// [13.6, 13.7, D-13.6c] A new commander appears with a platoon of his company.
    pub(crate) fn appoint<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        commander: CounterId,
        platoon: CounterId,
        table: &mut Table<D, J>,
    ) {
        let Some(hex) = state.place_of(platoon) else { return };
        state.dead.remove(commander);
        state.new.insert(commander);
        state.places[commander.index()] = Some(hex);
        // He has no move left in this phase.
        state.moved.insert(commander);
        table.remark(rule!("13.7"), words::APPEARS, platoon.subject());
        table.change(rule!("13.6"), words::HEX, commander.subject(), -1, words::of_hex(Some(hex)));
        self.look_about(state, commander, table);
    }

    /// [D-10.1a] The first commander who is alone with enemy units in his hex.
    pub(crate) fn lone_commander(&self, state: &State) -> Option<CounterId> {
        let on_board = state.on_board() & state.commanders;
        on_board
            .iter()
            .find(|commander| self.is_alone(state, *commander) && self.shares_hex(state, *commander))
    }

    /// [D-10.1a] Where he may step back to: a neighbouring hex without enemies.
    pub(crate) fn retreat_verdict(&self, state: &State, who: CounterId, to: HexId) -> Verdict {
        let from = state.place_of(who).ok_or(rule!("D-10.3e"))?;
        // [D-10.3e, D-7.9a] A neighbouring hex without enemies and with room.
        require(self.board.distance(from, to) == 1, rule!("D-10.3e"))?;
        require(state.of_side_at(!who.side(), to).is_empty(), rule!("D-10.3e"))?;
        self.room_verdict(state, who, to)
    }

    /// The hexes to which a counter may retreat.
    pub(crate) fn ways_out(&self, state: &State, who: CounterId) -> impl Iterator<Item = HexId> + '_ {
        let from = state.place_of(who);
        let near: Ways = from.map_or([None; 6], |from| {
            let mut near = [None; 6];
            for (place, hex) in near.iter_mut().zip(self.neighbours(from)) {
                *place = Some(hex).filter(|to| self.retreat_verdict(state, who, *to).is_ok());
            }
            near
        });
        near.into_iter().flatten()
    }

    /// Puts a counter onto a neighbouring hex out of combat or fire.
    pub(crate) fn fall_back<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        who: CounterId,
        to: HexId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let from = state.places[who.index()].replace(to);
        table.change(rule, words::HEX, who.subject(), words::of_hex(from), words::of_hex(Some(to)));
        // [D-6.2a] It may come upon enemies on paper.
        self.come_into_contact(state, who, to, table);
        self.look_about(state, who, table);
        self.pass(state, to);
    }

    /// [D-10.1a] Commanders step back one by one, or are eliminated where they cannot; true while something happens by
    /// itself.
    pub(crate) fn go_on_with_steps_back<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        table: &mut Table<D, J>,
    ) -> bool {
        let Some(commander) = self.lone_commander(state) else {
            state.agenda.pop();
            return true;
        };
        let mut ways = self.ways_out(state, commander);
        match (ways.next(), ways.next()) {
            (None, _) => self.eliminate(state, commander, rule!("D-10.1a"), table),
            (Some(only), None) => self.fall_back(state, commander, only, rule!("D-10.1a"), table),
            _ => return false,
        }
        true
    }
}

/// The neighbours of a hex, as far as something may be done with them.
type Ways = [Option<HexId>; 6];
