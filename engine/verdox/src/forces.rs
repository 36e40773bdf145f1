//! Chapters 5 and 7: the kinds of units, and what is printed of each. How they move and fight with that is for
//! `movement` and `attack`; barges, the special units, have a module of their own.

use szala_kernel::{Rule, rule};

use crate::ids::MOST_OF_A_SIDE;

/// A kind of fighting unit, in the order of the rulebook's table [5.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// On foot, hand to hand.
    Infantry,
    /// On foot, by fire.
    Riflemen,
    /// On foot, both.
    Grenadiers,
    /// Mounted, hand to hand.
    Cavalry,
    /// Mounted, by fire.
    MountedRifles,
    /// Guns.
    Artillery,
}

/// How many of each kind.
pub type Roll = [u8; Kind::COUNT];

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = 6;

    /// All of them, in order.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Infantry,
        Self::Riflemen,
        Self::Grenadiers,
        Self::Cavalry,
        Self::MountedRifles,
        Self::Artillery,
    ];

    /// Its place in [`ALL`](Self::ALL).
    pub const fn index(self) -> usize {
        self as usize
    }

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Riflemen => "riflemen",
            Self::Grenadiers => "grenadiers",
            Self::Cavalry => "cavalry",
            Self::MountedRifles => "mounted rifles",
            Self::Artillery => "artillery",
        }
    }

    /// What is printed of it.
    #[inline]
    pub const fn card(self) -> &'static Card {
        &CARDS[self.index()]
    }
}

/// What is printed of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Card {
    /// What a unit counts at the end [4.3].
    pub value: i32,
    /// Movement points, in halves: a step over clear ground takes two of them, one along a road one [6.5].
    pub points: u8,
    /// Does it fight hand to hand?
    pub close: bool,
    /// How far it fires over clear ground; 0 for one that does not.
    pub range: u8,
    /// What it becomes when it loses its horse.
    pub unhorsed: Option<Kind>,
    /// The rule that prints its movement.
    pub movement: Rule,
    /// The rule that says how it fights.
    pub fight: Rule,
    /// The rule that prints its table of hits.
    pub hits: Rule,
}

/// The printed values, row by row as chapter 7 has them.
const CARDS: [Card; Kind::COUNT] = [
    // [7.1.1, 7.1.2, 7.1.3, 7.1.4] Infantry: hand to hand; value 10; one point; lost on 1 or 2.
    Card {
        value: 10,
        points: 2,
        close: true,
        range: 0,
        unhorsed: None,
        movement: rule!("7.1.3"),
        fight: rule!("7.1.1"),
        hits: rule!("7.1.4"),
    },
    // [7.2.1, 7.2.2, 7.2.3, 7.2.4, 7.2.5] Riflemen: fire; 20; one point; lost on 1 or 2; range 4.
    Card {
        value: 20,
        points: 2,
        close: false,
        range: 4,
        unhorsed: None,
        movement: rule!("7.2.3"),
        fight: rule!("7.2.1"),
        hits: rule!("7.2.4"),
    },
    // [7.3.1, 7.3.2, 7.3.3, 7.3.4, 7.3.5] Grenadiers: both; 30; one point; lost on 1 or 2; range 2.
    Card {
        value: 30,
        points: 2,
        close: true,
        range: 2,
        unhorsed: None,
        movement: rule!("7.3.3"),
        fight: rule!("7.3.1"),
        hits: rule!("7.3.4"),
    },
    // [7.4.1, 7.4.2, 7.4.3, 7.4.4] Cavalry: hand to hand; 40; two points; lost on 1, infantry on 2.
    Card {
        value: 40,
        points: 4,
        close: true,
        range: 0,
        unhorsed: Some(Kind::Infantry),
        movement: rule!("7.4.3"),
        fight: rule!("7.4.1"),
        hits: rule!("7.4.4"),
    },
    // [7.5.1, 7.5.2, 7.5.3, 7.5.4, 7.5.5] Mounted rifles: fire; 60; two points; lost on 1, riflemen on 2; range 4.
    Card {
        value: 60,
        points: 4,
        close: false,
        range: 4,
        unhorsed: Some(Kind::Riflemen),
        movement: rule!("7.5.3"),
        fight: rule!("7.5.1"),
        hits: rule!("7.5.4"),
    },
    // [7.6.1, 7.6.2, 7.6.3, 7.6.4, 7.6.5] Artillery: fire; 150; one square at most, on a 1; lost on 1 or 2; range 7.
    Card {
        value: 150,
        points: 2,
        close: false,
        range: 7,
        unhorsed: None,
        movement: rule!("7.6.3"),
        fight: rule!("7.6.1"),
        hits: rule!("7.6.4"),
    },
];

/// [7.7.5] What a barge counts for its owner.
pub const BARGE_VALUE: i32 = 5;

/// The farthest that anybody can fire: artillery from a height [7.6.5, 6.2.3, 6.10.4].
pub(crate) const FARTHEST: u8 = 8;

/// [5.1] The forces of either side as the rulebook has them.
pub const PRINTED: Roll = [30, 15, 10, 10, 5, 5];

/// How many units a roll has.
pub(crate) fn size(roll: Roll) -> usize {
    roll.iter().map(|count| usize::from(*count)).sum()
}

const _: () = {
    let (mut at, mut sum) = (0, 0);
    while at < Kind::COUNT {
        sum += PRINTED[at] as usize;
        at += 1;
    }
    assert!(sum == 75 && sum <= MOST_OF_A_SIDE, "75 units a side");
};

#[cfg(test)]
mod tests {
    use super::*;

    /// [5.1] The kinds stand in the order of the table of forces; each row has the numbers of chapter 7.
    #[test]
    fn the_cards_are_those_of_chapter_7() {
        let row = |kind: Kind| {
            let card = kind.card();
            (card.value, card.points / 2, card.close, card.range)
        };
        // [7.1.2] [7.2.2, 7.2.5] [7.3.2, 7.3.5] [7.4.2] [7.5.2, 7.5.5] [7.6.2, 7.6.5]
        let printed = [
            (10, 1, true, 0),
            (20, 1, false, 4),
            (30, 1, true, 2),
            (40, 2, true, 0),
            (60, 2, false, 4),
            (150, 1, false, 7),
        ];
        assert_eq!(Kind::ALL.map(row), printed);
    }

    /// [5.1] 30 at 10, 15 at 20, 10 at 30, 10 at 40, 5 at 60, 5 at 150: 300 + 300 + 300 + 400 + 300 + 750 = 2350.
    #[test]
    fn an_army_is_worth_2350() {
        let worth: i32 =
            Kind::ALL.iter().map(|kind| kind.card().value * i32::from(PRINTED[kind.index()])).sum();
        assert_eq!((size(PRINTED), worth), (75, 2350));
    }
}
