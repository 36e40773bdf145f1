//! [8.11] [8.12] Guns on their trails and on the move: what a battery can hope to hit, and who comes too near.

use szala_board::{Facing, HexId};
use szala_insurrection::{Arm, Insurrection, UnitId};

use super::{Heuristic, Verdict};

/// Enemy troops so near will be upon the guns before they have fired twice.
const TOO_NEAR: u8 = 3;
/// With friends beside the guns they have to be nearer.
const NEAR_AN_ESCORT: u8 = 1;

impl Heuristic {
    /// What a battery would have to fire at from here, facing so: nearer is better, and lone guns do not count.
    /// Who stands in between is not looked for.
    pub(super) fn field_of(&self, game: &Insurrection, hex: HexId, facing: Facing) -> i32 {
        let field = game.field_of_fire(hex, facing, Arm::Artillery);
        let board = &game.scenario().board;
        let mut sum = 0;
        for foe in self.scene.foes.iter().filter(|foe| field.contains(foe.hex)) {
            let plus = game.plus_of_guns_at(board.distance(hex, foe.hex)).map_or(0, |plus| 1 + plus);
            let alone = foe.arm == Arm::Artillery;
            let sheltered = game.is_sheltered(hex, foe.hex);
            sum += if alone { 0 } else { plus * if sheltered { 2 } else { 3 } };
        }
        sum * self.weights.gun_field / 3
    }

    /// Enemy troops near guns, who are to be feared less where friends are with them.
    pub(super) fn danger_to_guns(&self, game: &Insurrection, hex: HexId) -> i32 {
        let board = &game.scenario().board;
        let troops = self.state.on_map(self.scene.side) - game.all_guns();
        let is_here = |unit| self.state.hex_of(unit).is_some_and(|at| board.distance(hex, at) <= 1);
        let is_escorted = troops.iter().any(is_here);
        let limit = if is_escorted { NEAR_AN_ESCORT } else { TOO_NEAR };
        let near = self.scene.foes.iter().filter(|foe| foe.arm != Arm::Artillery);
        let distances = near.map(|foe| board.distance(hex, foe.hex)).filter(|distance| *distance <= limit);
        let sum: i32 = distances.map(|distance| i32::from(limit + 1 - distance)).sum();
        sum * self.weights.gun_danger
    }

    fn hex_and_facing(&self, gun: UnitId) -> (HexId, Facing) {
        let hex = self.state.hex_of(gun).expect("guns that are asked are on the map");
        (hex, self.state[gun].facing)
    }

    /// [8.12] Limbering: away from danger, or towards a field of fire.
    pub(super) fn value_of_limbering(&self, game: &Insurrection, gun: UnitId) -> Verdict {
        let (hex, _) = self.hex_and_facing(gun);
        if self.state.silent_guns().contains(gun) && self.danger_to_guns(game, hex) == 0 {
            return Verdict::new(-1, "silent guns stay");
        }
        let best = Facing::ALL.into_iter().map(|facing| self.field_of(game, hex, facing)).max().unwrap_or(0);
        let value = self.danger_to_guns(game, hex) - best - self.weights.stir;
        Verdict::new(if best == 0 { value + self.weights.gun_field } else { value }, "limber")
    }

    /// [8.11] Turning costs this phase's shot.
    pub(super) fn value_of_turning_gun(&self, game: &Insurrection, gun: UnitId, facing: Facing) -> Verdict {
        let (hex, now) = self.hex_and_facing(gun);
        let gain = self.field_of(game, hex, facing) - self.field_of(game, hex, now);
        Verdict::new(gain - self.weights.gun_field, "turn the guns")
    }

    /// [8.11] By hand, into the next hex: no shot until the stage ends.
    pub(super) fn value_of_hauling(
        &self,
        game: &Insurrection,
        gun: UnitId,
        to: HexId,
        facing: Facing,
    ) -> Verdict {
        let (hex, now) = self.hex_and_facing(gun);
        let gain = self.field_of(game, to, facing) - self.field_of(game, hex, now);
        let safety = self.danger_to_guns(game, hex) - self.danger_to_guns(game, to);
        Verdict::new(gain + safety - 2 * self.weights.gun_field, "haul the guns")
    }

    /// [8.12] Unlimbering ends the move.
    pub(super) fn value_of_unlimbering(&self, game: &Insurrection, gun: UnitId, facing: Facing) -> Verdict {
        let (hex, _) = self.hex_and_facing(gun);
        let value = self.field_of(game, hex, facing) - self.danger_to_guns(game, hex) / 2;
        Verdict::new(value - self.weights.gun_field / 2, "unlimber")
    }

    /// What a limbered battery gains by standing here: the best field it could have, and how safe it is.
    pub(super) fn value_of_battery(&self, game: &Insurrection, hex: HexId) -> i32 {
        let best = Facing::ALL.into_iter().map(|facing| self.field_of(game, hex, facing)).max().unwrap_or(0);
        best - self.danger_to_guns(game, hex)
    }
}
