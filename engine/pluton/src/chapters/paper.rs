//! Chapter 19, units on paper: where they are set up, how they come onto the board, what their enemy imagines, and what
//! depends on how many have been revealed. The moves of units on paper are those of `movement`, outside the journal.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Ask, Dice, Journal, Side, Subject, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::levels::K10;
use crate::chapters::stacks::MOST_IN_A_HEX;
use crate::chapters::words;
use crate::position::data::{Coming, HiddenStages};
use crate::position::ids::{CounterId, Counters, Hexes, MOST_HEXES, Verdict, of_side, require, subject};
use crate::position::state::State;

/// No company has a higher number.
const MOST_COMPANIES: u8 = 12;

impl Pluton {
    // ---- Set-up [19.1] ----

    /// [D-19.1b] May a counter be put on paper there? The first of a company in any hex of its group that no other
    /// company has and that has room for the company; the others near the first; a battalion's own platoons near a
    /// company of their battalion.
    pub(crate) fn paper_verdict(&self, state: &State, who: CounterId, hex: HexId) -> Verdict {
        let its = self.card(state, who);
        let spread = self.scenario.switches.company_spread;
        let near = |place: HexId| self.board.distance(place, hex) <= spread;
        if its.company == 0 {
            let of_battalion = |counter: &CounterId| {
                let other = self.card(state, *counter);
                other.battalion == its.battalion && other.company > 0
            };
            let own = state.paper & of_side(who.side());
            let mut firsts =
                own.iter().filter(of_battalion).filter(|it| Some(*it) == self.first_of(state, *it));
            let is_with = firsts.any(|first| state.place_of(first).is_some_and(near));
            return require(is_with, rule!("D-19.1b"));
        }
        if let Some(first) = self.first_of(state, who).and_then(|first| state.place_of(first)) {
            return require(near(first), rule!("D-19.1b"));
        }
        let own = state.all_at(hex) & of_side(who.side());
        require(own.is_empty(), rule!("D-19.1b"))
    }

    /// The counter of a company with the lowest number that has been put on paper.
    fn first_of(&self, state: &State, who: CounterId) -> Option<CounterId> {
        let company = self.card(state, who).company;
        let own = state.paper & of_side(who.side());
        own.iter().find(|other| self.card(state, *other).company == company)
    }

    // ---- Revealed [19.2, D-19.2a] ----

    /// [D-19.2a] Units of a side that were on paper and have been revealed, for good; commanders are none.
    pub(crate) fn revealed(&self, state: &State, side: Side) -> u8 {
        let shown = self.hideable & state.units & of_side(side) & (state.on_board() | state.dead);
        u8::try_from(shown.len()).expect("a side has few counters")
    }

