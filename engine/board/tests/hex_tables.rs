//! The tables of hex boards against a slow and obvious computation: breadth-first search, the crate hexx, and angles
//! in floating point.

mod hex_boards;

use hex_boards::{Board, grids, in_hexx};
use proptest::prelude::*;
use std::collections::VecDeque;
use szala_board::{
    Approach, Direction, EastOrWest, Facing, HexGrid, HexId, HexSet, NorthOrSouth, Order, Orientation,
    Parity, SideSet, Stagger, Zone,
};

/// The centre of a hex by the description alone: columns and rows from the label, half a hex more for a shifted one.
/// The distance of neighbouring centres is 1.
fn centre(grid: &HexGrid, hex: HexId) -> [f64; 2] {
    let label = grid.label(hex).to_string();
    let (first, second) = label.split_at(label.len() / 2);
    let [first, second] =
        [first, second].map(|number| number.parse::<i32>().expect("a label consists of digits"));
    let (row, column) =
        if grid.numbering.order == Order::RowColumn { (first, second) } else { (second, first) };
    let x = if grid.numbering.columns_from == EastOrWest::West { column } else { -column };
    let y = if grid.numbering.rows_from == NorthOrSouth::South { row } else { -row };
    let is = |parity, number: i32| (number % 2 == 0) == (parity == Parity::Even);
    let half = 0.75_f64.sqrt();
    match grid.stagger {
        Stagger::PointyTop { shifted_rows, towards } => {
            let shift = if towards == EastOrWest::East { 0.5 } else { -0.5 };
            [f64::from(x) + if is(shifted_rows, row) { shift } else { 0.0 }, f64::from(y) * half]
        }
        Stagger::FlatTop { shifted_columns, towards } => {
            let shift = if towards == NorthOrSouth::North { 0.5 } else { -0.5 };
            [f64::from(x) * half, f64::from(y) + if is(shifted_columns, column) { shift } else { 0.0 }]
        }
    }
}

/// Degrees counter-clockwise from east, 0 to 360.
fn angle(grid: &HexGrid, from: HexId, to: HexId) -> f64 {
    let ([x, y], [other_x, other_y]) = (centre(grid, from), centre(grid, to));
    (other_y - y).atan2(other_x - x).to_degrees().rem_euclid(360.0)
}

fn degrees(name: &str) -> f64 {
    // Neighbours of pointy-top and vertices of flat-top hexes are at multiples of 60, the others 30 degrees beside.
    match name {
        "E" => 0.0,
        "N" => 90.0,
        "W" => 180.0,
        "S" => 270.0,
        "NE" => 45.0,
        "NW" => 135.0,
        "SW" => 225.0,
        _ => 315.0,
    }
}

/// How far apart two angles are, 0 to 180.
fn apart(one: f64, other: f64) -> f64 {
    let difference = (one - other).rem_euclid(360.0);
    difference.min(360.0 - difference)
}

fn breadth_first(board: &Board, from: HexId) -> Vec<Option<u8>> {
    let mut distance = vec![None; board.hexes().len()];
    distance[from.index()] = Some(0);
    let mut queue = VecDeque::from([from]);
    while let Some(hex) = queue.pop_front() {
        for next in Direction::ALL.into_iter().filter_map(|direction| board.neighbour(hex, direction)) {
            if distance[next.index()].is_none() {
                distance[next.index()] = distance[hex.index()].map(|steps| steps + 1);
                queue.push_back(next);
            }
        }
    }
    distance
}

