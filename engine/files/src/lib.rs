//! Text files that people write: TOML in which every key and value knows its place, so that a reader can complain about
//! the exact spot, and suggest the known name nearest to a mistyped one. What the keys mean is left to the readers:
//! rule cases ([`case`]), and the scenarios of the rule systems. Files may be changed before they are read
//! ([`variant`]): then each piece of them knows where it was written ([`source`], [`tree`]).

pub mod case;
#[cfg(feature = "conformance")]
pub mod conformance;
pub mod declared;
pub mod drawing;
mod fields;
mod filed;
mod known;
pub mod ledger;
mod names;
mod opened;
mod page;
mod schema;
pub mod source;
mod standing;
pub mod tree;
pub mod variant;

use toml::Spanned;
use toml::de::DeTable;

pub use declared::Declared;
pub use fields::{Complaint, Field, Placed, Section};
pub use filed::{Filed, Pages, Row, load, read_alone};
pub use known::{Known, Takes};
pub use names::{nearest, unknown};
pub use opened::{Opened, REMOVED};
pub use page::Page;
pub use standing::{Assumption, STANDINGS, Standing};

/// A TOML file that has been parsed.
#[derive(Clone, Debug)]
pub struct Document<'a> {
    table: Spanned<DeTable<'a>>,
}

impl<'a> Document<'a> {
    /// Parses a file.
    ///
    /// # Errors
    /// Every place where the text is not TOML, in order.
    pub fn parse(text: &'a str) -> Result<Self, Vec<Complaint>> {
        let (table, errors) = DeTable::parse_recoverable(text);
        if errors.is_empty() {
            return Ok(Self { table });
        }
        let complaint = |error: &toml::de::Error| {
            let span = error.span().unwrap_or_default();
            Complaint::new(span, format!("this is not TOML: {}", error.message()))
        };
        let mut complaints: Vec<Complaint> = errors.iter().map(complaint).collect();
        complaints.sort_by_key(|complaint| complaint.span.start);
        Err(complaints)
    }

    /// The table that is the whole file.
    pub fn root(&self) -> Section<'_> {
        Section::of(&self.table)
    }
}

/// Line and column of a byte, counted from 1, the column in characters; of the end, when the text ends before.
pub fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let mut lines = before.split(|byte| *byte == b'\n');
    let line = lines.next_back().unwrap_or_default();
    let begins_a_character = |byte: &&u8| **byte & 0b1100_0000 != 0b1000_0000;
    (lines.count() + 1, line.iter().filter(begins_a_character).count() + 1)
}

/// Complaints about a file as lines for a person, each with its place: `FILE:LINE:COLUMN: what is wrong`.
pub fn placed(file: &str, text: &str, complaints: &[Complaint]) -> String {
    let line = |complaint: &Complaint| {
        let (line, column) = place(text, complaint.span.start);
        format!("{file}:{line}:{column}: {}", complaint.message)
    };
    complaints.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_never_leave_the_text() {
        let text = "a\n\u{142}\u{f3}d\u{17a} b\n";
        for (at, expected) in
            [(0, (1, 1)), (1, (1, 2)), (2, (2, 1)), (10, (2, 6)), (11, (2, 7)), (99, (3, 1))]
        {
            assert_eq!(place(text, at), expected, "byte {at}");
        }
        assert_eq!(place("", 0), (1, 1));
    }

    #[test]
    fn each_complaint_is_a_line_with_its_place() {
        let complaints = [Complaint::new(2..3, "no such key"), Complaint::new(0..1, "no value")];
        // Byte 2 begins the second line; the order is the reader's.
        assert_eq!(placed("w.toml", "a\nb\n", &complaints), "w.toml:2:1: no such key\nw.toml:1:1: no value");
        assert_eq!(placed("w.toml", "a\nb\n", &[]), "");
    }

    #[test]
    fn every_place_that_is_not_toml_is_found() {
        let complaints = Document::parse("a = \nb = 1\nc 2\n").unwrap_err();
        let lines: Vec<usize> =
            complaints.iter().map(|complaint| place("a = \nb = 1\nc 2\n", complaint.span.start).0).collect();
        assert_eq!(lines, [1, 3]);
    }
}
