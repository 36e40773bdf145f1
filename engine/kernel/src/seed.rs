//! From the seed of a run to the generators of each of its games, independent of order and threads.
//!
//! Game `n` of the run with seed `s` draws from streams, one for each purpose. The stream's key is
//! `mix(mix(s) + (STREAMS * n + stream) * ODD)`, modulo 2^64. For one run the step inside is multiplication by an
//! odd number, and [`mix`] is a bijection of 64 bits, so no two streams of no two games of a run with fewer than
//! 2^62 games share a key. Between runs of different seeds they may, about once in 2^64 pairs of games.
//!
//! A game may take some [`Sources`] from another run: replayed so, it shares the rest with the game it was.

use crate::side::Side;

/// The seed of a run, as given with `--seed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunSeed(pub u64);

/// Identifies the random numbers of one game of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameSeed {
    run: RunSeed,
    number: u64,
    is_keyed: bool,
    /// The run from which the redrawn sources are taken.
    other: RunSeed,
    redrawn: Sources,
}

/// The purpose of a stream of random numbers: a player who thinks longer does not change the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stream {
    /// Dice that the rules call for.
    Dice,
    /// Chits drawn and other choices by lot that the rules call for.
    Chits,
    /// The choices of the player of the first side.
    FirstPlayer,
    /// The choices of the player of the second side.
    SecondPlayer,
}

impl Stream {
    /// The choices of the player of this side.
    pub const fn of_player(side: Side) -> Self {
        match side {
            Side::First => Self::FirstPlayer,
            Side::Second => Self::SecondPlayer,
        }
    }
}

/// Sources of what is random in a game, as a set: the streams, and apart from the other choices of the players those
/// that they make in [secret](crate::Paired::is_secret).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sources(u8);

impl Sources {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// The choices of both players that the other side cannot see, in a keyed game; in others players have one stream.
    pub const SECRETS: Self = Self(1 << STREAMS);
    /// All of them.
    pub const ALL: Self = Self((2 << STREAMS) - 1);

    /// A stream. That of a player is everything that this player chooses in the open, and in a game that is not keyed
    /// everything.
    pub const fn of(stream: Stream) -> Self {
        Self(1 << stream as u8)
    }

    /// These and others.
    #[must_use]
    pub const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// All others.
    #[must_use]
    pub const fn others(self) -> Self {
        Self(Self::ALL.0 & !self.0)
    }

    const fn holds(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }
}

const STREAMS: u64 = 4;
/// The golden ratio in 64 bits, odd: multiplication by it is a bijection.
const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A bijection of 64 bits that leaves no pattern: the finalizer of `SplitMix64` (Steele, Lea, Flood 2014).
#[inline]
pub const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

impl RunSeed {
    /// The seed of game `number` of this run.
    pub const fn game(self, number: u64) -> GameSeed {
        assert!(number < u64::MAX / STREAMS, "a run has fewer than 2^62 games");
        GameSeed { run: self, number, is_keyed: false, other: self, redrawn: Sources::NONE }
    }
}

impl GameSeed {
    /// The number of the game in its run.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// The same game in which every random choice is a function of what is decided, as with keyed dice, and not of
    /// how many choices were made before: for comparison with the game of the same name in a variant. It is a
    /// different game from the one without keys.
    #[must_use]
    pub const fn keyed(self) -> Self {
        Self { is_keyed: true, ..self }
    }

    /// Are its random choices functions of what is decided? Players choose accordingly.
    pub const fn is_keyed(self) -> bool {
        self.is_keyed
    }

    /// The same game with these sources taken from the game of the same number of another run, and all others as
    /// they are.
    #[must_use]
    pub const fn with(self, redrawn: Sources, other: RunSeed) -> Self {
        Self { other, redrawn, ..self }
    }

    /// The key of one of this game's streams.
    pub const fn key(self, stream: Stream) -> u64 {
        self.key_of(stream, Sources::of(stream))
    }

