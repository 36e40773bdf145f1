//! How Pig is drawn: a seat for each side, the player on it with the points kept, and the die in the seat of the side
//! to act, with the turn's total.

use szala_kernel::journal::Event;
use szala_kernel::picture::{
    Cell, CellId, Counter, Deed, Drawn, Ground, Look, LookId, LookOf, Pictured, Piece, PieceId, Point,
    Position, Spot, Tells,
};
use szala_kernel::{Names, Side, Subject};

use crate::{Pig, State, subject};

const LOOKS: [Look; 3] = [
    Look { code: "clear", name: "seat", of: LookOf::Ground },
    Look { code: "player", name: "player", of: LookOf::Piece },
    Look { code: "die", name: "die", of: LookOf::Piece },
];
const SEAT: LookId = LookId(0);
const PLAYER: LookId = LookId(1);
const DIE: LookId = LookId(2);
/// The width of a seat.
const ACROSS: i32 = 2000;

/// The seats stand side by side.
fn cell(side: Side, label: &str) -> Cell {
    let left = side as i32 * ACROSS;
    let corners = [[left, 0], [left + ACROSS, 0], [left + ACROSS, ACROSS], [left, ACROSS]];
    Cell {
        label: label.to_owned(),
        ground: SEAT,
        centre: Point { x: left + ACROSS / 2, y: ACROSS / 2 },
        corners: corners.map(|[x, y]| Point { x, y }).to_vec(),
    }
}

fn counter(seat: Side, points: u8) -> Counter {
    Counter {
        spot: Spot::Cell(CellId::from_index(seat as usize)),
        look: None,
        holder: None,
        heading: None,
        strength: Some(points.into()),
        losses: 0,
        shots: 0,
        conditions: 0,
        depth: 0,
    }
}

impl Pictured for Pig {
    fn ground(&self) -> Ground {
        let piece = |name: &str, side, look, about: &str| Piece {
            name: name.to_owned(),
            short: String::new(),
            side,
            look,
            about: about.to_owned(),
        };
        let [first, second] =
            Side::BOTH.map(|side| piece(self.side_name(side), Some(side), PLAYER, "with the points kept"));
        Ground {
            across: ACROSS,
            looks: LOOKS.to_vec(),
            cells: Side::BOTH.map(|side| cell(side, self.side_name(side))).to_vec(),
            lines: Vec::new(),
            marks: Vec::new(),
            trays: Vec::new(),
            pieces: vec![first, second, piece("die", None, DIE, "with what the turn has brought")],
            conditions: Vec::new(),
            tells: Tells { losses: false, shots: false },
        }
    }

    fn draw(&self, state: &State, position: &mut Position) {
        // Nobody counts turns.
        position.stage = 1;
        position.lead = i32::from(state.points[Side::First]) - i32::from(state.points[Side::Second]);
        position.owned.clear();
        position.counters.clear();
        position.counters.extend(Side::BOTH.map(|side| counter(side, state.points[side])));
        position.counters.push(counter(state.to_act, state.turn));
    }

    /// Nobody moves, is hurt or fires.
    fn deed(&self, _: &Event) -> Option<(PieceId, Deed)> {
        None
    }

    fn drawn(&self, whose: Subject) -> Option<Drawn> {
        let side = Side::BOTH.into_iter().find(|side| subject(*side) == whose)?;
        Some(Drawn::Piece(PieceId::from_index(side as usize)))
    }
}
