//! Chapter 16: who observes whom, which counters are masked, and what the back of a turned counter hides.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Ask, Dice, Journal, Rule, Side, Subject, Table, rule};

use crate::chapters::game::Pluton;
use crate::chapters::sight::Sight;
use crate::chapters::stacks::MOST_IN_A_HEX;
use crate::chapters::words;
use crate::position::agenda::Task;
use crate::position::data::{Card, Kind, TurnedCounters};
use crate::position::ids::{CounterId, Counters, MOST_OF_A_SIDE, of_side, subject};
use crate::position::state::{Level, State};

impl Pluton {
    /// How far a counter observes, and the rule that says so.
    pub(crate) fn observation(&self, state: &State, who: CounterId) -> (u8, Rule) {
        let level = state.level(who) as usize;
        match self.kind(state, who) {
            // [13.3] A commander.
            Kind::Commander => ([20, 10, 4][level], rule!("13.3")),
            // [16.4] A unit.
            _ => ([10, 6, 2][level], rule!("16.4")),
        }
    }

    /// Does a counter see a hex: in sight [16.2], and near enough [16.4]?
    pub(crate) fn sees(&self, state: &State, who: CounterId, hex: HexId) -> bool {
        state.place_of(who).is_some_and(|from| {
            self.board.distance(from, hex) <= self.observation(state, who).0
                && self.sight(from, hex) != Sight::Screened
        })
    }

    /// [16.1, 16.3, D-16.1a, D-16.1b] Would a counter be unmasked by an enemy who sees its hex? It is in the open, or
    /// known to have fired, or an enemy stands in its hex. Moving in cover does not show it [D-16.3b].
    pub(crate) fn is_exposed(&self, state: &State, counter: CounterId) -> bool {
        let Some(hex) = state.place_of(counter) else { return false };
        !self.ground(hex).is_cover()
            || state.marked.contains(counter)
            || !state.of_side_at(!counter.side(), hex).is_empty()
    }

    /// [16.1, D-16.1a] Is a counter on the board unmasked? Enemies on paper see it too: only their side may ask then.
    pub fn is_unmasked(&self, state: &State, counter: CounterId) -> bool {
        self.is_seen_by(state, counter, self.counters(!counter.side()))
    }

    /// Is it unmasked for all to see: by enemies on the board?
    pub fn is_openly_unmasked(&self, state: &State, counter: CounterId) -> bool {
        self.is_seen_by(state, counter, self.counters(!counter.side()) - state.paper)
    }

    fn is_seen_by(&self, state: &State, counter: CounterId, enemies: Counters) -> bool {
        let Some(hex) = state.place_of(counter) else { return false };
        let seen_from = &self.in_sight[hex.index()];
        let sees = |enemy: CounterId| {
            state.place_of(enemy).is_some_and(|from| {
                seen_from.contains(from) && self.board.distance(from, hex) <= self.observation(state, enemy).0
            })
        };
        // An enemy in the hex sees it.
        self.is_exposed(state, counter) && enemies.iter().any(sees)
    }

    // ---- What the back of a counter hides [D-16.1c] ----

    /// Counters whose enemy knows from the beginning what is on them: all, with the switch; otherwise those that are
    /// kept on paper, of which only the places are secret [19.1].
    pub(crate) fn open_counters(&self) -> Counters {
        match self.scenario.switches.turned_counters {
            TurnedCounters::Open => self.all,
            TurnedCounters::HideTheKind => self.hideable,
        }
    }

