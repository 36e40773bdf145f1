//! How often each side wins: three bars per run.

use szala_analysis::Interval;

use super::data::{Outcome, Outcomes};
use super::picture::Picture;
use super::rows::{Axis, Group, Row, bars};
use super::sheet::{Fill, Frame, Sheet, sources};
use crate::messages::{Language, Message};

/// Draws how often each side wins, in one run or in two.
pub fn outcomes(data: &Outcomes, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, data.runs.iter().map(|(source, _)| source));
    if data.runs.iter().all(|(source, _)| source.games == 0) {
        return Sheet::empty(frame, Message::NoGames, &notes);
    }
    let about = if data.runs.len() > 1 { Message::OutcomesAboutTwo } else { Message::OutcomesAbout };
    let about = about.say(language, &[]);
    let mut sheet = Sheet::new(frame, title(data, language), &about, &notes);
    let groups: Vec<Group> = data
        .runs
        .iter()
        .map(|(source, outcome)| Group {
            heading: (data.runs.len() > 1).then(|| source.label.clone()),
            rows: rows(data, outcome, language),
        })
        .collect();
    let title = Message::ShareOfGames.say(language, &[]);
    bars(&mut sheet, &groups, &Axis { title, factor: 100.0, most: 1.0 });
    sheet.close()
}

fn rows(data: &Outcomes, outcome: &Outcome, language: Language) -> Vec<Row> {
    let [first, second] =
        data.sides.each_ref().map(|side| Message::Wins.say_of(language, &[("side", side)], &[]));
    let labels = [first, Message::Draw.say(language, &[]), second];
    let rates = [outcome.first, outcome.draws, outcome.second];
    let rows = labels.into_iter().zip(rates).zip(Fill::WINNERS);
    rows.map(|((label, rate), fill)| Row {
        label,
        parts: vec![(rate.estimate, fill)],
        interval: rate,
        value: language.percent_range(rate),
    })
    .collect()
}

/// The finding: for one run, whom it favours; for two, whether the score differs.
fn title(data: &Outcomes, language: Language) -> String {
    let [first, second] = &data.sides;
    let played: Vec<_> = data.runs.iter().filter(|(source, _)| source.games > 0).collect();
    if let [(one, here), (other, there)] = played[..] {
        let (here, there) = (here.score, there.score);
        let scores = [here, there].map(|score| language.percent_range(score));
        return match differ(data.difference, here, there) {
            None => Message::OutcomesAlike.say_of(
                language,
                &[("side", first)],
                &[("one", &one.label), ("other", &other.label), ("here", &scores[0]), ("there", &scores[1])],
            ),
            Some(is_more) => {
                let (more, less) = if is_more { (0, 1) } else { (1, 0) };
                let labels = [&one.label, &other.label];
                Message::OutcomesHigher.say_of(
                    language,
                    &[("side", first)],
                    &[
                        ("here", labels[more]),
                        ("there", labels[less]),
                        ("more", &scores[more]),
                        ("less", &scores[less]),
                    ],
                )
            }
        };
    }
    let Some((_, outcome)) = played.first() else { return String::new() };
    let [wins, losses] = [outcome.first, outcome.second].map(|rate| language.percent_range(rate));
    if outcome.score.low > 0.5 {
        Message::OutcomesFavour.say_of(language, &[("side", first)], &[("win", &wins), ("lose", &losses)])
    } else if outcome.score.high < 0.5 {
        Message::OutcomesFavour.say_of(language, &[("side", second)], &[("win", &losses), ("lose", &wins)])
    } else {
        let sides = [("first", first), ("second", second)];
        Message::OutcomesOpen.say_of(language, &sides, &[("win", &wins), ("lose", &losses)])
    }
}

/// Do two runs differ? If so, whether the first is above. Paired games are judged by their difference, others by
/// whether their intervals overlap.
pub(super) fn differ(difference: Option<Interval>, one: Interval, other: Interval) -> Option<bool> {
    match difference {
        Some(Interval { low, high, .. }) => (low > 0.0 || high < 0.0).then_some(high < 0.0),
        None => apart(one, other),
    }
}

/// Are two intervals disjoint? If so, whether the first is above.
pub(super) fn apart(one: Interval, other: Interval) -> Option<bool> {
    if one.low > other.high {
        Some(true)
    } else if one.high < other.low {
        Some(false)
    } else {
        None
    }
}
