//! How well the score is known after each number of games.

use super::data::Convergence;
use super::picture::Picture;
use super::plot::{Course, Plot, Upwards, even, extent, rounded};
use super::scale::Scale;
use super::sheet::{Fill, Frame, Sheet, sources};
use super::style::{BODY, Ink, Weight};
use crate::messages::Message;

/// Room for the numbers below the plot.
const BELOW: i32 = 42;

/// Draws the score against the number of games, with its confidence sequence.
pub fn convergence(data: &Convergence, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, [&data.source]);
    let (Some((least, _)), Some((most, known))) = (data.looks.first(), data.looks.last()) else {
        return Sheet::empty(frame, Message::NoGames, &notes);
    };
    let half = (known.high - known.low) / 2.0 * 100.0;
    let decimals = [10.0, 1.0, 0.1].iter().position(|large| half >= *large).unwrap_or(3);
    let (games, side) = (language.games(*most), [("side", &data.sides[0])]);
    let (points, score) = (language.decimal(half, decimals), language.percent_range(*known));
    let places = [("games", games.as_str()), ("points", &points), ("score", &score)];
    let title = Message::ConvergenceKnown.say_of(language, &side, &places);
    let about = Message::ConvergenceAbout.say_of(language, &side, &[]);
    let mut sheet = Sheet::new(frame, title, &about, &notes);
    #[expect(clippy::cast_precision_loss, reason = "counts as they are drawn")]
    let points: Vec<_> = data.looks.iter().map(|(games, found)| (*games as f64, *found)).collect();
    let found = extent(points.iter().map(|(_, found)| found));
    let label = language.percent(*known);
    let courses = [Course { fill: Fill::First, label, points }];
    let right = if sheet.is_narrow() { 0 } else { Weight::Regular.width(&courses[0].label, BODY) + 6 };
    let upwards = Upwards {
        title: Message::ScoreOf.say_of(language, &side, &[]),
        values: rounded([found[0].min(0.5), found[1].max(0.5)], 100.0, [0.0, 1.0]),
        factor: 100.0,
    };
    let height = sheet.room(sheet.usual() + BELOW) - BELOW;
    let mut plot = Plot::new(&mut sheet, height, &upwards, [0.0, 1.0], right);
    #[expect(clippy::cast_precision_loss, reason = "counts as they are drawn")]
    let ends = [*least as f64, *most as f64];
    plot.x = Scale { values: ends, is_logarithmic: true, ..plot.x };
    let [left, end] = plot.ends();
    let middle = plot.y.at(0.5);
    sheet.line((left, middle), (end, middle), Ink::Muted, 1);
    plot.courses(&mut sheet, &courses, false);
    if right > 0 {
        plot.names(&mut sheet, &courses);
    }
    even(&mut sheet, (end, middle), *known);
    let powers = core::iter::successors(Some(1_u64), |power| power.checked_mul(10));
    #[expect(clippy::cast_precision_loss, reason = "powers of ten")]
    let ticks: Vec<(f64, String)> = powers
        .skip_while(|power| power < least)
        .take_while(|power| power <= most)
        .map(|power| (power as f64, language.count(power)))
        .collect();
    plot.below(&mut sheet, 18, &ticks);
    let title = Message::ConvergenceAxis.say(language, &[]);
    sheet.caption((left, sheet.top + 36), &title);
    sheet.top += BELOW;
    sheet.close()
}
