//! What can be played, and how a file becomes rules: the one place that knows all rule systems.

use std::path::Path;

use szala_ai::Roster;
use szala_insurrection::Insurrection;
use szala_insurrection::data::Assumption;
use szala_insurrection::scenario;
use szala_kernel::case::{self, Report};
use szala_kernel::text::Known;
use szala_kernel::text::source::Problems;
use szala_kernel::text::variant::Varied;
use szala_kernel::toy::TwoGates;
use szala_kernel::{MapMaker, Notation, Pictured, Recorded};
use szala_verdox::Verdox;

use crate::command::Problem;
use crate::variant::VariantArgs;

/// The toy's name on the command line; all other games are scenario files.
pub(crate) const TOY: &str = "two-gates";
/// What case files call the family of Niemenczyn 1794.
const INSURRECTION: &str = "insurrection";
/// What case files and scenario files call the battle for the fortress of Verdox.
const VERDOX: &str = "verdox";
/// The rule systems whose games are scenario files.
const SYSTEMS: [(&str, System); 2] = [(INSURRECTION, System::Insurrection), (VERDOX, System::Verdox)];

/// A rule system whose games are scenario files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Insurrection,
    Verdox,
}

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
    /// A scenario of the battle for the fortress of Verdox, likewise.
    Verdox(Box<Verdox>, String),
}

/// What is told of a file that can be played.
#[derive(Debug)]
pub(crate) struct Sound {
    /// What it is called in the file.
    pub(crate) title: String,
    /// The changes to it, if there are any.
    pub(crate) variant: Option<String>,
    /// What is odd about it.
    pub(crate) notes: Vec<String>,
}

/// What is told of a file that cannot.
#[derive(Debug)]
pub(crate) struct Unsound {
    /// Everything that is wrong, line by line.
    pub(crate) told: String,
    /// How much that is.
    pub(crate) count: usize,
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

/// Something to do with a game in which ground and first move can be exchanged.
pub(crate) trait ExchangeVisitor<'g> {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<R>(self, rules: &'g R, title: &'g str) -> Self::Output
    where
        R: Notation + MapMaker + Roster + Sync,
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
        if !Path::new(name).exists() {
            return Err(format!("there is no file `{name}`; `szala list` names what there is").into());
        }
        read(name, changes).map_err(|Unsound { told, count }| {
            format!("{name} cannot be played, {count} to mend:\n{told}").into()
        })
    }

    /// What it is called, its changes included.
    pub(crate) fn title(&self) -> &str {
        match self {
            Self::TwoGates => "Two Gates",
            Self::Insurrection(_, title) | Self::Verdox(_, title) => title,
        }
    }

    /// What it is called in its file.
    pub(crate) fn plain_title(&self) -> &str {
        match self {
            Self::TwoGates => self.title(),
            Self::Insurrection(rules, _) => &rules.scenario().title,
            Self::Verdox(rules, _) => &rules.scenario().title,
        }
    }

    /// The changes to its files, if there are any.
    pub(crate) fn variant(&self) -> Option<&str> {
        match self {
            Self::TwoGates => None,
            Self::Insurrection(rules, _) => rules.scenario().variant.as_deref(),
            Self::Verdox(rules, _) => rules.scenario().variant.as_deref(),
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
                    _ => None,
                });
                visitor.visit(&rules.collect::<Vec<&Insurrection>>())
            }
            Self::Verdox(..) => {
                let rules = games.iter().filter_map(|game| match game {
                    Self::Verdox(rules, _) => Some(rules.as_ref()),
                    _ => None,
                });
                visitor.visit(&rules.collect::<Vec<&Verdox>>())
            }
        })
    }

    /// Does something with it, if its ground and first move can be exchanged.
    ///
    /// # Errors
    /// Why they cannot, and what can be asked instead.
    pub(crate) fn visit_exchange<'g, V: ExchangeVisitor<'g>>(
        &'g self,
        visitor: V,
    ) -> Result<V::Output, Problem> {
        let why = match self {
            Self::Verdox(rules, title) => return Ok(visitor.visit(rules.as_ref(), title)),
            Self::TwoGates => "it has no ground, and lots are drawn anew for every raid",
            Self::Insurrection(..) => {
                "its map is drawn for the sides as they are, works and camps, and chits tell who is next"
            }
        };
        let told = format!(
            "{}: ground and first move cannot be given to the other side: {why}; name a scenario of Verdox, as \
             scenarios/verdox/mirror.toml, or ask with `szala whatif` what a change of the set-up is worth",
            self.title()
        );
        Err(told.into())
    }

    /// How far the values of its files can be relied on.
    pub(crate) fn assumptions(&self) -> &[Assumption] {
        match self {
            Self::TwoGates | Self::Verdox(..) => &[],
            Self::Insurrection(rules, _) => &rules.scenario().assumptions,
        }
    }

    /// The ledger of its rules: what of the rulebook is carried out, and how.
    pub(crate) fn ledger(&self) -> &'static str {
        match self {
            Self::TwoGates => include_str!("../engine/kernel/rules.toml"),
            Self::Insurrection(..) => include_str!("../engine/insurrection/rules.toml"),
            Self::Verdox(..) => include_str!("../engine/verdox/rules.toml"),
        }
    }

    /// All that its files say, as play reads it: two files that differ in comments only say the same.
    pub(crate) fn contents(&self) -> String {
        match self {
            Self::TwoGates => String::new(),
            Self::Insurrection(rules, _) => format!("{:?}", rules.scenario()),
            Self::Verdox(rules, _) => format!("{:?}", rules.scenario()),
        }
    }

    /// Does something with it.
    pub(crate) fn visit<'g, V: Visitor<'g>>(&'g self, visitor: V) -> V::Output {
        match self {
            Self::TwoGates => visitor.visit(&TwoGates, self.title()),
            Self::Insurrection(rules, title) => visitor.visit(rules.as_ref(), title),
            Self::Verdox(rules, title) => visitor.visit(rules.as_ref(), title),
        }
    }
}

