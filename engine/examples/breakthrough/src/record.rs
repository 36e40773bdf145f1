//! The record of a game of Breakthrough.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{Column, Kind, Recorded};
use szala_kernel::tale::{Happening, Member, Tale, What};
use szala_kernel::{BySide, Names, Naming, Side, Subject};

use crate::notation::{men, value_of};
use crate::{Breakthrough, MEN, Place, State, Step};

/// The notes taken while a game is played.
#[derive(Clone, Debug, Default)]
pub struct Steps(BySide<i32>);

impl Journal for Steps {
    fn event(&mut self, _: Event) {}

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

impl Recorded for Breakthrough {
    type Notes = Steps;

    fn columns(&self) -> Vec<Column> {
        let steps = |side| format!("Steps of {} [2.1, 2.2].", self.side_name(side));
        let taken = |side| format!("Men that {} took [2.2].", self.side_name(side));
        let columns =
            [Column::of_sides("steps", &Kind::Count, steps), Column::of_sides("taken", &Kind::Count, taken)];
        columns.into_iter().flatten().collect()
    }

    fn notes(&self) -> Steps {
        Steps::default()
    }

    fn note_decision(&self, Steps(steps): &mut Steps, state: &State, _: Step) {
        steps[state.to_act] += 1;
    }

    fn write_row(&self, notes: &mut Steps, state: &State, row: &mut [i32]) {
        let Steps(BySide([black, white])) = core::mem::take(notes);
        let taken = |side: Side| i32::from(MEN - state.men[!side]);
        row.copy_from_slice(&[black, white, taken(Side::First), taken(Side::Second)]);
    }

    fn members(&self) -> Vec<Member> {
        // Men have no names: they are recorded by side.
        let of = |side| Member { side, name: self.name(men(side)).to_string(), formation: None };
        Side::BOTH.map(of).into()
    }

    fn cast(&self, _: &State) -> Vec<Subject> {
        Side::BOTH.map(men).into()
    }

    fn tell(&self, _: &Steps, event: &Event, tale: &mut Tale) {
        let Event::Change { rule, whose, from, to, .. } = *event else { return };
        let man_of = |value| Side::BOTH.into_iter().find(|side| value_of(Place::man_of(*side)) == value);
        // [2.2] A man stands where one of the enemy stood.
        if let (Some(loser), Some(taker)) = (man_of(from), man_of(to)) {
            let loss = Happening::new(What::Loss, 1, rule, loser);
            tale.push(loss.by(men(taker)).on(men(loser)).at(whose));
        }
    }
}
