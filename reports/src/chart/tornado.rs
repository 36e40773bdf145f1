//! The effect of each value at the ends of its range: two bars per value, the one that matters most on top.

use szala_analysis::Interval;

use super::data::{Ends, Tornado};
use super::forest::{around_none, is_apart, name, point, ticks};
use super::picture::{Anchor, Picture};
use super::scale::Scale;
use super::sheet::{BODY_TEXT, Frame, Sheet, sources};
use super::style::{BODY, Ink, Weight};
use crate::messages::Message;

/// Draws the effects of the ends of ranges, each with its interval.
pub fn tornado(data: &Tornado, frame: Frame) -> Picture {
    let language = frame.language;
    let mut notes = sources(language, [&data.source]);
    notes.push(Message::TornadoNote.say(language, &[]));
    if data.rows.is_empty() {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    }
    let shifts = |row: &&Ends| row.ends.iter().any(|(_, difference)| is_apart(*difference));
    let shifted = data.rows.iter().filter(shifts).count();
    let (some, all) = (shifted.to_string(), data.rows.len().to_string());
    let most = data.rows[0].label.as_str();
    let title = if shifted == 0 { Message::TornadoNone } else { Message::TornadoSome };
    let title = title.say(language, &[("some", &some), ("all", &all), ("what", &data.what), ("most", most)]);
    let about = Message::TornadoAbout.say(language, &[("unit", &data.unit)]);
    let mut sheet = Sheet::new(frame, title, &about, &notes);
    rows(&mut sheet, &data.rows, &data.unit, true);
    sheet.close()
}

/// Draws rows of bars with their whiskers, and the axis title below them; differences have a sign.
pub(super) fn rows(sheet: &mut Sheet, rows: &[Ends], unit: &str, is_signed: bool) {
    let language = sheet.language;
    let told = |(value, found): &(String, Interval)| format!("{value}: {}", language.value_range(*found));
    let ends = || rows.iter().flat_map(|row| &row.ends);
    let widest = |texts: &mut dyn Iterator<Item = String>| {
        texts.map(|text| Weight::Regular.width(&text, BODY)).max().unwrap_or(0)
    };
    let labels = widest(&mut rows.iter().map(|row| row.label.clone()));
    let values = widest(&mut ends().map(told));
    let is_beside = !sheet.is_narrow() && labels <= sheet.inner() * 9 / 25;
    let left = sheet.left() + if is_beside { labels + 20 } else { 8 };
    let right = (sheet.right() - values - 16).max(left + 40);
    let range = around_none(ends().map(|(_, difference)| difference));
    let scale = Scale::linear(range, [left, right]);
    let height = |row: &Ends| {
        let lines = i32::try_from(row.ends.len()).expect("a range has two ends");
        20 * lines + if is_beside { 12 } else { 28 }
    };
    let bottom = sheet.top + rows.iter().map(height).sum::<i32>();
    ticks(sheet, &scale, range, bottom, is_signed);
    for row in rows {
        let lines = i32::try_from(row.ends.len()).expect("a range has two ends");
        let first = sheet.top + if is_beside { 16 } else { 32 };
        let middle = if is_beside { first + 10 * (lines - 1) } else { first };
        name(sheet, &row.label, middle, is_beside.then_some(left));
        for (level, end) in (first..).step_by(20).zip(&row.ends) {
            let (none, at) = (scale.at(0.0), scale.at(end.1.estimate));
            sheet.rect((none.min(at), level - 5), (none.max(at), level + 5), Ink::Grid);
            point(sheet, &scale, end.1, level);
            sheet.text((sheet.right(), level + 5), told(end), BODY_TEXT, Anchor::End);
        }
        sheet.top += height(row);
    }
    sheet.caption((left, bottom + 31), unit);
    sheet.top = bottom + 36;
}
