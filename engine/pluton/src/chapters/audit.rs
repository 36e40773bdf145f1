//! Possible positions: what must hold of every one, with the rule behind it.

use szala_board::{HexId, Ordinal};
use szala_kernel::rules::Fault;
use szala_kernel::{Rule, Side, Subject, rule};

use crate::chapters::game::Pluton;
use crate::chapters::stacks::MOST_IN_A_HEX;
use crate::position::agenda::Task;
use crate::position::data::{Battery, Kind};
use crate::position::ids::{CounterId, Counters, of_side, subject};
use crate::position::state::State;

type Audit = Result<(), Fault>;

fn holds(holds: bool, rule: Rule, invariant: &'static str, whose: Subject) -> Audit {
    if holds { Ok(()) } else { Err(Fault { rule, invariant, whose }) }
}

/// No counter is one of these.
fn nobody(offenders: Counters, rule: Rule, invariant: &'static str) -> Audit {
    let whose = offenders.first().map_or(Subject::NONE, CounterId::subject);
    holds(offenders.is_empty(), rule, invariant, whose)
}

impl Pluton {
    pub(crate) fn audit_position(&self, state: &State) -> Audit {
        self.audit_counters(state)?;
        self.audit_hidden(state)?;
        for side in Side::BOTH {
            self.audit_stacks(state, side)?;
            self.audit_barrages(state, side)?;
        }
        self.audit_course(state)
    }

    fn audit_counters(&self, state: &State) -> Audit {
        let (there, dead, waiting) = (state.placed(), state.dead, state.waiting);
        let strangers = (there | dead | waiting) - self.all;
        nobody(strangers, rule!("1.1"), "every counter is one of the scenario")?;
        let twice = (there & dead) | (there & waiting) | (dead & waiting);
        nobody(twice, rule!("14.1"), "a counter is on the board, still to come or eliminated")?;
        let is_off = |it: &CounterId| state.place_of(*it).is_some_and(|hex| !self.has(hex));
        nobody(there.iter().filter(is_off).collect(), rule!("D-6.1c"), "nobody leaves the board")?;
        let [mut hurt, mut spent, mut overspent, mut busy] = [Counters::EMPTY; 4];
        for counter in &self.all {
            let (losses, squares) = (state.losses[counter.index()], 2 * self.card(state, counter).squares);
            for (set, is_such) in [
                (&mut hurt, losses > 0),
                (&mut spent, losses >= squares),
                (&mut overspent, losses > squares),
                (&mut busy, state.fired[counter.index()] > 3),
            ] {
                if is_such {
                    set.insert(counter);
                }
            }
        }
        nobody(hurt & state.commanders, rule!("13.5"), "commanders have no squares")?;
        nobody(spent & there & state.units, rule!("D-14.2a"), "a unit on the board has squares")?;
        nobody((dead & state.units) - spent, rule!("D-14.2a"), "an eliminated unit has none")?;
        nobody(overspent, rule!("14.2"), "no unit loses more than it has")?;
        nobody(busy, rule!("7.6"), "a unit fires each square once a stage")?;
        let levels = state.under_fire | state.pinned;
        nobody(levels - there, rule!("11.1"), "levels are of counters on the board")?;
        nobody(state.under_fire & state.pinned, rule!("11.1"), "a counter has one level")?;
        nobody(state.odd - levels, rule!("11.2"), "only markers have colours")?;
        nobody(state.new - state.commanders, rule!("13.7"), "new commanders are commanders")
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
        holds(borne == self.all, rule!("D-16.1c"), "every card is on one counter", Subject::NONE)?;
        let secret = (state.dead | state.marked) - state.known;
        nobody(secret, rule!("D-16.1c"), "who is dead or has fired is known")?;
        let told = state.paper & (state.marked | state.pinned | state.second | state.waiting | state.dead);
        nobody(told, rule!("D-19.1d"), "who is on paper has neither fired nor been hit")?;
        // [16.1, D-16.1c, D-19.1d] Once the game has begun, whom an enemy on the board sees is known, and on no paper.
        let unseen = if state.stage == 0 { Counters::EMPTY } else { (self.all - state.known) | state.paper };
        let seen = unseen.iter().filter(|it| self.is_openly_unmasked(state, *it)).collect();
        nobody(seen, rule!("D-16.1c"), "whom the enemy sees is no secret")?;
        let is_met = |it: &CounterId| {
            let hex = state.place_of(*it);
            hex.is_none_or(|hex| !state.of_side_at(!it.side(), hex).is_empty())
        };
        let met = state.paper.iter().filter(is_met).collect();
        nobody(met, rule!("D-19.1d"), "who is on paper is somewhere, without enemies")
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
        let none = Subject::NONE;
        holds(state.stage <= self.scenario.stages, rule!("D-18.7b"), "no stage follows the last", none)?;
        holds(state.phase <= 6, rule!("4.1"), "a stage has six phases", none)?;
        for side in Side::BOTH {
            let fallen = (state.dead & state.commanders & of_side(side)).len();
            let counted = usize::from(state.commanders_lost[side]) >= fallen;
            let whose = subject::of_side(side);
            holds(counted, rule!("18.6.5"), "every commander who fell is counted", whose)?;
        }
        let is_over = state.task() == Task::Over;
        holds(is_over == state.end.is_some(), rule!("18.7"), "a game that is over has an end", none)?;
        let is_under_way = state.agenda.tasks().contains(&Task::Moving);
        holds(is_under_way == state.mover.is_some(), rule!("D-6.1a"), "one counter moves at a time", none)?;
        // [10.2] Who came second is there with enemies, or has been left alone there since.
        nobody(state.second - state.on_board(), rule!("D-10.2a"), "who came second is on the board")
    }
}
