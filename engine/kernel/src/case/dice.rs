//! The dice of a case: a script that knows faces from names, and keeps the first fault with its place and in words.

use crate::rules::Naming;
use core::fmt::Write as _;

use super::Casebook;
use crate::dice::{Ask, Dice, Die, ScriptFault, Scripted, ScriptedDice, Subject};

/// One die of a case.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseDie {
    pub(super) scripted: Scripted,
    /// Written as a name, for a draw, and not as a face, for a roll.
    pub(super) is_name: bool,
}

/// What went wrong between the dice of a case and the rules.
#[derive(Clone, Debug)]
pub(super) struct DiceFault {
    /// Which die of the case it is about; `None` when all were read before.
    pub(super) die: Option<usize>,
    pub(super) message: String,
}

pub(super) struct CaseDice<'r, R> {
    rules: &'r R,
    dice: Vec<CaseDie>,
    script: ScriptedDice,
    /// The first fault; after it the dice still fall, and mean nothing.
    pub(super) fault: Option<DiceFault>,
}

impl<'r, R: Casebook> CaseDice<'r, R> {
    pub(super) fn new(rules: &'r R, dice: Vec<CaseDie>) -> Self {
        let script = ScriptedDice::new(dice.iter().map(|die| die.scripted));
        Self { rules, dice, script, fault: None }
    }

    /// The dice that were never asked for: which is the first, and how many they are.
    pub(super) fn unread(&self) -> Option<(usize, usize)> {
        let read = self.script.read();
        (read < self.dice.len()).then(|| (read, self.dice.len() - read))
    }

    /// Looks whether the die just read was the right one; `draws_from` is what it was drawn from, if drawn.
    fn check(&mut self, at: usize, asked: Ask, draws_from: Option<&[Subject]>, no_such_face: &str) {
        if self.fault.is_some() {
            return;
        }
        let whom = self.whom(asked);
        let die = self.dice.get(at);
        let message = match (self.script.fault(), die) {
            (Some(ScriptFault::ForAnotherRule { written, .. }), _) => {
                format!("this die is written for rule {written}, and rule {} asks for one{whom}", asked.rule)
            }
            (_, None) => format!("rule {} asks for a die{whom}, and no die is left", asked.rule),
            (_, Some(die)) if die.is_name && draws_from.is_none() => {
                format!("rule {} rolls a die{whom}: write the face it shows, not a name", asked.rule)
            }
            (_, Some(die)) if !die.is_name && draws_from.is_some() => {
                format!("rule {} draws{whom}: write the name of what is drawn, not a face", asked.rule)
            }
            (Some(_), Some(die)) => match draws_from {
                None => format!("rule {} rolls a die{whom}, and {no_such_face}", asked.rule),
                Some(tickets) => {
                    let names: Vec<String> =
                        tickets.iter().map(|it| self.rules.name(*it).to_string()).collect();
                    let written = self.rules.name(Subject(die.scripted.face));
                    format!(
                        "rule {} draws from {}: {written} is not among them",
                        asked.rule,
                        names.join(", ")
                    )
                }
            },
            (None, Some(_)) => return,
        };
        self.fault = Some(DiceFault { die: die.map(|_| at), message });
    }

    fn whom(&self, asked: Ask) -> String {
        let mut words = String::new();
        for (word, subject) in [("for", asked.who), ("at", asked.whom)] {
            if subject != Subject::NONE {
                let _ = write!(words, " {word} {}", self.rules.name(subject));
            }
        }
        words
    }
}

impl<R: Casebook> Dice for CaseDice<'_, R> {
    fn roll(&mut self, die: Die, asked: Ask) -> u8 {
        let at = self.script.read();
        let face = self.script.roll(die, asked);
        let highest = die.lowest() + die.faces() - 1;
        self.check(at, asked, None, &format!("it shows {} to {highest}", die.lowest()));
        face
    }

    fn draw(&mut self, asked: Ask, tickets: &[Subject]) -> usize {
        let at = self.script.read();
        let place = self.script.draw(asked, tickets);
        self.check(at, asked, Some(tickets), "");
        place
    }
}
