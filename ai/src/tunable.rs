//! Players with weights that can be tuned: the weights, and the player that has them. The tuning itself is left to
//! the analysis.

use core::fmt;

use szala_files::{Complaint, Document, Field, Section, placed, unknown};

/// A weight of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name in files.
    pub name: String,
    /// Its description, as a comment for files; may be empty.
    pub about: String,
    /// Its value where tuning begins.
    pub value: i32,
    /// Its minimum.
    pub low: i32,
    /// Its maximum.
    pub high: i32,
    /// The smallest change that matters in play: the unit in which all weights are changed alike.
    pub step: i32,
    /// Its value in a file that does not name it; `None` if every file has to name it.
    pub off: Option<i32>,
}

/// Something that becomes a player by choosing weights.
pub trait Tunable {
    /// The player.
    type Player;

    /// The weights, always the same in the same order.
    fn parameters(&self) -> Vec<Parameter>;

    /// The player with these values for its weights, in the order of [`parameters`](Self::parameters).
    fn with(&self, values: &[i32]) -> Self::Player;

    /// The file of weights that makes this player when it is named; `head` goes above it, as comments.
    fn file(&self, values: &[i32], head: &str) -> String {
        write_weights(head, &[Table { name: None, parameters: &self.parameters(), values }])
    }
}

/// Weights that belong together in a file: all of it, or one of its tables.
#[derive(Clone, Copy, Debug)]
pub struct Table<'t> {
    /// The name of the table; `None` if the weights are the whole file.
    pub name: Option<&'t str>,
    /// Which weights.
    pub parameters: &'t [Parameter],
    /// Their values, in the same order.
    pub values: &'t [i32],
}

