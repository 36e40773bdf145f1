//! All dice at once: an odometer over every sequence of faces, for exact odds.

use core::cmp::Ordering;
use core::fmt;
use core::ops::Add;

use super::{Ask, Dice, Die, Subject};

/// Goes through all sequences of faces that the rules ask for, one sequence a pass.
///
/// ```
/// use szala_kernel::dice::{Ask, Dice, Die, EveryDice, Fraction};
/// let ask = Ask::new(szala_kernel::rule!("3.4"), 1);
/// // A second die is rolled only behind a six: the passes differ in length, and in weight.
/// let odds = EveryDice::odds(|dice| match dice.roll(Die::D6, ask) {
///     6 => 6 + dice.roll(Die::D6, ask),
///     face => face,
/// });
/// assert_eq!(odds.of(&12), Fraction::new(1, 36));
/// assert_eq!(odds.of(&5), Fraction::new(1, 6));
/// ```
#[derive(Clone, Debug, Default)]
pub struct EveryDice {
    /// The faces of this pass: the current face, and the number of faces.
    wheels: Vec<(u8, u8)>,
    read: usize,
}

impl EveryDice {
    /// The exact odds of the results of `play`, over all its dice. After the same faces it must always ask for the
    /// same dice.
    pub fn odds<T: PartialEq>(mut play: impl FnMut(&mut Self) -> T) -> Odds<T> {
        let mut dice = Self::default();
        let mut odds = Odds { chances: Vec::new() };
        loop {
            dice.read = 0;
            let result = play(&mut dice);
            assert_eq!(dice.read, dice.wheels.len(), "play must ask for the same dice after the same faces");
            odds.add(result, dice.weight());
            if !dice.turn() {
                return odds;
            }
        }
    }

    /// The chance of this pass: one over the product of the faces.
    fn weight(&self) -> Fraction {
        Fraction::new(1, self.wheels.iter().map(|&(_, faces)| u128::from(faces)).product())
    }

    /// Turns the last wheel that can turn and drops those after it; `false` when all have been seen.
    fn turn(&mut self) -> bool {
        while let Some((number, faces)) = self.wheels.pop() {
            if number + 1 < faces {
                self.wheels.push((number + 1, faces));
                return true;
            }
        }
        false
    }

    fn number(&mut self, faces: u8) -> u8 {
        if self.read == self.wheels.len() {
            self.wheels.push((0, faces));
        }
        let (number, before) = self.wheels[self.read];
        assert_eq!(before, faces, "play must ask for the same dice after the same faces");
        self.read += 1;
        number
    }
}

impl Dice for EveryDice {
    fn roll(&mut self, die: Die, _: Ask) -> u8 {
        die.lowest() + self.number(die.faces())
    }

    fn draw(&mut self, _: Ask, tickets: &[Subject]) -> usize {
        assert!(!tickets.is_empty(), "nothing to draw from");
        self.number(
            u8::try_from(tickets.len()).expect("exact odds are asked for draws of at most 255 tickets"),
        )
        .into()
    }
}

/// Results with their exact chances, in the order in which they first came up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds<T> {
    chances: Vec<(T, Fraction)>,
}

impl<T: PartialEq> Odds<T> {
    fn add(&mut self, result: T, weight: Fraction) {
        match self.chances.iter_mut().find(|(known, _)| *known == result) {
            Some((_, chance)) => *chance = *chance + weight,
            None => self.chances.push((result, weight)),
        }
    }

    /// The chance of one result; zero when it never came up.
    pub fn of(&self, result: &T) -> Fraction {
        self.when(|other| other == result)
    }

    /// The total chance of all results that satisfy the predicate.
    pub fn when(&self, fits: impl Fn(&T) -> bool) -> Fraction {
        self.iter().filter(|(result, _)| fits(result)).fold(Fraction::ZERO, |sum, (_, chance)| sum + *chance)
    }

