//! The value of a shot, by its exact odds [10.9.4, 10.10.1].

use szala_board::HexId;
use szala_insurrection::{Action, Insurrection, Prospect, Room, Task, UnitId};

use super::fight::points_of_guns;
use super::moves::can_spare_a_shot;
use super::{Heuristic, Verdict};
use crate::seen::Seen;

impl<R: Room> Heuristic<R> {
    /// A shot that is legal now; on the move, one for which the route can spare the points.
    pub(super) fn value_of_shot(&self, game: &Insurrection<R>, action: Action) -> Verdict {
        let (Action::Fire { target, .. } | Action::Shell { target, .. }) = action else {
            unreachable!("{action:?} is no shot")
        };
        let (mut sum, mut heads) = (0, false);
        let add = |prospect| {
            sum += self.value_of_prospect(game, prospect);
            heads |= matches!(prospect, Prospect::Test { commanders: true, .. });
        };
        let seen = Seen::imagined(game, &self.state, self.scene.side);
        seen.prospects(action, add);
        if heads {
            // [D-4.4e] One roll for each, however many units test.
            sum += self.value_of_heads(game, target) / 10;
        }
        let value = sum - self.price(game, action);
        if self.state.task() != Task::Moving {
            return Verdict::new(value, "fire");
        }
        if value <= 0 || !can_spare_a_shot(game, &self.state, &self.route) {
            return Verdict::new(value.min(0) - 1, "no time to fire");
        }
        // The goal of the route is not given up by firing first.
        Verdict::new(value + self.value_of_route(), "fire on the way")
    }

    fn value_of_prospect(&self, game: &Insurrection<R>, prospect: Prospect) -> i32 {
        match prospect {
            Prospect::Nothing => 0,
            Prospect::Capture { gun, hundredths } => {
                i32::from(hundredths) * self.stakes.swing(points_of_guns(game, gun)) / 100
            }
            Prospect::Test { unit, driven, hit, .. } => {
                let drive = if self.is_on_the_march(game, unit) {
                    self.weights.drive_mover + self.threat_to_camp(game, unit)
                } else {
                    self.weights.drive
                };
                let last = game.size(&self.state, unit) == 1;
                let loss = self.their_strength(1) + if last { self.stakes.swing(1) } else { 0 };
                let [driven, hit] = [driven, hit].map(i32::from);
                (driven * drive + hit * loss) / 10
            }
        }
    }

    /// [10.7] A unit driven back in the phase of its move stops: the mover, and units still to move.
    pub(super) fn is_on_the_march(&self, game: &Insurrection<R>, unit: UnitId) -> bool {
        let state = &self.state;
        state.movers().contains(unit) || game.is_movable(state, unit)
    }

    /// [13.1] The value of stopping a unit that could reach our camp with its remaining points.
    fn threat_to_camp(&self, game: &Insurrection<R>, unit: UnitId) -> i32 {
        let camp = game.scenario().camp.filter(|camp| camp.intruder != self.scene.side);
        let (Some(camp), Some(hex)) = (camp, self.state.hex_of(unit)) else { return 0 };
        let points = self.marches.cost(game.arm(unit), hex, camp.hex);
        if points > game.points_left(&self.state, unit) {
            return 0;
        }
        self.stakes.camp * self.weights.camp_threat / 100
    }

    /// [4.4.1] Enemy commanders in the hex: each falls on one face of ten.
    fn value_of_heads(&self, game: &Insurrection<R>, hex: HexId) -> i32 {
        let heads = game.commanders_at(&self.state, !self.scene.side, hex);
        let points = |commander| i32::from(game.scenario().commander(commander).killed);
        heads.map(|commander| self.stakes.swing(points(commander))).sum()
    }

    /// [10.9.1] One of four shots, the first of which is the best [10.9.7]. Guns have one in every phase.
    fn price(&self, game: &Insurrection<R>, action: Action) -> i32 {
        let Action::Fire { from, to, .. } = action else { return 1 };
        let (side, state) = (self.scene.side, &self.state);
        let shot = |unit: UnitId| {
            self.weights.shot + if state[unit].shots == 0 { self.weights.first_shot } else { 0 }
        };
        let price_of = |hex| game.top_at(state, side, hex).map_or(0, shot);
        let sum = if from == to {
            price_of(from)
        } else {
            // [10.9.6] Units that fire together stand in a row.
            let board = &game.scenario().board;
            let length = board.distance(from, to);
            let near = state.held(side) & board.within(from, length) & board.within(to, length);
            let is_between = |hex: &HexId| board.distance(from, *hex) + board.distance(*hex, to) == length;
            near.iter().filter(is_between).map(price_of).sum()
        };
        // A shot not fired in the last turn of a stage is lost, except for the marker that is carried [10.9.10]; in
        // the last stage not even that.
        match (state.pool().is_empty(), state.stage() >= game.scenario().stages) {
            (true, true) => 1,
            (true, false) => sum / 2,
            (false, _) => sum,
        }
    }
}
