//! What can be played, and how a file becomes rules: the one place that knows all rule systems.

use std::path::Path;

use szala_ai::Roster;
use szala_insurrection::data::Assumption;
use szala_insurrection::scenario::{self, Loaded, Problems};
use szala_insurrection::{Insurrection, Scenario};
use szala_kernel::case::{self, Report};
use szala_kernel::toy::TwoGates;
use szala_kernel::{Notation, Pictured, Recorded};

use crate::command::Problem;
use crate::variant::VariantArgs;

/// The toy's name on the command line; all other games are scenario files.
pub(crate) const TOY: &str = "two-gates";
/// What case files call the family of Niemenczyn 1794.
const INSURRECTION: &str = "insurrection";

/// The scenarios that a command plays unless others are named.
pub(crate) const SCENARIOS: [&str; 2] =
    ["scenarios/niemenczyn-1794/historical.toml", "scenarios/niemenczyn-1794/alternative.toml"];

/// A game that can be played.
#[derive(Debug)]
pub(crate) enum Game {
    /// The toy of the kernel.
    TwoGates,
    /// A scenario of the family of Niemenczyn 1794, with what it is called, its changes included.
    Insurrection(Box<Insurrection>, String),
}

/// Something to do with several variants of a game.
pub(crate) trait SeveralVisitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<R>(self, rules: &[&R]) -> Self::Output
    where
        R: Notation + Recorded + Roster + Sync,
        R::Action: Send;
}

/// Something to do with a game of any system.
pub(crate) trait Visitor<'g> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<R>(self, rules: &'g R, title: &'g str) -> Self::Output
    where
        R: Notation + Recorded + Pictured + Roster + Sync,
        R::Action: Send;
}

impl Game {
    /// Opens a scenario file, or the toy by its name.
    ///
    /// # Errors
    /// Everything that is wrong with the files, or how to name what there is.
    pub(crate) fn open(name: &str) -> Result<Self, Problem> {
        Self::open_varied(name, &VariantArgs::default())
    }

    /// Opens a scenario file with changes, or the toy by its name.
    ///
    /// # Errors
    /// Everything that is wrong with the files or the changes, or how to name what there is.
    pub(crate) fn open_varied(name: &str, changes: &VariantArgs) -> Result<Self, Problem> {
        if name == TOY {
            if changes.is_empty() {
                return Ok(Self::TwoGates);
            }
            return Err(format!("{TOY} has no scenario to change; name a scenario file").into());
        }
        let scenario = open_varied(name, changes)?;
        let variant = scenario.variant.as_ref().map(|variant| format!(" [{variant}]")).unwrap_or_default();
        let title = format!("{}{variant}", scenario.title);
        Ok(Self::Insurrection(Box::new(Insurrection::new(scenario)), title))
    }

    /// What it is called, its changes included.
    pub(crate) fn title(&self) -> &str {
        match self {
            Self::TwoGates => "Two Gates",
            Self::Insurrection(_, title) => title,
        }
    }

    /// What it is called in its file.
    pub(crate) fn plain_title(&self) -> &str {
        match self {
            Self::TwoGates => self.title(),
            Self::Insurrection(rules, _) => &rules.scenario().title,
        }
    }

    /// The changes to its files, if there are any.
    pub(crate) fn variant(&self) -> Option<&str> {
        match self {
            Self::TwoGates => None,
            Self::Insurrection(rules, _) => rules.scenario().variant.as_deref(),
        }
    }

    /// Does something with several variants of a game; there is at least one.
    ///
    /// # Errors
    /// That they are not of one rule system.
    pub(crate) fn visit_several<V: SeveralVisitor>(games: &[Self], visitor: V) -> Result<V::Output, Problem> {
        let first = &games[0];
        let kind = core::mem::discriminant(first);
        if let Some(other) = games.iter().find(|game| core::mem::discriminant(*game) != kind) {
            let [one, other] = [first, other].map(Self::title);
            return Err(format!("{one} and {other} are two games and not two scenarios of one").into());
        }
        Ok(match first {
            Self::TwoGates => visitor.visit(&vec![&TwoGates; games.len()]),
            Self::Insurrection(..) => {
                let rules = games.iter().filter_map(|game| match game {
                    Self::Insurrection(rules, _) => Some(rules.as_ref()),
                    Self::TwoGates => None,
                });
                visitor.visit(&rules.collect::<Vec<&Insurrection>>())
            }
        })
    }

