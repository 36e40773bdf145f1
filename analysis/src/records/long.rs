//! The long tables beside the games of a run: rows a unit, an event or a stage, as many to a game as there are. Their
//! files are of fewer games than those of the games, since a game may have thousands of rows.

use core::ops::Range;

use serde::{Deserialize, Serialize};
use szala_system::{Long, Sheet};

use super::folder::file_of;
use super::frame::{Column, Frame, Values};
use super::manifest::{Field, FieldKind, GamesFile, kind_of};

/// How many game numbers a file of a long table is for: the first is a multiple of this, or the first of the part. It
/// divides [`BLOCK`](super::BLOCK), so that a block of games ends where a file of each table ends.
pub const LONG_BLOCK: u64 = 1_024;
/// The version of the columns of the long tables.
pub const LONG_SCHEMA: u32 = 1;

/// A long table of a run, as its manifest describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LongTable {
    /// What it is called, and how the names of its files begin.
    pub name: String,
    /// The version of its columns.
    pub schema: u32,
    /// Its columns.
    pub columns: Vec<Field>,
    /// Its files, in order, by the games whose rows they hold.
    pub files: Vec<GamesFile>,
}

impl LongTable {
    /// A table of which nothing is written yet.
    pub fn new(long: Long) -> Self {
        let field = |name: &str, kind, names, about: &str| Field {
            name: name.to_owned(),
            what: name.to_owned(),
            side: None,
            unit: None,
            group: None,
            stage: None,
            kind,
            names,
            about: about.to_owned(),
        };
        let game = field("game", FieldKind::Count, Vec::new(), "The number of the game in its run.");
        let own = long.columns().into_iter().map(|(name, kind, about)| {
            let (kind, names) = kind_of(&kind);
            field(name, kind, names, about)
        });
        let columns = [game].into_iter().chain(own).collect();
        Self { name: long.name().to_owned(), schema: LONG_SCHEMA, columns, files: Vec::new() }
    }

    /// The table of this name; none if it is another's.
    pub(super) fn known(&self) -> Option<Long> {
        Long::ALL.into_iter().find(|long| long.name() == self.name)
    }

    /// The name of the file whose first game has this number.
    pub(super) fn file(&self, first: u64) -> String {
        file_of(&self.name, first)
    }
}

/// The rows of a block of games in one table, while they grow.
#[derive(Clone, Debug)]
pub(super) struct Sheaf {
    /// Which table.
    pub(super) long: Long,
    /// The number of the first game.
    pub(super) first: u64,
    /// The number behind the last.
    pub(super) end: u64,
    columns: Vec<Column>,
}

impl Sheaf {
    /// Without rows; the first game will have this number.
    pub(super) fn new(table: &LongTable, first: u64) -> Self {
        let long = table.known().expect("the manifest was looked at");
        let mut sheaf = Self { long, first, end: first, columns: Vec::new() };
        sheaf.columns = table.columns.iter().map(empty).collect();
        sheaf
    }

    /// The number with which the next block begins.
    pub(super) fn next_block(&self) -> u64 {
        (self.first / LONG_BLOCK + 1) * LONG_BLOCK
    }

    /// Forgets all rows; the next game is the one behind the last.
    pub(super) fn restart(&mut self) {
        self.first = self.end;
        for column in &mut self.columns {
            column.values.clear();
        }
    }

    /// Adds the rows of some games of a stretch that begins with this number.
    pub(super) fn add_sheet(&mut self, sheet: &Sheet, first: u64, games: Range<usize>) {
        debug_assert_eq!(first + games.start as u64, self.end, "games follow each other");
        let (game, own) = self.columns.split_first_mut().expect("the first is `game`");
        let Values::Long(numbers) = &mut game.values else { unreachable!("`game` is a number") };
        for place in games.clone() {
            let rows = sheet.rows(place..place + 1).len();
            numbers.extend(std::iter::repeat_n(first + place as u64, rows));
        }
        let (rows, width) = (sheet.rows(games.clone()), own.len());
        for (place, column) in own.iter_mut().enumerate() {
            let values = rows.clone().map(|row| sheet.values[row * width + place]);
            column.values.extend(values, &sheet.names);
        }
        self.end = first + games.end as u64;
    }

