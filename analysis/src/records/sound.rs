//! A file of games that is what its manifest says: nothing is parsed before its hash is checked, and no game of another
//! run is passed on.

use core::ops::Range;
use std::io::ErrorKind;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::block::stretch_of;
use super::error::RecordError;
use super::folder::MANIFEST;
use super::frame::{Column, Frame, Values};
use super::long::{LongTable, check_rows};
use super::manifest::{Field, FieldKind, GamesFile, Manifest};
use super::names;
use super::parquet::Parquet;
use super::seal::sha256;
use crate::disk;

/// The columns that say of what run a game is.
const OF_THE_RUN: [&str; 4] = ["seed", "scenario", "variant", "player"];

/// The bytes of a file of games, with what is known of them.
#[derive(Debug)]
pub(super) struct Sound<'f> {
    /// Where it is, or where it will be.
    pub(super) path: &'f Path,
    /// The manifest.
    pub(super) manifest: &'f Manifest,
    /// The number of the first game, as its name says.
    first: u64,
    /// How many games the manifest states; none for records without seals.
    games: Option<u64>,
    bytes: Arc<[u8]>,
}

impl<'f> Sound<'f> {
    /// Reads a file, and looks whether it is as it was written. `other` is the name under which it may be if the
    /// program was killed before it could rename it.
    pub(super) fn read(
        path: &'f Path,
        manifest: &'f Manifest,
        told: &GamesFile,
        other: Option<PathBuf>,
    ) -> Result<(Self, Option<PathBuf>), RecordError> {
        let whole = |path: &Path| {
            let read = disk::read(path, disk::MOST_WRITTEN);
            let bytes = read.map_err(|error| match error.kind() {
                ErrorKind::NotFound => RecordError::damaged(path, "it is missing"),
                _ => RecordError::system("read", path, &error),
            })?;
            if sha256(&bytes) == told.sha256 {
                return Ok(bytes);
            }
            Err(RecordError::damaged(
                path,
                "it is not as it was written: the manifest has another hash of it",
            ))
        };
        let sound = |bytes: Vec<u8>| Self {
            path,
            manifest,
            first: told.first,
            games: Some(told.games),
            bytes: bytes.into(),
        };
        match whole(path) {
            Ok(bytes) => Ok((sound(bytes), None)),
            Err(error) => {
                let left = other.and_then(|other| Some((whole(&other).ok()?, other)));
                left.map(|(bytes, other)| (sound(bytes), Some(other))).ok_or(error)
            }
        }
    }

    /// Reads a file of which no hash was kept.
    pub(super) fn read_unsealed(
        path: &'f Path,
        manifest: &'f Manifest,
        first: u64,
    ) -> Result<Self, RecordError> {
        let read = disk::read(path, disk::MOST_WRITTEN);
        let bytes = read.map_err(|error| RecordError::system("read", path, &error))?.into();
        Ok(Self { path, manifest, first, games: None, bytes })
    }

    /// The same bytes, which were read and looked at before.
    pub(super) fn held(path: &'f Path, manifest: &'f Manifest, told: &GamesFile, bytes: Arc<[u8]>) -> Self {
        Self { path, manifest, first: told.first, games: Some(told.games), bytes }
    }

    /// The bytes, to be held.
    pub(super) fn bytes(&self) -> Arc<[u8]> {
        Arc::clone(&self.bytes)
    }

    /// Some columns of the games, after it was checked that these are the games of the run that are due.
    pub(super) fn frame(&self, names: &[&str], parquet: Parquet) -> Result<Frame, RecordError> {
        let fields = &self.manifest.columns;
        // The columns that identify run and game come last, unless they were requested.
        let is_known = |field: &&Field| field.name == "game" || OF_THE_RUN.contains(&field.what.as_str());
        let proofs: Vec<&Field> = fields.iter().filter(is_known).collect();
        let more = proofs.iter().map(|field| field.name.as_str()).filter(|name| !names.contains(name));
        let all: Vec<String> = names.iter().copied().chain(more).map(str::to_owned).collect();
        let frame = self.parsed(&all, parquet)?;
        for column in frame.columns() {
            let field = fields.iter().find(|field| field.name == column.name);
            check_kind(column, field.map(|field| field.kind)).map_err(|why| self.damaged(why))?;
        }
        for field in proofs {
            self.check_constant(field, &frame).map_err(|why| self.damaged(why))?;
        }
        self.check_numbers(&frame)?;
        Ok(frame.truncated(names.len()))
    }