    /// What is printed on a counter, if this side may know it: its own, and what it has seen.
    pub fn card_seen_by<'a>(&'a self, state: &State, viewer: Side, counter: CounterId) -> Option<&'a Card> {
        let knows = counter.side() == viewer || (state.known | state.spied).contains(counter);
        (knows && self.all.contains(counter)).then(|| self.card(state, counter))
    }

    /// Where a counter is, as far as this side knows: units on paper are its owner's secret [19.1].
    pub fn place_seen_by(&self, state: &State, viewer: Side, counter: CounterId) -> Option<HexId> {
        let is_secret = counter.side() != viewer && state.paper.contains(counter);
        state.place_of(counter).filter(|_| !is_secret)
    }

    /// The counters get their numbers by lot: what a counter is does not follow from its number. Nobody hears the lots.
    pub(crate) fn deal<D: Dice>(&self, state: &mut State, dice: &mut D) {
        let secret = self.all - state.known;
        self.deal_cards(state, secret, dice, Dice::deal);
        state.agenda.turn_to(Task::SetUp);
    }

    /// What the viewer does not know of the enemy's counters is dealt anew, within each group: set-up and
    /// reinforcements say openly which group a counter is of.
    pub(crate) fn imagine_cards<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        let secret = self.counters(!viewer) - (state.known | state.spied);
        if !secret.is_empty() {
            self.deal_cards(state, secret, dice, Dice::draw);
        }
    }

    /// Deals the cards of these counters to them again, group by group, in an order that does not depend on who has
    /// which.
    fn deal_cards<D: Dice>(
        &self,
        state: &mut State,
        counters: Counters,
        dice: &mut D,
        mut draw: impl FnMut(&mut D, Ask, &[Subject]) -> usize,
    ) {
        for side in Side::BOTH {
            for group in (0..).take(self.scenario.groups[side].len()) {
                let own = counters & of_side(side);
                let is_of = |counter: &CounterId| self.card(state, *counter).group == Some(group);
                let own: Counters = own.iter().filter(is_of).collect();
                let cards = own.iter().map(|counter| usize::from(state.cards[counter.index()]));
                let cards: Counters = cards.map(|slot| CounterId::of_side(side, slot)).collect();
                let mut tickets = [Subject::NONE; MOST_OF_A_SIDE];
                let mut count = 0;
                for card in &cards {
                    tickets[count] = card.subject();
                    count += 1;
                }
                let ask = Ask::new(rule!("D-16.1c"), 0).at(subject::of_group(side, group.into()));
                for counter in &own {
                    let drawn = draw(dice, ask, &tickets[..count]);
                    let card = CounterId::from_index(tickets[drawn].0.into());
                    count -= 1;
                    tickets[drawn] = tickets[count];
                    state.cards[counter.index()] = u8::try_from(card.slot()).expect("one of 64");
                }
                for counter in &own {
                    let is_commander = self.kind(state, counter) == Kind::Commander;
                    let (of, not) = if is_commander {
                        (&mut state.commanders, &mut state.units)
                    } else {
                        (&mut state.units, &mut state.commanders)
                    };
                    of.insert(counter);
                    not.remove(counter);
                }
            }
        }
    }

    /// Shows what a counter is, and puts it onto the board if it was on paper [D-19.1d].
    pub(crate) fn show<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        counter: CounterId,
        table: &mut Table<D, J>,
    ) {
        if !state.known.contains(counter) {
            state.known.insert(counter);
            state.spied.remove(counter);
            let card = i32::from(state.cards[counter.index()]);
            let side = if counter.side() == Side::First { 0 } else { words::CARDS_OF_SECOND };
            table.change(rule!("D-16.1c"), words::CARD, counter.subject(), -1, side + card);
        }
        if state.paper.contains(counter) {
            state.paper.remove(counter);
            let hex = words::of_hex(state.place_of(counter));
            let rule = rule!("D-19.1d");
            table.change(rule, words::HEX, counter.subject(), -1, hex);
            // It may have run on paper.
            let (level, colour) = (state.level(counter), state.colour(counter));
            table.change(rule, words::LEVEL, counter.subject(), 0, words::of_level(level));
            table.change(rule, words::MARKER, counter.subject(), -1, words::of_colour(colour));
            self.look_about(state, counter, table);
        }
    }

    /// [D-16.1a] Somebody has come into a hex, or sees farther: who sees him now, and whom does he see?
    pub(crate) fn look_about<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        who: CounterId,
        table: &mut Table<D, J>,
    ) {
        let Some(hex) = state.place_of(who) else { return };
        self.show_surplus(state, who, hex, table);
        let is_secret =
            |state: &State, counter| !state.known.contains(counter) || state.paper.contains(counter);
        if is_secret(state, who) && self.is_openly_unmasked(state, who) {
            let was_on_paper = state.paper.contains(who);
            self.show(state, who, table);
            if was_on_paper {
                // It has looked about, when it came onto the board.
                return;
            }
        }
        // Only its own side knows what a unit on paper sees.
        if !(state.known | state.spied).contains(who) && self.is_unmasked(state, who) {
            state.spied.insert(who);
        }
        let secret = (self.counters(!who.side()) - state.known) | (state.paper & of_side(!who.side()));
        for enemy in &secret {
            let Some(place) = state.place_of(enemy) else { continue };
            if self.in_sight[hex.index()].contains(place)
                && self.is_exposed(state, enemy)
                && self.sees(state, who, place)
            {
                if state.paper.contains(who) {
                    state.spied.insert(enemy);
                } else {
                    self.show(state, enemy, table);
                }
            }
        }
    }

    /// Everybody looks about.
    pub(crate) fn look_everywhere<D: Dice, J: Journal>(&self, state: &mut State, table: &mut Table<D, J>) {
        for counter in &state.placed() {
            self.look_about(state, counter, table);
        }
    }

    /// [5.2, D-16.1c] Where more than six counters of a side stand, those that do not count are shown.
    pub(crate) fn show_surplus<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        who: CounterId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        let here = state.of_side_at(who.side(), hex);
        if here.len() > MOST_IN_A_HEX {
            for commander in &((here & state.commanders) - state.known) {
                self.show(state, commander, table);
            }
        }
    }

    /// [D-11.4a] How far the nearest unmasked enemy unit is from each of two hexes; nothing where none is.
    pub(crate) fn nearest_enemies(
        &self,
        state: &State,
        who: CounterId,
        hexes: [HexId; 2],
    ) -> Option<[u8; 2]> {
        let mut nearest: Option<[u8; 2]> = None;
        for enemy in &((state.units & of_side(!who.side())) - state.paper) {
            let Some(place) = state.place_of(enemy) else { continue };
            let far = hexes.map(|hex| self.board.distance(hex, place));
            // Only who is nearer than those before has to be looked at.
            let is_nearer = nearest.is_none_or(|known| far[0] < known[0] || far[1] < known[1]);
            if is_nearer && self.is_unmasked(state, enemy) {
                let known = nearest.unwrap_or(far);
                nearest = Some([far[0].min(known[0]), far[1].min(known[1])]);
            }
        }
        nearest
    }

    /// [12.1, 10.1] Does a counter share its hex with units of the enemy?
    pub(crate) fn shares_hex(&self, state: &State, who: CounterId) -> bool {
        state.place_of(who).is_some_and(|hex| !self.units_at(state, !who.side(), hex).is_empty())
    }

    /// [D-7.3b, D-10.1a] Is a commander in his hex without a unit of his side?
    pub(crate) fn is_alone(&self, state: &State, commander: CounterId) -> bool {
        state.place_of(commander).is_some_and(|hex| self.units_at(state, commander.side(), hex).is_empty())
    }

    /// The level at which something is not possible any more.
    pub(crate) fn is_pinned(&self, state: &State, who: CounterId) -> bool {
        state.level(who) == Level::Pinned
    }
}
