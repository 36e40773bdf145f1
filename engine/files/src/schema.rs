//! JSON schemas of the files of a rule system, draft 2020-12, from the table of its values: for editors that complete
//! and check TOML. A schema knows each value by itself; what one value has to do with another only the reader knows.

use core::fmt;

use crate::STANDINGS;
use crate::declared::{Declared, Entry, FileKind, Form, NAME, NONE, Part, Usual};
use crate::page::{OF_STANDING, STANDING, names};

/// The kind of a variant's file, which every system with files has, and what it is for.
pub(crate) const VARIANT: (&str, &str) = (
    "variant",
    "Changes to a scenario, for --variant FILE; without `add`, `remove` and `set` for --add FILE too.",
);

/// What only the variant of a system whose counters have names may hold.
const ADD_AND_REMOVE: [(&str, &str); 2] = [
    ("add", "files beside this one that hold what a file may add"),
    ("remove", "units, and commanders with their chits, that take no part"),
];

/// A value of JSON.
enum Json {
    Text(String),
    Number(u16),
    Flag(bool),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Declared {
    /// The schema of a kind of file, of the variant's too; nothing when there is no such kind.
    pub fn schema(&self, kind: &str) -> Option<String> {
        let ((name, means), rest) = if kind == VARIANT.0 {
            (VARIANT, self.variant())
        } else {
            let kind = self.files.iter().find(|known| known.name == kind)?;
            let entries: Vec<&Entry> = kind.entries.iter().collect();
            ((kind.name, kind.means), self.table(kind, &mut Vec::new(), &entries))
        };
        let mut schema = vec![
            ("$schema".to_owned(), text("https://json-schema.org/draft/2020-12/schema")),
            ("title".to_owned(), text(name)),
            ("description".to_owned(), text(means)),
        ];
        schema.extend(rest);
        Some(format!("{:#}\n", Json::Object(schema)))
    }

    /// The schema of a variant's file: what it adds is as in the scenario's own files, what it sets goes by its path.
    fn variant(&self) -> Vec<(String, Json)> {
        let mut properties = vec![
            ("title".to_owned(), of("what is added to the scenario's title", vec![of_type("string")])),
            (STANDING.to_owned(), standing()),
        ];
        let mut as_in = |kind: &FileKind, key: &'static str| {
            let is_its = |entry: &&Entry| entry.part(0) == Part::Fixed(key);
            let entries: Vec<&Entry> = kind.entries.iter().filter(is_its).collect();
            properties.push((key.to_owned(), self.value(kind, &mut vec![key], &entries)));
        };
        for (kind, list) in self.counters() {
            as_in(kind, list.keys);
        }
        for table in self.added {
            as_in(&self.files[0], table);
        }
        if self.nameless.is_none() {
            for (key, means) in ADD_AND_REMOVE {
                let names =
                    vec![of_type("array"), ("items".to_owned(), Json::Object(vec![of_type("string")]))];
                properties.push((key.to_owned(), of(means, names)));
            }
        }
        let path = |(kind, entry): (&FileKind, &Entry)| {
            let value = vec![("anyOf".to_owned(), Json::List(as_typed(entry)))];
            (self.pattern(kind, entry), of(entry.means, value))
        };
        let set = vec![
            of_type("object"),
            ("patternProperties".to_owned(), Json::Object(self.varied().map(path).collect())),
            ("additionalProperties".to_owned(), Json::Flag(false)),
        ];
        properties.push(("set".to_owned(), of("values by their paths, each path in quotes", set)));
        vec![
            of_type("object"),
            ("properties".to_owned(), Json::Object(properties)),
            ("additionalProperties".to_owned(), Json::Flag(false)),
        ]
    }

    /// The regular expression that the paths of a value match: with what may be left out, and by its decision.
    fn pattern(&self, kind: &FileKind, entry: &Entry) -> String {
        let parts = kind.pattern(entry);
        let written = |part: &Part| match part {
            Part::Fixed(fixed) => escaped(fixed),
            Part::Name(word) => match self.fixed_names(word) {
                Some(all) => {
                    format!("(?:{})", all.iter().map(|name| escaped(name)).collect::<Vec<_>>().join("|"))
                }
                None => format!("(?:{})", self.names_of(word).pattern),
            },
        };
        let mut pattern = parts.iter().map(written).collect::<Vec<_>>().join("\\.");
        if let [Part::Fixed(first), Part::Fixed(_), ..] = parts[..]
            && self.omitted.contains(&first)
        {
            let rest = parts[1..].iter().map(written).collect::<Vec<_>>().join("\\.");
            pattern = format!("(?:{}\\.)?{rest}", escaped(first));
        }
        if let Some(decision) = entry.decision {
            let omitted = self.omitted.iter().map(|prefix| format!("(?:{}\\.)?", escaped(prefix)));
            pattern = format!("{pattern}|{}{}", omitted.collect::<String>(), escaped(decision));
        }
        format!("^(?:{pattern})$")
    }

