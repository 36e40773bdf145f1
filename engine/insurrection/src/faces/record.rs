//! What is kept of a game when millions are played: one row of numbers a game, its columns and its notes.
//!
//! The columns are in `columns`, the notes taken while a game goes on in `notes`, the choices of the pool in `choices`.
//! Who won, and by how much, is known of all games and not recorded here.

mod choices;
mod columns;
mod notes;
mod tale;

pub use notes::Notes;

use core::iter;

use szala_board::Ordinal;
use szala_kernel::journal::Event;
use szala_kernel::record::{ABSENT, Column, GAINED, Kind, Recorded, Whose};
use szala_kernel::tale::{Member, Tale};
use szala_kernel::{BySide, Rules, Side, Subject};

use crate::chapters::game::Insurrection;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::ids::{CommanderId, CommanderSet, UnitSet};
use crate::position::room::{Room, Small};
use crate::position::state::State;
use choices::Choice;
use columns::{
    ByCommander, ByUnit, Over, Told, Values, of_commanders, of_formations, of_game, of_sides, of_units,
};

/// With more units than this, a game has columns for formations and not for units: a row with hundreds of columns is
/// read by nobody, and the table of units has a row for each. It is as many as the smaller games of the family have
/// room for.
const MOST_WITH_COLUMNS: usize = Small::MOST_UNITS;

/// Where the values of some columns that stand together come from, and whose they are.
#[derive(Clone, Copy, Debug)]
enum Cells<R: Room> {
    Game(Values<R, i32>),
    Sides(Values<R, BySide<i32>>, BySide<bool>),
    Units(Values<R, ByUnit<R>>, UnitSet<R>),
    /// The sum over these units.
    Formation(Values<R, ByUnit<R>>, UnitSet<R>),
    Commanders(Values<R, ByCommander<R>>, CommanderSet<R>),
    /// The points scored in each stage.
    Stages(usize),
    /// All choices.
    Choices,
}

impl<R: Room, W: Copy, V> Told<R, W, V> {
    /// Those that have this column.
    fn whose(&self, game: &Insurrection<R>, all: impl Iterator<Item = W>) -> impl Iterator<Item = W> {
        all.filter(move |one| (self.can_be)(game, *one))
    }

    fn column(&self, whose: Whose, name: &str) -> Column {
        Column { what: self.what, whose, kind: self.kind.clone(), about: self.about.replace("{}", name) }
    }
}

impl<R: Room> Choice<R> {
    fn column(&self, game: &Insurrection<R>) -> Column {
        let Self { stage, side, what, .. } = *self;
        let names = self.among.iter().map(|one| game.scenario.commander(one).name.clone());
        let about = format!(
            "Whom the {} chose for the pool of stage {stage} [13.1]; absent if they were not asked.",
            game.scenario.sides[side],
        );
        Column { what, whose: Whose::SideStage(side, stage), kind: Kind::Name(names.collect()), about }
    }

    /// The place of this commander among those who could be chosen.
    fn place_of(&self, commander: CommanderId) -> i32 {
        self.among.iter().zip(0..).find(|(one, _)| *one == commander).expect("one of them").1
    }
}

