//! The guard on speed: how many instructions the workloads of `benches` take, held against what was recorded in
//! `benches/counts.toml`. Instructions are counted by valgrind's callgrind and are the same on a busy machine and on an
//! idle one; times are nobody's business here.
//!
//! `bench` builds and runs, `callgrind` reads what was counted, `record` keeps it, `judge` compares. What the workloads
//! are is said in `benches/src/workloads.rs`.

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

/// What one workload cost.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Cost {
    /// Its name.
    name: String,
    /// What it did, and how often: so many decisions.
    each: String,
    times: u64,
    /// Instructions of the program. Those of the system's libraries are left out: how memory is copied there depends on
    /// the processor and on the system.
    instructions: u64,
    /// How many of them were in which function, what has become part of it included; functions with less than a
    /// hundredth are left out.
    functions: BTreeMap<String, u64>,
    /// The same by the file in which their lines stand.
    files: BTreeMap<String, u64>,
}

/// Counts, and holds it against what is recorded. Passes, and says so loudly, where nothing can be counted or compared.
///
/// # Errors
/// What keeps it from counting, and what to do about it.
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

/// Counts, and records it.
///
/// # Errors
/// What keeps it from counting or writing, and what to do about it.
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
