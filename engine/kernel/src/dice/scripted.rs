//! Dice written in advance, for tests of rules. A missing die is an error, and so is a die that is left over.

use core::fmt;

use super::{Ask, Dice, Die, Subject};
use crate::Rule;

/// One die of a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scripted {
    /// The rule that must call for it; `None` takes any.
    pub rule: Option<Rule>,
    /// The face as it is read, or the number of the ticket drawn.
    pub face: u16,
}

impl From<u8> for Scripted {
    fn from(face: u8) -> Self {
        Self { rule: None, face: face.into() }
    }
}

/// What went wrong between the script and the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptFault {
    /// The rules asked for a die and none was left.
    Missing(Ask),
    /// Dice were left over; how many.
    Unread(usize),
    /// The next die was written for another rule.
    ForAnotherRule {
        /// What the script says.
        written: Rule,
        /// What was asked for.
        asked: Ask,
    },
    /// The die asked for does not have the face that the script says.
    NoSuchFace {
        /// What the script says.
        face: u16,
        /// What was asked for.
        asked: Ask,
    },
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(ask) => {
                write!(f, "rule {} asks for a die, and none is left in the script", ask.rule)
            }
            Self::Unread(count) => write!(f, "{count} dice of the script were never asked for"),
            Self::ForAnotherRule { written, asked } => {
                write!(
                    f,
                    "the next die of the script is for rule {written}, but rule {} asks for one",
                    asked.rule
                )
            }
            Self::NoSuchFace { face, asked } => {
                write!(f, "rule {} asks for a die that cannot show {face}", asked.rule)
            }
        }
    }
}

/// Dice read from a script. The first fault is kept until [`finish`](Self::finish); from then on every die shows its
/// lowest face.
#[derive(Clone, Debug)]
pub struct ScriptedDice {
    script: Vec<Scripted>,
    read: usize,
    fault: Option<ScriptFault>,
}

impl ScriptedDice {
    /// Dice that will show these faces in this order.
    pub fn new<S: Into<Scripted>>(script: impl IntoIterator<Item = S>) -> Self {
        Self { script: script.into_iter().map(Into::into).collect(), read: 0, fault: None }
    }

    /// How many dice have been read.
    pub fn read(&self) -> usize {
        self.read
    }

    /// The first fault so far; an unread die is not a fault yet.
    pub fn fault(&self) -> Option<ScriptFault> {
        self.fault
    }

    /// Ends the script.
    ///
    /// # Errors
    /// The first thing that went wrong; an unread die counts.
    pub fn finish(self) -> Result<(), ScriptFault> {
        match (self.fault, self.script.len() - self.read) {
            (Some(fault), _) => Err(fault),
            (None, 0) => Ok(()),
            (None, unread) => Err(ScriptFault::Unread(unread)),
        }
    }

    fn next(&mut self, asked: Ask) -> Result<u16, ScriptFault> {
        let Scripted { rule, face } = *self.script.get(self.read).ok_or(ScriptFault::Missing(asked))?;
        if let Some(written) = rule.filter(|rule| *rule != asked.rule) {
            return Err(ScriptFault::ForAnotherRule { written, asked });
        }
        self.read += 1;
        Ok(face)
    }

    fn or_fault<T>(&mut self, found: Result<T, ScriptFault>, instead: T) -> T {
        found.unwrap_or_else(|fault| {
            self.fault.get_or_insert(fault);
            instead
        })
    }
}

impl Dice for ScriptedDice {
    fn roll(&mut self, die: Die, asked: Ask) -> u8 {
        let face = self.next(asked).and_then(|face| {
            let shown = u8::try_from(face).ok().filter(|face| die.shows(*face));
            shown.ok_or(ScriptFault::NoSuchFace { face, asked })
        });
        self.or_fault(face, die.lowest())
    }

    fn draw(&mut self, asked: Ask, tickets: &[Subject]) -> usize {
        assert!(!tickets.is_empty(), "nothing to draw from");
        let place = self.next(asked).and_then(|face| {
            let place = tickets.iter().position(|ticket| ticket.0 == face);
            place.ok_or(ScriptFault::NoSuchFace { face, asked })
        });
        self.or_fault(place, 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    const ASK: Ask = Ask::new(rule!("10.9.4"), 1);

    #[test]
    fn a_script_read_to_its_end_is_no_fault() {
        let mut dice = ScriptedDice::new([7, 0]);
        assert_eq!((dice.roll(Die::D10, ASK), dice.roll(Die::D10, ASK)), (7, 0));
        assert_eq!(dice.finish(), Ok(()));
    }

    #[test]
    fn a_missing_die_is_a_fault() {
        let mut dice = ScriptedDice::new::<u8>([]);
        dice.roll(Die::D10, ASK);
        assert_eq!(dice.finish(), Err(ScriptFault::Missing(ASK)));
    }

    #[test]
    fn an_unread_die_is_a_fault() {
        let mut dice = ScriptedDice::new([1, 2, 3]);
        dice.roll(Die::D10, ASK);
        assert_eq!(dice.finish(), Err(ScriptFault::Unread(2)));
    }

    #[test]
    fn a_die_for_another_rule_is_a_fault() {
        let written = rule!("11.7");
        let mut dice = ScriptedDice::new([Scripted { rule: Some(written), face: 3 }]);
        dice.roll(Die::D10, ASK);
        assert_eq!(dice.finish(), Err(ScriptFault::ForAnotherRule { written, asked: ASK }));
    }

    #[test]
    fn a_face_that_the_die_does_not_have_is_a_fault() {
        let of_its_own = Die::with(&["hit", "miss"]);
        for (die, face) in [(Die::D10, 10), (Die::D6, 0), (Die::D6, 7), (Die::of(20), 21), (of_its_own, 2)] {
            let mut dice = ScriptedDice::new([face]);
            dice.roll(die, ASK);
            assert_eq!(dice.finish(), Err(ScriptFault::NoSuchFace { face: face.into(), asked: ASK }));
        }
    }

    #[test]
    fn a_draw_is_written_as_the_ticket_drawn() {
        let mut dice = ScriptedDice::new([5, 5]);
        assert_eq!(dice.draw(ASK, &[Subject(3), Subject(5)]), 1);
        dice.draw(ASK, &[Subject(3), Subject(4)]);
        assert_eq!(dice.finish(), Err(ScriptFault::NoSuchFace { face: 5, asked: ASK }));
    }
}
