//! A hex board with everything that play needs to know of it, in tables built once per scenario. Terrain and units
//! are not here: they are sets of hexes and sides that the rule systems keep beside it.

use core::marker::PhantomData;

use super::{
    axial::Axial,
    courses::Courses,
    facing::{Approach, Bearing, Direction, Facing},
    grid::HexGrid,
    line::{Line, Met, Passage},
    strides::Strides,
};
use crate::{
    bits::{HexSet, SideSet, Words},
    numbering::{Label, LabelError},
    ordinal::{HexId, SideId},
    problem::{BoardError, BoardProblem},
    reach::Reach,
    sides::Sides,
};

/// A board of hexes whose sets have the words `H` and whose sets of hexsides have `S`.
///
/// For Niemenczyn, 180 hexes and 487 hexsides, that is `HexBoard<[u64; 3], [u64; 8]>`, and its tables take about 250
/// kB. The heap is used only while the board is built.
#[derive(Clone, Debug)]
pub struct HexBoard<H: Words, S: Words> {
    grid: HexGrid,
    axial: Box<[Axial]>,
    neighbours: Box<[[Option<HexId>; 6]]>,
    distances: Box<[u8]>,
    bearings: Box<[Option<Bearing>]>,
    sectors: Box<[[HexSet<H>; 6]]>,
    reach: Reach<HexId, H>,
    strides: Strides<H>,
    courses: Courses,
    sides: Sides<HexId, 6>,
    of_sides: PhantomData<S>,
}

impl<H: Words, S: Words> HexBoard<H, S> {
    /// Builds the tables.
    ///
    /// # Errors
    /// When the description is not that of a valid board, or the board's sets are too narrow for it; all reasons at
    /// once.
    pub fn new(grid: HexGrid) -> Result<Self, BoardError> {
        let mut problems = grid.problems();
        let (cells, sides) = (grid.hex_count(), grid.side_count());
        if cells > HexSet::<H>::ROOM {
            problems.push(BoardProblem::NoRoomForCells { cells, room: HexSet::<H>::ROOM });
        }
        if sides > SideSet::<S>::ROOM {
            problems.push(BoardProblem::NoRoomForSides { sides, room: SideSet::<S>::ROOM });
        }
        BoardError::none_of(problems)?;

        let hexes = || (0..cells).map(HexId::from_index);
        let axial: Box<[Axial]> = hexes().map(|hex| grid.axial(hex)).collect();
        let step = |from: HexId, to: HexId| axial[to.index()] - axial[from.index()];
        let pairs = || hexes().flat_map(|from| hexes().map(move |to| step(from, to)));
        let neighbours: Box<[_]> =
            axial.iter().map(|&here| Direction::ALL.map(|direction| grid.hex_at(here + direction))).collect();
        let distances: Box<[_]> = pairs()
            .map(|step| u8::try_from(step.length()).expect("MAX_EDGE keeps distances below 256"))
            .collect();
        let courses = Courses::new(&axial);
        let bearings: Box<[_]> = pairs().map(|step| courses.bearing(step)).collect();
        let sectors = bearings.chunks_exact(cells).map(sectors).collect();
        let reach = Reach::new(cells, |from: HexId, to: HexId| distances[from.index() * cells + to.index()]);
        let strides = Strides::new(&neighbours);
        let numbered = Sides::new(&neighbours);
        assert_eq!(numbered.count(), sides, "the sides counted are the sides found");
        Ok(Self {
            grid,
            axial,
            neighbours,
            distances,
            bearings,
            sectors,
            reach,
            strides,
            courses,
            sides: numbered,
            of_sides: PhantomData,
        })
    }

    /// The description the board was built from.
    pub fn grid(&self) -> &HexGrid {
        &self.grid
    }

    /// All hexes.
    pub fn hexes(&self) -> HexSet<H> {
        HexSet::all_below(self.axial.len())
    }

    /// All hexsides between two hexes of the board.
    pub fn sides(&self) -> SideSet<S> {
        SideSet::all_below(self.sides.count())
    }

    /// The printed label of a hex.
    pub fn label(&self, hex: HexId) -> Label {
        self.grid.label(hex)
    }

    /// The hex with this label.
    ///
    /// # Errors
    /// When the text is not a label, or not one of this board; the error says what would be right.
    pub fn parse_label(&self, label: &str) -> Result<HexId, LabelError> {
        self.grid.parse_label(label)
    }

    /// The next hex in a direction, unless the board ends there.
    pub fn neighbour(&self, hex: HexId, direction: Direction) -> Option<HexId> {
        self.neighbours[hex.index()][direction.index()]
    }

