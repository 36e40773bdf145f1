//! The text of a file, and where each byte of it comes from: a file as it is written, or one in which a variant has
//! changed something, so that what is wrong with the change is blamed on the change. What the text means is for others.

use core::fmt;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::{Complaint, Document};

/// Everything that is wrong with the files of a scenario, file by file, in the order of their text. Never nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problems(pub Vec<Problem>);

/// Something wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Where it is written.
    pub place: Place,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut newline = "";
        for problem in &self.0 {
            write!(f, "{newline}{problem}")?;
            newline = "\n";
        }
        Ok(())
    }
}

impl core::error::Error for Problems {}

impl Problems {
    /// Each problem once, where one line of a file has come to stand for several.
    #[must_use]
    pub fn once(self) -> Self {
        let mut told: BTreeSet<Problem> = BTreeSet::new();
        Self(self.0.into_iter().filter(|problem| told.insert(problem.clone())).collect())
    }
}

/// Where something is written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In a file.
    File {
        /// Its name, as the host knows it.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The character in the line, counted from 1.
        column: usize,
    },
    /// On the command line, in these words.
    Words(Arc<str>),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { file, line, column } => write!(f, "{file}:{line}:{column}"),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// Where a piece of a text comes from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// From this byte of a file.
    File(Arc<Source>, usize),
    /// From these words of the command line.
    Words(Arc<str>),
}

impl Origin {
    /// The place of the byte so much further on.
    fn place(&self, further: usize) -> Place {
        match self {
            Self::File(source, at) => source.place(at + further),
            Self::Words(words) => Place::Words(Arc::clone(words)),
        }
    }

    /// Something wrong here.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem { place: self.place(0), message: message.into() }
    }
}

/// Line and column behind some more bytes; the column is counted in characters.
fn behind((line, column): (usize, usize), bytes: &[u8]) -> (usize, usize) {
    bytes.iter().fold((line, column), |(line, column), byte| match byte {
        b'\n' => (line + 1, 1),
        byte if byte & 0b1100_0000 == 0b1000_0000 => (line, column),
        _ => (line, column + 1),
    })
}

/// A way to get at a file, or the reason why it cannot be had.
pub type Files<'f> = &'f dyn Fn(&str) -> Result<Source, String>;

/// The name of a file that another names relative to itself.
pub fn beside(file: &str, name: &str) -> String {
    file.rsplit_once('/').map_or_else(|| name.to_owned(), |(folder, _)| format!("{folder}/{name}"))
}

/// What to say of a file that nothing but the user names.
pub fn unreadable(path: &str, reason: &str) -> Problem {
    let place = Place::File { file: path.to_owned(), line: 1, column: 1 };
    Problem { place, message: format!("this file cannot be read: {reason}") }
}

/// A file as it is read.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, as the host knows it.
    pub name: String,
    /// What is written in it.
    pub text: String,
    /// For a text that was changed: where each piece begins, and what it comes from, in order. Nothing for a file as
    /// the host gave it.
    pieces: Vec<(usize, Origin)>,
    /// Line and column every `MARKED` bytes, from the first request for a place on: a file may have many errors.
    marks: OnceLock<Vec<(usize, usize)>>,
}

/// How many bytes are between two marks.
const MARKED: usize = 1_024;

impl Source {
    /// A file as the host gave it.
    pub fn new(name: &str, text: String) -> Self {
        Self { name: name.to_owned(), text, pieces: Vec::new(), marks: OnceLock::new() }
    }

    /// A file that was changed: each piece by the byte at which it begins, in order.
    ///
    /// # Panics
    /// When they are not.
    pub fn pieced(name: &str, text: String, pieces: Vec<(usize, Origin)>) -> Self {
        assert!(pieces.is_sorted_by_key(|(start, _)| *start), "pieces follow each other");
        Self { name: name.to_owned(), text, pieces, marks: OnceLock::new() }
    }

    /// Does a byte come from elsewhere: was it changed?
    pub fn is_changed(&self, at: usize) -> bool {
        self.origin(at).is_some_and(|(origin, _)| match origin {
            Origin::File(source, _) => source.name != self.name,
            Origin::Words(_) => true,
        })
    }

    /// Of a text that was changed: what the byte comes from, and how far behind the beginning of that it is.
    fn origin(&self, at: usize) -> Option<(&Origin, usize)> {
        let behind = self.pieces.partition_point(|(start, _)| *start <= at);
        let (start, origin) = self.pieces.get(behind.max(1) - 1)?;
        Some((origin, at.saturating_sub(*start)))
    }

    /// Where a byte was written.
    fn place(&self, at: usize) -> Place {
        if let Some((origin, further)) = self.origin(at) {
            return origin.place(further);
        }
        let (line, column) = self.line_and_column(at);
        Place::File { file: self.name.clone(), line, column }
    }

    /// As [`place`](crate::place), without going over all of the text each time.
    fn line_and_column(&self, at: usize) -> (usize, usize) {
        let text = self.text.as_bytes();
        let marks = self.marks.get_or_init(|| {
            let mut here = (1, 1);
            let mark = |bytes: &[u8]| {
                let next = behind(here, bytes);
                core::mem::replace(&mut here, next)
            };
            text.chunks(MARKED).map(mark).collect()
        });
        let at = at.min(text.len());
        match marks.get(at / MARKED) {
            Some(mark) => behind(*mark, &text[at / MARKED * MARKED..at]),
            // The very end, where the last piece is full.
            None => marks.last().map_or((1, 1), |mark| behind(*mark, &text[(marks.len() - 1) * MARKED..at])),
        }
    }

    /// Something wrong with the file.
    pub fn problem(&self, complaint: Complaint) -> Problem {
        Problem { place: self.place(complaint.span.start), message: complaint.message }
    }

    /// Everything wrong with the file, in the order of its text.
    pub fn in_order(&self, complaints: &[Complaint]) -> impl Iterator<Item = Problem> + use<'_> {
        let mut complaints = complaints.to_vec();
        complaints.sort_by_key(|complaint| complaint.span.start);
        complaints.into_iter().map(|complaint| self.problem(complaint))
    }

    /// Parses the file, and puts what is wrong with that among the problems.
    pub fn parse<'d>(&'d self, problems: &mut Vec<Problem>) -> Option<Document<'d>> {
        let parsed = Document::parse(&self.text);
        let refused = |complaints: Vec<Complaint>| {
            problems.extend(complaints.into_iter().map(|complaint| self.problem(complaint)));
        };
        parsed.map_err(refused).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place;

    #[test]
    fn a_place_is_the_same_whether_or_not_all_of_the_text_is_counted() {
        // Characters of one and of two bytes, lines of every length up to longer than what is marked, and no end of
        // the last one: 2 048 bytes, then one more.
        for more in ["", "x"] {
            let text =
                format!("a\n\u{142}\u{f3}d\u{17a}\n\n{}\n{}{more}", "\u{142}".repeat(600), "x".repeat(836));
            assert_eq!(text.len(), 2 * MARKED + more.len());
            let source = Source::new("a file", text.clone());
            for at in (0..=text.len()).chain([usize::MAX]) {
                assert_eq!(source.line_and_column(at), place(&text, at), "byte {at}");
            }
        }
        assert_eq!(Source::new("empty", String::new()).line_and_column(7), (1, 1));
    }
}
