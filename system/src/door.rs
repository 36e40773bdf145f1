//! Rule systems in the form that a list can hold: what can be opened, and what opens it.

use core::marker::PhantomData;

use szala_files::Known;
use szala_files::case::{self, Report};
use szala_files::source::Problems;
use szala_files::variant::{Texts, Varied};

use crate::RuleSystem;
use crate::changes::{Change, Changes};
use crate::game::{Game, Opened};
use crate::odds::{CaseAsked, CaseWorked, of_case};

/// A game that has been opened.
pub struct Opening {
    /// The game.
    pub game: Box<dyn Game>,
    /// What is odd about its files, although it can be played.
    pub notes: Vec<String>,
}

/// A rule system, for programs that know none.
pub trait System: Sync {
    /// Its name, as files give it.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// Its lexicon, if it has one.
    fn lexicon(&self) -> &'static str;

    /// The scenarios to play by default.
    fn scenarios(&self) -> &'static [&'static str];

    /// Its only game, if it needs no file; it then goes by the system's name.
    fn game(&self) -> Option<Box<dyn Game>>;

    /// Opens a scenario's file with changes; `files` reads it and the files that it names.
    ///
    /// # Errors
    /// Everything that is wrong with the files or the changes.
    fn open(&self, path: &str, files: Texts<'_>, changes: &Changes) -> Result<Opening, Problems>;

    /// The kinds of files that its scenarios consist of, each with a description; empty if it has no files.
    fn kinds_of_files(&self) -> Vec<(&'static str, &'static str)>;

    /// The JSON schema of a kind of its files, for editors that complete and check input.
    fn schema(&self, kind: &str) -> Option<String>;

    /// Every value of a scenario that a change can set.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    fn paths(&self, path: &str, files: Texts<'_>, changes: &Changes) -> Result<Vec<Known>, Problems>;

    /// The current values of these paths of a scenario.
    ///
    /// # Errors
    /// As [`open`](Self::open), and the unknown paths.
    fn look_up(
        &self,
        path: &str,
        files: Texts<'_>,
        changes: &Changes,
        paths: &[&str],
    ) -> Result<Vec<Known>, Problems>;

    /// Runs the rule cases of a file; `find` returns the path of a scenario from the name that a case uses.
    fn run_cases(&self, file: &str, text: &str, files: Texts<'_>, find: FindScenario<'_>) -> Report;

    /// The exact odds of a rule case: its position and its actions, with all faces of the dice in place of its own.
    ///
    /// # Errors
    /// Everything that is wrong with the case, at its place; that its actions are not legal, or that the odds are of
    /// too many dice.
    fn case_odds(
        &self,
        asked: &CaseAsked<'_>,
        files: Texts<'_>,
        find: FindScenario<'_>,
    ) -> Result<CaseWorked, String>;
}

/// Finds the scenario that a case names, in the folder of its system unless another is given.
pub type FindScenario<'f> = &'f dyn Fn(&str, &str) -> String;

/// A rule system whose games are scenario files.
pub struct Filed<S>(PhantomData<fn() -> S>);

/// A rule system with one game that needs no file.
pub struct Fixed<S>(PhantomData<fn() -> S>);

