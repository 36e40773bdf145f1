//! The straight line between the centres of two squares, exactly: which squares it goes through, which it touches
//! only in a corner, which sides it crosses. It never runs along a side: sides are half a square off the centres. The
//! rules decide what blocks a line.

use super::grid::Compass;
use crate::bits::{SideSet, SquareSet, Words};

/// The course of a line. The two end squares are never in it, their sides are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SquareLine<Q: Words, S: Words> {
    /// Squares whose interior the line crosses.
    pub through: SquareSet<Q>,
    /// Squares that the line touches only in a corner.
    pub at_corners: SquareSet<Q>,
    /// Sides the line crosses between their ends.
    pub sides_crossed: SideSet<S>,
    /// Sides that meet at a corner the line passes through.
    pub sides_at_corners: SideSet<S>,
}

impl<Q: Words, S: Words> Default for SquareLine<Q, S> {
    fn default() -> Self {
        let (squares, sides) = (SquareSet::EMPTY, SideSet::EMPTY);
        Self { through: squares, at_corners: squares, sides_crossed: sides, sides_at_corners: sides }
    }
}

/// What a line meets, each thing relative to the square left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    Inside([i32; 2]),
    Across([i32; 2], Compass),
    /// The corner between a direction and the next one to its left.
    Corner([i32; 2], Compass),
}

/// Walks from one centre to the other and reports what is met on the way.
pub(crate) fn walk(from: [i32; 2], to: [i32; 2], mut tell: impl FnMut(Met)) {
    let line = [to[0] - from[0], to[1] - from[1]];
    let mut at = from;
    while at != to {
        let (right, is_corner) = exit([at[0] - from[0], at[1] - from[1]], line);
        if is_corner {
            tell(Met::Corner(at, right));
            at = stepped(stepped(at, right), right.left());
        } else {
            tell(Met::Across(at, right));
            at = stepped(at, right);
        }
        if at != to {
            tell(Met::Inside(at));
        }
    }
}

pub(crate) fn stepped([column, row]: [i32; 2], towards: Compass) -> [i32; 2] {
    let [east, north] = towards.step();
    [column + east, row + north]
}

/// The side by which a line through a square leaves it, or the side to the right of the corner. In half squares all
/// corners are whole. Counter-clockwise, the corners change from the right of the line to its left there.
fn exit([column, row]: [i32; 2], [east, north]: [i32; 2]) -> (Compass, bool) {
    let side_of_line = |right: Compass| {
        let ([x, y], [to_left_x, to_left_y]) = (right.step(), right.left().step());
        let corner = [2 * column + x + to_left_x, 2 * row + y + to_left_y];
        (east * corner[1] - north * corner[0]).signum()
    };
    for right in Compass::ALL {
        match (side_of_line(right.opposite().left()), side_of_line(right)) {
            (-1, 1) => return (right, false),
            (-1, 0) => return (right, true),
            _ => {}
        }
    }
    unreachable!("the walk is always in the interior of a square, and a line has two sides")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(to: [i32; 2]) -> Vec<Met> {
        let mut all = Vec::new();
        walk([0, 0], to, |met| all.push(met));
        all
    }

    #[test]
    fn a_line_along_a_row_crosses_every_square_between() {
        let expected =
            [Met::Across([0, 0], Compass::West), Met::Inside([-1, 0]), Met::Across([-1, 0], Compass::West)];
        assert_eq!(met([-2, 0]), expected);
        assert_eq!(met([0, 0]), []);
    }

    #[test]
    fn a_diagonal_passes_from_corner_to_corner() {
        assert_eq!(met([1, 1]), [Met::Corner([0, 0], Compass::East)], "the NE corner is left of east");
        assert_eq!(met([-1, 1]), [Met::Corner([0, 0], Compass::North)]);
        assert_eq!(met([-1, -1]), [Met::Corner([0, 0], Compass::West)]);
        assert_eq!(met([1, -1]), [Met::Corner([0, 0], Compass::South)]);
    }

    #[test]
    fn a_knights_line_crosses_the_two_squares_beside_its_middle() {
        // From (0, 0) to (2, 1): at x = 1/2 it is at y = 1/4, in (1, 0) then; at y = 1/2 it is at x = 1, the middle of
        // the side to (1, 1); at x = 3/2 it is at y = 3/4, in (2, 1) then.
        let expected = [
            Met::Across([0, 0], Compass::East),
            Met::Inside([1, 0]),
            Met::Across([1, 0], Compass::North),
            Met::Inside([1, 1]),
            Met::Across([1, 1], Compass::East),
        ];
        assert_eq!(met([2, 1]), expected);
    }

    #[test]
    fn a_line_of_three_to_one_passes_two_squares_and_two_corners() {
        // To (3, 1): at x = 1/2, y = 1/6; at y = 1/2, x = 3/2, a corner: from (1, 0) to (2, 1).
        let expected = [
            Met::Across([0, 0], Compass::East),
            Met::Inside([1, 0]),
            Met::Corner([1, 0], Compass::East),
            Met::Inside([2, 1]),
            Met::Across([2, 1], Compass::East),
        ];
        assert_eq!(met([3, 1]), expected);
    }
}
