//! A file taken apart into keys and values, each of which knows where it was written, and put together again: how a
//! variant changes a file, so that the reader of the file reads the change too. Comments and layout are lost.

use core::fmt::Write as _;
use std::sync::Arc;

use crate::declared::NAME;
use crate::source::{Origin, Source};
use crate::{Field, Section};

/// A value.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it is written.
    pub origin: Origin,
    /// What it is.
    pub kind: Kind,
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Kind {
    /// A single one: as it is written, and as it is printed.
    Single {
        /// As it stands in the file.
        written: String,
        /// As people type it.
        printed: String,
    },
    /// Several, one after the other.
    List(Vec<Node>),
    /// Several with their keys.
    Table(Table),
}

/// A key with its value.
#[derive(Clone, Debug)]
pub struct Row {
    /// The key.
    pub name: String,
    /// Where that is written.
    pub origin: Origin,
    /// The value.
    pub node: Node,
}

/// Keys with their values, in the order in which they are written.
#[derive(Clone, Debug, Default)]
pub struct Table(pub Vec<Row>);

impl Table {
    /// Takes a table of a file apart.
    pub fn of(source: &Arc<Source>, section: &Section<'_>) -> Self {
        let row = |field: Field<'_>| Row {
            name: field.name().to_owned(),
            origin: Origin::File(Arc::clone(source), field.name_span().start),
            node: Node::of(source, &field),
        };
        Self(section.fields().into_iter().map(row).collect())
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Node> {
        self.0.iter().find(|row| row.name == key).map(|row| &row.node)
    }

    /// The value of a key, to be changed.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Node> {
        self.0.iter_mut().find(|row| row.name == key).map(|row| &mut row.node)
    }

    /// Writes a value over the one that stands there, or behind the others.
    pub fn set(&mut self, key: &str, node: Node) {
        match self.get_mut(key) {
            Some(old) => *old = node,
            None => self.0.push(Row { name: key.to_owned(), origin: node.origin.clone(), node }),
        }
    }

    /// Strikes a key out.
    pub fn remove(&mut self, key: &str) {
        self.0.retain(|row| row.name != key);
    }

    /// The table that is the value of a key; an empty one is written where there is none.
    ///
    /// # Panics
    /// When something else stands there, which no sound file has where a table is due.
    pub fn table(&mut self, key: &str, origin: &Origin) -> &mut Self {
        if self.get(key).is_none() {
            self.set(key, Node { origin: origin.clone(), kind: Kind::Table(Self::default()) });
        }
        let node = self.get_mut(key).expect("it is there by now");
        node.as_table_mut().expect("what a sound file has under this key is a table")
    }

    /// The value under these keys, one within the other; a table of a list goes by its name.
    pub fn at(&self, keys: &[&str]) -> Option<&Node> {
        let (first, rest) = keys.split_first()?;
        rest.iter().try_fold(self.get(first)?, |node, key| match &node.kind {
            Kind::Table(table) => table.get(key),
            Kind::List(list) => list.iter().find(|node| node.is_named(key)),
            Kind::Single { .. } => None,
        })
    }

    /// The value under these keys, to be changed.
    pub fn at_mut(&mut self, keys: &[&str]) -> Option<&mut Node> {
        let (first, rest) = keys.split_first()?;
        rest.iter().try_fold(self.get_mut(first)?, |node, key| match &mut node.kind {
            Kind::Table(table) => table.get_mut(key),
            Kind::List(list) => list.iter_mut().find(|node| node.is_named(key)),
            Kind::Single { .. } => None,
        })
    }

    /// Puts the file together again.
    pub fn print(&self, name: &str) -> Source {
        let mut page = Page::default();
        for row in &self.0 {
            page.row(row);
            page.text.push('\n');
        }
        Source::pieced(name, page.text, page.pieces)
    }
}

impl Node {
    /// Takes a value of a file apart.
    pub fn of(source: &Arc<Source>, field: &Field<'_>) -> Self {
        let kind = if let Ok(section) = field.section() {
            Kind::Table(Table::of(source, &section))
        } else if let Ok(list) = field.list() {
            Kind::List(list.iter().map(|field| Self::of(source, field)).collect())
        } else {
            let written = source.text.get(field.span()).unwrap_or_default().to_owned();
            Kind::Single { printed: field.printed().unwrap_or_else(|_| written.clone()), written }
        };
        Self { origin: Origin::File(Arc::clone(source), field.span().start), kind }
    }

    /// A text.
    pub fn text(text: &str, origin: &Origin) -> Self {
        Self::single(quoted(text), text, origin)
    }

