//! Which cells lie within a number of steps of each cell, as sets, for every number of steps that occurs.

use crate::{
    bits::{Bits, Words},
    ordinal::Ordinal,
};

/// For each cell a row of sets: the cells at distance 0, at most 1, at most 2 and so on to the longest distance.
#[derive(Clone, Debug)]
pub(crate) struct Reach<C: Ordinal, W: Words> {
    sets: Box<[Bits<C, W>]>,
    radii: usize,
}

impl<C: Ordinal, W: Words> Reach<C, W> {
    pub(crate) fn new(cells: usize, distance: impl Fn(C, C) -> u8) -> Self {
        let all = || (0..cells).map(C::from_index);
        let longest =
            all().flat_map(|from| all().map(move |to| (from, to))).map(|(from, to)| distance(from, to)).max();
        let radii = usize::from(longest.unwrap_or(0)) + 1;
        let mut sets = vec![Bits::EMPTY; cells * radii];
        for (from, row) in all().zip(sets.chunks_exact_mut(radii)) {
            all().for_each(|to| row[usize::from(distance(from, to))].insert(to));
            for radius in 1..radii {
                row[radius] |= row[radius - 1];
            }
        }
        Self { sets: sets.into(), radii }
    }

    /// The cells at most this far away, the cell itself among them.
    pub(crate) fn within(&self, cell: C, radius: u8) -> Bits<C, W> {
        self.sets[cell.index() * self.radii + usize::from(radius).min(self.radii - 1)]
    }

    /// The cells exactly this far away.
    pub(crate) fn ring(&self, cell: C, radius: u8) -> Bits<C, W> {
        match radius.checked_sub(1) {
            None => self.within(cell, 0),
            Some(less) => self.within(cell, radius) - self.within(cell, less),
        }
    }
}
