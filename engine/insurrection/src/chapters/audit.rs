//! What must hold of every position, each as a predicate with a name. A bug in the rules breaks one of them.

use szala_board::{HexId, Ordinal};
use szala_kernel::rules::Fault;
use szala_kernel::{Rule, Side, Subject, rule};

use crate::chapters::game::Insurrection;
use crate::position::agenda::Task;
use crate::position::ids::{CommanderId, Hexes, UnitId, UnitSet};
use crate::position::room::Room;
use crate::position::state::{Phase, Place, Post, State};
use crate::position::whereabouts::Whereabouts as _;

/// [10.9.1] More shots a stage are not possible.
const MOST_SHOTS: u8 = 4;

impl<R: Room> Insurrection<R> {
    /// The first invariant that does not hold.
    pub(crate) fn audit_position(&self, state: &State<R>) -> Result<(), Fault> {
        for unit in self.scenario.all_units().iter() {
            self.audit_unit(state, unit)?;
        }
        self.audit_commanders(state)?;
        self.audit_led(state)?;
        for side in Side::BOTH {
            let held: Hexes<R> = state.on_map[side].iter().filter_map(|unit| state.hex_of(unit)).collect();
            holds(
                held == state.held[side],
                rule!("3.1"),
                "a hex is held where a unit stands",
                Subject::NONE,
            )?;
            for hex in &held {
                self.audit_order(state, side, hex)?;
            }
        }
        let on_map = state.on_map[Side::First] | state.on_map[Side::Second];
        let held = state.held[Side::First] | state.held[Side::Second];
        let mut found = UnitSet::<R>::EMPTY;
        for hex in &held {
            let here = state.whereabouts.in_hex(hex);
            let is_there = here.iter().all(|unit| state.hex_of(unit) == Some(hex));
            holds(is_there, rule!("3.1"), "a unit is found only in the hex where it is", Subject::NONE)?;
            found |= here;
        }
        let nowhere_else = found == on_map && state.whereabouts.occupied() == held.len();
        holds(nowhere_else, rule!("3.1"), "every unit on the map is found", Subject::NONE)?;
        let troops = self.troops(on_map);
        let manned: Hexes<R> = troops.iter().filter_map(|unit| state.hex_of(unit)).collect();
        holds(
            manned == state.manned,
            rule!("3.1"),
            "a hex is manned where infantry or cavalry stands",
            Subject::NONE,
        )?;
        if Self::is_quiet(state) {
            self.audit_quiet(state)?;
        }
        let is_one = (1..=self.scenario.stages).contains(&state.stage);
        holds(is_one, rule!("3.2"), "the stage is one of the game's", Subject::NONE)
    }

    /// Is nothing under way: no move, no reaction, no retreat, no melee?
    fn is_quiet(state: &State<R>) -> bool {
        let calm = |task: &Task<R>| {
            matches!(
                task,
                Task::SetUpUnit(_)
                    | Task::SetUpCommander(_)
                    | Task::Ready
                    | Task::Reinforce
                    | Task::FillPool(_)
                    | Task::Draw
                    | Task::Name
                    | Task::InPerson
                    | Task::Returns
                    | Task::FireTurn
                    | Task::ActiveTurn
                    | Task::Lead
                    | Task::Assaults
                    | Task::Reckon
            )
        };
        state.agenda.tasks().iter().all(calm)
    }

