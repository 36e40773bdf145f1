//! The value of standing in a hex with a facing: who can fire at whom, who threatens flank and rear, friends, cover,
//! command.

use szala_board::{Facing, HexId};
use szala_insurrection::{Arm, Insurrection, REACH, Room, UnitId, UnitSet};

use super::Heuristic;
use super::outlook::Outlook;
use crate::scene::{Foe, power_of};

/// Units that would stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stander<R: Room> {
    pub(super) group: UnitSet<R>,
    /// The one on top; guns only if there is nothing else.
    pub(super) top: UnitId,
    pub(super) arm: Arm,
    /// Firepower of the top one.
    pub(super) power: i32,
    pub(super) size: i32,
    /// In skirmish order? Then it aims through its flanks too [7.2m].
    pub(super) is_loose: bool,
    /// On a raid, so that the commander has to follow?
    pub(super) raids: bool,
}

impl<R: Room> Heuristic<R> {
    pub(super) fn stander(&self, game: &Insurrection<R>, group: UnitSet<R>) -> Stander<R> {
        let troops = game.top(&self.state, game.troops(group));
        let top = troops.or_else(|| group.first()).expect("a group is never empty");
        Stander {
            group,
            top,
            arm: game.arm(top),
            power: power_of(game, &self.state, group, top),
            size: i32::from(game.total_size(&self.state, group)),
            is_loose: self.state.in_skirmish_order().contains(top),
            raids: false,
        }
    }

    /// The value of ending a move here, for each facing.
    pub(super) fn values_of_standing(
        &self,
        game: &Insurrection<R>,
        who: &Stander<R>,
        hex: HexId,
    ) -> [i32; 6] {
        self.values_of_facing(game, who, hex, self.value_of_place(game, who, hex))
    }

    /// The same where the value of the place, apart from enemies, is known.
    pub(super) fn values_of_facing(
        &self,
        game: &Insurrection<R>,
        who: &Stander<R>,
        hex: HexId,
        mut place: i32,
    ) -> [i32; 6] {
        let scene = &self.scene;
        if scene.shelled.contains(hex) {
            let outside_melee = scene.foes.iter().filter(|foe| !foe.is_fighting);
            let shelling: i32 = outside_melee.map(|foe| shelling_by(game, foe, hex)).sum();
            place -= self.weights.danger * shelling;
            if self.weights.canister > 0 {
                place -= self.weights.canister * who.size * self.canister_at(game, hex);
            }
        }
        let mut facings = [0; 6];
        let is_aimed_at = scene.under_fire.contains(hex);
        for foe in scene.foes.iter().filter(|foe| foe.is_near.contains(hex)) {
            let distance = game.scenario().board.distance(hex, foe.hex);
            if is_aimed_at {
                place -= self.weights.danger * fire_by(game, foe, hex, distance);
            }
            self.face_foe(game, who, hex, foe, distance, &mut facings);
        }
        facings.map(|value| place + value)
    }

    /// The value for these units of being here with a facing. Called for one facing after the other, which share one
    /// look.
    pub(super) fn value_of_standing(
        &mut self,
        game: &Insurrection<R>,
        group: UnitSet<R>,
        hex: HexId,
        facing: Facing,
    ) -> i32 {
        let known = self.standing.filter(|(those, at, _)| (*those, *at) == (group, hex));
        let look = || self.values_of_standing(game, &self.stander(game, group), hex);
        let values = known.map_or_else(look, |(.., values)| values);
        self.standing = Some((group, hex, values));
        values[facing.index()]
    }

    /// The most that a facing adds to the value of a place: all enemies within range ahead, adjacent and without
    /// shelter, and no danger from them.
    pub(super) fn most_of_shots(&self, game: &Insurrection<R>, who: &Stander<R>, hex: HexId) -> i32 {
        let within_range = game.scenario().board.within(hex, game.range(who.arm)) & self.scene.theirs;
        let count = i32::try_from(within_range.len()).expect("no more than units");
        self.weights.shoot * who.power * count
    }

    /// [10.10.1] The batteries that could fire at a hex from as near as muskets: every company of a stack is tested.
    pub(super) fn canister_at(&self, game: &Insurrection<R>, hex: HexId) -> i32 {
        let board = &game.scenario().board;
        let range = game.range(Arm::Infantry);
        let near = self.scene.foes.iter().filter(|foe| !foe.is_fighting);
        near.filter(|foe| board.distance(foe.hex, hex) <= range && shelling_by(game, foe, hex) > 0)
            .map(|foe| 1 + foe.stars)
            .sum()
    }

