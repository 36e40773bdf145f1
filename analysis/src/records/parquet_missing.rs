//! What stands for Parquet in a build without the feature `records`: nobody can get hold of it, so nothing is written
//! or read by it.

use core::convert::Infallible;
use std::sync::Arc;

use super::error::RecordError;
use super::frame::Frame;

/// Writes and reads Parquet files. There is none in this build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parquet(Infallible);

impl Parquet {
    /// The ability, in a build that has it.
    ///
    /// # Errors
    /// That this szala was built without the feature `records`.
    pub fn get() -> Result<Self, RecordError> {
        Err(RecordError::NotBuilt)
    }

    pub(crate) fn write(self, _frame: &Frame, _table: &str, _about: Option<String>) -> Vec<u8> {
        match self.0 {}
    }

    pub(crate) fn read(
        self,
        _bytes: Arc<[u8]>,
        _names: &[String],
        _former: impl Fn(&str) -> Vec<String>,
    ) -> Result<Frame, String> {
        match self.0 {}
    }
}
