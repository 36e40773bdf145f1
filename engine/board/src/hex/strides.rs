//! All neighbours of many hexes at once. In the row of hexes by which they are numbered, the neighbours of a hex lie
//! at only a few distances: one to the east and west, about a row's length up and down. So the neighbours of a whole
//! set are the set moved by each of these distances, minus the hexes that have no neighbour there.

use crate::{
    bits::{HexSet, Words},
    ordinal::HexId,
};

/// For each distance at which some neighbour lies, the hexes that have one there.
#[derive(Clone, Debug)]
pub(crate) struct Strides<H: Words> {
    up: Box<[(u32, HexSet<H>)]>,
    down: Box<[(u32, HexSet<H>)]>,
    /// Neighbours farther away in the row than a word is long: only boards of more than sixty columns have any.
    far: Box<[(HexId, HexId)]>,
}

impl<H: Words> Strides<H> {
    pub(crate) fn new(neighbours: &[[Option<HexId>; 6]]) -> Self {
        let (mut up, mut down, mut far) = (Vec::new(), Vec::new(), Vec::new());
        for (index, around) in neighbours.iter().enumerate() {
            let hex = HexId::from_index(index);
            for neighbour in around.iter().flatten() {
                let list = if *neighbour > hex { &mut up } else { &mut down };
                match u32::try_from(neighbour.index().abs_diff(index)) {
                    Ok(by) if by < u64::BITS => add(list, by, hex),
                    _ => far.push((hex, *neighbour)),
                }
            }
        }
        Self { up: up.into(), down: down.into(), far: far.into() }
    }

    /// The neighbours of all hexes of the set.
    pub(crate) fn from(&self, hexes: HexSet<H>) -> HexSet<H> {
        let mut around = HexSet::EMPTY;
        for (by, some) in &self.up {
            around |= (hexes & *some).up(*by);
        }
        for (by, some) in &self.down {
            around |= (hexes & *some).down(*by);
        }
        around
            .extend(self.far.iter().filter(|(hex, _)| hexes.contains(*hex)).map(|(_, neighbour)| *neighbour));
        around
    }
}

fn add<H: Words>(strides: &mut Vec<(u32, HexSet<H>)>, by: u32, hex: HexId) {
    match strides.iter_mut().find(|(known, _)| *known == by) {
        Some((_, hexes)) => hexes.insert(hex),
        None => strides.push((by, HexSet::of(hex))),
    }
}
