//! The rules with one scenario loaded: tables for play, computed once.

use szala_board::{Compass, SquareId};
use szala_kernel::{BySide, Side};

use crate::chapters::sight::Sight;
use crate::position::data::{Bar, Canals, Scenario};
use crate::position::ground::Ground;
use crate::position::ids::Squares;
use crate::position::kinds::{Card, Kind};
use crate::position::state::State;

/// The battle for the fortress of Verdox: rules and scenario.
#[derive(Clone, Debug)]
pub struct Verdox {
    /// What the scenario says.
    pub(crate) scenario: Scenario,
    /// The neighbours of each square, if the map has them [3.8].
    pub(crate) neighbours: Box<[[Option<SquareId>; 4]]>,
    /// For the same: is the neighbour fortified, and this square in front of it [6.10.3]?
    pub(crate) is_front: Box<[[bool; 4]]>,
    /// Where each side comes in [2.2].
    pub(crate) entry: BySide<Squares>,
    /// Where barges may be [7.7.6].
    pub(crate) water: Squares,
    /// All fortifications and gates, as printed.
    pub(crate) fortified: Squares,
    /// Who may see whom.
    pub(crate) sight: Sight,
}

impl Verdox {
    /// Makes the tables that play reads.
    pub fn new(scenario: Scenario) -> Self {
        let map = &scenario.map;
        let grid = &map.grid;
        let next = |square: SquareId, towards: Compass| {
            let [column, row] = grid.column_row(square);
            let [east, north] = match towards {
                Compass::East => [1, 0],
                Compass::North => [0, 1],
                Compass::West => [-1, 0],
                Compass::South => [0, -1],
            };
            grid.square_at([column + east, row + north])
        };
        let squares = || map.squares().iter();
        let neighbours: Box<[_]> =
            squares().map(|square| Compass::ALL.map(|towards| next(square, towards))).collect();
        let fortified = map.squares_of(Ground::is_fortified);
        // [6.10.3, D-6.10a] A square within, or one that is or was part of the wall, is not a front.
        let is_front = squares().map(|square| {
            let is_outside = !map.inside.contains(square) && !fortified.contains(square);
            neighbours[square.index()]
                .map(|next| is_outside && next.is_some_and(|next| fortified.contains(next)))
        });
        let is_front: Box<[_]> = is_front.collect();
        let canals = scenario.switches.canals == Canals::CarryBarges;
        // [7.7.6, 6.6.2, D-7.7b] Barges move on the river, under bridges, and in canals if those carry them.
        let is_water = |ground| match ground {
            Ground::River | Ground::Bridge => true,
            Ground::Canal => canals,
            _ => false,
        };
        let water = map.squares_of(is_water);
        let entry = BySide::from_fn(|side| map.entry(side, scenario.waves.columns));
        let sight = Sight::new(&scenario, &neighbours);
        Self { scenario, neighbours, is_front, entry, water, fortified, sight }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Does the scenario keep a side from this?
    #[inline]
    pub fn bars(&self, side: Side, bar: Bar) -> bool {
        self.scenario.barred.sides(bar)[side]
    }

    /// The properties of a kind.
    #[inline]
    pub fn card(&self, kind: Kind) -> &Card {
        self.scenario.kinds.card(kind)
    }

    /// The printed ground of a square.
    #[inline]
    pub(crate) fn printed(&self, square: SquareId) -> Ground {
        self.scenario.map.ground[square.index()]
    }

    /// [6.10.8] The present ground of a square.
    #[inline]
    pub(crate) fn ground(&self, state: &State, square: SquareId) -> Ground {
        if state.breached.contains(square) { Ground::Breach } else { self.printed(square) }
    }

    /// Is the unit that stands there aboard a barge? [6.6.2] A unit on a bridge is above whatever is under it.
    #[inline]
    pub(crate) fn is_aboard(&self, state: &State, square: SquareId) -> bool {
        state.afloat.contains(square) && self.printed(square) != Ground::Bridge
    }

    /// The direction of a neighbouring square [3.8].
    #[inline]
    pub(crate) fn towards(&self, from: SquareId, to: SquareId) -> Option<usize> {
        self.neighbours[from.index()].iter().position(|next| *next == Some(to))
    }
}
