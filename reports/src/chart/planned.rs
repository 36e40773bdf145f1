//! The chance that a question is answered, by the number of games.

use szala_analysis::Interval;

use super::data::Planned;
use super::picture::Picture;
use super::plot::{Course, Plot, Upwards};
use super::scale::Step;
use super::sheet::{Fill, Frame, Sheet};
use super::style::Ink;
use crate::messages::{Language, Message, StudyMessage};

/// Room for the numbers below the plot, for times, and for the axis titles.
const BELOW: [i32; 3] = [18, 36, 54];

/// Draws the chance against the number of games.
pub fn planned(data: &Planned, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = [data.source.clone()];
    let Some((last, _)) = data.course.last() else {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    };
    let about = StudyMessage::PlanAbout.say(language, &[]);
    let mut sheet = Sheet::new(frame, title(data, language), &about, &notes);
    let upwards =
        Upwards { title: StudyMessage::PlanAxis.say(language, &[]), values: [0.0, 1.0], factor: 100.0 };
    let below = BELOW[2] + 10;
    let height = sheet.room(sheet.usual() + below) - below;
    let most = real(*last).max(1.0);
    let plot = Plot::new(&mut sheet, height, &upwards, [0.0, most], 0);
    let ([left, right], [top, bottom]) = (plot.ends(), plot.levels());
    let [from, to] = data.range.map(|games| plot.x.at(real(games).min(most)));
    sheet.area(vec![(from, top), (to, top), (to, bottom), (from, bottom)], Ink::Plain, 0.12);
    let point = |(games, chance): &(u64, f64)| {
        (real(*games), Interval { estimate: *chance, low: *chance, high: *chance })
    };
    let points = data.course.iter().map(point).collect();
    plot.courses(&mut sheet, &[Course { fill: Fill::Plain, label: String::new(), points }], false);
    for (games, chance) in data.answered.iter().zip([0.5, 0.9]) {
        if let Some(games) = games {
            let at = (plot.x.at(real(*games).min(most)), plot.y.at(chance));
            sheet.line((at.0, at.1), (at.0, bottom), Ink::Muted, 1);
            sheet.marker(at, Fill::Plain);
        }
    }
    let step = Step::for_range([0.0, most], if right - left > 400 { 6 } else { 3 });
    let ticks = step.ticks([0.0, most]);
    let games = ticks.iter().map(|tick| (*tick, language.decimal(*tick, 0))).collect::<Vec<_>>();
    let [start, each] = data.seconds;
    let times = ticks.iter().map(|tick| (*tick, time(start + tick * each, language))).collect::<Vec<_>>();
    plot.below_evenly(&mut sheet, &[(BELOW[0], games), (BELOW[1], times)]);
    sheet.caption((left, bottom + BELOW[2]), &StudyMessage::PlanGames.say(language, &[]));
    sheet.top = bottom + below;
    sheet.close()
}

#[expect(clippy::cast_precision_loss, reason = "a count as it is drawn")]
fn real(games: u64) -> f64 {
    games as f64
}

fn title(data: &Planned, language: Language) -> String {
    let most = language.games(data.most);
    match data.answered.map(|games| games.map(|games| language.games(games))) {
        [Some(half), Some(nearly)] => {
            StudyMessage::PlanAnswered.say(language, &[("half", &half), ("nearly", &nearly)])
        }
        [Some(half), None] => StudyMessage::PlanHalf.say(language, &[("half", &half), ("most", &most)]),
        [None, _] => StudyMessage::PlanOpen.say(language, &[("most", &most)]),
    }
}

/// A time in the unit that a reader would choose.
fn time(seconds: f64, language: Language) -> String {
    let (number, unit) = match seconds {
        _ if seconds < 99.5 => (seconds, "s"),
        _ if seconds < 5_970.0 => (seconds / 60.0, "min"),
        _ => (seconds / 3_600.0, "h"),
    };
    let decimals = usize::from(number < 9.95);
    format!("{}\u{a0}{unit}", language.decimal(number, decimals))
}
