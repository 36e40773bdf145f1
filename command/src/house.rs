//! The rule systems that the program holds, and how a file becomes a game: the file names its rule system.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use szala_analysis::disk::{self, MOST_TEXT};
use szala_files::case::{self, Report};
use szala_files::source::Problems;
use szala_files::{Known, nearest, unknown};
use szala_reports::{Language, Lexicon, LexiconFile};
use szala_system::{CaseAsked, CaseWorked, Game, Opening, System};

use crate::command::Problem;
use crate::files::{Files, Shelf};
use crate::variant::VariantArgs;

/// What a program consists of: the rule systems it holds, and its identity in the records of its runs.
#[derive(Clone, Copy)]
pub struct House {
    /// The rule systems. A scenario file that names none belongs to the first that has files.
    pub systems: &'static [&'static dyn System],
    /// The scenarios shipped with the program, and all files that they name.
    pub shelf: Shelf,
    /// The version of the program.
    pub version: &'static str,
    /// The commit it was built from.
    pub commit: &'static str,
}

/// A file that can be played.
#[derive(Debug)]
pub(crate) struct Sound {
    /// The title in its file.
    pub(crate) title: String,
    /// The changes to it, if there are any.
    pub(crate) variant: Option<String>,
    /// Oddities that are no errors.
    pub(crate) notes: Vec<String>,
}

/// A file that cannot.
#[derive(Debug)]
pub(crate) struct Unsound {
    /// All errors.
    pub(crate) errors: Vec<Wrong>,
}

/// An error in a file.
#[derive(Debug, Serialize)]
pub(crate) struct Wrong {
    /// The file, line and column.
    pub(crate) at: String,
    /// The error and its remedy.
    pub(crate) message: String,
}

impl From<Problems> for Unsound {
    fn from(problems: Problems) -> Self {
        let wrong = |problem: szala_files::source::Problem| Wrong {
            at: problem.place.to_string(),
            message: problem.message,
        };
        Self { errors: problems.0.into_iter().map(wrong).collect() }
    }
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut newline = "";
        for Wrong { at, message } in &self.errors {
            write!(f, "{newline}{at}: {message}")?;
            newline = "\n";
        }
        Ok(())
    }
}

impl House {
    /// The files on disk, and those shipped with the program.
    pub(crate) fn files(&self) -> Files {
        Files::with(self.shelf)
    }

    /// The path of the scenario that a user named: a path that exists is kept, and so is a game without files. Anything
    /// else may be the short name of a shipped scenario.
    pub(crate) fn called(&self, name: &str) -> String {
        let is_itself = Path::new(name).is_file() || self.without_files(name).is_some();
        let shipped = if is_itself { None } else { self.shelf.path_of(name) };
        shipped.unwrap_or(name).to_owned()
    }

    /// The error for a missing scenario file.
    pub(crate) fn no_such_file(&self, name: &str) -> String {
        let files = self.files();
        let shipped = Self::scenario_files(&files, Path::new(Shelf::ROOM));
        let shipped: Vec<String> = shipped.iter().map(|path| path.display().to_string()).collect();
        let without_files = self.systems.iter().filter(|system| system.game().is_some());
        let mut names: Vec<&str> = without_files.map(|system| system.name()).collect();
        names.extend(shipped.iter().map(|path| Shelf::name_of(path)));
        let wrong = Shelf::name_of(name);
        // Compared part by part: all scenarios of a game share the name of its folder.
        names.retain(|known| {
            let is_near = |(known, wrong)| nearest(wrong, &[known]).is_some();
            known.split('/').count() == wrong.split('/').count()
                && known.split('/').zip(wrong.split('/')).all(is_near)
        });
        let near = files.near(name).or_else(|| nearest(wrong, &names).map(str::to_owned));
        // A name that exists may be of something else.
        let near = near
            .filter(|near| near != name)
            .map(|near| format!(" did you mean `{near}`?"))
            .unwrap_or_default();
        format!(
            "there is no file or scenario `{name}`;{near} `szala list` shows what can be played; the path of a \
             scenario file works too"
        )
    }

    /// Opens a scenario file, or by name a game that needs none.
    ///
    /// # Errors
    /// All errors in the files, or that no such file exists and how to list them.
    pub(crate) fn open(&self, name: &str) -> Result<Box<dyn Game>, Problem> {
        self.open_varied(name, &VariantArgs::default())
    }

    /// Opens a scenario file with changes, or by name a game that needs none.
    ///
    /// # Errors
    /// All errors in the files or the changes, or that no such file exists and how to list them.
    pub(crate) fn open_varied(&self, name: &str, changes: &VariantArgs) -> Result<Box<dyn Game>, Problem> {
        self.open_from(&self.files(), name, changes)
    }

