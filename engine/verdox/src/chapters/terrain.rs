//! Chapter 6: the kinds of ground, the cost of a step from one to another, and the height of each. Moving and seeing
//! over them belong to `movement` and `sight`.

use crate::position::ground::Ground;

/// The part of a unit's movement points that a step takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// [6.5] Half a point: two steps along a road for one over clear ground.
    Half,
    /// [6.1] A point.
    Whole,
    /// All of them, and none may be spent before.
    All,
}

impl Ground {
    /// Its height: 1 up, 0, or -1 down. [6.10.7, 6.11.1] Fortifications and gates are high, as hills are.
    pub const fn level(self) -> i8 {
        match self {
            Self::Hill | Self::Fortification | Self::Gate => 1,
            Self::Valley => -1,
            _ => 0,
        }
    }

    /// [6.10, 6.11.1] A fortification, or a gate, which is part of one.
    pub const fn is_fortified(self) -> bool {
        matches!(self, Self::Fortification | Self::Gate)
    }

    /// A road, or a bridge, which speeds up movement in the same way [6.6.1].
    const fn is_road(self) -> bool {
        matches!(self, Self::Road | Self::Bridge)
    }

    /// [6.8.4, 6.9.4] Ground that a unit leaves only on a 1 or 2.
    pub(crate) const fn holds_fast(self) -> bool {
        matches!(self, Self::Canal | Self::Swamp)
    }
}

/// The cost of a step, by the ground left and the ground entered; for the river, by the barge boarded or left
/// [D-7.7f].
#[inline]
pub(crate) const fn cost(from: Ground, to: Ground) -> Cost {
    COSTS[from as usize][to as usize]
}

const COSTS: [[Cost; Ground::COUNT]; Ground::COUNT] = {
    let mut table = [[Cost::Whole; Ground::COUNT]; Ground::COUNT];
    let mut from = 0;
    while from < Ground::COUNT {
        let mut to = 0;
        while to < Ground::COUNT {
            table[from][to] = reckoned(Ground::ALL[from], Ground::ALL[to]);
            to += 1;
        }
        from += 1;
    }
    table
};

const fn reckoned(from: Ground, to: Ground) -> Cost {
    // [6.2.1, 6.3.1] Onto a hill, off it, into a valley, out of it: everything. [D-6.2a] On it, as on clear ground.
    let changes_hill = matches!(from, Ground::Hill) != matches!(to, Ground::Hill);
    let changes_valley = matches!(from, Ground::Valley) != matches!(to, Ground::Valley);
    if changes_hill || changes_valley {
        return Cost::All;
    }
    // [6.4.1, 6.8.1, 6.9.1, 6.10.1, 6.11.1] Into these and within them: everything; [D-6.11b] into a gate for its
    // holder too. [D-6.4a] Out of them, not.
    if matches!(to, Ground::Forest | Ground::Canal | Ground::Swamp) || to.is_fortified() {
        return Cost::All;
    }
    // [6.5, 6.6.1, D-6.5a] Along a road, over a bridge: half. Onto a road from beside it is an ordinary step.
    if from.is_road() && to.is_road() { Cost::Half } else { Cost::Whole }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [6.2.1] [6.3.1] [6.4.1] [6.8.1] [6.9.1] [6.10.1] The steps that take everything, by hand.
    #[test]
    fn costs_are_those_of_the_chapter() {
        use Ground::{Bridge, Canal, Clear, Forest, Fortification, Gate, Hill, River, Road, Swamp, Valley};
        for (from, to) in [
            (Clear, Hill),
            (Hill, Clear),
            (Hill, Road),
            (Clear, Valley),
            (Valley, Clear),
            (Hill, Valley),
            (Clear, Forest),
            (Forest, Forest),
            (Clear, Canal),
            (Canal, Canal),
            (Clear, Swamp),
            (Clear, Fortification),
            (Fortification, Gate),
            (Hill, River),
        ] {
            assert_eq!(cost(from, to), Cost::All, "{from:?} to {to:?}");
        }
        // [D-6.2a] [D-6.4a] [D-7.7f]
        for (from, to) in [
            (Clear, Clear),
            (Hill, Hill),
            (Valley, Valley),
            (Forest, Clear),
            (Swamp, Clear),
            (Canal, Road),
            (Fortification, Clear),
            (Clear, River),
            (River, Clear),
        ] {
            assert_eq!(cost(from, to), Cost::Whole, "{from:?} to {to:?}");
        }
        // [6.5] [6.6.1] [D-6.5a]
        assert_eq!(cost(Road, Bridge), Cost::Half);
        assert_eq!(cost(Clear, Road), Cost::Whole);
    }
}
