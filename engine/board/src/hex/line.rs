//! The straight line between the centres of two hexes, exactly: which hexes it goes through, which hexsides it
//! crosses, which it runs along, which vertices it meets. The rules decide what blocks a line.
//!
//! The line is walked hex by hex in coordinates of a third of a step, in which centres and vertices are integers, so
//! that every question is the sign of an integer. A [`Line`] is five bit sets, 240 bytes on a board of 180 hexes and
//! 4 MB for all its pairs: too much to read in play. So a line is computed on request, without heap, and a rule
//! system keeps in a [`PairTable`](crate::PairTable) what its own rules need of it: mostly the hexes that can block,
//! and a flag for what cannot change.

use super::{
    axial::Axial,
    facing::{Direction, Facing},
};
use crate::{
    bits::{HexSet, SideSet, Words},
    ordinal::{HexId, SideId},
};

/// The course of a line, without order. The two end hexes are never in it, their sides and vertices are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Line<H: Words, S: Words> {
    /// Hexes whose interior the line crosses.
    pub through: HexSet<H>,
    /// Hexes along a side of which the line runs: both that share the side, unless one is off the board.
    pub touched: HexSet<H>,
    /// Hexsides the line crosses between their ends.
    pub sides_crossed: SideSet<S>,
    /// Hexsides the line runs along from end to end.
    pub sides_along: SideSet<S>,
    /// Hexsides with an end on the line: all that meet at a vertex it passes, so also those it runs along.
    pub sides_at_vertices: SideSet<S>,
}

/// One thing a line meets on its way, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// Through the interior of a hex between the ends.
    Hex(HexId),
    /// Across a hexside, between its ends.
    Side(SideId),
    /// Through a vertex. Three hexsides meet there; those on the edge of the board are missing.
    Vertex([Option<SideId>; 3]),
    /// Along a hexside, from vertex to vertex. On the edge of the board there is one hex, and no hexside.
    Along {
        /// The side, if it lies between two hexes of the board.
        side: Option<SideId>,
        /// The hexes on its two sides, the right-hand one first.
        hexes: [Option<HexId>; 2],
    },
}

impl<H: Words, S: Words> Default for Line<H, S> {
    fn default() -> Self {
        let (hexes, sides) = (HexSet::EMPTY, SideSet::EMPTY);
        Self {
            through: hexes,
            touched: hexes,
            sides_crossed: sides,
            sides_along: sides,
            sides_at_vertices: sides,
        }
    }
}

impl<H: Words, S: Words> Line<H, S> {
    pub(crate) fn add(&mut self, passage: Passage) {
        match passage {
            Passage::Hex(hex) => self.through.insert(hex),
            Passage::Side(side) => self.sides_crossed.insert(side),
            Passage::Vertex(sides) => self.sides_at_vertices.extend(sides.into_iter().flatten()),
            Passage::Along { side, hexes } => {
                self.sides_along.extend(side);
                self.touched.extend(hexes.into_iter().flatten());
            }
        }
    }
}

/// What a line meets on a plane without edges, each thing relative to a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    Inside(Axial),
    Across(Axial, Direction),
    Vertex(Axial, Facing),
    /// The side of the hex on the right.
    Along(Axial, Direction),
}

/// Walks from one centre to the other and reports what is met on the way.
pub(crate) fn walk(from: Axial, to: Axial, mut tell: impl FnMut(Met)) {
    let line = to - from;
    let mut at = from;
    while at != to {
        match exit(at - from, line) {
            Exit::Side(direction) => {
                tell(Met::Across(at, direction));
                at = at + direction;
            }
            Exit::Vertex(vertex) => {
                tell(Met::Vertex(at, vertex));
                // Beyond the vertex a hexside leads away from the hex. The line keeps to its right, to its left, or
                // runs along it to the hex at its far end.
                let [right, left] = vertex.front();
                let straight = Axial::thrice_to_vertex(vertex);
                match line.cross(straight) {
                    1.. => at = at + right,
                    0 => {
                        tell(Met::Along(at + right, left.left(1)));
                        at = at + straight;
                        tell(Met::Vertex(at, vertex.opposite()));
                    }
                    ..=-1 => at = at + left,
                }
            }
        }
        if at != to {
            tell(Met::Inside(at));
        }
    }
}

enum Exit {
    Side(Direction),
    Vertex(Facing),
}

/// Where a line through the interior of a hex leaves it. Going round the hex counter-clockwise, the vertices change
/// from the right of the line to its left there, and from its left to its right where it came in.
fn exit(hex: Axial, line: Axial) -> Exit {
    let side_of_line = |vertex| line.cross(hex * 3 + Axial::thrice_to_vertex(vertex)).signum();
    for vertex in Facing::ALL {
        match (side_of_line(vertex.right(1)), side_of_line(vertex)) {
            // Side n lies between vertices n - 1 and n; it is the right-hand one of the two at vertex n.
            (-1, 1) => return Exit::Side(vertex.front()[0]),
            (-1, 0) => return Exit::Vertex(vertex),
            _ => {}
        }
    }
    unreachable!("the walk is always in the interior of a hex, and a line has two sides")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(a: i32, b: i32) -> Vec<Met> {
        let mut all = Vec::new();
        walk(Axial::default(), Axial { a, b }, |met| all.push(met));
        all
    }

    #[test]
    fn a_line_to_a_neighbour_crosses_the_side_between_and_nothing_else() {
        for direction in Direction::ALL {
            let Axial { a, b } = Axial::unit(direction);
            assert_eq!(met(a, b), [Met::Across(Axial::default(), direction)]);
        }
        assert_eq!(met(0, 0), []);
    }

    #[test]
    fn a_line_straight_over_a_vertex_runs_along_the_side_behind_it() {
        // (1, 1) is at 30 degrees: over vertex 0, along the side between (1, 0) and (0, 1), which from (1, 0) lies in
        // direction 2 (-1, 1), and in over the opposite vertex, 3.
        let [origin, beyond] = [Axial::default(), Axial { a: 1, b: 1 }];
        let expected = [
            Met::Vertex(origin, Facing::ALL[0]),
            Met::Along(Axial { a: 1, b: 0 }, Direction::ALL[2]),
            Met::Vertex(beyond, Facing::ALL[3]),
        ];
        assert_eq!(met(1, 1), expected);
    }

    #[test]
    fn a_line_may_pass_from_hex_to_hex_through_a_vertex_and_touch_a_third() {
        // A third of the way to (4, 1) is (4/3, 1/3), the vertex where (1, 0), (2, 0) and (1, 1) meet. The line, at 11
        // degrees, stays right of the side that leads away from (1, 0) at 30: it goes on in (2, 0). Halfway, at
        // (2, 1/2), it crosses the side to (2, 1). The second half is the first turned round: (2, 1), vertex, (3, 1).
        let hexes: Vec<_> = met(4, 1).into_iter().filter(|met| matches!(met, Met::Inside(_))).collect();
        assert_eq!(hexes, [(1, 0), (2, 0), (2, 1), (3, 1)].map(|(a, b)| Met::Inside(Axial { a, b })));
        let vertices = met(4, 1).into_iter().filter(|met| matches!(met, Met::Vertex(..))).count();
        assert_eq!(vertices, 2);
    }
}
