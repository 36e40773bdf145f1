//! Plays a case: understands its words in a rule system, sets the position up and applies the actions one by one.
//! What must then be true is left to `check`.

use core::fmt::Write as _;

use super::Casebook;
use super::check::check;
use super::dice::{CaseDice, CaseDie};
use super::written::{Case, DieText, Ending, Placed};
use crate::dice::Scripted;
use crate::journal::{Log, tell};
use crate::rules::{Fault, IllegalAction, Play};
use crate::table::Table;
use crate::text::Complaint;
use crate::text::unknown;
use crate::{ActionList, Outcome, Rule, Side, Subject};

/// An action of a case, and whose it is said to be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<A> {
    pub(super) side: Option<Side>,
    pub(super) action: A,
}

/// What must not occur in the journal.
#[derive(Clone, Copy, Debug)]
pub(super) enum Silent<'a> {
    Rule(Rule),
    Line(&'a str),
}

/// A case with its words understood.
pub(super) struct Understood<'a, A> {
    dice: Vec<CaseDie>,
    actions: Vec<Placed<Step<A>>>,
    pub(super) silent: Vec<Placed<Silent<'a>>>,
    pub(super) legal: Vec<Placed<Step<A>>>,
    pub(super) legal_only: Vec<Placed<Step<A>>>,
    pub(super) illegal: Vec<(Placed<Step<A>>, Placed<Rule>)>,
    pub(super) to_act: Option<Placed<Side>>,
    /// `Some(None)` is a draw.
    pub(super) winner: Option<Placed<Option<Side>>>,
}

/// What is wrong with a case, and its journal as far as it was played.
pub(super) fn run<R: Casebook>(rules: &R, case: &Case<'_>) -> (Vec<Complaint>, Vec<String>) {
    let mut complaints = Vec::new();
    let mut reader = Reader { rules, complaints: &mut complaints };
    let understood = reader.understand(case);
    let opening = reader.position(case);
    let Some(mut state) = opening.filter(|_| complaints.is_empty()) else { return (complaints, Vec::new()) };
    let mut table = Table::new(CaseDice::new(rules, understood.dice.clone()), Log::default());
    let played = play(rules, &understood.actions, &mut state, &mut table);
    let journal: Vec<String> =
        table.journal.entries.iter().map(|entry| tell(rules, entry).to_string()).collect();
    if let Err((action, message)) = played {
        let die = table.dice.fault.and_then(|fault| fault.die);
        let span = die.map_or(&understood.actions[action].span, |die| &case.dice[die].span);
        return (vec![Complaint::new(span.clone(), message)], journal);
    }
    if let Some((first, count)) = table.dice.unread() {
        let dice =
            if count == 1 { "this die was".to_owned() } else { format!("{count} dice from here on were") };
        complaints.push(Complaint::new(case.dice[first].span.clone(), format!("{dice} never asked for")));
    }
    check(rules, case, &understood, &state, &table.journal.entries, &journal, &mut complaints);
    (complaints, journal)
}

/// Applies the actions; when something is wrong, gives the place of the action in the list and says what.
fn play<R: Casebook>(
    rules: &R,
    actions: &[Placed<Step<R::Action>>],
    state: &mut R::State,
    table: &mut Table<CaseDice<'_, R>, Log>,
) -> Result<(), (usize, String)> {
    for (at, step) in actions.iter().enumerate() {
        let Step { side, action } = step.value;
        if let Some(outcome) = rules.outcome(state) {
            return Err((at, format!("the game is over: {}", tell_outcome(rules, &outcome))));
        }
        let to_act = rules.to_act(state);
        if side.is_some_and(|side| side != to_act) {
            return Err((at, format!("{} is to act here", rules.side_name(to_act))));
        }
        let before = table.journal.entries.len();
        table.decision(to_act, &rules.say(action));
        if let Err(IllegalAction { rule, .. }) = rules.try_apply(state, action, table) {
            table.journal.entries.truncate(before);
            let legal = list_legal(rules, state);
            return Err((at, format!("rule {rule} forbids this here; legal are: {legal}")));
        }
        if let Some(fault) = &table.dice.fault {
            return Err((at, fault.message.clone()));
        }
        if let Err(fault) = rules.audit(state) {
            return Err((
                at,
                format!("this action led to a position that cannot be, {}", tell_fault(rules, fault)),
            ));
        }
    }
    Ok(())
}

