//! A scenario in the form that play needs. `scenario` reads it from files, `generate` makes one.

use szala_board::{SquareGrid, SquareId};
use szala_files::Assumption;
use szala_kernel::{BySide, Side};

use crate::position::ground::Ground;
use crate::position::ids::Squares;
use crate::position::kinds::{Kinds, Roll};

/// The side named first in the table of forces, blue, on the left.
pub(crate) const SIDES: [&str; 2] = ["Hasbergs", "Askans"];

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its title.
    pub title: String,
    /// Its map.
    pub map: Map,
    /// The forces of either side [5.1].
    pub forces: BySide<Roll>,
    /// The side that sets up first and begins, if that was agreed on; `None` if lots are drawn [2.1, D-2.1a].
    pub leads: Option<Side>,
    /// The agreed number of turns of both sides [4.3]; `None` if the length is open [D-4.3b].
    pub turns: Option<u8>,
    /// How many units come in at a time.
    pub waves: Waves,
    /// The properties of the kinds of units [chapter 7].
    pub kinds: Kinds,
    /// Other readings of doubtful rules.
    pub switches: Switches,
    /// What a side is kept from.
    pub barred: Barred,
    /// The changes to the files it was read from, if any.
    pub variant: Option<String>,
    /// How far the values of the files can be relied on: for reports, without effect on play.
    pub assumptions: Vec<Assumption>,
}

/// How many units come in at a time, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waves {
    /// At the start [2.3].
    pub first: u8,
    /// After each own phase of movement [2.4].
    pub next: u8,
    /// How many columns of squares are an edge of the map [D-2.2a].
    pub columns: u8,
}

impl Waves {
    /// The values of the rulebook.
    pub const PRINTED: Self = Self { first: 10, next: 5, columns: 1 };
}

/// A map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Columns, rows and labels.
    pub grid: SquareGrid,
    /// What each square is.
    pub ground: Vec<Ground>,
    /// Squares within a fortification, from which it is climbed freely [6.10.3].
    pub inside: Squares,
    /// The headquarters of each side [4.1].
    pub headquarters: BySide<SquareId>,
    /// Gates that are the second side's at the start; all others are the first side's [6.11.2].
    pub gates_of_second: Squares,
    /// The squares of the barges at the start [2.7].
    pub barges: Vec<SquareId>,
}

impl Map {
    /// All squares.
    pub fn squares(&self) -> Squares {
        Squares::all_below(self.ground.len())
    }

    /// The squares of this ground.
    pub fn squares_of(&self, is_such: impl Fn(Ground) -> bool) -> Squares {
        self.squares().iter().filter(|square| is_such(self.ground[square.index()])).collect()
    }

    /// The squares where a side comes in: the columns at its edge, without the river [2.2, D-2.2a].
    pub fn entry(&self, side: Side, columns: u8) -> Squares {
        let width = i32::from(self.grid.columns);
        let is_there = |square: SquareId| {
            let [column, _] = self.grid.column_row(square);
            let from_the_edge = if side == Side::First { column } else { width - 1 - column };
            from_the_edge < i32::from(columns)
        };
        let on_land = self.squares_of(|ground| ground != Ground::River);
        on_land.iter().filter(|square| is_there(*square)).collect()
    }
}

/// Other readings of doubtful rules, each with its decision; the default is how we read the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Switches {
    /// The requirement for an attack hand to hand [D-3.10a].
    pub close_combat: CloseCombat,
    /// How the range of fire is counted [D-3.10c].
    pub range: Range,
    /// Whether units still to enter save a side from having lost all [D-4.2a].
    pub reserve: Reserve,
    /// The winner of an equal count of values [D-4.3a]; `None` for a draw.
    pub drawn_count: Option<Side>,
    /// Whether barges may use canals [D-7.7b].
    pub canals: Canals,
}

/// Something that the rulebook allows or does, and that a scenario keeps from a side to find out what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bar {
    /// [D-3.10d] The side does not attack hand to hand.
    Assaults,
    /// [D-3.10e] It does not fire at units.
    Shots,
    /// [D-3.11a] Its units are not lost.
    UnitsLost,
    /// [D-3.11b] Its riders do not lose their horses.
    HorsesLost,
    /// [D-4.1a] It wins nothing in the headquarters of the other side.
    HeadquartersTaken,
    /// [D-6.9b] Its units do not sink.
    UnitsSunk,
    /// [D-6.10g] Its guns do not fire at fortifications.
    Breaches,
    /// [D-7.7i] It takes no barges.
    BargesTaken,
    /// [D-7.7j] Its guns do not fire at barges.
    BargesSunk,
}

impl Bar {
    /// How many there are.
    pub const COUNT: usize = 9;

    /// All of them, in the order of their decisions.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Assaults,
        Self::Shots,
        Self::UnitsLost,
        Self::HorsesLost,
        Self::HeadquartersTaken,
        Self::UnitsSunk,
        Self::Breaches,
        Self::BargesTaken,
        Self::BargesSunk,
    ];

    /// Its key under `barred`, and the column of a record that it makes nothing of, where there is one.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Assaults => "assaults",
            Self::Shots => "shots",
            Self::UnitsLost => "units_lost",
            Self::HorsesLost => "horses_lost",
            Self::HeadquartersTaken => "headquarters_taken",
            Self::UnitsSunk => "units_sunk",
            Self::Breaches => "breaches",
            Self::BargesTaken => "barges_taken",
            Self::BargesSunk => "barges_sunk",
        }
    }
}

/// The sides that are kept from each of these; by the rulebook nobody is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barred([BySide<bool>; Bar::COUNT]);

impl Barred {
    /// With the sides that are kept from each.
    pub fn from_fn(sides: impl Fn(Bar) -> BySide<bool>) -> Self {
        Self(Bar::ALL.map(sides))
    }

    /// The sides that are kept from it.
    #[inline]
    pub const fn sides(&self, bar: Bar) -> BySide<bool> {
        self.0[bar as usize]
    }
}

/// [D-3.10a] The requirement for an attack hand to hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CloseCombat {
    /// Neighbouring squares, whatever their ground.
    #[default]
    Neighbours,
    /// In addition, the attacker must be able to step across without a die and without a barge.
    Passable,
}

/// [D-3.10c] How the range of fire is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Range {
    /// In every direction, by steps along rows and columns.
    #[default]
    Steps,
    /// Only along the row and the column.
    Straight,
    /// In every direction, a diagonal step counting as one.
    Diagonal,
}

/// [D-4.2a] Whether units still to enter save a side from having lost all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reserve {
    /// They do.
    #[default]
    Saves,
    /// They do not: a side with no unit on the map has lost.
    IsNoHelp,
}

/// [D-7.7b] Whether barges may use canals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Canals {
    /// They may: a canal is water.
    #[default]
    CarryBarges,
    /// They may not: a canal is waded.
    AreShallow,
}