impl<R: Room> Insurrection<R> {
    /// The columns with the cells below them, so that neither can be without the other.
    fn layout(&self) -> Vec<(Vec<Column>, Cells<R>)> {
        let scenario = &self.scenario;
        let mut layout: Vec<(Vec<Column>, Cells<R>)> = Vec::new();
        for told in of_game() {
            let columns = told.whose(self, iter::once(())).map(|()| told.column(Whose::Game, ""));
            layout.push((columns.collect(), Cells::Game(told.values)));
        }
        for told in of_sides() {
            let has = BySide::from_fn(|side| (told.can_be)(self, side));
            let columns = Side::BOTH.into_iter().filter(|side| has[*side]);
            let columns = columns.map(|side| told.column(Whose::Side(side), &scenario.sides[side]));
            layout.push((columns.collect(), Cells::Sides(told.values, has)));
        }
        let has_many = scenario.units.len() > MOST_WITH_COLUMNS;
        for told in of_formations().into_iter().filter(|_| has_many) {
            for (side, name, units) in self.formations() {
                let units: UnitSet<R> = told.whose(self, units.iter()).collect();
                if !units.is_empty() {
                    let column = told.column(Whose::AllOf(side, name.to_owned()), name);
                    layout.push((vec![column], Cells::Formation(told.values, units)));
                }
            }
        }
        for told in of_units().into_iter().filter(|_| !has_many) {
            let units: UnitSet<R> = told.whose(self, scenario.all_units().iter()).collect();
            let cards = units.iter().map(|unit| scenario.unit(unit));
            let columns =
                cards.map(|card| told.column(Whose::Unit(card.side, card.name.clone()), &card.name));
            layout.push((columns.collect(), Cells::Units(told.values, units)));
        }
        for told in of_commanders() {
            let all = CommanderSet::<R>::all_below(scenario.commanders.len());
            let commanders: CommanderSet<R> = told.whose(self, all.iter()).collect();
            let cards = commanders.iter().map(|one| scenario.commander(one));
            let columns =
                cards.map(|card| told.column(Whose::Unit(card.side, card.name.clone()), &card.name));
            layout.push((columns.collect(), Cells::Commanders(told.values, commanders)));
        }
        let gained = (1..=scenario.stages).map(|stage| Column {
            what: GAINED,
            whose: Whose::Stage(stage),
            kind: Kind::Number,
            about: format!(
                "By how much the lead of the first side changed in stage {stage} [12.2]; 0 if it was not played."
            ),
        });
        layout.push((gained.collect(), Cells::Stages(scenario.stages.into())));
        layout.push((self.choices().map(|choice| choice.column(self)).collect(), Cells::Choices));
        layout.retain(|(columns, _)| !columns.is_empty());
        layout
    }
}

impl<R: Room> Recorded for Insurrection<R> {
    type Notes = Notes<R>;

    fn columns(&self) -> Vec<Column> {
        let columns = self.layout().into_iter().flat_map(|(columns, _)| columns);
        columns.map(|column| Column { about: self.scenario.book.recite(&column.about), ..column }).collect()
    }

    fn notes(&self) -> Notes<R> {
        Notes::new(self, self.layout().into_iter().map(|(_, cells)| cells).collect())
    }

    #[inline]
    fn note_decision(&self, notes: &mut Notes<R>, state: &State<R>, action: Action) {
        match action {
            // [10.4] The side that fires decides to, on all occasions.
            Action::Fire { .. } => notes.tally.shots[self.to_act(state)] += 1,
            Action::Shell { gun, .. } => notes.tally.shells[self.side_of(gun)] += 1,
            // [13.1] In secret, so that it is not in the journal.
            Action::Choose(commander) => {
                if let Task::FillPool(slot) = state.agenda.top() {
                    notes.choose(state.stage, slot, commander);
                }
            }
            _ => (),
        }
    }

    fn write_row(&self, notes: &mut Notes<R>, state: &State<R>, row: &mut [i32]) {
        let over = Over { game: self, state, notes };
        let mut row = row.iter_mut();
        let mut write = |value| *row.next().expect("a row has room for every column") = value;
        for cells in &over.notes.cells {
            match *cells {
                Cells::Game(values) => write(values(&over)),
                Cells::Sides(values, has) => {
                    let values = values(&over);
                    Side::BOTH.into_iter().filter(|side| has[*side]).for_each(|side| write(values[side]));
                }
                Cells::Units(values, units) => {
                    let values = values(&over);
                    units.iter().for_each(|unit| write(values[unit.index()]));
                }
                Cells::Formation(values, units) => {
                    let values = values(&over);
                    write(units.iter().map(|unit| values[unit.index()]).sum());
                }
                Cells::Commanders(values, commanders) => {
                    let values = values(&over);
                    commanders.iter().for_each(|one| write(values[one.index()]));
                }
                Cells::Stages(stages) => {
                    over.notes.tally.gained[..stages].iter().for_each(|gain| write(*gain));
                }
                Cells::Choices => {
                    for (choice, chosen) in over.notes.choices.iter().zip(&over.notes.chosen) {
                        write(chosen.map_or(ABSENT, |one| choice.place_of(one)));
                    }
                }
            }
        }
        assert_eq!(row.len(), 0, "a row has no room for more");
        notes.clear();
    }

    fn members(&self) -> Vec<Member> {
        self.all_members()
    }

    fn cast(&self, _: &State<R>) -> Vec<Subject> {
        self.all_subjects()
    }

    fn tell(&self, notes: &Notes<R>, event: &Event, tale: &mut Tale) {
        notes.tell(event, tale);
    }
}

#[cfg(test)]
mod tests;
