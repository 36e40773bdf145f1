//! [8.11] [8.12] Guns unlimbered and on the move: what a battery can expect to hit, and which enemies are too near.

use szala_board::{Facing, HexId};
use szala_insurrection::{Arm, Insurrection, Room, UnitId};

use super::outlook::{Outlook, Seen};
use super::{Heuristic, Verdict};

/// Enemy troops this near will reach the guns before they have fired twice.
const TOO_NEAR: u8 = 3;
/// With friends beside the guns they have to be nearer.
const NEAR_AN_ESCORT: u8 = 1;

/// The value of a hex to a battery.
#[derive(Clone, Copy, Debug)]
pub(super) struct Emplacement {
    hex: HexId,
    /// For each facing, the targets.
    fields: [i32; 6],
    /// The danger.
    danger: i32,
}

impl Emplacement {
    fn field(&self, facing: Facing) -> i32 {
        self.fields[facing.index()]
    }

    fn best_field(&self) -> i32 {
        self.fields.into_iter().max().unwrap_or(0)
    }
}

impl<R: Room> Heuristic<R> {
    /// The same for a hex that is requested repeatedly in one decision: guns have many ways to turn.
    fn emplacement(&mut self, game: &Insurrection<R>, hex: HexId) -> Emplacement {
        let known = self.emplacements.iter().find(|known| known.hex == hex).copied();
        known.unwrap_or_else(|| {
            let found = self.look_at_emplacement(game, hex);
            self.emplacements.push(found);
            found
        })
    }

    fn look_at_emplacement(&self, game: &Insurrection<R>, hex: HexId) -> Emplacement {
        Emplacement { hex, fields: self.fields_of(game, hex), danger: self.danger_to_guns(game, hex) }
    }

    /// The targets of a battery here, for each facing: nearer is better, and lone guns do not count. Units in between
    /// are ignored.
    fn fields_of(&self, game: &Insurrection<R>, hex: HexId) -> [i32; 6] {
        let board = &game.scenario().board;
        let mut fields = [0; 6];
        for foe in self.scene.foes.iter().filter(|foe| foe.arm != Arm::Artillery) {
            let Some(outlook) = board.bearing(hex, foe.hex).map(Outlook::to) else { continue };
            if !game.field_of_fire(hex, outlook.straight_at, Arm::Artillery).contains(foe.hex) {
                continue;
            }
            let plus = game.plus_of_guns_at(board.distance(hex, foe.hex)).map_or(0, |plus| 1 + plus);
            let worth = plus * if game.is_sheltered(hex, foe.hex) { 2 } else { 3 };
            for (field, seen) in fields.iter_mut().zip(outlook.seen) {
                *field += if seen == Seen::Ahead { worth } else { 0 };
            }
        }
        fields.map(|field| field * self.weights.gun_field / 3)
    }

    /// Enemy troops near guns, which are less dangerous where friends are with the guns.
    fn danger_to_guns(&self, game: &Insurrection<R>, hex: HexId) -> i32 {
        let board = &game.scenario().board;
        if !board.within(hex, TOO_NEAR).intersects(&self.scene.theirs) {
            return 0;
        }
        let friends = board.within(hex, 1) & self.scene.ours;
        let is_escorted =
            friends.iter().any(|at| !game.troops_at(&self.state, self.scene.side, at).is_empty());
        let limit = if is_escorted { NEAR_AN_ESCORT } else { TOO_NEAR };
        let near = self.scene.foes.iter().filter(|foe| foe.arm != Arm::Artillery);
        let distances = near.map(|foe| board.distance(hex, foe.hex)).filter(|distance| *distance <= limit);
        let sum: i32 = distances.map(|distance| i32::from(limit + 1 - distance)).sum();
        sum * self.weights.gun_danger
    }

    /// Where guns stand, and how they face.
    fn emplacement_now(&mut self, game: &Insurrection<R>, gun: UnitId) -> (Emplacement, Facing) {
        let hex = self.state.hex_of(gun).expect("guns that are asked are on the map");
        (self.emplacement(game, hex), self.state[gun].facing)
    }

    /// [8.12] Limbering: away from danger, or towards a field of fire.
    pub(super) fn value_of_limbering(&mut self, game: &Insurrection<R>, gun: UnitId) -> Verdict {
        let (here, _) = self.emplacement_now(game, gun);
        if self.state.silent_guns().contains(gun) && here.danger == 0 {
            return Verdict::new(-1, "silent guns stay");
        }
        let best = here.best_field();
        let value = here.danger - best - self.weights.stir;
        Verdict::new(if best == 0 { value + self.weights.gun_field } else { value }, "limber")
    }

    /// [8.11] Turning costs this phase's shot.
    pub(super) fn value_of_turning_gun(
        &mut self,
        game: &Insurrection<R>,
        gun: UnitId,
        facing: Facing,
    ) -> Verdict {
        let (here, now) = self.emplacement_now(game, gun);
        let gain = here.field(facing) - here.field(now);
        Verdict::new(gain - self.weights.gun_field, "turn the guns")
    }

    /// [8.11] By hand, into the next hex: no shot until the stage ends.
    pub(super) fn value_of_hauling(
        &mut self,
        game: &Insurrection<R>,
        gun: UnitId,
        to: HexId,
        facing: Facing,
    ) -> Verdict {
        let (here, now) = self.emplacement_now(game, gun);
        let there = self.emplacement(game, to);
        let gain = there.field(facing) - here.field(now);
        let safety = here.danger - there.danger;
        Verdict::new(gain + safety - 2 * self.weights.gun_field, "haul the guns")
    }

    /// [8.12] Unlimbering ends the move.
    pub(super) fn value_of_unlimbering(
        &mut self,
        game: &Insurrection<R>,
        gun: UnitId,
        facing: Facing,
    ) -> Verdict {
        let (here, _) = self.emplacement_now(game, gun);
        Verdict::new(here.field(facing) - here.danger / 2 - self.weights.gun_field / 2, "unlimber")
    }

    /// The gain of a limbered battery from standing here: the best field of fire it could have, and how safe it is.
    pub(super) fn value_of_battery(&self, game: &Insurrection<R>, hex: HexId) -> i32 {
        let there = self.look_at_emplacement(game, hex);
        there.best_field() - there.danger
    }
}
