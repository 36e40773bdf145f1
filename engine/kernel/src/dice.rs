//! Dice are an argument of the rules: the rules ask for a roll, and something outside answers.
//!
//! Each roll names the rule that calls for it and whom it concerns, so that the same rules code runs with
//! [`SeededDice`] for play, [`KeyedDice`] for comparing variants, [`ScriptedDice`] for tests of rules and
//! [`EveryDice`] for exact odds.

mod die;
mod every;
mod keyed;
pub(crate) mod occurrences;
mod of_game;
mod scripted;
mod seeded;

pub use die::Die;
pub use every::{EveryDice, Fraction, Odds};
pub use keyed::KeyedDice;
pub use of_game::GameDice;
pub use scripted::{ScriptFault, Scripted, ScriptedDice};
pub use seeded::SeededDice;

use crate::Rule;

/// Something that dice and journals can concern (a unit, a hex, a chit), as a number that the rule system assigns.
///
/// The number names the thing itself, never its place in a list: it stays the same when another unit joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Subject(pub u16);

impl Subject {
    /// Nothing in particular.
    pub const NONE: Self = Self(u16::MAX);
}

/// What a roll decides: the identity by which [`KeyedDice`] finds its face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ask {
    /// The rule that calls for it.
    pub rule: Rule,
    /// The stage or turn of the game.
    pub stage: u8,
    /// Who acts.
    pub who: Subject,
    /// Who suffers.
    pub whom: Subject,
}

impl Ask {
    /// A roll of nobody in particular.
    pub const fn new(rule: Rule, stage: u8) -> Self {
        Self { rule, stage, who: Subject::NONE, whom: Subject::NONE }
    }

    /// The same, done by `who`.
    #[must_use]
    pub const fn by(mut self, who: Subject) -> Self {
        self.who = who;
        self
    }

    /// The same, done to `whom`.
    #[must_use]
    pub const fn at(mut self, whom: Subject) -> Self {
        self.whom = whom;
        self
    }
}

/// A source of chance.
pub trait Dice {
    /// Rolls one die; the face as it is read, or its place among faces with names.
    fn roll(&mut self, die: Die, ask: Ask) -> u8;

    /// Draws one of the tickets, all equally likely; returns its place in the list. A ticket is the number of the
    /// thing drawn: with keyed dice an added ticket changes only the draws it wins.
    ///
    /// # Panics
    /// When there is nothing to draw from.
    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize;

    /// Draws one of the tickets of a deal: those drawn before under the same `ask` were not put back, and none was
    /// added. With keyed dice an added ticket leaves the order of the others unchanged. Dice that wrap keyed ones
    /// must pass this on; for all others it is a draw.
    ///
    /// # Panics
    /// When there is nothing to draw from.
    #[inline]
    fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        self.draw(ask, tickets)
    }
}

impl<D: Dice + ?Sized> Dice for &mut D {
    #[inline]
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        (**self).roll(die, ask)
    }

    #[inline]
    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        (**self).draw(ask, tickets)
    }

    #[inline]
    fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        (**self).deal(ask, tickets)
    }
}

/// One of `sides` equally likely numbers from a random word of `BITS` bits, or `None` for a word to throw away.
///
/// Multiply and shift (Lemire 2019): `word * sides` falls into one of `sides` ranges of 2^BITS products. The ranges
/// hold a different number of multiples of `sides` unless the few products with a remainder below
/// 2^BITS mod `sides` are refused; then each holds exactly floor(2^BITS / sides) of them.
#[inline]
pub(crate) const fn fair_number<const BITS: u32>(word: u32, sides: u32) -> Option<u32> {
    let product = word as u64 * sides as u64;
    let remainder = product & ((1 << BITS) - 1);
    let refused_below = (1u64 << BITS) % sides as u64;
    if remainder < refused_below {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the product is below sides * 2^BITS")]
    Some((product >> BITS) as u32)
}

/// Draws words until one gives a fair number below `sides`.
#[inline]
pub(crate) fn fair(sides: u32, mut next_word: impl FnMut() -> u32) -> u32 {
    loop {
        if let Some(number) = fair_number::<32>(next_word(), sides) {
            return number;
        }
    }
}

/// One of `sides` equally likely numbers from a stream of random 32-bit words, for choices that are not dice:
/// a player's, a shuffle.
///
/// # Panics
/// When `sides` is 0.
#[inline]
pub fn fair_choice(sides: usize, next_word: impl FnMut() -> u32) -> usize {
    assert!(sides > 0, "nothing to choose from");
    let sides = u32::try_from(sides).expect("a list of choices has fewer than 2^32 entries");
    fair(sides, next_word) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The method itself, exhaustively: over all words of 16 bits, each number must come up exactly floor(65536 /
    /// sides) times.
    #[test]
    fn every_number_comes_from_equally_many_words() {
        for sides in [1, 2, 3, 6, 7, 10, 100, 255] {
            let mut words = vec![0; sides as usize];
            let mut refused = 0;
            for word in 0..=0xFFFF {
                match fair_number::<16>(word, sides) {
                    Some(number) => words[number as usize] += 1,
                    None => refused += 1,
                }
            }
            assert!(words.iter().all(|&count| count == 65536 / sides), "{sides}: {words:?}");
            assert_eq!(refused, 65536 % sides);
        }
    }

    /// The width used in play: 2^32 words are too many to try, but the number grows with the word, so the first word
    /// of each number is found by bisection, and the refused words of its range lie at its start.
    #[test]
    fn every_face_comes_from_equally_many_words_of_the_width_used_in_play() {
        for sides in [2u64, 3, 4, 6, 8, 10, 12, 20, 100, 255] {
            let first_word = |number: u64| (number << 32).div_ceil(sides);
            for number in 0..sides {
                let range = first_word(number)..first_word(number + 1);
                let kept = |word: u64| {
                    fair_number::<32>(u32::try_from(word).unwrap(), u32::try_from(sides).unwrap())
                };
                let refused = range.clone().take_while(|&word| kept(word).is_none()).count() as u64;
                assert_eq!(range.end - range.start - refused, (1 << 32) / sides, "{number} of {sides}");
                for word in [range.start + refused, range.end - 1] {
                    assert_eq!(kept(word), Some(u32::try_from(number).unwrap()));
                }
            }
        }
    }
}
