//! The drawing of the map: a block of characters with a ruler of columns and numbered rows, north on top, each
//! character a kind of ground from the legend. What lies on hexsides is `map`'s business.

use core::ops::Range;

use szala_board::{EastOrWest, HexGrid, HexId, NorthOrSouth, Order};
use szala_kernel::text::{Field, Section, unknown};

use super::sheet::{Sheet, Word, words};
use crate::ids::{Board, Hexes};

/// What a character of the drawing stands for.
#[derive(Clone, Copy, Debug)]
struct Kind {
    letter: char,
    forest: bool,
    level: u8,
}

/// No hill is higher.
const HIGHEST: u8 = 9;

/// The levels of all hexes, and which are forest.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) level: Vec<u8>,
    pub(super) forest: Hexes,
}

/// Reads the table `ground`: the drawing and its legend.
pub(super) fn read(sheet: &mut Sheet<'_>, board: &Board) -> Option<Ground> {
    let table = sheet.table("ground", &["map", "legend"])?;
    let legend = sheet.need(&table, "the ground", "legend", Field::section);
    let legend = legend.and_then(|legend| kinds(sheet, &legend));
    let map = sheet.field(&table, "the ground", "map")?;
    let (start, block) = block(sheet, &map)?;
    let grid = board.grid();
    sheet.record_whole("map.ground", format!("{} rows of {}", grid.rows, grid.columns));
    Drawing { sheet, board, legend: legend?, due: 0, has_ruler: false }.read(start, block)
}

/// The text between the quotes as it stands in the file, and where it begins, so that each character has its place.
fn block<'d>(sheet: &mut Sheet<'d>, map: &Field<'d>) -> Option<(usize, &'d str)> {
    sheet.take(map.text())?;
    let source: &'d str = &sheet.source.text;
    let written = source.get(map.span()).unwrap_or_default();
    let block = written.strip_prefix("'''").and_then(|rest| rest.strip_suffix("'''"));
    if block.is_none() {
        sheet.complain(map.span(), "the map stands between ''' and ''', one line a row");
    }
    block.map(|block| (map.span().start + "'''".len(), block))
}

/// Where the character of a hex stands in a sound drawing, by the printed numbers of its row and its column.
pub(super) fn letter_at(drawing: &str, row: &str, column: &str) -> Option<Range<usize>> {
    let lines = || {
        drawing.split_inclusive('\n').scan(0, |at, line| {
            let start = *at;
            *at += line.len();
            Some(words(line.split('#').next().unwrap_or_default(), start))
        })
    };
    let place = lines().find_map(|words| {
        let (first, numbers) = words.split_first()?;
        (first.text == "columns").then(|| numbers.iter().position(|number| number.text == column))?
    })?;
    let cells = lines().find(|words| {
        words.first().is_some_and(|first| first.text == "row")
            && words.get(1).is_some_and(|it| it.text == row)
    })?;
    let mut letters = cells.iter().skip(2).flat_map(|word| {
        word.text.char_indices().map(|(offset, letter)| (word.at + offset, letter.len_utf8()))
    });
    letters.nth(place).map(|(at, length)| at..at + length)
}

fn kinds(sheet: &mut Sheet<'_>, legend: &Section<'_>) -> Option<Vec<Kind>> {
    let before = sheet.wrong.len();
    let mut kinds = Vec::new();
    for field in legend.fields() {
        let mut letters = field.name().chars();
        let (letter, rest) = (letters.next().unwrap_or_default(), letters.next());
        if rest.is_some() || letter.is_whitespace() || matches!(letter, '#' | '\0') {
            let message = "a kind of ground goes by one character, neither blank nor #";
            sheet.complain(field.name_span(), message);
            continue;
        }
        let Some(kind) = sheet.take(field.section()) else { continue };
        kind.refuse_unknown(&["terrain", "level"], &mut sheet.wrong);
        let whose = format!("the ground `{letter}`");
        let terrain = [("clear", false), ("forest", true)];
        let forest = kind.read("terrain", &mut sheet.wrong, |field| field.choice(&terrain));
        let level = kind.read("level", &mut sheet.wrong, |field| field.number(0..=HIGHEST));
        for key in ["terrain", "level"].into_iter().filter(|key| kind.get(key).is_none()) {
            sheet.complain(field.span(), format!("{whose} has no `{key}`"));
        }
        if let (Some(forest), Some(level)) = (forest, level) {
            kinds.push(Kind { letter, forest, level });
        }
    }
    (sheet.wrong.len() == before).then_some(kinds)
}

/// The drawing while it is read.
struct Drawing<'s, 'd, 'b> {
    sheet: &'s mut Sheet<'d>,
    board: &'b Board,
    legend: Vec<Kind>,
    /// How many rows have been read, from the north.
    due: u8,
    has_ruler: bool,
}

