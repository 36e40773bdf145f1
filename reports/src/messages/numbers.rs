//! Numbers as each language writes them, with as many digits as their interval justifies.

use szala_analysis::Interval;

use super::{Language, Message};

/// A non-breaking space.
const NARROW: char = '\u{a0}';

impl Language {
    /// A number with this many decimals.
    pub(crate) fn decimal(self, value: f64, decimals: usize) -> String {
        let text = format!("{:.decimals$}", value.abs());
        // A number written as 0 has no sign.
        let is_below = value < 0.0 && text.bytes().any(|digit| matches!(digit, b'1'..=b'9'));
        let (whole, part) =
            text.split_once('.').map_or((text.as_str(), None), |(whole, part)| (whole, Some(part)));
        let sign = if is_below { "\u{2212}" } else { "" };
        let point = if self == Self::Polish { "," } else { "." };
        let part = part.map(|part| format!("{point}{part}")).unwrap_or_default();
        format!("{sign}{}{part}", grouped(whole))
    }

    /// A whole number.
    pub(crate) fn count(self, count: u64) -> String {
        grouped(&count.to_string())
    }

    /// This many games.
    pub(crate) fn games(self, count: u64) -> String {
        // In Polish 2 to 4 take one plural, 22 to 24 too, but 12 to 14 do not.
        let message = match count {
            1 => Message::OneGame,
            _ if matches!(count % 10, 2..=4) && !matches!(count % 100, 12..=14) => Message::FewGames,
            _ => Message::ManyGames,
        };
        message.say(self, &[("count", &self.count(count))]).replace(' ', "\u{a0}")
    }

    /// A part of one as a percentage, with as many digits as its interval justifies.
    pub(crate) fn percent(self, interval: Interval) -> String {
        let points = interval.times(100.0);
        format!("{}{NARROW}%", self.decimal(points.estimate, points.decimals()))
    }

    /// The same with its bounds.
    pub(crate) fn percent_range(self, interval: Interval) -> String {
        let points = interval.times(100.0);
        let [_, low, high] = self.three(points);
        self.range(&self.percent(interval), &low, &high)
    }

    /// An estimate with its bounds.
    pub(crate) fn value_range(self, interval: Interval) -> String {
        let [value, low, high] = self.three(interval);
        self.range(&value, &low, &high)
    }

    /// An estimate and its bounds, all with the digits that the interval justifies.
    pub(crate) fn three(self, interval: Interval) -> [String; 3] {
        let decimals = interval.decimals();
        [interval.estimate, interval.low, interval.high]
            .map(|value| if value.is_finite() { self.decimal(value, decimals) } else { "?".to_owned() })
    }

    fn range(self, value: &str, low: &str, high: &str) -> String {
        let bounds = Message::Bounds.say(self, &[("low", low), ("high", high)]);
        format!("{value} {}", bounds.replace(' ', "\u{a0}"))
    }
}

/// Digits in groups of three, if there are at least five.
fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.to_owned();
    }
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            grouped.push(NARROW);
        }
        grouped.push(digit);
    }
    grouped
}

/// How an interval is written.
trait Written {
    /// In another unit.
    fn times(self, factor: f64) -> Self;

    /// The number of decimals worth writing: as many as show the interval.
    fn decimals(self) -> usize;
}

impl Written for Interval {
    fn times(self, factor: f64) -> Self {
        Self { estimate: self.estimate * factor, low: self.low * factor, high: self.high * factor }
    }

    fn decimals(self) -> usize {
        let half = (self.high - self.low) / 2.0;
        // A value that is the same whole number in every game is written as one.
        if half == 0.0 && self.estimate.fract() == 0.0 {
            return 0;
        }
        [0.5, 0.05, 0.005].iter().position(|least| half >= *least).unwrap_or(3)
    }
}
