//! Rule systems whose scenarios are files with a table of their values ([`Declared`]). A system says how a scenario is
//! made of files that the table has checked; opening them, variants, the list of paths and the schema follow.

use crate::declared::{Declared, Entry, FileKind, Form, Usual};
use crate::opened::{NAMELESS, Opened};
use crate::page::Page;
use crate::source::{Files, Origin, Problem, Problems, Source, beside, unreadable};
use crate::variant::{Texts, Variant, Varied};
use crate::{Assumption, Complaint, Document, Field, Known, Section, Takes};

/// Files based on files based on files are no help to anybody, and a circle has no end.
const MOST_LAYERS: usize = 8;

/// A rule system whose scenarios are files. One whose scenario is a flat table of values says no more than this:
///
/// ```
/// use szala_files::declared::{Declared, FileKind, Form, Usual, entry};
/// use szala_files::variant::{Variant, Varied};
/// use szala_files::{Assumption, Filed, Pages};
///
/// struct Skirmish {
///     turns: u8,
///     assumptions: Vec<Assumption>,
/// }
///
/// static TABLE: Declared = Declared {
///     files: &[FileKind {
///         name: "scenario",
///         prefix: "",
///         means: "A skirmish.",
///         entries: &[
///             entry("turns", Form::Number(1, 20), "how many turns a game lasts").usually(Usual::Number(6)),
///             entry("fog", Form::Flag, "is there fog?").usually(Usual::Flag(false)),
///         ],
///     }],
///     example: "turns=9",
///     ..Declared::EMPTY
/// };
///
/// impl Filed for Skirmish {
///     type Scenario = Self;
///     type Widest = Self;
///     const VALUES: &'static Declared = &TABLE;
///
///     fn read(pages: &Pages<'_>) -> Option<Self> {
///         let turns = pages.own().number(&["turns"])?;
///         Some(Self { turns, assumptions: pages.assumptions() })
///     }
///
///     fn with(scenario: Self) -> Self {
///         scenario
///     }
///
///     fn assumed(&self) -> &[Assumption] {
///         &self.assumptions
///     }
/// }
///
/// let mut variant = Variant::<Skirmish>::default();
/// variant.set("turns=9").expect("a path and its value");
/// let files = |_: &str| Ok("fog = true\n".to_owned());
/// let (rules, _) = Skirmish::open_varied("a.toml", &files, &variant).expect("it is sound");
/// assert_eq!(rules.turns, 9);
/// assert_eq!(rules.assumptions[0].path, "turns");
/// assert_eq!(Skirmish::paths("a.toml", &files, &variant).expect("it is sound").len(), 2);
/// assert!(Skirmish::schema("scenario").expect("the one kind of file").contains("is there fog?"));
/// ```
pub trait Filed: Sized {
    /// What is read from the files.
    type Scenario;

    /// The same rules with room for any scenario, by which names are looked up and changes written: `Self` where there
    /// is one room.
    type Widest: Filed;

    /// The table of its values.
    const VALUES: &'static Declared;

    /// Puts a scenario together from files that the table has been held against, and complains of what the table does
    /// not know. Nothing when something is wrong that keeps a scenario from being put together; it is complained of.
    fn read(pages: &Pages<'_>) -> Option<Self::Scenario>;

    /// The rules with this scenario.
    fn with(scenario: Self::Scenario) -> Self;

    /// What the values of its files stand on.
    fn assumed(&self) -> &[Assumption];

    // ---- Names ----

    /// The names that stand for a word of the table in this scenario, where they are not the same in every one; letters
    /// of a drawing are those of the word `letter`.
    fn names(_opened: &Opened<Self>, _word: &str) -> Vec<String> {
        Vec::new()
    }

    /// A name that could stand for the word though it is not listed, as its paths write it. Nothing when the name is of
    /// another kind.
    ///
    /// # Errors
    /// What is wrong with a name of this kind.
    fn admit(_opened: &Opened<Self>, _word: &str, _name: &str) -> Option<Result<String, String>> {
        None
    }

    /// The listed names that this one stands for: `2-4` for three stages.
    fn several(_word: &str, name: &str) -> Vec<String> {
        vec![name.to_owned()]
    }

    /// Is there such a value in this scenario? There is none of a thing that can be left out, or of another kind.
    fn is_there(_opened: &Opened<Self>, _kind: &str, _keys: &[&str]) -> bool {
        true
    }

    /// What a value takes, where that depends on others.
    fn takes(_opened: &Opened<Self>, _kind: &str, _keys: &[&str]) -> Option<Takes> {
        None
    }

    /// The printed numbers of the row and of the column of a cell of the drawing.
    fn row_and_column(_opened: &Opened<Self>, _cell: &str) -> [String; 2] {
        [String::new(), String::new()]
    }

    // ---- Changes ----

    /// Brings the files into the form in which changes are written, before the first.
    fn prepare(_opened: &mut Opened<Self>) {}

    /// Removes a counter.
    ///
    /// # Errors
    /// Why it cannot be removed.
    fn remove(_opened: &mut Opened<Self>, _name: &str, _at: &Origin) -> Result<(), String> {
        Err(Self::VALUES.nameless.unwrap_or(NAMELESS).to_owned())
    }

    /// A counter that was removed is there again by a later change.
    fn restored(_opened: &mut Opened<Self>, _name: &str) {}

    /// Brings the files in order when all changes have been written: a change of one value may strike out another.
    fn settle(_opened: &mut Opened<Self>) -> Vec<Problem> {
        Vec::new()
    }
}

/// The files of a scenario while they are read.
#[derive(Debug)]
pub struct Pages<'d> {
    /// The scenario's own file, then those that it is based on, each on the next.
    layers: Vec<Page<'d>>,
    /// The files that these name.
    named: Vec<Page<'d>>,
    told: &'d Told,
}

