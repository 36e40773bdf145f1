//! What is recorded of a game besides its winner: the columns that reports, charts and `--given` can name.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{ABSENT, Column, Kind, Recorded};
use szala_kernel::{BySide, Names, Side, rule};

use crate::position::{Action, Ford, State, UnitId};

/// The notes taken while a game is played.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    turn: u8,
    first_through: Option<u8>,
    attacks: BySide<i32>,
}

impl Journal for Notes {
    fn event(&mut self, event: Event) {
        match event {
            // The only dice are those of attacks.
            Event::Roll { ask, .. } => {
                if let Some(unit) = UnitId::all().find(|unit| unit.subject() == ask.who) {
                    self.attacks[unit.side()] += 1;
                }
            }
            Event::Change { rule, .. } if rule == rule!("3.3") => {
                self.first_through.get_or_insert(self.turn);
            }
            _ => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

impl Recorded for Ford {
    type Notes = Notes;

    fn columns(&self) -> Vec<Column> {
        let name = |side| self.side_name(side);
        let mut columns = vec![
            Column::of_game("through", Kind::Count, "Raiders that got through [3.3]."),
            Column::of_game(
                "first_through",
                Kind::Stage,
                "The turn in which the first raider got through [3.3].",
            ),
        ];
        let attacks = |side| format!("Attacks that the {} made [4.1].", name(side));
        columns.extend(Column::of_sides("attacks", &Kind::Count, attacks));
        let losses = |side| format!("Losses that the {} took [4.1, 4.3].", name(side));
        columns.extend(Column::of_sides("losses", &Kind::Count, losses));
        columns
    }

    fn notes(&self) -> Notes {
        Notes::default()
    }

    fn note_decision(&self, notes: &mut Notes, state: &State, _: Action) {
        notes.turn = state.turn;
    }

    fn write_row(&self, notes: &mut Notes, state: &State, row: &mut [i32]) {
        let Notes { first_through, attacks, .. } = core::mem::take(notes);
        let losses = |side| UnitId::of(side).map(|unit| i32::from(state.unit(unit).losses)).sum();
        row.copy_from_slice(&[
            state.through().into(),
            first_through.map_or(ABSENT, i32::from),
            attacks[Side::First],
            attacks[Side::Second],
            losses(Side::First),
            losses(Side::Second),
        ]);
    }
}
