//! Where the hexes of a board lie on paper, in integers: a hex is 2000 from vertex to opposite vertex, and half of
//! its width, which is 1000 times the square root of 3 over 2, is rounded to 866. All hexes are equal to the last
//! unit, so neighbours have their common corners in exactly the same places.

use super::{axial::Axial, facing::Facing, grid::HexGrid, orientation::Orientation};
use crate::ordinal::HexId;

/// From the centre of a hex to a vertex.
const TO_VERTEX: i32 = 1000;
/// From the centre to the middle of a side, nearly.
const TO_SIDE: i32 = 866;

/// A step of one along each axis, to the right and down.
const POINTY_STEPS: [[i32; 2]; 2] = [[2 * TO_SIDE, 0], [TO_SIDE, -3 * TO_VERTEX / 2]];
const FLAT_STEPS: [[i32; 2]; 2] = [[3 * TO_VERTEX / 2, -TO_SIDE], [0, -2 * TO_SIDE]];

/// From the centre to each vertex, counter-clockwise from NE.
const POINTY_VERTICES: [[i32; 2]; 6] = [
    [TO_SIDE, -TO_VERTEX / 2],
    [0, -TO_VERTEX],
    [-TO_SIDE, -TO_VERTEX / 2],
    [-TO_SIDE, TO_VERTEX / 2],
    [0, TO_VERTEX],
    [TO_SIDE, TO_VERTEX / 2],
];
const FLAT_VERTICES: [[i32; 2]; 6] = [
    [TO_VERTEX / 2, -TO_SIDE],
    [-TO_VERTEX / 2, -TO_SIDE],
    [-TO_VERTEX, 0],
    [-TO_VERTEX / 2, TO_SIDE],
    [TO_VERTEX / 2, TO_SIDE],
    [TO_VERTEX, 0],
];

impl HexGrid {
    /// The width of the largest circle that a hex has room for, as it is drawn.
    pub const ACROSS: i32 = 2 * TO_SIDE;

    /// The position of the centre of a hex, to the right of and below that of the hex in the south-west corner.
    pub fn centre(&self, hex: HexId) -> [i32; 2] {
        let Axial { a, b } = self.axial(hex);
        let [[ax, ay], [bx, by]] = match self.orientation() {
            Orientation::PointyTop => POINTY_STEPS,
            Orientation::FlatTop => FLAT_STEPS,
        };
        [a * ax + b * bx, a * ay + b * by]
    }

    /// The positions of the vertices of a hex, in the order of [`Facing::ALL`].
    pub fn corners(&self, hex: HexId) -> [[i32; 2]; 6] {
        let [x, y] = self.centre(hex);
        let vertices = match self.orientation() {
            Orientation::PointyTop => POINTY_VERTICES,
            Orientation::FlatTop => FLAT_VERTICES,
        };
        vertices.map(|[right, down]| [x + right, y + down])
    }

    /// The direction of a facing on paper, in degrees clockwise from north.
    pub fn heading(&self, facing: Facing) -> u16 {
        let sixths = u16::try_from(facing.index()).expect("a facing is one of six, which fits into 16 bits");
        // Vertex 0 is NE of the centre: at 60 degrees on a pointy-top board, at 30 on a flat-top one.
        let first = match self.orientation() {
            Orientation::PointyTop => 60,
            Orientation::FlatTop => 30,
        };
        (first + 360 - 60 * sixths) % 360
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Direction, EastOrWest, HexBoard, NorthOrSouth, Numbering, Order, Parity, Stagger, flat, pointy,
    };

    const POINTY: HexGrid = HexGrid {
        columns: 5,
        rows: 4,
        stagger: Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East },
        numbering: Numbering {
            order: Order::RowColumn,
            digits: 2,
            rows_from: NorthOrSouth::South,
            first_row: 1,
            columns_from: EastOrWest::West,
            first_column: 1,
        },
    };
    const FLAT: HexGrid = HexGrid {
        stagger: Stagger::FlatTop { shifted_columns: Parity::Even, towards: NorthOrSouth::North },
        ..POINTY
    };

    fn centre(grid: HexGrid, label: &str) -> [i32; 2] {
        grid.centre(grid.parse_label(label).expect("the test asks for labels of the board"))
    }

    #[test]
    fn rows_go_up_and_every_second_one_is_half_a_hex_to_the_right() {
        assert_eq!(centre(POINTY, "0101"), [0, 0]);
        assert_eq!(centre(POINTY, "0103"), [2 * 1732, 0]);
        assert_eq!(centre(POINTY, "0201"), [866, -1500]);
        assert_eq!(centre(POINTY, "0301"), [0, -3000]);
        // Columns to the right by one and a half, every second one half a hex up.
        assert_eq!(centre(FLAT, "0102"), [1500, -866]);
        assert_eq!(centre(FLAT, "0203"), [3000, -1732]);
    }

    #[test]
    fn neighbours_have_the_two_corners_of_their_common_side_in_common_and_no_others() {
        for grid in [POINTY, FLAT] {
            let board =
                HexBoard::<[u64; 1], [u64; 2]>::new(grid).expect("the grid of this test is that of a board");
            for hex in &board.hexes() {
                for direction in Direction::ALL {
                    let Some(other) = board.neighbour(hex, direction) else { continue };
                    let (own, its) = (grid.corners(hex), grid.corners(other));
                    let common: Vec<_> = own.iter().filter(|corner| its.contains(corner)).collect();
                    // The side in a direction runs from the vertex before it to that of its own number.
                    let sixth = direction.index();
                    let [before, at] = [(sixth + 5) % 6, sixth].map(|vertex| &own[vertex]);
                    assert!(common.len() == 2 && common.contains(&before) && common.contains(&at));
                }
            }
        }
    }

    #[test]
    fn north_is_up_and_east_is_to_the_right() {
        let headings = [pointy::facing::N, pointy::facing::NE, pointy::facing::S, pointy::facing::NW];
        assert_eq!(headings.map(|facing| POINTY.heading(facing)), [0, 60, 180, 300]);
        assert_eq!([flat::facing::E, flat::facing::W].map(|facing| FLAT.heading(facing)), [90, 270]);
    }
}
