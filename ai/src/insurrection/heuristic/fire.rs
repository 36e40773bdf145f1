//! What a shot is worth, by its exact odds [10.9.4, 10.10.1].

use szala_board::HexId;
use szala_insurrection::{Action, Insurrection, Prospect, Task, UnitSet};

use super::{Heuristic, Verdict};

/// [12.1] Points for a commander killed.
const COMMANDER: i32 = 3;
/// [10.10.9] Points for guns taken.
const GUNS: i32 = 2;

impl Heuristic {
    /// A shot that is legal now; on the move, one that the route can spare the points for.
    pub(super) fn value_of_shot(&self, game: &Insurrection, action: Action) -> Verdict {
        let target = match action {
            Action::Fire { target, .. } | Action::Shell { target, .. } => target,
            _ => unreachable!("{action:?} is no shot"),
        };
        let mut sum = 0;
        game.prospects(&self.state, action, |prospect| sum += self.value_of_prospect(game, prospect, target));
        let value = sum - self.price(game, action);
        if self.state.task() != Task::Moving {
            return Verdict::new(value, "fire");
        }
        if value <= 0 || !self.can_spare_a_shot(game) {
            return Verdict::new(value.min(0) - 1, "no time to fire");
        }
        // What the route is for is not given up by firing first.
        Verdict::new(value + self.value_of_route(), "fire on the way")
    }

    fn value_of_prospect(&self, game: &Insurrection, prospect: Prospect, target: HexId) -> i32 {
        match prospect {
            Prospect::Nothing => 0,
            Prospect::Capture { hundredths, .. } => i32::from(hundredths) * self.stakes.swing(GUNS) / 100,
            Prospect::Test { unit, driven, hit, commanders } => {
                // [10.7] Who is driven back in its move stops.
                let is_stopped = self.state.movers().contains(unit);
                let drive = if is_stopped { self.weights.drive_mover } else { self.weights.drive };
                let last = game.size(&self.state, unit) == 1;
                let loss = self.strength(1) + if last { self.stakes.swing(1) } else { 0 };
                let [driven, hit] = [driven, hit].map(i32::from);
                let head = if commanders { self.value_of_heads(game, target) } else { 0 };
                (driven * drive + hit * loss + head) / 10
            }
        }
    }

    /// [4.4.1] Enemy commanders in the hex: each falls by one face of ten.
    fn value_of_heads(&self, game: &Insurrection, hex: HexId) -> i32 {
        let heads = game.commanders_at(&self.state, !self.scene.side, hex).count();
        self.stakes.swing(COMMANDER) * i32::try_from(heads).expect("a few")
    }

    /// [10.9.1] One of four shots, the first of which is the best [10.9.7]. Guns have one in every phase.
    fn price(&self, game: &Insurrection, action: Action) -> i32 {
        let Action::Fire { from, to, .. } = action else { return 1 };
        let (side, state) = (self.scene.side, &self.state);
        let board = &game.scenario().board;
        let is_between =
            |hex: HexId| board.distance(from, hex) + board.distance(hex, to) == board.distance(from, to);
        let tops = state
            .held(side)
            .iter()
            .filter(|hex| is_between(*hex))
            .filter_map(|hex| game.top_at(state, side, hex));
        let firers: UnitSet = tops.collect();
        let first = |unit: szala_insurrection::UnitId| {
            if state[unit].shots == 0 { self.weights.first_shot } else { 0 }
        };
        firers.iter().map(|unit| self.weights.shot + first(unit)).sum()
    }
}
