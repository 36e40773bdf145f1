//! Bars in rows: a label, a bar of one or more parts, a whisker for its interval, and the value.

use szala_analysis::Interval;

use super::picture::Anchor;
use super::scale::{Scale, Step};
use super::sheet::{BODY_TEXT, Fill, SMALL_TEXT, Sheet};
use super::style::{BODY, Ink, Weight, fitted};

/// A bar.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) label: String,
    /// From left to right, each as long as its value.
    pub(super) parts: Vec<(f64, Fill)>,
    pub(super) interval: Interval,
    pub(super) value: String,
}

/// Bars that belong together.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub(super) heading: Option<String>,
    pub(super) rows: Vec<Row>,
}

/// The quantity that the bars measure.
pub(super) struct Axis {
    /// In words, with the unit.
    pub(super) title: String,
    /// The factor from values to the unit: 100 for percentages.
    pub(super) factor: f64,
    /// The maximum possible value.
    pub(super) most: f64,
}

const HEADING: i32 = 30;

/// Draws them from the top of the sheet down.
pub(super) fn bars(sheet: &mut Sheet, groups: &[Group], axis: &Axis) {
    let rows = || groups.iter().flat_map(|group| &group.rows);
    let widest =
        |of: fn(&Row) -> &str| rows().map(|row| Weight::Regular.width(of(row), BODY)).max().unwrap_or(0);
    let [labels, values] = [widest(|row| &row.label), widest(|row| &row.value)];
    let is_beside = labels <= sheet.inner() * 9 / 25 && sheet.inner() - labels - values >= 140;
    let left = sheet.left() + if is_beside { labels + 12 } else { 0 };
    let right = (sheet.right() - values - 14).max(left + 40);
    let high = rows().map(|row| bound(row.interval.high, row.interval.estimate)).fold(0.0, f64::max);
    let ends = [0.0, if high > 0.0 { high.min(axis.most) } else { axis.most.min(1.0) }];
    let scaled = ends.map(|end| end * axis.factor);
    let step = Step::for_range(scaled, if right - left > 400 { 5 } else { 3 });
    let scale = Scale::linear(ends, [left, right]);

    let headings = groups.iter().filter(|group| group.heading.is_some()).count();
    let (needed, count) = (if is_beside { 32 } else { 46 }, rows().count().max(1));
    let count = i32::try_from(count).expect("a chart has few rows");
    let extra = i32::try_from(headings).expect("a chart holds few of them") * HEADING + 36;
    let height = ((sheet.room(needed * count + extra) - extra) / count).min(needed * 2);
    let thickness = (height - if is_beside { 12 } else { 26 }).clamp(8, 34);

    let top = sheet.top;
    let bottom = top + height * count + i32::try_from(headings).expect("a chart holds few of them") * HEADING;
    for tick in step.ticks(scaled) {
        let x = scale.at(tick / axis.factor);
        sheet.line((x, top), (x, bottom), Ink::Grid, 1);
        let text = sheet.language.decimal(tick, step.decimals());
        sheet.text((x, bottom + 15), text, SMALL_TEXT, Anchor::Middle);
    }
    sheet.caption((left, bottom + 31), &axis.title);
    sheet.line((left, top), (left, bottom), Ink::Muted, 1);
    for group in groups {
        if let Some(heading) = &group.heading {
            let heading = fitted(heading, Weight::Bold, BODY, sheet.inner());
            // Grid lines would cross the words.
            sheet.rect((sheet.left() - 1, sheet.top), (sheet.right() + 1, sheet.top + HEADING), Ink::Paper);
            sheet.text(
                (sheet.left(), sheet.top + 20),
                heading,
                (Weight::Bold, BODY, Ink::Text),
                Anchor::Start,
            );
            sheet.top += HEADING;
        }
        for row in &group.rows {
            draw(sheet, row, (is_beside, &scale), (height, thickness));
            sheet.top += height;
        }
    }
    sheet.top = bottom + 36;
}

fn draw(sheet: &mut Sheet, row: &Row, (is_beside, scale): (bool, &Scale), (height, thickness): (i32, i32)) {
    let [left, right] = scale.pixels;
    let above = if is_beside { 0 } else { 16 };
    let from = sheet.top + above + (height - above - thickness) / 2;
    let middle = from + thickness / 2;
    if is_beside {
        sheet.text((left - 10, middle + 5), row.label.clone(), BODY_TEXT, Anchor::End);
    } else {
        let label = fitted(&row.label, Weight::Regular, BODY, sheet.inner());
        sheet.rect(
            (sheet.left() - 1, from - 19),
            (sheet.left() + Weight::Regular.width(&label, BODY), from - 2),
            Ink::Paper,
        );
        sheet.text((sheet.left(), from - 6), label, BODY_TEXT, Anchor::Start);
    }
    let mut start = 0.0;
    for (value, fill) in &row.parts {
        let end = start + value;
        sheet.bar((scale.at(start), from), (scale.at(end), from + thickness), *fill);
        start = end;
    }
    let Interval { estimate, low, high } = row.interval;
    let [low, high] = [low, high].map(|end| scale.at(bound(end, estimate)));
    sheet.whisker((low, middle), (high, middle), Ink::Text);
    let x = high.min(right).max(scale.at(start)) + 8;
    // Grid lines would cross the figures.
    let width = Weight::Regular.width(&row.value, BODY);
    sheet.rect((x - 3, middle - 9), (x + width + 3, middle + 9), Ink::Paper);
    sheet.text((x, middle + 5), row.value.clone(), BODY_TEXT, Anchor::Start);
}

/// A bound that can be drawn: the estimate if there is none.
fn bound(bound: f64, estimate: f64) -> f64 {
    if bound.is_finite() { bound } else { estimate }
}
