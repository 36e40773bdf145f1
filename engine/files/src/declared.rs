//! The table of a rule system's values: each value of its files declared once, with its keys, what it takes, what it
//! is if not given, what that is based on and what it means. The reader of the files
//! ([`Page`](crate::Page)), the paths of variants ([`Opened`](crate::Opened)), the assumptions of reports, the tables
//! of `docs/VARIANTS.md` and the JSON schema all come from it.

use core::fmt::Write as _;

use crate::{Standing, Takes};

/// The table of a rule system.
#[derive(Clone, Copy, Debug)]
pub struct Declared {
    /// The kinds of files, the scenario's own first.
    pub files: &'static [FileKind],
    /// What the names in braces stand for.
    pub names: &'static [Names],
    /// First parts of paths that may be left out.
    pub omitted: &'static [&'static str],
    /// How a value is set, to show the form: `units.Narwa 1.morale=8`.
    pub example: &'static str,
    /// Where units have no names, so that nobody can be added or removed by one: why, and what to do instead.
    pub nameless: Option<&'static str>,
    /// Keys that people look for in vain, each with the words that help.
    pub strangers: &'static [(&'static str, &'static str)],
    /// What the keys under others are called where one is not known: `switch` for those under `switches`.
    pub called: &'static [(&'static str, &'static str)],
    /// Tables of the scenario's own file that a variant's file may hold too, so that it can add rows to them.
    pub added: &'static [&'static str],
}

/// A kind of file, and its values.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// What it is called: scenario, map.
    pub name: &'static str,
    /// What begins the path of each of its values; nothing for a scenario's own file.
    pub prefix: &'static str,
    /// What it is for, in a sentence.
    pub means: &'static str,
    /// Its values, group by group.
    pub entries: &'static [Entry],
}

/// What a name in braces stands for.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// The word in the braces.
    pub word: &'static str,
    /// What one of them is, where none is known of that name.
    pub what: &'static str,
    /// All that there are, where that is the same in every scenario.
    pub all: Option<&'static [&'static str]>,
    /// What others look like, as a regular expression; a system says which there are.
    pub pattern: &'static str,
}

