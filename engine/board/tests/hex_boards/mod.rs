//! Hex boards of all shapes, orientations and numberings, and their hexes in the crate hexx.

use hexx::Hex;
use proptest::prelude::*;
use szala_board::{
    Axial, EastOrWest, HexBoard, HexGrid, NorthOrSouth, Numbering, Order, Orientation, Parity, Stagger,
};

// Room for 12 x 12 hexes and their 3 * 144 sides and less.
pub(crate) type Board = HexBoard<[u64; 3], [u64; 7]>;

pub(crate) fn grids() -> impl Strategy<Value = HexGrid> {
    let parity = prop_oneof![Just(Parity::Odd), Just(Parity::Even)];
    let east = prop_oneof![Just(EastOrWest::East), Just(EastOrWest::West)];
    let north = prop_oneof![Just(NorthOrSouth::North), Just(NorthOrSouth::South)];
    let order = prop_oneof![Just(Order::RowColumn), Just(Order::ColumnRow)];
    let stagger =
        (any::<bool>(), parity, east.clone(), north.clone()).prop_map(|(pointy, parity, east, north)| {
            if pointy {
                Stagger::PointyTop { shifted_rows: parity, towards: east }
            } else {
                Stagger::FlatTop { shifted_columns: parity, towards: north }
            }
        });
    let numbering = (order, 2..=3_u8, north, 0..=50_u8, east, 0..=50_u8).prop_map(
        |(order, digits, rows_from, first_row, columns_from, first_column)| Numbering {
            order,
            digits,
            rows_from,
            first_row,
            columns_from,
            first_column,
        },
    );
    (1..=12_u8, 1..=12_u8, stagger, numbering).prop_map(|(columns, rows, stagger, numbering)| HexGrid {
        columns,
        rows,
        stagger,
        numbering,
    })
}

pub(crate) fn in_hexx(orientation: Orientation, Axial { a, b }: Axial) -> Hex {
    // hexx counts y downwards; its (1, -1) is NE on both kinds of board, its (1, 0) E and its (0, -1) N.
    match orientation {
        Orientation::PointyTop => Hex::new(a + b, -b),
        Orientation::FlatTop => Hex::new(a, -a - b),
    }
}
