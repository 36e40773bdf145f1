//! The drawing of the map: a block of characters with a ruler of columns and numbered rows, north on top, each
//! character a kind of ground from the legend.

use core::ops::Range;

use szala_board::SquareGrid;
use szala_kernel::text::{Field, Section, unknown};

use super::sheet::Sheet;
use crate::ids::Squares;
use crate::terrain::Ground;

/// What a character of the drawing stands for.
#[derive(Clone, Copy, Debug)]
struct Letter {
    sign: char,
    ground: Ground,
    inside: bool,
}

/// What was drawn.
#[derive(Debug)]
pub(super) struct Drawing {
    pub(super) ground: Vec<Ground>,
    pub(super) inside: Squares,
}

/// A word of a text, and the byte it begins at.
#[derive(Clone, Copy, Debug)]
struct Word<'d> {
    text: &'d str,
    at: usize,
}

/// Reads the table `ground`: the drawing and its legend.
pub(super) fn read(sheet: &mut Sheet<'_>, grid: SquareGrid) -> Option<Drawing> {
    let root = sheet.root.clone();
    let table = sheet.need(&root, "the map", "ground", Field::section)?;
    table.refuse_unknown(&["map", "legend"], &mut sheet.wrong);
    let legend = sheet.need(&table, "the ground", "legend", Field::section);
    let legend = legend.and_then(|legend| letters(sheet, &legend));
    let map = sheet.need(&table, "the ground", "map", |field| field.text().map(|_| field.clone()))?;
    let (start, block) = block(sheet, &map)?;
    Reader { sheet, grid, legend: legend?, due: 0, has_ruler: false }.read(start, block)
}

/// The text between the quotes as it stands in the file, and where it begins, so that each character has its place.
fn block<'d>(sheet: &mut Sheet<'d>, map: &Field<'d>) -> Option<(usize, &'d str)> {
    let text: &'d str = sheet.text;
    let written = text.get(map.span()).unwrap_or_default();
    let block = written.strip_prefix("'''").and_then(|rest| rest.strip_suffix("'''"));
    if block.is_none() {
        sheet.complain(map.span(), "the map stands between ''' and ''', one line a row");
    }
    block.map(|block| (map.span().start + "'''".len(), block))
}

fn letters<'d>(sheet: &mut Sheet<'d>, legend: &Section<'d>) -> Option<Vec<Letter>> {
    let before = sheet.wrong.len();
    let mut letters = Vec::new();
    // [6.10.8] A breach is made in play.
    let grounds = Ground::ALL.map(|ground| (ground.name(), ground));
    let grounds = &grounds[..grounds.len() - 1];
    for field in legend.fields() {
        let mut characters = field.name().chars();
        let (letter, rest) = (characters.next().unwrap_or_default(), characters.next());
        if rest.is_some() || letter.is_whitespace() || matches!(letter, '#' | '\0') {
            let message = "a kind of ground goes by one character, neither blank nor #";
            sheet.complain(field.name_span(), message);
            continue;
        }
        let Some(kind) = sheet.take(field.section()) else { continue };
        kind.refuse_unknown(&["terrain", "inside"], &mut sheet.wrong);
        let whose = format!("the ground `{letter}`");
        let ground = sheet.need(&kind, &whose, "terrain", |field| field.choice(grounds));
        let inside = kind.read("inside", &mut sheet.wrong, Field::flag).unwrap_or(false);
        let Some(ground) = ground else { continue };
        if inside && ground.is_fortified() {
            let message = "`inside` is for the ground within a fortification, not for the wall itself";
            sheet.complain(field.span(), message);
        }
        letters.push(Letter { sign: letter, ground, inside });
    }
    (sheet.wrong.len() == before).then_some(letters)
}

/// The drawing while it is read.
struct Reader<'s, 'd> {
    sheet: &'s mut Sheet<'d>,
    grid: SquareGrid,
    legend: Vec<Letter>,
    /// How many rows have been read, from the north.
    due: u8,
    has_ruler: bool,
}

