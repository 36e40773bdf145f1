//! Names of actions and situations as numbers, the same in every variant: they pair the games of two variants. They
//! are derived from what things are, never from places in a list of actions.

use szala_kernel::Paired;

use crate::position::{Action, Ford, State};

impl Paired for Ford {
    fn action_key(&self, action: Action) -> u64 {
        let key = |kind: u64, unit: usize, what: usize| kind << 32 | (unit as u64) << 16 | what as u64;
        match action {
            Action::Done => 0,
            Action::Move(unit, hex) => key(1, unit.index(), hex.index()),
            Action::Attack(unit, target) => key(2, unit.index(), target.index()),
        }
    }

    /// The turn, the side, and which of its units have acted.
    fn situation_key(&self, state: &State) -> u64 {
        let acted = state.units.iter().fold(0, |acted, unit| acted << 1 | u64::from(unit.has_acted));
        u64::from(state.turn) << 16 | (state.to_act as u64) << 8 | acted
    }
}