    /// [19.3, D-19.3a] At the start of a stage, once an enemy unit has been revealed: a die for each group that waits
    /// for one. A group that is released comes now or later.
    pub(crate) fn release<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        for side in Side::BOTH {
            for (at, group) in self.scenario.groups[side].iter().enumerate() {
                let Coming::Released { on, later, from } = group.comes else { continue };
                if state.opened[side] >> at & 1 == 1 || self.revealed(state, !side) == 0 {
                    continue;
                }
                let most = if state.stage >= from { later } else { on };
                let whose = subject::of_group(side, at);
                let face = table.roll(K10, Ask::new(rule!("19.3"), state.stage).by(whose));
                table.total(rule!("19.3"), face.into(), most.into(), whose);
                if face <= most {
                    state.opened[side] |= 1 << at;
                    table.remark(rule!("D-19.3a"), words::IS_RELEASED, whose);
                }
            }
        }
    }

    /// [19.4.1, D-19.4a] A stage ends: was nobody revealed?
    pub(crate) fn count_hidden_stage(&self, state: &mut State) {
        if self.hideable.is_empty() {
            return;
        }
        let now = Side::BOTH.map(|side| self.revealed(state, side)).iter().sum();
        let is_hidden = match self.scenario.switches.hidden_stages {
            HiddenStages::UntilTheFirst => now == 0,
            HiddenStages::Each => now == state.revealed_before,
        };
        state.hidden_stages += u8::from(is_hidden);
        state.revealed_before = now;
    }

    /// The game ends: all papers are laid open.
    pub(crate) fn reveal_all<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        for counter in &state.paper {
            self.show(state, counter, table);
        }
    }

    /// [6.2, D-6.2a, D-19.1d] An enemy has entered a hex: counters there on paper come onto the board.
    pub(crate) fn reveal_at<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        hex: HexId,
        side: Side,
        table: &mut Table<D, J>,
    ) {
        let hidden = state.paper & of_side(side);
        if hidden.is_empty() {
            return;
        }
        for counter in &(state.all_at(hex) & hidden) {
            self.show(state, counter, table);
        }
    }

    // ---- What the other side imagines ----

    /// A simple deal, whatever the truth: each company, and all that may be with it, on one hex of its group that has
    /// room and no enemy. Whether a counter on paper has moved, runs or is under way is not known either, nor what it
    /// sees.
    pub(crate) fn imagine_paper<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        state.spied -= of_side(viewer);
        let paper = state.paper & of_side(!viewer);
        if paper.is_empty() {
            return;
        }
        if state.mover.is_some_and(|mover| paper.contains(mover.who)) {
            state.mover = None;
            state.agenda.pop();
        }
        let marks =
            [&mut state.under_fire, &mut state.pinned, &mut state.odd, &mut state.fresh, &mut state.moved];
        for set in marks {
            *set -= paper;
        }
        for counter in &paper {
            state.places[counter.index()] = None;
        }
        for company in 1..=MOST_COMPANIES {
            let members = paper.iter().filter(|counter| self.card(state, *counter).company == company);
            self.imagine_together(state, members.collect(), dice);
        }
        let guns: Counters = paper.iter().filter(|counter| self.card(state, *counter).company == 0).collect();
        for gun in &guns {
            self.imagine_gun(state, gun, paper, dice);
        }
        for own in &((self.counters(viewer) & state.placed()) - state.known) {
            if self.is_unmasked(state, own) {
                state.spied.insert(own);
            }
        }
    }

    /// Puts a company on one hex.
    fn imagine_together<D: Dice>(&self, state: &mut State, members: Counters, dice: &mut D) {
        let Some(first) = members.first() else { return };
        let units = (members & state.units).len();
        let mut crowded = Hexes::EMPTY;
        for hex in state.placed().iter().filter_map(|counter| state.place_of(counter)) {
            let own = self.all_units_at(state, first.side(), hex).len();
            if own + units > MOST_IN_A_HEX || !state.of_side_at(!first.side(), hex).is_empty() {
                crowded.insert(hex);
            }
        }
        let mut open = self.group(state, first).hexes - crowded;
        if open.is_empty() {
            open = Hexes::all_below(self.scenario.map.ground.len()) - crowded;
        }
        let mut tickets = [Subject::NONE; MOST_HEXES];
        let mut count = 0;
        for hex in &open {
            tickets[count] = subject::of_hex(hex);
            count += 1;
        }
        let drawn = dice.draw(Ask::new(rule!("19.1"), 0).by(first.subject()), &tickets[..count]);
        let hex = open.iter().nth(drawn);
        for member in &members {
            state.places[member.index()] = hex;
        }
    }

    /// Puts a battalion's own platoon with a company of its battalion that is on paper and has room.
    fn imagine_gun<D: Dice>(&self, state: &mut State, gun: CounterId, paper: Counters, dice: &mut D) {
        let its = self.card(state, gun).battalion;
        let mut hexes = Hexes::EMPTY;
        for other in &paper {
            let card = self.card(state, other);
            if card.company > 0
                && card.battalion == its
                && let Some(hex) = state.place_of(other)
                && self.all_units_at(state, gun.side(), hex).len() < MOST_IN_A_HEX
            {
                hexes.insert(hex);
            }
        }
        if hexes.is_empty() {
            return self.imagine_together(state, Counters::of(gun), dice);
        }
        let mut tickets = [Subject::NONE; MOST_COMPANIES as usize];
        let count = hexes.len().min(tickets.len());
        for (ticket, hex) in tickets.iter_mut().zip(&hexes) {
            *ticket = subject::of_hex(hex);
        }
        let drawn = dice.draw(Ask::new(rule!("19.1"), 0).by(gun.subject()), &tickets[..count]);
        state.places[gun.index()] = hexes.iter().nth(drawn);
    }

    /// Is a counter on paper?
    pub fn is_on_paper(&self, state: &State, counter: CounterId) -> bool {
        state.paper.contains(counter)
    }

    /// Units of a side in a hex, those on paper too.
    pub(crate) fn all_units_at(&self, state: &State, side: Side, hex: HexId) -> Counters {
        state.all_at(hex) & state.units & of_side(side)
    }
}
