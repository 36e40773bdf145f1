//! Numbers as each language writes them.

use minijinja::{AutoEscape, Environment, Value};

use crate::messages::{Language, Message};

/// The number format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    point: char,
}

impl Numbers {
    pub(super) fn of(language: Language) -> Self {
        Self {
            point: match language {
                Language::English => '.',
                Language::Polish => ',',
            },
        }
    }

    /// With this many decimals.
    pub(super) fn decimal(self, value: f64, digits: usize) -> String {
        let text = format!("{value:.digits$}");
        // Zero has no minus sign.
        let text = match text.strip_prefix('-') {
            Some(rest) if rest.chars().all(|sign| "0.".contains(sign)) => rest.to_owned(),
            Some(rest) => format!("\u{2212}{rest}"),
            None => text,
        };
        text.replace('.', &self.point.to_string())
    }

    /// The same with its sign, including a plus.
    pub(super) fn signed(self, value: f64, digits: usize) -> String {
        let text = self.decimal(value, digits);
        let is_more = value > 0.0 && text.chars().any(|sign| ('1'..='9').contains(&sign));
        if is_more { format!("+{text}") } else { text }
    }

    /// With as many digits as it has.
    pub(super) fn short(self, value: f64) -> String {
        // A value entered in points has few digits, but was converted to parts of one.
        let text = format!("{value:.4}");
        text.trim_end_matches('0').trim_end_matches('.').replace('.', &self.point.to_string())
    }

    /// A whole number, in groups of three digits from five digits on.
    pub(super) fn count(self, value: u64) -> String {
        let digits = value.to_string();
        if digits.len() < 5 {
            return digits;
        }
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place).is_multiple_of(3) {
                text.push('\u{202f}');
            }
            text.push(digit);
        }
        text
    }

    /// This many games, in the plural form for the number.
    pub(super) fn games(self, games: u64, language: Language) -> String {
        let message = match (games, games % 10, games % 100) {
            (1, ..) => Message::OneGame,
            (_, 2..=4, last) if !(12..=14).contains(&last) => Message::FewGames,
            _ => Message::ManyGames,
        };
        message.say(language, &[("count", &self.count(games))])
    }
}

/// The environment for filling templates: every text is escaped, and numbers are written as in the language.
pub(crate) fn environment(language: Language) -> Environment<'static> {
    let numbers = Numbers::of(language);
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_filter("number", move |value: Value, scale: f64, digits: usize| {
        f64::try_from(value).map(|value| numbers.decimal(value * scale, digits)).unwrap_or_default()
    });
    environment.add_filter("signed", move |value: Value, scale: f64, digits: usize| {
        f64::try_from(value).map(|value| numbers.signed(value * scale, digits)).unwrap_or_default()
    });
    environment.add_filter("count", move |value: u64| numbers.count(value));
    environment.add_filter("plain", |value: Value| {
        f64::try_from(value).map(|value| value.to_string()).unwrap_or_default()
    });
    environment.add_filter("percent", |value: Value| {
        f64::try_from(value).map_or_else(|_| "0".to_owned(), |value| format!("{:.3}", value * 100.0))
    });
    environment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_has_it() {
        let [english, polish] = [Language::English, Language::Polish].map(Numbers::of);
        assert_eq!(english.decimal(-1.25, 1), "\u{2212}1.2");
        assert_eq!(polish.decimal(36.04, 1), "36,0");
        assert_eq!(english.decimal(-0.001, 2), "0.00");
        assert_eq!([0.04, 0.05, -1.0].map(|value| english.signed(value, 1)), ["0.0", "+0.1", "\u{2212}1.0"]);
        assert_eq!([2.0, 2.5].map(|points| polish.short(points)), ["2", "2,5"]);
        assert_eq!(
            [999, 9_999, 10_000, 1_234_567].map(|count| english.count(count)),
            ["999", "9999", "10\u{202f}000", "1\u{202f}234\u{202f}567"]
        );
    }

    #[test]
    fn games_are_counted_in_the_right_form() {
        let polish = Numbers::of(Language::Polish);
        let told = [1, 2, 5, 12, 22, 100].map(|games| polish.games(games, Language::Polish));
        assert_eq!(told, ["1 partia", "2 partie", "5 partii", "12 partii", "22 partie", "100 partii"]);
    }
}
