//! A sheet of paper that fills from the top: the title, what the chart shows, the plot, and at the bottom the source of
//! the figures. Narrow sheets have smaller titles and margins.

use super::data::Source;
use super::picture::{Anchor, Mark, Picture, Point};
use super::style::{BODY, Ink, NARROW_TITLE, SMALL, TITLE, Weight, fitted, wrapped};
use crate::messages::{Language, Message};

/// The size of a chart, and its language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The width in pixels.
    pub width: u32,
    /// The height; by default what the chart needs, and never less.
    pub height: Option<u32>,
    /// The language.
    pub language: Language,
}

impl Frame {
    /// The smallest width at which a chart is readable.
    pub const LEAST: u32 = 320;
    /// The largest size of a chart.
    pub const MOST: u32 = 3_000;
}

/// Sheets below this width are for phones.
const NARROW: i32 = 520;

/// A sheet in progress.
#[derive(Debug)]
pub(super) struct Sheet {
    width: i32,
    height: Option<i32>,
    pub(super) language: Language,
    title: String,
    about: String,
    marks: Vec<Mark>,
    /// The lines at the bottom.
    foot: Vec<String>,
    /// The free area starts here.
    pub(super) top: i32,
}

/// The look of an entry in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swatch {
    /// A bar.
    Bar(Fill),
    /// A line with its marker.
    Line(Fill),
}

/// How bars, lines and markers show whose they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    First,
    Draw,
    Second,
    Plain,
}

impl Fill {
    /// By winner, in the order of the counts.
    pub(super) const WINNERS: [Self; 3] = [Self::First, Self::Draw, Self::Second];

    pub(super) fn ink(self) -> Ink {
        match self {
            Self::First => Ink::First,
            Self::Draw => Ink::Draw,
            Self::Second => Ink::Second,
            Self::Plain => Ink::Plain,
        }
    }
}

impl Sheet {
    /// A sheet with its title, a description of what it shows, and notes for its bottom.
    pub(super) fn new(frame: Frame, title: String, about: &str, notes: &[String]) -> Self {
        let pixels = |size: u32| i32::try_from(size.min(Frame::MOST)).expect("a chart holds few of them");
        let width = pixels(frame.width.max(Frame::LEAST));
        let mut sheet = Self {
            width,
            height: frame.height.map(pixels),
            language: frame.language,
            title,
            about: about.to_owned(),
            marks: Vec::new(),
            foot: Vec::new(),
            top: 0,
        };
        sheet.foot =
            notes.iter().flat_map(|note| wrapped(note, Weight::Regular, SMALL, sheet.inner())).collect();
        sheet.top = if sheet.is_narrow() { 14 } else { 22 };
        let size = if sheet.is_narrow() { NARROW_TITLE } else { TITLE };
        sheet.paragraph(&sheet.title.clone(), Weight::Bold, size, Ink::Text);
        sheet.top += 4;
        sheet.paragraph(about, Weight::Regular, BODY, Ink::Muted);
        sheet.top += 12;
        sheet
    }

    /// A sheet that says that there is nothing to show.
    pub(super) fn empty(frame: Frame, message: Message, notes: &[String]) -> Picture {
        Self::new(frame, message.say(frame.language, &[]), "", notes).close()
    }

    /// Is it for a phone?
    pub(super) fn is_narrow(&self) -> bool {
        self.width < NARROW
    }

    fn margin(&self) -> i32 {
        if self.is_narrow() { 14 } else { 24 }
    }

    /// The left edge of the drawing area.
    pub(super) fn left(&self) -> i32 {
        self.margin()
    }

    /// The right edge.
    pub(super) fn right(&self) -> i32 {
        self.width - self.margin()
    }

    /// The width of the drawing area.
    pub(super) fn inner(&self) -> i32 {
        self.right() - self.left()
    }

    /// The part of the requested height that is left for the plot, at least what it needs.
    pub(super) fn room(&self, needed: i32) -> i32 {
        self.height.map_or(needed, |height| needed.max(height - self.top - self.below()))
    }

    /// The default height of a plot of lines.
    pub(super) fn usual(&self) -> i32 {
        (self.width * 9 / 20).clamp(200, 440)
    }

    /// The height of the bottom.
    fn below(&self) -> i32 {
        let lines = i32::try_from(self.foot.len()).expect("a chart holds few of them");
        14 + lines * line_height(SMALL) + self.margin() / 2
    }

    /// Wrapped text from here down.
    pub(super) fn paragraph(&mut self, text: &str, weight: Weight, size: i32, ink: Ink) {
        for line in wrapped(text, weight, size, self.inner()) {
            self.top += line_height(size);
            self.text((self.left(), self.top - size / 4), line, (weight, size, ink), Anchor::Start);
        }
    }

