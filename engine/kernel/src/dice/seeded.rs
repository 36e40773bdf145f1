//! Dice from a generator: the fastest, for play.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Ask, Dice, Die, Subject, fair, fair_choice};
use crate::seed::{GameSeed, Stream};

/// xoshiro256++, one generator for the dice of a game and one for its chits, so that neither shifts the other.
#[derive(Clone, Debug)]
pub struct SeededDice {
    dice: Xoshiro256PlusPlus,
    chits: Xoshiro256PlusPlus,
}

impl SeededDice {
    /// The dice of one game.
    pub fn new(game: GameSeed) -> Self {
        let stream = |stream| Xoshiro256PlusPlus::seed_from_u64(game.key(stream));
        Self { dice: stream(Stream::Dice), chits: stream(Stream::Chits) }
    }
}

impl Dice for SeededDice {
    #[inline]
    fn roll(&mut self, die: Die, _: Ask) -> u8 {
        #[expect(clippy::cast_possible_truncation, reason = "below the number of faces")]
        let number = fair(die.faces().into(), || self.dice.next_u32()) as u8;
        die.lowest() + number
    }

    #[inline]
    fn draw(&mut self, _: Ask, tickets: &[Subject]) -> usize {
        fair_choice(tickets.len(), || self.chits.next_u32())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seed::RunSeed;

    const ASK: Ask = Ask::new(crate::rule!("1.1"), 1);

    #[test]
    fn the_generator_is_xoshiro256_plus_plus() {
        // The first outputs for the state 1, 2, 3, 4 as published by its authors (Blackman and Vigna).
        let mut seed = [0; 32];
        for (word, value) in seed.chunks_mut(8).zip(1u64..) {
            word.copy_from_slice(&value.to_le_bytes());
        }
        let mut generator = Xoshiro256PlusPlus::from_seed(seed);
        assert_eq!([(); 3].map(|()| generator.next_u64()), [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

    #[test]
    fn drawing_chits_does_not_shift_the_dice() {
        let mut plain = SeededDice::new(RunSeed(7).game(3));
        let mut drawing = plain.clone();
        for _ in 0..100 {
            drawing.draw(ASK, &[Subject(0), Subject(1)]);
            assert_eq!(plain.roll(Die::D10, ASK), drawing.roll(Die::D10, ASK));
        }
    }

    #[test]
    fn all_faces_come_up_and_no_others() {
        let mut dice = SeededDice::new(RunSeed(1).game(0));
        let of_its_own = Die::with(&["hit", "miss", "rout"]);
        for (die, faces) in
            [(Die::D10, 0..=9), (Die::D6, 1..=6), (Die::of(100), 1..=100), (of_its_own, 0..=2)]
        {
            // A hundred faces: one that never shows in 3000 rolls has a chance of 0.99^3000, 8 in 10^14.
            let mut seen: Vec<u8> = (0..3000).map(|_| dice.roll(die, ASK)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen, faces.collect::<Vec<_>>());
        }
    }
}
