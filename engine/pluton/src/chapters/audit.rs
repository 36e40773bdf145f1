//! Possible positions: what must hold of every one, with the rule behind it.

use szala_board::{HexId, Ordinal};
use szala_kernel::rules::Fault;
use szala_kernel::{Rule, Side, Subject, rule};

use crate::chapters::game::Pluton;
use crate::chapters::stacks::MOST_IN_A_HEX;
use crate::position::agenda::Task;
use crate::position::data::{Battery, Kind};
use crate::position::ids::{CounterId, Counters, of_side, subject};
use crate::position::state::{Level, State};

type Audit = Result<(), Fault>;

fn holds(holds: bool, rule: Rule, invariant: &'static str, whose: Subject) -> Audit {
    if holds { Ok(()) } else { Err(Fault { rule, invariant, whose }) }
}

impl Pluton {
    pub(crate) fn audit_position(&self, state: &State) -> Audit {
        let all = self.all;
        for counter in &all {
            self.audit_counter(state, counter)?;
        }
        let strangers = (state.placed() | state.dead | state.waiting) - all;
        holds(strangers.is_empty(), rule!("1.1"), "every counter is one of the scenario", Subject::NONE)?;
        self.audit_hidden(state)?;
        for side in Side::BOTH {
            self.audit_stacks(state, side)?;
            self.audit_barrages(state, side)?;
        }
        self.audit_course(state)
    }

    fn audit_counter(&self, state: &State, counter: CounterId) -> Audit {
        let whose = counter.subject();
        let is_there = state.place_of(counter).is_some();
        let (is_dead, waits) = (state.dead.contains(counter), state.waiting.contains(counter));
        let states = [is_there, is_dead, waits].into_iter().filter(|it| *it).count();
        holds(states <= 1, rule!("14.1"), "a counter is on the board, still to come or eliminated", whose)?;
        let place = state.place_of(counter).is_none_or(|hex| self.has(hex));
        holds(place, rule!("D-6.1c"), "nobody leaves the board", whose)?;
        if state.commanders.contains(counter) {
            holds(state.losses[counter.index()] == 0, rule!("13.5"), "commanders have no squares", whose)?;
        } else {
            let alive = self.halves(state, counter) > 0;
            holds(!is_there || alive, rule!("D-14.2a"), "a unit on the board has squares", whose)?;
            holds(is_there || !alive || !is_dead, rule!("D-14.2a"), "an eliminated unit has none", whose)?;
        }
        let squares = 2 * self.card(state, counter).squares;
        let losses = state.losses[counter.index()];
        holds(losses <= squares, rule!("14.2"), "no unit loses more than it has", whose)?;
        let is_marked = state.level(counter) != Level::Full;
        holds(is_there || !is_marked, rule!("11.1"), "levels are of counters on the board", whose)?;
        let both = state.under_fire.contains(counter) && state.pinned.contains(counter);
        holds(!both, rule!("11.1"), "a counter has one level", whose)?;
        holds(is_marked || !state.odd.contains(counter), rule!("11.2"), "only markers have colours", whose)?;
        let fired = state.fired[counter.index()];
        holds(fired <= 3, rule!("7.6"), "a unit fires each square once a stage", whose)?;
        holds(
            state.commanders.contains(counter) || !state.new.contains(counter),
            rule!("13.7"),
            "new commanders are commanders",
            whose,
        )
    }

