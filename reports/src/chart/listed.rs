//! Numbered items of a plot: their numbers in a row below the plot, and a list that explains them.

use super::picture::Anchor;
use super::sheet::{BODY_TEXT, Fill, Sheet, spread};
use super::style::{BODY, Ink, SMALL, Weight, wrapped};

/// The distance between lines.
const LINE: i32 = 20;
/// The minimum distance between numbers.
const APART: i32 = 20;

/// A numbered item.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    /// The colour of its side, if it has one.
    pub(super) fill: Option<Fill>,
    pub(super) words: String,
    /// Figures, one below the other.
    pub(super) values: Vec<String>,
}

/// The positions of numbers below their places, between two bounds, without touching each other.
pub(super) fn places(at: &[i32], ends: [i32; 2]) -> Vec<i32> {
    let count = i32::try_from(at.len()).expect("a list is short").max(1);
    spread(at, APART.min((ends[1] - ends[0]) / count), ends)
}

/// Writes a number in the row of numbers.
pub(super) fn number(sheet: &mut Sheet, number: usize, at: (i32, i32)) {
    sheet.text(at, number.to_string(), (Weight::Bold, SMALL, Ink::Text), Anchor::Middle);
}

/// An entry in lines: words, and figures that start in the same line or below the words.
struct Lines {
    words: Vec<String>,
    values: Vec<String>,
    /// The line of the first figure.
    start: usize,
}

impl Lines {
    fn height(&self) -> i32 {
        LINE * count(self.words.len().max(self.start + self.values.len())) + 4
    }
}

fn count(lines: usize) -> i32 {
    i32::try_from(lines).expect("a list is short")
}

/// Where the words start.
fn left(sheet: &Sheet, all: &[Listed]) -> i32 {
    sheet.left() + if all.iter().any(|one| one.fill.is_some()) { 46 } else { 30 }
}

fn lines(sheet: &Sheet, all: &[Listed]) -> Vec<Lines> {
    let widest = all.iter().flat_map(|one| &one.values).map(|value| Weight::Regular.width(value, BODY));
    let (room, values) = (sheet.right() - left(sheet, all), widest.max().unwrap_or(0));
    // If the figures leave little room, they go below the words.
    let is_beside = room - values - 16 >= 140;
    let broken = |text: &str, room| wrapped(text, Weight::Regular, BODY, room);
    let entry = |one: &Listed| {
        let words = broken(&one.words, if is_beside { room - values - 16 } else { room });
        Lines {
            start: if is_beside { 0 } else { words.len() },
            words,
            values: one.values.iter().flat_map(|value| broken(value, room)).collect(),
        }
    };
    all.iter().map(entry).collect()
}

/// The height of the list.
pub(super) fn height(sheet: &Sheet, all: &[Listed]) -> i32 {
    lines(sheet, all).iter().map(Lines::height).sum::<i32>() + 8
}

/// Writes the list from the top of the sheet: words on the left, figures on the right.
pub(super) fn list(sheet: &mut Sheet, all: &[Listed]) {
    let (start, left, right) = (sheet.left(), left(sheet, all), sheet.right());
    for (place, (one, lines)) in all.iter().zip(lines(sheet, all)).enumerate() {
        let top = sheet.top;
        let level = |line: usize| top + LINE * (count(line) + 1);
        let number = (place + 1).to_string();
        sheet.text((start + 22, level(0)), number, (Weight::Bold, BODY, Ink::Text), Anchor::End);
        if let Some(fill) = one.fill {
            sheet.marker((left - 11, level(0) - 5), fill);
        }
        for (line, words) in lines.words.iter().enumerate() {
            sheet.text((left, level(line)), words.clone(), BODY_TEXT, Anchor::Start);
        }
        for (line, value) in lines.values.iter().enumerate() {
            sheet.text((right, level(lines.start + line)), value.clone(), BODY_TEXT, Anchor::End);
        }
        sheet.top += lines.height();
    }
    sheet.top += 8;
}
