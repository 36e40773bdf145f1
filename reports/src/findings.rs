//! The findings of a command, in the four formats that every command writes. Findings are serialisable values; each
//! format is written here once, for all of them.

use core::fmt::{self, Write};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::Body;

/// The version of the JSON, documented in `docs/JSON.md`. Removing a key or changing its meaning raises it.
pub const FORMAT: u32 = 2;

/// The findings of a command.
pub trait Findings: Serialize {
    /// The name of the command.
    const COMMAND: &'static str;

    /// For a reader, as text or Markdown.
    fn body(&self, body: &mut Body);

    /// The same figures as a table, for CSV; [`row`] makes a row from a value.
    fn rows(&self) -> Vec<Row>;
}

/// A row of a table: cells by column name. An estimate in it takes three columns.
pub type Row = Map<String, Value>;

/// The form in which findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For the terminal.
    Text,
    /// One document, for programs.
    Json,
    /// For a pull request or issue, or for documentation.
    Markdown,
    /// A table, for spreadsheets and data frames.
    Csv,
}

/// Makes a row from anything that serialises as an object.
///
/// # Panics
/// If it does not.
pub fn row(of: &impl Serialize) -> Row {
    match serde_json::to_value(of) {
        Ok(Value::Object(row)) => row,
        other => panic!("a row is an object, and not {other:?}"),
    }
}

/// Writes findings in one of the formats.
///
/// # Errors
/// Only those of the writer.
pub fn write<F: Findings>(findings: &F, form: Form, to: &mut impl Write) -> fmt::Result {
    let body = || {
        let mut body = Body::default();
        findings.body(&mut body);
        body
    };
    match form {
        Form::Text => body().write_text(to),
        Form::Markdown => body().write_markdown(to),
        Form::Csv => write_csv(&findings.rows(), to),
        Form::Json => {
            let document = Document { format: FORMAT, command: F::COMMAND, findings };
            let text = serde_json::to_string_pretty(&document).map_err(|_| fmt::Error)?;
            writeln!(to, "{text}")
        }
    }
}

/// The same as a string.
pub fn written<F: Findings>(findings: &F, form: Form) -> String {
    let mut text = String::new();
    write(findings, form, &mut text).expect("a string takes all that is written to it");
    text
}

#[derive(Serialize)]
struct Document<'f, F> {
    format: u32,
    command: &'static str,
    #[serde(flatten)]
    findings: &'f F,
}

/// Writes rows below one head: all columns that any row has, in order of first appearance.
fn write_csv(rows: &[Row], to: &mut impl Write) -> fmt::Result {
    let rows: Vec<Vec<(String, String)>> = rows.iter().map(flat).collect();
    let mut head: Vec<&str> = Vec::new();
    for row in &rows {
        for (column, _) in row {
            if !head.contains(&column.as_str()) {
                head.push(column);
            }
        }
    }
    if head.is_empty() {
        return Ok(());
    }
    let quote = |cells: Vec<&str>| cells.into_iter().map(quoted).collect::<Vec<_>>().join(",");
    writeln!(to, "{}", quote(head.clone()))?;
    for row in &rows {
        let cell = |column: &&str| {
            let found = row.iter().find(|(name, _)| name == column);
            found.map_or("", |(_, cell)| cell.as_str())
        };
        writeln!(to, "{}", quote(head.iter().map(cell).collect()))?;
    }
    Ok(())
}

/// The cells of a row with their columns. An estimate has a column for its value and one for each bound; the parts of
/// an object are prefixed with its name.
fn flat(row: &Row) -> Vec<(String, String)> {
    let mut cells = Vec::new();
    for (column, value) in row {
        match value {
            Value::Object(parts) if is_estimate(parts) => {
                cells.push((column.clone(), cell(&parts["value"])));
                for bound in ["low", "high"] {
                    cells.push((format!("{column}_{bound}"), cell(&parts[bound])));
                }
            }
            Value::Object(parts) => {
                let inner = flat(parts).into_iter();
                cells.extend(inner.map(|(part, cell)| (format!("{column}.{part}"), cell)));
            }
            plain => cells.push((column.clone(), cell(plain))),
        }
    }
    cells
}

fn is_estimate(parts: &Row) -> bool {
    ["value", "low", "high", "games", "unit"].iter().all(|key| parts.contains_key(*key))
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(cell).collect::<Vec<_>>().join("; "),
        plain => plain.to_string(),
    }
}

/// A cell as in RFC 4180: quoted if it contains a comma, a quote or a line break.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use szala_analysis::{Estimate, Interval, Unit};

    use super::*;

    #[derive(Serialize)]
    struct Sample {
        title: &'static str,
        parts: Vec<Part>,
    }

    #[derive(Serialize)]
    struct Part {
        name: &'static str,
        score: Estimate,
    }

    impl Findings for Sample {
        const COMMAND: &'static str = "sample";

        fn body(&self, body: &mut Body) {
            body.title(self.title);
        }

        fn rows(&self) -> Vec<Row> {
            self.parts.iter().map(row).collect()
        }
    }

    fn sample() -> Sample {
        let score = Interval { estimate: 0.5, low: 0.25, high: f64::INFINITY };
        let score = Estimate::new(score, 8, Unit::Share);
        Sample { title: "a | b", parts: vec![Part { name: "one, two", score }, Part { name: "", score }] }
    }

    #[test]
    fn json_says_its_version_and_command_and_csv_has_a_column_for_each_bound() {
        let json: Value =
            serde_json::from_str(&written(&sample(), Form::Json)).expect("what is written is JSON");
        let estimate = json!({ "value": 0.5, "low": 0.25, "high": null, "games": 8, "unit": "share" });
        assert_eq!(json["format"], FORMAT);
        assert_eq!(json["command"], "sample");
        assert_eq!(json["parts"][0]["score"], estimate);
        let expected = "name,score,score_low,score_high\n\"one, two\",0.5,0.25,\n,0.5,0.25,\n";
        assert_eq!(written(&sample(), Form::Csv), expected);
        assert_eq!(written(&sample(), Form::Text), "a | b\n");
        assert_eq!(written(&sample(), Form::Markdown), "### a | b\n");
    }

    #[test]
    fn rows_may_have_different_columns_and_parts_of_objects_are_named_after_them() {
        let rows = [json!({ "a": { "b": 1, "c": [1, "x"] } }), json!({ "d": true, "a": null })];
        let rows = rows.map(|row| row.as_object().expect("the rows of this test are objects").clone());
        let mut text = String::new();
        write_csv(&rows, &mut text).expect("a string takes all that is written to it");
        assert_eq!(text, "a.b,a.c,d,a\n1,1; x,,\n,,true,\n");
    }

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        for (cell, expected) in [
            ("Narwa 1", "Narwa 1"),
            ("rout, then flight", "\"rout, then flight\""),
            ("the \"camp\"", "\"the \"\"camp\"\"\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ] {
            assert_eq!(quoted(cell), expected);
        }
    }
}
