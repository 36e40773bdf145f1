//! The edits that may make a scenario fair, and what each costs: a palette, read from a file. `docs/BALANCE.md`
//! describes its format.

use std::collections::BTreeSet;

use serde::Deserialize;
use szala_files::{Known, Takes};
use szala_kernel::BySide;
use szala_kernel::picture::Ground;
use szala_reports::quoted;

use crate::players::Pairing;
use crate::values::{likely, matches, steps};
use crate::variant::VariantArgs;

/// The default palette: values in their ranges, and a step from any other.
const USUAL: &str =
    "[[edits]]\npaths = \"*\"\nvalues = \"range\"\n[[edits]]\npaths = \"*\"\nvalues = \"step\"\ncost = 2\n";
/// The maximum number of edits in a palette.
pub(crate) const MOST_EDITS: usize = 2_000;

/// A palette as its file holds it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PaletteFile {
    #[serde(default)]
    edits: Vec<Entry>,
    /// Patterns of paths and names that must stay unchanged.
    #[serde(default)]
    forbid: Vec<String>,
    /// Players that check the answers besides those of the search, by default.
    #[serde(default)]
    checked_by: Vec<String>,
}

/// The content of a palette.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Palette {
    /// Its edits.
    pub(crate) edits: Vec<Edit>,
    /// Players that check the answers besides those of the search.
    pub(crate) checked_by: Vec<Pairing>,
}

/// Edits that cost the same.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// A pattern of paths to set.
    paths: Option<String>,
    /// The values to set.
    values: Option<Values>,
    /// Only where this is the current value.
    only: Option<String>,
    /// A pattern of units and commanders to remove.
    remove: Option<String>,
    /// A whole variant, by its file.
    variant: Option<String>,
    /// The cost; a number that moves further than a step costs this for every step.
    #[serde(default = "one")]
    cost: f64,
}

fn one() -> f64 {
    1.0
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Values {
    /// `range`, `step`, `beside`.
    Kind(Kind),
    These(Vec<String>),
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// All values in the range that the files give.
    Range,
    /// A step from the current value.
    Step,
    /// The cells beside the one in the current value.
    Beside,
}

/// What an edit does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// Sets a value; `written` is its text in a variant's file.
    Set { path: String, from: String, to: String, written: String },
    /// Removes a unit or a commander.
    Remove(String),
    /// Makes the changes of a variant's file.
    Variant(String),
}

/// An edit with its cost.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    pub(crate) deed: Deed,
    pub(crate) cost: f64,
}

impl Edit {
    /// Adds the edit after other changes.
    pub(crate) fn add_to(&self, changes: &mut VariantArgs) {
        match &self.deed {
            Deed::Set { path, to, .. } => changes.vary(path, to),
            Deed::Remove(name) => changes.remove(name),
            Deed::Variant(file) => changes.vary(crate::variant::VARIANT, file),
        }
    }

    /// The thing it changes: two edits of the same thing exclude each other.
    pub(crate) fn subject(&self) -> String {
        match &self.deed {
            Deed::Set { path, .. } => path.clone(),
            Deed::Remove(name) => name.clone(),
            Deed::Variant(file) => file.clone(),
        }
    }

    /// In words.
    pub(crate) fn words(&self) -> String {
        match &self.deed {
            Deed::Set { path, from, to, .. } => format!("{path}={to} (is {from})"),
            Deed::Remove(name) => format!("without {name}"),
            Deed::Variant(file) => format!("variant {file}"),
        }
    }

    /// As typed on the command line.
    pub(crate) fn typed(&self) -> String {
        match &self.deed {
            Deed::Set { path, to, .. } => format!("--set {}", quoted(&format!("{path}={to}"))),
            Deed::Remove(name) => format!("--remove {}", quoted(name)),
            Deed::Variant(file) => format!("--variant {}", quoted(file)),
        }
    }
}

