//! The file of recorded counts: reads and writes it.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;

use super::{Cost, FILE};
use crate::Finding;

/// Counts, recorded or new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// The compiler.
    pub(super) compiler: String,
    /// By workload, in order.
    pub(super) costs: Vec<Cost>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    compiler: String,
    #[serde(default)]
    workload: Vec<WrittenCost>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenCost {
    name: String,
    each: String,
    times: u64,
    instructions: u64,
    #[serde(default)]
    functions: BTreeMap<String, u64>,
    #[serde(default)]
    files: BTreeMap<String, u64>,
}

const HEAD: &str = "\
# What the workloads of benches cost, in instructions. `cargo xtask counts` holds a change against it, and `cargo xtask
# counts --update` writes it anew. Counts are of one compiler, and of no use beside those of another.
";

impl Record {
    /// Reads a file.
    pub(super) fn read(text: &str) -> Result<Self, Finding> {
        if text.is_empty() {
            return Err(finding(1, "no counts are recorded".to_owned()));
        }
        let written: Written = toml::from_str(text).map_err(|wrong| {
            let at = wrong.span().map_or(0, |span| span.start);
            finding(line_at(text, at), format!("the counts cannot be read: {}", wrong.message()))
        })?;
        let costs = written.workload.into_iter().map(|cost| {
            let WrittenCost { name, each, times, instructions, functions, files } = cost;
            Cost { name, each, times, instructions, functions, files }
        });
        let record = Self { compiler: written.compiler, costs: costs.collect() };
        match record.costs.iter().find(|cost| cost.times == 0 || cost.instructions == 0) {
            None => Ok(record),
            Some(empty) => {
                let what = format!("nothing was counted of {:?}", empty.name);
                Err(finding(line_of(text, &empty.name), what))
            }
        }
    }

    /// The content of the file.
    pub(super) fn write(&self) -> String {
        let mut text = format!("{HEAD}\ncompiler = {:?}\n", self.compiler);
        for cost in &self.costs {
            let Cost { name, each, times, instructions, functions, files } = cost;
            let entry = format!(
                "\n[[workload]]\nname = {name:?}\neach = {each:?}\ntimes = {times}\ninstructions = {instructions}\n\
"
            );
            text += &entry;
            for (table, places) in [("functions", functions), ("files", files)] {
                writeln!(text, "\n[workload.{table}]").expect("writing to a string");
                let mut places: Vec<_> = places.iter().collect();
                places.sort_by_key(|(place, count)| (std::cmp::Reverse(*count), *place));
                for (place, count) in places {
                    writeln!(text, "{place:?} = {count}").expect("writing to a string");
                }
            }
        }
        text
    }
}

fn finding(line: usize, what: String) -> Finding {
    Finding {
        file: FILE.to_owned(),
        line,
        kind: "counts",
        what,
        why: "speed that nothing is held against is lost without a word",
        remedy: "record the counts: cargo xtask counts --update".to_owned(),
    }
}

fn line_at(text: &str, at: usize) -> usize {
    1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count()
}

/// The line in which a workload is named, or the first.
pub(super) fn line_of(text: &str, name: &str) -> usize {
    let named = format!("name = {name:?}");
    text.lines().position(|line| line == named).map_or(1, |index| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        let files = [("engine/a.rs", 900), ("engine/b \"quoted\".rs", 2000)];
        let cost = Cost {
            name: "a thousand rolls".to_owned(),
            each: "roll".to_owned(),
            times: 1000,
            instructions: 3000,
            functions: [("rolls".to_owned(), 2500)].into(),
            files: files.into_iter().map(|(file, count)| (file.to_owned(), count)).collect(),
        };
        Record {
            compiler: "rustc 1.95.0".to_owned(),
            costs: vec![cost.clone(), Cost { name: "x".to_owned(), ..cost }],
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let text = record().write();
        assert_eq!(Record::read(&text), Ok(record()));
        assert_eq!(text.lines().nth(line_of(&text, "x") - 1), Some("name = \"x\""));
    }

    #[test]
    fn a_file_that_is_not_there_or_not_right_says_so_with_its_line() {
        let wrong = |text: &str| Record::read(text).expect_err("wrong").line;
        assert_eq!(wrong(""), 1);
        assert_eq!(wrong("compiler = \"a\"\nspeed = 7\n"), 2);
        let empty = record().write().replace("instructions = 3000", "instructions = 0");
        // Of the two that are empty now the first is reported: two lines of head, a blank one, the compiler, a blank
        // one, the entry, its name.
        assert_eq!(wrong(&empty), 7);
    }
}
