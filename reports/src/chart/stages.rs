//! The chances of both sides by how far a game has come.

use szala_analysis::Interval;

use super::data::{StageOutcome, Stages};
use super::outcomes::apart;
use super::picture::Picture;
use super::plot::{Course, Plot, Upwards, extent, room_for_names, rounded};
use super::sheet::{Fill, Frame, Sheet, sources};
use crate::messages::{Language, Message};
use crate::time::Time;

/// Room for the numbers below the plot.
const BELOW: i32 = 56;

/// Draws the outcome of the games that reached the start of each stage.
pub fn stages(data: &Stages, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, [&data.source]);
    let played: Vec<&StageOutcome> = data.stages.iter().filter(|stage| stage.games > 0).collect();
    let (Some(start), Some(end)) = (played.first(), played.last()) else {
        return Sheet::empty(frame, Message::NoGames, &notes);
    };
    let time = Time::of(&data.time, language);
    let about = Message::StagesAbout.say(language, &time.places());
    let mut sheet = Sheet::new(frame, title(data, &played, language), &about, &notes);
    let courses = courses(data, &played, language);
    let right = room_for_names(&mut sheet, &courses);
    let found = extent(courses.iter().flat_map(|course| course.points.iter().map(|(_, found)| found)));
    let upwards = Upwards {
        title: Message::ShareOfGames.say(language, &[]),
        values: rounded([0.0, found[1]], 100.0, [0.0, 1.0]),
        factor: 100.0,
    };
    let height = sheet.room(sheet.usual() + BELOW) - BELOW;
    let ends = [start.stage, end.stage].map(f64::from);
    let plot = Plot::new(&mut sheet, height, &upwards, ends, right);
    plot.courses(&mut sheet, &courses, true);
    if right > 0 {
        plot.names(&mut sheet, &courses);
    }
    let below = |text: &dyn Fn(&StageOutcome) -> String| -> Vec<(f64, String)> {
        played.iter().map(|stage| (f64::from(stage.stage), text(stage))).collect()
    };
    let numbers = below(&|stage| stage.stage.to_string());
    plot.below_evenly(&mut sheet, &[(18, numbers), (34, below(&|stage| language.count(stage.games)))]);
    let title = Message::StagesAxis.say(language, &time.places());
    sheet.caption((plot.ends()[0], sheet.top + 52), &title);
    sheet.top += BELOW;
    sheet.close()
}

fn courses(data: &Stages, played: &[&StageOutcome], language: Language) -> Vec<Course> {
    let of = |rate: fn(&StageOutcome) -> Interval| -> Vec<(f64, Interval)> {
        played.iter().map(|stage| (f64::from(stage.stage), rate(stage))).collect()
    };
    let [first, second] =
        data.sides.each_ref().map(|side| Message::Wins.say_of(language, &[("side", side)], &[]));
    let draws = Message::Draw.say(language, &[]);
    let of_winners = [
        (Fill::First, first, of(|stage| stage.outcome.first)),
        (Fill::Draw, draws, of(|stage| stage.outcome.draws)),
        (Fill::Second, second, of(|stage| stage.outcome.second)),
    ];
    let course = |(fill, label, points): (Fill, String, Vec<(f64, Interval)>)| {
        let last = points.last().map(|(_, found)| language.percent(*found)).unwrap_or_default();
        Course { fill, label: format!("{label} {last}"), points }
    };
    of_winners.map(course).into()
}

/// The stage at which the chances of the first side differ most from those in all games, if they differ significantly
/// at any.
fn title(data: &Stages, played: &[&StageOutcome], language: Language) -> String {
    let side = [("side", &data.sides[0])];
    let all = played[0].outcome.first;
    let distance = |stage: &&&StageOutcome| (stage.outcome.first.estimate - all.estimate).abs();
    let differing = played.iter().filter(|stage| apart(stage.outcome.first, all).is_some());
    let said = language.percent_range(all);
    match differing.max_by(|one, other| distance(one).total_cmp(&distance(other))) {
        Some(stage) => {
            let (number, late) = (stage.stage.to_string(), language.percent_range(stage.outcome.first));
            let time = Time::of(&data.time, language);
            let told = [("stage", number.as_str()), ("late", &late), ("all", &said)];
            Message::StagesChange.say_of(language, &side, &[&told[..], &time.places()].concat())
        }
        None => Message::StagesSame.say_of(language, &side, &[("all", &said)]),
    }
}
