//! Exact coordinates of hexes on an endless plane: two axes at 60 degrees, towards directions 0 and 1. Used while
//! tables are built; in play hexes are indices. Which hexes are on a board is known to `grid`.

use super::facing::{Bearing, Direction, Facing};
use core::ops::{Add, Mul, Sub};

/// A hex, or the step from one hex to another, as a number of steps in [`Direction`] 0 and one in direction 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Axial {
    /// Steps in direction 0: E on a pointy-top board, NE on a flat-top one.
    pub a: i32,
    /// Steps in direction 1: NE on a pointy-top board, N on a flat-top one.
    pub b: i32,
}

// A turn of 60 degrees counter-clockwise takes (a, b) to (-b, a + b).
const UNITS: [Axial; 6] = [
    Axial { a: 1, b: 0 },
    Axial { a: 0, b: 1 },
    Axial { a: -1, b: 1 },
    Axial { a: -1, b: 0 },
    Axial { a: 0, b: -1 },
    Axial { a: 1, b: -1 },
];

impl Axial {
    /// One step in a direction.
    pub const fn unit(direction: Direction) -> Self {
        UNITS[direction.index()]
    }

    /// Three times the way from the centre of a hex to one of its vertices: the vertex is the middle of the triangle
    /// of the hex and the two neighbours that meet there. In thirds, all vertices are integers.
    pub(crate) fn thrice_to_vertex(vertex: Facing) -> Self {
        let [right, left] = vertex.front();
        Self::unit(right) + Self::unit(left)
    }

    /// How many steps from hex to hex this is.
    pub const fn length(self) -> u32 {
        (self.a.unsigned_abs() + self.b.unsigned_abs() + (self.a + self.b).unsigned_abs()) / 2
    }

    /// Positive when the other lies to the left of this, negative to the right, 0 on the same straight line.
    pub(crate) const fn cross(self, other: Self) -> i32 {
        self.a * other.b - self.b * other.a
    }

    /// Where a line along this step leaves its first hex; `None` for a step of length 0.
    pub fn bearing(self) -> Option<Bearing> {
        // After turning back by as many sixths as fit, the step lies in the sixth of direction 0, from -30
        // degrees (excluded) to 30 (included: vertex 0). There b < a and -b < a + b; on the ray at 30 degrees
        // a = b.
        let mut turned = self;
        for (direction, vertex) in Direction::ALL.into_iter().zip(Facing::ALL) {
            if turned.a == turned.b && turned.a > 0 {
                return Some(Bearing::Vertex(vertex));
            }
            if turned.b < turned.a && turned.a + 2 * turned.b > 0 {
                return Some(Bearing::Side(direction));
            }
            turned = Self { a: turned.a + turned.b, b: -turned.a };
        }
        None
    }
}

impl Add for Axial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { a: self.a + other.a, b: self.b + other.b }
    }
}

impl Add<Direction> for Axial {
    type Output = Self;

    fn add(self, direction: Direction) -> Self {
        self + Self::unit(direction)
    }
}

impl Sub for Axial {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { a: self.a - other.a, b: self.b - other.b }
    }
}

impl Mul<i32> for Axial {
    type Output = Self;

    fn mul(self, times: i32) -> Self {
        Self { a: self.a * times, b: self.b * times }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_in_a_direction_bears_there() {
        for direction in Direction::ALL {
            assert_eq!(Axial::unit(direction).bearing(), Some(Bearing::Side(direction)));
            assert_eq!(Axial::unit(direction).length(), 1);
        }
        assert_eq!(Axial::default().bearing(), None);
    }

    #[test]
    fn a_step_to_the_second_hex_behind_a_vertex_bears_to_that_vertex() {
        for vertex in Facing::ALL {
            assert_eq!(Axial::thrice_to_vertex(vertex).bearing(), Some(Bearing::Vertex(vertex)));
        }
    }

    #[test]
    fn every_step_bears_somewhere_and_back_again() {
        for a in -9..=9 {
            for b in -9..=9 {
                let step = Axial { a, b };
                assert_eq!(step.bearing().is_none(), step == Axial::default());
                assert_eq!((step * -1).bearing(), step.bearing().map(Bearing::opposite));
            }
        }
    }
}
