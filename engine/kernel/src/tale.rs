//! The tale of a game, for the tables of units, events and stages: what the journal said, as rows that look alike in
//! every game. A rule system only translates ([`Recorded::tell`]); other code collects the rows, counts them by unit
//! and stage, and writes them.

use core::fmt::Display;

use crate::dice::Subject;
use crate::journal::{Event, Journal};
use crate::record::Recorded;
use crate::rule::Rule;
use crate::side::Side;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum What {
    /// A unit came onto the map.
    Entry,
    /// A commander was activated.
    Activation,
    /// Somebody fired.
    Shot,
    /// Somebody attacked hand to hand.
    Melee,
    /// A unit took losses.
    Loss,
    /// A unit fled.
    Flight,
    /// A side scored.
    Point,
    /// A unit is out of the game.
    End,
}

impl What {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Entry,
        Self::Activation,
        Self::Shot,
        Self::Melee,
        Self::Loss,
        Self::Flight,
        Self::Point,
        Self::End,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Activation => "activation",
            Self::Shot => "shot",
            Self::Melee => "melee",
            Self::Loss => "loss",
            Self::Flight => "flight",
            Self::Point => "point",
            Self::End => "end",
        }
    }
}

/// A row of the tale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Happening {
    /// What happened.
    pub what: What,
    /// In which way, in the journal's words; empty where there is only one.
    pub how: &'static str,
    /// In which stage or turn, from 1.
    pub stage: u8,
    /// The rule, as the rule system numbers it.
    pub rule: Option<Rule>,
    /// Whose it is: the side that fired, attacked, lost, scored.
    pub side: Option<Side>,
    /// Who did it, or through whom it came.
    pub by: Subject,
    /// To whom.
    pub on: Subject,
    /// In which cell, where that is not the cell of the target, or of the doer.
    pub at: Subject,
    /// How much.
    pub amount: i32,
}

impl Happening {
    /// One of this, with nobody concerned.
    pub const fn new(what: What, stage: u8, rule: Rule, side: Side) -> Self {
        Self {
            what,
            how: "",
            stage,
            rule: Some(rule),
            side: Some(side),
            by: Subject::NONE,
            on: Subject::NONE,
            at: Subject::NONE,
            amount: 1,
        }
    }

    /// The same in this way.
    #[must_use]
    pub const fn how(self, how: &'static str) -> Self {
        Self { how, ..self }
    }

    /// The same by somebody.
    #[must_use]
    pub const fn by(self, by: Subject) -> Self {
        Self { by, ..self }
    }

    /// The same to somebody.
    #[must_use]
    pub const fn on(self, on: Subject) -> Self {
        Self { on, ..self }
    }

    /// The same in a cell.
    #[must_use]
    pub const fn at(self, at: Subject) -> Self {
        Self { at, ..self }
    }

    /// So much of it.
    #[must_use]
    pub const fn amount(self, amount: i32) -> Self {
        Self { amount, ..self }
    }

    /// Points that change the lead of the first side by so much: they are those of the side that gains.
    pub fn points(stage: u8, rule: Rule, change: i32) -> Self {
        let side = if change > 0 { Side::First } else { Side::Second };
        Self::new(What::Point, stage, rule, side).amount(change.abs())
    }
}

/// What happened in a game, in order.
#[derive(Clone, Debug, Default)]
pub struct Tale {
    rows: Vec<Happening>,
    /// How many there were before the last decision.
    before: usize,
}

impl Tale {
    /// The rows so far.
    pub fn rows(&self) -> &[Happening] {
        &self.rows
    }

    /// Something happened.
    pub fn push(&mut self, row: Happening) {
        self.rows.push(row);
    }

    /// Something was so before anything happened.
    pub fn push_first(&mut self, row: Happening) {
        self.rows.insert(0, row);
    }

    /// The last row of this kind.
    pub fn last(&mut self, what: What) -> Option<&mut Happening> {
        self.rows.iter_mut().rfind(|row| row.what == what)
    }

    /// The last row of this kind since somebody decided.
    pub fn latest(&mut self, what: What) -> Option<&mut Happening> {
        self.rows[self.before..].iter_mut().rfind(|row| row.what == what)
    }

    /// Somebody decides.
    pub fn decided(&mut self) {
        self.before = self.rows.len();
    }

    /// Nothing has happened yet.
    pub fn clear(&mut self) {
        self.rows.clear();
        self.before = 0;
    }
}

/// A journal that takes notes and collects the tale of a game.
#[derive(Clone, Debug)]
pub struct Teller<'r, R: Recorded> {
    /// The rules that are played.
    pub rules: &'r R,
    /// The notes that the row of the game is written from.
    pub notes: R::Notes,
    /// The tale so far.
    pub tale: Tale,
}

impl<'r, R: Recorded> Teller<'r, R> {
    /// Of a game that begins.
    pub fn new(rules: &'r R) -> Self {
        Self { rules, notes: rules.notes(), tale: Tale::default() }
    }

    /// A decision was made, and is about to be carried out in this position.
    pub fn decided(&mut self, state: &R::State, action: R::Action) {
        self.tale.decided();
        self.rules.note_decision(&mut self.notes, state, action);
    }
}

impl<R: Recorded> Journal for Teller<'_, R> {
    fn event(&mut self, event: Event) {
        self.rules.tell(&self.notes, &event, &mut self.tale);
        self.notes.event(event);
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

/// An entry of the table of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Whose it is.
    pub side: Side,
    /// Its name, which no other member has.
    pub name: String,
    /// What it belongs to: a formation, a kind. None where the game has no such thing.
    pub formation: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn what_happened_before_a_decision_is_the_last_but_not_the_latest() {
        let shot = Happening::new(What::Shot, 1, rule!("2.3"), Side::First);
        let mut tale = Tale::default();
        tale.push(shot);
        assert_eq!(tale.latest(What::Shot), Some(&mut shot.clone()));
        tale.decided();
        assert_eq!(tale.latest(What::Shot), None);
        assert_eq!(tale.last(What::Shot), Some(&mut shot.clone()));
        tale.clear();
        assert_eq!(tale.last(What::Shot), None);
        assert!(tale.rows().is_empty());
    }

    #[test]
    fn points_are_those_of_the_side_that_gains() {
        let of = |change| Happening::points(1, rule!("2.1"), change);
        assert_eq!((of(2).side, of(2).amount), (Some(Side::First), 2));
        assert_eq!((of(-3).side, of(-3).amount), (Some(Side::Second), 3));
    }
}
