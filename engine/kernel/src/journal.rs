//! What the rules did, written down as they do it: every roll, modifier, decision and change with its rule number.
//!
//! The rules report to a [`Journal`]. With `()`, the journal that does not listen, all of this compiles to nothing;
//! traces, replays, clause counts and rule cases use journals that listen.

use core::fmt::{self, Display};
use std::collections::BTreeMap;

use crate::dice::{Ask, Die, Subject};
use crate::rules::{Names, Naming};
use crate::{Rule, Side};

/// One thing that happened while an action was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// A die was rolled.
    Roll {
        /// What it decides.
        ask: Ask,
        /// Which die.
        die: Die,
        /// What it showed.
        face: u8,
    },
    /// A chit or another lot was drawn.
    Draw {
        /// What it decides.
        ask: Ask,
        /// What was drawn.
        ticket: Subject,
    },
    /// A rule added to a roll or a cost, or subtracted from it.
    Modifier {
        /// The rule that does so.
        rule: Rule,
        /// How much.
        amount: i32,
        /// The reason, in a few words: rule numbers of tables are not enough.
        why: &'static str,
    },
    /// A die with its modifiers, and the number it is compared with: a morale, the enemy's total.
    Total {
        /// The rule that compares.
        rule: Rule,
        /// The sum.
        total: i32,
        /// What it is compared with.
        against: i32,
        /// Whose die it is.
        whose: Subject,
    },
    /// A value of the game changed.
    Change {
        /// The rule that changed it.
        rule: Rule,
        /// Which value, in the words of the rule system: `hex`, `losses`, `vp`.
        what: &'static str,
        /// Whose.
        whose: Subject,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// A rule applied without changing a number: a test passed, a line blocked, nobody had a choice.
    Remark {
        /// The rule.
        rule: Rule,
        /// What it found, in the same words whenever it finds the same.
        text: &'static str,
        /// Whom it concerns.
        whom: Subject,
    },
}

impl Event {
    /// The rule that applied.
    pub const fn rule(&self) -> Rule {
        match self {
            Self::Roll { ask, .. } | Self::Draw { ask, .. } => ask.rule,
            Self::Modifier { rule, .. }
            | Self::Total { rule, .. }
            | Self::Change { rule, .. }
            | Self::Remark { rule, .. } => *rule,
        }
    }
}

/// Receives what happens. Only [`event`](Self::event) and [`decision`](Self::decision) have to be implemented; the
/// rest is what the rules call.
pub trait Journal {
    /// Does the journal listen? If not, the compiler drops every call.
    const LISTENS: bool = true;

    /// Something happened.
    fn event(&mut self, event: Event);

    /// A side decided; everything up to the next decision results from it.
    fn decision(&mut self, side: Side, action: &dyn Display);

    /// The opinion that the player who just decided has of one of the legal actions: for readers who ask why, and not
    /// part of the game.
    #[inline]
    fn opinion(&mut self, _action: &dyn Display, _value: i64, _why: &str) {}

    /// Writes down a modifier and returns it, so no modifier is added without a journal line. A modifier of zero is
    /// not written.
    #[inline]
    fn note(&mut self, rule: Rule, amount: i32, why: &'static str) -> i32 {
        if Self::LISTENS && amount != 0 {
            self.event(Event::Modifier { rule, amount, why });
        }
        amount
    }

    /// Writes down a sum and what it is compared with.
    #[inline]
    fn total(&mut self, rule: Rule, total: i32, against: i32, whose: Subject) {
        if Self::LISTENS {
            self.event(Event::Total { rule, total, against, whose });
        }
    }

    /// Writes down a change; nothing if the value is the same.
    #[inline]
    fn change(&mut self, rule: Rule, what: &'static str, whose: Subject, from: i32, to: i32) {
        if Self::LISTENS && from != to {
            self.event(Event::Change { rule, what, whose, from, to });
        }
    }

    /// Writes down that a rule applied.
    #[inline]
    fn remark(&mut self, rule: Rule, text: &'static str, whom: Subject) {
        if Self::LISTENS {
            self.event(Event::Remark { rule, text, whom });
        }
    }
}

impl Journal for () {
    const LISTENS: bool = false;

    #[inline]
    fn event(&mut self, _: Event) {}

    #[inline]
    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

impl<J: Journal> Journal for &mut J {
    const LISTENS: bool = J::LISTENS;

    #[expect(clippy::inline_always, reason = "inlined, a listener knows at compile time which event it gets")]
    #[inline(always)]
    fn event(&mut self, event: Event) {
        (**self).event(event);
    }

    fn decision(&mut self, side: Side, action: &dyn Display) {
        (**self).decision(side, action);
    }

    fn opinion(&mut self, action: &dyn Display, value: i64, why: &str) {
        (**self).opinion(action, value, why);
    }
}

/// An entry of a [`Log`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A side decided; the action in its notation.
    Decision(Side, String),
    /// The player's opinion of one action when it decided.
    Opinion {
        /// The action in its notation.
        action: String,
        /// Its value on the player's own scale; more is better.
        value: i64,
        /// Why, in a few words.
        why: String,
    },
    /// Something happened.
    Event(Event),
}

