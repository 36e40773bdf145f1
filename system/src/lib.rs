//! The single door of a rule system.
//!
//! One trait, [`RuleSystem`], describes a rule system: its rules, its players, its name, its ledger, what it knows of
//! its scenarios. Everything else uses two object-safe traits and knows no game: a [`System`] opens files and returns
//! a [`Game`], a game seats players and returns a [`Contest`], and a contest is played by [`Worker`]s. The loops of
//! the workers are compiled once for each system, in the crate that names its [`System`]; a call through a pointer
//! costs once per range of games.

mod bound;
mod changes;
mod chronicle;
mod contest;
mod door;
mod drill;
mod exchange;
mod faces;
mod game;
mod lent;
mod mixed;
mod odds;
mod played;
mod told;
mod watch;

use core::fmt::Debug;

use szala_ai::Roster;
use szala_files::Assumption;
use szala_files::case::Casebook;
use szala_kernel::odds::OddsTable;
use szala_kernel::{BySide, Names, Notation, Paired, Pictured, Recorded, Rule, Side};

pub use bound::{Occasion, Order};
pub use changes::{Change, Changes};
pub use chronicle::{Analyst, Choice, Chronicle, From, Leaf, Move, Roll};
pub use contest::{Contest, KeyedContest, Seated, Worker};
pub use door::{Filed, FindScenario, Fixed, Opening, System};
pub use drill::{Drill, Muster, Nets};
pub use exchange::{Exchanging, Forms, OnMadeUp};
pub use faces::Faces;
pub use game::{Bout, Game, Opened, Refused};
pub use lent::{Lender, Loan, Question};
pub use mixed::file_of_mix;
pub use odds::{Branch, CaseAsked, CaseWorked, Changed, Chosen, Happened, Until, Wanted, Worked};
pub use played::{Half, Played, Stretch};
pub use szala_ai::mix::beside;
pub use told::{Long, LongColumn, Sheet, Sheets};
pub use watch::{Wants, Watcher};

/// Why ground and first move of a game cannot be given to the other side.
pub type NoExchange = &'static str;

/// A change to a scenario that switches something off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// What it switches off.
    pub off: Off,
    /// The change, as `--set` takes it.
    pub set: String,
}

impl Switch {
    /// The change to `barred.PATH` that keeps a side from what a column says, with any side that is kept from it
    /// already; nothing where the side itself is.
    pub fn barring(
        column: &'static str,
        path: &str,
        side: Side,
        already: BySide<bool>,
        names: &dyn Names,
    ) -> Option<Self> {
        let kept = Side::BOTH.into_iter().filter(|one| *one == side || already[*one]);
        let sides: Vec<&str> = kept.map(|one| names.side_name(one)).collect();
        let set = format!("barred.{path}={}", sides.join(", "));
        (!already[side]).then_some(Self { off: Off::Event(column, Some(side)), set })
    }
}

/// What a change to a scenario switches off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Off {
    /// A rule by which games end, as the end of a game cites it.
    Ending(Rule),
    /// Something that happens in games, so that its column says that it never does: what the column says, and of whom.
    Event(&'static str, Option<Side>),
}

/// Everything that describes a rule system besides its rules and its players.
pub trait RuleSystem:
    Roster<Rules: Notation + Recorded + Paired + Pictured + Casebook + Debug + Send + Sync + 'static>
{
    /// Its name in scenario files and case files: `game = "verdox"`.
    const NAME: &'static str;
    /// What it is, in one line of a list.
    const ABOUT: &'static str;
    /// The ledger of its rules, the text of `rules.toml`.
    const LEDGER: &'static str;
    /// What it says, in other languages: the text of a lexicon, as `docs/LANGUAGES.md` describes it. Without one, pages
    /// in another language show its names and texts in English.
    const LEXICON: &'static str = "";
    /// The scenarios that a league and tuning play by default.
    const SCENARIOS: &'static [&'static str] = &[];
    /// The folder in which its case files look for scenarios, and the scenario to show in an error; empty without
    /// files.
    const CASE_SCENARIOS: [&'static str; 2] = [""; 2];

    /// The title of the scenario.
    fn title(rules: &Self::Rules) -> &str;

    /// The changes to the scenario's files, if there are any.
    fn variant(_: &Self::Rules) -> Option<&str> {
        None
    }

    /// How far the values of the scenario's files can be relied on.
    fn assumptions(_: &Self::Rules) -> Vec<Assumption> {
        Vec::new()
    }

    /// The tables of the rulebook with the exact chances of what they bring, by the rules' own code and with the values
    /// of this scenario; a system without tables has none.
    fn odds_tables(_: &Self::Rules) -> Vec<OddsTable> {
        Vec::new()
    }

    /// The last stage or turn, in the game's unit of time, that a game can reach; nothing where no rule ends it by
    /// time.
    fn time_limit(_: &Self::Rules) -> Option<u32> {
        None
    }

    /// Which changes to the scenario switch off a rule by which its games end, or something that happens in them: what
    /// games are worth without it is played, and not guessed from those that did without.
    fn switches(_: &Self::Rules) -> Vec<Switch> {
        Vec::new()
    }

    /// The game with ground and first move to exchange: `Ok(game)` where the rules can
    /// [make maps](szala_kernel::MapMaker).
    ///
    /// # Errors
    /// Why they cannot be exchanged, a clause that an error can end with.
    fn exchange(_: &Opened<Self>) -> Result<&dyn Exchanging, NoExchange>
    where
        Self: Sized,
    {
        Err("its rules do not say what it would mean")
    }
}