/// A row of a table, and the file in which it is written.
#[derive(Clone, Debug)]
pub struct Row<'p, 'd> {
    /// The file.
    pub page: &'p Page<'d>,
    /// The row.
    pub field: Field<'d>,
}

impl<'d> Row<'_, 'd> {
    /// Its key.
    pub fn name(&self) -> &'d str {
        self.field.name()
    }

    /// Was it changed by a variant?
    pub fn is_changed(&self) -> bool {
        self.page.is_changed(self.field.span().start)
    }

    /// Complains of its value.
    pub fn complain(&self, message: impl Into<String>) {
        self.page.complain(self.field.span(), message);
    }

    /// Notes what no rule forbids about its value, and a designer may not have meant.
    pub fn note(&self, message: impl Into<String>) {
        self.page.note(self.field.span(), message);
    }

    /// Complains of its key.
    pub fn complain_of_name(&self, message: impl Into<String>) {
        self.page.complain(self.field.name_span(), message);
    }
}

/// What a scenario is called beyond its own title, and what was changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Told {
    titles: Vec<String>,
    said: Option<String>,
}

impl<'d> Pages<'d> {
    /// The scenario's own file.
    pub fn own(&self) -> &Page<'d> {
        &self.layers[0]
    }

    /// The file of this kind; nothing when it could not be opened, which is complained of by then.
    pub fn get(&self, kind: &str) -> Option<&Page<'d>> {
        self.named.iter().find(|page| page.kind().name == kind)
    }

    /// Of the scenario's own file and those that it is based on the uppermost in which something stands under these
    /// keys; the lowest where nothing does.
    pub fn with(&self, keys: &[&str]) -> &Page<'d> {
        self.layers.iter().find(|page| page.has(keys)).unwrap_or_else(|| self.lowest())
    }

    /// The rows of a table, those of upper files over those of lower ones: in the order of the lowest, new ones behind.
    pub fn rows(&self, key: &str) -> Vec<Row<'_, 'd>> {
        let mut rows: Vec<Row<'_, 'd>> = Vec::new();
        for page in self.layers.iter().rev() {
            for field in page.section(&[key]).as_ref().map(Section::fields).unwrap_or_default() {
                match rows.iter_mut().find(|row| row.name() == field.name()) {
                    Some(row) => *row = Row { page, field },
                    None => rows.push(Row { page, field }),
                }
            }
        }
        rows
    }

    /// Complains that the scenario has no such key.
    pub fn complain_of_lack(&self, key: &str) {
        let own = self.lowest().kind().name;
        self.lowest().complain(0..0, format!("the {own} has no `{key}`"));
    }

    /// Is nothing wrong so far, and every file there?
    pub fn is_sound(&self) -> bool {
        self.all().all(Page::is_sound)
    }

    /// A scenario's title, with the titles of the variant's files behind it.
    pub fn titled(&self, title: &str) -> String {
        let all = core::iter::once(title).chain(self.told.titles.iter().map(String::as_str));
        all.collect::<Vec<&str>>().join("; ")
    }

    /// What a variant changed, in a form of its own.
    pub fn variant(&self) -> Option<String> {
        self.told.said.clone()
    }

    /// What the values of all files stand on; of a value that several files have, the uppermost.
    pub fn assumptions(&self) -> Vec<Assumption> {
        let mut all: Vec<Assumption> = Vec::new();
        for assumption in self.all().flat_map(Page::assumptions) {
            if all.iter().all(|other| other.path != assumption.path) {
                all.push(assumption);
            }
        }
        all
    }

    fn lowest(&self) -> &Page<'d> {
        self.layers.last().unwrap_or_else(|| self.own())
    }

    fn all(&self) -> impl Iterator<Item = &Page<'d>> {
        self.layers.iter().chain(&self.named)
    }

    /// What is to be said of all files together when each has been held against the table.
    fn check(&self) {
        for entry in self.own().kind().entries.iter().filter(|entry| matches!(entry.usual, Usual::DueInOne)) {
            let key = entry.keys.split('.').next().unwrap_or_default();
            if !self.with(&[key]).has(&[key]) {
                self.complain_of_lack(key);
            }
        }
        self.lowest().record_usual(|keys| self.layers.iter().any(|page| page.has(keys)));
        for page in &self.named {
            page.record_usual(|keys| page.has(keys));
        }
    }
}

