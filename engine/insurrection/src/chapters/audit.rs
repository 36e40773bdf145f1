//! What must hold of every position, each as a predicate with a name. A bug in the rules breaks one of them.

use szala_board::{HexId, Ordinal};
use szala_kernel::rules::Fault;
use szala_kernel::{BySide, Rule, Side, Subject, rule};

use crate::chapters::game::Insurrection;
use crate::position::agenda::Task;
use crate::position::ids::{CommanderId, Hexes, UnitId, UnitSet};
use crate::position::room::Room;
use crate::position::state::{Marks, Phase, Place, Post, State};
use crate::position::whereabouts::Whereabouts as _;

/// [10.9.1] More shots a stage are not possible.
const MOST_SHOTS: u8 = 4;

impl<R: Room> Insurrection<R> {
    /// The first invariant that does not hold.
    pub(crate) fn audit_position(&self, state: &State<R>) -> Result<(), Fault> {
        self.audit_units(state)?;
        self.audit_commanders(state)?;
        self.audit_led(state)?;
        let on_map = state.on_map[Side::First] | state.on_map[Side::Second];
        let held = state.held[Side::First] | state.held[Side::Second];
        let mut found = UnitSet::<R>::EMPTY;
        for hex in &held {
            let here = state.whereabouts.in_hex(hex);
            let is_there = here.iter().all(|unit| state.hex_of(unit) == Some(hex));
            holds(is_there, rule!("3.1"), "a unit is found only in the hex where it is", Subject::NONE)?;
            found |= here;
            for side in Side::BOTH {
                self.audit_order(state, here & state.on_map[side])?;
            }
        }
        let nowhere_else = found == on_map && state.whereabouts.occupied() == held.len();
        holds(nowhere_else, rule!("3.1"), "every unit on the map is found", Subject::NONE)?;
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

    /// The units one by one, and what is kept beside them: one look at each, then sets.
    fn audit_units(&self, state: &State<R>) -> Result<(), Fault> {
        let (mut on_map, mut held) = (BySide([UnitSet::<R>::EMPTY; 2]), BySide([Hexes::<R>::EMPTY; 2]));
        let mut manned = Hexes::<R>::EMPTY;
        let [mut captured, mut marked_once] = [UnitSet::<R>::EMPTY; 2];
        for unit in self.scenario.all_units().iter() {
            let card = self.scenario.unit(unit);
            let fault = |is_so, rule, invariant| holds(is_so, rule, invariant, card.subject);
            let entry = &state[unit];
            let mut lives = true;
            match entry.place {
                Place::Map(hex) => {
                    on_map[card.side].insert(unit);
                    held[card.side].insert(hex);
                    if !self.guns.contains(unit) {
                        manned.insert(hex);
                    }
                }
                Place::Captured(_) => {
                    lives = false;
                    captured.insert(unit);
                }
                Place::Gone => lives = false,
                Place::Fled(due) => {
                    let is_due = (1..=self.scenario.stages).contains(&due);
                    fault(is_due, rule!("11.11.5"), "who is due after the last stage is out of the game")?;
                }
                Place::Waiting => (),
            }
            fault(!lives || entry.losses < card.size, rule!("3.4a"), "a unit in play has size left")?;
            fault(entry.shots <= MOST_SHOTS, rule!("10.9.1"), "at most four shots a stage")?;
            if entry.shots == 1 {
                marked_once.insert(unit);
            }
        }
        for side in Side::BOTH {
            let is_so = on_map[side] == state.on_map[side];
            holds(is_so, rule!("3.1"), "every unit is in exactly one place", Subject::NONE)?;
            let is_so = held[side] == state.held[side];
            holds(is_so, rule!("3.1"), "a hex is held where a unit stands", Subject::NONE)?;
        }
        let is_so = manned == state.manned;
        holds(is_so, rule!("3.1"), "a hex is manned where infantry or cavalry stands", Subject::NONE)?;
        let marks = &state.marks;
        let none = |who: UnitSet<R>, rule, invariant| {
            let whose = who.first().map_or(Subject::NONE, |unit| self.scenario.unit(unit).subject);
            holds(who.is_empty(), rule, invariant, whose)
        };
        none(captured - self.guns, rule!("10.10.9"), "only guns are captured")?;
        for side in Side::BOTH.into_iter().filter(|side| !self.scenario.squares[*side]) {
            let who = marks.square & self.scenario.units_of(side);
            none(who, rule!("7.2.2"), "only some armies form squares")?;
        }
        let on_map = on_map[Side::First] | on_map[Side::Second];
        let may_be_loose = on_map & self.skirmishers;
        none(marks.skirmish - may_be_loose, rule!("7.2m"), "only those with a star are in skirmish order")?;
        let formed = marks.square | marks.side_by_side;
        none(marks.skirmish & formed, rule!("D-M7.2a"), "nobody is in two formations")?;
        none(marks.carries - marked_once, rule!("10.9.10"), "a carried marker is one shot")?;
        none(state.movers - on_map, rule!("8.16"), "only units on the map move")
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
    fn audit_order(&self, state: &State<R>, stack: UnitSet<R>) -> Result<(), Fault> {
        let Some(first) = stack.first() else { return Ok(()) };
        let count = stack.len();
        let mut taken = UnitSet::<R>::EMPTY;
        for depth in stack.iter().map(|unit| usize::from(state[unit].depth)).filter(|depth| *depth < count) {
            taken.insert(UnitId::from_index(depth));
        }
        let whose = self.scenario.unit(first).subject;
        holds(taken.len() == count, rule!("6.0"), "a stack has one unit at each depth", whose)
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
        for unit in self.scenario.all_units().iter().filter(|unit| state[*unit].entry.is_some()) {
            let in_melee = state.hex_of(unit).is_some_and(|hex| state.is_melee_hex(hex));
            let whose = self.scenario.unit(unit).subject;
            holds(in_melee, rule!("6.13"), "who has entered an enemy hex is in melee there", whose)?;
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
        let facing = self.top(state, troops).map(|unit| state[unit].facing);
        let alike = troops.iter().all(|unit| Some(state[unit].facing) == facing);
        holds(alike || state.is_melee_hex(hex), rule!("6.0"), "units of a stack face the same way", whose)?;
        let Marks { square, skirmish, side_by_side: line, .. } = &state.marks;
        let is_whole = |mark: UnitSet<R>, may_be: &dyn Fn() -> bool| {
            !troops.intersects(mark) || (troops.is_subset(mark) && may_be())
        };
        let is_square = is_whole(*square, &|| self.may_be_square(hex, troops).is_ok());
        holds(is_square, rule!("7.2"), "a square is all the infantry of its hex, four at least", whose)?;
        let is_loose = is_whole(*skirmish, &|| true);
        holds(is_loose, rule!("D-M7.2c"), "a stack is in skirmish order as a whole or not at all", whose)?;
        let is_line = is_whole(*line, &|| self.may_stand_side_by_side(state, troops).is_ok());
        holds(is_line, rule!("6.2.1"), "a stack side by side fulfils its conditions", whose)
    }
}

fn holds(is_so: bool, rule: Rule, invariant: &'static str, whose: Subject) -> Result<(), Fault> {
    if is_so { Ok(()) } else { Err(Fault { rule, invariant, whose }) }
}