    /// Adds the rows of these games from a file, behind those of the games that are here.
    pub(super) fn add_frame(&mut self, frame: &Frame, games: Range<u64>) -> Result<(), String> {
        debug_assert_eq!(games.start, self.end, "games follow each other");
        let numbers = frame.column("game")?.long()?;
        let rows = numbers.partition_point(|game| *game < games.start)
            ..numbers.partition_point(|game| *game < games.end);
        for (column, more) in self.columns.iter_mut().zip(frame.columns()) {
            column
                .values
                .extend_from(&more.values, rows.clone())
                .map_err(|kind| format!("column `{}` holds values of another kind: {kind}", column.name))?;
        }
        self.end = games.end;
        Ok(())
    }

    /// The rows as a table.
    pub(super) fn frame(&self) -> Frame {
        Frame::new(self.columns[0].values.len(), self.columns.clone())
    }
}

/// A column without values.
fn empty(field: &Field) -> Column {
    let values = match field.kind {
        FieldKind::Count if field.name == "game" => Values::Long(Vec::new()),
        FieldKind::Count | FieldKind::Stage => Values::Counts(Vec::new()),
        FieldKind::Number => Values::Numbers(Vec::new()),
        FieldKind::Name => Values::Names(Vec::new(), Vec::new()),
        FieldKind::Flag => Values::Flags(Vec::new()),
    };
    Column::new(field.name.clone(), values)
}

/// Checks that the rows of a file are in the order of their games, and of these games only.
pub(super) fn check_rows(frame: &Frame, file: &GamesFile) -> Result<(), String> {
    let games = frame.column("game")?.long()?;
    let is_within = games.first().is_none_or(|game| *game >= file.first)
        && games.last().is_none_or(|game| *game < file.end());
    if is_within && games.is_sorted() {
        Ok(())
    } else {
        Err("its rows are not of the games that are due".to_owned())
    }
}

/// The kind of table that a user names.
///
/// # Errors
/// That there is none of this name.
pub fn long_named(name: &str) -> Result<Long, String> {
    Long::ALL.into_iter().find(|long| long.name() == name).ok_or_else(|| {
        format!("there is no table `{name}`; the tables are {}", Long::ALL.map(Long::name).join(", "))
    })
}

#[cfg(test)]
mod tests {
    use szala_kernel::record::ABSENT;

    use super::*;
    use crate::records::BLOCK;

    #[test]
    fn a_block_of_games_ends_where_files_of_the_tables_end() {
        assert_eq!(BLOCK % LONG_BLOCK, 0);
    }

    /// The columns of the tables are the same for every game and stay so: a change to one needs a new version.
    #[test]
    fn the_columns_of_version_1_are_these_in_this_order() {
        assert_eq!(LONG_SCHEMA, 1);
        let told = |long| {
            let columns = LongTable::new(long).columns;
            let words = columns.iter().map(|field| format!("{} {:?}", field.name, field.kind).to_lowercase());
            words.collect::<Vec<_>>().join(", ")
        };
        assert_eq!(
            told(Long::Units),
            "game count, unit name, side name, formation name, entered stage, losses count, flights count, \
             activated count, points number, ended stage, rule name, how name"
        );
        assert_eq!(
            told(Long::Events),
            "game count, number count, stage stage, what name, how name, side name, unit name, target name, \
             cell name, rule name, amount number"
        );
        assert_eq!(
            told(Long::Stages),
            "game count, stage stage, first_points count, second_points count, lead number"
        );
    }

    #[test]
    fn rows_of_a_file_are_added_by_their_games_with_their_names() {
        let sheet = Sheet {
            // Two games: one row, two rows.
            values: vec![1, 0, 0, 5, 2, 3, 0, 5, 3, 0, ABSENT, 5],
            ends: vec![1, 3],
            names: Vec::new(),
        };
        let table = LongTable::new(Long::Stages);
        let mut sheaf = Sheaf::new(&table, 4);
        sheaf.add_sheet(&sheet, 4, 0..2);
        assert_eq!(sheaf.frame().column("game").and_then(Column::long), Ok(&[4, 5, 5][..]));
        let mut other = Sheaf::new(&table, 5);
        other.add_frame(&sheaf.frame(), 5..6).expect("a frame of the same table");
        assert_eq!(other.frame().column("game").and_then(Column::long), Ok(&[5, 5][..]));
        assert_eq!(other.frame().column("stage").and_then(Column::numbers), Ok(&[2, 3][..]));
        assert_eq!(other.frame().column("second_points").and_then(Column::numbers), Ok(&[0, ABSENT][..]));
    }
}
