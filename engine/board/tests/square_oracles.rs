//! Square boards of all shapes against a slow and obvious computation.

use proptest::prelude::*;
use szala_board::{
    Compass, EastOrWest, Metric, NorthOrSouth, Numbering, Order, SideSet, SquareBoard, SquareGrid, SquareId,
    SquareLine, SquareSet,
};

// Room for 12 x 12 squares and their 264 sides.
type Board = SquareBoard<[u64; 3], [u64; 5]>;

const NUMBERING: Numbering = Numbering {
    order: Order::ColumnRow,
    digits: 2,
    rows_from: NorthOrSouth::North,
    first_row: 1,
    columns_from: EastOrWest::West,
    first_column: 1,
};

fn board(columns: u8, rows: u8) -> Board {
    Board::new(SquareGrid { columns, rows, numbering: NUMBERING }).expect("a good board")
}

fn squares(board: &Board, labels: &str) -> SquareSet<[u64; 3]> {
    labels.split_whitespace().map(|label| square(board, label)).collect()
}

fn square(board: &Board, label: &str) -> SquareId {
    board.parse_label(label).expect("a label of this board")
}

/// The line by cutting it with every square. At t from 0 to 1 along the line both coordinates must be within half a
/// square of the square's centre; all t at which a border is met are multiples of 1 / (2 * dx * dy).
fn slow_line(board: &Board, from: SquareId, to: SquareId) -> SquareLine<[u64; 3], [u64; 5]> {
    let [start, end] = [from, to].map(|square| board.grid().column_row(square));
    let line = [end[0] - start[0], end[1] - start[1]];
    let scale = 2 * line[0].abs().max(1) * line[1].abs().max(1);
    let interval = |square: SquareId| {
        let at = board.grid().column_row(square);
        let (mut lowest, mut highest) = (0, scale);
        for axis in 0..2 {
            // |t * line - offset| <= 1/2, in t of 1 / scale: between (2 * offset -+ 1) * scale / (2 * line).
            let offset = at[axis] - start[axis];
            if line[axis] == 0 {
                if offset != 0 {
                    return None;
                }
                continue;
            }
            let [one, other] = [-1, 1].map(|half| (2 * offset + half) * scale / (2 * line[axis]));
            lowest = lowest.max(one.min(other));
            highest = highest.min(one.max(other));
        }
        (lowest <= highest).then_some((lowest, highest))
    };
    let mut slow = SquareLine::default();
    for square in board.squares() {
        match interval(square) {
            Some((lowest, highest)) if lowest < highest && square != from && square != to => {
                slow.through.insert(square);
            }
            Some((lowest, highest)) if lowest == highest => slow.at_corners.insert(square),
            _ => {}
        }
    }
    for side in board.sides() {
        let [one, other] = board.squares_of(side);
        // A side's end is met where a corner is: there the line leaves one diagonal square, enters the other, and
        // touches two.
        if let (Some(one), Some(other)) = (interval(one), interval(other)) {
            let touches = one.0 == one.1 || other.0 == other.1;
            let set = if touches { &mut slow.sides_at_corners } else { &mut slow.sides_crossed };
            set.insert(side);
        }
    }
    slow
}

#[test]
fn a_square_has_four_neighbours_and_none_on_the_diagonal() {
    // Column first, rows from the north: 0302 is column 3, row 2; north of it is row 1.
    let board = board(8, 6);
    let here = square(&board, "0302");
    let around = [
        (Compass::East, "0402"),
        (Compass::North, "0301"),
        (Compass::West, "0202"),
        (Compass::South, "0303"),
    ];
    for (towards, label) in around {
        assert_eq!(board.neighbour(here, towards), Some(square(&board, label)), "{towards:?}");
    }
    assert_eq!(board.ring(here, 1, Metric::Orthogonal), squares(&board, "0402 0301 0202 0303"));
    assert_eq!(board.ring(here, 1, Metric::Diagonal).len(), 8);
    assert_eq!(board.neighbour(square(&board, "0301"), Compass::North), None);
}

#[test]
fn distance_is_counted_with_or_without_the_diagonal() {
    let board = board(8, 6);
    let [one, other] = ["0101", "0504"].map(|label| square(&board, label));
    assert_eq!(board.distance(one, other, Metric::Orthogonal), 7, "four columns and three rows");
    assert_eq!(board.distance(one, other, Metric::Diagonal), 4, "the longer of the two");
}

#[test]
fn a_line_of_fire_along_a_row_passes_all_squares_between() {
    let board = board(8, 6);
    let [from, to] = ["0203", "0603"].map(|label| square(&board, label));
    assert_eq!(board.line(from, to).through, squares(&board, "0303 0403 0503"));
    assert_eq!(board.straight_to(from, to), Some(Compass::East));
    assert_eq!(board.straight_to(from, square(&board, "0302")), None);
    assert_eq!(board.ray(from, Compass::West), squares(&board, "0103"));
}

#[test]
fn a_diagonal_goes_through_the_squares_on_it_and_touches_those_beside_it_in_corners() {
    let board = board(8, 6);
    let line = board.line(square(&board, "0101"), square(&board, "0303"));
    assert_eq!(line.through, squares(&board, "0202"));
    assert_eq!(line.at_corners, squares(&board, "0201 0102 0302 0203"));
    assert_eq!(line.sides_crossed, SideSet::EMPTY);
    assert_eq!(line.sides_at_corners.len(), 8, "four sides meet at each of two corners");
}

proptest! {
    // A failure prints its smallest case, which then becomes a hand-written test; no file of seeds is kept.
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_those_cut_out_of_every_square_and_the_same_both_ways(columns in 1..=12_u8, rows in 1..=12_u8) {
        let board = board(columns, rows);
        for from in board.squares().iter().step_by(5) {
            for to in board.squares().iter().step_by(3) {
                prop_assert_eq!(board.line(from, to), board.line(to, from));
                if from != to {
                    prop_assert_eq!(board.line(from, to), slow_line(&board, from, to));
                }
            }
        }
    }

    #[test]
    fn discs_rays_and_sides_are_those_of_columns_and_rows(columns in 1..=12_u8, rows in 1..=12_u8, radius in 0..30_u8) {
        let board = board(columns, rows);
        for from in board.squares() {
            let [column, row] = board.grid().column_row(from);
            let chosen = |wanted: &dyn Fn(i32, i32) -> bool| -> SquareSet<[u64; 3]> {
                let offset = |to| { let [c, r] = board.grid().column_row(to); wanted(c - column, r - row) };
                board.squares().iter().filter(|&to| offset(to)).collect()
            };
            let radius_wide = i32::from(radius);
            let orthogonal = chosen(&|east, north| east.abs() + north.abs() <= radius_wide);
            let diagonal = chosen(&|east, north| east.abs().max(north.abs()) == radius_wide);
            prop_assert_eq!(board.within(from, radius, Metric::Orthogonal), orthogonal);
            prop_assert_eq!(board.ring(from, radius, Metric::Diagonal), diagonal);
            prop_assert_eq!(board.ray(from, Compass::North), chosen(&|east, north| east == 0 && north > 0));
            prop_assert_eq!(board.ray(from, Compass::West), chosen(&|east, north| north == 0 && east < 0));
            for to in board.squares() {
                let are_neighbours = board.distance(from, to, Metric::Orthogonal) == 1;
                prop_assert_eq!(board.side_between(from, to).is_some(), are_neighbours);
            }
            prop_assert_eq!(board.parse_label(&board.label(from).to_string()), Ok(from));
        }
        prop_assert_eq!(board.sides().len(), board.grid().side_count());
    }
}