    /// Signs and their meanings, in as many lines as needed.
    pub(super) fn key(&mut self, entries: &[(Swatch, String)]) {
        const SIGN: i32 = 24;
        let mut x = self.left();
        self.top += 18;
        for (swatch, text) in entries {
            let text = fitted(text, Weight::Regular, BODY, self.inner() - SIGN - 8);
            let width = SIGN + 6 + Weight::Regular.width(&text, BODY);
            if x > self.left() && x + width > self.right() {
                x = self.left();
                self.top += 20;
            }
            let y = self.top - 5;
            match swatch {
                Swatch::Bar(fill) => self.bar((x, y - 6), (x + SIGN - 4, y + 6), *fill),
                Swatch::Line(fill) => {
                    self.stroke(&[(x, y), (x + SIGN - 2, y)], *fill);
                    self.marker((x + SIGN / 2 - 1, y), *fill);
                }
            }
            self.text((x + SIGN + 2, self.top), text, BODY_TEXT, Anchor::Start);
            x += width + 18;
        }
        self.top += 12;
    }

    /// A text; the caller must make sure that it fits.
    pub(super) fn text(
        &mut self,
        at: Point,
        text: impl Into<String>,
        (weight, size, ink): (Weight, i32, Ink),
        anchor: Anchor,
    ) {
        self.marks.push(Mark::Text { at, text: text.into(), ink, size, weight, anchor });
    }

    /// A small text from its position to the right edge, where it is cut off.
    pub(super) fn caption(&mut self, at: Point, text: &str) {
        let text = fitted(text, Weight::Regular, SMALL, self.right() - at.0);
        self.text(at, text, SMALL_TEXT, Anchor::Start);
    }

    /// A line of one colour.
    pub(super) fn line(&mut self, from: Point, to: Point, ink: Ink, width: u32) {
        self.marks.push(Mark::Line { points: vec![from, to], ink, alpha: 1.0, width });
    }

    /// A surface of one colour.
    pub(super) fn area(&mut self, points: Vec<Point>, ink: Ink, alpha: f64) {
        self.marks.push(Mark::Area { points, ink, alpha });
    }

    /// A rectangle of one colour.
    pub(super) fn rect(&mut self, from: Point, to: Point, ink: Ink) {
        self.marks.push(Mark::Rect { from, to, ink, alpha: 1.0 });
    }

    /// A bar: the first side's is solid, the second's hatched, a draw's pale and solid.
    pub(super) fn bar(&mut self, from: Point, to: Point, fill: Fill) {
        let (from, to) = ((from.0.min(to.0), from.1.min(to.1)), (from.0.max(to.0), from.1.max(to.1)));
        if from.0 == to.0 || from.1 == to.1 {
            return;
        }
        self.rect(from, to, fill.ink());
        if fill == Fill::Second {
            self.hatch(from, to);
        }
    }

    /// Slanting lines of paper across a rectangle.
    fn hatch(&mut self, (left, top): Point, (right, bottom): Point) {
        const APART: i32 = 6;
        if right - left < 3 || bottom - top < 3 {
            return;
        }
        // All points of a line have the same sum; lines of neighbouring bars meet.
        let first = (left + top).div_euclid(APART) + 1;
        let last = (right + bottom - 1).div_euclid(APART);
        for sum in (first..=last).map(|line| line * APART) {
            let low = (sum - bottom.min(sum - left), bottom.min(sum - left));
            let high = (right.min(sum - top), sum - right.min(sum - top));
            if low != high {
                let points = vec![low, high];
                self.marks.push(Mark::Line { points, ink: Ink::Paper, alpha: 0.55, width: 1 });
            }
        }
    }

    /// A line through points: the second side's is dashed, a draw's dotted.
    pub(super) fn stroke(&mut self, points: &[Point], fill: Fill) {
        let pieces = match fill {
            Fill::First | Fill::Plain => vec![points.to_vec()],
            Fill::Second => dashes(points, 8.0, 4.0),
            Fill::Draw => dashes(points, 2.0, 3.0),
        };
        for points in pieces.into_iter().filter(|piece| piece.len() > 1) {
            self.marks.push(Mark::Line { points, ink: fill.ink(), alpha: 1.0, width: 2 });
        }
    }

    /// A marker: a disc, a square or a diamond.
    pub(super) fn marker(&mut self, (x, y): Point, fill: Fill) {
        match fill {
            Fill::First | Fill::Plain => {
                self.marks.push(Mark::Dot { at: (x, y), radius: 4, ink: fill.ink() });
            }
            Fill::Second => self.rect((x - 4, y - 4), (x + 4, y + 4), fill.ink()),
            Fill::Draw => self.area(vec![(x, y - 5), (x + 5, y), (x, y + 5), (x - 5, y)], fill.ink(), 1.0),
        }
    }

    /// A disc, or a ring.
    pub(super) fn dot(&mut self, at: Point, ink: Ink, is_hollow: bool) {
        self.marks.push(Mark::Dot { at, radius: 5, ink });
        if is_hollow {
            self.marks.push(Mark::Dot { at, radius: 3, ink: Ink::Paper });
        }
    }

