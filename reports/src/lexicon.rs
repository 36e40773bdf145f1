//! The words of a game in the language of a page. A rule system has its names and texts in English; a lexicon, a file
//! supplied by the system or a scenario, translates them, and what no lexicon translates stays in English.
//! `docs/LANGUAGES.md` describes the file. The toolkit's own texts are in `messages` and `words`.

use core::ops::Deref;
use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use szala_analysis::aggregate::Aggregate;
use szala_analysis::records::{Field, Manifest};
use szala_kernel::picture::{Cell, Condition, Ground, Listed, Listing, Look, Piece, PrintedTable};

use crate::messages::Language;

/// Texts common to all games, as the journal writes them; `{}` is a placeholder.
const POLISH: [(&str, &str); 16] = [
    ("rolls {}, {} at {}", "rzut {1}, {2} do {3}"),
    ("rolls {} at {}", "rzut {1} do {2}"),
    ("rolls {}, {}", "rzut {1}, {2}"),
    ("rolls {}", "rzut {1}"),
    ("draws {}", "losuje: {1}"),
    ("modifier {}, {}", "modyfikator {1}, {2}"),
    ("modifier {}", "modyfikator {1}"),
    ("total {} against {}: {}", "suma {1} przeciw {2}: {3}"),
    ("total {} against {}", "suma {1} przeciw {2}"),
    ("{} of {}: {} \u{2192} {}", "{1} ({2}): {3} \u{2192} {4}"),
    ("{}: {} \u{2192} {}", "{1}: {2} \u{2192} {3}"),
    ("{}: {}", "{1}: {2}"),
    ("even", "po równo"),
    ("none", "brak"),
    ("nobody", "nikt"),
    ("off the map", "poza mapą"),
];

/// A name in the forms that sentences need. In English, and for names that no lexicon has, the forms are derived.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Called {
    is: String,
    /// The genitive.
    of: String,
    /// The dative.
    to: String,
}

impl Called {
    /// The form that a placeholder of a message asks for by its name.
    pub(crate) fn form(&self, place: &str, name: &str) -> Option<&str> {
        match place.strip_suffix(name)? {
            "" => Some(&self.is),
            "of_" => Some(&self.of),
            "to_" => Some(&self.to),
            _ => None,
        }
    }
}

impl From<&str> for Called {
    /// An unknown name cannot be declined: Polish sentences say "the side NAME".
    fn from(name: &str) -> Self {
        Self {
            is: name.to_owned(),
            of: format!("strony \u{201e}{name}\u{201d}"),
            to: format!("stronie \u{201e}{name}\u{201d}"),
        }
    }
}

impl Deref for Called {
    type Target = str;

    fn deref(&self) -> &str {
        &self.is
    }
}

/// A lexicon as its file holds it.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LexiconFile {
    /// Names that sentences decline: nominative, genitive, dative.
    #[serde(default)]
    names: BTreeMap<String, [String; 3]>,
    /// Texts; `{}` in English is a placeholder, whose match `{1}` and so on insert.
    #[serde(default)]
    texts: BTreeMap<String, String>,
}

/// The words of a game in the language of a page.
#[derive(Clone, Debug)]
pub struct Lexicon {
    language: Language,
    names: BTreeMap<String, Called>,
    texts: BTreeMap<String, String>,
    /// The most specific first.
    patterns: Vec<Pattern>,
}

/// A text with placeholders.
#[derive(Clone, Debug)]
struct Pattern {
    /// The fixed texts between the placeholders, before the first and after the last.
    fixed: Vec<String>,
    says: String,
}

impl Lexicon {
    /// From these files; later ones take precedence. English needs none.
    pub fn new(language: Language, files: impl IntoIterator<Item = LexiconFile>) -> Self {
        let mut lexicon =
            Self { language, names: BTreeMap::new(), texts: BTreeMap::new(), patterns: Vec::new() };
        if language == Language::English {
            return lexicon;
        }
        let mut patterns: BTreeMap<String, String> = BTreeMap::new();
        let mut add = |english: &str, says: &str| {
            let list = if english.contains("{}") { &mut patterns } else { &mut lexicon.texts };
            list.insert(english.to_owned(), says.to_owned());
        };
        for (english, says) in POLISH {
            add(english, says);
        }
        for LexiconFile { names, texts } in files {
            for (english, says) in &texts {
                add(english, says);
            }
            let called = |[is, of, to]: [String; 3]| Called { is, of, to };
            lexicon.names.extend(names.into_iter().map(|(english, forms)| (english, called(forms))));
        }
        let split = |english: &str| english.split("{}").map(str::to_owned).collect();
        lexicon.patterns =
            patterns.into_iter().map(|(english, says)| Pattern { fixed: split(&english), says }).collect();
        lexicon.patterns.sort_by_key(|pattern| core::cmp::Reverse(pattern.weight()));
        lexicon
    }

