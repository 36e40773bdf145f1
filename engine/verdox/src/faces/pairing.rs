//! Names of actions and situations, for games that are compared in pairs: the same in every variant of a scenario on a
//! map of the same extent. Squares go by their places, kinds by the order of the rulebook's table.

use szala_board::SquareId;
use szala_kernel::Paired;

use crate::chapters::game::Verdox;
use crate::position::action::Action;
use crate::position::state::{State, Step};

/// Packs a name without loss: the kind, and up to two numbers.
const fn name(kind: u8, numbers: [usize; 2]) -> u64 {
    kind as u64 | (numbers[0] as u64) << 8 | (numbers[1] as u64) << 24
}

const fn of(kind: u8, square: SquareId) -> u64 {
    name(kind, [square.index(), 0])
}

impl Paired for Verdox {
    #[inline]
    fn action_key(&self, action: Action) -> u64 {
        match action {
            Action::DrawLots => name(1, [0; 2]),
            Action::Muster(kind) => name(2, [kind.index(), 0]),
            Action::Enter(square) => of(3, square),
            Action::Pick(square) => of(4, square),
            Action::Step(square) => of(5, square),
            Action::Attack(square) => of(6, square),
            Action::Batter(square) => of(7, square),
            Action::Sink(square) => of(8, square),
            Action::Hold => name(9, [0; 2]),
            Action::Sail { from, to } => name(10, [from.index(), to.index()]),
            Action::Done => name(11, [0; 2]),
        }
    }

    /// The step, the turn, the side, and the square of the picked unit. So a unit's decision is the same in two
    /// variants wherever it stands on the same square in the same turn, whatever others did before.
    fn situation_key(&self, state: &State) -> u64 {
        let square = state.picked.map_or(u64::from(u16::MAX), |picked| picked.square.index() as u64);
        state.step as u64 | (state.active as u64) << 4 | u64::from(state.turn) << 8 | square << 16
    }

    /// [2.5] Which counter comes in face down.
    fn is_secret(&self, state: &State) -> bool {
        state.step == Step::Muster
    }
}