    /// What is to be said of the table under these keys, whose entries go on from there.
    fn table(
        &self,
        kind: &FileKind,
        trail: &mut Vec<&'static str>,
        entries: &[&Entry],
    ) -> Vec<(String, Json)> {
        let depth = trail.len();
        let (mut properties, mut patterns, mut required) = (Vec::new(), Vec::new(), Vec::new());
        for (name, pattern) in self.keys_of(entries, depth) {
            let is_its = |entry: &&Entry| match (entry.part(depth), pattern) {
                (Part::Name(word), Some(_)) => word == name,
                (Part::Fixed(_), Some(_)) => false,
                (part, None) => self.is_closed(part) && self.admits(part, name),
            };
            let inner: Vec<&Entry> = entries.iter().copied().filter(is_its).collect();
            trail.push(name);
            let schema = self.value(kind, trail, &inner);
            trail.pop();
            match pattern {
                Some(pattern) => patterns.push((format!("^(?:{pattern})$"), schema)),
                None => properties.push((name.to_owned(), schema)),
            }
            if pattern.is_none() && inner.iter().any(|entry| self.is_due(entry, depth)) {
                required.push(text(name));
            }
        }
        if self.has_standing(entries, depth) {
            properties.push((STANDING.to_owned(), standing()));
        }
        let mut schema = vec![("type".to_owned(), text("object"))];
        schema.push(("properties".to_owned(), Json::Object(properties)));
        if !patterns.is_empty() {
            schema.push(("patternProperties".to_owned(), Json::Object(patterns)));
        }
        if !required.is_empty() {
            schema.push(("required".to_owned(), Json::List(required)));
        }
        schema.push(("additionalProperties".to_owned(), Json::Flag(false)));
        schema
    }

    /// The keys that entries have at this depth, each once: names that are the same in every scenario by themselves,
    /// others by their word and with the expression that they match.
    fn keys_of(&self, entries: &[&Entry], depth: usize) -> Vec<(&'static str, Option<&'static str>)> {
        let mut keys = Vec::new();
        for entry in entries {
            let own = match entry.part(depth) {
                Part::Fixed(fixed) => vec![(fixed, None)],
                Part::Name(word) => match self.fixed_names(word) {
                    Some(all) => all.iter().map(|name| (*name, None)).collect(),
                    None => vec![(word, Some(self.names_of(word).pattern))],
                },
            };
            for key in own {
                if !keys.contains(&key) {
                    keys.push(key);
                }
            }
        }
        keys
    }

    /// What is to be said of the value under these keys.
    fn value(&self, kind: &FileKind, trail: &mut Vec<&'static str>, entries: &[&Entry]) -> Json {
        let depth = trail.len();
        let own = entries.iter().find(|entry| entry.depth() == depth);
        let mut schema: Vec<(String, Json)> = own.iter().map(|own| described(own)).collect();
        let inner = |depth: usize| {
            let is_inner = |entry: &&Entry| entry.depth() > depth;
            entries.iter().copied().filter(is_inner).collect::<Vec<_>>()
        };
        let Some(own) = own.filter(|own| !matches!(own.form, Form::Table)) else {
            schema.extend(self.table(kind, trail, &inner(depth)));
            return Json::Object(schema);
        };
        if matches!(own.form, Form::Tables) {
            trail.push(NAME);
            let items = Json::Object(self.table(kind, trail, &inner(depth + 1)));
            trail.pop();
            schema.extend([of_type("array"), ("items".to_owned(), items)]);
            return Json::Object(schema);
        }
        let usual = own.usual.typed(&names(own, trail)).filter(|_| !matches!(own.usual, Usual::None));
        let default = usual.map(|usual| match own.form {
            Form::Number(..) => Json::Number(usual.parse().unwrap_or_default()),
            Form::Flag => Json::Flag(usual == "true"),
            _ => Json::Text(usual),
        });
        schema.extend(default.map(|default| ("default".to_owned(), default)));
        if own.has_standing() {
            let either = Json::List(vec![Json::Object(plain(own.form)), with_standing(own.form)]);
            schema.push(("anyOf".to_owned(), either));
        } else {
            schema.extend(plain(own.form));
        }
        Json::Object(schema)
    }

    fn is_closed(&self, part: Part) -> bool {
        match part {
            Part::Fixed(_) => true,
            Part::Name(word) => self.fixed_names(word).is_some(),
        }
    }

    /// Must the entry be written, wherever its keys behind these can be?
    fn is_due(&self, entry: &Entry, depth: usize) -> bool {
        matches!(entry.usual, Usual::Due)
            && !matches!(entry.form, Form::Letter(_) | Form::Listed)
            && entry.parts().skip(depth).all(|part| self.is_closed(part))
    }
}

fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

fn described(entry: &Entry) -> (String, Json) {
    ("description".to_owned(), text(entry.means))
}

fn of_type(name: &str) -> (String, Json) {
    ("type".to_owned(), text(name))
}

