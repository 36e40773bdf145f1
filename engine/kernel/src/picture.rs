//! How a rule system is drawn: its board, once, and its pieces, position by position. Described in integers and
//! names; colours, symbols and the drawing itself are left to the code that draws, which does not know the game.
//!
//! Only what both sides know is drawn: a hidden unit is drawn where it was seen, not where it is.

use crate::Rule;
use crate::dice::Subject;
use crate::journal::Event;
use crate::rules::Rules;
use crate::side::Side;

/// A place in the picture, to the right and down, in any unit that suits the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// To the right.
    pub x: i32,
    /// Down.
    pub y: i32,
}

macro_rules! place_in_a_list {
    ($($(#[$attribute:meta])* $name:ident)*) => {$(
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u16);

        impl $name {
            /// The one at this place.
            pub fn from_index(index: usize) -> Self {
                Self(u16::try_from(index).expect("a picture has fewer than 2^16 cells, looks, pieces and trays"))
            }

            /// Its place.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

place_in_a_list! {
    /// A cell, by its place in [`Ground::cells`].
    CellId
    /// A tray beside the board, by its place in [`Ground::trays`].
    TrayId
    /// A piece, by its place in [`Ground::pieces`].
    PieceId
    /// A look, by its place in [`Ground::looks`].
    LookId
}

/// What never changes while a game is played: the board, what lies on it, and who takes part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The width of the largest circle that every cell has room for.
    pub across: i32,
    /// The looks of everything, and their names: the legend.
    pub looks: Vec<Look>,
    /// The hexes, squares or areas of the board.
    pub cells: Vec<Cell>,
    /// Features between two neighbouring cells: along their border, or from one to the other.
    pub lines: Vec<Line>,
    /// Features in a cell besides its ground.
    pub marks: Vec<Mark>,
    /// Places beside the board where pieces may be: not set up, in flight, out of the game.
    pub trays: Vec<String>,
    /// Everything that may ever stand on the board.
    pub pieces: Vec<Piece>,
    /// The possible conditions of a piece, each a bit of [`Counter::conditions`].
    pub conditions: Vec<Condition>,
    /// Whether counters show their losses and shots.
    pub tells: Tells,
}

/// The numbers that counters show in the course of a game, besides their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tells {
    /// [`Counter::losses`].
    pub losses: bool,
    /// [`Counter::shots`].
    pub shots: bool,
}

/// How something looks: a code that style sheets know, and a name for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Small letters and hyphens: `forest`, `infantry`. Systems that mean the same use the same.
    pub code: &'static str,
    /// What it is called.
    pub name: &'static str,
    /// What it is the look of.
    pub of: LookOf,
}

/// What a look is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookOf {
    /// A cell.
    Ground,
    /// The border of two cells, the first of them the higher one where that matters.
    Border,
    /// A way from a cell to its neighbour.
    Way,
    /// Something in a cell.
    Mark,
    /// A piece.
    Piece,
}

/// A hex, a square, an area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is printed in it.
    pub label: String,
    /// Its ground.
    pub ground: LookId,
    /// The middle of it.
    pub centre: Point,
    /// Its corners in order; neighbours have two of them in common.
    pub corners: Vec<Point>,
}

/// Something between two neighbouring cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub look: LookId,
    /// Between which cells; the higher one first where that matters.
    pub between: [CellId; 2],
}

/// Something in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// What it is.
    pub look: LookId,
    /// Where.
    pub cell: CellId,
    /// Whose, if it is anybody's.
    pub side: Option<Side>,
}

/// A piece that may stand on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name.
    pub name: String,
    /// The same in five characters or less; empty where the symbol says enough.
    pub short: String,
    /// Whose it is; `None` for a piece of neither side, for example a barge that waits for its first passenger.
    pub side: Option<Side>,
    /// What it is.
    pub look: LookId,
    /// Its printed values, for people.
    pub about: String,
}

impl Piece {
    /// Whose it is now.
    pub fn holder(&self, counter: &Counter) -> Option<Side> {
        counter.holder.or(self.side)
    }
}

/// A possible condition of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition {
    /// One character for the counter.
    pub sign: char,
    /// What it is called.
    pub name: &'static str,
}

/// Where a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// On the board.
    Cell(CellId),
    /// Lying there as a marker: captured, wrecked. It does not hold the cell.
    Marker(CellId),
    /// Beside the board.
    Tray(TrayId),
    /// Not on the map and not drawn: it does not exist yet, for example the breach in a wall that still stands.
    Nowhere,
}

impl Spot {
    /// The cell where it stands, if it does.
    pub const fn cell(self) -> Option<CellId> {
        match self {
            Self::Cell(cell) => Some(cell),
            Self::Marker(_) | Self::Tray(_) | Self::Nowhere => None,
        }
    }
}

