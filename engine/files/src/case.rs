//! Rule cases: tests of rules written as data, and what runs them.
//!
//! A case file is TOML; `docs/CASES.md` describes it for those who write one. Here a host hands in its text and a
//! way to load scenarios, and gets a [`Report`] back. A rule system takes part by implementing [`Casebook`]: how a
//! position is set up, how a value of the state is read, what things are called. Finding, reading and printing
//! files is left to the host.

mod approach;
mod check;
mod dice;
mod file;
mod located;
mod report;
mod run;
mod say;
mod two_gates;
mod written;

use szala_kernel::dice::Subject;
use szala_kernel::rules::Notation;
use szala_kernel::{Dice, Journal, Table};

use crate::{Complaint, Document, Section};

pub use approach::{Approach, Begun, Followed};
pub use file::{Change, File, Heading, Kind, Scenarios};
pub use located::{Located, locate};
pub use report::{CaseReport, Finding, Report};
pub use say::{list_legal, tell_outcome};
pub use written::paths;

/// What a rule system adds to its notation so that its rules can be tested by cases.
pub trait Casebook: Notation {
    /// Sets up the position that a case describes, in keys of the system's own. The runner audits the result, so
    /// this need only refuse what cannot be understood, and what the state cannot hold.
    ///
    /// # Errors
    /// Everything that is wrong with the description, each at its place.
    fn set_up(&self, position: &Section<'_>) -> Result<Self::State, Vec<Complaint>>;

    /// The value at `path` as text, in the system's notation: `points.Red` is `1`.
    ///
    /// # Errors
    /// Why there is no such value, for a person to read; [`unknown`](crate::unknown) finds the words.
    fn probe(&self, state: &Self::State, path: &str) -> Result<String, String>;

    /// Reads the name of a unit, hex or chit, as [`write_subject`](szala_kernel::Names::write_subject) writes it.
    ///
    /// # Errors
    /// What is wrong with the text and what would be right, for a person to read.
    fn parse_subject(&self, text: &str) -> Result<Subject, String>;

    /// Carries out a legal action and stops before what then runs by itself, so that a case can look at that moment.
    /// `false`, with nothing done, in a system that cannot.
    fn apply_alone<D: Dice, J: Journal>(
        &self,
        _state: &mut Self::State,
        _action: Self::Action,
        _table: &mut Table<D, J>,
    ) -> bool {
        false
    }
}

/// The game that a case file says it is for, if it does: how a host of several games finds the one to run.
pub fn game_of(text: &str) -> Option<String> {
    let document = Document::parse(text).ok()?;
    document.root().get("game")?.text().ok().map(str::to_owned)
}

/// The game that a case file says it is for, if it does.
///
/// # Errors
/// When the file cannot be read that far: a report, with every place that is not TOML.
pub fn game_of_cases(file: &str, text: &str) -> Result<Option<String>, Report> {
    let said = Document::parse(text).and_then(|document| {
        let game = document.root().get("game");
        let name = game.map(|game| game.text().map(str::to_owned)).transpose();
        name.map_err(|complaint| vec![complaint])
    });
    said.map_err(|complaints| {
        let mut report = Report::new(file);
        report.add_findings(text, complaints);
        report
    })
}

/// Runs every case of a file whose scenarios cannot be changed.
///
/// `file` is how findings name the file, `game` what the file must call its game if it names one at all, and `load`
/// gives the rules with a scenario loaded, asked once for each scenario that is named (`None`: the file names none).
///
/// ```
/// use szala_files::case;
/// use szala_kernel::toy::TwoGates;
/// let text = r#"
///     [[case]]
///     name = "lots decide who raids"
///     rules = ["1.1"]
///     why = "Blue is drawn, so Blue decides next"
///     dice = ["1.1: Blue"]
///     actions = ["draw lots"]
///     to_act = "Red"
/// "#;
/// let report = case::run_file("lots.toml", text, Some("two-gates"), |_| Ok(TwoGates));
/// assert_eq!(report.failed(), 1);
/// assert!(report.to_string().contains("lots.toml:8:14: Blue is to act, not Red"));
/// ```
pub fn run_file<R: Casebook>(
    file: &str,
    text: &str,
    game: Option<&str>,
    mut load: impl FnMut(Option<&str>) -> Result<R, String>,
) -> Report {
    run_file_varied(file, text, game, |scenario, changes| match changes {
        [] => load(scenario),
        _ => Err("nothing can be changed here: strike `variant` and `set` out".to_owned()),
    })
}

/// The same, where `load` also gets the changes that the case makes to its scenario, in order; it is asked once for
/// each scenario with the same changes.
pub fn run_file_varied<R: Casebook>(
    file: &str,
    text: &str,
    game: Option<&str>,
    load: impl FnMut(Option<&str>, &[Change<'_>]) -> Result<R, String>,
) -> Report {
    let mut report = Report::new(file);
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(complaints) => {
            report.add_findings(text, complaints);
            return report;
        }
    };
    let file = written::CASES.read(&document.root(), written::read);
    let is_for_another = file.is_for_another(game);
    report.add_findings(text, file.complaints);
    if let Some(complaint) = is_for_another {
        report.add_findings(text, vec![complaint]);
        return report;
    }
    let mut scenarios = Scenarios::new(load);
    for (heading, case) in file.tables {
        let ready = case.and_then(|case| Ok((case, scenarios.of(&heading).map_err(|it| vec![it])?)));
        let (findings, journal) = match ready {
            Ok((case, rules)) => run::run(rules, &case),
            Err(complaints) => (complaints, Vec::new()),
        };
        report.add_case(text, heading, findings, journal);
    }
    report
}