/// Whose a scenario file is: it says so itself, as case files do. Those that say nothing are of the family of
/// Niemenczyn 1794.
fn system_of(name: &str) -> Result<System, Unsound> {
    let said = read_file(name).ok().and_then(|text| case::game_of(&text));
    let Some(said) = said else { return Ok(System::Insurrection) };
    let system = SYSTEMS.iter().find(|(known, _)| *known == said).map(|(_, system)| *system);
    system.ok_or_else(|| {
        let told = case::unknown("game", &said, &SYSTEMS.map(|(known, _)| known));
        Unsound { told: format!("{name}: {told}"), count: 1 }
    })
}

/// Reads a scenario file and the files that it names, with changes.
///
/// # Errors
/// Everything that is wrong with the files or the changes.
fn read(name: &str, changes: &VariantArgs) -> Result<Game, Unsound> {
    Ok(read_with_notes(name, changes)?.0)
}

/// What is to be told of a scenario file.
///
/// # Errors
/// Everything that is wrong with the files or the changes.
pub(crate) fn check(name: &str, changes: &VariantArgs) -> Result<Sound, Unsound> {
    let (game, notes) = read_with_notes(name, changes)?;
    let variant = game.variant().map(str::to_owned);
    Ok(Sound { title: game.plain_title().to_owned(), variant, notes })
}

fn read_with_notes(name: &str, changes: &VariantArgs) -> Result<(Game, Vec<String>), Unsound> {
    match system_of(name)? {
        System::Insurrection => {
            let (rules, notes) = read_of::<Insurrection>(name, changes)?;
            let scenario = rules.scenario();
            let title = titled(&scenario.title, scenario.variant.as_deref());
            Ok((Game::Insurrection(Box::new(rules), title), notes))
        }
        System::Verdox => {
            let (rules, notes) = read_of::<Verdox>(name, changes)?;
            let scenario = rules.scenario();
            let title = titled(&scenario.title, scenario.variant.as_deref());
            Ok((Game::Verdox(Box::new(rules), title), notes))
        }
    }
}

