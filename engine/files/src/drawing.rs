//! Maps that are drawn: a block of characters with a ruler of columns and numbered rows, north on top, each character
//! one of a legend. What the characters stand for is left to the readers, and so is how rows and columns are numbered.

use core::ops::Range;

use crate::tree::{Kind, Node};
use crate::{Complaint, Field, unknown};

/// A word of a text, and the byte it begins at.
#[derive(Clone, Copy, Debug)]
pub struct Word<'d> {
    /// The word.
    pub text: &'d str,
    /// Where it begins.
    pub at: usize,
}

impl Word<'_> {
    /// The bytes that it takes.
    pub const fn span(self) -> Range<usize> {
        self.at..self.at + self.text.len()
    }
}

/// The words of a text that begins at byte `start`.
pub fn words(text: &str, start: usize) -> Vec<Word<'_>> {
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

/// The text between the quotes as it stands in a file, and where it begins, so that each character has its place.
///
/// # Errors
/// When it is written otherwise than between three quotes.
pub fn block<'d>(file: &'d str, map: &Field<'_>) -> Result<(usize, &'d str), Complaint> {
    let written = file.get(map.span()).unwrap_or_default();
    let block = written.strip_prefix("'''").and_then(|rest| rest.strip_suffix("'''"));
    let block = block
        .ok_or_else(|| Complaint::new(map.span(), "the map stands between ''' and ''', one line a row"))?;
    Ok((map.span().start + "'''".len(), block))
}

/// The character that a field of a legend explains.
///
/// # Errors
/// When it is none that can be drawn.
pub fn letter(field: &Field<'_>) -> Result<char, Complaint> {
    let mut letters = field.name().chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if !letter.is_whitespace() && !matches!(letter, '#' | '\0') => Ok(letter),
        _ => {
            let message = "a kind of ground goes by one character, neither blank nor #";
            Err(Complaint::new(field.name_span(), message))
        }
    }
}

/// The character of a cell of a sound drawing, by the printed numbers of its row and its column.
pub fn letter_of<'n>(drawing: &'n Node, row: &str, column: &str) -> Option<&'n str> {
    let Kind::Single { written, .. } = &drawing.kind else { return None };
    written.get(letter_at(written, row, column)?)
}

/// Draws another character in a cell of a sound drawing.
pub fn redraw(drawing: &mut Node, row: &str, column: &str, letter: &str) {
    if let Kind::Single { written, printed } = &mut drawing.kind
        && let Some(range) = letter_at(written, row, column)
    {
        written.replace_range(range, letter);
        printed.clone_from(written);
    }
}

/// Where the character of a cell stands.
fn letter_at(drawing: &str, row: &str, column: &str) -> Option<Range<usize>> {
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

/// How a drawing is numbered, and what it is made of.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The printed numbers of the rows, from the north.
    pub rows: Vec<String>,
    /// Those of the columns, from the west.
    pub columns: Vec<String>,
    /// What says how many there are: the grid, the map.
    pub whole: &'static str,
    /// What a row is made of: hexes, squares.
    pub cells: &'static str,
}

impl Frame {
    /// Reads a block that begins at byte `start`: what the legend says of each character, with its row from the north
    /// and its column from the west. Everything that is wrong is put among the complaints.
    pub fn read<T: Copy>(
        &self,
        (start, block): (usize, &str),
        legend: &[(char, T)],
        wrong: &mut Vec<Complaint>,
    ) -> Vec<([usize; 2], T)> {
        let mut reader =
            Reader { frame: self, legend, wrong, drawn: Vec::new(), due: 0, strangers: 0, has_ruler: false };
        let mut at = start;
        for line in block.split_inclusive('\n') {
            reader.read_line(line.split('#').next().unwrap_or_default(), at);
            at += line.len();
        }
        reader.end(start, at);
        reader.drawn
    }
}

/// The drawing while it is read.
struct Reader<'r, T> {
    frame: &'r Frame,
    legend: &'r [(char, T)],
    wrong: &'r mut Vec<Complaint>,
    drawn: Vec<([usize; 2], T)>,
    /// The row that comes next, from the north.
    due: usize,
    /// 1 behind a row whose number is none, which has been complained of: it may stand where the due one should.
    strangers: usize,
    has_ruler: bool,
}

