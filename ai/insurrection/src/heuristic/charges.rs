//! [8.14] Charges: the runs straight ahead that end in an enemy hex.

use szala_insurrection::{Arm, Hexes, Insurrection, Room};

use super::Heuristic;
use super::routes::{End, Fight, Route};
use crate::marches::{Leg, Walker};

/// [8.14.1] The number of hexes that makes a charge.
const RUN_UP: u8 = 3;
/// [D-8.14e] The most charges in one move.
const MOST_CHARGES: u8 = 3;
/// Steps of a run: one point each, and no unit has more [8.8].
const MOST_STEPS: usize = 9;
/// Hexes that a rider can reach straight ahead, including his own: one, two, three and so on up to ten, for nine
/// points.
const CONE: usize = 55;

/// A run straight ahead, hex by hex: its start, and left or right at each step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    steps: u8,
    /// One bit a step: the second of the two front directions?
    turns: u16,
}

impl Run {
    /// Writes it down as legs, the last first.
    pub(super) fn lay_out<R: Room>(self, game: &Insurrection<R>, walker: Walker, route: &mut Route<R>) {
        let board = &game.scenario().board;
        let mut hexes = [walker.hex; MOST_STEPS];
        let mut hex = walker.hex;
        for step in 0..self.steps {
            let direction = walker.facing.front()[usize::from(self.turns >> step & 1)];
            hex = board.neighbour(hex, direction).expect("the run was found on the board");
            hexes[usize::from(step)] = hex;
        }
        for step in (0..usize::from(self.steps)).rev() {
            route.push(Leg::Go(hexes[step]));
        }
    }
}

impl<R: Room> Heuristic<R> {
    /// [8.14.1] Enemy hexes straight ahead that can be charged: every run through the two front directions.
    pub(super) fn look_for_charges(
        &self,
        game: &Insurrection<R>,
        fight: &Fight<'_, R>,
        barred: &Hexes<R>,
        best: &mut End,
    ) -> Option<Run> {
        let Fight { who, walker, .. } = *fight;
        if walker.arm != Arm::Cavalry {
            return None;
        }
        let state = &self.state;
        let has_begun = who.group.intersects(state.movers());
        let is_spent = |unit| state[unit].charges >= MOST_CHARGES;
        let may_not = who.group.intersects(state.barred_from_charging()) || who.group.iter().any(is_spent);
        if has_begun && may_not {
            return None;
        }
        // A run through the front hexes stays in the sector ahead, and every step costs something.
        let board = &game.scenario().board;
        let ahead = board.sector(walker.hex, walker.facing) & board.within(walker.hex, walker.points);
        if !ahead.intersects(&self.scene.theirs) {
            return None;
        }
        let steps = who.group.iter().map(|unit| state[unit].steps).min().unwrap_or(0);
        let done = if has_begun { steps } else { 0 };
        let mut found = None;
        let mut edge = [(walker.hex, 0_u8, Run { steps: 0, turns: 0 }); CONE];
        let (mut first, mut last) = (0, 1);
        let front = walker.facing.front();
        while first < last {
            let (hex, spent, run) = edge[first];
            first += 1;
            for (bit, direction) in front.into_iter().enumerate() {
                let Some(to) = board.neighbour(hex, direction) else { continue };
                let ground = game.ground_points_towards(hex, direction, walker.arm);
                let next =
                    Run { steps: run.steps + 1, turns: run.turns | (u16::from(bit == 1) << run.steps) };
                let spent = spent + ground;
                if spent > walker.points || !game.is_open_to_charges(hex, direction) {
                    continue;
                }
                if self.scene.theirs.contains(to) {
                    let is_far = done + next.steps >= RUN_UP && spent < walker.points;
                    let is_square = self.scene.foe(to).is_none_or(|foe| foe.square);
                    if is_far && !is_square && !self.scene.ours.contains(to) {
                        let gain = self.value_of_charge(game, who.group, hex, to);
                        let value = self.value_of_attack(game, fight, to, gain);
                        if value > best.value {
                            let facing = walker.facing;
                            *best = End { hex, facing, enter: Some((to, true)), value, why: "charge" };
                            found = Some(Run { steps: run.steps, turns: run.turns });
                        }
                    }
                } else if !barred.contains(to) && last < edge.len() {
                    // Two runs to one hex count as one: the first found, which is as long as the other, although not
                    // always as cheap.
                    if !edge[first..last].iter().any(|(known, ..)| *known == to) {
                        edge[last] = (to, spent, next);
                        last += 1;
                    }
                }
            }
        }
        found.filter(|_| matches!(best.enter, Some((_, true))))
    }
}
