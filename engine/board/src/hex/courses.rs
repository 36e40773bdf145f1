//! The straight lines of a board, by the step from one end to the other: what a line meets depends on nothing else, so
//! each is walked once, when the board is built.

use super::{
    axial::Axial,
    facing::Bearing,
    line::{Met, walk},
};
use crate::ordinal::HexId;

/// A rectangle of coordinates.
#[derive(Clone, Copy, Debug)]
struct Span {
    low: Axial,
    /// How many values each coordinate has.
    wide: i32,
    high: i32,
}

impl Span {
    fn of(all: &[Axial]) -> Self {
        let ends = |of: fn(&Axial) -> i32| {
            let values = || all.iter().map(of);
            (values().min().unwrap_or(0), values().max().unwrap_or(0))
        };
        let ((low_a, high_a), (low_b, high_b)) = (ends(|one| one.a), ends(|one| one.b));
        Self { low: Axial { a: low_a, b: low_b }, wide: high_a - low_a + 1, high: high_b - low_b + 1 }
    }

    /// Of all steps between two places of this one.
    fn of_steps(self) -> Self {
        let low = Axial { a: 1 - self.wide, b: 1 - self.high };
        Self { low, wide: 2 * self.wide - 1, high: 2 * self.high - 1 }
    }

    fn room(self) -> usize {
        usize::try_from(self.wide * self.high).expect("a span has places")
    }

    #[inline]
    fn place(self, at: Axial) -> Option<usize> {
        let (a, b) = (at.a - self.low.a, at.b - self.low.b);
        let is_in = (0..self.wide).contains(&a) && (0..self.high).contains(&b);
        if is_in { usize::try_from(a * self.high + b).ok() } else { None }
    }
}

/// The lines, and the hexes by their coordinates.
#[derive(Clone, Debug)]
pub(super) struct Courses {
    hexes: Span,
    at: Box<[Option<HexId>]>,
    steps: Span,
    /// Where the line of each step begins in `met`, and after the last one the end of it.
    first: Box<[u32]>,
    met: Box<[Met]>,
    /// The bearing of each step.
    bearings: Box<[Option<Bearing>]>,
}

impl Courses {
    pub(super) fn new(axial: &[Axial]) -> Self {
        let hexes = Span::of(axial);
        let mut at = vec![None; hexes.room()];
        for (index, place) in axial.iter().enumerate() {
            at[hexes.place(*place).expect("it is in the span of all")] = Some(HexId::from_index(index));
        }
        let steps = hexes.of_steps();
        // Which steps lead from a hex of the board to another.
        let mut is_there = vec![false; steps.room()];
        for from in axial {
            for to in axial {
                is_there[steps.place(*to - *from).expect("it is a step between two")] = true;
            }
        }
        let (mut first, mut met) = (Vec::with_capacity(steps.room() + 1), Vec::new());
        let mut bearings = Vec::with_capacity(steps.room());
        let begun = |met: &Vec<Met>| u32::try_from(met.len()).expect("lines of a board meet fewer things");
        for a in 0..steps.wide {
            for b in 0..steps.high {
                first.push(begun(&met));
                let step = Axial { a: steps.low.a + a, b: steps.low.b + b };
                let is_there = steps.place(step).is_some_and(|place| is_there[place]);
                if is_there {
                    walk(Axial::default(), step, |one| met.push(one));
                }
                bearings.push(if is_there { step.bearing() } else { None });
            }
        }
        first.push(begun(&met));
        let (first, met, bearings) = (first.into(), met.into(), bearings.into());
        Self { hexes, at: at.into(), steps, first, met, bearings }
    }

    /// The hex at these coordinates, if there is one.
    #[inline]
    pub(super) fn hex_at(&self, at: Axial) -> Option<HexId> {
        self.hexes.place(at).and_then(|place| self.at[place])
    }

    /// The bearing of a step; none of no step.
    pub(super) fn bearing(&self, step: Axial) -> Option<Bearing> {
        self.steps.place(step).and_then(|place| self.bearings[place])
    }

    /// What the line of this step meets, in order, relative to its beginning.
    #[inline]
    pub(super) fn of(&self, step: Axial) -> &[Met] {
        let place = self.steps.place(step).expect("a step between two hexes of the board");
        let [begins, ends] = [self.first[place], self.first[place + 1]].map(|at| at as usize);
        &self.met[begins..ends]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EastOrWest, HexGrid, NorthOrSouth, Numbering, Order, Parity, Stagger};

    /// A line looked up by its step is the one walked between the two places themselves, and only hexes have places.
    #[test]
    fn lines_and_places_are_those_of_the_board() {
        let numbering = Numbering {
            order: Order::RowColumn,
            digits: 2,
            rows_from: NorthOrSouth::South,
            first_row: 1,
            columns_from: EastOrWest::West,
            first_column: 1,
        };
        for stagger in [
            Stagger::PointyTop { shifted_rows: Parity::Even, towards: EastOrWest::East },
            Stagger::FlatTop { shifted_columns: Parity::Odd, towards: NorthOrSouth::North },
        ] {
            let grid = HexGrid { columns: 9, rows: 7, stagger, numbering };
            let axial: Vec<Axial> = (0..63).map(|hex| grid.axial(HexId::from_index(hex))).collect();
            let courses = Courses::new(&axial);
            for (from, to) in axial.iter().flat_map(|from| axial.iter().map(move |to| (*from, *to))) {
                let mut walked = Vec::new();
                walk(from, to, |met| walked.push(met));
                let moved = courses.of(to - from).iter().map(|met| match *met {
                    Met::Inside(hex) => Met::Inside(from + hex),
                    Met::Across(hex, direction) => Met::Across(from + hex, direction),
                    Met::Vertex(hex, vertex) => Met::Vertex(from + hex, vertex),
                    Met::Along(hex, direction) => Met::Along(from + hex, direction),
                });
                assert_eq!(moved.collect::<Vec<_>>(), walked);
                assert_eq!(courses.bearing(to - from), (to - from).bearing());
            }
            for (a, b) in (-20..20).flat_map(|a| (-20..20).map(move |b| (a, b))) {
                assert_eq!(courses.hex_at(Axial { a, b }), grid.hex_at(Axial { a, b }));
            }
        }
    }
}
