//! A game in full, shared by the tests and by the example that prints one.

use szala_kernel::RunSeed;
use szala_kernel::conformance::telling;
use szala_spqr::Spqr;

use crate::bold::choose_boldly;

/// A game of two bold players.
pub(crate) fn told(rules: &Spqr, seed: u64, number: u64) -> String {
    telling::told(rules, RunSeed(seed).game(number), choose_boldly)
}