    /// [D-16.1c, 19.1] Every card is on one counter, of its group; who is dead or has fired is known; who is on paper
    /// is in no hex with enemies, nor known to have fired, nor pinned.
    fn audit_hidden(&self, state: &State) -> Audit {
        let mut borne = Counters::EMPTY;
        for counter in &self.all {
            let whose = counter.subject();
            let card = self.card(state, counter);
            borne.insert(CounterId::of_side(counter.side(), state.cards[counter.index()].into()));
            let own = &self.scenario.cards[counter.side()][counter.slot()];
            let is_of_group = own.group == card.group;
            holds(is_of_group, rule!("D-16.1c"), "a counter keeps its group", whose)?;
            let is_commander = card.kind == Kind::Commander;
            let is_known = state.commanders.contains(counter) == is_commander
                && state.units.contains(counter) != is_commander;
            holds(is_known, rule!("1.1"), "a counter is a unit or a commander, as its card is", whose)?;
        }
        let nobody = Subject::NONE;
        holds(borne == self.all, rule!("D-16.1c"), "every card is on one counter", nobody)?;
        let secret = (state.dead | state.marked) - state.known;
        let first = secret.first().map_or(nobody, CounterId::subject);
        holds(secret.is_empty(), rule!("D-16.1c"), "who is dead or has fired is known", first)?;
        let told = state.paper & (state.marked | state.pinned | state.second | state.waiting | state.dead);
        let first = told.first().map_or(nobody, CounterId::subject);
        holds(told.is_empty(), rule!("D-19.1d"), "who is on paper has neither fired nor been hit", first)?;
        // [16.1, D-16.1c, D-19.1d] Once the game has begun, whom an enemy on the board sees is known, and on no paper.
        let unseen = if state.stage == 0 { Counters::EMPTY } else { (self.all - state.known) | state.paper };
        for counter in &unseen {
            let is_seen = self.is_openly_unmasked(state, counter);
            holds(!is_seen, rule!("D-16.1c"), "whom the enemy sees is no secret", counter.subject())?;
        }
        for counter in &state.paper {
            let hex = state.place_of(counter);
            let is_met = hex.is_none_or(|hex| !state.of_side_at(!counter.side(), hex).is_empty());
            holds(
                !is_met,
                rule!("D-19.1d"),
                "who is on paper is somewhere, without enemies",
                counter.subject(),
            )?;
        }
        Ok(())
    }

    /// [5.2] At most six units of a side in a hex, at all times; [D-10.1a] nor does a commander stand alone with enemy
    /// units, once those who must have stepped back.
    fn audit_stacks(&self, state: &State, side: Side) -> Audit {
        let mut units = state.placed() & state.units & of_side(side);
        while let Some(unit) = units.first() {
            let hex = state.place_of(unit).expect("on the board");
            let here = self.all_units_at(state, side, hex);
            units -= here;
            holds(
                here.len() <= MOST_IN_A_HEX,
                rule!("5.2"),
                "six units at most are in a hex",
                subject::of_hex(hex),
            )?;
        }
        let is_due = state.agenda.tasks().iter().any(|task| {
            matches!(task, Task::StepBack | Task::Losses(..) | Task::Officers(..) | Task::Retreats(..))
        });
        let lone = self.lone_commander(state).map_or(Subject::NONE, CounterId::subject);
        let is_alone = lone != Subject::NONE && !is_due;
        holds(!is_alone, rule!("D-10.1a"), "no commander stands alone with enemy units", lone)
    }

    /// [9.2, 18.4] Guns fire when they have been called.
    fn audit_barrages(&self, state: &State, side: Side) -> Audit {
        for barrage in self.barrages(side) {
            let marker = state.barrage(barrage);
            let is_on = marker.place.is_none_or(|hex: HexId| self.has(hex));
            holds(is_on, rule!("D-8.3a"), "barrages lie on the board", barrage.subject())?;
            if let Battery::Guns { battalion, .. } = self.barrage_card(barrage).battery {
                let is_called = state.called[side] >> battalion & 1 == 1;
                holds(
                    marker.place.is_none() || is_called,
                    rule!("9.2"),
                    "guns that were not called do not fire",
                    barrage.subject(),
                )?;
            }
        }
        Ok(())
    }

    /// [4.1] The course of play.
    fn audit_course(&self, state: &State) -> Audit {
        let nobody = Subject::NONE;
        holds(state.stage <= self.scenario.stages, rule!("D-18.7b"), "no stage follows the last", nobody)?;
        holds(state.phase <= 6, rule!("4.1"), "a stage has six phases", nobody)?;
        for side in Side::BOTH {
            let fallen = (state.dead & state.commanders & of_side(side)).len();
            let counted = usize::from(state.commanders_lost[side]) >= fallen;
            let whose = subject::of_side(side);
            holds(counted, rule!("18.6.5"), "every commander who fell is counted", whose)?;
        }
        let is_over = state.task() == Task::Over;
        holds(is_over == state.end.is_some(), rule!("18.7"), "a game that is over has an end", nobody)?;
        let is_under_way = state.agenda.tasks().contains(&Task::Moving);
        holds(is_under_way == state.mover.is_some(), rule!("D-6.1a"), "one counter moves at a time", nobody)?;
        // [10.2] Who came second is there with enemies, or has been left alone there since.
        let strangers: Counters = state.second - state.on_board();
        holds(strangers.is_empty(), rule!("D-10.2a"), "who came second is on the board", nobody)
    }
}
