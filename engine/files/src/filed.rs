//! Rule systems whose scenarios are files with a table of their values ([`Declared`]). A system says how a scenario is
//! made of files that the table has checked; opening them, variants, the list of paths and the schema follow.

use crate::declared::{Declared, FileKind, Form};
use crate::opened::Opened;
use crate::page::Page;
use crate::source::{Files, Problem, Problems, Source, beside, unreadable};
use crate::variant::{self, Texts, Variant, Varied};
use crate::{Assumption, Complaint, Document, Known};

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

    /// The table of its values.
    const VALUES: &'static Declared;

    /// Puts a scenario together from files that the table has been held against, and complains of what the table does
    /// not know. Nothing when something is wrong that keeps a scenario from being put together; it is complained of.
    fn read(pages: &Pages<'_>) -> Option<Self::Scenario>;

    /// The rules with this scenario.
    fn with(scenario: Self::Scenario) -> Self;

    /// What the values of its files stand on.
    fn assumed(&self) -> &[Assumption];

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

    /// The printed numbers of the row and of the column of a cell of the drawing.
    fn row_and_column(_opened: &Opened<Self>, _cell: &str) -> [String; 2] {
        [String::new(), String::new()]
    }

    /// Brings the files in order when all changes have been written: a change of one value may strike out another.
    fn settle(_opened: &mut Opened<Self>) -> Vec<Problem> {
        Vec::new()
    }
}

/// The files of a scenario while they are read.
#[derive(Debug)]
pub struct Pages<'d> {
    pages: Vec<Page<'d>>,
    told: &'d Told,
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
        &self.pages[0]
    }

    /// The file of this kind; nothing when it could not be opened, which is complained of by then.
    pub fn get(&self, kind: &str) -> Option<&Page<'d>> {
        self.pages.iter().find(|page| page.kind().name == kind)
    }

    /// Is nothing wrong so far, and every file there?
    pub fn is_sound(&self) -> bool {
        self.pages.iter().all(Page::is_sound)
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

    /// What the values of all files stand on.
    pub fn assumptions(&self) -> Vec<Assumption> {
        self.pages.iter().flat_map(Page::assumptions).collect()
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
    let own = files(path).map_err(|reason| Problems(vec![unreadable(path, &reason)]))?;
    let mut problems = Vec::new();
    let Some(document) = own.parse(&mut problems) else { return Err(Problems(problems)) };
    let kind = &R::VALUES.files[0];
    let (named, unopened) = open_named(R::VALUES, &own, &document, files);
    drop(document);
    let sources: Vec<(&'static FileKind, Source)> = core::iter::once((kind, own)).chain(named).collect();

    let parsed: Vec<(Option<Document<'_>>, Vec<Problem>)> = sources
        .iter()
        .map(|(_, source)| {
            let mut problems = Vec::new();
            (source.parse(&mut problems), problems)
        })
        .collect();
    let opened = sources.iter().zip(&parsed).filter_map(|((kind, source), (document, _))| {
        Some(Page::new(R::VALUES, kind, source, document.as_ref()?))
    });
    let pages = Pages { pages: opened.collect(), told };
    pages.own().take_all(unopened);
    let scenario = R::read(&pages);
    problems.extend(pages.pages.iter().flat_map(Page::problems));
    problems.extend(parsed.iter().flat_map(|(_, problems)| problems.iter().cloned()));
    let notes = pages.pages.iter().flat_map(Page::told_notes).collect();
    drop(parsed);
    match scenario {
        Some(scenario) if problems.is_empty() => Ok(Loaded { scenario, sources, notes }),
        _ => {
            assert!(!problems.is_empty(), "what keeps a scenario from being read is complained of");
            Err(Problems(problems))
        }
    }
}

type Named = (Vec<(&'static FileKind, Source)>, Vec<Complaint>);

/// The files that a scenario names, and complaints about those that cannot be opened.
fn open_named(declared: &Declared, own: &Source, document: &Document<'_>, files: Files<'_>) -> Named {
    let (mut named, mut unopened) = (Vec::new(), Vec::new());
    for entry in declared.files[0].entries {
        let Form::File(kind) = entry.form else { continue };
        let Some(field) = document.root().get(entry.keys) else { continue };
        // What is no text is complained of when the file is held against the table.
        let Ok(name) = field.text() else { continue };
        match files(&beside(&own.name, name)) {
            Ok(source) => named.push((declared.file(kind), source)),
            Err(reason) => unopened.push(field.complain(format!("`{name}` cannot be read: {reason}"))),
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
    let value = read(&page);
    problems.extend(page.problems());
    if problems.is_empty() {
        Ok(value.expect("what keeps a file from being read is complained of"))
    } else {
        Err(Problems(problems))
    }
}

/// Reads the scenario in the file `path` with the changes of a variant; what is odd about it comes with it. `files`
/// gives the text of a file, or the reason why it cannot: it is asked for `path` itself, then for the files that this
/// names, relative to it with `/` between folders.
///
/// # Errors
/// Everything that is wrong with the scenario's own files, or with the changes, or with what comes of them. What is
/// wrong with a changed value is blamed on the change.
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
fn changed<R: Filed>(path: &str, files: Texts<'_>, variant: &Variant<R>) -> Result<Opened<R>, Problems> {
    let mut opened = Opened::open(path, &|name| Ok(Source::new(name, files(name)?)))?;
    let problems = opened.write(variant.edits());
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
        variant::look_up(&changed(path, files, variant)?, wanted)
    }

    fn assumptions(&self) -> &[Assumption] {
        self.assumed()
    }
}