    /// The same with these files.
    ///
    /// # Errors
    /// All errors in the files or the changes, or that no such file exists and how to list them.
    pub(crate) fn open_from(
        &self,
        files: &Files,
        name: &str,
        changes: &VariantArgs,
    ) -> Result<Box<dyn Game>, Problem> {
        if let Some(game) = self.without_files(name) {
            return if changes.is_empty() { Ok(game) } else { Err(unchangeable(name)) };
        }
        if !files.has(name) {
            return Err(self.no_such_file(name).into());
        }
        self.read(files, name, changes).map(|opening| opening.game).map_err(|unsound| {
            let count = unsound.errors.len();
            let plural = if count == 1 { "" } else { "s" };
            format!("{name} cannot be played, {count} error{plural}:\n{unsound}").into()
        })
    }

    /// Opens games by name; without names, the default games.
    ///
    /// # Errors
    /// The errors of the first that cannot be opened.
    pub(crate) fn open_all(&self, names: &[String]) -> Result<Vec<Box<dyn Game>>, Problem> {
        self.or_usual(names).iter().map(|name| self.open(name)).collect()
    }

    /// Does any of the systems have scenario files?
    pub(crate) fn has_files(&self) -> bool {
        self.systems.iter().any(|system| system.game().is_none())
    }

    /// The game of this name that needs no file.
    fn without_files(&self, name: &str) -> Option<Box<dyn Game>> {
        self.systems.iter().find(|system| system.name() == name)?.game()
    }

    /// The words of a system in a language, with those of these files.
    ///
    /// # Errors
    /// The errors of a file.
    pub(crate) fn lexicon(
        &self,
        system: &str,
        language: Language,
        files: &[(String, String)],
    ) -> Result<Lexicon, Problem> {
        let own =
            self.systems.iter().find(|known| known.name() == system).map_or("", |known| known.lexicon());
        let own = (format!("the lexicon of {system}"), own.to_owned());
        let read = |(name, text): &(String, String)| {
            toml::from_str::<LexiconFile>(text)
                .map_err(|error| Problem::Told(format!("{name} is no lexicon: {error}")))
        };
        let files: Result<Vec<LexiconFile>, Problem> =
            core::iter::once(&own).chain(files).map(read).collect();
        Ok(Lexicon::new(language, files?))
    }

    /// Checks a scenario file.
    ///
    /// # Errors
    /// All errors in the files or the changes.
    pub(crate) fn check(&self, name: &str, changes: &VariantArgs) -> Result<Sound, Unsound> {
        let Opening { game, notes } = self.read(&self.files(), name, changes)?;
        let variant = game.variant().map(str::to_owned);
        Ok(Sound { title: game.plain_title().to_owned(), variant, notes })
    }

    /// Reads a scenario file and the files that it names, with changes.
    fn read(&self, files: &Files, name: &str, changes: &VariantArgs) -> Result<Opening, Unsound> {
        let read = |path: &str| files.read(path);
        let system = self.system_of(files, name)?;
        system.open(name, &read, changes.changes()).map_err(|problems| {
            let mut unsound = Unsound::from(problems);
            unsound.errors.splice(0..0, self.nameless(files, name, system.name()));
            unsound
        })
    }

    /// What to say first of a file that is wrong and names no game, which may be all that is wrong.
    fn nameless(&self, files: &Files, name: &str, taken_for: &str) -> Option<Wrong> {
        let text = files.read(name).ok()?;
        let says: toml::Table = text.parse().ok()?;
        // What it is based on may name it.
        let says_none = ["game", "based_on"].iter().all(|key| !says.contains_key(*key));
        let games: Vec<&str> =
            self.systems.iter().filter(|system| system.game().is_none()).map(|one| one.name()).collect();
        let message = format!(
            "the scenario has no `game` and is taken for one of `{taken_for}`; there are `{}`",
            games.join("`, `")
        );
        says_none.then(|| Wrong { at: format!("{name}:1:1"), message })
    }

    /// Every value of a scenario that can be varied.
    ///
    /// # Errors
    /// All errors in the scenario.
    pub(crate) fn paths(&self, name: &str, changes: &VariantArgs) -> Result<Vec<Known>, Problem> {
        // Its errors are reported as every other command does.
        self.open_varied(name, changes)?;
        if self.without_files(name).is_some() {
            return Err(unchangeable(name));
        }
        let files = self.files();
        let system = self.system_of(&files, name).map_err(|unsound| Problem::Told(unsound.to_string()))?;
        let read = |path: &str| files.read(path);
        Ok(system.paths(name, &read, changes.changes()).map_err(|problems| problems.to_string())?)
    }

    /// The values at these paths of a scenario.
    ///
    /// # Errors
    /// All errors in the paths.
    pub(crate) fn look_up(
        &self,
        name: &str,
        changes: &VariantArgs,
        paths: &[&str],
    ) -> Result<Vec<Known>, Problem> {
        if self.without_files(name).is_some() {
            return Err(unchangeable(name));
        }
        let files = self.files();
        let system = self.system_of(&files, name).map_err(|unsound| Problem::Told(unsound.to_string()))?;
        let known = system.look_up(name, &|path| files.read(path), changes.changes(), paths);
        known.map_err(|problems| Problem::Told(problems.to_string()))
    }

