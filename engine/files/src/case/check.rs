//! Compares what a case expects with its result. Playing it was left to `run`.

use szala_kernel::journal::Entry;
use szala_kernel::rules::Play;
use szala_kernel::{ActionList, Outcome, Rule};

use super::Casebook;
use super::run::{Silent, Understood};
use super::say::{list_legal, tell_outcome};
use super::written::{Case, Ending};
use crate::{Complaint, Placed, nearest};

/// Complains about everything that is not as the case says.
pub(super) fn check<R: Casebook>(
    rules: &R,
    case: &Case<'_>,
    understood: &Understood<'_, R::Action>,
    state: &R::State,
    entries: &[Entry],
    journal: &[String],
    complaints: &mut Vec<Complaint>,
) {
    check_order(&case.journal, journal, complaints);
    check_silence(rules, &understood.silent, entries, journal, complaints);
    let outcome = rules.outcome(state);
    let position = Position { rules, state, outcome };
    position.check_state(case, complaints);
    position.check_actions(case, understood, complaints);
    position.check_to_act(understood, complaints);
    position.check_outcome(case, understood, complaints);
}

/// The expected lines must occur in their order; others may come between.
fn check_order(expected: &[Placed<&str>], journal: &[String], complaints: &mut Vec<Complaint>) {
    let mut found: Option<(usize, &str)> = None;
    for line in expected {
        let from = found.map_or(0, |(at, _)| at + 1);
        if let Some(at) = journal[from..].iter().position(|real| real == line.value) {
            found = Some((from + at, line.value));
            continue;
        }
        let message = match found {
            Some((_, before)) if journal.iter().any(|real| real == line.value) => {
                format!("the journal has no `{}` after `{before}`, only before", line.value)
            }
            _ => {
                let known: Vec<&str> = journal.iter().map(String::as_str).collect();
                let near = nearest(line.value, &known).map(|near| format!("; the nearest is `{near}`"));
                format!("the journal has no `{}`{}", line.value, near.unwrap_or_default())
            }
        };
        complaints.push(Complaint::new(line.span.clone(), message));
    }
}

fn check_silence<R: Casebook>(
    rules: &R,
    expected: &[Placed<Silent<'_>>],
    entries: &[Entry],
    journal: &[String],
    complaints: &mut Vec<Complaint>,
) {
    for silent in expected {
        let mut said = entries.iter().zip(journal).filter(|(entry, line)| match (silent.value, entry) {
            (Silent::Rule(rule), Entry::Event(event)) => rules.cited(event.rule()) == rule,
            (Silent::Rule(_), Entry::Decision(..) | Entry::Opinion { .. }) => false,
            (Silent::Line(text), _) => *line == text,
        });
        if let Some((_, line)) = said.next() {
            complaints.push(Complaint::new(silent.span.clone(), format!("the journal has `{line}`")));
        }
    }
}

/// The position after the last action.
struct Position<'r, R: Casebook> {
    rules: &'r R,
    state: &'r R::State,
    outcome: Option<Outcome>,
}