    /// The rows of a long table, after it was checked that they are those of its games.
    pub(super) fn rows(
        &self,
        table: &LongTable,
        file: &GamesFile,
        parquet: Parquet,
    ) -> Result<Frame, RecordError> {
        let names: Vec<String> = table.columns.iter().map(|field| field.name.clone()).collect();
        let frame = self.parsed(&names, parquet)?;
        check_rows(&frame, file).map_err(|why| self.damaged(why))?;
        Ok(frame)
    }

    fn parsed(&self, columns: &[String], parquet: Parquet) -> Result<Frame, RecordError> {
        let field = |name: &str| self.manifest.columns.iter().find(|field| field.name == name);
        let former = |name: &str| field(name).map_or_else(Vec::new, names::former);
        let parse = || parquet.read(Arc::clone(&self.bytes), columns, former);
        // What has the right hash is what was written. The library may panic at what is damaged, which can only be in a
        // file of which there is no hash.
        let parsed = if self.games.is_some() { Some(parse()) } else { unless_panic(parse) };
        match parsed {
            Some(Ok(frame)) => Ok(frame),
            Some(Err(why)) => Err(RecordError::reading(self.path, &why)),
            None => Err(self.damaged("the file is damaged or not a Parquet file".to_owned())),
        }
    }

    fn damaged(&self, why: String) -> RecordError {
        RecordError::damaged(self.path, why)
    }

    /// Whether a column that is the same in all games of the run says what the manifest says.
    fn check_constant(&self, field: &Field, frame: &Frame) -> Result<(), String> {
        let run = &self.manifest.run;
        let column = frame.column(&field.name)?;
        let due = match field.what.as_str() {
            "seed" => {
                let is_due = column.long()?.iter().all(|seed| *seed == run.seed);
                return if is_due { Ok(()) } else { Err(format!("its games are not of seed {}", run.seed)) };
            }
            "scenario" => Some(run.title.as_str()),
            "variant" => run.variant.as_deref(),
            "player" => {
                let side = run.sides.iter().position(|side| field.side.as_ref() == Some(side));
                side.map(|side| run.players[side].as_str())
            }
            _ => return Ok(()),
        };
        if column.texts()?.all(|text| text == due) {
            return Ok(());
        }
        Err(format!("in column `{}` its games are not of this run", field.name))
    }

    /// Whether the games are those that the name of the file and the manifest state.
    fn check_numbers(&self, frame: &Frame) -> Result<(), RecordError> {
        let Range { start, end } = stretch_of(frame).map_err(|why| self.damaged(why))?;
        if start != self.first {
            return Err(self.damaged(format!("its first game is {start}, unlike its name")));
        }
        if self.games.is_some_and(|games| games != end - start) {
            return Err(
                self.damaged(format!("it holds {} games, and {MANIFEST} lists another number", end - start))
            );
        }
        if end > self.manifest.part.end {
            let why = format!("it has games beyond {}, where the run ends", self.manifest.part.end);
            return Err(self.damaged(why));
        }
        Ok(())
    }
}

/// Whether a column has values of its kind, and none is missing where none can be.
fn check_kind(column: &Column, kind: Option<FieldKind>) -> Result<(), String> {
    let Column { name, values } = column;
    let is_long = ["game", "seed"].contains(&name.as_str());
    let (is_due, may_miss) = match kind {
        Some(FieldKind::Count) if is_long => (matches!(values, Values::Long(_)), false),
        Some(FieldKind::Count) => (matches!(values, Values::Counts(_)), false),
        Some(FieldKind::Number) => (matches!(values, Values::Numbers(_)), true),
        Some(FieldKind::Stage) => (matches!(values, Values::Counts(_)), true),
        Some(FieldKind::Name) => (matches!(values, Values::Names(..)), true),
        Some(FieldKind::Flag) => (matches!(values, Values::Flags(_)), false),
        None => return Err(format!("no column `{name}` was written")),
    };
    if !is_due {
        return Err(format!("column `{name}` holds values of another kind: {}", values.kind()));
    }
    if !may_miss && values.has_gaps() {
        return Err(format!("in column `{name}` values are missing"));
    }
    Ok(())
}

/// The result, unless it panics; the panic is not printed.
fn unless_panic<T>(parse: impl FnOnce() -> T) -> Option<T> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let parsed = panic::catch_unwind(AssertUnwindSafe(parse));
    panic::set_hook(hook);
    parsed.ok()
}
