//! All dice at once: an odometer over every sequence of faces, for exact odds.

use core::cmp::Ordering;
use core::convert::Infallible;
use core::fmt;
use core::ops::{Add, ControlFlow};

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
    wheels: Vec<(u16, u16)>,
    read: usize,
}

impl EveryDice {
    /// The exact odds of the results of `play`, over all its dice. After the same faces it must always ask for the
    /// same dice.
    pub fn odds<T: PartialEq>(play: impl FnMut(&mut Self) -> T) -> Odds<T> {
        let mut odds = Odds { chances: Vec::new() };
        let all: ControlFlow<Infallible> = Self::passes(play, |result, chance| {
            odds.add(result, chance.expect("the odds are of few enough dice for fractions of 128 bits"));
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue(), "nothing breaks it off");
        odds
    }

    /// Every pass of `play`, one by one: `see` gets the result of each with its chance, which is `None` where a
    /// [`Fraction`] has no room for it, and may break off. For callers that merge results themselves, or that stop
    /// when there are too many.
    pub fn passes<T, B>(
        mut play: impl FnMut(&mut Self) -> T,
        mut see: impl FnMut(T, Option<Fraction>) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut dice = Self::default();
        loop {
            dice.read = 0;
            let result = play(&mut dice);
            assert_eq!(dice.read, dice.wheels.len(), "play must ask for the same dice after the same faces");
            see(result, dice.weight())?;
            if !dice.turn() {
                return ControlFlow::Continue(());
            }
        }
    }

    /// The chance of this pass: one over the product of the faces.
    fn weight(&self) -> Option<Fraction> {
        let all = self.wheels.iter().try_fold(1_u128, |all, &(_, faces)| all.checked_mul(faces.into()));
        all.map(|all| Fraction::new(1, all))
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

    fn number(&mut self, faces: u16) -> u16 {
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
        let place = self.number(die.faces().into());
        die.lowest() + u8::try_from(place).expect("a die has at most 255 faces")
    }

    fn draw(&mut self, _: Ask, tickets: &[Subject]) -> usize {
        assert!(!tickets.is_empty(), "nothing to draw from");
        self.number(
            u16::try_from(tickets.len()).expect("subjects are numbered in 16 bits, and each is drawn once"),
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

    /// The denominator that all of these can be written with; `None` where 128 bits have no room for sums of them.
    pub fn common_denominator(mut all: impl Iterator<Item = Self>) -> Option<u128> {
        let common = all.try_fold(1_u128, |common, one| {
            common.checked_mul(one.denominator / common_divisor(common, one.denominator))
        });
        common.filter(|common| *common <= u128::MAX / 2)
    }

    /// The sum; `None` where 128 bits have no room for it.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let shared = common_divisor(self.denominator, other.denominator);
        let (mine, theirs) = (other.denominator / shared, self.denominator / shared);
        let denominator = self.denominator.checked_mul(mine)?;
        let (one, two) = (self.numerator.checked_mul(mine)?, other.numerator.checked_mul(theirs)?);
        Some(Self::new(one.checked_add(two)?, denominator))
    }

    /// The product; `None` where 128 bits have no room for it.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        let (one, two) =
            (Self::new(self.numerator, other.denominator), Self::new(other.numerator, self.denominator));
        let numerator = one.numerator.checked_mul(two.numerator)?;
        Some(Self { numerator, denominator: one.denominator.checked_mul(two.denominator)? })
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
        self.checked_add(other).expect("the odds are of few enough dice for fractions of 128 bits")
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

    #[test]
    fn products_and_sums_are_exact_or_refused() {
        // 2/3 * 3/10 = 6/30 = 1/5.
        assert_eq!(Fraction::new(2, 3).checked_mul(Fraction::new(3, 10)), Some(Fraction::new(1, 5)));
        assert_eq!(Fraction::ZERO.checked_mul(Fraction::new(3, 10)), Some(Fraction::ZERO));
        let tiny = Fraction::new(1, u128::MAX);
        assert_eq!(tiny.checked_mul(Fraction::new(1, 2)), None);
        assert_eq!(tiny.checked_add(Fraction::new(1, 2)), None);
        assert_eq!(tiny.checked_add(Fraction::ZERO), Some(tiny));
        let all = [Fraction::new(1, 6), Fraction::new(3, 4), Fraction::ONE];
        assert_eq!(Fraction::common_denominator(all.into_iter()), Some(12));
        assert_eq!(Fraction::common_denominator([tiny, Fraction::new(1, 2)].into_iter()), None);
    }

    #[test]
    fn passes_can_be_broken_off_and_have_no_chance_beyond_128_bits() {
        let mut seen = 0;
        let broken = EveryDice::passes(
            |dice| dice.roll(Die::D10, ASK),
            |face, chance| {
                assert_eq!(chance, Some(Fraction::new(1, 10)));
                seen += 1;
                if face == 3 { ControlFlow::Break(face) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!((broken, seen), (ControlFlow::Break(3), 4));
        // 10^39 is more than 2^128 = 3.4 * 10^38.
        let rolled = |count: usize| {
            EveryDice::passes(
                |dice| (0..count).for_each(|_| _ = dice.roll(Die::D10, ASK)),
                |(), chance| ControlFlow::Break(chance.is_some()),
            )
        };
        assert_eq!([38, 39].map(rolled), [ControlFlow::Break(true), ControlFlow::Break(false)]);
    }

    #[test]
    fn a_draw_may_be_of_more_tickets_than_a_die_has_faces() {
        let tickets: Vec<Subject> = (0..300).map(Subject).collect();
        let odds = EveryDice::odds(|dice| dice.draw(ASK, &tickets) < 30);
        assert_eq!(odds.of(&true), Fraction::new(1, 10));
    }
}
