//! Possible positions: what must hold of every one, with the rule behind it.

use szala_board::SquareId;
use szala_kernel::rules::Fault;
use szala_kernel::{BySide, Rule, Side, Subject, rule};

use crate::chapters::game::Verdox;
use crate::position::data::Scenario;
use crate::position::ground::Ground;
use crate::position::ids::{BargeId, MOST_OF_A_SIDE, Squares, UnitId, subject};
use crate::position::kinds::{Kind, Roll, size};
use crate::position::state::{State, Step};

type Audit = Result<(), Fault>;

fn holds(holds: bool, rule: Rule, invariant: &'static str, whose: Subject) -> Audit {
    if holds { Ok(()) } else { Err(Fault { rule, invariant, whose }) }
}

impl Verdox {
    pub(crate) fn audit_position(&self, state: &State) -> Audit {
        for side in Side::BOTH {
            self.audit_forces(state, side)?;
        }
        self.audit_squares(state)?;
        self.audit_barges(state)?;
        self.audit_course(state)
    }

    /// The units that have come in, wait or are lost make up the forces.
    fn audit_forces(&self, state: &State, side: Side) -> Audit {
        let whose = subject::of_side(side);
        let forces = &self.scenario.forces[side];
        let entered = usize::from(state.entered[side]);
        let pending = state.pending.filter(|_| state.active == side);
        let known = entered + state.in_reserve(side) + usize::from(pending.is_some());
        holds(known == size(*forces), rule!("5.1"), "who came in and who waits are all the forces", whose)?;
        let mut roll = state.waiting[side];
        if let Some(kind) = pending {
            roll[kind.index()] += 1;
        }
        state.counters(side).for_each(|unit| roll[state.unit(unit).kind.index()] += 1);
        for unit in state.counters(side).filter(|unit| state.unhorsed.contains(*unit)) {
            holds(
                matches!(state.unit(unit).kind, Kind::Infantry | Kind::Riflemen),
                rule!("7.4.4"),
                "who has lost his horse is on foot",
                unit.subject(),
            )?;
        }
        holds(
            *forces == self.horses_given_back(state, side, roll),
            rule!("5.1"),
            "the kinds are those of the forces",
            whose,
        )?;
        let on_the_map = state.counters(side).filter(|unit| state.unit(*unit).place.is_some()).count();
        holds(
            on_the_map == usize::from(state.alive[side]),
            rule!("4.2"),
            "units on the map are counted",
            whose,
        )?;
        for slot in entered..MOST_OF_A_SIDE {
            let unit = UnitId::of_side(side, slot);
            let is_blank = state.unit(unit).place.is_none()
                && state.unit(unit).kind == Kind::Infantry
                && !state.revealed.contains(unit);
            holds(is_blank, rule!("2.5"), "a unit that has not come in is blank", unit.subject())?;
        }
        state.counters(side).try_for_each(|unit| {
            let is_out = state.unit(unit).place.is_some() || state.revealed.contains(unit);
            holds(is_out, rule!("D-2.5a"), "a lost unit was turned over", unit.subject())
        })
    }

    fn horses_given_back(&self, state: &State, side: Side, mut roll: Roll) -> Roll {
        for unit in state.counters(side).filter(|unit| state.unhorsed.contains(*unit)) {
            let (on_foot, mounted) = match state.unit(unit).kind {
                Kind::Riflemen => (Kind::Riflemen, Kind::MountedRifles),
                _ => (Kind::Infantry, Kind::Cavalry),
            };
            roll[on_foot.index()] -= 1;
            roll[mounted.index()] += 1;
        }
        roll
    }

