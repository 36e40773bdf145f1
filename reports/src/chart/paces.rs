//! Strength against thinking time: how strong players are by the games per second they play.

use szala_analysis::Interval;

use super::data::{Paced, Paces};
use super::listed::{Listed, height, list, number, places};
use super::picture::Picture;
use super::plot::{Plot, Upwards, extent, rounded};
use super::scale::Scale;
use super::sheet::{Fill, Frame, Sheet};
use super::style::Ink;
use crate::messages::{Language, Message, StudyMessage};

/// Room for the numbers of players below the plot, for paces, and for the axis title.
const BELOW: [i32; 3] = [16, 36, 54];

/// Draws strength against pace.
pub fn paces(data: &Paces, frame: Frame) -> Picture {
    let language = frame.language;
    let games = language.games(data.games);
    let places = [("title", data.title.as_str()), ("games", &games)];
    let notes = [StudyMessage::PaceNote.say(language, &places)];
    // The slowest first: numbers increase from left to right.
    let mut players: Vec<&Paced> = data.players.iter().filter(|player| player.pace > 0.0).collect();
    players.sort_by(|one, other| one.pace.total_cmp(&other.pace));
    let [Some(slowest), Some(fastest)] = [players.first(), players.last()] else {
        return Sheet::empty(frame, Message::NothingToShow, &notes);
    };
    let ends = powers(slowest.pace, fastest.pace);
    let sides = [("first", &data.sides[0]), ("second", &data.sides[1])];
    let about = StudyMessage::PaceAbout.say_of(language, &sides, &[]);
    let mut sheet = Sheet::new(frame, StudyMessage::PaceTitle.say(language, &[]), &about, &notes);
    let listed: Vec<Listed> = players
        .iter()
        .map(|player| Listed {
            fill: Some(fill(player)),
            words: player.name.clone(),
            values: vec![StudyMessage::PaceOfOne.say(
                language,
                &[
                    ("score", &language.percent_range(player.strength)),
                    ("pace", &told(player.pace, language)),
                ],
            )],
        })
        .collect();
    let entries = height(&sheet, &listed);
    plot(&mut sheet, &players, ends, entries);
    list(&mut sheet, &listed);
    sheet.close()
}

/// Draws the plot, and leaves room for the list below it.
fn plot(sheet: &mut Sheet, players: &[&Paced], ends: [i32; 2], entries: i32) {
    let language = sheet.language;
    let strengths: Vec<Interval> = players.iter().map(|player| player.strength).collect();
    let upwards = Upwards {
        title: StudyMessage::PaceScore.say(language, &[]),
        values: rounded(extent(&strengths), 100.0, [0.0, 1.0]),
        factor: 100.0,
    };
    let below = BELOW[2] + 10;
    let height = sheet.room(sheet.usual() + below + entries) - below - entries;
    let mut plot = Plot::new(sheet, height, &upwards, [0.0, 1.0], 0);
    plot.x = Scale { values: ends.map(|power| 10_f64.powi(power)), is_logarithmic: true, ..plot.x };
    let ([left, right], [_, bottom]) = (plot.ends(), plot.levels());
    let at: Vec<i32> = players.iter().map(|player| plot.x.at(player.pace)).collect();
    for ((place, player), x) in players.iter().enumerate().zip(places(&at, [left + 8, right - 8])) {
        let Interval { estimate, low, high } = player.strength;
        let at = plot.x.at(player.pace);
        sheet.line((at, bottom), (x, bottom + 4), Ink::Grid, 1);
        sheet.whisker((at, plot.y.at(high)), (at, plot.y.at(low)), fill(player).ink());
        sheet.marker((at, plot.y.at(estimate)), fill(player));
        number(sheet, place + 1, (x, bottom + BELOW[0]));
    }
    let ticks: Vec<(f64, String)> = (ends[0]..=ends[1])
        .map(|power| 10_f64.powi(power))
        .map(|pace| (pace, told(pace, language)))
        .collect();
    plot.below(sheet, BELOW[1], &ticks);
    sheet.caption((left, bottom + BELOW[2]), &StudyMessage::PaceAxis.say(language, &[]));
    sheet.top = bottom + below;
}

fn fill(player: &Paced) -> Fill {
    if player.side == 0 { Fill::First } else { Fill::Second }
}

/// The powers of ten around the paces, which always differ.
fn powers(slowest: f64, fastest: f64) -> [i32; 2] {
    #[expect(clippy::cast_possible_truncation, reason = "the power of a number of games a second")]
    let [low, high] = [slowest.log10().floor() as i32, fastest.log10().ceil() as i32];
    [low, high.max(low + 1)]
}

/// A pace with two significant digits, or as a whole number.
fn told(pace: f64, language: Language) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "rounded, and not negative")]
    match pace {
        pace if pace >= 100.0 => {
            let two = 10_f64.powi(pace.log10().floor() as i32 - 1);
            language.count(((pace / two).round() * two).round() as u64)
        }
        pace if pace >= 10.0 => language.decimal(pace, 0),
        pace => {
            let digits = (1.0 - pace.log10().floor()).max(0.0) as usize;
            let text = language.decimal(pace, digits.min(6));
            let tidy = text.trim_end_matches('0').trim_end_matches(['.', ',']);
            if tidy.is_empty() { text } else { tidy.to_owned() }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paces_are_told_with_two_digits() {
        let told = |pace| told(pace, Language::English);
        let all = [0.0123, 0.5, 1.0, 3.27, 47.2, 4_821.0].map(told);
        assert_eq!(all, ["0.012", "0.5", "1", "3.3", "47", "4800"]);
        assert_eq!([powers(0.6, 4_821.0), powers(10.0, 10.0)], [[-1, 4], [1, 2]]);
    }
}
