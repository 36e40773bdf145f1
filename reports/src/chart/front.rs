//! The cost of changes against their distance from the goal: answers checked with fresh games, and other candidates of
//! the search.

use szala_analysis::Interval;

use super::data::{Checked, Front, FrontAnswer};
use super::listed::{Listed, height, list, number, places};
use super::picture::{Anchor, Picture, Point};
use super::plot::{Plot, Upwards, extent, rounded};
use super::scale::Step;
use super::sheet::{Fill, Frame, SMALL_TEXT, Sheet, sources};
use super::style::{Ink, SMALL};
use crate::messages::{Language, Message, StudyMessage};

/// Room for the numbers of answers below the plot, for the costs, and for the axis title.
const BELOW: [i32; 3] = [16, 36, 54];
/// From one check of an answer to the next.
const ASIDE: i32 = 9;

/// Draws the front of cost against distance.
pub fn front(data: &Front, frame: Frame) -> Picture {
    let language = frame.language;
    let mut notes = sources(language, [&data.source]);
    notes.push(StudyMessage::FrontNote.say(language, &[]));
    let target = language.percent(Interval { estimate: data.goal[0], low: data.goal[0], high: data.goal[0] });
    let about = StudyMessage::FrontAbout.say_of(language, &[("side", &data.side)], &[("target", &target)]);
    let mut sheet = Sheet::new(frame, title(data, language), &about, &notes);
    let told = |answer: &FrontAnswer| Listed {
        fill: None,
        words: StudyMessage::FrontAnswer
            .say(language, &[("changes", &answer.words), ("cost", &amount(answer.cost, language))]),
        values: answer
            .checks
            .iter()
            .map(|(checked, score)| {
                format!("{}, {}", language.percent_range(*score), word(*checked).say(language, &[]))
            })
            .collect(),
    };
    let listed: Vec<Listed> = data.answers.iter().map(told).collect();
    let entries = height(&sheet, &listed);
    plot(&mut sheet, data, entries);
    list(&mut sheet, &listed);
    sheet.close()
}

/// The word for a check's result.
pub(crate) fn word(checked: Checked) -> StudyMessage {
    match checked {
        Checked::Holds => StudyMessage::Holds,
        Checked::Refuted => StudyMessage::Refuted,
        Checked::Open => StudyMessage::NotDecided,
    }
}

/// A cost, with as many digits as it has.
pub(crate) fn amount(cost: f64, language: Language) -> String {
    let digits = (0..2).find(|digits| (cost * 10_f64.powi(*digits)).fract().abs() < 1e-6).unwrap_or(2);
    language.decimal(cost, usize::try_from(digits).expect("it is 2 at most"))
}

fn title(data: &Front, language: Language) -> String {
    let side = [("side", &data.side)];
    let holds = |answer: &&FrontAnswer| answer.checks.first().is_some_and(|check| check.0 == Checked::Holds);
    let (all, holding) = (data.answers.len().to_string(), data.answers.iter().filter(holds));
    let cheapest = holding.clone().min_by(|one, other| one.cost.total_cmp(&other.cost));
    match cheapest.and_then(|cheapest| Some((cheapest, cheapest.checks.first()?))) {
        Some((cheapest, (_, score))) if data.is_reached => {
            let (some, cost) = (holding.count().to_string(), amount(cheapest.cost, language));
            let score = language.percent_range(*score);
            let places = [("some", some.as_str()), ("all", &all), ("cost", &cost), ("score", &score)];
            StudyMessage::FrontHolds.say_of(language, &side, &places)
        }
        _ if !data.is_reached => StudyMessage::FrontShort.say(language, &[]),
        _ if data.answers.is_empty() => {
            let score = format!("{}\u{a0}%", language.decimal(data.as_it_is * 100.0, 1));
            StudyMessage::FrontReached.say_of(language, &side, &[("score", &score)])
        }
        _ => StudyMessage::FrontNone.say(language, &[("all", &all)]),
    }
}

