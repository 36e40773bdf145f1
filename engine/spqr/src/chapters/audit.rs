//! What must hold of every position.

use szala_board::{HexId, Ordinal};
use szala_kernel::rules::Fault;
use szala_kernel::{Subject, rule};

use crate::chapters::game::Spqr;
use crate::position::agenda::Task;
use crate::position::ids::{Leaders, UnitId, Units};
use crate::position::state::State;

impl Spqr {
    /// Checks that the position is possible.
    pub(crate) fn audit_position(&self, state: &State) -> Result<(), Fault> {
        let fault = |rule, invariant, whose| Err(Fault { rule, invariant, whose });
        let is_under_way =
            |unit: UnitId| {
                let moves = state.mover.is_some_and(|mover| mover.unit == unit || mover.under == Some(unit));
                // [9.14, D-9.14e] An elephant may begin to run wild as it passes a friend, or wait to do so.
                moves
                    || state.wild == Some(unit)
                    || state.falling.contains(unit)
                    || state.agenda.tasks().iter().any(
                        |task| matches!(task, Task::Rout(who, _) | Task::Falling(who, _) if *who == unit),
                    )
            };
        for unit in self.all {
            let whose = unit.subject();
            if state.dead.contains(unit) != state.place_of(unit).is_none() {
                return fault(rule!("11.1"), "a unit is on the map or eliminated", whose);
            }
            let top = self.top_of(state, unit);
            if self.hexes_of(state, unit).any(|hex| state.unit_at(hex) != Some(top)) && !is_under_way(unit) {
                return fault(
                    rule!("6.61"),
                    "a unit at rest has its hexes to itself or is in a stack",
                    whose,
                );
            }
            if self.has_lost_rider(state, unit) {
                return fault(rule!("4.7.2"), "the elephant of a leader is where he is", whose);
            }
            let is_known = !state.is_beneath(unit) || state.under(top) == Some(unit);
            let is_paired = state.under(unit).is_none_or(|under| {
                let same = |all: &[Option<HexId>]| all[under.index()] == all[unit.index()];
                state.is_beneath(under) && !state.is_beneath(unit) && same(&state.places)
            });
            if !is_known || !is_paired {
                return fault(rule!("6.61"), "a stack has a top and one beneath, in one place", whose);
            }
            let faces_alike = state.under(unit).is_none_or(|under| {
                state.facings[under.index()] == state.facings[unit.index()]
                    && !(state.routed | state.dead).contains(under)
                    && !state.routed.contains(unit)
            });
            if !faces_alike && !is_under_way(unit) {
                return fault(rule!("6.6.7"), "a stack faces one way, and nobody in it is routed", whose);
            }
            let is_whole = state.place_of(unit).is_none()
                || !self.card(unit).is_long()
                || self.hexes_of(state, unit).count() == 2;
            if !is_whole {
                return fault(rule!("G3"), "a long unit stands on two hexes of the map", whose);
            }
            let breaks = state.hits_of(unit) >= self.printed[unit.index()].1;
            let is_excused = state.routed.contains(unit) || state.dead.contains(unit) || state.fights > 0;
            if breaks && !is_excused && !state.falling.contains(unit) {
                return fault(rule!("10.15"), "a unit with as many hits as its quality routs", whose);
            }
        }
        for hex in (0..self.scenario.grid.hex_count()).map(HexId::from_index) {
            let stands =
                state.unit_at(hex).is_none_or(|unit| self.hexes_of(state, unit).any(|own| own == hex));
            if !stands {
                return fault(
                    rule!("6.61"),
                    "who is on a hex stands there",
                    crate::position::ids::subject_of_hex(hex),
                );
            }
        }
        let strangers = [state.routed & state.dead, state.low & state.empty];
        if strangers.iter().any(|set| *set != Units::EMPTY) {
            return fault(
                rule!("10.27"),
                "nobody is routed and eliminated, or low and out of missiles",
                Subject::NONE,
            );
        }
        for leader in self.all_leaders {
            if state.dead_leaders.contains(leader) != state.leader_place(leader).is_none() {
                return fault(rule!("4.6.4"), "a leader is on the map or dead", leader.subject());
            }
        }
        for leader in self.all_leaders - state.dead_leaders {
            let unit = state.leader_place(leader).and_then(|hex| state.unit_at(hex));
            if unit.is_some_and(|unit| unit.side() != leader.side()) {
                return fault(rule!("D-4.62c"), "no enemy is in a leader's hex", leader.subject());
            }
        }
        if (state.dead_leaders - state.finished) != Leaders::EMPTY && state.turn > 0 {
            return fault(rule!("5.15"), "the dead are finished", Subject::NONE);
        }
        if state.phases.iter().any(|phases| *phases > 4) {
            return fault(rule!("5.14"), "three phases a turn, and one after a roll of doom", Subject::NONE);
        }
        if state.end.is_none() && state.turn > self.scenario.switches.turns {
            return fault(rule!("D-2.6a"), "no turn after the last", Subject::NONE);
        }
        Ok(())
    }
}
