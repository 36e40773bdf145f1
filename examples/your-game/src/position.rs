//! The board, the units, positions and decisions: plain data.

use szala_board::{
    Direction, EastOrWest, HexBoard, HexGrid, HexId, HexSet, NorthOrSouth, Numbering, Order, Parity, Stagger,
};
use szala_files::Assumption;
use szala_kernel::{Side, Subject};

/// How many units each side has.
pub const UNITS: usize = 4;
/// The column of the river, counted from 0. [1.1]
const RIVER: usize = 3;
/// The rows of the fords, from the north, counted from 0. [1.1]
const FORDS: [usize; 2] = [1, 3];
/// The columns in which the sides are set up. [1.2]
const SET_UP: [usize; 2] = [0, 4];
/// The column that raiders must reach. [3.3]
const FAR_COLUMN: usize = 6;
/// 35 hexes fit one word, and their 116 hexsides fit two.
pub type Board = HexBoard<[u64; 1], [u64; 2]>;
/// A set of hexes.
pub type Hexes = HexSet<[u64; 1]>;

/// Seven columns of five hexes, numbered from the north-west. [1.1]
const GRID: HexGrid = HexGrid {
    columns: 7,
    rows: 5,
    stagger: Stagger::FlatTop { shifted_columns: Parity::Even, towards: NorthOrSouth::South },
    numbering: Numbering {
        order: Order::ColumnRow,
        digits: 1,
        rows_from: NorthOrSouth::North,
        first_row: 1,
        columns_from: EastOrWest::West,
        first_column: 1,
    },
};

/// The values that a scenario sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// How many turns there are. [5.2]
    pub turns: u8,
    /// How many raiders must get through. [5.1]
    pub goal: u8,
    /// How many losses remove a unit. [4.4]
    pub steps: u8,
    /// What an attack must roll at least. [4.1]
    pub hits_on: u8,
}

/// The game with a scenario loaded: everything that never changes in play.
#[derive(Clone, Debug)]
pub struct Ford {
    /// The scenario's title.
    pub title: String,
    /// The changes to it, if any.
    pub variant: Option<String>,
    /// Its values.
    pub scenario: Scenario,
    /// The sources of its values.
    pub assumptions: Vec<Assumption>,
    /// The geometry of the map.
    pub board: Board,
    /// The river's hexes, fords included. [1.1]
    pub river: Hexes,
    /// The hexes in which a unit can cross. [1.1]
    pub fords: Hexes,
    /// Where raiders leave the map. [3.3]
    pub far_bank: Hexes,
    /// Where each unit is set up. [1.2]
    pub starts: [HexId; 2 * UNITS],
    /// The number of moves from each hex to the far column, around the river; by hex.
    pub way: Vec<u8>,
}

/// One of the eight units, those of the raiders first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitId(u8);

impl UnitId {
    /// All units.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..2 * UNITS as u8).map(Self)
    }

    /// The units of a side.
    pub fn of(side: Side) -> impl Iterator<Item = Self> {
        Self::all().filter(move |unit| unit.side() == side)
    }

    /// All units.
    pub fn side(self) -> Side {
        if self.index() < UNITS { Side::First } else { Side::Second }
    }

    /// Its place among all units.
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// Its owner.
    pub fn subject(self) -> Subject {
        Subject(self.0.into())
    }
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// The unit's number in dice and journals.
    On(HexId),
    /// Through, and off the map. [3.3]
    Through,
    /// Removed. [4.4]
    Lost,
}

/// A unit in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unit {
    /// Where it is.
    pub place: Place,
    /// Losses it has taken.
    pub losses: u8,
    /// Has it acted in this part of the turn? [2.2]
    pub has_acted: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The turn, from 1; one more than the scenario has when time is up.
    pub turn: u8,
    /// Whose part of the turn it is.
    pub to_act: Side,
    /// The units.
    pub units: [Unit; 2 * UNITS],
}

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A unit moves to a neighbouring hex.
    Move(UnitId, HexId),
    /// A unit attacks a neighbour.
    Attack(UnitId, UnitId),
    /// The side ends its part of the turn.
    Done,
}

impl Ford {
    /// The game with this scenario.
    pub fn new(title: &str, variant: Option<String>, scenario: Scenario) -> Self {
        let board = Board::new(GRID).expect("the grid is a constant, and a test builds it");
        let hex = |column, row| hex_at(&board, column, row);
        let (mut river, mut fords, mut far_bank) = (Hexes::default(), Hexes::default(), Hexes::default());
        for row in 0..GRID.rows.into() {
            river.insert(hex(RIVER, row));
            far_bank.insert(hex(FAR_COLUMN, row));
        }
        for row in FORDS {
            fords.insert(hex(RIVER, row));
        }
        let way = ways(&board, river - fords, far_bank);
        let starts = core::array::from_fn(|unit| hex(SET_UP[unit / UNITS], unit % UNITS));
        let assumptions = Vec::new();
        Self {
            title: title.to_owned(),
            variant,
            scenario,
            assumptions,
            board,
            river,
            fords,
            far_bank,
            starts,
            way,
        }
    }

    /// The neighbours of a hex, always in the same order.
    pub fn around(&self, hex: HexId) -> impl Iterator<Item = HexId> {
        Direction::ALL.into_iter().filter_map(move |direction| self.board.neighbour(hex, direction))
    }

    /// [3.2] Is it water that no unit enters?
    pub fn is_deep(&self, hex: HexId) -> bool {
        self.river.contains(hex) && !self.fords.contains(hex)
    }
}

impl State {
    /// The unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.index()]
    }

    /// The hex of a unit on the map.
    pub fn hex_of(&self, unit: UnitId) -> Option<HexId> {
        match self.unit(unit).place {
            Place::On(hex) => Some(hex),
            Place::Through | Place::Lost => None,
        }
    }

    /// The unit in a hex.
    pub fn at(&self, hex: HexId) -> Option<UnitId> {
        UnitId::all().find(|unit| self.hex_of(*unit) == Some(hex))
    }

    /// How many units of a side are here: on the map, through, lost.
    pub fn count(&self, side: Side, is_meant: impl Fn(Place) -> bool) -> u8 {
        UnitId::of(side).map(|unit| u8::from(is_meant(self.unit(unit).place))).sum()
    }

    /// How many raiders are through. [3.3]
    pub fn through(&self) -> u8 {
        self.count(Side::First, |place| place == Place::Through)
    }
}

/// The hex of a column from the west and a row from the north, both counted from 0.
fn hex_at(board: &Board, column: usize, row: usize) -> HexId {
    let label = format!("{}{}", column + 1, row + 1);
    board
        .parse_label(&label)
        .expect("columns and rows of the map are below nine, so the label is one of its own")
}

/// The number of moves from each hex to these hexes, ignoring units; 255 where there is no way.
fn ways(board: &Board, deep: Hexes, goals: Hexes) -> Vec<u8> {
    let mut way = vec![u8::MAX; GRID.hex_count()];
    let (mut edge, mut seen, mut moves) = (goals, goals, 0);
    while !edge.is_empty() {
        edge.iter().for_each(|hex| way[hex.index()] = moves);
        edge = board.around(edge) - seen - deep;
        seen = seen | edge;
        moves += 1;
    }
    way
}
