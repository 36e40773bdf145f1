//! The name of the game's time unit, in the forms that sentences need.

use crate::messages::Language;

/// The forms of the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Time {
    /// The nominative, and the genitive.
    one: String,
    of_one: String,
    /// The genitive plural.
    of_many: String,
    /// The accusative: one at a time.
    by_one: String,
    /// In this one.
    in_this: String,
    /// To it, for a repeated mention.
    to_it: String,
}

/// The known names, by their English form: nominative, genitive, genitive plural, accusative, in this one, to it.
const POLISH: [(&str, [&str; 6]); 2] = [
    ("stage", ["etap", "etapu", "etap\u{f3}w", "etap", "w tym etapie", "do niego"]),
    ("turn", ["tura", "tury", "tur", "tur\u{119}", "w tej turze", "do niej"]),
];

impl Time {
    /// The forms of a name from a rule system; an untranslated name stays unchanged.
    pub(crate) fn of(name: &str, language: Language) -> Self {
        let known = POLISH.iter().find(|(english, _)| language == Language::Polish && *english == name);
        let [one, of_one, of_many, by_one, in_this, to_it] = match known {
            Some((_, forms)) => forms.map(str::to_owned),
            None if language == Language::Polish => {
                [name, name, name, name, &format!("w tym: {name}"), "do niego"].map(str::to_owned)
            }
            None => {
                [name, name, &format!("{name}s"), name, &format!("in this {name}"), "it"].map(str::to_owned)
            }
        };
        Self { one, of_one, of_many, by_one, in_this, to_it }
    }

    /// The forms by the names of their placeholders.
    pub(crate) fn places(&self) -> [(&str, &str); 6] {
        [
            ("time", &self.one),
            ("of_time", &self.of_one),
            ("of_times", &self.of_many),
            ("by_time", &self.by_one),
            ("in_this_time", &self.in_this),
            ("to_time", &self.to_it),
        ]
    }

    /// A text with its placeholders filled; `{Time}` is capitalised.
    pub(crate) fn fill(&self, text: &str) -> String {
        let mut letters = self.one.chars();
        let capital: String =
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let places = self.places().into_iter().chain([("Time", capital.as_str())]);
        places.fold(text.to_owned(), |text, (place, form)| text.replace(&format!("{{{place}}}"), form))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_the_forms_that_sentences_need() {
        let said = |name, language| Time::of(name, language).fill("1 {time}, {of_times} ({in_this_time})");
        assert_eq!(said("stage", Language::English), "1 stage, stages (in this stage)");
        assert_eq!(said("turn", Language::English), "1 turn, turns (in this turn)");
        assert_eq!(said("turn", Language::Polish), "1 tura, tur (w tej turze)");
        assert_eq!(said("watch", Language::Polish), "1 watch, watch (w tym: watch)");
        let polish = Time::of("turn", Language::Polish);
        assert_eq!(polish.fill("{by_time} wstecz, {Time} wstecz"), "tur\u{119} wstecz, Tura wstecz");
    }
}
