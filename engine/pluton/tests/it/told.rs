//! A game in full, shared by the tests and by the example that prints one.

use szala_kernel::RunSeed;
use szala_kernel::conformance::{by_chance, telling};
use szala_pluton::Pluton;

use crate::bold::choose_boldly;

/// Bold players play the games with even numbers, chance the others.
pub(crate) fn told(rules: &Pluton, seed: u64, number: u64) -> String {
    let choose = if number.is_multiple_of(2) { choose_boldly } else { by_chance };
    telling::told(rules, RunSeed(seed).game(number), choose)
}
