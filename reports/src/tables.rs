//! The tables of a rule system for the terminal.

use core::fmt::{self, Write};

use szala_kernel::picture::PrintedTable;

use crate::Grid;

/// Writes the tables one below the other, each with its rule.
///
/// # Errors
/// Only those of the writer.
pub(crate) fn write_tables(tables: &[PrintedTable], to: &mut impl Write) -> fmt::Result {
    for (place, table) in tables.iter().enumerate() {
        if place > 0 {
            writeln!(to)?;
        }
        writeln!(to, "{} [{}]", table.title, table.rule)?;
        let grid = Grid { rows: [&table.head].into_iter().chain(&table.rows).cloned().collect() };
        grid.write_text("  ", to)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use szala_kernel::Pictured;
    use szala_kernel::toy::TwoGates;

    use super::*;

    #[test]
    fn r2_3_the_table_of_two_gates_is_told_with_its_rule() {
        let mut text = String::new();
        write_tables(&TwoGates.tables(), &mut text).expect("writing to a string never fails");
        let expected = "a shot at the raider [2.3]\n  die        the raider\n  4 or less  is driven off\n\
                          \x20 5 or more  scores\n";
        assert_eq!(text, expected);
    }
}
