//! The score over the values of a parameter, and over those of two.

use szala_analysis::Interval;

use super::data::{SweepCurve, SweepMap};
use super::outcomes::apart;
use super::picture::{Anchor, Picture};
use super::plot::{Course, Plot, Upwards, even, extent, rounded};
use super::sheet::{Fill, Frame, SMALL_TEXT, Sheet, sources};
use super::style::{BODY, Ink, SMALL, Weight, fitted};
use crate::messages::{Language, Message};

/// Room for the numbers below the plot.
const BELOW: i32 = 42;

/// Draws the score over the values of a parameter.
pub fn sweep_curve(data: &SweepCurve, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, [&data.source]);
    let (Some(first), Some(last)) = (data.points.first(), data.points.last()) else {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    };
    let about =
        Message::CurveAbout.say_of(language, &[("side", &data.side)], &[("parameter", &data.parameter)]);
    let mut sheet = Sheet::new(frame, curve_title(data, [first, last], language), &about, &notes);
    let found = extent(data.points.iter().map(|(_, score)| score));
    let upwards = Upwards {
        title: Message::ScoreOf.say_of(language, &[("side", &data.side)], &[]),
        values: rounded([found[0].min(0.5), found[1].max(0.5)], 100.0, [0.0, 1.0]),
        factor: 100.0,
    };
    let height = sheet.room(sheet.usual() + BELOW) - BELOW;
    let plot = Plot::new(&mut sheet, height, &upwards, [first.0, last.0], 0);
    let ([left, end], [top, bottom]) = (plot.ends(), plot.levels());
    let middle = plot.y.at(0.5);
    sheet.line((left, middle), (end, middle), Ink::Muted, 1);
    even(&mut sheet, (end, middle), last.1);
    if let Some(reference) = data.reference {
        let x = plot.x.at(reference);
        sheet.line((x, top), (x, bottom), Ink::Muted, 1);
        let text = Message::MapNow.say(language, &[]);
        let width = Weight::Regular.width(&text, SMALL);
        let anchor = if x + width + 6 > end { Anchor::End } else { Anchor::Start };
        let aside = if anchor == Anchor::End { -5 } else { 5 };
        sheet.text((x + aside, top + 12), text, SMALL_TEXT, anchor);
    }
    let course = Course { fill: Fill::First, label: String::new(), points: data.points.clone() };
    plot.courses(&mut sheet, &[course], true);
    for (value, score) in &data.points {
        let x = plot.x.at(*value);
        let level = |end: f64| plot.y.at(if end.is_finite() { end } else { score.estimate });
        sheet.whisker((x, level(score.low)), (x, level(score.high)), Ink::First);
    }
    let ticks: Vec<(f64, String)> =
        data.points.iter().map(|(value, _)| (*value, number(*value, language))).collect();
    plot.below(&mut sheet, 18, &ticks);
    sheet.caption((left, sheet.top + 36), &data.parameter);
    sheet.top += BELOW;
    sheet.close()
}

/// A value with as many digits as it has.
fn number(value: f64, language: Language) -> String {
    let digits = |decimals: &usize| {
        (value * 10_f64.powi(i32::try_from(*decimals).expect("a chart holds few of them"))).fract().abs()
            < 1e-6
    };
    language.decimal(value, (0..4).find(digits).unwrap_or(4))
}

fn curve_title(data: &SweepCurve, [first, last]: [&(f64, Interval); 2], language: Language) -> String {
    let [here, there] = [first, last].map(|point| language.percent_range(point.1));
    let [from, to] = [first, last].map(|point| number(point.0, language));
    let side = [("side", &data.side)];
    let ends = [("here", here.as_str()), ("there", &there), ("from", &from), ("to", &to)];
    if apart(first.1, last.1).is_some() {
        Message::CurveChanges.say_of(language, &side, &ends)
    } else {
        let parameter = ("parameter", data.parameter.as_str());
        Message::CurveSame.say_of(language, &side, &[&[parameter], &ends[..]].concat())
    }
}

/// Draws the score over the values of two parameters.
pub fn sweep_map(data: &SweepMap, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, [&data.source]);
    let scores = || data.scores.iter().flatten().flatten();
    let [columns, rows] = data.values.each_ref().map(Vec::len);
    if scores().next().is_none() || columns == 0 || rows == 0 {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    }
    let all = scores().count().to_string();
    let title = if scores().all(|score| score.low > 0.5) {
        Message::MapFor.say_of(language, &[("side", &data.side)], &[("all", &all)])
    } else if scores().all(|score| score.high < 0.5) {
        Message::MapAgainst.say_of(language, &[("side", &data.side)], &[("all", &all)])
    } else {
        match scores().filter(|score| is_open(**score)).count() {
            0 => {
                let favoured = scores().filter(|score| score.low > 0.5).count().to_string();
                Message::MapSplit.say(language, &[("some", &favoured), ("all", &all), ("side", &data.side)])
            }
            open => Message::MapOpen.say(language, &[("some", &open.to_string()), ("all", &all)]),
        }
    };
    let [first, second] = &data.parameters;
    let about =
        Message::MapAbout.say_of(language, &[("side", &data.side)], &[("first", first), ("second", second)]);
    let mut sheet = Sheet::new(frame, title, &about, &notes);
    cells(&mut sheet, data);
    sheet.close()
}

