//! Names of steps and situations, for games that are compared in pairs.

use szala_kernel::Paired;

use crate::{Breakthrough, State, Step};

impl Paired for Breakthrough {
    fn action_key(&self, Step { from, to }: Step) -> u64 {
        u64::from(from.0) << 8 | u64::from(to.0)
    }

    /// Whose turn it is: the game has no other name for a point in it.
    fn situation_key(&self, state: &State) -> u64 {
        state.to_act as u64
    }
}