impl Reader<'_, '_> {
    fn read(mut self, start: usize, block: &str) -> Option<Drawing> {
        let before = self.sheet.wrong.len();
        let count = self.grid.square_count();
        let mut drawing = Drawing { ground: vec![Ground::Clear; count], inside: Squares::EMPTY };
        let mut at = start;
        for line in block.split_inclusive('\n') {
            let drawn = line.split('#').next().unwrap_or_default();
            let words = words(drawn, at);
            match words.split_first() {
                None => (),
                Some((first, numbers)) if first.text == "columns" => self.check_ruler(*first, numbers),
                Some((first, rest)) if first.text == "row" => self.read_row(*first, rest, &mut drawing),
                Some((first, _)) => {
                    let message =
                        "a line of the map is a row, `row 01` and its squares, or the ruler `columns`";
                    self.sheet.complain(span(*first), message);
                }
            }
            at += line.len();
        }
        if self.due < self.grid.rows {
            let (first, last) = (self.row_number(self.due), self.row_number(self.grid.rows - 1));
            let rows = if first == last { format!("row {first}") } else { format!("rows {first} to {last}") };
            self.sheet.complain(at..at, format!("the map ends here, without {rows}"));
        }
        if !self.has_ruler {
            let columns = self.grid.columns;
            self.sheet.complain(
                start..start,
                format!("the map has no ruler: columns 01 02 and so on to {columns:02}"),
            );
        }
        (self.sheet.wrong.len() == before).then_some(drawing)
    }

    fn check_ruler(&mut self, first: Word<'_>, numbers: &[Word<'_>]) {
        self.has_ruler = true;
        for (number, due) in numbers.iter().zip(1..=self.grid.columns) {
            if number.text != format!("{due:02}") {
                let message = format!("the ruler has {} where column {due:02} is", number.text);
                return self.sheet.complain(span(*number), message);
            }
        }
        let columns = usize::from(self.grid.columns);
        if numbers.len() != columns {
            let at = numbers.get(columns).or(numbers.last()).copied().unwrap_or(first);
            let message = format!("the ruler has {} columns, the map {columns}", numbers.len());
            self.sheet.complain(span(at), message);
        }
    }

    fn read_row(&mut self, first: Word<'_>, rest: &[Word<'_>], drawing: &mut Drawing) {
        let rows = self.grid.rows;
        let Some((label, cells)) = rest.split_first() else {
            return self.sheet.complain(span(first), "a row begins with its number: `row 01`");
        };
        let Some(row) = (0..rows).find(|row| self.row_number(*row) == label.text) else {
            let message = format!("the map has no row {}: they run from {rows:02} to 01", label.text);
            // It stands where the row that is due would stand.
            self.due += 1;
            return self.sheet.complain(span(*label), message);
        };
        if row != self.due {
            let due = if self.due < rows { self.row_number(self.due) } else { "no more".to_owned() };
            self.sheet.complain(span(*label), format!("row {due} is due here, not {}", label.text));
        }
        // A row that is left out is complained of once, not again at each row below it.
        self.due = self.due.max(row + 1);
        self.read_cells(rows - 1 - row, *label, cells, drawing);
    }

    fn read_cells(&mut self, row: u8, label: Word<'_>, cells: &[Word<'_>], drawing: &mut Drawing) {
        let columns = self.grid.columns;
        let letters: Vec<(usize, char)> = cells
            .iter()
            .flat_map(|word| word.text.char_indices().map(move |(offset, letter)| (word.at + offset, letter)))
            .collect();
        if letters.len() != usize::from(columns) {
            let end = cells.last().map_or(label.at + label.text.len(), |word| word.at + word.text.len());
            let at = letters.get(usize::from(columns)).map_or(end, |(at, _)| *at);
            let message =
                format!("row {} has {} squares, the map has {columns} columns", label.text, letters.len());
            self.sheet.complain(at..at, message);
        }
        for (column, (at, letter)) in (0..columns).zip(letters) {
            let Some(known) = self.legend.iter().find(|known| known.sign == letter) else {
                let known: Vec<String> = self.legend.iter().map(|known| known.sign.to_string()).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let message = unknown("ground", &letter.to_string(), &known);
                self.sheet.complain(at..at + letter.len_utf8(), format!("{message} in the legend"));
                continue;
            };
            let square = self.grid.square_at([column.into(), row.into()]).expect("a square of the map");
            drawing.ground[square.index()] = known.ground;
            if known.inside {
                drawing.inside.insert(square);
            }
        }
    }

    /// The printed number of a row counted from the north.
    fn row_number(&self, row: u8) -> String {
        format!("{:02}", self.grid.rows - row)
    }
}

fn span(word: Word<'_>) -> Range<usize> {
    word.at..word.at + word.text.len()
}

/// The words of a text that begins at byte `start`.
fn words(text: &str, start: usize) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find(|letter: char| !letter.is_whitespace()) {
        rest = &rest[begin..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        words.push(Word { text: &rest[..end], at: start + text.len() - rest.len() });
        rest = &rest[end..];
    }
    words
}