    /// The direction of a neighbour; `None` for hexes that are not neighbours.
    pub fn direction_to(&self, hex: HexId, neighbour: HexId) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&direction| self.neighbour(hex, direction) == Some(neighbour))
    }

    /// How many steps from hex to hex.
    pub fn distance(&self, from: HexId, to: HexId) -> u8 {
        self.distances[self.pair(from, to)]
    }

    /// The hexes at most this far away, the hex itself among them.
    pub fn within(&self, hex: HexId, radius: u8) -> HexSet<H> {
        self.reach.within(hex, radius)
    }

    /// The hexes exactly this far away; with radius 1 the neighbours.
    pub fn ring(&self, hex: HexId, radius: u8) -> HexSet<H> {
        self.reach.ring(hex, radius)
    }

    /// All neighbours of all hexes of a set, whole words at a time: for flood fills, which need little else.
    pub fn around(&self, hexes: HexSet<H>) -> HexSet<H> {
        self.strides.from(hexes)
    }

    /// Where the line between the centres leaves the first hex; `None` from a hex to itself.
    pub fn bearing(&self, from: HexId, to: HexId) -> Option<Bearing> {
        self.bearings[self.pair(from, to)]
    }

    /// The hexes in the 120-degree sector of the two front hexes, including both bounding rays, but not the hex
    /// itself.
    pub fn sector(&self, hex: HexId, facing: Facing) -> HexSet<H> {
        self.sectors[hex.index()][facing.index()]
    }

    /// The zone of a unit in `to` that faces `facing` through which the line from `from` comes in, or the border of
    /// two zones that it follows exactly; `None` from a hex to itself.
    pub fn approach(&self, from: HexId, to: HexId, facing: Facing) -> Option<Approach> {
        self.bearing(to, from).map(|bearing| facing.approach(bearing))
    }

    /// The side of a hex in a direction; `None` on the edge of the board.
    pub fn side(&self, hex: HexId, direction: Direction) -> Option<SideId> {
        self.sides.around(hex)[direction.index()]
    }

    /// The side that two hexes share; `None` for hexes that are not neighbours.
    pub fn side_between(&self, one: HexId, other: HexId) -> Option<SideId> {
        self.sides.between(one, other)
    }

    /// The two hexes that share a side, the lower one first.
    pub fn hexes_of(&self, side: SideId) -> [HexId; 2] {
        self.sides.cells_of(side)
    }

    /// All sides of a hex except those on the edge of the board.
    pub fn sides_of(&self, hex: HexId) -> SideSet<S> {
        self.sides.around(hex).iter().flatten().copied().collect()
    }

    /// The straight line between the centres of two hexes; empty from a hex to itself. The same both ways.
    pub fn line(&self, from: HexId, to: HexId) -> Line<H, S> {
        let mut line = Line::default();
        self.trace(from, to, |passage| line.add(passage));
        line
    }

    /// Follows the line from one hex to the other and reports in order what it meets.
    pub fn trace(&self, from: HexId, to: HexId, mut tell: impl FnMut(Passage)) {
        let origin = self.axial[from.index()];
        for met in self.courses.of(self.axial[to.index()] - origin) {
            let passage = match *met {
                Met::Inside(hex) => Passage::Hex(self.on_board(origin + hex)),
                Met::Across(hex, direction) => {
                    let side = self.side(self.on_board(origin + hex), direction);
                    Passage::Side(
                        side.expect("a line between two hexes of the board does not cross its edge"),
                    )
                }
                Met::Vertex(hex, vertex) => {
                    Passage::Vertex(self.sides_at(self.on_board(origin + hex), vertex))
                }
                Met::Along(right, direction) => {
                    let right = origin + right;
                    let hexes = [right, right + direction].map(|hex| self.courses.hex_at(hex));
                    let side = match hexes {
                        [Some(right), Some(left)] => self.side_between(right, left),
                        _ => None,
                    };
                    Passage::Along { side, hexes }
                }
            };
            tell(passage);
        }
    }

    /// The three sides that meet at a vertex of a hex: on its right, on its left, and the one leading away.
    pub fn sides_at(&self, hex: HexId, vertex: Facing) -> [Option<SideId>; 3] {
        let [right, left] = vertex.front();
        let away = self.neighbour(hex, right).and_then(|neighbour| self.side(neighbour, left.left(1)));
        [self.side(hex, right), self.side(hex, left), away]
    }

    /// The hex at coordinates whose interior a line crosses. It is on the board: the centres of a staggered rectangle
    /// span a rectangle that the interiors of the hexes beside it do not reach into.
    fn on_board(&self, axial: Axial) -> HexId {
        self.courses.hex_at(axial).expect("a line between two hexes of the board stays on the board")
    }

    fn pair(&self, from: HexId, to: HexId) -> usize {
        from.index() * self.axial.len() + to.index()
    }
}

/// The sectors of one hex by facing, from the bearings of all hexes.
fn sectors<H: Words>(bearings: &[Option<Bearing>]) -> [HexSet<H>; 6] {
    Facing::ALL.map(|facing| {
        let in_front = |bearing: &Option<Bearing>| {
            bearing.is_some_and(|bearing| {
                matches!(facing.approach(bearing), Approach::Front | Approach::FrontFlank)
            })
        };
        (0..)
            .map(HexId::from_index)
            .zip(bearings)
            .filter(|(_, bearing)| in_front(bearing))
            .map(|(hex, _)| hex)
            .collect()
    })
}
