//! Reads a file of cases, or of anything else written like them: which game and scenario it is for, and a list of
//! tables that each have a name, the rules they are about and the reason why. What else is in a table is left to its
//! reader.

use core::ops::Range;

use szala_kernel::{Book, Names, NotARule, Rule};

use crate::{Complaint, Field, Placed, Section, unknown};

/// What kind of tables a file holds.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The key of the list, and the word for one of its tables: `case`.
    pub word: &'static str,
    /// The keys of a table beyond those of its [`Heading`].
    pub keys: &'static [&'static str],
    /// May the file and each of its tables change the scenario, by `variant` and `set`?
    pub varies: bool,
}

/// A change to the scenario of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<'a> {
    /// Those of a variant's file.
    Variant(&'a str),
    /// A value: `units.Narwa 1.morale=8`.
    Set(&'a str),
}

/// What every table opens with, even one that cannot be read.
#[derive(Clone, Debug)]
pub struct Heading<'a> {
    /// Its name; `case 3` for the third when it has none.
    pub name: String,
    /// Where the name is.
    pub span: Range<usize>,
    /// The rules it is about.
    pub rules: Vec<Rule>,
    /// The reason.
    pub why: &'a str,
    /// Its scenario, or that of the whole file.
    pub scenario: Option<Placed<&'a str>>,
    /// The changes to the scenario, those of the whole file first. Of two that set the same value the later counts.
    pub changes: Vec<Placed<Change<'a>>>,
    /// The book whose numbers the whole file gives to rules; `None` for the one whose numbers the code cites.
    pub book: Option<Placed<&'a str>>,
}

/// A file that has been read.
#[derive(Debug)]
pub struct File<'a, T> {
    /// The game that it says it is for.
    pub game: Option<Placed<&'a str>>,
    /// The tables; one that cannot be read comes with its complaints.
    pub tables: Vec<(Heading<'a>, Result<T, Vec<Complaint>>)>,
    /// What is wrong outside of the tables.
    pub complaints: Vec<Complaint>,
}

const HEADING_KEYS: [&str; 4] = ["name", "rules", "why", "scenario"];
const CHANGING_KEYS: [&str; 2] = ["variant", "set"];

/// What the whole file says of all its tables.
struct Common<'a> {
    scenario: Option<Placed<&'a str>>,
    changes: Vec<Placed<Change<'a>>>,
    book: Option<Placed<&'a str>>,
}

impl Kind {
    /// Reads a file: `read` gets each table and the place of its name, and complains of what it does not understand.
    pub fn read<'a, T>(
        self,
        root: &Section<'a>,
        read: impl Fn(&Section<'a>, &Range<usize>, &mut Vec<Complaint>) -> T,
    ) -> File<'a, T> {
        let word = self.word;
        let mut complaints = Vec::new();
        self.refuse_unknown_in_file(root, &mut complaints);
        let game = root.read("game", &mut complaints, Field::placed_text);
        let common = Common {
            scenario: root.read("scenario", &mut complaints, Field::placed_text),
            changes: self.changes(root, &mut complaints),
            book: root.read("book", &mut complaints, Field::placed_text),
        };
        let found = root.read(word, &mut complaints, |field| {
            let sections: Result<Vec<Section<'a>>, Complaint> =
                field.list()?.iter().map(Field::section).collect();
            sections.map_err(|_| field.complain(format!("a {word} is a table of its own under [[{word}]]")))
        });
        if found.as_ref().is_none_or(Vec::is_empty) && complaints.is_empty() {
            let message = format!("there is no {word} in this file: each begins with [[{word}]]");
            complaints.push(Complaint::new(0..0, message));
        }
        let mut tables: Vec<(Heading<'a>, Result<T, Vec<Complaint>>)> = Vec::new();
        for (number, table) in found.unwrap_or_default().iter().enumerate() {
            let mut wrong = Vec::new();
            let heading = self.read_heading(table, number + 1, &common, &mut wrong);
            let value = read(table, &heading.span, &mut wrong);
            if tables.iter().any(|(other, _)| other.name == heading.name) {
                let message = format!("another {word} of this file is called {:?} already", heading.name);
                wrong.push(Complaint::new(heading.span.clone(), message));
            }
            tables.push((heading, if wrong.is_empty() { Ok(value) } else { Err(wrong) }));
        }
        File { game, tables, complaints }
    }