    fn audit_unit(&self, state: &State<R>, unit: UnitId) -> Result<(), Fault> {
        let card = self.scenario.unit(unit);
        let is_on_map = matches!(state[unit].place, Place::Map(_));
        let fault = |is_so, rule, invariant| holds(is_so, rule, invariant, card.subject);
        fault(
            state.on_map[card.side].contains(unit) == is_on_map && !state.on_map[!card.side].contains(unit),
            rule!("3.1"),
            "every unit is in exactly one place",
        )?;
        let lives = !matches!(state[unit].place, Place::Gone | Place::Captured(_));
        fault(!lives || state[unit].losses < card.size, rule!("3.4a"), "a unit in play has size left")?;
        let is_captured = matches!(state[unit].place, Place::Captured(_));
        fault(!is_captured || self.guns.contains(unit), rule!("10.10.9"), "only guns are captured")?;
        let is_square = state.marks.square.contains(unit);
        fault(
            !is_square || self.scenario.squares[card.side],
            rule!("7.2.2"),
            "only some armies form squares",
        )?;
        let is_loose = state.marks.skirmish.contains(unit);
        fault(
            !is_loose || (is_on_map && self.skirmishers.contains(unit)),
            rule!("7.2m"),
            "only those with a star are in skirmish order",
        )?;
        let is_formed = (state.marks.square | state.marks.side_by_side).contains(unit);
        fault(!is_loose || !is_formed, rule!("D-M7.2a"), "nobody is in two formations")?;
        fault(state[unit].shots <= MOST_SHOTS, rule!("10.9.1"), "at most four shots a stage")?;
        fault(
            !state.marks.carries.contains(unit) || state[unit].shots == 1,
            rule!("10.9.10"),
            "a carried marker is one shot",
        )?;
        let due = !matches!(state[unit].place, Place::Fled(due) if due > self.scenario.stages || due == 0);
        fault(due, rule!("11.11.5"), "who is due after the last stage is out of the game")?;
        fault(!state.movers.contains(unit) || is_on_map, rule!("8.16"), "only units on the map move")
    }

    fn audit_commanders(&self, state: &State<R>) -> Result<(), Fault> {
        for index in 0..self.scenario.commanders.len() {
            let commander = CommanderId::from_index(index);
            let subject = self.scenario.commander(commander).subject;
            // [13.3m] Who has come may be drawn before he is placed.
            let is_on_map = matches!(state.posts[index], Post::Map(_) | Post::Arrived);
            let in_pool = state.pool.contains(commander);
            holds(is_on_map || !in_pool, rule!("4.4"), "a fallen commander's chit leaves the pool", subject)?;
            let once = !(in_pool && state.drawn.contains(commander));
            holds(once, rule!("3.3"), "a chit is drawn once a stage", subject)?;
            let contused = in_pool && state.contused.contains(commander);
            holds(!contused, rule!("4.4.1"), "a contused commander's chit leaves the pool", subject)?;
            let secret = state.secret.contains(commander);
            holds(in_pool || !secret, rule!("13.1"), "what is secret is in the pool", subject)?;
        }
        Ok(())
    }

    /// [3.3] Whom the active commander leads.
    fn audit_led(&self, state: &State<R>) -> Result<(), Fault> {
        let Some(active) = state.active else {
            return holds(
                state.led.is_empty(),
                rule!("3.3"),
                "nobody leads where nobody is active",
                Subject::NONE,
            );
        };
        let card = self.scenario.commander(active);
        let fault = |is_so, rule, invariant| holds(is_so, rule, invariant, card.subject);
        let is_own = state.led.is_subset(self.scenario.units_of(card.side));
        fault(is_own, rule!("3.3"), "a commander leads units of his side")?;
        fault(state.movers.is_subset(state.led), rule!("3.3"), "only units that are led move")?;
        if state.calls {
            let is_within = state.acted.len() <= self.leads_in_person(state);
            fault(is_within, rule!("D-M4.4e"), "no more units than he may are led in person")?;
            return fault(state.acted.is_subset(state.led), rule!("4.4m"), "who has acted is led");
        }
        // [D-M4.3a] Of a fallen commander the overall one leads the units.
        let mut commanders = state.led.iter().filter_map(|unit| self.scenario.unit(unit).commander);
        let whose = commanders.next();
        let is_his = whose.is_none_or(|whose| {
            whose == active || (card.overall.is_some() && state.posts[whose.index()] == Post::Gone)
        });
        fault(is_his, rule!("4.1"), "a commander leads his own units or a fallen one's")?;
        let is_one = commanders.all(|commander| Some(commander) == whose);
        fault(is_one, rule!("D-M4.3e"), "units of two commanders are not led in one activation")
    }

