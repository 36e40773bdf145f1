//! Barrages and guns off the board: where a barrage hurts the enemy and nobody else, and when guns are worth what they
//! cost.

use szala_board::HexId;
use szala_pluton::{Action, BarrageId, Battery, Level, Pluton};

use crate::heuristic::Heuristic;
use crate::seen::Seen;

/// Stages for which guns that are called are reckoned with, at most.
const USE: i32 = 10;

impl Heuristic {
    /// The expected effect of fire of this strength on the units on a hex.
    fn shells_on(&self, seen: Seen<'_>, strength: u16, hex: HexId) -> i32 {
        let here = self.ground.at(hex);
        let own = i32::from(here.units + here.commanders);
        if here.enemies == 0 && own == 0 {
            return 0;
        }
        let tables = &seen.rules.scenario().tables;
        let shelter = i32::from(tables.shelter[seen.rules.ground_at(hex) as usize]);
        // [5.3, 7.5.7] A crowd suffers more.
        let shift = i32::from(here.enemies + here.units >= 4) - shelter;
        let strength = tables.shifted(strength, shift);
        let mut does = -own * self.effects.of(Level::Full, strength) * self.weights.mates / 100;
        for (level, count) in [Level::Full, Level::UnderFire, Level::Pinned].into_iter().zip(here.levels) {
            does += i32::from(count) * self.effects.of(level, strength);
        }
        does
    }

    /// The expected effect of a barrage of this strength on a hex, drift included.
    fn strike(&self, seen: Seen<'_>, strength: u16, hex: HexId) -> i32 {
        // [8.3.2] It falls true on four faces of ten, and into each neighbouring hex on one.
        let near: i32 =
            seen.rules.steps_from(hex).map(|(near, _)| self.shells_on(seen, strength, near)).sum();
        (4 * self.shells_on(seen, strength, hex) + near) / 10
    }

    /// The same where others lie already.
    fn strike_more(&self, seen: Seen<'_>, strength: u16, hex: HexId, lies: Option<HexId>) -> i32 {
        let others = self.ground.at(hex).barrages - u8::from(lies == Some(hex));
        let strike = self.strike(seen, strength, hex);
        if others > 0 && strike > 0 { strike * self.weights.pile / 100 } else { strike }
    }

    pub(super) fn lay(&mut self, seen: Seen<'_>, barrage: BarrageId, lies: Option<HexId>) -> Action {
        self.ground.look(seen);
        let slot = Pluton::slot_of(barrage);
        let strength = seen.strength_of(barrage);
        if let Some(here) = lies {
            let mut best = (self.weights.hold_barrage, Action::Lift(slot));
            let shifts = seen.rules.steps_from(here).map(|(to, _)| (to, Action::Shift(slot, to)));
            for (hex, action) in [(here, Action::Leave(slot))].into_iter().chain(shifts) {
                let strike = self.strike_more(seen, strength, hex, lies);
                if strike > best.0 && seen.is_legal(action) {
                    best = (strike, action);
                }
            }
            return best.1;
        }
        let mut best = (self.weights.barrage, Action::Keep(slot));
        for hex in self.ground.theirs().iter().copied() {
            let strike = self.strike_more(seen, strength, hex, None);
            if strike <= best.0 {
                continue;
            }
            if seen.is_legal(Action::Place(slot, hex)) {
                best = (strike, Action::Place(slot, hex));
                continue;
            }
            // [16.5, D-16.5a] Beside masked enemies, to be shifted onto them in the next stage.
            for (near, _) in seen.rules.steps_from(hex) {
                let later = (strike - self.strike(seen, strength, near)).max(0) * self.weights.beside / 100;
                let strike = self.strike_more(seen, strength, near, None) + later;
                if strike > best.0 && seen.is_legal(Action::Place(slot, near)) {
                    best = (strike, Action::Place(slot, near));
                }
            }
        }
        best.1
    }

    pub(super) fn call(&mut self, seen: Seen<'_>) -> Action {
        self.ground.look(seen);
        if i32::from(seen.time().0) > self.weights.call_until {
            return Action::CallsDone;
        }
        let scenario = seen.rules.scenario();
        for guns in 0..seen.rules.guns_of(seen.side) {
            let call = Action::Call(seen.side, guns);
            if !seen.is_legal(call) {
                continue;
            }
            let mut does = 0;
            for card in &scenario.barrages[seen.side] {
                let Battery::Guns { battalion, barrels } = card.battery else { continue };
                if battalion == guns {
                    let row = scenario.tables.artillery[usize::from(card.calibre)];
                    let column = usize::from(barrels).clamp(1, row.len()) - 1;
                    does += self.best_strike(seen, row[column].into());
                }
            }
            let stages = (seen.stages_left() + 1).min(USE);
            let costs = i32::from(scenario.battalions[seen.side][usize::from(guns)].uncalled);
            if does > 0 && does * stages / 100 >= self.weights.call * costs {
                return call;
            }
        }
        Action::CallsDone
    }

    /// The most that a barrage of this strength would do to enemies that a commander sees.
    fn best_strike(&self, seen: Seen<'_>, strength: u16) -> i32 {
        let mut best = 0;
        for hex in self.ground.theirs().iter().copied() {
            let strike = self.strike(seen, strength, hex);
            let is_seen = || {
                let in_view = |at| seen.rules.distance(at, hex) <= 20 && seen.is_in_sight(at, hex);
                self.ground.commanders().any(|(at, ..)| in_view(at))
            };
            if strike > best && is_seen() {
                best = strike;
            }
        }
        best
    }
}