/// Does the interval leave open which side is favoured?
fn is_open(score: Interval) -> bool {
    score.low <= 0.5 && score.high >= 0.5
}

/// The shade of a score. There is one for every ten points beyond one half; if the scores are so close that most would
/// look alike, they share the shades of their side from the lowest to the highest.
fn shades(data: &SweepMap) -> impl Fn(f64) -> i8 {
    let estimates = data.scores.iter().flatten().flatten().map(|score| score.estimate);
    let (low, high) =
        estimates.fold((1.0_f64, 0.0_f64), |(low, high), score| (low.min(score), high.max(score)));
    let is_one_sided = low > 0.5 || high < 0.5;
    let spreads = is_one_sided && high - low < 0.3;
    move |score: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "between -5 and 5")]
        let step = |shade: f64| shade.round() as i8;
        if !spreads {
            return step((score - 0.5) * 10.0).clamp(-4, 4);
        }
        // Scores nearer to a half are lighter.
        let (near, far) = if low > 0.5 { (low, high) } else { (high, low) };
        let part = if high - low > 0.0 { (score - near) / (far - near) } else { 0.5 };
        step(part.mul_add(3.0, 1.0)).clamp(1, 4) * if low > 0.5 { 1 } else { -1 }
    }
}

fn cells(sheet: &mut Sheet, data: &SweepMap) {
    let step = shades(data);
    let [across, down] = &data.values;
    let label = |text: &String| Weight::Regular.width(text, SMALL);
    let gutter = (down.iter().map(label).max().unwrap_or(0) + 8).min(sheet.inner() / 3);
    for (parameter, arrow) in data.parameters.iter().zip(['\u{2192}', '\u{2193}']) {
        let text = fitted(&format!("{parameter} {arrow}"), Weight::Regular, SMALL, sheet.inner());
        sheet.text((sheet.left(), sheet.top + SMALL), text, SMALL_TEXT, Anchor::Start);
        sheet.top += 16;
    }
    sheet.top += 22;
    let [columns, rows] =
        [across.len(), down.len()].map(|count| i32::try_from(count).expect("a chart holds few of them"));
    let width = ((sheet.inner() - gutter) / columns).clamp(1, 140);
    let height = (sheet.room(rows * 44) / rows).clamp(44, 88);
    let left = sheet.left() + gutter;
    let x = |column: usize| left + width * i32::try_from(column).expect("a chart holds few of them");
    for (column, text) in across.iter().enumerate() {
        let text = fitted(text, Weight::Regular, SMALL, width - 4);
        sheet.text((x(column) + width / 2, sheet.top - 6), text, SMALL_TEXT, Anchor::Middle);
    }
    for (row, text) in down.iter().enumerate() {
        let text = fitted(text, Weight::Regular, SMALL, gutter - 8);
        let middle = sheet.top + height / 2;
        sheet.text((left - 8, middle + 4), text, SMALL_TEXT, Anchor::End);
        for column in 0..across.len() {
            let score = data.scores.get(row).and_then(|scores| scores.get(column)).copied().flatten();
            let is_reference = data.reference == Some([column, row]);
            let ink = score.map(|score| Ink::Shade(step(score.estimate)));
            cell(sheet, score.zip(ink), (x(column), sheet.top), (width, height), is_reference);
        }
        sheet.top += height;
    }
    sheet.top += 4;
    if data.reference.is_some() {
        let text = format!("\u{2022} {}", Message::MapNow.say(sheet.language, &[]));
        sheet.top += 16;
        sheet.text((left, sheet.top - 2), text, SMALL_TEXT, Anchor::Start);
    }
}

fn cell(
    sheet: &mut Sheet,
    shaded: Option<(Interval, Ink)>,
    (x, y): (i32, i32),
    (width, height): (i32, i32),
    is_reference: bool,
) {
    let Some((score, ink)) = shaded else { return };
    let [from, to] = [(x + 1, y + 1), (x + width - 1, y + height - 1)];
    sheet.rect(from, to, ink);
    if is_open(score) {
        let inside = [(from.0 + 2, from.1 + 2), (to.0 - 2, to.1 - 2)];
        let corners = [inside[0], (inside[1].0, inside[0].1), inside[1], (inside[0].0, inside[1].1)];
        for at in 0..4 {
            sheet.line(corners[at], corners[(at + 1) % 4], ink.text_on(), 2);
        }
    }
    let language = sheet.language;
    let points =
        Interval { estimate: score.estimate * 100.0, low: score.low * 100.0, high: score.high * 100.0 };
    let [value, low, high] = language.three(points);
    let dot = if is_reference { "\u{2022} " } else { "" };
    let value = format!("{dot}{value}");
    let range = format!("{low}\u{2013}{high}");
    let (middle, inner) = (x + width / 2, width - 6);
    let has_range = Weight::Regular.width(&range, SMALL) <= inner;
    let has_value = Weight::Bold.width(&value, BODY) <= inner;
    let up = if has_range { 2 } else { -5 };
    if has_value {
        sheet.text((middle, y + height / 2 - up), value, (Weight::Bold, BODY, ink.text_on()), Anchor::Middle);
    }
    if has_value && has_range {
        sheet.text(
            (middle, y + height / 2 + 14),
            range,
            (Weight::Regular, SMALL, ink.text_on()),
            Anchor::Middle,
        );
    }
}