    /// Every unit stands on one square, and none where no unit can stand.
    fn audit_squares(&self, state: &State) -> Audit {
        let mut standing = BySide([Squares::EMPTY; 2]);
        for (index, occupant) in state.occupant.iter().enumerate() {
            let Some(unit) = occupant else { continue };
            let square = SquareId::from_index(index);
            let whose = unit.subject();
            holds(state.unit(*unit).place == Some(square), rule!("3.5"), "who stands there is there", whose)?;
            standing[unit.side()].insert(square);
            let is_dry = self.ground(state, square) != Ground::River || state.afloat.contains(square);
            holds(is_dry, rule!("6.7.1"), "nobody stands in the river", whose)?;
        }
        holds(standing == state.standing, rule!("3.5"), "who stands where is known by side", Subject::NONE)?;
        let is_seen = |unit: UnitId| {
            let place = state.unit(unit).place;
            place.is_none_or(|square| {
                let is_under = self.printed(square) == Ground::Bridge
                    && state
                        .barge_at(square)
                        .is_some_and(|barge| state.barges[barge.index()].passenger == Some(unit));
                is_under != (state.occupant(square) == Some(unit))
            })
        };
        for side in Side::BOTH {
            for unit in state.counters(side) {
                holds(
                    is_seen(unit),
                    rule!("3.5"),
                    "everybody is on his square, or under its bridge",
                    unit.subject(),
                )?;
            }
        }
        let are_walls = state.breached.is_subset(&self.fortified);
        holds(are_walls, rule!("6.10.8"), "only fortifications are breached", Subject::NONE)
    }

    fn audit_barges(&self, state: &State) -> Audit {
        let mut afloat = Squares::EMPTY;
        for id in BargeId::all() {
            let barge = &state.barges[id.index()];
            let whose = id.subject();
            let Some(square) = barge.place else {
                holds(barge.passenger.is_none(), rule!("7.7.1"), "nobody is aboard of a lost barge", whose)?;
                continue;
            };
            holds(!afloat.contains(square), rule!("3.5"), "one barge a square", whose)?;
            afloat.insert(square);
            holds(self.water.contains(square), rule!("7.7.6"), "barges are on water", whose)?;
            let owner = barge.passenger.map(UnitId::side);
            let is_held = owner.is_none() || owner == barge.owner;
            holds(is_held, rule!("7.7.4"), "a barge is his who is aboard", whose)?;
            let is_there = barge.passenger.is_none_or(|unit| state.unit(unit).place == Some(square));
            holds(is_there, rule!("7.7.1"), "who is aboard is where the barge is", whose)?;
            let is_aboard =
                self.printed(square) == Ground::Bridge || barge.passenger == state.occupant(square);
            holds(is_aboard, rule!("7.7.1"), "who is on a barge's square is aboard", whose)?;
        }
        holds(afloat == state.afloat, rule!("7.7.6"), "where barges are is known by square", Subject::NONE)
    }

    fn audit_course(&self, state: &State) -> Audit {
        let Scenario { turns, .. } = self.scenario;
        let most = turns.unwrap_or(crate::chapters::ending::OPEN_TURNS);
        holds(state.turn <= most, rule!("4.3"), "the time agreed on is not over", Subject::NONE)?;
        let is_over = state.step == Step::Over;
        holds(is_over == state.end.is_some(), rule!("4.1"), "a game that is over has an end", Subject::NONE)?;
        let is_chosen = state.step == Step::Enter;
        holds(
            is_chosen == state.pending.is_some(),
            rule!("2.5"),
            "a kind is chosen before it comes in",
            Subject::NONE,
        )?;
        let is_wave = matches!(state.step, Step::Muster | Step::Enter);
        holds(is_wave == (state.due > 0), rule!("2.4"), "somebody is due in a wave", Subject::NONE)?;
        let are_own = state.ready.is_subset(&state.standing[state.active]);
        holds(are_own, rule!("3.1"), "who may act is of the active side", Subject::NONE)?;
        let Some(picked) = state.picked else { return Ok(()) };
        let own = state.occupant(picked.square).filter(|unit| unit.side() == state.active);
        holds(own.is_some(), rule!("3.3"), "who is taken up is of the active side", Subject::NONE)?;
        let is_hidden = own.is_some_and(|unit| state.is_hidden(unit));
        holds(!is_hidden || picked.spent == 0, rule!("3.7"), "who moves lies face up", Subject::NONE)?;
        holds(!state.ready.contains(picked.square), rule!("3.2"), "who is taken up acts once", Subject::NONE)
    }
}