    /// [6.0] Units of a stack stand above each other, one at each depth.
    fn audit_order(&self, state: &State<R>, side: Side, hex: HexId) -> Result<(), Fault> {
        let stack = state.stack(side, hex);
        for depth in 0..stack.len() {
            let here = stack.iter().filter(|unit| usize::from(state[*unit].depth) == depth).count();
            let whose =
                self.scenario.unit(stack.first().expect("only hexes held by a side are audited")).subject;
            holds(here == 1, rule!("6.0"), "a stack has one unit at each depth", whose)?;
        }
        Ok(())
    }

    /// What holds between moves and melees.
    fn audit_quiet(&self, state: &State<R>) -> Result<(), Fault> {
        holds(state.melee.is_none(), rule!("11.5"), "no melee is left unfinished", Subject::NONE)?;
        holds(state.movers.is_empty(), rule!("8.16"), "no move is left unfinished", Subject::NONE)?;
        let active = matches!(state.phase, Phase::Movement | Phase::Command | Phase::Melee);
        holds(
            !active || state.active.is_some(),
            rule!("3.3"),
            "a commander is active in turn 2",
            Subject::NONE,
        )?;
        for index in 0..self.scenario.commanders.len() {
            let card = &self.scenario.commanders[index];
            let is_alone = |hex| state.holds(!card.side, hex) && !state.holds(card.side, hex);
            let is_lost = matches!(state.posts[index], Post::Map(hex) if is_alone(hex));
            holds(!is_lost, rule!("D-10.11.7a"), "no commander stands among enemies alone", card.subject)?;
        }
        for side in Side::BOTH {
            for hex in &self.held_by(state, side) {
                self.audit_stack(state, side, hex)?;
            }
        }
        for unit in self.scenario.all_units().iter() {
            let in_melee = state.hex_of(unit).is_some_and(|hex| state.is_melee_hex(hex));
            let entered = state[unit].entry.is_some();
            let whose = self.scenario.unit(unit).subject;
            holds(
                in_melee || !entered,
                rule!("6.13"),
                "who has entered an enemy hex is in melee there",
                whose,
            )?;
        }
        Ok(())
    }

    fn audit_stack(&self, state: &State<R>, side: Side, hex: HexId) -> Result<(), Fault> {
        let stack = state.stack(side, hex);
        let troops = self.troops(stack);
        let whose = self.scenario.unit(stack.first().expect("only hexes held by a side are audited")).subject;
        if let Err(rule) = self.may_stand_together(state, stack) {
            return holds(false, rule, "a stack is within its limits and of one arm", whose);
        }
        let facing = self.facing_at(state, side, hex);
        let alike = troops.iter().all(|unit| Some(state[unit].facing) == facing);
        holds(alike || state.is_melee_hex(hex), rule!("6.0"), "units of a stack face the same way", whose)?;
        let square = troops.intersects(state.marks.square);
        let is_square = self.may_be_square(hex, troops).is_ok() && troops.is_subset(state.marks.square);
        holds(
            !square || is_square,
            rule!("7.2"),
            "a square is all the infantry of its hex, four at least",
            whose,
        )?;
        let is_loose = troops.intersects(state.marks.skirmish);
        holds(
            !is_loose || troops.is_subset(state.marks.skirmish),
            rule!("D-M7.2c"),
            "a stack is in skirmish order as a whole or not at all",
            whose,
        )?;
        let line = troops.intersects(state.marks.side_by_side);
        let is_line =
            self.may_stand_side_by_side(state, troops).is_ok() && troops.is_subset(state.marks.side_by_side);
        holds(!line || is_line, rule!("6.2.1"), "a stack side by side fulfils its conditions", whose)
    }
}

fn holds(is_so: bool, rule: Rule, invariant: &'static str, whose: Subject) -> Result<(), Fault> {
    if is_so { Ok(()) } else { Err(Fault { rule, invariant, whose }) }
}