    /// The rule system of a scenario file, which names it itself, as case files do.
    fn system_of(&self, files: &Files, name: &str) -> Result<&'static dyn System, Unsound> {
        let with_files = || self.systems.iter().copied().filter(|system| system.game().is_none());
        let said = files.read(name).ok().and_then(|text| case::game_of(&text));
        let system = match &said {
            None => with_files().next(),
            Some(said) => with_files().find(|system| system.name() == said),
        };
        system.ok_or_else(|| {
            let names: Vec<&str> = with_files().map(System::name).collect();
            let unknown = unknown("game", &said.unwrap_or_default(), &names);
            Unsound { errors: vec![Wrong { at: name.to_owned(), message: unknown }] }
        })
    }

    /// Runs the cases of a file. A scenario that a case names without a path is looked for in `scenarios`, or in the
    /// folder of its game.
    ///
    /// # Errors
    /// That the file cannot be read, or does not say which game it tests.
    pub(crate) fn run_cases(&self, file: &str, scenarios: Option<&str>) -> Result<Report, Problem> {
        let files = self.files();
        let text = files.read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
        match case::game_of_cases(file, &text) {
            Ok(said) => {
                let system = self.tested(file, said)?;
                Ok(system.run_cases(file, &text, &|path| files.read(path), &find_in(scenarios)))
            }
            Err(report) => Ok(report),
        }
    }

    /// Is this a file of rule cases?
    pub(crate) fn is_of_cases(file: &str) -> bool {
        let text = disk::read_text(file.as_ref(), MOST_TEXT).unwrap_or_default();
        text.lines().any(|line| line.starts_with("[[case]]"))
    }

    /// The exact odds of a case. Scenarios are looked up as in [`run_cases`](Self::run_cases).
    ///
    /// # Errors
    /// That its file does not say which game it tests, or that the odds cannot be worked out.
    pub(crate) fn case_odds(
        &self,
        scenarios: Option<&str>,
        asked: &CaseAsked<'_>,
    ) -> Result<CaseWorked, Problem> {
        let said = case::game_of_cases(asked.file, asked.text);
        let said = said.map_err(|report| Problem::Told(report.to_string()))?;
        let system = self.tested(asked.file, said)?;
        let files = self.files();
        Ok(system.case_odds(asked, &|path| files.read(path), &find_in(scenarios))?)
    }

    /// The system that a file of cases says it tests.
    fn tested(&self, file: &str, said: Option<String>) -> Result<&'static dyn System, Problem> {
        let names: Vec<&str> = self.systems.iter().map(|system| system.name()).collect();
        let said = said.ok_or_else(|| {
            let listed: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
            format!(
                "{file} does not say which game it tests; begin it with `game =` and one of {}",
                listed.join(", ")
            )
        })?;
        let system = self.systems.iter().copied().find(|system| system.name() == said);
        system.ok_or_else(|| format!("{file}: {}", unknown("game", &said, &names)).into())
    }

    /// These scenarios, or those of the first system that has some.
    pub(crate) fn or_usual(&self, names: &[String]) -> Vec<String> {
        if !names.is_empty() {
            return names.to_vec();
        }
        let mut all = self.systems.iter().map(|system| system.scenarios());
        let scenarios = all.find(|scenarios| !scenarios.is_empty()).unwrap_or_default();
        scenarios.iter().map(|name| (*name).to_owned()).collect()
    }

    /// The scenario files in the folder and its subfolders, in order: those that name their game. Maps, units and
    /// tables do not; cases and the mixes of a search have a marker of their own.
    pub(crate) fn scenario_files(files: &Files, folder: &Path) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for path in files.entries(folder) {
            // A link may lead back to a folder above.
            if files.is_folder(&path) && !path.is_symlink() {
                found.extend(Self::scenario_files(files, &path));
            } else if path.extension().is_some_and(|extension| extension == "toml")
                && Self::is_scenario(&files.read(&path.display().to_string()).unwrap_or_default())
            {
                found.push(path);
            }
        }
        found
    }

    fn is_scenario(text: &str) -> bool {
        // Read line by line, so that a scenario with errors is listed too, with their number.
        let line = |start: &str| text.lines().any(|line| line.starts_with(start));
        line("game =") && !["[[case]]", "[[blunder]]", FOUND].iter().any(|other| line(other))
    }
}

/// Finds a scenario that a case names without a path: in the given folder, or in that of its game.
fn find_in(scenarios: Option<&str>) -> impl Fn(&str, &str) -> String {
    move |name, folder| {
        if Path::new(name).extension().is_some() {
            return name.to_owned();
        }
        let inside = |folder: &str| format!("{folder}/{name}.toml");
        let given = scenarios.map(inside).filter(|path| Path::new(path).exists());
        given.unwrap_or_else(|| inside(scenarios.filter(|_| folder.is_empty()).unwrap_or(folder)))
    }
}

/// How files of mixes that a search found begin.
const FOUND: &str = "[found]";

/// That a game without files has nothing to change.
fn unchangeable(name: &str) -> Problem {
    format!("{name} has no scenario to change; name a scenario file").into()
}