/// A piece in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// Where it is.
    pub spot: Spot,
    /// Its look now, where that is not the look of its piece: turned over, without its horse.
    pub look: Option<LookId>,
    /// Who holds it now, where that is not its piece's owner.
    pub holder: Option<Side>,
    /// Where it faces: degrees clockwise from the top of the picture, if it faces anywhere.
    pub heading: Option<u16>,
    /// What is left of its strength, if it has any.
    pub strength: Option<u16>,
    /// Losses taken.
    pub losses: u16,
    /// Shots fired, if they are counted.
    pub shots: u16,
    /// Its conditions, a bit for each of [`Ground::conditions`].
    pub conditions: u32,
    /// Its place in its stack: 0 is the top.
    pub depth: u16,
}

/// A position as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stage of the game, from 1.
    pub stage: u8,
    /// Victory points of the first side less those of the second.
    pub lead: i32,
    /// A counter for each of [`Ground::pieces`], in their order.
    pub counters: Vec<Counter>,
    /// Cells that the rules give to a side, no matter who stands there: gates, villages.
    pub owned: Vec<(CellId, Side)>,
}

/// What an event does to a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// It comes into this cell, or leaves the board.
    Moves(Option<CellId>),
    /// It takes this many losses.
    Loses(u16),
    /// It gets rid of this many.
    Recovers(u16),
    /// It fires.
    Fires,
}

/// The drawn object that dice and journals refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// A piece.
    Piece(PieceId),
    /// A cell.
    Cell(CellId),
}

/// A table of the rules as the book prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedTable {
    /// The rule that prints it, as the book that is played numbers it.
    pub rule: Rule,
    /// Its title.
    pub title: String,
    /// The heads of its columns.
    pub head: Vec<String>,
    /// Its rows, each as long as the head.
    pub rows: Vec<Vec<String>>,
}

/// A list for readers: its title, and its entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Its title.
    pub heading: String,
    /// Its entries.
    pub entries: Vec<Listed>,
}

/// An entry of a list, with the entries below it: a commander with his units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The name.
    pub name: String,
    /// The description.
    pub words: String,
    /// The entries below it, each with its description.
    pub below: Vec<[String; 2]>,
}

impl Listed {
    /// An entry with nothing below it.
    pub fn plain(name: &str, words: impl Into<String>) -> Self {
        Self { name: name.to_owned(), words: words.into(), below: Vec::new() }
    }
}

/// A rule system that can be drawn.
pub trait Pictured: Rules {
    /// The board and who takes part.
    fn ground(&self) -> Ground;

    /// Draws a position over another, with only what both sides know.
    fn draw(&self, state: &Self::State, position: &mut Position);

    /// The effect of an event on a piece, if it has one of this kind.
    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)>;

    /// The piece or cell that dice and journals refer to, if it is drawn.
    fn drawn(&self, subject: Subject) -> Option<Drawn>;

    /// The tables that players look things up in, with the values of this scenario.
    fn tables(&self) -> Vec<PrintedTable> {
        Vec::new()
    }

    /// Facts that no map shows, or that are easily overlooked on one: length, arrivals, owners.
    fn terms(&self) -> Vec<Listing> {
        Vec::new()
    }

    /// The units of each side with their values; empty where the pieces themselves say enough.
    fn order_of_battle(&self) -> Vec<Listing> {
        Vec::new()
    }

    /// A position, drawn.
    fn picture(&self, state: &Self::State) -> Position {
        let mut position = Position::default();
        self.draw(state, &mut position);
        position
    }
}

impl Ground {
    /// The look at this place.
    pub fn look(&self, look: LookId) -> &Look {
        &self.looks[look.index()]
    }

    /// The cell at this place.
    pub fn cell(&self, cell: CellId) -> &Cell {
        &self.cells[cell.index()]
    }

    /// The border of two neighbouring cells; `None` for cells that have none in common.
    pub fn border(&self, cells: [CellId; 2]) -> Option<[Point; 2]> {
        let [one, other] = cells.map(|cell| &self.cell(cell).corners);
        let mut common = one.iter().filter(|corner| other.contains(corner));
        match (common.next(), common.next(), common.next()) {
            (Some(from), Some(to), None) => Some([*from, *to]),
            _ => None,
        }
    }

    /// What is true of a counter, in words.
    pub fn conditions_of(&self, counter: &Counter) -> impl Iterator<Item = &Condition> {
        let bits = counter.conditions;
        self.conditions.iter().enumerate().filter(move |(bit, _)| bits >> bit & 1 == 1).map(|(_, one)| one)
    }
}
