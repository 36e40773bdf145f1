//! How long units and commanders last: a line for each, a panel for each side.

use super::data::{Survival, Survivor};
use super::picture::{Anchor, Picture, Point};
use super::plot::{Course, Plot, Upwards};
use super::sheet::{BODY_TEXT, Fill, Frame, SMALL_TEXT, Sheet, sources, spread};
use super::style::{BODY, Ink, SMALL, Weight, fitted};
use crate::lexicon::Called;
use crate::messages::{Language, Message};
use crate::time::Time;

/// Room for the numbers below a panel.
const BELOW: i32 = 44;

/// This many of a side are named: those that are lost most often.
const NAMED: usize = 4;

/// Draws the chance that each unit and commander has not been lost by the end of a stage.
pub fn survival(data: &Survival, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, [&data.source]);
    let units: Vec<&Survivor> = data.units.iter().filter(|unit| !unit.survival.is_empty()).collect();
    if data.source.games == 0 || units.is_empty() {
        return Sheet::empty(frame, Message::NoGames, &notes);
    }
    let time = Time::of(&data.time, language);
    let are_groups = units.iter().all(|unit| unit.is_group);
    let [about, axis] = if are_groups {
        [Message::SurvivalGroupAbout, Message::SurvivalGroupAxis]
    } else {
        [Message::SurvivalAbout, Message::Stage]
    }
    .map(|message| message.say(language, &time.places()));
    let title = if are_groups {
        title_of_groups(&units, &data.sides, &time, language)
    } else {
        title(&units, &time, language)
    };
    let mut sheet = Sheet::new(frame, title, &about, &notes);
    let panels: Vec<(usize, Vec<&Survivor>)> = [false, true]
        .into_iter()
        .map(|is_second| {
            let side = units.iter().copied().filter(|unit| unit.is_second == is_second).collect();
            (usize::from(is_second), side)
        })
        .filter(|(_, side): &(usize, Vec<&Survivor>)| !side.is_empty())
        .collect();
    let count = i32::try_from(panels.len()).expect("one or two");
    let one = (sheet.usual() * 3 / 4).max(200) + BELOW + 26;
    let height = sheet.room(one * count) / count - BELOW - 26;
    let names = panels.iter().flat_map(|(_, units)| named(units));
    let widest = names.map(|unit| Weight::Regular.width(&label(unit, language), BODY)).max().unwrap_or(0);
    let common = Common {
        height,
        lowest: units.iter().flat_map(|unit| &unit.survival).map(|found| found.low).fold(1.0, f64::min),
        time: axis,
        right: (widest + 10).min(sheet.inner() * if sheet.is_narrow() { 9 } else { 7 } / 20),
    };
    for (side, units) in &panels {
        sheet.top += 20;
        let name = fitted(&data.sides[*side], Weight::Bold, BODY, sheet.inner());
        sheet.text((sheet.left(), sheet.top - 4), name, (Weight::Bold, BODY, Ink::Text), Anchor::Start);
        sheet.top += 6;
        let fill = if *side == 0 { Fill::First } else { Fill::Second };
        panel(&mut sheet, units, &common, fill);
        sheet.top += BELOW;
    }
    sheet.close()
}

/// What both panels share, so that they can be compared.
struct Common {
    height: i32,
    /// The smallest survival to show.
    lowest: f64,
    /// The name of the time unit.
    time: String,
    /// Room for names on the right.
    right: i32,
}

/// The units in the order in which they are lost.
fn by_end<'u>(units: &[&'u Survivor]) -> Vec<&'u Survivor> {
    let mut units = units.to_vec();
    units.sort_by(|one, other| {
        last(one).estimate.total_cmp(&last(other).estimate).then(one.name.cmp(&other.name))
    });
    units
}

/// The named ones.
fn named<'u>(units: &[&'u Survivor]) -> Vec<&'u Survivor> {
    by_end(units).into_iter().take(NAMED).collect()
}

fn label(unit: &Survivor, language: Language) -> String {
    format!("{}: {}", name(unit, language), language.percent(last(unit)))
}

/// Its name below the name of its side: kinds of units have names in every language.
fn name(unit: &Survivor, language: Language) -> &str {
    if unit.is_group { language.name(&unit.name) } else { &unit.name }
}

fn last(unit: &Survivor) -> szala_analysis::Interval {
    *unit.survival.last().expect("units without stages are left out")
}

