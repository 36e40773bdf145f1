//! Columns as Parquet files, in memory. No other module knows the library; `parquet_missing` takes the place of this
//! one in a build without the feature `records`.

use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::reader::get_typed_column_reader;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::Result as Parsed;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use szala_kernel::record::ABSENT;

use super::error::RecordError;
use super::frame::{Column, Frame, Names, Values};

/// How hard zstd tries; more takes longer and saves little.
const LEVEL: i32 = 3;

/// Writes and reads Parquet files. A value of this type shows that this build can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parquet(());

impl Parquet {
    /// The ability, in a build that has it.
    ///
    /// # Errors
    /// That this szala was built without the feature `records`.
    pub fn get() -> Result<Self, RecordError> {
        Ok(Self(()))
    }

    /// The file of some columns of a table, with what is to be known of it.
    pub(crate) fn write(self, frame: &Frame, table: &str, about: Option<String>) -> Vec<u8> {
        written(frame, table, about)
            .expect("a file in memory takes columns whose kinds its own schema declares")
    }

    /// These columns of a file, in this order. One that is not there is looked for by the names that it had before.
    ///
    /// # Errors
    /// What is wrong with the file, for instance that it has no such column.
    pub(crate) fn read(
        self,
        bytes: Arc<[u8]>,
        names: &[String],
        former: impl Fn(&str) -> Vec<String>,
    ) -> Result<Frame, String> {
        let file = SerializedFileReader::new(Bytes::from_owner(bytes)).map_err(|error| error.to_string())?;
        let rows = usize::try_from(file.metadata().file_metadata().num_rows())
            .map_err(|_| "it has less than no rows".to_owned())?;
        let columns = names.iter().map(|name| {
            let values = values(&file, name, &former)?;
            if values.len() == rows {
                Ok(Column::new(name.clone(), values))
            } else {
                Err(format!("column `{name}` has {} values in {rows} rows", values.len()))
            }
        });
        Ok(Frame::new(rows, columns.collect::<Result<_, _>>()?))
    }
}

fn written(frame: &Frame, table: &str, about: Option<String>) -> Parsed<Vec<u8>> {
    let fields = frame.columns().iter().map(|column| field(column).map(Arc::new));
    let schema = Type::group_type_builder(table).with_fields(fields.collect::<Parsed<_>>()?).build()?;
    let properties = WriterProperties::builder()
        .set_created_by("szala".to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(LEVEL)?))
        // The least and the greatest of a file would help to skip it, and nobody skips games.
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_key_value_metadata(about.map(|about| vec![KeyValue::new("szala".to_owned(), about)]))
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for column in frame.columns() {
        let mut to = group.next_column()?.expect("the schema has a field for each column");
        put(&mut to, &column.values)?;
        to.close()?;
    }
    group.close()?;
    writer.into_inner()
}

