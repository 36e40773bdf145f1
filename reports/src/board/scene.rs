//! Where the pieces lie: stacks with the top one in front, melees with the two sides next to each other, commanders at
//! the corner. Pieces off the board are left to `trays`.

use szala_kernel::Side;
use szala_kernel::picture::{CellId, Counter, PieceId, Position, Spot, TrayId};

use super::Drawing;
use super::counters::COMMANDER;
use super::paper::{Paper, escape, number};
use super::terrain::flag;

/// In a stack each counter is this far right of and above the one on top of it.
const STEP: f64 = 4.5;
/// The largest spread of a stack.
const SPREAD: f64 = 13.0;
/// The scale of counters in a cell with both sides.
const IN_MELEE: f64 = 0.74;
/// The first side lies left of and below the centre, the second right of and above it.
const ASIDE: [f64; 2] = [15.5, -6.0];
/// The scale of commanders beside other counters; they lie at the lower right.
const BESIDE: f64 = 0.85;

/// Something drawn in a position: a counter, or the name of a tray.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    /// The index of its piece; numbers after the pieces are the names of trays, and those after these belong to piles
    /// or cells.
    pub(crate) key: usize,
    /// Its drawing around its own centre.
    pub(crate) look: String,
    /// The position of its centre.
    pub(crate) x: f64,
    pub(crate) y: f64,
    /// Its scale.
    pub(crate) scale: f64,
    /// Items with a larger height are drawn above.
    pub(crate) height: u32,
    /// Where that is, for lists.
    pub(crate) place: Place,
}

/// Where an item is, for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// In a cell.
    Cell(CellId),
    /// Beside the board.
    Tray(TrayId),
}

impl Item {
    /// The value of the attribute `transform`.
    pub(crate) fn transform(&self) -> String {
        let scale =
            if (self.scale - 1.0).abs() < 1e-9 { String::new() } else { format!(" scale({})", self.scale) };
        format!("translate({} {}){scale}", number(self.x), number(self.y))
    }

    /// The item in a static picture.
    pub(crate) fn svg(&self) -> String {
        format!("<g transform=\"{}\">{}</g>", self.transform(), self.look)
    }
}

/// A piece with its counter.
#[derive(Clone, Copy)]
pub(super) struct Lying<'p> {
    pub(super) piece: PieceId,
    side: Option<Side>,
    is_commander: bool,
    pub(super) counter: &'p Counter,
}

