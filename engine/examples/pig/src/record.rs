//! The record of a game of Pig.

use core::fmt::Display;

use szala_kernel::journal::{Event, Journal};
use szala_kernel::record::{Column, Kind, Recorded};
use szala_kernel::tale::{Happening, Member, Tale, What};
use szala_kernel::{BySide, Names, Side, Subject, rule};

use crate::{Action, Pig, State, subject};

/// The notes taken while a game is played.
#[derive(Clone, Debug, Default)]
pub struct Rolls {
    good: BySide<i32>,
    bad: BySide<i32>,
}

impl Journal for Rolls {
    fn event(&mut self, event: Event) {
        let Event::Roll { ask, face, .. } = event else { return };
        let Some(side) = Side::BOTH.into_iter().find(|side| subject(*side) == ask.who) else { return };
        // [2.2] A one loses the turn.
        let rolls = if face == 1 { &mut self.bad } else { &mut self.good };
        rolls[side] += 1;
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

impl Recorded for Pig {
    type Notes = Rolls;

    fn columns(&self) -> Vec<Column> {
        let good = |side| format!("Good rolls of {} [2.1].", self.side_name(side));
        let bad = |side| format!("Turns that {} lost by a one [2.2].", self.side_name(side));
        let columns = [
            Column::of_sides("good_rolls", &Kind::Count, good),
            Column::of_sides("lost_turns", &Kind::Count, bad),
        ];
        columns.into_iter().flatten().collect()
    }

    fn notes(&self) -> Rolls {
        Rolls::default()
    }

    fn note_decision(&self, _: &mut Rolls, _: &State, _: Action) {}

    fn write_row(&self, notes: &mut Rolls, _: &State, row: &mut [i32]) {
        let Rolls { good, bad } = core::mem::take(notes);
        let (BySide([good, other_good]), BySide([bad, other_bad])) = (good, bad);
        row.copy_from_slice(&[good, other_good, bad, other_bad]);
    }

    fn members(&self) -> Vec<Member> {
        let player = |side| Member { side, name: self.side_name(side).to_owned(), formation: None };
        Side::BOTH.map(player).into()
    }

    fn cast(&self, _: &State) -> Vec<Subject> {
        Side::BOTH.map(subject).into()
    }

    fn tell(&self, _: &Rolls, event: &Event, tale: &mut Tale) {
        let Event::Change { rule, what, whose, from, to } = *event else { return };
        let Some(side) = Side::BOTH.into_iter().find(|side| subject(*side) == whose) else { return };
        let told = |told, amount| Happening::new(told, 1, rule, side).amount(amount);
        match what {
            "points" => tale.push(told(What::Point, to - from).by(whose)),
            // [2.2] A one takes what the turn had gathered; who stops keeps it [2.3].
            "turn" if rule == rule!("2.2") => tale.push(told(What::Loss, from - to).on(whose)),
            _ => (),
        }
    }
}
