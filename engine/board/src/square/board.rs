//! A square board with everything that play needs to know of it, in tables built once per scenario. Terrain and units
//! are not here: they are sets of squares and sides that the rule systems keep beside it.

use super::{
    grid::{Compass, SquareGrid},
    line::{Met, SquareLine, stepped, walk},
};
use core::marker::PhantomData;

use crate::{
    bits::{SideSet, SquareSet, Words},
    numbering::{Label, LabelError},
    ordinal::{SideId, SquareId},
    problem::{BoardError, BoardProblem},
    reach::Reach,
    sides::Sides,
};

/// How distance is counted on squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Steps east, north, west and south: the Manhattan distance.
    Orthogonal,
    /// Steps on the diagonal too: the Chebyshev distance.
    Diagonal,
}

/// A board of squares whose sets have `Q` words and whose sets of sides have `S`.
#[derive(Clone, Debug)]
pub struct SquareBoard<Q: Words, S: Words> {
    grid: SquareGrid,
    places: Box<[[i32; 2]]>,
    neighbours: Box<[[Option<SquareId>; 4]]>,
    rays: Box<[[SquareSet<Q>; 4]]>,
    orthogonal: Reach<SquareId, Q>,
    diagonal: Reach<SquareId, Q>,
    sides: Sides<SquareId, 4>,
    of_sides: PhantomData<S>,
}

impl<Q: Words, S: Words> SquareBoard<Q, S> {
    /// Builds the tables.
    ///
    /// # Errors
    /// When the description is not that of a valid board, or the board's sets are too narrow for it; all reasons at
    /// once.
    pub fn new(grid: SquareGrid) -> Result<Self, BoardError> {
        let mut problems = grid.problems();
        let (cells, sides) = (grid.square_count(), grid.side_count());
        if cells > SquareSet::<Q>::ROOM {
            problems.push(BoardProblem::NoRoomForCells { cells, room: SquareSet::<Q>::ROOM });
        }
        if sides > SideSet::<S>::ROOM {
            problems.push(BoardProblem::NoRoomForSides { sides, room: SideSet::<S>::ROOM });
        }
        BoardError::none_of(problems)?;

        let places: Box<[_]> = (0..cells).map(|index| grid.column_row(SquareId::from_index(index))).collect();
        let next = |place, towards| grid.square_at(stepped(place, towards));
        let neighbours: Box<[_]> =
            places.iter().map(|&place| Compass::ALL.map(|towards| next(place, towards))).collect();
        let ray = |place, towards: Compass| {
            let further = |square: &SquareId| next(places[square.index()], towards);
            core::iter::successors(next(place, towards), further).collect()
        };
        let rays = places.iter().map(|&place| Compass::ALL.map(|towards| ray(place, towards))).collect();
        let reach = |metric| {
            Reach::new(cells, |from: SquareId, to: SquareId| {
                distance(metric, places[from.index()], places[to.index()])
            })
        };
        let (orthogonal, diagonal) = (reach(Metric::Orthogonal), reach(Metric::Diagonal));
        let numbered = Sides::new(&neighbours);
        assert_eq!(numbered.count(), sides, "the sides counted are the sides found");
        Ok(Self {
            grid,
            places,
            neighbours,
            rays,
            orthogonal,
            diagonal,
            sides: numbered,
            of_sides: PhantomData,
        })
    }

    /// The description the board was built from.
    pub fn grid(&self) -> &SquareGrid {
        &self.grid
    }

    /// All squares.
    pub fn squares(&self) -> SquareSet<Q> {
        SquareSet::all_below(self.places.len())
    }

    /// All sides between two squares of the board.
    pub fn sides(&self) -> SideSet<S> {
        SideSet::all_below(self.sides.count())
    }

    /// The printed label of a square.
    pub fn label(&self, square: SquareId) -> Label {
        self.grid.label(square)
    }

