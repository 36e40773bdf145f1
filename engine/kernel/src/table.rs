//! The table at which a game is played: the dice and the journal.

use core::fmt::Display;

use crate::dice::{Ask, Dice, Die, Subject};
use crate::journal::{Event, Journal};
use crate::{Rule, Side};

/// Dice and journal in one argument, so that no die is rolled without being written down.
#[derive(Debug)]
pub struct Table<D, J> {
    /// The source of randomness.
    pub dice: D,
    /// The journal.
    pub journal: J,
}

impl<D: Dice, J: Journal> Table<D, J> {
    /// A table with these dice and this journal.
    pub const fn new(dice: D, journal: J) -> Self {
        Self { dice, journal }
    }

    /// Rolls one die and writes it down.
    #[inline]
    pub fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        let face = self.dice.roll(die, ask);
        if J::LISTENS {
            self.journal.event(Event::Roll { ask, die, face });
        }
        face
    }

    /// Draws one of the tickets, writes it down and returns its place in the list.
    #[inline]
    pub fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        let place = self.dice.draw(ask, tickets);
        if J::LISTENS {
            self.journal.event(Event::Draw { ask, ticket: tickets[place] });
        }
        place
    }

    /// Draws one of the tickets of a deal, as [`Dice::deal`] says, writes it down and returns its place in the list.
    #[inline]
    pub fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        let place = self.dice.deal(ask, tickets);
        if J::LISTENS {
            self.journal.event(Event::Draw { ask, ticket: tickets[place] });
        }
        place
    }

    /// [`Journal::note`].
    #[inline]
    pub fn note(&mut self, rule: Rule, amount: i32, why: &'static str) -> i32 {
        self.journal.note(rule, amount, why)
    }

    /// [`Journal::total`].
    #[inline]
    pub fn total(&mut self, rule: Rule, total: i32, against: i32, whose: Subject) {
        self.journal.total(rule, total, against, whose);
    }

    /// [`Journal::change`].
    #[inline]
    pub fn change(&mut self, rule: Rule, what: &'static str, whose: Subject, from: i32, to: i32) {
        self.journal.change(rule, what, whose, from, to);
    }

    /// [`Journal::remark`].
    #[inline]
    pub fn remark(&mut self, rule: Rule, text: &'static str, whom: Subject) {
        self.journal.remark(rule, text, whom);
    }

    /// [`Journal::decision`].
    #[inline]
    pub fn decision(&mut self, side: Side, action: &dyn Display) {
        if J::LISTENS {
            self.journal.decision(side, action);
        }
    }
}
