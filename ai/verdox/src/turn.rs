//! What the heuristic reads off the position in a turn.

use szala_board::SquareId;
use szala_verdox::{Kind, MOST_BARGES, Squares};

use super::parts::Parts;
use super::posture::Postures;
use super::prices::Prices;
use super::seen::Seen;

/// The state of the game: the side with more left has no reason to risk it, the side with less has to [4.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stance {
    Ahead = 0,
    Level = 1,
    Behind = 2,
    /// For units that go for the other side's headquarters whatever it costs.
    Bold = 3,
}

/// What it has read off the position in a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) prices: Prices,
    pub(super) stance: Stance,
    /// Of a hundred face-down counters, how many fire far, near, not at all.
    pub(super) hidden: [i32; 3],
    pub(super) under_attack: Squares,
    /// Where the danger is computed.
    pub(super) known: Squares,
    /// The units that go for a barge, and for which.
    pub(super) fetch: [Option<SquareId>; MOST_BARGES],
    /// The squares that guns want to go on to.
    pub(super) gun_way: Squares,
    /// Which unit has which part in the turn.
    pub(super) parts: Parts,
    /// The postures of parts of the army in the turn.
    pub(super) postures: Postures,
    /// May a step of this turn decide the game?
    pub(super) is_decisive: bool,
}

impl Turn {
    /// Before the first look of a game.
    pub(super) const UNSEEN: Self = Self {
        prices: Prices::UNSEEN,
        stance: Stance::Level,
        hidden: [0; 3],
        under_attack: Squares::EMPTY,
        known: Squares::EMPTY,
        fetch: [None; MOST_BARGES],
        gun_way: Squares::EMPTY,
        parts: Parts::NONE,
        postures: Postures::NONE,
        is_decisive: false,
    };
}

/// Of a hundred face-down counters, how many fire far, near, not at all.
pub(super) fn hidden(seen: Seen<'_>) -> [i32; 3] {
    let unseen = seen.unseen();
    let count: i32 = unseen.iter().map(|count| i32::from(*count)).sum::<i32>().max(1);
    let share = |is_such: &dyn Fn(Kind) -> bool| -> i32 {
        let such = Kind::ALL.iter().filter(|kind| is_such(**kind));
        such.map(|kind| i32::from(unseen[kind.index()])).sum::<i32>() * 100 / count
    };
    let of_riflemen = seen.rules.card(Kind::Riflemen).range;
    [
        share(&|kind| seen.rules.card(kind).range >= of_riflemen),
        share(&|kind| (1..of_riflemen).contains(&seen.rules.card(kind).range)),
        share(&|kind| seen.rules.card(kind).close),
    ]
}
