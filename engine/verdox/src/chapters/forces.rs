//! Chapters 5 and 7: the forces, and the printed values of each kind of unit; a scenario may override them.
//! `movement` and `attack` use them; barges, the special units, have a module of their own.

use szala_kernel::{Rule, rule};

use crate::position::ids::MOST_OF_A_SIDE;
use crate::position::kinds::{Card, FACES, Hit, Kind, Kinds, Roll};

impl Kind {
    /// The rules that print its values.
    #[inline]
    pub(crate) const fn printed(self) -> &'static Printed {
        &PRINTED_BY[self.index()]
    }
}

/// The rules that print the values of a kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Printed {
    /// How it moves.
    pub(crate) movement: Rule,
    /// How it fights.
    pub(crate) fight: Rule,
    /// Its table of hits.
    pub(crate) hits: Rule,
    /// How far it fires; for a kind that never fires by the book, how it fights.
    pub(crate) range: Rule,
}

const PRINTED_BY: [Printed; Kind::COUNT] = [
    Printed { movement: rule!("7.1.3"), fight: rule!("7.1.1"), hits: rule!("7.1.4"), range: rule!("7.1.1") },
    Printed { movement: rule!("7.2.3"), fight: rule!("7.2.1"), hits: rule!("7.2.4"), range: rule!("7.2.5") },
    Printed { movement: rule!("7.3.3"), fight: rule!("7.3.1"), hits: rule!("7.3.4"), range: rule!("7.3.5") },
    Printed { movement: rule!("7.4.3"), fight: rule!("7.4.1"), hits: rule!("7.4.4"), range: rule!("7.4.1") },
    Printed { movement: rule!("7.5.3"), fight: rule!("7.5.1"), hits: rule!("7.5.4"), range: rule!("7.5.5") },
    Printed { movement: rule!("7.6.3"), fight: rule!("7.6.1"), hits: rule!("7.6.4"), range: rule!("7.6.5") },
];

/// [7.1.4, 7.2.4, 7.3.4, 7.6.4] Lost on 1 or 2.
const LOST_ON_TWO: [Hit; FACES] =
    [Hit::Lost, Hit::Lost, Hit::Nothing, Hit::Nothing, Hit::Nothing, Hit::Nothing];

/// [7.4.4, 7.5.4] Lost on 1, on foot on 2.
const fn unhorsed_on_two(on_foot: Kind) -> [Hit; FACES] {
    let mut hits = LOST_ON_TWO;
    hits[1] = Hit::Unhorsed(on_foot);
    hits
}

impl Kinds {
    /// The printed values, row by row as chapter 7 has them.
    pub const PRINTED: Self = Self {
        cards: [
            // [7.1.1, 7.1.2, 7.1.3, 7.1.4] Infantry: hand to hand; value 10; one point; lost on 1 or 2.
            Card { value: 10, points: 2, close: true, range: 0, hits: LOST_ON_TWO },
            // [7.2.1, 7.2.2, 7.2.3, 7.2.4, 7.2.5] Riflemen: fire; 20; one point; lost on 1 or 2; range 4.
            Card { value: 20, points: 2, close: false, range: 4, hits: LOST_ON_TWO },
            // [7.3.1, 7.3.2, 7.3.3, 7.3.4, 7.3.5] Grenadiers: both; 30; one point; lost on 1 or 2; range 2.
            Card { value: 30, points: 2, close: true, range: 2, hits: LOST_ON_TWO },
            // [7.4.1, 7.4.2, 7.4.3, 7.4.4] Cavalry: hand to hand; 40; two points; lost on 1, infantry on 2.
            Card { value: 40, points: 4, close: true, range: 0, hits: unhorsed_on_two(Kind::Infantry) },
            // [7.5.1, 7.5.2, 7.5.3, 7.5.4, 7.5.5] Mounted rifles: fire; 60; two points; lost on 1, riflemen on 2;
            // range 4.
            Card { value: 60, points: 4, close: false, range: 4, hits: unhorsed_on_two(Kind::Riflemen) },
            // [7.6.1, 7.6.2, 7.6.3, 7.6.4, 7.6.5] Artillery: fire; 150; one square at most, on a 1; lost on 1 or 2;
            // range 7.
            Card { value: 150, points: 2, close: false, range: 7, hits: LOST_ON_TWO },
        ],
        guns_move_on: 1,
        barge_value: 5,
        barge_hits: [true, true, false, false, false, false],
    };
}

/// The longest range over clear ground that a scenario may give a kind; the tables of lines have no room for more.
pub(crate) const MOST_RANGE: u8 = 12;

/// The longest range of any fire: one square more from a height [6.2.3, 6.10.4].
pub(crate) const FARTHEST: u8 = MOST_RANGE + 1;

/// [5.1] The forces of both sides by the rulebook.
pub const PRINTED: Roll = [30, 15, 10, 10, 5, 5];

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
    use crate::position::kinds::size;

    /// [5.1] The kinds are in the order of the table of forces; each row has the numbers of chapter 7.
    #[test]
    fn the_cards_are_those_of_chapter_7() {
        let row = |kind: Kind| {
            let card = Kinds::PRINTED.card(kind);
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

    /// [7.1.4] [7.2.4] [7.3.4] [7.6.4] [7.7.7] On 1 and 2 they are lost, otherwise nothing happens; [7.4.4] [7.5.4]
    /// riders lose their horses on a 2.
    #[test]
    fn the_tables_of_hits_are_those_of_chapter_7() {
        use Hit::{Lost, Nothing, Unhorsed};
        for kind in Kind::ALL {
            let second = match kind {
                Kind::Cavalry => Unhorsed(Kind::Infantry),
                Kind::MountedRifles => Unhorsed(Kind::Riflemen),
                _ => Lost,
            };
            let hits = Kinds::PRINTED.card(kind).hits;
            assert_eq!(hits, [Lost, second, Nothing, Nothing, Nothing, Nothing], "{kind:?}");
        }
        assert_eq!(Kinds::PRINTED.barge_hits, [true, true, false, false, false, false]);
    }

    /// [5.1] 30 at 10, 15 at 20, 10 at 30, 10 at 40, 5 at 60, 5 at 150: 300 + 300 + 300 + 400 + 300 + 750 = 2350.
    #[test]
    fn an_army_is_worth_2350() {
        let worth: i32 = Kind::ALL
            .map(|kind| Kinds::PRINTED.card(kind).value * i32::from(PRINTED[kind.index()]))
            .iter()
            .sum();
        assert_eq!((size(PRINTED), worth), (75, 2350));
    }
}
