//! What is legal, and what it does. Each rule is cited where it is obeyed.

use szala_board::HexId;
use szala_kernel::{
    ActionList, Ask, Dice, Die, Fault, Journal, Limits, Outcome, Rule, Rules, Side, Subject, Table, rule,
};

use crate::notation;
use crate::position::{Action, Ford, Place, State, UNITS, Unit, UnitId};

impl Ford {
    /// The rule that forbids a unit to act at all.
    fn hinders(&self, state: &State, unit: UnitId) -> Option<Rule> {
        if unit.side() != state.to_act || state.hex_of(unit).is_none() {
            // [2.1] A side acts with its own units, those on the map.
            Some(rule!("2.1"))
        } else {
            // [2.2] Each unit acts once.
            state.unit(unit).has_acted.then_some(rule!("2.2"))
        }
    }

    fn move_to<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        hex: HexId,
        table: &mut Table<D, J>,
    ) {
        // [3.3] The far column is the way off the map for raiders, and a place like any other for wardens.
        let is_through = unit.side() == Side::First && self.far_bank.contains(hex);
        let (place, rule) =
            if is_through { (Place::Through, rule!("3.3")) } else { (Place::On(hex), rule!("3.1")) };
        put(state, unit, place, rule, table);
    }

    fn attack<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        table: &mut Table<D, J>,
    ) {
        let ask = Ask::new(rule!("4.1"), state.turn).by(unit.subject()).at(target.subject());
        let face = table.roll(Die::D6, ask);
        if face == 1 {
            // [4.3] The attacker is thrown back, whatever the modifiers.
            self.lose(state, unit, rule!("4.3"), table);
            return;
        }
        let is_wet = state.hex_of(target).is_some_and(|hex| self.fords.contains(hex));
        let total = i32::from(face) + table.note(rule!("4.2"), i32::from(is_wet), "in the water");
        table.total(rule!("4.1"), total, self.scenario.hits_on.into(), unit.subject());
        if total >= self.scenario.hits_on.into() {
            self.lose(state, target, rule!("4.1"), table);
        }
    }

    fn lose<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        rule: Rule,
        table: &mut Table<D, J>,
    ) {
        let losses = &mut state.units[unit.index()].losses;
        table.change(rule, notation::LOSSES, unit.subject(), (*losses).into(), (*losses + 1).into());
        *losses += 1;
        if *losses == self.scenario.steps {
            // [4.4] It cannot take more.
            put(state, unit, Place::Lost, rule!("4.4"), table);
        }
    }
}

/// Puts a unit somewhere, and reports it to the journal.
fn put<D: Dice, J: Journal>(
    state: &mut State,
    unit: UnitId,
    place: Place,
    rule: Rule,
    table: &mut Table<D, J>,
) {
    let before = &mut state.units[unit.index()].place;
    let [from, to] = [*before, place].map(notation::value_of);
    table.change(rule, notation::HEX, unit.subject(), from, to);
    *before = place;
}

