//! Directions to the six neighbours, facings to the six vertices, and the zones a facing gives a unit. Their names,
//! which depend on the board's orientation, are in `orientation`; where hexes lie is in `axial` and `grid`.

use core::fmt;

/// A sixth of a circle, counted counter-clockwise. An enum, so that an `Option` of one takes no more space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Sixth {
    Zero,
    One,
    Two,
    Three,
    Four,
    Five,
}

impl Sixth {
    const ALL: [Self; 6] = [Self::Zero, Self::One, Self::Two, Self::Three, Self::Four, Self::Five];

    const fn turned(self, sixths: u8) -> Self {
        let sum = self as usize + sixths as usize % 6;
        Self::ALL[if sum < 6 { sum } else { sum - 6 }]
    }

    /// How many sixths counter-clockwise from the other, 0 to 5.
    const fn from(self, other: Self) -> u8 {
        let (mine, others) = (self as u8, other as u8);
        if mine < others { mine + 6 - others } else { mine - others }
    }
}

macro_rules! sixths {
    ($name:ident) => {
        impl $name {
            /// All six, counter-clockwise.
            pub const ALL: [Self; 6] = {
                let [zero, one, two, three, four, five] = Sixth::ALL;
                [Self(zero), Self(one), Self(two), Self(three), Self(four), Self(five)]
            };

            /// Its place in [`ALL`](Self::ALL), for tables.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// After this many turns of 60 degrees counter-clockwise, to the left.
            #[must_use]
            pub const fn left(self, steps: u8) -> Self {
                Self(self.0.turned(steps))
            }

            /// After this many turns of 60 degrees clockwise, to the right.
            #[must_use]
            pub const fn right(self, steps: u8) -> Self {
                Self(self.0.turned(6 - steps % 6))
            }

            /// The one straight behind.
            #[must_use]
            pub const fn opposite(self) -> Self {
                self.left(3)
            }

            /// How many turns of 60 degrees to the other, the shorter way round: 0 to 3.
            pub const fn steps_to(self, other: Self) -> u8 {
                let left = other.0.from(self.0);
                if left > 3 { 6 - left } else { left }
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.index())
            }
        }
    };
}

/// From a hex to one of its six neighbours. On a pointy-top board number 0 is E and number 1 NE, on a flat-top
/// board number 0 is NE and number 1 N: see [`pointy`](crate::pointy) and [`flat`](crate::flat).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(Sixth);

/// From the centre of a hex to one of its six vertices. The vertex between the neighbours in directions 0 and 1 is
/// number 0: NE on a pointy-top and on a flat-top board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(Sixth);

sixths!(Direction);
sixths!(Facing);

/// The part of a unit that a neighbouring hex lies towards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// The two hexes at the vertex faced.
    Front,
    /// The two beside them.
    Flank,
    /// The two behind.
    Rear,
}

/// Where a line between centres meets the edge of its first hex: in a side, or exactly in a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// Through the side towards this neighbour, not its ends.
    Side(Direction),
    /// Through this vertex; the line goes on along a hexside.
    Vertex(Facing),
}

impl Bearing {
    /// The bearing of the same line seen from its other end.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Side(direction) => Self::Side(direction.opposite()),
            Self::Vertex(vertex) => Self::Vertex(vertex.opposite()),
        }
    }
}

/// The zone through which a line comes to a unit, or leaves it; the two borders are separate because rules decide on
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Approach {
    /// Through the front zone, including the line to the vertex faced.
    Front,
    /// Exactly along the border of front and flank.
    FrontFlank,
    /// Through a flank zone.
    Flank,
    /// Exactly along the border of flank and rear.
    FlankRear,
    /// Through the rear zone, including the line from straight behind.
    Rear,
}

impl Facing {
    /// The two directions of the front zone, the right-hand one first.
    pub const fn front(self) -> [Direction; 2] {
        let right = Direction(self.0);
        [right, right.left(1)]
    }

    /// The two directions of the flank zone, the right-hand one first.
    pub const fn flank(self) -> [Direction; 2] {
        let [right, left] = self.front();
        [right.right(1), left.left(1)]
    }

    /// The two directions of the rear zone, the right-hand one first.
    pub const fn rear(self) -> [Direction; 2] {
        let [right, left] = self.front();
        [right.right(2), left.left(2)]
    }

