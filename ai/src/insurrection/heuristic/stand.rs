//! What it is worth to stand in a hex, facing so: who can fire at whom, who threatens flank and rear, friends, cover,
//! command.

use szala_board::{Approach, Bearing, Facing, HexId};
use szala_insurrection::{Arm, Insurrection, REACH, UnitId, UnitSet};

use super::Heuristic;
use crate::insurrection::scene::Foe;

/// Enemies beyond this many hexes are no threat to flank or rear before one can turn.
pub(super) const NEAR_ON_FOOT: u8 = 3;
pub(super) const NEAR_MOUNTED: u8 = 6;

/// Units that would stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stander {
    pub(super) group: UnitSet,
    /// The one on top, guns only where there is nobody else.
    pub(super) top: UnitId,
    pub(super) arm: Arm,
    /// Firepower of the one on top.
    pub(super) power: i32,
    pub(super) size: i32,
    /// On a raid, where the commander has to follow?
    pub(super) raids: bool,
}

impl Heuristic {
    pub(super) fn stander(&self, game: &Insurrection, group: UnitSet) -> Stander {
        let troops = game.top(&self.state, game.troops(group));
        let top = troops.or_else(|| group.first()).expect("a group is never empty");
        Stander {
            group,
            top,
            arm: game.arm(top),
            power: i32::from(game.firepower(&self.state, top)),
            size: i32::from(game.total_size(&self.state, group)),
            raids: false,
        }
    }

    /// The value of ending a move here, for each facing.
    pub(super) fn values_of_standing(&self, game: &Insurrection, who: &Stander, hex: HexId) -> [i32; 6] {
        let mut values = [self.value_of_place(game, who, hex); 6];
        for foe in self.scene.foes.iter() {
            self.weigh_foe(game, who, hex, foe, &mut values);
        }
        values
    }

    /// The value of ending a move here, facing so.
    pub(super) fn value_of_standing(
        &self,
        game: &Insurrection,
        who: &Stander,
        hex: HexId,
        facing: Facing,
    ) -> i32 {
        self.values_of_standing(game, who, hex)[facing.index()]
    }

    /// One enemy hex: fire both ways, and what threatens from the side.
    fn weigh_foe(&self, game: &Insurrection, who: &Stander, hex: HexId, foe: &Foe, values: &mut [i32; 6]) {
        let board = &game.scenario().board;
        let distance = board.distance(hex, foe.hex);
        // [10.6] [9.2] Who is in a melee neither fires nor reacts.
        if self.scene.ours.contains(foe.hex) {
            return;
        }
        if let Some(facing) = foe.battery
            && game.field_of_fire(foe.hex, facing, Arm::Artillery).contains(hex)
        {
            // [10.10.1] By the range, one for the test itself.
            let plus = game.plus_of_guns_at(distance).map_or(0, |plus| 1 + plus);
            for value in values.iter_mut() {
                *value -= self.weights.danger * plus;
            }
        }
        let near = if foe.arm == Arm::Cavalry { NEAR_MOUNTED } else { NEAR_ON_FOOT };
        if distance > near {
            return;
        }
        let apart = i32::from(distance.max(1));
        let fire = |power: i32, from: HexId, at: HexId| {
            let sheltered = if game.is_sheltered(from, at) { 7 } else { 10 };
            power * sheltered / (10 * apart)
        };
        if foe.power > 0 && game.field_of_fire(foe.hex, foe.facing, foe.arm).contains(hex) {
            let danger = self.weights.danger * fire(foe.power, foe.hex, hex);
            for value in values.iter_mut() {
                *value -= danger;
            }
        }
        if who.power > 0 && distance <= game.range(who.arm) {
            let shot = self.weights.shoot * fire(who.power, hex, foe.hex);
            for facing in Facing::ALL {
                if game.field_of_fire(hex, facing, who.arm).contains(foe.hex) {
                    values[facing.index()] += shot;
                }
            }
        }
        if foe.arm == Arm::Artillery || distance == 0 {
            return;
        }
        let bearing = board.bearing(foe.hex, hex).map(Bearing::opposite);
        let Some(bearing) = bearing else { return };
        let threat = foe.size.min(2 * who.size);
        let (flank, rear) = (self.weights.flank * threat / apart, self.weights.rear * threat / apart);
        for facing in Facing::ALL {
            values[facing.index()] -= match facing.approach(bearing) {
                Approach::Front | Approach::FrontFlank => 0,
                Approach::Flank => flank,
                Approach::FlankRear | Approach::Rear => rear,
            };
        }
    }

    /// What does not depend on the facing.
    fn value_of_place(&self, game: &Insurrection, who: &Stander, hex: HexId) -> i32 {
        let state = &self.state;
        let scenario = game.scenario();
        let mut sum = 0;
        if scenario.terrain.forest.contains(hex) {
            sum += self.weights.cover;
        }
        let mut near = scenario.board.ring(hex, 1) & self.scene.ours;
        if let Some(left) = state.hex_of(who.top)
            && state.stack(self.scene.side, left).is_subset(who.group)
        {
            // The hex that they leave behind empty.
            near.remove(left);
        }
        let friends = near.len().min(2);
        sum += self.weights.support * i32::try_from(friends).expect("two at most");
        let post = state.hex_of_commander(scenario.unit(who.top).commander);
        if let Some(post) = post.filter(|_| !who.raids) {
            // [4.2] The commander follows his troops, but not to both wings.
            let beyond = scenario.board.distance(post, hex).saturating_sub(REACH);
            sum -= self.weights.tether * i32::from(beyond);
        }
        sum
    }
}