    fn changing_keys(self) -> &'static [&'static str] {
        if self.varies { &CHANGING_KEYS } else { &[] }
    }

    fn file_keys(self) -> Vec<&'static str> {
        [&["game", "book", "scenario"], self.changing_keys(), &[self.word]].concat()
    }

    /// The changes that the file or one of its tables names: a variant's file first, then single values.
    fn changes<'a>(self, section: &Section<'a>, complaints: &mut Vec<Complaint>) -> Vec<Placed<Change<'a>>> {
        if !self.varies {
            return Vec::new();
        }
        let variant = section.read("variant", complaints, Field::placed_text);
        let set = section.read_each("set", complaints, Field::placed_text);
        let variant = variant.map(|file| Placed { value: Change::Variant(file.value), span: file.span });
        let set = set.into_iter().map(|words| Placed { value: Change::Set(words.value), span: words.span });
        variant.into_iter().chain(set).collect()
    }

    fn is_key(self, name: &str) -> bool {
        HEADING_KEYS.iter().chain(self.keys).any(|key| *key == name)
    }

    /// A key of a table outside of one is the commonest slip: `[position]` instead of `[case.position]`.
    fn refuse_unknown_in_file(self, root: &Section<'_>, complaints: &mut Vec<Complaint>) {
        let word = self.word;
        for field in root.fields() {
            let name = field.name();
            if self.file_keys().contains(&name) {
                continue;
            }
            let message = if self.is_key(name) {
                format!(
                    "`{name}` belongs into a {word}: write it under its [[{word}]], as a table [{word}.{name}]"
                )
            } else {
                unknown("key", name, &self.file_keys())
            };
            complaints.push(Complaint::new(field.name_span(), message));
        }
    }

    fn read_heading<'a>(
        self,
        table: &Section<'a>,
        number: usize,
        common: &Common<'a>,
        complaints: &mut Vec<Complaint>,
    ) -> Heading<'a> {
        let word = self.word;
        table.refuse_unknown(&[&HEADING_KEYS, self.changing_keys(), self.keys].concat(), complaints);
        for key in ["name", "rules", "why"] {
            if table.get(key).is_none() {
                complaints.push(Complaint::new(table.span(), format!("the {word} has no `{key}`")));
            }
        }
        let name = table.read("name", complaints, Field::sentence);
        let why = table.read("why", complaints, Field::sentence);
        let rules = table.read("rules", complaints, |field| {
            let rules: Vec<Rule> = field.list()?.iter().map(rule_number).collect::<Result<_, _>>()?;
            if rules.is_empty() { Err(field.complain("`rules` names no rule")) } else { Ok(rules) }
        });
        let own = table.read("scenario", complaints, Field::placed_text);
        let changes = common.changes.iter().cloned().chain(self.changes(table, complaints)).collect();
        Heading {
            span: name.as_ref().map_or_else(|| table.span(), |name| name.span.clone()),
            name: name.map_or_else(|| format!("{word} {number}"), |name| name.value.to_owned()),
            rules: rules.unwrap_or_default(),
            why: why.map_or("", |why| why.value),
            scenario: own.or_else(|| common.scenario.clone()),
            changes,
            book: common.book.clone(),
        }
    }
}

impl Heading<'_> {
    /// A number means a rule only in a book: the file must give those of the book that is played.
    fn check_book(&self, played: &Book, scenario: &Range<usize>) -> Result<(), Complaint> {
        match (&self.book, played.name()) {
            (Some(book), played) if played != Some(book.value) => {
                let played = played.unwrap_or("the book whose numbers the code cites: leave `book` out");
                let message =
                    format!("the file gives numbers of `{}`, and what is played is {played}", book.value);
                Err(Complaint::new(book.span.clone(), message))
            }
            (None, Some(played)) => {
                let message =
                    format!("this is played by `{played}`: write book = \"{played}\" and its numbers");
                Err(Complaint::new(scenario.clone(), message))
            }
            _ => Ok(()),
        }
    }
}

impl<T> File<'_, T> {
    /// What is wrong when the file is for another game than this one.
    pub fn is_for_another(&self, game: Option<&str>) -> Option<Complaint> {
        let (due, written) = game.zip(self.game.as_ref()).filter(|(due, written)| written.value != *due)?;
        let message = format!("this file is for the game `{}`, and it was run as `{due}`", written.value);
        Some(Complaint::new(written.span.clone(), message))
    }
}

