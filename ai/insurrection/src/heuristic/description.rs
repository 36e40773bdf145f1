//! Describes a position, a place to go to and an attack by the inputs of a net that are on. The odds of shots and
//! melees are in `engagement`.

use core::cmp::Ordering;

use szala_ai::drilled::Options;
use szala_board::{HexId, Ordinal};
use szala_insurrection::{Arm, CommanderId, Hexes, Insurrection, Place, REACH, Room, UnitId, UnitSet};

use super::Heuristic;
use super::drilled::Choice;
use super::inputs::{ARMS, Inputs, STAGES};
use super::stand::Stander;

/// How far units come to a melee: most of what their points allow in the open.
const FAR_ON_FOOT: u8 = 3;
const FAR_MOUNTED: u8 = 5;
/// How far the nearest enemy is where there is none.
const FAR: u8 = 9;
/// Up to this distance the nearest enemy is looked for by sets of hexes; farther ones are rare.
const MOSTLY_WITHIN: u8 = 5;

/// Units that could go somewhere, as far as it does not depend on where.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comer<R: Room> {
    pub(super) who: Stander<R>,
    /// Where they are, if they are on the map.
    from: Option<HexId>,
    /// Own hexes that are still held when they have left.
    friends: Hexes<R>,
    /// Where their commander is.
    leader: Option<HexId>,
    /// Do they leave guns alone?
    leaves_guns: bool,
    /// How far they are from the nearest enemy.
    nearest: u8,
    /// What is near enemies of each arm.
    near: [Hexes<R>; ARMS],
    /// Where own guns are.
    guns: Hexes<R>,
}

impl<R: Room> Heuristic<R> {
    /// The stage from 0, late ones alike.
    pub(super) fn stage_told(&self) -> usize {
        usize::from(self.state.stage()).clamp(1, STAGES) - 1
    }

    /// The position.
    pub(super) fn tell_position(&self, game: &Insurrection<R>, inputs: &Inputs, told: &mut Vec<u16>) {
        let now = &self.state;
        let mut on = |input: usize| told.push(u16::try_from(input).expect("a net has fewer inputs"));
        let stage = self.stage_told();
        let movable = if now.active().is_some() { game.movable(now) } else { UnitSet::EMPTY };
        for unit in (0..game.scenario().units.len()).map(UnitId::from_index) {
            let one = &now[unit];
            match one.place {
                Place::Map(hex) => {
                    on(inputs.unit_at(unit, hex));
                    on(inputs.of_unit(unit, one.facing.index()));
                    on(inputs.of_unit(unit, 6 + usize::from(one.losses).min(5)));
                    if one.shots > 0 {
                        on(inputs.of_unit(unit, 12));
                    }
                    if now.limbered().contains(unit) {
                        on(inputs.of_unit(unit, 13));
                    }
                    if now.squares().contains(unit) {
                        on(inputs.of_unit(unit, 14));
                    }
                    if movable.contains(unit) {
                        on(inputs.of_unit(unit, 15));
                    }
                    if now.is_melee_hex(hex) {
                        on(inputs.of_unit(unit, 16));
                    }
                    if now.silent_guns().contains(unit) {
                        on(inputs.of_unit(unit, 17));
                    }
                    if now.movers().contains(unit) {
                        on(inputs.of_unit(unit, 23));
                    }
                    if now.moved().contains(unit) {
                        on(inputs.of_unit(unit, 24));
                    }
                }
                Place::Fled(due) => {
                    on(inputs.of_unit(unit, 18 + usize::from(due.saturating_sub(now.stage())).min(2)));
                }
                Place::Captured(_) => on(inputs.of_unit(unit, 21)),
                Place::Gone => on(inputs.of_unit(unit, 22)),
                Place::Waiting => (),
            }
        }
        for leader in (0..game.scenario().commanders.len()).map(CommanderId::from_index) {
            match now.hex_of_commander(leader) {
                Some(hex) => on(inputs.leader_at(leader, hex)),
                None => on(inputs.of_leader(leader, 0)),
            }
            if now.drawn().contains(leader) {
                on(inputs.of_leader(leader, 1));
            }
        }
        on(inputs.stage_and_leader(stage, now.active()));
        on(inputs.stage_and_lead(stage, now.lead()));
        if now.is_camp_reached() {
            on(inputs.stage_and_camp(stage));
        }
    }

