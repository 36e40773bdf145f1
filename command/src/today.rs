//! Today's date, for records that people read; no game depends on it.

use std::time::{SystemTime, UNIX_EPOCH};

/// The day in UTC, as in `2026-11-22`.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    date(seconds / 86_400)
}

/// The date this many days after 1 January 1970, in the Gregorian calendar. Years are counted from March, so that the
/// leap day is their last; 400 of them have 146 097 days.
fn date(days: u64) -> String {
    // From 1 March of the year 0.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Months from March on: 153 days are five of them.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year + next)
}

/// Is a text of the form of a day, four digits, two and two?
pub(crate) fn is_date(text: &str) -> bool {
    let is_number =
        |part: &str, digits| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts: Vec<&str> = text.split('-').collect();
    matches!(&*parts, [year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_told_from_other_texts() {
        assert!(is_date("2026-11-22"));
        assert!(
            ["", "morgen", "2026-11", "2026-1-22", "22-11-2026", "2026-11-22-later", "2026-11-2x"]
                .iter()
                .all(|text| !is_date(text))
        );
    }

    /// Seconds since 1970 of well-known moments: 951 782 400 is 29 February 2000, 1 000 000 000 is 9 September 2001,
    /// 1 234 567 890 is 13 February 2009, 2 147 483 647 is 19 January 2038.
    #[test]
    fn days_have_their_dates() {
        for (seconds, expected) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (1_000_000_000, "2001-09-09"),
            (1_234_567_890, "2009-02-13"),
            (2_147_483_647, "2038-01-19"),
        ] {
            assert_eq!(date(seconds / 86_400), expected);
        }
    }
}