struct Reader<'r, R> {
    rules: &'r R,
    complaints: &'r mut Vec<Complaint>,
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
            dice: case.dice.iter().filter_map(|die| self.read(die, Self::die)).map(|die| die.value).collect(),
            actions: self.each(&case.actions, Self::step),
            silent: self.each(&case.silent, Self::silent),
            legal: self.each(&case.legal, Self::step),
            legal_only: self.each(legal_only, Self::step),
            to_act: case.to_act.as_ref().and_then(|side| self.read(side, Self::side)),
            winner,
        }
    }

    fn position(&mut self, case: &Case<'_>) -> Option<R::State> {
        let (state, span) = match &case.position {
            None => (self.rules.opening(), case.span.clone()),
            Some(position) => match self.rules.set_up(position) {
                Ok(state) => (state, position.span()),
                Err(complaints) => {
                    self.complaints.extend(complaints);
                    return None;
                }
            },
        };
        match self.rules.audit(&state) {
            Ok(()) => Some(state),
            Err(fault) => {
                let message =
                    format!("the position is one that cannot be, {}", tell_fault(self.rules, fault));
                self.complaints.push(Complaint::new(span, message));
                None
            }
        }
    }

    fn each<T: Copy, U>(
        &mut self,
        texts: &[Placed<T>],
        read: impl Fn(&Self, T) -> Result<U, String>,
    ) -> Vec<Placed<U>> {
        texts.iter().filter_map(|text| self.read(text, &read)).collect()
    }

    fn read<T: Copy, U>(
        &mut self,
        text: &Placed<T>,
        read: impl Fn(&Self, T) -> Result<U, String>,
    ) -> Option<Placed<U>> {
        match read(self, text.value) {
            Ok(value) => Some(Placed { value, span: text.span.clone() }),
            Err(message) => {
                self.complaints.push(Complaint::new(text.span.clone(), message));
                None
            }
        }
    }

    fn side_called(&self, name: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.rules.side_name(*side) == name)
    }

    fn side(&self, name: &str) -> Result<Side, String> {
        let names = Side::BOTH.map(|side| self.rules.side_name(side));
        self.side_called(name).ok_or_else(|| unknown("side", name, &names))
    }

    fn winner(&self, name: &str) -> Result<Option<Side>, String> {
        if name == "draw" { Ok(None) } else { self.side(name).map(Some) }
    }

    /// `shoot` or `Blue: shoot`.
    fn step(&self, text: &str) -> Result<Step<R::Action>, String> {
        let Some((name, rest)) = text.split_once(": ") else {
            return Ok(Step { side: None, action: self.rules.parse_action(text)? });
        };
        if let Some(side) = self.side_called(name) {
            return Ok(Step { side: Some(side), action: self.rules.parse_action(rest)? });
        }
        // The notation of a system may hold a colon itself.
        let whole = self.rules.parse_action(text);
        let action = whole.map_err(|message| match self.rules.parse_action(rest) {
            Ok(_) => self.side(name).err().unwrap_or(message),
            Err(_) => message,
        })?;
        Ok(Step { side: None, action })
    }

    /// `5`, `"5"`, `"11.7: 5"`, `"Blue"` or `"1.1: Blue"`.
    fn die(&self, die: DieText<'_>) -> Result<CaseDie, String> {
        let (rule, text) = match die {
            DieText::Face(face) => return face_of(None, face),
            DieText::Text(text) => {
                match text.split_once(": ").map(|(rule, face)| (Rule::parse(rule), face)) {
                    Some((Ok(rule), face)) => (Some(rule), face),
                    _ => (None, text),
                }
            }
        };
        // Longer numbers are names: of hexes, say.
        if (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()) {
            return face_of(rule, text.parse().unwrap_or_default());
        }
        let subject = self.rules.parse_subject(text)?;
        Ok(CaseDie { scripted: Scripted { rule, face: subject.0 }, is_name: true })
    }

    /// `2.1` or a whole line; a line that no journal can hold would be silent for ever.
    fn silent<'a>(&self, text: &'a str) -> Result<Silent<'a>, String> {
        if let Ok(rule) = Rule::parse(text) {
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

fn face_of(rule: Option<Rule>, face: i64) -> Result<CaseDie, String> {
    let face = u16::try_from(face).map_err(|_| format!("no die shows {face}"))?;
    Ok(CaseDie { scripted: Scripted { rule, face }, is_name: false })
}

/// What is legal, in few enough words for an error.
pub(super) fn list_legal<R: Casebook>(rules: &R, state: &R::State) -> String {
    const MOST_LISTED: usize = 12;
    let mut list = ActionList::within(rules.limits());
    rules.actions(state, &mut list);
    let names = list.iter().take(MOST_LISTED).map(|action| rules.say(*action).to_string());
    let mut words = names.collect::<Vec<_>>().join(", ");
    if list.len() > MOST_LISTED {
        let _ = write!(words, " and {} more", list.len() - MOST_LISTED);
    }
    words
}

/// `Red wins, margin 2, by rule 3.1 (more points)`.
pub(super) fn tell_outcome<R: Casebook>(rules: &R, outcome: &Outcome) -> String {
    let Outcome { winner, margin, rule, reason } = outcome;
    let end = winner.map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", rules.side_name(side)));
    format!("{end}, margin {margin}, by rule {rule} ({reason})")
}

/// `as it breaks [2.1]: a raid scores at most one point`.
fn tell_fault<R: Casebook>(rules: &R, Fault { rule, invariant, whose }: Fault) -> String {
    let whose = if whose == Subject::NONE { String::new() } else { format!(" for {}", rules.name(whose)) };
    format!("as it breaks [{rule}]{whose}: {invariant}")
}
