//! A table of text cells, for the terminal and for Markdown. What the cells say is the caller's business.

use core::fmt::{self, Write};

use crate::body::plain;

/// Rows of cells, the first of them the heads of the columns; a cell may have several lines.
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

    /// Writes the table in columns as wide as their widest cell, each line behind an indent. Columns of bare numbers
    /// stand on the right. Rows have an empty line between them when a cell has several lines.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write_text(&self, indent: &str, to: &mut impl Write) -> fmt::Result {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let lines = self.rows.iter().flat_map(|row| row[column].lines());
            lines.map(|line| line.chars().count()).max().unwrap_or(0)
        };
        let layout: Vec<(usize, bool)> =
            (0..columns).map(|column| (width(column), self.is_of_numbers(column))).collect();
        let height = |row: &Vec<String>| row.iter().map(|cell| cell.lines().count()).max().unwrap_or(0);
        let is_airy = self.rows.iter().any(|row| height(row) > 1);
        for (place, row) in self.rows.iter().enumerate() {
            if place > 0 && is_airy {
                writeln!(to)?;
            }
            for line in 0..height(row) {
                let cell = |(cell, (width, is_right)): (&String, &(usize, bool))| {
                    let text = cell.lines().nth(line).unwrap_or_default();
                    if *is_right { format!("{text:>width$}") } else { format!("{text:width$}") }
                };
                let cells: Vec<String> = row.iter().zip(&layout).map(cell).collect();
                writeln!(to, "{}", format!("{indent}{}", cells.join("  ")).trim_end())?;
            }
        }
        Ok(())
    }

    /// Writes the table as Markdown.
    ///
    /// # Errors
    /// Only the writer's.
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

    /// Does a column hold bare numbers only? The first column names the rows.
    fn is_of_numbers(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().skip(1).map(|row| row[column].trim());
        let is_number = |cell: &str| {
            let begins = cell.starts_with(|first: char| first.is_ascii_digit() || "+-±".contains(first));
            cell.is_empty() || cell == "-" || begins && !cell.contains(char::is_whitespace)
        };
        column > 0 && self.rows.iter().skip(1).any(|row| !row[column].is_empty()) && cells.all(is_number)
    }
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
