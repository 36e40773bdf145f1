//! The sums of a run, all of them integers: adding in any order gives the same.

use core::ops::Range;
use std::borrow::Cow;
use std::collections::BTreeMap;

use szala_kernel::seed::mix;
use szala_kernel::{Outcome, Rule, Side};

use szala_system::Stretch;

/// The results of a number of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Games that the first side won.
    pub first: u64,
    /// Games that the second side won.
    pub second: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that had no end, and count for nothing else here.
    pub aborted: u64,
    /// The number of the first of them.
    pub first_aborted: Option<u64>,
    /// The sum of the margins, in victory points of the first side.
    pub lead: i64,
    /// The sum of their squares.
    pub lead_squared: u64,
    /// Decisions taken in all games.
    pub decisions: u64,
    /// How often each reason ended a game.
    pub reasons: BTreeMap<(Rule, Cow<'static, str>), u64>,
    /// A sum over all games of a hash of number and result: two runs of the same games agree in it, others do not.
    pub fingerprint: u64,
}

/// What is counted of one game; read from a record or just played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The number of the game.
    pub number: u64,
    /// How it ended; nothing when it had no end.
    pub end: Option<End>,
    /// Decisions taken.
    pub decisions: u64,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The side that won; `None` is a draw.
    pub winner: Option<Side>,
    /// Victory points of the first side less those of the second.
    pub lead: i32,
    /// The rule that ended the game.
    pub rule: Rule,
    /// The same in a few words.
    pub reason: Cow<'static, str>,
}

impl Tally {
    /// Adds one game.
    pub fn count(&mut self, game: Counted) {
        let Counted { number, end, decisions } = game;
        self.games += 1;
        self.decisions += decisions;
        let parts = match end {
            None => {
                self.aborted += 1;
                self.first_aborted = Some(self.first_aborted.map_or(number, |first| first.min(number)));
                [0, 3, 0, decisions]
            }
            Some(End { winner, lead, rule, reason }) => {
                let kind = match winner {
                    Some(Side::First) => &mut self.first,
                    Some(Side::Second) => &mut self.second,
                    None => &mut self.draws,
                };
                *kind += 1;
                self.lead += i64::from(lead);
                self.lead_squared += u64::from(lead.unsigned_abs()).pow(2);
                *self.reasons.entry((rule, reason)).or_default() += 1;
                let winner = winner.map_or(2, |side| side as u64);
                [u64::from(lead.cast_unsigned()), winner, rule.code().into(), decisions]
            }
        };
        let hash = parts.into_iter().fold(mix(number), |hash, part| mix(hash ^ part));
        self.fingerprint = self.fingerprint.wrapping_add(hash);
    }

    /// Adds some games of a stretch, by their places in it.
    pub fn add(&mut self, stretch: &Stretch, games: Range<usize>) {
        let first = stretch.first + games.start as u64;
        for (number, played) in (first..).zip(&stretch.played[games]) {
            let end = played.end.ok().map(|Outcome { winner, lead, rule, reason }| End {
                winner,
                lead,
                rule,
                reason: Cow::Borrowed(reason),
            });
            self.count(Counted { number, end, decisions: played.decisions as u64 });
        }
    }

    /// Games that came to an end: those that all rates are of.
    pub fn ended(&self) -> u64 {
        self.games - self.aborted
    }
}
