//! Names of actions and situations, for games that are compared in pairs.

use szala_kernel::{Paired, Rules};

use crate::{Action, Crossing, State};

impl Paired for Crossing {
    fn action_key(&self, action: Action) -> u64 {
        match action {
            Action::Hide(ford) | Action::Watch(ford) => ford as u64,
        }
    }

    /// Whose choice it is; the guards see nothing else. [1.1]
    fn situation_key(&self, state: &State) -> u64 {
        self.to_act(state) as u64
    }

    /// [1.1] The smugglers'.
    fn is_secret(&self, state: &State) -> bool {
        state.hidden.is_none()
    }
}
