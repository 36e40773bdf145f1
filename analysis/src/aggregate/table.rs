//! What the games of a run had in one column, crossed with who won: whole numbers, from which all else follows exactly.

use core::ops::{Add, AddAssign};
use std::collections::BTreeMap;

use crate::records::{Field, FieldKind};
use crate::statistics::paired::Pairs;

/// How some games ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Games that the first side won.
    pub first: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the second side won.
    pub second: u64,
    /// Games that had no end.
    pub aborted: u64,
}

impl Counts {
    /// Games that came to an end: those that all rates are of.
    pub fn ended(self) -> u64 {
        self.first + self.draws + self.second
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.ended() + self.aborted
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            first: self.first + other.first,
            draws: self.draws + other.draws,
            second: self.second + other.second,
            aborted: self.aborted + other.aborted,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl core::iter::Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// What a game has in a column.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Nothing: never, nobody.
    Absent,
    /// A number, or a stage.
    Number(i64),
    /// A name.
    Name(String),
}

/// A column and how the games with each of its values ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The column.
    pub field: Field,
    /// The values that were found, in order.
    pub values: BTreeMap<Value, Counts>,
}

impl Table {
    /// An empty one.
    pub(super) fn new(field: Field) -> Self {
        Self { field, values: BTreeMap::new() }
    }

    /// Does the column say how many, how much, or when? Otherwise it says who.
    pub fn is_of_numbers(&self) -> bool {
        self.field.kind != FieldKind::Name
    }

    /// The games with a value for which it holds.
    pub fn counts(&self, holds: impl Fn(&Value) -> bool) -> Counts {
        self.values.iter().filter(|(value, _)| holds(value)).map(|(_, counts)| *counts).sum()
    }

    /// The games in which it happened, and those in which it did not: a stage came, something was counted. Of other
    /// columns that cannot be said.
    pub fn happened(&self) -> Option<[Counts; 2]> {
        let has = |value: &Value| !matches!(value, Value::Absent | Value::Number(0));
        matches!(self.field.kind, FieldKind::Stage | FieldKind::Count)
            .then(|| [self.counts(has), self.counts(|value| !has(value))])
    }

    /// The numbers in the column with their games, in order.
    fn numbers(&self) -> impl Iterator<Item = (i64, Counts)> {
        self.values.iter().filter_map(|(value, counts)| match value {
            Value::Number(number) => Some((*number, *counts)),
            Value::Absent | Value::Name(_) => None,
        })
    }

    /// Each number with the half points that the first side scored in its game, over all games that came to an end and
    /// have a number here.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        for (number, counts) in self.numbers() {
            let [games, draws, wins] = [counts.ended(), counts.draws, counts.first].map(i128::from);
            let number = i128::from(number);
            let halves = 2 * wins + draws;
            pairs.merge(&Pairs {
                n: counts.ended(),
                a: number * games,
                b: halves,
                aa: number * number * games,
                bb: 4 * wins + draws,
                ab: number * halves,
            });
        }
        pairs
    }

    /// The quantile at a percentage, over the same games: the least number that is not exceeded in at least that share
    /// of them (the inverse of the distribution function, Hyndman and Fan's first definition). It is a number
    /// that was there, and no mean of two.
    pub fn quantile(&self, percent: u8) -> Option<i64> {
        let games: u64 = self.numbers().map(|(_, counts)| counts.ended()).sum();
        let mut so_far = 0;
        let ended = self.numbers().filter(|(_, counts)| counts.ended() > 0);
        ended
            .map(|(number, counts)| {
                so_far += counts.ended();
                (number, so_far)
            })
            .find(|(_, so_far)| u128::from(*so_far) * 100 >= u128::from(games) * u128::from(percent))
            .map(|(number, _)| number)
    }
}
