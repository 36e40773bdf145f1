//! A plot of lines: a grid with its values on the left, and what several such plots share.

use szala_analysis::Interval;

use super::picture::{Anchor, Point};
use super::scale::{Scale, Step};
use super::sheet::{BODY_TEXT, Fill, SMALL_TEXT, Sheet, Swatch, spread};
use super::style::{BODY, Ink, SMALL, Weight, fitted};
use crate::messages::Message;

/// The layout of a plot.
pub(super) struct Plot {
    pub(super) x: Scale,
    pub(super) y: Scale,
}

/// The vertical axis.
pub(super) struct Upwards {
    /// In words, with the unit.
    pub(super) title: String,
    /// The smallest and the largest value to show.
    pub(super) values: [f64; 2],
    /// The factor from values to the unit: 100 for percentages.
    pub(super) factor: f64,
}

/// A line with its band.
pub(super) struct Course {
    pub(super) fill: Fill,
    /// Its label.
    pub(super) label: String,
    /// Positions from left to right, with their values.
    pub(super) points: Vec<(f64, Interval)>,
}

/// The space inside the grid beside the first and the last position.
const INSET: i32 = 12;

/// The distance between markers.
const APART: i32 = 12;

impl Plot {
    /// Draws the grid from the top of the sheet down; `right` is left free on the right.
    pub(super) fn new(sheet: &mut Sheet, height: i32, upwards: &Upwards, x: [f64; 2], right: i32) -> Self {
        sheet.caption((sheet.left(), sheet.top + SMALL), &upwards.title);
        let top = sheet.top + 26;
        let bottom = top + height - 26;
        let values = upwards.values.map(|value| value * upwards.factor);
        let most = if height > 240 { 5 } else { 4 };
        let step = Step::for_range(values, most);
        let language = sheet.language;
        let tick = |value: f64| language.decimal(value, step.decimals());
        let ticks = step.ticks(values);
        let widths = ticks.iter().map(|value| Weight::Regular.width(&tick(*value), SMALL));
        let gutter = widths.max().unwrap_or(0) + 8;
        let [left, right] = [sheet.left() + gutter, sheet.right() - right];
        let y = Scale::linear(upwards.values, [bottom, top]);
        for value in ticks {
            let level = y.at(value / upwards.factor);
            sheet.line((left, level), (right, level), Ink::Grid, 1);
            sheet.text((left - 8, level + 4), tick(value), SMALL_TEXT, Anchor::End);
        }
        sheet.top = bottom;
        Self { x: Scale::linear(x, [left + INSET, right - INSET]), y }
    }

    /// The left and the right end of the grid.
    pub(super) fn ends(&self) -> [i32; 2] {
        let [left, right] = self.x.pixels;
        [left - INSET, right + INSET]
    }

    /// The upper and the lower end of the grid.
    pub(super) fn levels(&self) -> [i32; 2] {
        let [bottom, top] = self.y.pixels;
        [top, bottom]
    }

    fn place(&self, x: f64, y: f64) -> Point {
        (self.x.at(x), self.y.at(y))
    }

    /// Draws bands below lines, and markers if wanted, unless there are so many positions that they would touch.
    pub(super) fn courses(&self, sheet: &mut Sheet, courses: &[Course], has_markers: bool) {
        let [left, right] = self.x.pixels;
        let are_apart =
            |points: usize| i32::try_from(points).is_ok_and(|points| (right - left) >= APART * (points - 1));
        for Course { fill, points, .. } in courses {
            let bound = |at: f64, estimate: f64| if at.is_finite() { at } else { estimate };
            let upper = points.iter().map(|(x, found)| self.place(*x, bound(found.high, found.estimate)));
            let lower =
                points.iter().rev().map(|(x, found)| self.place(*x, bound(found.low, found.estimate)));
            let area: Vec<Point> = upper.chain(lower).collect();
            if points.len() > 1 {
                sheet.area(area, fill.ink(), 0.2);
            } else if let [from, to] = area[..] {
                sheet.whisker(to, from, fill.ink());
            }
        }
        for Course { fill, points, .. } in courses {
            let line: Vec<Point> = points.iter().map(|(x, found)| self.place(*x, found.estimate)).collect();
            sheet.stroke(&line, *fill);
            for at in line.iter().filter(|_| (has_markers && are_apart(line.len())) || line.len() == 1) {
                sheet.marker(*at, *fill);
            }
        }
    }

    /// Writes the names of the lines at their ends.
    pub(super) fn names(&self, sheet: &mut Sheet, courses: &[Course]) {
        let last = |course: &Course| course.points.last().map_or(0.0, |(_, found)| found.estimate);
        let levels: Vec<i32> = courses.iter().map(|course| self.y.at(last(course))).collect();
        let [top, bottom] = self.levels();
        let levels = spread(&levels, 18, [top + 4, bottom - 4]);
        let x = self.ends()[1] + 4;
        for (course, level) in courses.iter().zip(levels) {
            let text = fitted(&course.label, Weight::Regular, BODY, sheet.right() - x);
            sheet.text((x, level + 5), text, BODY_TEXT, Anchor::Start);
        }
    }