impl<S> Filed<S> {
    /// The system.
    #[expect(clippy::new_without_default, reason = "made once, as a constant")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S> Fixed<S> {
    /// The system.
    #[expect(clippy::new_without_default, reason = "made once, as a constant")]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S: RuleSystem<Rules: Varied>> System for Filed<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn about(&self) -> &'static str {
        S::ABOUT
    }

    fn lexicon(&self) -> &'static str {
        S::LEXICON
    }

    fn scenarios(&self) -> &'static [&'static str] {
        S::SCENARIOS
    }

    fn game(&self) -> Option<Box<dyn Game>> {
        None
    }

    fn open(&self, path: &str, files: Texts<'_>, changes: &Changes) -> Result<Opening, Problems> {
        let variant = changes.variant::<S::Rules>(files)?;
        let (rules, notes) = S::Rules::open_varied(path, files, &variant)?;
        let game = Opened::<S>::new(rules);
        Ok(Opening { game: Box::new(game), notes: notes.iter().map(ToString::to_string).collect() })
    }

    fn kinds_of_files(&self) -> Vec<(&'static str, &'static str)> {
        S::Rules::kinds_of_files()
    }

    fn schema(&self, kind: &str) -> Option<String> {
        S::Rules::schema(kind)
    }

    fn paths(&self, path: &str, files: Texts<'_>, changes: &Changes) -> Result<Vec<Known>, Problems> {
        S::Rules::paths(path, files, &changes.variant::<S::Rules>(files)?)
    }

    fn look_up(
        &self,
        path: &str,
        files: Texts<'_>,
        changes: &Changes,
        paths: &[&str],
    ) -> Result<Vec<Known>, Problems> {
        S::Rules::look_up(path, files, &changes.variant::<S::Rules>(files)?, paths)
    }

    fn run_cases(&self, file: &str, text: &str, files: Texts<'_>, find: FindScenario<'_>) -> Report {
        case::run_file_varied(file, text, Some(S::NAME), |scenario, changes| {
            load::<S>(scenario, changes, files, find)
        })
    }

    fn case_odds(
        &self,
        asked: &CaseAsked<'_>,
        files: Texts<'_>,
        find: FindScenario<'_>,
    ) -> Result<CaseWorked, String> {
        let CaseAsked { file, text, case, .. } = *asked;
        let located = case::locate(file, text, Some(S::NAME), case, |scenario, changes| {
            load::<S>(scenario, changes, files, find)
        });
        of_case::<S>(located?, asked, files)
    }
}

/// The rules with the scenario of a case.
fn load<S: RuleSystem<Rules: Varied>>(
    scenario: Option<&str>,
    changes: &[case::Change<'_>],
    files: Texts<'_>,
    find: FindScenario<'_>,
) -> Result<S::Rules, String> {
    let [folder, usual] = S::CASE_SCENARIOS;
    let name =
        scenario.ok_or_else(|| format!("write `scenario = \"{usual}\"`, or the path of a scenario file"))?;
    let changes = Changes(changes.iter().map(Change::of_case).collect());
    let variant = changes.variant::<S::Rules>(files).map_err(|wrong| wrong.to_string())?;
    let opened = S::Rules::open_varied(&find(name, folder), files, &variant);
    opened.map(|(rules, _)| rules).map_err(|problems| problems.to_string())
}

impl<S: RuleSystem<Rules: Default>> System for Fixed<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }

    fn about(&self) -> &'static str {
        S::ABOUT
    }

    fn lexicon(&self) -> &'static str {
        S::LEXICON
    }

    fn scenarios(&self) -> &'static [&'static str] {
        S::SCENARIOS
    }

    fn game(&self) -> Option<Box<dyn Game>> {
        Some(Box::new(Opened::<S>::new(S::Rules::default())))
    }

    fn open(&self, path: &str, _: Texts<'_>, _: &Changes) -> Result<Opening, Problems> {
        Err(self.has_no_files(path))
    }

    fn kinds_of_files(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn schema(&self, _: &str) -> Option<String> {
        None
    }

    fn paths(&self, path: &str, _: Texts<'_>, _: &Changes) -> Result<Vec<Known>, Problems> {
        Err(self.has_no_files(path))
    }

    fn look_up(&self, path: &str, _: Texts<'_>, _: &Changes, _: &[&str]) -> Result<Vec<Known>, Problems> {
        Err(self.has_no_files(path))
    }

    fn run_cases(&self, file: &str, text: &str, _: Texts<'_>, _: FindScenario<'_>) -> Report {
        case::run_file(file, text, Some(S::NAME), |_| Ok(S::Rules::default()))
    }

    fn case_odds(
        &self,
        asked: &CaseAsked<'_>,
        files: Texts<'_>,
        _: FindScenario<'_>,
    ) -> Result<CaseWorked, String> {
        let CaseAsked { file, text, case, .. } = *asked;
        let located = case::locate(file, text, Some(S::NAME), case, |_, changes| match changes {
            [] => Ok(S::Rules::default()),
            _ => Err("nothing can be changed here: strike `variant` and `set` out".to_owned()),
        });
        of_case::<S>(located?, asked, files)
    }
}

impl<S: RuleSystem> Fixed<S> {
    fn has_no_files(&self, path: &str) -> Problems {
        let message = format!("{} has no scenario files; play it by its name", S::NAME);
        Problems(vec![szala_files::source::Origin::Words(path.into()).problem(message)])
    }
}