impl Drawing<'_> {
    /// All items, those on top after those below.
    pub(crate) fn items(&self, position: &Position) -> Vec<Item> {
        let paper = Paper::of(self.ground);
        let lying = |(index, counter): (usize, _)| {
            let piece = &self.ground.pieces[index];
            let is_commander = self.ground.look(piece.look).code == COMMANDER;
            Lying { piece: PieceId::from_index(index), side: piece.side, is_commander, counter }
        };
        let all: Vec<Lying<'_>> = position.counters.iter().enumerate().map(lying).collect();
        let mut items = Vec::new();
        for index in 0..self.ground.cells.len() {
            self.cell_items(&paper, CellId::from_index(index), &all, &mut items);
        }
        self.tray_items(&paper, &all, &mut items);
        self.flags(&paper, position, &mut items);
        items.sort_by_key(|item| (item.height, item.key));
        items
    }

    fn cell_items(&self, paper: &Paper, cell: CellId, all: &[Lying<'_>], items: &mut Vec<Item>) {
        let centre = paper.centre(self.ground, cell);
        let here = || all.iter().filter(|one| one.counter.spot == Spot::Cell(cell));
        let of = |side: Side, is_commander: bool| {
            let mut some: Vec<Lying<'_>> = here()
                .filter(|one| one.side == Some(side) && one.is_commander == is_commander)
                .copied()
                .collect();
            some.sort_by_key(|one| (one.counter.depth, one.piece));
            some
        };
        let mut fighters = Side::BOTH.map(|side| of(side, false));
        // Neutral pieces lie below the side in their cell, and below the first side if both are there.
        let is_below = usize::from(fighters[0].is_empty() && !fighters[1].is_empty());
        let mut free: Vec<Lying<'_>> = here().filter(|one| one.side.is_none()).copied().collect();
        free.sort_by_key(|one| (one.counter.depth, one.piece));
        fighters[is_below].extend(free);
        let is_melee = fighters.iter().all(|side| !side.is_empty());
        let scale = if is_melee { IN_MELEE } else { 1.0 };
        for (side, stack) in Side::BOTH.into_iter().zip(&fighters) {
            let aside = if is_melee { f64::from(-side.sign()) } else { 0.0 };
            // A little below the middle, since the label is above it.
            let middle = [centre[0] + aside * ASIDE[0], centre[1] + 3.0 + aside * ASIDE[1]];
            let behind = f64::from(u32::try_from(stack.len().saturating_sub(1)).unwrap_or(1).max(1));
            let step = STEP.min(SPREAD / behind) * scale;
            let behind = if stack.len() > 1 { behind } else { 0.0 };
            for (depth, one) in (0_u8..).zip(stack) {
                let shift = (f64::from(depth) - behind / 2.0) * step;
                let place = [middle[0] + shift, middle[1] - 0.55 * shift];
                items.push(self.item(one, place, scale, 200 - u32::from(depth), Place::Cell(cell)));
            }
        }
        let has_fighters = fighters.iter().any(|side| !side.is_empty());
        for side in Side::BOTH {
            for (place, one) in (0_u8..).zip(of(side, true)) {
                let row = f64::from(place);
                let at = match (has_fighters, is_melee, side) {
                    (false, ..) => [centre[0] + 9.0 * row, centre[1] + 4.0],
                    (true, true, Side::First) => [centre[0] - 20.0 + 9.0 * row, centre[1] + 25.0],
                    (true, true, Side::Second) => [centre[0] + 20.0 - 9.0 * row, centre[1] - 22.0],
                    (true, false, _) => [centre[0] + 21.0 - 9.0 * row, centre[1] + 20.0],
                };
                let scale = if has_fighters { BESIDE } else { 1.2 };
                items.push(self.item(&one, at, scale, 300 + u32::from(place), Place::Cell(cell)));
            }
        }
        let markers = all.iter().filter(|one| one.counter.spot == Spot::Marker(cell));
        for (place, one) in (0_u8..).zip(markers) {
            let at = [centre[0] - 21.0 + 9.0 * f64::from(place), centre[1] + 18.0];
            items.push(self.item(one, at, 0.5, 100, Place::Cell(cell)));
        }
    }

    /// The flags of owners, at the upper left corner of cells, where counters leave room.
    fn flags(&self, paper: &Paper, position: &Position, items: &mut Vec<Item>) {
        for (cell, side) in &position.owned {
            let [x, y] = paper.centre(self.ground, *cell);
            let told = format!("{}: {}", self.ground.cell(*cell).label, self.sides[*side]);
            let pieces = self.ground.pieces.len() + self.ground.trays.len();
            items.push(Item {
                // After the keys of piles, of which there are as many as pieces.
                key: pieces + self.ground.pieces.len() + cell.index(),
                look: format!("<title>{}</title>{}", escape(&told), flag(*side)),
                x: x - 31.0,
                y: y - 13.0,
                scale: 1.0,
                height: 50,
                place: Place::Cell(*cell),
            });
        }
    }

    pub(super) fn item(
        &self,
        one: &Lying<'_>,
        [x, y]: [f64; 2],
        scale: f64,
        height: u32,
        place: Place,
    ) -> Item {
        let piece = &self.ground.pieces[one.piece.index()];
        let look = self.counter(piece, one.counter);
        Item { key: one.piece.index(), look, x, y, scale, height, place }
    }

    /// The names of the trays, in order.
    pub(crate) fn tray_names(&self) -> Vec<String> {
        self.ground.trays.iter().map(|tray| self.language.tray_name(tray)).collect()
    }

    /// The labels of the cells, in order.
    pub(crate) fn cell_labels(&self) -> Vec<&str> {
        self.ground.cells.iter().map(|cell| cell.label.as_str()).collect()
    }
}
