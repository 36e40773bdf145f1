//! The expected results of fights, by the tables of shock.

use szala_board::{Facing, HexId};
use szala_spqr::{From, MOST_OF_A_SIDE, Prospect, Spqr, State, UnitId};

use super::Heuristic;

/// The fights of a unit with each enemy, kept for one decision: they are asked for again for every hex that it weighs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fights {
    of: Option<UnitId>,
    /// The values of its attacks, by the side from which it comes.
    worths: [[Option<i32>; 3]; MOST_OF_A_SIDE],
    /// The costs of attacks on it from the front.
    dangers: [Option<i32>; MOST_OF_A_SIDE],
}

impl Default for Fights {
    fn default() -> Self {
        Self { of: None, worths: [[None; 3]; MOST_OF_A_SIDE], dangers: [None; MOST_OF_A_SIDE] }
    }
}

impl Fights {
    fn of_unit(&mut self, unit: UnitId) -> &mut Self {
        if self.of != Some(unit) {
            *self = Self { of: Some(unit), ..Self::default() };
        }
        self
    }

    /// The value of an attack, in hundredths of a hit.
    pub(super) fn worth(
        &mut self,
        player: &Heuristic,
        rules: &Spqr,
        state: &State,
        pair: [UnitId; 2],
        side: From,
    ) -> i32 {
        let known = &mut self.of_unit(pair[0]).worths[pair[1].slot()][side as usize];
        *known.get_or_insert_with(|| player.worth(rules, state, pair, side))
    }

    /// How much more an attack on a unit from the front would cost it than the enemy.
    pub(super) fn danger(
        &mut self,
        player: &Heuristic,
        rules: &Spqr,
        state: &State,
        pair: [UnitId; 2],
    ) -> i32 {
        let [enemy, unit] = pair;
        let known = &mut self.of_unit(unit).dangers[enemy.slot()];
        *known.get_or_insert_with(|| {
            let Prospect { taken, given } = rules.prospect(state, pair, From::Front);
            let own = if Heuristic::breaks(rules, state, unit, given) { player.weights.own } else { 0 };
            (given - taken + own).max(0)
        })
    }
}

impl Heuristic {
    /// The value of an attack, in hundredths of a hit.
    pub(super) fn worth(&self, rules: &Spqr, state: &State, pair: [UnitId; 2], side: From) -> i32 {
        let Prospect { taken, given } = rules.prospect(state, pair, side);
        let [_, target] = pair;
        if state.is_routed(target) {
            return self.weights.last + 100;
        }
        let is_last = Self::breaks(rules, state, target, given);
        let flank = if side == From::Front { 0 } else { self.weights.flank };
        let last = if is_last { self.weights.last } else { 0 };
        let own = if Self::breaks(rules, state, pair[0], taken) { self.weights.own } else { 0 };
        given - taken * self.weights.cost / 100 + last + flank - own
    }

    /// Do this many hits, in hundredths, rout a unit?
    pub(super) fn breaks(rules: &Spqr, state: &State, unit: UnitId, hits: i32) -> bool {
        hits + 100 * i32::from(state.hits_of(unit)) >= 100 * i32::from(rules.card(unit).quality)
    }

    /// The best attack out of a hex, facing anywhere.
    pub(super) fn best_attack(&self, rules: &Spqr, state: &State, unit: UnitId) -> Option<(UnitId, i32)> {
        let prey = rules.faced(state, unit);
        let worth = |enemy: UnitId| {
            let side = rules.side_of(state, [unit, enemy])?;
            Some((enemy, self.worth(rules, state, [unit, enemy], side)))
        };
        prey.iter().filter_map(worth).max_by_key(|(_, worth)| *worth)
    }

    /// The most hits that an enemy facing a unit deals it, less those that the enemy takes.
    pub(super) fn worst_attack(rules: &Spqr, state: &State, unit: UnitId) -> i32 {
        let harm = |enemy: UnitId| {
            let side = rules.side_of(state, [enemy, unit])?;
            let Prospect { taken, given } = rules.prospect(state, [enemy, unit], side);
            Some(given - taken)
        };
        rules.facing_it(state, unit).iter().filter_map(harm).max().unwrap_or(0)
    }

    /// The value of the fight that a heavy unit gets into here with this facing [7.25]: the worst among the enemies
    /// that it then faces, since it has to fight them all.
    pub(super) fn contact(
        &self,
        rules: &Spqr,
        state: &State,
        unit: UnitId,
        (hexes, facing): (impl Iterator<Item = HexId>, Facing),
    ) -> i32 {
        if self.weights.contact == 0 || !rules.card(unit).kind.is_heavy() {
            return 0;
        }
        let mut worst: Option<i32> = None;
        for hex in hexes {
            for to in facing.front().into_iter().filter_map(|way| rules.neighbour(hex, way)) {
                let Some(enemy) = state.unit_at(to).filter(|other| other.side() != unit.side()) else {
                    continue;
                };
                let from = rules.side_from(state, enemy, hex).unwrap_or(From::Front);
                let worth = self.worth(rules, state, [unit, enemy], from);
                worst = Some(worst.map_or(worth, |least| least.min(worth)));
            }
        }
        worst.map_or(0, |worth| (worth - self.weights.attack) * self.weights.contact / 100)
    }

    /// How much more an attack of the unit under way on this one would deal than take.
    pub(super) fn dread(rules: &Spqr, state: &State, unit: UnitId) -> i32 {
        rules.under_way(state).map_or(0, |(enemy, _)| {
            let Prospect { taken, given } = rules.prospect(state, [enemy, unit], From::Front);
            given - taken
        })
    }
}
