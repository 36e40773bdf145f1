//! The games of a record as an Arrow stream, a batch for each file. Whole numbers, which are nearly all of a record,
//! go over as they were read, without a copy; texts and flags have another form there.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, BooleanArray, DictionaryArray, Float64Array, Int32Array, Int64Array, RecordBatch,
    RecordBatchReader, StringArray, UInt32Array, UInt64Array,
};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use szala_analysis::records::{Column, FieldKind, Folder, Frame, Values};

/// Stands for a missing value.
const ABSENT: i32 = i32::MIN;

/// The games of a recorded run.
#[pyclass(frozen)]
pub(crate) struct Games {
    folder: Arc<Folder>,
}

#[pymethods]
impl Games {
    /// Opens the folder of a run.
    #[new]
    #[expect(clippy::needless_pass_by_value, reason = "values of Python are converted to values")]
    fn new(py: Python<'_>, folder: PathBuf) -> PyResult<Self> {
        let opened = py.detach(|| Folder::open(&folder));
        let opened = opened.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { folder: Arc::new(opened) })
    }

    /// The manifest, as JSON.
    fn manifest(&self) -> PyResult<String> {
        let text = serde_json::to_string(&self.folder.manifest);
        text.map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// The number of games.
    fn __len__(&self) -> usize {
        usize::try_from(self.folder.manifest.progress.games).unwrap_or(usize::MAX)
    }

    /// The games as an Arrow stream: polars, pyarrow, pandas and `DuckDB` ask for it. Files are read one after the
    /// other, as the stream is consumed.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // A schema may be requested, but need not be honoured.
        let _ = requested_schema;
        let reader =
            Reader { schema: Arc::new(schema(&self.folder)), folder: Arc::clone(&self.folder), next: 0 };
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

/// Reads the files of a record one after the other.
struct Reader {
    folder: Arc<Folder>,
    schema: SchemaRef,
    next: usize,
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.folder.files() {
            return None;
        }
        let place = self.next;
        self.next += 1;
        // The stream is read by code that is not Rust, and a panic must not cross that border.
        let read = catch_unwind(AssertUnwindSafe(|| {
            let frame =
                self.folder.frame(place).map_err(|error| ArrowError::ExternalError(Box::new(error)))?;
            batch(frame, &self.schema)
        }));
        Some(read.unwrap_or_else(|_| Err(ArrowError::ComputeError("a fault in reading records".to_owned()))))
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// The columns of a record, as the manifest has them.
fn schema(folder: &Folder) -> Schema {
    let fields = folder.manifest.columns.iter().map(|field| {
        let kind = match field.kind {
            FieldKind::Count if field.name == "game" || field.name == "seed" => DataType::UInt64,
            FieldKind::Count | FieldKind::Stage => DataType::UInt32,
            FieldKind::Number => DataType::Int32,
            FieldKind::Name => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
            FieldKind::Flag => DataType::Boolean,
        };
        Field::new(&field.name, kind, true)
    });
    Schema::new(fields.collect::<Vec<Field>>())
}

fn batch(frame: Frame, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let columns = frame.into_columns().into_iter().map(|Column { values, .. }| array(values));
    RecordBatch::try_new(Arc::clone(schema), columns.collect::<Result<_, _>>()?)
}

fn array(values: Values) -> Result<ArrayRef, ArrowError> {
    Ok(match values {
        Values::Long(values) => Arc::new(UInt64Array::from(values)),
        Values::Counts(values) => {
            let (there, rows) = (there(&values), values.len());
            // Values that are there are not negative, so their bytes are the same.
            Arc::new(UInt32Array::try_new(ScalarBuffer::new(Buffer::from_vec(values), 0, rows), there)?)
        }
        Values::Numbers(values) => {
            let there = there(&values);
            Arc::new(Int32Array::try_new(values.into(), there)?)
        }
        Values::Names(places, names) => {
            let there = there(&places);
            let places = Int32Array::try_new(places.into(), there)?;
            let names = Arc::new(StringArray::from(names));
            Arc::new(DictionaryArray::<Int32Type>::try_new(places, names)?)
        }
        Values::Flags(values) => Arc::new(BooleanArray::from(values)),
        Values::Wide(values) => Arc::new(Int64Array::from(values)),
        Values::Reals(values) => Arc::new(Float64Array::from(values)),
    })
}

/// Which values are there; `None` if all are.
fn there(values: &[i32]) -> Option<NullBuffer> {
    values.contains(&ABSENT).then(|| values.iter().map(|value| *value != ABSENT).collect())
}