/// Writes a file that [`read_weights`] reads: a head as comments, then one weight a line, with its description; weights
/// that are off are left out.
pub fn write_weights(head: &str, tables: &[Table<'_>]) -> String {
    fmt::from_fn(|f| {
        for line in head.lines() {
            writeln!(f, "# {line}")?;
        }
        for table in tables {
            if let Some(name) = table.name {
                writeln!(f, "\n[{name}]")?;
            }
            let all = table.parameters.iter().zip(table.values);
            for (Parameter { name, about, .. }, value) in all.filter(|(it, value)| it.off != Some(**value)) {
                write!(f, "{name} = {value}")?;
                writeln!(f, "{}{about}", if about.is_empty() { "" } else { " # " })?;
            }
        }
        Ok(())
    })
    .to_string()
}

/// Reads weights from a file, or from the table of this name in it: every one of these, in their order, and no other.
/// Weights that can be off may be missing; keys `besides` them are somebody else's to read.
///
/// # Errors
/// Everything that is wrong with them, a line each, with its place.
pub fn read_weights(
    file: &str,
    text: &str,
    table: Option<&str>,
    parameters: &[Parameter],
    besides: &[&str],
) -> Result<Vec<i32>, String> {
    let told = |complaints: Vec<Complaint>| placed(file, text, &complaints);
    let document = Document::parse(text).map_err(told)?;
    let root = document.root();
    let section = match table {
        None => Ok(root),
        Some(name) => match root.get(name) {
            Some(field) => field.section(),
            None => Err(Complaint::new(0..0, no_such_table(name, &root))),
        },
    };
    section
        .map_err(|complaint| vec![complaint])
        .and_then(|section| values_in(&section, parameters, besides))
        .map_err(told)
}

/// The error for a missing table, with the existing ones.
fn no_such_table(name: &str, root: &Section<'_>) -> String {
    let fields = root.fields();
    let tables = fields.iter().filter(|field| field.section().is_ok());
    unknown("table", name, &tables.map(Field::name).collect::<Vec<_>>())
}

fn values_in(
    section: &Section<'_>,
    parameters: &[Parameter],
    besides: &[&str],
) -> Result<Vec<i32>, Vec<Complaint>> {
    let mut complaints = Vec::new();
    let mut names: Vec<&str> = parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    names.extend(besides);
    section.refuse_unknown(&names, &mut complaints);
    let mut values = Vec::new();
    for parameter in parameters {
        match value_in(section, parameter) {
            Ok(value) => values.push(value),
            Err(complaint) => complaints.push(complaint),
        }
    }
    if complaints.is_empty() { Ok(values) } else { Err(complaints) }
}

fn value_in(section: &Section<'_>, parameter: &Parameter) -> Result<i32, Complaint> {
    let Parameter { name, about, low, high, off, .. } = parameter;
    let Some(field) = section.get(name) else {
        if let Some(off) = off {
            return Ok(*off);
        }
        let remark = if about.is_empty() { String::new() } else { format!(" ({about})") };
        let message = format!("there is no `{name}`; give it a number from {low} to {high}{remark}");
        return Err(Complaint::new(section.span(), message));
    };
    field.number(*low..=*high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> [Parameter; 2] {
        [("bold", "How bold."), ("wary", "")].map(|(name, about)| Parameter {
            name: name.to_owned(),
            about: about.to_owned(),
            value: 5,
            low: 0,
            high: 10,
            step: 1,
            off: None,
        })
    }

    #[test]
    fn weights_that_are_written_are_read_again() {
        let parameters = &two();
        let all = Table { name: None, parameters, values: &[3, 10] };
        let text = write_weights("tuned by hand\non a Friday", &[all]);
        assert_eq!(text, "# tuned by hand\n# on a Friday\nbold = 3 # How bold.\nwary = 10\n");
        assert_eq!(read_weights("file", &text, None, parameters, &[]), Ok(vec![3, 10]));
    }

    #[test]
    fn each_table_is_read_by_its_name() {
        let parameters = &two();
        let tables = [("Red", &[3, 10]), ("Blue", &[0, 1])];
        let tables = tables.map(|(name, values)| Table { name: Some(name), parameters, values });
        let text = write_weights("both", &tables);
        let written =
            "# both\n\n[Red]\nbold = 3 # How bold.\nwary = 10\n\n[Blue]\nbold = 0 # How bold.\nwary = 1\n";
        assert_eq!(text, written);
        assert_eq!(read_weights("file", &text, Some("Red"), parameters, &[]), Ok(vec![3, 10]));
        assert_eq!(read_weights("file", &text, Some("Blue"), parameters, &[]), Ok(vec![0, 1]));
    }

    #[test]
    fn a_weight_that_can_be_off_may_be_missing_and_other_keys_are_left_to_others() {
        let [bold, wary] = two();
        let parameters = [bold, Parameter { off: Some(7), ..wary }];
        let read = |text, besides| read_weights("w.toml", text, None, &parameters, besides);
        assert_eq!(read("bold = 1\n", &[]), Ok(vec![1, 7]));
        assert_eq!(read("bold = 1\nwary = 2\nplace = 3\n", &["place"]), Ok(vec![1, 2]));
        let told = read("bold = 1\nplace = 3\n", &[]).expect_err("nobody reads this key");
        assert!(told.starts_with("w.toml:2:1: there is no key `place`"), "{told}");
    }

    fn complaints(text: &str, table: Option<&str>) -> Vec<String> {
        let told = read_weights("w.toml", text, table, &two(), &[]).expect_err("mistakes");
        told.lines().map(str::to_owned).collect()
    }

    #[test]
    fn everything_wrong_with_a_file_of_weights_is_told_at_its_place() {
        let told = complaints("bold = 11\nwery = 1\n", None);
        let unknown = "w.toml:2:1: there is no key `wery`; did you mean `wary`? There are bold, wary";
        let expected = [
            unknown,
            "w.toml:1:8: `bold` takes a number from 0 to 10, not 11",
            "w.toml:1:1: there is no `wary`; give it a number from 0 to 10",
        ];
        assert_eq!(told, expected);
        // The error for a value missing in a table points at the table.
        let told = complaints("[Blue]\nwary = 1\n[Red]\nwary = 1\n", Some("Red"));
        assert_eq!(told, ["w.toml:3:1: there is no `bold`; give it a number from 0 to 10 (How bold.)"]);
    }

    #[test]
    fn a_table_that_is_missing_or_none_is_told() {
        let told = complaints("[Rad]\nbold = 1\nwary = 1\n", Some("Red"));
        assert_eq!(told, ["w.toml:1:1: there is no table `Red`; did you mean `Rad`? There are Rad"]);
        assert_eq!(complaints("", Some("Red")), ["w.toml:1:1: there is no table `Red`"]);
        assert_eq!(complaints("Red = 7\n", Some("Red")), ["w.toml:1:7: `Red` takes a table, not 7"]);
    }

    #[test]
    fn what_is_no_file_of_weights_at_all_is_told_with_its_place() {
        let told = complaints("bold = 1\nwary =\n", None);
        assert!(told[0].starts_with("w.toml:2:"), "{told:?}");
    }
}
