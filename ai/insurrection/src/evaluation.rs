//! The value of a position, for players that look ahead: points and clock, strength on both sides, command, melees
//! about to be fought by their exact odds, and how near troops are to their goals.

use std::sync::Arc;

use szala_board::HexId;
use szala_insurrection::{
    Arm, Hexes, Insurrection, MeleeOdds, Place, REACH, Room, Small, State, UnitId, UnitSet,
};
use szala_kernel::{BySide, Side};

use crate::marches::Marches;
use crate::stakes::{GAME, Stakes};
use crate::weights::Weights;
use szala_ai::Evaluate;

/// A judge of positions, by the weights of both sides.
#[derive(Clone, Debug)]
pub struct Judgement<R: Room = Small> {
    weights: BySide<Weights>,
    marches: Arc<Marches<R>>,
}

impl<R: Room> Judgement<R> {
    pub(super) fn new(weights: &BySide<Weights>, marches: Arc<Marches<R>>) -> Self {
        Self { weights: *weights, marches }
    }

    /// The worth of a side's troops, and how near they are to their goals.
    fn worth_of(&self, game: &Insurrection<R>, state: &State<R>, side: Side, to_come: i32) -> i32 {
        let weights = &self.weights[side];
        let mut sum = 0;
        for unit in game.scenario().units_of(side).iter() {
            let points = i32::from(game.size(state, unit));
            match state[unit].place {
                Place::Map(hex) => {
                    sum += points * weights.strength * to_come / 100;
                    if is_in_reach(game, state, unit, hex) {
                        sum += points * weights.commander_reach * to_come / 100;
                    }
                    if let Some(near) = self.eagerness(game, state, unit, hex) {
                        sum += weights.march * near / 16;
                    }
                }
                Place::Fled(due) => {
                    let away = i32::from(due.saturating_sub(state.stage()));
                    sum += points * (weights.strength - away * weights.flight).max(0) * to_come / 100;
                }
                _ => (),
            }
        }
        sum
    }

    /// How far a unit is from its aim at most for the distance to count, in movement points.
    fn eagerness(&self, game: &Insurrection<R>, state: &State<R>, unit: UnitId, hex: HexId) -> Option<i32> {
        let (arm, side) = (game.arm(unit), game.side_of(unit));
        let weights = &self.weights[side];
        let horse = arm == Arm::Cavalry;
        let near = |worth: i32, to: HexId| worth - i32::from(self.marches.cost(arm, hex, to));
        let of_foes = state.held(!side).iter().map(|to| {
            let troops = game.top_at(state, !side, to).map(|top| game.arm(top));
            let worth = match troops {
                None => weights.hunt_guns,
                Some(Arm::Cavalry) => weights.hunt_cavalry,
                Some(_) => weights.hunt_infantry,
            };
            near(worth + if horse { weights.horse_hunts } else { 0 }, to)
        });
        let camp = game.scenario().camp.filter(|camp| camp.intruder == side && !state.is_camp_reached());
        let of_camp =
            camp.map(|camp| near(if horse { weights.raid_horse } else { weights.raid_foot }, camp.hex));
        of_foes.chain(of_camp).max().filter(|best| *best > 0)
    }

    /// Melees that are to be fought in phase 4, for the side that will attack.
    fn melees(game: &Insurrection<R>, state: &State<R>, attacker: Side, stakes: &Stakes) -> i32 {
        let both: Hexes<R> = state.held(Side::First) & state.held(Side::Second);
        let odds = |hex| i32::from(MeleeOdds::of(game.melee_margin(state, hex, attacker, false)).won);
        let guns = |hex, side: Side| {
            let all: UnitSet<R> = state.stack(side, hex);
            i32::from(all.intersects(game.all_guns()))
        };
        let value = |hex| {
            let won = odds(hex);
            let gain = stakes.swing(1 + 2 * guns(hex, !attacker));
            let loss = stakes.swing(-1 - 2 * guns(hex, attacker));
            (won * gain + (100 - won) * loss) / 100
        };
        both.iter().map(value).sum()
    }
}

/// [4.2] Is the unit's commander near enough for it to move? Enemies on the way are ignored.
fn is_in_reach<R: Room>(game: &Insurrection<R>, state: &State<R>, unit: UnitId, hex: HexId) -> bool {
    let commander = game.scenario().unit(unit).commander;
    let post = commander.and_then(|commander| state.hex_of_commander(commander));
    post.is_some_and(|post| game.scenario().board.distance(post, hex) <= REACH)
}

impl<R: Room> Evaluate<Insurrection<R>> for Judgement<R> {
    fn value(&self, game: &Insurrection<R>, state: &State<R>, side: Side) -> i32 {
        let attacker = game.side_on_move(state);
        let stakes = Stakes::of(game, state, attacker, self.weights[attacker].spread);
        let standing = stakes.now() - GAME / 2 + Self::melees(game, state, attacker, &stakes);
        let standing = if side == attacker { standing } else { -standing };
        let to_come = stakes.to_come;
        standing + self.worth_of(game, state, side, to_come) - self.worth_of(game, state, !side, to_come)
    }
}
