//! Replays games of a recorded run from what the record holds: the same scenario, changes and players. What they are
//! replayed for is left to the commands.

use szala_analysis::records::{Folder, Manifest};
use szala_analysis::why::{Account, Slice};
use szala_analysis::{Intervals, Plan};
use szala_kernel::{BySide, RunSeed};
use szala_reports::{Mixes, Why};
use szala_system::{Contest, Game, KeyedContest, file_of_mix};

use crate::command::Problem;
use crate::files::Files;
use crate::house::House;
use crate::identity;
use crate::mixes;
use crate::players::Pairing;
use crate::variant::VariantArgs;
use crate::why::{Played, WhyArgs};

/// A game with its changes, and its players.
pub(crate) type Reopened = (Box<dyn Game>, Box<dyn Contest>);

/// A contest whose games are keyed, or not.
pub(crate) fn seated(contest: Box<dyn Contest>, is_keyed: bool) -> Box<dyn Contest> {
    if is_keyed { Box::new(KeyedContest(contest)) } else { contest }
}

/// The same, and the files it was opened from.
struct Opened {
    game: Box<dyn Game>,
    contest: Box<dyn Contest>,
    changes: VariantArgs,
    files: Files,
}

/// A recorded run by the name it was requested by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again<'a> {
    /// The name.
    pub(crate) name: &'a str,
    /// Its folder.
    pub(crate) folder: &'a Folder,
}

impl Again<'_> {
    /// The game of the run with its changes, and its players.
    ///
    /// # Errors
    /// Why they cannot be opened, or what has changed since the run was played.
    pub(crate) fn open(self, house: &House) -> Result<Reopened, Problem> {
        let Opened { game, contest, .. } = self.open_all(house)?;
        Ok((game, contest))
    }

    /// The mixes that played, if both sides were played by those of one file.
    pub(crate) fn mixes(self, house: &House) -> Option<Mixes> {
        let players = Pairing { names: BySide(self.folder.manifest.run.players.clone()) };
        // Only games of mixes need to be opened for it.
        file_of_mix(&players.names.0[0])?;
        let Opened { game, changes, files, .. } = self.open_all(house).ok()?;
        mixes::of(&*game, &changes, &files, &players)
    }

    /// What explains the games of the run, and the last stage or turn that one can reach. Less is known of games that
    /// cannot be replayed.
    pub(crate) fn explained(
        self,
        house: &House,
        account: &Account,
        why: &WhyArgs,
        threads: u16,
    ) -> Result<(Why, Option<u32>), Problem> {
        let manifest = &self.folder.manifest;
        let intervals = Intervals::of(manifest);
        let opened = match self.open_all(house) {
            Ok(opened) => opened,
            Err(problem) => {
                let found = WhyArgs::without_games(account, intervals, &manifest.time, problem.to_string());
                return Ok((found, None));
            }
        };
        if let Some(lacking) = lacking(manifest, &*opened.game) {
            let name = self.name;
            aside!(
                "note: {name} was recorded before its rows had {lacking}; what needs them is left out; record the run \
                 anew to have it"
            );
        }
        let players = Pairing { names: BySide(manifest.run.players.clone()) };
        let played = Played {
            house,
            name: &manifest.run.game,
            changes: &opened.changes,
            files: opened.files,
            players: &players,
            game: &*opened.game,
            contest: &*opened.contest,
            seed: RunSeed(manifest.run.seed),
            threads: threads.into(),
        };
        Ok((why.explain(&played, account, intervals)?, opened.game.time_limit()))
    }

    fn open_all(self, house: &House) -> Result<Opened, Problem> {
        let run = &self.folder.manifest.run;
        let Some(made_of) = &run.made_of else {
            return Err(format!(
                "{}: it was recorded by a szala that did not keep what it played, so its games cannot be played again; \
                 play the run anew",
                self.name
            )
            .into());
        };
        let changes = VariantArgs::default().behind(&made_of.changes);
        let changes = changes.map_err(|why| format!("{}: its manifest is damaged: {why}", self.name))?;
        let files = Files::recorded(made_of.files.clone());
        let game = house.open_from(&files, &run.game, &changes)?;
        let players = Pairing { names: BySide(run.players.clone()) };
        let contest = seated(players.seat_from(&files, &*game)?, run.is_keyed);
        let hashes = identity::hashes(&*game, &changes, &files, &players);
        for (here, there, what) in [
            (&hashes.rules, &run.hashes.rules, "the ledger of the rules is"),
            (&hashes.scenario, &run.hashes.scenario, "the scenario is"),
            (&hashes.players[0], &run.hashes.players[0], "the player of the first side is"),
            (&hashes.players[1], &run.hashes.players[1], "the player of the second side is"),
        ] {
            if here != there {
                return Err(self.otherwise(what));
            }
        }
        Ok(Opened { game, contest, changes, files })
    }

    /// The first `games` games of the run.
    pub(crate) fn plan(self, games: u64, threads: u16) -> Plan {
        let manifest = &self.folder.manifest;
        let first = manifest.part.first;
        Plan { seed: RunSeed(manifest.run.seed), numbers: first..first + games, threads: threads.into() }
    }

    /// That the games cannot be replayed as they were.
    pub(crate) fn otherwise(self, what: &str) -> Problem {
        format!(
            "{}: {what} not as when the run was played, and its games cannot be played again; use the szala of then \
             (its manifest names the commit), or play the run anew",
            self.name
        )
        .into()
    }
}

/// The columns of the game's rows that the record lacks; nothing if it has them all.
fn lacking(manifest: &Manifest, game: &dyn Game) -> Option<String> {
    let is_there = |name: &String| manifest.columns.iter().any(|known| known.name == *name);
    let now = Slice::new(&game.columns(), &manifest.run.sides, game.faces().time()).fields;
    let missing = now.into_iter().map(|field| field.name).filter(|name| !is_there(name));
    let names: Vec<String> = missing.map(|name| format!("`{name}`")).collect();
    let [first, rest @ ..] = &names[..] else { return None };
    Some(match rest {
        [] => format!("the column {first}"),
        [other] => format!("the columns {first} and {other}"),
        [.., last] => format!("{} columns, from {first} to {last},", names.len()),
    })
}
