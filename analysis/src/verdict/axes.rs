//! What a designer minds besides fairness: draws, walk-overs, and games that take all the time there is. Each is the
//! share of games of a kind beside the most of them that is accepted, valid however often one asks.

use serde::Serialize;

use crate::aggregate::Counts;
use crate::statistics::interval::Interval;
use crate::statistics::sequence;
use crate::why::Account;

/// The most of all games that a designer accepts of each kind, in parts of one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Accepted {
    /// Of drawn games.
    pub draws: f64,
    /// Of walk-overs: wins in the first half of the time that the rules give.
    pub walkovers: f64,
    /// Of long games: those that last to the end of that time, or have no end at all.
    pub long: f64,
    /// A win by this lead is a walk-over too, whenever it comes.
    pub walkover: Option<u32>,
}

impl Default for Accepted {
    fn default() -> Self {
        Self { draws: 0.5, walkovers: 0.25, long: 0.9, walkover: None }
    }
}

/// A kind of games of which there may be too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Concern {
    /// Nobody won.
    Draws,
    /// Decided too early, or by too much.
    Walkovers,
    /// Not over before time was up, or never.
    Long,
}

impl Concern {
    /// All of them, in the order of output.
    pub const ALL: [Self; 3] = [Self::Draws, Self::Walkovers, Self::Long];

    /// The most of them that is accepted.
    pub fn most(self, accepted: &Accepted) -> f64 {
        match self {
            Self::Draws => accepted.draws,
            Self::Walkovers => accepted.walkovers,
            Self::Long => accepted.long,
        }
    }

    /// How many games of an account are of the kind, and of how many. Nothing where that cannot be said: without a
    /// limit of time no game is long, and none is early.
    pub fn count(self, account: &Account, limit: Option<u32>, accepted: &Accepted) -> Option<[u64; 2]> {
        let counts = account.counts;
        let all = |holds: &dyn Fn(u32, u32) -> bool| -> Counts {
            let shapes = account.shapes().filter(|((time, lead), _)| holds(*time, lead.unsigned_abs()));
            shapes.map(|(_, counts)| counts).sum()
        };
        match self {
            Self::Draws => Some([counts.draws, counts.ended()]),
            Self::Walkovers => {
                let limit = limit.filter(|_| account.knows_times());
                if limit.is_none() && accepted.walkover.is_none() {
                    return None;
                }
                let is_early = |time: u32| limit.is_some_and(|limit| 2 * time <= limit);
                let is_high = |lead: u32| accepted.walkover.is_some_and(|least| lead >= least);
                let won = all(&|time, lead| is_early(time) || is_high(lead));
                Some([won.first + won.second, counts.ended()])
            }
            Self::Long => {
                let limit = limit.filter(|_| account.knows_times());
                if limit.is_none() && counts.aborted == 0 {
                    return None;
                }
                let late = all(&|time, _| limit.is_some_and(|limit| time >= limit));
                Some([late.ended() + counts.aborted, counts.games()])
            }
        }
    }
}

/// Are there too many?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtMost {
    /// No more than is accepted.
    Within,
    /// More.
    Beyond,
    /// Neither can be said yet.
    Undecided {
        /// How many games more it takes if the rates stay as they are; none where no number of games is enough.
        more: Option<u64>,
    },
}

/// Whether a share is at most this large, with the confidence sequence on which that rests. The chance that a wrong
/// answer is ever given, however often it is requested, is at most `alpha`.
pub fn at_most(hits: u64, games: u64, most: f64, alpha: f64) -> (AtMost, Interval) {
    let share = sequence::rate(hits, games, alpha);
    let standing = if share.high <= most {
        AtMost::Within
    } else if share.low > most {
        AtMost::Beyond
    } else {
        let in_all = sequence::games_until_rate_excluded(hits, games, most, alpha);
        AtMost::Undecided { more: in_all.map(|in_all| in_all.saturating_sub(games).max(1)) }
    };
    (standing, share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::testing::Lots;
    use crate::why::testing::{account, drawn, won};

    #[test]
    fn a_share_is_within_beyond_or_open_by_the_whole_of_its_interval() {
        assert_eq!(at_most(5_000, 5_000, 0.5, 0.05).0, AtMost::Beyond, "every game");
        assert_eq!(at_most(0, 5_000, 0.5, 0.05).0, AtMost::Within);
        // Half of the games at a bound of a half: no number of games decides that.
        assert_eq!(at_most(500, 1_000, 0.5, 0.05).0, AtMost::Undecided { more: None });
        assert_eq!(at_most(0, 0, 0.5, 0.05).0, AtMost::Undecided { more: None });
        // All that there can be is accepted.
        assert_eq!(at_most(7, 7, 1.0, 0.05).0, AtMost::Within);
        let (found, share) = at_most(60, 100, 0.5, 0.05);
        // scipy's figures for 60 of 100, as tested beside the sequence.
        assert!((share.low - 0.440_774).abs() < 1e-6 && (share.high - 0.746_036).abs() < 1e-6, "{share:?}");
        let AtMost::Undecided { more: Some(more) } = found else { panic!("{found:?}") };
        let later = |percent: u64| {
            at_most(60 + 60 * more * percent / 10_000, 100 + more * percent / 100, 0.5, 0.05).0
        };
        assert!(matches!(later(95), AtMost::Undecided { .. }), "{more}");
        assert_eq!(later(105), AtMost::Beyond, "{more}");
    }

    /// A truth on the bound: whatever is decided is wrong. 400 runs of 4000 games, asked every hundred, at a level of
    /// 0.1.
    #[test]
    fn a_wrong_answer_is_ever_given_as_seldom_as_promised() {
        let is_ever_wrong = |seed| {
            let (mut lots, mut hits) = (Lots::new(seed), 0);
            (1..=40_u64).any(|hundred| {
                hits += (0..100).map(|_| u64::from(lots.one_of(&[0.4]) == 0)).sum::<u64>();
                !matches!(at_most(hits, 100 * hundred, 0.4, 0.1).0, AtMost::Undecided { .. })
            })
        };
        let wrong = (0..400).filter(|seed| is_ever_wrong(*seed)).count();
        assert!((1..=40).contains(&wrong), "{wrong} of 400");
    }

    /// Six stages: a win in stage 3 is early, one in stage 4 is not; a draw is no walk-over; a lead of 5 may be one.
    #[test]
    fn games_are_counted_by_when_they_end_and_by_how_much() {
        let mut found = account();
        for (time, lead) in [(3, 2), (4, 2), (6, -5), (6, 1)] {
            found.add(Some(won(lead)), &[time]);
        }
        found.add(Some(drawn(0)), &[2]);
        found.add(None, &[6]);
        let count = |concern: Concern, limit, walkover| {
            concern.count(&found, limit, &Accepted { walkover, ..Accepted::default() })
        };
        assert_eq!(count(Concern::Draws, Some(6), None), Some([1, 5]));
        assert_eq!(count(Concern::Walkovers, Some(6), None), Some([1, 5]));
        assert_eq!(count(Concern::Walkovers, Some(6), Some(5)), Some([2, 5]));
        assert_eq!(count(Concern::Walkovers, None, Some(2)), Some([3, 5]));
        assert_eq!(count(Concern::Walkovers, None, None), None);
        // Two of the ended ones, and that without an end.
        assert_eq!(count(Concern::Long, Some(6), None), Some([3, 6]));
        assert_eq!(count(Concern::Long, None, None), Some([1, 6]));
    }
}