/// Keeps everything, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log {
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

impl Journal for Log {
    fn event(&mut self, event: Event) {
        self.entries.push(Entry::Event(event));
    }

    fn decision(&mut self, side: Side, action: &dyn Display) {
        self.entries.push(Entry::Decision(side, action.to_string()));
    }

    fn opinion(&mut self, action: &dyn Display, value: i64, why: &str) {
        self.entries.push(Entry::Opinion { action: action.to_string(), value, why: why.to_owned() });
    }
}

/// An entry as a line of text; the lines of traces and of the `expect` lists of rule cases.
pub fn tell<'a, N: Names + ?Sized>(rules: &'a N, entry: &'a Entry) -> impl Display + 'a {
    fmt::from_fn(move |f| match entry {
        Entry::Decision(side, action) => write!(f, "{}: {action}", rules.side_name(*side)),
        Entry::Opinion { action, value, why } if why.is_empty() => write!(f, "{value} {action}"),
        Entry::Opinion { action, value, why } => write!(f, "{value} {action}: {why}"),
        Entry::Event(event) => tell_event(rules, event, f),
    })
}

fn tell_event<N: Names + ?Sized>(rules: &N, event: &Event, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{} ", rules.cited(event.rule()))?;
    match *event {
        Event::Roll { ask, die, face } => {
            write!(f, "rolls {}", die.face(face))?;
            if ask.who != Subject::NONE {
                write!(f, ", {}", rules.name(ask.who))?;
            }
            if ask.whom != Subject::NONE {
                write!(f, " at {}", rules.name(ask.whom))?;
            }
            Ok(())
        }
        Event::Draw { ticket, .. } => write!(f, "draws {}", rules.name(ticket)),
        Event::Modifier { amount, .. } => write!(f, "modifier {amount:+}"),
        Event::Total { total, against, whose, .. } => {
            write!(f, "total {total} against {against}")?;
            if whose == Subject::NONE { Ok(()) } else { write!(f, ": {}", rules.name(whose)) }
        }
        Event::Change { what, whose, from, to, .. } => {
            write!(f, "{what}")?;
            if whose != Subject::NONE {
                write!(f, " of {}", rules.name(whose))?;
            }
            write!(f, ": {} -> {}", rules.value(what, from), rules.value(what, to))
        }
        Event::Remark { text, whom: Subject::NONE, .. } => f.write_str(text),
        Event::Remark { text, whom, .. } => write!(f, "{text}: {}", rules.name(whom)),
    }
}

/// Counts how often each rule applied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// The rules that applied, with their counts.
    pub counts: BTreeMap<Rule, u64>,
}

impl Journal for Hits {
    fn event(&mut self, event: Event) {
        *self.counts.entry(event.rule()).or_default() += 1;
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;

    #[test]
    fn note_gives_the_modifier_back_and_writes_it_down_unless_it_is_zero() {
        let mut log = Log::default();
        let total = log.note(rule!("10.9.7"), 1, "")
            + log.note(rule!("10.9.8"), 0, "")
            + log.note(rule!("10.9.9"), -1, "");
        assert_eq!(total, 0);
        let rules: Vec<Rule> = log.entries.iter().map(rule_of).collect();
        assert_eq!(rules, [rule!("10.9.7"), rule!("10.9.9")]);
    }

    #[test]
    fn a_face_is_told_by_its_name_when_it_has_one() {
        let told = |die, face| {
            let event = Event::Roll { ask: Ask::new(rule!("2.3"), 1), die, face };
            tell(&crate::toy::TwoGates, &Entry::Event(event)).to_string()
        };
        assert_eq!(told(Die::with(&["hit", "rout"]), 1), "2.3 rolls rout");
        assert_eq!(told(Die::of(20), 20), "2.3 rolls 20");
    }

    #[test]
    fn a_change_to_the_same_value_is_none() {
        let mut log = Log::default();
        log.change(rule!("3.4"), "losses", Subject(2), 1, 1);
        assert_eq!(log, Log::default());
    }

    #[test]
    fn hits_count_each_rule() {
        let mut hits = Hits::default();
        for _ in 0..3 {
            hits.note(rule!("11.7"), 2, "charge");
        }
        hits.remark(rule!("9.2"), "no reaction in a melee hex", Subject::NONE);
        assert_eq!(hits.counts, [(rule!("11.7"), 3), (rule!("9.2"), 1)].into());
    }

    #[test]
    fn opinions_are_kept_by_a_log_and_through_a_reference_and_by_nobody_else() {
        let mut log = Log::default();
        Journal::opinion(&mut &mut log, &"wait", -3, "nothing to gain");
        let opinion =
            Entry::Opinion { action: "wait".to_owned(), value: -3, why: "nothing to gain".to_owned() };
        assert_eq!(log.entries, [opinion]);
        let mut hits = Hits::default();
        hits.opinion(&"wait", -3, "nothing to gain");
        assert_eq!(hits, Hits::default());
    }

    fn rule_of(entry: &Entry) -> Rule {
        match entry {
            Entry::Event(event) => event.rule(),
            Entry::Decision(..) | Entry::Opinion { .. } => panic!("no decision was made"),
        }
    }
}