    /// Looks at units that could go somewhere.
    pub(super) fn comer(&self, game: &Insurrection<R>, group: UnitSet<R>) -> Comer<R> {
        let (side, state, scene) = (self.scene.side, &self.state, &self.scene);
        let who = self.stander(game, group);
        let from = state.hex_of(who.top);
        let stack = from.map_or(UnitSet::EMPTY, |from| state.stack(side, from));
        let left = stack - group;
        let mut friends = scene.ours;
        if let Some(from) = from.filter(|_| group == stack) {
            friends.remove(from);
        }
        let near = |arm: Arm| {
            let foes = scene.foes.iter().filter(|foe| foe.arm == arm);
            foes.fold(Hexes::<R>::EMPTY, |near, foe| near | foe.is_near)
        };
        let guns = game.all_guns() & state.on_map(side);
        Comer {
            who,
            from,
            friends,
            leader: game.scenario().unit(who.top).commander.and_then(|leader| state.hex_of_commander(leader)),
            leaves_guns: left.intersects(game.all_guns()) && game.troops(left).is_empty(),
            nearest: from.map_or(FAR, |from| self.nearest_foe(game, from)),
            near: [Arm::Infantry, Arm::Cavalry, Arm::Artillery].map(near),
            guns: guns.iter().filter_map(|gun| state.hex_of(gun)).collect(),
        }
    }

    /// The distance of the nearest enemy hex.
    fn nearest_foe(&self, game: &Insurrection<R>, hex: HexId) -> u8 {
        let board = &game.scenario().board;
        let is_near = |far: &u8| board.within(hex, *far).intersects(&self.scene.theirs);
        let far = || self.scene.foes.iter().map(|foe| board.distance(hex, foe.hex)).min();
        (0..=MOSTLY_WITHIN).find(is_near).or_else(far).unwrap_or(FAR)
    }

    /// Units that go to a place.
    pub(super) fn tell_place(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        comer: &Comer<R>,
        hex: HexId,
        options: &mut Options<Choice<R>>,
    ) {
        let (scene, state) = (&self.scene, &self.state);
        let board = &game.scenario().board;
        let Comer { who, from, .. } = *comer;
        let ring = board.ring(hex, 1);
        let beside = (ring & scene.theirs).len();
        let nearest = self.nearest_foe(game, hex);
        let mut is = |what: usize| options.on(inputs.of_place(who.arm, what));
        if scene.under_fire.contains(hex) {
            is(0);
        }
        if scene.shelled.contains(hex) {
            is(1);
        }
        if scene.fronts.contains(hex) {
            is(2);
        }
        if game.gives_cover(hex) {
            is(3);
        }
        is(4 + beside.min(3));
        is(8 + (ring & comer.friends).len().min(3));
        is(12 + usize::from(nearest.min(6)));
        is(match comer.leader.map(|at| board.distance(at, hex)) {
            Some(far) if far <= REACH => 19,
            Some(_) => 20,
            None => 21,
        });
        if let Some(camp) = game.scenario().camp {
            is(22
                + match self.marches.cost(who.arm, hex, camp.hex) {
                    0 => 0,
                    1 => 1,
                    2..=3 => 2,
                    4..=6 => 3,
                    7..=9 => 4,
                    10..=13 => 5,
                    _ => 6,
                });
        }
        if comer.leaves_guns {
            is(29);
        }
        if beside > 0 {
            let (mut behind, mut before) = (false, false);
            for foe in scene.foes.iter().filter(|foe| ring.contains(foe.hex)) {
                if let Some(direction) = board.direction_to(foe.hex, hex) {
                    let is_front = foe.facing.front().contains(&direction);
                    before |= is_front;
                    behind |= !is_front;
                }
            }
            if behind {
                is(30);
            }
            if before {
                is(31);
            }
        }
        if scene.ours.contains(hex) && from != Some(hex) {
            is(32);
            let together = game.troops(state.stack(scene.side, hex) | who.group);
            if game.can_stand_side_by_side(state, together) {
                is(38);
            }
        }
        // Who could come here next, against who would stand here.
        let is_near = comer.near.map(|near| near.contains(hex));
        let near = || scene.foes.iter().filter(|foe| foe.is_near.contains(hex)).map(|foe| foe.size).sum();
        is(match if is_near.contains(&true) { near() } else { 0 } {
            0 => 33,
            theirs if theirs <= who.size => 34,
            theirs if theirs <= 2 * who.size => 35,
            _ => 36,
        });
        if ring.intersects(&comer.guns) {
            is(37);
        }
        self.tell_stand(game, inputs, comer, (hex, nearest), is_near, options);
        for unit in who.group.iter() {
            options.on(inputs.unit_goes(unit, hex));
        }
    }

