//! Parts of a search that several processes or machines share.

use std::ops::Range;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use szala_analysis::parts::{Parts, PartsFailed, part_of};
use szala_analysis::race::RaceFailed;

use crate::command::{INTERRUPTED, Problem, UNJUDGED, threads_refused};

/// A part of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// From 1.
    pub(crate) part: u64,
    pub(crate) parts: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers =
            text.split_once('/').and_then(|(part, parts)| Some((part.parse().ok()?, parts.parse().ok()?)));
        match numbers {
            Some((part, parts)) if 1 <= part && part <= parts => Ok(Self { part, parts }),
            _ => Err("say which part of how many, as in 3/8, from 1/8 to 8/8".to_owned()),
        }
    }
}

impl Shard {
    /// Its games, out of all; parts differ by at most one game.
    pub(crate) fn numbers(self, games: u64) -> Range<u64> {
        part_of(&(0..games), self.part, self.parts)
    }
}

/// Options of a search whose games several processes share.
#[derive(Debug, Args)]
pub(crate) struct Shared {
    /// Keep the games of the search in this folder: the same command resumes from it, and other parts find them there
    #[arg(long, value_name = "FOLDER")]
    races: Option<PathBuf>,
    /// Play one part of the games, as in 3/8, together with others that share the folder
    #[arg(long, value_name = "PART/PARTS", requires = "races")]
    part: Option<Shard>,
    /// If another part is missing, exit with code 3 instead of waiting for it; run the command again later
    #[arg(long, requires = "part")]
    no_wait: bool,
}

impl Shared {
    /// Is it one part of several?
    pub(crate) fn is_part(&self) -> bool {
        self.part.is_some()
    }

    /// The parts of the question of this hash, if it has any.
    pub(crate) fn open(&self, question: String) -> Result<Option<Parts>, Problem> {
        let Some(folder) = &self.races else { return Ok(None) };
        let own = self.part.map(|shard| (shard.part, shard.parts));
        let parts = Parts::open(folder, question, own, !self.no_wait);
        parts.map(Some).map_err(|failed| failed.to_string().into())
    }

    /// The error for a failed race.
    pub(crate) fn problem(&self, failed: RaceFailed, threads: usize) -> Problem {
        let folder = self.races.as_deref().unwrap_or_else(|| std::path::Path::new("")).display();
        match failed {
            RaceFailed::Threads(error) => threads_refused(threads, &error),
            RaceFailed::Variant(why) => Problem::Told(why),
            RaceFailed::Parts(PartsFailed::Stopped) => Problem::Ends(
                INTERRUPTED,
                format!("interrupted; {folder} keeps what was played, and the same command goes on"),
            ),
            RaceFailed::Parts(failed @ PartsFailed::Waiting { .. }) => {
                Problem::Ends(UNJUDGED, format!("{failed}; the same command goes on when it has"))
            }
            RaceFailed::Parts(failed) => Problem::Told(failed.to_string()),
        }
    }
}
