//! Tables of a file in which every key and value knows its place, so that a reader can complain about the exact spot.
//! What the keys mean is left to the readers.

use core::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::declared::NAME;
use crate::names::unknown;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Complaint {
    /// The bytes of the file that it is about.
    pub span: Range<usize>,
    /// What was seen and what would be right, for a person to read.
    pub message: String,
}

impl Complaint {
    /// A complaint about these bytes.
    pub fn new(span: Range<usize>, message: impl Into<String>) -> Self {
        Self { span, message: message.into() }
    }
}

/// A value and where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed<T> {
    /// The value.
    pub value: T,
    /// Its bytes of the file.
    pub span: Range<usize>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Section<'a> {
    table: &'a DeTable<'a>,
    span: Range<usize>,
}

impl<'a> Section<'a> {
    pub(crate) fn of(table: &'a Spanned<DeTable<'a>>) -> Self {
        Self { table: table.get_ref(), span: table.span() }
    }

    /// Where the table is.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The value of a key, if it is there.
    pub fn get(&self, key: &str) -> Option<Field<'a>> {
        let (name, value) = self.table.get_key_value(key)?;
        Some(Field { name: name.get_ref(), name_span: name.span(), value })
    }

    /// Every key with its value, in the order in which they are written.
    pub fn fields(&self) -> Vec<Field<'a>> {
        let fields = self.table.iter();
        let fields =
            fields.map(|(name, value)| Field { name: name.get_ref(), name_span: name.span(), value });
        let mut fields: Vec<Field<'a>> = fields.collect();
        fields.sort_by_key(|field| field.name_span.start);
        fields
    }

    /// Complains about every key that is none of the known ones.
    pub fn refuse_unknown(&self, known: &[&str], complaints: &mut Vec<Complaint>) {
        let strangers = self.fields().into_iter().filter(|field| !known.contains(&field.name));
        complaints.extend(
            strangers.map(|field| Complaint::new(field.name_span(), unknown("key", field.name, known))),
        );
    }

    /// Reads the value of a key; `None` when it is not there, and when `read` complains.
    pub fn read<T>(
        &self,
        key: &str,
        complaints: &mut Vec<Complaint>,
        read: impl FnOnce(&Field<'a>) -> Result<T, Complaint>,
    ) -> Option<T> {
        read(&self.get(key)?).map_err(|complaint| complaints.push(complaint)).ok()
    }

    /// Reads the value of a key that must be there.
    pub fn need<T>(
        &self,
        key: &str,
        complaints: &mut Vec<Complaint>,
        read: impl FnOnce(&Field<'a>) -> Result<T, Complaint>,
    ) -> Option<T> {
        if self.get(key).is_none() {
            complaints.push(Complaint::new(self.span(), format!("`{key}` is missing here")));
        }
        self.read(key, complaints, read)
    }

    /// Reads every value of a list; those that `read` complains of are left out, and a list that is not there is empty.
    pub fn read_each<T>(
        &self,
        key: &str,
        complaints: &mut Vec<Complaint>,
        read: impl Fn(&Field<'a>) -> Result<T, Complaint>,
    ) -> Vec<T> {
        let values = self.read(key, complaints, Field::list).unwrap_or_default();
        let read = values.iter().map(read);
        read.filter_map(|value| value.map_err(|complaint| complaints.push(complaint)).ok()).collect()
    }
}

/// A value with its key; a value of a list goes by the key of the list.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    name: &'a str,
    name_span: Range<usize>,
    value: &'a Spanned<DeValue<'a>>,
}

impl<'a> Field<'a> {
    /// The key.
    pub fn name(&self) -> &'a str {
        self.name
    }

    /// The same value by another name: one inside of a table goes by the table's, when what is around it is not what
    /// people call it by.
    #[must_use]
    pub fn called(self, name: &'a str) -> Self {
        Self { name, ..self }
    }

    /// Where the key is.
    pub fn name_span(&self) -> Range<usize> {
        self.name_span.clone()
    }

    /// Where the value is.
    pub fn span(&self) -> Range<usize> {
        self.value.span()
    }

    /// A complaint about the value.
    pub fn complain(&self, message: impl Into<String>) -> Complaint {
        Complaint::new(self.span(), message)
    }

    fn expected(&self, what: &str) -> Complaint {
        let found = match self.value.get_ref() {
            DeValue::String(text) => format!("{text:?}"),
            DeValue::Integer(number) => number.to_string(),
            DeValue::Boolean(flag) => flag.to_string(),
            DeValue::Float(_) => "a fraction".to_owned(),
            DeValue::Datetime(_) => "a date or time".to_owned(),
            DeValue::Array(_) => "a list".to_owned(),
            DeValue::Table(_) => "a table".to_owned(),
        };
        self.complain(format!("`{}` takes {what}, not {found}", self.name))
    }

    /// A text.
    ///
    /// # Errors
    /// When it is none.
    pub fn text(&self) -> Result<&'a str, Complaint> {
        self.value.get_ref().as_str().ok_or_else(|| self.expected("a text in quotes"))
    }

    /// A text and its place.
    ///
    /// # Errors
    /// When it is none.
    pub fn placed_text(&self) -> Result<Placed<&'a str>, Complaint> {
        Ok(Placed { value: self.text()?, span: self.span() })
    }

    /// A text that says something.
    ///
    /// # Errors
    /// When it is none, or blank.
    pub fn sentence(&self) -> Result<Placed<&'a str>, Complaint> {
        let text = self.placed_text()?;
        if text.value.trim().is_empty() {
            Err(self.complain(format!("`{}` is empty", self.name)))
        } else {
            Ok(text)
        }
    }

    /// A text that `parse` understands; its error becomes the complaint.
    ///
    /// # Errors
    /// When it is no text, or not such a one.
    pub fn parse<T>(&self, parse: impl FnOnce(&'a str) -> Result<T, String>) -> Result<T, Complaint> {
        parse(self.text()?).map_err(|message| self.complain(message))
    }

    /// One of these names, each standing for a value.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn choice<T: Copy>(&self, known: &[(&str, T)]) -> Result<T, Complaint> {
        self.parse(|text| {
            let found = known.iter().find(|(name, _)| *name == text).map(|(_, value)| *value);
            let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            found.ok_or_else(|| unknown(self.name, text, &names))
        })
    }

    /// A whole number within these bounds.
    ///
    /// # Errors
    /// When it is none, or out of bounds.
    pub fn number<T: TryFrom<i64> + Into<i64> + Copy>(
        &self,
        within: RangeInclusive<T>,
    ) -> Result<T, Complaint> {
        let (least, most) = ((*within.start()).into(), (*within.end()).into());
        let number = self.whole().filter(|number| (least..=most).contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| self.expected(&format!("a number from {least} to {most}")))
    }

    pub(crate) fn whole(&self) -> Option<i64> {
        let number = self.value.get_ref().as_integer()?;
        i64::from_str_radix(number.as_str(), number.radix()).ok()
    }

    /// `true` or `false`.
    ///
    /// # Errors
    /// When it is neither.
    pub fn flag(&self) -> Result<bool, Complaint> {
        self.value.get_ref().as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// What stands under a key of a table; of a list of tables, the one of this name.
    pub(crate) fn inner(&self, key: &str) -> Option<Self> {
        if let Ok(table) = self.section() {
            return table.get(key);
        }
        let is_it = |field: &Self| {
            let name = field.section().ok().and_then(|table| table.get(NAME));
            name.is_some_and(|name| name.text() == Ok(key))
        };
        self.list().ok()?.into_iter().find(is_it)
    }

    /// The values of a list.
    ///
    /// # Errors
    /// When it is none.
    pub fn list(&self) -> Result<Vec<Self>, Complaint> {
        let list = self.value.get_ref().as_array().ok_or_else(|| self.expected("a list in [brackets]"))?;
        Ok(list.iter().map(|value| Self { value, ..self.clone() }).collect())
    }

    /// A table.
    ///
    /// # Errors
    /// When it is none.
    pub fn section(&self) -> Result<Section<'a>, Complaint> {
        let table = self.value.get_ref().as_table().ok_or_else(|| self.expected("a table"))?;
        Ok(Section { table, span: self.span() })
    }

    /// A number, a text, `true` or `false` as one text, however it is written: `0x10` is `16`.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn printed(&self) -> Result<String, Complaint> {
        match self.value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Boolean(flag) => Ok(flag.to_string()),
            _ => self
                .whole()
                .map(|number| number.to_string())
                .ok_or_else(|| self.expected("a whole number, true, false, or a text in quotes")),
        }
    }
}