    /// What they find there: fire, targets, own hexes within two, arms that may come; how far it is, and nearer to the
    /// enemy or not.
    fn tell_stand(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        comer: &Comer<R>,
        (hex, nearest): (HexId, u8),
        is_near: [bool; ARMS],
        options: &mut Options<Choice<R>>,
    ) {
        let scene = &self.scene;
        let board = &game.scenario().board;
        let arm = comer.who.arm;
        let mut is = |what: usize| options.on(inputs.of_stand(arm, what));
        is(match if scene.under_fire.contains(hex) { self.fire_at(game, hex) } else { 0 } {
            0 => 0,
            1..=3 => 1,
            4..=6 => 2,
            7..=10 => 3,
            _ => 4,
        });
        is(5 + (board.within(hex, game.range(arm)) & scene.theirs).len().min(3));
        if let Some(from) = comer.from {
            is(9 + usize::from(board.distance(from, hex).clamp(1, 6) - 1));
            match nearest.cmp(&comer.nearest) {
                Ordering::Less => is(22),
                Ordering::Equal => (),
                Ordering::Greater => is(23),
            }
        }
        is(15 + (board.within(hex, 2) & scene.ours).len().div_ceil(2).min(3));
        if is_near[Arm::Cavalry as usize] {
            is(19);
        }
        if is_near[Arm::Infantry as usize] {
            is(20);
        }
        if scene.shelled.contains(hex) && self.canister_at(game, hex) > 0 {
            is(21);
        }
    }

    /// Units that enter an enemy hex.
    pub(super) fn tell_attack(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        who: &Stander<R>,
        to: HexId,
        options: &mut Options<Choice<R>>,
    ) {
        let side = self.scene.side;
        let state = &self.state;
        let board = &game.scenario().board;
        let group = who.group;
        let Some(foe) = self.scene.foe(to) else { return };
        let mut is = |what: usize| options.on(inputs.of_attack(who.arm, what));
        let friends = state.stack(side, to);
        let own = who.size + i32::from(game.total_size(state, game.troops(friends)));
        is(match (own, foe.size) {
            (own, theirs) if own >= 3 * theirs => 0,
            (own, theirs) if own >= 2 * theirs => 1,
            (own, theirs) if 2 * own >= 3 * theirs => 2,
            (own, theirs) if own > theirs => 3,
            (own, theirs) if own == theirs => 4,
            (own, theirs) if 2 * own > theirs => 5,
            _ => 6,
        });
        is(7 + foe.arm as usize);
        if foe.guns {
            is(10);
        }
        if !friends.is_empty() {
            is(11);
        }
        let ring = board.ring(to, 1);
        is(12 + (ring & self.scene.ours).len().min(3));
        is(16 + (ring & self.scene.theirs).len().min(3));
        if game.gives_cover(to) {
            is(20);
        }
        if foe.square {
            is(21);
        }
        // With those who could still come, and against those beside.
        let all = own + self.size_to_come(game, to, group | friends);
        is(match (all, foe.size) {
            (all, theirs) if all >= 3 * theirs => 22,
            (all, theirs) if all >= 2 * theirs => 23,
            (all, theirs) if 2 * all >= 3 * theirs => 24,
            (all, theirs) if all > theirs => 25,
            _ => 26,
        });
        let beside = self.scene.foes.iter().filter(|other| ring.contains(other.hex));
        is(match beside.map(|foe| foe.size).sum::<i32>() {
            0 => 27,
            1..=4 => 28,
            5..=8 => 29,
            _ => 30,
        });
        let enemy = game.top_at(state, !side, to);
        for unit in group.iter() {
            options.on(inputs.unit_enters(unit, to));
            if let Some(enemy) = enemy {
                options.on(inputs.pair(0, unit, enemy));
            }
        }
    }

