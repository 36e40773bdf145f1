//! Candidate actions, by what speaks against them: the rules are asked one by one, the best first, so that most are
//! never asked about.

use szala_board::{Direction, Facing};
use szala_insurrection::Action;
use szala_insurrection::Room;

use crate::seen::Seen;

/// A step in every direction, and a turn to every facing.
const MOST: usize = Direction::ALL.len() + Facing::ALL.len();

/// Steps and turns of one stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidates {
    all: [Option<(u16, Action)>; MOST],
    count: usize,
}

impl Candidates {
    pub(super) const NONE: Self = Self { all: [None; MOST], count: 0 };

    pub(super) fn offer(&mut self, cost: u16, action: Action) {
        self.all[self.count] = Some((cost, action));
        self.count += 1;
    }

    /// The cheapest legal one; of several the one offered first.
    pub(super) fn first_legal<R: Room>(mut self, seen: &Seen<'_, R>) -> Option<Action> {
        let all = &mut self.all[..self.count];
        loop {
            let left = all.iter_mut().filter(|candidate| candidate.is_some());
            let best = left.min_by_key(|candidate| candidate.map(|(cost, _)| cost))?;
            let (_, action) = best.take()?;
            if seen.allows(action) {
                return Some(action);
            }
        }
    }
}
