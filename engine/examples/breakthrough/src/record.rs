//! The record of a game of Breakthrough.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{Column, Kind, Recorded};
use szala_kernel::{BySide, Names, Side};

use crate::{Breakthrough, MEN, State, Step};

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
}
