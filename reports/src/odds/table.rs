//! Tables of a rulebook with the exact chances of their results.

use serde::Serialize;
use serde_json::{Value, json};
use szala_kernel::odds::OddsTable;

use super::Exact;
use crate::chart::ExactTable;
use crate::findings::Row;
use crate::lexicon::Lexicon;
use crate::{Body, Findings, Grid, row};

/// Tables that were worked out, or the list of those that can be.
#[derive(Debug, Serialize)]
pub struct OddsTableFindings<'t> {
    title: &'t str,
    tables: Vec<TableFindings<'t>>,
}

#[derive(Debug, Serialize)]
struct TableFindings<'t> {
    name: &'t str,
    rule: String,
    title: &'t str,
    about: &'t str,
    keys: &'t [&'static str],
    results: &'t [String],
    /// Empty in a list of tables.
    rows: Vec<RowFindings<'t>>,
}

#[derive(Debug, Serialize)]
struct RowFindings<'t> {
    keys: &'t [String],
    chances: Vec<Exact>,
}

impl<'t> OddsTableFindings<'t> {
    /// For these tables; with `in_full` their rows, otherwise a list of them.
    pub fn of(title: &'t str, tables: impl IntoIterator<Item = &'t OddsTable>, in_full: bool) -> Self {
        let table = |table: &'t OddsTable| TableFindings {
            name: table.name,
            rule: table.rule.to_string(),
            title: &table.title,
            about: &table.about,
            keys: &table.keys,
            results: &table.results,
            rows: table
                .rows
                .iter()
                .filter(|_| in_full)
                .map(|row| RowFindings {
                    keys: &row.keys,
                    chances: row.chances.iter().map(|chance| (*chance).into()).collect(),
                })
                .collect(),
        };
        Self { title, tables: tables.into_iter().map(table).collect() }
    }

    /// The data of a chart of the first of them, in the language of the lexicon.
    pub fn charted(&self, lexicon: &Lexicon) -> Option<ExactTable> {
        let table = self.tables.first()?;
        let told = |words: &str| lexicon.tell(words).into_owned();
        let joined = |words: Vec<String>| words.join(", ");
        let row = |row: &RowFindings<'_>| {
            (joined(row.keys.iter().map(|key| told(key)).collect()), row.chances.clone())
        };
        Some(ExactTable {
            title: told(table.title),
            keys: joined(table.keys.iter().map(|key| told(key)).collect()),
            results: table.results.iter().map(|result| told(result)).collect(),
            rows: table.rows.iter().map(row).collect(),
        })
    }
}

impl Findings for OddsTableFindings<'_> {
    const COMMAND: &'static str = "odds tables";

    fn body(&self, body: &mut Body) {
        body.title(self.title);
        let mut list = Grid::with_head(["table", "rule", "what it is", "by"]);
        for table in &self.tables {
            if table.rows.is_empty() {
                list.push([table.name, &table.rule, table.title, &table.keys.join(", ")]);
                continue;
            }
            body.heading(format!("{} [{}]: {}", table.title, table.rule, table.about));
            let heads = table.keys.iter().copied().chain(table.results.iter().map(String::as_str));
            let mut grid = Grid::with_head(heads);
            for row in &table.rows {
                let chances = row.chances.iter().map(|chance| match chance.fraction.as_str() {
                    whole @ ("0" | "1") => whole.to_owned(),
                    fraction => format!("{fraction} = {} %", chance.percent()),
                });
                grid.push(row.keys.iter().cloned().chain(chances));
            }
            body.table(grid);
        }
        if !list.is_empty() {
            body.table(list);
        }
    }

    fn rows(&self) -> Vec<Row> {
        let of = |table: &TableFindings<'_>| {
            let about = |more: Vec<(String, Value)>| {
                let mut line = row(&json!({ "table": table.name, "rule": table.rule, "title": table.title }));
                line.extend(more);
                line
            };
            if table.rows.is_empty() {
                return vec![about(vec![
                    ("keys".to_owned(), json!(table.keys)),
                    ("results".to_owned(), json!(table.results)),
                ])];
            }
            let row = |row: &RowFindings<'_>| {
                let keys = table.keys.iter().zip(row.keys);
                let keys: Vec<_> = keys.map(|(key, value)| ((*key).to_owned(), json!(value))).collect();
                let results = table.results.iter().zip(&row.chances);
                let lines = results.map(|(result, chance)| {
                    let more = [("result".to_owned(), json!(result)), ("chance".to_owned(), json!(chance))];
                    about(keys.iter().cloned().chain(more).collect())
                });
                lines.collect::<Vec<Row>>()
            };
            table.rows.iter().flat_map(row).collect::<Vec<Row>>()
        };
        self.tables.iter().flat_map(of).collect()
    }
}
