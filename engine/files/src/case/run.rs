//! Plays a case: understands its words in a rule system and follows it to where it looks. What must then be true is
//! left to `check`.

use szala_kernel::{Rule, Side};

use super::Casebook;
use super::approach::{Reader, Step};
use super::check::check;
use super::file::parse_rule;
use super::written::{Case, Ending};
use crate::{Complaint, Placed};

/// What must not occur in the journal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Silent<'a> {
    Rule(Rule),
    Line(&'a str),
}

/// An action that must be refused, by this rule or by whichever.
pub(super) type Refused<A> = (Placed<Step<A>>, Option<Placed<Rule>>);

/// What a case expects, with its words understood.
pub(super) struct Understood<'a, A> {
    pub(super) silent: Vec<Placed<Silent<'a>>>,
    pub(super) legal: Vec<Placed<Step<A>>>,
    pub(super) legal_only: Vec<Placed<Step<A>>>,
    pub(super) illegal: Vec<Refused<A>>,
    pub(super) to_act: Option<Placed<Side>>,
    /// `Some(None)` is a draw.
    pub(super) winner: Option<Placed<Option<Side>>>,
}

/// What is wrong with a case, and its journal as far as it was played.
pub(super) fn run<R: Casebook>(rules: &R, case: &Case<'_>) -> (Vec<Complaint>, Vec<String>) {
    let mut complaints = Vec::new();
    let understood = Reader { rules, complaints: &mut complaints }.understand(case);
    let way = case.approach.understand(rules, &mut complaints);
    let opening = case.approach.set_up(rules, &mut complaints);
    let Some(state) = opening.filter(|_| complaints.is_empty()) else { return (complaints, Vec::new()) };
    let followed = case.approach.follow_understood(rules, &way, state, case.pauses);
    let journal = followed.told(rules);
    let mut complaints = followed.complaints;
    if let Some(state) = &followed.state {
        check(rules, case, &understood, state, &followed.journal, &journal, &mut complaints);
    }
    (complaints, journal)
}

impl<R: Casebook> Reader<'_, R> {
    fn understand<'a>(&mut self, case: &Case<'a>) -> Understood<'a, R::Action> {
        let winner = match case.outcome.as_ref().map(|outcome| &outcome.value) {
            Some(Ending::Ended { winner: Some(winner), .. }) => self.read(winner, Self::winner),
            _ => None,
        };
        let legal_only = case.legal_only.as_ref().map_or(&[][..], |list| &list.value);
        let illegal = case.illegal.iter().filter_map(|(action, rule)| {
            let step = self.read(action, Self::step)?;
            Some((step, rule.clone()))
        });
        Understood {
            illegal: illegal.collect(),
            silent: self.each(&case.silent, Self::silent),
            legal: self.each(&case.legal, Self::step),
            legal_only: self.each(legal_only, Self::step),
            to_act: case.to_act.as_ref().and_then(|side| self.read(side, Self::side)),
            winner,
        }
    }

    fn winner(&self, name: &str) -> Result<Option<Side>, String> {
        if name == "draw" { Ok(None) } else { self.side(name).map(Some) }
    }

    /// `2.1` or a whole line; a line that no journal can hold would be silent for ever.
    fn silent<'a>(&self, text: &'a str) -> Result<Silent<'a>, String> {
        if let Ok(rule) = parse_rule(text) {
            return Ok(Silent::Rule(rule));
        }
        let opens_with_rule = text.split_once(' ').is_some_and(|(rule, _)| Rule::parse(rule).is_ok());
        let opens_with_side = text.split_once(": ").is_some_and(|(side, _)| self.side_called(side).is_some());
        if opens_with_rule || opens_with_side {
            return Ok(Silent::Line(text));
        }
        let sides = Side::BOTH.map(|side| format!("`{}: `", self.rules.side_name(side)));
        Err(format!("this is no rule number, and a line opens with one, or with {}", sides.join(" or ")))
    }
}
