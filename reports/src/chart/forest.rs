//! The effects of several changes: a point with its whisker for each.

use szala_analysis::Interval;

use super::data::Forest;
use super::picture::{Anchor, Picture};
use super::plot::extent;
use super::scale::{Scale, Step};
use super::sheet::{BODY_TEXT, Frame, SMALL_TEXT, Sheet, sources};
use super::style::{BODY, Ink, Weight, fitted};
use crate::messages::Message;

/// Draws the differences that changes make, each with its interval.
pub fn forest(data: &Forest, frame: Frame) -> Picture {
    let language = frame.language;
    let mut notes = sources(language, [&data.source]);
    notes.push(Message::ForestNote.say(language, &[]));
    if data.rows.is_empty() {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    }
    let shifted = data.rows.iter().filter(|row| is_apart(row.difference)).count();
    let (some, all) = (shifted.to_string(), data.rows.len().to_string());
    let message = if shifted == 0 { Message::ForestNone } else { Message::ForestSome };
    let what = ("what", data.what.as_str());
    let title = if shifted == 0 {
        message.say(language, &[("all", &all), what])
    } else {
        message.say(language, &[("some", &some), ("all", &all), what])
    };
    let about = Message::ForestAbout.say(language, &[("unit", &data.unit)]);
    let mut sheet = Sheet::new(frame, title, &about, &notes);
    rows(&mut sheet, data);
    sheet.close()
}

/// Does the interval exclude zero?
pub(super) fn is_apart(difference: Interval) -> bool {
    difference.low > 0.0 || difference.high < 0.0
}

/// A range that contains all of these and zero.
pub(super) fn around_none<'i>(differences: impl IntoIterator<Item = &'i Interval>) -> [f64; 2] {
    let [low, high] = extent(differences);
    let (low, high) = (low.min(0.0), high.max(0.0));
    if high > low { [low, high] } else { [-1.0, 1.0] }
}

/// Grid lines from the top of the free area down to here, with their values below; differences have a sign.
pub(super) fn ticks(sheet: &mut Sheet, scale: &Scale, range: [f64; 2], bottom: i32, is_signed: bool) {
    let (language, top, [left, right]) = (sheet.language, sheet.top, scale.pixels);
    let step = Step::for_range(range, if right - left > 400 { 5 } else { 3 });
    for tick in step.ticks(range) {
        let ink = if tick == 0.0 { Ink::Muted } else { Ink::Grid };
        sheet.line((scale.at(tick), top), (scale.at(tick), bottom), ink, 1);
        let sign = if is_signed && tick > 0.0 { "+" } else { "" };
        let text = format!("{sign}{}", language.decimal(tick, step.decimals()));
        sheet.text((scale.at(tick), bottom + 15), text, SMALL_TEXT, Anchor::Middle);
    }
}

/// The name of a row, left of its middle, or above it if there is no room beside.
pub(super) fn name(sheet: &mut Sheet, label: &str, middle: i32, beside: Option<i32>) {
    if let Some(left) = beside {
        sheet.text((left - 18, middle + 5), label.to_owned(), BODY_TEXT, Anchor::End);
        return;
    }
    let label = fitted(label, Weight::Regular, BODY, sheet.inner());
    let width = Weight::Regular.width(&label, BODY);
    sheet.rect((sheet.left(), middle - 26), (sheet.left() + width, middle - 9), Ink::Paper);
    sheet.text((sheet.left(), middle - 13), label, BODY_TEXT, Anchor::Start);
}

/// A point with its whisker.
pub(super) fn point(sheet: &mut Sheet, scale: &Scale, found: Interval, level: i32) {
    let bound = |end: f64| scale.at(if end.is_finite() { end } else { found.estimate });
    sheet.whisker((bound(found.low), level), (bound(found.high), level), Ink::Plain);
    sheet.dot((scale.at(found.estimate), level), Ink::Plain, !is_apart(found));
}

fn rows(sheet: &mut Sheet, data: &Forest) {
    let language = sheet.language;
    let value = |found: Interval| language.value_range(found);
    let widest = |texts: &mut dyn Iterator<Item = String>| {
        texts.map(|text| Weight::Regular.width(&text, BODY)).max().unwrap_or(0)
    };
    let labels = widest(&mut data.rows.iter().map(|row| row.label.clone()));
    let values = widest(&mut data.rows.iter().map(|row| value(row.difference)));
    let is_beside = !sheet.is_narrow() && labels <= sheet.inner() * 9 / 25;
    let left = sheet.left() + if is_beside { labels + 20 } else { 8 };
    let right = (sheet.right() - values - 16).max(left + 40);
    let range = around_none(data.rows.iter().map(|row| &row.difference));
    let scale = Scale::linear(range, [left, right]);
    let count = i32::try_from(data.rows.len()).expect("a chart has few rows");
    let needed = if is_beside { 32 } else { 44 };
    let height = ((sheet.room(needed * count + 36) - 36) / count).min(needed * 2);
    let bottom = sheet.top + height * count;
    ticks(sheet, &scale, range, bottom, true);
    for row in &data.rows {
        let middle = sheet.top + if is_beside { height / 2 } else { height / 2 + 9 };
        let found = row.difference;
        name(sheet, &row.label, middle, is_beside.then_some(left));
        point(sheet, &scale, found, middle);
        sheet.text((sheet.right(), middle + 5), value(found), BODY_TEXT, Anchor::End);
        sheet.top += height;
    }
    sheet.caption((left, bottom + 31), &data.unit);
    sheet.top = bottom + 36;
}