    /// The key of the secret choices of a player in a keyed game: that of the player's other choices, unless one of
    /// them is redrawn.
    pub const fn key_of_secrets(self, side: Side) -> u64 {
        self.key_of(Stream::of_player(side), Sources::SECRETS)
    }

    const fn key_of(self, stream: Stream, source: Sources) -> u64 {
        let run = if self.redrawn.holds(source) { self.other } else { self.run };
        let place = self.number * STREAMS + stream as u64;
        mix(mix(run.0).wrapping_add(place.wrapping_mul(ODD)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Undoes [`mix`] step by step: each xor-shift by repeating it, each factor by its inverse modulo 2^64.
    fn unmix(mut word: u64) -> u64 {
        let inverse = |odd: u64| {
            (0..6).fold(odd, |guess, _| guess.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(guess))))
        };
        word = word ^ (word >> 31) ^ (word >> 62);
        word = word.wrapping_mul(inverse(0x94D0_49BB_1331_11EB));
        word = word ^ (word >> 27) ^ (word >> 54);
        word = word.wrapping_mul(inverse(0xBF58_476D_1CE4_E5B9));
        word ^ (word >> 30) ^ (word >> 60)
    }

    #[test]
    fn mix_has_an_inverse_so_it_is_a_bijection() {
        for word in [0, 1, 2, u64::MAX, ODD, 0x0123_4567_89AB_CDEF]
            .into_iter()
            .chain((0..1000).map(|n| ODD.wrapping_mul(n) / 7))
        {
            assert_eq!(unmix(mix(word)), word);
        }
    }

    #[test]
    fn no_two_streams_of_one_run_share_a_key() {
        // The proof is in the header; here the inverse gives back each game and stream from its key alone.
        let odd_inverse =
            (0..6).fold(ODD, |guess, _| guess.wrapping_mul(2u64.wrapping_sub(ODD.wrapping_mul(guess))));
        let run = RunSeed(1794);
        for number in [0, 1, 2, 999_999, (1 << 62) - 2] {
            for stream in [Stream::Dice, Stream::Chits, Stream::FirstPlayer, Stream::SecondPlayer] {
                let place =
                    unmix(run.game(number).key(stream)).wrapping_sub(mix(run.0)).wrapping_mul(odd_inverse);
                assert_eq!((place / STREAMS, place % STREAMS), (number, stream as u64));
            }
        }
    }

    #[test]
    fn what_is_redrawn_comes_from_the_other_run_and_the_rest_stays() {
        let (run, other) = (RunSeed(1794), RunSeed(1795));
        let (game, its_namesake) = (run.game(7), other.game(7));
        let streams = [Stream::Dice, Stream::Chits, Stream::FirstPlayer, Stream::SecondPlayer];
        for stream in streams {
            let redrawn = game.with(Sources::of(stream), other);
            for one in streams {
                let from = if one == stream { its_namesake } else { game };
                assert_eq!(redrawn.key(one), from.key(one), "{one:?} where {stream:?} is redrawn");
            }
            for side in Side::BOTH {
                assert_eq!(redrawn.key_of_secrets(side), game.key(Stream::of_player(side)));
            }
            let rest = game.with(Sources::of(stream).others(), other);
            for one in streams {
                let from = if one == stream { game } else { its_namesake };
                assert_eq!(rest.key(one), from.key(one));
            }
        }
        let secrets = game.with(Sources::SECRETS, other);
        for side in Side::BOTH {
            let player = Stream::of_player(side);
            assert_eq!(secrets.key_of_secrets(side), its_namesake.key(player));
            assert_eq!(secrets.key(player), game.key(player));
        }
        assert_eq!(game.with(Sources::ALL, other).key(Stream::Dice), its_namesake.key(Stream::Dice));
        assert_eq!(Sources::NONE.others(), Sources::ALL);
    }
}
