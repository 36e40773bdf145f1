//! Blunder tests: positions in which all competent players agree what must or must not be done, and players that are
//! asked what they do there.
//!
//! A blunder file is TOML, written like rule cases (`docs/CASES.md`): a position, dice and actions lead to a
//! decision. Then either `acceptable` lists the right actions or `blunders` the wrong ones; or the player plays on
//! `until` a value changes, and what is `expect`ed must hold. `docs/BLUNDERS.md` is the page for writers. Here a host
//! passes in the text and the players, and gets a [`Report`] back. Files and printing are left to it.

mod judge;
mod report;
mod written;

use szala_files::Document;
use szala_files::case::{Casebook, Scenarios};
use szala_kernel::{BySide, RunSeed, Side};

pub use report::{Answer, Mistake, PositionReport, Report};

use crate::{ReadFile, Roster};

/// The players to ask.
#[derive(Clone, Copy)]
pub enum Whom<'a> {
    /// Those named in the file; if it names none, these, by the side that is to act.
    AsWritten(&'a dyn Fn(Side) -> Vec<String>),
    /// Only this player of the side that is to act, whatever the file says.
    Only(BySide<&'a str>),
}

/// The players that a name stands for, by the scenario and the side that is to act; none where it is a player's own.
pub type Called<'a> = &'a dyn Fn(&str, Option<&str>, Side) -> Vec<String>;

/// The players to ask, and how often.
#[derive(Clone, Copy)]
pub struct Examination<'a> {
    /// The name of the game that the file must have if it has one.
    pub game: Option<&'a str>,
    /// The players to ask.
    pub whom: Whom<'a>,
    /// What names in files stand for: how long a search thinks is up to the host, and so is who usually plays.
    pub called: Called<'a>,
    /// Names in files of players that do not exist yet: they are skipped.
    pub to_come: &'a [&'a str],
    /// The seed of the games.
    pub seed: RunSeed,
    /// The number of games per player, unless the file has another: they differ in dice and the player's random
    /// numbers.
    pub games: u64,
    /// Reads the files that players' names mention.
    pub read: ReadFile<'a>,
}

/// Asks the players about every position of a file.
///
/// `file` is the name of the file in findings, and `load` returns the rules with a scenario loaded, called once for
/// each scenario that is named (`None`: the file names none).
pub fn run_file<P>(
    file: &str,
    text: &str,
    asked: &Examination<'_>,
    mut load: impl FnMut(Option<&str>) -> Result<P::Rules, String>,
) -> Report
where
    P: Roster<Rules: Casebook>,
{
    let mut report = Report::new(file);
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(complaints) => {
            report.add_findings(text, complaints);
            return report;
        }
    };
    let file = written::BLUNDERS.read(&document.root(), written::read);
    let is_for_another = file.is_for_another(asked.game);
    report.add_findings(text, file.complaints);
    if let Some(complaint) = is_for_another {
        report.add_findings(text, vec![complaint]);
        return report;
    }
    let mut scenarios = Scenarios::new(|scenario, _| load(scenario));
    for (heading, blunder) in file.tables {
        let ready = blunder.and_then(|it| Ok((it, scenarios.of(&heading).map_err(|it| vec![it])?)));
        let scenario = heading.scenario.as_ref().map(|it| it.value);
        let judged = ready.and_then(|(blunder, rules)| judge::judge::<P>(rules, scenario, &blunder, asked));
        report.add_position(text, &heading, judged);
    }
    report
}