#[expect(clippy::cast_precision_loss, reason = "stages are few")]
fn panel(sheet: &mut Sheet, units: &[&Survivor], common: &Common, fill: Fill) {
    let Common { height, lowest, right, .. } = *common;
    let language = sheet.language;
    let named = named(units);
    let stages = units.iter().map(|unit| unit.survival.len()).max().unwrap_or(1);
    let upwards = Upwards {
        title: Message::SurvivalAxis.say(language, &[]),
        values: [(lowest * 10.0).floor().min(9.0) / 10.0, 1.0],
        factor: 100.0,
    };
    let plot = Plot::new(sheet, height, &upwards, [0.0, stages as f64], right);
    let points = |unit: &Survivor| -> Vec<Point> {
        let levels = core::iter::once(1.0).chain(unit.survival.iter().map(|found| found.estimate));
        levels.enumerate().map(|(stage, level)| (plot.x.at(stage as f64), plot.y.at(level))).collect()
    };
    for unit in by_end(units).iter().rev() {
        let is_named = named.iter().any(|other| core::ptr::eq(*other, *unit));
        if is_named {
            let start = szala_analysis::Interval { estimate: 1.0, low: 1.0, high: 1.0 };
            let survival = core::iter::once(start).chain(unit.survival.iter().copied());
            let points = survival.enumerate().map(|(stage, found)| (stage as f64, found)).collect();
            plot.courses(sheet, &[Course { fill, label: String::new(), points }], false);
        } else {
            for pair in points(unit).windows(2) {
                sheet.line(pair[0], pair[1], Ink::Draw, 1);
            }
        }
    }
    let ends: Vec<i32> = named.iter().map(|unit| plot.y.at(last(unit).estimate)).collect();
    let [top, bottom] = plot.levels();
    let x = plot.ends()[1] + 2;
    for (unit, level) in named.iter().zip(spread(&ends, 17, [top, bottom])) {
        let share = language.percent(last(unit));
        let room = sheet.right() - x - Weight::Regular.width(&format!(": {share}"), BODY);
        let text = format!("{}: {share}", fitted(name(unit, language), Weight::Regular, BODY, room));
        sheet.text((x, level + 5), text, BODY_TEXT, Anchor::Start);
    }
    let numbers: Vec<(f64, String)> = (1..=stages).map(|stage| (stage as f64, stage.to_string())).collect();
    plot.below_evenly(sheet, &[(18, numbers)]);
    sheet.text(
        (plot.ends()[0], sheet.top + 34),
        common.time.clone(),
        (Weight::Regular, SMALL, SMALL_TEXT.2),
        Anchor::Start,
    );
}

/// The unit that is lost most often, if that is certain.
fn title(units: &[&Survivor], time: &Time, language: Language) -> String {
    let order = by_end(units);
    let first = order[0];
    if last(first).estimate >= 1.0 {
        return Message::SurvivalNone.say(language, &[]);
    }
    let (stage, share) = (first.survival.len().to_string(), language.percent_range(last(first)));
    let places = [("unit", first.name.as_str()), ("stage", &stage), ("share", &share)];
    match order.get(1).filter(|next| last(next).low <= last(first).high) {
        None => Message::SurvivalFirst.say(language, &[&places[..], &time.places()].concat()),
        Some(next) => {
            let more = language.percent_range(last(next));
            let [unit, stage, share] = places;
            let places = [unit, stage, share, ("other", next.name.as_str()), ("more", &more)];
            Message::SurvivalOpen.say(language, &[&places[..], &time.places()].concat())
        }
    }
}

/// The same for kinds of units. Some come in later than others, and are known for fewer stages: all are compared after
/// as many stages as all are known for.
fn title_of_groups(units: &[&Survivor], sides: &[Called; 2], time: &Time, language: Language) -> String {
    let stages = units.iter().map(|unit| unit.survival.len()).min().expect("one unit at least is drawn");
    let then = |unit: &Survivor| unit.survival[stages - 1];
    let called = |unit: &Survivor| {
        let side = &*sides[usize::from(unit.is_second)];
        Message::SurvivalGroup.say(language, &[("side", side), ("group", language.name(&unit.name))])
    };
    let mut order = units.to_vec();
    order.sort_by(|one, other| then(one).estimate.total_cmp(&then(other).estimate));
    if then(order[0]).estimate >= 1.0 {
        return Message::SurvivalNone.say(language, &[]);
    }
    let [unit, stage, share] = [called(order[0]), stages.to_string(), language.percent_range(then(order[0]))];
    let places = [("unit", unit.as_str()), ("stage", &stage), ("share", &share)];
    match order.get(1).filter(|next| then(next).low <= then(order[0]).high) {
        None => Message::SurvivalGroupFirst.say(language, &[&places[..], &time.places()].concat()),
        Some(next) => {
            let [other, more] = [called(next), language.percent_range(then(next))];
            let rest = [("other", other.as_str()), ("more", &more)];
            Message::SurvivalGroupOpen.say(language, &[&places[..], &rest, &time.places()].concat())
        }
    }
}