    /// Writes texts below positions, omitting those that would touch the one before; the last is always written.
    pub(super) fn below(&self, sheet: &mut Sheet, down: i32, texts: &[(f64, String)]) {
        self.write_below(sheet, down, texts, 1);
    }

    /// Writes rows of texts below evenly spaced positions, each row at its own offset. If not all fit, every second
    /// position has its texts, or every fifth, and so on, the same in all rows; the first and the last always have
    /// theirs.
    pub(super) fn below_evenly(&self, sheet: &mut Sheet, rows: &[(i32, Vec<(f64, String)>)]) {
        let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, usize::MAX];
        let step =
            steps.into_iter().find(|step| rows.iter().all(|(_, row)| self.has_room(sheet, row, *step)));
        for (down, row) in rows {
            self.write_below(sheet, *down, row, step.unwrap_or(usize::MAX));
        }
    }

    fn write_below(&self, sheet: &mut Sheet, down: i32, row: &[(f64, String)], step: usize) {
        for (at, text) in self.spaced(sheet, row, step) {
            sheet.text((at, sheet.top + down), text, SMALL_TEXT, Anchor::Middle);
        }
    }

    /// Is there room for the text of every `step`-th position, except those that touch the first or the last?
    fn has_room(&self, sheet: &Sheet, row: &[(f64, String)], step: usize) -> bool {
        let wanted = (1..=row.len()).filter(|number| number % step == 0).count();
        // The first and the last may take the room of their neighbour.
        self.spaced(sheet, row, step).len() >= wanted
    }

    /// Of the first, the last and every `step`-th position, those whose texts touch neither the one before nor the
    /// last, and where their middles are.
    fn spaced(&self, sheet: &Sheet, row: &[(f64, String)], step: usize) -> Vec<(i32, String)> {
        let place = |(x, text): &(f64, String)| {
            let half = Weight::Regular.width(text, SMALL) / 2 + 1;
            // The first and the last may be wider than their half of the room.
            let (low, high) = (sheet.left() + half, sheet.right() - half);
            (self.x.at(*x).clamp(low, high.max(low)), half)
        };
        let Some((last, half_of_last)) = row.last().map(place) else { return Vec::new() };
        let mut free = i32::MIN;
        let mut found = Vec::new();
        for (number, one) in (1..).zip(row) {
            let ((at, half), is_last) = (place(one), number == row.len());
            let is_wanted = number == 1 || number % step == 0;
            let has_room = at - half >= free && at + half + 8 <= last - half_of_last;
            if is_last || (is_wanted && has_room) {
                found.push((at, one.1.clone()));
                free = at + half + 8;
            }
        }
        found
    }
}

/// Labels the line of one half at its right end, on the side away from the last value.
pub(super) fn even(sheet: &mut Sheet, (end, level): Point, last: Interval) {
    let text = Message::Even.say(sheet.language, &[]);
    let aside = if last.estimate >= 0.5 { SMALL + 3 } else { -5 };
    sheet.text((end, level + aside), text, SMALL_TEXT, Anchor::End);
}

/// The room for names behind a plot; none if they are in a key above it.
pub(super) fn room_for_names(sheet: &mut Sheet, courses: &[Course]) -> i32 {
    let widest = courses.iter().map(|course| Weight::Regular.width(&course.label, BODY)).max().unwrap_or(0);
    if !sheet.is_narrow() && widest <= sheet.inner() * 3 / 10 {
        return widest + 6;
    }
    let entries: Vec<(Swatch, String)> =
        courses.iter().map(|course| (Swatch::Line(course.fill), course.label.clone())).collect();
    sheet.key(&entries);
    0
}

/// The smallest and the largest value of all bands.
pub(super) fn extent<'c>(intervals: impl IntoIterator<Item = &'c Interval>) -> [f64; 2] {
    let finite = |value: f64, other: f64| if value.is_finite() { value } else { other };
    intervals.into_iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], found| {
        [low.min(finite(found.low, found.estimate)), high.max(finite(found.high, found.estimate))]
    })
}

/// The same, extended to round values of the unit within the possible bounds.
pub(super) fn rounded([low, high]: [f64; 2], factor: f64, [least, most]: [f64; 2]) -> [f64; 2] {
    let pad = ((high - low) * 0.05).max(1e-9);
    let range = [(low - pad).max(least), (high + pad).min(most)].map(|value| value * factor);
    let ends = Step::for_range(range, 5).around(range).map(|value| value / factor);
    [ends[0].max(least), ends[1].min(most)]
}
