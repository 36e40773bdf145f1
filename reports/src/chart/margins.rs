//! Games by their margin in victory points: one run upwards, another one mirrored below it.

use szala_analysis::Interval;

use super::data::{ByWinner, Distribution, Margin, Margins, Source};
use super::outcomes::differ;
use super::picture::{Anchor, Picture};
use super::scale::{Scale, Step};
use super::sheet::{BODY_TEXT, Fill, Frame, SMALL_TEXT, Sheet, Swatch, sources};
use super::style::{BODY, Ink, SMALL, Weight, fitted};
use crate::messages::{Language, Message};

/// Draws the distribution of margins, in one run or in two.
pub fn margins(data: &Margins, frame: Frame) -> Picture {
    let language = frame.language;
    let notes = sources(language, data.runs.iter().map(|(source, _)| source));
    let Some(range) = range(data) else {
        return Sheet::empty(frame, Message::NoGames, &notes);
    };
    let about = Message::MarginsAbout.say_of(language, &[("side", &data.sides[0])], &[]);
    let mut sheet = Sheet::new(frame, title(data, language), &about, &notes);
    let [first, second] =
        data.sides.each_ref().map(|side| Message::Wins.say_of(language, &[("side", side)], &[]));
    let labels = [first, Message::Draw.say(language, &[]), second];
    let key: Vec<_> = Fill::WINNERS.map(Swatch::Bar).into_iter().zip(labels).collect();
    sheet.key(&key);
    draw(&mut sheet, data, range);
    sheet.close()
}

/// The least and the greatest margin of all runs.
fn range(data: &Margins) -> Option<[i64; 2]> {
    let margins = || data.runs.iter().flat_map(|(_, found)| found.margins.iter().map(|margin| margin.points));
    Some([margins().min()?, margins().max()?])
}

/// Room for the shares on the left.
const GUTTER: i32 = 40;

/// Margins that share a bar.
struct Bin {
    counts: ByWinner,
    /// The first of them.
    from: i64,
    /// Only for a single margin.
    share: Option<Interval>,
}

fn bins(found: &Distribution, width: i64) -> Vec<Bin> {
    let mut bins: Vec<Bin> = Vec::new();
    for Margin { points, winners, share } in &found.margins {
        let from = points.div_euclid(width) * width;
        match bins.last_mut().filter(|bin| bin.from == from) {
            Some(bin) => {
                for (sum, count) in bin.counts.iter_mut().zip(winners) {
                    *sum += count;
                }
            }
            None => bins.push(Bin { counts: *winners, from, share: (width == 1).then_some(*share) }),
        }
    }
    bins
}

/// The number of margins per bar that keeps every bar visible.
fn bin_width([low, high]: [i64; 2], pixels: i32) -> i64 {
    let widths = [1, 2, 5, 10, 20, 50, 100];
    let fits = |width: &i64| (high - low) / width < i64::from(pixels / 4);
    widths.into_iter().find(fits).unwrap_or(((high - low) / i64::from(pixels / 4)).max(1) + 1)
}

