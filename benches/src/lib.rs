//! The measurements, once for both kinds of benchmark: by time (criterion) and by instructions (callgrind). The
//! workloads are in `workloads`; here is the definition of a measurement, and how a scenario is loaded for one.
//!
//! Every workload returns a hash of its results, and every benchmark asserts it: work that the compiler removed, or
//! that changed, is noticed.

use szala_insurrection::scenario::{self, Opened};
use szala_insurrection::{Insurrection, Large};
use szala_kernel::dice::fair_choice;
use szala_kernel::seed::mix;

pub mod clock;
mod workloads;

pub use workloads::WORKLOADS;

/// The rules with a shipped scenario of Niemenczyn 1794.
///
/// # Panics
/// When the files cannot be read.
pub fn load(name: &str) -> Insurrection {
    load_edited(name, &[])
}

/// The same after edits of its files: the name of a file, a text that occurs in it once, and another in its place.
///
/// # Panics
/// When the files cannot be read, or an edit cannot be made.
pub fn load_edited(name: &str, edits: &[(&str, &str, &str)]) -> Insurrection {
    let path = format!("{}/../scenarios/niemenczyn-1794/{name}.toml", env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| {
        let mut text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
        for (_, from, to) in edits.iter().filter(|(file, ..)| path.ends_with(file)) {
            assert_eq!(text.matches(from).count(), 1, "{from:?} must occur once in {path} to be edited");
            text = text.replace(from, to);
        }
        Ok(text)
    };
    match scenario::load(&path, &read) {
        Ok(loaded) => Insurrection::new(loaded.scenario),
        Err(problems) => panic!("{problems}"),
    }
}

/// *Oronne*, of *Maciejowice 1794*, from its file.
///
/// # Panics
/// When the files cannot be read, or have another room than they had.
pub fn load_oronne() -> Insurrection<Large> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/maciejowice-1794/oronne.toml");
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| error.to_string());
    match scenario::open(path, &read) {
        Ok(Opened::Large(loaded)) => Insurrection::new(loaded.scenario),
        Ok(Opened::Small(_)) => panic!("{path} fits into the room of Niemenczyn"),
        Err(problems) => panic!("{problems}"),
    }
}

/// A random place out of `count`, the cheapest way: the rules are measured, not the player.
pub fn next_chance(words: &mut u64, count: usize) -> usize {
    fair_choice(count, || {
        *words = mix(words.wrapping_add(0x9E37_79B9_7F4A_7C15));
        (*words >> 32) as u32
    })
}

/// The result of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// A hash of the results.
    pub hash: u64,
    /// The number of items in which the workload is counted: decisions, rolls, lines.
    pub times: u64,
}

/// The measured part of a workload, ready to run any number of times.
pub type Work = Box<dyn FnMut() -> Done>;

/// A workload with its name and the hash that it must return.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// The name of the work, and how many items it has in one run.
    pub name: &'static str,
    /// The item: a decision, a roll.
    pub each: &'static str,
    /// Prepares the work; this is not measured.
    pub prepare: fn() -> Work,
    /// What it must return.
    pub hash: u64,
}

impl Workload {
    /// Asserts that it did what it always did.
    ///
    /// # Panics
    /// When it did something else.
    pub fn check(&self, done: Done) -> Done {
        assert_eq!(done.hash, self.hash, "{} computed something else than recorded", self.name);
        done
    }
}

/// Does the work. Callgrind counts from where this function is entered to where it is left, and nothing else: so it
/// must not be inlined into its caller.
#[inline(never)]
pub fn collected(work: &mut dyn FnMut() -> Done) -> Done {
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_computes_what_was_recorded_and_does_so_again() {
        for workload in WORKLOADS {
            let mut work = (workload.prepare)();
            let done = workload.check(work());
            assert!(done.times > 0, "{}", workload.name);
            assert_eq!(workload.check(work()), done, "{}", workload.name);
        }
    }
}