/// Draws the plot, and leaves room for the list below it.
fn plot(sheet: &mut Sheet, data: &Front, entries: i32) {
    let language = sheet.language;
    let [target, margin] = data.goal;
    let off = |score: Interval| Interval {
        estimate: score.estimate - target,
        low: score.low - target,
        high: score.high - target,
    };
    let checked: Vec<Interval> =
        data.answers.iter().flat_map(|answer| &answer.checks).map(|(_, score)| off(*score)).collect();
    let nearest: Vec<(f64, Interval)> =
        data.nearest.iter().map(|(cost, score)| (*cost, off(*score))).collect();
    // If few games leave wide intervals, the whiskers extend beyond the edge.
    let estimates = nearest.iter().map(|(_, found)| found.estimate);
    let known = estimates.chain([data.as_it_is - target, -1.5 * margin, 1.5 * margin]);
    let known: Vec<Interval> =
        known.map(|at| Interval { estimate: at, low: at, high: at }).chain(checked).collect();
    let upwards = Upwards {
        title: StudyMessage::FrontAxis.say(language, &[]),
        values: rounded(extent(&known), 100.0, [-1.0, 1.0]),
        factor: 100.0,
    };
    let costs = data.answers.iter().map(|answer| answer.cost).chain(nearest.iter().map(|(cost, _)| *cost));
    let most = costs.fold(0.0, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let below = BELOW[2] + 10;
    let height = sheet.room(sheet.usual() + below + entries) - below - entries;
    let plot = Plot::new(sheet, height, &upwards, [0.0, most], 0);
    let ([left, right], [_, bottom]) = (plot.ends(), plot.levels());
    let band = [margin, -margin].map(|edge| plot.y.at(edge));
    let corners = vec![(left, band[0]), (right, band[0]), (right, band[1]), (left, band[1])];
    sheet.area(corners, Ink::Plain, 0.15);
    sheet.line((left, plot.y.at(0.0)), (right, plot.y.at(0.0)), Ink::Muted, 1);
    let as_it_is = (plot.x.at(0.0), plot.y.at(data.as_it_is - target));
    for (cost, found) in &nearest {
        let x = plot.x.at(*cost);
        let [low, high] = [found.low, found.high].map(|end| plot.y.at(end));
        sheet.line((x, low), (x, high), Ink::Draw, 1);
        sheet.marker((x, plot.y.at(found.estimate)), Fill::Draw);
    }
    sheet.marker(as_it_is, Fill::Draw);
    let now = Message::MapNow.say(language, &[]);
    let above = if data.as_it_is >= target { -8 } else { 8 + SMALL };
    sheet.text((left + 4, as_it_is.1 + above), now, SMALL_TEXT, Anchor::Start);
    let wide = |answer: &FrontAnswer| {
        ASIDE * i32::try_from(answer.checks.len().max(1) - 1).expect("players are few")
    };
    let at: Vec<i32> = data.answers.iter().map(|answer| plot.x.at(answer.cost)).collect();
    let widest = data.answers.iter().map(wide).max().unwrap_or(0);
    let stands = places(&at, [left + 8, (right - 8 - widest).max(left + 8)]);
    for ((place, answer), x) in data.answers.iter().enumerate().zip(&stands) {
        for (check, (checked, score)) in answer.checks.iter().enumerate() {
            let x = x + ASIDE * i32::try_from(check).expect("players are few");
            let found = off(*score);
            sheet.whisker((x, plot.y.at(found.high)), (x, plot.y.at(found.low)), Ink::Plain);
            mark(sheet, (x, plot.y.at(found.estimate)), *checked);
        }
        number(sheet, place + 1, (*x + wide(answer) / 2, bottom + BELOW[0]));
    }
    let step = Step::for_range([0.0, most], if right - left > 400 { 8 } else { 4 });
    let ticks: Vec<(f64, String)> =
        step.ticks([0.0, most]).into_iter().map(|tick| (tick, amount(tick, language))).collect();
    plot.below(sheet, BELOW[1], &ticks);
    sheet.caption((left, bottom + BELOW[2]), &StudyMessage::FrontCost.say(language, &[]));
    sheet.top = bottom + below;
}

/// A disc for an answer that holds, a ring for undecided, a cross for refuted.
fn mark(sheet: &mut Sheet, (x, y): Point, checked: Checked) {
    match checked {
        Checked::Holds => sheet.dot((x, y), Ink::Plain, false),
        Checked::Open => sheet.dot((x, y), Ink::Plain, true),
        Checked::Refuted => {
            sheet.rect((x - 5, y - 5), (x + 5, y + 5), Ink::Paper);
            sheet.line((x - 5, y - 5), (x + 5, y + 5), Ink::Plain, 2);
            sheet.line((x - 5, y + 5), (x + 5, y - 5), Ink::Plain, 2);
        }
    }
}
