//! The dice of a case: a script whose faces and names are understood when they fall, as only then it is known which die
//! or lot they are of. Keeps the first fault with its place and in words.

use core::fmt::Write as _;

use szala_kernel::Naming;
use szala_kernel::Rule;
use szala_kernel::dice::{Ask, Dice, Die, Subject};

use super::Casebook;

/// One die of a case.
#[derive(Clone, Copy, Debug)]
pub(super) struct CaseDie<'a> {
    /// The rule that must ask for it; `None` takes any.
    pub(super) rule: Option<Rule>,
    pub(super) shows: Shows<'a>,
}

/// What a die of a case shows, as it is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shows<'a> {
    /// A face.
    Number(u16),
    /// The name of a face or of what is drawn.
    Name(&'a str),
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
    dice: Vec<CaseDie<'r>>,
    read: usize,
    /// The first fault; after it the dice still fall, and mean nothing.
    pub(super) fault: Option<DiceFault>,
    /// How many have fallen so: each shows the next face, since rules that roll again while dice are equal must end.
    idle: usize,
}

impl<'r, R: Casebook> CaseDice<'r, R> {
    pub(super) fn new(rules: &'r R, dice: Vec<CaseDie<'r>>) -> Self {
        Self { rules, dice, read: 0, fault: None, idle: 0 }
    }

    /// The dice that were never asked for: which is the first, and how many they are.
    pub(super) fn unread(&self) -> Option<(usize, usize)> {
        (self.read < self.dice.len()).then(|| (self.read, self.dice.len() - self.read))
    }

    /// How many dice have fallen as they are written.
    pub(super) fn fallen(&self) -> usize {
        self.read
    }

    /// The next die, or what is drawn from these tickets; `fall` understands what it shows, or says what is wrong with
    /// it behind the rule that asks.
    fn next<T>(
        &mut self,
        asked: Ask,
        tickets: Option<&[Subject]>,
        fall: impl FnOnce(&R, Shows<'_>, &str) -> Result<T, String>,
    ) -> Option<T> {
        if self.fault.is_some() {
            return None;
        }
        let (rule, whom) = (self.rules.cited(asked.rule), self.whom(asked));
        let die = self.dice.get(self.read);
        let draws = |tickets| format!("draws{whom} from {}", self.names(tickets));
        let fallen = match die {
            None => Err(match tickets {
                None => format!("rule {rule} asks for a die{whom}, and no die is left"),
                Some(tickets) => format!("rule {rule} {}, and nothing is left in `dice`", draws(tickets)),
            }),
            Some(die) => match die.rule.filter(|written| *written != asked.rule) {
                Some(written) => {
                    let written = self.rules.cited(written);
                    let asks = tickets.map_or_else(|| format!("asks for one{whom}"), draws);
                    Err(format!("this die is written for rule {written}, and rule {rule} {asks}"))
                }
                None => fall(self.rules, die.shows, &whom).map_err(|wrong| format!("rule {rule} {wrong}")),
            },
        };
        match fallen {
            Ok(shown) => {
                self.read += 1;
                Some(shown)
            }
            Err(message) => {
                self.fault = Some(DiceFault { die: die.map(|_| self.read), message });
                None
            }
        }
    }

    /// One of this many results, each in turn, where the result means nothing.
    fn idle(&mut self, sides: usize) -> usize {
        self.idle += 1;
        (self.idle - 1) % sides
    }

    fn names(&self, tickets: &[Subject]) -> String {
        let names: Vec<String> = tickets.iter().map(|ticket| self.rules.name(*ticket).to_string()).collect();
        names.join(", ")
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
        let face = self.next(asked, None, |_, shows, whom| {
            let face = match shows {
                Shows::Number(face) => die.read(&face.to_string()),
                Shows::Name(name) => die.read(name),
            };
            face.ok_or_else(|| match shows {
                Shows::Name(_) if die.names().is_empty() => {
                    format!("rolls a die{whom}: write the face it shows, not a name")
                }
                _ => format!("rolls a die{whom}, and it shows {}", die.range()),
            })
        });
        face.unwrap_or_else(|| {
            let beyond = u8::try_from(self.idle(die.faces().into())).unwrap_or(0);
            die.lowest() + beyond
        })
    }

    fn draw(&mut self, asked: Ask, tickets: &[Subject]) -> usize {
        let place = self.next(asked, Some(tickets), |rules, shows, whom| {
            let Shows::Name(name) = shows else {
                return Err(format!("draws{whom}: write the name of what is drawn, not a face"));
            };
            let drawn = rules.parse_subject(name).map_err(|unknown| format!("draws{whom}: {unknown}"))?;
            tickets.iter().position(|ticket| *ticket == drawn).ok_or_else(|| {
                let names: Vec<String> =
                    tickets.iter().map(|ticket| rules.name(*ticket).to_string()).collect();
                format!("draws from {}: {} is not among them", names.join(", "), rules.name(drawn))
            })
        });
        place.unwrap_or_else(|| self.idle(tickets.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use szala_kernel::rule;
    use szala_kernel::toy::TwoGates;

    const COMBAT: Die = Die::with(&["hit", "hit", "rout", "miss"]);
    const ASK: Ask = Ask::new(rule!("2.3"), 1);

    fn rolled(die: Die, shows: Shows<'_>) -> Result<u8, String> {
        let mut script = CaseDice::new(&TwoGates, vec![CaseDie { rule: None, shows }]);
        let face = script.roll(die, ASK);
        script.fault.map_or(Ok(face), |fault| Err(fault.message))
    }

    #[test]
    fn a_face_with_a_name_is_written_by_it_and_no_other_way() {
        assert_eq!(rolled(COMBAT, Shows::Name("rout")), Ok(2));
        let wrong = Err("rule 2.3 rolls a die, and it shows hit, rout, miss".to_owned());
        for shows in [Shows::Name("hurt"), Shows::Number(2)] {
            assert_eq!(rolled(COMBAT, shows), wrong);
        }
    }

    #[test]
    fn dice_that_are_left_out_show_every_face_in_turn() {
        let mut script = CaseDice::new(&TwoGates, Vec::new());
        let faces = [(); 5].map(|()| script.roll(COMBAT, ASK));
        assert_eq!(faces, [0, 1, 2, 3, 0]);
        assert!(script.fault.is_some());
    }

    #[test]
    fn a_face_of_three_digits_may_stand_behind_its_rule_like_a_name() {
        assert_eq!(rolled(Die::of(100), Shows::Name("100")), Ok(100));
        assert_eq!(rolled(Die::of(100), Shows::Number(7)), Ok(7));
        let wrong = Err("rule 2.3 rolls a die, and it shows 1 to 100".to_owned());
        assert_eq!(rolled(Die::of(100), Shows::Number(101)), wrong);
    }
}