/// What means this.
fn of(means: &str, rest: Vec<(String, Json)>) -> Json {
    Json::Object(core::iter::once(("description".to_owned(), text(means))).chain(rest).collect())
}

/// A text as a regular expression.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if "^$\\.*+?()[]{}|".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// The forms in which a value is set by its path; a list is typed as one text with commas, too.
fn as_typed(entry: &Entry) -> Vec<Json> {
    let mut forms = vec![Json::Object(match entry.form {
        Form::Listed => vec![of_type("boolean")],
        Form::Letter(_) => vec![of_type("string"), ("maxLength".to_owned(), Json::Number(1))],
        form => plain(form),
    })];
    if matches!(entry.form, Form::Texts(..) | Form::AnyNamed(_)) {
        forms.push(Json::Object(vec![of_type("string")]));
    } else if matches!(entry.usual, Usual::None) {
        forms.push(Json::Object(vec![one_of(&[NONE])]));
    }
    forms
}

fn one_of(names: &[&str]) -> (String, Json) {
    ("enum".to_owned(), Json::List(names.iter().map(|name| text(name)).collect()))
}

fn standing() -> Json {
    let description = "what the values stand on that say nothing else";
    Json::Object(vec![
        ("description".to_owned(), text(description)),
        one_of(&STANDINGS.map(|(name, _)| name)),
    ])
}

/// A value of this form, without its standing.
fn plain(form: Form) -> Vec<(String, Json)> {
    let matching = |pattern: &str| {
        let pattern =
            (!pattern.is_empty()).then(|| ("pattern".to_owned(), Json::Text(format!("^(?:{pattern})$"))));
        core::iter::once(of_type("string")).chain(pattern).collect::<Vec<_>>()
    };
    match form {
        Form::Number(least, most) => vec![
            of_type("integer"),
            ("minimum".to_owned(), Json::Number(least)),
            ("maximum".to_owned(), Json::Number(most)),
        ],
        Form::Flag => vec![of_type("boolean")],
        Form::OneOf(names) | Form::Kind(_, names) => vec![one_of(names)],
        Form::Text(_, pattern) | Form::Graded(_, pattern, _) => matching(pattern),
        Form::Texts(_, pattern) => {
            vec![of_type("array"), ("items".to_owned(), Json::Object(matching(pattern)))]
        }
        Form::AnyNamed(_) | Form::Listed => {
            vec![of_type("array"), ("items".to_owned(), Json::Object(vec![of_type("string")]))]
        }
        Form::Named(_) | Form::File(_) | Form::Drawing | Form::Letter(_) => vec![of_type("string")],
        Form::Table => vec![of_type("object")],
        Form::Tables => vec![of_type("array")],
    }
}

/// A value of this form as a table that says what it stands on.
fn with_standing(form: Form) -> Json {
    let own = || Json::Object(plain(form));
    let range = vec![
        of_type("array"),
        ("description".to_owned(), text("the least and the most that the true value may well be")),
        ("items".to_owned(), own()),
        ("minItems".to_owned(), Json::Number(2)),
        ("maxItems".to_owned(), Json::Number(2)),
    ];
    let why = vec![of_type("string"), ("description".to_owned(), text("the reason, in a few words"))];
    let [value, standing_key, range_key, why_key] = OF_STANDING.map(str::to_owned);
    let mut properties = vec![(value, own()), (standing_key, standing())];
    if matches!(form, Form::Number(..) | Form::Graded(..)) {
        properties.push((range_key, Json::Object(range)));
    }
    properties.push((why_key, Json::Object(why)));
    Json::Object(vec![
        of_type("object"),
        ("properties".to_owned(), Json::Object(properties)),
        ("required".to_owned(), Json::List(vec![text("value")])),
        ("additionalProperties".to_owned(), Json::Flag(false)),
    ])
}

impl fmt::Display for Json {
    /// Each value of an object on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, 0)
    }
}

impl Json {
    fn write(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        match self {
            Self::Text(text) => write_text(text, f),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::List(list) => {
                f.write_str("[")?;
                for (at, value) in list.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { ", " })?;
                    value.write(f, depth)?;
                }
                f.write_str("]")
            }
            Self::Object(rows) if rows.is_empty() => f.write_str("{}"),
            Self::Object(rows) => {
                f.write_str("{")?;
                for (at, (key, value)) in rows.iter().enumerate() {
                    f.write_str(if at == 0 { "\n" } else { ",\n" })?;
                    write!(f, "{:width$}", "", width = 2 * (depth + 1))?;
                    write_text(key, f)?;
                    f.write_str(": ")?;
                    value.write(f, depth + 1)?;
                }
                write!(f, "\n{:width$}}}", "", width = 2 * depth)
            }
        }
    }
}

fn write_text(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            letter if letter.is_control() => write!(f, "\\u{:04x}", u32::from(letter))?,
            letter => write!(f, "{letter}")?,
        }
    }
    f.write_str("\"")
}