impl Names {
    /// These names, in every scenario.
    pub const fn fixed(word: &'static str, all: &'static [&'static str]) -> Self {
        Self { word, what: word, all: Some(all), pattern: "" }
    }

    /// Names that look like this.
    pub const fn open(word: &'static str, pattern: &'static str) -> Self {
        Self { word, what: word, all: None, pattern }
    }

    /// One of them is called so where none is known of that name.
    #[must_use]
    pub const fn called(self, what: &'static str) -> Self {
        Self { what, ..self }
    }
}

/// A value.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Its keys in the file, one within the other, with dots between them: `waves.first`, `forces.{kind}.{side}`.
    pub keys: &'static str,
    /// What it takes.
    pub form: Form,
    /// Its default.
    pub usual: Usual,
    /// What the usual value stands on, and why.
    pub standing: (Standing, &'static str),
    /// The decision that it settles.
    pub decision: Option<&'static str>,
    /// How a variant names it, when not by its keys behind the prefix of the file.
    pub path: Option<&'static str>,
    /// Can a variant set it?
    pub is_varied: bool,
    /// May a file say what it stands on?
    pub is_ranked: bool,
    /// What it means, in a line.
    pub means: &'static str,
}

/// What a value takes.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A table; the values in it have entries of their own.
    Table,
    /// A list of tables; each has a name, under the key `name`, and values with entries of their own.
    Tables,
    /// A whole number, from the least to the most.
    Number(u16, u16),
    /// `true` or `false`.
    Flag,
    /// One of these names.
    OneOf(&'static [&'static str]),
    /// One of these names, and what one of them is.
    Kind(&'static str, &'static [&'static str]),
    /// One of the names that a word stands for.
    Named(&'static str),
    /// Any of the names that a word stands for, as a list.
    AnyNamed(&'static str),
    /// A text like this one, which matches this regular expression; with no expression, any text.
    Text(&'static str, &'static str),
    /// A text like this one, which matches this regular expression and is more or less than others; and how much it is.
    Graded(&'static str, &'static str, fn(&str) -> Result<u16, String>),
    /// A list of such texts.
    Texts(&'static str, &'static str),
    /// The name of a file of this kind, relative to the file that names it.
    File(&'static str),
    /// A drawing.
    Drawing,
    /// A letter of the drawing under the keys before the last, which is the name of the cell; and what a letter is.
    Letter(&'static str),
    /// Is the last of the keys, a name, in the list under the keys before it?
    Listed,
}

/// The default of a value.
#[derive(Clone, Copy, Debug)]
pub enum Usual {
    /// It must be written.
    Due,
    /// It must be written where the system says so: for one kind of unit and not for another.
    DueAtTimes,
    /// It must be written in one of the scenario's own files, where one is based on another.
    DueInOne,
    /// Nothing, which is typed as `none`.
    None,
    /// A text.
    Text(&'static str),
    /// A number.
    Number(u16),
    /// `true` or `false`.
    Flag(bool),
    /// As its names have it, in the order of the keys.
    By(fn(&[&str]) -> String),
}

/// The key of the name of a table in a list of tables.
pub(crate) const NAME: &str = "name";

/// What is typed for nothing.
pub const NONE: &str = "none";

impl Usual {
    /// What is typed for it; nothing where the value is due.
    pub fn typed(self, names: &[&str]) -> Option<String> {
        Some(match self {
            Self::Due | Self::DueAtTimes | Self::DueInOne => return None,
            Self::None => NONE.to_owned(),
            Self::Text(text) => text.to_owned(),
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            Self::By(of) => of(names),
        })
    }
}

/// The names of a list of names and what they stand for.
pub const fn words<T: Copy, const N: usize>(known: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut at = 0;
    while at < N {
        words[at] = known[at].0;
        at += 1;
    }
    words
}

/// A value that must be written, that a variant can set, and of which a file may say what it stands on.
pub const fn entry(keys: &'static str, form: Form, means: &'static str) -> Entry {
    let standing = (Standing::Text, "");
    Entry {
        keys,
        form,
        usual: Usual::Due,
        standing,
        decision: None,
        path: None,
        is_varied: true,
        is_ranked: true,
        means,
    }
}

impl Entry {
    /// Its default is this.
    #[must_use]
    pub const fn usually(self, usual: Usual) -> Self {
        Self { usual, ..self }
    }

    /// The usual value is our choice, for this reason.
    #[must_use]
    pub const fn assumed(self, why: &'static str) -> Self {
        Self { standing: (Standing::Assumed, why), ..self }
    }

    /// It settles this decision, and the usual value is how we do.
    #[must_use]
    pub const fn decides(self, decision: &'static str) -> Self {
        Self { standing: (Standing::Assumed, decision), decision: Some(decision), ..self }
    }

    /// It settles this decision, and the usual value is the book's.
    #[must_use]
    pub const fn decides_by_the_book(self, decision: &'static str) -> Self {
        Self { decision: Some(decision), ..self }
    }

    /// A variant names it so.
    #[must_use]
    pub const fn at(self, path: &'static str) -> Self {
        Self { path: Some(path), ..self }
    }

    /// No variant can set it, and it stands on nothing but the file.
    #[must_use]
    pub const fn fixed(self) -> Self {
        Self { is_varied: false, is_ranked: false, ..self }
    }

    /// No file says what it stands on.
    #[must_use]
    pub const fn plain(self) -> Self {
        Self { is_ranked: false, ..self }
    }

    /// A file may say what it stands on, though no variant sets it as a whole.
    #[must_use]
    pub const fn ranked(self) -> Self {
        Self { is_ranked: true, ..self }
    }

    /// May a file write it with its standing, as a table?
    pub const fn has_standing(&self) -> bool {
        self.is_ranked && self.is_written()
    }

    /// Does it stand in the file by itself, and not within another value?
    pub(crate) const fn is_written(&self) -> bool {
        !matches!(self.form, Form::Table | Form::Tables | Form::Letter(_) | Form::Listed | Form::Drawing)
    }

    /// The parts of its keys.
    pub(crate) fn parts(&self) -> impl Iterator<Item = Part> + use<> {
        parts(self.keys)
    }

    /// The part of its keys after this many others.
    ///
    /// # Panics
    /// When it has no more.
    pub(crate) fn part(&self, depth: usize) -> Part {
        self.parts().nth(depth).expect("an entry is asked for parts that it has")
    }

    /// How many parts its keys have.
    pub(crate) fn depth(&self) -> usize {
        self.parts().count()
    }
}

/// A part of keys or of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// As it is written.
    Fixed(&'static str),
    /// A name; its word.
    Name(&'static str),
}

fn parts(pattern: &'static str) -> impl Iterator<Item = Part> + use<> {
    let part = |part: &'static str| match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
        Some(word) => Part::Name(word),
        None => Part::Fixed(part),
    };
    pattern.split('.').map(part)
}

impl FileKind {
    /// The path of a value, with its names in braces.
    pub(crate) fn pattern(&self, entry: &Entry) -> Vec<Part> {
        match entry.path {
            Some(path) => parts(path).collect(),
            None if self.prefix.is_empty() => entry.parts().collect(),
            None => core::iter::once(Part::Fixed(self.prefix)).chain(entry.parts()).collect(),
        }
    }

    /// The path of the value under these keys.
    pub(crate) fn path(&self, entry: &Entry, keys: &[&str]) -> String {
        let named: Vec<(Part, &str)> = entry.parts().zip(keys.iter().copied()).collect();
        let name = |part: Part| match part {
            Part::Fixed(fixed) => fixed,
            Part::Name(_) => named.iter().find(|(known, _)| *known == part).map_or("", |(_, name)| name),
        };
        self.pattern(entry).into_iter().map(name).collect::<Vec<_>>().join(".")
    }
}

impl Declared {
    /// A table without anything, to be filled.
    pub const EMPTY: Self = Self {
        files: &[],
        names: &[],
        omitted: &[],
        example: "",
        nameless: None,
        strangers: &[],
        called: &[],
        added: &[],
    };

    /// The kind of file of this name.
    ///
    /// # Panics
    /// When the table has none: a mistake in the table.
    pub fn file(&self, name: &str) -> &'static FileKind {
        let found = self.files.iter().find(|kind| kind.name == name);
        found.expect("a table declares every kind of file that its entries name")
    }

    /// Every value that a variant can set, with its kind of file.
    pub fn varied(&self) -> impl Iterator<Item = (&'static FileKind, &'static Entry)> {
        let all = self.files.iter().flat_map(|kind| kind.entries.iter().map(move |entry| (kind, entry)));
        all.filter(|(_, entry)| entry.is_varied)
    }

    /// The decisions that values settle, each with the path of the value.
    pub fn decisions(&self) -> Vec<(&'static str, String)> {
        let decision = |(kind, entry): (&FileKind, &Entry)| {
            entry.decision.map(|decision| (decision, kind.path(entry, &[])))
        };
        self.varied().filter_map(decision).collect()
    }

    /// The keys that the table under these keys can have, those that are the same in every scenario.
    pub fn keys_in(&self, kind: &str, keys: &[&str]) -> Vec<&'static str> {
        let mut known: Vec<&'static str> = Vec::new();
        for entry in self.file(kind).entries.iter().filter(|entry| entry.depth() > keys.len()) {
            if entry.parts().zip(keys).all(|(part, key)| self.admits(part, key))
                && let Part::Fixed(fixed) = entry.part(keys.len())
                && !known.contains(&fixed)
            {
                known.push(fixed);
            }
        }
        known
    }

    /// The value under these keys of a kind of file, if there is one.
    pub fn get(&self, kind: &str, keys: &[&str]) -> Option<&'static Entry> {
        self.find(self.file(kind), keys)
    }

    /// The value under these keys of a kind of file.
    ///
    /// # Panics
    /// When the table has none: readers ask for what it declares.
    pub fn entry(&self, kind: &str, keys: &[&str]) -> &'static Entry {
        self.get(kind, keys).expect("a reader asks for values that its table declares")
    }

    /// The names that a word stands for, where they are the same in every scenario.
    pub(crate) fn fixed_names(&self, word: &str) -> Option<&'static [&'static str]> {
        self.names_of(word).all
    }

    pub(crate) fn names_of(&self, word: &str) -> &'static Names {
        let found = self.names.iter().find(|names| names.word == word);
        found.expect("a table declares every name that its entries have in braces")
    }

    /// Can this stand where the part does?
    pub(crate) fn admits(&self, part: Part, name: &str) -> bool {
        match part {
            Part::Fixed(fixed) => fixed == name,
            Part::Name(word) => self.fixed_names(word).is_none_or(|all| all.contains(&name)),
        }
    }

    /// The value under these keys.
    pub(crate) fn find(&self, kind: &FileKind, keys: &[&str]) -> Option<&'static Entry> {
        let is_it = |entry: &&Entry| {
            let mut parts = entry.parts();
            keys.iter().all(|key| parts.next().is_some_and(|part| self.admits(part, key)))
                && parts.next().is_none()
        };
        kind.entries.iter().find(is_it)
    }

    /// The key by which a scenario names the one it is based on.
    pub(crate) fn base(&self) -> Option<&'static str> {
        let own = &self.files[0];
        let is_base = |entry: &&Entry| matches!(entry.form, Form::File(kind) if kind == own.name);
        own.entries.iter().find(is_base).map(|entry| entry.keys)
    }

    /// The lists of counters, each in a file of this kind: what a variant can add to.
    pub(crate) fn counters(&self) -> impl Iterator<Item = (&'static FileKind, &'static Entry)> {
        let all = self.files.iter().flat_map(|kind| kind.entries.iter().map(move |entry| (kind, entry)));
        all.filter(|(_, entry)| matches!(entry.form, Form::Tables))
    }

    /// Can a table with these entries' keys at this depth say what its values stand on? Not where anything may be a
    /// key, nor for a single counter.
    pub(crate) fn has_standing(&self, entries: &[&Entry], depth: usize) -> bool {
        let is_own = |entry: &&Entry| match entry.part(depth) {
            Part::Name(word) => self.fixed_names(word).is_some(),
            Part::Fixed(fixed) => depth == 0 || fixed != NAME,
        };
        entries.iter().all(is_own)
    }

    /// What a key under these is called.
    pub(crate) fn called(&self, path: &str) -> Option<&'static str> {
        self.called.iter().find(|(known, _)| *known == path).map(|(_, what)| *what)
    }

    /// What the keys of a stranger say that others would not.
    pub(crate) fn stranger(&self, path: &str) -> Option<&'static str> {
        self.strangers.iter().find(|(known, _)| *known == path).map(|(_, words)| *words)
    }

    /// The table of a page for those who write variants, in Markdown: paths, what they take, the usual value, what they
    /// mean; then what the words in capitals stand for.
    pub fn page(&self) -> String {
        let mut page = "| path | values | default | meaning |\n|---|---|---|---|\n".to_owned();
        let mut words: Vec<&'static str> = Vec::new();
        for (kind, entry) in self.varied() {
            let mut path: Vec<String> = Vec::new();
            for part in kind.pattern(entry) {
                path.push(match part {
                    Part::Fixed(fixed) => fixed.to_owned(),
                    Part::Name(word) => {
                        if !words.contains(&word) {
                            words.push(word);
                        }
                        word.to_uppercase()
                    }
                });
            }
            let usual = match (entry.usual, entry.parts().any(|part| matches!(part, Part::Name(_)))) {
                (Usual::Due | Usual::DueAtTimes | Usual::DueInOne, _) => String::new(),
                (Usual::By(_), true) => "as printed".to_owned(),
                (usual, _) => format!("`{}`", usual.typed(&[]).unwrap_or_default()),
            };
            let decision = entry.decision.map(|decision| format!(", `{decision}`")).unwrap_or_default();
            let takes = match entry.form {
                Form::Letter(_) => "a letter of the map's legend".to_owned(),
                Form::Named(word) => word.to_uppercase(),
                Form::AnyNamed(word) => format!("any of {}, with commas", word.to_uppercase()),
                Form::OneOf(names) | Form::Kind(_, names) => {
                    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
                }
                form => form.takes(|_| Vec::new()).to_string(),
            };
            writeln!(page, "| `{}`{decision} | {takes} | {usual} | {} |", path.join("."), entry.means)
                .expect("a string takes all that is written");
        }
        page.push('\n');
        for names in self.names.iter().filter(|names| words.contains(&names.word)) {
            if let Some(all) = names.all {
                writeln!(page, "* {}: {}", names.word.to_uppercase(), all.join(", "))
                    .expect("a string takes all that is written");
            }
        }
        page
    }
}

impl Form {
    /// What can stand there; `names` says which names a word stands for, letters of the legend too.
    pub fn takes(self, names: impl FnOnce(&str) -> Vec<String>) -> Takes {
        match self {
            Self::Number(least, most) => Takes::Number { least, most },
            Self::Flag | Self::Listed => Takes::Flag,
            Self::Named(word) => Takes::OneOf(names(word)),
            Self::AnyNamed(word) => Takes::AnyOf(names(word)),
            Self::OneOf(names) | Self::Kind(_, names) => Takes::one_of(names),
            Self::Text(like, _) | Self::Graded(like, ..) | Self::File(like) => Takes::Text(like),
            Self::Texts(like, _) => Takes::List(like),
            Self::Letter(_) => Takes::OneOf(names("letter")),
            Self::Table | Self::Tables | Self::Drawing => Takes::Text("a table of its own"),
        }
    }
}
