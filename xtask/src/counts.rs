//! The performance gate: the number of instructions that the workloads of `benches` take, compared with the record in
//! `benches/counts.toml`. Instructions are counted by valgrind's callgrind and are the same on a busy machine and on
//! an idle one; times are not measured here.
//!
//! `bench` builds and runs, `callgrind` reads the counts, `record` stores them, `judge` compares. The workloads are
//! described in `benches/src/workloads.rs`.

mod bench;
mod callgrind;
mod judge;
mod record;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::{Answer, Finding};
use bench::Bench;
use record::Record;

/// Where the counts are recorded.
pub const FILE: &str = "benches/counts.toml";

/// The cost of one workload.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cost {
    /// Its name.
    name: String,
    /// Its unit, and how many of them: decisions, for example.
    each: String,
    times: u64,
    /// Instructions of the program. Those of the system's libraries are left out: how memory is copied there depends
    /// on the processor and on the system.
    instructions: u64,
    /// How many of them were in which function, including inlined ones; functions with less than a hundredth are left
    /// out.
    functions: BTreeMap<String, u64>,
    /// The same by the file of their lines.
    files: BTreeMap<String, u64>,
}

/// Counts, and compares with the record. Passes, with a loud warning, where nothing can be counted or compared.
///
/// # Errors
/// What prevents counting, and what to do about it.
pub fn check(root: &Path, tell: &mut dyn FnMut(&str)) -> Result<Answer, String> {
    let compiler = bench::compiler(root)?;
    let text = fs::read_to_string(root.join(FILE)).unwrap_or_default();
    let recorded = match Record::read(&text) {
        Ok(recorded) => recorded,
        Err(finding) => return Ok(unusable(finding)),
    };
    if recorded.compiler != compiler {
        return Ok(judge::of_another_compiler(&recorded, &compiler));
    }
    if !bench::has_valgrind() {
        return Ok(judge::without_valgrind());
    }
    let costs = Bench::build(root, tell)?.count_all(tell)?;
    Ok(judge::judge(&recorded, &Record { compiler, costs }, &text))
}

/// Counts, and records the result.
///
/// # Errors
/// What prevents counting or writing, and what to do about it.
pub fn update(root: &Path, tell: &mut dyn FnMut(&str)) -> Result<Answer, String> {
    if !bench::has_valgrind() {
        return Err("there is no valgrind to count with; install it".to_owned());
    }
    let compiler = bench::compiler(root)?;
    let costs = Bench::build(root, tell)?.count_all(tell)?;
    let found = Record { compiler, costs };
    let file = root.join(FILE);
    fs::write(&file, found.write()).map_err(|why| format!("cannot write {}: {why}", file.display()))?;
    Ok(judge::recorded(&found))
}

fn unusable(finding: Finding) -> Answer {
    Answer { findings: vec![finding], is_usable: false, report: String::new(), postscript: String::new() }
}