    /// The square with this label.
    ///
    /// # Errors
    /// When the text is not a label, or not one of this board; the error says what would be right.
    pub fn parse_label(&self, label: &str) -> Result<SquareId, LabelError> {
        self.grid.parse_label(label)
    }

    /// The next square in a direction, unless the board ends there.
    pub fn neighbour(&self, square: SquareId, towards: Compass) -> Option<SquareId> {
        self.neighbours[square.index()][towards.index()]
    }

    /// How far it is from square to square.
    pub fn distance(&self, from: SquareId, to: SquareId, metric: Metric) -> u8 {
        distance(metric, self.places[from.index()], self.places[to.index()])
    }

    /// The squares at most this far away, the square itself among them.
    pub fn within(&self, square: SquareId, radius: u8, metric: Metric) -> SquareSet<Q> {
        self.reach(metric).within(square, radius)
    }

    /// The squares exactly this far away.
    pub fn ring(&self, square: SquareId, radius: u8, metric: Metric) -> SquareSet<Q> {
        self.reach(metric).ring(square, radius)
    }

    /// All squares in a direction to the edge of the board, without the square itself.
    pub fn ray(&self, square: SquareId, towards: Compass) -> SquareSet<Q> {
        self.rays[square.index()][towards.index()]
    }

    /// The direction in which the other square lies straight along the row or the column, if it does.
    pub fn straight_to(&self, from: SquareId, to: SquareId) -> Option<Compass> {
        Compass::ALL.into_iter().find(|&towards| self.ray(from, towards).contains(to))
    }

    /// The side of a square in a direction; `None` on the edge of the board.
    pub fn side(&self, square: SquareId, towards: Compass) -> Option<SideId> {
        self.sides.around(square)[towards.index()]
    }

    /// The side that two squares share; `None` for squares that are not neighbours.
    pub fn side_between(&self, one: SquareId, other: SquareId) -> Option<SideId> {
        self.sides.between(one, other)
    }

    /// The two squares that share a side, the lower one first.
    pub fn squares_of(&self, side: SideId) -> [SquareId; 2] {
        self.sides.cells_of(side)
    }

    /// The straight line between the centres of two squares; empty from a square to itself. The same both ways.
    pub fn line(&self, from: SquareId, to: SquareId) -> SquareLine<Q, S> {
        let mut line = SquareLine::default();
        walk(self.places[from.index()], self.places[to.index()], |met| match met {
            Met::Inside(place) => line.through.insert(self.on_board(place)),
            Met::Across(place, towards) => {
                line.sides_crossed.extend(self.side(self.on_board(place), towards));
            }
            Met::Corner(place, right) => {
                let left = right.left();
                let [beside_right, beside_left] =
                    [right, left].map(|towards| self.on_board(stepped(place, towards)));
                line.at_corners.extend([beside_right, beside_left]);
                let here = self.on_board(place);
                let meeting = [(here, right), (here, left), (beside_right, left), (beside_left, right)];
                line.sides_at_corners
                    .extend(meeting.into_iter().filter_map(|(square, to)| self.side(square, to)));
            }
        });
        line
    }

    /// The square at a place a line meets. It is on the board, which is a full rectangle.
    fn on_board(&self, place: [i32; 2]) -> SquareId {
        self.grid.square_at(place).expect("a line between two squares of the board stays on the board")
    }

    fn reach(&self, metric: Metric) -> &Reach<SquareId, Q> {
        match metric {
            Metric::Orthogonal => &self.orthogonal,
            Metric::Diagonal => &self.diagonal,
        }
    }
}

fn distance(metric: Metric, from: [i32; 2], to: [i32; 2]) -> u8 {
    let (columns, rows) = (from[0].abs_diff(to[0]), from[1].abs_diff(to[1]));
    let steps = match metric {
        Metric::Orthogonal => columns + rows,
        Metric::Diagonal => columns.max(rows),
    };
    u8::try_from(steps).expect("MAX_EDGE keeps distances below 256")
}