impl<R: Casebook> Position<'_, R> {
    fn check_state(&self, case: &Case<'_>, complaints: &mut Vec<Complaint>) {
        for (path, expected) in &case.state {
            match self.rules.probe(self.state, &path.value) {
                Ok(value) if value == expected.value => {}
                Ok(value) => {
                    let message = format!("{} is `{value}`, not `{}`", path.value, expected.value);
                    complaints.push(Complaint::new(expected.span.clone(), message));
                }
                Err(message) => complaints.push(Complaint::new(path.span.clone(), message)),
            }
        }
    }

    fn check_actions(
        &self,
        case: &Case<'_>,
        understood: &Understood<'_, R::Action>,
        complaints: &mut Vec<Complaint>,
    ) {
        let mut complain = |span: &core::ops::Range<usize>, message: String| {
            complaints.push(Complaint::new(span.clone(), message));
        };
        let over =
            self.outcome.map(|outcome| format!("the game is over: {}", tell_outcome(self.rules, &outcome)));
        for step in understood.legal.iter().chain(&understood.legal_only) {
            let refusal = self.refusal(step.value.action);
            if let Some(over) = &over {
                complain(&step.span, over.clone());
            } else if let Some(message) = self.not_the_turn_of(step.value.side) {
                complain(&step.span, message);
            } else if let Some(rule) = refusal {
                let legal = list_legal(self.rules, self.state);
                complain(&step.span, format!("rule {rule} forbids this here; legal are: {legal}"));
            }
        }
        for (step, expected) in &understood.illegal {
            if let Some(message) = self.not_the_turn_of(step.value.side) {
                complain(&step.span, message);
            }
            match (self.refusal(step.value.action), expected) {
                (Some(rule), Some(expected)) if rule != expected.value => {
                    complain(&expected.span, format!("rule {rule} forbids it, not {}", expected.value));
                }
                (Some(_), _) => {}
                (None, _) => complain(&step.span, "this is legal here".to_owned()),
            }
        }
        if let (Some(only), None) = (&case.legal_only, &over) {
            let mut list = ActionList::within(self.rules.limits());
            self.rules.actions(self.state, &mut list);
            list.retain(|action| understood.legal_only.iter().all(|step| step.value.action != *action));
            if !list.is_empty() {
                let names: Vec<String> =
                    list.iter().map(|action| self.rules.say(*action).to_string()).collect();
                complain(&only.span, format!("legal as well: {}", names.join(", ")));
            }
        }
    }

    /// The rule that forbids an action, as the book that is played numbers it.
    fn refusal(&self, action: R::Action) -> Option<Rule> {
        self.rules.refusal(self.state, action).map(|rule| self.rules.cited(rule))
    }

    fn not_the_turn_of(&self, side: Option<szala_kernel::Side>) -> Option<String> {
        let to_act = self.rules.to_act(self.state);
        let is_another = side.is_some_and(|side| side != to_act);
        is_another.then(|| format!("{} is to act here", self.rules.side_name(to_act)))
    }

    fn check_to_act(&self, understood: &Understood<'_, R::Action>, complaints: &mut Vec<Complaint>) {
        let Some(expected) = &understood.to_act else { return };
        let to_act = self.rules.to_act(self.state);
        let message = match &self.outcome {
            Some(outcome) => {
                format!("nobody is to act, the game is over: {}", tell_outcome(self.rules, outcome))
            }
            None if to_act != expected.value => {
                let name = |side| self.rules.side_name(side);
                format!("{} is to act, not {}", name(to_act), name(expected.value))
            }
            None => return,
        };
        complaints.push(Complaint::new(expected.span.clone(), message));
    }

    fn check_outcome(
        &self,
        case: &Case<'_>,
        understood: &Understood<'_, R::Action>,
        complaints: &mut Vec<Complaint>,
    ) {
        let Some(expected) = &case.outcome else { return };
        let real = self.outcome.as_ref().map(|outcome| tell_outcome(self.rules, outcome));
        let (lead, rule, reason) = match (&expected.value, &real) {
            (Ending::GoesOn, None) => return,
            (Ending::GoesOn, Some(real)) => {
                complaints.push(Complaint::new(expected.span.clone(), format!("the game is over: {real}")));
                return;
            }
            (Ending::Ended { .. }, None) => {
                complaints.push(Complaint::new(expected.span.clone(), "the game is not over"));
                return;
            }
            (Ending::Ended { lead, rule, reason, .. }, Some(_)) => (lead, rule, reason),
        };
        let (Some(outcome), Some(real)) = (&self.outcome, real) else { return };
        let wrong = [
            understood.winner.as_ref().filter(|it| it.value != outcome.winner).map(|it| &it.span),
            lead.as_ref().filter(|it| it.value != outcome.lead).map(|it| &it.span),
            rule.as_ref().filter(|it| it.value != self.rules.cited(outcome.rule)).map(|it| &it.span),
            reason.as_ref().filter(|it| it.value != outcome.reason).map(|it| &it.span),
        ];
        let wrong = wrong.into_iter().flatten();
        complaints.extend(
            wrong.map(|span| Complaint::new(span.clone(), format!("the game ended otherwise: {real}"))),
        );
    }
}