/// Reads a scenario file of this rule system, with changes.
fn read_of<R: Varied>(name: &str, changes: &VariantArgs) -> Result<(R, Vec<String>), Unsound> {
    let unsound = |problems: Problems| Unsound { told: problems.to_string(), count: problems.0.len() };
    let variant = changes.variant::<R>().map_err(unsound)?;
    let (rules, notes) = R::open_varied(name, &read_file, &variant).map_err(unsound)?;
    Ok((rules, notes.iter().map(ToString::to_string).collect()))
}

/// What a scenario is called, its changes included.
fn titled(title: &str, variant: Option<&str>) -> String {
    let variant = variant.map(|variant| format!(" [{variant}]")).unwrap_or_default();
    format!("{title}{variant}")
}

/// Every value of a scenario that can be varied.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn paths(name: &str, changes: &VariantArgs) -> Result<Vec<Known>, Problem> {
    fn of<R: Varied>(name: &str, changes: &VariantArgs) -> Result<Vec<Known>, Problems> {
        R::paths(name, &read_file, &changes.variant::<R>()?)
    }
    // Whatever is wrong with it is told as by every other command.
    let known = match Game::open_varied(name, changes)? {
        Game::TwoGates => return Err(format!("{TOY} has no scenario to change; name a scenario file").into()),
        Game::Insurrection(..) => of::<Insurrection>(name, changes),
        Game::Verdox(..) => of::<Verdox>(name, changes),
    };
    Ok(known.map_err(|problems| problems.to_string())?)
}

/// What stands at these paths of a scenario.
///
/// # Errors
/// Everything that is wrong with them.
pub(crate) fn look_up(name: &str, changes: &VariantArgs, paths: &[&str]) -> Result<Vec<Known>, Problem> {
    fn of<R: Varied>(name: &str, changes: &VariantArgs, paths: &[&str]) -> Result<Vec<Known>, Problems> {
        R::look_up(name, &read_file, &changes.variant::<R>()?, paths)
    }
    let known = match system_of(name).map_err(|unsound| Problem::Told(unsound.told))? {
        System::Insurrection => of::<Insurrection>(name, changes, paths),
        System::Verdox => of::<Verdox>(name, changes, paths),
    };
    known.map_err(|problems| Problem::Told(problems.to_string()))
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
            "{file} does not say which game it tests; begin it with `game = \"{INSURRECTION}\"`, \"{VERDOX}\" or \
             \"{TOY}\""
        )
    })?;
    // A scenario by its name is looked for in the folder, and in those beside it.
    let path = |scenario: Option<&str>, usual: &str| {
        let name = scenario
            .ok_or_else(|| format!("write `scenario = \"{usual}\"`, or the path of a scenario file"))?;
        if Path::new(name).extension().is_some() {
            return Ok(name.to_owned());
        }
        let beside = Path::new(scenarios).parent().map(|folder| folder.join(&game));
        let inside = format!("{scenarios}/{name}.toml");
        let other = beside.map(|folder| format!("{}/{name}.toml", folder.display()));
        Ok::<_, String>(
            other.filter(|other| !Path::new(&inside).exists() && Path::new(other).exists()).unwrap_or(inside),
        )
    };
    match game.as_str() {
        TOY => Ok(case::run_file(file, &text, Some(TOY), |_| Ok(TwoGates))),
        INSURRECTION => Ok(case::run_file(file, &text, Some(INSURRECTION), |scenario| {
            scenario::load(&path(scenario, "historical")?, &read_file)
                .map(|loaded| Insurrection::new(loaded.scenario))
                .map_err(|problems| problems.to_string())
        })),
        VERDOX => Ok(case::run_file(file, &text, Some(VERDOX), |scenario| {
            szala_verdox::scenario::load(&path(scenario, "drill")?, &read_file)
                .map(Verdox::new)
                .map_err(|problems| problems.to_string())
        })),
        other => {
            let message = case::unknown("game", other, &[INSURRECTION, VERDOX, TOY]);
            Err(format!("{file}: {message}").into())
        }
    }
}