    /// A number, `true` or `false`.
    pub fn bare(text: &str, origin: &Origin) -> Self {
        Self::single(text.to_owned(), text, origin)
    }

    fn single(written: String, printed: &str, origin: &Origin) -> Self {
        Self { origin: origin.clone(), kind: Kind::Single { written, printed: printed.to_owned() } }
    }

    /// A list of texts.
    pub fn texts<'t>(texts: impl Iterator<Item = &'t str>, origin: &Origin) -> Self {
        let list = texts.map(|text| Self::text(text, origin)).collect();
        Self { origin: origin.clone(), kind: Kind::List(list) }
    }

    /// The table that it is.
    pub fn as_table(&self) -> Option<&Table> {
        if let Kind::Table(table) = &self.kind { Some(table) } else { None }
    }

    /// The table that it is, to be changed.
    pub fn as_table_mut(&mut self) -> Option<&mut Table> {
        if let Kind::Table(table) = &mut self.kind { Some(table) } else { None }
    }

    /// The values of a list.
    pub fn list(&self) -> &[Self] {
        if let Kind::List(list) = &self.kind { list } else { &[] }
    }

    /// The value under the key `name` of a table.
    pub fn name(&self) -> Option<String> {
        self.as_table()?.get(NAME).map(Self::printed)
    }

    fn is_named(&self, name: &str) -> bool {
        self.name().is_some_and(|own| own == name)
    }

    /// The value itself, without its standing.
    pub fn value(&self) -> &Self {
        self.as_table().and_then(|table| table.get("value")).unwrap_or(self)
    }

    /// The value with its standing, unless it says its own.
    #[must_use]
    pub fn standing(self, standing: &str, why: Option<&str>) -> Self {
        if self.as_table().is_some() {
            return self;
        }
        let origin = self.origin.clone();
        let mut table = Table::default();
        table.set("standing", Self::text(standing, &origin));
        if let Some(why) = why {
            table.set("why", Self::text(why, &origin));
        }
        table.set("value", self);
        Self { origin, kind: Kind::Table(table) }
    }

    /// The value as a text; the values of a list with commas; of a table each with its key.
    pub fn printed(&self) -> String {
        match &self.value().kind {
            Kind::Single { printed, .. } => printed.clone(),
            Kind::List(list) => list.iter().map(Self::printed).collect::<Vec<_>>().join(", "),
            Kind::Table(table) => {
                let rows = table.0.iter().map(|row| format!("{}={}", row.name, row.node.printed()));
                rows.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// A text while it is put together.
#[derive(Debug, Default)]
struct Page {
    text: String,
    pieces: Vec<(usize, Origin)>,
}

impl Page {
    fn row(&mut self, row: &Row) {
        self.pieces.push((self.text.len(), row.origin.clone()));
        self.text += &quoted(&row.name);
        self.text += " = ";
        self.node(&row.node);
    }

    fn node(&mut self, node: &Node) {
        self.pieces.push((self.text.len(), node.origin.clone()));
        match &node.kind {
            Kind::Single { written, .. } => self.text += written,
            Kind::List(list) => {
                self.text.push('[');
                for node in list {
                    self.node(node);
                    self.text.push(',');
                }
                self.text.push(']');
            }
            Kind::Table(table) => {
                self.text.push('{');
                for (at, row) in table.0.iter().enumerate() {
                    self.text += if at == 0 { "" } else { ", " };
                    self.row(row);
                }
                self.text.push('}');
            }
        }
    }
}

/// A text as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(letter)).expect("writing to a string");
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Document;

    #[test]
    fn what_is_taken_apart_and_put_together_says_the_same() {
        let text = "a = 0x10\n\"b c\" = ['x', \"y\\\"\"]\n[d]\ne = { value = 7, why = \"z\" }\n\
                    [[f]]\ng = true\n[[f]]\n";
        let apart = |source: Source| {
            let source = Arc::new(source);
            let document = Document::parse(&source.text).expect("the test wrote TOML");
            Table::of(&source, &document.root())
        };
        let mut table = apart(Source::new("a file", text.to_owned()));
        let said = "a=16, b c=x, y\", d=e=7, f=g=true, ";
        let whole = |table: &Table| {
            Node { origin: Origin::Words("all".into()), kind: Kind::Table(table.clone()) }.printed()
        };
        assert_eq!(whole(&table), said);
        assert_eq!(whole(&apart(table.print("a file"))), said);
        // A text that needs escapes.
        let origin = Origin::Words("--set".into());
        table.set("a", Node::text("\"\\\n\u{142}", &origin));
        let again = apart(table.print("a file"));
        assert_eq!(again.get("a").map(Node::printed).as_deref(), Some("\"\\\n\u{142}"));
    }
}