    /// The zone in which the neighbour in this direction lies.
    pub const fn zone_of(self, direction: Direction) -> Zone {
        match direction.0.from(self.0) {
            0 | 1 => Zone::Front,
            2 | 5 => Zone::Flank,
            _ => Zone::Rear,
        }
    }

    /// The zone through which a line of this bearing, seen from the unit, leaves or reaches it.
    pub const fn approach(self, bearing: Bearing) -> Approach {
        match bearing {
            Bearing::Side(direction) => match self.zone_of(direction) {
                Zone::Front => Approach::Front,
                Zone::Flank => Approach::Flank,
                Zone::Rear => Approach::Rear,
            },
            Bearing::Vertex(vertex) => match self.steps_to(vertex) {
                0 => Approach::Front,
                1 => Approach::FrontFlank,
                2 => Approach::FlankRear,
                _ => Approach::Rear,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pointy::{direction, facing};

    #[test]
    fn a_unit_facing_north_has_its_zones_where_the_rules_print_them() {
        // G2: facing N, front = NW and NE, flank = W and E, rear = SW and SE.
        assert_eq!(facing::N.front(), [direction::NE, direction::NW]);
        assert_eq!(facing::N.flank(), [direction::E, direction::W]);
        assert_eq!(facing::N.rear(), [direction::SE, direction::SW]);
    }

    #[test]
    fn zones_turn_with_the_unit() {
        for facing in Facing::ALL {
            for steps in 0..12 {
                assert_eq!(facing.left(steps).front(), facing.front().map(|direction| direction.left(steps)));
                assert_eq!(
                    facing.right(steps).flank(),
                    facing.flank().map(|direction| direction.right(steps))
                );
                assert_eq!(facing.left(steps).rear(), facing.rear().map(|direction| direction.left(steps)));
            }
        }
    }

    #[test]
    fn each_neighbour_lies_in_the_zone_that_lists_it() {
        for facing in Facing::ALL {
            assert_eq!(facing.front().map(|direction| facing.zone_of(direction)), [Zone::Front; 2]);
            assert_eq!(facing.flank().map(|direction| facing.zone_of(direction)), [Zone::Flank; 2]);
            assert_eq!(facing.rear().map(|direction| facing.zone_of(direction)), [Zone::Rear; 2]);
        }
    }

    #[test]
    fn turning_counts_the_shorter_way() {
        // N is 90 degrees, NE 30, SE -30, S -90: one, two and three turns of 60; NW and SW mirror NE and SE.
        let turns = [facing::N, facing::NE, facing::SE, facing::S, facing::SW, facing::NW];
        assert_eq!(turns.map(|other| facing::N.steps_to(other)), [0, 1, 2, 3, 2, 1]);
        assert_eq!(facing::N.right(1), facing::NE);
        assert_eq!(facing::N.left(1), facing::NW);
        assert_eq!(facing::N.opposite(), facing::S);
        assert_eq!(facing::N.left(255), facing::N.left(3), "255 = 42 * 6 + 3");
    }

    #[test]
    fn a_line_to_a_vertex_is_on_a_border_unless_it_is_the_middle_of_a_zone() {
        // Facing N the front spans 30 to 150 degrees, the flanks -30 to 30 and 150 to 210, the rear the rest.
        let vertices = [facing::N, facing::NE, facing::SE, facing::S, facing::SW, facing::NW];
        let expected = [
            Approach::Front,
            Approach::FrontFlank,
            Approach::FlankRear,
            Approach::Rear,
            Approach::FlankRear,
            Approach::FrontFlank,
        ];
        assert_eq!(vertices.map(|vertex| facing::N.approach(Bearing::Vertex(vertex))), expected);
        assert_eq!(facing::N.approach(Bearing::Side(direction::NW)), Approach::Front);
        assert_eq!(facing::N.approach(Bearing::Side(direction::W)), Approach::Flank);
        assert_eq!(facing::N.approach(Bearing::Side(direction::SW)), Approach::Rear);
    }

    #[test]
    fn directions_facings_and_bearings_are_as_small_as_can_be() {
        assert_eq!((size_of::<Direction>(), size_of::<Option<Direction>>()), (1, 1));
        assert_eq!((size_of::<Facing>(), size_of::<Option<Facing>>()), (1, 1));
        assert_eq!((size_of::<Bearing>(), size_of::<Option<Bearing>>()), (2, 2));
    }
}
