//! Where the two games of a pair part: the first decision, die or modifier that is not the same in both, and why.

use szala_kernel::journal::{Entry, Event, tell};
use szala_kernel::{Outcome, RunSeed};
use szala_system::{Contest, Faces};

use crate::replay::replay;

/// Where two games part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divergence {
    /// How many decisions both have in common.
    pub decisions: usize,
    /// The last of them in words, and its result in both; nothing when they part at once.
    pub common: Vec<String>,
    /// What comes next in each, in words; nothing where the game is over.
    pub next: [Option<String>; 2],
    /// What kind of difference it is.
    pub cause: Cause,
    /// How each ends; nothing for a game without an end.
    pub ends: [Option<Outcome>; 2],
}

/// Why two games part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The same side decides otherwise: something else was legal, or worth more to it.
    Decision,
    /// Another side decides, or somebody has something to decide in one game and not in the other.
    Turn,
    /// The same die shows another face, or another lot is drawn: it was keyed otherwise, or drawn from others.
    Chance,
    /// A rule adds, compares or finds something else.
    Rule,
    /// One game ends here and the other goes on.
    End,
}

/// Plays the game of this number in both variants and finds where they part; nothing when they are the same. What the
/// set-ups say is compared by nobody: it is known to differ.
pub fn divergence(contests: [&dyn Contest; 2], seed: RunSeed, number: u64) -> Option<Divergence> {
    let games = contests.map(|contest| {
        let (log, finished) = replay(contest, seed.game(number).keyed(), false);
        let begins = log.entries.iter().position(|entry| matches!(entry, Entry::Decision(..)));
        let told = log.entries[begins.unwrap_or(log.entries.len())..].to_vec();
        (contest.faces(), told, finished.ok().map(|finished| finished.outcome))
    });
    let [(first_faces, first, first_end), (second_faces, second, second_end)] = &games;
    let lines = |faces: &dyn Faces, entries: &[Entry]| -> Vec<String> {
        entries.iter().map(|entry| tell(faces, entry).to_string()).collect()
    };
    let (ones, others) = (lines(*first_faces, first), lines(*second_faces, second));
    let parts = ones.iter().zip(&others).position(|(one, other)| one != other);
    let at = parts.or_else(|| (ones.len() != others.len()).then_some(ones.len().min(others.len())));
    let ends = [*first_end, *second_end];
    let at = match at {
        Some(at) => at,
        // The same to the last word, and yet not the same end: it is counted otherwise.
        None if first_end != second_end => ones.len(),
        None => return None,
    };
    let is_decision = |entry: &Entry| matches!(entry, Entry::Decision(..));
    let from = first[..at].iter().rposition(is_decision).unwrap_or(at);
    Some(Divergence {
        decisions: first[..at].iter().filter(|entry| is_decision(entry)).count(),
        common: ones[from..at].to_vec(),
        next: [ones.get(at).cloned(), others.get(at).cloned()],
        cause: cause(first.get(at), second.get(at)),
        ends,
    })
}

fn cause(one: Option<&Entry>, other: Option<&Entry>) -> Cause {
    match (one, other) {
        (Some(Entry::Decision(one, _)), Some(Entry::Decision(other, _))) if one == other => Cause::Decision,
        (Some(Entry::Event(one)), Some(Entry::Event(other))) => match (one, other) {
            (Event::Roll { ask: one, .. }, Event::Roll { ask: other, .. }) if one == other => Cause::Chance,
            (Event::Draw { ask: one, .. }, Event::Draw { ask: other, .. }) if one == other => Cause::Chance,
            _ => Cause::Rule,
        },
        (Some(_), Some(_)) => Cause::Turn,
        _ => Cause::End,
    }
}