    /// Size that could still join an attack on a hex: of those who may be moved and are near, besides these.
    fn size_to_come(&self, game: &Insurrection<R>, to: HexId, besides: UnitSet<R>) -> i32 {
        let board = &game.scenario().board;
        let comes = |unit: &UnitId| {
            let far = match game.arm(*unit) {
                Arm::Infantry => FAR_ON_FOOT,
                Arm::Cavalry => FAR_MOUNTED,
                Arm::Artillery => return false,
            };
            self.state.hex_of(*unit).is_some_and(|at| board.distance(at, to) <= far)
        };
        let ready = game.movable(&self.state) - besides;
        ready
            .iter()
            .filter(comes)
            .map(|unit| i32::from(game.total_size(&self.state, UnitSet::of(unit))))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::Side;

    use super::*;
    use crate::heuristic::tests::{inputs_told, looking, unit, weighing};
    use crate::testing::{hex, historical};

    /// Of these inputs about infantry, those that are on when Grabowski's first company considers something, with it
    /// and these others on the map.
    fn told(
        game: &Insurrection,
        units: &str,
        (what, input): (core::ops::Range<usize>, impl Fn(&Inputs, usize) -> usize),
        tell: impl Fn(&Heuristic, &Inputs, UnitSet, &mut Options<Choice<szala_insurrection::Small>>),
    ) -> Vec<usize> {
        let text = format!(
            r#"
            stage = 3
            active = "Grabowski"
            units = {{ {units} }}
            commanders = {{ Grabowski = "0401", Lewiz = "0706" }}
            "#
        );
        let group = unit(game, "1/I/7 pp lit.");
        let player = looking(game, Side::First, weighing("Poles", |_| ()), &text);
        inputs_told(&player, (what, input), |player, inputs, options| {
            tell(player, inputs, group, options);
        })
    }

    #[test]
    fn an_attack_is_told_by_who_could_still_join_it_and_who_stands_beside_the_foe() {
        let game = historical();
        let told = |others: &str| {
            let units = format!(r#""1/I/7 pp lit." = "0503 S", "Pskow 1" = "0504 N", {others}"#);
            let input = |inputs: &Inputs, what| inputs.of_attack(Arm::Infantry, what);
            told(&game, &units, (22..31, input), |player, inputs, group, options| {
                player.tell_attack(&game, inputs, &player.stander(&game, group), hex(&game, "0504"), options);
            })
        };
        let size =
            |name: &str| unit(&game, name).iter().map(|one| game.scenario().unit(one).size).sum::<u8>();
        assert_eq!(
            ["1/I/7 pp lit.", "2/I/7 pp lit.", "KN II", "Pskow 1", "Pskow 2"].map(size),
            [5, 4, 2, 4, 4]
        );
        // 5 against 4, and nobody beside: nobody else is there, or too far away to come.
        assert_eq!(told(r#""Narwa 3" = "1105 S""#), [25, 27]);
        assert_eq!(told(r#""2/I/7 pp lit." = "1108 S""#), [25, 27]);
        // 5 + 2, 5 + 4 and 5 + 4 + 2 against 4: more than half as many again, than twice as many, and as before.
        assert_eq!(told(r#""KN II" = "0501 S""#), [24, 27]);
        assert_eq!(told(r#""2/I/7 pp lit." = "0501 S""#), [23, 27]);
        assert_eq!(told(r#""2/I/7 pp lit." = "0501 S", "KN II" = "0401 S""#), [23, 27]);
        // Beside the foe others of 4, of 8 and of 12.
        assert_eq!(told(r#""Pskow 2" = "0505 N""#), [25, 28]);
        assert_eq!(told(r#""Pskow 2" = "0505 N", "Narwa 1" = "0604 N""#), [25, 29]);
        assert_eq!(told(r#""Pskow 2" = "0505 N", "Narwa 1" = "0604 N", "Narwa 2" = "0404 N""#), [25, 30]);
    }

    #[test]
    fn a_place_is_told_by_who_could_come_there_and_by_own_guns_beside() {
        let game = historical();
        let told = |others: &str| {
            let units = format!(r#""1/I/7 pp lit." = "0401 S", {others}"#);
            let input = |inputs: &Inputs, what| inputs.of_place(Arm::Infantry, what);
            told(&game, &units, (33..38, input), |player, inputs, group, options| {
                player.tell_place(&game, inputs, &player.comer(&game, group), hex(&game, "0502"), options);
            })
        };
        // Nobody, 4, 8 and 12 who could come, against 5 who would stand there.
        assert_eq!(told(r#""Narwa 3" = "1105 S""#), [33]);
        assert_eq!(told(r#""Pskow 1" = "0504 N""#), [34]);
        assert_eq!(told(r#""Pskow 1" = "0504 N", "Pskow 2" = "0604 N""#), [35]);
        assert_eq!(told(r#""Pskow 1" = "0504 N", "Pskow 2" = "0604 N", "Narwa 1" = "0404 N""#), [36]);
        // Guns in the next hex, and two hexes away.
        assert_eq!(told(r#""Narwa 3" = "1105 S", "Polish guns" = "0501 S""#), [33, 37]);
        assert_eq!(told(r#""Narwa 3" = "1105 S", "Polish guns" = "0301 S""#), [33]);
    }

    #[test]
    fn a_place_is_told_by_fire_targets_company_and_the_way_there() {
        let game = historical();
        let told = |others: &str| {
            let units = format!(r#""1/I/7 pp lit." = "0401 S", {others}"#);
            let input = |inputs: &Inputs, what| inputs.of_stand(Arm::Infantry, what);
            told(&game, &units, (0..24, input), |player, inputs, group, options| {
                player.tell_place(&game, inputs, &player.comer(&game, group), hex(&game, "0502"), options);
            })
        };
        // Neither fire, 0, nor targets, 5; a step, 9; of its own it has within two hexes the one it comes from, 16;
        // nearer to the enemy, 22.
        assert_eq!(told(r#""Narwa 3" = "1105 S""#), [0, 5, 9, 16, 22]);
        // A company two hexes away that fires with half of 4, and can be fired at; infantry may come.
        assert_eq!(told(r#""Pskow 1" = "0504 NW""#), [1, 6, 9, 16, 20, 22]);
        // Next to it, with all 4; and turned away.
        assert_eq!(told(r#""Pskow 1" = "0503 NW""#), [2, 6, 9, 16, 20, 22]);
        assert_eq!(told(r#""Pskow 1" = "0503 S""#), [0, 6, 9, 16, 20, 22]);
        // Three own hexes within two.
        assert_eq!(
            told(r#""Narwa 3" = "1105 S", "KN II" = "0501 S", "2/I/7 pp lit." = "0602 S""#),
            [0, 5, 9, 17, 22]
        );
    }
}