    /// One enemy hex that is near, by how it lies relative to the facing: whether the units can fire there, and what
    /// threatens from the side.
    fn face_foe(
        &self,
        game: &Insurrection<R>,
        who: &Stander<R>,
        hex: HexId,
        foe: &Foe<R>,
        distance: u8,
        facings: &mut [i32; 6],
    ) {
        let Some(bearing) = game.scenario().board.bearing(hex, foe.hex) else { return };
        let outlook = Outlook::to(bearing);
        let can_aim = || game.field_of_fire(hex, outlook.straight_at, who.arm).contains(foe.hex);
        let shot = if who.power > 0 && distance <= game.range(who.arm) && can_aim() {
            self.weights.shoot * volley(game, who.power, [hex, foe.hex], distance)
        } else {
            0
        };
        let threat = if foe.arm == Arm::Artillery { 0 } else { foe.size.min(2 * who.size) };
        let apart = i32::from(distance.max(1));
        let (flank, rear) = (self.weights.flank * threat / apart, self.weights.rear * threat / apart);
        // Ahead, aside, behind: in this order.
        let aside = if who.is_loose { shot - flank } else { -flank };
        let worth = [shot, aside, -rear];
        for (value, seen) in facings.iter_mut().zip(outlook.seen) {
            *value += worth[seen as usize];
        }
    }

    /// The fire of enemy troops that can be expected in a hex.
    pub(super) fn fire_at(&self, game: &Insurrection<R>, hex: HexId) -> i32 {
        let near = self.scene.foes.iter().filter(|foe| foe.is_near.contains(hex));
        near.map(|foe| fire_by(game, foe, hex, game.scenario().board.distance(hex, foe.hex))).sum()
    }

    /// What depends on neither the facing nor the enemies.
    pub(super) fn value_of_place(&self, game: &Insurrection<R>, who: &Stander<R>, hex: HexId) -> i32 {
        let state = &self.state;
        let scenario = game.scenario();
        let mut sum = 0;
        if game.gives_cover(hex) {
            sum += self.weights.cover;
        }
        let mut near = scenario.board.ring(hex, 1) & self.scene.ours;
        if let Some(left) = state.hex_of(who.top)
            && state.stack(self.scene.side, left).is_subset(who.group)
        {
            // The hex that they leave behind empty.
            near.remove(left);
        }
        let friends: i32 = near.iter().take(2).map(|_| 1).sum();
        sum += self.weights.support * friends;
        let commander = scenario.unit(who.top).commander;
        let post = commander.and_then(|commander| state.hex_of_commander(commander));
        if let Some(post) = post.filter(|_| !who.raids) {
            // [4.2] The commander follows his troops, but not to both wings.
            let beyond = scenario.board.distance(post, hex).saturating_sub(REACH);
            sum -= self.weights.tether * i32::from(beyond);
        }
        sum
    }
}

/// [10.10.1] The danger of the guns in an enemy hex: by range, plus one for the test itself.
fn shelling_by<R: Room>(game: &Insurrection<R>, foe: &Foe<R>, hex: HexId) -> i32 {
    let aimed =
        foe.battery.filter(|facing| game.field_of_fire(foe.hex, *facing, Arm::Artillery).contains(hex));
    let distance = game.scenario().board.distance(hex, foe.hex);
    aimed.and_then(|_| game.plus_of_guns_at(distance)).map_or(0, |plus| 1 + plus + foe.stars)
}

/// The danger of fire from troops nearby.
fn fire_by<R: Room>(game: &Insurrection<R>, foe: &Foe<R>, hex: HexId, distance: u8) -> i32 {
    if !foe.field.contains(hex) {
        return 0;
    }
    volley(game, foe.power, [foe.hex, hex], distance)
}

/// The value of fire from one hex at another: less at a distance, and less at sheltered targets.
fn volley<R: Room>(game: &Insurrection<R>, power: i32, [from, at]: [HexId; 2], distance: u8) -> i32 {
    let sheltered = if game.is_sheltered(from, at) { 7 } else { 10 };
    power * sheltered / (10 * i32::from(distance.max(1)))
}
