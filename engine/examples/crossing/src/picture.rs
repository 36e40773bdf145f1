//! How Night Crossing is drawn: two banks, two fords between them, the smugglers and the guards.

use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Counter, Deed, Drawn, Ground, Look, LookId, LookOf, Pictured, Piece, PieceId, Point,
    Position, Spot, Tells,
};
use szala_kernel::{Names, Rules, Side, Subject};

use crate::{Crossing, Ford, State, subject};

const LOOKS: [Look; 4] = [
    Look { code: "clear", name: "bank", of: LookOf::Ground },
    Look { code: "ford", name: "ford", of: LookOf::Ground },
    Look { code: "player", name: "smugglers", of: LookOf::Piece },
    Look { code: "infantry", name: "guards", of: LookOf::Piece },
];
const BANK: LookId = LookId(0);
const FORD: LookId = LookId(1);
const OF_SIDES: [LookId; 2] = [LookId(2), LookId(3)];
const NEAR: CellId = CellId(0);
const FAR: CellId = CellId(3);
/// The width of a ford.
const ACROSS: i32 = 2000;

/// A cell from one corner to the other, in widths of a ford.
fn cell(label: &str, ground: LookId, [left, top]: [i32; 2], [right, low]: [i32; 2]) -> Cell {
    let point = |x: i32, y: i32| Point { x: x * ACROSS, y: y * ACROSS };
    let corners = vec![point(left, top), point(right, top), point(right, low), point(left, low)];
    let centre = Point { x: (left + right) * ACROSS / 2, y: (top + low) * ACROSS / 2 };
    Cell { label: label.to_owned(), ground, centre, corners }
}

/// The cell of a ford.
const fn at(ford: Ford) -> CellId {
    match ford {
        Ford::Upper => CellId(1),
        Ford::Lower => CellId(2),
    }
}

fn counter(cell: CellId) -> Counter {
    Counter {
        spot: Spot::Cell(cell),
        look: None,
        holder: None,
        heading: None,
        strength: None,
        losses: 0,
        shots: 0,
        conditions: 0,
        depth: 0,
    }
}

impl Pictured for Crossing {
    fn ground(&self) -> Ground {
        let piece = |side: Side| Piece {
            name: self.side_name(side).to_owned(),
            short: String::new(),
            side: Some(side),
            look: OF_SIDES[side as usize],
            about: String::new(),
        };
        Ground {
            across: ACROSS,
            looks: LOOKS.to_vec(),
            cells: vec![
                cell("near", BANK, [0, 2], [2, 3]),
                cell("upper", FORD, [0, 1], [1, 2]),
                cell("lower", FORD, [1, 1], [2, 2]),
                cell("far", BANK, [0, 0], [2, 1]),
            ],
            lines: Vec::new(),
            marks: Vec::new(),
            trays: Vec::new(),
            pieces: Side::BOTH.map(piece).to_vec(),
            conditions: Vec::new(),
            tells: Tells { losses: false, shots: false },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        // There is one night.
        position.stage = 1;
        position.lead = self.outcome(state).map_or(0, |outcome| outcome.lead);
        position.owned.clear();
        position.counters.clear();
        let smugglers = match state.has_crossed {
            Some(true) => FAR,
            Some(false) => state.hidden.map_or(NEAR, at),
            // [1.1] Their ford is their secret until they try it.
            None => NEAR,
        };
        position.counters.push(counter(smugglers));
        position.counters.push(counter(state.watched.map_or(FAR, at)));
    }

    /// Nobody is hurt or fires.
    fn deed(&self, _: &Event) -> Option<(PieceId, Deed)> {
        None
    }

    fn drawn(&self, whose: Subject) -> Option<Drawn> {
        let side = Side::BOTH.into_iter().find(|side| subject(*side) == whose)?;
        Some(Drawn::Piece(PieceId::from_index(side as usize)))
    }
}
