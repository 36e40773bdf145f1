//! One question played by several processes that share a folder: each plays its part of every piece of the work, and
//! takes the parts of the others from their files. All of them follow the same course, so all find the same, and what
//! one machine would find. Where nobody shares, the folder keeps what was played, for a command that is asked again.

use core::ops::Range;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{fs, io, thread};

use serde::{Deserialize, Serialize};
use szala_kernel::rules::Aborted;
use szala_kernel::{Outcome, Rule, Side};
use szala_system::Half;
use thiserror::Error;

use crate::disk;
use crate::race::RaceFailed;
use crate::records::seal::sha256;

/// How often a part that waits looks whether the others have come.
const LOOK: Duration = Duration::from_millis(200);
/// The file that says what is played in a folder.
const ASKED: &str = "parts.json";

/// Why the parts of a question do not come together.
#[derive(Debug, Error)]
pub enum PartsFailed {
    /// A part is not there yet, and nobody wanted to wait for it.
    #[error("part {part} of {of} has not played piece {piece} yet")]
    Waiting {
        /// Which part, from 1.
        part: u64,
        /// How many parts there are.
        of: u64,
        /// The piece, from 1.
        piece: u64,
    },
    /// Somebody stopped it.
    #[error("interrupted")]
    Stopped,
    /// The folder is of no use.
    #[error("{0}")]
    Folder(String),
}

/// What is played in a folder.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Asked {
    /// A hash of the question.
    question: String,
    parts: u64,
}

/// The parts of a question, and which of them is played here.
#[derive(Debug)]
pub struct Parts {
    folder: PathBuf,
    asked: Asked,
    /// One part, from 1, or all of them.
    own: Option<u64>,
    waits: bool,
    pieces: u64,
}

/// A piece of work: `width` games to each number.
#[derive(Debug)]
pub(crate) struct Piece {
    /// What is played.
    pub(crate) what: String,
    pub(crate) numbers: Range<u64>,
    pub(crate) width: usize,
}

/// The end of a game as it is written.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
enum End {
    Over { winner: Option<u8>, lead: i32, rule: String, reason: String },
    TooLong(usize),
    Stuck(usize),
}

/// A part of a piece as it is written.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    question: String,
    /// What was played.
    piece: String,
    ends: Vec<End>,
    /// Of each game the place of its end, its decisions, and its course.
    games: Vec<(usize, usize, u64)>,
}

/// The numbers that fall to a part, from 1 to `of`; parts differ by at most one number.
pub fn part_of(numbers: &Range<u64>, part: u64, of: u64) -> Range<u64> {
    let bound = |part: u64| {
        let share = u128::from(numbers.end - numbers.start) * u128::from(part) / u128::from(of);
        numbers.start + u64::try_from(share).expect("no more than there are numbers")
    };
    bound(part - 1)..bound(part)
}