    /// Each result with its chance.
    pub fn iter(&self) -> impl Iterator<Item = &(T, Fraction)> {
        self.chances.iter()
    }
}

/// An exact fraction in lowest terms; enough for three dozen dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    /// Above the line.
    pub numerator: u128,
    /// Below the line, never zero.
    pub denominator: u128,
}

impl Fraction {
    /// Zero.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// One.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator` in lowest terms.
    ///
    /// # Panics
    /// When `denominator` is zero.
    pub const fn new(numerator: u128, denominator: u128) -> Self {
        assert!(denominator > 0, "a fraction with nothing below the line");
        let shared = common_divisor(numerator, denominator);
        Self { numerator: numerator / shared, denominator: denominator / shared }
    }
}

const fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Add for Fraction {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let shared = common_divisor(self.denominator, other.denominator);
        let widened = other.denominator / shared;
        let denominator = self
            .denominator
            .checked_mul(widened)
            .expect("the odds are of few enough dice for fractions of 128 bits");
        Self::new(self.numerator * widened + other.numerator * (denominator / other.denominator), denominator)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// Compares whole parts, then the reciprocals of the remainders: no product that could overflow.
    fn cmp(&self, other: &Self) -> Ordering {
        let whole = (self.numerator / self.denominator).cmp(&(other.numerator / other.denominator));
        let rest = (self.numerator % self.denominator, other.numerator % other.denominator);
        whole.then_with(|| match rest {
            (0, 0) => Ordering::Equal,
            (0, _) => Ordering::Less,
            (_, 0) => Ordering::Greater,
            (mine, theirs) => Self::new(other.denominator, theirs).cmp(&Self::new(self.denominator, mine)),
        })
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.numerator, self.denominator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASK: Ask = Ask::new(crate::rule!("1.1"), 1);

    #[test]
    fn two_d10_make_a_hundred_passes_of_one_weight() {
        let mut passes = 0;
        let odds = EveryDice::odds(|dice| {
            passes += 1;
            dice.roll(Die::D10, ASK) + dice.roll(Die::D10, ASK)
        });
        assert_eq!(passes, 100);
        // 9 = 0+9 ... 9+0: ten of a hundred; 18 = 9+9 alone.
        assert_eq!((odds.of(&9), odds.of(&18)), (Fraction::new(1, 10), Fraction::new(1, 100)));
        assert_eq!(odds.when(|_| true), Fraction::ONE);
        assert_eq!(odds.of(&19), Fraction::ZERO);
    }

    #[test]
    fn every_face_of_a_die_with_names_is_a_pass() {
        let combat = Die::with(&["hit", "hit", "rout", "miss", "miss", "miss"]);
        let odds = EveryDice::odds(|dice| combat.face(dice.roll(combat, ASK)).to_string());
        // Two faces of six are hits, one is a rout.
        assert_eq!(odds.of(&"hit".to_owned()), Fraction::new(1, 3));
        assert_eq!(odds.of(&"rout".to_owned()), Fraction::new(1, 6));
    }

    #[test]
    fn a_draw_is_enumerated_like_a_die() {
        let tickets = [Subject(4), Subject(8), Subject(9)];
        let odds = EveryDice::odds(|dice| tickets[dice.draw(ASK, &tickets)]);
        assert!(tickets.iter().all(|ticket| odds.of(ticket) == Fraction::new(1, 3)));
    }

    #[test]
    fn fractions_add_and_compare_exactly() {
        assert_eq!(Fraction::new(1, 6) + Fraction::new(1, 10), Fraction::new(4, 15));
        let ascending =
            [Fraction::ZERO, Fraction::new(1, 3), Fraction::new(2, 5), Fraction::new(1, 2), Fraction::ONE];
        assert!(ascending.is_sorted());
        assert!(Fraction::new(3, 2) > Fraction::new(4, 3));
        assert!(Fraction::new(u128::MAX - 1, u128::MAX) < Fraction::ONE);
    }
}
