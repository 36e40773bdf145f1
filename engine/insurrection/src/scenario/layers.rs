//! A scenario and what it is based on: the file that was asked for on top, below it the one it varies, and so on. A
//! key is looked up from the top; the tables of set-up, switches and free hexes are laid over each other row by row.

use szala_kernel::text::source::{Files, Problem, Source, beside, unreadable};
use szala_kernel::text::{Complaint, Document, Field, Section, unknown};

use super::sheet::Sheet;

/// Variants of variants of variants are no help to anybody, and a circle has no end.
const MOST_LAYERS: usize = 8;

const KEYS: [&str; 18] = [
    "based_on",
    "title",
    "map",
    "units",
    "tables",
    "standing",
    "sides",
    "stages",
    "automatic_victory",
    "wins_at_zero",
    "squares",
    "practised_gunners",
    "pool",
    "free_set_up",
    "set_up",
    "switches",
    "family",
    "values",
];

/// Reads the scenario's file and those it is based on, the one asked for first. Stops at the first that is not there.
pub(super) fn read_chain(path: &str, files: Files<'_>, problems: &mut Vec<Problem>) -> Vec<Source> {
    let mut chain: Vec<Source> = Vec::new();
    match files(path) {
        Ok(source) => chain.push(source),
        Err(reason) => problems.push(unreadable(path, &reason)),
    }
    while let Some(top) = chain.last() {
        match base_of(top, &chain, files) {
            Ok(Some(base)) => chain.push(base),
            Ok(None) => break,
            Err(complaint) => {
                problems.push(top.problem(complaint));
                break;
            }
        }
    }
    chain
}

fn base_of(source: &Source, chain: &[Source], files: Files<'_>) -> Result<Option<Source>, Complaint> {
    // What is not TOML is complained of when the layers are read.
    let Ok(document) = Document::parse(&source.text) else { return Ok(None) };
    let Some(field) = document.root().get("based_on") else { return Ok(None) };
    let name = beside(&source.name, field.text()?);
    if chain.iter().any(|other| other.name == name) {
        return Err(field.complain("the scenario is based on itself, by this file or one before it"));
    }
    if chain.len() == MOST_LAYERS {
        return Err(
            field.complain(format!("a variant has at most {MOST_LAYERS} files, one based on the other"))
        );
    }
    open(&field, &name, files).map(Some)
}

fn open(field: &Field<'_>, name: &str, files: Files<'_>) -> Result<Source, Complaint> {
    files(name).map_err(|reason| field.complain(format!("`{name}` cannot be read: {reason}")))
}

/// The files of a scenario, the one that was asked for first.
#[derive(Debug)]
pub(super) struct Layers<'d>(pub(super) Vec<Sheet<'d>>);

/// A field and the layer it is written in.
#[derive(Clone, Debug)]
pub(super) struct Placed<'d> {
    pub(super) layer: usize,
    pub(super) field: Field<'d>,
}

impl<'d> Layers<'d> {
    pub(super) fn new(mut sheets: Vec<Sheet<'d>>) -> Self {
        for sheet in &mut sheets {
            sheet.root.refuse_unknown(&KEYS, &mut sheet.wrong);
        }
        Self(sheets)
    }

    /// The file that a placed field is written in.
    pub(super) fn sheet(&mut self, placed: &Placed<'d>) -> &mut Sheet<'d> {
        &mut self.0[placed.layer]
    }

    /// Was the value changed by a variant?
    pub(super) fn is_changed(&self, placed: &Placed<'_>) -> bool {
        self.0[placed.layer].source.is_changed(placed.field.span().start)
    }

    /// Complains about a placed value.
    pub(super) fn complain(&mut self, placed: &Placed<'d>, message: impl Into<String>) {
        self.0[placed.layer].complain(placed.field.span(), message);
    }

    /// The uppermost field of a key.
    pub(super) fn find(&self, key: &str) -> Option<Placed<'d>> {
        let mut sheets = self.0.iter().enumerate();
        sheets.find_map(|(layer, sheet)| Some(Placed { layer, field: sheet.root.get(key)? }))
    }

    /// The uppermost field of a key that some layer must have: else the lowest lacks it.
    pub(super) fn find_due(&mut self, key: &str) -> Option<Placed<'d>> {
        let found = self.find(key);
        if let (None, Some(lowest)) = (&found, self.0.last_mut()) {
            lowest.complain(0..0, format!("the scenario has no `{key}`"));
        }
        found
    }

    /// The value of a key that some layer must have.
    pub(super) fn need<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Field<'d>) -> Result<T, Complaint>,
    ) -> Option<T> {
        let placed = self.find_due(key)?;
        self.sheet(&placed).take(read(&placed.field))
    }

    /// A whole number that some layer must have, and that may carry its standing.
    pub(super) fn number(&mut self, key: &str, most: u8) -> Option<u8> {
        let placed = self.find_due(key)?;
        self.sheet(&placed).ranked(&placed.field, key, |field| field.number(1..=most))
    }

    /// Opens the file that a key names.
    pub(super) fn open(&mut self, key: &str, files: Files<'_>) -> Option<Source> {
        let placed = self.find_due(key)?;
        let sheet = self.sheet(&placed);
        let name = sheet.take(placed.field.text())?;
        let opened = open(&placed.field, &beside(&sheet.source.name, name), files);
        sheet.take(opened)
    }

    /// The rows of a table, upper layers over lower ones: in the order of the lowest, new ones behind.
    pub(super) fn rows(&mut self, key: &str) -> Vec<Placed<'d>> {
        let mut rows: Vec<Placed<'d>> = Vec::new();
        for (layer, sheet) in self.0.iter_mut().enumerate().rev() {
            let root = sheet.root.clone();
            let table = root.read(key, &mut sheet.wrong, Field::section);
            for field in table.as_ref().map(Section::fields).unwrap_or_default() {
                match rows.iter_mut().find(|row| row.field.name() == field.name()) {
                    Some(row) => *row = Placed { layer, field },
                    None => rows.push(Placed { layer, field }),
                }
            }
        }
        rows
    }

    /// A number of a table whose rows each have a number of their own to go by where nothing is said.
    pub(super) fn numbers<const N: usize>(
        &mut self,
        key: &str,
        what: &str,
        known: [(&str, u8); N],
        most: u8,
    ) -> [u8; N] {
        let mut numbers = known.map(|(_, usual)| usual);
        let names = known.map(|(name, _)| name);
        for row in self.rows(key) {
            let name = row.field.name();
            let sheet = self.sheet(&row);
            let Some(at) = names.iter().position(|known| *known == name) else {
                sheet.complain(row.field.name_span(), unknown(what, name, &names));
                continue;
            };
            let path = format!("{key}.{name}");
            let read = sheet.ranked(&row.field, &path, |field| field.number(0..=most));
            numbers[at] = read.unwrap_or(numbers[at]);
        }
        numbers
    }

    /// A table of names that are switched on or off; those not mentioned are off.
    pub(super) fn flags<const N: usize>(&mut self, key: &str, what: &str, known: [&str; N]) -> [bool; N] {
        let mut flags = [false; N];
        for row in self.rows(key) {
            let name = row.field.name();
            let sheet = self.sheet(&row);
            match known.iter().position(|known| *known == name) {
                Some(at) => flags[at] = sheet.take(row.field.flag()).unwrap_or_default(),
                None => sheet.complain(row.field.name_span(), unknown(what, name, &known)),
            }
        }
        flags
    }
}