    /// What its files say; nothing for a game without files.
    pub(crate) fn scenario(&self) -> Option<&Scenario> {
        match self {
            Self::TwoGates => None,
            Self::Insurrection(rules, _) => Some(rules.scenario()),
        }
    }

    /// How far the values of its files can be relied on.
    pub(crate) fn assumptions(&self) -> &[Assumption] {
        match self {
            Self::TwoGates => &[],
            Self::Insurrection(rules, _) => &rules.scenario().assumptions,
        }
    }

    /// The ledger of its rules: what of the rulebook is carried out, and how.
    pub(crate) fn ledger(&self) -> &'static str {
        match self {
            Self::TwoGates => include_str!("../engine/kernel/rules.toml"),
            Self::Insurrection(..) => include_str!("../engine/insurrection/rules.toml"),
        }
    }

    /// All that its files say, as play reads it: two files that differ in comments only say the same.
    pub(crate) fn contents(&self) -> String {
        match self {
            Self::TwoGates => String::new(),
            Self::Insurrection(rules, _) => format!("{:?}", rules.scenario()),
        }
    }

    /// Does something with it.
    pub(crate) fn visit<'g, V: Visitor<'g>>(&'g self, visitor: V) -> V::Output {
        match self {
            Self::TwoGates => visitor.visit(&TwoGates, self.title()),
            Self::Insurrection(rules, title) => visitor.visit(rules.as_ref(), title),
        }
    }
}

/// Opens a scenario file, with changes.
///
/// # Errors
/// Everything that is wrong with the files or the changes, or how to name what there is.
pub(crate) fn open_varied(name: &str, changes: &VariantArgs) -> Result<Scenario, Problem> {
    if !Path::new(name).exists() {
        return Err(format!("there is no file `{name}`; `szala list` names what there is").into());
    }
    let loaded = read_varied(name, changes).map_err(|problems| {
        let count = problems.0.len();
        format!("{name} cannot be played, {count} to mend:\n{problems}")
    })?;
    Ok(loaded.scenario)
}

/// Reads a scenario file and the files that it names.
///
/// # Errors
/// Everything that is wrong with them.
pub(crate) fn read_scenario(name: &str) -> Result<Loaded, Problems> {
    scenario::load(name, &read_file)
}

/// Reads a scenario file and the files that it names, with changes.
///
/// # Errors
/// Everything that is wrong with the files or the changes.
pub(crate) fn read_varied(name: &str, changes: &VariantArgs) -> Result<Loaded, Problems> {
    scenario::load_variant(name, &read_file, &changes.variant()?)
}

/// The text of a file, or the reason why it cannot be read.
pub(crate) fn read_file(path: &str) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| error.to_string())
}

/// Runs the cases of a file; scenarios named in it are looked for beside it, and under `scenarios`.
///
/// # Errors
/// When the file cannot be read, or does not say which game it tests.
pub(crate) fn run_cases(file: &str, scenarios: &str) -> Result<Report, Problem> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    let game = case::game_of(&text).ok_or_else(|| {
        format!(
            "{file} does not say which game it tests; begin it with `game = \"{INSURRECTION}\"`, or \"{TOY}\""
        )
    })?;
    match game.as_str() {
        TOY => Ok(case::run_file(file, &text, Some(TOY), |_| Ok(TwoGates))),
        INSURRECTION => Ok(case::run_file(file, &text, Some(INSURRECTION), |scenario| {
            let name = scenario.ok_or("write `scenario = \"historical\"`, or the path of a scenario file")?;
            let path = if Path::new(name).extension().is_some() {
                name.to_owned()
            } else {
                format!("{scenarios}/{name}.toml")
            };
            read_scenario(&path)
                .map(|loaded| Insurrection::new(loaded.scenario))
                .map_err(|problems| problems.to_string())
        })),
        other => {
            let message = case::unknown("game", other, &[INSURRECTION, TOY]);
            Err(format!("{file}: {message}").into())
        }
    }
}