/// A scenario with the files that it was read from, its own first.
pub(crate) struct Loaded<S> {
    pub(crate) scenario: S,
    pub(crate) sources: Vec<(&'static FileKind, Source)>,
    pub(crate) notes: Vec<Problem>,
}

/// Reads a scenario from files that may have been changed since they were written.
pub(crate) fn load_sources<R: Filed>(
    path: &str,
    files: Files<'_>,
    told: &Told,
) -> Result<Loaded<R::Scenario>, Problems> {
    let layers = read_layers(R::VALUES, path, files)?;
    let mut problems = Vec::new();
    let documents: Vec<Option<Document<'_>>> =
        layers.iter().map(|source| source.parse(&mut problems)).collect();
    // Of a file that is missing each key would be missed by itself.
    let documents: Option<Vec<Document<'_>>> = documents.into_iter().collect();
    let Some(documents) = documents else { return Err(Problems(problems)) };
    let (named, unopened) = open_named(R::VALUES, &layers, &documents, files);

    let parsed: Vec<Option<Document<'_>>> =
        named.iter().map(|(_, source)| source.parse(&mut problems)).collect();
    let own = &R::VALUES.files[0];
    let page = |kind, source, document| Page::new(R::VALUES, kind, source, document);
    let opened = named.iter().zip(&parsed);
    let pages = Pages {
        layers: layers.iter().zip(&documents).map(|(source, document)| page(own, source, document)).collect(),
        named: opened
            .filter_map(|((kind, source), document)| Some(page(kind, source, document.as_ref()?)))
            .collect(),
        told,
    };
    for (layer, complaint) in unopened {
        pages.layers[layer].take_all(vec![complaint]);
    }
    pages.check();
    let scenario = R::read(&pages);
    let unparsed = core::mem::take(&mut problems);
    problems.extend(pages.all().flat_map(Page::problems));
    problems.extend(unparsed);
    let notes = pages.all().flat_map(Page::told_notes).collect();
    drop(pages);
    drop((parsed, documents));
    match scenario {
        Some(scenario) if problems.is_empty() => {
            let sources = layers.into_iter().map(|source| (own, source)).chain(named).collect();
            Ok(Loaded { scenario, sources, notes })
        }
        _ => {
            assert!(!problems.is_empty(), "what keeps a scenario from being read is complained of");
            Err(Problems(problems))
        }
    }
}

/// The scenario's own file and those that it is based on, each on the next.
fn read_layers(declared: &Declared, path: &str, files: Files<'_>) -> Result<Vec<Source>, Problems> {
    let mut layers = vec![files(path).map_err(|reason| Problems(vec![unreadable(path, &reason)]))?];
    while let Some(top) = layers.last() {
        match base_of(declared, top, &layers, files) {
            Ok(Some(base)) => layers.push(base),
            Ok(None) => break,
            Err(complaint) => return Err(Problems(vec![top.problem(complaint)])),
        }
    }
    Ok(layers)
}

fn base_of(
    declared: &Declared,
    top: &Source,
    layers: &[Source],
    files: Files<'_>,
) -> Result<Option<Source>, Complaint> {
    // What is not TOML is complained of when the layers are read.
    let Ok(document) = Document::parse(&top.text) else { return Ok(None) };
    let Some(field) = declared.base().and_then(|key| document.root().get(key)) else { return Ok(None) };
    let name = beside(&top.name, field.text()?);
    let own = declared.files[0].name;
    if layers.iter().any(|other| other.name == name) {
        return Err(field.complain(format!("the {own} is based on itself, by this file or one before it")));
    }
    if layers.len() == MOST_LAYERS {
        let message = format!("a {own} has at most {MOST_LAYERS} files, one based on the other");
        return Err(field.complain(message));
    }
    open(&field, &name, files).map(Some)
}

fn open(field: &Field<'_>, name: &str, files: Files<'_>) -> Result<Source, Complaint> {
    let written = field.text()?;
    let hint =
        if written.starts_with('/') { "; paths begin at the folder of this file, without a `/`" } else { "" };
    files(name).map_err(|reason| field.complain(format!("`{written}` cannot be read: {reason}{hint}")))
}

type Named = (Vec<(&'static FileKind, Source)>, Vec<(usize, Complaint)>);

/// The files that a scenario names, each by the uppermost of its own files that does; and complaints about those that
/// cannot be opened, each with the place of the file that names it.
fn open_named(declared: &Declared, layers: &[Source], documents: &[Document<'_>], files: Files<'_>) -> Named {
    let (mut named, mut unopened) = (Vec::new(), Vec::new());
    for Entry { keys, form, .. } in declared.files[0].entries {
        let Form::File(kind) = *form else { continue };
        let mut fields = documents.iter().enumerate().filter(|_| declared.base() != Some(keys));
        let Some((layer, field)) = fields.find_map(|(layer, it)| Some((layer, it.root().get(keys)?))) else {
            continue;
        };
        // What is no text is complained of when the file is held against the table.
        let Ok(name) = field.text() else { continue };
        match open(&field, &beside(&layers[layer].name, name), files) {
            Ok(source) => named.push((declared.file(kind), source)),
            Err(complaint) => unopened.push((layer, complaint)),
        }
    }
    (named, unopened)
}

/// Reads a file that stands alone, such as a map that was made up.
///
/// # Errors
/// Everything that is wrong with it.
///
/// # Panics
/// When nothing comes of it though nothing is wrong: `read` has to complain.
pub fn read_alone<T>(
    declared: &'static Declared,
    kind: &str,
    source: &Source,
    read: impl FnOnce(&Page<'_>) -> Option<T>,
) -> Result<T, Problems> {
    let mut problems = Vec::new();
    let Some(document) = source.parse(&mut problems) else { return Err(Problems(problems)) };
    let page = Page::new(declared, declared.file(kind), source, &document);
    page.record_usual(|keys| page.has(keys));
    let value = read(&page);
    problems.extend(page.problems());
    if problems.is_empty() {
        Ok(value.expect("what keeps a file from being read is complained of"))
    } else {
        Err(Problems(problems))
    }
}

/// Reads the scenario in the file `path` with the changes of a variant, and notes what is odd about it. `files` gives
/// the text of a file, or the reason why it cannot: it is asked for `path` itself, then for the files that this names,
/// relative to it with `/` between folders.
///
/// # Errors
/// Everything that is wrong with the scenario's own files, with the changes, or with the result. What is wrong with a
/// changed value is blamed on the change.
pub fn load<R: Filed>(
    path: &str,
    files: Texts<'_>,
    variant: &Variant<R>,
) -> Result<(R::Scenario, Vec<Problem>), Problems> {
    let plain = |name: &str| Ok(Source::new(name, files(name)?));
    if variant.is_empty() {
        let Loaded { scenario, notes, .. } = load_sources::<R>(path, &plain, &Told::default())?;
        return Ok((scenario, notes));
    }
    let opened = changed(path, files, variant)?;
    let sources = opened.print();
    let find = |name: &str| {
        let found = sources.iter().find(|source| source.name == name).cloned();
        found.ok_or_else(|| "it was not there before".to_owned())
    };
    let told = Told { titles: variant.titles().to_vec(), said: Some(opened.said()) };
    let Loaded { scenario, notes, .. } = load_sources::<R>(path, &find, &told).map_err(Problems::once)?;
    Ok((scenario, notes))
}

/// The scenario's files with the changes written into them.
fn changed<R: Filed>(
    path: &str,
    files: Texts<'_>,
    variant: &Variant<R>,
) -> Result<Opened<R::Widest>, Problems> {
    let mut opened = Opened::open(path, &|name| Ok(Source::new(name, files(name)?)))?;
    let problems = opened.carry_out(variant.edits());
    if problems.is_empty() { Ok(opened) } else { Err(Problems(problems)) }
}

impl<R: Filed> Varied for R {
    const TABLE: &'static Declared = R::VALUES;

    fn open_varied(
        path: &str,
        files: Texts<'_>,
        variant: &Variant<R>,
    ) -> Result<(Self, Vec<Problem>), Problems> {
        let (scenario, notes) = load(path, files, variant)?;
        Ok((Self::with(scenario), notes))
    }

    fn paths(path: &str, files: Texts<'_>, variant: &Variant<R>) -> Result<Vec<Known>, Problems> {
        load(path, files, variant)?;
        Ok(changed(path, files, variant)?.known())
    }

    fn look_up(
        path: &str,
        files: Texts<'_>,
        variant: &Variant<R>,
        wanted: &[&str],
    ) -> Result<Vec<Known>, Problems> {
        load(path, files, variant)?;
        changed(path, files, variant)?.look_up(wanted)
    }

    fn assumptions(&self) -> &[Assumption] {
        self.assumed()
    }
}
