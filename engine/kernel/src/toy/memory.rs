//! What is recorded of a game of *Two Gates*.

use crate::rules::Names;
use core::fmt::Display;

use crate::dice::Subject;
use crate::journal::{Event, Journal};
use crate::record::{ABSENT, Column, Kind, Recorded};
use crate::side::{BySide, Side};
use crate::tale::{Happening, Member, Tale, What};

use super::{Action, RAIDS, State, TwoGates, banner};

/// The notes taken while a game is played.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    raids: BySide<i32>,
    shots: BySide<i32>,
    /// The raid that scored first, from 1.
    first_point: Option<u8>,
    first_raider: Option<Side>,
}

impl Journal for Memory {
    fn event(&mut self, event: Event) {
        match event {
            // [1.1] Lots are drawn for every raid.
            Event::Draw { ticket, .. } => {
                let raider = Side::BOTH[usize::from(ticket.0)];
                self.raids[raider] += 1;
                self.first_raider.get_or_insert(raider);
            }
            // [2.3] The only dice are those of guards that shoot.
            Event::Roll { ask, .. } => self.shots[Side::BOTH[usize::from(ask.who.0)]] += 1,
            Event::Change { .. } => {
                let raid = self.raid();
                self.first_point.get_or_insert(
                    u8::try_from(raid).expect("a game has three raids, and their numbers fit into a byte"),
                );
            }
            _ => (),
        }
    }

    fn decision(&mut self, _: Side, _: &dyn Display) {}
}

impl Memory {
    /// The raid that is made.
    fn raid(&self) -> i32 {
        self.raids[Side::First] + self.raids[Side::Second]
    }
}

impl Recorded for TwoGates {
    type Notes = Memory;

    fn columns(&self) -> Vec<Column> {
        let name = |side| self.side_name(side);
        let sides = Side::BOTH.map(|side| name(side).to_owned());
        let mut columns = vec![
            Column::of_game("first_raider", Kind::Name(sides.to_vec()), "Who raided first [1.1]."),
            Column::of_game("first_point", Kind::Stage, "The raid that scored the first point [2.1]."),
            Column::of_game("raids", Kind::Count, "Raids made; always 3 unless the game was aborted [3.1]."),
        ];
        let raids = |side| format!("Raids that {} made [1.1].", name(side));
        columns.extend(Column::of_sides("raids", &Kind::Count, raids));
        let shots = |side| format!("Shots that the guards of {} fired [2.3].", name(side));
        columns.extend(Column::of_sides("shots", &Kind::Count, shots));
        columns
    }

    fn notes(&self) -> Memory {
        Memory::default()
    }

    fn note_decision(&self, _: &mut Memory, _: &State, _: Action) {}

    fn write_row(&self, notes: &mut Memory, state: &State, row: &mut [i32]) {
        let Memory { raids, shots, first_point, first_raider } = core::mem::take(notes);
        debug_assert!(state.raid <= RAIDS, "three raids");
        row.copy_from_slice(&[
            first_raider.map_or(ABSENT, |side| side as i32),
            first_point.map_or(ABSENT, i32::from),
            state.raid.into(),
            raids[Side::First],
            raids[Side::Second],
            shots[Side::First],
            shots[Side::Second],
        ]);
    }

    fn members(&self) -> Vec<Member> {
        let band = |side| Member { side, name: format!("{} band", self.side_name(side)), formation: None };
        Side::BOTH.map(band).into()
    }

    fn cast(&self, _: &State) -> Vec<Subject> {
        Side::BOTH.map(banner).into()
    }

    fn tell(&self, notes: &Memory, event: &Event, tale: &mut Tale) {
        let raid = u8::try_from(notes.raid()).expect("a game has three raids");
        let side_of = |subject: Subject| Side::BOTH[usize::from(subject.0)];
        match *event {
            Event::Roll { ask, .. } => tale
                .push(Happening::new(What::Shot, raid, ask.rule, side_of(ask.who)).by(ask.who).on(ask.whom)),
            Event::Change { rule, whose, from, to, .. } => {
                tale.push(Happening::points(raid, rule, side_of(whose).sign() * (to - from)).by(whose));
            }
            _ => (),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Gate;
    use super::*;
    use crate::actions::ActionList;
    use crate::dice::{Scripted, ScriptedDice};
    use crate::rule;
    use crate::rules::{Play, Rules};
    use crate::table::Table;

    /// Red finds the open gate and scores; Blue is shot at and driven off by a 5, 4 with the first shot's modifier
    /// [2.3]; Red is let through and scores again [2.2]. Twice in a row: the notes of one game must not leak into the
    /// next.
    #[test]
    fn a_row_of_the_toy_tells_its_game_and_nothing_of_the_one_before() {
        let decisions = [
            (Action::DrawLots, Action::Aim(Gate::Left), Action::Guard(Gate::Right), None),
            (Action::DrawLots, Action::Aim(Gate::Left), Action::Guard(Gate::Left), Some(Action::Shoot)),
            (Action::DrawLots, Action::Aim(Gate::Right), Action::Guard(Gate::Right), Some(Action::LetPass)),
        ];
        let decisions: Vec<Action> =
            decisions.iter().flat_map(|(a, b, c, d)| [Some(*a), Some(*b), Some(*c), *d]).flatten().collect();
        let lots = |side| Scripted { rule: Some(rule!("1.1")), face: side as u16 };
        let die = Scripted { rule: Some(rule!("2.3")), face: 5 };
        let mut notes = TwoGates.notes();
        let mut list = ActionList::within(TwoGates.limits());
        for _ in 0..2 {
            let script = [lots(Side::First), lots(Side::Second), die, lots(Side::First)];
            let mut table = Table::new(ScriptedDice::new(script), &mut notes);
            let mut state = TwoGates.opening();
            let mut due = decisions.iter();
            TwoGates.play_on(&mut state, &mut table, &mut list, |_, _, legal, _| {
                let action = due.next().expect("the script has a decision for every question");
                legal
                    .iter()
                    .position(|one| one == action)
                    .expect("every decision of the script is legal when it is due")
            });
            let mut row = [0; 7];
            TwoGates.write_row(&mut notes, &state, &mut row);
            // Red raided first; the first raid scored; three raids, two of Red's; Red's guard shot once.
            assert_eq!(row, [0, 1, 3, 2, 1, 1, 0]);
        }
        assert_eq!(TwoGates.columns().len(), 7);
    }
}
