//! The order in which units are picked: those nearest to the common goal first, so that they make room. The order is
//! derived from the position once per turn, at its first decision.

use szala_board::SquareId;
use szala_verdox::{Action, MOST_OF_A_SIDE};

use super::seen::Seen;

/// No turn has this number.
const NONE: u8 = u8::MAX;

/// The units still to be considered in a turn.
#[derive(Clone, Debug)]
pub(super) struct Line {
    turn: u8,
    /// Each unit's distance to go, and in the lower half the number of its square.
    squares: [u32; MOST_OF_A_SIDE],
    count: usize,
    next: usize,
}

impl Line {
    pub(super) fn new() -> Self {
        Self { turn: NONE, squares: [0; MOST_OF_A_SIDE], count: 0, next: 0 }
    }

    /// Forgets the last game.
    pub(super) fn begin(&mut self) {
        self.turn = NONE;
    }

    /// Is this the first decision of a turn?
    pub(super) fn is_new(&self, seen: Seen<'_>) -> bool {
        self.turn != seen.turn()
    }

    /// Lines up the units that may act, by their distance to go.
    pub(super) fn draw_up(&mut self, seen: Seen<'_>, far: impl Fn(SquareId) -> u16) {
        self.turn = seen.turn();
        (self.count, self.next) = (0, 0);
        for square in seen.ready() {
            // Of equals the one with the lower number comes first, so that the order is the same everywhere.
            let number = u32::try_from(square.index()).expect("a small board");
            self.squares[self.count] = u32::from(far(square)) << 16 | number;
            self.count += 1;
        }
        self.squares[..self.count].sort_unstable();
    }

    /// The next one who may still act.
    pub(super) fn next(&mut self, seen: Seen<'_>) -> Option<SquareId> {
        while self.next < self.count {
            let square = SquareId::from_index((self.squares[self.next] & 0xFFFF) as usize);
            self.next += 1;
            if seen.ready().contains(square) {
                return Some(square);
            }
        }
        None
    }
}

/// The place of the decision in which this unit acts next: `done` comes first, then the units by their squares'
/// numbers.
pub(super) fn place_of(legal: &[Action], next: Action) -> usize {
    let number = |action: &Action| match action {
        Action::Done => 0,
        Action::Pick(square) => square.index() + 1,
        _ => usize::MAX,
    };
    legal.binary_search_by_key(&number(&next), number).expect("whoever is ready can be taken up")
}
