//! The dice that belong to a game, keyed or not: for callers that play game after game.

use super::{Ask, Dice, Die, KeyedDice, SeededDice, Subject};
use crate::actions::Limits;
use crate::seed::GameSeed;

/// Seeded dice for an ordinary game, keyed ones for a [keyed](GameSeed::is_keyed) game. Allocates once, at the first
/// keyed game.
#[derive(Clone, Debug)]
pub struct GameDice {
    limits: Limits,
    seeded: SeededDice,
    keyed: Option<KeyedDice>,
    is_keyed: bool,
}

impl GameDice {
    /// Dice for games of a rule system with these limits; the first game is `game`.
    pub fn new(limits: Limits, game: GameSeed) -> Self {
        let mut dice = Self { limits, seeded: SeededDice::new(game), keyed: None, is_keyed: false };
        dice.begin(game);
        dice
    }

    /// Forgets the game played and takes up another.
    pub fn begin(&mut self, game: GameSeed) {
        self.is_keyed = game.is_keyed();
        if self.is_keyed {
            let limits = self.limits;
            self.keyed.get_or_insert_with(|| KeyedDice::new(limits, game)).begin(game);
        } else {
            self.seeded = SeededDice::new(game);
        }
    }

    /// The keyed dice, when the game is keyed.
    #[inline]
    fn keyed(&mut self) -> Option<&mut KeyedDice> {
        self.keyed.as_mut().filter(|_| self.is_keyed)
    }
}

impl Dice for GameDice {
    #[inline]
    fn roll(&mut self, die: Die, ask: Ask) -> u8 {
        match self.keyed() {
            Some(keyed) => keyed.roll(die, ask),
            None => self.seeded.roll(die, ask),
        }
    }

    #[inline]
    fn draw(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        match self.keyed() {
            Some(keyed) => keyed.draw(ask, tickets),
            None => self.seeded.draw(ask, tickets),
        }
    }

    #[inline]
    fn deal(&mut self, ask: Ask, tickets: &[Subject]) -> usize {
        match self.keyed() {
            Some(keyed) => keyed.deal(ask, tickets),
            None => self.seeded.deal(ask, tickets),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule;
    use crate::seed::RunSeed;

    const LIMITS: Limits = Limits { actions: 1, decisions: 1, dice: 64 };
    const ASK: Ask = Ask::new(rule!("1.1"), 1);

    /// What the wrapped dice show, draw and deal.
    fn shown(mut dice: impl Dice) -> Vec<usize> {
        let tickets = [1, 2, 3].map(Subject);
        let mut shown: Vec<usize> = (0..20).map(|_| dice.roll(Die::D10, ASK).into()).collect();
        shown.extend([dice.draw(ASK, &tickets), dice.draw(ASK, &tickets), dice.deal(ASK, &tickets)]);
        shown
    }

    #[test]
    fn the_dice_are_those_of_the_game_whatever_was_played_before() {
        let mut dice = GameDice::new(LIMITS, RunSeed(1).game(0));
        for number in 0..50 {
            let game = RunSeed(1).game(number / 2);
            if number % 2 == 0 {
                dice.begin(game);
                assert_eq!(shown(&mut dice), shown(SeededDice::new(game)));
            } else {
                dice.begin(game.keyed());
                assert_eq!(shown(&mut dice), shown(KeyedDice::new(LIMITS, game.keyed())));
            }
        }
    }
}
