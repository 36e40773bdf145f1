//! What is measured, once for both kinds of benchmark: by time (criterion) and by instructions (callgrind). What the
//! workloads are is in `workloads`; here is what a measurement is, and how a scenario is loaded for one.
//!
//! Every workload returns a hash of what it computed, and every benchmark asserts it: work that the compiler dropped,
//! or that changed, is not measured in silence.

use szala_insurrection::{Insurrection, scenario};
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

/// One of `count` places by chance, the cheapest way: what is measured is the rules, not the player.
pub fn next_chance(words: &mut u64, count: usize) -> usize {
    fair_choice(count, || {
        *words = mix(words.wrapping_add(0x9E37_79B9_7F4A_7C15));
        (*words >> 32) as u32
    })
}

/// What came of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// Of what was computed.
    pub hash: u64,
    /// How often that was done in which the workload is counted: so many decisions, rolls, lines.
    pub times: u64,
}

/// The part of a workload that is measured, ready to go, as often as one likes.
pub type Work = Box<dyn FnMut() -> Done>;

/// A workload with its name and the hash that it must return.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// What is measured, and how often it is done in one run.
    pub name: &'static str,
    /// In what it is counted: a decision, a roll.
    pub each: &'static str,
    /// Makes what the work needs; that is not measured.
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
/// must not become part of its caller.
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
