//! Games of a recorded run, played again: which game it was, and whether its rules, scenario and players are still
//! those that it was played with. What is asked of the games is the commands' business.

use szala_ai::Roster;
use szala_analysis::Plan;
use szala_analysis::records::Folder;
use szala_kernel::{BySide, Notation, RunSeed};

use crate::cli::Cli;
use crate::command::Problem;
use crate::command::run::Run;
use crate::game::Game;
use crate::identity;
use crate::players::Pairing;
use crate::variant::VariantArgs;

/// A recorded run by the name that it was asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Again<'a> {
    /// The name.
    pub(crate) name: &'a str,
    /// Its folder.
    pub(crate) folder: &'a Folder,
}

impl Again<'_> {
    /// The game of the run, with its changes.
    ///
    /// # Errors
    /// What keeps it from being opened.
    pub(crate) fn open(self) -> Result<Game, Problem> {
        let manifest = &self.folder.manifest;
        let asked = Cli::run_of(&manifest.command);
        if let (None, Some(variant)) = (&asked, &manifest.run.variant) {
            return Err(format!(
                "{}: its manifest tells of the variant {variant} but not of the command that played it; name one of \
                 the runs that it was merged of",
                self.name
            )
            .into());
        }
        let nothing = VariantArgs::default();
        let (name, changes) = asked.as_ref().map_or((manifest.run.game.as_str(), &nothing), Run::played);
        Game::open_varied(name, changes)
    }

    /// The players of the run.
    ///
    /// # Errors
    /// That they, or something else of the game, are not as they were when the run was played.
    pub(crate) fn seats<R: Roster + Notation>(
        self,
        game: &Game,
        rules: &R,
    ) -> Result<BySide<R::Seat>, Problem> {
        let recorded = &self.folder.manifest.run;
        let seats = Pairing { names: BySide(recorded.players.clone()) }.seats(rules)?;
        let hashes = identity::hashes(game, &seats);
        for (here, there, what) in [
            (&hashes.rules, &recorded.hashes.rules, "the ledger of the rules is"),
            (&hashes.scenario, &recorded.hashes.scenario, "the scenario is"),
            (&hashes.players[0], &recorded.hashes.players[0], "the player of the first side is"),
            (&hashes.players[1], &recorded.hashes.players[1], "the player of the second side is"),
        ] {
            if here != there {
                return Err(self.otherwise(what));
            }
        }
        Ok(seats)
    }

    /// The first games of the run, so many.
    pub(crate) fn plan(self, games: u64, threads: u16) -> Plan {
        let manifest = &self.folder.manifest;
        let first = manifest.part.first;
        Plan { seed: RunSeed(manifest.run.seed), numbers: first..first + games, threads: threads.into() }
    }

    /// That the games cannot be played again as they were.
    pub(crate) fn otherwise(self, what: &str) -> Problem {
        format!(
            "{}: {what} not as when the run was played, and its games cannot be played again; use the files and the \
             szala of then (its manifest tells the commit), or play the run anew",
            self.name
        )
        .into()
    }
}