    /// The language of the words.
    pub fn language(&self) -> Language {
        self.language
    }

    /// A text of the game in the language, or unchanged.
    pub fn tell<'t>(&'t self, text: &'t str) -> Cow<'t, str> {
        if self.language == Language::English || text.is_empty() {
            return text.into();
        }
        if let Some(known) = self.known(text) {
            return known.into();
        }
        // A numbered unit: infantry 2.
        if let Some((kind, number)) = text.rsplit_once(' ')
            && number.bytes().all(|digit| digit.is_ascii_digit())
            && let Some(known) = self.known(kind)
        {
            return format!("{known} {number}").into();
        }
        let matched =
            |pattern: &Pattern| pattern.matched(text).map(|found| self.filled(&pattern.says, &found));
        self.patterns.iter().find_map(matched).map_or_else(|| text.into(), Cow::from)
    }

    /// A name with its forms.
    pub fn called(&self, name: &str) -> Called {
        self.names.get(name).cloned().unwrap_or_else(|| Called::from(&*self.tell(name)))
    }

    /// A board with its names in the language.
    pub fn ground(&self, ground: Ground) -> Ground {
        if self.language == Language::English {
            return ground;
        }
        let told = |text: &str| self.tell(text).into_owned();
        // Looks are constants of their rules. Their translated names are few, so they are kept as long as the program
        // runs.
        let lasting = |text: &'static str| match self.tell(text) {
            Cow::Borrowed(same) if same == text => text,
            other => &*other.into_owned().leak(),
        };
        let Ground { pieces, cells, trays, looks, conditions, .. } = &ground;
        let pieces = pieces.iter().map(|piece| Piece {
            name: told(&piece.name),
            // A counter has room for five letters.
            short: self.tell(&piece.short).chars().take(5).collect(),
            about: told(&piece.about),
            ..piece.clone()
        });
        Ground {
            pieces: pieces.collect(),
            cells: cells.iter().map(|cell| Cell { label: told(&cell.label), ..cell.clone() }).collect(),
            trays: trays.iter().map(|tray| told(tray)).collect(),
            looks: looks.iter().map(|look| Look { name: lasting(look.name), ..*look }).collect(),
            conditions: conditions.iter().map(|one| Condition { name: lasting(one.name), ..*one }).collect(),
            ..ground
        }
    }

    /// Listings in the language: the order of battle, and other facts of the scenario. The text of an entry consists of
    /// facts separated by commas.
    pub fn listings(&self, listings: &[Listing]) -> Vec<Listing> {
        let told = |text: &str| self.tell(text).into_owned();
        let facts = |words: &str| match self.tell(words) {
            same if *same == *words => {
                words.split(", ").map(|fact| self.tell(fact)).collect::<Vec<_>>().join(", ")
            }
            other => other.into_owned(),
        };
        let entry = |Listed { name, words, below }: &Listed| Listed {
            name: told(name),
            words: facts(words),
            below: below.iter().map(|[name, words]| [told(name), facts(words)]).collect(),
        };
        let list = |Listing { heading, entries }: &Listing| Listing {
            heading: told(heading),
            entries: entries.iter().map(entry).collect(),
        };
        listings.iter().map(list).collect()
    }

    /// Printed tables in the language.
    pub fn tables(&self, mut tables: Vec<PrintedTable>) -> Vec<PrintedTable> {
        for PrintedTable { title, head, rows, .. } in &mut tables {
            for text in [title].into_iter().chain(head).chain(rows.iter_mut().flatten()) {
                *text = self.tell(text).into_owned();
            }
        }
        tables
    }

    /// The parts of a manifest that people read, in the language: sides, units and the meaning of columns. What
    /// programs read, the names of columns and files, stays unchanged.
    pub(crate) fn manifest(&self, manifest: &Manifest) -> Manifest {
        let mut manifest = manifest.clone();
        manifest.run.sides = manifest.run.sides.map(|side| self.tell(&side).into_owned());
        for field in &mut manifest.columns {
            self.field(field);
        }
        manifest
    }

    /// The counts of a run in the language.
    pub(crate) fn aggregate(&self, aggregate: &Aggregate) -> Aggregate {
        let mut aggregate = aggregate.clone();
        let reasons = core::mem::take(&mut aggregate.reasons).into_iter();
        aggregate.reasons =
            reasons.map(|((words, rule), counts)| ((self.tell(&words).into_owned(), rule), counts)).collect();
        for table in &mut aggregate.tables {
            self.field(&mut table.field);
        }
        aggregate
    }

    fn field(&self, field: &mut Field) {
        let told = |name: &Option<String>| name.as_deref().map(|name| self.tell(name).into_owned());
        field.about = self.tell(&field.about).into_owned();
        field.side = told(&field.side);
        field.unit = told(&field.unit);
        field.group = told(&field.group);
    }

    /// Does it contain this text, or is the text the same in all languages?
    pub fn has(&self, text: &str) -> bool {
        self.language == Language::English || self.known(text).is_some() || *self.tell(text) != *text
    }

    fn known<'t>(&'t self, text: &'t str) -> Option<&'t str> {
        let named = || self.names.get(text).map(|called| &**called);
        let usual = || Some(self.language.name(text)).filter(|name| *name != text);
        self.texts.get(text).map(String::as_str).or_else(named).or_else(usual)
    }

    /// The text of a pattern, with its placeholders filled: `{1}`, and `{1:of}` for the genitive.
    fn filled(&self, says: &str, found: &[&str]) -> String {
        let mut filled = String::new();
        let mut rest = says;
        while let Some((before, behind)) = rest.split_once('{') {
            filled.push_str(before);
            let Some((place, after)) = behind.split_once('}') else { break };
            let (number, form) = place.split_once(':').unwrap_or((place, ""));
            let number: Option<usize> = number.parse().ok();
            if let Some(text) = number.and_then(|number| found.get(number.checked_sub(1)?)) {
                match self.names.get(*text) {
                    Some(called) if form == "of" => filled.push_str(&called.of),
                    Some(called) if form == "to" => filled.push_str(&called.to),
                    _ => filled.push_str(&self.tell(text)),
                }
            }
            rest = after;
        }
        filled.push_str(rest);
        filled
    }
}