pub(super) fn rule_number(field: &Field<'_>) -> Result<Rule, Complaint> {
    field.parse(|text| parse_rule(text).map_err(|reason| format!("`{text}`: {reason}")))
}

/// Reads a rule number as people write it: some books print the letter behind it large, `9.1A`.
pub(super) fn parse_rule(text: &str) -> Result<Rule, NotARule> {
    Rule::parse(text).or_else(|reason| match text.char_indices().next_back() {
        Some((at, letter)) if letter.is_ascii_uppercase() => {
            Rule::parse(&format!("{}{}", &text[..at], letter.to_ascii_lowercase())).map_err(|_| reason)
        }
        _ => Err(reason),
    })
}

/// The rules of a host, with each scenario loaded once, and once with each set of changes.
pub struct Scenarios<'a, R, L> {
    load: L,
    loaded: Vec<Loaded<'a, R>>,
}

/// A loaded scenario, or the error and the number of the first wrong change, from 1; 0 is the scenario itself.
struct Loaded<'a, R> {
    scenario: Option<&'a str>,
    changes: Vec<Change<'a>>,
    rules: Result<R, (usize, String)>,
}

impl<'a, R: Names, L: FnMut(Option<&str>, &[Change<'_>]) -> Result<R, String>> Scenarios<'a, R, L> {
    /// `load` gives the rules with the scenario of this name, or with none, changed so.
    pub const fn new(load: L) -> Self {
        Self { load, loaded: Vec::new() }
    }

    /// The rules with the scenario of a table.
    ///
    /// # Errors
    /// Why the scenario cannot be loaded, where it is named; or that it is played by another book than the one whose
    /// numbers the file gives.
    pub fn of(&mut self, heading: &Heading<'a>) -> Result<&R, Complaint> {
        let scenario = heading.scenario.as_ref().map(|scenario| scenario.value);
        let changes: Vec<Change<'a>> = heading.changes.iter().map(|change| change.value).collect();
        let is_it = |known: &Loaded<'a, R>| known.scenario == scenario && known.changes == changes;
        let at = self.loaded.iter().position(is_it).unwrap_or_else(|| {
            let rules = self.load_changed(scenario, &changes);
            self.loaded.push(Loaded { scenario, changes, rules });
            self.loaded.len() - 1
        });
        let span = heading.scenario.as_ref().map_or(&heading.span, |scenario| &scenario.span);
        let rules = self.loaded[at].rules.as_ref().map_err(|(which, message)| {
            let change = which.checked_sub(1).and_then(|last| heading.changes.get(last));
            Complaint::new(change.map_or(span, |change| &change.span).clone(), message.clone())
        })?;
        heading.check_book(rules.book(), span)?;
        Ok(rules)
    }

    /// The rules of one table alone.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub fn only(mut self, heading: &Heading<'a>) -> Result<R, Complaint> {
        self.of(heading)?;
        let loaded = self.loaded.pop().expect("a scenario was loaded just before");
        Ok(loaded.rules.unwrap_or_else(|(_, message)| unreachable!("it was loaded: {message}")))
    }

    /// Loads a scenario with all changes; where that fails, finds with how many of them it begins to.
    fn load_changed(&mut self, scenario: Option<&str>, changes: &[Change<'_>]) -> Result<R, (usize, String)> {
        (self.load)(scenario, changes).map_err(|message| {
            let mut first_wrong = (0..changes.len())
                .filter_map(|count| Some((count, (self.load)(scenario, &changes[..count]).err()?)));
            first_wrong.next().unwrap_or((changes.len(), message))
        })
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::rule;

    use super::*;

    #[test]
    fn the_letter_behind_a_number_may_be_large_as_some_books_print_it() {
        assert_eq!(parse_rule("9.1A"), Ok(rule!("9.1a")));
        assert_eq!(parse_rule("D-10.9.6A"), Ok(rule!("D-10.9.6a")));
        for wrong in ["9.1AB", "A", "9.1\u{141}", "9.A1", ""] {
            assert_eq!(parse_rule(wrong), Rule::parse(wrong), "{wrong:?}");
        }
    }
}