#[expect(clippy::cast_precision_loss, reason = "counts and margins as they are drawn")]
fn draw(sheet: &mut Sheet, data: &Margins, range: [i64; 2]) {
    let language = sheet.language;
    let width = bin_width(range, sheet.inner() - GUTTER);
    let ends = [range[0].div_euclid(width) * width, (range[1].div_euclid(width) + 1) * width];
    // A bar for a margin of 3 is centred on 3.
    let shift = if width == 1 { 0.5 } else { 0.0 };
    let x = Scale::linear(ends.map(|end| end as f64 - shift), [sheet.left() + GUTTER, sheet.right()]);
    let share =
        |counts: ByWinner, source: &Source| counts.iter().sum::<u64>() as f64 / source.games.max(1) as f64;
    let runs: Vec<(&Source, &Distribution, Vec<Bin>)> =
        data.runs.iter().map(|(source, found)| (source, found, bins(found, width))).collect();
    let highest = runs
        .iter()
        .flat_map(|(source, _, bins)| {
            bins.iter().map(|bin| bin.share.map_or_else(|| share(bin.counts, source), |share| share.high))
        })
        .fold(0.0, f64::max)
        .max(1e-9);

    let panels = i32::try_from(runs.len()).expect("a chart holds few of them");
    let (axis, extra) = (22, 24 * panels + 44);
    let needed = (sheet.usual() * panels * 3 / (2 + panels)).max(150 * panels) + axis + extra;
    let height = (sheet.room(needed) - axis - extra) / panels;
    let start = sheet.top;
    // The line from which upward bars rise; the mirrored ones hang from below the ticks.
    let base = start + 24 + height;
    for (place, (source, found, bins)) in runs.iter().enumerate() {
        let is_mirrored = place > 0;
        let (foot, head) =
            if is_mirrored { (base + axis, base + axis + height) } else { (base, base - height) };
        let y = Scale::linear([0.0, highest * 1.08], [foot, head]);
        grid(sheet, &y, highest);
        for bin in bins {
            bar(sheet, bin, source, (&x, &y), width);
        }
        sheet.line((sheet.left() + GUTTER, foot), (sheet.right(), foot), Ink::Muted, 1);
        let far = if is_mirrored { head + 20 } else { head - 8 };
        let label = if runs.len() > 1 { source.label.as_str() } else { "" };
        mean(sheet, found.mean, (&x, label), (head, far));
    }
    ticks(sheet, &x, range, base + 15);
    sheet.top = if runs.len() > 1 { base + axis + height + 24 } else { base + axis };
    let title = Message::MarginsAxis.say_of(language, &[("side", &data.sides[0])], &[]);
    let title = fitted(&title, Weight::Regular, SMALL, sheet.inner());
    sheet.top += 18;
    sheet.text((sheet.right(), sheet.top - 3), title, SMALL_TEXT, Anchor::End);
}

