//! Names of actions and situations, for games that are compared in pairs.

use szala_kernel::Paired;

use crate::{Action, Pig, State};

impl Paired for Pig {
    fn action_key(&self, action: Action) -> u64 {
        action as u64
    }

    /// Whose turn it is, the points, and the turn's total: everything that a person would base the decision on.
    fn situation_key(&self, state: &State) -> u64 {
        let [first, second] = state.points.0.map(u64::from);
        (state.to_act as u64) << 24 | first << 16 | second << 8 | u64::from(state.turn)
    }
}
