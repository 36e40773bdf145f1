//! The sides between neighbouring cells, numbered. The same for hexes, of six sides, and squares, of four.

use crate::ordinal::{Ordinal, SideId};

/// The sides of a board whose cells have `D` directions, listed so that the opposite of one is `D / 2` further on.
#[derive(Clone, Debug)]
pub(crate) struct Sides<C, const D: usize> {
    of_cell: Box<[[Option<SideId>; D]]>,
    cells: Box<[[C; 2]]>,
}

impl<C: Ordinal, const D: usize> Sides<C, D> {
    /// Numbers the sides by the lower cell, then by the direction in which the other lies.
    pub(crate) fn new(neighbours: &[[Option<C>; D]]) -> Self {
        let mut of_cell = vec![[None; D]; neighbours.len()];
        let mut cells = Vec::new();
        for (lower, around) in neighbours.iter().enumerate() {
            for (direction, neighbour) in around.iter().enumerate() {
                let Some(higher) = neighbour.filter(|neighbour| neighbour.index() > lower) else { continue };
                let side = Some(SideId::from_index(cells.len()));
                of_cell[lower][direction] = side;
                of_cell[higher.index()][(direction + D / 2) % D] = side;
                cells.push([C::from_index(lower), higher]);
            }
        }
        Self { of_cell: of_cell.into(), cells: cells.into() }
    }

    pub(crate) fn count(&self) -> usize {
        self.cells.len()
    }

    pub(crate) fn around(&self, cell: C) -> &[Option<SideId>; D] {
        &self.of_cell[cell.index()]
    }

    pub(crate) fn cells_of(&self, side: SideId) -> [C; 2] {
        self.cells[side.index()]
    }

    pub(crate) fn between(&self, one: C, other: C) -> Option<SideId> {
        let shared = |side: &SideId| self.cells_of(*side).contains(&other);
        if one == other { None } else { self.around(one).iter().flatten().copied().find(shared) }
    }
}