impl Parts {
    /// Opens a folder, or makes it, for the question of this hash. `own` is the part to play, from 1, and how many
    /// there are; without it all missing parts are played, as many as others have set, or one.
    ///
    /// # Errors
    /// When another question is played in this folder, or this one in another number of parts.
    pub fn open(
        folder: &Path,
        question: String,
        own: Option<(u64, u64)>,
        waits: bool,
    ) -> Result<Self, PartsFailed> {
        let name = folder.display();
        let cannot = |error: &dyn core::fmt::Display| {
            PartsFailed::Folder(format!("cannot use the folder {name}: {error}; name another one"))
        };
        fs::create_dir_all(folder).map_err(|error| cannot(&error))?;
        let wanted = Asked { question, parts: own.map_or(1, |(_, of)| of) };
        let text = serde_json::to_vec(&wanted).map_err(|error| cannot(&error))?;
        let path = folder.join(ASKED);
        match disk::write_new(&path, &text) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(cannot(&error)),
            _ => (),
        }
        let text = fs::read(&path).map_err(|error| cannot(&error))?;
        let there: Asked = serde_json::from_slice(&text).map_err(|error| cannot(&error))?;
        if there.question != wanted.question {
            let told = format!(
                "{name} has games of another question, program, scenario or players; name another folder"
            );
            return Err(PartsFailed::Folder(told));
        }
        if own.is_some() && there.parts != wanted.parts {
            let (is, was) = (wanted.parts, there.parts);
            let told = format!(
                "{name} is played in {was} parts and not in {is}; say PART/{was}, or name another folder"
            );
            return Err(PartsFailed::Folder(told));
        }
        Ok(Self { folder: folder.to_owned(), asked: there, own: own.map(|(part, _)| part), waits, pieces: 0 })
    }

    /// Plays this process's part of a piece of work, and returns its number; [`Self::gather`] has all of it. `play`
    /// plays some numbers, fewer if it was stopped.
    ///
    /// # Errors
    /// What `play` says; when a file cannot be written.
    pub(crate) fn play(
        &mut self,
        piece: &Piece,
        mut play: impl FnMut(Range<u64>) -> Result<Vec<Half>, RaceFailed>,
    ) -> Result<u64, RaceFailed> {
        self.pieces += 1;
        for part in (1..=self.asked.parts).filter(|part| self.own.is_none_or(|own| own == *part)) {
            let wanted = self.wanted(piece, part);
            if wanted == 0 || self.file(self.pieces, part).exists() {
                continue;
            }
            let games = play(part_of(&piece.numbers, part, self.asked.parts))?;
            if games.len() < wanted {
                return Err(PartsFailed::Stopped.into());
            }
            self.write(part, piece, &games)?;
        }
        Ok(self.pieces)
    }

    /// All games of the piece of this number.
    ///
    /// # Errors
    /// When another process's part is missing, damaged, or of another course.
    pub(crate) fn gather(
        &self,
        (number, piece): (u64, &Piece),
        stop: &AtomicBool,
    ) -> Result<Vec<Half>, RaceFailed> {
        let mut all = Vec::new();
        for part in (1..=self.asked.parts).filter(|part| self.wanted(piece, *part) > 0) {
            self.wait_for((number, part), stop)?;
            let games = self.read((number, part), piece)?;
            if games.len() != self.wanted(piece, part) {
                return Err(self.is_damaged((number, part), "it has another number of games"));
            }
            all.extend(games);
        }
        Ok(all)
    }

    /// How many games fall to it.
    fn wanted(&self, piece: &Piece, part: u64) -> usize {
        let numbers = part_of(&piece.numbers, part, self.asked.parts);
        usize::try_from(numbers.end - numbers.start).unwrap_or(usize::MAX).saturating_mul(piece.width)
    }

    fn file(&self, piece: u64, part: u64) -> PathBuf {
        self.folder.join(format!("piece-{piece:06}-part-{part:06}.json"))
    }

    fn wait_for(&self, (piece, part): (u64, u64), stop: &AtomicBool) -> Result<(), PartsFailed> {
        while !self.file(piece, part).exists() {
            if stop.load(Ordering::Relaxed) {
                return Err(PartsFailed::Stopped);
            }
            if !self.waits {
                return Err(PartsFailed::Waiting { part, of: self.asked.parts, piece });
            }
            thread::sleep(LOOK);
        }
        Ok(())
    }

    fn write(&self, part: u64, piece: &Piece, games: &[Half]) -> Result<(), PartsFailed> {
        let mut ends: Vec<End> = Vec::new();
        let mut place = |end: End| {
            ends.iter().position(|known| *known == end).unwrap_or_else(|| {
                ends.push(end);
                ends.len() - 1
            })
        };
        let games = games.iter().map(|half| (place(End::of(half)), half.decisions, half.course)).collect();
        let written =
            Written { question: self.asked.question.clone(), piece: piece.what.clone(), ends, games };
        let path = self.file(self.pieces, part);
        let cannot = |error: &dyn core::fmt::Display| {
            PartsFailed::Folder(format!("cannot write {}: {error}", path.display()))
        };
        let body = serde_json::to_string(&written).map_err(|error| cannot(&error))?;
        match disk::write_new(&path, format!("{}\n{body}\n", sha256(body.as_bytes())).as_bytes()) {
            // Somebody else played this part as well.
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(cannot(&error)),
            _ => Ok(()),
        }
    }

    fn read(&self, at: (u64, u64), piece: &Piece) -> Result<Vec<Half>, RaceFailed> {
        let text = fs::read_to_string(self.file(at.0, at.1)).map_err(|error| self.is_damaged(at, &error))?;
        let body = text.split_once('\n').filter(|(sum, body)| *sum == sha256(body.trim_end().as_bytes()));
        let body = body.ok_or_else(|| self.is_damaged(at, "its seal is broken"))?.1;
        let written: Written = serde_json::from_str(body).map_err(|error| self.is_damaged(at, &error))?;
        if written.question != self.asked.question || written.piece != piece.what {
            return Err(self.is_damaged(at, "here that part is another piece of work"));
        }
        let ends: Option<Vec<_>> = written.ends.iter().map(End::read).collect();
        let ends = ends.ok_or_else(|| self.is_damaged(at, "it has an end that no game has"))?;
        let games = written
            .games
            .into_iter()
            .map(|(end, decisions, course)| ends.get(end).map(|end| Half { end: *end, decisions, course }));
        games.collect::<Option<_>>().ok_or_else(|| self.is_damaged(at, "it has an end that no game has"))
    }

    fn is_damaged(&self, (piece, part): (u64, u64), why: impl core::fmt::Display) -> RaceFailed {
        let path = self.file(piece, part);
        let told = format!("cannot use {}: {why}; remove it, and part {part} plays it again", path.display());
        PartsFailed::Folder(told).into()
    }
}

impl From<PartsFailed> for RaceFailed {
    fn from(failed: PartsFailed) -> Self {
        Self::Parts(failed)
    }
}

impl End {
    fn of(half: &Half) -> Self {
        match half.end {
            Ok(outcome) => Self::Over {
                winner: outcome.winner.map(|side| side as u8),
                lead: outcome.lead,
                rule: outcome.rule.to_string(),
                reason: outcome.reason.to_owned(),
            },
            Err(Aborted::TooLong { decisions }) => Self::TooLong(decisions),
            Err(Aborted::DeadEnd { decisions }) => Self::Stuck(decisions),
        }
    }

    fn read(&self) -> Option<Result<Outcome, Aborted>> {
        Some(match self {
            Self::Over { winner, lead, rule, reason } => {
                let winner = match winner {
                    None => None,
                    Some(side) => Some(*Side::BOTH.get(usize::from(*side))?),
                };
                Ok(Outcome { winner, lead: *lead, rule: Rule::parse(rule).ok()?, reason: kept(reason) })
            }
            Self::TooLong(decisions) => Err(Aborted::TooLong { decisions: *decisions }),
            Self::Stuck(decisions) => Err(Aborted::DeadEnd { decisions: *decisions }),
        })
    }
}

/// The words of a reason, for as long as the program runs. A game has a handful of them.
fn kept(reason: &str) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(reason) = known.get(reason) {
        return reason;
    }
    let reason: &'static str = Box::leak(reason.into());
    known.insert(reason);
    reason
}

#[cfg(test)]
mod tests;