impl Rules for Ford {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        let mut units = [Unit { place: Place::Lost, losses: 0, has_acted: false }; 2 * UNITS];
        for unit in UnitId::all() {
            units[unit.index()].place = Place::On(self.starts[unit.index()]);
        }
        State { turn: 1, to_act: Side::First, units }
    }

    fn to_act(&self, state: &State) -> Side {
        state.to_act
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let (goal, through) = (self.scenario.goal, state.through());
        let left = state.count(Side::First, |place| place != Place::Lost);
        let missing = i32::from(through) - i32::from(goal);
        if through >= goal {
            Some(Outcome::win(Side::First, left.into(), rule!("5.1"), "enough raiders are through"))
        } else if left < goal {
            Some(Outcome::win(Side::Second, missing, rule!("5.2"), "too few raiders are left"))
        } else if state.turn > self.scenario.turns {
            Some(Outcome::win(Side::Second, missing, rule!("5.2"), "time is up"))
        } else {
            None
        }
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        for unit in UnitId::of(state.to_act).filter(|unit| self.hinders(state, *unit).is_none()) {
            let Some(here) = state.hex_of(unit) else { continue };
            for hex in self.around(here) {
                match state.at(hex) {
                    None => list.push_if(Action::Move(unit, hex), !self.is_deep(hex)),
                    Some(other) => list.push_if(Action::Attack(unit, other), other.side() != unit.side()),
                }
            }
        }
        list.push(Action::Done);
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        if let Some(ended) = self.outcome(state) {
            return Some(ended.rule);
        }
        match action {
            // [2.1] A side ends its part whenever it likes.
            Action::Done => None,
            Action::Move(unit, hex) => self.hinders(state, unit).or_else(|| {
                let here = state.hex_of(unit)?;
                if self.board.distance(here, hex) != 1 || state.at(hex).is_some() {
                    Some(rule!("3.1"))
                } else {
                    self.is_deep(hex).then_some(rule!("3.2"))
                }
            }),
            Action::Attack(unit, target) => self.hinders(state, unit).or_else(|| {
                let here = state.hex_of(unit)?;
                let there = state.hex_of(target).filter(|_| target.side() != unit.side());
                let is_near = there.is_some_and(|there| self.board.distance(here, there) == 1);
                (!is_near).then_some(rule!("4.1"))
            }),
        }
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        match action {
            Action::Move(unit, hex) => {
                state.units[unit.index()].has_acted = true;
                self.move_to(state, unit, hex, table);
            }
            Action::Attack(unit, target) => {
                state.units[unit.index()].has_acted = true;
                self.attack(state, unit, target, table);
            }
            Action::Done => {
                // [2.1] The other side's part follows, and the next turn after that of the wardens.
                if state.to_act == Side::Second {
                    let next = state.turn + 1;
                    table.change(rule!("2.1"), notation::TURN, Subject::NONE, state.turn.into(), next.into());
                    state.turn = next;
                }
                state.to_act = !state.to_act;
                state.units.iter_mut().for_each(|unit| unit.has_acted = false);
            }
        }
    }

    /// Both sides see everything.
    fn imagine<D: Dice>(&self, _: &mut State, _: Side, _: &mut D) {}

    fn audit(&self, state: &State) -> Result<(), Fault> {
        let holds = |holds: bool, rule, invariant, whose| {
            if holds { Ok(()) } else { Err(Fault { rule, invariant, whose }) }
        };
        for unit in UnitId::all() {
            let (whose, it) = (unit.subject(), state.unit(unit));
            let is_lost = it.losses >= self.scenario.steps;
            holds(is_lost == (it.place == Place::Lost), rule!("4.4"), "a unit without steps is off", whose)?;
            let may_be_through = unit.side() == Side::First || it.place != Place::Through;
            holds(may_be_through, rule!("3.3"), "only raiders get through", whose)?;
            holds(!it.has_acted || unit.side() == state.to_act, rule!("2.2"), "the side to act acts", whose)?;
            let Some(hex) = state.hex_of(unit) else { continue };
            holds(state.at(hex) == Some(unit), rule!("3.1"), "a hex holds one unit", whose)?;
            holds(!self.is_deep(hex), rule!("3.2"), "nobody stands in deep water", whose)?;
            let has_left = unit.side() == Side::Second || !self.far_bank.contains(hex);
            holds(has_left, rule!("3.3"), "a raider in the far column leaves the map", whose)?;
        }
        holds(
            (1..=self.scenario.turns + 1).contains(&state.turn),
            rule!("2.1"),
            "turns count from 1",
            Subject::NONE,
        )
    }

    fn limits(&self) -> Limits {
        // Each unit has six neighbours, to move to or to attack, and the side may be done. In each part of a turn
        // each unit acts once and the side is done once; every action is at most an attack.
        let parts = 2 * usize::from(self.scenario.turns);
        Limits { actions: 6 * UNITS + 1, decisions: parts * (UNITS + 1), dice: parts * UNITS }
    }
}