impl Pattern {
    /// How much of a text is fixed.
    fn weight(&self) -> usize {
        self.fixed.iter().map(String::len).sum()
    }

    /// The matches of its placeholders, if the text fits the pattern.
    fn matched<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let [first, between @ .., last] = &self.fixed[..] else { return None };
        let mut rest = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
        let mut found = Vec::new();
        for fixed in between {
            let (place, behind) = rest.split_once(fixed.as_str())?;
            found.push(place);
            rest = behind;
        }
        found.push(rest);
        found.iter().all(|place| !place.is_empty()).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon() -> Lexicon {
        let texts = [
            ("by numbers", "za liczebność"),
            ("fire {} at {}", "ogień {1} do {2}"),
            ("losses of {}", "straty {1:of}"),
            ("losses", "straty"),
            ("ahead; {}", "na prowadzeniu; {1}"),
        ];
        let texts = texts.map(|(english, polish)| (english.to_owned(), polish.to_owned())).into();
        let names = [("Reds".to_owned(), ["Czerwoni", "Czerwonych", "Czerwonym"].map(str::to_owned))].into();
        Lexicon::new(Language::Polish, [LexiconFile { names, texts }])
    }

    #[test]
    fn texts_patterns_names_and_numbers_are_told_and_the_rest_stays() {
        let lexicon = lexicon();
        for (english, polish) in [
            ("by numbers", "za liczebność"),
            ("fire 0709 at 0708", "ogień 0709 do 0708"),
            ("losses of Reds", "straty Czerwonych"),
            ("losses of Blues", "straty Blues"),
            ("modifier +1, by numbers", "modyfikator +1, za liczebność"),
            ("losses of Old Guard: 1 \u{2192} 2", "straty (Old Guard): 1 \u{2192} 2"),
            ("ahead; Reds", "na prowadzeniu; Czerwoni"),
            ("infantry 2", "piechota 2"),
            ("Narwa 1", "Narwa 1"),
            ("", ""),
        ] {
            assert_eq!(lexicon.tell(english), polish, "{english}");
        }
        assert!(lexicon.has("Reds") && !lexicon.has("Blues"));
    }

    #[test]
    fn names_are_declined_where_they_are_known() {
        let reds = lexicon().called("Reds");
        assert_eq!(
            ["side", "of_side", "to_side"].map(|place| reds.form(place, "side")),
            [Some("Czerwoni"), Some("Czerwonych"), Some("Czerwonym")]
        );
        assert_eq!(reds.form("other", "side"), None);
        assert_eq!(lexicon().called("Blues").form("to_side", "side"), Some("stronie \u{201e}Blues\u{201d}"));
        let english = Lexicon::new(Language::English, [LexiconFile::default()]);
        assert_eq!((&*english.called("Reds"), &*english.tell("by numbers")), ("Reds", "by numbers"));
    }
}