impl<T: Copy> Reader<'_, T> {
    fn complain(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.wrong.push(Complaint::new(span, message));
    }

    fn read_line(&mut self, line: &str, at: usize) {
        let words = words(line, at);
        match words.split_first() {
            None => (),
            Some((first, numbers)) if first.text == "columns" => self.check_ruler(*first, numbers),
            Some((first, rest)) if first.text == "row" => self.read_row(*first, rest),
            Some((first, _)) => {
                let cells = self.frame.cells;
                let message =
                    format!("a line of the map is a row, `row 01` and its {cells}, or the ruler `columns`");
                self.complain(first.span(), message);
            }
        }
    }

    fn end(&mut self, start: usize, end: usize) {
        let left = self.frame.rows.get(self.due + self.strangers..).unwrap_or_default();
        if let (Some(first), Some(last)) = (left.first(), left.last()) {
            let rows = if first == last { format!("row {first}") } else { format!("rows {first} to {last}") };
            self.complain(end..end, format!("the map ends here, without {rows}"));
        }
        if !self.has_ruler {
            let ruler = self.frame.columns.join(" ");
            self.complain(start..start, format!("the map has no ruler: columns {ruler}"));
        }
    }

    fn check_ruler(&mut self, first: Word<'_>, numbers: &[Word<'_>]) {
        self.has_ruler = true;
        let due = &self.frame.columns;
        if let Some((number, due)) = numbers.iter().zip(due).find(|(number, due)| number.text != **due) {
            let message = format!("the ruler has {} where column {due} is", number.text);
            return self.complain(number.span(), message);
        }
        if numbers.len() != due.len() {
            let at = numbers.get(due.len()).or(numbers.last()).copied().unwrap_or(first);
            let whole = self.frame.whole;
            let message = format!("the ruler has {} columns, the {whole} {}", numbers.len(), due.len());
            self.complain(at.span(), message);
        }
    }

    fn read_row(&mut self, first: Word<'_>, rest: &[Word<'_>]) {
        let Frame { rows, whole, .. } = self.frame;
        let Some((label, cells)) = rest.split_first() else {
            return self.complain(first.span(), "a row begins with its number: `row 01`");
        };
        let Some(row) = rows.iter().position(|row| row == label.text) else {
            let [first, last] = [rows.first(), rows.last()].map(|row| row.map_or("", String::as_str));
            let message = format!("the {whole} has no row {}: they run from {first} to {last}", label.text);
            self.strangers = 1;
            return self.complain(label.span(), message);
        };
        if row != self.due && row != self.due + self.strangers {
            let due = rows.get(self.due).map_or("no more", String::as_str);
            self.complain(label.span(), format!("row {due} is due here, not {}", label.text));
        }
        // A row that is left out is complained of once, not again at each row below it.
        (self.due, self.strangers) = (self.due.max(row + 1), 0);
        self.read_cells(row, *label, cells);
    }

    fn read_cells(&mut self, row: usize, label: Word<'_>, cells: &[Word<'_>]) {
        let columns = self.frame.columns.len();
        let letters = cells.iter().flat_map(|word| {
            word.text.char_indices().map(move |(offset, letter)| (word.at + offset, letter))
        });
        let letters: Vec<(usize, char)> = letters.collect();
        if letters.len() != columns {
            let end = cells.last().map_or(label.span().end, |word| word.span().end);
            let at = letters.get(columns).map_or(end, |(at, _)| *at);
            let Frame { whole, cells, .. } = self.frame;
            let message = format!(
                "row {} has {} {cells}, the {whole} has {columns} columns",
                label.text,
                letters.len()
            );
            self.complain(at..at, message);
        }
        for (column, (at, letter)) in (0..columns).zip(letters) {
            let Some((_, known)) = self.legend.iter().find(|(known, _)| *known == letter) else {
                let known: Vec<String> = self.legend.iter().map(|(known, _)| known.to_string()).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let message = unknown("ground", &letter.to_string(), &known);
                self.complain(at..at + letter.len_utf8(), format!("{message} in the legend"));
                continue;
            };
            self.drawn.push(([row, column], *known));
        }
    }
}
