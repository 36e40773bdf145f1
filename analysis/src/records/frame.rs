//! Columns of games, as they are written to a file or read from one. What a column means is in the manifest; how it is
//! kept in a file is left to `parquet`.

use core::ops::Range;

use szala_kernel::record::ABSENT;

/// Columns of one length, each with a name of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    rows: usize,
    columns: Vec<Column>,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its values, row by row.
    pub values: Values,
}

/// The values of a column. In whole numbers of 32 bits and in names, [`ABSENT`] stands for a value that is missing.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers of 64 bits without a sign; none is missing.
    Long(Vec<u64>),
    /// Numbers from 0 on.
    Counts(Vec<i32>),
    /// Numbers of either sign.
    Numbers(Vec<i32>),
    /// Texts, each by its place in the list of those that there are.
    Names(Vec<i32>, Vec<String>),
    /// Yes or no; none is missing.
    Flags(Vec<bool>),
    /// Numbers of 64 bits of either sign.
    Wide(Vec<Option<i64>>),
    /// Numbers with a fraction.
    Reals(Vec<Option<f64>>),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Long(values) => values.len(),
            Self::Counts(values) | Self::Numbers(values) | Self::Names(values, _) => values.len(),
            Self::Flags(values) => values.len(),
            Self::Wide(values) => values.len(),
            Self::Reals(values) => values.len(),
        }
    }

    /// None at all?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One name for all rows, or none.
    pub(crate) fn same_name(name: Option<&str>, rows: usize) -> Self {
        let place = if name.is_some() { 0 } else { ABSENT };
        Self::Names(vec![place; rows], name.map(str::to_owned).into_iter().collect())
    }

    /// Texts, any of which may be missing.
    pub(crate) fn texts<'t>(texts: impl Iterator<Item = Option<&'t str>>) -> Self {
        let mut names = Names::default();
        let places = texts.map(|text| text.map_or(ABSENT, |text| names.place_of(text))).collect();
        Self::Names(places, names.0)
    }

    /// What they are, in a word.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Long(_) => "unsigned number of 64 bits",
            Self::Counts(_) => "unsigned number of 32 bits",
            Self::Numbers(_) => "number of 32 bits",
            Self::Names(..) => "text",
            Self::Flags(_) => "flag",
            Self::Wide(_) => "number of 64 bits",
            Self::Reals(_) => "number with a fraction",
        }
    }

    /// Is any missing?
    pub(super) fn has_gaps(&self) -> bool {
        match self {
            Self::Counts(values) | Self::Numbers(values) | Self::Names(values, _) => values.contains(&ABSENT),
            Self::Wide(values) => values.contains(&None),
            Self::Reals(values) => values.contains(&None),
            Self::Long(_) | Self::Flags(_) => false,
        }
    }

    /// Forgets all of them.
    pub(super) fn clear(&mut self) {
        match self {
            Self::Long(values) => values.clear(),
            Self::Counts(values) | Self::Numbers(values) => values.clear(),
            Self::Names(places, names) => {
                places.clear();
                names.clear();
            }
            Self::Flags(values) => values.clear(),
            Self::Wide(values) => values.clear(),
            Self::Reals(values) => values.clear(),
        }
    }

    /// Adds whole numbers of 32 bits, or places among these names.
    pub(super) fn extend(&mut self, more: impl Iterator<Item = i32>, of: &[String]) {
        match self {
            Self::Counts(values) | Self::Numbers(values) => values.extend(more),
            Self::Names(places, names) => {
                let mut known = vec![ABSENT; of.len()];
                let mut all = Names(core::mem::take(names));
                places.extend(more.map(|place| {
                    let Ok(at) = usize::try_from(place) else { return ABSENT };
                    if known[at] == ABSENT {
                        known[at] = all.place_of(&of[at]);
                    }
                    known[at]
                }));
                *names = all.0;
            }
            other => unreachable!("no row of a game has a {}", other.kind()),
        }
    }

    /// Adds some values of another column of the same kind.
    ///
    /// # Errors
    /// Of what kind it is, if it is of another.
    pub(super) fn extend_from(&mut self, more: &Self, rows: Range<usize>) -> Result<(), &'static str> {
        match (self, more) {
            (Self::Long(values), Self::Long(more)) => values.extend_from_slice(&more[rows]),
            (this @ Self::Counts(_), Self::Counts(more)) | (this @ Self::Numbers(_), Self::Numbers(more)) => {
                this.extend(more[rows].iter().copied(), &[]);
            }
            (this @ Self::Names(..), Self::Names(more, names)) => {
                this.extend(more[rows].iter().copied(), names);
            }
            _ => return Err(more.kind()),
        }
        Ok(())
    }

    /// Those of the rows for which the mask holds.
    fn filter(&self, mask: &[bool]) -> Self {
        match self {
            Self::Long(values) => Self::Long(kept(values, mask)),
            Self::Counts(values) => Self::Counts(kept(values, mask)),
            Self::Numbers(values) => Self::Numbers(kept(values, mask)),
            Self::Names(places, names) => Self::Names(kept(places, mask), names.clone()),
            Self::Flags(values) => Self::Flags(kept(values, mask)),
            Self::Wide(values) => Self::Wide(kept(values, mask)),
            Self::Reals(values) => Self::Reals(kept(values, mask)),
        }
    }
}