proptest! {
    // A failure prints its smallest case, which then becomes a hand-written test; no file of seeds is kept.
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_lies_around_a_set_is_what_lies_around_each_of_its_hexes(
        grid in grids(),
        chosen in proptest::collection::vec(0..1000_usize, 0..40),
    ) {
        let board = Board::new(grid).expect("a good board");
        let count = board.hexes().len();
        let chosen = chosen.into_iter().map(|number| HexId::from_index(number % count));
        let set: HexSet<[u64; 3]> = chosen.collect();
        let slow = set.iter().fold(HexSet::EMPTY, |all, hex| all | board.ring(hex, 1));
        prop_assert_eq!(board.around(set), slow);
    }

    #[test]
    fn neighbours_lie_at_distance_one_in_the_direction_that_names_them(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        for hex in board.hexes() {
            for other in board.hexes() {
                let ([x, y], [other_x, other_y]) = (centre(&grid, hex), centre(&grid, other));
                let is_near = hex != other && (x - other_x).hypot(y - other_y) < 1.01;
                let direction = board.direction_to(hex, other);
                prop_assert_eq!(direction.is_some(), is_near);
                if let Some(direction) = direction {
                    let name = grid.orientation().direction_name(direction);
                    prop_assert!(apart(angle(&grid, hex, other), degrees(name)) < 16.0, "{}", name);
                    prop_assert_eq!(board.direction_to(other, hex), Some(direction.opposite()));
                }
            }
        }
    }

    #[test]
    fn neighbours_and_distances_are_those_of_hexx(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        let hexx = |hex| in_hexx(grid.orientation(), grid.axial(hex));
        for hex in board.hexes() {
            let theirs = hexx(hex).all_neighbors();
            let is_theirs = |other: &HexId| theirs.contains(&hexx(*other));
            let ours: HexSet<[u64; 3]> = board.hexes().iter().filter(is_theirs).collect();
            prop_assert_eq!(board.ring(hex, 1), ours);
            for other in board.hexes() {
                let theirs = hexx(hex).unsigned_distance_to(hexx(other));
                prop_assert_eq!(u32::from(board.distance(hex, other)), theirs);
            }
        }
    }

    #[test]
    fn distances_rings_and_discs_are_those_of_a_breadth_first_search(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        for hex in board.hexes() {
            let slow = breadth_first(&board, hex);
            for other in board.hexes() {
                prop_assert_eq!(Some(board.distance(hex, other)), slow[other.index()]);
            }
            for radius in [0, 1, 2, 5, 11, 30, 255] {
                let chosen = |wanted: fn(u8, u8) -> bool| -> HexSet<[u64; 3]> {
                    board.hexes().iter().filter(|hex| slow[hex.index()].is_some_and(|d| wanted(d, radius))).collect()
                };
                prop_assert_eq!(board.within(hex, radius), chosen(|distance, radius| distance <= radius));
                prop_assert_eq!(board.ring(hex, radius), chosen(|distance, radius| distance == radius));
            }
        }
    }

    #[test]
    fn labels_and_coordinates_lead_back_to_their_hex(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        for hex in board.hexes() {
            prop_assert_eq!(board.parse_label(&board.label(hex).to_string()), Ok(hex));
            prop_assert_eq!(grid.hex_at(grid.axial(hex)), Some(hex));
        }
    }

    #[test]
    fn no_text_read_as_a_label_makes_the_board_panic(grid in grids(), text in "\\PC{0,7}|[0-9]{0,7}") {
        if let Ok(hex) = grid.parse_label(&text) {
            prop_assert_eq!(grid.label(hex).to_string(), text);
        }
    }

    #[test]
    fn sectors_and_approaches_are_those_of_the_angle(grid in grids()) {
        // Exact borders are 30 degrees from a multiple of 60; on boards this small nothing else comes within a
        // thousandth of a degree of one, so floating point can distinguish them.
        let board = Board::new(grid).expect("a good board");
        for hex in board.hexes() {
            for other in board.hexes().iter().filter(|&other| other != hex) {
                let angle = angle(&grid, hex, other);
                for facing in Facing::ALL {
                    let offset = match grid.orientation() {
                        Orientation::PointyTop => 30.0,
                        Orientation::FlatTop => 60.0,
                    };
                    let faced = offset + 60.0 * f64::from(u8::try_from(facing.index()).expect("there are six facings"));
                    let aside = apart(angle, faced);
                    let expected = match aside {
                        aside if (aside - 60.0).abs() < 1e-6 => Approach::FrontFlank,
                        aside if (aside - 120.0).abs() < 1e-6 => Approach::FlankRear,
                        aside if aside < 60.0 => Approach::Front,
                        aside if aside < 120.0 => Approach::Flank,
                        _ => Approach::Rear,
                    };
                    prop_assert_eq!(board.approach(other, hex, facing), Some(expected));
                    prop_assert_eq!(board.sector(hex, facing).contains(other), aside < 60.0 + 1e-6);
                }
            }
            prop_assert!(Facing::ALL.iter().all(|&facing| !board.sector(hex, facing).contains(hex)));
        }
    }

    #[test]
    fn sides_are_shared_by_neighbours_and_known_from_both(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        let mut seen = SideSet::<[u64; 7]>::EMPTY;
        for hex in board.hexes() {
            for other in board.hexes() {
                let side = board.side_between(hex, other);
                prop_assert_eq!(side, board.side_between(other, hex));
                prop_assert_eq!(side, board.direction_to(hex, other).and_then(|direction| board.side(hex, direction)));
                if let Some(side) = side {
                    prop_assert_eq!(board.hexes_of(side), [hex.min(other), hex.max(other)]);
                    prop_assert!(board.sides_of(hex).contains(side));
                    seen.insert(side);
                }
            }
        }
        prop_assert_eq!(seen, board.sides());
        prop_assert_eq!(seen.len(), grid.side_count());
    }
}

#[test]
fn the_zone_of_a_neighbour_turns_with_direction_and_facing_alike() {
    for facing in Facing::ALL {
        for direction in Direction::ALL {
            for steps in 0..6 {
                assert_eq!(facing.zone_of(direction), facing.left(steps).zone_of(direction.left(steps)));
            }
        }
        let count =
            |zone| Direction::ALL.into_iter().filter(|&direction| facing.zone_of(direction) == zone).count();
        assert_eq!([Zone::Front, Zone::Flank, Zone::Rear].map(count), [2, 2, 2]);
    }
}
