//! Chapter 10, close combat: who attacks, the odds, losses, retreats.

use szala_board::HexId;
use szala_kernel::{ActionList, Ask, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::levels::K10;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{CounterId, Counters, Verdict, of_side, require, subject};
use crate::position::state::{Level, State};
use crate::position::tables::{Blow, EVEN_ODDS, Ground, ODDS};

/// [10.4.11] The side whose units have a column more.
const FAVOURED: Side = Side::First;

impl Pluton {
    // ---- Which combat is next ----

    /// [10.1, D-10.1a] Hexes with units of both sides that have not been fought over in this phase.
    fn contested(&self, state: &State) -> impl Iterator<Item = HexId> + '_ {
        let units = (state.on_board() & state.units) - state.fought;
        let mut hexes = crate::position::ids::Hexes::EMPTY;
        for unit in &(units & of_side(state.active)) {
            let hex = state.place_of(unit).expect("on the board");
            if !(state.counters_at(hex) & units & of_side(!state.active)).is_empty() {
                hexes.insert(hex);
            }
        }
        hexes.into_iter()
    }

    pub(crate) fn combat_actions(&self, state: &State, list: &mut ActionList<Action>) {
        self.contested(state).for_each(|hex| list.push(Action::Combat(hex)));
    }

    pub(crate) fn combat_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match action {
            Action::Combat(hex) if self.contested(state).any(|contested| contested == hex) => None,
            Action::Combat(_) => Some(rule!("10.1")),
            // [D-10.1b] The moving side orders the combats.
            _ => Some(rule!("D-10.1b")),
        }
    }

    pub(crate) fn go_on_with_combats<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        table: &mut Table<D, J>,
    ) -> bool {
        let mut hexes = self.contested(state);
        match (hexes.next(), hexes.next()) {
            (None, _) => state.agenda.pop(),
            (Some(only), None) => self.begin_combat(state, only, table),
            _ => return false,
        }
        true
    }

    /// [10.2, D-10.2b] Where a unit moved into the hex in this phase, and in clear ground, there is combat: the
    /// attacker is the side that came second. In cover, where nobody moved, it takes a declaration.
    pub(crate) fn begin_combat<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        let here = state.counters_at(hex) & state.units;
        state.fought |= here;
        // Who came and was driven out again by fire has moved too.
        let is_moved = !(here & (state.moved | state.met)).is_empty();
        if is_moved || !self.ground(hex).is_cover() {
            let second = here & state.second;
            // [D-10.2a] "Second" is said of the side, for as long as both are there.
            let attacker = second.first().map_or(state.active, CounterId::side);
            table.remark(rule!("10.2"), words::ATTACKS, subject::of_side(attacker));
            state.agenda.push(Task::Fight(hex, attacker));
        } else {
            state.agenda.push(Task::Declare(hex, state.active));
        }
    }

    /// [D-10.2c] The moving side declares first; one declaration is enough.
    pub(crate) fn declare<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (hex, side): (HexId, Side),
        attacks: bool,
        table: &mut Table<D, J>,
    ) {
        if attacks {
            table.remark(rule!("10.2"), words::ATTACKS, subject::of_side(side));
            state.agenda.turn_to(Task::Fight(hex, side));
        } else if side == state.active {
            state.agenda.turn_to(Task::Declare(hex, !side));
        } else {
            table.remark(rule!("10.2"), words::NOT_FOUGHT, subject::of_hex(hex));
            state.agenda.pop();
        }
    }

    // ---- The odds ----

    /// [10.3.1] Halves of squares of a side in a hex.
    pub(crate) fn strength_in(&self, state: &State, side: Side, hex: HexId) -> u16 {
        self.units_at(state, side, hex).iter().map(|unit| u16::from(self.halves(state, unit))).sum()
    }

    /// [10.3.1, D-10.3a] The column of attackers against defenders, rounded for the defender: 3:1 at most, 1:4 at
    /// least.
    pub(crate) fn odds(attackers: u16, defenders: u16) -> i32 {
        if attackers >= defenders {
            let times = attackers / defenders.max(1);
            return EVEN_ODDS - 1 + i32::from(times.clamp(1, 3));
        }
        let times = defenders.div_ceil(attackers.max(1));
        EVEN_ODDS + 1 - i32::from(times.clamp(2, 4))
    }

    /// [10.5, D-10.5a] Losses multiplied by the strength of both, in halves: 12 to 18.5 squares by 1.5, rounded up, up
    /// to 24 by 2, above by 3.
    pub(crate) const fn multiplied(losses: u8, halves: u16) -> u8 {
        match halves {
            0..24 => losses,
            24..38 => (3 * losses).div_ceil(2),
            38..49 => 2 * losses,
            _ => 3 * losses,
        }
    }

    /// [D-10.4a] What most of a side's strength in a hex has, by this order from the best for the defender.
    fn of_most<T: Copy + PartialEq, const N: usize>(
        &self,
        state: &State,
        units: Counters,
        order: [T; N],
        of: impl Fn(CounterId) -> T,
    ) -> T {
        let strength = |value: T| -> u16 {
            units
                .iter()
                .filter(|unit| of(*unit) == value)
                .map(|unit| u16::from(self.halves(state, unit)))
                .sum()
        };
        let mut best = order[0];
        for value in order {
            if strength(value) > strength(best) {
                best = value;
            }
        }
        best
    }

    /// [10.4] The sum of the modifiers.
    fn modifiers<D: Dice, J: Journal>(
        &self,
        state: &State,
        hex: HexId,
        attacker: Side,
        table: &mut Table<D, J>,
    ) -> i32 {
        use Level::{Full, Pinned, UnderFire};
        let [attackers, defenders] = [attacker, !attacker].map(|side| self.units_at(state, side, hex));
        let has_commander = |side| !(state.of_side_at(side, hex) & state.commanders).is_empty();
        // [D-10.4a] Ties are for the defender: the attacker's worse level and morale, the defender's better ones.
        // [D-10.4b] Pinned attackers count as under fire.
        let attackers_level =
            self.of_most(state, attackers, [UnderFire, Full], |unit| state.level(unit).min(UnderFire));
        let defenders_level =
            self.of_most(state, defenders, [Full, UnderFire, Pinned], |unit| state.level(unit));
        let attackers_morale = self.of_most(state, attackers, [1, 2, 3, 4], |unit| self.morale(state, unit));
        let defenders_morale = self.of_most(state, defenders, [4, 3, 2, 1], |unit| self.morale(state, unit));
        let when = |holds: bool, amount: i32| if holds { amount } else { 0 };
        let (ground_rule, ground) = match self.ground(hex) {
            Ground::Clear => (rule!("10.4"), 0),
            Ground::Woods => (rule!("10.4.6"), -1),
            Ground::Wooden => (rule!("10.4.7"), -1),
            Ground::Brick => (rule!("10.4.8"), -2),
        };
        table.note(rule!("10.4.1"), when(attackers_level != Full, -1), words::ATTACKER_UNDER_FIRE)
            // [D-10.4c] A commander in the hex, whatever his level.
            + table.note(rule!("10.4.2"), when(has_commander(attacker), 1), words::WITH_COMMANDER)
            + table.note(rule!("10.4.3"), attackers_morale.into(), words::ATTACKER_MORALE)
            + table.note(rule!("10.4.4"), -i32::from(defenders_morale), words::DEFENDER_MORALE)
            + table.note(rule!("10.4.5"), when(has_commander(!attacker), -1), words::DEFENDER_LED)
            + table.note(ground_rule, ground, words::GROUND)
            + table.note(rule!("10.4.9"), when(defenders_level == UnderFire, 1), words::DEFENDER_UNDER_FIRE)
            + table.note(rule!("10.4.10"), when(defenders_level == Pinned, 2), words::DEFENDER_PINNED)
            + table.note(rule!("10.4.11"), if attacker == FAVOURED { 1 } else { -1 }, words::POLES)
    }

    /// [10.3] The odds, the die, and what is then to be done: losses, the attacker's first, then retreats.
    pub(crate) fn fight<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (hex, attacker): (HexId, Side),
        table: &mut Table<D, J>,
    ) {
        let [attackers, defenders] = [attacker, !attacker].map(|side| self.strength_in(state, side, hex));
        let column = Self::odds(attackers, defenders) + self.modifiers(state, hex, attacker, table);
        // [D-10.3b] The table's ends hold.
        let last = i32::try_from(ODDS).expect("the table has nine columns") - 1;
        let column = usize::try_from(column.clamp(0, last)).expect("a column of the table");
        table.total(rule!("10.3.2"), attackers.into(), defenders.into(), subject::of_hex(hex));
        let face = table.roll(K10, Ask::new(rule!("10.3.3"), state.stage).at(subject::of_hex(hex)));
        let blows = self.scenario.tables.close_combat[usize::from(face) - 1][column];
        // [10.3.4] Before the stroke the attacker's, behind it the defender's. [D-10.3d] Losses first, then retreats;
        // [D-10.3f] nobody advances, as the winner is in the hex already.
        state.agenda.pop();
        // [D-10.1a] Commanders left alone step back when all is done.
        state.agenda.push(Task::StepBack);
        for (side, blow) in [(!attacker, blows[1]), (attacker, blows[0])] {
            if blow.retreats {
                state.agenda.push(Task::Retreats(hex, side, false));
            }
        }
        let losses_of = |blow: Blow, own: u16| {
            // [D-10.3c] What is more than a side has is lost.
            Self::multiplied(blow.losses, attackers + defenders).min(u8::try_from(own).unwrap_or(u8::MAX))
        };
        let losses =
            [(!attacker, losses_of(blows[1], defenders)), (attacker, losses_of(blows[0], attackers))];
        // [D-13.5a] Commanders when all losses have been taken.
        for (side, losses) in losses {
            state.agenda.push(Task::Officers(hex, side, losses));
        }
        for (side, losses) in losses {
            state.agenda.push(Task::Losses(hex, side, losses));
        }
    }

    // ---- Losses [D-10.3c] ----

    fn losers(&self, state: &State, hex: HexId, side: Side) -> Counters {
        self.units_at(state, side, hex)
    }

    pub(crate) fn loss_actions(
        &self,
        state: &State,
        (hex, side): (HexId, Side),
        list: &mut ActionList<Action>,
    ) {
        for unit in &self.losers(state, hex, side) {
            list.push(Action::Lose(unit));
        }
    }

    pub(crate) fn loss_refusal(
        &self,
        state: &State,
        (hex, side): (HexId, Side),
        action: Action,
    ) -> Option<Rule> {
        match action {
            Action::Lose(unit) if self.losers(state, hex, side).contains(unit) => None,
            _ => Some(rule!("D-10.3c")),
        }
    }

    /// A side that has one unit has no choice.
    pub(crate) fn go_on_with_losses<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (hex, side, left): (HexId, Side, u8),
        table: &mut Table<D, J>,
    ) -> bool {
        let losers = self.losers(state, hex, side);
        match losers.first() {
            Some(unit) if left > 0 && losers.len() == 1 => {
                self.lose(state, unit, left, rule!("10.3.4"), table);
                state.agenda.pop();
                true
            }
            Some(_) if left > 0 => false,
            _ => {
                state.agenda.pop();
                true
            }
        }
    }

    pub(crate) fn take_loss<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: CounterId,
        (hex, side, left): (HexId, Side, u8),
        table: &mut Table<D, J>,
    ) {
        self.lose(state, unit, 1, rule!("10.3.4"), table);
        state.agenda.turn_to(Task::Losses(hex, side, left - 1));
    }

    // ---- Retreats [D-10.3e] ----

    fn retreat_from(&self, state: &State, who: CounterId, (hex, side): (HexId, Side), to: HexId) -> Verdict {
        require(who.side() == side && state.place_of(who) == Some(hex), rule!("D-10.3e"))?;
        self.retreat_verdict(state, who, to)
    }

    pub(crate) fn retreat_actions(
        &self,
        state: &State,
        (hex, side): (HexId, Side),
        list: &mut ActionList<Action>,
    ) {
        for who in &state.of_side_at(side, hex) {
            for to in self.neighbours(hex) {
                list.push_if(Action::Retreat(who, to), self.retreat_verdict(state, who, to).is_ok());
            }
        }
    }

    pub(crate) fn retreat_refusal(&self, state: &State, from: (HexId, Side), action: Action) -> Option<Rule> {
        match action {
            Action::Retreat(who, to) if self.has(to) => self.retreat_from(state, who, from, to).err(),
            _ => Some(rule!("D-10.3e")),
        }
    }

    /// Who has nowhere to go is eliminated; a lone counter with one way out takes it.
    pub(crate) fn go_on_with_retreats<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (hex, side, is_driven): (HexId, Side, bool),
        table: &mut Table<D, J>,
    ) -> bool {
        let here = state.of_side_at(side, hex);
        let Some(first) = here.first() else {
            state.agenda.pop();
            // [13.6.1] Who is dead has not been driven out by a hex.
            if is_driven {
                state.agenda.push(Task::Driven(hex, !side, 1));
            }
            return true;
        };
        if let Some(who) = here.iter().find(|who| self.ways_out(state, *who).next().is_none()) {
            table.remark(rule!("D-10.3e"), words::NOWHERE, who.subject());
            self.eliminate(state, who, rule!("D-10.3e"), table);
            return true;
        }
        let mut ways = self.ways_out(state, first);
        let only = ways.next().filter(|_| here.len() == 1 && ways.next().is_none());
        if let Some(only) = only {
            self.retreat(state, first, only, table);
        }
        only.is_some()
    }

    /// A counter retreats; whether a unit has, is remembered.
    pub(crate) fn retreat<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        who: CounterId,
        to: HexId,
        table: &mut Table<D, J>,
    ) {
        self.fall_back(state, who, to, rule!("10.3.4"), table);
        if let Task::Retreats(hex, side, _) = state.task()
            && state.units.contains(who)
        {
            state.agenda.turn_to(Task::Retreats(hex, side, true));
        }
    }

    // ---- New commanders [13.6.1] ----

    /// Platoons of a company of this side in a hex.
    fn platoons(&self, state: &State, (hex, side, company): (HexId, Side, u8)) -> Counters {
        let own = self.units_at(state, side, hex);
        own.iter().filter(|unit| self.card(state, *unit).company == company).collect()
    }

    /// [13.6.1, D-13.6b] The side has driven the enemy out: each of its companies there that has lost its commander
    /// rolls.
    pub(crate) fn go_on_driving<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        (hex, side, company): (HexId, Side, u8),
        table: &mut Table<D, J>,
    ) {
        const MOST_COMPANIES: u8 = 12;
        if company > MOST_COMPANIES {
            state.agenda.pop();
            return;
        }
        state.agenda.turn_to(Task::Driven(hex, side, company + 1));
        if self.platoons(state, (hex, side, company)).is_empty() {
            return;
        }
        if let Some(lost) = self.lost_commander_of(state, side, company)
            && self.roll_for_new_commander(state, lost, rule!("13.6.1"), table)
        {
            state.agenda.push(Task::Appear(hex, side, company));
        }
    }

    pub(crate) fn appear_actions(&self, state: &State, of: (HexId, Side, u8), list: &mut ActionList<Action>) {
        for platoon in &self.platoons(state, of) {
            list.push(Action::Appear(platoon));
        }
    }

    pub(crate) fn appear_refusal(
        &self,
        state: &State,
        of: (HexId, Side, u8),
        action: Action,
    ) -> Option<Rule> {
        match action {
            Action::Appear(platoon) if self.platoons(state, of).contains(platoon) => None,
            _ => Some(rule!("D-13.6b")),
        }
    }

    /// [D-13.6b] Of several platoons the owner chooses.
    pub(crate) fn go_on_appearing<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        of: (HexId, Side, u8),
        table: &mut Table<D, J>,
    ) -> bool {
        let platoons = self.platoons(state, of);
        if platoons.len() > 1 {
            return false;
        }
        match platoons.first() {
            Some(only) => self.appear(state, only, of, table),
            None => state.agenda.pop(),
        }
        true
    }

    pub(crate) fn appear<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        platoon: CounterId,
        (_, side, company): (HexId, Side, u8),
        table: &mut Table<D, J>,
    ) {
        state.agenda.pop();
        if let Some(lost) = self.lost_commander_of(state, side, company) {
            self.appoint(state, lost, platoon, table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [10.3.1] [D-10.3a] 7.5 squares against 3 are 2:1, the book's example; 3 against 5 are 1:2; ends hold.
    #[test]
    fn odds_are_rounded_for_the_defender() {
        for (attackers, defenders, column) in [
            (15, 6, EVEN_ODDS + 1),
            (12, 6, EVEN_ODDS + 1),
            (11, 6, EVEN_ODDS),
            (6, 6, EVEN_ODDS),
            (18, 6, EVEN_ODDS + 2),
            (36, 6, EVEN_ODDS + 2),
            (6, 10, EVEN_ODDS - 1),
            (6, 7, EVEN_ODDS - 1),
            (6, 12, EVEN_ODDS - 1),
            (6, 13, EVEN_ODDS - 2),
            (6, 19, EVEN_ODDS - 3),
            (1, 36, EVEN_ODDS - 3),
        ] {
            assert_eq!(Pluton::odds(attackers, defenders), column, "{attackers} against {defenders} halves");
        }
    }

    /// [10.5] [D-10.5a] Halves of squares: 11.5, 12, 18.5, 19, 24, 24.5 squares; 1.5 times 3 is 4.5, rounded up.
    #[test]
    fn large_combats_multiply_losses() {
        for (losses, halves, most) in
            [(3, 23, 3), (3, 24, 5), (2, 24, 3), (3, 37, 5), (3, 38, 6), (3, 48, 6), (3, 49, 9), (4, 72, 12)]
        {
            assert_eq!(Pluton::multiplied(losses, halves), most, "{losses} at {halves} halves");
        }
    }
}
