//! What a rule that ends games is worth, and what goes with winning most: the game is opened again with the change that
//! switches it off, which its rule system names, and played in pairs.

use clap::Args;
use szala_analysis::compare::play_beside;
use szala_analysis::records::Folder;
use szala_analysis::why::{Account, Tried, TriedOf, findings, most_telling};
use szala_analysis::{Intervals, Plan};
use szala_kernel::{RunSeed, Side};
use szala_reports::Why;
use szala_system::{Contest, Game, Off, Switch};

use crate::command::{Problem, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::interrupt;
use crate::options::count;
use crate::players::Pairing;
use crate::variant::VariantArgs;

/// The maximum number of pairs of games for a rule, by default.
const PAIRS: u64 = 2_000;
/// One pair for this many games of the run.
const GAMES_A_PAIR: u64 = 4;
/// A rule that ends fewer than one game in this many is not switched off.
const ENDS_ONE_IN: u64 = 20;

/// How much is played to explain a score.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct WhyArgs {
    /// Pairs of games, with and without, that measure what each rule that ends games is worth, and what goes with
    /// winning most; 0 plays none [default: a quarter of the games, 2000 at most]
    #[arg(long, value_name = "PAIRS", value_parser = count::<0, 1_000_000_000>)]
    why_pairs: Option<u64>,
}

/// A game that was played, with all that is needed to open it with another change.
pub(crate) struct Played<'p> {
    pub(crate) house: &'p House,
    pub(crate) name: &'p str,
    pub(crate) changes: &'p VariantArgs,
    /// The files to open it from again.
    pub(crate) files: Files,
    pub(crate) players: &'p Pairing,
    pub(crate) game: &'p dyn Game,
    pub(crate) contest: &'p dyn Contest,
    pub(crate) seed: RunSeed,
    pub(crate) threads: usize,
}

/// The account of a record.
pub(crate) fn account_of(folder: &Folder) -> Result<Account, Problem> {
    Account::of_folder(folder).map_err(|error| error.to_string().into())
}

impl WhyArgs {
    /// What explains these games.
    pub(crate) fn explain(
        &self,
        played: &Played<'_>,
        account: &Account,
        intervals: Intervals,
    ) -> Result<Why, Problem> {
        let most = self.why_pairs.unwrap_or(PAIRS.min(account.counts.ended() / GAMES_A_PAIR));
        let (tried, not_played) = match played.tried(account, most)? {
            Ok(tried) => (tried, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        let found = findings(account, &tried, intervals);
        Ok(Why { findings: found, not_played, time: played.game.faces().time().to_owned() })
    }

    /// The explanation of games that cannot be replayed, for this reason.
    pub(crate) fn without_games(account: &Account, intervals: Intervals, time: &str, why: String) -> Why {
        Why { findings: findings(account, &[], intervals), not_played: Some(why), time: time.to_owned() }
    }
}

impl Played<'_> {
    /// The results of switching rules off, or why that was not played.
    fn tried(&self, account: &Account, pairs: u64) -> Result<Result<Vec<Tried>, String>, Problem> {
        let wanted = self.wanted(account);
        if wanted.is_empty() || pairs == 0 {
            return Ok(Ok(Vec::new()));
        }
        let stop = interrupt::flag()?;
        let plan = Plan { seed: self.seed, numbers: 0..pairs, threads: self.threads };
        let others: Result<Vec<Box<dyn Contest>>, Problem> =
            wanted.iter().map(|(_, set)| self.without(set)).collect();
        let others = match others {
            Ok(others) => others,
            Err(problem) => return Ok(Err(problem.to_string())),
        };
        let others: Vec<&dyn Contest> = others.iter().map(|other| &**other).collect();
        let found = play_beside(self.contest, &others, &plan, stop);
        let found = found.map_err(|error| threads_refused(self.threads, &error))?;
        if found.iter().any(|comparison| comparison.pairs < pairs) {
            return Ok(Err("interrupted".to_owned()));
        }
        let tried = wanted.into_iter().zip(found);
        Ok(Ok(tried.map(|((of, set), comparison)| Tried { of, set, comparison }).collect()))
    }

    /// What to switch off, each with its change: the rules that end many of the games, and what goes with winning most.
    fn wanted(&self, account: &Account) -> Vec<(TriedOf, String)> {
        let ends_many = |rule: &str| {
            let endings = account.endings().into_iter().filter(|ending| ending.rule.as_deref() == Some(rule));
            let games: u64 = endings.map(|ending| ending.counts.ended()).sum();
            games > 0 && games * ENDS_ONE_IN >= account.counts.ended()
        };
        let event = most_telling(account).map(|event| event.field);
        let faces = self.game.faces();
        let is_it = |what: &str, side: Option<Side>| {
            event.as_ref().is_some_and(|field| {
                let whose = side.map(|side| faces.side_name(side));
                field.what == what && field.side.as_deref() == whose && field.unit.is_none()
            })
        };
        let of = |Switch { off, set }: Switch| match off {
            Off::Ending(rule) => {
                let rule = rule.to_string();
                ends_many(&rule).then_some((TriedOf::Rule(rule), set))
            }
            Off::Event(what, side) if is_it(what, side) => {
                event.as_ref().map(|field| (TriedOf::Event(field.name.clone()), set))
            }
            Off::Event(..) => None,
        };
        self.game.switches().into_iter().filter_map(of).collect()
    }

    /// The game with one more change, and the same players.
    fn without(&self, set: &str) -> Result<Box<dyn Contest>, Problem> {
        let typed: Vec<[String; 2]> =
            self.changes.typed().chain([["set".to_owned(), set.to_owned()]]).collect();
        let changes = VariantArgs::default().behind(&typed)?;
        let game = self.house.open_from(&self.files, self.name, &changes)?;
        self.players.seat_from(&self.files, &*game)
    }
}