/// How a column is declared in the file.
fn field(column: &Column) -> Parsed<Type> {
    let unsigned = |bits| Some(LogicalType::integer(bits, false));
    let (physical, logical) = match column.values {
        Values::Long(_) => (Physical::INT64, unsigned(64)),
        Values::Counts(_) => (Physical::INT32, unsigned(32)),
        Values::Numbers(_) => (Physical::INT32, None),
        Values::Names(..) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Values::Flags(_) => (Physical::BOOLEAN, None),
        Values::Wide(_) => (Physical::INT64, None),
        Values::Reals(_) => (Physical::DOUBLE, None),
    };
    Type::primitive_type_builder(&column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
}

/// Writes the values of a column.
fn put(to: &mut SerializedColumnWriter<'_>, values: &Values) -> Parsed<()> {
    match values {
        Values::Long(values) => {
            put_each::<Int64Type>(to, values.iter().map(|value| Some(value.cast_signed())))
        }
        Values::Counts(values) | Values::Numbers(values) => put_each::<Int32Type>(
            to,
            values.iter().map(|value| Some(*value).filter(|value| *value != ABSENT)),
        ),
        Values::Names(places, names) => {
            let names: Vec<ByteArray> = names.iter().map(|name| name.as_str().into()).collect();
            let name = |place: &i32| names.get(usize::try_from(*place).ok()?).cloned();
            put_each::<ByteArrayType>(to, places.iter().map(name))
        }
        Values::Flags(values) => put_each::<BoolType>(to, values.iter().copied().map(Some)),
        Values::Wide(values) => put_each::<Int64Type>(to, values.iter().copied()),
        Values::Reals(values) => put_each::<DoubleType>(to, values.iter().copied()),
    }
}

fn put_each<T: DataType>(
    to: &mut SerializedColumnWriter<'_>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Parsed<()> {
    let mut levels = Vec::new();
    let there: Vec<T::T> =
        values.inspect(|value| levels.push(i16::from(value.is_some()))).flatten().collect();
    to.typed::<T>().write_batch(&there, Some(&levels), None)?;
    Ok(())
}

/// The values of the column of this name.
fn values(
    file: &SerializedFileReader<Bytes>,
    name: &str,
    former: impl Fn(&str) -> Vec<String>,
) -> Result<Values, String> {
    let schema = file.metadata().file_metadata().schema_descr();
    let place_of = |name: &str| schema.columns().iter().position(|column| column.path().parts() == [name]);
    let Some(place) = place_of(name).or_else(|| former(name).iter().find_map(|name| place_of(name))) else {
        return Err(format!("there is no column `{name}` in it"));
    };
    let column = schema.column(place);
    let is_unsigned = matches!(column.converted_type(), ConvertedType::UINT_32 | ConvertedType::UINT_64)
        || matches!(column.logical_type_ref(), Some(LogicalType::Integer(integer)) if !integer.is_signed);
    let missing = || format!("in column `{name}` values are missing");
    let strange = || format!("column `{name}` has a value that no game has");
    match column.physical_type() {
        Physical::INT64 if is_unsigned => {
            let values = each::<Int64Type>(file, place)?.into_iter();
            let values = values.map(|value| value.map(i64::cast_unsigned).ok_or_else(missing));
            values.collect::<Result<_, _>>().map(Values::Long)
        }
        Physical::INT64 => each::<Int64Type>(file, place).map(Values::Wide),
        Physical::INT32 => {
            // Of those without a sign the greater half would be less than 0 here, as none that was written is.
            let is_known = |value: i32| if is_unsigned { value >= 0 } else { value != ABSENT };
            let known = |value: Option<i32>| match value {
                Some(value) if is_known(value) => Ok(value),
                Some(_) => Err(strange()),
                None => Ok(ABSENT),
            };
            let values = each::<Int32Type>(file, place)?.into_iter().map(known);
            let values = values.collect::<Result<_, _>>()?;
            Ok(if is_unsigned { Values::Counts(values) } else { Values::Numbers(values) })
        }
        Physical::BOOLEAN => {
            let values = each::<BoolType>(file, place)?.into_iter().map(|value| value.ok_or_else(missing));
            values.collect::<Result<_, _>>().map(Values::Flags)
        }
        Physical::DOUBLE => each::<DoubleType>(file, place).map(Values::Reals),
        Physical::BYTE_ARRAY => {
            let mut names = Names::default();
            let mut place_of = |value: Option<ByteArray>| match value {
                Some(text) => text.as_utf8().map(|text| names.place_of(text)).map_err(|_| strange()),
                None => Ok(ABSENT),
            };
            let places: Result<_, _> =
                each::<ByteArrayType>(file, place)?.into_iter().map(&mut place_of).collect();
            Ok(Values::Names(places?, names.0))
        }
        other => Err(format!("column `{name}` is of the kind {other}, which no record has")),
    }
}

/// The values of a column, row by row.
fn each<T: DataType>(file: &SerializedFileReader<Bytes>, place: usize) -> Result<Vec<Option<T::T>>, String> {
    let told = |error: parquet::errors::ParquetError| error.to_string();
    let column = file.metadata().file_metadata().schema_descr().column(place);
    if column.max_rep_level() > 0 || column.max_def_level() > 1 {
        return Err(format!("column `{}` is of a kind that no record has", column.name()));
    }
    let (mut levels, mut there) = (Vec::new(), Vec::new());
    for group in 0..file.num_row_groups() {
        let group = file.get_row_group(group).map_err(told)?;
        let rows = usize::try_from(group.metadata().num_rows()).map_err(|error| error.to_string())?;
        let mut reader = get_typed_column_reader::<T>(group.get_column_reader(place).map_err(told)?);
        reader.read_records(rows, Some(&mut levels), None, &mut there).map_err(told)?;
    }
    if column.max_def_level() == 0 {
        return Ok(there.into_iter().map(Some).collect());
    }
    let mut there = there.into_iter();
    Ok(levels.into_iter().map(|level| if level > 0 { there.next() } else { None }).collect())
}