impl Drawing<'_, '_, '_> {
    fn read(mut self, start: usize, block: &str) -> Option<Ground> {
        let before = self.sheet.wrong.len();
        let mut ground = Ground { level: vec![0; self.board.grid().hex_count()], forest: Hexes::EMPTY };
        let mut at = start;
        for line in block.split_inclusive('\n') {
            let drawn = line.split('#').next().unwrap_or_default();
            let words = words(drawn, at);
            match words.split_first() {
                None => (),
                Some((first, numbers)) if first.text == "columns" => self.check_ruler(*first, numbers),
                Some((first, rest)) if first.text == "row" => self.read_row(*first, rest, &mut ground),
                Some((first, _)) => {
                    let message =
                        "a line of the map is a row, `row 01` and its hexes, or the ruler `columns`";
                    self.complain(*first, message);
                }
            }
            at += line.len();
        }
        let end = at..at;
        let rows = self.board.grid().rows;
        if self.due < rows {
            let (first, last) = (self.row_number(self.due), self.row_number(rows - 1));
            let rows = if first == last { format!("row {first}") } else { format!("rows {first} to {last}") };
            self.sheet.complain(end.clone(), format!("the map ends here, without {rows}"));
        }
        if !self.has_ruler {
            let ruler = self.ruler();
            self.sheet.complain(start..start, format!("the map has no ruler: columns {ruler}"));
        }
        (self.sheet.wrong.len() == before).then_some(ground)
    }

    fn complain(&mut self, word: Word<'_>, message: impl Into<String>) {
        self.sheet.complain(span(word), message);
    }

    fn check_ruler(&mut self, first: Word<'_>, numbers: &[Word<'_>]) {
        self.has_ruler = true;
        let due: Vec<String> =
            (0..self.board.grid().columns).map(|column| self.column_number(column)).collect();
        for (number, due) in numbers.iter().zip(&due) {
            if number.text != due {
                self.complain(*number, format!("the ruler has {} where column {due} is", number.text));
                return;
            }
        }
        if numbers.len() != due.len() {
            let at = numbers.get(due.len()).or(numbers.last()).copied().unwrap_or(first);
            let message = format!("the ruler has {} columns, the grid {}", numbers.len(), due.len());
            self.complain(at, message);
        }
    }

    fn read_row(&mut self, first: Word<'_>, rest: &[Word<'_>], ground: &mut Ground) {
        let rows = self.board.grid().rows;
        let Some((label, cells)) = rest.split_first() else {
            self.complain(first, "a row begins with its number: `row 01`");
            return;
        };
        let Some(row) = (0..rows).find(|row| self.row_number(*row) == label.text) else {
            let (first, last) = (self.row_number(0), self.row_number(rows - 1));
            self.complain(
                *label,
                format!("the grid has no row {}: they run from {first} to {last}", label.text),
            );
            return;
        };
        if row != self.due {
            let due = if self.due < rows { self.row_number(self.due) } else { "no more".to_owned() };
            self.complain(*label, format!("row {due} is due here, not {}", label.text));
        }
        // A row that is left out is complained of once, not again at each row below it.
        self.due = self.due.max(row + 1);
        self.read_cells(row, *label, cells, ground);
    }

    fn read_cells(&mut self, row: u8, label: Word<'_>, cells: &[Word<'_>], ground: &mut Ground) {
        let columns = self.board.grid().columns;
        let letters: Vec<(usize, char)> = cells
            .iter()
            .flat_map(|word| word.text.char_indices().map(move |(offset, letter)| (word.at + offset, letter)))
            .collect();
        if letters.len() != usize::from(columns) {
            let end = cells.last().map_or(label.at + label.text.len(), |word| word.at + word.text.len());
            let at = letters.get(usize::from(columns)).map_or(end, |(at, _)| *at);
            let message =
                format!("row {} has {} hexes, the grid has {columns} columns", label.text, letters.len());
            self.sheet.complain(at..at, message);
        }
        for (column, (at, letter)) in (0..columns).zip(letters) {
            let Some(kind) = self.legend.iter().find(|kind| kind.letter == letter) else {
                let known: Vec<String> = self.legend.iter().map(|kind| kind.letter.to_string()).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let message = unknown("ground", &letter.to_string(), &known);
                self.sheet.complain(at..at + letter.len_utf8(), format!("{message} in the legend"));
                continue;
            };
            let (forest, level) = (kind.forest, kind.level);
            let hex = self.hex_at(row, column);
            ground.level[hex.index()] = level;
            if forest {
                ground.forest.insert(hex);
            }
        }
    }

    fn hex_at(&self, row: u8, column: u8) -> HexId {
        let (row, column) = (self.row_number(row), self.column_number(column));
        let label = match self.board.grid().numbering.order {
            Order::RowColumn => row + &column,
            Order::ColumnRow => column + &row,
        };
        self.board.parse_label(&label).expect("a row and a column of the grid")
    }

    fn ruler(&self) -> String {
        let numbers: Vec<String> =
            (0..self.board.grid().columns).map(|column| self.column_number(column)).collect();
        numbers.join(" ")
    }

    /// The printed number of a row counted from the north.
    fn row_number(&self, row: u8) -> String {
        let HexGrid { rows, numbering, .. } = *self.board.grid();
        let steps = if numbering.rows_from == NorthOrSouth::North { row } else { rows - 1 - row };
        number(numbering.first_row, steps, numbering.digits)
    }

    /// The printed number of a column counted from the west.
    fn column_number(&self, column: u8) -> String {
        let HexGrid { columns, numbering, .. } = *self.board.grid();
        let steps = if numbering.columns_from == EastOrWest::West { column } else { columns - 1 - column };
        number(numbering.first_column, steps, numbering.digits)
    }
}

fn number(first: u8, steps: u8, digits: u8) -> String {
    format!("{:0width$}", u16::from(first) + u16::from(steps), width = usize::from(digits))
}

fn span(word: Word<'_>) -> Range<usize> {
    word.at..word.at + word.text.len()
}
