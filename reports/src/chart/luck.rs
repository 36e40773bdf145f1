//! The luck of a game, roll by roll, and what decides the games of a run.

use szala_analysis::Interval;

use super::data::{LuckCourse, LuckShares, LuckyRoll};
use super::forest::is_apart;
use super::listed::{Listed, height, list, number, places};
use super::picture::Picture;
use super::plot::{Course, Plot, Upwards, even};
use super::sheet::{Fill, Frame, Sheet, sources};
use super::style::Ink;
use super::tornado;
use crate::messages::{Language, Message, StudyMessage};
use crate::time::Time;

/// Room for the numbers of rolls below the plot, for those of stages, and for the axis title.
const BELOW: [i32; 3] = [16, 36, 54];

/// Draws the expected score along a game, with the rolls that gained most.
pub fn luck_course(data: &LuckCourse, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = [data.source.clone()];
    let Some((last, _)) = data.course.last() else {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    };
    let [first, second] = &data.sides;
    let sides = [("side", first), ("first", first), ("second", second)];
    let about = StudyMessage::LuckAbout.say_of(language, &sides, &[]);
    let mut sheet = Sheet::new(frame, title(data, language), &about, &notes);
    let upwards = Upwards {
        title: Message::ScoreOf.say_of(language, &[("side", first)], &[]),
        values: [0.0, 1.0],
        factor: 100.0,
    };
    let fill = |roll: &LuckyRoll| if roll.is_second { Fill::Second } else { Fill::First };
    let told = |roll: &LuckyRoll| Listed {
        fill: Some(fill(roll)),
        words: roll.words.clone(),
        values: vec![gain(roll.gain, language)],
    };
    let listed: Vec<Listed> = data.rolls.iter().map(told).collect();
    let (axis, entries) = (BELOW[2] + 10, height(&sheet, &listed));
    let high = sheet.room(sheet.usual() + axis + entries) - axis - entries;
    let plot = Plot::new(&mut sheet, high, &upwards, [0.0, last.max(1.0)], 0);
    let ([left, right], [top, bottom]) = (plot.ends(), plot.levels());
    for (at, _) in &data.stages {
        sheet.line((plot.x.at(*at), top), (plot.x.at(*at), bottom), Ink::Grid, 1);
    }
    let middle = plot.y.at(0.5);
    sheet.line((left, middle), (right, middle), Ink::Muted, 1);
    if let Some((_, end)) = data.course.last() {
        even(&mut sheet, (right, middle), *end);
    }
    let at: Vec<i32> = data.rolls.iter().map(|roll| plot.x.at(roll.at)).collect();
    let numbers = places(&at, [left + 6, right - 6]);
    for ((place, roll), x) in at.iter().zip(&data.rolls).zip(&numbers) {
        let level = plot.y.at(roll.score);
        sheet.line((*place, level), (*place, bottom), Ink::Grid, 1);
        sheet.line((*place, bottom), (*x, bottom + 5), Ink::Grid, 1);
    }
    plot.courses(
        &mut sheet,
        &[Course { fill: Fill::Plain, label: String::new(), points: data.course.clone() }],
        false,
    );
    for (place, roll) in at.iter().zip(&data.rolls) {
        sheet.marker((*place, plot.y.at(roll.score)), fill(roll));
    }
    for (place, x) in numbers.iter().enumerate() {
        number(&mut sheet, place + 1, (*x, bottom + BELOW[0]));
    }
    let stages: Vec<(f64, String)> = data.stages.iter().map(|(at, stage)| (*at, stage.to_string())).collect();
    plot.below(&mut sheet, BELOW[1], &stages);
    let time = Time::of(&data.time, language);
    sheet.caption((left, bottom + BELOW[2]), &time.fill("{Time}"));
    sheet.top = bottom + axis;
    list(&mut sheet, &listed);
    sheet.close()
}

/// In points, with a sign.
fn gain(gain: Interval, language: Language) -> String {
    let points = language.value_range(in_points(gain));
    if gain.estimate > 0.0 { StudyMessage::LuckGain.say(language, &[("points", &points)]) } else { points }
}

fn in_points(Interval { estimate, low, high }: Interval) -> Interval {
    let [estimate, low, high] = [estimate, low, high].map(|part| part * 100.0);
    Interval { estimate, low, high }
}

fn title(data: &LuckCourse, language: Language) -> String {
    let [first, second] = &data.sides;
    let Interval { estimate, low, high } = data.net;
    let other = Interval { estimate: -estimate, low: -high, high: -low };
    let (message, side, net) = match (is_apart(data.net), estimate < 0.0) {
        (true, true) => (StudyMessage::LuckFor, second, other),
        (true, false) => (StudyMessage::LuckFor, first, data.net),
        (false, _) => (StudyMessage::LuckOpen, first, data.net),
    };
    message.say_of(language, &[("side", side)], &[("net", &gain(net, language))])
}

/// Draws how much of the variance of the score each source of randomness explains.
pub fn luck_shares(data: &LuckShares, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, [&data.source]);
    if data.rows.is_empty() {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    }
    let [chance, choices] = [data.chance, data.choices].map(|share| language.percent_range(share));
    let title = StudyMessage::SharesFound.say(language, &[("chance", &chance), ("choices", &choices)]);
    let about = StudyMessage::SharesAbout.say(language, &[]);
    let mut sheet = Sheet::new(frame, title, &about, &notes);
    tornado::rows(&mut sheet, &data.rows, &StudyMessage::SharesUnit.say(language, &[]), false);
    sheet.close()
}