/// The palette's edits for a scenario with these values. Its file names are relative to its own folder.
///
/// # Errors
/// The errors of the palette, and where they are.
pub(crate) fn read(file: Option<(&str, &str)>, known: &[Known], ground: &Ground) -> Result<Palette, String> {
    let (name, text) = file.unwrap_or(("the usual palette", USUAL));
    let wrong = |why: String| format!("{name}: {why}");
    let palette: PaletteFile =
        toml::from_str(text).map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
    let folder = name.rfind('/').map_or("", |end| &name[..=end]);
    let mut found: Vec<Edit> = Vec::new();
    for (place, entry) in palette.edits.iter().enumerate() {
        let wrong = |why: &str| wrong(format!("edits {}: {why}", place + 1));
        if !(entry.cost > 0.0 && entry.cost.is_finite()) {
            return Err(wrong("`cost` is a number above 0"));
        }
        let one = |deed| Edit { deed, cost: entry.cost };
        match (&entry.paths, &entry.remove, &entry.variant) {
            (Some(pattern), None, None) => {
                let Some(values) = &entry.values else {
                    return Err(wrong("say `values`: \"range\", \"step\", \"beside\", or a list"));
                };
                let matching: Vec<&Known> =
                    known.iter().filter(|known| matches(pattern, &known.path)).collect();
                if matching.is_empty() {
                    return Err(wrong(&format!(
                        "no path matches `{pattern}`; `szala list --paths` lists those of a scenario"
                    )));
                }
                let fits = |known: &&Known| entry.only.as_ref().is_none_or(|only| *only == known.value);
                for known in matching.into_iter().filter(fits) {
                    found.extend(settings(known, values, ground).into_iter().map(|to| Edit {
                        cost: entry.cost * steps_between(&known.value, &to),
                        deed: Deed::Set {
                            written: written(known, &to),
                            path: known.path.clone(),
                            from: known.value.clone(),
                            to,
                        },
                    }));
                }
            }
            (None, Some(pattern), None) => {
                let names: Vec<String> =
                    names(known).into_iter().filter(|name| matches(pattern, name)).collect();
                if names.is_empty() {
                    return Err(wrong(&format!("no unit or commander matches `{pattern}`")));
                }
                found.extend(names.into_iter().map(Deed::Remove).map(one));
            }
            (None, None, Some(file)) => found.push(one(Deed::Variant(format!("{folder}{file}")))),
            _ => return Err(wrong("say one of `paths`, `remove`, `variant`")),
        }
    }
    found.retain(|edit| !palette.forbid.iter().any(|pattern| matches(pattern, &edit.subject())));
    // Entries may overlap: the first one counts, so exceptions come before the rule.
    let mut seen = BTreeSet::new();
    found.retain(|edit| seen.insert(edit.typed()));
    if found.is_empty() {
        return Err(wrong("it allows no edit of this scenario; add entries, or forbid fewer".to_owned()));
    }
    if found.len() > MOST_EDITS {
        return Err(wrong(format!(
            "{} edits are more than {MOST_EDITS}; narrow it, with `only` or other patterns",
            found.len()
        )));
    }
    let checked_by = palette.checked_by.iter().map(|names| {
        let named: Pairing = names.parse().map_err(|why| wrong(format!("checked_by, `{names}`: {why}")))?;
        Ok(Pairing { names: BySide(named.names.0.map(|name| from_folder(folder, &name))) })
    });
    let checked_by = checked_by.collect::<Result<_, String>>()?;
    Ok(Palette { edits: found, checked_by })
}

fn settings(known: &Known, values: &Values, ground: &Ground) -> Vec<String> {
    let mut settings = match values {
        Values::Kind(Kind::Range) => likely(known),
        Values::Kind(Kind::Step) => steps(known),
        Values::Kind(Kind::Beside) => beside(&known.value, ground),
        Values::These(values) => values.clone(),
    };
    settings.retain(|value| *value != known.value);
    settings
}

/// The name of a player, with its file relative to this folder.
fn from_folder(folder: &str, name: &str) -> String {
    match name.split_once(':') {
        // A number is not a file: `search:200`.
        Some((kind, file)) if file.parse::<u32>().is_err() => format!("{kind}:{folder}{file}"),
        _ => name.to_owned(),
    }
}

/// The same value in the cells beside the one that it starts with: `0408 N` is `0409 N`.
fn beside(value: &str, ground: &Ground) -> Vec<String> {
    let (label, rest) =
        value.split_once(' ').map_or((value, ""), |(label, _)| (label, &value[label.len()..]));
    let Some(cell) = ground.cells.iter().find(|cell| cell.label == label) else { return Vec::new() };
    let borders = |other: &&szala_kernel::picture::Cell| {
        other.corners.iter().filter(|corner| cell.corners.contains(corner)).count() == 2
    };
    ground.cells.iter().filter(borders).map(|cell| format!("{}{rest}", cell.label)).collect()
}

/// How many steps a number moves; anything else moves one.
fn steps_between(from: &str, to: &str) -> f64 {
    let number = |text: &str| text.parse::<i32>().ok();
    number(from).zip(number(to)).map_or(1.0, |(from, to)| f64::from(from.abs_diff(to)).max(1.0))
}

/// The names of units and commanders: those with values, and those that are set up.
fn names(known: &[Known]) -> BTreeSet<String> {
    let name = |known: &Known| {
        let path = known.path.as_str();
        match path.split_once('.')? {
            ("set_up", name) if known.value != "absent" => Some(name.to_owned()),
            ("units", rest) => Some(rest.rsplit_once('.')?.0.to_owned()),
            _ => None,
        }
    };
    known.iter().filter_map(name).collect()
}

/// A value as a variant's file holds it.
fn written(known: &Known, to: &str) -> String {
    // A JSON string is also a TOML string.
    let string = |text: &str| serde_json::Value::from(text).to_string();
    match known.takes {
        Takes::Number { .. } if to.parse::<i64>().is_ok() => to.to_owned(),
        Takes::Flag if to.parse::<bool>().is_ok() => to.to_owned(),
        Takes::AnyOf(_) | Takes::List(_) => {
            let words: Vec<String> = to.split(',').map(|word| string(word.trim())).collect();
            format!("[{}]", words.join(", "))
        }
        _ => string(to),
    }
}

#[cfg(test)]
mod tests;
