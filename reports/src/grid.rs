//! A table of text cells, for the terminal and for Markdown. The content of the cells is left to the caller.

use core::cmp::Reverse;
use core::fmt::{self, Write};

use crate::body::plain;

/// The maximum length of a line on the terminal, unless its words are longer.
const WIDEST: usize = 120;

/// Words up to this length are never cut.
const LONG: usize = 30;

/// The gap between two columns.
const GAP: &str = "  ";

/// Rows of cells, the first with the heads of the columns; a cell may have several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The rows, all of the same length.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// A table with these heads.
    pub fn with_head(head: impl IntoIterator<Item: Into<String>>) -> Self {
        Self { rows: vec![head.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub fn push(&mut self, row: impl IntoIterator<Item: Into<String>>) {
        self.rows.push(row.into_iter().map(Into::into).collect());
    }

    /// Is there nothing below the head?
    pub fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// Writes the table in columns as wide as their widest cell, with each line indented. Columns of bare numbers are
    /// aligned right. If a cell has several lines, rows are separated by an empty line. If the lines would be longer
    /// than `WIDEST`, the widest columns are narrowed and their cells wrapped.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_text(&self, indent: &str, to: &mut impl Write) -> fmt::Result {
        let is_airy = self.rows.iter().flatten().any(|cell| cell.lines().count() > 1);
        let widths = self.widths(WIDEST.saturating_sub(indent.chars().count()));
        let layout: Vec<(usize, bool)> =
            widths.into_iter().zip((0..).map(|it| self.is_of_numbers(it))).collect();
        for (place, row) in self.rows.iter().enumerate() {
            if place > 0 && is_airy {
                writeln!(to)?;
            }
            let cells: Vec<Vec<String>> =
                row.iter().zip(&layout).map(|(cell, (width, _))| folded(cell, *width)).collect();
            for line in 0..cells.iter().map(Vec::len).max().unwrap_or(0) {
                let cell = |(cell, (width, is_right)): (&Vec<String>, &(usize, bool))| {
                    let text = cell.get(line).map_or("", String::as_str);
                    if *is_right { format!("{text:>width$}") } else { format!("{text:width$}") }
                };
                let cells: Vec<String> = cells.iter().zip(&layout).map(cell).collect();
                writeln!(to, "{}", format!("{indent}{}", cells.join(GAP)).trim_end())?;
            }
        }
        Ok(())
    }

    /// The widths of the columns: as wide as their widest line, or narrower if the sum would exceed `most`, but never
    /// narrower than their longest word. The column to narrow is the one in which the fewest cells below its head must
    /// be wrapped, the widest of these.
    fn widths(&self, most: usize) -> Vec<usize> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let lines = |column: usize| self.rows.iter().flat_map(move |row| row[column].lines());
        let longest = |column| lines(column).map(length).max().unwrap_or(0);
        let word =
            |line: &str| words(line).map(|(_, word)| length(word)).max().unwrap_or(0) + indent_of(line);
        let mut widths: Vec<usize> = (0..columns).map(longest).collect();
        let least: Vec<usize> =
            (0..columns).map(|column| lines(column).map(word).max().unwrap_or(0)).collect();
        while widths.iter().sum::<usize>() + columns.saturating_sub(1) * GAP.len() > most {
            let wide = (0..columns).filter(|column| widths[*column] > least[*column]);
            let folds = |column: usize, width| {
                let below = self.rows.iter().skip(1).flat_map(|row| row[column].lines());
                below.filter(|line| length(line) == width).count()
            };
            let fewest =
                wide.min_by_key(|column| (folds(*column, widths[*column]), Reverse(widths[*column])));
            let Some(column) = fewest else { break };
            widths[column] -= 1;
        }
        widths
    }

    /// Writes the table as Markdown.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_markdown(&self, to: &mut impl Write) -> fmt::Result {
        for (place, row) in self.rows.iter().enumerate() {
            let cell = |cell: &String| {
                cell.lines()
                    .map(|line| plain(line.trim()))
                    .collect::<Vec<_>>()
                    .join("<br>")
                    .replace('|', "\\|")
            };
            let cells: Vec<String> = row.iter().map(cell).collect();
            writeln!(to, "| {} |", cells.join(" | "))?;
            if place == 0 {
                let rule = |column| if self.is_of_numbers(column) { "--:|" } else { "---|" };
                writeln!(to, "|{}", (0..row.len()).map(rule).collect::<String>())?;
            }
        }
        Ok(())
    }

    /// Does a column contain only bare numbers? The first column names the rows.
    fn is_of_numbers(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().skip(1).map(|row| row[column].trim());
        let is_number = |cell: &str| {
            let begins = cell.starts_with(|first: char| first.is_ascii_digit() || "+-±".contains(first));
            cell.is_empty() || cell == "-" || begins && !cell.contains(char::is_whitespace)
        };
        column > 0 && self.rows.iter().skip(1).any(|row| !row[column].is_empty()) && cells.all(is_number)
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

/// How many spaces a line starts with.
fn indent_of(line: &str) -> usize {
    line.chars().take_while(|letter| *letter == ' ').count()
}

/// The words of a line, each with the text before it. A text in brackets is one word: an interval. Words of more than
/// [`LONG`] letters may be cut after a hyphen (a road is many hexes) and at blanks.
fn words(line: &str) -> impl Iterator<Item = (&'static str, &str)> {
    let mut depth = 0;
    let ends = move |letter: char| {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        letter == ' ' && depth <= 0
    };
    line.split(ends).filter(|word| !word.is_empty()).flat_map(|word| {
        // No line contains a line break, so this cuts nothing.
        let cuts: &[char] = if length(word) > LONG { &['-', ' '] } else { &['\n'] };
        word.split_inclusive(cuts).enumerate().map(|(place, part)| (if place == 0 { " " } else { "" }, part))
    })
}

/// The lines of a cell, none longer than the width unless a word is; wrapped text keeps its line's indent.
fn folded(cell: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for line in cell.lines() {
        if length(line) <= width {
            lines.push(line.to_owned());
            continue;
        }
        let indent = " ".repeat(indent_of(line));
        let mut now = String::new();
        for (gap, word) in words(line) {
            if now.is_empty() {
                now = format!("{indent}{word}");
            } else if length(&now) + gap.len() + length(word) <= width {
                now = format!("{now}{gap}{word}");
            } else {
                let full = core::mem::replace(&mut now, format!("{indent}{word}"));
                lines.push(full.trim_end().to_owned());
            }
        }
        lines.push(now);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[[&str; 2]]) -> Grid {
        Grid { rows: rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect() }
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_and_letters_count_once() {
        let mut text = String::new();
        grid(&[["", "b"], ["\u{142}\u{f3}d\u{17a}", "two"], ["a", ""]])
            .write_text("", &mut text)
            .expect("a string takes all that is written to it");
        assert_eq!(text, "      b\n\u{142}\u{f3}d\u{17a}  two\na\n");
    }

    #[test]
    fn a_table_that_is_too_wide_goes_on_in_the_next_line_column_by_column() {
        // 100 letters in the second column: with ten in the first and the gap, 112. With 20 in the first, 122.
        let long = "nine char ".repeat(10);
        let text = |first: &str| {
            let mut text = String::new();
            let rows = [["what", "about it"], [first, long.trim_end()]];
            grid(&rows).write_text("", &mut text).expect("a string takes all that is written to it");
            text
        };
        assert_eq!(text("ten-------").lines().count(), 2);
        let told = text("twenty--------------");
        let last: Vec<&str> = told.lines().skip(1).collect();
        // Both have one cell that would be wrapped. The widest is narrowed by the two characters in excess.
        assert_eq!(last.len(), 2, "{told}");
        assert_eq!(last[1], format!("{}char", " ".repeat(22)));
        assert!(told.lines().all(|line| line.chars().count() <= 120), "{told}");
        // Heads are wrapped first, and an interval stays together.
        let interval = format!("{}(1.00 to 2.00)", "n".repeat(80) + " ");
        let mut text = String::new();
        grid(&[["a head of many more words", &interval], ["x", &interval]])
            .write_text("", &mut text)
            .expect("a string takes it");
        assert_eq!(text.lines().nth(1).map(str::trim), Some("words"), "{text}");
        let mut text = String::new();
        grid(&[["a", "b"], [&"m".repeat(30), &interval]])
            .write_text("", &mut text)
            .expect("a string takes it");
        assert_eq!(text.lines().last().map(str::trim), Some("(1.00 to 2.00)"), "{text}");
        // Words are never cut, except long ones after a hyphen.
        let hexes = ["h101"; 30].join("-");
        let mut text = String::new();
        grid(&[["a", "b"], ["road", &hexes]]).write_text("", &mut text).expect("a string takes it");
        // After "road" and the gap there is room for 114 letters, 22 hexes of 5; the other eight are wrapped.
        assert_eq!(text.lines().map(|line| line.chars().count()).collect::<Vec<_>>(), [7, 116, 45]);
        let word = "w".repeat(130);
        let mut text = String::new();
        grid(&[["a b", "c"], [&word, "d e"]]).write_text("", &mut text).expect("a string takes it");
        assert_eq!(text.lines().nth(1), Some(format!("{word}  d").as_str()));
        assert_eq!(text.lines().nth(2), Some(format!("{}  e", " ".repeat(130)).as_str()));
    }

    #[test]
    fn bare_numbers_stand_on_the_right() {
        let mut text = String::new();
        grid(&[["", "b"], ["x", "10"], ["y", "-"], ["z", "+7"]])
            .write_text("  ", &mut text)
            .expect("a string takes all that is written to it");
        assert_eq!(text, "      b\n  x  10\n  y   -\n  z  +7\n");
    }

    #[test]
    fn a_cell_of_two_lines_is_two_lines_of_text_and_one_of_markdown() {
        let grid = grid(&[["", "x"], ["a", "1\n22 <i>"]]);
        let mut text = String::new();
        grid.write_text("", &mut text).expect("a string takes all that is written to it");
        assert_eq!(text, "   x\n\na  1\n   22 <i>\n");
        let mut text = String::new();
        grid.write_markdown(&mut text).expect("a string takes all that is written to it");
        assert_eq!(text, "|  | x |\n|---|---|\n| a | 1<br>22 &lt;i&gt; |\n");
    }
}