/// Horizontal grid lines, with their shares at the left end.
fn grid(sheet: &mut Sheet, y: &Scale, highest: f64) {
    let step = Step::for_range([0.0, highest * 100.0], 4);
    let ticks = step.ticks([0.0, highest * 100.0]);
    for tick in ticks.iter().filter(|tick| **tick > 0.0) {
        let level = y.at(tick / 100.0);
        sheet.line((sheet.left() + GUTTER, level), (sheet.right(), level), Ink::Grid, 1);
        let text = format!("{}\u{a0}%", sheet.language.decimal(*tick, step.decimals()));
        sheet.text((sheet.left() + GUTTER - 6, level + 4), text, SMALL_TEXT, Anchor::End);
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts and margins as they are drawn")]
fn bar(sheet: &mut Sheet, bin: &Bin, source: &Source, (x, y): (&Scale, &Scale), width: i64) {
    let shift = if width == 1 { 0.5 } else { 0.0 };
    let [left, right] = [bin.from, bin.from + width].map(|end| x.at(end as f64 - shift));
    let gap = i32::from(right - left > 3);
    let mut below = 0;
    let level = |count: u64| y.at(count as f64 / source.games.max(1) as f64);
    for (count, fill) in bin.counts.into_iter().zip(Fill::WINNERS) {
        let above = below + count;
        sheet.bar((left, level(below)), (right - gap, level(above)), fill);
        below = above;
    }
    if let Some(Interval { low, high, .. }) = bin.share.filter(|_| right - left > 8) {
        let middle = i32::midpoint(left, right - gap);
        sheet.line((middle, y.at(low)), (middle, y.at(high)), Ink::Text, 1);
    }
}

/// The mean as a diamond with its whisker, and in words.
fn mean(sheet: &mut Sheet, mean: Interval, (x, label): (&Scale, &str), (level, far): (i32, i32)) {
    let language = sheet.language;
    let words = Message::MarginsMean.say(language, &[("points", &language.value_range(mean))]);
    let bound = |end: f64| x.at(if end.is_finite() { end } else { mean.estimate });
    let at = x.at(mean.estimate);
    sheet.whisker((bound(mean.low), level), (bound(mean.high), level), Ink::Text);
    sheet.area(vec![(at, level - 6), (at + 6, level), (at, level + 6), (at - 6, level)], Ink::Text, 1.0);
    let room = sheet.inner() - Weight::Regular.width(&words, BODY) - 16;
    let half = Weight::Regular.width(&words, BODY) / 2;
    let label = fitted(label, Weight::Bold, BODY, room);
    let taken = sheet.left() + if label.is_empty() { 0 } else { Weight::Bold.width(&label, BODY) + 16 };
    let words_at = at.clamp((taken + half).min(sheet.right() - half), sheet.right() - half);
    sheet.text((sheet.left(), far), label, (Weight::Bold, BODY, Ink::Text), Anchor::Start);
    sheet.text((words_at, far), words, BODY_TEXT, Anchor::Middle);
}

/// The margins along the axis.
#[expect(clippy::cast_precision_loss, reason = "margins as they are drawn")]
fn ticks(sheet: &mut Sheet, x: &Scale, range: [i64; 2], baseline: i32) {
    let range = range.map(|margin| margin as f64);
    let most = usize::try_from(sheet.inner() / 70).unwrap_or(1);
    let mut step = Step::for_range(range, most);
    if step.decimals() > 0 {
        step = Step::for_range([0.0, 1.0], 1);
    }
    let texts: Vec<(i32, String)> =
        step.ticks(range).into_iter().map(|tick| (x.at(tick), sheet.language.decimal(tick, 0))).collect();
    let mut free = i32::MIN;
    for (at, text) in texts {
        let half = Weight::Regular.width(&text, SMALL) / 2 + 1;
        let at = at.clamp(sheet.left() + half, sheet.right() - half);
        if at - half >= free {
            sheet.text((at, baseline), text, SMALL_TEXT, Anchor::Middle);
            free = at + half + 8;
        }
    }
}

fn title(data: &Margins, language: Language) -> String {
    let [first, second] = &data.sides;
    if let [(one, here), (other, there)] = &data.runs[..]
        && one.games > 0
        && other.games > 0
    {
        let means = [here.mean, there.mean].map(|mean| language.value_range(mean));
        let labels = [&one.label, &other.label];
        return match differ(data.difference, here.mean, there.mean) {
            None => {
                let places = [
                    ("here", means[0].as_str()),
                    ("one", labels[0]),
                    ("there", &means[1]),
                    ("other", labels[1]),
                ];
                Message::MarginsAlike.say_of(language, &[("side", first)], &places)
            }
            Some(is_more) => {
                let all = [here.mean, there.mean];
                // If the first side trails in both runs, the other side leads in both, by more in the other run.
                let lags = all.map(|mean| mean.estimate < 0.0);
                let is_turned = lags == [true, true];
                let (more, less) = if is_more == is_turned { (1, 0) } else { (0, 1) };
                let leads = [0, 1]
                    .map(|run| language.value_range(if lags[run] { turned(all[run]) } else { all[run] }));
                let message = if lags[0] == lags[1] { Message::MarginsDiffer } else { Message::MarginsTurn };
                let sides = [("side", if is_turned { second } else { first }), ("other", second)];
                let places = [
                    ("here", labels[more].as_str()),
                    ("there", labels[less]),
                    ("more", &leads[more]),
                    ("less", &leads[less]),
                ];
                message.say_of(language, &sides, &places)
            }
        };
    }
    let Some((_, found)) = data.runs.iter().find(|(source, _)| source.games > 0) else {
        return String::new();
    };
    let Interval { low, high, .. } = found.mean;
    if low > 0.0 {
        let points = language.value_range(found.mean);
        Message::MarginsLead.say_of(language, &[("side", first)], &[("points", &points)])
    } else if high < 0.0 {
        let points = language.value_range(turned(found.mean));
        Message::MarginsLead.say_of(language, &[("side", second)], &[("points", &points)])
    } else {
        let points = language.value_range(found.mean);
        Message::MarginsOpen.say_of(language, &[("side", first)], &[("points", &points)])
    }
}

/// From the other side's view.
fn turned(Interval { estimate, low, high }: Interval) -> Interval {
    Interval { estimate: -estimate, low: -high, high: -low }
}
