//! Lines on hex boards against a slow and obvious computation: cut out of each hex by exact fractions, and the crate
//! hexx.

mod hex_boards;

use hex_boards::{Board, grids, in_hexx};
use proptest::prelude::*;
use szala_board::{
    Axial, Bearing, Direction, EastOrWest, HexGrid, HexId, HexSet, Line, NorthOrSouth, Numbering, Order,
    Parity, Stagger,
};

/// A fraction with a positive denominator, not reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction(i64, i64);

impl Fraction {
    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    fn is(self, other: Self) -> bool {
        self.0 * other.1 == other.0 * self.1
    }
}

/// Twice the inner product of two steps, whole on axes at 60 degrees.
fn product(one: Axial, other: Axial) -> i64 {
    i64::from(2 * one.a * other.a + 2 * one.b * other.b + one.a * other.b + one.b * other.a)
}

/// What a line has in common with a hex, and from where to where along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    Nothing,
    /// A vertex.
    Point,
    /// A whole side.
    Edge,
    Inside(Fraction, Fraction),
}

/// Cuts the line from the origin to `line` with the closed hex around `hex`: a point t * line is in it when it is no
/// further from its centre than from any neighbour's, for direction u: 2 <t * line - hex, u> <= <u, u>.
fn cut(line: Axial, hex: Axial) -> Cut {
    let (mut from, mut to, mut on_an_edge) = (Fraction(0, 1), Fraction(1, 1), false);
    for unit in Direction::ALL.map(Axial::unit) {
        // slope * t <= limit; the inner products are doubled on both sides.
        let slope = 2 * product(line, unit);
        let limit = product(unit, unit) + 2 * product(hex, unit);
        match slope {
            0 if limit < 0 => return Cut::Nothing,
            0 => on_an_edge |= limit == 0,
            1.. if Fraction(limit, slope).less(to) => to = Fraction(limit, slope),
            ..=-1 if from.less(Fraction(-limit, -slope)) => from = Fraction(-limit, -slope),
            _ => {}
        }
    }
    match (from.less(to), to.less(from)) {
        (true, _) if on_an_edge => Cut::Edge,
        (true, _) => Cut::Inside(from, to),
        (_, true) => Cut::Nothing,
        _ => Cut::Point,
    }
}

/// The line by cutting every hex of the board, and each side by the cuts of what surrounds it.
fn slow_line(board: &Board, from: HexId, to: HexId) -> Line<[u64; 3], [u64; 7]> {
    let origin = board.grid().axial(from);
    let line = board.grid().axial(to) - origin;
    let cut_of = |axial: Axial| cut(line, axial - origin);
    let all = |wanted: fn(Cut) -> bool| -> HexSet<[u64; 3]> {
        board.hexes().iter().filter(|&hex| wanted(cut_of(board.grid().axial(hex)))).collect()
    };
    let through = all(|cut| matches!(cut, Cut::Inside(..)));
    let mut slow = Line { through, touched: all(|cut| cut == Cut::Edge), ..Line::default() };
    slow.through.remove(from);
    slow.through.remove(to);
    for side in board.sides() {
        let [one, other] = board.hexes_of(side).map(|hex| board.grid().axial(hex));
        let cuts = [cut_of(one), cut_of(other)];
        // The two hexes beyond the ends of the side: they share its vertices.
        let beyond = Direction::ALL
            .map(|direction| one + direction)
            .into_iter()
            .filter(|&hex| hex != other && (hex - other).length() == 1);
        let met_vertices =
            beyond.filter(|&hex| vertex_is_met(line, [one, other, hex].map(|hex| hex - origin))).count();
        if met_vertices > 0 {
            slow.sides_at_vertices.insert(side);
        }
        if cuts == [Cut::Edge; 2] && met_vertices == 2 {
            slow.sides_along.insert(side);
        }
        // Out of one hex into the other at the same point, and no vertex there: across their side.
        if let [Cut::Inside(from, to), Cut::Inside(other_from, other_to)] = cuts
            && (to.is(other_from) || other_to.is(from))
            && met_vertices == 0
        {
            slow.sides_crossed.insert(side);
        }
    }
    slow
}

/// Does the line meet the point where three hexes meet, a third of the sum of their centres?
fn vertex_is_met(line: Axial, hexes: [Axial; 3]) -> bool {
    let [one, two, three] = hexes;
    let thrice = one + two + three;
    let is_on_the_straight = line.a * thrice.b == line.b * thrice.a;
    is_on_the_straight && product(thrice, line) >= 0 && product(thrice, line) <= 3 * product(line, line)
}

proptest! {
    // A failure prints its smallest case, which then becomes a hand-written test; no file of seeds is kept.
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lines_are_those_cut_out_of_every_hex_and_the_same_both_ways(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        for (number, from) in board.hexes().iter().enumerate().step_by(3) {
            for to in board.hexes().iter().skip(number % 5).step_by(5) {
                let line = board.line(from, to);
                prop_assert_eq!(line, board.line(to, from));
                if from != to {
                    prop_assert_eq!(line, slow_line(&board, from, to), "{}-{}", board.label(from), board.label(to));
                }
            }
        }
    }

    #[test]
    fn a_line_runs_along_a_side_exactly_when_it_bears_to_a_vertex(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        for from in board.hexes() {
            for to in board.hexes() {
                let to_a_vertex = matches!(board.bearing(from, to), Some(Bearing::Vertex(_)));
                prop_assert_eq!(!board.line(from, to).touched.is_empty(), to_a_vertex);
            }
        }
    }

    #[test]
    fn every_hex_of_hexxs_line_is_met_by_ours(grid in grids()) {
        let board = Board::new(grid).expect("a good board");
        let ends = |from, to| [from, to].into_iter().collect::<HexSet<[u64; 3]>>();
        for from in board.hexes() {
            for to in board.hexes().iter().step_by(4) {
                let line = board.line(from, to);
                let ours = line.through | line.touched | ends(from, to);
                let [start, end] = [from, to].map(|hex| in_hexx(grid.orientation(), grid.axial(hex)));
                // Of two hexes a line runs between, hexx takes one by rounding, and it may be the one off the board.
                let theirs = start.line_to(end).filter_map(|theirs| {
                    board.hexes().iter().find(|&hex| in_hexx(grid.orientation(), grid.axial(hex)) == theirs)
                });
                prop_assert!(theirs.collect::<HexSet<[u64; 3]>>().is_subset(&ours));
            }
        }
    }
}

#[test]
fn a_line_turned_by_a_sixth_meets_the_same_number_of_everything() {
    // On a board large enough that nothing is off it: from its middle, to every hex within 5 and to the same turned.
    let numbering = Numbering {
        order: Order::RowColumn,
        digits: 2,
        rows_from: NorthOrSouth::South,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    };
    let stagger = Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East };
    let grid = HexGrid { columns: 12, rows: 12, stagger, numbering };
    let board = Board::new(grid).expect("a good board");
    let middle = board.parse_label("0606").expect("on the board");
    let counts = |to| {
        let line = board.line(middle, to);
        let hexes = [line.through, line.touched].map(|set| set.len());
        (hexes, [line.sides_crossed, line.sides_along, line.sides_at_vertices].map(|set| set.len()))
    };
    for to in board.within(middle, 5) {
        let Axial { a, b } = grid.axial(to) - grid.axial(middle);
        let turned =
            grid.hex_at(grid.axial(middle) + Axial { a: -b, b: a + b }).expect("within 5 of the middle");
        assert_eq!(counts(to), counts(turned));
    }
}
