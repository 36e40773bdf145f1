//! Records: a run as a folder of Parquet files, one row a game, with a manifest beside them.
//!
//! A file holds the games of one block of numbers, in order. It is written whole under another name and then renamed,
//! so that there is never half a file; the block under way is written again as it grows. A killed process loses the
//! games since the last writing and nothing else, and files do not show how often that happened: their bytes depend
//! on the games alone.
//!
//! The manifest holds a hash of every file, and of itself. It comes between a file and its name: first the games are
//! written under another name, then the manifest that lists them, then the file is renamed. So the manifest is right
//! at any moment; after a kill between the last two steps the file is found under its other name. `docs/SCHEMA.md`
//! describes the folder.

mod block;
mod error;
mod folder;
mod frame;
mod long;
mod manifest;
mod merge;
mod names;
#[cfg(feature = "records")]
mod parquet;
#[cfg(not(feature = "records"))]
#[path = "records/parquet_missing.rs"]
mod parquet;
mod recorder;
pub(crate) mod seal;
mod sound;

pub(crate) use block::COMMON;
pub use block::{BLOCK, Block};
pub use error::RecordError;
pub use folder::{Folder, MANIFEST};
pub(crate) use frame::name_at;
pub use frame::{Column, Frame, Values};
pub use long::{LONG_BLOCK, LONG_SCHEMA, LongTable, long_named};
pub use manifest::{FORMAT, Field, FieldKind, GamesFile, Hashes, Identity, MadeOf, Manifest, Part, Progress};
pub(crate) use manifest::{end_column, entered_column, fields};
pub use merge::{merge, next_shard};
pub(crate) use names::place_of;
pub use parquet::Parquet;
pub use recorder::Recorder;
