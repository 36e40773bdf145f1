//! How games end: a bar per reason, divided by winner.

use szala_analysis::Interval;

use super::data::{Reason, Reasons};
use super::picture::Picture;
use super::rows::{Axis, Group, Row, bars};
use super::sheet::{Fill, Frame, Sheet, Swatch, sources};
use crate::messages::{Language, Message};

/// Draws how often each reason ends a game, and who wins then.
pub fn reasons(data: &Reasons, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, [&data.source]);
    if data.source.games == 0 || data.reasons.is_empty() {
        return Sheet::empty(frame, Message::NoGames, &notes);
    }
    let about = Message::ReasonsAbout.say(language, &[]);
    let mut sheet = Sheet::new(frame, title(&data.reasons, language), &about, &notes);
    let [first, second] =
        data.sides.each_ref().map(|side| Message::Wins.say_of(language, &[("side", side)], &[]));
    let labels = [first, Message::Draw.say(language, &[]), second];
    let key: Vec<_> = Fill::WINNERS.map(Swatch::Bar).into_iter().zip(labels).collect();
    sheet.key(&key);
    let rows = data.reasons.iter().map(|reason| row(reason, language)).collect();
    let title = Message::ShareOfGames.say(language, &[]);
    bars(&mut sheet, &[Group { heading: None, rows }], &Axis { title, factor: 100.0, most: 1.0 });
    sheet.close()
}

#[expect(clippy::cast_precision_loss, reason = "counts as they are drawn")]
fn row(reason: &Reason, language: Language) -> Row {
    let Reason { words, share, winners } = reason;
    let games = winners.iter().sum::<u64>().max(1) as f64;
    let part = |count: u64| share.estimate * count as f64 / games;
    Row {
        label: words.clone(),
        parts: winners.iter().map(|count| part(*count)).zip(Fill::WINNERS).collect(),
        interval: *share,
        value: language.percent_range(*share),
    }
}

fn title(reasons: &[Reason], language: Language) -> String {
    let [most, rest @ ..] = reasons else { return String::new() };
    let share = |share: Interval| language.percent_range(share);
    let Some(next) = rest.first().filter(|next| most.share.low <= next.share.high) else {
        let share = share(most.share);
        return Message::ReasonsMost.say(language, &[("reason", &most.words), ("share", &share)]);
    };
    let (share, less) = (share(most.share), share(next.share));
    let places =
        [("reason", most.words.as_str()), ("share", &share), ("other", next.words.as_str()), ("less", &less)];
    Message::ReasonsOpen.say(language, &places)
}
