//! What can go wrong when the games of a run are counted, each error with its remedy.

use std::path::PathBuf;

use thiserror::Error;

use crate::records::RecordError;

/// Why there is nothing to report.
#[derive(Debug, Error)]
pub enum AggregateError {
    /// The folder cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A condition makes no sense for this run.
    #[error("{0}")]
    Given(String),
    /// Nothing was played.
    #[error(
        "there are no games in {folder} yet; go on with the run by `szala run ... --out {folder} --resume`"
    )]
    NoGames {
        /// The folder.
        folder: PathBuf,
    },
    /// The games of this rule system do not record it.
    #[error(
        "the games in {folder} do not tell {what}; a rule system says which columns its games have: play the run anew \
         if an older szala kept it"
    )]
    NotTold {
        /// The folder.
        folder: PathBuf,
        /// What was wanted.
        what: &'static str,
    },
    /// No game meets the conditions.
    #[error("none of the {games} games in {folder} is given {given}; ask for less")]
    NoneFits {
        /// The folder.
        folder: PathBuf,
        /// How many games there are.
        games: u64,
        /// What was asked for.
        given: String,
    },
}