fn kept<T: Copy>(values: &[T], mask: &[bool]) -> Vec<T> {
    values.iter().zip(mask).filter(|(_, is_kept)| **is_kept).map(|(value, _)| *value).collect()
}

/// The names of a column in the order in which they come.
#[derive(Debug, Default)]
pub(super) struct Names(pub(super) Vec<String>);

impl Names {
    /// The place of a name, which is added where it is new.
    pub(super) fn place_of(&mut self, name: &str) -> i32 {
        // Columns have few names, and the same one often follows itself.
        let known = self.0.iter().position(|known| known == name);
        let place = known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        i32::try_from(place).expect("a file has fewer games than an i32 counts, so it has fewer names")
    }
}

impl Column {
    /// A column of this name.
    pub fn new(name: impl Into<String>, values: Values) -> Self {
        Self { name: name.into(), values }
    }

    /// The numbers of 64 bits without a sign.
    ///
    /// # Errors
    /// That the column holds other values.
    pub fn long(&self) -> Result<&[u64], String> {
        match &self.values {
            Values::Long(values) => Ok(values),
            other => Err(self.another(other, "unsigned number of 64 bits")),
        }
    }

    /// The numbers of 32 bits, with or without a sign.
    ///
    /// # Errors
    /// That the column holds other values.
    pub fn numbers(&self) -> Result<&[i32], String> {
        match &self.values {
            Values::Counts(values) | Values::Numbers(values) => Ok(values),
            other => Err(self.another(other, "number of 32 bits")),
        }
    }

    /// The texts: the place of each among the names, and the names.
    ///
    /// # Errors
    /// That the column holds other values.
    pub fn names(&self) -> Result<(&[i32], &[String]), String> {
        match &self.values {
            Values::Names(places, names) => Ok((places, names)),
            other => Err(self.another(other, "text")),
        }
    }

    /// The texts, row by row.
    ///
    /// # Errors
    /// That the column holds other values.
    pub fn texts(&self) -> Result<impl Iterator<Item = Option<&str>>, String> {
        let (places, names) = self.names()?;
        Ok(places.iter().map(|place| name_at(names, *place)))
    }

    /// The flags.
    ///
    /// # Errors
    /// That the column holds other values.
    pub fn flags(&self) -> Result<&[bool], String> {
        match &self.values {
            Values::Flags(values) => Ok(values),
            other => Err(self.another(other, "flag")),
        }
    }

    fn another(&self, values: &Values, due: &str) -> String {
        format!("column `{}` is of the kind {}, not {due}", self.name, values.kind())
    }
}

/// The name at a place; none where it is absent.
pub(crate) fn name_at(names: &[String], place: i32) -> Option<&str> {
    usize::try_from(place).ok().and_then(|place| names.get(place)).map(String::as_str)
}

impl Frame {
    /// Columns with this number of rows.
    pub fn new(rows: usize, columns: Vec<Column>) -> Self {
        debug_assert!(columns.iter().all(|column| column.values.len() == rows), "columns of one length");
        Self { rows, columns }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The same with their values to keep.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// The column of a name.
    ///
    /// # Errors
    /// That there is none.
    pub fn column(&self, name: &str) -> Result<&Column, String> {
        let found = self.columns.iter().find(|column| column.name == name);
        found.ok_or_else(|| format!("there is no column `{name}`"))
    }

    /// The first columns, this many of them.
    pub(super) fn truncated(mut self, columns: usize) -> Self {
        self.columns.truncate(columns);
        self
    }

    /// The rows for which the mask holds.
    pub(crate) fn filter(&self, mask: &[bool]) -> Self {
        let rows = mask.iter().filter(|is_kept| **is_kept).count();
        let filtered = |column: &Column| Column::new(column.name.clone(), column.values.filter(mask));
        Self::new(rows, self.columns.iter().map(filtered).collect())
    }
}
