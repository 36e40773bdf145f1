//! The record of a game of Night Crossing.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{Column, Kind, Recorded};
use szala_kernel::{Names, Side};

use crate::{Action, Crossing, Ford, State};

/// Nothing: the final position holds everything.
#[derive(Clone, Debug, Default)]
pub struct NoNotes;

impl Journal for NoNotes {
    fn event(&mut self, _: Event) {}

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

impl Recorded for Crossing {
    type Notes = NoNotes;

    fn columns(&self) -> Vec<Column> {
        let fords = || Kind::Name(Ford::BOTH.map(|ford| ford.name().to_owned()).into());
        let [smugglers, guards] = Side::BOTH.map(|side| self.side_name(side).to_owned());
        vec![
            Column::of_game("hidden", fords(), format!("Where the {} hid [1.1].", smugglers.to_lowercase())),
            Column::of_game(
                "watched",
                fords(),
                format!("Where the {} watched [1.2].", guards.to_lowercase()),
            ),
            Column::of_game("met", Kind::Count, "Did they choose the same ford? 1 or 0 [2.1]."),
        ]
    }

    fn notes(&self) -> NoNotes {
        NoNotes
    }

    fn note_decision(&self, _: &mut NoNotes, _: &State, _: Action) {}

    fn write_row(&self, _: &mut NoNotes, state: &State, row: &mut [i32]) {
        let ford = |ford: Option<Ford>| ford.map_or(szala_kernel::record::ABSENT, |ford| ford as i32);
        let have_met = state.watched.is_some() && state.hidden == state.watched;
        row.copy_from_slice(&[ford(state.hidden), ford(state.watched), have_met.into()]);
    }
}