    /// A whisker with an outline of paper, so that it stands out where it crosses another mark.
    pub(super) fn whisker(&mut self, from: Point, to: Point, ink: Ink) {
        let is_level = from.1 == to.1;
        let length = if is_level { to.0 - from.0 } else { to.1 - from.1 };
        self.line(from, to, ink, 2);
        // On a short one nothing but the caps would be visible.
        if length.abs() >= 5 {
            for (x, y) in [from, to] {
                let (across, along) = if is_level { (0, 4) } else { (4, 0) };
                self.line((x - across, y - along), (x + across, y + along), ink, 1);
            }
        }
    }

    /// The picture.
    pub(super) fn close(mut self) -> Picture {
        let needed = self.top + self.below();
        let height = self.height.map_or(needed, |height| height.max(needed));
        let mut y = height - self.below() + 14;
        let foot = core::mem::take(&mut self.foot);
        for line in foot {
            y += line_height(SMALL);
            self.text((self.left(), y - SMALL / 4), line, SMALL_TEXT, Anchor::Start);
        }
        let paper = Mark::Rect { from: (0, 0), to: (self.width, height), ink: Ink::Paper, alpha: 1.0 };
        self.marks.insert(0, paper);
        Picture {
            width: self.width.unsigned_abs(),
            height: height.unsigned_abs(),
            title: self.title,
            about: self.about,
            marks: self.marks,
        }
    }
}

/// The text of a chart.
pub(super) const BODY_TEXT: (Weight, i32, Ink) = (Weight::Regular, BODY, Ink::Text);
/// Ticks and notes.
pub(super) const SMALL_TEXT: (Weight, i32, Ink) = (Weight::Regular, SMALL, Ink::Muted);

fn line_height(size: i32) -> i32 {
    size * 4 / 3
}

/// The dashes of a line through points, each `on` long, with gaps of `off`.
fn dashes(points: &[Point], on: f64, off: f64) -> Vec<Vec<Point>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Point> = points.first().into_iter().copied().collect();
    let (mut is_on, mut left) = (true, on);
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]].map(|(x, y)| (f64::from(x), f64::from(y)));
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut gone = 0.0;
        while length - gone > left {
            gone += left;
            let part = gone / length;
            #[expect(clippy::cast_possible_truncation, reason = "between two pixels")]
            let pixel = |from: f64, to: f64| (from + (to - from) * part).round() as i32;
            let at = (pixel(from.0, to.0), pixel(from.1, to.1));
            if is_on {
                piece.push(at);
                pieces.push(core::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            is_on = !is_on;
            left = if is_on { on } else { off };
        }
        left -= length - gone;
        if is_on {
            piece.push(pair[1]);
        }
    }
    if is_on {
        pieces.push(piece);
    }
    pieces
}

/// Positions moved apart, as little as possible, until none is closer to the next than the gap, between two bounds if
/// they fit; in the given order.
pub(super) fn spread(places: &[i32], gap: i32, [low, high]: [i32; 2]) -> Vec<i32> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|at| places[*at]);
    let mut moved = places.to_vec();
    let mut least = low;
    for at in &order {
        moved[*at] = moved[*at].max(least);
        least = moved[*at] + gap;
    }
    let mut most = high;
    for at in order.iter().rev() {
        moved[*at] = moved[*at].min(most);
        most = moved[*at] - gap;
    }
    moved
}

/// The source of the figures, a line for each run.
pub(super) fn sources<'s>(language: Language, runs: impl IntoIterator<Item = &'s Source>) -> Vec<String> {
    let mut notes = Vec::new();
    for Source { title, players, games, aborted, is_anytime, .. } in runs {
        let message = if *is_anytime { Message::SourceAnytime } else { Message::Source };
        // The file of a mix says little in a chart.
        let mix = Message::Mix.say(language, &[]);
        let [first, second] =
            players.each_ref().map(|name| if name.starts_with("mix:") { &mix } else { name });
        let games = language.games(*games);
        let places = [("title", title.as_str()), ("games", &games), ("first", first), ("second", second)];
        let mut note = message.say(language, &places);
        if *aborted > 0 {
            note.push(' ');
            note.push_str(&Message::Aborted.say(language, &[("games", &language.count(*aborted))]));
        }
        notes.push(note);
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_moved_apart_as_little_as_it_takes() {
        assert_eq!(spread(&[10, 50], 16, [0, 100]), [10, 50]);
        assert_eq!(spread(&[50, 45], 16, [0, 100]), [61, 45]);
        assert_eq!(spread(&[95, 98], 16, [0, 100]), [84, 100]);
        assert_eq!(spread(&[-5], 16, [0, 100]), [0]);
    }

    #[test]
    fn a_dashed_line_goes_round_corners() {
        // Ten to the right, ten down: 8 on, 4 off, 8 on.
        let pieces = dashes(&[(0, 0), (10, 0), (10, 10)], 8.0, 4.0);
        assert_eq!(pieces, [vec![(0, 0), (8, 0)], vec![(10, 2), (10, 10)]]);
    }
}
