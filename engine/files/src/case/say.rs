//! The words that findings share: what is legal, how a game ended, why a position cannot be.

use core::fmt::Write as _;
use szala_kernel::Naming;

use szala_kernel::rules::{Fault, Notation, Play};
use szala_kernel::{ActionList, Outcome, Subject};

/// What is legal, in few enough words for an error.
pub fn list_legal<R: Notation>(rules: &R, state: &R::State) -> String {
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

/// `Red wins, lead 2, by rule 3.1 (more points)`.
pub fn tell_outcome<R: Notation>(rules: &R, outcome: &Outcome) -> String {
    let Outcome { winner, lead, rule, reason } = outcome;
    let end = winner.map_or_else(|| "a draw".to_owned(), |side| format!("{} wins", rules.side_name(side)));
    format!("{end}, lead {lead}, by rule {} ({reason})", rules.cited(*rule))
}

/// `as it breaks [2.1]: a raid scores at most one point`.
pub(super) fn tell_fault<R: Notation>(rules: &R, Fault { rule, invariant, whose }: Fault) -> String {
    let whose = if whose == Subject::NONE { String::new() } else { format!(" for {}", rules.name(whose)) };
    format!("as it breaks [{}]{whose}: {invariant}", rules.cited(rule))
}
