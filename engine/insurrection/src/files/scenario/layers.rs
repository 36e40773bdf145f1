//! A scenario and what it is based on: the file that was asked for on top, below it the one it varies, and so on. A
//! key is looked up from the top; the tables of set-up, switches and free hexes are laid over each other row by row.

use szala_files::source::{Files, Problem, Source, beside, unreadable};
use szala_files::{Complaint, Document, Field, Section, unknown};

use super::sheet::{Sheet, bounds, with_standing};
use super::values::{SCENARIO, VALUES};

/// Variants of variants of variants are no help to anybody, and a circle has no end.
const MOST_LAYERS: usize = 8;

/// Whose file it is: a host of several games finds the one to play by that.
const GAME: [(&str, ()); 1] = [("insurrection", ())];

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
            sheet.root.refuse_unknown(&with_standing(SCENARIO), &mut sheet.wrong);
            sheet.root.read("game", &mut sheet.wrong, |field| field.choice(&GAME));
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
    pub(super) fn number(&mut self, key: &str) -> Option<u8> {
        let placed = self.find_due(key)?;
        let [least, most] = bounds(VALUES.entry(SCENARIO, &[key]));
        self.sheet(&placed).ranked(&placed.field, key, |field| field.number(least..=most))
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

    /// The rows of a table that the table of values knows; others are complained of.
    pub(super) fn known_rows(&mut self, key: &str, what: &str) -> Vec<Placed<'d>> {
        let known = VALUES.keys_in(SCENARIO, &[key]);
        let mut rows = self.rows(key);
        rows.retain(|row| {
            let name = row.field.name();
            if !known.contains(&name) {
                self.sheet(row).complain(row.field.name_span(), unknown(what, name, &known));
            }
            known.contains(&name)
        });
        rows
    }

    /// Is a row of a table switched on? Off where nothing is written.
    pub(super) fn flag(&mut self, rows: &[Placed<'d>], name: &str) -> bool {
        let row = rows.iter().find(|row| row.field.name() == name);
        row.and_then(|row| self.sheet(row).take(row.field.flag())).unwrap_or_default()
    }

    /// A number of a table, where it is written.
    pub(super) fn row_number(&mut self, rows: &[Placed<'d>], key: &str, name: &str) -> Option<u8> {
        let row = rows.iter().find(|row| row.field.name() == name)?;
        let [least, most] = bounds(VALUES.entry(SCENARIO, &[key, name]));
        let path = format!("{key}.{name}");
        self.sheet(row).ranked(&row.field, &path, |field| field.number(least..=most))
    }
}
