//! A table of text cells, for the terminal and for Markdown. What the cells say is the caller's business.

use core::fmt::{self, Write};

/// Rows of cells, the first of them the heads of the columns; a cell may have several lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The rows, all of the same length.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// Writes the table in columns as wide as their widest cell, rows with an empty line between them when a cell has
    /// several lines.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write_text(&self, to: &mut impl Write) -> fmt::Result {
        let columns = self.rows.first().map_or(0, Vec::len);
        let width = |column: usize| {
            let lines = self.rows.iter().flat_map(|row| row[column].lines());
            lines.map(|line| line.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        let height = |row: &Vec<String>| row.iter().map(|cell| cell.lines().count()).max().unwrap_or(0);
        let is_airy = self.rows.iter().any(|row| height(row) > 1);
        for (place, row) in self.rows.iter().enumerate() {
            if place > 0 && is_airy {
                writeln!(to)?;
            }
            for line in 0..height(row) {
                let cell = |(cell, width): (&String, &usize)| {
                    format!("{:width$}", cell.lines().nth(line).unwrap_or_default())
                };
                let cells: Vec<String> = row.iter().zip(&widths).map(cell).collect();
                writeln!(to, "{}", cells.join("  ").trim_end())?;
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
            let cell = |cell: &String| cell.lines().collect::<Vec<_>>().join("<br>").replace('|', "\\|");
            let cells: Vec<String> = row.iter().map(cell).collect();
            writeln!(to, "| {} |", cells.join(" | "))?;
            if place == 0 {
                writeln!(to, "|{}", "---|".repeat(row.len()))?;
            }
        }
        Ok(())
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
        grid(&[["", "b"], ["\u{142}\u{f3}d\u{17a}", "2"], ["a", ""]])
            .write_text(&mut text)
            .expect("writing to a string never fails");
        assert_eq!(text, "      b\n\u{142}\u{f3}d\u{17a}  2\na\n");
    }

    #[test]
    fn a_cell_of_two_lines_is_two_lines_of_text_and_one_of_markdown() {
        let grid = grid(&[["", "x"], ["a", "1\n22"]]);
        let mut text = String::new();
        grid.write_text(&mut text).expect("writing to a string never fails");
        assert_eq!(text, "   x\n\na  1\n   22\n");
        let mut text = String::new();
        grid.write_markdown(&mut text).expect("writing to a string never fails");
        assert_eq!(text, "|  | x |\n|---|---|\n| a | 1<br>22 |\n");
    }
}
