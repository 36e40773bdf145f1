//! Estimates in words: shares as percentages, differences with their sign, bounds in brackets.

use szala_analysis::{Estimate, Unit};

/// An estimate with its bounds: `36.00 (35.06 to 36.94)`.
pub(crate) fn shown(estimate: Estimate) -> String {
    if estimate.unit == Unit::Share {
        return match estimate.interval() {
            Some(interval) => {
                let [value, low, high] =
                    [interval.estimate, interval.low, interval.high].map(|part| part * 100.0);
                format!("{value:6.2} ({low:.2} to {high:.2})")
            }
            None => "     -".to_owned(),
        };
    }
    let Some(value) = estimate.value else { return "-".to_owned() };
    // A mean below a tenth needs more places.
    let places = if value == 0.0 || value.abs() >= 0.1 { 2 } else { 4 };
    let text = rounded(value, places);
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => format!("{text} ({} to {})", rounded(low, places), rounded(high, places)),
        _ => format!("{text} (unbounded)"),
    }
}

/// The value alone: `36.00`.
pub(crate) fn value(estimate: Estimate) -> String {
    estimate.value.map_or_else(|| "-".to_owned(), |value| rounded(value * scale(estimate.unit), 2))
}

/// A difference with its bounds: `+1.20 (-0.30 to +2.70)`.
pub(crate) fn signed(estimate: Estimate) -> String {
    let by = scale(estimate.unit);
    let Some(value) = estimate.value else { return "-".to_owned() };
    match (estimate.low, estimate.high) {
        (Some(low), Some(high)) => {
            let [value, low, high] = [value, low, high].map(|part| with_sign(part * by));
            format!("{value} ({low} to {high})")
        }
        _ => format!("{} (unbounded)", with_sign(value * by)),
    }
}

/// An estimate with the distance of its farther bound: `36.00 ±0.94`.
pub(crate) fn within(estimate: Estimate, is_difference: bool) -> String {
    let by = scale(estimate.unit);
    let Some(value) = estimate.value else { return "-".to_owned() };
    let half = estimate.low.zip(estimate.high).map(|(low, high)| (high - value).max(value - low) * by);
    let half = half.map_or_else(|| "?".to_owned(), |half| format!("{half:.2}"));
    if is_difference {
        format!("{} ±{half}", with_sign(value * by))
    } else {
        format!("{} ±{half}", rounded(value * by, 2))
    }
}

/// The factor to the reader's unit: shares are shown as percentages.
pub(crate) fn scale(unit: Unit) -> f64 {
    if unit == Unit::Share { 100.0 } else { 1.0 }
}

/// A difference with its sign and two decimals; a value rounded to zero has no minus sign.
fn with_sign(number: f64) -> String {
    format!("{:+.2}", if number.abs() < 0.005 { 0.0 } else { number })
}

/// A number of games in words.
pub(crate) fn games(count: u64) -> String {
    counted(count, "game", "games")
}

/// A number with its noun.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// A number with this many decimals; a value rounded to zero has no sign.
fn rounded(number: f64, places: usize) -> String {
    let text = format!("{number:.places$}");
    if text.trim_start_matches(['-', '0', '.']).is_empty() { format!("{:.places$}", 0.0) } else { text }
}
