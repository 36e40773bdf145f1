//! How Breakthrough is drawn. Men have no names, so each square has a piece of its own, which is there when a man is
//! on the square, and is held by the side of that man.

use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Counter, Deed, Drawn, Ground, Look, LookId, LookOf, Pictured, Piece, PieceId, Point,
    Position, Spot, Tells,
};
use szala_kernel::{Side, Subject};

use crate::notation::value_of;
use crate::{Breakthrough, Place, ROW, Square, State};

const LOOKS: [Look; 2] = [
    Look { code: "clear", name: "square", of: LookOf::Ground },
    Look { code: "man", name: "man", of: LookOf::Piece },
];
const SQUARE: LookId = LookId(0);
const MAN: LookId = LookId(1);
/// The width of a square.
const ACROSS: i32 = 2000;

impl Square {
    /// Its place among all squares.
    fn index_of(subject: Subject) -> Option<usize> {
        Self::all().position(|square| square.subject() == subject)
    }

    fn cell(self) -> Cell {
        let [column, row] = [self.0 % ROW, self.0 / ROW].map(i32::from);
        let (left, top) = (column * ACROSS, row * ACROSS);
        let (right, bottom) = (left + ACROSS, top + ACROSS);
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
        Cell {
            label: self.to_string(),
            ground: SQUARE,
            centre: Point { x: left + ACROSS / 2, y: top + ACROSS / 2 },
            corners: corners.map(|[x, y]| Point { x, y }).to_vec(),
        }
    }
}

impl Pictured for Breakthrough {
    fn ground(&self) -> Ground {
        let piece = |square: Square| Piece {
            name: format!("man on {square}"),
            short: String::new(),
            side: None,
            look: MAN,
            about: String::new(),
        };
        Ground {
            across: ACROSS,
            looks: LOOKS.to_vec(),
            cells: Square::all().map(Square::cell).collect(),
            lines: Vec::new(),
            marks: Vec::new(),
            trays: Vec::new(),
            pieces: Square::all().map(piece).collect(),
            conditions: Vec::new(),
            tells: Tells { losses: false, shots: false },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        // The game has no turns or stages.
        position.stage = 1;
        position.lead = i32::from(state.men[Side::First]) - i32::from(state.men[Side::Second]);
        position.owned.clear();
        position.counters.clear();
        position.counters.extend(Square::all().enumerate().map(|(index, square)| {
            let holder = Side::BOTH.into_iter().find(|side| state.at(square) == Place::man_of(*side));
            Counter {
                spot: holder.map_or(Spot::Nowhere, |_| Spot::Cell(CellId::from_index(index))),
                look: None,
                holder,
                heading: None,
                strength: None,
                losses: 0,
                shots: 0,
                conditions: 0,
                depth: 0,
            }
        }));
    }

    /// [2.1] [2.2] A step empties one square and fills another.
    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        let Event::Change { whose, to, .. } = *event else { return None };
        let index = Square::index_of(whose)?;
        let there = (to != value_of(Place::Free)).then_some(CellId::from_index(index));
        Some((PieceId::from_index(index), Deed::Moves(there)))
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        Square::index_of(subject).map(|index| Drawn::Cell(CellId::from_index(index)))
    }
}
