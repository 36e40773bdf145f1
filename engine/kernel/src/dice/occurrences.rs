//! Counts how many times the same thing has come up in a game: this distinguishes two dice of one identity, and two
//! decisions in one situation.

use crate::seed::mix;

/// Counts how often each identity has come up in the present game. Allocates once.
#[derive(Clone, Debug)]
pub(crate) struct Occurrences {
    /// Open addressing, at most half full, so that look-ups stay short.
    counts: Box<[Count]>,
    /// How many of the places belong to the present game.
    used: usize,
    /// The present game; places of earlier games count as empty. A new game costs nothing but this number.
    game: u32,
}

/// What an identity consists of, packed without loss.
pub(crate) type Identity = (u64, u8);

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    identity: Identity,
    times: u32,
    game: u32,
}

impl Occurrences {
    /// For games in which at most `most` different identities come up.
    pub(crate) fn of_up_to(most: usize) -> Self {
        let places = (most.max(1) * 2).next_power_of_two();
        Self { counts: vec![Count::default(); places].into(), used: 0, game: 1 }
    }

    /// Forgets the game played, without a new allocation.
    pub(crate) fn begin(&mut self) {
        self.used = 0;
        self.game = self.game.wrapping_add(1);
        if self.game == 0 {
            // Once in 2^32 games the numbers start again, and places of old games would look new.
            self.counts.fill(Count::default());
            self.game = 1;
        }
    }

    /// How often this identity has come up before in this game; `None` when the table is full.
    ///
    /// The slot of an identity does not depend on the game: most identities come up again in the next one, and their
    /// slots are still in the cache.
    pub(crate) fn count(&mut self, identity: Identity) -> Option<u32> {
        let mask = self.counts.len() - 1;
        #[expect(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
        let mut at = (mix(identity.0) as usize).wrapping_add(identity.1.into()) & mask;
        loop {
            let count = &mut self.counts[at];
            if count.game != self.game {
                if self.used > mask / 2 {
                    return None;
                }
                self.used += 1;
                *count = Count { identity, times: 1, game: self.game };
                return Some(0);
            }
            if count.identity == identity {
                count.times += 1;
                return Some(count.times - 1);
            }
            at = (at + 1) & mask;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_identity_is_counted_by_itself() {
        let mut seen = Occurrences::of_up_to(4);
        let found = [(7, 0), (7, 1), (7, 0), (9, 0), (7, 0), (7, 1)].map(|identity| seen.count(identity));
        assert_eq!(found, [0, 0, 1, 0, 2, 1].map(Some));
    }

    #[test]
    fn a_new_game_counts_from_zero_even_when_the_numbers_of_games_begin_anew() {
        let mut seen = Occurrences::of_up_to(4);
        seen.game = u32::MAX - 1;
        for _ in 0..4 {
            seen.begin();
            assert_eq!([(); 3].map(|()| seen.count((7, 0))), [0, 1, 2].map(Some));
        }
    }

    #[test]
    fn a_full_table_says_so() {
        let mut seen = Occurrences::of_up_to(4);
        assert!((0..4).all(|identity| seen.count((identity, 0)) == Some(0)));
        assert_eq!(seen.count((4, 0)), None);
    }
}
