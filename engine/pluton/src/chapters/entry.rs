//! Coming onto the board: set-up [18.2] and reinforcements [18.5]. The cost of entering is in `movement`.

use szala_board::{HexId, Ordinal};
use szala_kernel::{ActionList, Dice, Journal, Rule, Side, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::Coming;
use crate::position::ids::{CounterId, Verdict, of_side, require, subject};
use crate::position::state::State;

impl Pluton {
    /// [18.2, D-18.2a] The next counter to be set up: those of the first side, then those of the second, one by one.
    pub(crate) fn next_to_set_up(&self, state: &State) -> Option<CounterId> {
        let set_up = |counter: &CounterId| self.group(state, *counter).comes == Coming::SetUp;
        let next = state.waiting.iter().find(set_up)?;
        // [D-19.1b] Companies come before those that join them.
        let joins = |counter: CounterId| {
            self.group(state, counter).on_paper && self.card(state, counter).company == 0
        };
        let mut own = (state.waiting & of_side(next.side())).iter().filter(set_up);
        own.find(|counter| !joins(*counter)).or(Some(next))
    }

    /// [18.2, 5.2] May it stand there?
    fn set_up_verdict(&self, state: &State, who: CounterId, hex: HexId) -> Verdict {
        let group = self.group(state, who);
        require(group.hexes.contains(hex), rule!("18.2"))?;
        if group.on_paper {
            self.paper_verdict(state, who, hex)?;
        }
        self.room_verdict(state, who, hex)
    }

    pub(crate) fn set_up_actions(&self, state: &State, list: &mut ActionList<Action>) {
        let Some(who) = self.next_to_set_up(state) else { return };
        for hex in &self.group(state, who).hexes {
            if self.set_up_verdict(state, who, hex).is_ok() {
                list.push(Action::SetUp(who, hex));
            }
        }
    }

    pub(crate) fn set_up_refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match action {
            Action::SetUp(who, hex) if Some(who) == self.next_to_set_up(state) && self.has(hex) => {
                self.set_up_verdict(state, who, hex).err()
            }
            _ => Some(rule!("D-18.2a")),
        }
    }

    /// Is this a hex of the board?
    pub(crate) fn has(&self, hex: HexId) -> bool {
        hex.index() < self.scenario.map.ground.len()
    }

    /// Sets up counters without a choice; true while something happens by itself.
    pub(crate) fn go_on_with_set_up<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        table: &mut Table<D, J>,
    ) -> bool {
        let Some(who) = self.next_to_set_up(state) else {
            state.agenda.turn_to(Task::NextPhase);
            return true;
        };
        state.active = who.side();
        let mut hexes =
            self.group(state, who).hexes.iter().filter(|hex| self.set_up_verdict(state, who, *hex).is_ok());
        match (hexes.next(), hexes.next()) {
            (Some(only), None) => self.set_up(state, who, only, table),
            (None, _) => {
                // No room: it takes no part.
                table.remark(rule!("18.2"), words::STAYS_AWAY, who.subject());
                state.waiting.remove(who);
            }
            _ => return false,
        }
        true
    }

    pub(crate) fn set_up<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        who: CounterId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        state.waiting.remove(who);
        state.places[who.index()] = Some(hex);
        if self.group(state, who).on_paper {
            // [19.1] Nobody hears of it.
            state.paper.insert(who);
            return;
        }
        table.change(rule!("18.2"), words::HEX, who.subject(), -1, words::of_hex(Some(hex)));
        self.show_surplus(state, who, hex, table);
        self.pass(state, hex);
    }

    /// [18.5, D-18.5b] May a counter that is to come enter now? From its stage on, or once its event has come true.
    pub(crate) fn coming_verdict(&self, state: &State, who: CounterId) -> Verdict {
        require(state.waiting.contains(who), rule!("18.5"))?;
        let group = self.card(state, who).group.ok_or(rule!("18.5"))?;
        match &self.scenario.groups[who.side()][usize::from(group)].comes {
            Coming::SetUp => Err(rule!("18.5")),
            Coming::Stage(first) => require(state.stage >= *first, rule!("18.5")),
            Coming::Taken(_) => require(state.opened[who.side()] >> group & 1 == 1, rule!("18.5.2")),
            Coming::Released { .. } => require(state.opened[who.side()] >> group & 1 == 1, rule!("19.3")),
        }
    }

    /// [18.5.2, D-18.5c] Opens the way for groups that wait for a hex to be taken: a unit of their side and none of the
    /// enemy stands there, between two moves of their own or when all have moved: passing through is not taking.
    pub(crate) fn look_for_taken<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        sides: &[Side],
        table: &mut Table<D, J>,
    ) {
        for side in sides.iter().copied() {
            for (at, group) in self.scenario.groups[side].iter().enumerate() {
                let Coming::Taken(hexes) = &group.comes else { continue };
                if state.opened[side] >> at & 1 == 1 {
                    continue;
                }
                let own = state.on_board() & state.units & of_side(side);
                let held = own.iter().filter_map(|unit| state.place_of(unit));
                let taken = held.filter(|hex| hexes.contains(*hex) && self.holds(state, side, *hex)).min();
                if let Some(hex) = taken {
                    state.opened[side] |= 1 << at;
                    // [D-16.1c] The counter that takes it shows that it is a unit.
                    if let Some(taker) = self.units_at(state, side, hex).first() {
                        self.show(state, taker, table);
                    }
                    table.remark(rule!("18.5.2"), words::IS_TAKEN, subject::of_hex(hex));
                }
            }
        }
    }

    /// [D-18.5c, D-18.6a] A unit of the side stands there, and none of the enemy.
    pub(crate) fn holds(&self, state: &State, side: Side, hex: HexId) -> bool {
        !self.units_at(state, side, hex).is_empty() && self.units_at(state, !side, hex).is_empty()
    }
}
